"""What a procedure is: a function from a paired table to a result, with its needs stated as data."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Generic, Literal, ParamSpec, TypeAlias, TypeVar

from betterthan.data.protocol import Comparable
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.phrases import unknown_name
from betterthan.procedures.needs import Needs
from betterthan.results.kinds import Result

P = ParamSpec("P")


R_co = TypeVar("R_co", bound=Result, covariant=True)


Family: TypeAlias = Literal["bayesian", "frequentist"]


Cost: TypeAlias = Literal["closed form", "quadrature", "Monte Carlo"]


RUNGS = (
    "from_differences",
    "from_scores",
    "from_replicates",
    "from_crossed",
    "from_ranks",
    "from_probabilities",
    "from_summary",
    "from_moments",
    "from_cells",
)
"""The names that a rung of a procedure's ladder may have, from the single scores to printed numbers."""


REGISTRY: dict[str, Procedure[Any, Any]] = {}
"""Every procedure by name; Bayesian ones first, then by name."""


class Procedure(Generic[P, R_co]):
    """A statistical procedure: call it with a paired table, or at a lower rung with the numbers of a paper.

    Attributes:
        name: its name.
        title: what a paper would call it.
        needs: what it needs of a table.
        cites: keys of the bundled bibliography.
        family: `bayesian` or `frequentist`.
        cost: how it computes, which sets how much of it the tests run.
        counterpart: the classical procedure that is shown beside a Bayesian one.
        asks: the question that it answers, in one line.
    """

    def __init__(
        self,
        function: Callable[P, R_co],
        title: str,
        needs: Needs,
        cites: tuple[str, ...],
        cost: Cost,
        counterpart: str | None,
    ) -> None:
        update_wrapper(self, function)
        self.function = function
        self.name = function.__name__
        self.title = title
        self.needs = needs
        self.cites = cites
        self.cost = cost
        self.counterpart = counterpart
        self.family: Family = "bayesian" if ".bayesian." in function.__module__ else "frequentist"

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        table = args[0] if args else kwargs["table"]
        if not isinstance(table, Comparable):
            kind, verb = ("a paired", "pair") if self.needs.paired else ("an unpaired", "unpaired")
            raise ArgumentError(
                f"`{self.name}` takes {kind} table; got {type(table).__name__}. "
                f"Make one with `bt.{verb}(scores, first, second)` or `bt.{verb}_arrays(a, b)`."
            )
        self.check(table)
        return self.function(*args, **kwargs)

    def check(self, table: Comparable) -> None:
        """Refuse a table that lacks what the procedure needs.

        Parameters:
            table: the table that it would be given.
        """
        lacking = self.needs.lacking(table)
        if lacking is not None:
            raise NeedsNotMet(f"`{self.name}` needs {lacking}")

    def __getattr__(self, rung: str) -> Callable[..., R_co]:
        """The rungs of the ladder that the procedure's module defines: `from_differences`, `from_summary`, …"""
        if rung.startswith("from_"):
            found = getattr(sys.modules[self.__dict__["function"].__module__], rung, None)
            if callable(found):
                return found  # type: ignore[no-any-return]
        raise AttributeError(f"procedure has no rung `{rung}`")

    @property
    def module_doc(self) -> str:
        """The docstring of the procedure's module: question, model, formula, when not to use it."""
        return inspect.getdoc(sys.modules[self.function.__module__]) or ""

    @property
    def asks(self) -> str:
        return self.module_doc.split("\n", 1)[0]

    @property
    def rungs(self) -> tuple[str, ...]:
        module = vars(sys.modules[self.function.__module__])
        return tuple(name for name in RUNGS if name in module)

    @property
    def options(self) -> tuple[str, ...]:
        """Names of the keywords that it takes besides the table."""
        return tuple(inspect.signature(self.function).parameters)[1:]

    def __repr__(self) -> str:
        return f"<procedure {self.name}: {self.asks}>"


def procedure(
    *, title: str, needs: Needs, cites: tuple[str, ...], cost: Cost = "closed form", counterpart: str | None = None
) -> Callable[[Callable[P, R_co]], Procedure[P, R_co]]:
    """Register a function as a procedure.

    Parameters:
        title: what a paper would call it, as in `the Bayesian t-test`.
        needs: what it needs of a table.
        cites: keys of the bundled bibliography.
        cost: how it computes.
        counterpart: the classical procedure that is shown beside a Bayesian one.
    """

    def register(function: Callable[P, R_co]) -> Procedure[P, R_co]:
        made = Procedure(function, title, needs, cites, cost, counterpart)
        REGISTRY[made.name] = made
        return made

    return register


def named(name: str) -> Procedure[Any, Any]:
    """The procedure with that name.

    Parameters:
        name: for example `bayes_t`.
    """
    if name not in REGISTRY:
        raise ArgumentError(unknown_name("procedure", name, tuple(REGISTRY)))
    return REGISTRY[name]
