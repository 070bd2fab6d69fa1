"""Rule `loss`: make the statement with the least expected loss (Benavoli 2017, sec. 3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.errors import ArgumentError
from betterthan.judging.rules.rule import Case, LossMatrix, Rule
from betterthan.vocabulary import VERDICTS, Verdict

if TYPE_CHECKING:
    from betterthan.results.probabilities import Probabilities

LOSS = ((0.0, 20.0, 20.0), (20.0, 0.0, 20.0), (20.0, 20.0, 0.0), (1.0, 1.0, 1.0))
"""Say first / equivalent / second / nothing, when first / equivalent / second is true (Benavoli 2017, eq. 7)."""


def by_loss(probabilities: Probabilities, loss_matrix: LossMatrix = LOSS) -> Verdict:
    """The statement with the least expected loss; ties within 1e-9 go to the claim.

    >>> from betterthan.results.probabilities import Probabilities
    >>> by_loss(Probabilities(0.96, 0.03, 0.01))
    'first'
    """
    if len(loss_matrix) != 4 or any(len(row) != 3 for row in loss_matrix):
        raise ArgumentError("A loss matrix has 4 rows (say first, equivalent, second, nothing) of 3 numbers each.")
    expected = [sum(cost * p for cost, p in zip(row, probabilities, strict=True)) for row in loss_matrix]
    claims = min(range(3), key=lambda j: (expected[j], -probabilities[j]))
    return VERDICTS[claims] if expected[claims] <= expected[3] + 1e-9 else "undecided"


def matrix_in_words(loss_matrix: LossMatrix | None) -> str:
    """`0 20 20 / 20 0 20 / 20 20 0 / 1 1 1`: the rows one after the other."""
    rows = LOSS if loss_matrix is None else loss_matrix
    return " / ".join(" ".join(f"{cost:g}" for cost in row) for row in rows)


def _verdict(case: Case) -> Verdict:
    return by_loss(case.probabilities, LOSS if case.loss_matrix is None else case.loss_matrix)


LEAST_LOSS = Rule(
    name="loss",
    told="the statement with the least expected loss",
    verdict=_verdict,
    claimed=lambda claim: f"least expected loss with the loss matrix {matrix_in_words(claim.loss_matrix)}",
    undecided=lambda threshold: "saying nothing has the least expected loss.",
    methods=lambda threshold: "The statement with the least expected loss was made.",
    cites=("benavoli2017",),
    takes_loss_matrix=True,
)
