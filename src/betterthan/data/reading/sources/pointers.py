"""JSON pointers (RFC 6901), which say where in a JSON value something stands."""

from __future__ import annotations


def pointer(*keys: str) -> str:
    """A JSON pointer (RFC 6901), which needs no quotation marks whatever is in a key.

    Parameters:
        keys: from the outside in.

    >>> pointer("doc", "a/b")
    '/doc/a~1b'
    """
    return "".join("/" + key.replace("~", "~0").replace("/", "~1") for key in keys)


def keys_of(dotted: str) -> list[str]:
    """The keys of a path.

    Parameters:
        dotted: with dots between them, as in `a.b.0`; empty for the thing itself.

    >>> keys_of("a.b.0")
    ['a', 'b', '0']
    """
    return dotted.split(".") if dotted else []
