"""Any table at all: an answer, or one error of ours."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st

import betterthan as bt
from betterthan.cli.main import main
from betterthan.data.reading.names import TRUTH_NAMES, speaks_of_truth

EXAMPLES = 200 * int(os.environ.get("BETTERTHAN_EXAMPLES", "1"))
"""In `make test`; `make validate` multiplies them by ten."""

USUAL = (
    "model", "algorithm", "task", "dataset", "case", "id", "sample_id", "sample", "idx", "index", "Unnamed: 0", "seed",
    "fold", "repeat", "epoch", "trial", "cluster", "group", "train_set", "n_train", "n_test", "metric", "score",
    "value", "accuracy", "rmse", "f1", "truth", "label", "class", "pred", "tokens", "latency_ms", "year", "step", "n00",
    "n01", "n10", "n11", "difference", "gpt", "llama", "gpt ", "GPT", "id3", "a", "b", "", "0.5", "1",
)  # fmt: skip
"""Headers that mean something; among any others."""

FINITE = st.one_of(st.floats(allow_nan=False, allow_infinity=False), st.floats(-1e150, 1e150), st.floats(-9, 9))
ODD = st.sampled_from(["gpt", "a", "", "nan", "inf", "NA", "true", "False", "x", "1e400", "0,5", "75%", None, 10**30])
VALUES = (
    ODD | st.text(max_size=4) | st.integers(-3, 30) | FINITE | st.sampled_from([float("nan"), float("inf")]),
    st.integers(0, 1),
    st.integers(1, 5),
    st.floats(0, 1),
    FINITE,
    st.sampled_from(["gpt", "llama"]),
    st.sampled_from(["gpt", "llama"]),
    st.integers(0, 3),
    st.booleans(),
)
"""What the values of one column may be."""

Columns = dict[str, list[Any]]


@st.composite
def tables(draw: Any) -> Columns:
    """Up to 6 columns and 30 rows. Columns that count, and headers that mean something, are as frequent as in life."""
    any_names = st.lists(st.sampled_from(USUAL) | st.text(max_size=6), min_size=1, max_size=6, unique=True)
    names = draw(any_names)
    rows = draw(st.integers(0, 30))
    scores = draw(st.sampled_from([st.integers(0, 1), st.integers(1, 5), st.floats(0, 1), FINITE]))

    def column(name: str) -> list[Any]:
        if name in ("model", "algorithm") and draw(st.booleans()):
            return [("gpt", "llama")[j % 2] for j in range(rows)]
        kind = draw(st.integers(-3, len(VALUES) - 1))
        if kind < 0:
            return [j // -kind for j in range(rows)]
        return draw(st.lists(VALUES[kind], min_size=rows, max_size=rows))

    tidy = draw(st.sampled_from([(), (), ("gpt", "llama"), ("case", "gpt", "llama"), ("seed", "a", "b", "c")]))
    columns = {name: column(name) for name in names[: 6 - len(tidy)] if name not in tidy}
    for name in tidy:
        counts = name in ("case", "seed")
        columns[name] = list(range(rows)) if counts else draw(st.lists(scores, min_size=rows, max_size=rows))
    return columns


def as_csv(columns: Columns, folder: Path) -> Path:
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    writer.writerow(columns)
    writer.writerows(zip(*columns.values(), strict=True))
    path = folder / "any.csv"
    path.write_text(buffer.getvalue(), encoding="utf-8", errors="replace", newline="")
    return path


def as_json(columns: Columns, folder: Path) -> Path:
    path = folder / "any.json"
    path.write_text(json.dumps([dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]))
    return path


def as_frame(columns: Columns, _: Path) -> Any:
    return pytest.importorskip("pandas").DataFrame(columns)


FORMS: Mapping[str, Callable[[Columns, Path], Any]] = {
    "csv": as_csv,
    "json": as_json,
    "frame": as_frame,
    "dict": lambda columns, _: columns,
}


def answered(source: Any) -> bool:
    """Whether Python gives an answer; otherwise one error of ours."""
    try:
        found = bt.compare(bt.read(source))
    except bt.BetterthanError:
        return False
    return bool(found.to_text())


def printed(path: Path, *options: str) -> bool:
    """Whether the command line prints an answer; otherwise one line about what is wrong."""
    told, wrong = io.StringIO(), io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["betterthan", "compare", str(path), *options]),
        contextlib.redirect_stdout(told),
        contextlib.redirect_stderr(wrong),
        pytest.raises(SystemExit) as ended,
    ):
        main()
    code = int(ended.value.code or 0)
    assert code in (0, 2), wrong.getvalue()
    assert "Traceback" not in told.getvalue() + wrong.getvalue()
    assert told.getvalue() if code == 0 else wrong.getvalue().startswith("betterthan: ")
    return code == 0


@settings(max_examples=EXAMPLES, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(columns=tables(), form=st.sampled_from([*FORMS, "command line"]))
def test_any_table(columns: Columns, form: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.getbasetemp()
    found = printed(as_csv(columns, folder)) if form == "command line" else answered(FORMS[form](columns, folder))
    event("answered" if found else "refused")


def scored(source: Any, loss: str) -> bool:
    """Whether Python gives an answer by a loss; otherwise one error of ours."""
    try:
        found = bt.compare(source, loss=loss)
    except bt.BetterthanError:
        return False
    return bool(found.to_text())


@st.composite
def with_truth(draw: Any) -> Columns:
    """Any table, beside truth and two outputs that may fit it."""
    columns = draw(tables())
    rows = len(next(iter(columns.values()), []))
    truths = draw(st.sampled_from(VALUES[1:]))
    outputs = draw(st.sampled_from([truths, *VALUES]))
    own = {"truth": truths, "gpt": outputs, "llama": outputs}
    made = {name: draw(st.lists(values, min_size=rows, max_size=rows)) for name, values in own.items()}
    few = {name: columns[name] for name in list(columns)[: draw(st.integers(0, 2))]}
    return {**few, **made}


@settings(max_examples=EXAMPLES, deadline=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
@given(
    columns=with_truth(),
    form=st.sampled_from([*FORMS, "command line"]),
    loss=st.sampled_from(["zero-one", "log", "brier", "squared", "absolute", "huber-1", "pinball-0.9", "cost-5"]),
)
def test_any_table_of_predictions(
    columns: Columns, form: str, loss: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.getbasetemp()
    if form == "command line":
        found = printed(as_csv(columns, folder), "--loss", loss)
    else:
        found = scored(FORMS[form](columns, folder), loss)
    event("answered" if found else "refused")


def test_a_name_speaks_of_truth_by_a_word_of_it():
    assert all(map(speaks_of_truth, TRUTH_NAMES))
    assert speaks_of_truth("target_hash")
    assert speaks_of_truth("Ground Truth")
    assert not speaks_of_truth("accuracy")
    assert not speaks_of_truth("hash")
