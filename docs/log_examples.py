"""A small example of every kind of log that is read without flags: its files, what is to come out, and how to call it.

The page "From my logs to a verdict" runs them all, and so do the tests: the numbers that must come out are known here,
from the scores that the files were made of, and not from what was read.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import numpy as np

Files = Mapping[str, str | bytes]
FIRST, SECOND = "model-a", "model-b"
RATES = {FIRST: 0.8, SECOND: 0.55}
CASES = 60
MAPPING = """title = "my judge"
has = ["qid", "grade"]     # by these keys a file is recognised
model = "dir:1"            # the folder of the file; or a key, or file:REGEX
case = "qid"
score = "grade"
cast = "words"

[words]
good = 1
bad = 0

[failures]
"no answer" = "grade = none"
"""
"""How the log of a program that nobody knows is read, as a user writes it."""
PREFERENCES = """title = "my preferences"
kind = "table"             # CSV, Parquet or a frame
has = ["prompt", "verdict"]
model = "=mine"            # the same in every row
opponent = "=baseline"
case = "prompt"
judge = "rater"
score = "verdict"
cast = "words"

[words]
win = 1
tie = 0.5
loss = 0
"""
"""How a table of wins, ties and losses by several raters is read, as a user writes it."""


@dataclass(frozen=True, kw_only=True)
class Example:
    """An example of one source.

    Parameters:
        files: path and content of each file.
        means: the mean of each model on what both have, by the scores that the files were made of.
        arguments: what follows `betterthan compare`, besides the rope.
        options: the same for `bt.read`.
        rope: the region of practical equivalence that the page gives.
        lower: whether lower is better.
        rank: whether several models are to be ranked.
        text: what a reader should know, beside the note of the source.
    """

    files: Files
    means: Mapping[str, float]
    arguments: Sequence[str] = (".",)
    options: Mapping[str, Any] = field(default_factory=dict)
    rope: str = "0.01"
    lower: bool = False
    rank: bool = False
    text: str = ""


def correct(model: str, cases: int = CASES, rate: float | None = None) -> list[int]:
    """Which cases a model gets right."""
    random = Random(model)
    return [int(random.random() < (RATES[model] if rate is None else rate)) for _ in range(cases)]


def repositories(cases: int = CASES) -> list[str]:
    """Ids of instances of six repositories."""
    return [f"{('django', 'sympy', 'flask', 'numpy', 'scipy', 'pip')[j % 6]}__x-{1000 + j}" for j in range(cases)]


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)


def _lines(rows: Iterable[Mapping[str, Any]]) -> str:
    return "".join(json.dumps(row) + "\n" for row in rows)


def _csv(rows: Sequence[Mapping[str, Any]]) -> str:
    out = io.StringIO()
    writer = csv.DictWriter(out, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def _plain_means() -> dict[str, float]:
    return {model: _mean(correct(model)) for model in RATES}


def swebench_report() -> Example:
    files, ids = {}, repositories()
    for model in RATES:
        right = [each for each, ok in zip(ids, correct(model), strict=True) if ok]
        wrong = [each for each in ids if each not in right]
        files[f"{model}.nightly.json"] = json.dumps({
            "total_instances": CASES + 1, "submitted_ids": ids, "completed_ids": right + wrong[2:],
            "resolved_ids": right, "unresolved_ids": wrong[2:], "empty_patch_ids": wrong[:1], "error_ids": wrong[1:2],
            "incomplete_ids": ["pip__x-9"], "schema_version": 2})  # fmt: skip
    lost = {next(each for each in [e for e, ok in zip(ids, correct(m), strict=True) if not ok][1:2]) for m in RATES}
    kept = [j for j, each in enumerate(ids) if each not in lost]
    means = {model: _mean(correct(model)[j] for j in kept) for model in RATES}
    return Example(files=files, means=means, text="An error of the harness takes an instance out of the comparison.")


def swebench_results() -> Example:
    files = {
        f"{model}/results/results.json": json.dumps({
            "resolved": [each for each, ok in zip(repositories(), correct(model), strict=True) if ok],
            "no_generation": [], "no_logs": []})
        for model in RATES
    }  # fmt: skip
    means = {model: sum(correct(model)) / 300 for model in RATES}
    metric = "resolved of 300"
    return Example(files=files, means=means, arguments=(".", "--metric", metric), options={"metric": metric})


def swebench_details() -> Example:
    files = {
        f"{model}/per_instance_details.json": json.dumps({
            each: {"resolved": bool(ok), "cost": 0.5, "api_calls": 12}
            for each, ok in zip(repositories(), correct(model), strict=True)})
        for model in RATES
    }  # fmt: skip
    return Example(files=files, means=_plain_means())


def swebench_pass_fail() -> Example:
    files = {
        f"{model}/eval_results.json": json.dumps({
            f"instance_{each}": bool(ok) for each, ok in zip(repositories(), correct(model), strict=True)})
        for model in RATES
    }  # fmt: skip
    return Example(files=files, means=_plain_means())


def human_eval() -> Example:
    tried = {model: np.reshape(correct(model, 200), (40, 5)) for model in RATES}
    files = {
        f"{model}.jsonl_results.jsonl": _lines(
            {"task_id": f"HumanEval/{j}", "completion": "…", "result": "passed" if ok else "failed", "passed": bool(ok)}
            for j, row in enumerate(tried[model])
            for ok in row
        )
        for model in RATES
    }
    return Example(files=files, means={model: float(tried[model].mean()) for model in RATES},
                   text="`--metric pass@3` compares another k.")  # fmt: skip


def deepeval() -> Example:
    files = {
        f"{model}/test_run_20261116_0556.json": json.dumps({
            "testCases": [
                {"name": f"test_case_{j}", "input": f"What is {j} + {j}?", "success": bool(ok), "order": j,
                 "metricsData": [{"name": "Exact", "threshold": 0.5, "success": bool(ok), "score": float(ok)}]}
                for j, ok in enumerate(correct(model))],
            "hyperparameters": {"model": model}})
        for model in RATES
    }  # fmt: skip
    return Example(files=files, means=_plain_means())


def _preferences(model: str) -> list[float]:
    random = Random(model)
    return [round(random.random() * RATES[model], 4) for _ in range(CASES)]


def alpaca_eval() -> Example:
    files = {
        f"{model}/annotations.json": json.dumps([
            {"instruction": f"Explain {j}.", "dataset": f"set {j % 3}", "generator_1": "baseline", "generator_2": model,
             "output_1": "…", "output_2": "…", "annotator": "judge", "preference": 1 + preference,
             "price_per_example": 0.01, "time_per_example": 1.2}
            for j, preference in enumerate(_preferences(model))])
        for model in RATES
    }  # fmt: skip
    return Example(files=files, means={model: _mean(_preferences(model)) for model in RATES})


def arena_hard() -> Example:
    verdicts, files, means = ["A>>B", "A>B", "A=B", "B>A", "B>>A"], {}, {}
    for model in RATES:
        random, rows, scores = Random(model), [], []
        for j in range(CASES):
            first, second = random.choice(verdicts), random.choice(verdicts)
            won = {"A>>B": 0.0, "A>B": 1 / 3, "A=B": 0.5, "B>A": 2 / 3, "B>>A": 1.0}
            scores.append((won[first] + 1 - won[second]) / 2)
            rows.append({"uid": f"u{j}", "category": "hard", "judge": "judge", "model": model, "baseline": "base",
                         "games": [{"score": first}, {"score": second}]})  # fmt: skip
        files[f"model_judgment/judge/{model}.jsonl"], means[model] = _lines(rows), _mean(scores)
    return Example(files=files, means=means)


def mt_bench_single() -> Example:
    random, rows, scores = Random(4), [], {model: [] for model in RATES}
    for j in range(40):
        for model in RATES:
            turns = [random.randint(3, 10) for _ in range(2)]
            scores[model].append(_mean(turns))
            rows += [{"question_id": 81 + j, "turn": turn, "model": model, "judge": ["gpt-4", "single-v1"],
                      "score": score} for turn, score in enumerate(turns, start=1)]  # fmt: skip
    return Example(
        files={"gpt-4_single.jsonl": _lines(rows)}, means={m: _mean(each) for m, each in scores.items()}, rope="0.1"
    )


def mt_bench_pairs() -> Example:
    random, rows, wins = Random(5), [], []
    for j in range(40):
        games = [random.choice(["model_1", "model_1", "model_2", "tie"]) for _ in range(2)]
        wins.append({("model_1", "model_1"): 1.0, ("model_2", "model_2"): 0.0}.get((games[0], games[1]), 0.5))
        rows.append({"question_id": 81 + j, "turn": 1, "model_1": FIRST, "model_2": SECOND,
                     "g1_winner": games[0], "g2_winner": games[1], "judge": ["gpt-4", "pair-v2"]})  # fmt: skip
    return Example(files={"gpt-4_pair.jsonl": _lines(rows)}, means={FIRST: _mean(wins), SECOND: 1 - _mean(wins)})


def arena_battles() -> Example:
    random, rows = Random(6), []
    strength = {"alpha": 0.75, "beta": 0.5, "gamma": 0.3}
    games: dict[str, list[float]] = {model: [] for model in strength}
    for _ in range(240):
        one, other = random.sample(list(strength), 2)
        share = strength[one] / (strength[one] + strength[other])
        won = random.choices(["model_a", "model_b", "tie"], [share, 1 - share, 0.1])[0]
        score = {"model_a": 1.0, "model_b": 0.0, "tie": 0.5}[won]
        games[one].append(score)
        games[other].append(1 - score)
        rows.append({"model_a": one, "model_b": other, "winner": won, "judge": "arena user", "language": "English"})
    means = {model: _mean(each) for model, each in games.items()}
    return Example(files={"battles.csv": _csv(rows)}, means=means, arguments=("battles.csv",), rank=True)


def mteb() -> Example:
    files, means = {}, {}
    for model in ("org__small", "org__large"):
        random, scores = Random(model), []
        for task in range(12):
            subsets = [round(random.random() / 2 + (0.3 if "large" in model else 0.25), 6) for _ in range(1 + task % 3)]
            scores.append(_mean(subsets))
            files[f"{model}/rev{model[-3:]}/Task{task}.json"] = json.dumps({
                "dataset_revision": "abc", "task_name": f"Task{task}", "mteb_version": "2.0.0", "scores": {
                    "test": [{"main_score": score, "ndcg": score / 2, "hf_subset": f"s{j}", "languages": ["eng-Latn"]}
                             for j, score in enumerate(subsets)],
                    "dev": [{"main_score": 0.99, "hf_subset": "s0", "languages": ["eng-Latn"]}]}})  # fmt: skip
        means[model] = _mean(scores)
    return Example(files=files, means=means)


def comet() -> Example:
    random = Random(7)
    scores = {name: [round(0.6 + random.random() * width, 4) for _ in range(40)] for name, width in
              (("outputs/small.de", 0.2), ("outputs/large.de", 0.25))}  # fmt: skip
    found = {name: [{"src": f"sentence {j}", "mt": "…", "ref": "…", "COMET": score} for j, score in enumerate(each)]
             for name, each in scores.items()}  # fmt: skip
    means = {name.split("/")[1].removesuffix(".de"): _mean(each) for name, each in scores.items()}
    return Example(files={"comet.json": json.dumps(found)}, means=means)


def _folds(model: str, tasks: Sequence[str], folds: int = 10) -> list[tuple[str, int, float]]:
    random = Random(model)
    shift = {"J48": 0.0, "NaiveBayes": 2.0}.get(model, 1.0)
    return [(task, fold, round(90 + shift + random.random() * 5, 6)) for task in tasks for fold in range(1, folds + 1)]


def weka() -> Example:
    names = (
        "Key_Dataset,Key_Run,Key_Fold,Key_Scheme,Key_Scheme_options,Key_Scheme_version_ID,Date_time,"
        "Number_of_training_instances,Number_of_testing_instances,Percent_correct,Kappa_statistic,Summary"
    )
    rows = [names]
    options = {"J48": "'-C 0.25 -M 2'", "NaiveBayes": "''"}
    for model, option in options.items():
        kind = "trees" if model == "J48" else "bayes"
        rows += [f"{task},1,{fold},weka.classifiers.{kind}.{model},{option},-21773,2.02E7,135.0,15.0,{score},0.9,?"
                 for task, fold, score in _folds(model, ("iris", "wine", "glass"))]  # fmt: skip
    called = {"J48": "J48 -C 0.25 -M 2", "NaiveBayes": "NaiveBayes"}
    means = {called[model]: _mean(score for *_, score in _folds(model, ("iris", "wine", "glass"))) for model in options}
    return Example(files={"results.csv": "\n".join(rows) + "\n"}, means=means, rope="1")


def sklearn_cross_validate() -> Example:
    rows = [
        {"fit_time": 0.1, "score_time": 0.01, "test_accuracy": score / 100, "test_roc_auc": 0.9, "model": model,
         "fold": fold, "n_train": 90, "n_test": 10}
        for model in ("lr", "rf") for _, fold, score in _folds(model, ("breast cancer",))
    ]  # fmt: skip
    means = {model: _mean(row["test_accuracy"] for row in rows if row["model"] == model) for model in ("lr", "rf")}
    return Example(files={"cross_validate.csv": _csv(rows)}, means=means, arguments=(".", "--metric", "accuracy"),
                   options={"metric": "accuracy"},
                   text="In Python, give the dicts themselves, made with `return_indices=True`: `bt.compare({'lr': …, "
                        "'rf': …})` finds repeats, folds and their sizes in the indices.")  # fmt: skip


def sklearn_cv_results() -> Example:
    rows, means = [], {}
    for c in (1, 100):
        scores = [score / 100 for *_, score in _folds(f"C{c}", ("x",))]
        name = f"{{'C': {c}}}"
        means[name] = _mean(scores)
        rows.append({"mean_fit_time": 0.1, "std_fit_time": 0.0, "param_C": c, "params": name,
                     **{f"split{j}_test_score": score for j, score in enumerate(scores)},
                     "mean_test_score": means[name], "rank_test_score": 1})  # fmt: skip
    return Example(files={"cv_results.csv": _csv(rows)}, means=means)


def automl_benchmark() -> Example:
    rows, means = [], {}
    for model in ("autogluon", "flaml"):
        scores = [(task, fold, score / 100) for task, fold, score in _folds(model, ("adult", "car", "vehicle"))]
        means[model] = _mean(score for task, fold, score in scores if (task, fold) != ("car", 3))
        rows += [{"id": "openml.org/t/1", "task": task, "framework": model, "constraint": "1h8c", "fold": fold,
                  "result": "" if model == "flaml" and (task, fold) == ("car", 3) else score, "metric": "auc",
                  "mode": "local", "version": "1", "utc": "2026", "duration": 100.1, "seed": 1, "auc": score,
                  "info": "TimeoutError" if model == "flaml" and (task, fold) == ("car", 3) else ""}
                 for task, fold, score in scores]  # fmt: skip
    return Example(files={"results.csv": _csv(rows)}, means=means, arguments=(".", "--test-fraction", "0.1"),
                   text="A fold that failed leaves no common size of folds: `--test-fraction` says it.")  # fmt: skip


def tabarena() -> Example:
    rows, means = [], {}
    for model in ("LightGBM", "TabPFN"):
        scores = _folds(model, ("blood", "churn", "heart"), 9)
        means[model] = _mean(1 - score / 100 for task, fold, score in scores if (task, fold) != ("churn", 2))
        rows += [
            {
                "dataset": task,
                "fold": fold,
                "method": model,
                "metric_error": 1 - score / 100,
                "time_train_s": 3.5,
                "metric": "roc_auc",
                "problem_type": "binary",
                "imputed": model == "TabPFN" and (task, fold) == ("churn", 2),
            }
            for task, fold, score in scores
        ]
    return Example(
        files={"results_per_split.csv": _csv(rows)}, means=means, arguments=(".", "--test-fraction", "0.33"), lower=True
    )


def openml() -> Example:
    rows, means = [], {}
    for model in ("rpart", "ranger"):
        random = Random(model)
        scores = [round(0.7 + random.random() / 4 + (0.03 if model == "ranger" else 0), 4) for _ in range(15)]
        means[model] = _mean(scores)
        rows += [{"run_id": j, "task_id": j, "setup_id": 1, "flow_id": 2, "flow_name": model, "data_id": j,
                  "data_name": f"data {j}", "function": "predictive_accuracy", "value": score}
                 for j, score in enumerate(scores)]  # fmt: skip
    return Example(files={"evaluations.csv": _csv(rows)}, means=means)


def mlflow() -> Example:
    rows, means = [], {}
    for model in ("cnn", "vit"):
        random = Random(model)
        scores = [round(0.8 + random.random() / 10 + (0.02 if model == "vit" else 0), 4) for _ in range(10)]
        means[model] = _mean(scores)
        rows += [{"run_id": f"{model}{j}", "experiment_id": 1, "status": "FINISHED", "metrics.accuracy": score,
                  "params.network": model, "params.seed": j, "tags.mlflow.runName": f"run {j}"}
                 for j, score in enumerate(scores)]  # fmt: skip
    named = {"model": "params.network", "seed": "params.seed"}
    columns = [part for role, name in named.items() for part in ("--column", f"{role}={name}")]
    return Example(files={"runs.csv": _csv(rows)}, means=means, arguments=(".", *columns), options=named)


def _npz(arrays: Mapping[str, Any]) -> bytes:
    out = io.BytesIO()
    np.savez(out, **arrays)
    return out.getvalue()


def stable_baselines() -> Example:
    files, means = {}, {}
    for model in ("ppo", "sac"):
        draws = np.random.default_rng(len(model) + ord(model[0])).normal(200 + 20 * (model == "sac"), 15, (8, 3, 5))
        means[model] = float(draws[:, -1].mean())
        for seed in range(8):
            arrays = {"timesteps": np.array([100, 200, 300]), "results": draws[seed], "ep_lengths": np.ones((3, 5))}
            files[f"{model}/CartPole-v1_{seed}/evaluations.npz"] = _npz(arrays)
    return Example(files=files, means=means, rope="5")


def rliable() -> Example:
    draws = np.random.default_rng(3).random((2, 6, 12))
    arrays = {"dqn": draws[0], "iqn": draws[1] + 0.1}
    means = {name: float(each.mean()) for name, each in arrays.items()}
    return Example(files={"scores.npz": _npz(arrays)}, means=means)


DATE = "2026-11-15T18-57-38.948658"


def lm_eval() -> Example:
    files: dict[str, str] = {}
    for model in RATES:
        folder = f"runs/{model}"
        files[f"{folder}/results_{DATE}.json"] = json.dumps(
            {
                "results": {"arc": {"alias": "arc"}},
                "configs": {"arc": {"task": "arc"}},
                "model_name": model,
                "higher_is_better": {"arc": {"acc": True, "acc_norm": True}},
                "versions": {"arc": 1.0},
                "n-shot": {"arc": 0},
                "n-samples": {"arc": {"original": CASES, "effective": CASES}},
            }
        )
        files[f"{folder}/samples_arc_{DATE}.jsonl"] = _lines(
            {"doc_id": j, "doc": {"question": f"What is {j}?", "passage": f"p{j // 4}"}, "target": str(j),
             "arguments": {}, "resps": [["…"]], "filtered_resps": ["…"], "filter": "none",
             "metrics": ["acc", "acc_norm"], "doc_hash": f"doc {j}", "prompt_hash": f"prompt {j}", "acc": float(ok),
             "acc_norm": float(ok)}
            for j, ok in enumerate(correct(model))
        )  # fmt: skip
    return Example(files=files, means=_plain_means(), arguments=("runs",), text=(
        "`acc` is taken unasked where `acc_norm` is equal or absent; else, and where a question was scored with "
        "several filters, a message lists what there is, and `--metric exact_match:strict-match` names one. What "
        "is older than the newest run of a task is left out and counted; so are lines without a score."))  # fmt: skip


def inspect() -> Example:
    files = {f"logs/{model}.eval": _eval_archive(model) for model in RATES}
    means = {model: _mean(correct(model)[: CASES // 2 * 2]) for model in RATES}
    return Example(
        files=files,
        means=means,
        arguments=("logs",),
        text=(
            "Archives are read whatever their compression, and unfinished ones from their journal. With several "
            "scorers, `--metric match` or `--metric rubric.fluent` names one."
        ),
    )


def _eval_archive(model: str) -> bytes:
    """A log of half as many samples, each in two epochs."""
    samples = [
        {"id": j // 2, "epoch": 1 + j % 2, "input": f"What is {j // 2}?", "target": "x",
         "metadata": {"topic": f"t{j % 3}"},
         "scores": {"match": {"value": "C" if ok else "I"}}}
        for j, ok in enumerate(correct(model))
    ]  # fmt: skip
    header = {"version": 2, "status": "success", "eval": {"task": "arc", "task_id": model, "model": model},
              "results": {"total_samples": CASES, "completed_samples": CASES}}  # fmt: skip
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as members:
        for name, value in (("summaries.json", samples), ("header.json", header)):
            members.writestr(zipfile.ZipInfo(name), json.dumps(value), zipfile.ZIP_DEFLATED)
    return archive.getvalue()


def promptfoo() -> Example:
    rows = [
        {"id": f"{model}-{j}", "testIdx": j, "promptIdx": k, "promptId": "p1", "prompt": {"label": "What is {{n}}?"},
         "provider": {"id": "file://provider.js", "label": model}, "score": 0 if j == 3 else ok, "success": bool(ok),
         "failureReason": 2 if j == 3 else 1 - ok, "error": "timeout" if j == 3 else None,
         "namedScores": {"exact": ok, "brevity": 1}, "vars": {"n": str(j)}, "testCase": {"description": f"test {j}"}}
        for k, model in enumerate(RATES)
        for j, ok in enumerate(correct(model))
    ]  # fmt: skip
    whole = {"evalId": "eval-1", "results": {"version": 3, "prompts": [], "results": rows, "stats": {}}, "config": {}}
    means = {model: _mean(ok for j, ok in enumerate(correct(model)) if j != 3) for model in RATES}
    return Example(
        files={"results.json": json.dumps(whole)},
        means=means,
        arguments=("results.json",),
        text=(
            "`score` is taken unasked; `--metric success` or the name of a score takes another. Give one of the forms "
            "that an eval was written in: JSON or JSONL."
        ),
    )


def helm() -> Example:
    files: dict[str, str] = {}
    for model in RATES:
        folder = f"runs/mmlu:subject=law,model={model}"
        stats = [
            {"instance_id": f"id{j}", "train_trial_index": 0, "stats": [
                {"name": {"name": "num_bytes", "split": "test"}, "mean": 2.0},
                {"name": {"name": "exact_match", "split": "test"}, "mean": float(ok)}]}
            for j, ok in enumerate(correct(model))
        ]  # fmt: skip
        files[f"{folder}/per_instance_stats.json"] = json.dumps(stats)
        spec = {"name": f"mmlu:subject=law,model={model}", "adapter_spec": {"model": model}}
        files[f"{folder}/run_spec.json"] = json.dumps(spec)
    return Example(
        files=files,
        means=_plain_means(),
        arguments=("runs",),
        text=(
            "HELM writes many statistics of an instance; those that count tokens and time are no scores. Usually "
            "several are left, and a message lists them."
        ),
    )


def every_eval_ever() -> Example:
    files: dict[str, str] = {}
    for model in RATES:
        folder = f"data/arc/lab/{model}"
        results = [{"evaluation_result_id": "acc", "metric_config": {"lower_is_better": False}}]
        files[f"{folder}/0001.json"] = json.dumps({"schema_version": "0.3.0", "evaluation_results": results})
        files[f"{folder}/0001_samples.jsonl"] = _lines(
            {"schema_version": "0.3.0", "evaluation_id": f"arc/{model}", "model_id": f"lab/{model}",
             "evaluation_name": "arc", "evaluation_result_id": "acc", "sample_id": str(j), "sample_hash": f"hash {j}",
             "evaluation": {"score": float(ok), "is_correct": bool(ok)}, "error": None}
            for j, ok in enumerate(correct(model))
        )  # fmt: skip
    means = {f"lab/{model}": each for model, each in _plain_means().items()}
    return Example(files=files, means=means, arguments=("data",))


def lighteval() -> Example:
    files: dict[str, str | bytes] = {}
    for model in RATES:
        rows = [
            {"doc": {"query": f"What is {j}?", "id": str(j), "task_name": "arc|0"}, "metric": {"em": float(ok)},
             "model_response": {"text": ["…"]}}
            for j, ok in enumerate(correct(model))
        ]  # fmt: skip
        files[f"out/details/lab/{model}/{DATE}/details_arc|0_{DATE}.parquet"] = _parquet(rows)
        metrics = {"arc|0": {"metrics": [{"metric_name": "em", "higher_is_better": True}]}}
        files[f"out/results/lab/{model}/results_{DATE}.json"] = json.dumps(
            {"config_general": {"model_name": f"lab/{model}"}, "config_tasks": metrics})  # fmt: skip
    means = {f"lab/{model}": each for model, each in _plain_means().items()}
    return Example(files=files, means=means, arguments=("out",))


def _parquet(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Rows with structs in them as Parquet, which DuckDB makes of their JSON."""
    with TemporaryDirectory() as folder:
        lines, target = Path(folder) / "rows.jsonl", Path(folder) / "rows.parquet"
        lines.write_text(_lines(rows), encoding="utf-8")
        duckdb.execute(
            f"COPY (SELECT * FROM read_json('{lines}', format='newline_delimited')) TO '{target}' (FORMAT parquet)"
        )
        return target.read_bytes()


EXAMPLES: Mapping[str, Callable[[], Example]] = {
    "lm-eval": lm_eval,
    "inspect": inspect,
    "promptfoo": promptfoo,
    "helm": helm,
    "every-eval-ever": every_eval_ever,
    "lighteval": lighteval,
    "swebench-report": swebench_report,
    "swebench-results": swebench_results,
    "swebench-details": swebench_details,
    "swebench-pass-fail": swebench_pass_fail,
    "human-eval": human_eval,
    "stable-baselines": stable_baselines,
    "rliable": rliable,
    "deepeval": deepeval,
    "alpaca-eval": alpaca_eval,
    "arena-hard": arena_hard,
    "mt-bench-single": mt_bench_single,
    "mt-bench-pairs": mt_bench_pairs,
    "arena-battles": arena_battles,
    "mteb": mteb,
    "comet": comet,
    "weka": weka,
    "sklearn-cross-validate": sklearn_cross_validate,
    "sklearn-cv-results": sklearn_cv_results,
    "automl-benchmark": automl_benchmark,
    "tabarena": tabarena,
    "openml": openml,
    "mlflow": mlflow,
}
"""An example of each source, by its name in `betterthan sources`."""
