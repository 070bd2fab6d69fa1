"""Run folders as HELM writes them, with made-up statistics."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any


def stat(name: str, mean: float, split: str = "test", **more: Any) -> dict[str, Any]:
    """One statistic of an instance."""
    return {"name": {"name": name, "split": split}, "count": 1, "sum": mean, "mean": mean, "variance": 0.0, **more}


def instance(number: int, scores: Mapping[str, float], **more: Any) -> dict[str, Any]:
    """An instance with its statistics, and one that is no score."""
    stats = [stat("num_bytes", 2.0), *(stat(name, score) for name, score in scores.items())]
    return {"instance_id": f"id{number}", "train_trial_index": 0, "stats": stats, **more}


def write_run(
    folder: Path, model: str, instances: Sequence[Mapping[str, Any]], scenario: str = "mmlu:subject=law"
) -> Path:
    """A run of a model on a scenario."""
    run = folder / f"{scenario},model={model}".replace("/", "_")
    run.mkdir(parents=True, exist_ok=True)
    (run / "per_instance_stats.json").write_text(json.dumps(list(instances), indent=2))
    spec = {"name": f"{scenario},model={model.replace('/', '_')}", "adapter_spec": {"model": model}}
    (run / "run_spec.json").write_text(json.dumps(spec))
    (run / "stats.json").write_text(json.dumps([stat("exact_match", 0.5)]))
    return run
