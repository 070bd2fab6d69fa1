"""What a simulation study found, beside what was published or is due: over an axis, or row by row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from betterthan.answers.validation import Finding, Validation
from betterthan.errors import ArgumentError
from betterthan.figures import room
from betterthan.figures.layout import caption, cell, label_rows, rows_that_fit, word_size
from betterthan.figures.panels import grid
from betterthan.figures.style import drawing, only, palette, rest_of
from betterthan.phrases import unknown_name
from betterthan.vocabulary import Region

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST = 60
"""More rows than this are not drawn; the figure says how many are left out."""
PANEL, TALL = 150.0, 92.0
"""Points that a panel needs at least, across and up."""
LEGEND = "filled: ours, with two standard errors; diamond: published or due"
STYLES: tuple[tuple[str, Region], ...] = (("o-", "first"), ("s--", "second"))


def validation(found: Validation, *, study: str | None = None, ax: Axes | None = None) -> Axes:
    """Draw one study: every quantity over what was varied, or a row for every number where nothing was.

    Parameters:
        found: what `betterthan validate` found.
        study: name of the study; None takes the first.
        ax: matplotlib axes to draw on; new ones if None.
    """
    only(found, Validation, "validation")
    if study is not None and study not in found.studies:
        raise ArgumentError(unknown_name("study", study, found.studies))
    name = found.studies[0] if study is None else study
    findings = found.of(name)
    others = "" if len(found.studies) == 1 or study else f"; {len(found.studies)} studies were run, this is the first"
    told = f"{name}{others}"
    return (_panels if _varied(findings) else _rows)(findings, told, ax)


def _varied(findings: Sequence[Finding]) -> bool:
    """Whether the settings have places on an axis."""
    places = {each.at for each in findings}
    return None not in places and len(places) > 1


# Over an axis.


def _panels(findings: Sequence[Finding], told: str, ax: Axes | None) -> Axes:
    """A panel for every quantity that is not always the same."""
    quantities = list(dict.fromkeys(each.quantity for each in findings if each.ours or each.number))
    with drawing(ax, height=1.0 + 1.5 * -(-len(quantities) // 2)) as axes:
        columns = max(1, min(2, int(cell(axes)[0] / PANEL)))
        rows = max(1, min(-(-len(quantities) // columns), int((cell(axes)[1] - 60) / TALL)))
        shown = quantities[: rows * columns]
        gaps = (34 / cell(axes)[0] * 1.6, 48 / cell(axes)[1])
        for panel, quantity in zip(grid(axes, rows, columns, gaps=gaps, below=20), shown, strict=False):
            _panel(panel, [each for each in findings if each.quantity == quantity], cell(axes)[0] / columns)
        left_out = rest_of(len(shown), len(quantities), "quantities")
        caption(axes, f"{told}{left_out}", f"across: {_axis(findings[0])}", LEGEND, _series_in_words(findings))
    return axes


def _panel(panel: Axes, findings: Sequence[Finding], points: float) -> None:
    size = word_size(panel)
    for (style, region), name in zip(STYLES, _series(findings), strict=False):
        own = [each for each in findings if _group(each) == name]
        places, values, errors = ([getattr(each, field) for each in own] for field in ("at", "ours", "error"))
        colour, twice = palette().fill[region], [2 * error for error in errors]
        panel.errorbar(places, values, yerr=twice, fmt=style, color=colour, ms=3.5, lw=1.1, elinewidth=1.0)
    for at, number in sorted({(each.at or 0.0, each.number) for each in findings if each.number is not None}):
        panel.plot(at, number, "D", mfc="none", mec=palette().ink, ms=5.5, zorder=3)
    panel.set_ylim(bottom=min(0.0, *(each.ours - 2 * each.error for each in findings)))
    panel.margins(x=0.1)
    panel.set_title(room.wrapped(findings[0].quantity, points - 60, size=size), fontsize=size, loc="left")
    room.ticked(panel, y=True, size=size, points=points - 60)


def _group(found: Finding) -> str:
    """What a setting has besides its place on the axis."""
    return found.setting.partition(", ")[2]


def _series(findings: Sequence[Finding]) -> list[str]:
    return list(dict.fromkeys(_group(each) for each in findings))


def _series_in_words(findings: Sequence[Finding]) -> str:
    names = _series(findings)
    marks = ("circles", "squares")
    return "" if names == [""] else "; ".join(f"{mark}: {name}" for mark, name in zip(marks, names, strict=False))


def _axis(found: Finding) -> str:
    """What is varied: `50 tasks` is a number of tasks, `δ0 = 0.02` is δ0."""
    return found.setting.partition(", ")[0].replace(f"{found.at:g}", "").strip(" =")


# Row by row.


def _rows(findings: Sequence[Finding], told: str, ax: Axes | None) -> Axes:
    count = min(MOST, len(findings))
    with drawing(ax, height=1.2 + 0.2 * count) as axes:
        shown = findings[: rows_that_fit(axes, count, besides=80)]
        width = label_rows(axes, [_name(each, findings) for each in shown], share=0.5)
        for row, each in enumerate(shown):
            _row(axes, row, each)
        room.ticked(axes, size=word_size(axes), points=width)
        caption(axes, f"{told}{rest_of(len(shown), len(findings), 'rows')}", LEGEND, _band(shown), points=width)
    return axes


def _name(found: Finding, findings: Sequence[Finding]) -> str:
    """The setting, the quantity, or both, as far as they differ."""
    several = [len({getattr(each, field) for each in findings}) > 1 for field in ("setting", "quantity")]
    parts = [part for part, differ in zip((found.setting, found.quantity), several, strict=True) if differ]
    return ": ".join(parts) or found.quantity


def _row(axes: Axes, row: int, found: Finding) -> None:
    if found.low is not None and found.high is not None:
        axes.plot([found.low, found.high], [row, row], color=palette().fill["equivalent"], lw=6, solid_capstyle="butt")
    axes.plot([found.ours - 2 * found.error, found.ours + 2 * found.error], [row, row], color=palette().ink, lw=1.3)
    colour = palette().fill["second" if found.holds is False else "first"]
    axes.plot(found.ours, row, "o", color=colour, ms=4.5)
    if found.number is not None:
        axes.plot(found.number, row, "D", mfc="none", mec=palette().ink, ms=5.5, zorder=3)


def _band(findings: Sequence[Finding]) -> str:
    return "band: where it has to lie" if any(each.holds is not None for each in findings) else ""
