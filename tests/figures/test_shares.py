"""The histogram of the posterior of θ: one share against a half without a rope, three shares with one."""

from __future__ import annotations

import pytest
from every_figure import can_be_read, same_bytes, shows
from many_models import texts
from two_models import alike, cases, signed_rank, sizes

import betterthan as bt
from betterthan import figures
from betterthan.errors import ArgumentError
from betterthan.figures.style import PALETTES

test_it_can_be_read = can_be_read(
    sizes,
    lambda size, ax: figures.shares(signed_rank(size), ax=ax),
    lambda size, ax: figures.shares(signed_rank(size, rope=0.0), ax=ax),
)
test_what_it_shows = shows(lambda: figures.shares(signed_rank("ordinary")))
test_the_same_comparison_gives_the_same_bytes = same_bytes(lambda: figures.shares(signed_rank("ordinary")))


def test_without_a_rope_the_draws_are_split_at_a_half():
    found = signed_rank("ordinary", rope=0.0)
    axes = figures.shares(found)
    first = [bar for bar in axes.patches if bar.get_x() > 0.499]
    assert sum(bar.get_height() for bar in axes.patches) == len(found.result.shares)
    assert sum(bar.get_height() for bar in first) == (found.result.shares[:, 0] >= 0.5).sum()
    assert "share of tasks on which nbc is better" in axes.get_xlabel()


def test_the_probabilities_are_those_of_the_winner():
    found = signed_rank("ordinary")
    printed = [text.split("\n")[-1] for text in texts(figures.shares(found))]
    assert [float(share) for share in printed] == pytest.approx(found.result.winner[::-1], abs=6e-4)


def test_models_that_hardly_differ_have_all_their_share_in_the_middle():
    axes = figures.shares(bt.compare(alike(), rope=0.01, procedure="bayes_signed_rank"))
    colours = PALETTES["light"].fill
    for patch in axes.patches:
        end = 1.0 if patch.get_facecolor()[:3] == pytest.approx(rgb(colours["equivalent"]), abs=0.01) else 0.0
        x, y = patch.get_xy().T
        assert x[y.argmax()] == pytest.approx(end, abs=0.03)


def rgb(colour: str) -> list[float]:
    return [int(colour[j : j + 2], 16) / 255 for j in (1, 3, 5)]


def test_a_posterior_alone_calls_its_models_first_and_second():
    assert "first most probable" in " ".join(texts(figures.shares(signed_rank("ordinary").result)))


def test_only_shares_are_drawn():
    with pytest.raises(ArgumentError, match=r"draws the posterior of a Bayesian sign.*; got `bayes_t`"):
        figures.shares(bt.compare(cases("ordinary")))
    with pytest.raises(ArgumentError, match="got int"):
        figures.shares(3)
