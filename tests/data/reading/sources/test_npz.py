"""Arrays of NumPy: evaluations of Stable-Baselines runs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import betterthan as bt


def evaluations(root: Path, folders: Sequence[str]) -> Path:
    """Two evaluations of three episodes of each run."""
    for folder in folders:
        path = root / "ppo" / folder / "evaluations.npz"
        path.parent.mkdir(parents=True)
        np.savez(path, timesteps=np.array([1, 2]), results=np.ones((2, 3)), ep_lengths=np.ones((2, 3)))
    return root


@pytest.mark.parametrize(
    ("folders", "tasks"),
    [(["CartPole_0", "Ant_0", "Ant_1"], ("Ant", "CartPole")), (["0", "seed_1", "last"], ())],
)
def test_folders_name_environments_or_none_does(folders: list[str], tasks: tuple[str, ...], tmp_path: Path) -> None:
    found = bt.read(evaluations(tmp_path, folders))
    assert sorted(found.tasks) == list(tasks)


def test_runs_in_an_environment_that_nobody_names_are_not_mixed_with_others(tmp_path: Path) -> None:
    with pytest.raises(bt.ReadingError, match=r"ppo/7/.* names no environment, and others do.* `Ant_0`"):
        bt.read(evaluations(tmp_path, ["Ant_0", "CartPole_1", "7"]))
