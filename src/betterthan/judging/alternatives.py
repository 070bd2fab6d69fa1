"""Alternatives: the other procedures that fit a table, looked for when somebody reads them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, overload

from betterthan.procedures import REGISTRY

if TYPE_CHECKING:
    from betterthan.data.protocol import Comparable


class Alternatives(Sequence[str]):
    """Names of procedures. To find them every procedure is loaded and asked, so that waits until they are read.

    Parameters:
        table: gives the table.
        recommended: the procedure that is not an alternative.
    """

    def __init__(self, table: Callable[[], Comparable], recommended: str) -> None:
        self._find: Callable[[], tuple[str, ...]] = lambda: fitting(table(), besides=recommended)
        self._found: tuple[str, ...] | None = None

    def _names(self) -> tuple[str, ...]:
        if self._found is None:
            self._found = self._find()
            self._find = tuple  # the table may go
        return self._found

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...
    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        return self._names()[place]

    def __len__(self) -> int:
        return len(self._names())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Alternatives, tuple)) and self._names() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._names())

    def __repr__(self) -> str:
        return repr(self._names())

    def __reduce__(self) -> tuple[Any, ...]:
        """Copied and sent elsewhere as plain names."""
        return tuple, (self._names(),)


def fitting(table: Comparable, *, besides: str) -> tuple[str, ...]:
    """The procedures whose needs a table meets; those of one task are asked about its task means.

    Parameters:
        table: the table.
        besides: a procedure to leave out.
    """
    single = table if len(table.tasks) == 1 else table.by_task()
    return tuple(
        name
        for name, each in REGISTRY.items()
        if name != besides and each.needs.lacking(single if each.needs.tasks == "one" else table) is None
    )
