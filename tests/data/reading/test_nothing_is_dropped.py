"""Nothing is dropped unseen: an index, columns without a part, a first line that is data, names that look alike."""

from __future__ import annotations

import json
import random
import unicodedata
from pathlib import Path
from typing import Any

import pytest

import betterthan as bt
from betterthan.data.pairing import pair
from betterthan.data.reading.tables import read
from betterthan.data.scores import Scores
from betterthan.errors import PairingError, ReadingError

CHANCE = random.Random(7)
N = 400
PASSAGES = [j % 79 for j in range(N)]
GPT, LLAMA = ([CHANCE.randint(0, 1) for _ in range(N)] for _ in range(2))


def scores_of(source: Any, **named: Any) -> Scores:
    found = read(source, **named)
    assert isinstance(found, Scores)
    return found


def hints(notes: tuple[str, ...]) -> list[str]:
    return [note for note in notes if note.startswith("Is this meant?")]


WIDE = {
    "case": list(range(N)),
    "passage_id": PASSAGES,
    "comment": [f"c{j}" for j in range(N)],
    "gpt": GPT,
    "llama": LLAMA,
}
CLUSTER = (
    'Is this meant? `passage_id` has 79 values on 400 cases: give `cluster="passage_id"` if cases of one passage '
    "belong together."
)


@pytest.mark.parametrize(("empty", "asked"), [(100_000, True), (99_999, False)])
def test_the_first_hundred_thousand_rows_say_what_a_column_is(empty: int, asked: bool) -> None:
    """A column of groups has a value in each of them; whether later ones lack it is not looked at."""
    site: list[str | None] = [f"s{j % 700}" for j in range(100_001)]
    site[empty] = None
    half = [j / 1000 % 0.75 for j in range(100_001)]
    found = scores_of({"case": list(range(100_001)), "site": site, "a": half, "b": half[::-1]}, higher_is_better=True)
    assert bool(hints(found.notes)) == asked


class TestIndex:
    pd = pytest.importorskip("pandas")

    def test_named_levels_are_columns(self) -> None:
        index = self.pd.MultiIndex.from_product(
            [list("abcdef"), range(10), range(10)], names=["dataset", "run", "fold"]
        )
        values = [CHANCE.random() for _ in range(len(index))]
        table = pair(scores_of(self.pd.DataFrame({"nbc": values, "aode": values[::-1]}, index=index)))
        assert table.design.levels == {"task": 6, "repeat": 10, "fold": 10}
        assert table.design.unit.plural == "folds"

    def test_a_named_index_is_a_column(self) -> None:
        index = self.pd.Index([f"q{j}" for j in range(5)], name="question_id")
        scores = scores_of(
            self.pd.DataFrame({"a": [0.1, 0.2, 0.3, 0.4, 0.7], "b": [0.4, 0.3, 0.2, 0.1, 0]}, index=index)
        )
        assert list(scores.rows.levels("case")) == ["q0", "q1", "q2", "q3", "q4"]

    def test_names_without_a_name_are_a_column_too(self) -> None:
        frame = self.pd.DataFrame({"a": [0.1, 0.2, 0.4], "b": [0.4, 0.3, 0.3]}, index=["x", "y", "z"])
        assert list(scores_of(frame).rows.levels("case")) == ["x", "y", "z"]

    def test_a_mere_count_of_rows_is_none(self) -> None:
        frame = self.pd.DataFrame({"model": ["a", "b"], "case": [1, 1], "score": [0.5, 0.25]}, index=[7, 9])
        assert scores_of(frame).extra == ()

    def test_an_index_with_the_name_of_a_column_is_refused(self) -> None:
        frame = self.pd.DataFrame({"case": [1, 2], "a": [0.5, 0.2], "b": [0.25, 0.1]})
        with pytest.raises(ReadingError, match="several columns called `case`"):
            read(frame.set_index("case", drop=False))

    def test_it_is_a_column_in_files_too(self, tmp_path: Path) -> None:
        frame = self.pd.DataFrame({"a": [0.1, 0.2, 0.4], "b": [0.4, 0.3, 0.3]}, index=["x", "y", "z"])
        frame.to_csv(tmp_path / "t.csv")
        frame.to_json(tmp_path / "t.json")
        for name in ("t.csv", "t.json"):
            assert list(scores_of(tmp_path / name).rows.levels("case")) == ["x", "y", "z"]


class TestUnused:
    def test_a_cluster_is_asked_about(self) -> None:
        found = bt.compare(scores_of(WIDE))
        assert CLUSTER in found.notes
        assert "Columns that play no part: `passage_id`, `comment`." not in found.notes
        assert "Columns that play no part: `comment`." in found.notes

    def test_a_cluster_in_a_long_table_is_asked_about(self) -> None:
        long = {
            "model": ["gpt"] * N + ["llama"] * N,
            "case": list(range(N)) * 2,
            "passage_id": PASSAGES * 2,
            "seconds": [CHANCE.random() for _ in range(2 * N)],
            "score": GPT + LLAMA,
        }
        assert hints(scores_of(long).notes) == [CLUSTER]
        assert "Columns that play no part: `passage_id`, `seconds`." in scores_of(long).notes

    def test_the_first_screen_says_so(self, command: Any, folder: Path) -> None:
        rows = zip(*WIDE.values(), strict=True)
        Path("t.csv").write_text(",".join(WIDE) + "\n" + "".join(",".join(map(str, row)) + "\n" for row in rows))
        code, out, _ = command("compare", "t.csv")
        assert code == 0
        first_screen = " ".join("\n".join(out.splitlines()[:20]).split())
        assert (
            "`passage_id` has 79 values on 400 cases: give `--column cluster=passage_id` if cases of one"
            in first_screen
        )
        assert "comment" in out.split("Notes")[1]
        for line in ("rank t.csv", "question t.csv", "compare t.csv --column cluster=passage_id"):
            assert command(*line.split())[0] == 0

    def test_given_the_cluster_nothing_is_asked(self) -> None:
        scores = scores_of(WIDE, cluster="passage_id")
        assert not hints(scores.notes)
        assert bt.compare(scores).n_units == 79

    @pytest.mark.parametrize(
        ("name", "values", "told"),
        [
            ("split", ["train", "test"], 'and all of them are counted: `by="split"` compares within each.'),
            ("language", ["de", "en"], 'give `task="language"` if each is a task of its own.'),
            ("category", ["x", "y", "z"], '`by="category"` compares within each.'),
            ("document", ["d1", "d2"], 'give `cluster="document"` if cases of one document belong together.'),
        ],
    )
    def test_what_else_a_column_may_be(self, name: str, values: list[str], told: str) -> None:
        column = [values[j % len(values)] for j in range(N)]
        (note,) = hints(scores_of({"case": list(range(N)), name: column, "gpt": GPT, "llama": LLAMA}).notes)
        assert note.endswith(told)
        assert f"`{name}` has {len(values)} values on 400 cases" in note

    @pytest.mark.parametrize("name", ["target_hash", "goldLabelId", "truth", "predicted document"])
    def test_what_is_true_or_predicted_is_no_cluster(self, name: str) -> None:
        column = [f"h{j // 4}" for j in range(N)]
        assert not hints(scores_of({"case": list(range(N)), name: column, "gpt": GPT, "llama": LLAMA}).notes)

    @pytest.mark.parametrize(("key", "what"), [(None, "cases"), ("case", "cases"), ("seed", "units")])
    def test_what_a_column_divides_has_its_name(self, key: str | None, what: str) -> None:
        named = {} if key is None else {key: list(range(N))}
        columns = {**named, "document": ["d1", "d2"] * (N // 2), "gpt": GPT, "llama": LLAMA}
        (note,) = hints(scores_of(columns).notes)
        assert f"`document` has 2 values on 400 {what}:" in note

    @pytest.mark.parametrize("again", ["seed", "epoch"])
    def test_a_case_that_is_scored_twice_is_one_case(self, again: str) -> None:
        """Two scores of each of six cases, of three documents."""
        columns = {"case": [0, 1, 2, 3, 4, 5] * 2, again: [1] * 6 + [2] * 6, "document": list("ddeeff") * 2}
        scored = {"gpt": GPT[:12], "llama": LLAMA[:12]}
        (note,) = hints(scores_of({**columns, **scored}).notes)
        assert "`document` has 3 values on 6 cases:" in note
        long = {name: values * 2 for name, values in columns.items()}
        model = {"model": ["gpt"] * 12 + ["llama"] * 12, "score": [*GPT[:12], *LLAMA[:12]]}
        assert hints(scores_of({**long, **model}).notes) == [note]

    def test_cases_that_each_task_numbers_anew_are_told_apart(self) -> None:
        columns = {"task": ["s"] * 6 + ["t"] * 6, "case": [0, 1, 2, 3, 4, 5] * 2, "document": list("ddeeffgghhii")}
        (note,) = hints(scores_of({**columns, "gpt": GPT[:12], "llama": LLAMA[:12]}).notes)
        assert "`document` has 6 values on 12 cases:" in note

    @pytest.mark.parametrize("column", [[f"c{j}" for j in range(N)], ["same"] * N, [j / 7 for j in range(N)]])
    def test_what_divides_nothing_is_only_listed(self, column: list[Any]) -> None:
        notes = scores_of(
            {"case": list(range(N)), "remark": column, "a b": GPT, "c d": LLAMA}, models=["a b", "c d"]
        ).notes
        assert not hints(notes)
        assert "Columns that play no part: `remark`." in notes

    def test_what_was_ignored_is_not_mentioned(self) -> None:
        notes = scores_of(WIDE, ignore=["passage_id", "comment"]).notes
        assert not any("passage_id" in note or "comment" in note for note in notes)

    def test_notes_survive_json(self) -> None:
        found = bt.compare(scores_of(WIDE))
        assert CLUSTER in json.loads(found.to_json())["notes"]


@pytest.mark.parametrize(
    "content",
    [
        "0.5,0.25\n0.75,0.5\n0.1,0.2\n",
        "1,0\n0,0\n1,1\n",
        "0,1\n1,1\n0,0\n",
        "1,1\n0,1\n",
        "gpt,q1,1\ngpt,q2,0\nllama,q1,1\nllama,q2,1\n",
        "q1,0.5,0.25\nq2,0.75,0.5\n",
        "gpt;0.5\nllama;0.25\n",
        "-1e-3\t2\n3\t4\n",
    ],
)
def test_a_file_without_a_header_keeps_its_first_row(content: str, tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(content)
    with pytest.raises(ReadingError, match="the line that names the columns is missing"):
        read(path)


def test_numbers_may_be_names_of_models(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("case,1,2\n1,0.5,0.25\n2,0.75,0.5\n3,0.5,0.5\n")
    assert scores_of(path).models == ("1", "2")


NFC, NFD = (unicodedata.normalize(form, "caf\u00e9") for form in ("NFC", "NFD"))


@pytest.mark.parametrize("names", [("a", "a "), ("a", "A"), (NFC, NFD), ("gpt 4", "gpt  4")])
def test_names_that_look_alike_are_named(names: tuple[str, str]) -> None:
    one, other = names
    together = {"model": [one, other, "b"] * 9, "case": [j // 3 for j in range(27)], "score": GPT[:27]}
    assert any(f"`{one}`, `{other}` differ in spaces" in note for note in hints(scores_of(together).notes))
    apart = {"model": [one] * 3 + [other] * 3 + ["b"] * 6, "case": [*range(6), *range(6)], "score": GPT[:12]}
    with pytest.raises(PairingError, match=f"`{one}`, `{other}` differ in spaces"):
        bt.compare(scores_of(apart))
