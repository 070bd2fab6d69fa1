"""Studies: the same numbers whatever the workers, means with their errors, and what is refused."""

from __future__ import annotations

import json
import pickle
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from betterthan.answers.validation import Finding, Validation
from betterthan.cli.main import cli
from betterthan.errors import ArgumentError
from betterthan.simulation.corani2017 import LIMITS, MIXTURE, inferred
from betterthan.simulation.setting import Setting
from betterthan.simulation.studies import STUDIES, validate
from betterthan.simulation.study import Study

STORED = Path(__file__).parents[2] / "docs/validation.json"


def test_the_number_of_workers_changes_nothing():
    alone, together = (validate(["corani-table-2"], repetitions=3, workers=workers) for workers in (1, 2))
    assert alone == together


def test_another_seed_draws_other_data():
    one, other = (validate(["corani-table-2"], repetitions=2, workers=1, rng=seed) for seed in (0, 1))
    assert one.findings[0].ours != other.findings[0].ours


def test_means_and_standard_errors_are_those_of_the_repetitions():
    setting = Setting("some", lambda rng: {}, {"share": "about .5"}, at=7)
    (found,) = setting.findings("study", [{"share": value} for value in (0.0, 1.0, 1.0, 0.0)])
    assert found == Finding("study", "some", "share", "about .5", 0.5, pytest.approx((1 / 3) ** 0.5 / 2), 4, 7)
    assert (found.holds, found.number) == (None, 0.5)


def test_what_is_due_allows_for_the_number_of_repetitions():
    """A share of 0.05 among 400 has a standard error of √(0.05·0.95/400) = 0.0109."""
    setting = Setting("some", lambda rng: {}, limits={"share": (0.0, 0.05)}, slack=2)
    for wrong, holds in ((28, True), (29, False)):
        (found,) = setting.findings("study", [{"share": float(j < wrong)} for j in range(400)])
        assert (found.low, found.high) == (0.0, pytest.approx(0.05 + 2 * 0.010897, abs=1e-6))
        assert found.holds is holds
        assert Validation(0, (found,)).off == (() if holds else (found,))


def test_repetitions_that_are_all_the_same_have_no_error():
    (found,) = Setting("some", lambda rng: {}).findings("study", [{"mean": 0.1 + 0.2}] * 3)
    assert found.error == 0.0


def test_the_error_of_the_mean_is_what_theory_says():
    """Cross-validation repeats the same N instances: its mean has the variance of the difference of N cases.

    Given δ, one case differs by ±1 with probabilities 0.9·(0.1 + δ) and 0.1·(0.9 - δ), hence a variance of
    0.18 + 0.8δ - δ². (The classifiers hardly ever learn anything but the right rule.)
    """
    rng, delta = np.random.default_rng(1), np.full(4000, 0.02)
    _, observed = inferred(delta[:10], rng, size=500)
    assert observed.shape == (10,)
    from betterthan.simulation.classifier_pair import cross_validated, data_sets

    means = cross_validated(data_sets(4000, rng, difference=delta), rng, repeats=1).mean(axis=(1, 2))
    expected = (0.18 + 0.8 * 0.02 - 0.02**2) / 500
    assert np.mean((means - delta) ** 2) == pytest.approx(expected, rel=4 * (2 / 4000) ** 0.5)


def test_the_published_error_of_the_mean_is_that_of_500_instances():
    """Table 2 prints .00036 for every number of tasks; theory, averaged over the mixture, says .00038."""
    second_moments = [mean**2 + sd**2 for mean, sd in MIXTURE]
    expected = (0.18 + 0.8 * np.mean([mean for mean, _ in MIXTURE]) - np.mean(second_moments)) / 500
    assert expected == pytest.approx(0.00038, abs=5e-6)
    assert pytest.approx((-0.1, 0.4)) == LIMITS


def test_the_moments_of_the_priors_are_those_of_the_paper():
    """Table 1, to the digits that it prints; .99 is .997."""
    found = validate(["corani-table-1"]).findings
    assert len(found) == 18
    for each in found:
        digits = len(each.expected.partition(".")[2])
        rounded = round(each.ours, digits)
        assert rounded == each.number or (each.expected, rounded) == (".99", 1.0), each


def drawn(share: float, rng: np.random.Generator) -> dict[str, float]:
    return {"share": share}


def test_what_is_stored_for_the_pages_holds():
    stored = Validation.from_dict(json.loads(STORED.read_text(encoding="utf-8"))["found"])
    assert [(each.setting, each.quantity, each.ours) for each in stored.off] == []
    for name in stored.studies:
        lines = {each.words for each in STUDIES[name].settings}
        assert {each.setting for each in stored.of(name)} == lines, name


@pytest.mark.parametrize("name", STUDIES)
def test_every_setting_can_be_sent_to_another_process(name):
    for setting in STUDIES[name].settings:
        assert pickle.loads(pickle.dumps(setting.measured)) == setting.measured


def test_the_command_ends_with_1_if_something_does_not_hold(monkeypatch):
    """A share of 1 where at most 0.05 is due."""
    for share, code in ((1.0, 1), (0.0, 0)):
        line = Setting("some", partial(drawn, share), {"share": "at most 0.05"}, {"share": (0.0, 0.05)})
        monkeypatch.setitem(STUDIES, "corani-table-1", Study("title", (line,)))
        asked = ["validate", "corani-table-1", "--repetitions", "50", "--workers", "1", "--json"]
        assert CliRunner().invoke(cli, asked).exit_code == code


def test_bad_arguments_are_refused():
    with pytest.raises(ArgumentError, match="corani-table-2"):
        validate(["corani-table-3"])
    with pytest.raises(ArgumentError, match="`repetitions` is a number of at least 1; got 0"):
        validate(repetitions=0)
    with pytest.raises(ArgumentError, match="`workers`"):
        validate(workers=0)


def test_progress_names_every_setting():
    said: list[str] = []
    validate(["corani-table-2"], repetitions=1, workers=1, progress=said.append)
    assert said == [f"corani-table-2: {q} tasks" for q in (5, 10, 50)]


def test_a_validation_can_be_read_back_and_told():
    found = validate(["corani-table-2"], repetitions=2, workers=1)
    assert Validation.from_dict(json.loads(found.to_json())) == found
    assert "mean squared error, shrunken" in found.to_markdown()
    assert found.to_csv().startswith("study,setting,quantity,expected,ours,error,repetitions,")
    assert "shrunken" in found.to_latex()


def test_the_command_lists_the_studies_and_runs_one(tmp_path):
    listed = CliRunner().invoke(cli, ["validate", "--list"])
    assert [line.split()[0] for line in listed.output.splitlines()] == list(STUDIES)
    page = tmp_path / "validation.html"
    ran = CliRunner().invoke(
        cli, ["validate", "corani-table-2", "--repetitions", "1", "--workers", "1", "--json", "-o", str(page)]
    )
    assert {each["repetitions"] for each in json.loads(ran.stdout)["findings"]} == {1}
    assert "corani-table-2" in page.read_text()
