"""What tests ask of a log: the mean of each model on its pairs, or why it is refused."""

from __future__ import annotations

from typing import Any

import pytest

import betterthan as bt
from betterthan.errors import BetterthanError


def means(source: Any, **asked: Any) -> dict[str, float]:
    """The mean score of each model on the pairs."""
    table = bt.pair(bt.read(source, **asked))
    return dict(zip(table.models, table.scores.mean(axis=0).tolist(), strict=True))


def refused(source: Any, **asked: Any) -> str:
    """What is said where there is no answer."""
    with pytest.raises(BetterthanError) as raised:
        bt.compare(bt.read(source, **asked), rope=0.01)
    return str(raised.value)
