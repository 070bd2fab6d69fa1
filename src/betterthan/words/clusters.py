"""Cases in clusters, in words: how many, which of the two means an answer is about, and what the other one is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.phrases import counted, joined
from betterthan.results.interval import Interval
from betterthan.words.columns import alike as with_same_digits
from betterthan.words.columns import digits_of

if TYPE_CHECKING:
    from betterthan.answers.comparisons import Comparisons
    from betterthan.data.clusters import Clustering

MOST_PAIRS = 6
"""More pairs are not listed in a sentence."""


def in_clusters(facts: Clustering) -> str:
    """`cases in 20 clusters`, behind the number of cases."""
    return f"{'case' if facts.cases == 1 else 'cases'} in {counted(facts.clusters, 'cluster')}"


def clustering(facts: Clustering) -> str:
    """How many cases are in how many clusters, and how alike they are."""
    text = f"{facts.cases:,} {in_clusters(facts)}"
    if facts.icc is not None:
        text += f", intraclass correlation {facts.icc:.3f}, worth {facts.effective_cases:,.0f} independent cases"
    return text


def estimand(facts: Clustering, *, over_tasks: bool) -> str:
    """`the mean over clusters, in which every cluster counts alike; the mean over cases is 0.031 (…)`."""
    this, other = _one_and_other(facts)
    of_tasks = " of each task" if over_tasks else ""
    alike = f"in which every {this} counts alike"
    return f"the mean over {this}s{of_tasks}, {alike}; the mean over {other}s is {_other(facts)}"


def estimand_of_pairs(found: Comparisons) -> tuple[str, ...]:
    """The same of several pairs, in one sentence; nothing without clusters."""
    pairs = [(f"{pair.first} – {pair.second}", pair.clustering) for pair in found.clearest]
    known = [(name, facts) for name, facts in pairs if facts is not None]
    if not known:
        return ()
    (this, other), shown = _one_and_other(known[0][1]), known[:MOST_PAIRS]
    values = with_same_digits([_other_mean(facts) for _, facts in shown])
    listed = [f"{value} ({name})" for value, (name, _) in zip(values, shown, strict=True)]
    rest = [f"{len(known) - len(shown)} more in the JSON document"] if len(known) > len(shown) else []
    return (
        f"The estimates are means over {this}s, in which every {this} counts alike; the means over {other}s are "
        f"{joined([*listed, *rest])}.",
    )


def _one_and_other(facts: Clustering) -> tuple[str, str]:
    """What counts alike, and what would in the other mean."""
    return ("case", "cluster") if facts.estimand == "mean over cases" else ("cluster", "case")


def _other_mean(facts: Clustering) -> float:
    return facts.mean_over_clusters if facts.estimand == "mean over cases" else facts.mean


def _other(facts: Clustering) -> str:
    """The mean that the answer is not about, with its standard error if there is one."""
    over_cases = facts.estimand == "mean over cases"
    mean, error = _other_mean(facts), facts.standard_error_over_clusters if over_cases else facts.standard_error
    if not error:
        return digits_of([mean]).of(mean)
    digits = digits_of([mean], [Interval(mean - error, mean + error, 0.68, "confidence")])
    return f"{digits.of(mean)} ({'' if over_cases else 'clustered '}standard error {digits.of(error)})"
