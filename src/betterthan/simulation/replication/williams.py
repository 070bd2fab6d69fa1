"""The numbers of Williams (2026), from its counts and its printed moments; and an example of statsmodels."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import cast

from betterthan.data.examples import example
from betterthan.data.moments import Cells
from betterthan.data.summaries import PairedSummary
from betterthan.judging.effects import cohens_g
from betterthan.numerics.hierarchical_beta import HierarchicalBeta
from betterthan.procedures import bayes_hierarchical_mcnemar, bayes_mcnemar, bayes_t, friedman, mcnemar, paired_t
from betterthan.results.difference import DifferencePosterior
from betterthan.results.null_test import NullTest
from betterthan.results.probabilities import Probabilities
from betterthan.simulation.replication.classifiers import FiveClassifiers
from betterthan.simulation.replication.place import Place, Value, decision, of_regions

MICE = 176
"""Snippet-mouse combinations."""
SVM_T, MLP_D = 7.06, 0.0659
"""The t statistic of LgR and SVM, as printed; the effect size of LgR and MLP, which is printed as 0.066."""
EFFECT = 0.1
"""Half the rope, in standard deviations."""
SIGNIFICANT = 0.05
TWO = ("da-en", "tr-en")
"""The language pairs of which most is said."""
EVERY = "11 language pairs"
TEN_TIMES = (
    ("de-en, id-en, zh-en", "equivalent"),
    ("fr-en, nl-en, tr-de", "equivalent"),
    ("da-en, es-en, it-en, sv-en", "no decision"),
    ("tr-en", "second"),
)
"""What is said of which language pairs with ten times the counts."""


# Sec. 6.1: mice.


def mice(data: FiveClassifiers) -> Iterator[Value]:
    """A clear and an unclear difference of log scores."""
    svm = {"mean": SVM_T / sqrt(MICE), "sd": 1.0, "n": MICE}
    yield "LgR–SVM", "p", paired_t.from_summary(**svm).p_value
    yield "LgR–SVM", "d", SVM_T / sqrt(MICE)
    yield from of_regions("LgR–SVM", bayes_t.from_summary(**svm).probabilities(EFFECT))
    test, probabilities = _mlp(MICE)
    yield from of_regions("LgR–MLP", probabilities)
    yield "LgR–MLP", "t", float(test.statistic)
    yield "LgR–MLP", "p", test.p_value


def more_mice(data: FiveClassifiers) -> Iterator[Value]:
    """The same mean and sd from more of them."""
    for times in (6, 15):
        test, probabilities = _mlp(times * MICE)
        yield from of_regions(f"LgR–MLP, {times} times {MICE}", probabilities)
        yield f"LgR–MLP, {times} times {MICE}", "p", test.p_value


def _mlp(n: int) -> tuple[NullTest, Probabilities]:
    """Test and posterior of LgR and MLP."""
    moments = {"mean": MLP_D, "sd": 1.0, "n": n}
    return paired_t.from_summary(**moments), bayes_t.from_summary(**moments).probabilities(EFFECT)


# Sec. 6.2: code-switching.


def language_pairs(data: FiveClassifiers) -> Iterator[Value]:
    """Every language pair by itself."""
    cells, found = _cells(), _posteriors()
    p_values = {name: mcnemar.from_cells(**each._asdict()).p_value for name, each in cells.items()}
    effects = {name: cohens_g(each)[0] for name, each in cells.items()}
    labels = {name: effect.label for name, effect in effects.items()}
    decided = [name for name, each in found.items() if decision(_regions(each)) != "no decision"]
    yield EVERY, "GNN more accurate", sum(each.n10 > each.n01 for each in cells.values())
    yield EVERY, "decided", len(decided)
    yield "tr-en", "decided", decided.count("tr-en")
    yield "tr-en", "medium effect", labels["tr-en"] == "medium"
    yield "da-en", "small effect", labels["da-en"] == "small"
    yield "the other nine", "negligible effect", sum(labels[name] == "negligible" for name in _others())
    yield "the other nine", "p above 0.05", sum(p_values[name] > SIGNIFICANT for name in _others())
    for name in TWO:
        yield from of_regions(name, _regions(found[name]))
        yield name, "posterior mean of φ", 1 - found[name].mean  # the paper's is what the second wins
        yield name, "p", p_values[name]
        yield name, "|g|", abs(effects[name].value)


def more_sentences(data: FiveClassifiers) -> Iterator[Value]:
    """The same with ten times the counts."""
    decisions = {name: decision(_regions(each)) for name, each in _posteriors(10).items()}
    rejected = {name for name, each in _cells(10).items() if mcnemar.from_cells(**each._asdict()).p_value < SIGNIFICANT}
    yield EVERY, "p below 0.05", len(rejected)
    yield "de-en, id-en, zh-en", "p above 0.05", len({"de-en", "id-en", "zh-en"} - rejected)
    for names, expected in TEN_TIMES:
        yield names, expected, sum(decisions[name] == expected for name in names.split(", "))


def next_language_pair(data: FiveClassifiers) -> Iterator[Value]:
    """All language pairs together."""
    posterior = bayes_hierarchical_mcnemar(_counts())
    share = posterior.estimate
    half = EFFECT * sqrt(share * (1 - share))
    yield EVERY, "mean of φ", 1 - share
    yield from of_regions("next language pair", posterior.reading((0.5 - half, 0.5 + half), "next_task"))
    yield EVERY, "log(a + b) at the mode", cast(HierarchicalBeta, posterior.model).mode[1]


def friedman_test(data: FiveClassifiers) -> Iterator[Value]:
    """All language pairs together, by ranks."""
    test = friedman(_counts())
    yield EVERY, "χ²", float(test.statistic)
    yield EVERY, "df", float(test.df or 0)
    yield EVERY, "p", test.p_value


def _counts() -> PairedSummary:
    return cast(PairedSummary, example("code-switching"))


def _cells(times: int = 1) -> dict[str, Cells]:
    counts = _counts()
    return {name: Cells(*(times * each for each in counts.select_tasks([name]).cells())) for name in counts.tasks}


def _posteriors(times: int = 1) -> dict[str, DifferencePosterior]:
    return {name: bayes_mcnemar.from_cells(**each._asdict()) for name, each in _cells(times).items()}


def _regions(posterior: DifferencePosterior) -> Probabilities:
    half = EFFECT * sqrt(posterior.mean * (1 - posterior.mean))
    return posterior.probabilities((0.5 - half, 0.5 + half))


def _others() -> list[str]:
    return [name for name in _cells() if name not in TWO]


# The documentation of statsmodels.


def documented(data: FiveClassifiers) -> Iterator[Value]:
    """The three forms of McNemar's test."""
    cells = Cells(101, 121, 59, 33)
    exact, corrected, uncorrected = (
        mcnemar.from_cells(**cells._asdict(), variant=variant) for variant in ("exact", "corrected", "uncorrected")
    )
    yield "101, 121, 59, 33", "p, exact", exact.p_value
    yield "101, 121, 59, 33", "χ², corrected", float(corrected.statistic)
    yield "101, 121, 59, 33", "χ², uncorrected", float(uncorrected.statistic)


PLACES = {
    "sec. 6.1": Place("`paired_t` and `bayes_t` of n = 176; LgR–SVM t = 7.06, LgR–MLP d = 0.0659; rope ±0.1 sd", mice),
    "sec. 6.1, scaled": Place(
        "`paired_t` and `bayes_t` of n = 1,056 and 2,640, d = 0.0659; rope ±0.1 sd (TMLR version)", more_mice
    ),
    "sec. 6.2": Place("`bayes_mcnemar` and `mcnemar` of the counts of Table 1; rope φ = 0.5 ± 0.1 sd", language_pairs),
    "sec. 6.2, scaled": Place(
        "`bayes_mcnemar` and `mcnemar` of ten times the counts of Table 1 (TMLR version)", more_sentences
    ),
    "sec. 6.2, hierarchical": Place("`bayes_hierarchical_mcnemar`, reading `next_task`", next_language_pair),
    "sec. 6.2, Friedman": Place("`friedman`", friedman_test),
}
"""Every section with numbers that can be computed again; the rest of sec. 6.1 needs scores that are not published."""
DOCUMENTED = {"McNemar's test": Place("`mcnemar`, its three forms", documented)}
"""Examples in the documentation of statsmodels."""
