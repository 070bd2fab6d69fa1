"""Which test for which metric, and for large or small data: two parts of the page `which-test.md`.

What is recommended elsewhere is told in our words, with its source; which of our procedures answers is asked of
`bt.question` or `bt.compare` when the page is made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

from citing import cited
from small_tables import predicted, scattered, scores, values

import betterthan as bt
from betterthan.procedures import REGISTRY


class Ours(NamedTuple):
    """The procedure that is taken, and the classical one beside it."""

    taken: str
    beside: str

    def __str__(self) -> str:
        return f"`{self.taken}`, with `{self.beside}`"


@dataclass(frozen=True)
class Metric:
    """A metric, or several of a kind: what others recommend for it, and what answers here."""

    names: str
    they: str
    sources: tuple[str, ...]
    ours: Callable[[], Ours]
    why: str

    def row(self) -> str:
        return f"| {self.names} | {self.they} ({cited(self.sources)}) | {self.ours()} | {self.why} |"


def of_scores(*keys: str, binary: bool = False, **sizes: int) -> Ours:
    """What is taken for two models with such scores."""
    asked = bt.question(scores(*keys, binary=binary, **sizes))
    return _known(asked.procedure, REGISTRY[str(asked.procedure)].counterpart)


def of_metric(name: str) -> Ours:
    """What is taken for two models by a metric of the whole test set."""
    asked = bt.question(values() if name in ("rmse", "spearman") else predicted(), metric=name)
    return _known(asked.procedure, asked.alternatives[0])


def of_several(*keys: str, binary: bool = False, **sizes: int) -> Ours:
    """What is taken for three models with such scores: what ranks them, and the test of all of them."""
    units = list(product("abc", *(range(sizes.get(key, 6)) for key in keys)))
    drawn = [float(scattered(*unit) > 0.4) if binary else scattered(*unit) for unit in units]
    columns = dict(zip(("model", *keys), map(list, zip(*units, strict=True)), strict=True))
    ranked = bt.rank(bt.read({**columns, "score": drawn}), rope=0.01)
    return _known(ranked.procedure, ranked.tests[0].procedure)


def _known(taken: str | None, beside: str | None) -> Ours:
    assert taken in REGISTRY, f"nothing answers: {taken}"
    assert beside in REGISTRY, f"no classical test stands beside {taken}"
    return Ours(taken, beside)


METRICS = (
    Metric(
        "accuracy, exact match: each case is right or wrong",
        "McNemar's test for two classifiers",
        ("dror2018", "rainio2024", "williams2026"),
        lambda: of_scores("case", binary=True, case=40),
        "Only cases on which exactly one of the two is right tell them apart.",
    ),
    Metric(
        "mean of a score of each case: squared or absolute error, log loss, Brier score, UAS and LAS of a sentence",
        "the paired t-test, where the mean is nearly normal; permutation or bootstrap, or for very large data the "
        "signed-rank test, where that is in doubt",
        ("dror2018", "williams2026"),
        lambda: of_scores("case", case=40),
        "The same mean, with its posterior; a Q-Q plot of the differences is looked at, and where it fails a procedure "
        "that does without normality is shown, too.",
    ),
    Metric(
        "AUROC",
        "DeLong's test, or the bootstrap",
        ("williams2026",),
        lambda: of_metric("auroc"),
        "One number for the whole test set: what varies is which cases are in it.",
    ),
    Metric(
        "average precision",
        "the bootstrap",
        ("williams2026",),
        lambda: of_metric("average-precision"),
        "As for AUROC; DeLong's test is for AUROC alone.",
    ),
    Metric(
        "F-score, and by the same reasoning MCC, κ, balanced accuracy",
        "permutation or bootstrap, since the score is no mean over cases and need not be normal",
        ("dror2018",),
        lambda: of_metric("f1"),
        "The weights of cases are drawn, so that any metric which takes weights gets a posterior and a rope.",
    ),
    Metric(
        "RMSE, R², Spearman's correlation",
        "not named; by the same reasoning as for the F-score",
        ("dror2018",),
        lambda: of_metric("rmse"),
        "As above. For errors whose mean is enough, take the mean of a score of each case.",
    ),
    Metric(
        "BLEU, METEOR, ROUGE",
        "permutation or bootstrap, as for the F-score",
        ("dror2018",),
        lambda: of_scores("case", case=40),
        "Of scores of single sentences, which are compared like any score of a case. A score of the whole corpus is "
        "another number; none of our metrics computes it.",
    ),
    Metric(
        "any of these on several test sets or tasks, two models",
        "Friedman's test; with two models it counts wins, as the sign test does",
        ("rainio2024", "williams2026"),
        lambda: of_scores("task", task=12),
        "Sizes of differences count, not only their signs. With several scores of each task see the table above.",
    ),
    Metric(
        "any of these on several test sets or tasks, several models",
        "Friedman's test, followed by a test of all pairs",
        ("demsar2006", "rainio2024"),
        lambda: of_several("task", task=12),
        "All models in one model of their effects, and the classical test with it.",
    ),
    Metric(
        "accuracy of several models on one test set",
        "Cochran's Q, which extends McNemar's test",
        ("cochran1950",),
        lambda: of_several("case", binary=True, case=40),
        "The same cases for all models.",
    ),
)

SOURCES = """Dror et al. (2020) list tests by evaluation measure in their Table 4.1, and Rainio et al. (2024) draw a
flow chart in their Figure 3; Williams (2026, sec. 4) discusses both. The second column says in our words what is
recommended: Dror et al. by the sections 3.2 and 3.3 of their paper of 2018, which the book extends, Rainio et al. as
Williams reports them. All of these tests are classical. On one test set they speak of predictors as they are: none can
tell how another training run would have gone. The column *here* is asked of the code when this page is made."""

CHART = """What is the score?
├── one of each case (or query, sentence, image)
│   ├── right or wrong ................ {binary.taken} · {binary.beside}
│   └── a number ...................... {mean.taken} · {mean.beside}
└── one of the whole test set
    ├── AUROC ......................... {auroc.taken} · {auroc.beside}
    └── F1, AP, MCC, RMSE, … .......... {f1.taken} · {f1.beside}

Where does it come from?
├── one test set, models as they are .. as above
├── cases in clusters ................. {clusters.taken} · {clusters.beside}, on means of clusters
├── folds of cross-validation ......... {folds.taken} · {folds.beside}
├── seeds, the same for both .......... {seeds.taken} · {seeds.beside}
└── several tasks
    ├── one score each ................ {tasks.taken} · {tasks.beside}
    ├── folds of each ................. {cv_tasks.taken} · {cv_tasks.beside}
    └── right or wrong cases of each .. {binary_tasks.taken} · {binary_tasks.beside}

More than two models? ................. {several.taken} · {several.beside}"""


def chart() -> str:
    """The way from a metric to a procedure, with the classical test behind the dot."""
    return CHART.format(
        binary=of_scores("case", binary=True, case=40),
        mean=of_scores("case", case=40),
        auroc=of_metric("auroc"),
        f1=of_metric("f1"),
        clusters=of_scores("cluster", cluster=12),
        folds=of_scores("fold", fold=10),
        seeds=of_scores("seed"),
        tasks=of_scores("task", task=12),
        cv_tasks=of_scores("task", "fold", fold=10),
        binary_tasks=of_scores("task", "case", binary=True, case=40),
        several=of_several("task", task=12),
    )


@dataclass(frozen=True)
class Asked:
    """One of Dietterich's questions, and what answers it."""

    number: int
    about: str
    answer: Callable[[], str]

    def row(self) -> str:
        return f"| {self.number} | {self.about} | {self.answer()} |"


ONE_RUN = "A test set that was never trained on is what this needs; without one, only question {} can be answered."
DIETTERICH = (
    Asked(
        1,
        "How accurate is this classifier? Large data: some are left for a test set.",
        lambda: "`bt.estimate` of its scores on the test cases: mean and interval.",
    ),
    Asked(2, "The same, small data.", lambda: ONE_RUN.format(6)),
    Asked(
        3,
        "Which of two classifiers is more accurate? Large data.",
        lambda: f"`bt.compare` on the test cases: {of_scores('case', binary=True, case=40)} for right or wrong.",
    ),
    Asked(4, "The same, small data.", lambda: ONE_RUN.format(8)),
    Asked(
        5,
        "How accurate are the classifiers that an algorithm makes of training sets of this size? Large data: training "
        "sets that share nothing.",
        lambda: "`bt.estimate` of scores with a column `train_set`.",
    ),
    Asked(6, "The same, small data: resampled.", lambda: "`bt.estimate` of folds, widened by what they share."),
    Asked(
        7,
        "Which of two algorithms makes more accurate classifiers? Large data.",
        lambda: (
            f"{of_scores('train_set')}, on training sets that share nothing; scored on the same cases: "
            f"{of_scores('train_set', 'case')}."
        ),
    ),
    Asked(
        8,
        "The same, small data. He recommends McNemar's test where an algorithm can be run only once, although it "
        "cannot see how training varies, and his 5x2 cv test where it can be run ten times.",
        lambda: (
            f"Folds: {of_scores('fold', fold=10)}. Five times two folds: "
            f"{of_scores('repeat', 'fold', repeat=5, fold=2)}; his own test is `{_known('t_5x2cv', 't_5x2cv').taken}`."
        ),
    ),
    Asked(
        9,
        "Which of two algorithms is better on new domains, judged by several?",
        lambda: f"One score each: {of_scores('task', task=12)}. Folds: {of_scores('task', 'fold', fold=10)}.",
    ),
)

LARGE_OR_SMALL = """Dietterich (1998) asks, besides one domain or several and classifiers or algorithms, whether data
are plenty: can some be set aside as a test set, or several training sets be made that share nothing? If not, data must
be used more than once, and the tests must know it. In our words his questions, and what answers them here:"""


def sections() -> str:
    """Both parts."""
    metrics = "\n".join(each.row() for each in METRICS)
    questions = "\n".join(each.row() for each in DIETTERICH)
    return (
        f"## Which test for which metric\n\n{SOURCES}\n\n"
        f"| metric | recommended elsewhere | here | why |\n|---|---|---|---|\n{metrics}\n\n"
        f"As a chart, the classical test behind the dot:\n\n```text\n{chart()}\n```\n\n"
        f"## Large or small data\n\n{LARGE_OR_SMALL}\n\n| | question | answer |\n|---|---|---|\n{questions}"
    )
