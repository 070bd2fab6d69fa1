"""The JSON Schema of `--json`: real documents of every kind fit it, and a wrong one does not."""

from __future__ import annotations

import json
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import betterthan as bt
from betterthan.answers.ranked_scores import RankedScores
from betterthan.data.examples import example
from betterthan.simulation.studies import validate

jsonschema = pytest.importorskip("jsonschema")
DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS))
import json_schema  # noqa: E402


@cache
def documents() -> dict[str, Any]:
    cases = bt.read({"case": range(6), "a": [9, 8, 7, 8, 6, 7], "b": [8, 8, 6, 7, 7, 5], "c": [5, 6, 4, 5, 7, 6]})
    seeds = bt.read({"model": list("aaabbb"), "seed": [1, 2, 3] * 2, "score": [9, 8, 7, 6, 7, 5]})
    pair = bt.compare(cases, first="a", second="b", rope=1)
    switching = example("code-switching")
    folds = [0.81, 0.79, 0.84, 0.80, 0.82], [0.78, 0.78, 0.80, 0.79, 0.80]
    ranked, table = bt.rank(cases, rope=1), bt.score_table(cases, rope=1)
    found = {
        "comparison": pair,
        "comparison of tasks": bt.compare(switching, rope=0.01, per_task=True),
        "comparison of shares": bt.compare(switching, task="tr-en"),
        "comparison of differences": bt.compare(example("nbc-aode"), rope=1.0),
        "comparison of folds": bt.compare(*folds, folds=5, rope=0.01),
        "comparison by a test": bt.compare(cases, first="a", second="b", procedure="wilcoxon"),
        "comparison of samples": bt.compare(bt.unpaired(seeds, "a", "b"), rope=1),
        "comparison of predictions": bt.compare(example("mice"), first="LgR", second="SVM", loss="brier", rope=0.01),
        "comparisons": bt.compare(cases, rope=1),
        "several metrics": bt.compare(
            {
                "model": list("ab") * 6,
                "case": [j // 2 for j in range(12)],
                "acc": [0.9, 0.8, 0.7] * 4,
                "mae": range(12),
            },
            metric=["acc", "mae"],
        ),
        "ranking": ranked,
        "test": bt.compare(cases, procedure="anova"),
        "ranking with scores": RankedScores(ranked, table),
        "one model": bt.estimate(cases, "a", against=6),
        "seeds": bt.seed_table(seeds, "b", rope=1),
        "sensitivity": bt.sensitivity(pair),
        "scaling": bt.scaling(pair),
        "scaling of tasks": bt.task_scaling(bt.compare(switching, rope=0.01, per_task=True)),
        "scores": table,
        "decisions": bt.decision_table(switching, rope=0.01),
        "means": bt.model_means(cases),
        "check": bt.check(pair.document()),
        "validation": validate(["corani-table-2"], repetitions=2, workers=1),
        "replication": bt.Replication("bundled", ()),
    }
    return {name: json.loads(each.to_json()) for name, each in found.items()}


@cache
def validator() -> Any:
    jsonschema.Draft202012Validator.check_schema(json_schema.schema())
    return jsonschema.Draft202012Validator(json_schema.schema())


KINDS = list(json_schema.DOCUMENTS) + [
    f"comparison {what}"
    for what in ("of tasks", "of shares", "of differences", "of folds", "by a test", "of samples", "of predictions")
]


@pytest.mark.parametrize("kind", KINDS)
def test_a_real_document_fits(kind):
    validator().validate(documents()[kind])


@pytest.mark.parametrize("kind", KINDS)
def test_every_key_of_its_record_is_described(kind):
    """Against the record alone, in which a key that the schema does not name is a fault."""
    strict, document = json_schema.schema(closed=True), documents()[kind]
    name = kind if kind in json_schema.DOCUMENTS else "comparison"
    record = json_schema.DOCUMENTS[name][0].__name__
    where = {"comparison": "comparisons", "ranking": "rankings", "test": "tests"}.get(name)
    if name == "ranking with scores":
        pytest.skip("its record is that of a ranking, and that of the scores")
    told = document[where][0] if where else {key: document[key] for key in document if key not in ("schema", "version")}
    jsonschema.Draft202012Validator({"$ref": f"#/$defs/{record}", "$defs": strict["$defs"]}).validate(told)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda record: record.pop("rope"),
        lambda record: record.update(estimate="wide"),
        lambda record: record["decision"].update(verdict="maybe"),
        lambda record: record["models"][0].pop("name"),
    ],
    ids=["a key is missing", "text for a number", "an unknown verdict", "a part of a part is missing"],
)
def test_a_wrong_document_does_not_fit(spoil):
    document = json.loads(json.dumps(documents()["comparison"]))
    spoil(document["comparisons"][0])
    with pytest.raises(jsonschema.ValidationError):
        validator().validate(document)


def test_the_stored_schema_is_that_of_the_records():
    assert json_schema.FILE.read_text() == json_schema.text(), "run `make docs`"
