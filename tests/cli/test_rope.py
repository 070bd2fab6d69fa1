"""The rope: what is refused, what is relative, and that every output says which one, where from and on which scale."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

rng = np.random.default_rng(5)
BASE = rng.normal(0.7, 0.1, 40)
OLD = np.round(BASE + rng.normal(0, 0.03, 40), 4)
NEW = np.round(BASE + 0.012 + rng.normal(0, 0.03, 40), 4)
RIGHT = {"gpt": rng.random(120) < 0.7, "llama": rng.random(120) < 0.6}
SCALES = np.array([1.0, 10.0, 100.0, 1000.0] * 3)


def wide(key: str, **columns: Any) -> str:
    rows = zip(*columns.values(), strict=True)
    lines = [",".join([f"{key[0]}{j}", *(str(value) for value in row)]) for j, row in enumerate(rows)]
    return "\n".join([",".join([key, *columns]), *lines]) + "\n"


MIXED = {"a": SCALES * 1.1, "b": SCALES * 1.2, "c": SCALES * rng.uniform(0.8, 1.3, 12).round(3)}
LONG = [(j, f"{name},{values[j]}") for j in range(40) for name, values in (("new", NEW), ("old", OLD))]
FILES = {
    "scores.csv": wide("case", new=NEW, old=OLD),
    "percent.csv": wide("case", new=(100 * NEW).round(2), old=(100 * OLD).round(2)),
    "right.csv": wide("case", **{name: right.astype(int) for name, right in RIGHT.items()}),
    "several.csv": wide("case", new=NEW, old=OLD, base=BASE.round(4)),
    "mixed.csv": wide("task", **MIXED),
    "groups.csv": "case,lang,model,score\n" + "".join(f"{j},{'de' if j % 2 else 'en'},{row}\n" for j, row in LONG),
    "tasks.csv": "case,task,model,score\n" + "".join(f"{j},t{j % 4},{row}\n" for j, row in LONG),
}  # fmt: skip


def flat(text: str) -> str:
    return " ".join(text.split())


def found(command: Any, line: str) -> dict[str, Any]:
    code, out, err = command(*line.split(), "--json")
    assert code == 0, err
    return json.loads(out)["comparisons"][0]


# What is refused.


@pytest.mark.parametrize(
    ("rope", "instead"),
    [("0,01", "0.01"), ("0,5", "0.5"), ("1,5", "1.5"), ("-0,01", "-0.01"), ("0,5%", "0.5%"), ("0,1", "0.1")],
)
@pytest.mark.parametrize(
    "line",
    ["compare scores.csv", "rank several.csv", "sensitivity scores.csv", "summary --mean 0.1 --sd 1 --n 20"],
)
def test_a_decimal_comma_is_refused(line: str, rope: str, instead: str, refused: Callable[[str], str]) -> None:
    message = refused(f"{line} --rope={rope}")
    assert f"`{rope}` looks like a decimal comma" in message
    assert f"with a point: {instead}." in message


def test_the_region_that_looks_like_a_decimal_comma_can_be_written(command: Any, folder: Path) -> None:
    assert "write 0.0,1.0" in command("compare", "scores.csv", "--rope", "0,01").err
    rope = found(command, "compare scores.csv --rope 0.0,1.0")["rope"]
    assert (rope["low"], rope["high"]) == (0.0, 1.0)
    rope = found(command, "compare percent.csv --rope=-1,1")["rope"]
    assert (rope["low"], rope["high"]) == (-1.0, 1.0)


def test_half_widths_with_decimal_commas_are_refused_too(refused: Callable[[str], str]) -> None:
    assert "decimal comma" in refused("sensitivity scores.csv --ropes 0,01")
    assert "decimal comma" in refused("sensitivity scores.csv --ropes 0,01,0,02")


def test_a_list_of_whole_half_widths_is_one(command: Any, folder: Path) -> None:
    assert command("sensitivity", "percent.csv", "--ropes", "0,1,2").code == 0


def test_a_rope_without_0_must_be_confirmed(command: Any, refused: Callable[[str], str]) -> None:
    message = refused("compare scores.csv --rope 0.01,0.02")
    assert "does not contain 0" in message
    assert "`--shifted`" in message
    record = found(command, "compare scores.csv --rope 0.01,0.02 --shifted")
    d = NEW - OLD
    law = stats.t(df=39, loc=d.mean(), scale=stats.sem(d))
    expected = [law.sf(0.02), law.cdf(0.02) - law.cdf(0.01), law.cdf(0.01)]
    assert list(record["probabilities"].values()) == pytest.approx(expected, abs=1e-9)
    assert record["rope"]["shifted"]
    out = command("compare", "scores.csv", "--rope", "0.01,0.02", "--shifted").out
    assert "new better by 0.01 to 0.02 counts as equal, no difference at all does not" in flat(out)
    out = command("compare", "scores.csv", "--rope=-0.02,-0.01", "--shifted").out
    assert "old better by 0.01 to 0.02 counts as equal, no difference at all does not" in flat(out)


@pytest.mark.parametrize("line", ["compare right.csv", "seeds scores.csv --column seed=case --baseline old",
                                  "scaling scores.csv", "sensitivity scores.csv"])  # fmt: skip
def test_every_command_asks_for_the_confirmation(line: str, refused: Callable[[str], str]) -> None:
    assert "`--shifted`" in refused(f"{line} --rope 0.01,0.02")


def test_shifted_needs_a_rope_that_is(refused: Callable[[str], str]) -> None:
    assert "confirms a rope" in refused("compare scores.csv --shifted")
    assert "±0.02 does" in refused("compare scores.csv --shifted --rope 0.02")


def test_percent_and_fractions_are_told_apart_for_losses_too(refused: Callable[[str], str]) -> None:
    assert "losses look like fractions" in refused("compare scores.csv --lower-is-better --rope 2")
    assert "losses look like percent" in refused("compare percent.csv --lower-is-better --rope 0.02")
    assert "scores look like percent" in refused("compare percent.csv --rope 0.02")


# Relative ropes.


def test_a_rope_in_percent_is_a_share_of_the_second_models_error(command: Any, folder: Path) -> None:
    error = 1 - OLD.mean()
    rope = found(command, "compare scores.csv --rope 5%")["rope"]
    assert (rope["low"], rope["high"]) == pytest.approx((-0.05 * error, 0.05 * error))
    assert rope["source"] == f"5% of the error of `old`, which is {error:.4g}"
    loss = found(command, "compare scores.csv --rope 5% --lower-is-better")["rope"]
    assert loss["high"] == pytest.approx(0.05 * OLD.mean())


def test_a_ranking_has_no_relative_rope(refused: Callable[[str], str], command: Any) -> None:
    assert "one rope for all pairs" in refused("rank several.csv --rope 5%")
    out = flat(command("compare", "several.csv", "--rope", "5%").out)
    assert "5% of the error is another rope for each pair. The joint ranking takes ±" in out
    assert "Each pair has a rope of its own, listed in the table." in out


# Which rope, where from, on which scale.


def test_an_asymmetric_rope_says_which_side_is_which(command: Any, folder: Path) -> None:
    record = found(command, "compare scores.csv --rope=-0.01,0.03 --lower-is-better")
    d = OLD - NEW  # losses are turned
    law = stats.t(df=39, loc=d.mean(), scale=stats.sem(d))
    expected = [law.sf(0.03), law.cdf(0.03) - law.cdf(-0.01), law.cdf(-0.01)]
    assert list(record["probabilities"].values()) == pytest.approx(expected, abs=1e-9)
    for line in ("compare scores.csv", "scaling scores.csv", "sensitivity scores.csv", "compare right.csv"):
        first, second = ("gpt", "llama") if "right" in line else ("new", "old")
        out = flat(command(*line.split(), "--rope=-0.01,0.03").out)
        assert f"{first} better by up to 0.03, or {second} better by up to 0.01, counts as equal" in out
    out = flat(command("compare", "scores.csv", "--rope", "0.0,0.03").out)
    assert "new better by up to 0.03 counts as equal; old better by however little does not" in out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("compare scores.csv --rope 0.01", "±0.01 in units of the score (given by you)"),
        ("compare scores.csv", "(0.1 standard deviations of the differences on single cases; you gave none)"),
        ("sensitivity scores.csv", "(0.1 standard deviations of the differences on single cases; you gave none)"),
        ("scaling scores.csv", "(0.1 standard deviations of the differences on single cases; you gave none)"),
        ("rank several.csv", "(0.1 standard deviations of the differences, pooled over all pairs; you gave none)"),
        ("compare several.csv", "The rope of every pair is ±"),
        ("compare several.csv", "(0.1 standard deviations of the differences, pooled over all pairs; you gave none)"),
        ("rank mixed.csv", "±0.1814 in log-odds of ranking ahead (0.1 standard deviations of the logistic law"),
        ("compare right.csv", "on the scale of φ, share of the disagreements won by the first model (0.1 standard"),
        ("compare right.csv --rope 0.01", "±0.01 in units of the score (given by you)"),
        ("compare tasks.csv", "(0.1 standard deviations of the differences of the task means; you gave none)"),
        ("compare tasks.csv --per-task", "Every task has a rope of its own, in units of the score: 0.1 standard"),
        ("compare groups.csv --by lang", "Every subgroup has a rope of its own, in units of the score: 0.1 standard"),
        ("compare groups.csv --unpaired", "(0.1 standard deviations of single cases, pooled over the two models; you"),
        ("seeds scores.csv --column seed=case --baseline old --rope 0.01", "The rope is ±0.01 in units of the score"),
    ],
)
def test_every_output_says_which_rope_where_from_and_on_which_scale(
    line: str, words: str, command: Any, folder: Path
) -> None:
    code, out, err = command(*line.split(), "-o", "out.md")
    assert code == 0, err
    assert words in flat(out)
    assert words in flat((folder / "out.md").read_text(encoding="utf-8"))


def test_ropes_of_parts_are_in_their_table(command: Any, folder: Path) -> None:
    record = found(command, "compare groups.csv --by lang")
    out = command("compare", "groups.csv", "--by", "lang", "--all").out
    for group in record["groups"]:
        assert f", {group['rope']['high']:.5f}]" in out


def test_relative_ropes_of_parts_have_no_error_in_common(command: Any, folder: Path) -> None:
    out = " ".join(command("compare", "groups.csv", "--by", "lang", "--rope", "5%").out.split())
    assert "has a rope of its own, in units of the score: 5% of the error of `old`." in out


def test_the_whole_error_is_no_rope(refused: Callable[[str], str]) -> None:
    assert "give less than 100%" in refused("compare scores.csv --rope 500%")


# Log-odds.


def test_a_rope_in_units_of_the_score_is_never_taken_for_log_odds(refused: Callable[[str], str], command: Any) -> None:
    message = refused("rank mixed.csv --rope 0.01")
    assert "in log-odds of ranking ahead" in message
    assert "`--rope 0.2log-odds`" in message
    assert "log-odds" in refused("compare mixed.csv --procedure bayes_plackett_luce --rope 0.01")
    assert "log-odds" in refused(
        "compare several.csv --procedure bayes_plackett_luce --rope 0.01 --first new --second old"
    )
    assert "units of the score" in refused("compare scores.csv --rope 0.2log-odds")
    out = flat(command("compare", "mixed.csv", "--rope", "0.01").out)
    assert "Your rope ±0.01 is in units of the score, and that of `bayes_plackett_luce` is not." in out
    assert "The joint ranking takes ±0.1814 in log-odds of ranking ahead" in out
    assert "you gave none in log-odds" in out
    assert "±0.3 in log-odds of ranking ahead (given by you)" in flat(
        command("rank", "mixed.csv", "--rope", "0.3log-odds").out
    )


def test_pairs_by_ranks_without_a_rope_have_one_in_log_odds(command: Any, folder: Path) -> None:
    record = found(command, "compare several.csv --procedure bayes_plackett_luce")
    assert record["rope"]["scale"] == "log-odds"
    assert record["rope"]["high"] == pytest.approx(0.1 * stats.logistic.std())


def test_a_rope_in_accuracy_points_is_not_taken_for_phi(command: Any, refused: Callable[[str], str]) -> None:
    assert "on the scale of φ" in refused("compare right.csv --procedure bayes_mcnemar --option scale=phi --rope 0.01")
    record = found(command, "compare right.csv --rope 0.05phi")
    assert (record["rope"]["low"], record["rope"]["high"]) == pytest.approx((0.45, 0.55))
    assert record["rope"]["scale"] == "phi"


# Tasks whose scores are not on one scale.


def test_tasks_on_different_scales_are_counted_and_have_no_means(command: Any, folder: Path) -> None:
    line = "compare mixed.csv --first a --second b"
    record = found(command, line)
    assert record["procedure"] == "bayes_sign"
    assert record["probabilities"]["second"] == pytest.approx(stats.beta(12.5, 0.5).sf(0.5), abs=1e-6)
    assert [(model["mean"], model["sd"], model["interval"]) for model in record["models"]] == [(None, None, None)] * 2
    assert "Cohen's d" not in record["effect_sizes"]
    assert (record["rope"]["low"], record["rope"]["high"]) == (0.0, 0.0)
    out = flat(command(*line.split()).out)
    assert "1,000-fold between tasks" in out
    assert "`bayes_sign` only counts on which tasks each model is better" in out
    assert "any difference counts, since the tasks are on different scales; you gave none" in out
    assert f"{np.mean(MIXED['a']):.4g}" not in out


def test_no_output_has_means_over_mixed_scales(command: Any, folder: Path) -> None:
    means = [f"{np.mean(values):.4g}" for values in MIXED.values()] + [
        f"{np.mean(values):.3f}" for values in MIXED.values()
    ]
    for line in ("compare mixed.csv", "rank mixed.csv --table", "compare mixed.csv --first a --second b"):
        code, out, err = command(*line.split(), "-o", "out.html", "-o", "out.json", "-o", "out.tex")
        assert code == 0, err
        page = (folder / "out.html").read_text(encoding="utf-8").split("<script")[0]
        for text in (out, page, (folder / "out.tex").read_text(encoding="utf-8")):
            assert not [mean for mean in means if mean in text]
    document = json.loads(command("compare", "mixed.csv", "--json").out)
    assert [model["mean"] for model in document["models"]] == [None] * 3
    assert [model["mean"] for model in document["rankings"][0]["models"]] == [None] * 3
    assert document["models"][0]["name"] == "b"
    scores = json.loads(command("rank", "mixed.csv", "--table", "--json").out)["scores"]
    assert scores["overall"] == [None] * 3


def test_a_procedure_that_adds_mixed_scales_up_says_so(command: Any, folder: Path) -> None:
    line = "compare mixed.csv --first a --second b --procedure bayes_signed_rank"
    out = flat(command(*line.split()).out)
    assert "those with the largest scores decide" in out


def test_a_rope_that_a_procedure_does_not_take_is_said_to_be_unused(command: Any, folder: Path) -> None:
    line = "compare tasks.csv --procedure bayes_poisson_binomial --rope 0.01"
    out = flat(command(*line.split()).out)
    assert "Your rope was not used: ±0.01 in units of the score (given by you)." in out
