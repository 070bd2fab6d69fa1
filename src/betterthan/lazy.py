"""Names of a package that are imported on first use, each written once: in the package's stub (`__init__.pyi`)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any


def attach(package: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """`__getattr__` and `__dir__` of a package whose stub lists its public names (PEP 562).

    Parameters:
        package: the package's `__name__`.
        file: the package's `__file__`, beside which the stub lies.
    """

    stub = Path(file).with_suffix(".pyi")

    def __getattr__(name: str) -> Any:  # noqa: N807
        if name == "__all__":
            return list(homes(stub))
        if name not in homes(stub):
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home = homes(stub)[name]
        found = _submodule(home, name) or getattr(import_module(home), name)
        setattr(sys.modules[package], name, found)
        return found

    def __dir__() -> list[str]:  # noqa: N807
        return sorted(homes(stub))

    return __getattr__, __dir__


@cache
def homes(stub: Path) -> dict[str, str]:
    """Public name to the module or package that it is imported from: the lines `from home import name as name`."""
    import ast

    lines = ast.parse(stub.read_text(encoding="utf-8")).body
    return {
        name.asname: line.module
        for line in lines
        if isinstance(line, ast.ImportFrom) and line.module
        for name in line.names
        if name.asname
    }


def _submodule(package: str, name: str) -> Any:
    """A public package such as `betterthan.figures`, which is a name of the package above it; None for other names."""
    from importlib.util import find_spec

    is_module = hasattr(import_module(package), "__path__") and find_spec(f"{package}.{name}") is not None
    return import_module(f"{package}.{name}") if is_module else None
