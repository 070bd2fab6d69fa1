"""The bundled sums of 54 data sets: they hang together, and are those of the scores."""

from __future__ import annotations

import importlib.util
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

import betterthan as bt
from betterthan.data.examples import uci54 as module
from betterthan.data.examples.uci54 import MODELS, last_16, task_means, uci54
from betterthan.procedures import bayes_hierarchical_t

SCRIPT = Path(__file__).parents[3] / "scripts/uci54_summary.py"
PAIRS = tuple(combinations(MODELS, 2))
pairs = pytest.mark.parametrize(("first", "second"), PAIRS)


@pairs
def test_a_pair_s_mean_is_the_difference_of_the_models_means(first, second):
    table = uci54(first, second)
    assert (len(table.tasks), table.n.tolist(), table.test_fraction) == (54, [100] * 54, 0.1)
    assert table.difference_means == pytest.approx(table.means[:, 0] - table.means[:, 1], abs=1e-12)
    assert (np.sqrt(table.difference_squares) <= np.sqrt(table.squares).sum(axis=1) + 1e-12).all()
    assert (table.extremes[:, 0] <= table.means.min(axis=1)).all()
    assert (table.extremes[:, 1] >= table.means.max(axis=1)).all()
    assert table.extent() == (0.0, 1.0) or table.extent()[1] <= 1


def test_the_other_way_round():
    one, other = uci54("nbc", "j48"), uci54("j48", "nbc")
    assert other.models == ("j48", "nbc")
    assert (other.difference_means == -one.difference_means).all()
    assert (other.means == one.means[:, ::-1]).all()
    assert (other.difference_squares == one.difference_squares).all()
    with pytest.raises(bt.ArgumentError, match="`nbc`"):
        uci54("nbk", "j48")


def test_means_are_columns_that_can_be_read():
    scores = bt.read(task_means())
    assert scores.models == MODELS
    assert bt.pair(scores, "nbc", "aode").differences() == pytest.approx(
        uci54("nbc", "aode").difference_means, abs=1e-12
    )


def test_steps_are_those_of_a_test_set():
    """One case of n_test, so that 1/step is a whole number."""
    steps = np.concatenate([uci54(*names).steps for names in PAIRS])
    known = steps[np.isfinite(steps)]
    assert len(known) > 500
    assert 1 / known == pytest.approx(np.round(1 / known), rel=1e-9)


def test_tasks_without_variation_count_as_one_step():
    table = uci54("j48", "j48gr")
    flat = table.difference_squares == 0
    floored = np.array(bayes_hierarchical_t(table).inputs["ss"])
    steps = np.where(np.isfinite(table.steps), table.steps, np.nanmedian(table.steps))
    assert flat.sum() == 14
    assert floored[flat] == pytest.approx(steps[flat] ** 2 * (1 - 1 / 100), rel=1e-12)
    assert (floored[~flat] == table.difference_squares[~flat]).all()


def test_the_scores_give_the_same(uci54_scores):
    for names in PAIRS:
        raw, sums = bt.pair(uci54_scores, *names), uci54(*names)
        for one, other in zip(raw.task_sums(), sums.task_sums(), strict=True):
            assert np.array_equal(one, other)
        assert np.array_equal(raw.by_task().scores, sums.by_task().scores)
        assert bayes_hierarchical_t(raw).inputs == bayes_hierarchical_t(sums).inputs


def test_the_script_writes_what_is_bundled(uci54_file, tmp_path, monkeypatch):
    spec = importlib.util.spec_from_file_location("uci54_summary", SCRIPT)
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    monkeypatch.setattr(script, "WRITTEN", tmp_path / "summary.csv")
    monkeypatch.setattr("sys.argv", ["uci54_summary.py", str(uci54_file)])
    script.main()
    bundled = Path(module.__file__).with_name("uci54-summary.csv")
    assert (tmp_path / "summary.csv").read_text() == bundled.read_text()


def test_hepatitis_has_16_scores_more():
    assert last_16().n == 16
    assert last_16().mean == pytest.approx(-0.00265, abs=5e-6)
