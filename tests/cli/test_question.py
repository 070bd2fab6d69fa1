"""`betterthan question` tells what `compare` tells before its numbers."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from betterthan.cli.main import cli

HINT = "`passage` has 12 values on 60 cases"


def test_the_question_comes_with_what_may_change_it(tmp_path: Path) -> None:
    path = tmp_path / "qa.csv"
    rows = "".join(f"q{j},p{j // 5},{j % 3 // 2},{j % 2}\n" for j in range(60))
    path.write_text("case,passage,gpt,llama\n" + rows)
    asked, compared = (CliRunner().invoke(cli, [command, str(path)]).output for command in ("question", "compare"))
    assert HINT in " ".join(compared.split())
    told, _, rest = asked.partition("recommended:")
    assert "Before you rely on it:" in told
    assert HINT in told
    assert "--column cluster=passage" in told
    assert "Read as a wide table: one column per model: gpt, llama." in rest
    notes = json.loads(CliRunner().invoke(cli, ["question", str(path), "--json"]).output)["notes"]
    assert any(HINT in note for note in notes)
