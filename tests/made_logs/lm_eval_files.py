"""Files as lm-evaluation-harness 0.4.13 writes them with `--log_samples`: results and samples, with made-up scores."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

DATE = "2026-11-15T18-57-38.948658"


def line(doc_id: int, metrics: Mapping[str, Any], *, filtered: str | None = "none", **more: Any) -> dict[str, Any]:
    """A line of a samples file; `more` replaces what stands in it."""
    doc = {"question": f"What is {doc_id} + {doc_id}?", "passage": f"p{doc_id // 3}"}
    hashed = {name: hashlib.sha256(f"{name} {doc_id}".encode()).hexdigest() for name in ("doc", "prompt", "target")}
    found = {
        "doc_id": doc_id,
        "doc": doc,
        "target": str(2 * doc_id),
        "arguments": {"gen_args_0": {"arg_0": f"Q: {doc['question']}\nA:", "arg_1": {"until": ["\n"]}}},
        "resps": [["lol"]],
        "filtered_resps": ["lol"],
        "filter": filtered,
        "metrics": list(metrics),
        **{f"{name}_hash": value for name, value in hashed.items()},
        **metrics,
        **more,
    }
    return {name: value for name, value in found.items() if value is not None}


def write_samples(path: Path, lines: Sequence[Mapping[str, Any]], end: str = "\n") -> Path:
    """A samples file with these lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(each) + end for each in lines), newline="")
    return path


def write_results(
    path: Path,
    model: str | None,
    tasks: Mapping[str, Mapping[str, bool | None]],
    counts: Mapping[str, int],
    **more: Any,
) -> Path:
    """A results file that knows of these metrics of each task whether higher is better."""
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = {
        "results": {task: {"alias": task} for task in tasks},
        "configs": {task: {"task": task} for task in tasks},
        "versions": dict.fromkeys(tasks, 1.0),
        "n-shot": dict.fromkeys(tasks, 0),
        "higher_is_better": tasks,
        "n-samples": {task: {"original": count, "effective": count} for task, count in counts.items()},
        "model_name": model,
        **more,
    }
    path.write_text(json.dumps(whole))
    return path


def write_run(
    folder: Path, model: str, scores: Mapping[str, Mapping[str, Sequence[Any]]], date: str = DATE, **more: Any
) -> list[Path]:
    """A run: of each task, its metrics with the score of every question; the samples files that were written."""
    counts = {task: len(next(iter(metrics.values()))) for task, metrics in scores.items()}
    directions: dict[str, dict[str, bool | None]] = {
        task: dict.fromkeys(metrics, True) for task, metrics in scores.items()
    }
    write_results(folder / f"results_{date}.json", model, more.pop("directions", directions), counts, **more)
    return [
        write_samples(
            folder / f"samples_{task}_{date}.jsonl",
            [line(j, {name: values[j] for name, values in metrics.items()}) for j in range(counts[task])],
        )
        for task, metrics in scores.items()
    ]
