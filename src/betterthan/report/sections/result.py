"""The result in numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.data.units import TASKS
from betterthan.report.blocks import Blocks, Facts
from betterthan.words import clusters, disagreements, facts
from betterthan.words.direction import as_clause, rope_in_words
from betterthan.words.fixed import UNPAIRED

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison

MEDIAN = "median difference"


def result(comparison: Comparison) -> Blocks:
    """Procedure, estimate, rope, direction, effect sizes, and what is known of pairing and clusters."""
    rows = [("procedure", comparison.procedure), (facts.estimate_name(comparison), facts.estimate(comparison))]
    if comparison.median_difference is not None and rows[1][0] != MEDIAN:
        rows.append((MEDIAN, facts.median(comparison)))
    if comparison.cells is not None:
        everywhere = " (all tasks together)" if comparison.unit == TASKS.plural else ""
        rows.append((f"counts{everywhere}", disagreements.counts(comparison)))
    rows.append(("direction", f"{as_clause(comparison.higher_is_better)}; {facts.positive(comparison)}"))
    if comparison.rope is not None:
        rows.append(("rope", rope_in_words(comparison.rope, comparison.first, comparison.second)))
    if comparison.at_one_point is not None:
        rows.append((f"at a rope of {comparison.at_one_point.rope.bounds}", disagreements.at_one_point(comparison)))
    if comparison.posterior is not None and comparison.posterior.takes_rope:
        rows.append(("P(better), ignoring the rope", facts.direction(comparison.posterior, comparison)))
    if comparison.posterior is not None and comparison.posterior.over_priors is not None:
        rows.append(("wherever the prior lies", facts.over_priors(comparison.posterior.over_priors, comparison)))
    if comparison.relative is not None:
        rows.append(("relative difference", facts.relative(comparison.relative, comparison)))
    rows += [facts.effect(effect, comparison) for effect in comparison.effects]
    if comparison.pairing is not None:
        rows.append(("pairing", facts.pairing(comparison.pairing)))
    if not comparison.paired:
        rows.append(("pairing", UNPAIRED))
    if comparison.clustering is not None:
        over_tasks = comparison.unit == TASKS.plural
        rows.insert(2, ("estimand", clusters.estimand(comparison.clustering, over_tasks=over_tasks)))
        rows.append(("clusters", clusters.clustering(comparison.clustering)))
    return (Facts("Result", tuple(rows), key="result"),)
