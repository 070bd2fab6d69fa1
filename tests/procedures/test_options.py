"""Options as text, checked against the signature of a procedure."""

from __future__ import annotations

import numpy as np
import pytest

import betterthan as bt
from betterthan.errors import ArgumentError
from betterthan.procedures import named
from betterthan.procedures.options import checked_options, from_texts


@pytest.mark.parametrize(
    ("procedure", "texts", "values"),
    [
        ("bayes_signed_rank", {"z0": "inf", "draws": "10"}, {"z0": "inf", "draws": 10}),
        ("bayes_signed_rank", {"z0": "-0.5"}, {"z0": -0.5}),
        ("bayes_mcnemar", {"alpha": "1,1,0.5,1"}, {"alpha": (1.0, 1.0, 0.5, 1.0)}),
        ("bayes_hierarchical_t", {"delta0": "-1,1", "sigma": "none"}, {"delta0": (-1.0, 1.0), "sigma": None}),
        ("bayes_hierarchical_t", {"zero_variance": "published"}, {"zero_variance": "published"}),
        ("wilcoxon", {"continuity": "no"}, {"continuity": False}),
    ],
)
def test_texts_become_values(procedure, texts, values):
    assert from_texts(named(procedure), texts) == values


@pytest.mark.parametrize(
    ("procedure", "texts", "message"),
    [
        ("bayes_t", {"z0": "1"}, "`bayes_t` has no option `z0`"),
        ("bayes_sign", {"rope": "0.1"}, "`rope` is not an option of `bayes_sign` alone"),
        ("bayes_signed_rank", {"draw": "1"}, "Did you mean `draws`"),
        ("bayes_signed_rank", {"draws": "many"}, "`draws` of `bayes_signed_rank` takes a whole number; got `many`"),
        ("bayes_mcnemar", {"alpha": "1,1"}, "takes 4 numbers with commas between them; got `1,1`"),
        ("bayes_sign", {"prior_region": "third"}, "takes `first`, `equivalent`, `second`; got `third`"),
    ],
)
def test_other_texts_are_refused(procedure, texts, message):
    with pytest.raises(ArgumentError, match=message):
        from_texts(named(procedure), texts)


def test_the_command_line_hands_them_on(command, tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("task,a,b\n" + "".join(f"t{i},{0.5 + i / 50},{0.5 + i % 3 / 50}\n" for i in range(8)))
    given = ("compare", str(path), "--rope", "0.01", "--procedure", "bayes_signed_rank", "--json")
    plain, moved = command(*given), command(*given, "--option", "z0=inf")
    assert (plain.code, moved.code) == (0, 0)
    assert plain.out != moved.out
    assert "`--procedure`" in command("compare", str(path), "--option", "z0=inf").err


@pytest.mark.parametrize(
    ("procedure", "given", "values"),
    [
        ("bayes_signed_rank", {"z0": "split", "prior_strength": np.float64(1)}, {"z0": "split", "prior_strength": 1.0}),
        ("bayes_signed_rank", {"draws": np.int64(10), "rng": None}, {"draws": 10, "rng": None}),
        ("bayes_mcnemar", {"alpha": [1, 1, 0.5, 1]}, {"alpha": (1, 1, 0.5, 1)}),
        ("wilcoxon", {"continuity": False, "draws": 100}, {"continuity": False}),
        ("bayes_joint", {"rng": None, "draws": 10}, {"draws": 10}),
    ],
)
def test_values_are_taken_as_they_are(procedure, given, values):
    assert checked_options(named(procedure), given) == values


@pytest.mark.parametrize(
    ("procedure", "given", "message"),
    [
        ("bayes_signed_rank", {"draws": 10.5}, "`draws=` takes a whole number, 1 or more; got `10.5`"),
        ("bayes_signed_rank", {"draws": True}, "takes a whole number, 1 or more; got `True`"),
        ("bayes_signed_rank", {"prior_strength": "1"}, "takes a number; got '1'"),
        ("bayes_mcnemar", {"alpha": (1, 1)}, "takes 4 numbers"),
        ("paired_t", {"alternative": "greater"}, "takes `two-sided`, `first`, `second`; got 'greater'"),
        ("bayes_t", {"alternative": "greater"}, "`alternative` of `paired_t` takes"),
        ("bayes_t", {"z0": 1.0}, "`bayes_t` has no option `z0`"),
    ],
)
def test_values_of_another_kind_are_refused_by_compare(procedure, given, message):
    table = bt.pair_arrays([0.9, 0.7, 0.8, 0.9], [0.8, 0.7, 0.6, 0.7])
    table = bt.pair_arrays([1, 0, 1, 1], [0, 0, 1, 0]) if procedure == "bayes_mcnemar" else table
    with pytest.raises(ArgumentError, match=message):
        bt.compare(table, procedure=procedure, rope=0.01, **given)


def test_a_ranking_refuses_what_its_procedure_does_not_take():
    rng = np.random.default_rng(0)
    scores = bt.read({"task": [f"t{j}" for j in range(8)], **{name: rng.normal(size=8) for name in "abc"}})
    with pytest.raises(ArgumentError, match="has no option `residuals`"):
        bt.rank(scores, residuals="common")
    with pytest.raises(ArgumentError, match="`residual` of `bayes_joint` takes"):
        bt.rank(scores, residual="none")


def test_the_rope_reaches_a_procedure_that_may_use_it():
    rng = np.random.default_rng(1)
    rows = [(f"t{j}", i, rng.normal(0.8, 0.1), rng.normal(0.7, 0.1)) for j in range(4) for i in range(5)]
    rows = [(task, case, 0.8 if task == "t0" else a, 0.7 if task == "t0" else b) for task, case, a, b in rows]
    scores = bt.read(dict(zip(("task", "case", "a", "b"), map(list, zip(*rows, strict=True)), strict=True)))
    found = bt.compare(scores, rope=0.01, procedure="bayes_hierarchical_t", zero_variance="published")
    assert found.decision is not None


@pytest.mark.parametrize("name", ["compare", "rank"])
def test_one_thing_given_in_two_ways_is_refused(name, command, tmp_path):
    path = tmp_path / "scores.csv"
    path.write_text("task,a,b\n" + "".join(f"t{i},{0.5 + i / 50},{0.5 + i % 3 / 50}\n" for i in range(8)))
    chosen = {"compare": "bayes_signed_rank", "rank": "bayes_joint"}[name]
    given = ("--rope", "0.01", "--procedure", chosen, "--draws", "1000", "--option", "draws=2000")
    ran = command(name, str(path), *given)
    assert (ran.code, ran.out) == (2, "")
    assert "`--draws` and `--option draws=2000` say the same thing twice" in ran.err
