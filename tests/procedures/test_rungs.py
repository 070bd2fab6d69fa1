"""Every rung of every procedure refuses what it cannot compute with, in a sentence: no number, no traceback."""

from __future__ import annotations

import inspect
import pickle
from math import inf, nan

import numpy as np
import pytest
from scipy import stats

from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.procedures import REGISTRY, named
from betterthan.procedures.shared.checked import accepted

RNG = np.random.default_rng(5)
GOOD = {
    "from_differences": {"differences": RNG.normal(0.1, 1, 12)},
    "from_scores": {"scores": RNG.normal(0, 1, (12, 3))},
    "from_ranks": {"ranks": np.array([[1.0, 2, 3]] * 6 + [[2.0, 1, 3]] * 5)},
    "from_replicates": {"scores": RNG.normal(0, 1, (4, 3, 3))},
    "from_crossed": {"scores": RNG.normal(0, 1, (4, 5, 3))},
    "from_summary": {"mean": 0.1, "sd": 1.0, "n": 20},
    "from_cells": {"n00": 10, "n01": 5, "n10": 9, "n11": 30},
    "from_moments": {"moments_by_task": {"a": (0.1, 1.0, 20), "b": (0.3, 1.0, 20), "c": (0.0, 1.0, 20)}},
    "from_probabilities": {"probabilities": np.array([0.3, 0.6, 0.9])},
}
CELLS = {"cells": {"a": (10, 5, 9, 30), "b": (20, 5, 3, 30), "c": (9, 4, 4, 8)}}
CLUSTERED = {"mean": 0.1, "standard_error": 0.05, "n_clusters": 6}
CROSSED = {"mean": 0.1, "ss_rows": 1.0, "ss_columns": 2.0, "ss_residual": 3.0, "rows": 4, "columns": 5}
SPECIAL = {
    ("bayes_crossed", "from_differences"): {"differences": RNG.normal(0, 1, (4, 6))},
    ("quasi_f", "from_differences"): {"differences": RNG.normal(0, 1, (4, 6))},
    ("t_5x2cv", "from_differences"): {"differences": RNG.normal(0, 1, (5, 2))},
    ("f_5x2cv", "from_differences"): {"differences": RNG.normal(0, 1, (5, 2))},
    ("bayes_crossed", "from_summary"): CROSSED,
    ("quasi_f", "from_summary"): CROSSED,
    ("bayes_clustered_t", "from_summary"): CLUSTERED,
    ("clustered_t", "from_summary"): CLUSTERED,
    ("bayes_welch", "from_scores"): {"first": RNG.normal(0, 1, 8), "second": RNG.normal(0, 1, 9)},
    ("welch_t", "from_scores"): {"first": RNG.normal(0, 1, 8), "second": RNG.normal(0, 1, 9)},
    ("bayes_welch", "from_summary"): {"first": (0.1, 1.0, 8), "second": (0.0, 2.0, 9)},
    ("welch_t", "from_summary"): {"first": (0.1, 1.0, 8), "second": (0.0, 2.0, 9)},
    ("bayes_hierarchical_mcnemar", "from_cells"): CELLS,
    ("bayes_poisson_binomial", "from_cells"): CELLS,
    ("bayes_agreement", "from_differences"): {"differences": np.full(12, 0.1)},
    ("bayes_agreement", "from_summary"): {"mean": 0.1, "n": 20},
    ("bayes_sign", "from_summary"): {"first": 5.0, "equivalent": 3.0, "second": 1.0},
    ("sign", "from_summary"): {"wins": 8, "losses": 3, "ties": 1},
    ("cochran_q", "from_scores"): {"scores": RNG.integers(0, 2, (20, 3)).astype(float)},
    ("bayes_hierarchical_t", "from_summary"): {"n": [10, 12, 9], "mean": [0.1, 0.2, 0.0], "ss": [1.0, 2.0, 1.5]},
}
OPTIONS = {"rope": 0.1, "test_fraction": 0.1, "reach": 2.0, "clusters": list("aaabbbbbbccd")}
LADDER = [(name, rung) for name in REGISTRY for rung in named(name).rungs]

ARRAYS = [
    [1.0, nan, 3.0],
    [1.0, inf, 3.0],
    [],
    [5.0],
    5.0,
    None,
    "abc",
    ["a", "b", "c"],
    ["1", "2", "3"],
    [None, 1.0, 2.0],
    [1e308, -1e308, 1e308],
    [10**400, 1, 2],
    [2**60 + 1, 1, 2],
    [[1.0, 2.0], [3.0]],
    [[[1.0, 2.0]]],
    {1.0, 2.0, 3.0},
    {"a": 1.0, "b": 2.0},
    np.array([1 + 1j, 2]),
    np.array(["2020-01-01", "2020-01-02"], dtype="datetime64[D]"),
    np.ma.masked_array([1.0, 2.0, 3.0], mask=[False, True, False]),
    object(),
]
NUMBERS = [nan, inf, -inf, "0.1", None, True, [0.1], 1 + 1j, 1e305, object()]
COUNTS = [nan, inf, -1, 2.5, "3", None, True, [3], 10**20, 1e20, -(10**20), object()]
SAMPLES = [
    None,
    3.0,
    (0.1, 1.0),
    (0.1, -1.0, 5),
    (nan, 1.0, 5),
    (0.1, nan, 5),
    (0.1, 1.0, 1),
    (0.1, 1.0, 10**20),
    "abc",
]
BAD = {
    "differences": ARRAYS,
    "scores": ARRAYS,
    "ranks": ARRAYS,
    "probabilities": [*ARRAYS, [0.1, 1.5], [-0.1, 0.5]],
    "mean": NUMBERS,
    "sd": [*NUMBERS, -1.0],
    "n": [*COUNTS, 0, 1],
    "n_clusters": [*COUNTS, 0, 1],
    "standard_error": [*NUMBERS, -1.0],
    "clusters": [
        None,
        3,
        0.5,
        "aaabbbbbbccd",
        [],
        ["a"] * 12,
        ["a", "b"],
        [None, *"aabbbbbbccd"],
        [nan, *range(11)],
        [["a", "b"]] * 12,
        set("abcdefghijkl"),
        dict.fromkeys("abcdefghijkl", 1),
        object(),
    ],
    "test_fraction": [*NUMBERS, -0.1, 1.0],
    "level": [*NUMBERS, 0.0, 1.0, 95],
    "cells": [None, 5, [1, 2, 3, 4], {"a": 5}, {"a": (1, 2, 3)}, {"a": (0, 0, 0, 0), "b": (1, 2, 3, 4)}]
    + [{"a": (bad, 2, 3, 4), "b": (1, 2, 3, 4), "c": (1, 2, 3, 4)} for bad in COUNTS],
    "moments_by_task": [None, 5, *({"a": bad, "b": (0.1, 1.0, 5)} for bad in SAMPLES)],
    **dict.fromkeys(("n00", "n01", "n10", "n11", "wins", "losses", "ties"), COUNTS),
    **dict.fromkeys(("rows", "columns"), (*COUNTS, 0, 1)),
    **dict.fromkeys(("ss_rows", "ss_columns", "ss_residual"), (*NUMBERS, -1.0)),
    "ss": ARRAYS,
    "draws": ["x", 1e3, 0, -1],
    "rng": ["x"],
    "alternative": ["sideways", 1],
    "rope": ["x", -0.1, nan, (1, 2, 3), None],
    "models": [("a",), "abc"],
}
OF_TYPE = {"SampleScores": ARRAYS, "Sample": SAMPLES, "Spread": [*NUMBERS, -1.0]}


def arguments(name: str, rung: str) -> dict:
    own = SPECIAL.get((name, rung), GOOD[rung])
    taken = inspect.signature(getattr(named(name), rung)).parameters
    needed = {
        key: value for key, value in OPTIONS.items() if key in taken and taken[key].default is inspect.Parameter.empty
    }
    return {**own, **needed}


def bad_values(name: str, rung: str):
    for argument, parameter in inspect.signature(getattr(named(name), rung)).parameters.items():
        values = OF_TYPE.get(parameter.annotation, ()) if argument in ("first", "second") else BAD.get(argument, ())
        yield from ((argument, value) for value in values)


@pytest.mark.parametrize(("name", "rung"), LADDER)
def test_a_rung_takes_what_it_is_for(name, rung):
    assert getattr(named(name), rung)(**arguments(name, rung)).procedure == name


@pytest.mark.parametrize(("name", "rung"), LADDER)
def test_a_rung_refuses_what_it_cannot_compute_with(name, rung):
    good = arguments(name, rung)
    for argument, value in bad_values(name, rung):
        said = refusal(getattr(named(name), rung), {**good, argument: value})
        assert said.endswith((".", "?")), (argument, value, said)
        assert len(said) < 600, (argument, value)


def refusal(rung, given: dict) -> str:
    try:
        return f"{given} gave {rung(**given)!r}"
    except (ArgumentError, NeedsNotMet) as found:
        return str(found).rstrip()


@pytest.mark.parametrize(("name", "rung"), LADDER)
def test_every_number_that_a_rung_is_given_is_checked_by_its_type(name, rung):
    own = SPECIAL.get((name, rung), GOOD[rung])
    assert set(own) <= set(accepted(getattr(named(name), rung)))


@pytest.mark.parametrize(("name", "rung"), LADDER)
def test_a_rung_can_be_pickled_and_keeps_its_name_and_docstring(name, rung):
    found = getattr(named(name), rung)
    assert pickle.loads(pickle.dumps(found)) is found
    assert found.__name__ == rung
    assert found.__doc__.startswith("From ")


@pytest.mark.parametrize("argument", ["mean", "ss", "n"])
def test_what_is_true_or_false_is_no_number_of_a_task(argument):
    known = {"n": [5, 6, 7], "mean": [0.1, 0.2, 0.3], "ss": [1.0, 2.0, 3.0]}
    with pytest.raises(ArgumentError, match=f"`{argument}` are numbers; got True and False"):
        named("bayes_hierarchical_t").from_summary(**{**known, argument: [True, False, True]})


def test_a_masked_array_without_a_masked_number_is_an_array():
    numbers = [1.0, 2.0, 4.0]
    found = named("paired_t").from_differences(np.ma.masked_array(numbers, mask=False))
    assert found.statistic == pytest.approx(stats.ttest_1samp(numbers, 0.0).statistic)
