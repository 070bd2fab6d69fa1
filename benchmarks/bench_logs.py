"""Logs of evaluations to a verdict: many files of lm-evaluation-harness, of Inspect and of MT-bench, from the shell."""

from __future__ import annotations

import json
import random
import sys
import tempfile
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from timing import command_seconds, measured_command

DATE = "2026-11-15T18-57-38.948658"


def lm_eval(folder: Path, files: int, rows: int) -> None:
    """Two models, each with half of the files: a task each."""
    draw = random.Random(1)
    for model in ("a", "b"):
        here = folder / model
        here.mkdir()
        tasks = [f"task_{j}" for j in range(files // 2)]
        better = {task: {"acc": True} for task in tasks}
        (here / f"results_{DATE}.json").write_text(
            json.dumps(
                {
                    "model_name": model,
                    "results": {task: {"alias": task, "acc,none": 0.5} for task in tasks},
                    "higher_is_better": better,
                    "n-samples": {task: {"original": rows, "effective": rows} for task in tasks},
                }
            )
        )
        for task in tasks:
            (here / f"samples_{task}_{DATE}.jsonl").write_text(
                "".join(
                    json.dumps(
                        {
                            "doc_id": j,
                            "doc": {"question": "x" * 200},
                            "target": "1",
                            "arguments": {"gen_args_0": {"arg_0": "y" * 300}},
                            "resps": [["1"]],
                            "filtered_resps": ["1"],
                            "filter": "none",
                            "metrics": ["acc"],
                            "doc_hash": f"h{j}",
                            "prompt_hash": "p",
                            "target_hash": "t",
                            "acc": float(draw.random() < 0.6),
                        }
                    )
                    + "\n"
                    for j in range(rows)
                )
            )


def inspect(folder: Path, files: int, samples: int) -> None:
    """Two models, each with half of the archives: a task each."""
    draw = random.Random(2)
    for number in range(files):
        model, task = "ab"[number % 2], f"task_{number // 2}"
        (folder / model).mkdir(exist_ok=True)
        summaries = [{"id": j, "epoch": 1, "input": "x" * 200, "target": "1", "completed": True,
                      "scores": {"match": {"value": draw.choice("CI")}}} for j in range(samples)]  # fmt: skip
        header = {"version": 2, "status": "success", "eval": {"task": task, "task_id": f"t{number}", "model": model,
                  "created": "2026-11-16T05:12:04+00:00", "dataset": {"samples": samples}, "config": {"epochs": 1}},
                  "results": {"scores": [{"name": "match", "scorer": "match"}]}}  # fmt: skip
        with zipfile.ZipFile(folder / model / f"2026_{task}.eval", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("header.json", json.dumps(header))
            archive.writestr("summaries.json", json.dumps(summaries))


def mt_bench(folder: Path, files: int, rows: int) -> None:
    """A file per model and judge."""
    draw = random.Random(3)
    for number in range(files):
        (folder / f"m{number}_single.jsonl").write_text("".join(json.dumps({
            "question_id": f"{number // 2}-{j}", "turn": 1, "model": "ab"[number % 2], "judge": ["gpt-4", "single"],
            "user_prompt": "x" * 500, "score": draw.randint(1, 10)}) + "\n" for j in range(rows)))  # fmt: skip


def main() -> None:
    for name, make, files, rows in (
        ("lm-evaluation-harness", lm_eval, 100, 1000),
        ("Inspect", inspect, 20, 500),
        ("MT-bench", mt_bench, 100, 1000),
    ):
        with tempfile.TemporaryDirectory() as place:
            make(Path(place), files, rows)
            command = ["-m", "betterthan", "compare", place, "--rope", "0.01"]
            (seconds, memory), cpu = measured_command(command), command_seconds(command, repeats=1)
        cost = f"{seconds:.1f} s ({cpu:.1f} s of CPU), {memory:,.0f} MB"
        print(f"{files} files of {name} with {rows:,} rows each, to a verdict   {cost} (limit 5 s)")


if __name__ == "__main__":
    main()
