"""LaTeX that an author can use: it compiles, nothing sticks out, the verdict stands in a table, and BibTeX is content.

The tests that compile need `pdflatex` and `bibtex` with natbib and booktabs, and are skipped where they are not there.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import betterthan as bt
from betterthan.answers.ranked_scores import RankedScores
from betterthan.report.bibliography import entries
from betterthan.report.blocks import Report, Table
from betterthan.report.build import report_of
from betterthan.report.render.latex import latex
from betterthan.report.render.tabular import LINE, tabular, width_of
from betterthan.report.render.tex import escape, pieces_of

HOSTILE = ("a_b %c &d #e", "~f^g\\h {i}j $k", "naïve Ünï ß 日本", "[x] *y* -- ''z''", 40 * "long_name-")
LETTERS = "".join(map(chr, range(33, 127)))
DOCUMENT = r"""\documentclass{article}
\usepackage{booktabs,natbib,url}
\begin{document}
%s
\bibliographystyle{plainnat}
\bibliography{references}
\end{document}
"""


def scores(models=("new", "old"), *, binary: bool = False, **columns: Any) -> bt.Scores:
    rng = np.random.default_rng(7)
    rows, names = list(product(models, *columns.values())), ("model", *columns)
    level = {model: 0.8 - 0.02 * place for place, model in enumerate(models)}
    values = [int(rng.random() < level[row[0]]) if binary else level[row[0]] + rng.normal(0, 0.02) for row in rows]
    return bt.read({**dict(zip(names, zip(*rows, strict=True), strict=True)), "score": values})


def subgroups() -> bt.Scores:
    rng = np.random.default_rng(3)
    cases = [f"case {i}" for i in range(60)]
    columns = {"model": ["new"] * 60 + ["old"] * 60, "case": cases * 2, "score": rng.integers(0, 2, 120)}
    return bt.read({**columns, "class": [("cat", "dog", "a very long name of a class")[i % 3] for i in range(60)] * 2})


def outputs() -> bt.Predictions:
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, 60)
    models = {name: np.clip(0.3 * truth + 0.7 * rng.random(60), 0, 1) for name in ("new", "old", "third")}
    return bt.predictions({"case": range(60), "y": truth, **models}, truth="y")


def of_several(procedure: str, **options: Any) -> Any:
    binary = procedure == "cochran_q"
    unit = {"case": range(40)} if binary else {"task": range(12)}
    return bt.compare(scores(("new", "old", "third"), binary=binary, **unit), procedure=procedure, **options)


def of_two(**options: Any) -> Any:
    return bt.compare(scores(seed=range(5)), rope=0.01, **options)


def with_scores(models=("new", "old", "third")) -> RankedScores:
    found = scores(models, task=range(12), seed=range(3))
    return RankedScores(bt.rank(found, rope=0.01), bt.score_table(found, rope=0.01))


ANSWERS = {
    "0/1 cases": lambda: bt.compare(scores(binary=True, case=range(80)), per_task=True),
    "subgroups": lambda: bt.compare(subgroups(), rope=0.01, by="class"),
    "cases": lambda: bt.compare(scores(case=range(30)), rope=0.01),
    "clusters": lambda: bt.compare(scores(cluster=range(8)), rope=0.01),
    "folds": lambda: bt.compare(scores(repeat=range(3), fold=range(10)), rope=0.01),
    "seeds": of_two,
    "a test": lambda: bt.compare(scores(case=range(30)), procedure="wilcoxon"),
    "tasks of folds": lambda: bt.compare(scores(task=range(50), fold=range(5)), rope=0.01, per_task=True),
    "tasks of 0/1 cases": lambda: bt.compare(scores(binary=True, task=range(5), case=range(20)), per_task=True),
    "tasks": lambda: bt.compare(scores(task=range(12)), rope=0.01),
    "several models": lambda: bt.compare(scores([f"random_forest_{j}" for j in range(6)], task=range(12)), rope=0.01),
    "hostile names": lambda: bt.compare(scores(HOSTILE, task=HOSTILE), rope=0.01),
    "two hostile names": lambda: bt.compare(scores(HOSTILE[:2], task=HOSTILE, seed=range(3)), rope=0.01, per_task=True),
    "a ranking": lambda: bt.rank(scores(("new", "old", "third"), case=range(20)), rope=0.01),
    "a ranking with scores": with_scores,
    "scores of many models": lambda: bt.score_table(scores([f"model {j}" for j in range(25)], task=HOSTILE)),
    "a seed table": lambda: bt.seed_table(scores(HOSTILE, seed=range(12)), HOSTILE[0], rope=0.01),
    "decisions": lambda: bt.decision_table(scores(("new", "old", "third"), task=range(4), fold=range(10)), rope=0.01),
    "sensitivity": lambda: bt.sensitivity(of_two()),
    "scaling": lambda: bt.scaling(of_two()),
    "scaling of tasks": lambda: bt.task_scaling(bt.compare(scores(task=range(3), seed=range(4)), per_task=True)),
    "friedman": lambda: of_several("friedman"),
    "nemenyi": lambda: of_several("nemenyi"),
    "anova": lambda: of_several("anova"),
    "cochran_q": lambda: of_several("cochran_q"),
    "pairwise_wilcoxon": lambda: of_several("pairwise_wilcoxon"),
    "model_confidence_set": lambda: of_several("model_confidence_set", draws=200),
    "means": lambda: bt.model_means(scores(HOSTILE, task=range(6))),
    "one model": lambda: bt.estimate(scores(binary=True, case=range(50)), "new", against=0.7),
    "areas under curves": lambda: bt.compare(outputs(), metric="auroc", rope=0.01, draws=2000),
    "losses of predictions": lambda: bt.compare(outputs(), loss="log", rope=0.01, first="new", second="old"),
    "one model on tasks": lambda: bt.estimate(scores(task=range(6), seed=range(3)), "new"),
}
JUDGED = (
    "0/1 cases",
    "cases",
    "folds",
    "a test",
    "tasks of folds",
    "several models",
    "a ranking",
    "friedman",
    "one model",
)


@cache
def answer(name: str) -> Any:
    return ANSWERS[name]()


@cache
def made(name: str) -> Report:
    return report_of(answer(name))


@cache
def told(name: str) -> str:
    return latex(made(name))


def tables(text: str) -> list[str]:
    return re.findall(r"\\begin\{tabular\}.*?\\end\{tabular\}", text, flags=re.DOTALL)


@pytest.mark.parametrize("name", JUDGED)
def test_the_verdict_stands_in_the_first_table(name):
    verdict = next(block.sentence for block in made(name).blocks if block.key == "verdict")
    assert f"verdict & \\raggedright {escape(verdict)} \\tabularnewline" in tables(told(name))[0]


@pytest.mark.parametrize("name", ["sensitivity", "scaling", "subgroups", "tasks of folds", "several models"])
def test_tables_of_several_verdicts_have_a_column_of_them(name):
    heads = [table.partition(r"\midrule")[0] for table in tables(told(name))]
    assert any("verdict" in head for head in heads)


@pytest.mark.parametrize("name", ANSWERS)
def test_a_comment_says_what_it_needs(name):
    first, *others = told(name).splitlines()
    assert first == r"% Needs \usepackage{booktabs,natbib,url} in the preamble."
    assert any(r"\input{" in line for line in others[:3])
    assert all(line.startswith("% ") for line in (first, *others[:3]))


def test_a_table_alone_needs_no_natbib():
    table = bt.score_table(scores(("new", "old", "third"), task=range(6), seed=range(3)), rope=0.01)
    assert table.to_latex().startswith("% Needs \\usepackage{booktabs} in the preamble.\n")
    assert "citep" not in table.to_latex()


@pytest.mark.parametrize("name", ANSWERS)
def test_what_is_cited_is_in_the_bibliography_that_is_written_beside_it(name, tmp_path):
    cited = {key for keys in re.findall(r"\\citep\{(.*?)\}", told(name)) for key in keys.split(",")}
    assert "betterthan" in cited
    written = re.findall(r"^@\w+\{(.*?),$", answer(name).report(tmp_path / "found.bib").read_text(), flags=re.MULTILINE)
    assert sorted(written) == sorted(cited)


def test_letters_that_tex_has_and_does_not_have():
    assert escape("naïve ß é ł Δ 50%") == r"na\"{i}ve \ss{} \'{e} \l{} $\Delta$ 50\%"
    assert escape("日") == r"\texttt{U+65E5}"
    assert escape("a--b ''c''") == "a-{}-b '{}'c'{}'"
    assert escape("W⁺ = −3, χ²(2) = 4.1") == r"W$^+$~=~$-$3, $\chi^2$(2)~=~4.1"
    assert escape("p = 2.5e−07, lr=1e-07") == r"p~=~2.5${}\times10^{-7}$, lr=1e-07", "a name stays as it is"


@pytest.mark.parametrize("word", ["bayes_hierarchical_mcnemar", 200 * "x", "a-b_c/d.e:f=g-h_i/j", "−0.123456789012345"])
def test_long_words_break_and_numbers_do_not(word):
    assert "".join(pieces_of(word)) == word
    assert (len(pieces_of(word)) > 1) == (not word.startswith("−"))


def test_columns_that_can_be_spared_stand_below_and_none_is_lost():
    columns = ("task", *(f"column{j}" for j in range(12)), "verdict")
    rows = [(f"t{i}", *(f"{i}.12345" for _ in range(12)), "undecided") for i in range(3)]
    text = tabular(columns, rows, spare=("column0", "column1", "column2"))
    heads = [re.findall(r"column\d+|task|verdict", table.partition(r"\midrule")[0]) for table in tables(text)]
    assert [head[0] for head in heads] == ["task"] * len(heads)
    assert sorted(name for head in heads for name in head[1:]) == sorted(columns[1:])
    assert heads[-1][-1] == "column0", "what is spared first stands last"


def test_a_table_is_not_higher_than_a_page():
    text = tabular(("task", "n"), [(f"t{i}", str(i)) for i in range(100)], feet=1)
    parts = tables(text)
    assert [part.count(r" \\") - 1 for part in parts] == [40, 40, 20]
    assert parts[-1].count(r"\midrule") == 2, "one below the heading, one above the sum"


def test_a_report_without_rows_has_no_table():
    empty = Table("Tasks", ("task", "n"), (), key="tasks")
    assert "tabular" not in latex(Report("title", "question", (empty,), ("betterthan",)))


class Compiled:
    """What LaTeX and BibTeX said of a document."""

    def __init__(self, folder: Path, body: str) -> None:
        self.folder = folder
        (folder / "all.tex").write_text(DOCUMENT % body, encoding="utf-8")
        source = files("betterthan") / "references.bib"
        (folder / "references.bib").write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
        self._run("pdflatex", "-interaction=nonstopmode", "all")
        self.bibtex = self._run("bibtex", "all")
        self._run("pdflatex", "-interaction=nonstopmode", "all")  # citations as they will be, which are wider
        self.latex = self._run("pdflatex", "-interaction=nonstopmode", "all")

    def _run(self, *command: str) -> str:
        ran = subprocess.run(command, cwd=self.folder, capture_output=True, timeout=120, check=False)
        return ran.stdout.decode(errors="replace")

    def lines(self, pattern: str) -> list[str]:
        """The lines of the log that match."""
        return [line for line in self.latex.splitlines() if re.search(pattern, line)]


@pytest.fixture(scope="module")
def compiled(tmp_path_factory) -> Compiled:
    """One document with every answer and every entry of the bibliography."""
    lacking = [program for program in ("pdflatex", "bibtex", "kpsewhich") if shutil.which(program) is None]
    if lacking:
        pytest.skip(f"{', '.join(lacking)} not found: LaTeX is compiled where TeX Live is installed")
    styles = ("booktabs.sty", "natbib.sty", "plainnat.bst")
    absent = [
        each for each in styles if subprocess.run(["kpsewhich", each], capture_output=True, check=False).returncode
    ]
    if absent:
        pytest.skip(f"{', '.join(absent)} not found: install texlive-latex-recommended and texlive-bibtex-extra")
    folder = tmp_path_factory.mktemp("latex")
    widths = "\n".join(
        rf"\setbox0\hbox{{{escape(letter)}}}\typeout{{width of {ord(letter)}: \the\wd0}}" for letter in LETTERS
    )
    parts = [rf"\typeout{{== {name}}}{told(name)}\clearpage" for name in ANSWERS]
    return Compiled(folder, "\n".join([widths, *parts, r"\nocite{*}"]))


def test_everything_compiles(compiled):
    assert compiled.lines("^!") == []
    assert "Output written on all.pdf" in compiled.latex
    assert compiled.lines("undefined|multiply defined|Rerun") == []


def test_nothing_sticks_out(compiled):
    assert compiled.lines("^(==|Overfull)") == [f"== {name}" for name in ANSWERS]


def test_bibtex_warns_of_nothing(compiled):
    assert re.findall("^.*(?:[Ww]arning|[Ee]rror).*$", compiled.bibtex, flags=re.MULTILINE) == []
    listed = re.findall(r"\\bibitem\[.*?\]\{(.*?)\}", (compiled.folder / "all.bbl").read_text(), flags=re.DOTALL)
    assert sorted(listed) == sorted(entries())


def test_no_letter_is_wider_than_it_is_reckoned(compiled):
    found = {chr(int(code)): float(width) for code, width in re.findall(r"width of (\d+): ([\d.]+)pt", compiled.latex)}
    assert set(found) == set(LETTERS)
    assert {letter: width for letter, width in found.items() if width > width_of(letter)} == {}
    assert width_of(LETTERS) < 1.25 * sum(found.values()) < LINE * 10, "and not much narrower"
