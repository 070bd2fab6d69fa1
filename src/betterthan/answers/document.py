"""Documents: a record with the version of its form and of the program, as `--json` prints it, and the way back."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any, Self

from betterthan.phrases import counted
from betterthan.results.codec import Plain, Unreadable, built, part, read
from betterthan.version import SCHEMA, __version__


class Documented(Plain):
    """A record that can be printed as a document and read back from it."""

    def document(self) -> dict[str, Any]:
        """The record with schema and version: what `--json` prints."""
        return with_version(self.to_dict())

    def to_json(self) -> str:
        """The document as JSON text."""
        return json.dumps(self.document(), indent=2, ensure_ascii=False, allow_nan=False)

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Self:
        """The record that `to_dict` or `document` gave.

        Parameters:
            record: what `to_dict`, `document` or `--json` gave.
        """
        found: Self = built(cls, read(cls, opened(record)))
        return found


def with_version(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record as a document."""
    return {"schema": SCHEMA, "version": __version__, **record}


def opened(record: Any) -> Mapping[str, Any]:
    """A record, or a document that this version can read."""
    if not isinstance(record, Mapping):
        raise Unreadable(f"an object with keys is expected, such as `--json` prints; got a {type(record).__name__}.")
    if "schema" not in record:
        return record
    if record["schema"] != SCHEMA or isinstance(record["schema"], bool):
        raise Unreadable(f"this version reads schema {SCHEMA}; got {record['schema']!r}.", ("schema",))
    part("version", str, record.get("version"))
    return record


def only(key: str, record: Any, instead: str) -> Any:
    """The one record of a document that may hold several under a key; what is no document is the record itself."""
    found = opened(record)
    if key not in found or "schema" not in found:
        return found
    if not isinstance(found[key], list) or len(found[key]) != 1:
        number = counted(len(found[key]), "record") if isinstance(found[key], list) else repr(found[key])
        raise Unreadable(f"one record is expected; got {number}. {instead}", (key,))
    return found[key][0]


def in_order(keys: Sequence[str], record: Mapping[str, Any]) -> dict[str, Any]:
    """Those keys of a record, in the order in which people read them."""
    return {key: record[key] for key in keys}
