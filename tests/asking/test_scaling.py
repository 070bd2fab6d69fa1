"""What more units of the same kind would say: the figures of Williams (2026), and the smallest size that decides."""

from __future__ import annotations

import json
import re
from math import inf

import numpy as np
import pytest
from scipy import stats

from betterthan.answers.scaling import Scaling
from betterthan.asking.compare import compare
from betterthan.asking.scaling import scaling
from betterthan.data.moments import Cells
from betterthan.data.pairing import pair, pair_arrays, pair_differences
from betterthan.data.reading.tables import read
from betterthan.data.summaries import PairedSummary
from betterthan.data.unpaired import unpaired_arrays
from betterthan.errors import ArgumentError
from betterthan.judging.rules.threshold import by_threshold
from betterthan.procedures import bayes_correlated_t, bayes_crossed, bayes_mcnemar, bayes_t, quasi_f
from betterthan.words.verdicts import needed

LGR = PairedSummary.from_moments(mean=0.0659, sd=1.0, n=176, models=("LgR", "MLP"))


def scaled(table, factors=(1.0, 2.0), threshold=0.95, **asked):
    return scaling(compare(table, **asked), factors=factors, threshold=threshold)


def test_the_printed_figures_at_one_six_and_fifteen_times_the_size():
    found = scaled(LGR, factors=(1, 6, 15))
    expected = [(0.326, 0.660, 0.014), (0.134, 0.866, 0.0), (0.040, 0.960, 0.0)]
    for p, printed in zip(found.probabilities, expected, strict=True):
        assert p == pytest.approx(printed, abs=0.001)
    assert found.units == (176, 1056, 2640)
    assert found.p_values[:2] == pytest.approx((0.383, 0.0324), rel=0.01)
    assert round(found.p_values[2], 4) == 0.0007
    assert found.verdicts == ("undecided", "undecided", "equivalent")


@pytest.mark.parametrize(
    ("mean", "rope", "threshold"),
    [(0.0659, 0.1, 0.95), (0.3, 0.1, 0.95), (-0.15, (-0.1, 0.3), 0.9), (0.0, 0.05, 0.99), (0.5, 0.1, 0.95)],
)
def test_one_unit_less_than_needed_does_not_decide(mean, rope, threshold):
    table = PairedSummary.from_moments(mean=mean, sd=1.0, n=176)
    needed = scaled(table, rope=rope, threshold=threshold).needed
    units = round(needed * 176)

    def verdict(n: int) -> str:
        return by_threshold(bayes_t.from_summary(mean=mean, sd=1.0, n=n).probabilities(rope), threshold)

    assert needed == pytest.approx(units / 176)
    assert verdict(units) != "undecided"
    assert verdict(units - 1) == "undecided"


def test_one_unit_less_than_needed_does_not_decide_on_the_scale_of_phi():
    cells, rope = Cells(40, 30, 42, 88), 0.05
    table = PairedSummary.from_cells({"": cells})
    found = compare(table)
    needed = scaling(found).needed

    def verdict(k: float) -> str:
        counts = {name: round(k * count) for name, count in cells._asdict().items()}
        return by_threshold(bayes_mcnemar.from_cells(**counts).probabilities(found.rope), 0.95)

    assert rope < found.rope.width
    assert verdict(needed) != "undecided"
    assert verdict(needed - 1 / cells.n) == "undecided"


def test_a_mean_on_a_bound_is_never_decided():
    assert scaled(PairedSummary.from_moments(mean=0.1, sd=1.0, n=50), rope=0.1).needed == inf
    assert scaled(PairedSummary.from_moments(mean=-0.3, sd=1.0, n=50), rope=(-0.3, 0.1)).needed == inf
    assert scaled(PairedSummary.from_moments(mean=0.0, sd=1.0, n=50), rope=0.0).needed == inf


def test_a_comparison_that_is_decided_already_may_need_less():
    found = scaled(PairedSummary.from_moments(mean=1.0, sd=1.0, n=100), rope=0.1)
    assert found.verdicts[0] == "first"
    assert 0 < found.needed < 1


def test_differences_without_spread_need_as_many_as_leave_little_open():
    """Six differences of 0.25, scores within [0, 1], rope 0.1: half of what exceeds 0.15 is below the rope's bound."""
    table = pair_arrays(np.linspace(0.3, 0.7, 6) + 0.25, np.linspace(0.3, 0.7, 6), independent=True)
    found = scaled(table, rope=0.1)
    assert found.probabilities[0].first == pytest.approx(1 - (1 - 0.15) ** 7 / 2)
    assert found.probabilities[1].first == pytest.approx(1 - (1 - 0.15) ** 13 / 2)
    assert found.needed == pytest.approx(np.ceil(np.log(0.1) / np.log(0.85) - 1) / 6)  # whole units


def test_the_probabilities_at_the_present_size_are_those_of_the_comparison():
    for table, rope in ((LGR, 0.1), (PairedSummary.from_cells({"": Cells(19, 64, 30, 103)}), 0.02)):
        found = compare(table, rope=rope)
        assert scaling(found, factors=(1,)).probabilities[0] == pytest.approx(found.probabilities)
        assert scaling(found, factors=(1,)).p_values[0] == pytest.approx(found.classical.p_value)


@pytest.mark.parametrize(("seeds", "cases"), [(2, 6), (6, 2)])
def test_as_many_crossed_units_as_there_are_say_what_the_comparison_says(seeds, cases):
    seed, case = np.divmod(np.arange(seeds * cases), cases)
    rows = {"model": np.repeat(["a", "b"], len(seed)), "seed": [*seed, *seed], "case": [*case, *case]}
    table = pair(read({**rows, "score": np.random.default_rng(4).normal(0.8, 0.1, 2 * len(seed))}))
    result, growth = bayes_crossed(table), bayes_crossed.growth
    for made in (growth.at_size, growth.rows, growth.columns):
        again = made(table, result)(1.0)
        assert again.posterior.probabilities(0.05) == pytest.approx(result.probabilities(0.05))
        assert again.test().p_value == pytest.approx(quasi_f(table).p_value)


def test_several_tasks_scale_in_tasks():
    rng = np.random.default_rng(0)
    table = pair_arrays(rng.random(40), rng.random(40), task=[f"t{i % 8}" for i in range(40)], independent=True)
    assert scaled(table, procedure="bayes_t").units == (8, 16)


# Folds share training data, however many there are.


def folds(mean, sd, *, repeats=10, k=10):
    """Folds whose differences have exactly this mean and standard deviation."""
    raw = np.random.default_rng(1).normal(size=repeats * k)
    differences = mean + sd * (raw - raw.mean()) / raw.std(ddof=1)
    columns = {"repeat": np.repeat(range(repeats), k), "fold": np.tile(range(k), repeats)}
    scores = {**columns, "a": 0.5 + differences, "b": np.full(repeats * k, 0.5)}
    return pair(read(scores, models=["a", "b"]))


@pytest.mark.parametrize(("mean", "rope"), [(0.001, 0.01), (0.02, 0.01), (0.0, 0.002)])
def test_endless_repeats_leave_the_spread_that_shared_training_data_make(mean, rope):
    """s²ρ/(1 - ρ) is what is left of the variance."""
    found = scaled(folds(mean, 0.03), rope=rope, factors=(1, 10, 1e6))
    law = stats.norm(mean, 0.03 * (0.1 / 0.9) ** 0.5)
    expected = (law.sf(rope), law.cdf(rope) - law.cdf(-rope), law.cdf(-rope))
    assert found.limit == pytest.approx(expected, abs=1e-6)
    assert found.probabilities[-1] == pytest.approx(expected, abs=1e-6)
    assert found.p_values[-1] == pytest.approx(2 * law.cdf(0), rel=1e-4)
    if max(expected) < 0.95:
        assert found.needed == inf
        assert json.loads(json.dumps(found.to_dict()))["limit"]["first"] == pytest.approx(expected[0], abs=1e-6)


def test_one_fold_less_than_needed_does_not_decide():
    table = folds(0.03, 0.03, repeats=2)
    found = scaled(table, rope=0.01)
    units = round(found.needed * 20)

    def verdict(n: int) -> str:
        posterior = bayes_correlated_t.from_summary(mean=0.03, sd=0.03, n=n, test_fraction=0.1)
        return by_threshold(posterior.probabilities(0.01), 0.95)

    assert verdict(units) == "first"
    assert verdict(units - 1) == "undecided"


def test_more_repeats_never_decide_what_the_limit_does_not(command, tmp_path):
    rows = [f"{i // 10},{i % 10},{0.5 + 0.03 * np.sin(7 * i):.4f},0.5" for i in range(100)]
    (tmp_path / "folds.csv").write_text("repeat,fold,a,b\n" + "\n".join(rows) + "\n")
    out = " ".join(command("scaling", tmp_path / "folds.csv", "--models", "a,b", "--rope", "0.002").out.split())
    assert "No number of repeats decides at 0.95: folds share training data." in out


def test_independent_units_have_no_such_limit():
    assert scaled(LGR).limit is None


def test_only_procedures_that_rest_on_sums_scale():
    with pytest.raises(ArgumentError, match="rests on sums"):
        scaled(pair_differences(np.arange(20.0) ** 2), procedure="bayes_robust_t")


@pytest.mark.parametrize("threshold", [0.2, 1.5])
def test_a_threshold_that_is_none_is_refused(threshold):
    with pytest.raises(ArgumentError, match="threshold"):
        scaled(LGR, threshold=threshold)


def test_json_and_frame_have_a_row_per_size():
    found = scaled(PairedSummary.from_moments(mean=0.1, sd=1.0, n=50), rope=0.1)
    document = json.loads(json.dumps(found.document(), allow_nan=False))
    assert (document["schema"], document["needed"]) == (2, None)
    assert [row["units"] for row in document["sizes"]] == [50, 100]
    pytest.importorskip("pandas")
    assert found.to_frame("pandas")["p_value"].tolist() == list(found.p_values)


@pytest.mark.parametrize(
    ("data", "asked", "condition"),
    [
        (lambda: pair_differences(np.linspace(-0.9, 1.1, 60)), {}, "if mean and sd of the 60 cases are exactly right"),
        (
            lambda: PairedSummary.from_cells({"": Cells(19, 64, 30, 103)}),
            {},
            "if shares of the four outcomes of the 216 cases are exactly right",
        ),
        (
            lambda: unpaired_arrays([0.7, 0.8, 0.75, 0.9], [0.6, 0.7, 0.8, 0.75, 0.7]),
            {},
            "if means and sds of the 9 seeds are exactly right",
        ),
    ],
)
def test_the_size_that_decides_names_its_unit_and_its_condition(data, asked, condition):
    found = scaling(compare(data(), **asked))
    unit = condition.split(" are ")[0].rsplit(" ", 1)[1]
    assert f"about {found.needed_units:,} {unit}, {condition}." in needed(found)
    assert needed(Scaling.from_dict(json.loads(json.dumps(found.to_dict())))) == needed(found)


def test_the_sizes_that_are_shown_unless_others_are_asked_for():
    """Half, as many, and the round multiples of the next two decades."""
    decades = (1, 2, 3, 5, 7.5, 10, 15, 20, 30, 50, 100)
    assert scaling(compare(LGR)).factors == (0.5, *decades)


@pytest.mark.parametrize(("k", "within_reach"), [(400_000, True), (1_024_000, False)])
def test_a_million_times_two_crossed_factors_is_out_of_reach(k, within_reach):
    """Of k times the seeds and the cases the mean has the variance (MS_rows + MS_columns - 2 MS_rest)/(JKk), for large
    k: a mean of 1.645 standard deviations just decides."""
    rows, columns = np.array([-3.0, -1, 1, 3]), np.array([-4.0, -2, 0, 2, 4])
    rest = 0.2 * np.outer([1, -1, -1, 1], [1, -2, 2, -2, 1])
    squares = 5 * (rows**2).sum() / 3, 4 * (columns**2).sum() / 4, (rest**2).sum() / 12
    mean = stats.norm.ppf(0.95) * np.sqrt((squares[0] + squares[1] - 2 * squares[2]) / (20 * k))
    apart = mean + rows[:, None] + columns[None, :] + rest
    seeds, cases = np.divmod(np.arange(20), 5)
    rows_of = {"seed": [*seeds, *seeds], "case": [*cases, *cases], "model": ["a"] * 20 + ["b"] * 20}
    table = pair(read({**rows_of, "score": [*apart.ravel(), *np.zeros(20)]}, higher_is_better=True))
    found = scaled(table, rope=0.0)
    assert found.needed == (pytest.approx(k, rel=0.01) if within_reach else inf)


@pytest.mark.parametrize(("factors", "got"), [((), "none"), ((0, 2), "0, 2"), ((1, 2e9), "1, 2e+09")])
def test_multiples_that_are_none_are_named(factors, got):
    with pytest.raises(ArgumentError, match=f"lie above 0 and up to .*; got {re.escape(got)}\\."):
        scaled(LGR, factors=factors)
