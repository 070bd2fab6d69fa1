"""t_5x2cv and f_5x2cv: the formulas written out, the layout, and where they must refuse."""

from __future__ import annotations

from math import inf

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.data.design import Design
from betterthan.data.factors import factor
from betterthan.data.pairing import pair, pair_arrays
from betterthan.data.tables import PairedTable
from betterthan.data.units import unit_called
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.procedures import f_5x2cv, t_5x2cv

P = np.array([[0.02, -0.01], [0.03, 0.01], [0.00, 0.02], [0.04, 0.03], [-0.01, 0.02]])
REPEAT, FOLD = np.divmod(np.arange(10), 2)


def halves(differences=P, repeat=REPEAT, fold=FOLD) -> PairedTable:
    """A table of folds with these differences; no label where None is given."""
    flat = np.ravel(differences)
    labels = {name: factor(values) for name, values in (("repeat", repeat), ("fold", fold)) if values is not None}
    levels = {name: len(each.names) for name, each in labels.items()}
    scores = np.stack([0.5 + flat, np.full(len(flat), 0.5)], axis=1)
    return PairedTable(("a", "b"), scores, design=Design(unit_called("folds"), levels), factors=labels)


def written_out(p):
    """t and f as in the papers."""
    means = [(first + second) / 2 for first, second in p]
    variances = [(one - mean) ** 2 + (two - mean) ** 2 for (one, two), mean in zip(p, means, strict=True)]
    return p[0][0] / (sum(variances) / 5) ** 0.5, sum(x**2 for row in p for x in row) / (2 * sum(variances))


@pytest.mark.parametrize("seed", range(5))
def test_the_formulas(seed):
    p = np.random.default_rng(seed).normal(0.3, 1.0, (5, 2))
    t, f = written_out(p)
    one, other = t_5x2cv.from_differences(p), f_5x2cv.from_differences(p)
    assert (one.statistic, one.p_value) == pytest.approx((t, 2 * stats.t.sf(abs(t), 5)), rel=1e-10)
    assert (other.statistic, other.p_value) == pytest.approx((f, stats.f.sf(f, 10, 5)), rel=1e-10)


def test_the_table_gives_what_the_differences_give():
    one, other = t_5x2cv(halves()), t_5x2cv.from_differences(P)
    assert (one.statistic, one.p_value) == pytest.approx((other.statistic, other.p_value))
    assert f_5x2cv(halves()).statistic == pytest.approx(f_5x2cv.from_differences(P).statistic)


def test_the_interval_holds_0_exactly_when_the_test_does_not_reject():
    test = t_5x2cv(halves())
    at = t_5x2cv(halves(), level=1 - test.p_value).interval
    assert at.low == pytest.approx(0, abs=1e-12)
    assert t_5x2cv(halves(), level=0.99).interval.low < 0 < at.high
    assert test.diagnostics.figures == {"mean of all differences": pytest.approx(P.mean())}


def test_one_sided_p_values():
    first, second = (t_5x2cv(halves(), alternative=side).p_value for side in ("first", "second"))
    assert first == pytest.approx(1 - second)
    assert t_5x2cv(halves()).p_value == pytest.approx(2 * first)


@pytest.mark.parametrize(
    ("repeat", "fold"),
    [
        pytest.param(REPEAT + 1, FOLD + 1, id="from 1"),
        pytest.param(REPEAT + 8, FOLD, id="8 before 10"),
        pytest.param(np.array(list("abcde"))[REPEAT], np.array(["train-a", "train-b"])[FOLD], id="words"),
        pytest.param(REPEAT, np.arange(10), id="folds numbered through"),
    ],
)
def test_labels_say_which_difference_is_the_first(repeat, fold):
    """The rows of a file may come in any order, and so may its labels."""
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(10)
        table = halves(P.ravel()[order], repeat[order], fold[order])
        assert t_5x2cv(table).estimate == pytest.approx(0.02)
        assert t_5x2cv(table).statistic == pytest.approx(written_out(P)[0])
        assert f_5x2cv(table).statistic == pytest.approx(written_out(P)[1])


def test_from_a_file(tmp_path):
    rows = ["model,repeat,fold,score"]
    rows += [f"a,{i + 1},{j + 1},{0.5 + P[i, j]}\nb,{i + 1},{j + 1},0.5" for i in range(5) for j in range(2)]
    (tmp_path / "halves.csv").write_text("\n".join(rows) + "\n")
    table = pair(bt.read(tmp_path / "halves.csv"), "a", "b")
    assert t_5x2cv(table).statistic == pytest.approx(1.217161, abs=5e-7)
    assert f_5x2cv(table).statistic == pytest.approx(1.814815, abs=5e-7)


def test_identical_models():
    for procedure in (t_5x2cv, f_5x2cv):
        test = procedure(halves(np.zeros((5, 2))))
        assert (test.statistic, test.p_value, test.estimate) == (0.0, 1.0, 0.0)


def test_a_constant_difference():
    for procedure in (t_5x2cv, f_5x2cv):
        test = procedure(halves(np.full((5, 2), 0.1)))
        assert (test.statistic, test.p_value) == (inf, 0.0)


@pytest.mark.parametrize("power", [-300, 300])
def test_squares_do_not_leave_the_range(power):
    scaled = P * 10.0**power
    assert t_5x2cv.from_differences(scaled).statistic == pytest.approx(written_out(P)[0])
    assert f_5x2cv.from_differences(scaled).statistic == pytest.approx(written_out(P)[1])


HUNDRED = np.arange(100)


@pytest.mark.parametrize("procedure", [t_5x2cv, f_5x2cv])
@pytest.mark.parametrize(
    ("table", "says"),
    [
        pytest.param(halves(np.tile(P, (10, 1)), HUNDRED // 10, HUNDRED % 10), "100 scores of 10 repeats and 10 folds"),
        pytest.param(halves(P, FOLD, REPEAT), "10 scores of 2 repeats and 5 folds"),
        pytest.param(halves(P, None, np.arange(10)), "10 scores, 10 folds and no column `repeat`"),
        pytest.param(halves(P, np.arange(10), None), "10 scores, 10 repeats and no column `fold`"),
        pytest.param(halves(P.ravel()[:9], REPEAT[:9], FOLD[:9]), "9 scores of 5 repeats and 2 folds"),
        pytest.param(
            halves(P, [0, 0, 0, 1, 2, 2, 3, 3, 4, 4], [0, 1, 2, 0, 0, 1, 0, 1, 0, 1]), "5 repeats and 3 folds"
        ),
    ],
)
def test_another_layout_is_refused_with_what_the_table_has(procedure, table, says):
    with pytest.raises(NeedsNotMet, match=rf"`{procedure.name}` needs 5 repeats of 2 folds.*{says}.*`correlated_t`"):
        procedure(table)


@pytest.mark.parametrize("procedure", [t_5x2cv, f_5x2cv])
def test_cases_are_sent_elsewhere(procedure):
    with pytest.raises(NeedsNotMet, match=r"are cases, .* use `bayes_t`"):
        procedure(pair_arrays(P[:, 0], P[:, 1]))
    with pytest.raises(ArgumentError, match=r"5 x 2 array; got shape \(10,\)"):
        procedure.from_differences(P.ravel())
