"""The notebook has the blocks of its page, with what they print, and nothing that leads nowhere."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS))
import notebook  # noqa: E402
from executed import RUN, Block, parts_of  # noqa: E402

PAGE = """# Title

See [this](other.md) and [that](https://example.org). {download}`The same <x.ipynb>`.

```python
print(1 + 1)
```

```output
2
```

```console
$ ls \\
  -a
$ pwd
```

```sh
pip install .
```
"""


@pytest.mark.parametrize("page", notebook.PAGES)
def test_the_notebook_is_that_of_its_page(page):
    text = (DOCS / page).read_text()
    stored = (DOCS / notebook.PAGES[page]).read_text()
    assert notebook.notebook(text) == stored, "run `make docs`"
    cells = [cell for cell in json.loads(stored)["cells"] if cell["cell_type"] == "code"]
    blocks = [part for part in parts_of(text) if isinstance(part, Block) and part.language in RUN]
    assert ["".join(cell["source"]) for cell in cells] == [notebook.code(block) for block in blocks]
    assert sum(bool(cell["outputs"]) for cell in cells) > len(cells) / 2


def test_cells_of_a_small_page():
    words, python, console, tail = json.loads(notebook.notebook(PAGE))["cells"]
    assert "".join(words["source"]) == "# Title\n\nSee this and [that](https://example.org)."
    assert python["source"] == ["print(1 + 1)"]
    assert python["outputs"] == [{"name": "stdout", "output_type": "stream", "text": ["2"]}]
    assert "".join(console["source"]) == "!ls \\\n  -a\n!pwd"
    assert console["outputs"] == []
    assert tail["cell_type"] == "markdown"
    assert "pip install ." in "".join(tail["source"])


def test_notebooks_are_valid():
    """By the format's own checker, where it is installed."""
    checker = pytest.importorskip("nbformat")
    for path in notebook.PAGES.values():
        assert checker.validate(json.loads((DOCS / path).read_text())) is None
