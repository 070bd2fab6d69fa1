"""Estimate -> report: one model's mean with its interval, and how it compares with a published number."""

from __future__ import annotations

from betterthan.answers.estimate import Against, Estimate
from betterthan.answers.further import Further
from betterthan.phrases import probability
from betterthan.report.blocks import Bar, Blocks, Facts, Report, Table, Verdict, in_order, on_page
from betterthan.report.pictures import pictures_of
from betterthan.report.sections.notes import methods, notes
from betterthan.words import clusters, estimates
from betterthan.words.claims import labels
from betterthan.words.columns import digits_of
from betterthan.words.numbers import interval


def report_of_estimate(found: Estimate, further: Further | None) -> Report:
    """The sections in their order."""
    blocks = in_order(
        _first(found),
        on_page(() if further is None else pictures_of(found)),
        _mean(found),
        () if found.against is None else _difference(found, found.against),
        _tasks(found),
        notes(found.notes),
        methods(estimates.methods(found)),
    )
    title = f"{found.model} on {estimates.units_in_words(found)}"
    return Report(title, found.method, blocks, ("betterthan",))


def _first(found: Estimate) -> Blocks:
    """The sentence that everything else supports: the mean, or the verdict on the published number."""
    against = found.against
    if against is None:
        return (Verdict(estimates.mean_sentence(found), "undecided"),)
    return (
        Verdict(estimates.verdict(found, against), against.decision.verdict),
        Bar(labels(estimates.judged(found, against)), against.probabilities),
    )


def _mean(found: Estimate) -> Blocks:
    better = "higher" if found.higher_is_better else "lower"
    digits = digits_of([found.mean], [found.interval])
    rows = [
        ("mean", f"{digits.of(found.mean)} ({found.metric}, {better} is better)"),
        ("interval", _no_spread(found) if found.interval is None else interval(found.interval, digits)),
        ("sd", "none" if found.sd is None else digits.of(found.sd)),
    ]
    if found.clustering is not None:
        rows.append(("estimand", clusters.estimand(found.clustering, over_tasks=bool(found.tasks))))
        rows.append(("clusters", clusters.clustering(found.clustering)))
    return (Facts("Mean", tuple(rows), key="result"),)


def _no_spread(found: Estimate) -> str:
    return f"none: one {'unit' if found.n == 1 else 'cluster'} has no spread"


def _difference(found: Estimate, against: Against) -> Blocks:
    direction = against.result.direction()
    rows = (
        ("published number", estimates.known_of(against)),
        (against.result.parameter.name, estimates.difference(found, against)),
        ("rope", against.rope.in_words()),
        ("P(better), ignoring the rope", f"{found.model} {probability(direction.first)}"),
    )
    return (Facts("Against the published number", rows, key="against"),)


def _tasks(found: Estimate) -> Blocks:
    if not found.tasks:
        return ()
    digits = digits_of([each.mean for each in found.tasks], [each.interval for each in found.tasks])
    rows = tuple(
        (each.task or "", f"{each.n:,}", digits.of(each.mean), digits.of(each.sd), digits.ends(each.interval))
        for each in found.tasks
    )
    return (Table("Tasks", ("task", "n", "mean", "sd", f"{100 * found.level:g}%"), rows, key="tasks"),)
