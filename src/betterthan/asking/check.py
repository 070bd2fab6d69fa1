"""check: does what a document says follow from the posterior that it holds and, if they are given, from the scores?"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from betterthan.answers.by_metric import ByMetric
from betterthan.answers.checked import Basis, Checked, Compared, Disagreement
from betterthan.answers.comparison import Comparison
from betterthan.answers.comparisons import Comparisons
from betterthan.answers.decision_table import DecisionTable
from betterthan.answers.document import opened
from betterthan.answers.estimate import Estimate
from betterthan.answers.joint_test import JointTest
from betterthan.answers.model_means import ModelMeans
from betterthan.answers.ranked import Ranked
from betterthan.answers.ranked_scores import RankedScores
from betterthan.answers.scaling import Scaling
from betterthan.answers.score_table import ScoreTable
from betterthan.answers.seed_table import SeedTable
from betterthan.answers.sensitivity import Sensitivity
from betterthan.asking.agreement import TOLERANCE, agreement
from betterthan.asking.given import Given, asked_or_measured
from betterthan.asking.made_again import Treatment, made_again, not_stored
from betterthan.asking.recomputed import recomputed
from betterthan.errors import BetterthanError, ReadingError
from betterthan.numerics.threads import one_blas_thread
from betterthan.results.codec import Unreadable
from betterthan.version import __version__

if TYPE_CHECKING:
    from betterthan.vocabulary import Missing, Repeats

POSTERIORS = frozenset({"result", "law"})
"""Keys of what a document rests on; only the scores can say whether these are right."""
TAKEN_AS_THEY_ARE = (
    "Without the scores, what only they can tell (the posterior itself, means, tests, effect sizes) is taken as the "
    "document has it: give them with `data=`."
)
ALL_SCORES = (
    "The document holds all scores, from which everything was computed again; whether these are the right ones, only "
    "the scores themselves can tell: give them with `data=`."
)


def _lists(document: Mapping[str, Any], key: str, count: int) -> bool:
    return isinstance(document.get(key), list) and len(document[key]) >= count


KINDS: tuple[tuple[type[Any], Callable[[Mapping[str, Any]], bool]], ...] = (
    (ByMetric, lambda document: _lists(document, "answers", 1) and "metrics" in document),
    (JointTest, lambda document: _lists(document, "tests", 1)),
    (Comparisons, lambda document: "comparisons" in document and "pairs" in document),
    (Comparison, lambda document: _lists(document, "comparisons", 1)),
    (RankedScores, lambda document: _lists(document, "rankings", 1) and "scores" in document),
    (Ranked, lambda document: _lists(document, "rankings", 1)),
    (SeedTable, lambda document: "baseline" in document and "rows" in document),
    (ScoreTable, lambda document: "average_ranks" in document and "marks" in document),
    (DecisionTable, lambda document: "total" in document and "tasks" in document),
    (Sensitivity, lambda document: "ropes" in document and "comparison" in document),
    (Scaling, lambda document: "sizes" in document and "needed" in document),
    (Estimate, lambda document: "law" in document and "against" in document),
    (ModelMeans, lambda document: _lists(document, "models", 1) and "higher_is_better" in document),
)
"""The kinds of documents, and how each is recognised by its keys; the first that fits."""


@one_blas_thread
def check(
    document: str | PathLike[str] | Mapping[str, Any],
    data: Given | None = None,
    *,
    missing: Missing = "error",
    repeats: Repeats = "error",
) -> Checked:
    """Whether a document says what follows from its posterior and, if they are given, from the scores.

    Parameters:
        document: a file that `--json` or `-o report.json` wrote, or the document itself.
        data: the scores: what `bt.read` takes or gives, or predictions with a metric (`bt.measured`); None leaves it at
            the posterior.
        missing: as in `compare`, with `data`.
        repeats: as in `compare`, with `data`.

    >>> from betterthan.asking.compare import compare
    >>> from betterthan.data.examples import example
    >>> document = compare(example("code-switching"), task="tr-en").document()
    >>> check(document).agrees
    True
    >>> document["comparisons"][0]["probabilities"]["second"] = 0.5
    >>> [each.place for each in check(document).disagreements]
    ['comparisons.0.probabilities.second']
    """
    record = _opened(document)
    kind = next((kind for kind, fits in KINDS if fits(record)), None)
    if kind is None or "schema" not in record:
        raise ReadingError(
            f"{_called(document)} is no document of betterthan: it has the keys of none. Accepted is what `--json` "
            "prints or `-o report.json` writes."
        )
    written_by = str(record.get("version"))
    try:
        found = kind.from_dict(record)
        again = recomputed(found).document()
    except BetterthanError as error:
        faulty = Disagreement("document", _place(error), "what this version cannot read", str(error))
        return Checked(kind.__name__, written_by, TOLERANCE, (Compared("document", 1, 1),), (faulty,))
    taken = frozenset[str]() if kind is SeedTable else POSTERIORS
    stored = _compared("document", record, again, taken)
    scored = None if data is None else _against_scores(found, record, data, Treatment(missing, repeats))
    parts = [stored] if scored is None else [stored, scored]
    return Checked(
        kind.__name__,
        written_by,
        TOLERANCE,
        tuple(part for part, _ in parts),
        tuple(each for _, differences in parts for each in differences),
        _notes(kind, written_by, with_scores=data is not None),
    )


def _opened(document: str | PathLike[str] | Mapping[str, Any]) -> Mapping[str, Any]:
    if not isinstance(document, (str, PathLike)):
        return opened(document)
    path = Path(document)
    try:
        return opened(json.loads(path.read_text(encoding="utf-8")))
    except OSError as error:
        raise ReadingError(f"`{path}` cannot be read: {error.strerror or error}.") from None
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise ReadingError(
            f"`{path}` is no JSON ({error}). Accepted is what `--json` prints or `-o report.json` writes."
        ) from None
    except Unreadable as error:
        raise ReadingError(f"`{path}`: {error}") from None


def _called(document: Any) -> str:
    return "This" if isinstance(document, Mapping) else f"`{document}`"


def _place(error: BetterthanError) -> str:
    return ".".join(error.place) if isinstance(error, Unreadable) else ""


def _compared(
    basis: Basis, stored: Any, found: Any, leaving_out: frozenset[str] = frozenset()
) -> tuple[Compared, tuple[Disagreement, ...]]:
    values, differences = agreement(stored, found, leaving_out=leaving_out)
    return Compared(basis, values, len(differences)), tuple(Disagreement(basis, *each) for each in differences)


def _against_scores(
    found: Any, record: Mapping[str, Any], data: Any, treatment: Treatment
) -> tuple[Compared, tuple[Disagreement, ...]]:
    """The document beside the one that the scores give; scores of other models or tasks are a fault of the input."""
    known = data if isinstance(found, ByMetric) else asked_or_measured(data, asker="check")  # each metric is read
    again = made_again(found, known, treatment)
    return _compared("scores", record, again.document(), not_stored(found))


def _notes(kind: type[Any], written_by: str, *, with_scores: bool) -> tuple[str, ...]:
    notes = []
    if not with_scores:
        notes.append(ALL_SCORES if kind is SeedTable else TAKEN_AS_THEY_ARE)
    if written_by != __version__:
        notes.append(f"The document was written by version {written_by}; this is {__version__}.")
    return tuple(notes)
