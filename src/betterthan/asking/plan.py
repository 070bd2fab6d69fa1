"""plan: how many units a verdict needs, and how many a classical test; what a pilot leaves open is averaged over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf, sqrt
from typing import TYPE_CHECKING, Literal, NamedTuple

from betterthan.answers.plan import Assurance, AtNumber, Piloted, Plan, Point, Size
from betterthan.asking.given import Said, asked_about
from betterthan.asking.pilot import Basis, basis_of, of_epochs
from betterthan.asking.plan_mix import cheapest_mix, costs_of
from betterthan.asking.plan_numbers import basis_of_numbers
from betterthan.asking.plan_tests import sizes_of_tests
from betterthan.asking.planning import Aim, Means, Planner, Shares, Tasks
from betterthan.data.arguments import plain_arguments
from betterthan.data.comparable import comparable
from betterthan.data.matching import check_words, choose_models
from betterthan.data.scores import Scores
from betterthan.errors import ArgumentError
from betterthan.judging.ropes import about, error_of_second, refuse_mixed_scales
from betterthan.judging.rules.threshold import check_threshold
from betterthan.numerics.discordant_power import mcnemar_power, smallest_gap
from betterthan.numerics.given import given_count, given_number
from betterthan.numerics.t_power import MOST, smallest
from betterthan.numerics.telling import tell
from betterthan.numerics.threads import one_blas_thread
from betterthan.phrases import number
from betterthan.results.interval import check_level
from betterthan.results.rope import RelativeRope, Rope, as_rope, rope_from_text
from betterthan.vocabulary import PLAN_GOALS, PLAN_UNITS, PlanGoal, PlanUnit, known

if TYPE_CHECKING:
    from collections.abc import Callable

    from betterthan.asking.given import Given
    from betterthan.data.protocol import Comparable
    from betterthan.results.rope import RopeLike
    from betterthan.vocabulary import Missing, Repeats, Weight

POINTS = 25
"""Numbers of units on the curve."""
LOW, HIGH = 0.1, 4.0
"""Between which multiples of the number that is needed the curve runs."""
SMALLEST_CURVE = 5


class Asked(NamedTuple):
    """What is asked of a basis: the aim, the chance that is wanted, and the true difference that is assumed."""

    aim: Aim
    power: float
    effect: float
    effect_from: Literal["given", "pilot", "goal"]


@plain_arguments
@one_blas_thread
def plan(
    pilot: Given | None = None,
    other: object = None,
    *,
    rope: RopeLike | RelativeRope | None = None,
    unit: PlanUnit | None = None,
    goal: PlanGoal = "better",
    width: float | None = None,
    power: float = 0.8,
    threshold: float = 0.95,
    level: float = 0.95,
    effect: float | None = None,
    sd: float | None = None,
    discordance: float | None = None,
    icc: float | None = None,
    per_cluster: float | None = None,
    clusters: int | None = None,
    n: int | None = None,
    cost: Mapping[str, float] | None = None,
    first: str | None = None,
    second: str | None = None,
    task: str | Sequence[str] | None = None,
    missing: Missing = "error",
    repeats: Repeats = "error",
    folds: int | None = None,
    cv: int | None = None,
    independent: bool = False,
    higher_is_better: bool | None = None,
    range: tuple[float, float] | None = None,  # noqa: A002 (what users call it)
    weight: Weight | None = None,
) -> Plan:
    """How many units do I need: for a verdict, and for a classical test of no difference?

    Two answers are given, never mixed up: **power**, the chance at a stated true difference; and **assurance**, the
    chance averaged over what a pilot leaves open, whose estimate is not the truth.

    Parameters:
        pilot: scores of two models, as `bt.compare` takes them; without them, give `sd` or `discordance`.
        other: the second model's scores, if `pilot` is an array.
        rope: the region of practical equivalence, in units of the score; without it there is no verdict to plan for.
        unit: what is counted: `cases`, `clusters`, `tasks`, `seeds`, `judges`, `epochs` (answers to each case) or
            `folds`. None is cases where the pilot has cases, else what it has.
        goal: what is to be said: the first model is `better`, `not-worse` (as a gate asks it), both are `equivalent`,
            or an interval of a `width`.
        width: of goal `width`, what the interval is to be narrower than.
        power: the chance that is wanted.
        threshold: probability that a verdict needs.
        level: coverage of the interval, and one less the level of the two-sided test.
        effect: the true difference at which power is computed, first - second. None is the pilot's estimate for
            `better`, and no difference for `not-worse` and `equivalent`.
        sd: standard deviation of the differences of single units, if there is no pilot.
        discordance: share of cases on which two models with 0/1 scores disagree, if there is no pilot.
        icc: intraclass correlation of cases in clusters, beside `sd` or `discordance`.
        per_cluster: number of cases in a cluster, beside `icc`.
        clusters: number of clusters, if there will be no more of them, beside `icc`.
        n: a number of units: what could be shown with it?
        cost: what one more unit of two kinds costs, such as `{"case": 1, "seed": 20}`: the cheapest numbers of both.
        first: the model that is named first.
        second: the other model.
        task: one or several tasks to look at.
        missing: as in `compare`.
        repeats: as in `compare`.
        folds: as in `compare`.
        cv: as in `compare`.
        independent: as in `compare`.
        higher_is_better: as in `compare`.
        range: the lowest and the highest score that there can be: what one case can cost, for `not-worse`.
        weight: as in `compare`.

    >>> found = plan(sd=1 / 3, effect=0.03)
    >>> found.test.needed, found.verdict
    (969, None)
    >>> plan(discordance=0.7, effect=0.3, rope=0.05).verdict.needed
    61
    """
    asked_unit = None if unit is None else known("unit of a plan", unit, PLAN_UNITS)
    known("goal", goal, PLAN_GOALS)
    _check_share("power", power)
    check_threshold(threshold)
    check_level(level)
    check_words(missing, repeats)
    numbers = {"sd": sd, "discordance": discordance, "icc": icc, "per_cluster": per_cluster, "clusters": clusters}
    if pilot is None:
        chosen = _rope(rope, None)
        basis = basis_of_numbers(asked_unit or "cases", numbers, effect or 0.0, range)
    else:
        _refuse_both(numbers)
        said = Said(
            folds=folds, cv=cv, independent=independent, higher_is_better=higher_is_better, range=range, weight=weight
        )
        scores = asked_about(pilot, other, asker="plan", said=said)
        selected = scores if task is None else scores.select_tasks([task] if isinstance(task, str) else list(task))
        names = [name for name in (first, second) if name is not None]
        if asked_unit == "epochs" and isinstance(selected, Scores) and "fold" not in selected.columns:
            chosen = _rope(rope, None)
            basis = of_epochs(selected, choose_models(selected.models, names, selected.source))
        else:
            table = comparable(selected, names, missing=missing, repeats=repeats)
            chosen = _rope(rope, table)
            basis = basis_of(table, asked_unit)
    if goal == "not-worse" and basis.ungated:
        raise ArgumentError(f"The goal `not-worse` is what a gate asks, and {basis.ungated}.")
    aim = _aim(goal, chosen, width, threshold, level)
    asked = Asked(aim, power, *_effect(goal, effect, basis))
    size = None if n is None else given_count("n", n, least=basis.least)
    return _planned(basis, asked, chosen, size, costs_of(cost, basis))


def _check_share(name: str, value: float) -> None:
    if not 0 < given_number(name, value) < 1:
        raise ArgumentError(f"`{name}=` is a chance between 0 and 1, such as 0.8; got {value:g}.")


def _refuse_both(numbers: Mapping[str, float | None]) -> None:
    given = next((name for name, value in numbers.items() if value is not None), None)
    if given is not None:
        raise ArgumentError(
            f"`{given}=` and a pilot contradict each other: the pilot says how much its differences vary. Give one."
        )


def _rope(rope: RopeLike | RelativeRope | None, table: Comparable | None) -> Rope | None:
    """The rope in units of the score; a relative one needs the scores of a pilot."""
    if rope is None:
        return None
    given = rope_from_text(rope) if isinstance(rope, str) else rope
    if isinstance(given, RelativeRope):
        if table is None:
            raise ArgumentError("A relative rope needs the scores of a pilot: give the rope in units of the score.")
        return given.resolve(error=error_of_second(table), model=table.models[1])
    made = as_rope(given)
    if made.scale != "score":
        raise ArgumentError(
            f"A plan takes a rope in units of the score, such as 0.01; got one on the scale {made.scale}."
        )
    if table is not None and isinstance(given, (int, float)):
        refuse_mixed_scales(made, table)
    return about(made, 0.0)


def _aim(goal: PlanGoal, rope: Rope | None, width: float | None, threshold: float, level: float) -> Aim:
    if (goal == "width") != (width is not None):
        raise ArgumentError(
            'The goal `width` needs the width that the interval is to be narrower than: `goal="width", width=0.02`.'
        )
    if width is not None and not given_number("width", width) > 0:
        raise ArgumentError(f"`width=` is above 0; got {width:g}.")
    if goal in ("equivalent", "not-worse") and (rope is None or not rope.low < min(0.0, rope.high)):
        raise ArgumentError(f"The goal `{goal}` needs a rope, such as `rope=0.01`: how much counts as nothing.")
    low, high = (None, None) if rope is None else (rope.low, rope.high)
    return Aim(goal, low, high, width, threshold, level)


def _effect(goal: PlanGoal, effect: float | None, basis: Basis) -> tuple[float, Literal["given", "pilot", "goal"]]:
    if effect is not None:
        made = given_number("effect", effect)
        if basis.discordance is not None and abs(made) > basis.discordance:
            raise ArgumentError(
                f"An effect of {made:g} needs more disagreements than there are: the two models disagree on a share of "
                f"{basis.discordance:g} of the cases."
            )
        return made, "given"
    if goal == "better" and basis.pilot is not None:
        return basis.pilot.mean, "pilot"
    if goal == "better":
        raise ArgumentError(
            "Say how large the true difference is, `effect=0.03`: power is a chance at a stated difference."
        )
    return 0.0, "goal"


def planner_of(basis: Basis, aim: Aim) -> Planner:
    """What says how probable the aim is with n units.

    Parameters:
        basis: what is known.
        aim: what is to be said.
    """
    if basis.tasks is not None:
        drawn = basis.tasks
        return Tasks(aim, drawn["delta0"], drawn["sigma0"], drawn["nu"], basis.noise)
    if basis.discordance is not None and not basis.error.floor and basis.icc is None:
        return Shares(aim, basis.discordance, basis.counts)
    return Means(aim, basis.error, basis.pilot, basis.lost, basis.values, basis.per_unit)


def _planned(basis: Basis, asked: Asked, rope: Rope | None, n: int | None, costs: Mapping[str, float] | None) -> Plan:
    """The whole record."""
    planner, aim = planner_of(basis, asked.aim), asked.aim
    sized = _Sized(planner, basis, asked)
    verdict = sized.verdict() if aim.judges else None
    tested = sized.test()
    assured = None
    if basis.pilot is not None:
        assured = Assurance(sized.assured_verdict() if aim.judges else None, sized.assured_test())
    matters = aim.goal != "width"
    return Plan(
        unit=basis.unit,
        goal=aim.goal,
        width=aim.width,
        rope=rope,
        threshold=float(aim.threshold),
        level=float(aim.level),
        power=float(asked.power),
        effect=asked.effect if matters else None,
        effect_from=asked.effect_from if matters else None,
        verdict=verdict,
        test=tested,
        assurance=assured,
        tests=sizes_of_tests(basis, tested.effect or 0.0, asked.power, aim.level) if matters else (),
        at=None if n is None else _at(planner, basis, asked, n),
        mix=None if costs is None else cheapest_mix(basis, aim, asked.power, asked.effect, sized.tested_effect, costs),
        sd=sqrt(basis.error.each),
        discordance=basis.discordance,
        icc=basis.icc,
        per_cluster=basis.per_cluster,
        pilot=_piloted(basis),
        curve=_curve(planner, basis, asked, [verdict, tested, *(assured or ())], n),
        notes=basis.notes,
    )


def _piloted(basis: Basis) -> Piloted | None:
    if basis.pilot is None or basis.models is None:
        return None
    return Piloted(*basis.models, basis.now, basis.kinds, basis.pilot.mean, basis.pilot.error)


class _Sized:
    """The four numbers of units, each with what it reaches and why none does."""

    def __init__(self, planner: Planner, basis: Basis, asked: Asked) -> None:
        self.planner, self.basis, self.asked = planner, basis, asked
        aim = asked.aim
        low, high = aim.rope
        self.tested_effect = asked.effect
        if asked.effect == 0 and aim.goal in ("equivalent", "not-worse"):
            self.tested_effect = max(-low, high if aim.goal == "equivalent" else 0.0)
        self.most = planner.most if isinstance(planner, Tasks) else MOST

    def verdict(self) -> Size:
        """At the stated effect."""
        effect = self.asked.effect
        return self._size(lambda n: self.planner.verdict(n, effect), self._known(effect), self._bound_words(effect))

    def test(self) -> Size:
        """At the stated effect; where that is none, at one as large as the rope."""
        effect = self.tested_effect
        why = "there is no difference to find" if effect == 0 else ""
        return self._size(lambda n: self.planner.test(n, effect), self._known(effect), why)

    def assured_verdict(self) -> Size:
        """Over the pilot."""
        return self._size(self.planner.assured_verdict, None, self._ceiling_words())

    def assured_test(self) -> Size:
        """Over the pilot."""
        return self._size(self.planner.assured_test, None, "")

    def _known(self, effect: float) -> float | None:
        return None if self.asked.aim.goal == "width" else effect

    def _size(self, reached: Callable[[float], float], effect: float | None, why: str) -> Size:
        most, power = reached(inf), self.asked.power
        unit = self.basis.unit
        if most < power:
            reason = f"{self.basis.fixed}, and endlessly many {unit} reach {most:.3f}" if self.basis.fixed else why
            return Size(effect, None, None, most, reason or f"endlessly many {unit} reach {most:.3f}")
        found = smallest(lambda n: reached(n) >= power, self._guess(effect), least=self.basis.least, most=self.most)
        if found is None:
            return Size(effect, None, None, most, f"it would take more than {self.most:,} {unit}")
        return Size(effect, found, reached(found), most)

    def _guess(self, effect: float | None) -> float:
        """Near the number, so that few are tried: that of a normal law for an effect beyond a bound."""
        low, high = self.asked.aim.rope
        away = effect if effect is not None else self.basis.pilot.mean if self.basis.pilot else 0.0
        apart = {"better": away - high, "not-worse": away - low, "equivalent": min(away - low, high - away)}
        gap = apart.get(self.asked.aim.goal, self.asked.aim.width or 0.0) or abs(away)
        return min(1e6, max(5.0, 6.2 * self.basis.error.each / gap**2)) if gap > 0 else 100.0

    def _bound_words(self, effect: float) -> str:
        low, high = self.asked.aim.rope
        where = {"better": effect <= high, "not-worse": effect <= low, "equivalent": not low < effect < high}
        if not where.get(self.asked.aim.goal, False):
            return ""
        other = ""
        if self.asked.aim.goal == "better" and effect < -high and self.basis.models is not None:
            other = f"; in the pilot {self.basis.models[1]} is better: name it first with `first=`"
        return f"a difference of {number(effect)} is itself not {self.asked.aim.goal} by this rope{other}"

    def _ceiling_words(self) -> str:
        return "the truth may lie beyond a bound of the rope"


def _curve(
    planner: Planner, basis: Basis, asked: Asked, sizes: Sequence[Size | None], n: int | None
) -> tuple[Point, ...]:
    """Power and assurance at numbers of units around those that are needed."""
    found = [size.needed for size in sizes if size is not None and size.needed is not None] or [max(100, 4 * basis.now)]
    found += [] if n is None else [n]
    smallest_curve = basis.least if min(found) < 2 * SMALLEST_CURVE else max(SMALLEST_CURVE, basis.least)
    low = max(smallest_curve, round(LOW * min(found)))
    high = round((2.0 if len(found) > 1 else HIGH) * max(found))
    high = min(high, planner.most) if isinstance(planner, Tasks) else high
    steps = sorted({round(low * (high / low) ** (j / (POINTS - 1))) for j in _range(POINTS)} | {*found})
    known_pilot, judges = basis.pilot is not None, asked.aim.judges
    points = []
    for done, size in enumerate(steps, 1):
        points.append(
            Point(
                size,
                planner.verdict(size, asked.effect) if judges else None,
                planner.test(size, asked.effect),
                planner.assured_verdict(size) if judges and known_pilot else None,
                planner.assured_test(size) if known_pilot else None,
            )
        )
        tell(done, len(steps))
    return tuple(points)


_range = range


def _at(planner: Planner, basis: Basis, asked: Asked, n: int) -> AtNumber:
    """What a given number of units can do; of 0/1 scores the test is exact."""
    aim, power = asked.aim, asked.power
    discordance = basis.discordance if isinstance(planner, Shares) else None
    largest = 1e3 * basis.error.at(n) if discordance is None else discordance
    tested, ceiling = planner.test(n, asked.effect), None
    if discordance is None:
        gap = _least(lambda effect: planner.test(n, effect), power, largest)
    else:
        found = mcnemar_power(n, min(abs(asked.effect), discordance), discordance, level=aim.level)
        tested, ceiling = found.power, found.ceiling
        gap = smallest_gap(n, discordance, power, level=aim.level)
    better = None
    if aim.goal == "better" and aim.judges:
        better = _least(lambda effect: planner.verdict(n, effect), power, largest)
    return AtNumber(
        n,
        planner.verdict(n, asked.effect) if aim.judges else None,
        tested,
        planner.assured_verdict(n) if aim.judges and basis.pilot is not None else None,
        better,
        gap,
        ceiling,
    )


def _least(reached: Callable[[float], float], power: float, largest: float) -> float | None:
    """The smallest effect that reaches the power, by bisection; None if the largest does not."""
    if reached(largest) < power:
        return None
    low, high = 0.0, largest
    for _ in _range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if reached(middle) >= power else (middle, high)
    return high
