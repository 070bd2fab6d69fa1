"""quasi_f and bayes_crossed: written out by hand, against statsmodels, in the limit, and where they must refuse."""

from __future__ import annotations

from fractions import Fraction
from math import inf, sqrt

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.data.design import Design
from betterthan.data.factors import factor
from betterthan.data.pairing import pair, pair_arrays
from betterthan.data.summaries import PairedSummary
from betterthan.data.summing import summarize
from betterthan.data.tables import PairedTable
from betterthan.data.units import unit_called
from betterthan.errors import ArgumentError, NeedsNotMet, PairingError
from betterthan.procedures import REGISTRY, bayes_correlated_t, bayes_crossed, bayes_t, paired_t, quasi_f
from betterthan.procedures.shared.crossed_table import CrossedNeeds, CrossedSums, crossed_sums, error_of_mean
from betterthan.results.difference import DifferencePosterior
from betterthan.results.kinds import result_from_dict
from betterthan.results.laws.crossed_mean import CrossedMean

BOTH = pytest.mark.parametrize("procedure", [quasi_f, bayes_crossed], ids=lambda procedure: procedure.name)
EXAMPLE = np.array([[1, 3, 2, 6], [2, 5, 4, 9], [3, 4, 9, 12]])


def drawn(seed, rows=5, columns=12, *, of_rows=0.5, of_columns=0.5, mean=0.2):
    rng = np.random.default_rng(seed)
    parts = of_rows * rng.standard_normal((rows, 1)) + of_columns * rng.standard_normal(columns)
    return mean + parts + rng.standard_normal((rows, columns))


def crossed(differences, first="seed", second="case") -> PairedTable:
    """A complete table with these differences, its units in a random order."""
    d = np.asarray(differences, dtype=float)
    one, other = (codes.ravel() for codes in np.indices(d.shape))
    order = np.random.default_rng(0).permutation(d.size)
    kinds = {("seed", "case"): "seeds x cases", ("train_set", "case"): "training sets x cases"}
    design = Design(unit_called(kinds[first, second]), dict(zip((first, second), d.shape, strict=True)))
    scores = np.stack([0.5 + d.ravel(), np.full(d.size, 0.5)], axis=1)[order]
    return PairedTable(
        ("a", "b"), scores, design=design, factors={first: factor(one[order]), second: factor(other[order])}
    )


def left_out(table: PairedTable, *places: int) -> PairedTable:
    kept = np.delete(np.arange(table.n_units), places)
    factors = {name: labels[kept] for name, labels in table.factors.items()}
    return PairedTable(table.models, table.scores[kept], design=table.design, factors=factors)


# quasi_f, written out.


def test_quasi_f_by_hand():
    """3 training sets x 4 cases, every step in whole numbers and fractions."""
    rows = [Fraction(sum(row), 4) for row in EXAMPLE.tolist()]
    columns = [Fraction(sum(column), 3) for column in EXAMPLE.T.tolist()]
    assert rows == [3, 5, 7]
    assert columns == [2, 4, 5, 9]
    mean = Fraction(60, 12)
    ss_a = 4 * sum((row - mean) ** 2 for row in rows)
    ss_b = 3 * sum((column - mean) ** 2 for column in columns)
    total = sum((value - mean) ** 2 for row in EXAMPLE.tolist() for value in row)
    assert (mean, ss_a, ss_b, total) == (5, 32, 78, 126)
    ms_a, ms_b, ms_e, ms_mean = ss_a / 2, ss_b / 3, (total - ss_a - ss_b) / 6, 12 * mean**2
    assert (ms_a, ms_b, ms_e, ms_mean) == (16, 26, Fraction(8, 3), 300)
    f = (ms_mean + ms_e) / (ms_a + ms_b)
    assert f == Fraction(454, 63)  # 7.206…
    df1 = (ms_mean + ms_e) ** 2 / (ms_mean**2 + ms_e**2 / 6)
    df2 = (ms_a + ms_b) ** 2 / (ms_a**2 / 2 + ms_b**2 / 3)
    assert df2 == Fraction(1764 * 3, 1060)
    test = quasi_f.from_differences(EXAMPLE)
    assert test.statistic == pytest.approx(float(f), rel=1e-14)
    assert test.estimate == 5
    assert test.diagnostics.figures == {
        "numerator df": pytest.approx(float(df1), rel=1e-14),
        "denominator df": pytest.approx(float(df2), rel=1e-14),
    }
    assert test.p_value == pytest.approx(stats.f.sf(float(f), float(df1), float(df2)), rel=1e-12)
    assert test.statistic_name == "F''(1.02, 4.99)"
    assert test.interval is None
    same = quasi_f.from_summary(mean=5, ss_rows=32, ss_columns=78, ss_residual=16, rows=3, columns=4)
    assert same.statistic == pytest.approx(test.statistic, rel=1e-14)


@pytest.mark.parametrize("mean", [0.0, 0.25, 1.0])
def test_satterthwaites_degrees_of_freedom_whichever_mean_square_is_larger(mean):
    """The same spreads as above, about a mean that is small beside them."""
    found = quasi_f.from_summary(mean=mean, ss_rows=32, ss_columns=78, ss_residual=16, rows=3, columns=4)
    of_mean, residual = 12 * mean**2, 16 / 6
    df = (of_mean + residual) ** 2 / (of_mean**2 + residual**2 / 6)
    assert found.diagnostics.figures["numerator df"] == pytest.approx(df, rel=1e-12)
    f = (of_mean + residual) / (16 + 26)
    assert found.p_value == pytest.approx(stats.f.sf(f, df, 1764 * 3 / 1060), rel=1e-12)


@pytest.mark.parametrize("seed", range(4))
def test_mean_squares_are_those_of_statsmodels(seed):
    pd, sm = pytest.importorskip("pandas"), pytest.importorskip("statsmodels.api")
    d = drawn(seed, 4, 7)
    j, k = np.indices(d.shape)
    frame = pd.DataFrame({"d": d.ravel(), "j": j.ravel(), "k": k.ravel()})
    table = sm.stats.anova_lm(sm.formula.ols("d ~ C(j) + C(k)", frame).fit(), typ=2)
    sums = crossed_sums(d)
    assert sums.mean_squares == pytest.approx(tuple(table["sum_sq"] / table["df"]), rel=1e-9)
    assert sums.df == tuple(table["df"])
    assert sums.sd == pytest.approx(d.std(ddof=1), rel=1e-12)
    assert bayes_crossed.from_differences(d).spread == pytest.approx(d.std(ddof=1), rel=1e-12)


def test_quasi_f_keeps_its_size_where_the_plain_t_test_does_not():
    """400 tables of 5 x 50 without a difference: 4 standard errors about 0.05 are 0.006 to 0.094."""
    tables = [drawn(seed, 5, 50, mean=0.0) for seed in range(400)]
    share = np.mean([quasi_f.from_differences(d).p_value <= 0.05 for d in tables])
    plain = np.mean([paired_t.from_differences(d.ravel()).p_value <= 0.05 for d in tables])
    assert 0.006 <= share <= 0.094
    assert plain > 0.3


# bayes_crossed in the limit.


def test_with_rows_that_differ_most_it_is_the_t_test_of_row_means():
    """λ_a alone is left: Student's t with J - 1 degrees of freedom, tails and all."""
    rng = np.random.default_rng(3)
    d = 1e6 * rng.standard_normal((5, 1)) + rng.standard_normal((5, 8))
    posterior, plain = bayes_crossed.from_differences(d), bayes_t.from_differences(d.mean(axis=1))
    x = plain.quantile(np.array([1e-9, 1e-5, 0.01, 0.3, 0.5, 0.8, 0.999]))
    assert posterior.cdf(x) == pytest.approx(plain.cdf(x), rel=1e-5)
    assert posterior.law.sf(x) == pytest.approx(plain.law.sf(x), rel=1e-5)
    assert posterior.density(x) == pytest.approx(plain.density(x), rel=1e-5)
    assert posterior.sd == pytest.approx(plain.sd, rel=1e-5)


def test_without_any_effects_it_is_near_the_t_test_of_all_cells():
    d = drawn(1, 40, 50, of_rows=0.0, of_columns=0.0)
    crossed_law, plain = bayes_crossed.from_differences(d), bayes_t.from_differences(d.ravel())
    assert crossed_law.mean == pytest.approx(plain.mean)
    assert 1.0 < crossed_law.sd / plain.sd < 1.25


def test_the_shares_say_where_the_uncertainty_comes_from():
    shares = bayes_crossed.from_differences(drawn(2, 4, 200, of_rows=1.0)).diagnostics.figures
    assert sum(shares.values()) == pytest.approx(1)
    assert shares["share of rows in the variance"] > 0.9


@pytest.mark.parametrize("prior", ["box-tiao", "half-cauchy"])
def test_without_enough_levels_there_is_no_standard_deviation(prior):
    sds = [bayes_crossed.from_differences(drawn(5, rows, 6), prior=prior).sd for rows in (2, 3, 4)]
    assert [np.isfinite(sd) for sd in sds] == [False, prior == "half-cauchy", True]


def test_the_interval_is_symmetric_and_holds_its_level():
    posterior = bayes_crossed.from_differences(drawn(7, 3, 4))
    for level in (0.5, 0.95, 0.999):
        inside = posterior.interval(level)
        assert (inside.low + inside.high) / 2 == pytest.approx(posterior.mean, abs=2e-3 * (inside.high - inside.low))
        assert posterior.cdf(inside.high) - posterior.cdf(inside.low) == pytest.approx(level, abs=1e-6)


def test_a_larger_mean_square_of_the_rows_widens_the_posterior():
    widths = [
        np.ptp(bayes_crossed.from_summary(
            mean=0.0, ss_rows=ss, ss_columns=40.0, ss_residual=160.0, rows=5, columns=41
        ).interval()[:2])
        for ss in (0.0, 4.0, 40.0, 400.0)
    ]  # fmt: skip
    assert (np.diff(widths) > 0).all()


# Edges.


@BOTH
@pytest.mark.parametrize("power", [-300, 300])
def test_squares_do_not_leave_the_range(procedure, power):
    d, scale = drawn(4), 10.0**power
    one, other = procedure.from_differences(d), procedure.from_differences(d * scale)
    assert other.estimate == pytest.approx(one.estimate * scale)
    if procedure is quasi_f:
        assert (other.statistic, other.p_value) == pytest.approx((one.statistic, one.p_value))
        return
    assert other.probabilities(0.1 * scale) == pytest.approx(one.probabilities(0.1), abs=1e-9)
    assert other.interval()[:2] == pytest.approx([end * scale for end in one.interval()[:2]])
    assert other.spread == pytest.approx(one.spread * scale)
    assert result_from_dict(other.to_dict()) == other
    assert other.probabilities(1e300 if power < 0 else 0.0).equivalent == (1.0 if power < 0 else 0.0)


@pytest.mark.parametrize("shape", [(2, 2), (2, 30), (30, 2)])
def test_identical_models(shape):
    for found in (quasi_f(crossed(np.zeros(shape))), quasi_f.from_differences(np.zeros(shape))):
        assert (found.statistic, found.p_value, found.estimate) == (0.0, 1.0, 0.0)
    for refused in (
        lambda: bayes_crossed(crossed(np.zeros(shape))),
        lambda: bayes_crossed.from_differences(np.zeros(shape)),
    ):
        with pytest.raises(NeedsNotMet, match="`bayes_agreement"):
            refused()


def test_a_constant_difference():
    d = np.array([[0.3 - 0.2, 0.1], [0.1, 0.2 - 0.1]])
    assert quasi_f.from_differences(d).p_value == 0.0
    assert quasi_f.from_differences(d).statistic == inf
    with pytest.raises(NeedsNotMet, match=r"`bayes_agreement\.from_differences`"):
        bayes_crossed.from_differences(d)
    with pytest.raises(NeedsNotMet, match="all three sums of squares are 0"):
        bayes_crossed.from_summary(mean=0.1, ss_rows=0, ss_columns=0, ss_residual=0, rows=2, columns=2)


def test_neither_rows_nor_columns_vary():
    """F'' has nothing to divide by: p = 1 if the mean is 0, else 0. The posterior is proper all the same."""
    d = np.array([[1.0, -1.0], [-1.0, 1.0]])
    assert (quasi_f.from_differences(d).statistic, quasi_f.from_differences(d).p_value) == (0.0, 1.0)
    assert quasi_f.from_differences(d + 5).p_value == 0.0
    posterior = bayes_crossed.from_differences(d)
    assert posterior.direction() == pytest.approx((0.5, 0.0, 0.5))
    assert 0 < posterior.probabilities(0.5).equivalent < 1


@pytest.mark.parametrize("prior", ["box-tiao", "half-cauchy"])
@pytest.mark.parametrize("d", [[[0, 1], [2, 0]], [[0, 0], [0, 1]], [[1, -1], [-1, 0]]])
def test_two_by_two_with_ties(d, prior):
    posterior = bayes_crossed.from_differences(np.array(d), prior=prior)
    assert sum(posterior.probabilities(0.5)) == pytest.approx(1)
    assert posterior.diagnostics.error < 1e-5
    inside = posterior.interval()
    assert inside.low < posterior.mean < inside.high
    assert 0 <= quasi_f.from_differences(np.array(d)).p_value <= 1


def test_cells_that_are_sums_of_row_and_column_have_a_message():
    both = np.arange(3.0)[:, None] + np.array([0.1, 0.7, 0.2, 0.9])
    with pytest.raises(NeedsNotMet, match=r"residual variation; .* effect of its seed and one of its case"):
        bayes_crossed(crossed(both))
    with pytest.raises(NeedsNotMet, match="effect of its row and one of its column"):
        bayes_crossed.from_differences(both)
    assert 0 < quasi_f.from_differences(both).p_value < 1


@pytest.mark.parametrize(("axis", "same", "use"), [(0, "seed", "case"), (1, "case", "seed")])
def test_seeds_that_change_nothing_are_no_sample(axis, same, use):
    d = np.broadcast_to(np.expand_dims([0.1, 0.7, 0.2, 0.9], axis), (4, 4))
    with pytest.raises(NeedsNotMet, match=f"every {same} gives the same ones, so only the {use}s are a sample. .*`bay"):
        bayes_crossed(crossed(d))
    asked = bt.question(crossed(d))
    assert asked.procedure is None
    assert f"Keep one {same} and use `bayes_t`" in asked.reason


@pytest.mark.parametrize(
    ("cells", "says"),
    [
        ([1.0, 2.0], r"got shape \(2,\)"),
        ([[1.0, 2.0]], r"at least 2 x 2"),
        ([[1.0, np.nan], [0.0, 1.0]], "not finite"),
    ],
)
def test_other_shapes_are_refused(cells, says):
    for procedure in (quasi_f, bayes_crossed):
        with pytest.raises(ArgumentError, match=says):
            procedure.from_differences(np.array(cells))


def test_impossible_summaries_are_refused():
    good = {"mean": 0.0, "ss_rows": 1.0, "ss_columns": 1.0, "ss_residual": 1.0, "rows": 3, "columns": 3}
    for wrong, says in (({"rows": 1}, "got 1 x 3"), ({"ss_rows": -1.0}, "at least 0"), ({"mean": inf}, "finite")):
        for procedure in (quasi_f, bayes_crossed):
            with pytest.raises(ArgumentError, match=says):
                procedure.from_summary(**(good | wrong))
    with pytest.raises(ArgumentError, match=r"no prior `half-cauchi`. Did you mean `half-cauchy`"):
        bayes_crossed.from_summary(**good, prior="half-cauchi")


# Tables.


@BOTH
@pytest.mark.parametrize("factors", [("seed", "case"), ("train_set", "case")])
def test_the_table_gives_what_the_differences_give(procedure, factors):
    d = drawn(6)
    one, other = procedure(crossed(d, *factors)), procedure.from_differences(d)
    if procedure is quasi_f:
        assert one.p_value == pytest.approx(other.p_value)
    else:
        assert one.probabilities(0.1) == pytest.approx(other.probabilities(0.1))
        assert isinstance(one.law, CrossedMean)
        assert (one.law.rows, one.law.columns) == d.shape


@BOTH
@pytest.mark.parametrize(
    ("table", "says"),
    [
        pytest.param(pair_arrays([1, 2, 3, 5], [0, 0, 2, 1]), r"are cases\. For those use `bayes_t`", id="cases"),
        pytest.param(
            PairedTable(("a", "b"), np.ones((10, 2)), design=Design(unit_called("folds"), {"fold": 10})),
            r"are folds\. For those use `bayes_correlated_t`", id="folds",
        ),
        pytest.param(PairedSummary.from_moments(mean=0.1, sd=1.0, n=9), "known by its sums only", id="sums"),
        pytest.param(left_out(crossed(EXAMPLE), 0), r"and 4 cases, 1 pair is missing: seed \d case \d\.", id="1"),
        pytest.param(
            left_out(crossed(EXAMPLE, "train_set"), 0, 1, 2, 3, 4),
            r"5 pairs are missing: training set \d case \d, .* and 2 more\. .*leave out those training sets or cases",
            id="5",
        ),
    ],
)  # fmt: skip
def test_what_they_cannot_use_has_a_message(procedure, table, says):
    with pytest.raises(NeedsNotMet, match=f"`{procedure.name}` needs .*{says}"):
        procedure(table)


def test_every_other_procedure_refuses_single_cells():
    table = crossed(drawn(8))
    takes = {name for name, each in REGISTRY.items() if isinstance(each.needs, CrossedNeeds)}
    assert takes == {"quasi_f", "bayes_crossed"}
    for name in ("bayes_t", "paired_t", "wilcoxon", "bayes_robust_t", "bayes_bootstrap", "permutation"):
        with pytest.raises(NeedsNotMet, match=r"seeds x cases, which share seeds and cases\. Use `bayes_crossed`"):
            REGISTRY[name](table)
    with pytest.raises(NeedsNotMet, match=r"units of this table are seeds x cases.* use `bayes_crossed` or `quasi_f`"):
        bayes_correlated_t(table)


def written(path, rows, header):
    path.write_text("\n".join([header, *rows]) + "\n")
    return bt.read(path)


def test_from_a_file(tmp_path):
    d = drawn(9, 3, 6)
    rows = [f"{m},{j},{k},{0.5 * s * d[j, k]}" for j in range(3) for k in range(6) for m, s in (("a", 1), ("b", -1))]
    table = pair(written(tmp_path / "s.csv", reversed(rows), "model,train_set,seed,score"), "a", "b")
    assert table.design.unit.plural == "training sets x seeds"
    assert quasi_f(table).p_value == pytest.approx(quasi_f.from_differences(d).p_value)


def test_several_scores_per_cell_have_a_message():
    """Pairing refuses or averages them; a table may still be made by hand."""
    grid = np.indices((3, 2, 4)).reshape(3, -1)
    factors = {name: factor(codes) for name, codes in zip(("train_set", "seed", "case"), grid, strict=True)}
    design = Design(unit_called("training sets x cases"), {"train_set": 3, "seed": 2, "case": 4})
    table = bt.PairedTable(("a", "b"), np.random.default_rng(1).normal(size=(24, 2)), design, factors)
    with pytest.raises(NeedsNotMet, match=r"has 24 scores in 12 such pairs\. Average over `seed` first: leave .*mean"):
        quasi_f(table)


def test_tables_beyond_memory_are_not_taken_for_independent_cases(tmp_path):
    rows = [f"{m},{s},{c},{s * c}" for s in range(2) for c in range(3) for m in "ab"]
    with pytest.raises(PairingError, match="several seeds on the same cases must fit in memory"):
        summarize(written(tmp_path / "s.csv", rows, "model,seed,case,score"), "a", "b")


# The walk from question to report.


def test_question_says_why():
    asked = bt.question(crossed(drawn(1, 5, 20)))
    assert (asked.kind, asked.procedure) == ("Q2", "bayes_crossed")
    assert asked.reason.startswith("Two models, 5 seeds x 20 cases of one task, real-valued scores: this compares lea")
    assert "Neither the seeds nor the cases alone may be taken as the units" in asked.reason
    assert "quasi_f" in asked.alternatives


def test_question_of_a_table_with_holes():
    asked = bt.question(left_out(crossed(EXAMPLE), 3))
    assert (asked.kind, asked.procedure, asked.alternatives) == ("Q2", None, ())
    assert "`bayes_crossed`, which allows for both, needs a score for every seed and case" in asked.reason


@pytest.mark.parametrize(("sizes", "expected"), [([1, 1, 1, 1], "bayes_t"), ([1, 1, 1, 1e4], "bayes_sign")])
def test_several_tasks_are_compared_by_their_means(sizes, expected):
    parts = [crossed(size * (2 + drawn(i, 3, 4))) for i, size in enumerate(sizes)]
    labels = {name: factor(np.concatenate([part.factors[name].codes for part in parts])) for name in ("seed", "case")}
    table = PairedTable(
        ("a", "b"), np.concatenate([part.scores for part in parts]), design=parts[0].design,
        factors={"task": factor(np.repeat(list("wxyz"), 12)), **labels},
    )  # fmt: skip
    asked = bt.question(table)
    assert (asked.kind, asked.procedure) == ("Q3", expected)
    assert "Within a task seeds and cases are crossed" in asked.reason
    found = bt.compare(table, per_task=True)
    assert [part.procedure for part in found.tasks] == ["bayes_crossed"] * 4


def test_compare_tells_both_sides_and_where_the_uncertainty_comes_from():
    d = drawn(11, 5, 40, of_rows=0.6)
    found = bt.compare(crossed(d), rope=0.1)
    assert found.unit == "cells of 5 seeds x 40 cases"
    assert found.probabilities == pytest.approx(bayes_crossed.from_differences(d).probabilities(0.1))
    assert found.classical.p_value == pytest.approx(quasi_f.from_differences(d).p_value)
    plain = f"{paired_t.from_differences(d.ravel()).p_value:.2g}".replace("-", "−")
    assert any(f"would give p = {plain}; allowing for shared seeds and cases" in note for note in found.notes)
    assert any("is due to the 5 seeds" in note for note in found.notes)
    assert [check.name for check in found.checks] == [
        "number of seeds", "number of cases", "constant differences", "Q-Q normal, seeds", "Q-Q normal, cases",
    ]  # fmt: skip
    assert [check.status for check in found.checks] == ["passed"] * 3 + ["not checked", "passed"], "of five seeds"


def test_few_seeds_are_pointed_out():
    found = bt.compare(crossed(drawn(12, 2, 30)), rope=0.1)
    few = found.checks[0]
    assert (few.name, few.status, few.figure) == ("number of seeds", "failed", 2.0)
    assert "14% of the time with 2" in few.advice
    assert found.checks[3].status == "not checked"


def test_compare_with_identical_models():
    found = bt.compare(crossed(np.zeros((4, 5))), rope=0.1)
    assert found.procedure == "bayes_agreement"
    assert found.probabilities.equivalent == pytest.approx(1 - 0.9**6)  # of 5 cases, whatever the number of seeds
    assert found.decision.verdict == "undecided"
    assert (found.classical.procedure, found.classical.p_value) == ("quasi_f", 1.0)


def test_compare_takes_the_prior():
    table = crossed(drawn(13, 3, 8))
    one, other = bt.compare(table, rope=0.1), bt.compare(table, rope=0.1, prior="half-cauchy")
    assert one.probabilities.first != pytest.approx(other.probabilities.first, abs=1e-2)
    assert other.result.prior.startswith("half-cauchy")


def test_sensitivity_varies_the_prior():
    d = drawn(14, 3, 8)
    for own, varied in (("box-tiao", "half-cauchy"), ("half-cauchy", "box-tiao")):
        comparison = bt.compare(crossed(d), rope=0.1, prior=own)
        found = bt.sensitivity(comparison, ropes=[0.1, 0.5])
        assert found.priors == (own, own, varied, varied)
        for prior, rope, probabilities in zip(found.priors, found.ropes, found.probabilities, strict=True):
            expected = bayes_crossed.from_differences(d, prior=prior).probabilities(rope)
            assert probabilities == pytest.approx(expected, abs=1e-9)


def test_scaling_says_what_grows():
    found = bt.compare(crossed(drawn(15)))
    assert bt.scaling(found, factors=[1.0]).fixed is None
    with pytest.raises(ArgumentError, match="`grow` is "):
        bt.scaling(found, grow="folds")


# The models' own means.


def test_standard_error_of_a_mean_written_out():
    sums = CrossedSums(5.0, 32.0, 78.0, 16.0, 3, 4)  # MS 16, 26 and 8/3
    error, df = sums.standard_error()
    total = 16 + 26 - 8 / 3
    assert error == pytest.approx(sqrt(total / 12))
    assert df == pytest.approx(total**2 / (16**2 / 2 + 26**2 / 3 + (8 / 3) ** 2 / 6))


@pytest.mark.parametrize(
    ("squares", "total", "df"), [((1, 9, 2), 9, 3), ((9, 1, 2), 9, 2), ((1, 1, 2), 2, 6), ((0, 0, 0), 0, 6)]
)
def test_no_variance_is_taken_below_0(squares, total, df):
    """A factor that varies less than the residual alone would make it is left out."""
    a, b, e = squares
    found = CrossedSums(0.0, 2.0 * a, 3.0 * b, 6.0 * e, 3, 4).standard_error()
    assert found == pytest.approx((sqrt(total / 12), df))


def test_standard_error_with_missing_pairs():
    """About that of the complete table, and never from cells that are not there."""
    d = drawn(16, 8, 40)
    table = crossed(d)
    whole, holes = error_of_mean(table, table.differences()), left_out(table, *range(0, 320, 11))
    error, df = error_of_mean(holes, holes.differences())
    assert whole == pytest.approx(crossed_sums(d).standard_error())
    assert (error, df) == pytest.approx(whole, rel=0.2)
    same = left_out(crossed(np.full((3, 4), 0.5)), 0)
    assert error_of_mean(same, same.differences()) == (0.0, 1.0)


def test_intervals_of_own_means_cover():
    """400 tables of 6 x 30: the interval of a model's mean covers 0.95, up to 4 standard errors of the simulation."""
    covered = []
    for seed in range(400):
        table = crossed(drawn(seed, 6, 30, mean=0.0))
        inside = bt.compare(table, rope=0.1, procedure="quasi_f").models[0].interval
        covered.append(inside.low <= 0.5 <= inside.high)
    assert 0.906 <= np.mean(covered) <= 0.994


def test_shares_of_right_answers_stay_within_0_and_1():
    rng = np.random.default_rng(2)
    table = crossed(np.zeros((3, 10)))
    right = (rng.random((30, 2)) < 0.97).astype(float)
    found = bt.compare(PairedTable(("a", "b"), right, design=table.design, factors=table.factors), rope=0.1)
    for model in found.models:
        assert 0 <= model.interval.low <= model.mean <= model.interval.high <= 1
    assert isinstance(found.result, DifferencePosterior)
