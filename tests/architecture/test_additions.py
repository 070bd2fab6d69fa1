"""A procedure, a decision rule and a kind of file that come from outside are used like our own, and leave again."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import betterthan as bt
from betterthan.data.engines.engine import Engine
from betterthan.data.reading.raw import Raw, in_memory
from betterthan.data.reading.sources import table as sources
from betterthan.data.reading.sources.source import File, Source
from betterthan.judging.rules import table as rules
from betterthan.judging.rules.rule import Case, Rule
from betterthan.procedures import REGISTRY, Needs, procedure
from betterthan.results.difference import DifferencePosterior
from betterthan.results.laws.student_t import StudentT
from betterthan.vocabulary import Verdict

TABLE = bt.pair_arrays([0.91, 0.72, 0.83, 0.94, 0.76], [0.80, 0.70, 0.64, 0.75, 0.71], independent=True)


@pytest.fixture
def toy_procedure():
    @procedure(title="a toy", needs=Needs(units=2), cites=(), counterpart="paired_t", family="bayesian")
    def toy(table: bt.PairedTable) -> DifferencePosterior:
        """A normal law, or nearly so, of standard deviation 0.01 around the mean difference."""
        mean, _, _ = table.moments()
        return DifferencePosterior(StudentT(df=1e6, location=mean, scale=0.01), "toy", prior="none", spread=1.0)

    yield toy
    REGISTRY.remove("toy")


def claims_what_leads(case: Case) -> Verdict:
    return case.probabilities.largest


@pytest.fixture
def toy_rule():
    rule = Rule(
        name="toy",
        told="whatever leads",
        verdict=claims_what_leads,
        undecided=lambda threshold: "this never happens.",
        methods=lambda threshold: "Whatever led was claimed.",
    )
    rules.register(rule)
    yield rule
    rules.RULES.pop("toy")


def read_log(engine: Engine, file: File) -> Raw:
    log = json.loads(file.path.read_text())
    rows = [(model, case, score) for model, scores in log["toy"].items() for case, score in enumerate(scores)]
    return in_memory(engine, dict(zip(("model", "case", "score"), zip(*rows, strict=True), strict=True)), file.called)


@pytest.fixture
def toy_source():
    source = Source(name="toy", recognises=lambda file: file.beginning.startswith(b'{"toy":'), opened=read_log)
    sources.register(source)
    yield source
    sources.SOURCES.pop("toy")


@pytest.fixture
def log(tmp_path) -> Path:
    path = tmp_path / "log.json"
    path.write_text(json.dumps({"toy": {"a": [0.9, 0.7, 0.8], "b": [0.8, 0.7, 0.6]}}))
    return path


def test_a_procedure_from_outside_compares(toy_procedure):
    found = bt.compare(TABLE, procedure="toy", rope=0.01)
    assert found.procedure == "toy"
    assert found.decision.verdict == "first"
    assert found.classical.procedure == "paired_t"
    assert "toy" in bt.procedures.names()
    assert "`toy`" in found.to_text()


def test_a_procedure_that_has_left_is_unknown():
    with pytest.raises(bt.ArgumentError, match="toy"):
        bt.compare(TABLE, procedure="toy", rope=0.01)


def test_a_procedure_from_outside_may_not_take_a_name():
    def bayes_t(table: bt.PairedTable) -> DifferencePosterior:
        raise NotImplementedError

    with pytest.raises(bt.ArgumentError, match="`bayes_t` already"):
        procedure(title="another", needs=Needs(), cites=(), family="bayesian")(bayes_t)


def test_a_rule_from_outside_decides(toy_rule):
    few = bt.pair_arrays([0.9, 0.7, 0.8], [0.8, 0.7, 0.7], independent=True)
    assert bt.compare(few, rope=0.01).decision.verdict == "undecided"
    found = bt.compare(few, rope=0.01, rule="toy")
    assert (found.decision.verdict, found.decision.rule) == ("first", "toy")
    assert "Whatever led was claimed." in found.to_markdown()


def test_a_rule_that_has_left_is_unknown():
    with pytest.raises(bt.ArgumentError, match="toy"):
        bt.compare(TABLE, rope=0.01, rule="toy")


def test_a_source_from_outside_is_read(toy_source, log):
    scores = bt.read(log)
    assert scores.models == ("a", "b")
    assert bt.compare(scores, rope=0.01).first == "a"


def test_a_source_that_has_left_is_not_recognised(log):
    with pytest.raises(bt.ReadingError):
        bt.read(log)


@pytest.mark.parametrize(("table", "ours"), [(rules, rules.RULES["loss"]), (sources, sources.SOURCES["json"])])
def test_what_comes_from_outside_may_not_take_a_name(table, ours):
    with pytest.raises(bt.ArgumentError, match="already"):
        table.register(replace(ours))


@pytest.mark.parametrize("name", ["bayes_t", "toy"])
def test_only_what_came_from_outside_can_leave(name):
    with pytest.raises(bt.ArgumentError, match="registered from outside"):
        REGISTRY.remove(name)
