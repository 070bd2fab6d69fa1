"""What users install: the files beside the code, the command, and what a package index shows."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from importlib.metadata import metadata
from pathlib import Path

import pytest

import betterthan as bt

pytestmark = pytest.mark.installed
ROOT = Path(__file__).parents[2]
LINK = re.compile(r"\]\(([^)]+)\)")


def files_below(folder: Path) -> set[str]:
    paths = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path.as_posix() for path in paths if "__pycache__" not in path.parts}


def test_every_file_of_the_source_is_installed():
    assert files_below(Path(bt.__file__).parent) == files_below(ROOT / "src" / "betterthan")


def test_the_command_is_installed():
    command = shutil.which("betterthan", path=str(Path(sys.executable).parent))
    shown = subprocess.run([str(command), "--version"], capture_output=True, text=True, check=True, timeout=120)
    assert bt.__version__ in shown.stdout


def test_the_version_is_the_same_everywhere():
    assert metadata("betterthan")["Version"] == bt.__version__, "run `make setup`"
    assert f"\nversion: {bt.__version__}\n" in (ROOT / "CITATION.cff").read_text()
    assert f"\n## {bt.__version__} " in (ROOT / "CHANGELOG.md").read_text()


def test_links_of_the_readme_are_absolute_on_a_package_index_and_lead_to_files():
    described = metadata("betterthan")
    homepage = dict(url.split(", ") for url in described.get_all("Project-URL"))["Homepage"]
    linked = LINK.findall((ROOT / "README.md").read_text())
    relative = [link for link in linked if not link.startswith("https://")]
    assert [link for link in relative if not (ROOT / link).is_file()] == []
    shown = LINK.findall(described["Description"])
    assert shown == [f"{homepage}/{link}" if link in relative else link for link in linked]
