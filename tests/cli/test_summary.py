"""`betterthan summary`: what printed numbers say, in every form, at any size, and no more than they say."""

from __future__ import annotations

import json

import pytest
from scipy import stats

from betterthan.procedures import named

pytestmark = pytest.mark.installed
WILLIAMS = ("--mean", "0.0659", "--sd", "1", "--n", "176", "--rope", "0.1")
SAMPLES = (
    *("--first-mean", "0.81", "--first-sd", "0.02", "--first-n", "10"),
    *("--second-mean", "0.80", "--second-sd", "0.03", "--second-n", "12"),
)  # fmt: skip


def found(command, *arguments: str) -> dict:
    code, out, _ = command("summary", *arguments, "--json")
    assert code == 0
    return json.loads(out)


def test_the_design_is_not_invented(command):
    _, out, _ = command("summary", *WILLIAMS)
    flat = " ".join(out.split())
    assert "From mean, sd and n of 176 differences, taken as independent." in flat
    for invented in ("cases", "one task", "real-valued", "predictors"):
        assert invented not in flat


def test_the_figures_of_williams_at_one_six_and_fifteen_times_the_size(command):
    scaled = found(command, *WILLIAMS, "--scale", "6,15")
    printed = {1: (0.326, 0.660, 0.014, 0.383), 6: (0.134, 0.866, 0.0, 0.0324), 15: (0.040, 0.960, 0.0, 0.0007)}
    assert [size["factor"] for size in scaled["sizes"]] == [1, 6, 15]
    for size in scaled["sizes"]:
        *shares, p = printed[size["factor"]]
        assert [size[region] for region in ("first", "equivalent", "second")] == pytest.approx(shares, abs=0.001)
        assert size["p_value"] == pytest.approx(p, rel=0.05)
    assert [size["verdict"] for size in scaled["sizes"]] == ["undecided", "undecided", "equivalent"]


def test_two_samples_are_compared_as_welch_does(command):
    record = found(command, *SAMPLES, "--rope", "0.01")["comparisons"][0]
    assert (record["procedure"], record["paired"], record["n"], record["unit"]) == ("bayes_welch", False, 22, "scores")
    expected = stats.ttest_ind_from_stats(0.81, 0.02, 10, 0.80, 0.03, 12, equal_var=False)
    assert record["classical"]["p_value"] == pytest.approx(expected.pvalue, rel=1e-9)
    _, out, _ = command("summary", *SAMPLES, "--rope", "0.01")
    assert "From mean, sd and n of 10 and 12 scores, taken as two independent samples." in " ".join(out.split())


def test_the_rope_of_two_samples_is_of_single_scores(command):
    flat = " ".join(command("summary", *SAMPLES).out.split())
    assert "0.1 standard deviations of single scores, pooled over the two models" in flat


def test_two_samples_of_losses_are_turned(command):
    better = found(command, *SAMPLES, "--rope", "0.01")["comparisons"][0]["probabilities"]
    worse = found(command, *SAMPLES, "--rope", "0.01", "--lower-is-better")["comparisons"][0]
    assert worse["probabilities"]["second"] == pytest.approx(better["first"])
    assert [model["mean"] for model in worse["models"]] == [0.81, 0.80]


def test_folds_are_compared_with_what_they_share(command):
    numbers = ("--mean", "-0.0194", "--sd", "0.01583", "--n", "100", "--rope", "0.01")
    record = found(command, *numbers, "--test-fraction", "0.1")["comparisons"][0]
    assert record["procedure"] == "bayes_correlated_t"
    assert record["probabilities"]["second"] == pytest.approx(0.954, abs=0.001)  # Benavoli et al. (2017), anneal
    assert record["classical"]["p_value"] == pytest.approx(0.00065, rel=0.01)
    _, out, _ = command("summary", *numbers, "--test-fraction", "0.1")
    assert "taken as folds that are each tested on 0.1 of the data" in " ".join(out.split())


def test_counts_are_taken_as_independent(command):
    _, out, _ = command("summary", "--cells", "54,159,198,589")
    assert "From the four counts of 1,000 cases, taken as independent." in " ".join(out.split())


@pytest.mark.parametrize("numbers", [WILLIAMS, (*SAMPLES, "--rope", "0.01"), ("--cells", "54,159,198,589")])
@pytest.mark.parametrize("scale", [(), ("--scale", "2,10")])
def test_every_form_can_be_written(command, tmp_path, numbers, scale):
    forms = ("html", "md", "tex", "txt", "json", "csv", "svg", "pdf", "png")
    paths = [tmp_path / f"out.{form}" for form in forms]
    code, _, _ = command("summary", *numbers, *scale, *(part for path in paths for part in ("-o", str(path))))
    assert code == 0
    assert all(path.stat().st_size > 100 for path in paths)


REFUSED = {
    "an sd of 0": ("--mean 0.1 --sd 0 --n 10", "leave no doubt"),
    "10^20 counts": ("--cells 100000000000000000000,1,2,3", "at most 9,223,372,036,854,775,807"),
    "counts that are too many together": ("--cells 9000000000000000000,1,2,9000000000000000000", "together at most"),
    "10^20 units": ("--mean 0.1 --sd 1 --n 100000000000000000000", "at most"),
    "half of two samples": ("--first-mean 0.8 --first-sd 0.1 --first-n 10", "`--second-mean`"),
    "two forms": ("--mean 0.8 --second-n 10", "contradict each other"),
    "folds of two samples": (f"{' '.join(SAMPLES)} --test-fraction 0.1", "differences of folds"),
    "a test fraction of 10": ("--mean 0.1 --sd 1 --n 10 --test-fraction 10", "below 1"),
    "two samples without spread": (
        "--first-mean 0.8 --first-sd 0 --first-n 10 --second-mean 0.7 --second-sd 0 --second-n 10",
        "leave no doubt",
    ),
    "a size of 0": ("--mean 0.1 --sd 1 --n 10 --rope 0.1 --scale 0", "above 0"),
    "a size that is no number": ("--mean 0.1 --sd 1 --n 10 --rope 0.1 --scale x", "takes numbers"),
    "losses of counts": ("--cells 1,2,3,4 --lower-is-better", "does not go with it"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused(command, case):
    arguments, said = REFUSED[case]
    code, out, err = command("summary", *arguments.split())
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1


def test_large_counts_do_not_overflow(command):
    record = found(command, "--cells", "4000000000,4000000000,8000000000,4000000000", "--rope", "0.01")["comparisons"][
        0
    ]
    n, net, apart = 2e10, 4e9, 1.2e10
    d = (net / n) / ((apart - net**2 / n) / (n - 1)) ** 0.5
    assert record["effect_sizes"]["Cohen's d"]["value"] == pytest.approx(d, rel=1e-9)


def test_a_summary_says_what_the_rung_says(command):
    record = found(command, *WILLIAMS)["comparisons"][0]
    rung = named("bayes_t").from_summary(mean=0.0659, sd=1.0, n=176).probabilities(0.1)
    assert list(record["probabilities"].values()) == pytest.approx(list(rung))
