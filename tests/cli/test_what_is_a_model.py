"""Which columns are taken for models: the right ones, or a question; never an answer about something else."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import betterthan as bt
from betterthan.data.reading.tables import read
from betterthan.data.scores import Scores
from betterthan.errors import ArgumentError, BetterthanError, ReadingError

ROWS = 40
CHANCE = random.Random(5)
GPT, LLAMA = ([CHANCE.randint(0, 1) for _ in range(ROWS)] for _ in range(2))
REAL = {name: [round(CHANCE.random(), 3) for _ in range(ROWS)] for name in ("gpt", "llama")}

CASES = ["sample_id", "idx", "qid", "prompt_id", "uid", "index", "Unnamed: 0", "sampleId", "Question ID", "example_id"]
OTHERS: dict[str, Callable[[int], object]] = {
    "year": lambda j: 2019 + j % 5,
    "step": lambda j: 100 * j,
    "iteration": lambda j: j // 2 + 3,
    "latency_ms": lambda j: 80 + 37 * j % 91,
    "latency": lambda j: 3 + j % 7,
    "tokens": lambda j: 20 + 53 * j % 700,
    "prompt_tokens": lambda j: j % 2,
    "date": lambda j: 20260101 + j % 28,
    "timestamp": lambda j: 1_700_000_000 + 13 * j,
    "time": lambda j: 2.5 + j % 9,
    "wall_time": lambda j: (j % 10) / 10,
    "cost_usd": lambda j: 0.0001 * (j % 7 + 1),
    "size": lambda j: 10 + j % 5,
    "length": lambda j: 200 + 7 * j % 90,
    "n_tokens": lambda j: 50 + j % 3,
    "user_id": lambda j: 1000 + j // 2,
    "passage_id": lambda j: j // 4,
    "temperature": lambda _: 7,
    "line": lambda j: j + 1,
    "whatever counts": lambda j: j,
    "whatever is large": lambda j: 1000.5 + j % 3,
}
"""Columns that are no models, by name and what they hold: together with the cases, thirty-one."""


def csv_of(columns: dict[str, list[Any]]) -> str:
    rows = zip(*columns.values(), strict=True)
    return ",".join(columns) + "\n" + "".join(",".join(map(str, row)) + "\n" for row in rows)


def models_compared(out: str) -> set[str]:
    document = json.loads(out)
    return {name for found in document["comparisons"] for name in (found["first"], found["second"])}


@pytest.mark.parametrize("scores", [{"gpt": GPT, "llama": LLAMA}, REAL], ids=["0/1", "real"])
@pytest.mark.parametrize("header", [*CASES, *OTHERS])
def test_a_column_of_something_else_is_no_model(header: str, scores: Any, command: Any, folder: Path) -> None:
    values = [OTHERS.get(header, lambda j: j + 1)(j) for j in range(ROWS)]
    Path("t.csv").write_text(csv_of({header: values, **scores}))
    code, out, err = command("compare", "t.csv", "--json")
    assert code == 0, err
    assert models_compared(out) == {"gpt", "llama"}
    notes = json.loads(out)["notes"]
    assert header in CASES or any(f"`{header}`" in note for note in notes)


@pytest.mark.parametrize("header", ["epoch", "trial", "attempt"])
def test_repeats_of_a_case_are_asked_about(header: str, command: Any, folder: Path) -> None:
    columns = {"case": [j // 2 for j in range(ROWS)], header: [j % 2 for j in range(ROWS)], "gpt": GPT, "llama": LLAMA}
    Path("t.csv").write_text(csv_of(columns))
    code, _, err = command("compare", "t.csv")
    assert code == 2
    assert "--repeats mean" in err
    code, out, _ = command("compare", "t.csv", "--repeats", "mean", "--json")
    assert code == 0
    assert json.loads(out)["comparisons"][0]["n"] == ROWS // 2


def test_a_sample_is_the_case_alone_and_a_repeat_beside_another_id() -> None:
    alone, beside = {"sample": list(range(ROWS)), **REAL}, {"id": [j // 2 for j in range(ROWS)], **REAL}
    assert scores_of(alone).columns == ("case",)
    assert scores_of({**beside, "sample": [j % 2 for j in range(ROWS)]}).columns == ("case", "repeat")


def scores_of(source: Any, **named: Any) -> Scores:
    found = read(source, **named)
    assert isinstance(found, Scores)
    return found


@pytest.mark.parametrize("header", ["truth", "class", "label", "y_true", "target", "ground truth", "gold"])
def test_beside_a_truth_the_others_are_predictions(header: str, refused: Any, command: Any, folder: Path) -> None:
    Path("t.csv").write_text(csv_of({"case": list(range(ROWS)), header: GPT[::-1], "gpt": GPT, "llama": LLAMA}))
    told = refused("compare t.csv")
    assert f"`{header}`" in told
    assert "predictions" in told
    assert "--models gpt,llama" in told
    assert command("compare", "t.csv", "--ignore", header)[0] == 0
    assert command("compare", "t.csv", "--models", "gpt,llama")[0] == 0


def test_a_truth_in_a_long_table_makes_the_score_a_prediction(refused: Any, command: Any, folder: Path) -> None:
    rows = {"model": ["a"] * 4 + ["b"] * 4, "case": [1, 2, 3, 4] * 2, "label": [1, 0, 1, 0] * 2}
    Path("t.csv").write_text(csv_of({**rows, "guess": [1, 0, 0, 0, 1, 1, 1, 0]}))
    assert "predictions" in refused("compare t.csv")
    Path("t.csv").write_text(csv_of({**rows, "accuracy": [1, 0, 0, 0, 1, 1, 1, 0]}))
    assert command("compare", "t.csv")[0] == 0


QUESTIONS = {
    "a name that says time, values that do not": {"step": GPT[::-1], "gpt": GPT, "llama": LLAMA},
    "a flag": {"is_valid": GPT[::-1], "gpt": GPT, "llama": LLAMA},
    "a column that never changes": {"ok": [1] * ROWS, "gpt": GPT, "llama": LLAMA},
    "two scales": {"gpt": REAL["gpt"], "llama": [100 * score for score in REAL["llama"]]},
    "only one left": {"step": list(range(ROWS)), "gpt": REAL["gpt"], "tokens": [100 + j % 70 for j in range(ROWS)]},
    "metrics and something": {"accuracy": REAL["gpt"], "roc_auc": REAL["llama"], "foo": REAL["gpt"][::-1]},
    "predictions": {"gpt_pred": GPT, "llama_pred": LLAMA},
    "a mean beside models": {"gpt": REAL["gpt"], "llama": REAL["llama"], "mean": REAL["gpt"][::-1]},
    "true and false beside numbers": {"seen": [bool(one) for one in GPT], **REAL},
    "ever larger numbers among the others": {"a": list(range(60, 100)), "b": [60 + 7 * j % 31 for j in range(ROWS)]},
}


@pytest.mark.parametrize("case", QUESTIONS)
def test_what_is_unclear_is_asked(case: str, refused: Any, folder: Path) -> None:
    columns = QUESTIONS[case]
    Path("t.csv").write_text(csv_of(columns))
    told = refused("compare t.csv")
    assert "not clear which columns are models" in told
    for name, values in columns.items():
        assert f"`{name}` (as in {float(values[0]):.4g}" in told or f"`{name}` (as in {values[0]}" in told
    assert "--models" in told
    assert "--column score=NAME" in told


def test_the_question_can_be_answered_as_it_says(refused: Any, command: Any, folder: Path) -> None:
    Path("t.csv").write_text(csv_of({"case": list(range(ROWS)), **QUESTIONS["a flag"]}))
    told = refused("compare t.csv")
    assert "`--models gpt,llama`" in told
    assert "`--ignore is_valid`" in told
    for way in (["--models", "gpt,llama"], ["--ignore", "is_valid"], ["--first", "gpt", "--second", "llama"]):
        code, out, err = command("compare", "t.csv", "--json", *way)
        assert code == 0, err
        assert models_compared(out) == {"gpt", "llama"}
    _, out, _ = command("compare", "t.csv", "--json", "--models", "is_valid,gpt")
    assert models_compared(out) == {"is_valid", "gpt"}


FINE = {
    "0/1": {"a": GPT, "b": LLAMA},
    "counts": {"a": [3, 7, 12, 4, 4, 9], "b": [4, 4, 10, 2, 5, 8]},
    "counts, all different": {"a": [3, 7, 12, 4, 5, 9], "b": [4, 4, 10, 2, 5, 8]},
    "ratings": {"a": [1, 5, 3, 4, 2, 5, 5, 1], "b": [2, 4, 3, 3, 2, 1, 5, 5]},
    "ranks": {"a": [3, 1, 2, 5, 4, 6], "b": [1, 2, 4, 3, 6, 5]},
    "percent": {"a": [81, 77, 92, 66, 59], "b": [80, 71, 93, 70, 60]},
    "three of three right": {"a": [1, 1, 1], "b": [0, 1, 0]},
    "true and false": {"a": [True, False, True], "b": [True, True, False]},
    "names of programs": {"c4.5": REAL["gpt"], "id3": REAL["llama"], "step-2-16k": GPT, "gpt-4-0613": LLAMA},
    "names that begin like a size": {"time-moe": REAL["gpt"], "token-free": REAL["llama"]},
    "the metric in the name": {"gpt_accuracy": REAL["gpt"], "llama_accuracy": REAL["llama"]},
    "the size in the name": {"gpt_tokens": [30, 40, 35], "llama_tokens": [35, 40, 36]},
    "negative": {"a": [-1.5, -2.0, -0.5], "b": [-1.0, -2.5, -0.25]},
    "short for algorithms": {"lr": REAL["gpt"], "nb": REAL["llama"], "gb": GPT, "rf": LLAMA, "svm": GPT[::-1]},
    "single words": {"first": REAL["gpt"], "second": REAL["llama"]},
}


@pytest.mark.parametrize("case", FINE)
def test_what_is_plainly_fine_is_not_asked(case: str) -> None:
    scores = scores_of({"case": list(range(len(next(iter(FINE[case].values()))))), **FINE[case]})
    assert scores.models == tuple(FINE[case])


def test_a_model_called_like_an_id_is_one_only_by_its_scores() -> None:
    assert scores_of({"id3": GPT, "gpt": LLAMA}).models == ("id3", "gpt")
    assert scores_of({"id3": list(range(ROWS)), **REAL}).models == ("gpt", "llama")


def test_any_source_asks_alike(tmp_path: Path) -> None:
    pd = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    frame = pd.DataFrame({"tokens": [100 + 7 * j for j in range(ROWS)], **REAL})
    frame.to_parquet(tmp_path / "t.parquet")
    frame.to_json(tmp_path / "t.json", orient="records")
    frame.to_json(tmp_path / "t.jsonl", orient="records", lines=True)
    frame.to_json(tmp_path / "c.json")
    texts = {name: [str(value) for value in values] for name, values in frame.to_dict("list").items()}
    for source in (frame, texts, *(tmp_path / name for name in ("t.parquet", "t.json", "t.jsonl", "c.json"))):
        assert scores_of(source).models == ("gpt", "llama")


def test_models_take_some_of_a_long_table() -> None:
    columns = {"model": ["a", "b", "c"] * 2, "case": [1, 1, 1, 2, 2, 2], "score": [1, 2, 3, 4, 5, 6]}
    assert scores_of(columns, models=["c", "a"]).models == ("a", "c")
    assert scores_of(columns, models="b").models == ("b",)
    with pytest.raises(ArgumentError, match=r"no model `d`.*`a`, `b`, `c`"):
        read(columns, models=["d"])
    with pytest.raises(ArgumentError, match="twice"):
        read(columns, models=["a", "a"])


def test_names_that_are_not_there() -> None:
    with pytest.raises(ArgumentError, match=r"no column `lama`\. Did you mean `llama`"):
        read(REAL, models=["gpt", "lama"])
    with pytest.raises(ArgumentError, match="no column `idx`"):
        read(REAL, ignore=["idx"])
    with pytest.raises(ArgumentError, match="`models` takes a list of names"):
        read(REAL, models=3)  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="first="):
        read({"difference": [0.5, 0.25]}, models=["a", "b"])


def test_names_with_commas_are_quoted(command: Any, folder: Path) -> None:
    Path("t.csv").write_text('case,"a, b",c,n\n' + "".join(f"{j},{GPT[j]},{LLAMA[j]},{GPT[-j]}\n" for j in range(ROWS)))
    code, out, err = command("compare", "t.csv", "--models", '"a, b",c', "--json")
    assert code == 0, err
    assert models_compared(out) == {"a, b", "c"}


def test_several_files_are_one_model_each(refused: Any, command: Any, folder: Path) -> None:
    for name, shift in (("gpt.csv", 0), ("llama.csv", 1)):
        columns = {"case": list(range(ROWS)), "acc": GPT[shift:] + GPT[:shift], "acc_norm": LLAMA}
        Path(name).write_text(csv_of(columns))
    told = refused("compare gpt.csv llama.csv")
    assert "2 numeric columns that may be the score: `acc` (as in" in told
    assert "one model each" in told
    code, out, _ = command("compare", "gpt.csv", "llama.csv", "--column", "score=acc", "--json")
    assert code == 0
    assert models_compared(out) == {"gpt", "llama"}


def test_parts_of_a_wide_table_are_put_together_only_if_that_is_said(command: Any, folder: Path) -> None:
    for part in (0, 1):
        rows = slice(20 * part, 20 * part + 20)
        Path(f"{part}.csv").write_text(
            csv_of({"case": list(range(20 * part, 20 * part + 20)), "gpt": GPT[rows], "llama": LLAMA[rows]})
        )
    assert command("compare", "0.csv", "1.csv")[0] == 2
    code, out, err = command("compare", "0.csv", "1.csv", "--models", "gpt,llama", "--json")
    assert code == 0, err
    assert json.loads(out)["comparisons"][0]["n"] == ROWS


WEKA = (
    "Key_Dataset,Key_Run,Key_Fold,Key_Scheme,Key_Scheme_version_ID,Date_time,Number_of_training_instances,"
    "Number_correct,Percent_correct,Kappa_statistic,Mean_absolute_error,Elapsed_Time_training"
)
GRID = (
    "mean_fit_time,std_fit_time,param_svc__C,params,split0_test_score,split1_test_score,mean_test_score,std_test_score,"
    "rank_test_score"
)
VALIDATED = "fit_time,score_time,test_accuracy,test_roc_auc,model,fold,n_train,n_test"


def weka(percent: Callable[[str, int], float]) -> str:
    rows = (
        f"iris,{run},{fold},{scheme},-217733168393,2.0261115E7,135,14,{percent(scheme, 10 * run + fold)},0.9,0.04,0.01"
        for scheme in ("J48", "NaiveBayes")
        for run in (1, 2)
        for fold in range(1, 11)
    )
    return WEKA + "\n" + "\n".join(rows) + "\n"


def test_a_file_of_weka_is_known(command: Any, folder: Path) -> None:
    Path("weka.csv").write_text(weka(lambda scheme, j: (94 if scheme == "J48" else 96) + j % 3))
    named = {"model": "Key_Scheme", "task": "Key_Dataset", "repeat": "Key_Run", "fold": "Key_Fold"}
    columns = [
        part for role, name in {**named, "score": "Percent_correct"}.items() for part in ("--column", f"{role}={name}")
    ]
    for said in ([], columns):
        code, out, err = command("compare", "weka.csv", "--json", *said)
        assert code == 0, err
        assert models_compared(out) == {"J48", "NaiveBayes"}


def test_candidates_of_a_grid_search_are_models(command: Any, folder: Path) -> None:
    rows = ["0.01,0.002,0.1,{'C': 0.1},0.9,0.95,0.925,0.025,2", "0.02,0.002,1,{'C': 1},0.92,0.97,0.945,0.025,1"]
    Path("grid.csv").write_text(GRID + "\n" + "\n".join(rows) + "\n")
    code, out, err = command("compare", "grid.csv", "--json", "--rope", "0.01")
    assert code == 0, err
    assert models_compared(out) == {"{'C': 0.1}", "{'C': 1}"}


def test_a_file_of_cross_validate_asks_for_the_metric(refused: Any, command: Any, folder: Path) -> None:
    rows = [
        f"0.1,0.01,{0.9 + 0.01 * (j % 3)},{0.95 + 0.001 * j},{'lr' if j < 10 else 'rf'},{j % 10},455,114"
        for j in range(20)
    ]
    Path("cv.csv").write_text(VALIDATED + "\n" + "\n".join(rows) + "\n")
    told = refused("compare cv.csv")
    assert "2 metrics: `accuracy`, `roc_auc`. Choose one with `--metric NAME`" in told
    for said in (("--metric", "accuracy"), ("--column", "score=test_accuracy")):
        code, out, err = command("compare", "cv.csv", *said, "--json")
        assert code == 0, err
        assert models_compared(out) == {"lr", "rf"}


def test_a_time_can_be_the_score_where_nothing_else_is(command: Any, folder: Path) -> None:
    rows = {"model": ["a"] * 5 + ["b"] * 5, "case": [1, 2, 3, 4, 5] * 2, "seconds": [3, 4, 5, 3, 4, 5, 6, 5, 4, 6]}
    Path("t.csv").write_text(csv_of(rows))
    assert command("compare", "t.csv", "--lower-is-better")[0] == 0


def test_an_id_in_a_long_table_that_no_two_rows_share_pairs_nothing_and_is_left_aside() -> None:
    columns = {
        "uid": list(range(20)),
        "model": ["a"] * 10 + ["b"] * 10,
        "fold": list(range(10)) * 2,
        "acc": REAL["gpt"][:20],
    }
    assert scores_of(columns).columns == ("fold",)
    assert scores_of(columns).extra == ("uid",)


@pytest.mark.parametrize("thing", [{"score": {0.5, 0.25}}, {"gpt": {1, 0}, "llama": [1, 0]}])
def test_a_set_has_no_order(thing: Any) -> None:
    with pytest.raises(ReadingError, match="is a set, which has no order"):
        read({"model": ["a", "b"], "case": [1, 1], **thing})


def test_arrays_that_are_sets_are_refused() -> None:
    from betterthan.data.pairing import pair_arrays

    with pytest.raises(BetterthanError, match="are a set"):
        pair_arrays({0.5, 0.25}, [0.5, 0.25])  # type: ignore[arg-type]


@pytest.mark.parametrize("header", ["Unnamed: 0", "index", "idx"])
def test_a_mere_count_of_rows_does_not_make_cases_of_what_may_be_folds(header: str) -> None:
    folds = {"lr": REAL["gpt"][:10], "rf": REAL["llama"][:10]}
    with pytest.raises(BetterthanError, match="folds=10"):
        bt.compare(scores_of({header: list(range(10)), **folds}))
    assert scores_of({header: [j * j for j in range(10)], **folds}).columns == ("case",)


def test_what_leaves_nothing_says_so() -> None:
    with pytest.raises(ArgumentError, match="leaves no column"):
        read(REAL, ignore=["gpt", "llama"])
    with pytest.raises(ReadingError, match="column `gpt` holds no score at all"):
        read({"gpt": [None] * 5, "llama": REAL["llama"][:5]}, models=["gpt", "llama"])
    with pytest.raises(ReadingError, match="not clear which columns are models"):
        read({"fold1": REAL["gpt"], "fold2": REAL["llama"]})


def test_two_columns_of_numbers_that_occur_once_are_both_asked_about() -> None:
    """That another column is odd in the same way does not make it a model; that all others are, would."""
    ids = {name: CHANCE.sample(range(10, 10 + ROWS), ROWS) for name in ("alpha", "beta")}
    percent = {name: [round(100 * score, 1) for score in scores] for name, scores in REAL.items()}
    with pytest.raises(ReadingError, match=r'ignore=\["alpha", "beta"\]'):
        read({**ids, **percent})
