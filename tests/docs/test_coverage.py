"""Everything that users can reach is documented: public names, options, procedures, figures, words, references."""

from __future__ import annotations

import inspect
import re
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import betterthan as bt
from betterthan import figures
from betterthan.cli.explain import explain
from betterthan.cli.main import COMMANDS
from betterthan.procedures import REGISTRY
from betterthan.report.bibliography import entries
from betterthan.words.glossary import GLOSSARY, entry

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS))
import citing  # noqa: E402
import command_pages  # noqa: E402
import name_pages  # noqa: E402
import reference_pages  # noqa: E402
from formulas import FORMULAS  # noqa: E402


def text(name: str) -> str:
    return (DOCS / name).read_text()


@pytest.mark.parametrize("name", [name for name in bt.__all__ if name != "__version__"])
def test_every_public_name_is_documented(name):
    found = getattr(bt, name)
    if inspect.ismodule(found):
        assert f"`bt.{name}`" in text("python.md")
        return
    page = text(name_pages.address(name))
    kind = "exception" if name_pages.is_error(name) else "class" if inspect.isclass(found) else "function"
    assert re.search(rf"{{py:{kind}}} bt\.{name}\b", page)
    if kind != "exception":
        assert "## Example\n\n```python\n" in page
        assert "```output\n" in page.partition("## Example")[2], "an example prints what it gives"
        assert "## See also" in page or kind == "class"
    if kind == "function":
        for heading in ("## Parameters", "## Returns", "## Raises"):
            assert heading in page
        for parameter in inspect.signature(found).parameters:
            assert f"- **{parameter}**: " in page


@pytest.mark.parametrize("name", list(COMMANDS))
def test_every_option_is_documented_with_an_example_that_is_run(name):
    own, shared = text(f"reference/commands/{name}.md"), text("reference/commands/input.md")
    for option in command_pages.options_of(name):
        flags = command_pages.flags_of(option)
        page = shared if set(flags) & command_pages.input_flags() else own
        run = "\n".join(re.findall(r"^\$ .*betterthan .*$", page.replace(" \\\n  ", " "), flags=re.MULTILINE))
        assert all(f"`{flag}`" in page for flag in flags), f"{flags} in the table of options"
        assert any(re.search(rf"(?<!\S){flag}(?!\S)", run) for flag in flags), f"an example with {flags[0]}"


@pytest.mark.parametrize("name", list(REGISTRY))
def test_every_procedure_has_a_page_with_all_its_parts(name):
    page = text(f"reference/procedures/{name}.md")
    for heading in ("Model", "When not to use it", "In Python", "Example", "Checked against", "References"):
        assert f"\n## {heading}\n" in page
    assert "```output\n" in page
    assert "$$" in page
    for option in REGISTRY[name].options:
        assert f"- **{option}**: " in page
    for key in REGISTRY[name].cites:
        assert citing.reference(key) in page


def test_every_formula_is_that_of_a_docstring():
    lines = {
        line.strip() for each in REGISTRY.values() for line in each.module_doc.split("\n") if line.startswith("    ")
    }
    assert set(FORMULAS) <= lines


NOT_FIGURES = {"draw", "in_theme", "save", "save_axes", "svg", "svg_of"}


@pytest.mark.parametrize("name", [name for name in figures.__all__ if name not in NOT_FIGURES])
def test_every_figure_says_how_to_read_it_and_what_not_to_conclude(name):
    section = text("gallery.md").partition(f"\n### {name}\n")[2].partition("\n### ")[0]
    assert "**How to read it.**" in section
    assert "**What not to conclude.**" in section
    assert f"](images/gallery/{name}.svg)" in section


@pytest.mark.parametrize("name", figures.__all__)
def test_every_function_of_the_figures_has_its_signature_and_parameters(name):
    section = text("gallery.md").partition(f"bt.figures.{name}(")[2].partition("`````")[0]
    for parameter in inspect.signature(getattr(figures, name)).parameters.values():
        assert f"- **{parameter.name}**: " in section


@pytest.mark.parametrize("word", list(GLOSSARY))
def test_the_glossary_and_explain_say_the_same(word):
    assert f"\n{word}\n  {GLOSSARY[word]}\n" in text("reference/glossary.md")
    if word not in REGISTRY:
        told = CliRunner().invoke(explain, [word])
        assert told.output == f"{word}: {entry(word)}\n"


def test_the_glossary_has_the_words_of_the_vocabulary():
    from betterthan.vocabulary import READINGS, VERDICTS

    assert {*READINGS, *VERDICTS, "rope", "unit", "task", "case", "level", "threshold"} <= set(GLOSSARY)


UNPUBLISHED = re.compile(r"@unpublished|@phdthesis|arXiv preprint")
SEARCHED_FOR = {"jeffreys1940", "nemenyi1963"}
"""Works of which no address could be checked."""


@pytest.mark.parametrize("key", [key for key in entries() if key != "betterthan"])
def test_every_entry_of_the_bibliography_has_a_way_to_it(key):
    entry, reference = entries()[key], citing.reference(key)
    assert f"- {reference}" in text("reference/bibliography.md")
    has_address = re.search(r"^  (doi|url)", entry, flags=re.MULTILINE) is not None
    assert has_address == (key not in SEARCHED_FOR and not entry.startswith("@unpublished"))
    assert "https://" in reference or "http://" in reference or entry.startswith("@unpublished")
    # LaTeX takes the rest of a line with a % in it for a comment
    assert "%" not in entry


@pytest.mark.parametrize("key", [key for key, entry in entries().items() if UNPUBLISHED.search(entry)])
def test_what_is_unpublished_has_a_second_source(key):
    second = [two for _, one, two in reference_pages.SECOND if one == key]
    assert second
    assert not any(UNPUBLISHED.search(entries()[two]) for two in second)


def test_every_part_of_the_terminal_output_is_explained():
    """A heading of the output that has no number would be a line that nobody explains."""
    lines = reference_pages.numbered(reference_pages.terminal_output())
    above = [None, *(line for line, _ in lines)]
    headings = [line for before, (line, _) in zip(above, lines, strict=False) if before == "" and line]
    explained = {line for line, number in lines if number is not None}
    assert set(headings) <= explained


def test_a_page_with_a_changed_number_fails(tmp_path):
    """The test of pages is made of these two lines: what the page prints today, and what is stored."""
    import generate

    stored = text("reference/procedures/bayes_t.md")
    assert generate.page("reference/procedures/bayes_t.md") == stored
    number = re.search(r"```output\n.*?(\d\.\d+)", stored, flags=re.DOTALL)[1]
    assert generate.page("reference/procedures/bayes_t.md") != stored.replace(number, number[:-1] + "9", 1)
