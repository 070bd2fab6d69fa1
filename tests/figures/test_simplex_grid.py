"""A triangle for every pair: each has its cloud, its two models and its probabilities, in the order of the pairs."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from every_figure import can_be_read, same_bytes
from looks import data_of
from many_models import axes_of, long_name, texts

import betterthan as bt
from betterthan import figures
from betterthan.answers.comparisons import Comparisons
from betterthan.errors import ArgumentError

MODELS = {"ordinary": 5, "tiny": 3, "huge": 12}
sizes = pytest.mark.parametrize("size", MODELS)


@cache
def pairs(size: str, procedure: str = "bayes_sign") -> Comparisons:
    rng, count = np.random.default_rng(5), MODELS[size]
    names = [long_name(j) if size == "huge" else f"model-{j}" for j in range(count)]
    columns = {name: rng.normal(0.7 + 0.01 * j, 0.03, 15).round(4) for j, name in enumerate(names)}
    scores = bt.read({"task": [f"task-{i}" for i in range(15)], **columns})
    return bt.compare(scores, pairs="all", rope=0.01, procedure=procedure)


test_it_can_be_read = can_be_read(sizes, lambda size, ax: figures.simplex_grid(pairs(size), ax=ax))
test_the_same_comparisons_give_the_same_bytes = same_bytes(lambda: figures.simplex_grid(pairs("tiny")))


def test_what_it_shows(snapshot):
    assert data_of(figures.simplex_grid(pairs("tiny"))) == snapshot


@pytest.mark.parametrize("size", ["ordinary", "tiny"])
def test_every_pair_has_its_models_and_probabilities_in_order(size):
    found = pairs(size)
    words = texts(figures.simplex_grid(found))
    assert len(words) == 3 * len(found)
    for number, pair in enumerate(found.comparisons):
        second, top, first = words[3 * number : 3 * number + 3]
        winner = pair.readings["winner"]
        assert (second.split("\n")[0], first.split("\n")[0]) == (pair.second, pair.first)
        for word, share in ((second, winner.second), (top, winner.equivalent), (first, winner.first)):
            printed = word.split("\n")[-1]
            assert printed in ("<0.001", ">0.999") or float(printed) == pytest.approx(share, abs=0.001)


def test_the_clouds_lie_where_the_mean_shares_are():
    """In each triangle the middle of the cloud, by its hexagons, is the mean of the draws."""
    found = pairs("tiny")
    axes = figures.simplex_grid(found)
    clouds = [each for each in axes.collections if len(each.get_offsets()) > 1]
    outlines = [line.get_xydata() for line in axes.lines if len(line.get_xydata()) == 4]
    assert len(clouds) == len(outlines) == len(found)
    for pair, cloud, (left, top, right, _) in zip(found.comparisons, clouds, outlines, strict=True):
        strength = np.array([colour[3] for colour in cloud.get_facecolor()])
        weight = ((strength - 0.25) / 0.75) ** 2
        middle = (weight[:, None] * np.asarray(cloud.get_offsets())).sum(axis=0) / weight.sum()
        first, equivalent, second = pair.result.shares.mean(axis=0)
        expected = second * left + equivalent * top + first * right
        assert middle == pytest.approx(expected, abs=0.02 * np.ptp([left[0], right[0]]))


def test_where_not_all_fit_the_clearest_are_drawn_and_the_rest_is_counted():
    axes = figures.simplex_grid(pairs("ordinary"), ax=axes_of(3.4))
    shown = len(texts(axes)) // 3
    assert f"({shown} of 10 pairs shown)" in axes.get_xlabel().replace("\n", " ")
    clearest = pairs("ordinary").clearest[0]
    assert texts(axes)[2].split("\n")[0] == clearest.first


def test_one_model_has_one_name_in_all_triangles():
    words = texts(figures.simplex_grid(pairs("huge")))
    names = {word.split("\n")[0] for word in words if "\n" in word}
    assert len(names) == MODELS["huge"]


def test_it_is_drawn_by_name_also_beside_a_ranking():
    found = pairs("tiny", "bayes_signed_rank")
    assert "each pair alone" in found.plot("simplex_grid").get_xlabel()
    joint = bt.compare(found.table, pairs="all", rope=0.01)
    assert joint.by_joint
    assert "each pair alone" in joint.plot("simplex_grid").get_xlabel()


def test_pairs_without_shares_are_refused():
    tested = pairs("tiny", "wilcoxon")
    with pytest.raises(ArgumentError, match=r"draws posteriors of a Bayesian sign.*got `wilcoxon`"):
        figures.simplex_grid(tested)
    with pytest.raises(ArgumentError, match="`simplex_grid` does not show this `Comparisons` by `wilcoxon`"):
        tested.plot("simplex_grid")
