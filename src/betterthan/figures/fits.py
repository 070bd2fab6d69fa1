"""Which part of an answer a figure is given; None where the figure does not fit the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from betterthan.answers.comparison import Comparison
from betterthan.answers.comparisons import Comparisons
from betterthan.answers.joint_test import JointTest
from betterthan.answers.ranked import Ranked
from betterthan.data.metric_table import MetricTable
from betterthan.data.protocol import Comparable
from betterthan.data.tables import PairedTable
from betterthan.figures.posterior import drawn_law
from betterthan.figures.simplex import has_shares


def one_number(found: Comparison) -> Comparison | None:
    """A comparison whose posterior has a density, and a rope to show in it."""
    return None if found.rope is None or drawn_law(found) is None else found


def three_shares(found: Comparison) -> Comparison | None:
    """A comparison by the shares of the regions among tasks, whose posterior is no density of one number."""
    return found if drawn_law(found) is None and "winner" in found.readings else None


def pooled_tasks(found: Comparison) -> Comparison | None:
    """A comparison in which every task was estimated with the help of the others."""
    law = drawn_law(found)
    return None if law is None or law is found.posterior else found  # else it is the law of one more task


def pooled_differences(found: Comparison) -> Comparison | None:
    """The same, where differences were pooled."""
    return found if pooled_tasks(found) is not None and _null_of(found) == 0 else None


def pooled_shares(found: Comparison) -> Comparison | None:
    """The same, where shares of disagreements were."""
    return found if pooled_tasks(found) is not None and _null_of(found) != 0 else None


def drawn_tasks(found: Comparison) -> Comparison | None:
    """A comparison with one of each task, some of which have a density."""
    return found if any(one_number(part) is not None for part in found.tasks) else None


def two_samples(found: Comparison) -> Comparable | None:
    """Scores of two models on units that they do not share."""
    table = found.table
    if table is None or isinstance(table, MetricTable) or table.facts.paired or table.facts.sums_only:
        return None
    return table


def scores_of_two_classes(found: Comparison) -> MetricTable | None:
    """Scores of both models for the positive of two classes."""
    table = found.table
    return table if isinstance(table, MetricTable) and table.metric.takes == "score" else None


def measured_differences(found: Comparison) -> Comparable | None:
    """Single differences that are more than won, tied and lost."""
    table = _single_task(found)
    return None if table is None or table.facts.sums_only or table.facts.binary else table


def scores_in_pairs(found: Comparison) -> Comparable | None:
    """Scores of both models on the same units; of sums only, the four outcomes of 0/1 scores."""
    table = _single_task(found)
    if table is None:
        return None
    known = table.facts.binary if table.facts.sums_only else table.facts.own_scores
    return table if known else None


def saved_by_pairing(found: Comparison) -> Comparable | None:
    """Scores of both models that do not always differ by the same."""
    table = _single_task(found)
    return None if table is None or found.pairing is None else table


def checked_differences(found: Comparison) -> Comparable | None:
    """Single differences whose normality was looked at."""
    table = _single_task(found)
    looked_at = any(check.name == "Q-Q normal" and check.status != "not checked" for check in found.checks)
    return None if table is None or table.facts.sums_only or not looked_at else table


def _single_task(found: Comparison) -> Comparable | None:
    """The paired scores that the answer rests on; of several tasks their means."""
    table = found.table
    if table is None or isinstance(table, MetricTable) or not table.facts.paired:
        return None
    return table.by_task() if len(table.tasks) > 1 else table


def rope_of_differences(found: Comparison) -> Mapping[str, Any]:
    """The rope, where it is on the scale of the differences."""
    return {"rope": found.rope if _null_of(found) == 0 else None}


def _null_of(found: Comparison) -> float | None:
    """What the parameter is where there is no difference: 0, or 1/2 of a share; None of a test."""
    return None if found.posterior is None else found.posterior.parameter.null


def tested_ranks(found: Ranked) -> Ranked | None:
    """A ranking with a test that says how far average ranks must be apart."""
    return found if any("critical difference" in test.diagnostics.figures for test in found.tests) else None


def average_ranks(found: JointTest) -> JointTest | None:
    """A test of the models' ranks."""
    return found if found.test.effects_are == "average rank" else None


def effects_on_the_scores(found: JointTest) -> JointTest | None:
    """A test of the models' scores, whose size counts."""
    return None if found.test.effects_are == "average rank" else found


def judged_pairs(found: Comparisons) -> Comparisons | None:
    """Pairs whose verdicts do not rest on a ranking of all models, each with its probabilities."""
    return found if not found.by_joint and found.comparisons[0].decision is not None else None


def ranking_of_pairs(found: Comparisons) -> Ranked | None:
    """The ranking that the verdicts on pairs rest on; also beside classical tests, which give no verdicts."""
    return found.ranked if found.by_joint or found.comparisons[0].decision is None else None


def all_judged_pairs(found: Comparisons) -> Comparisons | None:
    """The same, if every model was compared with every other."""
    return judged_pairs(found) if found.pairs == "all" else None


def pairs_with_shares(found: Comparisons) -> Comparisons | None:
    """Pairs by the shares of the regions among tasks, or some of them."""
    return found if any(has_shares(pair) for pair in found.comparisons) else None


def measured_scores(found: Comparisons | JointTest) -> PairedTable | None:
    """Scores of all models that are more than right and wrong."""
    return None if found.table is None or found.table.binary else found.table


def one_box_per_model(found: object) -> Mapping[str, Any]:
    """Boxes of scores, also where differences could be drawn."""
    return {"of": "scores"}
