"""Results as promptfoo 0.123.1 writes them, with made-up scores."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any


def row(test: int, label: str, score: float | None, **more: Any) -> dict[str, Any]:
    """The result of one test with one provider; `more` replaces what stands in it."""
    named = {} if score is None else {"exact": score, "brevity": 1}
    return {
        "id": f"{label} {test} {more.get('promptId', '')}",
        "testIdx": test,
        "promptIdx": 0,
        "promptId": "prompt-1",
        "prompt": {"raw": f"What is {test}?", "label": "What is {{n}}?"},
        "provider": {"id": "file://same.js", "label": label},
        "score": 0 if score is None else score,
        "success": score is not None and score >= 0.5,
        "failureReason": 2 if score is None else 0 if score >= 0.5 else 1,
        "error": "timeout" if score is None else None,
        "namedScores": named,
        "vars": {"n": str(test), "topic": f"t{test // 3}", "__expected": "x"},
        "testCase": {"description": f"test {test}", "metadata": {"level": test % 2}},
        **more,
    }


def write_object(path: Path, rows: Sequence[Mapping[str, Any]], version: int = 3) -> Path:
    """An eval as one JSON object."""
    path.parent.mkdir(parents=True, exist_ok=True)
    results = {"version": version, "prompts": [], "results": list(rows), "stats": {}}
    path.write_text(json.dumps({"evalId": "eval-1", "results": results, "config": {}}, indent=2))
    return path


def write_lines(path: Path, rows: Sequence[Mapping[str, Any]], end: str = "\n") -> Path:
    """The same rows, one per line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(each) + end for each in rows), newline="")
    return path
