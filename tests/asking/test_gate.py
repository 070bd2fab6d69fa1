"""bt.gate: two runs, a policy, a run with itself; and what is said where it cannot be asked."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import betterthan as bt
from betterthan.asking import gate_lines
from betterthan.asking.gate_policy import line_of, policy_of
from betterthan.errors import ArgumentError, BetterthanError, NeedsNotMet, PairingError, ReadingError


def run(right: int, wrong: int, **further) -> dict:
    """0/1 scores: so many right, then so many wrong."""
    return {"case": [f"q{i}" for i in range(right + wrong)], "score": [1] * right + [0] * wrong, **further}


def flipped(lost: int, won: int, n: int = 200) -> tuple[dict, dict]:
    """A new run that loses and wins so many of n cases, and the baseline."""
    old = np.array([1] * lost + [0] * won + [1] * (n - lost - won))
    new = np.array([0] * lost + [1] * won + [1] * (n - lost - won))
    cases = [f"q{i}" for i in range(n)]
    return {"case": cases, "score": new}, {"case": cases, "score": old}


def test_it_passes_fails_or_says_what_would_decide():
    passed, failed, undecided = (bt.gate(*flipped(*counts), rope=0.05) for counts in ((2, 4), (40, 2), (8, 4)))
    assert [each.outcome for each in (passed, failed, undecided)] == ["pass", "fail", "undecided"]
    assert [each.exit_code for each in (passed, failed, undecided)] == [0, 1, 3]
    assert undecided.lines[0].needed > 200
    assert f"about {undecided.lines[0].needed:,} cases like these would decide" in undecided.reason
    assert undecided.reason.endswith(": pass")


def test_as_many_as_it_asks_for_do_decide():
    found = bt.gate(*flipped(40, 20, 1_000), rope=0.03)
    assert found.outcome == "undecided"
    for share, outcome in ((1.03, "pass"), (0.97, "undecided")):
        n = round(share * found.lines[0].needed)
        assert bt.gate(*flipped(round(0.04 * n), round(0.02 * n), n), rope=0.03).outcome == outcome


def test_ten_identical_cases_never_pass_at_a_thousandth():
    found = bt.gate(run(7, 3), run(7, 3), rope=0.001)
    assert found.outcome == "undecided"
    assert found.lines[0].claims.not_worse == pytest.approx(1 - 0.999**10)


def test_the_ordinary_probabilities_are_those_of_compare():
    new, old = flipped(8, 4)
    table = bt.pair_arrays(new["score"], old["score"], independent=True)
    assert bt.gate(new, old, rope=0.05).probabilities == bt.compare(table, rope=0.05).probabilities


@pytest.mark.parametrize(
    ("require", "counts", "outcome"),
    [("better", (0, 40), "pass"), ("better", (3, 3), "fail"), ("equivalent", (2, 2), "pass"),
     ("equivalent", (0, 60), "fail"), ("equivalent", (60, 0), "fail"), ("not-worse", (0, 60), "pass")],
)  # fmt: skip
def test_what_can_be_required(require, counts, outcome):
    assert bt.gate(*flipped(*counts), rope=0.05, require=require).outcome == outcome


def test_it_takes_whatever_read_takes(tmp_path):
    new, old = flipped(2, 4)
    for name, columns in (("new", new), ("old", old)):
        rows = zip(columns["case"], columns["score"], strict=True)
        (tmp_path / f"{name}.csv").write_text("case,score\n" + "".join(f"{case},{score}\n" for case, score in rows))
    files = bt.gate(tmp_path / "new.csv", str(tmp_path / "old.csv"), rope=0.05)
    read = bt.gate(bt.read(new), bt.read(old), rope=0.05)
    assert (files.new, files.baseline) == ("new", "old")
    assert files.lines[0].claims == read.lines[0].claims == bt.gate(new, old, rope=0.05).lines[0].claims


def test_arrays_are_cases_in_their_order():
    new, old = flipped(8, 4)
    expected = bt.gate(new, old, rope=0.05).lines[0].claims
    assert bt.gate(new["score"], old["score"].tolist(), rope=0.05).lines[0].claims == expected
    with pytest.raises(PairingError, match="2 cases only in"):
        bt.gate(new["score"], old["score"][:-2], rope=0.05)


def test_the_order_of_rows_does_not_matter():
    new, old = flipped(8, 4)
    turned = {name: list(reversed(list(values))) for name, values in old.items()}
    assert bt.gate(new, turned, rope=0.05).lines[0].claims == bt.gate(new, old, rope=0.05).lines[0].claims


def test_losses_are_turned():
    new, old = flipped(2, 4)
    wrong = [{**each, "score": 1 - each["score"]} for each in (new, old)]
    found = bt.gate(*wrong, rope=0.05, higher_is_better=False)
    assert found.lines[0].claims == bt.gate(new, old, rope=0.05).lines[0].claims
    assert [(each.first, each.second, each.difference) for each in found.flips.largest_losses] == [(1, 0, -1)] * 2


def test_repeats_are_averaged_and_counted():
    """Four answers to each of 30 cases: the unit is the case."""
    case = np.repeat(np.arange(30), 4)
    rng = np.random.default_rng(0)
    columns = {"case": case, "epoch": np.tile(range(4), 30)}
    new, old = ({**columns, "score": rng.integers(0, 2, 120)} for _ in range(2))
    found = bt.gate(new, old, rope=0.2)
    means = [each["score"].reshape(30, 4).mean(axis=1) for each in (new, old)]
    expected = bt.gate(*({"case": range(30), "score": each} for each in means), rope=0.2)
    assert found.lines[0].n == 30
    assert found.lines[0].claims == expected.lines[0].claims
    assert any("averaged" in note for note in found.comparison.notes)


def test_clusters_are_the_units():
    rng = np.random.default_rng(0)
    cluster = np.repeat(np.arange(20), 5)
    new, old = ({"case": range(100), "cluster": cluster, "score": rng.integers(0, 2, 100)} for _ in range(2))
    found = bt.gate(new, old, rope=0.2)
    assert (found.lines[0].n, found.lines[0].unit) == (20, "clusters")
    means = [each["score"].reshape(20, 5).mean(axis=1) for each in (new, old)]
    expected = bt.gate(*({"case": range(20), "score": each} for each in means), rope=0.2)
    assert found.lines[0].claims == expected.lines[0].claims
    with pytest.raises(ArgumentError, match="mean over clusters"):
        bt.gate(bt.read(new, weight="cases"), bt.read(old, weight="cases"), rope=0.2)


def test_several_tasks_are_one_gate_about_tasks():
    rng = np.random.default_rng(0)
    task, old = np.repeat([f"t{j}" for j in range(12)], 10), rng.uniform(0.4, 0.6, 120)
    case = np.tile(range(10), 12)
    better = {"task": task, "case": case, "score": old + 0.03 + rng.normal(0, 0.01, 120)}
    found = bt.gate(better, {"task": task, "case": case, "score": old}, rope=0.01)
    assert (found.lines[0].rule, found.lines[0].n, found.lines[0].unit) == ("tasks", 12, "tasks")
    assert found.outcome == "pass"
    shares = found.comparison.probabilities
    assert found.lines[0].claims.not_worse == pytest.approx(shares.first + shares.equivalent, abs=1e-9)
    each = bt.gate(better, {"task": task, "case": case, "score": old}, rope=0.01, per_task=True)
    assert [line.task for line in each.lines] == [f"t{j}" for j in range(12)]


def test_tasks_that_are_identical_do_not_pass_by_that():
    task = np.repeat(["a", "b", "c"], 5)
    same = {"task": task, "case": np.tile(range(5), 3), "score": np.linspace(0.2, 0.8, 15)}
    found = bt.gate(same, same, rope=0.01)
    assert found.outcome == "undecided"
    assert found.lines[0].claims.not_worse == pytest.approx(1 - 0.99**15)


# The two lists of cases.


def test_cases_that_only_one_run_has_are_an_error_or_counted():
    with pytest.raises(PairingError, match=r"2 cases only in .*`q8`, `q9`"):
        bt.gate(run(6, 2), run(6, 4), rope=0.3)
    found = bt.gate(run(6, 3), {**run(6, 3), "case": [f"q{i}" for i in range(1, 10)]}, rope=0.3, missing="drop")
    assert (found.cases.shared, found.cases.missing, found.cases.added) == (8, 1, 1)
    assert (found.cases.missing_ids, found.cases.added_ids) == (("q9",), ("q0",))
    assert "Left out: 1 case in the baseline alone (`q9`) and 1 case in the new run alone (`q0`)" in found.notes[0]


def test_no_common_case_is_an_error_whatever_is_dropped():
    other = {**run(6, 2), "case": [f"x{i}" for i in range(8)]}
    with pytest.raises(PairingError, match="no case in common"):
        bt.gate(run(6, 2), other, rope=0.3, missing="drop")


def test_changed_hashes_are_counted_and_named_first():
    hashes = [f"h{i}" for i in range(40)]
    changed = [*hashes[:38], "x", "y"]
    found = bt.gate(run(30, 10, doc_hash=changed), run(30, 10, doc_hash=hashes), rope=0.2)
    assert (found.cases.changed, found.cases.changed_ids, found.cases.hashed_by) == (2, ("q38", "q39"), ("doc_hash",))
    assert "2 cases of 40 changed since the baseline" in found.to_text().replace("\n", " ")
    same = bt.gate(run(30, 10, doc_hash=hashes), run(30, 10, doc_hash=hashes), rope=0.2)
    assert (same.cases.changed, same.cases.hashed_by) == (0, ("doc_hash",))


def test_rows_without_a_score_are_counted(tmp_path):
    (tmp_path / "new.csv").write_text("case,score\n" + "".join(f"{i},{'NA' if i < 3 else 1}\n" for i in range(40)))
    new = bt.read(tmp_path / "new.csv", na="NA")
    assert new.failed == 3
    policy = {"rope": 0.3, "most_missing": 5, "most_failed": 2}
    found = bt.gate(new, {"case": range(40), "score": [1] * 40}, policy=policy)
    assert found.outcome == "fail"
    assert "3 cases without a score in the new run, at most 2 allowed" in found.reason


def test_flips_are_counted_and_the_largest_named():
    rng = np.random.default_rng(0)
    new, old = rng.uniform(0, 1, (2, 50))
    found = bt.gate({"case": range(50), "score": new}, {"case": range(50), "score": old}, rope=0.3, flips=3)
    apart = new - old
    assert (found.flips.lost, found.flips.won) == ((apart < 0).sum(), (apart > 0).sum())
    assert [int(each.case) for each in found.flips.largest_losses] == np.argsort(apart)[:3].tolist()
    assert [int(each.case) for each in found.flips.largest_wins] == np.argsort(-apart)[:3].tolist()


def tasks_of(count: int, lost: int = 4) -> list[dict]:
    """Two runs of so many tasks with 50 cases each, of which the new one loses some."""
    columns = {"task": np.repeat([f"t{j}" for j in range(count)], 50), "case": np.tile(range(50), count)}
    return [{**columns, "score": np.tile([first] * lost + [1] * (50 - lost), count)} for first in (0, 1)]


THREE_TASKS = tasks_of(3)
SEEDS_BY_CASES = {"seed": np.repeat(range(4), 20), "case": np.tile(range(20), 4), "score": np.tile([0, 1, 1, 1], 20)}


def test_two_tasks_do_not_say_how_tasks_differ():
    """The posterior of a majority knows no margin: it is no evidence that two tasks are worse by more than .01."""
    for require in ("not-worse", "better", "equivalent"):
        found = bt.gate(*tasks_of(2), rope=0.01, require=require)
        assert (found.outcome, found.lines[0].rule, found.lines[0].n) == ("undecided", "tasks", 2)
        assert "two tasks do not say how tasks differ, which takes at least 3" in found.reason
        assert "`per_task=True` makes each a gate of its own" in found.reason
    told = " ".join(found.to_text().split())
    assert "which know no margin" in told
    assert "sure that it is so" not in told
    assert bt.gate(*tasks_of(2, lost=20), rope=0.01, per_task=True).outcome == "fail"


def test_tasks_on_different_scales_have_no_margin():
    columns = {"task": ["a"] * 20 + ["b"] * 20 + ["c"] * 20, "case": list(range(60))}
    old = np.concatenate([np.linspace(0.1, 0.9, 20), np.linspace(1, 9, 20), np.linspace(1e4, 9e4, 20)])
    found = bt.gate({**columns, "score": 1.1 * old}, {**columns, "score": old}, rope=0.01, higher_is_better=True)
    assert found.outcome == "undecided"
    assert "hardly on one scale" in found.reason


def test_over_tasks_a_worst_loss_has_no_part():
    found = bt.gate(*THREE_TASKS, rope=0.05, worst_loss=1.0)
    assert any("no part in a gate about tasks like these" in note for note in found.notes)


def test_as_many_tasks_as_are_tried_may_be_needed(monkeypatch):
    """Half as many tasks again are tried each time: 13, and 20 where these are not enough."""
    tasks, apart = [f"t{j}" for j in range(12)], np.linspace(-0.01, 0.01, 12)
    runs = {"task": tasks, "score": 0.5 + apart}, {"task": tasks, "score": [0.5] * 12}

    def needed(most: int) -> int | None:
        monkeypatch.setattr(gate_lines, "MOST_TASKS", most)
        return bt.gate(*runs, rope=0.0032, higher_is_better=True).lines[0].needed

    assert 13 < needed(20) <= 20
    assert needed(19) is None


def test_seeds_of_cases_are_repeats_if_that_is_said():
    runs = [bt.read(SEEDS_BY_CASES, repeat="seed") for _ in range(2)]
    assert bt.gate(*runs, rope=0.3).lines[0].n == 20


# The policy.

TASKS = [{"task": ["math"] * 100 + ["code"] * 100, **each} for each in flipped(30, 0)]
"""The new run loses 30 cases of math, and none of code."""


def test_terms_of_single_tasks():
    policy = {"rope": 0.1, "task": {"math": {"rope": 0.5}, "code": {"require": "equivalent"}}}
    found = bt.gate(*TASKS, policy=policy)
    assert [(line.task, line.rope.high, line.requirement) for line in found.lines] == [
        ("math", 0.5, "not-worse"), ("code", 0.1, "equivalent"),
    ]  # fmt: skip
    assert found.outcome == "pass"


@pytest.mark.parametrize(("tier", "outcome"), [("block", "fail"), ("warn", "pass"), ("info", "pass")])
def test_only_blocking_gates_decide(tier, outcome):
    found = bt.gate(*TASKS, policy={"rope": 0.1, "task": {"math": {"tier": tier}}})
    assert (found.outcome, found.lines[0].outcome) == (outcome, "fail")
    assert ("warned of `math: fail`" in found.reason) is (tier == "warn")


def test_a_required_task_that_is_missing_fails():
    found = bt.gate(*TASKS, policy={"rope": 0.5, "required": ["math", "law"]})
    assert (found.outcome, found.lines[0].task) == ("fail", "law")
    assert "the required task `law` is not in both runs" in found.reason


def test_with_required_tasks_no_case_may_be_missing_unless_a_number_is_allowed():
    """`math` has lost its last case, which fails a gate of its own; with all cases there, there is none."""
    policy = {"rope": 0.9, "required": ["math"]}
    short = {name: values[:-1] for name, values in TASKS[0].items()}
    whole, lost, allowed = (
        bt.gate(new, TASKS[1], policy=asked)
        for new, asked in ((TASKS[0], policy), (short, policy), (short, {**policy, "most_missing": 1}))
    )
    assert not any("missing from the new run" in line.reason for line in (*whole.lines, *allowed.lines))
    assert (lost.outcome, lost.lines[0].outcome) == ("fail", "fail")
    assert lost.lines[0].reason.startswith("1 case missing from the new run (")


def test_required_tasks_that_are_all_there_fail_nothing():
    policy = {"rope": 0.5, "required": ["math", "code"], "task": {"math": {"tier": "block"}}}
    found = bt.gate(*TASKS, policy=policy)
    assert (found.outcome, [line.task for line in found.lines]) == ("pass", ["math", "code"])


@pytest.mark.parametrize(("most", "outcome"), [(1, "fail"), (2, "pass"), ("4%", "fail"), ("5%", "pass")])
def test_how_many_cases_may_be_missing(most, outcome):
    new = {name: values[2:] for name, values in run(30, 10).items()}
    found = bt.gate(new, run(30, 10), policy={"rope": 0.3, "most_missing": most})
    assert found.outcome == outcome


def test_a_metric_has_terms_of_its_own(tmp_path):
    columns = {"case": range(60), "accuracy": [1] * 50 + [0] * 10, "latency": np.linspace(1, 2, 60)}
    slower = {**columns, "latency": columns["latency"] + np.linspace(0.4, 0.6, 60)}
    policy = {"metric": {"accuracy": {"rope": 0.1}, "latency": {"rope": 0.1, "higher_is_better": False}}}
    found = bt.gate(slower, columns, policy=policy)
    assert [(line.metric, line.outcome) for line in found.lines] == [("accuracy", "pass"), ("latency", "fail")]


def test_holm_holds_back_fails_and_nothing_else():
    """One task fails by itself at 0.967; among four, Holm asks it for 0.9875."""
    tasks = np.repeat(["a", "b", "c", "d"], 100)
    old = np.ones(400)
    new = old.copy()
    new[:18] = 0
    new[100:102] = new[200:202] = new[300:302] = 0
    runs = [{"task": tasks, "case": range(400), "score": each.astype(int)} for each in (new, old)]
    free = bt.gate(*runs, policy={"rope": 0.1, "task": {"a": {}}})
    held = bt.gate(*runs, policy={"rope": 0.1, "task": {"a": {}}, "family": "holm"})
    assert [line.outcome for line in free.lines] == ["fail", "pass", "pass", "pass"]
    assert [line.outcome for line in held.lines] == ["undecided", "pass", "pass", "pass"]
    assert "Holm's method" in held.lines[0].reason
    assert any("held to Holm's adjustment" in note for note in held.notes)
    assert any("not adjusted for that" in note for note in free.notes)


WRONG = {
    "rope = 0.1\nthreshhold = 0.9": ("line 2, `threshhold`", "threshold"),
    "rope = -0.1": ("line 1, `rope`", "cannot be negative"),
    "rope = 0.1\n[task.math]\ntier = 'stop'": ("line 3, `task.math.tier`", "block"),
    "rope = 0.1\nrequire = 'best'": ("line 2, `require`", "not-worse"),
    "rope = 0.1\nthreshold = 0.3": ("line 2, `threshold`", "above 0.5"),
    "rope = 0.1\nmost_missing = 'some'": ("line 2, `most_missing`", "2%"),
    "rope = 0.1\nmost_missing = 0.02": ("line 2, `most_missing`", '"2%"'),
    "rope = 0.1\nmost_failed = '101%'": ("line 2, `most_failed`", "a share"),
    "rope = '5%'": ("line 1, `rope`", "got 5%"),
    "rope = 0.1\nundecided = 'pass'": ("line 2, `undecided`", "There is no key"),
    "rope = 0.1\n[tasks.math]\nrope = 0.2": ("`tasks`", "Did you mean `task`"),
    "rope = 0.1\nrequired = 'math'": ("line 2, `required`", "a list of tasks"),
    "rope = 0.1\nfamily = 'bonferroni'": ("line 2, `family`", "holm"),
    "rope = true": ("line 1, `rope`", "a rope is a number"),
    "task = 3": ("line 1, `task`", "a table for each task"),
    'rope = 0.1\n[metric."f 1"]\nworst_loss = "x"': ("line 3, `metric.f 1.worst_loss`", "a number is expected"),
}


@pytest.mark.parametrize("text", WRONG)
def test_faults_of_a_policy_name_line_and_key(text, tmp_path):
    path = tmp_path / "gate.toml"
    path.write_text(text)
    with pytest.raises(ArgumentError) as caught:
        policy_of(path)
    for part in (str(path), *WRONG[text]):
        assert part in str(caught.value)


def test_a_policy_that_cannot_be_read(tmp_path):
    with pytest.raises(ReadingError, match="Cannot read the policy"):
        policy_of(tmp_path / "none.toml")
    (tmp_path / "broken.toml").write_text("rope = \n")
    with pytest.raises(ReadingError, match="line 1"):
        policy_of(tmp_path / "broken.toml")
    (tmp_path / "latin.toml").write_bytes(b"# \xe9\n")
    with pytest.raises(ReadingError, match="UTF-8"):
        policy_of(tmp_path / "latin.toml")


def test_the_line_of_a_key_or_else_of_its_table():
    text = "a = 1\n[task.'x y']\nb = 2\n[task.z]\nb = 3"
    assert line_of(text, ("task", "z", "b")) == 5
    assert line_of(text, ("task", "x y", "b")) == 3
    assert line_of(text, ("missing",)) is None


def test_the_call_and_the_policy_may_not_contradict_each_other():
    with pytest.raises(ArgumentError, match="says `rope` in its own way"):
        bt.gate(*TASKS, rope=0.2, policy={"rope": 0.1})
    assert bt.gate(*TASKS, rope=0.1, policy={"threshold": 0.9}).lines[0].threshold == 0.9


# A run with itself.


def test_a_run_finds_nothing_in_itself():
    found = bt.gate(run(60, 40), self_check=True)
    assert (found.outcome, found.lines[0].n, found.lines[0].requirement) == ("pass", 50, None)
    assert "up to one in 20" in found.reason


def test_repeats_that_drift_are_found():
    case = np.repeat(np.arange(40), 4)
    early = np.tile([1, 1, 0, 0], 40)
    found = bt.gate({"case": case, "epoch": np.tile(range(4), 40), "score": early}, self_check=True)
    assert (found.outcome, found.lines[0].n) == ("fail", 40)
    assert "a difference was found between the earlier and the later half" in found.reason


def test_odd_repeats_and_single_cases_are_left_out_and_counted():
    columns = {"case": [1, 1, 1, *range(2, 40), *range(2, 40), 99], "epoch": [0, 1, 2, *[0] * 38, *[1] * 38, 0]}
    found = bt.gate({**columns, "score": [1, 0, 1, *[1] * 38, *[1] * 38, 0]}, self_check=True)
    assert {"1 repeat without a partner left out.", "1 case without repeats left out."} <= set(found.notes)


def test_halves_keep_clusters_together():
    cluster = np.repeat(np.arange(30), 4)
    scores = {
        "case": range(120),
        "cluster": cluster,
        "score": np.repeat(np.random.default_rng(0).integers(0, 2, 30), 4),
    }
    found = bt.gate(scores, self_check=True)
    assert (found.lines[0].n, found.lines[0].unit) == (15, "clusters")


# What is refused.

REFUSED = {
    "no rope": (lambda: bt.gate(run(5, 5), run(5, 5)), "A gate needs a rope"),
    "no baseline": (lambda: bt.gate(run(5, 5), rope=0.1), "give the baseline"),
    "a rope on one side": (lambda: bt.gate(run(5, 5), run(5, 5), rope=(0.1, 0.2)), "contains 0"),
    "a relative rope": (lambda: bt.gate(run(5, 5), run(5, 5), rope="5%"), "got 5%, another margin"),
    "a relative rope of a policy": (
        lambda: bt.gate(run(5, 5), run(5, 5), policy={"rope": "5%"}), "`rope`: The rope of a gate is in units",
    ),
    "a rope on another scale": (lambda: bt.gate(run(5, 5), run(5, 5), rope="0.2 phi"), "in units of the score"),
    "a self-check with a relative rope": (
        lambda: bt.gate(run(5, 5), self_check=True, rope="5%"), "got 5%, another margin",
    ),
    "a rope in percent over tasks": (
        lambda: bt.gate(*THREE_TASKS, rope=5), "as wide as a score can be \\(1, by the range of the scores\\)",
    ),
    "seeds x cases": (
        lambda: bt.gate(SEEDS_BY_CASES, SEEDS_BY_CASES, rope=0.1), 'with `repeat="seed"`, which averages them',
    ),
    "an unknown requirement": (lambda: bt.gate(run(5, 5), run(5, 5), rope=0.1, require="good"), "not-worse"),
    "a threshold": (lambda: bt.gate(run(5, 5), run(5, 5), rope=0.1, threshold=0.4), "above 0.5"),
    "two of three": (lambda: bt.gate(run(5, 5), run(5, 5), rope=0.1, self_check=True), "leave the baseline out"),
    "several models": (
        lambda: bt.gate({**run(4, 4), "model": list("abababab")}, run(4, 4), rope=0.1),
        "each side of a gate is one",
    ),
    "a self-check of two models": (
        lambda: bt.gate({**run(4, 4), "model": list("aaaabbbb")}, self_check=True), "holds 2 models .*: name one",
    ),
    "one side has tasks": (
        lambda: bt.gate(run(4, 4, task=list("aaaabbbb")), run(4, 4), rope=0.1), "has no task column",
    ),
    "looks over tasks": (
        lambda: bt.gate(TASKS[0], TASKS[1], rope=0.1, sequential=True), "have several: choose one with `task=`",
    ),
    "folds": (
        lambda: bt.gate(
            {"fold": range(10), "score": np.linspace(0.7, 0.8, 10)},
            {"fold": range(10), "score": np.linspace(0.71, 0.79, 10)},
            rope=0.1,
        ),
        "share training data",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_says_what_to_do(name):
    ask, said = REFUSED[name]
    with pytest.raises(BetterthanError, match=said):
        ask()


def test_runs_of_two_directions_are_refused():
    with pytest.raises(ArgumentError, match="Higher is better in one run"):
        bt.gate(bt.read(run(5, 5), higher_is_better=False), bt.read(run(5, 5)), rope=0.1)


def test_halving_needs_four_cases():
    with pytest.raises(NeedsNotMet, match="cannot be halved"):
        bt.gate(run(2, 1), self_check=True)


# The record, and the baseline.


@pytest.mark.parametrize("asked", [{}, {"sequential": True}, {"require": "equivalent"}])
def test_a_gate_is_read_back_as_it_was(asked):
    found = bt.gate(*flipped(8, 4), rope=0.05, **asked)
    assert bt.Gate.from_dict(json.loads(found.to_json())) == found


def test_a_baseline_is_the_run(tmp_path: Path):
    from betterthan.asking.baseline import save_baseline

    columns = {
        "task": ["a"] * 6, "case": [f"{i}" for i in (1, 1, 2, 2, 3, 3)], "epoch": [0, 1] * 3,
        "rmse": [0.5, 0.25, 1e-7, 3.0, 2.5, 1 / 3], "doc_hash": list("xxyyzz"), "model": ["m 1"] * 6,
    }  # fmt: skip
    run_read = bt.read(columns, higher_is_better=False)
    assert save_baseline(run_read, tmp_path / "kept.parquet") == 6
    kept = bt.read(tmp_path / "kept.parquet", higher_is_better=False)
    assert (kept.models, kept.metric, kept.extra, kept.keys) == (("m 1",), "rmse", ("doc_hash",), run_read.keys)
    keys = ("task", "case", "repeat")
    units = [each.rows.units(("m 1",), keys, keys) for each in (run_read, kept)]
    assert units[0].scores.tolist() == units[1].scores.tolist() == (-np.array([columns["rmse"]]).T).tolist()
    assert bt.gate(columns, tmp_path / "kept.parquet", rope=0.1, higher_is_better=False, range=(0, 5)).flips.same == 3
    with pytest.raises(ArgumentError, match=r"ends in \.parquet"):
        save_baseline(run_read, tmp_path / "kept.csv")
