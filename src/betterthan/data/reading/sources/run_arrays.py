"""Arrays of runs: one per algorithm, with a row per training run and a column per task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from betterthan.data.reading.sources.log import LogTable
from betterthan.errors import ReadingError

if TYPE_CHECKING:
    from betterthan.data.engines.engine import Engine


def are_runs(found: Mapping[str, Any]) -> bool:
    """Whether a dict holds such arrays.

    Parameters:
        found: what was given.
    """
    arrays = list(found.values())
    two = [each for each in arrays if isinstance(each, np.ndarray) and each.ndim == 2 and each.dtype.kind in "biuf"]
    return len(two) == len(arrays) > 1 and len({each.shape[1] for each in two}) == 1


def of_runs(engine: Engine, found: Sequence[Mapping[str, Any]], called: Sequence[str]) -> LogTable:
    """One row per algorithm, run and task.

    Parameters:
        engine: where the rows live.
        found: the arrays of each file, by algorithm.
        called: what messages call each.
    """
    rows: dict[str, list[Any]] = {name: [] for name in ("file", "model", "task", "seed", "score")}
    for file, (arrays, source) in enumerate(zip(found, called, strict=True)):
        for model, scores in arrays.items():
            if np.ndim(scores) != 2:
                raise ReadingError(f"{source}: `{model}` needs a row per run and a column per task.")
            runs, tasks = scores.shape
            rows["file"].append(np.full(runs * tasks, file))
            rows["model"].append(np.full(runs * tasks, model, dtype=object))
            rows["task"].append(np.array([f"task {j + 1}" for j in range(tasks)] * runs, dtype=object))
            # The runs of two algorithms share nothing, so that their names must differ.
            names = [f"{model} {j + 1}" for j in range(runs)]
            rows["seed"].append(np.repeat(np.array(names, dtype=object), tasks))
            rows["score"].append(np.asarray(scores, dtype=float).ravel())
    arrays = {name: np.concatenate(parts) for name, parts in rows.items()}
    relation = engine.of_arrays({**arrays, "record": np.arange(len(arrays["score"]))})
    one_task = len(set(arrays["task"])) == 1
    return LogTable(
        relation=f"(SELECT *, NULL::VARCHAR AS failure FROM {relation})",
        roles=("seed",) if one_task else ("task", "seed"),
        metric="score",
        metrics=("score",),
        notes=("The runs of different algorithms are taken as sharing no seed.",),
    )
