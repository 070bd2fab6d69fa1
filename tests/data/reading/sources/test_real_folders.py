"""Every real log through the command line, without flags: an answer about its models, or one message with the flag."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

ANSWERED = {
    "alpaca_eval": "claude-2 (first) and vicuna-13b-v1.5 (second) on 805 cases",
    "deepeval": "alpha (first) and beta (second) on 120 cases",
    "inspect/data_arc_qwen.json inspect/data_arc_sonnet.json": "on 3 cases of inspect_evals/arc_easy",
    "lighteval": "toy/alpha (first) and toy/beta (second) on 120 cases",
    "mt_bench": "80 independent cases",
    "mteb": "on 59 tasks",
    "promptfoo/results.json": "alpha (first) and beta (second) on 119 cases",
    "promptfoo/results.jsonl": "alpha (first) and beta (second) on 119 cases",
    "swebench_pro": "563 cases in 11 clusters",
    "swebench_report": "729 cases in 11 clusters",
    "weka": "3 models",
}
"""What the first screen says."""

ASKED = {
    "every_eval_ever": "Choose one with `--metric NAME`",
    "helm": "Choose one with `--metric NAME`",
    "inspect_zstd": "Choose one with `--metric NAME`",
    "lm_eval": "Choose one with `--metric NAME`",
    "promptfoo": "hold the same eval: give one of them",
    "promptfoo/results.csv": "promptfoo eval -o results.json",
    "promptfoo/results.junit.xml": "it is a web page or XML",
}
"""What the message says where there is something to choose."""


@pytest.mark.parametrize("names", ANSWERED)
def test_an_answer(logs: Path, command: Any, names: str) -> None:
    ran = command("compare", *(logs / name for name in names.split()))
    assert ran.code == 0, ran.err
    assert ANSWERED[names] in " ".join(ran.out.split())
    assert "Read as a wide table" not in ran.out


@pytest.mark.parametrize("name", ASKED)
def test_a_message(logs: Path, command: Any, name: str) -> None:
    ran = command("compare", logs / name)
    assert (ran.code, ran.out) == (2, "")
    assert ASKED[name] in ran.err


@pytest.mark.parametrize(
    "name", ["lm_eval", "inspect_zstd", "promptfoo/results.json", "helm", "every_eval_ever", "lighteval"]
)
def test_copies_that_break_off(logs: Path, command: Any, tmp_path: Path, name: str) -> None:
    """The largest file of each, cut at several places."""
    source, target = logs / name, tmp_path / Path(name).name
    shutil.copytree(source, target) if source.is_dir() else shutil.copy(source, target)
    files = [path for path in ([target] if target.is_file() else target.rglob("*")) if path.is_file()]
    largest = max(files, key=lambda path: path.stat().st_size)
    largest.chmod(0o644)
    content = largest.read_bytes()
    for kept in (0.2, 0.5, 0.8):
        largest.write_bytes(content[: int(len(content) * kept)])
        ran = command("compare", target, "--metric", "acc")
        assert (ran.code, ran.out) == (2, "")
        assert len(ran.err) < 1000
