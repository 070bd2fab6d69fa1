"""Scores of several models on the tasks that they share: which models are the same, and what they are called."""

from __future__ import annotations

import numpy as np
import pytest

from betterthan.procedures.shared.common_tasks import distinct, model_names


@pytest.mark.parametrize("scale", [1e-15, 1.0, 1e15])
def test_models_are_the_same_on_any_scale_or_on_none(scale):
    """The third column repeats the first, the fourth has its gap elsewhere, and the last is the second but for once."""
    gap = np.nan
    scores = np.array([[0.3, 0.2, 0.3, 0.3, 0.4], [gap, 0.5, gap, 0.5, 0.5], [0.1, 0.1, 0.1, gap, 0.1]])
    assert distinct(scale * scores) == ([0, 1, 3, 4], [0, 1, 0, 2, 3])


def test_rounding_and_the_sign_of_zero_make_no_new_model():
    assert distinct(np.array([[0.1 + 0.2, 0.3, 0.4], [0.0, -0.0, 0.0]])) == ([0, 2], [0, 0, 1])
    assert distinct(np.zeros((3, 2))) == ([0], [0, 0])


def test_models_without_names_are_numbered_from_1():
    assert model_names((), 3) == ("1", "2", "3")
    assert model_names(("a", "b"), 2) == ("a", "b")
