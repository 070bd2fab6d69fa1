"""The forest plot: every task between its own mean and the others, coloured by what may be said of it."""

from __future__ import annotations

import pytest
from every_figure import can_be_read, same_bytes, shows
from many_models import texts
from two_models import cases, hierarchical, shares_of_disagreements, sizes

import betterthan as bt
from betterthan import figures
from betterthan.errors import ArgumentError
from betterthan.figures.style import PALETTES

test_it_can_be_read = can_be_read(
    sizes,
    lambda size, ax: figures.forest(hierarchical(size), ax=ax),
    lambda size, ax: figures.forest(shares_of_disagreements(size), ax=ax),
    height=3.2,
)
test_what_it_shows = shows(lambda: figures.forest(hierarchical("ordinary")))
test_the_same_comparison_gives_the_same_bytes = same_bytes(lambda: figures.forest(hierarchical("ordinary")))


def labels(axes) -> list[str]:
    return [label.get_text() for label in axes.get_yticklabels()]


@pytest.mark.parametrize("found", [hierarchical, shares_of_disagreements])
def test_the_first_model_does_best_on_the_first_task(found):
    comparison = found("ordinary")
    ordered = sorted(comparison.result.task_estimates, key=lambda task: -task.mean)
    assert labels(figures.forest(comparison)) == [task.name for task in ordered]


def test_each_row_has_its_raw_mean_its_estimate_and_its_interval():
    comparison = hierarchical("ordinary")
    axes = figures.forest(comparison)
    tasks = {task.name: task for task in comparison.result.task_estimates}
    marks = [line for line in axes.lines if line.get_marker() == "o"]
    intervals = [line for line in axes.lines if len(line.get_xdata()) == 2 and line.get_linewidth() == 1.6]
    for row, name in enumerate(labels(axes)):
        raw, shrunken = (mark.get_xdata()[0] for mark in marks[2 * row : 2 * row + 2])
        assert (raw, shrunken) == pytest.approx((tasks[name].raw, tasks[name].mean))
        assert list(intervals[row].get_xdata()) == pytest.approx([tasks[name].low, tasks[name].high])


def test_a_task_has_the_colour_of_its_verdict():
    comparison = hierarchical("huge")
    axes = figures.forest(comparison)
    verdicts = [max(p) >= 0.95 and p.largest for p in comparison.result.task_probabilities(comparison.rope)]
    header = [text.split("\n")[-1] for text in texts(axes) if "decided for" in text or "equivalent" in text]
    assert header == [str(verdicts.count(region)) for region in ("second", "equivalent", "first")]
    light = PALETTES["light"]
    colours = {line.get_color() for line in axes.lines if line.get_linewidth() == 1.6}
    assert colours == {light.ink, light.text["first"], light.text["second"]}


def test_of_many_tasks_both_ends_are_shown():
    axes = figures.forest(hierarchical("huge"))
    assert "(39 of 500 tasks shown)" in axes.get_xlabel().replace("\n", " ")
    assert labels(axes).count("…") == 1


def test_a_posterior_alone_needs_a_rope():
    with pytest.raises(ArgumentError, match="has no rope"):
        figures.forest(hierarchical("ordinary").result)
    assert figures.forest(hierarchical("ordinary").result, rope=0.01).lines


def test_only_hierarchical_posteriors_are_drawn():
    with pytest.raises(ArgumentError, match=r"draws the posterior of a hierarchical procedure; got `bayes_t`"):
        figures.forest(bt.compare(cases("ordinary")))
