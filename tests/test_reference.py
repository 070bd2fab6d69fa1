"""Every procedure against figures that we did not compute: reference/<procedure>.json, with source and tolerance."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from betterthan.procedures import REGISTRY
from betterthan.results.difference import DifferencePosterior
from betterthan.results.kinds import Result

pytestmark = pytest.mark.installed
REFERENCE = Path(__file__).parent / "reference"
CASES = [
    pytest.param(name, case, id=f"{name}-{number}")
    for name in REGISTRY
    for number, case in enumerate(json.loads((REFERENCE / f"{name}.json").read_text()).get("cases", []))
]


@pytest.mark.parametrize(("name", "case"), CASES)
def test_published_figure(name, case):
    arguments = {key: np.array(value) if isinstance(value, list) else value for key, value in case["arguments"].items()}
    if "alpha" in arguments:
        arguments["alpha"] = tuple(arguments["alpha"])
    result = getattr(REGISTRY[name], case["rung"])(**arguments)
    for key, expected in case["expect"].items():
        found = figure(result, key, case["rope"])
        allowed = width(case["tolerance"][key], expected, case["expect"].get("sd"))
        assert abs(found - expected) <= allowed, f"{key}: {found} is not {expected} ± {allowed} ({case['source']})"


def figure(result: Result, key: str, rope) -> float:
    if isinstance(result, DifferencePosterior) and key in ("first", "equivalent", "second"):
        if rope == "effect size":
            null, half = result.parameter.null, 0.1 * result.spread
            rope = (null - half, null + half)
        return result.probabilities(tuple(rope)).of(key)
    if key.startswith("1 - "):  # a share that was published in terms of the other model
        return 1 - figure(result, key.removeprefix("1 - "), rope)
    for part in key.split("."):
        result = result[int(part)] if part.isdigit() else getattr(result, part)
    return result


def width(tolerance, expected: float, sd: float | None) -> float:
    if isinstance(tolerance, dict):
        return tolerance.get("relative", 0) * abs(expected) + tolerance.get("relative_to_sd", 0) * (sd or 0)
    return tolerance
