"""Print the oldest or the newest Python on this machine that pyproject.toml allows: find_python.py oldest|newest."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"
# The interpreter itself is named, as a link to it may be a shim; without ensurepip it makes no environment.
ASK = "import ensurepip, sys; v = sys.version_info; print(v.releaselevel, v.major, v.minor, v.micro, sys.executable)"


def main() -> None:
    """Where two are of the same age, the one that runs this script comes first."""
    choose = {"oldest": min, "newest": max}[sys.argv[1]]
    usable = {path: version for path, version in map(asked, candidates()) if version >= oldest_allowed()}
    print(choose(usable, key=lambda path: usable[path][:2]))


def oldest_allowed() -> tuple[int, ...]:
    """`>=3.11` as (3, 11)."""
    required = tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["requires-python"]
    return tuple(map(int, re.findall(r"\d+", required)))


def candidates() -> Iterator[Path]:
    """On the path, and beside each other in the directory of pyenv, which shows only the chosen one on the path."""
    yield Path(sys.executable)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"))
    folders = [Path(folder) for folder in os.get_exec_path()] + sorted(pyenv.glob("versions/*/bin"))
    for folder in folders:
        yield from sorted(path for path in folder.glob("python3.*") if re.fullmatch(r"python3\.\d+", path.name))


def asked(python: Path) -> tuple[Path, tuple[int, ...]]:
    """The interpreter and its version, () for one that cannot be used: broken, or not released yet."""
    answer = subprocess.run([python, "-c", ASK], capture_output=True, text=True, check=False)
    if not answer.stdout.startswith("final"):
        return python, ()
    _, *version, executable = answer.stdout.split(maxsplit=4)
    return Path(executable.strip()), tuple(map(int, version))


if __name__ == "__main__":
    main()
