"""JointTest: a classical test of several models at once, with the pairs, ranks or set of models that it tells of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from betterthan.answers.document import Documented, in_order, only, with_version
from betterthan.answers.parts import OwnFigures, finite
from betterthan.answers.tabular import Tabular
from betterthan.answers.told import Told
from betterthan.data.tables import PairedTable
from betterthan.judging.asked import Question
from betterthan.results.codec import NOT_WRITTEN, plain, written, written_as
from betterthan.results.interval import Interval
from betterthan.results.null_test import NullTest, PairTest
from betterthan.vocabulary import Adjustment

KEYS = (
    "procedure", "question", "models", "task", "n", "unit", "null", "statistic_name", "statistic", "df", "p_value",
    "level", "higher_is_better", "rejected", "figures", "effects", "confidence_set", "which", "pairs", "adjustment",
    "tasks", "notes", "result",
)  # fmt: skip
"""The keys of a record, the whole test last."""
COLUMNS = (
    "about", "task", "procedure", "first", "second", "n", "mean", "estimate", "low", "high", "statistic", "p_value",
    "p_adjusted", "differs", "in_set",
)  # fmt: skip
"""The columns of the rows, the same for all tests."""
CORRECTED = "Greenhouse–Geisser p-value"
"""The figure of a test that assumes equally spread differences which says what is left without that."""


@dataclass(frozen=True)
class JointTest(Documented, Tabular, Told):
    """Several models tested at once.

    Parameters:
        question: which question was answered, and of what.
        models: the models' own figures, the best first by what the test compares.
        test: what the procedure returned.
        n_units: number of units.
        unit: what one unit is.
        task: the task, if the test is about one of several.
        which: which of the pairs are told: `all`, `best` (against the rest), or the name of the reference model.
        adjustment: how the p-values of the pairs were adjusted for their number; None where the test has no pairs, or
            allows for all of them by itself.
        tasks: the same test within each task.
        level: coverage of the intervals; a p-value of at most 1 - level rejects.
        higher_is_better: False if the scores are losses; effects and differences are turned then.
        notes: what was dropped, averaged or assumed.
        table: the scores of all models, for pictures of them; None for a part, or if read back from JSON.
    """

    question: Question
    models: tuple[OwnFigures, ...]
    test: NullTest = field(metadata=written_as("result"))
    n_units: int = field(metadata=written_as("n"))
    unit: str
    task: str | None = None
    which: str = "all"
    adjustment: Adjustment | None = None
    tasks: tuple[JointTest, ...] = ()
    level: float = 0.95
    higher_is_better: bool = True
    notes: tuple[str, ...] = ()
    table: PairedTable | None = field(default=None, compare=False, repr=False, metadata=NOT_WRITTEN)

    @property
    def procedure(self) -> str:
        """Name of the procedure."""
        return self.test.procedure

    @property
    def p_value(self) -> float:
        """The p-value of the hypothesis about all models."""
        return self.test.p_value

    @property
    def corrected(self) -> float | None:
        """The p-value if differences may vary more for some pairs than for others; None if that is allowed already."""
        return self.test.diagnostics.figures.get(CORRECTED)

    @property
    def rejected(self) -> bool:
        """Whether the hypothesis about all models is rejected, also without the assumption that `corrected` drops."""
        return self.test.rejects(self.level) and (self.corrected is None or self.corrected <= 1 - self.level)

    @property
    def confidence_set(self) -> tuple[str, ...] | None:
        """The models that may be the best; None for a test that gives no such set."""
        return self.test.confidence_set(self.level)

    @property
    def pairs(self) -> tuple[PairTest, ...]:
        """The pairs that were asked for, the clearest first; none where the test says nothing of pairs."""
        reference = self.models[0].name if self.which == "best" else self.which
        asked = [pair for pair in self.test.pairs if self.which == "all" or reference in (pair.first, pair.second)]
        return tuple(sorted(asked, key=lambda pair: (pair.p_adjusted, pair.p_value)))

    def differs(self, pair: PairTest) -> bool:
        """Whether the test of a pair rejects that its models are alike.

        Parameters:
            pair: one of `pairs`.
        """
        return pair.p_adjusted <= 1 - self.level

    def __repr__(self) -> str:
        names = ", ".join(model.name for model in self.models[:6]) + (", …" if len(self.models) > 6 else "")
        said = "rejected" if self.rejected else "not rejected"
        return f"<JointTest of {len(self.models)} models ({names}), {self.procedure}: p = {self.p_value:.3g}, {said}>"

    def to_dict(self) -> dict[str, Any]:
        """The record: one entry of a document's `tests`; it holds all that is needed to read it back."""
        test = self.test
        own: dict[str, Any] = {
            "procedure": self.procedure,
            "null": test.null,
            "statistic_name": test.statistic_name,
            "statistic": finite(test.statistic),
            "df": test.df,
            "p_value": test.p_value,
            "rejected": self.rejected,
            "figures": plain(test.diagnostics.figures),
            "effects": plain(test.effects),
            "confidence_set": plain(self.confidence_set),
            "pairs": plain(self.pairs),
        }
        return in_order(KEYS, {**written(self), **own})

    def document(self) -> dict[str, Any]:
        """The record with schema and version: what `--json` prints."""
        record = self.to_dict()
        shared: dict[str, Any] = {key: record[key] for key in ("question", "models")}
        asked: dict[str, Any] = {"pairs": self.which, "adjustment": self.adjustment, "level": self.level}
        return with_version(
            {**shared, "comparisons": [], "rankings": [], "tests": [record], **asked, "notes": record["notes"]}
        )

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> JointTest:
        """The test that `to_dict` or `document` gave.

        Parameters:
            record: what `to_dict`, `document` or `--json` gave.
        """
        return super().from_dict(only("tests", record, "A test of several models is read from a document with one."))

    def to_rows(self) -> list[dict[str, Any]]:
        """Flat rows: the test of all models, then each model, then each pair that was asked for; then every task."""
        return [row for part in (self, *self.tasks) for row in part._rows()]

    def _rows(self) -> list[dict[str, Any]]:
        means, inside = {model.name: model.mean for model in self.models}, self.confidence_set
        whole = {"statistic": finite(self.test.statistic), "p_value": self.p_value, "differs": self.rejected}
        models = [
            {
                "first": effect.name,
                "mean": means[effect.name],
                "estimate": effect.estimate,
                **_bounds(effect.interval),
                "p_value": effect.p_value,
                "in_set": None if inside is None else effect.name in inside,
            }
            for effect in self.test.best_first
        ]
        pairs = [
            {
                **pair._asdict(),
                **_bounds(pair.interval),
                "statistic": finite(pair.statistic),
                "differs": self.differs(pair),
            }
            for pair in self.pairs
        ]
        told: list[tuple[str, dict[str, Any]]] = [
            ("all", whole),
            *(("model", row) for row in models),
            *(("pair", row) for row in pairs),
        ]
        shared: dict[str, Any] = {"task": self.task, "procedure": self.procedure, "n": self.n_units}
        return [{name: {"about": about, **shared, **row}.get(name) for name in COLUMNS} for about, row in told]


def _bounds(inside: Interval | None) -> dict[str, float | None]:
    return {"low": None if inside is None else inside.low, "high": None if inside is None else inside.high}
