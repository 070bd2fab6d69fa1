"""Every known log, generated and real, as people hand it over: the right scores, or one message."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from changed_logs import (
    Scored,
    broken_off,
    from_windows,
    gzipped,
    holding_scores,
    lost_and_changed,
    models_exchanged,
    read_or_told,
    scored,
    texts_of,
    with_another,
    with_names_exchanged,
    without_last_row,
    written,
)
from log_examples import EXAMPLES

import betterthan as bt

Held = tuple[Path, Callable[[], Any]]
"""A folder of logs that may be changed, and how it is read."""

REAL: dict[str, tuple[str, dict[str, Any]]] = {
    "alpaca_eval": ("", {}),
    "deepeval": ("", {}),
    "every_eval_ever": ("", {"metric": "acc"}),
    "inspect_zstd": ("", {"metric": "match"}),
    "lighteval": ("", {}),
    "lm_eval": ("", {"metric": "acc"}),
    "mt_bench": ("", {}),
    "mteb": ("", {}),
    "promptfoo json": ("results.json", {}),
    "promptfoo jsonl": ("results.jsonl", {}),
    "sklearn cross_validate": ("cross_validate_breast_cancer.csv", {"metric": "accuracy"}),
    "sklearn cv_results": ("GridSearchCV_cv_results.csv", {"metric": "acc"}),
    "swebench_pro": ("", {}),
    "swebench_report": ("", {}),
    "weka": ("", {}),
}
"""Folder, file and options of every real log that holds a comparison."""

GENERATED = [name for name in EXAMPLES if name not in ("rliable", "arena-battles", "mlflow")]
HASHED = {"lm-eval": "doc_hash", "every-eval-ever": "sample_hash", "mteb": "dataset_revision", "comet": "src",
          "lm_eval": "doc_hash", "every_eval_ever": "sample_hash"}  # fmt: skip
"""What says in each log that a case is the same."""


@pytest.fixture(params=[*(f"made {name}" for name in GENERATED), *(f"real {name}" for name in REAL)])
def held(request: pytest.FixtureRequest, tmp_path: Path) -> Held:
    kind, _, name = request.param.partition(" ")
    folder = tmp_path / "held"
    if kind == "made":
        example = EXAMPLES[name]()
        written(example.files, folder)
        return folder, lambda: bt.read(folder, **example.options)
    file, options = REAL[name]
    real = request.getfixturevalue("real_logs") / name.split(" ")[0]
    folder.mkdir()
    if file:
        shutil.copy(real / file, folder / file)
    else:
        shutil.copytree(real, folder, dirs_exist_ok=True)
    for path in folder.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    return folder, lambda: bt.read(folder, **options)


def test_windows_line_ends_and_gzip_change_nothing(held: Held) -> None:
    folder, read = held
    before = scored(read())
    from_windows(folder)
    assert lost_and_changed(before, scored(read())) == (0, 0)
    gzipped(folder)
    after = scored(read())
    assert (set(after), lost_and_changed(before, after)) == (set(before), (0, 0))


def test_models_that_are_exchanged_have_each_others_scores(held: Held) -> None:
    folder, read = held
    before = scored(read())
    names = list(before)[:2]
    if not with_names_exchanged(folder, *names):
        pytest.skip("the models are not named in paths or texts")
    assert scored(read()) == models_exchanged(before, names)


def test_a_row_that_is_gone_is_missed(held: Held) -> None:
    folder, read = held
    before = scored(read())
    if not without_last_row(folder):
        pytest.skip("the rows are not text")
    after = read_or_told(read)
    if not isinstance(after, str):
        lost, changed = lost_and_changed(before, after)
        assert lost <= 1
        assert changed <= 1


@pytest.mark.parametrize("share", [0.03, 0.5, 0.97])
def test_files_that_break_off_give_the_right_scores_or_a_message(held: Held, share: float) -> None:
    folder, read = held
    before = scored(read())
    path = broken_off(folder, share)
    after = read_or_told(read)
    told_or_right(before, after)
    assert not isinstance(after, str) or path.name.split(".")[0] in after or "one model" in after


def told_or_right(before: Scored, after: Scored | str) -> None:
    """A message; or scores of which none is another, but for the one unit whose repeats were cut in two."""
    if not isinstance(after, str):
        assert lost_and_changed(before, after)[1] <= 1


def test_lines_that_are_missing_at_the_end_are_counted(held: Held) -> None:
    """Nothing in the file says that it once had more lines: the other model does."""
    folder, read = held
    path = holding_scores(folder)[-1]
    if path not in texts_of(folder) or path.suffix == ".gz" or path.read_bytes().count(b"\n") < 10:
        pytest.skip("the rows are not lines")
    before = scored(read())
    broken_off(folder, 0.6, at_a_line=True)
    after = read_or_told(read)
    told_or_right(before, after)
    if isinstance(after, str):
        return
    found = read()
    sizes = {len(units) for units in after.values()}
    notes = bt.pair(found).notes
    assert len(sizes) == 1 or any("dropped because a model had no score there" in note for note in notes)


@pytest.mark.parametrize("name", HASHED)
def test_another_hash_is_another_case(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    if name in EXAMPLES:
        example = EXAMPLES[name]()
        folder, options = written(example.files, tmp_path), example.options
    else:
        folder, options = tmp_path / name, REAL[name][1]
        shutil.copytree(request.getfixturevalue("real_logs") / name, folder)
    for path in folder.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    with_another(folder, HASHED[name])
    with pytest.raises(bt.ReadingError, match="the same id means different cases"):
        bt.read(folder, **options)
