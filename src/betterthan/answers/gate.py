"""Gate: whether a new model may be released, by a rule that holds its level at every number of cases."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from betterthan.answers.comparison import Comparison
from betterthan.answers.document import Documented, in_order, opened
from betterthan.answers.flips import Flips
from betterthan.answers.tabular import Tabular
from betterthan.answers.told import Told
from betterthan.data.ranges import Reach
from betterthan.judging.gate_claims import Claims
from betterthan.judging.gate_evidence import GateRule
from betterthan.phrases import visible
from betterthan.results.codec import Plain, written
from betterthan.results.interval import Interval
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import Rope
from betterthan.vocabulary import Outcome, Requirement, Tier

KEYS = (
    "outcome", "reason", "new", "baseline", "lines", "probabilities", "cases", "flips", "self_check", "family", "notes",
)  # fmt: skip
Family: TypeAlias = Literal["holm"]
"""How claims of several gates are adjusted for their number."""


class CaseLists(NamedTuple):
    """The cases of the two runs, compared by their ids, and by hashes where both have them.

    Attributes:
        shared: how many both have.
        missing: how many only the baseline has.
        missing_ids: some of them.
        added: how many only the new run has.
        added_ids: some of them.
        changed: how many have another hash.
        changed_ids: some of them.
        hashed_by: the columns of hashes that were compared; empty where there are none.
        failed: how many rows of the new run had no score.
    """

    shared: int
    missing: int = 0
    missing_ids: tuple[str, ...] = ()
    added: int = 0
    added_ids: tuple[str, ...] = ()
    changed: int = 0
    changed_ids: tuple[str, ...] = ()
    hashed_by: tuple[str, ...] = ()
    failed: int = 0


@dataclass(frozen=True)
class GateLine(Plain):
    """One gate: the whole of the scores, one task, or one metric.

    Parameters:
        outcome: `pass`, `fail` or `undecided`.
        reason: why, in one sentence.
        requirement: what was asked of the new model; None where a run is compared with itself.
        rope: the region of practical equivalence.
        threshold: how sure one must be.
        tier: `block`, `warn` or `info`: only blocking gates decide.
        rule: by which rule; None where nothing was computed.
        claims: how sure one may be of each claim.
        n: number of units.
        unit: what one unit is.
        task: the task; None for all together.
        metric: the metric, where the policy names several.
        reach: how far one unit can move the two models apart; None if that is not known.
        needed: how many units would decide, if they are like these; None if it is decided, or none is known.
        sequence: where looks are repeated: ends of the difference that hold at all looks together, each at the
            threshold; None otherwise.
        comparison: the ordinary comparison; None where nothing was computed.
    """

    outcome: Outcome
    reason: str
    requirement: Requirement | None
    rope: Rope
    threshold: float
    tier: Tier = "block"
    rule: GateRule | None = None
    claims: Claims | None = None
    n: int = 0
    unit: str = "cases"
    task: str | None = None
    metric: str | None = None
    reach: Reach | None = None
    needed: int | None = None
    sequence: Interval | None = None
    comparison: Comparison | None = None

    @property
    def name(self) -> str:
        """What the gate is about, in short."""
        return " · ".join(part for part in (self.metric, self.task) if part) or "all scores"


@dataclass(frozen=True)
class Gate(Documented, Tabular, Told):
    """Whether a new model may be released.

    Parameters:
        new: the new model.
        baseline: the model that it is compared with.
        outcome: `fail` if a blocking gate fails, else `undecided` if one is, else `pass`.
        reason: the one line that says why.
        lines: the gates: one, or one for each task or metric that has its own.
        cases: the cases of both runs, compared.
        flips: the cases on which the models differ, the new one first.
        self_check: how a run was split that is compared with itself; None for two runs.
        family: how fails and `better` were adjusted for the number of gates; None if they were not.
        notes: what was dropped, averaged or assumed.
    """

    new: str
    baseline: str
    outcome: Outcome
    reason: str
    lines: tuple[GateLine, ...]
    cases: CaseLists | None = None
    flips: Flips | None = None
    self_check: str | None = None
    family: Family | None = None
    notes: tuple[str, ...] = ()

    @property
    def comparison(self) -> Comparison | None:
        """The ordinary comparison of the first gate."""
        return self.lines[0].comparison if self.lines else None

    @property
    def probabilities(self) -> Probabilities | None:
        """The ordinary three probabilities of the first gate."""
        return None if self.comparison is None else self.comparison.probabilities

    @property
    def exit_code(self) -> int:
        """What the command line ends with: 0 for a pass, 1 for a fail, 3 if it is undecided."""
        return {"pass": 0, "fail": 1, "undecided": 3}[self.outcome]

    @property
    def one_line(self) -> str:
        """The outcome and the reason."""
        return f"{self.outcome.upper()}: {self.reason}"

    def __repr__(self) -> str:
        return f"<Gate {visible(self.one_line)}>"

    def __str__(self) -> str:
        return self.to_text()

    def to_dict(self) -> dict[str, Any]:
        """The record: the document without schema and version."""
        shares = None if self.probabilities is None else self.probabilities.to_dict()
        return in_order(KEYS, {**written(self), "probabilities": shares})

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Gate:
        """The gate that `to_dict` or `document` gave.

        Parameters:
            record: what `to_dict`, `document` or `--json` gave.
        """
        return super().from_dict(opened(record))

    def to_rows(self) -> list[dict[str, Any]]:
        """One flat row per gate."""
        return [_row(line) for line in self.lines]


def _row(line: GateLine) -> dict[str, Any]:
    claims, comparison = line.claims, line.comparison
    shares = None if comparison is None else comparison.probabilities
    return {
        "task": line.task,
        "metric": line.metric,
        "outcome": line.outcome,
        "tier": line.tier,
        "requirement": line.requirement,
        "rope_low": line.rope.low,
        "rope_high": line.rope.high,
        "threshold": line.threshold,
        "n": line.n,
        "unit": line.unit,
        "rule": line.rule,
        "not_worse": None if claims is None else claims.not_worse,
        "worse": None if claims is None else claims.worse,
        "better": None if claims is None else claims.better,
        "not_better": None if claims is None else claims.not_better,
        "equivalent": None if claims is None else claims.equivalent,
        "needed": line.needed,
        "estimate": None if comparison is None else comparison.estimate,
        "p_first": None if shares is None else shares.first,
        "p_equivalent": None if shares is None else shares.equivalent,
        "p_second": None if shares is None else shares.second,
        "reason": line.reason,
    }
