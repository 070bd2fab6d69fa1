"""Plan -> report: the numbers for a verdict and for a test side by side, then the curve."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.phrases import number, probability
from betterthan.report.blocks import Blocks, Facts, Items, Report, Table, in_order, on_page
from betterthan.report.pictures import pictures_of
from betterthan.report.sections.notes import methods, notes
from betterthan.words import plan as words
from betterthan.words.facts import titled

if TYPE_CHECKING:
    from betterthan.answers.further import Further
    from betterthan.answers.plan import Plan, Size


def report_of_plan(found: Plan, further: Further | None) -> Report:
    """The sections in their order."""
    blocks = in_order(
        (Items("In short", words.in_short(found), key="in-short"),),
        (_sizes(found),),
        on_page(() if further is None else pictures_of(found)),
        _tests(found),
        _rests_on(found),
        on_page((Table("Over the number", *_curve(found), key="curve"),)),
        notes(found.notes),
        methods(words.methods(found)),
    )
    pilot = found.pilot
    of = "" if pilot is None else f": {titled(pilot.first, 'first')} and {titled(pilot.second, 'second')}"
    return Report(f"How many {found.unit}{of}", words.about(found), blocks, ("betterthan", *_cites(found)))


def _cites(found: Plan) -> tuple[str, ...]:
    keys = {"connor": "connor1987", "rank_sum": "noether1987", "normal": "miller2024"}
    return tuple(keys[each.test] for each in found.tests if each.test in keys)


def _sizes(found: Plan) -> Table:
    """Power and assurance, for a verdict and for the test: four answers that are not to be mixed up."""
    alpha = f"{100 * (1 - found.level):.3g}%"
    if found.goal == "width":
        return Table("How many", ("chance", found.unit), ((f"{found.power:g}", _needed(found.test)),), key="sizes")
    columns = ("chance", "of", f"{found.unit} for a verdict at {found.threshold:g}", f"for the two-sided {alpha} test")
    rows = [_row(found, "power", _stated(found), found.verdict, found.test)]
    if found.assurance is not None:
        rows.append(_row(found, "assurance", "all that the pilot leaves open", *found.assurance))
    return Table("How many", columns, tuple(rows), key="sizes")


def _stated(found: Plan) -> str:
    """The differences at which power is meant; those of verdict and test may differ."""
    if found.effect is None:
        return "any difference"
    if found.test.effect is None or found.test.effect == found.effect:
        return f"a difference of {number(found.effect)}"
    return f"a difference of {number(found.effect)}; test: {number(found.test.effect)}"


def _row(found: Plan, name: str, of: str, verdict: Size | None, test: Size) -> tuple[str, ...]:
    return (f"{name} {found.power:g}", of, "no rope" if verdict is None else _needed(verdict), _needed(test))


def _needed(size: Size) -> str:
    return f"{size.needed:,}" if size.needed is not None else f"no number (at most {probability(size.most)})"


def _tests(found: Plan) -> Blocks:
    if not found.tests:
        return ()
    rows = tuple(
        (
            words.TESTS[each.test],
            "" if each.exact is None else f"{each.exact:.2f}",
            "no number" if each.needed is None else f"{each.needed:,}",
        )
        for each in found.tests
    )
    effect = number(found.test.effect or 0.0)
    return (Table(f"Tests of no difference, at {effect}", ("test", "exactly", found.unit), rows, key="tests"),)


def _rests_on(found: Plan) -> Blocks:
    rows = [("sd of one unit", number(found.sd))] if found.discordance is None else []
    rows += [] if found.discordance is None else [("disagreements", f"{100 * found.discordance:.3g}% of cases")]
    rows += [] if found.icc is None else [("correlation within clusters", number(found.icc, 3))]
    rows += [] if found.per_cluster is None else [("cases in a cluster", number(found.per_cluster, 3))]
    return (Facts("What it rests on", tuple(rows), key="rests-on"),)


def _curve(found: Plan) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """Every number of units that was looked at, without columns that nothing is known of."""
    names = ("verdict", "test", "assurance", "test_assurance")
    titles = ("power of the verdict", "of the test", "assurance of the verdict", "of the test (pilot)")
    kept = [
        (name, title) for name, title in zip(names, titles, strict=True) if getattr(found.curve[0], name) is not None
    ]
    rows = tuple((f"{point.n:,}", *(probability(getattr(point, name)) for name, _ in kept)) for point in found.curve)
    return (found.unit, *(title for _, title in kept)), rows
