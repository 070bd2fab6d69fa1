"""Writing an answer to a file; the suffix chooses the form."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from betterthan.answers.comparison import Comparison
from betterthan.answers.comparisons import Comparisons
from betterthan.answers.ranked import Ranked
from betterthan.answers.score_table import ScoreTable
from betterthan.answers.seed_table import SeedTable
from betterthan.errors import ArgumentError
from betterthan.procedures import REGISTRY
from betterthan.report import paper_table, render
from betterthan.report.files import FIGURES, check_directory, check_suffix, save_figure, save_text
from betterthan.report.page import page_of, page_of_several, varied_ropes
from betterthan.report.pictures import drawable, pictures_of_pair, pictures_of_several
from betterthan.report.reporting import Answer, report_of
from betterthan.report.seeds import write_seeds


def write(found: Answer | SeedTable, path: str | Path, *, scores: ScoreTable | None = None) -> Path:
    """Write an answer in the form that the suffix names.

    Parameters:
        found: the answer.
        path: where to; .html, .md, .tex, .txt, .json, .csv, .svg, .pdf or .png.
        scores: the table of scores that a paper prints, to stand below a ranking; figures and CSV leave it out.
    """
    path = Path(path)
    if isinstance(found, SeedTable):
        return write_seeds(found, path)
    suffix = check_path(path, found.procedure if isinstance(found, Comparison) else None)
    if suffix in FIGURES:
        return save_figure(found, path)
    text = TEXTS[suffix](found) if scores is None else with_scores(found, scores, suffix)
    return save_text(text, path)


def with_scores(found: Answer, scores: ScoreTable, suffix: str) -> str:
    """The text of an answer with the table of scores below it.

    Parameters:
        found: the answer.
        scores: the scores.
        suffix: which form.
    """
    if suffix == ".json":
        document = {**found.document(), "scores": scores.to_dict()}
        return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    below = {
        ".md": lambda: f"\n## Scores\n\n{scores.to_markdown()}",
        ".tex": lambda: f"\n{scores.to_latex()}",
        ".txt": lambda: f"\n{paper_table.text(scores)}",
    }
    if suffix == ".html" and not isinstance(found, Comparison):
        return render.html(page_of_several(found, pictures_of_several(found), scores))
    return TEXTS[suffix](found) + (below[suffix]() if suffix in below else "")


def check_path(path: Path, procedure: str | None) -> str:
    """The suffix, if something can be written there; said before anything is computed.

    Parameters:
        path: where the user wants it.
        procedure: name of the procedure, if it is known.
    """
    check_directory(path)
    if path.suffix.lower() in FIGURES and procedure in REGISTRY and REGISTRY[procedure].family == "frequentist":
        raise ArgumentError(f"`{procedure}` is a classical test and has no posterior to draw in `{path}`.")
    return check_suffix(path, tuple(TEXTS))


def check_drawable(found: Answer, path: Path) -> None:
    """Refuse a figure of a result that has no density, before anything is printed.

    Parameters:
        found: a comparison, several, or a ranking.
        path: where the user wants it.
    """
    if path.suffix.lower() not in FIGURES or drawable(found):
        return
    if not isinstance(found, Comparison):
        raise ArgumentError(f"`{found.procedure}` gives no probabilities to draw in `{path}`.")
    raise ArgumentError(
        f"`{found.procedure}` has no posterior density to draw in `{path}`; "
        "`bayes_t` and `bayes_hierarchical_t` have one."
    )


def _html(found: Answer) -> str:
    if isinstance(found, Comparison):
        varied = varied_ropes(found)
        return render.html(page_of(found, pictures_of_pair(found, varied), varied))
    if isinstance(found, (Comparisons, Ranked)):
        return render.html(page_of_several(found, pictures_of_several(found)))
    return render.html(report_of(found))


TEXTS: dict[str, Callable[[Answer], str]] = {
    ".html": _html,
    ".md": lambda found: render.markdown(report_of(found, sources=True)),
    ".tex": lambda found: render.latex(report_of(found)),
    ".txt": lambda found: render.text(report_of(found)),
    ".json": lambda found: found.to_json() + "\n",
    ".csv": lambda found: found.to_csv(),
}
