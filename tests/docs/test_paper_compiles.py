"""What the pages on papers write compiles, with its references and without an overfull line."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"
sys.path.insert(0, str(DOCS))
from executed import RUN, Block, parts_of, running  # noqa: E402

ARTICLE = r"""\documentclass{article}
\usepackage{booktabs,natbib,url}
\begin{document}
%s
\bibliographystyle{plainnat}
\bibliography{ranking}
\end{document}
"""


@pytest.mark.skipif(not shutil.which("pdflatex") or not shutil.which("bibtex"), reason="no LaTeX here")
@pytest.mark.parametrize(
    ("page", "document"),
    [
        ("tutorials/paper.md", None),
        ("guides/write-it.md", ARTICLE % r"\input{ranking.tex}"),
        ("guides/write-it.md", ARTICLE % r"\input{small.tex}"),
    ],
)
def test_what_the_page_writes_compiles(page, document):
    with running(page) as session:
        for part in parts_of((DOCS / page).read_text(encoding="utf-8")):
            if isinstance(part, Block) and part.language in RUN:
                session.run(part)
        if document:
            Path("paper.tex").write_text(document)
        for program in ("pdflatex", "bibtex", "pdflatex", "pdflatex"):
            options = ["-interaction=nonstopmode"] if program == "pdflatex" else []
            ran = subprocess.run([program, *options, "paper"], capture_output=True, text=True, check=False, timeout=120)
            assert ran.returncode == 0, ran.stdout[-2000:]
        log = Path("paper.log").read_text(encoding="utf-8", errors="replace")
        assert Path("paper.pdf").stat().st_size > 10_000
        assert re.findall(r"undefined|Overfull \\hbox.*", log) == []
