"""baseline: a run kept as one file, to compare later runs with."""

from __future__ import annotations

from pathlib import Path

from betterthan.answers.saving import save_all
from betterthan.data.engines.sql import identifier
from betterthan.data.scores import Scores
from betterthan.data.units import CLUSTERS, KEYS
from betterthan.errors import ArgumentError

SUFFIX = ".parquet"


def save_baseline(scores: Scores, path: str | Path) -> int:
    """Write the scores of a run, with all that names its cases, and the hashes of what was asked.

    Parameters:
        scores: the run.
        path: where to; the file is Parquet.
    """
    target = Path(path)
    if target.suffix.lower() != SUFFIX:
        raise ArgumentError(f"A baseline is kept as Parquet: give a file that ends in {SUFFIX}, not `{target}`.")
    if not isinstance(scores, Scores):
        raise ArgumentError("A baseline is a run with the score of every case; counts and differences are none.")
    roles = [role for role in (*KEYS, CLUSTERS.key) if role in scores.columns]
    hashes = [name for name in scores.extra if "hash" in name.casefold()]
    columns = {name: name for name in ("model", *roles, *hashes)}
    name = "score" if scores.metric in columns else scores.metric
    original = "score" if scores.higher_is_better else "1.0 - score" if scores.binary else "0.0 - score"
    save_all({target: scores.rows.parquet(columns, f"{original} AS {identifier(name)}")})
    return len(scores)
