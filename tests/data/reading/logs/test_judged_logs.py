"""Logs of preferences and ratings by several judges: crossed with the prompts, and never one more model or case."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from log_examples import PREFERENCES

import betterthan as bt

JUDGES, MODELS, PROMPTS = ("gpt-4", "claude"), ("alpha", "beta"), 12


def lines(rows: Sequence[Mapping[str, Any]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def text_of(rows: Sequence[Mapping[str, Any]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def random_scores(*shape: int) -> np.ndarray:
    return np.round(np.random.default_rng(4).random((len(JUDGES), PROMPTS, len(MODELS), *shape)), 3)


def cells_of(found: Any) -> np.ndarray:
    """The paired differences as judges x prompts."""
    table = bt.pair(found, *MODELS)
    judge, case = (table.factors[name] for name in ("judge", "case"))
    cells = np.full((len(judge.names), len(case.names)), np.nan)
    cells[judge.codes, case.codes] = table.scores[:, 0] - table.scores[:, 1]
    return cells


def test_alpaca_eval_with_two_annotators(write):
    scores = random_scores()
    files = {
        f"{model}/{judge}/annotations.json": json.dumps([
            {"instruction": f"Explain {i}.", "dataset": "d", "generator_1": "base", "generator_2": model,
             "annotator": judge, "preference": 1 + scores[j, i, m]} for i in range(PROMPTS)])
        for j, judge in enumerate(JUDGES) for m, model in enumerate(MODELS)
    }  # fmt: skip
    found = bt.read(write(files))
    assert found.models == MODELS
    assert sorted(cells_of(found).mean(axis=1)) == pytest.approx(sorted((scores[..., 0] - scores[..., 1]).mean(axis=1)))
    assert bt.compare(found, rope=0.01).procedure == "bayes_crossed"


def test_arena_hard_with_two_judges(write):
    random, files, won = Random(3), {}, np.zeros((2, PROMPTS, 2))
    for j, judge in enumerate(JUDGES):
        for m, model in enumerate(MODELS):
            games = [
                (random.choice(["A>B", "A=B", "B>A"]), random.choice(["A>B", "A=B", "B>A"])) for _ in range(PROMPTS)
            ]
            value = {"A>B": 1 / 3, "A=B": 1 / 2, "B>A": 2 / 3}
            won[j, :, m] = [(value[first] + 1 - value[second]) / 2 for first, second in games]
            files[f"model_judgment/{judge}/{model}.jsonl"] = lines([
                {"uid": f"u{i}", "category": "hard", "judge": judge, "model": model, "baseline": "base",
                 "games": [{"score": first}, {"score": second}]}
                for i, (first, second) in enumerate(games)])  # fmt: skip
    found = bt.read(write(files))
    assert found.models == MODELS
    assert np.sort(cells_of(found).ravel()) == pytest.approx(np.sort((won[..., 0] - won[..., 1]).ravel()))


VERDICTS = {"A>>B": 1, "A>B": 2 / 3, "A=B": 1 / 2, "B=A": 1 / 2, "A<B": 1 / 3, "A<<B": 0, "B>A": 1 / 3, "B>>A": 0,
            "B<A": 2 / 3, "B<<A": 1}  # fmt: skip
"""What a verdict says of A."""


def arena(games: Sequence[Sequence[str | None]]) -> dict[str, str]:
    return {
        "model_judgment/judge/new.jsonl": lines([
            {"uid": f"u{i}", "category": "hard", "judge": "judge", "model": "new", "baseline": "base",
             "games": [{"score": each} for each in pair]}
            for i, pair in enumerate(games)])
    }  # fmt: skip


def leaderboard(games: Sequence[Sequence[str]], weight: int = 3) -> float:
    """The score of the tool: a clear verdict is entered three times, and the new model is A in the second game."""
    counted = []
    for first, second in games:
        for verdict, of_new in ((first, lambda share: 1 - share), (second, lambda share: share)):
            share = VERDICTS[verdict]
            won = 0.5 if share == 0.5 else float(share > 0.5)
            counted += [of_new(won)] * (weight if share in (0, 1) else 1)
    return float(np.mean(counted))


@pytest.mark.parametrize("seed", range(8))
def test_arena_hard_counts_a_clear_verdict_as_the_leaderboard_does(write, seed):
    """Both are on the same side of a tie: their sums of what is above it are in the ratio 3 : 1."""
    random = Random(seed)
    games = [(random.choice([*VERDICTS]), random.choice([*VERDICTS])) for _ in range(40)]
    found = bt.read(write(arena(games)))
    mean = bt.pair(found, "new", "base").scores[:, 0].mean()
    assert mean == pytest.approx(np.mean([(1 - VERDICTS[one] + VERDICTS[two]) / 2 for one, two in games]), abs=1e-12)
    clear = sum(VERDICTS[each] in (0, 1) for pair in games for each in pair)
    assert 3 * 80 * (mean - 0.5) == pytest.approx((leaderboard(games) - 0.5) * (80 + 2 * clear), abs=1e-9)
    assert any("1 a clear win (`>>`), 2/3 a narrow one" in note for note in found.notes)


@pytest.mark.parametrize("lost", [None, "", "A>>>B", "error"])
def test_a_prompt_of_arena_hard_with_one_verdict_is_left_out(write, lost):
    games: list[list[str | None]] = [["A>B", "B>A"] for _ in range(30)]
    games[4][0], games[9][1] = lost, lost
    found = bt.read(write(arena(games)))
    assert len(bt.pair(found, "new", "base").scores) == 28
    assert any("no verdict in the first game" in note and "no verdict in the second" in note for note in found.notes)


def ratings() -> tuple[np.ndarray, dict[str, list[dict[str, Any]]]]:
    scores = np.random.default_rng(2).integers(3, 10, (2, PROMPTS, 2, 2))  # judges, prompts, models, turns
    rows = {
        judge: [
            {
                "question_id": i,
                "turn": t + 1,
                "model": model,
                "judge": [judge, "single-v1"],
                "score": int(scores[j, i, m, t]),
            }
            for i, t in np.ndindex(PROMPTS, 2)
            for m, model in enumerate(MODELS)
        ]
        for j, judge in enumerate(JUDGES)
    }
    return scores.mean(axis=3), rows


@pytest.mark.parametrize("one_file", [False, True])
def test_mt_bench_ratings_by_two_judges_are_no_reruns(write, one_file):
    """A second judge in the same file is no later answer that replaces the first."""
    means, rows = ratings()
    both = [row for each in rows.values() for row in each]
    files = {"all_single.jsonl": both} if one_file else {f"{judge}_single.jsonl": each for judge, each in rows.items()}
    found = bt.read(write({name: lines(each) for name, each in files.items()}))
    assert found.models == MODELS
    assert np.sort(cells_of(found).ravel()) == pytest.approx(np.sort((means[..., 0] - means[..., 1]).ravel()))


def test_mt_bench_pairs_by_two_judges(write):
    random, rows, wins = Random(5), [], np.zeros((2, PROMPTS))
    for j, judge in enumerate(JUDGES):
        for i in range(PROMPTS):
            games = [random.choice(["model_1", "model_2", "tie"]) for _ in range(2)]
            wins[j, i] = {("model_1", "model_1"): 1.0, ("model_2", "model_2"): 0.0}.get(tuple(games), 0.5)
            rows.append({"question_id": i, "turn": 1, "model_1": "alpha", "model_2": "beta", "g1_winner": games[0],
                         "g2_winner": games[1], "judge": [judge, "pair-v2"]})  # fmt: skip
    found = bt.read(write({"x_pair.jsonl": lines(rows)}))
    assert found.models == MODELS
    assert np.sort(cells_of(found).ravel()) == pytest.approx(np.sort((2 * wins - 1).ravel()))


def battles(models: Sequence[str], judges: Sequence[str], column: str = "judge") -> list[dict[str, Any]]:
    random = Random(6)
    return [
        {"prompt_id": f"p{i}", column: judge, "model_a": one, "model_b": other,
         "winner": random.choice(["model_a", "model_a", "model_b", "tie"])}
        for i in range(PROMPTS)
        for one, other in [random.sample(list(models), 2) if len(models) > 2 else list(models)]
        for judge in judges
    ]  # fmt: skip


@pytest.mark.parametrize("column", ["judge", "rater", "annotator"])
def test_battles_of_two_models_before_several_judges(write, column):
    rows = battles(MODELS, ("x", "y", "z"), column)
    value = {"model_a": 1.0, "model_b": -1.0, "tie": 0.0}
    found = bt.read(write({"battles.csv": text_of(rows)}) / "battles.csv")
    assert found.models == MODELS
    assert cells_of(found).shape == (3, PROMPTS)
    assert cells_of(found).mean() == pytest.approx(np.mean([value[row["winner"]] for row in rows]))


def test_a_judge_of_each_battle_is_a_column_and_no_unit(write):
    rows = [{**row, "judge": f"user {i % 3}"} for i, row in enumerate(battles(MODELS, ("x",)))]
    found = bt.read(write({"battles.csv": text_of(rows)}) / "battles.csv")
    assert found.columns == ("case",)
    assert "judge" in found.extra
    assert len(bt.compare(found, rope=0.01, by="judge").groups) == 3


def test_a_battle_that_several_judges_saw_is_one_meeting(write):
    """Of three models every meeting is a task of its own: as many as there are prompts, not times the judges."""
    rows = battles(("alpha", "beta", "gamma"), ("x", "y", "z"))
    found = bt.read(write({"battles.csv": text_of(rows)}) / "battles.csv")
    assert len(found.tasks) == PROMPTS
    score = {"model_a": 1.0, "model_b": 0.0, "tie": 0.5}
    shares = [np.mean([score[row["winner"]] for row in rows if row["prompt_id"] == f"p{i}"]) for i in range(PROMPTS)]
    both = sorted([*shares, *(1 - share for share in shares)])
    units = found.rows.units(found.models, ("task",), ("task",))
    assert sorted(units.scores[units.counts > 0]) == pytest.approx(both)


def test_wins_ties_and_losses_by_several_raters_with_a_mapping(write):
    random = Random(9)
    rows = [{"prompt": f"Explain {i}.", "rater": rater, "verdict": random.choice(["win", "tie", "loss"])}
            for i in range(PROMPTS) for rater in ("r1", "r2", "r3")]  # fmt: skip
    folder = write({"verdicts.csv": text_of(rows), "my.toml": PREFERENCES})
    found = bt.compare(folder / "verdicts.csv", mapping=folder / "my.toml", rope=0.01)
    assert (found.first, found.second, found.procedure) == ("mine", "baseline", "bayes_crossed")
    value = {"win": 1.0, "tie": 0.0, "loss": -1.0}
    assert found.estimate == pytest.approx(np.mean([value[row["verdict"]] for row in rows]))


def test_without_a_mapping_such_words_are_told_what_to_do(write):
    folder = write({"verdicts.csv": "prompt,verdict\na,win\nb,tie\nc,loss\n"})
    with pytest.raises(bt.ReadingError, match="`win` is a preference: give the columns `model_a`, `model_b`"):
        bt.read(folder / "verdicts.csv")
