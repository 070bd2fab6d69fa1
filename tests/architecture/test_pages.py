"""Pages that are made from the code are up to date."""

from __future__ import annotations

import runpy
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_page_of_procedures_is_what_the_code_says():
    made = runpy.run_path(str(DOCS / "generate.py"))["page"]()
    assert made == (DOCS / "procedures.md").read_text(), "run `make docs`"
