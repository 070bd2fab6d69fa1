"""Facts: what is known of a procedure besides how it computes, stated once, in its registration.

Whoever walks from a table to an answer reads these, and never asks for a procedure by its name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, get_args

from betterthan.results.difference import DifferencePosterior
from betterthan.results.null_test import NullTest
from betterthan.results.protocol import Posterior
from betterthan.results.rope import Rope
from betterthan.vocabulary import RopeScale

if TYPE_CHECKING:
    from betterthan.data.protocol import Paired
    from betterthan.procedures.needs import Needs
    from betterthan.results.kinds import PairResult

Family: TypeAlias = Literal["bayesian", "frequentist"]


Cost: TypeAlias = Literal["closed form", "quadrature", "Monte Carlo"]


ScaleOfRope: TypeAlias = RopeScale | Literal["none"]


Assumption: TypeAlias = Literal["normality", "few ties", "symmetry"]
"""What a check looks at, and what a robust procedure does without."""


ASSUMPTIONS: tuple[Assumption, ...] = get_args(Assumption)


@dataclass(frozen=True)
class Robust:
    """A procedure to look at where an assumption fails.

    Parameters:
        procedure: its name.
        without: the assumption that it does without.
        estimates: what it estimates, as in `typical difference`.
        units: with fewer units it is no better.
    """

    procedure: str
    without: Assumption
    estimates: str = ""
    units: int = 0


@dataclass(frozen=True)
class Naive:
    """What ignoring the dependence of the units would say, beside what allowing for it says.

    Parameters:
        plain: the test that takes the units as independent.
        fair: the test that allows for what they share.
    """

    plain: str
    fair: str


@dataclass(frozen=True)
class FewLevels:
    """What two crossed factors say where one of them has few levels.

    Parameters:
        below: with fewer levels of a factor than this.
        told: how far its intervals can be trusted then, as the end of a sentence that begins `With 3 seeds`.
        prior: another prior, whose probabilities are shown beside.
    """

    below: int
    told: str
    prior: str


class Grown(NamedTuple):
    """The posterior at k times the units, and what makes the classical test beside it."""

    posterior: DifferencePosterior
    test: Callable[[], NullTest]


@dataclass(frozen=True)
class Ranks:
    """How a procedure ranks all models of a table at once.

    Parameters:
        pools: whether it draws the effects of the models from one law (partial pooling).
        tests: the classical tests of all models at once that are shown beside its ranking.
        tests_of_binary: the same for 0/1 scores of one task.
        on_single_tasks: what says whether two models are equivalent on single tasks, too, where the procedure of a pair
            does not.
    """

    pools: bool = False
    tests: tuple[str, ...] = ("friedman", "nemenyi")
    tests_of_binary: tuple[str, ...] = ("cochran_q",)
    on_single_tasks: str = "bayes_sign"


AtSize: TypeAlias = Callable[[float], Grown]
"""What k times the units would say, for any k."""


@dataclass(frozen=True)
class Growth:
    """What k times the units would say.

    Parameters:
        at_size: of a table, of the kind that the procedure takes, and the result that it gave: the same sums at k times
            the units.
        limited: why endless units would still leave doubt, as in `folds share training data`; None if they would not.
        rows: the same where the units are two factors crossed, and only the levels of the first grow in number.
        columns: the same for the second.
        most: beyond this k a verdict is not within reach.
        holds: which figures stay as they are.
        stuck: of a table, why more of its units would say nothing new; None if they would.
    """

    at_size: Callable[[Any, PairResult], AtSize]
    limited: str | None = None
    rows: Callable[[Any, PairResult], AtSize] | None = None
    columns: Callable[[Any, PairResult], AtSize] | None = None
    most: float = 1e9
    holds: str = "mean and sd"
    stuck: Callable[[Any], str | None] = lambda table: None


UnderPriors: TypeAlias = Callable[[Rope], Mapping[str, Posterior]]
"""For a rope, the posterior under each of the named priors, its own first."""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Facts:
    """What is known of a procedure.

    Parameters:
        title: what a paper would call it, as in `the Bayesian t-test`.
        needs: what it needs of a table.
        cites: keys of the bundled bibliography.
        cost: how it computes, which sets how much of it the tests run.
        counterpart: the classical procedure that is shown beside a Bayesian one.
        counterparts: those that are shown where that one does not take the table, in order.
        ranks: how it ranks all models of a table at once; None if it does not.
        p_says: what the p-value of a classical test says, as a sentence.
        p_of: whose p-value it is, where a test of pairs carries that of another one of all models.
        least_draws: with fewer draws it refuses, since their error would be larger than what they tell; None if it
            draws nothing.
        stands_for: beside a ranking, which tests it replaces and why, as a sentence.
        post_hoc: for a test of all models that does not say which of them differ: the tests that do.
        rope_scale: the scale of its rope, unless `in_points` says otherwise; `none` if it takes none.
        in_points: options with which its rope is in units of the score, where a user gives one.
        point_mass: options with which it takes differences that never vary, and leaves no doubt about them, as in the
            papers.
        takes_all_units: whether it takes the units of several tasks together, and not the mean of each task.
        counts: whether it only counts on which units each model is better, so that they may be on different scales.
        needs_rope: whether it is built for one rope, which must be given to run it.
        decides_from: with fewer units it can never decide.
        naive: for units that share something: the test that ignores it, and the one that does not.
        assumes: what it assumes of the differences of the units, which checks look at.
        robust: what to look at where a check of its assumptions fails.
        growth: what more units would say; None if it does not rest on sums.
        more: of what there must be more to learn more.
        few_levels: of two crossed factors: what to say where one of them has few levels; None if nothing.
        priors: a posterior of this procedure under its other named priors; None if it has one prior.
        ends: of a posterior that is built for one rope, and a level: the ends of the interval of its parameter.
        notes: what it assumed of a table, in sentences.
    """

    title: str
    needs: Needs
    cites: tuple[str, ...]
    cost: Cost = "closed form"
    counterpart: str | None = None
    counterparts: tuple[str, ...] = ()
    ranks: Ranks | None = None
    p_says: str = ""
    p_of: str = ""
    least_draws: int | None = None
    stands_for: str = ""
    post_hoc: tuple[str, ...] = ()
    rope_scale: ScaleOfRope = "score"
    in_points: Mapping[str, str] = field(default_factory=dict)
    point_mass: Mapping[str, str] = field(default_factory=dict)
    takes_all_units: bool = False
    counts: bool = False
    needs_rope: bool = False
    decides_from: int = 1
    naive: Naive | None = None
    assumes: tuple[Assumption, ...] = ASSUMPTIONS
    robust: tuple[Robust, ...] = ()
    growth: Growth | None = None
    more: str = "units"
    few_levels: FewLevels | None = None
    priors: Callable[[Any], UnderPriors] | None = None
    ends: Callable[[Any, float], tuple[float, float]] | None = None
    notes: Callable[[Paired], tuple[str, ...]] | None = None

    @property
    def pools(self) -> bool:
        """Whether it draws the effects of several models from one law."""
        return self.ranks is not None and self.ranks.pools
