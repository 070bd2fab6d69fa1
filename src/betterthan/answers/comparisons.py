"""Comparisons: several pairs of models compared in one go, and all models ranked beside them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Annotated, Any

import numpy as np

from betterthan.answers.comparison import Comparison
from betterthan.answers.document import Documented, in_order
from betterthan.answers.outlook import PairsOutlook
from betterthan.answers.parts import OwnFigures
from betterthan.answers.ranked import Ranked
from betterthan.answers.tabular import Tabular
from betterthan.answers.told import Told
from betterthan.arrays import Array
from betterthan.data.tables import PairedTable
from betterthan.errors import ArgumentError
from betterthan.judging.asked import Question
from betterthan.phrases import visible
from betterthan.results.codec import NOT_WRITTEN, restored, written, written_as
from betterthan.vocabulary import Adjustment

KEYS = [
    "question", "models", "comparisons", "rankings", "tests", "pairs", "adjustment", "level", "higher_is_better",
    "metric", "outlook", "notes",
]  # fmt: skip


def _only_ranking(rankings: Any) -> Ranked | None:
    """A document has a list of rankings; several models have one or none."""
    found: tuple[Ranked, ...] = restored(tuple[Ranked, ...], rankings)
    return found[0] if found else None


@dataclass(frozen=True)
class Comparisons(Documented, Tabular, Told):
    """Several models compared: every pair that was asked for, and the joint ranking.

    Parameters:
        question: which question was answered, and why with these procedures.
        models: the models' own figures, the best mean first; the best average rank where tasks differ in scale.
        comparisons: one comparison per pair.
        pairs: which pairs: `all`, `best` (against the rest), or the name of the reference model.
        adjustment: how the p-values of the pairs were adjusted for their number.
        ranked: the joint ranking; None where no joint model fits the design.
        level: coverage of the intervals.
        higher_is_better: False if the scores are losses; estimates are turned then.
        metric: the metric of the whole test set, in words; None where the units have scores.
        outlook: of the undecided pairs, which one how many further units would decide first; None if all are decided.
        notes: what was dropped, averaged or assumed.
        table: the scores of all models, for pictures of them; None if read back from JSON.
    """

    question: Question
    models: tuple[OwnFigures, ...]
    comparisons: tuple[Comparison, ...]
    pairs: str
    adjustment: Adjustment = "holm"
    ranked: Annotated[Ranked | None, _only_ranking] = field(default=None, metadata=written_as("rankings"))
    level: float = 0.95
    higher_is_better: bool = True
    metric: str | None = None
    outlook: PairsOutlook | None = None
    notes: tuple[str, ...] = ()
    table: PairedTable | None = field(default=None, compare=False, repr=False, metadata=NOT_WRITTEN)

    @property
    def by_procedure(self) -> dict[str, list[Comparison]]:
        """The pairs by the procedure that compared them, that of the most pairs first."""
        found: dict[str, list[Comparison]] = {}
        for pair in self.comparisons:
            found.setdefault(pair.procedure, []).append(pair)
        return dict(sorted(found.items(), key=lambda pairs: -len(pairs[1])))

    @property
    def procedure(self) -> str:
        """Name of the procedure that compared the pairs, or most of them."""
        return next(iter(self.by_procedure))

    @property
    def clearest(self) -> tuple[Comparison, ...]:
        """The pairs, decided ones first."""
        return tuple(sorted(self.comparisons, key=lambda found: found.clarity))

    @property
    def by_joint(self) -> bool:
        """Whether the verdicts rest on the joint model of all models, and not on each pair alone."""
        return any(found.joint is not None for found in self.comparisons)

    def __len__(self) -> int:
        return len(self.comparisons)

    def __repr__(self) -> str:
        names = ", ".join(visible(model.name) for model in self.models[:6])
        by = f", verdicts by {self.ranked.procedure}" if self.ranked is not None and self.by_joint else ""
        return f"<Comparisons of {len(self.models)} models ({names}), {len(self)} pairs, {self.procedure}{by}>"

    def pair(self, first: str, second: str) -> Comparison:
        """The comparison of two of the models; the first is the one that the verdict `first` speaks of.

        Parameters:
            first: the first model of the pair, as it was compared.
            second: the second one.
        """
        for found in self.comparisons:
            if (found.first, found.second) == (second, first):
                raise ArgumentError(
                    f"`{second}` came first in this comparison: ask for `pair({second!r}, {first!r})`, and read "
                    f"`second` as `{first}`."
                )
            if (found.first, found.second) == (first, second):
                return found if self.table is None else replace(found, table=self.table.two(found.first, found.second))
        raise ArgumentError(f"`{first}` and `{second}` were not compared; the pairs were: {self.pairs}.")

    def better(self) -> tuple[tuple[str, ...], Array]:
        """The models, best mean first, and the matrix of P(row is practically better than column), each pair alone.

        A pair that was not compared, or that has no posterior, is NaN. The joint model's is `ranked.better`.
        """
        names = tuple(model.name for model in self.models)
        shares = np.full((len(names), len(names)), np.nan)
        for found in self.comparisons:
            if found.probabilities is not None:
                one, other = names.index(found.first), names.index(found.second)
                shares[one, other], shares[other, one] = found.probabilities.first, found.probabilities.second
        return names, shares

    def to_dict(self) -> dict[str, Any]:
        """The record: the document without schema and version."""
        rankings = [] if self.ranked is None else [self.ranked.to_dict()]
        return in_order(KEYS, {**written(self), "rankings": rankings, "tests": []})

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row per pair (with its tasks and subgroups), the clearest first."""
        joint = None if self.ranked is None else self.ranked.procedure
        return [
            {**row, "joint_procedure": joint if row["rests_on"] == "joint" else None}
            for found in self.clearest
            for row in found.to_rows()
        ]
