"""The codec: fields out, fields back in, and what is said of a value that does not fit."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import inf, isnan, nan
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

import numpy as np
import pytest

from betterthan.arrays import Array
from betterthan.errors import ReadingError
from betterthan.results.codec import NOT_WRITTEN, Plain, of_kind, plain, restored, written_as
from betterthan.results.probabilities import Probabilities
from betterthan.results.rope import Rope


class Size(NamedTuple):
    value: float
    label: str | None = None


class Computed:
    """Made by code, and not written."""


def doubled(value: Any) -> int:
    return 2 * value


@dataclass(frozen=True)
class Whole(Plain):
    name: str
    number: float
    count: int = field(metadata=written_as("n"))
    sure: bool
    side: Literal["left", "right"]
    sizes: tuple[Size, ...]
    pair: tuple[str, float]
    by_name: Mapping[str, float]
    rope: Rope | None
    own: Annotated[int, doubled]
    anything: Any
    either: float | Computed
    hidden: int = field(default=7, metadata=NOT_WRITTEN)
    kind: ClassVar[str] = "whole"


@dataclass(frozen=True, eq=False)
class Drawn(Plain):
    draws: Array
    kind: ClassVar[str] = "drawn"


WHOLE = Whole(
    "a",
    inf,
    3,
    True,
    "left",
    (Size(-inf), Size(1.0, "x")),
    ("b", 2),
    {"c": 0.5},
    Rope(-1.0, 1.0),
    0,
    [1, {"d": None}],
    9,
)


def test_fields_go_out_under_their_keys_the_kind_first():
    record = json.loads(json.dumps(WHOLE.to_dict(), allow_nan=False))
    assert next(iter(record.items())) == ("kind", "whole")
    assert record["n"] == 3
    assert record["number"] == "inf"
    assert record["sizes"] == [{"value": "-inf", "label": None}, {"value": 1.0, "label": "x"}]
    assert record["rope"] == {"low": -1.0, "high": 1.0, "source": "user", "scale": "score", "shifted": False}
    assert "hidden" not in record
    assert "count" not in record


def test_fields_come_back_and_what_was_not_written_has_its_default():
    back = Whole.from_dict(json.loads(json.dumps(WHOLE.to_dict())))
    assert back == Whole(**{**vars(WHOLE), "hidden": 7})
    assert type(back.sizes[0]) is Size
    assert type(back.rope) is Rope


def test_a_type_may_have_a_reader_of_its_own():
    assert Whole.from_dict({**WHOLE.to_dict(), "own": 4}).own == 8


def test_arrays_and_numbers_that_are_not_finite():
    back = Drawn.from_dict(Drawn(np.array([[0.0, 1.0], [2.0, 3.0]])).to_dict())
    np.testing.assert_array_equal(back.draws, [[0.0, 1.0], [2.0, 3.0]])
    assert isnan(restored(float, plain(nan)))
    assert restored(float, plain(-inf)) == -inf


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("name", 3, "`name`: text is expected; got 3"),
        ("number", "many", "`number`: a number is expected; got 'many'"),
        ("number", True, "`number`: a number is expected; got True"),
        ("number", None, "`number`: a number is expected; got nothing"),
        ("n", 1.5, "`n`: a whole number is expected; got 1.5"),
        ("n", True, "`n`: a whole number is expected; got True"),
        ("sure", 1, "`sure`: true or false is expected; got 1"),
        ("side", "up", "`side`: one of `left`, `right` is expected; got 'up'"),
        ("sizes", {}, "`sizes`: a list is expected; got {}"),
        ("sizes", [{"value": 1.0}], "`sizes.0`: Size lacks the key `label`"),
        ("sizes", [{"value": 1.0, "label": 2}], "`sizes.0.label`: text is expected; got 2"),
        ("pair", ["b"], "`pair`: a list of 2 is expected; got 1 value"),
        ("by_name", [1], "`by_name`: an object is expected; got [1]"),
        ("by_name", {"c": "d"}, "`by_name.c`: a number is expected; got 'd'"),
        (
            "rope",
            {"low": 1.0, "high": 0.0, "source": "user", "scale": "score", "shifted": False},
            "`rope`: A rope runs from low to high",
        ),
        ("either", True, "`either`: a number is expected; got True"),
        ("rope", "wide", "`rope`: an object with the keys of Rope is expected; got 'wide'"),
        ("kind", "part", "`kind`: the kind `whole` is expected; got 'part'"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_by_its_place(key, value, said):
    with pytest.raises(ReadingError) as caught:
        Whole.from_dict({**WHOLE.to_dict(), key: value})
    assert said in str(caught.value)


def test_missing_keys_are_named():
    record = {key: value for key, value in WHOLE.to_dict().items() if key not in ("n", "rope")}
    with pytest.raises(ReadingError, match="Whole lacks the keys `n`, `rope`"):
        Whole.from_dict(record)


@pytest.mark.parametrize("record", [{"kind": "other"}, {}, [], None, {"kind": ["drawn"]}])
def test_an_unknown_kind_is_refused_with_those_that_are_known(record):
    with pytest.raises(ReadingError, match="Known: `whole`, `drawn`"):
        of_kind(record, (Whole, Drawn))


def test_the_kind_chooses_the_class():
    assert of_kind(WHOLE.to_dict(), (Drawn, Whole)) == Whole(**{**vars(WHOLE), "hidden": 7})


def test_what_is_no_array_is_refused():
    with pytest.raises(ReadingError, match="`draws`: a list of numbers is expected"):
        Drawn.from_dict({"kind": "drawn", "draws": [[1.0], [2.0, 3.0]]})


@pytest.mark.parametrize("shares", [(0.6, 0.6, 0.0), (0.5, 0.4, 0.0), (1.2, -0.2, 0.0), (float("nan"), 0.5, 0.5)])
def test_probabilities_sum_to_one(shares):
    with pytest.raises(ReadingError, match="sum to 1"):
        Probabilities.from_dict(plain(Probabilities(*shares)))


def test_rounding_of_probabilities_is_let_through():
    assert Probabilities.from_dict({"first": 0.3, "equivalent": 0.7000000001, "second": 0.0}).first == 0.3
