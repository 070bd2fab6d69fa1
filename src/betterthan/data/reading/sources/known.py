"""Known: the mappings that are shipped, each a file in TOML that users can print, copy and change."""

from __future__ import annotations

from importlib.resources import files

from betterthan.data.reading.sources.mapping import Mapped, from_toml

NAMES = (
    "swebench-report",
    "swebench-details",
    "swebench-pass-fail",
    "deepeval",
    "alpaca-eval",
    "arena-hard",
    "mt-bench-single",
    "mt-bench-pairs",
    "mteb",
    "comet",
    "weka",
    "sklearn-cross-validate",
    "sklearn-cv-results",
    "automl-benchmark",
    "tabarena",
    "openml",
    "arena-battles",
    "mlflow",
)
"""The files in `mappings/`, in the order in which they are asked whether they recognise a file."""


def text_of(name: str) -> str:
    """A mapping as it is shipped.

    Parameters:
        name: one of the names above.
    """
    return files(__package__).joinpath("mappings", f"{name}.toml").read_text(encoding="utf-8")


MAPPINGS: dict[str, Mapped] = {name: from_toml(text_of(name), f"mappings/{name}.toml", name) for name in NAMES}
KNOWN_JSON = tuple(mapped for mapped in MAPPINGS.values() if mapped.kind == "json")
KNOWN_TABLES = tuple(mapped for mapped in MAPPINGS.values() if mapped.kind == "table")
