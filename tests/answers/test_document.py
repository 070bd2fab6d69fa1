"""Records, documents, and the way back; broken documents end in one clear error."""

from __future__ import annotations

import json
from dataclasses import replace
from math import inf

import numpy as np
import pytest

import betterthan as bt
from betterthan.answers.ranked_scores import RankedScores
from betterthan.answers.scaling import Scaling
from betterthan.answers.sensitivity import Sensitivity
from betterthan.errors import ArgumentError, ReadingError
from betterthan.judging.effects import EffectSize
from betterthan.version import SCHEMA, __version__


def through_json(value):
    return json.loads(json.dumps(value, allow_nan=False))


def test_a_record_and_its_document_are_read_back(record):
    for plain in (record.to_dict(), record.document(), json.loads(record.to_json())):
        back = type(record).from_dict(through_json(plain))
        assert back == record
        assert back.to_dict() == record.to_dict()


def test_a_document_is_the_record_with_schema_and_version(record):
    document, plain = record.document(), record.to_dict()
    assert next(iter(document)) == "schema"
    assert (document["schema"], document["version"]) == (SCHEMA, __version__)
    assert "schema" not in plain
    within = [*document.get("comparisons", []), *document.get("rankings", []), *document.get("tests", [])]
    assert plain in within or document == {"schema": SCHEMA, "version": __version__, **plain}


@pytest.mark.parametrize("broken", [[], [{}], "text", None, 3])
def test_what_is_no_object_is_refused(record, broken):
    with pytest.raises(ReadingError, match="an object with keys is expected"):
        type(record).from_dict(broken)


@pytest.mark.parametrize("schema", [0, 1, 3, "2", None, True])
def test_another_schema_is_refused_by_name(record, schema):
    with pytest.raises(ReadingError, match=f"`schema`: this version reads schema {SCHEMA}; got {schema!r}"):
        type(record).from_dict({**record.document(), "schema": schema})


def test_a_document_names_the_version_that_wrote_it(record):
    document = record.document()
    del document["version"]
    with pytest.raises(ReadingError, match="`version`: text is expected"):
        type(record).from_dict(document)


def test_an_empty_object_is_refused(record):
    with pytest.raises(ReadingError, match="Cannot read"):
        type(record).from_dict({})


DERIVED = {
    "Comparison": "procedure kind parameter prior observed estimate interval direction reading probabilities readings "
    "over_priors odds evidence statistic p_value tally shrunken shrunken_error task_law diagnostics",
    "Comparisons": "tests",
    "ByMetric": "needed level",
    "JointTest": "procedure null statistic_name statistic df p_value rejected figures effects confidence_set pairs",
    "Ranked": "procedure rule best_error places_error",
    "SeedTable": "",
    "ScoreTable": "",
    "DecisionTable": "total",
    "ModelMeans": "",
    "Sensitivity": "first second procedure stable",
    "Scaling": "",
}


def test_every_key_that_is_not_derived_is_missed(record):
    plain = record.to_dict()
    for key in set(plain) - set(DERIVED[type(record).__name__].split()):
        with pytest.raises(ReadingError, match=key):
            type(record).from_dict({name: value for name, value in plain.items() if name != key})


def changed(plain, place, value):
    """A copy in which the value at a place is another one."""
    made = through_json(plain)
    inner = made
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = value
    return made


WRONG = {
    "Comparison": [
        (("first",), 3),
        (("paired",), "yes"),
        (("question", "alternatives"), 3),
        (("question", "alternatives"), {}),
        (("decision", "verdict"), "both"),
        (("decision", "probabilities", "first"), 1.2),
        (("result", "kind"), "Posterior"),
        (("result", "law", "kind"), "cauchy"),
        (("result", "law", "df"), "many"),
        (("classical", "result"), None),
        (("classical",), []),
        (("rope", "low"), 9.0),
        (("checks", 0, "status"), "unknown"),
        (("effect_sizes", "Cohen's d", "sign"), 2),
        (("models", 0, "interval"), "x"),
    ],
    "Comparisons": [
        (("comparisons", 0, "result"), 3),
        (("rankings",), {}),
        (("rankings", 0, "result", "law", "kind"), "cauchy"),
        (("adjustment",), "some"),
    ],
    "ByMetric": [
        (("metrics",), ["acc"]),
        (("metrics", 0), 3),
        (("answers",), []),
        (("answers", 0), "x"),
        (("answers", 1, "result"), None),
        (("adjustment",), "some"),
        (("threshold",), "high"),
    ],
    "JointTest": [
        (("result", "kind"), "Ranking"),
        (("result", "effects", 0, "estimate"), "x"),
        (("result", "effects_are"), "places"),
        (("adjustment",), "some"),
        (("tasks", 0, "n"), 1.5),
        (("models",), None),
    ],
    "Ranked": [(("models", 0, "best"), "x"), (("result", "kind"), "NullTest"), (("better", 0), 0.5)],
    "SeedTable": [(("rows", 0, "scores", 0, "score"), None), (("rows", 1, "against", "probabilities", "first"), 1.2)],
    "ScoreTable": [(("marks", 0, 0), "worst"), (("means", 0, 0), "x")],
    "DecisionTable": [(("tasks", 0, "p_first"), 1.2), (("tasks", 0, "p_first"), None), (("pairs", 0), "a")],
    "ModelMeans": [
        (("models", 0, "within"), None),
        (("models", 0, "sd"), "x"),
        (("models",), 3),
        (("models",), [3]),
    ],
    "Sensitivity": [(("ropes", 0, "first"), 1.2), (("ropes", 0, "low"), 9.0), (("comparison",), None)],
    "Scaling": [(("sizes", 0, "first"), 1.2), (("sizes", 0, "units"), 1.5), (("limit",), 0.5), (("sizes",), None)],
}
CASES = [(name, place, value) for name, wrong in WRONG.items() for place, value in wrong]


@pytest.mark.parametrize(("name", "place", "value"), CASES)
def test_a_value_of_another_kind_is_refused(records, name, place, value):
    record = records[name]
    with pytest.raises(ReadingError, match=r"^Cannot read "):
        type(record).from_dict(changed(record.to_dict(), place, value))


def test_a_fault_is_told_by_its_place(records):
    document = changed(records["Comparisons"].document(), ("comparisons", 1, "rope", "high"), "wide")
    with pytest.raises(ReadingError) as caught:
        bt.Comparisons.from_dict(document)
    assert str(caught.value) == "Cannot read `comparisons.1.rope.high`: a number is expected; got 'wide'."


def test_several_comparisons_are_not_one(records):
    with pytest.raises(ReadingError, match=r"got 3 records\. `bt.Comparisons.from_dict` reads several"):
        bt.Comparison.from_dict(records["Comparisons"].document())
    with pytest.raises(ReadingError, match="got 0 records"):
        bt.Comparison.from_dict(records["Ranked"].document())


def test_a_ranking_with_its_scores_is_read_back(records):
    both = RankedScores(records["Ranked"], records["ScoreTable"])
    for plain in (both.to_dict(), both.document()):
        assert RankedScores.from_dict(through_json(plain)) == both
        assert bt.Ranked.from_dict(plain) == records["Ranked"]
        with pytest.raises(ReadingError, match="Cannot read `scores`"):
            RankedScores.from_dict({**plain, "scores": None})


def test_inputs_that_make_no_model_are_refused():
    table = bt.read(
        {"model": ["a", "b"] * 12, "task": [f"t{j // 8}" for j in range(24)], "case": [j // 2 for j in range(24)],
         "score": np.random.default_rng(1).normal(size=24).tolist()},
        case="case",
    )  # fmt: skip
    found = bt.compare(table, procedure="bayes_hierarchical_t", rope=0.1)
    assert bt.Comparison.from_dict(found.document()) == found
    with pytest.raises(ReadingError, match=r"`result\.inputs`: no model can be integrated"):
        bt.Comparison.from_dict(changed(found.to_dict(), ("result", "inputs", "mean"), "x"))


@pytest.mark.parametrize("sign", [1, -1])
def test_an_infinite_effect_keeps_its_sign_whatever_the_estimate(records, sign):
    found = replace(records["Comparison"], effects=(EffectSize("Cohen's d", sign * inf, "large"),))
    record = through_json(found.to_dict())
    assert record["effect_sizes"]["Cohen's d"] == {"value": None, "label": "large", "sign": sign, "counts": None}
    assert bt.Comparison.from_dict({**record, "estimate": None}) == found
    with pytest.raises(ReadingError, match="its sign is 1 or -1"):
        bt.Comparison.from_dict(changed(record, ("effect_sizes", "Cohen's d", "sign"), 0))


def test_a_comparison_by_a_procedure_of_another_version_is_readable(records):
    record = changed(records["Comparison"].to_dict(), ("result", "procedure"), "bayes_of_tomorrow")
    found = bt.Comparison.from_dict(changed(record, ("paired",), False))
    assert found.procedure == "bayes_of_tomorrow"
    assert not found.paired
    assert bt.Comparison.from_dict(found.document()) == found


def test_a_number_of_units_that_never_decides_is_null(records):
    found = replace(records["Scaling"], needed=inf)
    assert found.to_dict()["needed"] is None
    assert Scaling.from_dict(found.document()) == found


def test_what_needs_the_scores_says_so(records):
    back = bt.Comparison.from_dict(records["Comparison"].document())
    with pytest.raises(ArgumentError, match="Scaling needs the scores"):
        bt.scaling(back)
    assert bt.sensitivity(back) == records["Sensitivity"]
    ranks = bt.compare(
        records["Comparison"].table, rope=0.01, procedure="bayes_signed_rank", rng=np.random.default_rng(1)
    )
    assert isinstance(bt.sensitivity(ranks, ropes=[0.01]), Sensitivity)
    with pytest.raises(ArgumentError, match="is built for one, needs the scores"):
        bt.sensitivity(bt.Comparison.from_dict(ranks.document()))
