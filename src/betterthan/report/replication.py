"""Replication -> report: how many printed numbers come out, which do not, and all of them."""

from __future__ import annotations

from betterthan.answers.further import Further
from betterthan.answers.replication import Counts, Replicated, Replication
from betterthan.phrases import counted
from betterthan.report.blocks import Blocks, Facts, Items, Report, Table, Verdict, in_order
from betterthan.report.sections.notes import notes

PLACES = ("where", "figures", "ok", "setting")
FIGURES = ("where", "of", "quantity", "theirs", "ours", "difference", "ok")
MARKS = {"ok": "ok", "known difference": "known", "off": "OFF"}
MORE_DIGITS = 2
"""Ours has so many decimals more than theirs."""


def report_of_replication(found: Replication, further: Further | None) -> Report:
    """The verdict first, then counts, what is known to differ, how it was computed, and every number."""
    about = (
        "Numbers that papers print, computed again. A number is ok if it differs by at most half a unit of its last "
        "printed digit, or by what its drawing allows. "
    )
    about += f"Data: {'sums that are part of betterthan' if found.data == 'bundled' else found.data}."
    blocks = in_order(_verdict(found), _counts(found), _differences(found), _figures(found), _places(found))
    return Report("Published figures, computed again", about, in_order(blocks, notes(found.notes)), ("betterthan",))


def _verdict(found: Replication) -> Blocks:
    total = found.total
    if not found.agrees:
        return (
            Verdict(f"{counted(total.off, 'figure')} of {total.figures:,} {_do(total.off)} not come out.", "second"),
        )
    said = f"All {total.figures:,} figures come out"
    said += f", but for {counted(total.known, 'known difference')}." if total.known else "."
    return (Verdict(said, "equivalent"),)


def _do(number: int) -> str:
    return "does" if number == 1 else "do"


def _counts(found: Replication) -> Blocks:
    rows = tuple((each.source, _count(each)) for each in (*found.counts, found.total))
    return (Facts("By source", rows, key="result"),)


def _count(each: Counts) -> str:
    parts = {
        "as the text says": each.as_stated,
        "with a setting found by trial": each.found_by_trial,
        "known to differ": each.known,
        "off": each.off,
    }
    said = ", ".join(f"{number:,} {words}" for words, number in parts.items() if number)
    return f"{counted(each.figures, 'figure')}: {said}"


def _differences(found: Replication) -> Blocks:
    said = {
        "off": "Figures that do not come out",
        "known difference": "Known differences",
    }
    return tuple(
        Items(title, tuple(_difference(each) for each in figures), key="warnings" if outcome == "off" else "known")
        for outcome, title in said.items()
        if (figures := [each for each in found.figures if each.outcome == outcome])
    )


def _difference(each: Replicated) -> str:
    told = f"{each.source}, {each.place}, {each.of}, {each.quantity}: printed {each.theirs}, ours {_ours(each)}."
    return f"{told} {each.reason}".strip()


def _places(found: Replication) -> Blocks:
    places: dict[tuple[str, str], list[str]] = {}
    for each in found.figures:
        places.setdefault((f"{each.source}, {each.place}", each.setting), []).append(each.outcome)
    rows = tuple(
        (where, f"{len(held):,}", f"{held.count('ok'):,}", setting) for (where, setting), held in places.items()
    )
    return (Table("How they were computed", PLACES, rows, key="places"),)


def _figures(found: Replication) -> Blocks:
    rows = tuple(_figure(each) for each in found.figures)
    order = sorted(range(len(rows)), key=lambda row: _weight(found.figures[row]), reverse=True)
    return (Table("Every figure", FIGURES, rows, key="figures", order=tuple(order), spare=("difference",)),)


def _figure(each: Replicated) -> tuple[str, ...]:
    difference = f"{each.difference:+.1g}" if each.difference else "0"
    where = f"{each.source}, {each.place}"
    return where, each.of, each.quantity, each.theirs, _ours(each), difference, MARKS[each.outcome]


def _weight(each: Replicated) -> tuple[int, float]:
    """What differs comes first, then what comes nearest to it."""
    return tuple(MARKS).index(each.outcome), abs(each.difference) / each.within


def _ours(each: Replicated) -> str:
    """With a few digits more than theirs."""
    if "e" in each.theirs:
        return f"{each.ours:.{len(each.theirs.partition('e')[0])}g}"
    decimals = len(each.theirs.partition(".")[2])
    if not decimals and float(each.ours).is_integer():
        return f"{each.ours:.0f}"
    return f"{each.ours:.{decimals + MORE_DIGITS}f}"
