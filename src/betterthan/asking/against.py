"""Against: one model and a published number, which is taken as an independent estimate.

With the number of its cases a published share p has the law Beta(1 + p n, 1 + (1 - p) n), as if its cases were at hand
(the prior is uniform, as for the model's own 0/1 scores); with a standard error it is normal; with neither it is exact.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import isfinite
from typing import TYPE_CHECKING

from betterthan.answers.estimate import Against
from betterthan.errors import ArgumentError
from betterthan.judging.decision import check_rule_options, decide
from betterthan.judging.ropes import EFFECT_SIZE
from betterthan.judging.rules.table import rule_named
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.difference import DifferencePosterior, Parameter
from betterthan.results.laws.beta import Beta
from betterthan.results.laws.better_by import better_by
from betterthan.results.laws.normal import Normal
from betterthan.results.laws.point import Point
from betterthan.results.rope import DEFAULT, RelativeRope, Rope, as_rope

if TYPE_CHECKING:
    from betterthan.data.tables import PairedTable
    from betterthan.judging.rules.rule import LossMatrix
    from betterthan.results.laws.law import Law
    from betterthan.results.rope import RopeLike

MADE_BY = "against"
"""What the posterior names as its maker: no procedure, which would need two models."""

NOT_PAIRED = (
    "This is not a paired comparison: the published number is taken as an independent estimate{exact}. What makes the "
    "units of either one easy or hard does not cancel; scores of the other model on the same units would say more."
)


@dataclass(frozen=True, kw_only=True)
class Published:
    """A published number, and how the model is judged against it; see `estimate`."""

    value: float
    n: int | None
    standard_error: float | None
    rope: RopeLike | RelativeRope | None
    rule: str
    threshold: float | None
    loss_matrix: LossMatrix | None

    @classmethod
    def given(
        cls,
        value: float | None,
        n: int | None,
        standard_error: float | None,
        rope: RopeLike | RelativeRope | None,
        rule: str,
        threshold: float | None,
        loss_matrix: LossMatrix | None,
    ) -> Published | None:
        """What was given, checked; None if no number was."""
        if value is None:
            _refuse_without_number(n, standard_error)
            return None
        if not isfinite(value):
            raise ArgumentError(f"`against=` takes a finite number, such as 0.85; got {value:g}.")
        if n is not None and standard_error is not None:
            raise ArgumentError("`against_n=` and `against_sd=` both say how uncertain the number is: give one.")
        if n is not None and (n < 1 or n != int(n)):
            raise ArgumentError(f"`against_n=` is a number of cases, at least 1; got {n:g}.")
        if n is not None and not 0 <= value <= 1:
            raise ArgumentError(
                f"`against_n=` is for a share between 0 and 1, such as an accuracy; got {value:g}. Give the standard "
                "error of the published number with `against_sd=`."
            )
        if standard_error is not None and not (isfinite(standard_error) and standard_error > 0):
            raise ArgumentError(
                f"`against_sd=` is the standard error of the published number, above 0; got {standard_error:g}."
            )
        check_rule_options(rule_named(rule), threshold, loss_matrix)
        return cls(
            value=float(value),
            n=None if n is None else int(n),
            standard_error=standard_error,
            rope=rope,
            rule=rule,
            threshold=threshold,
            loss_matrix=loss_matrix,
        )

    @property
    def note(self) -> str:
        """What kind of comparison this is not, and what was assumed."""
        exact = self.n is None and self.standard_error is None
        return NOT_PAIRED.format(exact=" without error, as if it were exact" if exact else "")

    @property
    def law(self) -> Law:
        """What is known of the number."""
        return _known(self.value, self.n, self.standard_error)


def _known(value: float, n: int | None, standard_error: float | None) -> Law:
    if n is not None:
        return Beta(1 + value * n, 1 + (1 - value) * n)
    return Point(value) if standard_error is None else Normal(value, standard_error)


def _refuse_without_number(n: int | None, standard_error: float | None) -> None:
    for name, value in (("against_n", n), ("against_sd", standard_error)):
        if value is not None:
            raise ArgumentError(f"`{name}=` says how uncertain a published number is: give the number with `against=`.")


def against_published(law: Law, sd: float, table: PairedTable, published: Published, level: float) -> Against:
    """The posterior of the difference, and the verdict.

    Parameters:
        law: of the model's mean, in the scores' original units.
        sd: standard deviation of its scores.
        table: the scores.
        published: the number.
        level: coverage of the interval.
    """
    _refuse_other_scale(table, published)
    exact = published.n is None and published.standard_error is None
    result = DifferencePosterior(
        better_by(law, published.law, losses=not table.higher_is_better),
        MADE_BY,
        Parameter("mean − published number" if table.higher_is_better else "published number − mean"),
        "uniform on shares, flat on means",
        spread=sd,
        diagnostics=Diagnostics("closed form" if exact else "quadrature"),
    )
    rope = _rope(published, sd, losses=not table.higher_is_better)
    decision = decide(
        result, rope, rule=published.rule, threshold=published.threshold, loss_matrix=published.loss_matrix
    )
    given = published.threshold, _as_rows(published.loss_matrix)
    return Against(published.value, published.n, published.standard_error, result, rope, decision, level, *given)


def _as_rows(loss_matrix: LossMatrix | None) -> tuple[tuple[float, ...], ...] | None:
    return None if loss_matrix is None else tuple(tuple(float(cost) for cost in row) for row in loss_matrix)


def judged_again(found: Against, law: Law, *, losses: bool) -> Against:
    """The same, computed again from the law of the mean and from what is known of the published number.

    Parameters:
        found: the comparison, perhaps read from a document.
        law: of the model's mean.
        losses: whether smaller scores are better.
    """
    known = _known(found.value, found.n, found.standard_error)
    result = replace(found.result, law=better_by(law, known, losses=losses))
    stored = found.decision
    decision = decide(result, found.rope, rule=stored.rule, threshold=stored.threshold, loss_matrix=found.loss_matrix)
    return replace(found, result=result, decision=decision)


def _refuse_other_scale(table: PairedTable, published: Published) -> None:
    """Shares against percent answer a question that nobody asked."""
    scores = table.original(table.scores[:, 0])
    low, high, value = float(scores.min()), float(scores.max()), published.value
    if low >= 0 and high <= 1 and 1 < value <= 100:
        raise ArgumentError(
            f"The scores lie between {low:g} and {high:g}, the published number {value:g} looks like percent. Did you "
            f"mean `against={value / 100:g}`?"
        )
    if table.binary and not 0 <= value <= 1:
        raise ArgumentError(f"The scores are 0 or 1, so that a mean lies between 0 and 1; got `against={value:g}`.")
    if low >= 0 and float(scores.mean()) > 10 and 0 < value <= 1:
        raise ArgumentError(
            f"The scores lie between {low:g} and {high:g}, the published number {value:g} looks like a share of 1. Did "
            f"you mean `against={100 * value:g}`?"
        )


def _rope(published: Published, sd: float, *, losses: bool) -> Rope:
    """The user's rope; else 0.1 standard deviations of the scores, for there are no differences."""
    if published.rope is None:
        return Rope(-EFFECT_SIZE * sd, EFFECT_SIZE * sd, f"{DEFAULT}{EFFECT_SIZE} standard deviations of the scores")
    if not isinstance(published.rope, RelativeRope):
        return as_rope(published.rope)
    error = published.value if losses else 1 - published.value
    if error < 0:
        raise ArgumentError(f"A relative rope is a fraction of the published error, at least 0; got {error:g}.")
    return published.rope.resolve(error=error, model="the published number")
