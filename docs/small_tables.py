"""Small tables of made-up scores, the same everywhere: what pages ask `bt.question` about."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import betterthan as bt
from betterthan.data.comparable import comparable
from betterthan.data.protocol import Comparable


def scores(*keys: str, binary: bool = False, scale: Callable[[int], float] = lambda _: 1.0, **sizes: int) -> Comparable:
    """Two models on every combination of the keys, six values of each unless told otherwise."""
    units = list(product("ab", *(range(sizes.get(key, 6)) for key in keys)))
    columns: dict[str, Any] = dict(zip(("model", *keys), map(list, zip(*units, strict=True)), strict=True))
    drawn = [scattered(*unit) for unit in units]
    columns["score"] = [
        float(x > 0.4) if binary else scale(unit[1]) * (1 + x) for x, unit in zip(drawn, units, strict=True)
    ]
    return comparable(bt.read(columns))


def scattered(*values: str | int) -> float:
    """A number in [0, 1) that looks random and is the same everywhere."""
    state = 17
    for value in values:
        state = (state * 1103515245 + 12345 + 7919 * (ord(value) if isinstance(value, str) else value)) % 2**31
    return (state >> 8) % 1009 / 1009


def predicted() -> bt.Predictions:
    """Outputs of two models for cases of two classes."""
    cases = range(60)
    outputs = {model: [scattered(model, case) for case in cases] for model in "ab"}
    return bt.predictions({"truth": [int(scattered("t", case) > 0.5) for case in cases], **outputs}, truth="truth")


def values() -> bt.Predictions:
    """Outputs of two models for cases with a value each."""
    cases = range(60)
    columns = {name: [10 * scattered(name, case) for case in cases] for name in "tab"}
    return bt.predictions(columns, truth="t", kind="values")
