"""Figures of several models draw the posterior of a rung as they draw a ranking."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import betterthan as bt
from betterthan import figures
from betterthan.errors import ArgumentError

SCORES = np.random.default_rng(5).normal([0.8, 0.82, 0.85], 0.02, (12, 3))
NAMES = ("knn", "svm", "mlp")
POSTERIOR = bt.procedures.bayes_joint.from_scores(SCORES, models=NAMES)
RANKED = bt.rank(bt.read({"task": list(range(12)), **dict(zip(NAMES, SCORES.T, strict=True))}), rope=0.01)


def drawn(axes: Any) -> list[str]:
    return [text.get_text() for text in axes.findobj(lambda artist: hasattr(artist, "get_text")) if text.get_text()]


@pytest.mark.parametrize("figure", ["effects", "better_matrix", "best", "rank_distribution"])
def test_a_posterior_is_drawn_like_the_ranking_that_it_is_of(figure: str) -> None:
    rope = {"rope": 0.01} if figure in ("effects", "better_matrix") else {}
    draw: Any = getattr(figures, figure)
    assert drawn(draw(POSTERIOR, **rope)) == drawn(draw(RANKED))


def test_effects_need_no_rope() -> None:
    assert not any("rope" in text for text in drawn(figures.effects(POSTERIOR)))


def test_who_is_practically_better_needs_a_rope() -> None:
    with pytest.raises(ArgumentError, match="has no rope; give one"):
        figures.better_matrix(POSTERIOR)
    with pytest.raises(ArgumentError, match="symmetric"):
        figures.better_matrix(POSTERIOR, rope=(-0.01, 0.02))


def test_another_rope_of_a_ranking() -> None:
    assert drawn(figures.better_matrix(RANKED, rope=0.03)) == drawn(figures.better_matrix(POSTERIOR, rope=0.03))
