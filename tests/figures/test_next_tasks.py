"""Sampled laws of one more task: each is a density, and its three probabilities are its own."""

from __future__ import annotations

import numpy as np
import pytest
from every_figure import can_be_read, shows
from many_models import texts
from two_models import cases, hierarchical, shares_of_disagreements, sizes

import betterthan as bt
from betterthan import figures
from betterthan.errors import ArgumentError

test_it_can_be_read = can_be_read(
    sizes,
    lambda size, ax: figures.next_tasks(hierarchical(size), ax=ax),
    lambda size, ax: figures.next_tasks(shares_of_disagreements(size), ax=ax),
)
test_what_it_shows = shows(lambda: figures.next_tasks(hierarchical("ordinary")))


def test_the_same_comparison_gives_the_same_bytes_and_another_seed_others():
    one, two = (figures.svg_of(figures.next_tasks(hierarchical("ordinary"))) for _ in range(2))
    assert one == two
    assert one != figures.svg_of(figures.next_tasks(hierarchical("ordinary"), rng=1))


@pytest.mark.parametrize("found", [hierarchical, shares_of_disagreements])
def test_each_law_has_its_own_probabilities(found):
    comparison = found("ordinary")
    axes = figures.next_tasks(comparison, draws=4)
    printed = [text for text in texts(axes) if "/" in text]
    for words, law in zip(printed, comparison.result.next_laws(draws=4), strict=True):
        p = law.probabilities(comparison.rope)
        ordered = (p.second, p.equivalent, p.first)
        for word, share in zip(words.split(" / "), ordered, strict=True):
            assert float(word.strip("<>")) == pytest.approx(share, abs=1.1e-3)


def test_above_stands_how_often_each_region_is_the_most_probable():
    comparison = hierarchical("ordinary")
    printed = [text.split("\n")[-1] for text in texts(figures.next_tasks(comparison)) if "/" not in text]
    winner = comparison.readings["winner"]
    assert [float(share.strip("<>")) for share in printed] == pytest.approx(winner[::-1], abs=1e-3)


def test_a_posterior_alone_needs_a_rope():
    posterior = hierarchical("ordinary").result
    with pytest.raises(ArgumentError, match="has no rope; give one"):
        figures.next_tasks(posterior)
    low, high = (figures.next_tasks(posterior, rope=rope) for rope in (0.001, (-0.02, 0.001)))
    assert texts(low) != texts(high)


def test_wrong_input_is_refused():
    with pytest.raises(ArgumentError, match=r"`draws` lies between 1 and 20; got 0"):
        figures.next_tasks(hierarchical("ordinary"), draws=0)
    with pytest.raises(ArgumentError, match=r"draws the posterior of a hierarchical procedure; got `bayes_t`"):
        figures.next_tasks(bt.compare(cases("ordinary")))


def test_the_laws_are_those_of_the_population_that_was_drawn():
    posterior = hierarchical("ordinary").result
    drawn = posterior.drawn(draws=3)
    for j, law in enumerate(posterior.next_laws()):
        assert law.law.location == drawn["delta0"][j]
        assert np.trapezoid(law.density(x := np.linspace(-2, 2, 20_001)), x) == pytest.approx(1, abs=0.01)
