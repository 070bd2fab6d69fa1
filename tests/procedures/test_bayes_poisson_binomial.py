from __future__ import annotations

import json

import numpy as np
import pytest
from scipy import stats

from betterthan.data.design import Design
from betterthan.data.examples import example
from betterthan.data.factors import factor
from betterthan.data.pairing import pair_arrays, pair_differences
from betterthan.data.summaries import PairedSummary
from betterthan.data.tables import PairedTable
from betterthan.data.units import unit_called
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.procedures import bayes_mcnemar, bayes_t
from betterthan.procedures.bayesian.poisson_binomial import bayes_poisson_binomial
from betterthan.results.majority import MajorityPosterior

RNG = np.random.default_rng(3)
TASKS = [f"task {j % 5}" for j in range(40)]
REAL = pair_arrays(RNG.normal(0.1, 1, 40), RNG.normal(0, 1, 40), task=TASKS)
BINARY = pair_arrays(RNG.integers(0, 2, 40), RNG.integers(0, 2, 40), task=TASKS)


def folds(design: Design) -> PairedTable:
    return PairedTable(REAL.models, REAL.scores, design=design, factors=REAL.factors)


def test_each_task_is_asked_by_itself() -> None:
    posterior = bayes_poisson_binomial(REAL)
    expected = [bayes_t(REAL.select_tasks([task])).direction().first for task in posterior.tasks]
    assert posterior.task_probabilities == pytest.approx(expected, abs=1e-12)
    posterior = bayes_poisson_binomial(BINARY)
    expected = [bayes_mcnemar(BINARY.select_tasks([task])).direction().first for task in posterior.tasks]
    assert posterior.task_probabilities == pytest.approx(expected, abs=1e-12)


def test_code_switching() -> None:
    posterior = bayes_poisson_binomial(example("code-switching"))
    assert posterior.tasks[:2] == ("de-en", "da-en")
    assert posterior.task_probabilities[1] == pytest.approx(stats.beta.cdf(0.5, 160, 199))
    assert posterior.probabilities() == pytest.approx((0.06190228, 0, 0.93809772), abs=1e-8)
    assert posterior.estimate == pytest.approx(posterior.task_probabilities.mean())


def test_folds_that_share_training_data_are_less_sure() -> None:
    n_sizes = bayes_poisson_binomial(folds(Design(unit_called("folds"), {"fold": 8}, n_train=90.0, n_test=10.0)))
    ten = bayes_poisson_binomial(folds(Design(unit_called("folds"), {"fold": 10}, folds=10)))
    assert n_sizes == ten  # both say that a tenth of the data is tested on
    mean, sd, n = REAL.select_tasks(["task 0"]).moments()
    scale = sd * np.sqrt(1 / n + 0.1 / 0.9)
    assert ten.task_probabilities[0] == pytest.approx(stats.t.cdf(mean / scale, n - 1))
    independent = bayes_poisson_binomial(REAL)
    assert (np.abs(ten.task_probabilities - 0.5) < np.abs(independent.task_probabilities - 0.5)).all()


def test_splits_of_unknown_size_are_refused() -> None:
    with pytest.raises(NeedsNotMet, match="`n_train` and `n_test`, or a column `fold`"):
        bayes_poisson_binomial(folds(Design(unit_called("folds"), {"repeat": 8})))


def test_the_summary_says_the_same() -> None:
    parts = [REAL.select_tasks([task]) for task in REAL.tasks]
    moments = [part.moments() for part in parts]
    summary = PairedSummary(
        REAL.models,
        REAL.tasks,
        np.array([m.n for m in moments]),
        np.array([part.scores.mean(axis=0) for part in parts]),
        np.array([part.scores.var(axis=0) * 8 for part in parts]),
        np.array([m.mean for m in moments]),
        np.array([m.sd**2 * (m.n - 1) for m in moments]),
    )
    found = bayes_poisson_binomial(summary)
    assert found.probabilities() == pytest.approx(bayes_poisson_binomial(REAL).probabilities(), abs=1e-12)


def test_tasks_without_variation() -> None:
    differences = [0.0, 0.0, 0.2, 0.2, -0.1, -0.1, 0.3, 0.1]
    posterior = bayes_poisson_binomial(pair_differences(differences, task=list("aabbccdd"), range=(0, 1)))
    expected = [0.5, 1 - 0.8**3 / 2, 0.9**3 / 2]  # two units leave open that others differ: Beta(1, 3) reaches so far
    assert posterior.task_probabilities[:3] == pytest.approx(expected, rel=1e-12)
    with pytest.raises(NeedsNotMet, match="how far two scores can be apart on task `b`"):
        bayes_poisson_binomial(pair_differences(differences, task=list("aabbccdd")))
    with pytest.raises(ArgumentError, match="task `b` are all 2, which would leave no doubt"):
        bayes_poisson_binomial.from_moments({"a": (1, 2, 3), "b": (2, 0, 3)})


def test_identical_models_are_left_to_the_posterior_of_agreement() -> None:
    for scores in ([0.0, 1.0] * 4, [0.2, 0.7] * 4):
        with pytest.raises(NeedsNotMet, match="Use `bayes_agreement`"):
            bayes_poisson_binomial(pair_arrays(scores, scores, task=list("aabbccdd")))
    counted = bayes_poisson_binomial.from_cells({"a": (3, 0, 0, 4), "b": (1, 0, 0, 9)})
    assert counted.probabilities() == pytest.approx((0.25, 0.5, 0.25))


def test_a_draw_is_possible_with_an_even_number_of_tasks_only() -> None:
    assert bayes_poisson_binomial.from_probabilities(np.array([0.5] * 4)).probabilities().equivalent == 0.375
    assert bayes_poisson_binomial.from_probabilities(np.array([0.5] * 5)).probabilities().equivalent == 0.0


def test_direction_shares_the_draw() -> None:
    posterior = bayes_poisson_binomial.from_probabilities(np.array([0.3, 0.8]))
    assert posterior.probabilities() == pytest.approx((0.24, 0.62, 0.14))
    assert posterior.direction() == pytest.approx((0.55, 0.0, 0.45))
    assert posterior.readings() == {"majority": posterior.probabilities()}
    assert posterior.odds()["first/second"] == pytest.approx(0.24 / 0.14)


def test_a_rope_changes_nothing() -> None:
    posterior = bayes_poisson_binomial(REAL)
    assert posterior.probabilities((-1.0, 1.0)) == posterior.probabilities()


def test_json_round_trip() -> None:
    posterior = bayes_poisson_binomial(REAL)
    record = json.loads(json.dumps(posterior.to_dict(), allow_nan=False))
    assert record["kind"] == "MajorityPosterior"
    assert MajorityPosterior.from_dict(record) == posterior


def test_thousands_of_tasks() -> None:
    tasks = np.repeat(np.arange(5000), 4)
    rng = np.random.default_rng(0)
    table = pair_arrays(rng.normal(size=20_000), rng.normal(size=20_000), task=tasks)
    posterior = bayes_poisson_binomial(table)
    assert posterior.wins.sum() == pytest.approx(1, abs=1e-10)


def test_one_score_per_task_is_refused() -> None:
    with pytest.raises(NeedsNotMet, match=r"at least 2 scores on every task.*use `bayes_sign`"):
        bayes_poisson_binomial(pair_arrays([0.5, 0.6, 0.7], [0.4, 0.5, 0.1], task=["x", "x", "y"]))


def test_one_task_is_refused() -> None:
    with pytest.raises(NeedsNotMet, match="For one task use `bayes_t`"):
        bayes_poisson_binomial(pair_arrays([0.5, 0.6], [0.4, 0.5]))
    with pytest.raises(NeedsNotMet, match="needs at least 2 tasks; got 1"):
        bayes_poisson_binomial.from_probabilities(np.array([0.5]))


def test_bad_numbers_are_refused() -> None:
    with pytest.raises(ArgumentError, match="between 0 and 1"):
        bayes_poisson_binomial.from_probabilities(np.array([0.5, 1.5]))
    with pytest.raises(ArgumentError, match="at least 0"):
        bayes_poisson_binomial.from_cells({"a": (1, -1, 2, 3), "b": (1, 1, 1, 1)})
    with pytest.raises(ArgumentError, match="at least 0 and below 1"):
        bayes_poisson_binomial.from_moments({"a": (0.1, 0.2, 5), "b": (0.1, 0.2, 5)}, test_fraction=1.0)


def test_a_task_factor_in_any_order() -> None:
    order = np.random.default_rng(1).permutation(40)
    shuffled = PairedTable(REAL.models, REAL.scores[order], factors={"task": factor([TASKS[j] for j in order])})
    one, other = bayes_poisson_binomial(REAL), bayes_poisson_binomial(shuffled)
    found = dict(zip(other.tasks, other.task_probabilities, strict=True))
    assert [found[task] for task in one.tasks] == pytest.approx(one.task_probabilities)
