"""The JSON Schema of what `--json` prints, made from the records: the same fields and types by which they are read."""

from __future__ import annotations

import dataclasses
import json
import types
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import numpy as np
from docstrings import told

from betterthan.answers import comparison, comparisons, decision_table, estimate, joint_test, seed_table
from betterthan.answers.by_metric import ByMetric
from betterthan.answers.checked import Checked
from betterthan.answers.model_means import ModelMeans
from betterthan.answers.parts import ModelFigures
from betterthan.answers.ranked import Ranked
from betterthan.answers.ranked_scores import RankedScores
from betterthan.answers.replication import Replication
from betterthan.answers.scaling import Scaling
from betterthan.answers.score_table import ScoreTable
from betterthan.answers.sensitivity import Sensitivity
from betterthan.answers.task_scaling import SizeCounts, TaskScaling
from betterthan.answers.validation import Validation
from betterthan.judging.effects import EffectSize, _Written
from betterthan.judging.verdict import Decision
from betterthan.results.codec import NOT_FINITE, _hints, _keys, _own_kind
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.interval import Interval
from betterthan.results.kinds import POSTERIORS, TESTS
from betterthan.results.null_test import NullTest
from betterthan.results.probabilities import Probabilities
from betterthan.version import SCHEMA

FILE = Path(__file__).parent / "reference" / "betterthan.schema.json"
NUMBER = float | None
TEXT = str | None
ANY_OBJECT = dict[str, Any]

# Keys that are told of a record besides its fields, and those of its fields that are told otherwise.
BESIDE: dict[Any, dict[str, Any]] = {
    comparison.Comparison: {
        "procedure": str, "kind": str, "parameter": ANY_OBJECT | None, "prior": TEXT, "statistic": NUMBER,
        "p_value": NUMBER, "diagnostics": Diagnostics, "observed": NUMBER, "estimate": NUMBER,
        "interval": Interval | None, "direction": dict[str, float] | None, "reading": TEXT,
        "probabilities": Probabilities | None, "readings": dict[str, Probabilities | None] | None,
        "odds": ANY_OBJECT | None, "evidence": ANY_OBJECT | None, "over_priors": ANY_OBJECT | None,
        "shrunken": list[ANY_OBJECT] | None, "shrunken_error": NUMBER, "tally": ANY_OBJECT | None,
        "task_law": list[ANY_OBJECT] | None,
    },
    Decision: {"outcome": str},
    comparisons.Comparisons: {"tests": list[Any], "rankings": list[Ranked]},
    ByMetric: {"needed": NUMBER, "level": float},
    Ranked: {"procedure": str, "rule": str, "best_error": NUMBER, "places_error": NUMBER},
    joint_test.JointTest: {
        "procedure": str, "null": str, "statistic_name": str, "statistic": NUMBER, "df": Any, "p_value": float,
        "rejected": bool, "figures": dict[str, NUMBER | str], "effects": list[ANY_OBJECT],
        "confidence_set": list[str] | None, "pairs": list[ANY_OBJECT],
    },
    estimate.Against: {
        "direction": dict[str, float] | None, "estimate": NUMBER, "exact": bool, "interval": Interval | None,
        "probabilities": Probabilities | None,
    },
    Sensitivity: {
        "first": str, "second": str, "procedure": str, "stable": bool, "ropes": list[ANY_OBJECT],
        "changes": Any, "priors": None, "probabilities": None, "verdicts": None, "held_back_by": None,
    },
    Scaling: {
        "sizes": list[ANY_OBJECT], "factors": None, "p_values": None, "probabilities": None, "units": None,
        "verdicts": None,
    },
    seed_table.SeedRow: {"task": TEXT, "n": int, "min": float, "max": float},
    seed_table.SeedTest: {
        "procedure": str, "statistic": NUMBER, "df": Any, "estimate": NUMBER, "interval": Interval | None,
        "p_value": NUMBER,
    },
    Checked: {"agrees": bool},
    decision_table.DecisionTable: {"total": ANY_OBJECT, "pairs": list[ANY_OBJECT]},
    Replication: {"agrees": bool, "counts": list[ANY_OBJECT]},
    decision_table.TaskDecision: {
        "p_first": float, "p_equivalent": float, "p_second": float, "probabilities": None,
    },
    ModelMeans: {"within": None, "models": list[ANY_OBJECT]},
    TaskScaling: {"counts": list[SizeCounts]},
}  # fmt: skip

DOCUMENTS: dict[str, tuple[Any, str]] = {
    "comparison": (comparison.Comparison, "`betterthan compare` of two models, `summary`"),
    "comparisons": (comparisons.Comparisons, "`betterthan compare` of several models"),
    "several metrics": (ByMetric, "`betterthan compare --metric A,B`"),
    "ranking": (Ranked, "`betterthan rank`"),
    "test": (joint_test.JointTest, "`betterthan compare --procedure` with a test of several models"),
    "ranking with scores": (RankedScores, "`betterthan rank --table`"),
    "one model": (estimate.Estimate, "`betterthan compare` of one model, `bt.estimate`"),
    "seeds": (seed_table.SeedTable, "`betterthan seeds`"),
    "sensitivity": (Sensitivity, "`betterthan sensitivity`"),
    "scaling": (Scaling, "`betterthan scaling`"),
    "scaling of tasks": (TaskScaling, "`betterthan scaling --per-task`"),
    "scores": (ScoreTable, "`bt.score_table`"),
    "decisions": (decision_table.DecisionTable, "`bt.decision_table`"),
    "means": (ModelMeans, "`bt.model_means`"),
    "check": (Checked, "`betterthan check`"),
    "validation": (Validation, "`betterthan validate`"),
    "replication": (Replication, "`betterthan replicate`"),
}
"""Every kind of document, the record in it, and the command or function that gives it."""

SHARED = ("comparison", "ranking", "test", "ranking with scores")
"""Documents that share one form: lists of comparisons, rankings and tests."""


class Maker:
    """Schemas of types; those of records are kept once, under `$defs`, and referred to."""

    def __init__(self, *, closed: bool = False) -> None:
        self.defs: dict[str, Any] = {}
        self.closed = closed

    def of(self, hint: Any) -> dict[str, Any]:
        origin, inner = get_origin(hint), get_args(hint)
        if hint is Any:
            return {}
        if origin is Annotated:
            return self._by_reader(inner)
        if origin is Literal:
            return {"enum": list(inner)}
        if origin in (Union, types.UnionType):
            return {"anyOf": _distinct([self.of(each) for each in inner])}
        if origin is tuple and inner[-1] is not Ellipsis:
            return {"type": "array", "prefixItems": [self.of(each) for each in inner], "items": False}
        if origin in (tuple, list):
            return {"type": "array", "items": self.of(inner[0])}
        if origin is np.ndarray:
            return {"type": "array"}
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return {"type": "object", "additionalProperties": self.of(inner[1])}
        return self._of_class(hint)

    def _of_class(self, cls: Any) -> dict[str, Any]:
        plain = {str: {"type": "string"}, bool: {"type": "boolean"}, int: {"type": "integer"}, dict: {"type": "object"},
                 type(None): {"type": "null"}, np.ndarray: {"type": "array"}, list: {"type": "array"}}  # fmt: skip
        if cls is float:  # what is not finite is written as text
            return {"anyOf": [{"type": "number"}, {"enum": list(NOT_FINITE)}]}
        if cls in plain:
            return plain[cls]
        if cls is EffectSize:
            return self._of_class(_Written)
        if not (dataclasses.is_dataclass(cls) or hasattr(cls, "_fields")):
            return {"type": "string"} if issubclass(cls, str) else {"type": "object"}
        name = cls.__name__.lstrip("_")
        if name not in self.defs:
            self.defs[name] = {}  # it may hold itself
            self.defs[name] = self._record(cls)
        return {"$ref": f"#/$defs/{name}"}

    def _record(self, cls: Any) -> dict[str, Any]:
        about = told(cls)
        said = {**about.named.get("Parameters", {}), **about.named.get("Attributes", {})}
        beside = BESIDE.get(cls, {})
        properties: dict[str, Any] = {}
        if _own_kind(cls) is not None and "kind" not in beside:
            properties["kind"] = {"const": _own_kind(cls)}
        for name, key in _keys(cls).items():
            if key in beside and beside[key] is None:
                continue
            properties[key] = self._described(beside.get(key, _hints(cls)[name]), said.get(name, ""))
        for key, hint in beside.items():
            if hint is not None and key not in properties:
                properties[key] = self._described(hint, said.get(key, ""))
        return {
            "type": "object",
            "description": about.summary,
            "properties": properties,
            "required": list(properties),
            **({"additionalProperties": False} if self.closed else {}),
        }

    def _described(self, hint: Any, words: str) -> dict[str, Any]:
        return {**({"description": words} if words else {}), **self.of(hint)}

    def _by_reader(self, inner: tuple[Any, ...]) -> dict[str, Any]:
        """A type with a reader of its own: results by their kinds, effects by their names, laws as they are."""
        reader: Callable[..., Any] = inner[1]
        if reader.__name__ == "pair_result_from_dict":
            return {"anyOf": [self.of(each) for each in (*POSTERIORS.values(), *TESTS.values())]}
        if reader.__name__ == "effects_from_dict":
            return {"type": "object", "additionalProperties": self.of(_Written)}
        if reader.__name__ == "_whole_test":
            return {"anyOf": [self.of(NullTest), {"type": "object"}, {"type": "null"}]}
        return {} if "law" in reader.__name__ else self.of(inner[0]) if reader.__name__ == "_pairs" else {}


def _distinct(schemas: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each for i, each in enumerate(schemas) if each not in schemas[:i]]


@cache
def schema(*, closed: bool = False) -> dict[str, Any]:
    """The whole schema.

    Parameters:
        closed: whether a key that it does not name is a fault, as tests have it; for users keys are only ever added.
    """
    maker = Maker(closed=closed)
    head = {"schema": {"const": SCHEMA}, "version": {"type": "string"}}
    for cls, _ in DOCUMENTS.values():
        maker.of(cls)
    listed = {
        "question": {"anyOf": [{"$ref": "#/$defs/Question"}, {"type": "null"}]},
        "models": {"type": "array", "items": {"anyOf": [maker.of(ModelFigures), {"$ref": "#/$defs/OwnFigures"}]}},
        "comparisons": {"type": "array", "items": {"$ref": "#/$defs/Comparison"}},
        "rankings": {"type": "array", "items": {"$ref": "#/$defs/Ranked"}},
        "notes": {"type": "array", "items": {"type": "string"}},
    }
    about = {"type": "object", "description": "Comparisons, rankings and tests."}
    shared = {**about, "properties": {**head, **listed}, "required": [*head, *listed]}
    forms = [shared]
    for name, (cls, _) in DOCUMENTS.items():
        if name not in SHARED:
            record = maker.defs[cls.__name__]
            forms.append(
                {**record, "properties": {**head, **record["properties"]}, "required": [*head, *record["required"]]}
            )
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What betterthan prints with --json",
        "anyOf": forms,
        "$defs": maker.defs,
    }


def text() -> str:
    """The schema as it is stored."""
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


def page(made: str) -> str:
    whole = schema()
    documents = "\n".join(f"| {name} | {by} | `{cls.__name__}` |" for name, (cls, by) in DOCUMENTS.items())
    records = "\n\n".join(_section(name, record) for name, record in sorted(whole["$defs"].items()))
    return (
        f"# JSON\n\n{made} [What comes out](../output.md#json) says what the keys mean, and how a document is read back.\n\n"
        "{download}`betterthan.schema.json` is a JSON Schema (draft 2020-12) of everything that `--json` prints and "
        "`-o x.json` writes. It is made from the records themselves; a test holds real documents of every kind against "
        "it. Absent things are null, never missing; keys are only ever added; a number that is not finite is one of the "
        "texts `inf`, `-inf`, `nan`.\n\n"
        "```python\nimport json\nfrom pathlib import Path\n\nimport betterthan as bt\n\n"
        "found = bt.compare([0.81, 0.79, 0.84, 0.80, 0.82], [0.78, 0.78, 0.80, 0.79, 0.80], folds=5, rope=0.01)\n"
        'found.report("folds.json")\n'
        'document = json.loads(Path("folds.json").read_text())\n'
        'print(document["schema"], list(document))\n'
        'print(document["comparisons"][0]["decision"]["verdict"])\n```\n\n'
        f"## Documents\n\n| document | from | record |\n|---|---|---|\n{documents}\n\n"
        "The first four share one form: `question`, `models`, `comparisons`, `rankings` and `notes` beside `schema` and "
        "`version`.\n\n"
        f"## Records\n\n{records}\n"
    )


def _section(name: str, record: dict[str, Any]) -> str:
    rows = "\n".join(
        f"| `{key}` | {_type(each)} | {each.get('description', '').replace('|', chr(92) + '|')} |"
        for key, each in record["properties"].items()
    )
    return f"### {name}\n\n{record['description']}\n\n| key | type | |\n|---|---|---|\n{rows}"


def _type(each: dict[str, Any]) -> str:
    if "$ref" in each:
        name = each["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in each:
        return " or ".join(dict.fromkeys(_type(one) for one in each["anyOf"] if one != {"enum": list(NOT_FINITE)}))
    if "enum" in each:
        return " or ".join(f"`{json.dumps(one)}`" for one in each["enum"])
    if "const" in each:
        return f"`{json.dumps(each['const'])}`"
    if each.get("type") == "array":
        return f"list of {_type(each['items'])}" if isinstance(each.get("items"), dict) and each["items"] else "list"
    if each.get("type") == "object" and each.get("additionalProperties"):
        return f"object of {_type(each['additionalProperties'])}"
    return str(each.get("type", "any"))
