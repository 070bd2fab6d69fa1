"""Print pip constraints that hold every requirement in pyproject.toml at its lower bound."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"


def main() -> None:
    """One line for each package."""
    lowest: dict[str, str] = {}
    for requirement in requirements(tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))):
        name, version = bound(requirement)
        if lowest.setdefault(name, version) != version:
            raise SystemExit(f"pyproject.toml has two lower bounds of {name}: {lowest[name]} and {version}.")
    print("\n".join(f"{name}=={version}" for name, version in sorted(lowest.items())))


def requirements(project: dict[str, Any]) -> Iterator[str]:
    """Of the package, of its extras and of the groups (whose tables only include another group)."""
    of_package = project["project"]["dependencies"]
    of_extras = project["project"]["optional-dependencies"].values()
    of_groups = project["dependency-groups"].values()
    return (each for each in chain(of_package, *of_extras, *of_groups) if isinstance(each, str))


def bound(requirement: str) -> tuple[str, str]:
    """`numpy>=2.0` as name and version; a requirement without a lower bound would not be tested."""
    found = re.match(r"([\w.-]+)>=([\w.]+)", requirement)
    if found is None:
        raise SystemExit(f"pyproject.toml gives no lower bound for {requirement!r}.")
    return found[1].lower(), found[2]


if __name__ == "__main__":
    main()
