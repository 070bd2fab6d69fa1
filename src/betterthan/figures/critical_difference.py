"""Critical-difference diagram: models by their average rank, with bars that join those that are not separated.

Demšar (2006), Figs. 1 and 2. With `groups="tiers"` the bars are the tie groups of a joint Bayesian model instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from matplotlib.ticker import MaxNLocator

from betterthan.answers.joint_test import JointTest
from betterthan.answers.ranked import Ranked
from betterthan.errors import ArgumentError
from betterthan.figures import room
from betterthan.figures.layout import LINE, caption, cell, inside, short_names, widest, word_size
from betterthan.figures.style import drawing, least_letters, only, palette, rest_of
from betterthan.phrases import unknown_name
from betterthan.results.null_test import NullTest
from betterthan.words.numbers import number

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Groups: TypeAlias = Literal["ranks", "tiers"]
Scale: TypeAlias = Literal["place", "effect"]

MOST = 60
"""More models than this are not drawn; the figure says how many are left out."""
BAR = 5.0
"""Points from one bar to the next."""
TICKS, RULER = 18.0, 26.0
"""Points above the axis, for its ticks and for the critical difference."""
LETTERS = 8.0
"""Size of the words, where no larger one is asked for."""
FOOT = 40.0
"""Points below the names, for the words."""
NO_BARS = "no bars: this test does not say which models differ"


class Placed(NamedTuple):
    """What the diagram shows.

    Attributes:
        names: the models, best first.
        at: where each stands on the axis.
        groups: numbers of the models of each group that is not separated, best first.
        critical: the critical difference, if there is one.
        label: what the axis shows.
        meaning: what a bar means.
    """

    names: tuple[str, ...]
    at: tuple[float, ...]
    groups: tuple[tuple[int, ...], ...]
    critical: float | None
    label: str
    meaning: str

    @property
    def head(self) -> float:
        """Points above the axis."""
        return TICKS if self.critical is None else TICKS + RULER


class Words(NamedTuple):
    """The names of the models that are drawn, and the room that they leave.

    Attributes:
        texts: name and number of each model.
        left: numbers of the models named on the left side, from the top down.
        right: the same on the right side.
        beside: width of the words on each side.
        axis: width of the axis between them.
    """

    texts: dict[int, str]
    left: list[int]
    right: list[int]
    beside: tuple[float, float]
    axis: float


def critical_difference(
    found: Ranked | NullTest | JointTest, *, groups: Groups = "ranks", scale: Scale = "place", ax: Axes | None = None
) -> Axes:
    """Draw the models on an axis, best first, with bars that join the models of a group.

    Parameters:
        found: a ranking, a test of several models, or what the procedure `nemenyi` or `friedman` returned; Friedman's
            test does not say which models differ, so that there are no bars.
        groups: `ranks` joins models whose average ranks differ by less than the critical difference; `tiers` joins
            the tie groups of the ranking.
        scale: what the axis of `tiers` shows: the expected `place` or the `effect`.
        ax: matplotlib axes to draw on; new ones if None.
    """
    only(found, (Ranked, NullTest, JointTest), "critical_difference")
    placed = _placed(found, groups, scale)
    count = min(MOST, len(placed.names))
    bars = max(1, len(_packed(_shown_groups(placed, count), placed.at)))
    letters = max(LETTERS, least_letters())
    words_high = FOOT * letters / LETTERS + ceil(count / 2) * (LINE * letters + 1)
    with drawing(ax, height=(placed.head + BAR * min(20, bars) + words_high) / 72) as axes:
        count, most = _that_fit(axes, placed, count, bars)
        rows = _packed(_shown_groups(placed, count), placed.at)
        words, below = _words(axes, placed, count), BAR * (1 + min(most, len(rows)))
        _frame(axes, placed, count, words)
        _bars(axes, placed, rows[:most])
        _lines(axes, placed, words, _ends(placed, count), below)
        axes.set_ylim(below + len(words.left) * LINE * word_size(axes), 2 - placed.head)
        left_out = rest_of(sum(map(len, rows[:most])), sum(map(len, rows)), "groups")
        caption(axes, f"{placed.label}{rest_of(count, len(placed.names), 'models')}", f"{placed.meaning}{left_out}")
    return axes


def _placed(found: Ranked | NullTest | JointTest, groups: Groups, scale: Scale) -> Placed:
    if groups not in ("ranks", "tiers"):
        raise ArgumentError(unknown_name("kind of group", groups, ("ranks", "tiers")))
    if groups == "ranks":
        if scale != "place":
            raise ArgumentError('Nemenyi\'s test is about average ranks; `scale="effect"` goes with `groups="tiers"`.')
        return _by_ranks(found)
    if not isinstance(found, Ranked):
        raise ArgumentError(f"`{found.procedure}` has no tie groups; `bt.rank` gives them.")
    return _by_tiers(found, scale)


def _by_ranks(found: Ranked | NullTest | JointTest) -> Placed:
    test = _test_of_ranks(found)
    if test is None:
        raise ArgumentError(
            "There is no Nemenyi test to draw: it needs three models or more, and every score. Draw the tie groups of "
            'the ranking, with `groups="tiers"`.'
        )
    at, figures = tuple(effect.estimate for effect in test.best_first), test.diagnostics.figures
    critical = figures.get("critical difference")
    unit = found.unit if isinstance(found, (Ranked, JointTest)) else "units"
    return Placed(
        tuple(effect.name for effect in test.best_first),
        at,
        () if critical is None else _runs(at, critical),
        critical,
        f"average rank on {figures['units']:,.0f} {unit}, 1 for the best",
        NO_BARS
        if critical is None
        else f"bar: not separated by Nemenyi's test at the {100 * (1 - figures['level']):.3g}% level",
    )


def _test_of_ranks(found: Ranked | NullTest | JointTest) -> NullTest | None:
    """A test that says how far ranks must be apart; if it was made alone, also one of ranks that does not."""
    if isinstance(found, Ranked):
        return next((test for test in found.tests if "critical difference" in test.diagnostics.figures), None)
    test = found.test if isinstance(found, JointTest) else found
    return test if test.effects_are == "average rank" else None


def _by_tiers(ranked: Ranked, scale: Scale) -> Placed:
    if scale not in ("place", "effect"):
        raise ArgumentError(unknown_name("scale", scale, ("place", "effect")))
    by_place = scale == "place"
    ordered = sorted(ranked.models, key=lambda model: model.place if by_place else -model.effect)
    names = tuple(model.name for model in ordered)
    return Placed(
        names,
        tuple(model.place if by_place else model.effect for model in ordered),
        tuple(sorted(tuple(sorted(names.index(name) for name in tier)) for tier in ranked.tiers)),
        None,
        "expected place, 1 for the best" if by_place else "effect: above the mean of the models",
        f"bar: none {'practically ' if ranked.rope.high > 0 else ''}better than another with probability "
        f"{ranked.threshold:g} (rope {number(ranked.rope.high)})",
    )


def _runs(at: Sequence[float], critical: float) -> tuple[tuple[int, ...], ...]:
    """The longest runs of models whose ranks differ by less than the critical difference.

    >>> _runs([1.0, 1.5, 2.2, 2.2], 1.3)
    ((0, 1, 2, 3),)
    >>> _runs([1.0, 1.5, 2.2, 2.2], 1.0)
    ((0, 1), (1, 2, 3))
    """
    found: list[tuple[int, ...]] = []
    for first, start in enumerate(at):
        run = tuple(j for j in range(first, len(at)) if at[j] - start <= critical)
        if not found or run[-1] > found[-1][-1]:
            found.append(run)
    return tuple(found)


def _shown_groups(placed: Placed, count: int) -> list[tuple[int, ...]]:
    """The groups of two or more models, at least one of which is drawn."""
    return [group for group in placed.groups if len(group) > 1 and group[0] < count]


def _packed(groups: Sequence[tuple[int, ...]], at: Sequence[float]) -> list[list[tuple[int, ...]]]:
    """Rows of bars: groups that overlap stand in different rows."""
    rows: list[list[tuple[int, ...]]] = []
    for group in groups:
        low, high = sorted((at[group[0]], at[group[-1]]))
        free = next((row for row in rows if all(_apart(low, high, other, at) for other in row)), None)
        if free is None:
            rows.append([group])
        else:
            free.append(group)
    return rows


def _apart(low: float, high: float, other: tuple[int, ...], at: Sequence[float]) -> bool:
    start, end = sorted((at[other[0]], at[other[-1]]))
    margin = 0.03 * (max(at) - min(at))  # bars are drawn a little longer than their groups
    return low > end + margin or high < start - margin


def _that_fit(axes: Axes, placed: Placed, count: int, bars: int) -> tuple[int, int]:
    """How many models and how many rows of bars there is room for."""
    free = cell(axes)[1] - placed.head - FOOT
    most = max(1, min(bars, int(0.4 * free / BAR)))
    return max(2, min(count, 2 * int((free - BAR * most) / (LINE * word_size(axes))))), most


def _words(axes: Axes, placed: Placed, count: int) -> Words:
    """Half of the names on each side, those at the ends of the axis on top, so that no line crosses another."""
    size, numbers = word_size(axes), _numbers(placed.at[:count])
    names = short_names(placed.names[:count], 0.3 * cell(axes)[0] - widest(numbers, size), size)
    from_left = sorted(range(count), key=lambda j: placed.at[j])
    left, right = from_left[: ceil(count / 2)], from_left[ceil(count / 2) :][::-1]
    texts = {j: f"{names[j]}  {numbers[j]}" for j in left} | {j: f"{numbers[j]}  {names[j]}" for j in right}
    beside = [widest([texts[j] for j in side], size) + 6 for side in (left, right)]
    return Words(texts, left, right, (beside[0], beside[1]), max(60.0, inside(axes) - sum(beside)))


def _numbers(at: Sequence[float]) -> list[str]:
    """Two decimals for ranks; of effects, what tells them apart.

    >>> _numbers([1.5, 12.25]), _numbers([0.0123, 0.0456])
    (['1.50', '12.25'], ['0.0123', '0.0456'])
    """
    span = max(at) - min(at)
    decimals = max(2, 2 - floor(log10(span))) if span > 0 else 2
    return [f"{place:.{decimals}f}" for place in at]


def _frame(axes: Axes, placed: Placed, count: int, words: Words) -> None:
    """The axis with its ticks, and the critical difference above it."""
    size, (low, high) = word_size(axes), _ends(placed, count)
    axes.plot([low, high], [0, 0], color=palette().ink, lw=1.0)
    for tick, text in _ticks(low, high, words.axis, size):
        axes.plot([tick, tick], [0, -4], color=palette().ink, lw=1.0)
        axes.text(tick, -6, text, ha="center", va="bottom", fontsize=size)
    if placed.critical is not None:
        _ruler(axes, placed.critical, low, high, size)
    scale = (high - low) / words.axis
    axes.set(xticks=[], yticks=[], xlim=(low - words.beside[0] * scale, high + words.beside[1] * scale))
    axes.spines[:].set_visible(False)


def _ticks(low: float, high: float, points: float, size: float) -> list[tuple[float, str]]:
    """As many round numbers, up to 6 steps, as have room beside each other."""
    found: list[tuple[float, str]] = []
    for bins in range(6, 0, -1):
        places = MaxNLocator(bins, steps=[1, 2, 5, 10], min_n_ticks=1).tick_values(low, high)
        ticks = [float(place) for place in places if low <= place <= high]
        texts = room.Plain().format_ticks(ticks)
        found = list(zip(ticks, texts, strict=True))
        if len(ticks) < 2 or points * (ticks[1] - ticks[0]) / (high - low) >= widest(texts, size) + 6:
            break
    return found


def _ruler(axes: Axes, critical: float, low: float, high: float, size: float) -> None:
    y, end = -22.0, min(low + critical, high)
    axes.plot([low, end], [y, y], color=palette().ink, lw=1.4)
    for x in (low, low + critical):
        if x <= end:
            axes.plot([x, x], [y - 3, y + 3], color=palette().ink, lw=1.0)
    longer = ", longer than the axis" if low + critical > high else ""
    axes.text(low, y - 5, f"critical difference {number(critical)}{longer}", ha="left", va="bottom", fontsize=size)


def _ends(placed: Placed, count: int) -> tuple[float, float]:
    """The ends of the axis: whole ranks, or the effects themselves with a margin."""
    low, high = min(placed.at[:count]), max(placed.at[:count])
    if placed.at[0] <= placed.at[-1] and placed.at[0] >= 1:
        return float(int(low)), float(max(ceil(high), int(low) + 1))
    margin = 0.04 * (high - low) or 0.1 * abs(high) or 1.0
    return low - margin, high + margin


def _bars(axes: Axes, placed: Placed, rows: Sequence[Sequence[tuple[int, ...]]]) -> None:
    """A thick bar for a group; a thin one with dots where it passes models that are not in the group."""
    low, high = axes.dataLim.intervalx
    for place, row in enumerate(rows):
        y = BAR * (place + 1)
        for group in row:
            ends = sorted((placed.at[group[0]], placed.at[group[-1]]))
            whole = len(group) == group[-1] - group[0] + 1
            longer = 0.008 * (high - low) if whole else 0.0
            line = [max(low, ends[0] - longer), min(high, ends[1] + longer)]
            axes.plot(line, [y, y], color=palette().ink, lw=2.6 if whole else 0.8, solid_capstyle="butt")
            if not whole:
                dots = [placed.at[j] for j in group if low <= placed.at[j] <= high]
                axes.plot(dots, [y] * len(dots), "o", color=palette().ink, ms=3)


def _lines(axes: Axes, placed: Placed, words: Words, ends: tuple[float, float], top: float) -> None:
    """A line from each model's place on the axis to its name."""
    size = word_size(axes)
    for side, chosen, edge, away in (("right", words.left, ends[0], -4), ("left", words.right, ends[1], 4)):
        for row, j in enumerate(chosen):
            y = top + (row + 0.5) * LINE * size
            axes.plot([placed.at[j], placed.at[j], edge], [0, y, y], color=palette().dim, lw=0.7)
            axes.annotate(
                words.texts[j], (edge, y), xytext=(away, 0), textcoords="offset points", ha=side, va="center",
                fontsize=size, annotation_clip=False,
            )  # fmt: skip
