"""What a procedure is: a function from a paired table to a result, with what is known of it stated as data."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import WRAPPER_ASSIGNMENTS, update_wrapper, wraps
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, ParamSpec, TypeVar

import numpy as np

from betterthan.data.limits import BYTES_OF_DRAW, ENDLESS, MOST_DRAWS
from betterthan.data.protocol import Measurable
from betterthan.data.rounding import refuse_lost_among
from betterthan.data.tables import PairedTable
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.lazy import homes
from betterthan.numerics.monte_carlo import error_of_shares
from betterthan.numerics.threads import one_blas_thread
from betterthan.phrases import unknown_name
from betterthan.procedures.facts import Facts, Family
from betterthan.procedures.shared.checked import Asked, accepted, refuse_together, refuse_without_doubt
from betterthan.results.kinds import Result
from betterthan.results.region import built_by

if TYPE_CHECKING:
    from betterthan.procedures.needs import Needs

P = ParamSpec("P")


R_co = TypeVar("R_co", bound=Result, covariant=True)


NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})

FAMILIES: dict[str, Family] = {
    "betterthan.procedures.bayesian": "bayesian",
    "betterthan.procedures.frequentist": "frequentist",
}
"""The folders of the procedures that come with betterthan."""


class _WithRungs:
    """The docstring of a procedure, with its rungs; of the class, its own."""

    def __init__(self, own: str) -> None:
        self.own = own

    def __get__(self, found: Procedure[Any, Any] | None, kind: type) -> str:
        return self.own if found is None else found.told()


class Procedure(Facts, Generic[P, R_co]):
    """A statistical procedure: call it with a paired table, or at a lower rung with the numbers of a paper.

    Attributes:
        name: its name.
        family: `bayesian` or `frequentist`.
        asks: the question that it answers, in one line.
        rungs: the functions of its ladder, such as `from_summary`, which are attributes of it.
        options: the keywords that it takes besides the table.

    What else is known of it: see `Facts`.
    """

    if TYPE_CHECKING:
        from_differences: Callable[..., R_co]
        from_scores: Callable[..., R_co]
        from_replicates: Callable[..., R_co]
        from_crossed: Callable[..., R_co]
        from_ranks: Callable[..., R_co]
        from_probabilities: Callable[..., R_co]
        from_summary: Callable[..., R_co]
        from_moments: Callable[..., R_co]
        from_cells: Callable[..., R_co]

    else:
        __doc__ = _WithRungs(__doc__)

        def __getattr__(self, rung: str) -> Callable[..., R_co]:
            """A rung, found when it is first asked for: the rungs stand below the procedure in its module."""
            if rung in self.rungs:
                self.__dict__[rung] = _checked(self, getattr(sys.modules[self.__module__], rung))
                return self.__dict__[rung]
            raise AttributeError(f"procedure has no rung `{rung}`; it has {', '.join(self.rungs) or 'none'}")

    def __init__(self, function: Callable[P, R_co], facts: Facts, family: Family) -> None:
        self.__dict__.update({each.name: getattr(facts, each.name) for each in fields(Facts)})
        update_wrapper(self, function, assigned=[name for name in WRAPPER_ASSIGNMENTS if name != "__doc__"])
        self.function = function
        self.name = function.__name__
        self.family: Family = family

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R_co:
        table = args[0] if args else kwargs["table"]
        if not isinstance(table, Measurable):
            kind, verb = ("a paired", "pair") if self.needs.paired else ("an unpaired", "unpaired")
            raise ArgumentError(
                f"`{self.name}` takes {kind} table; got {type(table).__name__}. "
                f"Make one with `bt.{verb}(scores, first, second)` or `bt.{verb}_arrays(a, b)`."
            )
        self.check(table, kwargs)
        _refuse_draws(self, kwargs.get("draws"))
        with one_blas_thread:
            return self.function(*args, **kwargs)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self.rungs})

    def __repr__(self) -> str:
        return f"<procedure {self.name}: {self.asks}>"

    def check(self, table: Measurable, options: Mapping[str, Any] = NO_OPTIONS) -> None:
        """Refuse a table that lacks what the procedure needs.

        Parameters:
            table: the table that it would be given.
            options: the options that it would be given.
        """
        lacking = self.needs_with(options).lacking(table)
        if lacking is not None:
            raise NeedsNotMet(f"`{self.name}` needs {lacking}")
        if self.needs.models[1] is None and isinstance(table, PairedTable):
            refuse_lost_among(table.scores)

    def needs_with(self, options: Mapping[str, Any]) -> Needs:
        """What it needs if it is given these options: as published, some take differences that never vary.

        Parameters:
            options: values by name.
        """
        certain = self.point_mass and all(options.get(name) == word for name, word in self.point_mass.items())
        return replace(self.needs, differences="any") if certain else self.needs

    def told(self) -> str:
        """What it does, and the rungs of its ladder with what they take."""
        own = f"{self.name}{inspect.signature(self.function)}\n\n{inspect.getdoc(self.function) or ''}"
        ladder = [f"    {self.name}.{rung}{inspect.signature(getattr(self, rung))}" for rung in self.rungs]
        return "\n".join([own, "", "Rungs, for numbers that are no table:", *ladder]) if ladder else own

    @property
    def module_doc(self) -> str:
        """The docstring of the procedure's module: question, model, formula, when not to use it."""
        return inspect.getdoc(sys.modules[self.__module__]) or ""

    @property
    def asks(self) -> str:
        return self.module_doc.split("\n", 1)[0]

    @property
    def rungs(self) -> tuple[str, ...]:
        """The public functions of its module that start with `from_`, in the order of the ladder."""
        module = sys.modules[self.__module__]
        return tuple(name for name, each in vars(module).items() if _is_rung(name, each, module.__name__))

    @property
    def options(self) -> tuple[str, ...]:
        """Names of the keywords that it takes besides the table."""
        return tuple(inspect.signature(self.function).parameters)[1:]


def _refuse_draws(made: Procedure[Any, Any], draws: object) -> None:
    """Refuse so few draws that they tell nothing, and so many that they fill the memory."""
    if not isinstance(draws, (int, float, np.integer)):
        return
    if 1 <= draws < (made.least_draws or 1):
        raise ArgumentError(
            f"`{made.name}` takes at least {made.least_draws} draws, with which a probability may still be off by "
            f"{error_of_shares(np.array([0.5]), made.least_draws or 1):.2f}; got `draws={int(draws)}`."
        )
    if draws > MOST_DRAWS:
        told = int(draws) if draws < ENDLESS else ENDLESS
        raise ArgumentError(
            f"`draws={told}`{' or more' if told == ENDLESS else ''} would take "
            f"{told * BYTES_OF_DRAW / 1e9:,.1f} GB of memory. {MOST_DRAWS:,} are "
            f"enough for an error below 0.0002: give at most these, as in `draws={MOST_DRAWS}`."
        )


def _checked(made: Procedure[Any, R_co], rung: Callable[..., R_co]) -> Callable[..., R_co]:
    """A rung as users meet it: its arguments are checked first, by the types that its signature names."""
    signature, accepts = inspect.signature(rung), accepted(rung)

    @wraps(rung)
    def checked_rung(*args: Any, **kwargs: Any) -> R_co:
        given = signature.bind(*args, **kwargs).arguments
        taken = {
            name: accepts[name].taken(value, Asked(made.name, name, made.needs.units)) if name in accepts else value
            for name, value in given.items()
        }
        _refuse_draws(made, taken.get("draws"))
        refuse_together(taken, posterior=made.family == "bayesian")
        refuse_without_doubt(made.name, made.needs_with(taken).differences, taken)
        return rung(**taken)

    shown = [
        each.replace(annotation=accepts[name].shown) if name in accepts else each
        for name, each in signature.parameters.items()
    ]
    checked_rung.__signature__ = signature.replace(parameters=shown)  # type: ignore[attr-defined]
    checked_rung.__qualname__ = f"{made.name}.{rung.__name__}"  # where it is found again, by `pickle` for one
    return checked_rung


def _is_rung(name: str, found: object, module: str) -> bool:
    return name.startswith("from_") and inspect.isfunction(found) and found.__module__ == module


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class procedure(Facts):  # noqa: N801 (a decorator)
    """Register a function as a procedure: the decorator takes what is known of it, as data (`Facts`).

    Parameters:
        family: `bayesian` or `frequentist`; for those that come with betterthan, the folder says it.
    """

    family: Family | None = None

    def __call__(self, function: Callable[P, R_co]) -> Procedure[P, R_co]:
        made = Procedure(function, self, self.family or _family_of(function))
        REGISTRY.add(made)
        return made


def _family_of(function: Callable[..., Any]) -> Family:
    folder = function.__module__.rpartition(".")[0]
    if folder not in FAMILIES:
        raise ArgumentError(f'Say of which family `{function.__name__}` is: `family="bayesian"` or "frequentist".')
    return FAMILIES[folder]


class Registry(Mapping[str, Procedure[Any, Any]]):
    """Every procedure by name, by family and name; those registered from outside follow.

    The names are known from the stub of the package; a procedure's module is loaded when the procedure is asked for.
    """

    def __init__(self, stub: Path) -> None:
        self._homes = {name: home for name, home in homes(stub).items() if home.rpartition(".")[0] in FAMILIES}
        self._made: dict[str, Procedure[Any, Any]] = {}

    def add(self, made: Procedure[Any, Any]) -> None:
        """Enter a procedure; one from outside may not take the name of one that comes with betterthan."""
        if self._homes.get(made.name, made.__module__) != made.__module__:
            raise ArgumentError(f"There is a procedure `{made.name}` already; choose another name.")
        self._made[made.name] = made

    def remove(self, name: str) -> None:
        """Take out a procedure that was registered from outside; those that come with betterthan stay."""
        if name in self._homes or name not in self._made:
            raise ArgumentError(f"`{name}` is not a procedure that was registered from outside.")
        del self._made[name]

    def names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((*self._homes, *self._made)))

    def __getitem__(self, name: str) -> Procedure[Any, Any]:
        if name not in self._made and name in self._homes:
            import_module(self._homes[name])
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._homes or name in self._made

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def __len__(self) -> int:
        return len(self.names())


REGISTRY = Registry(Path(__file__).with_name("__init__.pyi"))


def names() -> tuple[str, ...]:
    """The name of every procedure; none is loaded for it."""
    return REGISTRY.names()


def named(name: str) -> Procedure[Any, Any]:
    """The procedure with that name.

    Parameters:
        name: for example `bayes_t`.
    """
    if name not in REGISTRY:
        raise ArgumentError(unknown_name("procedure", name, names()))
    return REGISTRY[name]


built_by(lambda name: named(name).from_differences, lambda name: named(name).ends)
