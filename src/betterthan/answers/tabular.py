"""Tabular: what every record with rows can do with them."""

from __future__ import annotations

import csv
import io
from abc import ABC, abstractmethod
from typing import Any

from betterthan.data.frames import to_frame
from betterthan.phrases import is_number, visible

FORMULAS = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
"""With these a formula begins, in full width too; see OWASP, "CSV injection"."""


class Tabular(ABC):
    """A record with flat rows, all with the same keys."""

    @abstractmethod
    def to_rows(self) -> list[dict[str, Any]]:
        """The rows, flat."""

    def to_frame(self, backend: str | None = None) -> Any:
        """The rows as a data frame.

        Parameters:
            backend: `pandas`, `polars` or `pyarrow`; None takes the first that is installed.
        """
        rows = self.to_rows()
        return to_frame({name: [row[name] for row in rows] for name in _names(rows)}, backend)

    def to_csv(self) -> str:
        """The rows as CSV text, with a heading; no cell is a formula to a spreadsheet."""
        rows, out = self.to_rows(), io.StringIO()
        writer = csv.DictWriter(out, fieldnames=_names(rows), lineterminator="\n")
        writer.writeheader()
        writer.writerows({name: _cell(value) for name, value in row.items()} for row in rows)
        return out.getvalue()


def _cell(value: Any) -> Any:
    """Numbers as they are; a text that a spreadsheet would compute gets an apostrophe, and what hides is shown."""
    if not isinstance(value, str):
        return value
    shown = visible(value)
    return f"'{shown}" if value.startswith(FORMULAS) and not is_number(value) else shown


def _names(rows: list[dict[str, Any]]) -> list[str]:
    return list(rows[0]) if rows else []
