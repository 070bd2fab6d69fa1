"""Mappings: what users write is checked by line and key, and compiles to what it says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from log_examples import MAPPING

import betterthan as bt
from betterthan.data.reading.sources.expressions import of_path, parsed
from betterthan.data.reading.sources.known import MAPPINGS, text_of
from betterthan.data.reading.sources.mapping import from_toml, read_mapping
from betterthan.data.reading.sources.outline import outline_of
from betterthan.data.reading.sources.pointers import keys_of, pointer

MINE = MAPPING.replace('case = "qid"', 'case = ["qid", "part"]')


@pytest.fixture
def judged(tmp_path) -> Path:
    grades = {"a": ["good", "good", "bad", "none"], "b": ["bad", "good", "bad", "good"]}
    for model, each in grades.items():
        (tmp_path / "runs" / model).mkdir(parents=True)
        rows = [
            {"qid": f"q{j}", "part": j % 2, "grade": grade, "deep": {"doc": j // 2}} for j, grade in enumerate(each)
        ]
        (tmp_path / "runs" / model / "out.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "my.toml").write_text(MINE)
    return tmp_path


def test_a_mapping_of_ones_own_reads_what_nobody_knows(judged):
    found = bt.read(judged / "runs", mapping=judged / "my.toml")
    assert bt.pair(found, "a", "b").scores.tolist() == [[1, 0], [1, 1], [0, 0]]
    assert set(found.rows.levels("case")) == {"q0 0", "q1 1", "q2 0", "q3 1"}
    assert any("1 of 4 of `a` (no answer)" in note for note in found.notes)


def test_the_same_as_a_dict(judged):
    import tomllib

    found = bt.read(judged / "runs", mapping={"name": "mine", **tomllib.loads(MINE)})
    assert found.models == ("a", "b")


def test_a_role_may_be_named_beside_the_mapping(judged):
    found = bt.read(judged / "runs", mapping=judged / "my.toml", cluster="deep.doc")
    assert set(found.rows.levels("cluster")) == {"0", "1"}
    assert found.weight is None


def test_the_command_takes_it(judged, command):
    ran = command("compare", judged / "runs", "--mapping", judged / "my.toml", "--rope", "0.1")
    assert ran.code == 0
    assert "scored by `score` (my judge)" in " ".join(ran.out.split())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("scor = 'a'", "line 1, key `scor`: There is no key `scor`. Did you mean `score`?"),
        ("has = 3\nscore = 'a'", "line 1, key `has`: a list of texts is needed; got `3`."),
        ("score = 'a'\n\n[words]\ngood = 'one'", "line 4, key `words.good`: `good` needs a number."),
        ("title = 'x'", "has no `score`, which every mapping needs."),
        ("score = 'a'\ncast = 'grade'", "line 2, key `cast`: There is no choice `grade`."),
        ("score = 'a'\ncast = 'words'", "line 2, key `cast`: `words` says which number"),
        ("score = 'a'\nmodel = 'file:(a'", "line 2, key `model`: `(a` is no pattern"),
        ("score = 'a'\nmodel = 'file:abc'", "line 2, key `model`: The pattern `abc` needs one group"),
        ("score = 'a'\ncolumns = 'a('", "line 2, key `columns`: `a(` is no pattern"),
        ("score = 'a'\ncase = 3", "line 2, key `case`: an expression, or a list of them, is needed; got `3`."),
        ("score = 'a'\n[averaged]\nturn = 'turns'", "key `averaged`: There is no role `turn`."),
        ("score = 'a'\n[failures]\nlost = ''", "line 3, key `failures.lost`: `` is no condition"),
        ("score = ", "is not valid TOML"),
    ],
)
def test_what_is_wrong_is_told_by_line_and_key(text, message):
    with pytest.raises(bt.ArgumentError) as raised:
        from_toml(text, "`my.toml`", "my")
    assert message in str(raised.value)


def test_a_mapping_that_is_not_there_is_told():
    with pytest.raises(bt.ArgumentError, match=r"nowhere\.toml` cannot be read"):
        read_mapping("nowhere.toml")


@pytest.mark.parametrize("name", MAPPINGS)
def test_every_mapping_that_is_printed_can_be_read_again(name, command):
    ran = command("sources", name)
    assert from_toml(ran.out, name, name) == MAPPINGS[name]
    assert ran.out.strip() == text_of(name).strip()


def test_sources_are_listed(command):
    ran = command("sources", "--json")
    rows = json.loads(ran.out)["sources"]
    assert {"name", "program", "files", "recognised_by", "note"} == set(rows[0])
    assert set(MAPPINGS) <= {row["name"] for row in rows}
    assert "swebench-report" in command("sources").out


def test_an_unknown_source_is_told(command):
    assert "Did you mean `mteb`?" in command("sources", "mtep").err


def test_paths_say_folders_and_names():
    path = Path("/runs/gpt-4/seed_3/model.v2.json")
    said = {"dir:1": "seed_3", "dir:2": "gpt-4", r"dir:1 ~ (\d+)": "3", r"file:^(.+)\.v": "model", "file:(x)": None}
    assert {each: of_path(parsed(each)[0], path) for each in said} == said


def test_keys_with_strange_letters_are_pointed_at():
    assert pointer(*keys_of("a.b~c.d/e")) == "/a/b~0c/d~1e"


@pytest.mark.parametrize(
    ("text", "shape", "first"),
    [
        (b'{"a": 1}\n{"a": 2}\n', "lines", {"a": 1}),
        (b'{"a": {"b": [1, 2, {"c": "x,', "object", {"a": {"b": [1, 2]}}),
        (b'[{"a": "}", "b": 2}, {"a"', "array", {"a": "}", "b": 2}),
        (b'\xef\xbb\xbf{"a": 1}', "object", {"a": 1}),
    ],
)
def test_outlines_of_beginnings(text, shape, first):
    outline = outline_of(text)
    assert outline is not None
    assert (outline.shape, outline.first) == (shape, first)


@pytest.mark.parametrize("text", [b"a,b\n1,2\n", b"", b"[1, 2]", b'{"a":' + b"[" * 100_000, b"[]"])
def test_what_is_no_record_has_no_keys(text):
    outline = outline_of(text)
    assert outline is None or not isinstance(outline.first, dict) or not outline.first


def test_compare_takes_a_mapping_and_a_metric(judged):
    found = bt.compare(judged / "runs", mapping=judged / "my.toml", rope=0.1)
    assert found.n_units == 3
    with pytest.raises(bt.ArgumentError, match="There is no metric `grade`"):
        bt.compare(judged / "runs", mapping=judged / "my.toml", metric="grade")


def test_a_unit_that_a_log_has_twice_is_named(judged):
    log = judged / "runs/a/out.jsonl"
    again = log.read_text().splitlines(keepends=True)[0]
    log.write_text(log.read_text() + again + again)
    twice = r"`a` has 3 rows for the same unit \(case q0 0\); so it is with 1 unit\."
    with pytest.raises(bt.ReadingError, match=twice):
        bt.read(judged / "runs", mapping=judged / "my.toml")


def test_rank_takes_a_mapping(judged):
    data, mapping = judged / "runs", judged / "my.toml"
    found = bt.rank(data, mapping=mapping, rope=0.1)
    assert found == bt.rank(bt.read(data, mapping=mapping), rope=0.1)
    with pytest.raises(bt.ArgumentError, match="mapping"):
        bt.rank(bt.read(data, mapping=mapping), mapping=mapping)


def test_groups_by_what_the_mapping_does_not_name(judged):
    data, mapping = judged / "runs", judged / "my.toml"
    assert set(bt.read(data, mapping=mapping, by="deep.doc").rows.levels("deep.doc")) == {"0", "1"}
    with pytest.raises(bt.ArgumentError, match=r"There is no column `deep\.dok`"):
        bt.compare(data, mapping=mapping, by="deep.dok", rope=0.1)
