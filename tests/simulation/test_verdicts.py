"""What `compare` says with its defaults where the truth is known: the designs, the counts, and the stored figures."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.judging.question import ROWS
from betterthan.simulation.setting import Setting
from betterthan.simulation.verdicts.models import DESIGNS as OF_MODELS
from betterthan.simulation.verdicts.one_task import SD_OF_TRAINED_FOLDS, hardly_different, sd_of_trained_folds
from betterthan.simulation.verdicts.study import (
    BY_NAME,
    DESIGNS,
    FALSE,
    STUDIES,
    VERDICTS,
    Said,
    by_pair,
    is_false,
    pairs_in,
    setting,
    used,
    verdicts_of,
)


@pytest.mark.parametrize(("name", "condition"), [(each.name, lead) for each in DESIGNS for lead in each.leads])
def test_what_is_said_is_what_compare_says(name, condition):
    """The study leaves out what no verdict rests on."""
    design = BY_NAME[name]
    scores = design.draw(np.random.default_rng(3), design.leads[condition])
    found = bt.compare(design.columns(scores), rope=design.rope, **design.options)
    assert verdicts_of(design, scores) == by_pair(pairs_in(found))


def test_every_procedure_that_the_question_recommends_has_a_design():
    of_rows = {row.procedure for row in ROWS}
    covered = {used(design) for design in DESIGNS if design.models == 2}
    rare = hardly_different(np.random.default_rng(0), 0.0)
    covered.add(bt.compare(BY_NAME["298 cases, hardly a difference"].columns(rare), rope=0.01).procedure)
    assert of_rows <= covered
    assert {"bayes_bootstrap"} <= covered  # a metric of the whole test set
    assert {used(design) for design in OF_MODELS} >= {"bayes_joint", "bayes_plackett_luce"}


def test_a_repetition_gives_shares_of_the_first_models_pairs():
    drawn = Said("4 models x 10x10 folds", "outside")(np.random.default_rng(1))
    assert sum(drawn[name] for name in VERDICTS) == pytest.approx(1)
    assert drawn["first"] == 1.0
    assert drawn[FALSE] in (0.0, 1.0)


@pytest.mark.parametrize(
    ("pair", "verdict", "condition", "false"),
    [
        ((0, 1), "first", "equal", True),
        ((0, 1), "equivalent", "equal", False),
        ((0, 1), "first", "on the bound", True),
        ((0, 1), "equivalent", "on the bound", False),
        ((0, 1), "first", "outside", False),
        ((0, 1), "equivalent", "outside", True),
        ((1, 2), "first", "outside", True),
        ((1, 2), "equivalent", "outside", False),
        ((0, 1), "undecided", "outside", False),
    ],
)
def test_what_counts_as_false(pair, verdict, condition, false):
    assert is_false(pair, verdict, condition) is false


def test_each_kind_of_claim_is_held_to_its_limit():
    """At most 5% and two standard errors of 100 data sets, .05 + 2·√(.05·.95/100) = .0936."""
    line: Setting = setting(BY_NAME["50 cases"], "on the bound")
    runs = [dict.fromkeys((*VERDICTS, FALSE), 0.0) | {"first": float(j < 10), FALSE: float(j < 9)} for j in range(100)]
    found = {each.quantity: each for each in line.findings("study", runs)}
    assert (found["first"].holds, found[FALSE].holds, found["undecided"].holds) == (False, True, None)
    assert found["first"].high == pytest.approx(0.0936, abs=1e-4)
    assert "equivalent" not in setting(BY_NAME["50 cases"], "equal").limits
    assert "first" not in setting(BY_NAME["50 cases"], "outside").limits


def test_rare_differences_are_missed_as_often_as_the_page_says():
    """Of 298 cases that differ with probability .01 at most one does in .2007 of data sets (binomial)."""
    expected = stats.binom.cdf(1, 298, 0.01)
    assert BY_NAME["298 cases, hardly a difference"].most["equivalent"] == pytest.approx(expected, abs=0.01)


def test_the_spread_of_trained_folds_is_what_the_design_says():
    assert sd_of_trained_folds() == pytest.approx(SD_OF_TRAINED_FOLDS, abs=2e-4)


def test_studies_hold_all_designs():
    lines = [each.words for study in STUDIES.values() for each in study.settings]
    assert lines == [f"{design.name}, {condition}" for design in DESIGNS for condition in design.leads]


def test_the_page_has_a_line_for_every_design():
    page = (Path(__file__).parents[2] / "docs/verdict-rates.md").read_text(encoding="utf-8")
    assert [each.name for each in DESIGNS if f"| {each.words} | `" not in page] == []
