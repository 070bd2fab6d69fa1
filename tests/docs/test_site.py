"""The built pages: none is wider than its window, axe finds nothing serious, and search finds what people look for.

`make test` builds them before (`make pages`); where they are not built, or no browser is there, these are skipped.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

SITE = Path(__file__).parents[2] / "docs" / "_build" / "html"
pytestmark = pytest.mark.skipif(not (SITE / "index.html").exists(), reason="the pages are not built: make pages")


def pages() -> list[str]:
    return sorted(path.relative_to(SITE).as_posix() for path in SITE.rglob("*.html") if "_static" not in path.parts)


def test_no_page_is_wider_than_its_window(browser):
    """Nor is a block of code whose lines are wrapped."""
    page, wide = browser.new_page(), []
    for name in pages():
        page.goto(f"file://{SITE / name}", wait_until="domcontentloaded")
        for width in (1280, 375):
            page.set_viewport_size({"width": width, "height": 800})
            if page.evaluate(WIDER) or page.evaluate("document.documentElement.scrollWidth") > width:
                wide.append((name, width))
    page.close()
    assert wide == []


WIDER = "[...document.querySelectorAll('.wraps pre')].some(box => box.scrollWidth > box.clientWidth)"


def test_what_is_not_wrapped_fits_a_screen_of_1280(browser):
    """The output of the program keeps its columns, and is read without scrolling sideways."""
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"file://{SITE / 'tutorials/first-comparison.html'}")
    shown = "[...document.querySelectorAll('div.highlight pre')]"
    assert page.evaluate(f"{shown}.filter(box => box.scrollWidth > box.clientWidth).length") == 0
    assert page.evaluate(f"{shown}.length") >= 10
    page.close()


LOOKED_AT = {
    "light": (
        "index.html", "tutorials/first-comparison.html", "guides/metrics.html", "explanation/three-numbers.html",
        "reference/procedures/friedman.html", "reference/functions/pair.html",
    ),
    "dark": (
        "index.html", "guides/passages.html", "learn/exercises.html", "which-test.html",
        "reference/commands/question.html", "reference/classes/Rope.html",
    ),
}  # fmt: skip
"""Of every kind of page one; the whole site takes minutes."""


@pytest.mark.parametrize("scheme", list(LOOKED_AT))
def test_axe_finds_nothing_serious(browser, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    page, serious = browser.new_page(color_scheme=scheme), []
    for name in LOOKED_AT[scheme]:
        page.goto(f"file://{SITE / name}")
        found = axe.run(page, options={"resultTypes": ["violations"]})
        serious += [
            (name, each["id"], each["nodes"][0]["html"][:160])
            for each in found.response["violations"]
            if each["impact"] in ("serious", "critical")
        ]
    page.close()
    assert serious == []


SOUGHT = {
    "cross_val_score": "guides/cross-validation.html",
    "passage": "guides/passages.html",
    "leaderboard": "guides/leaderboard.html",
    "citation": "reference/bibliography.html",
    "install": "tutorials/first-comparison.html",
}


@pytest.mark.parametrize("word", list(SOUGHT))
def test_search_finds(browser, word):
    """The page that is meant is among the first five."""
    page = browser.new_page()
    page.goto(f"file://{SITE / 'search.html'}?q={word}")
    page.wait_for_selector("#search-results ul.search li a", timeout=20_000)
    page.wait_for_function("/found|finished/.test(document.querySelector('#search-results')?.innerText ?? '')")
    links = page.locator("#search-results ul.search li > a")
    found = [links.nth(at).get_attribute("href") for at in range(min(5, links.count()))]
    page.close()
    assert any(link.partition("?")[0].partition("#")[0].endswith(SOUGHT[word]) for link in found), found


def test_what_is_typed_can_be_copied_and_what_is_printed_cannot(browser):
    page = browser.new_page()
    page.goto(f"file://{SITE / 'reference/commands/summary.html'}")
    page.wait_for_selector(".highlight-console button.copybtn")
    assert page.locator(".highlight-output button.copybtn").count() == 0
    page.close()


def test_every_page_has_a_copy_in_markdown_and_is_listed():
    listed = set(re.findall(r"\]\(([^)]+\.md)\)", (SITE / "llms.txt").read_text()))
    pages = {path.relative_to(SITE).as_posix() for path in SITE.rglob("*.md")}
    assert listed == pages
    assert len(pages) > 100


def test_the_version_is_shown():
    from betterthan.version import __version__

    assert f"betterthan {__version__}" in (SITE / "index.html").read_text()
