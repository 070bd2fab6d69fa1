"""A judge's difference, corrected by what people say of some of the cases."""

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.numerics.prediction_powered import corrected_mean

N, LABELLED = 200, 80
RNG = np.random.default_rng(7)
TRUTH = RNG.normal(0, 1, (N, 2)) + np.array([0.2, 0.0])
JUDGE = 0.8 * TRUTH + RNG.normal(0, 0.4, (N, 2)) + np.array([0.5, 0.0])
ORDER = RNG.permutation(N)


def rows(labelled=LABELLED, **more):
    found = {"model": [], "case": [], "judge_score": [], "human": []}
    for i in ORDER.tolist():
        for j, model in enumerate("ab"):
            found["model"].append(model)
            found["case"].append(i)
            found["judge_score"].append(JUDGE[i, j])
            found["human"].append(TRUTH[i, j] if i < labelled else None)
    return {**found, **more}


def compared(data, **options):
    return bt.compare(bt.read(data, human="human"), rope=0.1, **options)


def test_all_three_differences_stand_side_by_side():
    found = compared(rows())
    corrected, judge, truth = found.corrected, JUDGE[:, 0] - JUDGE[:, 1], TRUTH[:, 0] - TRUTH[:, 1]
    theirs = corrected_mean(truth[:LABELLED], judge[:LABELLED], judge[LABELLED:])
    assert (corrected.labelled, corrected.others, corrected.clusters) == (LABELLED, N - LABELLED, None)
    assert corrected.weight == pytest.approx(theirs.weight)
    assert corrected.corrected.estimate == pytest.approx(theirs.estimate)
    assert corrected.judge.estimate == pytest.approx(judge.mean())
    assert corrected.people.estimate == pytest.approx(truth[:LABELLED].mean())
    assert found.estimate == pytest.approx(judge.mean())
    reach = stats.t.ppf(0.975, LABELLED - 1) * theirs.standard_error
    assert corrected.corrected.interval.high == pytest.approx(theirs.estimate + reach)
    below = stats.t.cdf((-0.1 - theirs.estimate) / theirs.standard_error, LABELLED - 1)
    assert corrected.probabilities.second == pytest.approx(below)


def test_the_bias_of_the_judge_is_gone():
    corrected = compared(rows()).corrected
    assert abs(corrected.judge.estimate - (TRUTH[:, 0] - TRUTH[:, 1]).mean()) > 0.3
    assert abs(corrected.corrected.estimate - (TRUTH[:, 0] - TRUTH[:, 1]).mean()) < 0.15
    assert corrected.corrected.standard_error < corrected.people.standard_error


def test_the_report_and_the_record_have_it():
    found = compared(rows())
    told = found.to_text()
    assert "Corrected by human labels" in told
    assert "rests on the judge's scores alone" in told
    assert bt.Comparison.from_dict(found.to_dict()) == found
    assert found.to_dict()["corrected"]["labelled"] == LABELLED


def test_clusters_widen_it():
    plain = compared(rows()).corrected
    by_cluster = compared(rows(cluster=[i // 4 for i in ORDER.tolist() for _ in "ab"])).corrected
    assert by_cluster.clusters == LABELLED // 4
    assert by_cluster.df == LABELLED // 4 - 1
    assert by_cluster.corrected.estimate == pytest.approx(plain.corrected.estimate)
    assert by_cluster.corrected.interval.high != pytest.approx(plain.corrected.interval.high)


def test_all_cases_labelled_leave_the_mean_of_the_labels():
    corrected = compared(rows(N)).corrected
    assert corrected.others == 0
    assert corrected.corrected == corrected.people
    assert corrected.weight == 0


def test_few_labels_are_warned_about():
    assert any("below 50" in note for note in compared(rows(20)).notes)
    assert not any("below 50" in note for note in compared(rows()).notes)


def test_without_labels_it_says_so():
    empty = compared(rows(0))
    assert empty.corrected is None
    assert any("No row has a human label" in note for note in empty.notes)
    few = compared(rows(2))
    assert few.corrected is None
    assert any("Only 2 cases with human labels of both models" in note for note in few.notes)
    alone = rows()
    del alone["human"]
    assert any("judge's score by its name" in note for note in bt.compare(alone, rope=0.1).notes)


def test_several_models_and_tasks_are_told_how_to_go_on():
    three = rows()
    for name in three:
        three[name] += (
            ["c"] * N if name == "model" else list(range(N)) if name == "case" else [0.1 * i % 3 for i in range(N)]
        )
    found = bt.compare(bt.read(three, human="human"), rope=0.1)
    assert any("two models" in note and "human" in note.lower() for note in found.notes)
    tasks = rows(task=["t", "u"] * N)
    tasks["task"] = ["t" if i % 2 else "u" for i in ORDER.tolist() for _ in "ab"]
    assert any("on one task" in note for note in compared(tasks).notes)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"case": [1, 2], "a": [1, 2], "b": [2, 1], "human": [1, None]}, "no column of models"),
        ({"model": ["a", "b"], "case": [1, 1], "score": [1, 2]}, "lacks the column named for `human`"),
    ],
)
def test_what_cannot_be_labels(data, told):
    with pytest.raises(bt.ArgumentError, match=told):
        bt.read(data, human="human")


def test_on_the_command_line(command, tmp_path):
    made = rows()
    lines = ["model,case,judge_score,label"]
    columns = zip(made["model"], made["case"], made["judge_score"], made["human"], strict=True)
    lines += [f"{m},{i},{s},{'' if y is None else y}" for m, i, s, y in columns]
    path = tmp_path / "judged.csv"
    path.write_text("\n".join(lines))
    ran = command("compare", path, "--column", "human=label", "--rope", "0.1")
    assert ran.code == 0, ran.err
    assert "Corrected by human labels" in ran.out
    ran = command("compare", "-", "--column", "human=label", "--rope", "0.1", "--json", stdin=path.read_text())
    assert '"corrected": {' in ran.out
