"""Several metrics: each by its own posterior and direction, one rule for their number, p-values adjusted together."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import betterthan as bt
from betterthan.answers.comparison import Comparison
from betterthan.answers.comparisons import Comparisons
from betterthan.report.blocks import Section, Table
from betterthan.report.build import report_of

CASES = 40
SHAPE = stats.norm.ppf((np.arange(CASES) + 0.5) / CASES)
SHAPE = SHAPE / SHAPE.std(ddof=1)
"""Differences with mean 0 and standard deviation 1."""
LEVELS = np.linspace(0.5, 0.6, CASES)


def differences(p: float) -> Any:
    """Differences whose one-sided t-test against 0 gives p, which is the probability that their mean is below 0."""
    return SHAPE + stats.t.isf(p, CASES - 1) / np.sqrt(CASES)


def table(models: str = "ab", **metrics: Any) -> dict[str, Any]:
    """A long table: of each metric the columns of the models, case by case."""
    return {
        "model": np.repeat(list(models), CASES),
        "case": np.tile(np.arange(CASES), len(models)),
        **{name: np.concatenate(each) for name, each in metrics.items()},
    }


def two(first: float, second: float) -> dict[str, Any]:
    """Model a is ahead on two scores, with these one-sided p-values."""
    shares = {"quality": first, "style": second}
    return table(**{name: [LEVELS + 0.01 * differences(p), LEVELS] for name, p in shares.items()})


def pair_of(found: Any, metric: str) -> Comparison:
    pair = found.of(metric)
    assert isinstance(pair, Comparison)
    return pair


def test_every_metric_is_what_it_is_alone():
    data = two(0.001, 0.3)
    found = bt.compare(data, metric=["quality", "style"], rope=0.001)
    assert found.metrics == ("quality", "style")
    for name in found.metrics:
        alone, pair = bt.compare(data, metric=name, rope=0.001), pair_of(found, name)
        assert isinstance(alone, Comparison)
        assert pair.result == alone.result
        assert pair.probabilities == alone.probabilities
        assert [model.mean for model in pair.models] == [model.mean for model in alone.models]


def test_a_claim_about_one_of_two_metrics_needs_more():
    """The probability 0.965 decides one metric at 0.95, and none of two, which need 0.975; 0.98 decides it."""
    data = two(0.035, 0.02)
    alone = bt.compare(data, metric="quality", rope=0)
    assert alone.verdict == "first"
    assert alone.probabilities.first == pytest.approx(0.965, abs=1e-9)
    found = bt.compare(data, metric=["quality", "style"], rope=0)
    assert [pair.verdict for _, pair in found.pairs] == ["undecided", "first"]
    assert (found.threshold, found.needed) == (0.95, pytest.approx(0.975))
    assert [pair.decision.threshold for _, pair in found.pairs] == [pytest.approx(0.975)] * 2


def test_the_users_threshold_is_divided_likewise():
    found = bt.compare(two(0.035, 0.02), metric=["quality", "style"], rope=0, threshold="0.92")
    assert (found.threshold, found.needed) == (0.92, pytest.approx(0.96))
    assert [pair.verdict for _, pair in found.pairs] == ["first", "first"]
    assert {pair.given.threshold for _, pair in found.pairs} == {0.92}
    assert "(probability 0.965; threshold 0.96)" in found.to_text()
    assert "0.96 = 1 − (1 − 0.92)/2" in found.to_text()


def test_p_values_are_adjusted_together():
    p = {"quality": 2 * 0.02, "style": 2 * 0.015}
    found = bt.compare(two(0.02, 0.015), metric=list(p), rope=0)
    assert [pair.p_value for _, pair in found.pairs] == pytest.approx(list(p.values()), abs=1e-9)
    holm = {"style": 2 * 0.03, "quality": max(2 * 0.03, 0.04)}  # the smaller one twice; the other once, and not below
    assert {name: pair.p_adjusted for name, pair in found.pairs} == pytest.approx(holm, abs=1e-9)
    plain = bt.compare(two(0.02, 0.015), metric=list(p), rope=0, adjust="none")
    assert [pair.p_adjusted for _, pair in plain.pairs] == pytest.approx(list(p.values()), abs=1e-9)
    assert "The 2 p-values of all metrics are not adjusted for their number." in plain.to_text()


def three(**shifts: float) -> dict[str, Any]:
    """Three models on two scores; `shifts` say how far the third is ahead."""
    noise = np.random.default_rng(4)
    return table(
        "abc",
        **{
            name: [LEVELS + noise.normal(0, 0.01, CASES) + (shift if model == 2 else 0) for model in range(3)]
            for name, shift in shifts.items()
        },
    )


def test_pairs_of_several_models_are_counted_with_the_metrics():
    data = three(quality=0.02, style=0.0)
    by_joint = bt.compare(data, metric=["quality", "style"])
    assert all(isinstance(by_joint.of(name), Comparisons) for name in by_joint.metrics)
    assert [pair.decision.threshold for _, pair in by_joint.pairs] == pytest.approx([0.975] * 6)
    assert [by_joint.of(name).ranked.threshold for name in by_joint.metrics] == pytest.approx([0.975] * 2)
    alone = bt.compare(data, metric=["quality", "style"], procedure="bayes_t")
    assert [pair.decision.threshold for _, pair in alone.pairs] == pytest.approx([1 - 0.05 / 6] * 6)
    assert "since there are 3 pairs and 2 metrics, needs the probability 0.9917 = 1 − (1 − 0.95)/6" in " ".join(
        alone.to_text().split()
    )
    p = sorted(pair.p_value for _, pair in alone.pairs)
    assert min(pair.p_adjusted for _, pair in alone.pairs) == pytest.approx(6 * p[0])
    assert "3 pairs by each of 2 metrics" in alone.to_markdown()


def test_each_metric_has_its_direction_and_its_rope():
    """By the name of a loss lower is better; a is ahead on both."""
    loss = 20 + LEVELS
    data = table(quality=[LEVELS + 0.1, LEVELS], rmse=[loss - 2 + 0.01 * SHAPE, loss])
    found = bt.compare(data, metric=["quality", "rmse"], rope={"quality": 0.01, "rmse": (-0.5, 1.0)})
    assert [pair.verdict for _, pair in found.pairs] == ["first", "first"]
    assert [pair.higher_is_better for _, pair in found.pairs] == [True, False]
    assert [pair.rope.bounds for _, pair in found.pairs] == ["±0.01", "[−0.5, 1]"]
    assert pair_of(found, "rmse").estimate == pytest.approx(2)
    assert pair_of(found, "rmse").models[0].mean == pytest.approx(np.mean(loss) - 2)
    assert "Lower is better: `rmse` has the name of a loss." in pair_of(found, "rmse").notes
    (shown,) = [block for block in report_of(found).blocks if isinstance(block, Table)]
    assert [row[shown.columns.index("better")] for row in shown.rows] == ["higher", "lower"]
    alone = bt.compare(data, metric=["quality", "rmse"], rope={"rmse": 0.5})
    assert pair_of(alone, "quality").rope.source.startswith("default")


def test_one_rope_serves_metrics_of_one_scale():
    found = bt.compare(two(0.001, 0.3), metric=["quality", "style"], rope=0.02)
    assert {pair.rope.bounds for _, pair in found.pairs} == {"±0.02"}
    assert "The rope of every metric is ±0.02 in units of the score (given by you)." in found.to_text()
    share = bt.compare(table(quality=[LEVELS, LEVELS], rmse=[20 + LEVELS] * 2), metric=["quality", "rmse"], rope="10%")
    assert pair_of(share, "rmse").rope.high == pytest.approx(0.1 * np.mean(20 + LEVELS))


def test_a_log_says_the_direction_of_each(tmp_path: Path):
    from lm_eval_files import write_run

    scores = {"acc": [1, 0, 1, 1, 0, 1], "bits_per_byte": [0.6, 0.7, 0.5, 0.8, 0.7, 0.6]}
    directions = {"sums": {"acc": True, "bits_per_byte": False}}
    for name, shift in (("one", 0.0), ("two", 0.25)):
        moved = {**scores, "bits_per_byte": [each + shift for each in scores["bits_per_byte"]]}
        write_run(tmp_path / name, f"org/{name}", {"sums": moved}, directions=directions)
    found = bt.compare(tmp_path, metric=["acc", "bits_per_byte"])
    assert [pair.higher_is_better for _, pair in found.pairs] == [True, False]
    assert pair_of(found, "bits_per_byte").estimate == pytest.approx(0.25)
    assert pair_of(found, "bits_per_byte").models[1].mean == pytest.approx(0.65 + 0.25)


def test_scorers_of_inspect(tmp_path: Path):
    from inspect_files import sample, write_json

    right = {"one": [1, 1, 1, 0, 1, 1], "two": [1, 0, 1, 0, 0, 1]}
    for name, each in right.items():
        samples = [sample(j, {"match": "CI"[1 - ok], "rubric": 0.5 + ok / 4}) for j, ok in enumerate(each)]
        write_json(tmp_path / f"{name}.json", samples, model=name)
    found = bt.compare(tmp_path, metric=["match", "rubric"])
    means = {name: [model.mean for model in pair.models] for name, pair in found.pairs}
    assert means["match"] == pytest.approx([5 / 6, 3 / 6])
    assert means["rubric"] == pytest.approx([0.5 + 5 / 24, 0.5 + 3 / 24])


def test_metrics_of_predictions_with_a_function():
    truth = np.tile([0, 1], 30)
    outputs = {name: np.clip(0.5 + shift * (truth - 0.5) + 0.3 * np.sin(np.arange(60) + j), 0.01, 0.99)
               for j, (name, shift) in enumerate((("svm", 0.8), ("mlp", 0.3)))}  # fmt: skip
    given = bt.predictions({"truth": truth, **outputs})

    def brier(truth, output):
        return float(np.mean((np.asarray(output) - truth) ** 2))

    found = bt.compare(given, metric=["auroc", brier], rng=1)
    assert found.metrics == ("auroc", "brier")
    auroc = {name: stats.mannwhitneyu(p[truth == 1], p[truth == 0]).statistic / 900 for name, p in outputs.items()}
    assert {model.name: model.mean for model in pair_of(found, "auroc").models} == pytest.approx(auroc)


def tidy(**missing: Any) -> dict[str, list[Any]]:
    """A column of metrics; `missing` are the cases that model b lacks by a metric."""
    rows = [
        (metric, model, case, 0.5 + case / 100 + (model == "a") / 10)
        for metric in ("bleu", "chrf")
        for model in "ab"
        for case in range(20)
        if not (model == "b" and case in missing.get(metric, ()))
    ]
    return dict(zip(("metric", "model", "case", "score"), map(list, zip(*rows, strict=True)), strict=True))


def test_missing_cases_are_counted_per_metric():
    found = bt.compare(tidy(chrf=(3, 4, 5)), metric=["bleu", "chrf"], missing="drop")
    assert [pair.n_units for _, pair in found.pairs] == [20, 17]
    dropped = {name: [note for note in pair.notes if "dropped" in note] for name, pair in found.pairs}
    assert dropped == {"bleu": [], "chrf": ["3 of 20 units were dropped because a model had no score there."]}


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: bt.compare(tidy(chrf=range(20)), metric=["bleu", "chrf"]), r"Metric `chrf`: .*of one \(`a`\)"),
        (lambda: bt.compare(tidy(chrf=(1,)), metric=["bleu", "chrf"]), r"Metric `chrf`: .*`missing=\"drop\"`"),
        (lambda: bt.compare(tidy(), metric=["bleu", "ter"]), r"no score called `ter`.*Columns found"),
        (lambda: bt.compare(tidy(), metric=["bleu", "bleu"]), "names `bleu` twice"),
        (lambda: bt.compare(tidy(), metric=[]), "is an empty list"),
        (lambda: bt.compare(tidy(), metric=["bleu", "chrf"], rope={"ter": 1}), "a rope for `ter`.*: `bleu`, `chrf`"),
        (lambda: bt.compare(tidy(), metric="bleu", rope={"bleu": 1}), "A rope for each metric is for several"),
        (lambda: bt.compare(tidy(), metric=["bleu", "chrf"], adjust="most"), "^There is no adjustment `most`"),
        (lambda: bt.compare(tidy(), metric=["bleu", "chrf"], first="c"), r"Metric `bleu`: .*`c`"),
        (
            lambda: bt.compare(table(quality=[LEVELS] * 2, rmse=[20 + LEVELS] * 2), metric=["quality", "rmse"],
                               rope=0.01),
            r"one number for 2 metrics .* not on one scale: .*`quality` 0\.55 to 0\.55; `rmse` 20\.55 to 20\.55.*"
            r'`rope={"quality": …, "rmse": …}`',
        ),
        (
            lambda: bt.compare(table(acc=[100 * LEVELS] * 2, f1=[99 * LEVELS] * 2), metric=["acc", "f1"], rope=0.01),
            "look like percent",
        ),
        (
            lambda: bt.compare(table(quality=[LEVELS] * 2, rmse=[LEVELS] * 2), metric=["quality", "rmse"],
                               higher_is_better=False),
            "`higher_is_better=False` speaks of all metrics, and `rmse` has the name of a loss while `quality` has not",
        ),
        (
            lambda: bt.compare(table("a", quality=[LEVELS], style=[LEVELS]), metric=["quality", "style"]),
            r"2 metrics at once are for comparing models two by two, and these scores are of one \(`a`\)",
        ),
        (
            lambda: bt.compare(three(quality=0, style=0), metric=["quality", "style"], procedure="friedman"),
            "`friedman` tests all models at once, by one metric",
        ),
        (lambda: bt.compare(bt.read(tidy(), metric="bleu"), metric=["bleu", "chrf"]), "was given scores"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said_with_its_metric(ask: Callable[[], object], said: str):
    with pytest.raises(bt.BetterthanError, match=said):
        ask()


def test_outside_of_several_a_loss_is_still_asked_about():
    data = table(quality=[LEVELS] * 2, rmse=[LEVELS] * 2)
    bt.compare(data, metric=["quality", "rmse"])
    with pytest.raises(bt.ReadingError, match="lower is usually better, and you did not say so"):
        bt.compare(data, metric="rmse")


def test_a_rule_without_a_threshold_says_that_it_does_not_allow_for_them():
    found = bt.compare(two(0.001, 0.3), metric=["quality", "style"], rope=0.001, rule="loss")
    assert (found.threshold, found.needed) == (None, None)
    assert "this rule has no threshold that allows for that" in " ".join(found.to_text().split())


def test_what_is_not_there_is_named():
    found = bt.compare(two(0.001, 0.3), metric=["quality", "style"])
    with pytest.raises(bt.ArgumentError, match=r"There is no metric `quolity`\. Did you mean `quality`"):
        found.of("quolity")
    assert len(found) == 2


def test_rows_have_the_metric_first():
    found = bt.compare(two(0.001, 0.3), metric=["quality", "style"], rope=0.001)
    rows = found.to_rows()
    assert [(row["metric"], row["first"], row["second"]) for row in rows] == [
        ("quality", "a", "b"),
        ("style", "a", "b"),
    ]
    assert rows[0]["mean_second"] == pytest.approx(LEVELS.mean())
    assert found.to_csv().startswith("metric,first,second,higher_is_better,mean_first,mean_second,")


def test_a_document_is_checked_by_itself_and_by_the_scores():
    for each in (two(0.001, 0.3), three(quality=0.02, style=0.0)):
        found = bt.compare(each, metric=["quality", "style"], rope={"quality": 0.002})
        assert bt.check(found.document(), each).agrees
        changed = found.document()
        pairs = changed["answers"][1].get("comparisons") or [changed["answers"][1]]
        pairs[0]["classical"]["p_adjusted"] = pairs[0]["p_adjusted"] = 0.5
        places = [each.place for each in bt.check(changed).disagreements]
        assert places
        assert all("answers.1" in place and "p_adjusted" in place for place in places)
    with pytest.raises(bt.ArgumentError, match="these are the scores of one"):
        bt.check(found.document(), bt.read(each, metric="quality"))


def test_the_first_screen_says_what_each_metric_says_and_the_rule():
    found = bt.compare(two(0.001, 0.3), metric=["quality", "style"], rope=0)
    told = found.to_text()
    assert "By quality: a better; by style: undecided." in told
    assert "0.975 = 1 − (1 − 0.95)/2" in told
    assert "The 2 p-values of all metrics are adjusted together (holm)." in told
    assert "your threshold" not in told
    sections = [block for block in report_of(found).blocks if isinstance(block, Section)]
    assert [each.heading for each in sections] == [
        f"By {name}: a (first) and b (second) on 40 cases" for name in found.metrics
    ]


def test_a_list_of_one_is_held_to_nothing_more():
    found = bt.compare(two(0.035, 0.02), metric=["quality"], rope=0)
    assert isinstance(found, bt.ByMetric)
    assert found.pairs[0][1].verdict == "first"
    assert found.pairs[0][1].p_adjusted == found.pairs[0][1].p_value
    assert "1 − (1 −" not in found.to_text()


def test_what_holds_of_all_is_said_once():
    told = bt.compare(two(0.001, 0.3), metric=["quality", "style"], rope=0).to_text()
    assert told.count("Training variation is not covered") == 1
    assert told.count("`quality` is a score that the dict holds") == 1
