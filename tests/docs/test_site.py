"""The built pages: none is wider than its window, axe finds nothing serious, and search finds what people look for.

`make test` builds them before (`make pages`); where they are not built, or no browser is there, these are skipped.
"""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

SITE = Path(__file__).parents[2] / "docs" / "_build" / "html"
AS_MANY = 2
"""Of the pages of one folder that are made in one way, so many of the largest are looked at."""
ALIKE = ("reference/procedures", "reference/functions", "reference/classes", "reference/commands")

pytestmark = pytest.mark.skipif(not (SITE / "index.html").exists(), reason="the pages are not built: make pages")


def looked_at() -> list[str]:
    """All pages, but of those that are made alike the largest."""
    folders: dict[str, list[Path]] = defaultdict(list)
    for path in SITE.rglob("*.html"):
        folders[path.parent.relative_to(SITE).as_posix()].append(path)
    found: list[Path] = []
    for folder, paths in folders.items():
        largest = sorted(paths, key=lambda path: path.stat().st_size, reverse=True)
        found += largest[:AS_MANY] if folder in ALIKE else largest
    return sorted(path.relative_to(SITE).as_posix() for path in found)


def test_no_page_is_wider_than_its_window(browser):
    page, wide = browser.new_page(), []
    for name in looked_at():
        page.goto(f"file://{SITE / name}", wait_until="domcontentloaded")
        for width in (1280, 375):
            page.set_viewport_size({"width": width, "height": 800})
            if page.evaluate("document.documentElement.scrollWidth") > width:
                wide.append((name, width))
    page.close()
    assert wide == []


LOOKED_AT = {
    "light": ("index.html", "reference/procedures/friedman.html", "reference/functions/pair.html"),
    "dark": ("index.html", "reference/commands/question.html"),
}


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


@pytest.mark.parametrize("word", ["cross_val_score", "passage", "leaderboard", "citation", "install"])
def test_search_finds(browser, word):
    page = browser.new_page()
    page.goto(f"file://{SITE / 'search.html'}?q={word}")
    page.wait_for_selector("#search-results ul.search li a", timeout=20_000)
    assert page.locator("#search-results ul.search li").count() > 0
    page.close()


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
