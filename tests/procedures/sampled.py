"""What is asked of a joint posterior that an independent sampler has drawn as well."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import pytest

from betterthan.results.ranking import Ranking


def same_places_and_pairs(data: Mapping[str, Any], found: Ranking, tolerance: Mapping[str, float]) -> None:
    """The probability of being the best, and of being practically better, of each two models, are the sampler's."""
    expect = data["expect"]
    assert list(found.best().values()) == pytest.approx(expect["best"], abs=tolerance["best"])
    pairs = [found.pair(*names).probabilities(data["rope"]) for names in combinations(found.models, 2)]
    assert [pair.first for pair in pairs] == pytest.approx(expect["first"], abs=tolerance["pairs"])
    assert [pair.second for pair in pairs] == pytest.approx(expect["second"], abs=tolerance["pairs"])
