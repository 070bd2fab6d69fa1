"""compare walks the arrows in order: what it picks, what it shows beside, what it writes down."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from betterthan.answers.comparison import Comparison
from betterthan.asking.compare import compare
from betterthan.data.examples import example
from betterthan.data.moments import Cells
from betterthan.data.pairing import pair, pair_arrays, pair_differences
from betterthan.data.reading.tables import read
from betterthan.data.summaries import PairedSummary
from betterthan.errors import ArgumentError, NeedsNotMet, PairingError
from betterthan.phrases import probability
from betterthan.procedures import REGISTRY, bayes_t, paired_t
from betterthan.results.null_test import NullTest
from betterthan.results.rope import Rope

RNG = np.random.default_rng(0)
SECOND = RNG.uniform(0.3, 0.9, 60)
FIRST = SECOND + RNG.normal(0.02, 0.05, 60)
TABLE = pair_arrays(FIRST, SECOND, models=("a", "b"))
BINARY = pair_arrays(RNG.integers(0, 2, 80), RNG.integers(0, 2, 80), models=("a", "b"))
HEAVY = pair_differences(RNG.standard_t(1.5, 60), models=("a", "b"))
TIED = pair_differences(np.append(np.zeros(40), RNG.normal(0.1, 0.3, 40)), models=("a", "b"))
CONSTANT = pair_differences([0.25] * 8, models=("a", "b"), range=(0, 1))
SAME = pair_arrays(SECOND, SECOND, models=("a", "b"))

# Every key of the schema.
DOCUMENT = {"schema", "version", "question", "models", "comparisons", "rankings", "notes"}
RECORD = {
    "first", "second", "task", "procedure", "kind", "parameter", "prior", "estimate", "interval", "rope", "direction",
    "reading", "probabilities", "readings", "odds", "evidence", "decision", "effect_sizes", "statistic", "p_value",
    "classical", "also", "tasks", "checks", "diagnostics",
}  # fmt: skip


def subgroups(order: str = "ab") -> dict[str, list]:
    """Two models in three languages; `order` is the order of the models in the rows of the last one."""
    rows = [(m, f"{lang}{i}", lang) for lang in ("en", "de") for i in range(12) for m in "ab"]
    rows += [(m, f"fr{i}", "fr") for i in range(12) for m in order]
    better = {"a": 0.2, "b": 0.0}
    score = [0.4 + better[m] + 0.01 * (3 * i % 11) for i, (m, _, _) in enumerate(rows)]
    columns = dict(zip(("model", "case", "lang"), map(list, zip(*rows, strict=True)), strict=True))
    return {**columns, "score": score}


def tasks(count: int = 4, cases: int = 10) -> dict[str, list]:
    units = [(f"t{i}", f"q{j}") for i in range(count) for j in range(cases)]
    score = [*RNG.uniform(0.5, 1.0, len(units)), *RNG.uniform(0.4, 0.9, len(units))]
    names = [list(column) * 2 for column in zip(*units, strict=True)]
    return {"model": ["a"] * len(units) + ["b"] * len(units), "task": names[0], "case": names[1], "score": score}


def clusters(table: dict[str, list]) -> dict[str, list]:
    return {**table, "cluster": [case[-1] for case in table["case"]]}


@pytest.mark.parametrize(
    ("table", "procedure", "classical", "also"),
    [
        (TABLE, "bayes_t", "paired_t", ()),
        (BINARY, "bayes_mcnemar", "mcnemar", ()),
        (HEAVY, "bayes_t", "paired_t", (("bayes_robust_t", "wilcoxon"),)),
        (TIED, "bayes_t", "paired_t", (("bayes_bootstrap", "permutation"),)),
        (CONSTANT, "bayes_agreement", "paired_t", ()),
        (SAME, "bayes_agreement", "paired_t", ()),
        (PairedSummary.from_moments(mean=0.1, sd=1.0, n=30), "bayes_t", "paired_t", ()),
    ],
    ids=["normal", "0/1", "heavy tails", "ties", "constant", "same", "sums"],
)
def test_the_procedure_is_picked_with_its_counterpart_and_what_stands_beside(table, procedure, classical, also):
    found = compare(table)
    assert (found.procedure, found.classical.procedure) == (procedure, classical)
    assert tuple((part.procedure, part.classical.procedure) for part in found.also) == also


def test_a_procedure_that_the_user_named_stands_alone():
    found = compare(HEAVY, procedure="bayes_t")
    assert (found.procedure, found.also) == ("bayes_t", ())


def test_compare_is_the_same_as_walking_the_arrows():
    posterior, test = bayes_t(TABLE), paired_t(TABLE)
    found = compare(TABLE, rope=0.01)
    assert found.result == posterior
    assert found.classical == test
    assert found.probabilities == posterior.probabilities(0.01)
    assert found.estimate == pytest.approx((FIRST - SECOND).mean())


@pytest.mark.parametrize("name", ["paired_t", "wilcoxon", "sign", "permutation", "tost"])
def test_a_classical_procedure_gives_no_probabilities_but_its_own_p_value(name):
    found = compare(TABLE, procedure=name)
    record = found.to_dict()
    assert isinstance(found.result, NullTest)
    assert found.decision is found.probabilities is found.posterior is None
    assert record["p_value"] == found.result.p_value
    assert record["probabilities"] is record["decision"] is record["classical"] is None


def test_options_reach_the_procedure_or_the_test_beside_it():
    assert compare(TABLE, procedure="paired_t", alternative="first").result.alternative == "first"
    assert compare(TABLE, alternative="second").classical.alternative == "second"
    assert compare(TABLE, level=0.8).interval.level == 0.8
    assert compare(BINARY, scale="points").posterior.parameter.null == 0


@pytest.mark.parametrize("level", [0, 1])
def test_no_interval_holds_nothing_or_everything(level):
    with pytest.raises(ArgumentError, match="coverage between 0 and 1"):
        compare(TABLE, level=level)


def test_without_a_rope_a_tenth_of_a_standard_deviation_is_taken_and_named():
    found = compare(TABLE)
    half = 0.1 * (FIRST - SECOND).std(ddof=1)
    assert (found.rope.low, found.rope.high) == pytest.approx((-half, half))
    assert found.rope.source == "default: 0.1 standard deviations of the differences on single cases"


def test_without_a_rope_zero_one_scores_are_looked_at_on_the_scale_of_phi():
    cells = BINARY.cells()
    share = (cells.n01 + 1) / (cells.discordant + 2)
    half = 0.1 * math.sqrt(share * (1 - share))
    found = compare(BINARY)
    assert (found.rope.low, found.rope.high) == pytest.approx((0.5 - half, 0.5 + half))
    assert found.posterior.parameter.null == 0.5


def test_a_rope_of_the_user_is_in_accuracy_points():
    found = compare(BINARY, rope=0.01)
    assert found.posterior.parameter.name == "difference in accuracy"
    assert found.rope == Rope(-0.01, 0.01)


def test_a_relative_rope_is_a_fraction_of_the_second_models_error():
    found = compare(TABLE, rope=Rope.relative(0.1))
    assert found.rope.high == pytest.approx(0.1 * (1 - SECOND.mean()))
    losses = pair_arrays(FIRST, SECOND, models=("a", "b"), higher_is_better=False)
    assert compare(losses, rope=Rope.relative(0.1)).rope.high == pytest.approx(0.1 * SECOND.mean())
    assert "of the error of `b`" in found.rope.source


def test_a_relative_rope_needs_an_error():
    with pytest.raises(ArgumentError, match="differences only"):
        compare(HEAVY, rope=Rope.relative(0.1))
    with pytest.raises(ArgumentError, match=r"must lie in \[0, 1\]"):
        compare(pair_arrays(100 * FIRST, 100 * SECOND), rope=Rope.relative(0.1))


def test_models_own_figures_are_in_original_units():
    losses = compare(pair_arrays(FIRST, SECOND, models=("a", "b"), higher_is_better=False))
    assert [model.mean for model in losses.models] == pytest.approx([FIRST.mean(), SECOND.mean()])
    assert losses.estimate == pytest.approx((SECOND - FIRST).mean()), "oriented: positive, first is better"
    assert all(model.interval.low < model.mean < model.interval.high for model in losses.models)


@pytest.mark.parametrize("table", ["real", "binary"])
@pytest.mark.parametrize("rope", [None, 0.02])
def test_losses_are_the_mirror_of_scores(table, rope):
    first, second = (FIRST, SECOND) if table == "real" else BINARY.scores.T
    up = compare(pair_arrays(first, second), rope=rope)
    down = compare(pair_arrays(first, second, higher_is_better=False), rope=rope)
    assert down.probabilities == pytest.approx(up.probabilities.swapped(), abs=1e-9)
    assert down.estimate == pytest.approx(2 * up.result.parameter.null - up.estimate)
    assert down.classical.p_value == pytest.approx(up.classical.p_value)
    assert [model.mean for model in down.models] == pytest.approx([model.mean for model in up.models])


def test_several_tasks_count_one_unit_each():
    found = compare(read(tasks()), procedure="bayes_t")
    assert (found.n_units, found.unit, found.question.kind) == (4, "tasks", "Q3")
    assert any("Each of the 4 tasks counts as one unit" in note for note in found.notes)


def test_one_of_several_tasks_is_named():
    found = compare(read(tasks()), task="t2")
    assert (found.task, found.n_units, found.unit) == ("t2", 10, "cases")
    assert compare(read(tasks()), task=["t1", "t3"], procedure="bayes_t").n_units == 2


def test_per_task_repeats_the_comparison_within_each_task():
    scores = read(tasks())
    found = compare(scores, per_task=True, rope=0.01)
    assert [part.task for part in found.tasks] == ["t0", "t1", "t2", "t3"]
    alone = compare(scores, task="t2", rope=0.01)
    assert found.tasks[2].probabilities == pytest.approx(alone.probabilities)
    assert compare(scores, task="t2", per_task=True).tasks == ()


def test_a_task_that_is_too_small_is_left_out_and_said_so():
    table = pair_arrays([1.0, 2.0, 3.5, 2.5], [0.0] * 4, task=["x", "x", "y", "x"])
    found = compare(table, per_task=True, procedure="bayes_t")
    assert [part.task for part in found.tasks] == ["x"]
    assert any("Task `y` was left out" in note for note in found.notes)


def test_subgroups_repeat_the_comparison_within_each_value():
    found = compare(read(subgroups()), by="lang", rope=0.01)
    assert [part.group for part in found.groups] == [("lang", "en"), ("lang", "de"), ("lang", "fr")]
    assert [part.n_units for part in found.groups] == [12, 12, 12]
    assert any("exploratory" in note for note in found.notes)


def test_subgroups_compare_the_same_model_first():
    found = compare(read(subgroups(order="ba")), by="lang", rope=0.01)
    assert found.first == "a"
    assert {part.first for part in found.groups} == {"a"}
    assert {part.decision.verdict for part in found.groups} == {"first"}


def test_a_subgroup_that_lacks_a_model_is_left_out_and_said_so():
    table = subgroups()
    for i in range(12):
        for name, value in zip(table, ("a", f"es{i}", "es", 0.5), strict=True):
            table[name].append(value)
    found = compare(read(table), by="lang", missing="drop")
    assert [part.group[1] for part in found.groups] == ["en", "de", "fr"]
    assert any("es" in note for note in found.notes)


def test_unknown_names_are_refused_with_a_suggestion():
    with pytest.raises(ArgumentError, match=r"no column `lan`. Did you mean `lang`\?"):
        compare(read(subgroups()), by="lan")
    with pytest.raises(ArgumentError, match="Subgroups \\(`lang`\\) need the single scores"):
        compare(TABLE, by="lang")
    with pytest.raises(ArgumentError, match=r"no procedure `bayes_tt`. Did you mean `bayes_t`\?"):
        compare(TABLE, procedure="bayes_tt")
    with pytest.raises(ArgumentError, match="`bayes_t` has no option `colour`; it takes"):
        compare(TABLE, colour="red")
    with pytest.raises(ArgumentError, match="no model `z`"):
        compare(TABLE, first="z")
    with pytest.raises(ArgumentError, match="already paired with `a` first"):
        compare(TABLE, first="b", second="a")


def test_folds_are_not_taken_as_independent():
    folds = pair(read({"model": list("aabb"), "fold": [0, 1, 0, 1], "score": [0.5, 0.6, 0.4, 0.4]}))
    assert compare(folds).procedure == "bayes_correlated_t"
    with pytest.raises(NeedsNotMet, match="share training data"):
        compare(folds, procedure="bayes_t")


@pytest.mark.parametrize("data", [[0.1, 0.2], np.zeros((4, 2)), 3])
def test_what_cannot_be_read_is_refused_with_advice(data):
    with pytest.raises(ArgumentError, match=r"bt\.compare\(a, b\)"):
        compare(data)


def test_a_table_without_units_is_refused():
    with pytest.raises(PairingError, match="one row of numbers"):
        pair_arrays([], [])


def test_folds_of_several_tasks_leave_one_mean_difference_per_task():
    units = [(f"t{i}", j) for i in range(6) for j in range(5)]
    names = {"task": [task for task, _ in units] * 2, "fold": [fold for _, fold in units] * 2}
    scores = [*RNG.uniform(0.6, 0.9, 30), *RNG.uniform(0.6, 0.9, 30)]
    found = compare(read({"model": ["a"] * 30 + ["b"] * 30, **names, "score": scores}), procedure="bayes_t")
    assert found.n_units == 6


@pytest.mark.parametrize(
    ("scale", "rope", "suggestion"), [(100.0, 0.01, r"Did you mean `rope=1`\?"), (1.0, 1, r"mean `rope=0\.01`\?")]
)
def test_mixed_scales_are_refused_unless_both_bounds_are_given(scale, rope, suggestion):
    table = pair_arrays(scale * FIRST, scale * SECOND)
    with pytest.raises(ArgumentError, match=suggestion):
        compare(table, rope=rope)
    assert compare(table, rope=(-rope, rope)).rope.high == rope


def test_a_loss_of_a_few_nats_is_not_taken_for_percent():
    losses = pair_arrays(RNG.exponential(2.4, 60), RNG.exponential(2.4, 60), higher_is_better=False)
    assert compare(losses, rope=0.05).rope.high == 0.05


def test_identical_models_are_said_to_be_the_same_and_not_more():
    found = compare(SAME, rope=(-0.01, 0.01))
    assert found.decision.verdict == "undecided"
    assert any("the same score on all 60 cases" in note for note in found.notes)


@pytest.mark.parametrize(
    "scale",
    [1e-300, 1e300],
)
def test_scores_at_the_ends_of_the_range_are_compared_like_any_other(scale):
    plain, found = compare(TABLE), compare(pair_arrays(FIRST * scale, SECOND * scale, models=("a", "b")))
    assert found.probabilities == pytest.approx(plain.probabilities, abs=1e-9)
    assert found.pairing is None or found.pairing == pytest.approx(plain.pairing)
    assert "NaN" not in found.to_json()


ELSEWHERE = {("bayes_robust_t", "0/1"), ("bayes_bootstrap", "real"), ("bayes_bootstrap", "0/1")}
"""Refused for its ties; and `ties` runs the bootstrap already."""
ROUND_TRIPS = {
    "normal": lambda: compare(TABLE),
    "with a rope": lambda: compare(TABLE, rope=(-0.01, 0.02), level=0.9, rule="hdi", threshold=0.9),
    "loss rule": lambda: compare(TABLE, rule="loss"),
    "losses": lambda: compare(pair_arrays(FIRST, SECOND, higher_is_better=False)),
    "0/1": lambda: compare(BINARY),
    "0/1 in points": lambda: compare(BINARY, rope=0.01),
    "counts": lambda: compare(example("code-switching"), task="tr-en"),
    "heavy tails": lambda: compare(HEAVY),
    "ties": lambda: compare(TIED),
    "same": lambda: compare(SAME),
    "sums": lambda: compare(PairedSummary.from_moments(mean=0.1, sd=1.0, n=30)),
    "one of several tasks": lambda: compare(read(tasks()), task="t1"),
    "several tasks": lambda: compare(read(tasks())),
    "clusters": lambda: compare(read(clusters(tasks(1)))),
    "constant": lambda: compare(CONSTANT),
    "never disagree": lambda: compare(PairedSummary.from_cells({"": Cells(5, 0, 0, 5)})),
    "per task": lambda: compare(read(tasks()), per_task=True),
    "subgroups": lambda: compare(read(subgroups()), by="lang"),
    **{
        f"{name}, {label}": (lambda name=name, table=table: compare(table, procedure=name))
        for name, each in REGISTRY.items()
        for label, table in (("0/1", BINARY), ("real", TABLE), ("constant", CONSTANT))
        if each.needs.unmet(table) is None and (name, label) not in ELSEWHERE
    },
}
kinds = pytest.mark.parametrize("kind", list(ROUND_TRIPS))


@kinds
def test_a_comparison_survives_json(kind):
    found = ROUND_TRIPS[kind]()
    back = Comparison.from_dict(json.loads(found.to_json()))
    assert back == found
    assert back.to_json() == found.to_json()


@kinds
def test_every_key_of_the_schema_is_there_and_every_number_finite(kind):
    document = json.loads(ROUND_TRIPS[kind]().to_json(), parse_constant=pytest.fail)
    assert set(document) >= DOCUMENT
    assert document["schema"] == 2
    assert set(document["question"]) >= {"kind", "procedure", "alternatives", "reason"}
    for model in document["models"]:
        assert set(model) >= {"name", "n", "mean", "sd", "interval"}
    (record,) = document["comparisons"]
    for part in (record, *record["also"], *record["tasks"], *record["groups"]):
        assert set(part) >= RECORD
        assert part["interval"] is None or set(part["interval"]) == {"level", "low", "high", "kind"}
        assert part["rope"] is None or set(part["rope"]) == {"low", "high", "source", "scale", "shifted"}
        assert part["parameter"] is None or set(part["parameter"]) >= {"name", "null", "first_is"}
        assert part["decision"] is None or set(part["decision"]) == {
            "verdict", "rule", "threshold", "reading", "probabilities", "evidence", "held_back_by", "rests_on",
            "outcome",
        }  # fmt: skip
        assert part["classical"] is None or set(part["classical"]) >= {
            "procedure", "statistic", "df", "p_value", "p_adjusted",
        }  # fmt: skip


def test_a_comparison_in_a_frame_has_a_row_for_every_part():
    found = compare(read(subgroups()), by="lang", rope=0.01)
    pytest.importorskip("pandas")
    frame = found.to_frame("pandas")
    parts = (found, *found.also, *found.groups)
    assert frame["group"].tolist()[-3:] == ["lang=en", "lang=de", "lang=fr"]
    assert frame["p_first"].tolist() == pytest.approx([part.probabilities.first for part in parts])
    pytest.importorskip("polars")
    assert compare(HEAVY).to_frame("polars")["procedure"].to_list() == ["bayes_t", "bayes_robust_t"]


def test_a_comparison_says_what_it_found_when_it_is_printed():
    assert repr(compare(TABLE, rope=0.01)) == (
        "<Comparison of a (first) and b (second), bayes_t: "
        + "first {}, equivalent {}, second {}: ".format(*map(probability, compare(TABLE, rope=0.01).probabilities))
        + f"{compare(TABLE, rope=0.01).decision.verdict}>"
    )
    assert repr(compare(TABLE, procedure="wilcoxon")).startswith("<Comparison of a (first) and b (second), wilcoxon: p")


def test_a_seed_may_be_given_to_any_procedure():
    assert compare(TABLE, procedure="bayes_t", rng=0).result == compare(TABLE, procedure="bayes_t").result


def test_within_a_task_the_procedure_for_one_task_is_taken():
    found = compare(example("code-switching"), procedure="bayes_hierarchical_mcnemar", reading="winner", per_task=True)
    assert found.decision.reading == "winner"
    assert {part.procedure for part in found.tasks} == {"bayes_mcnemar"}
    assert len(found.tasks) == 11


def test_the_forms_of_a_comparison_hold_its_verdict():
    found = compare(example("code-switching"), task="tr-en")
    assert "Where the two disagree, LLM is right more often than GNN" in found.to_markdown()
    assert r"\begin{tabular}" in found.to_latex()
    assert r"the Bayesian McNemar test~\citep{chechile2020,williams2026}" in found.to_latex()
    assert r"~\citep{betterthan}" in found.to_latex()


@pytest.mark.parametrize("words", [{"adjust": "x"}, {"missing": "keep"}, {"repeats": "median"}])
def test_words_that_nobody_knows_are_refused_even_where_nothing_depends_on_them(words):
    with pytest.raises(ArgumentError, match=f"`{next(iter(words.values()))}`. "):
        compare(pair_arrays([0.9, 0.7, 0.8, 0.9], [0.8, 0.7, 0.6, 0.7]), rope=0.01, **words)


def test_an_unknown_adjustment_of_two_models_is_refused_on_the_command_line(command, tmp_path):
    path = tmp_path / "two.csv"
    path.write_text("task,a,b\nx,0.1,0.2\ny,0.3,0.1\nz,0.2,0.4\n")
    ran = command("compare", str(path), "--adjust", "x")
    assert (ran.code, ran.out) == (2, "")
    assert "There is no adjustment `x`" in ran.err
