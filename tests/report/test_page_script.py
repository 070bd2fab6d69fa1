"""The contract between Python and page.js: the names that one writes are those that the other reads."""

from __future__ import annotations

import re
from dataclasses import fields
from importlib.resources import files

import numpy as np
import pytest

from betterthan.answers.further import LiveGrid, LiveNumbers, LivePoint, LiveQuantiles
from betterthan.asking import live
from betterthan.asking.compare import compare_two
from betterthan.data.pairing import pair_arrays
from betterthan.report.blocks import LiveWords
from betterthan.results.probabilities import EVEN
from betterthan.words.claims import label_templates
from betterthan.words.pairs import PAIRS_COUNTED
from betterthan.words.templates import fill, literal
from betterthan.words.verdicts import judged, verdict, verdict_templates

SCRIPT = (files("betterthan.report") / "templates" / "page.js").read_text()


def read_of(name: str) -> set[str]:
    """The properties of a variable that the script reads."""
    return set(re.findall(rf"(?<![\w.]){name}\.(\w+)", SCRIPT))


def keys(*records: type) -> set[str]:
    return {each.name for record in records for each in fields(record)}


@pytest.mark.parametrize(
    ("name", "records"),
    [("data", (LiveNumbers,)), ("row", (LiveQuantiles, LiveGrid, LivePoint)), ("words", (LiveWords,))],
)
def test_the_script_reads_the_keys_of_the_records(name, records):
    assert read_of(name) == keys(*records)


def test_the_script_fills_every_place():
    table = pair_arrays([0.1, 0.4, 0.2], [0.2, 0.1, 0.6], independent=True)
    found = compare_two(table, rope=0.1, procedure="bayes_signed_rank")  # whose claims have conditions
    right = compare_two(pair_arrays([1, 1, 0, 1], [0, 1, 1, 0], independent=True))  # a claim about disagreements
    texts = [text for each in (found, right) for text in verdict_templates(each).values()]
    places = {place for text in texts for place in re.findall(r"{(\w+)}", text)}
    counted = set(re.findall(r"{(\w+)}", PAIRS_COUNTED))
    labels = {place for label in label_templates(judged(found)) for place in re.findall(r"{(\w+)}", label)}
    script = SCRIPT.replace("...shown", re.search(r"const shown = { (.*?) };", SCRIPT)[1])
    filled = re.findall(r"fill\((?:template|label), {(.*?)}\)", script)
    named = [{part.split(":")[0].strip() for part in places.split(",")} for places in filled]
    assert named == [places, labels, counted]


def test_the_script_favours_neither_model_where_python_does():
    found = compare_two(pair_arrays([0, 1, 1], [0, 1, 1], independent=True), rope=0.01)
    template = verdict_templates(found)["favoured first second"]
    assert float(re.search(r"const EVEN = ([\d.]+);", SCRIPT)[1]) == EVEN
    assert verdict(found).endswith(fill(template, share="0.471"))


def test_the_script_spaces_the_quantiles_as_python_does():
    assert re.search(r"const FURTHEST = ([\d.]+);", SCRIPT)[1] == str(live.FURTHEST)


@pytest.mark.parametrize("name", ["{share}", "{", "}}", "{0}"])
def test_braces_in_a_name_are_text(name):
    scores = np.random.default_rng(0).normal([5.0, 0.0], 1.0, (20, 2))
    found = compare_two(pair_arrays(*scores.T, models=(name, "b")), rope=0.1)
    assert verdict(found).startswith(f"{name} is practically better than b (probability ")
    assert fill(literal(name)) == name
