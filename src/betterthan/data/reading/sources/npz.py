"""Arrays of NumPy: evaluations of Stable-Baselines runs, and scores of runs on tasks as rliable takes them.

The unit is the training run. Episodes of one run are no runs, so that a run has one score: the mean over its episodes.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from betterthan.data.reading.sources.log import Asked, Log, LogTable, chosen_metric
from betterthan.data.reading.sources.run_arrays import of_runs
from betterthan.data.reading.sources.source import LOADED_UP_TO
from betterthan.errors import ReadingError

if TYPE_CHECKING:
    from pathlib import Path

    from betterthan.data.engines.engine import Engine
    from betterthan.data.reading.sources.source import File

EVALUATIONS = frozenset({"timesteps.npy", "results.npy", "ep_lengths.npy"})
LAST, BEST = "last evaluation", "best evaluation"
FOLDER = re.compile(r"(.*?)[_-]?(\d+)")
NO_TASKS = ("seed", "run", "trial", "")


def members(file: File) -> frozenset[str]:
    """The names of the arrays; none if it is no archive of arrays."""
    if not file.beginning.startswith(b"PK\x03\x04"):
        return frozenset()
    try:
        with zipfile.ZipFile(file.path) as archive:
            return frozenset(archive.namelist())
    except (zipfile.BadZipFile, OSError):
        return frozenset()


def _arrays(file: File) -> dict[str, Any]:
    """The arrays, none of which may run code or unpack to more than fits."""
    try:
        with zipfile.ZipFile(file.path) as archive:
            size = sum(each.file_size for each in archive.infolist())
        if size > LOADED_UP_TO:
            raise ReadingError(f"{file.called} unpacks to {size / 2**20:,.0f} MB, as no file of scores does.")
        with np.load(file.path, allow_pickle=False) as found:
            return {name: found[name] for name in found.files}
    except (ValueError, EOFError, OSError, zipfile.BadZipFile, NotImplementedError) as error:
        raise ReadingError(f"{file.called} cannot be read as arrays of numbers: {error}.") from None


def read_evaluations(engine: Engine, files: Sequence[File], asked: Asked) -> LogTable:
    """One row per training run, of one environment each, or all of the same one that no folder names."""
    metric = chosen_metric(asked.metric, (LAST, BEST), files[0].called, (LAST,))
    rows: dict[str, list[Any]] = {"model": [], "task": [], "seed": [], "score": []}
    for file in files:
        results = _arrays(file)["results"]
        if results.ndim != 2 or not results.size:
            raise ReadingError(f"{file.called}: `results` needs a row per evaluation and a column per episode.")
        means = results.astype(float).mean(axis=1)
        model, task, seed = _run(file.path)
        for name, value in (("model", model), ("task", task), ("seed", seed)):
            rows[name].append(value)
        rows["score"].append(float(means[-1] if metric == LAST else means.max()))
    environments = _all_or_none(files, rows["task"])
    arrays = {name: np.array(values, dtype=float if name == "score" else object) for name, values in rows.items()}
    relation = engine.of_arrays({**arrays, "file": np.arange(len(files)), "record": np.arange(len(files))})
    return LogTable(
        relation=f"(SELECT *, NULL::VARCHAR AS failure FROM {relation})",
        roles=("task", "seed") if environments else ("seed",),
        metric=metric,
        metrics=(LAST, BEST),
        higher_is_better=True,
        notes=("The score of a training run is the mean over the episodes of one evaluation: episodes are no runs.",),
    )


def _all_or_none(files: Sequence[File], environments: Sequence[str | None]) -> bool:
    """Whether the folders name environments; where only some do, nobody knows what the others ran in."""
    unnamed = [file.called for file, environment in zip(files, environments, strict=True) if environment is None]
    if unnamed and len(unnamed) < len(files):
        raise ReadingError(
            f"The folder of {unnamed[0]} names no environment, and others do. Call each `<environment>_<seed>`, such "
            f"as `{next(filter(None, environments))}_0`, or leave these files out."
        )
    return not unnamed


def _run(path: Path) -> tuple[str, str | None, str]:
    """The algorithm, the environment and the seed, of `ppo/CartPole-v1_3/evaluations.npz`."""
    folders = path.resolve().parent.parts
    found = FOLDER.fullmatch(folders[-1])
    if found is None:
        return folders[-2], None, folders[-1]
    return folders[-2], None if found[1].lower() in NO_TASKS else found[1], found[2]


def read_runs(engine: Engine, files: Sequence[File], asked: Asked) -> LogTable:
    """One row per algorithm, run and task."""
    return of_runs(engine, [_arrays(file) for file in files], [file.called for file in files])


STABLE_BASELINES = Log(
    name="stable-baselines",
    title="Stable-Baselines3",
    files="<algorithm>/<environment>_<seed>/evaluations.npz",
    signature="arrays `timesteps`, `results`, `ep_lengths`",
    recognises=lambda file: members(file) >= EVALUATIONS,
    read=read_evaluations,
    suffixes=(".npz",),
    note="The unit is the training run, not the episode. The best evaluation of a run looks better than the run is.",
)
RLIABLE = Log(
    name="rliable",
    title="rliable",
    files="scores.npz, or a dict of arrays",
    signature="one array per algorithm, with a row per run and a column per task",
    recognises=lambda file: bool(members(file)) and all(name.endswith(".npy") for name in members(file)),
    read=read_runs,
    suffixes=(".npz",),
    note="The unit is the training run; those of different algorithms share no seeds.",
)
