"""A judge's difference beside the one that human labels correct."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.phrases import number, probability
from betterthan.report.blocks import Blocks, Facts, Items
from betterthan.words.claims import labels
from betterthan.words.numbers import with_interval
from betterthan.words.verdicts import judged

if TYPE_CHECKING:
    from betterthan.answers.comparison import Comparison
    from betterthan.answers.corrected import Corrected


def corrected(comparison: Comparison) -> Blocks:
    """The mean difference by the judge, by people, and by both; nothing without human labels."""
    found = comparison.corrected
    if found is None:
        return ()
    cases = found.labelled + found.others
    within = "" if found.clusters is None else f" in {found.clusters:,} clusters"
    rows = [
        (f"judge alone, {cases:,} cases", with_interval(found.judge.estimate, found.judge.interval)),
        (
            f"people alone, {found.labelled:,} cases{within}",
            with_interval(found.people.estimate, found.people.interval),
        ),
        ("corrected", with_interval(found.corrected.estimate, found.corrected.interval)),
        ("weight of the judge", f"λ = {number(found.weight, 3)}{_agreement(found)}"),
    ]
    if found.probabilities is not None:
        said = zip(labels(judged(comparison)), found.probabilities, strict=True)
        rows.append(("corrected, probabilities", ", ".join(f"{label} {probability(p)}" for label, p in said)))
    told = (
        "The verdict above rests on the judge's scores alone. The corrected difference is what people would say of all "
        "cases, by prediction-powered inference; it is a mean over cases, in units of the human labels."
    )
    return (
        Facts("Corrected by human labels", tuple(rows), key="corrected"),
        Items("About the correction", (told,), key="corrected-meant"),
    )


def _agreement(found: Corrected) -> str:
    if found.correlation is None:
        return ""
    return f" (its differences correlate {number(found.correlation, 2)} with those of people)"
