"""A comparison of sums says what a comparison of units says: the same verdict from the same numbers, through
`bt.summarize`, which adds up where the rows live."""

from __future__ import annotations

import numpy as np
import pytest

import betterthan as bt

RNG = np.random.default_rng(71)


def long(scores: np.ndarray, **keys: np.ndarray) -> dict[str, np.ndarray]:
    return {
        "model": np.repeat(["a", "b"], scores.shape[1]),
        **{name: np.tile(labels, 2) for name, labels in keys.items()},
        "score": scores.ravel(),
    }


def repeated(model: str) -> dict[str, np.ndarray]:
    """One model has three scores on every case, the other one."""
    one = long(RNG.normal([[0.72], [0.7]], 0.1, (2, 12)), case=np.arange(12))
    more = [{**one, "score": one["score"] + shift} for shift in (0.03, -0.01)]
    chosen = one["model"] == model
    return {name: np.concatenate([one[name], *(each[name][chosen] for each in more)]) for name in one}


CASE, TASK = np.arange(40), np.repeat(np.arange(5), 8)
BINARY = (RNG.random((2, 40)) < [[0.7], [0.55]]).astype(float)
REAL = RNG.normal([[0.74], [0.7]], 0.1, (2, 40))
MIXED = np.where(TASK < 2, BINARY, REAL)

DATA = {
    "cases": (long(REAL, case=CASE), {}),
    "losses": (long(REAL, case=CASE), {"higher_is_better": False}),
    "far from 0": (long(REAL + 1e6, case=CASE), {}),
    "0/1": (long(BINARY, case=CASE), {}),
    "0/1 losses": (long(1 - BINARY, case=CASE), {"higher_is_better": False}),
    "repeats of the first": (repeated("a"), {}),
    "repeats of the second": (repeated("b"), {}),
    "tasks": (long(REAL, case=CASE, task=TASK), {}),
    "0/1 tasks": (long(BINARY, case=CASE, task=TASK), {}),
    "0/1 losses of tasks": (long(1 - BINARY, case=CASE, task=TASK), {"higher_is_better": False}),
    "0/1 and real-valued tasks": (long(MIXED, case=CASE, task=TASK), {}),
    "a 0/1 task without differences": (long(np.where(TASK == 1, BINARY[0], BINARY), case=CASE, task=TASK), {}),
    "two scales": (long(REAL * np.where(TASK < 2, 1000.0, 1.0), case=CASE, task=TASK), {}),
    "one score per task": (long(REAL[:, :9], task=np.arange(9)), {}),
}


@pytest.mark.parametrize("rope", [None, 0.01])
@pytest.mark.parametrize("name", DATA)
def test_sums_say_what_units_say(name, rope):
    data, said = DATA[name]
    scores = bt.read(data, **said)
    repeats = {"repeats": "mean"} if name.startswith("repeats") else {}
    units, sums = bt.pair(scores, **repeats), bt.summarize(scores, **repeats)
    assert sums.facts.sums_only
    assert sums.facts.binary == units.facts.binary
    one, other = bt.compare(units, rope=rope), bt.compare(sums, rope=rope)
    assert other.procedure == one.procedure
    assert other.n_units == one.n_units
    assert other.decision.verdict == one.decision.verdict
    assert (other.rope is None) == (one.rope is None)
    if one.rope is not None:
        assert (other.rope.low, other.rope.high) == pytest.approx((one.rope.low, one.rope.high), rel=1e-6)
    assert other.probabilities == pytest.approx(one.probabilities, abs=2e-6)
    assert other.result.estimate == pytest.approx(one.result.estimate, rel=1e-6, abs=1e-9)
    for there, here in zip(one.models, other.models, strict=True):
        assert (here.name, here.n) == (there.name, there.n)
        assert (here.mean, here.sd) == (there.mean and pytest.approx(there.mean), there.sd and pytest.approx(there.sd))
    if one.classical is not None and other.classical is not None:
        assert other.classical.procedure == one.classical.procedure
        assert other.classical.p_value == pytest.approx(one.classical.p_value, rel=1e-6)


def test_sums_of_a_real_valued_task_without_differences_say_what_they_lack():
    """Units know in which steps scores go; sums do not."""
    data = bt.read(long(np.round(np.where(TASK == 1, REAL[0], REAL), 2), case=CASE, task=TASK))
    assert bt.compare(bt.pair(data)).procedure == "bayes_hierarchical_t"
    with pytest.raises(bt.BetterthanError, match="Tasks without variation need the size of a test set"):
        bt.compare(bt.summarize(data))


def test_means_of_repeats_are_those_of_numpy():
    data = repeated("b")
    sums = bt.summarize(bt.read(data), repeats="mean")
    means = [
        [data["score"][(data["model"] == model) & (data["case"] == case)].mean() for case in range(12)]
        for model in "ab"
    ]
    apart = np.subtract(*means)
    assert sums.means[0] == pytest.approx(np.mean(means, axis=1))
    assert sums.moments() == pytest.approx((apart.mean(), apart.std(ddof=1), 12))


@pytest.mark.parametrize("shift", [0.1, -0.1])
def test_constant_differences_have_no_spread_in_sums_either(shift):
    """0.9 - 0.8, 0.8 - 0.7, … differ in their last digits, which is no spread."""
    second = np.linspace(0.1, 0.8, 8)
    data = bt.read(long(np.stack([second + shift, second]), case=np.arange(8)))
    for table in (bt.pair(data), bt.summarize(data)):
        mean, sd, n = table.moments()
        assert (mean, sd, n) == (pytest.approx(shift), 0.0, 8)


def test_models_that_agree_on_every_case_agree_in_sums():
    data = bt.read(long(np.stack([REAL[0], REAL[0]]), case=CASE))
    assert bt.summarize(data).moments() == bt.pair(data).moments() == (0.0, 0.0, 40)
