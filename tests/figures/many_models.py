"""What the tests of figures of many models share: rankings of three sizes, and the axes that they are drawn on."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure

import betterthan as bt
from betterthan.answers.ranked import Ranked
from betterthan.figures.style import COLUMN

SIZES = {"ordinary": (6, 20), "tiny": (3, 3), "huge": (50, 500)}
"""Models and tasks."""

sizes = pytest.mark.parametrize("size", SIZES)
looks = pytest.mark.parametrize(("width", "theme"), [(None, "light"), (COLUMN, "dark")])


def long_name(j: int) -> str:
    return f"a-model-with-a-rather-long-name-that-says-how-it-was-trained-run-{j:03d}".ljust(80, "x")


@cache
def scores(size: str) -> bt.Scores:
    models, tasks = SIZES[size]
    rng = np.random.default_rng(1)
    effects = np.sort(rng.normal(0, 0.02, models))[::-1]
    values = rng.normal(0.7, 0.1, (tasks, 1)) + effects + rng.normal(0, 0.02, (tasks, models))
    names = [long_name(j) if size == "huge" else f"model-{j}" for j in range(models)]
    columns = {name: np.round(values[:, j], 4) for j, name in enumerate(names)}
    return bt.read({"task": [f"task-{i}" for i in range(tasks)], **columns})


@cache
def ranked(size: str) -> Ranked:
    return bt.rank(scores(size), rope=0.01)


def axes_of(width: float | None, height: float = 2.6) -> Axes | None:
    """None, so that the figure makes its own; or axes of a figure of this width."""
    return None if width is None else Figure(figsize=(width, height), layout="constrained").add_subplot()


def texts(axes: Axes) -> list[str]:
    return [text.get_text() for text in axes.texts]
