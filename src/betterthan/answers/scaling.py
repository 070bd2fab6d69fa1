"""Scaling: what more units would say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from betterthan.answers.document import Documented, in_order, opened
from betterthan.answers.parts import finite
from betterthan.answers.tabular import Tabular
from betterthan.answers.told import Told
from betterthan.phrases import visible
from betterthan.results.codec import part, written
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import Rope
from betterthan.vocabulary import Verdict, Weight

KEYS = (
    "first",
    "second",
    "higher_is_better",
    "task",
    "procedure",
    "n",
    "holds",
    "grows",
    "fixed",
    "rope",
    "threshold",
    "needed",
    "needed_units",
    "limit",
    "weight",
    "sizes",
)


@dataclass(frozen=True)
class Scaling(Documented, Tabular, Told):
    """Probabilities and p-values as functions of the number of units.

    Parameters:
        first: the first model.
        second: the second model.
        procedure: the Bayesian procedure.
        factors: multiples k of the present size.
        units: the number of units at each.
        probabilities: the three probabilities at each.
        p_values: the classical test's p-value at each.
        verdicts: the verdict at each.
        needed: the smallest k that decides; infinite if no number of such units does.
        limit: for folds, which share training data however many there are, the three probabilities of endlessly many.
        rope: the rope.
        threshold: probability that a verdict needs.
        higher_is_better: False if the scores are losses.
        grows: what there is k times as many of, as in `cases` or `seeds and cases`.
        fixed: of what there is not more, where the units are two factors crossed and only one grows; else None.
        needed_units: the number of units at the smallest size that decides; None if no number of them does.
        task: the task, if it is one of several.
        n: the number of units now.
        holds: which figures of them are taken as exactly right, as in `mean and sd`.
        weight: where cases come in clusters, what was to count alike; None if nothing was said.
    """

    first: str
    second: str
    procedure: str
    factors: tuple[float, ...]
    units: tuple[int, ...]
    probabilities: tuple[Probabilities, ...]
    p_values: tuple[float, ...]
    verdicts: tuple[Verdict, ...]
    needed: float
    limit: Probabilities | None
    rope: Rope
    threshold: float
    higher_is_better: bool = True
    grows: str = "units"
    fixed: str | None = None
    needed_units: int | None = None
    task: str | None = None
    n: int | None = None
    holds: str = "mean and sd"
    weight: Weight | None = None

    def __repr__(self) -> str:
        names = f"{visible(self.first)} and {visible(self.second)}"
        return f"<Scaling of {names}, {self.procedure}: decided from {self.needed:.3g} times as many units on>"

    def to_rows(self) -> list[dict[str, Any]]:
        """One row per size."""
        return [row._asdict() for row in self._rows()]

    def to_dict(self) -> dict[str, Any]:
        """The record; `needed` is null where no number of such units decides."""
        return in_order(KEYS, {**written(self), "needed": finite(self.needed), "sizes": self.to_rows()})

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Scaling:
        """The scaling that `to_dict` or `document` gave.

        Parameters:
            record: what `to_dict`, `document` or `--json` gave.
        """
        found = opened(record)
        rows: tuple[_Row, ...] = part("sizes", tuple[_Row, ...], found.get("sizes"))
        columns = {
            "factors": [row.factor for row in rows],
            "units": [row.units for row in rows],
            "probabilities": [row._asdict() for row in rows],
            "p_values": [row.p_value for row in rows],
            "verdicts": [row.verdict for row in rows],
        }
        endless = {"needed": "inf"} if found.get("needed", 0) is None else {}
        return super().from_dict({**found, **columns, **endless})

    def _rows(self) -> Iterator[_Row]:
        columns = zip(self.factors, self.units, self.probabilities, self.p_values, self.verdicts, strict=True)
        return (_Row(factor, units, *shares, p, verdict) for factor, units, shares, p, verdict in columns)


class _Row(NamedTuple):
    """One size."""

    factor: float
    units: int
    first: float
    equivalent: float
    second: float
    p_value: float
    verdict: Verdict
