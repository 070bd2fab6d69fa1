"""Citations: keys of the bibliography, written where a method is named, as in `Holm's method [@holm1979]`.

This is the form of Pandoc; each form of a report turns it into its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from betterthan.version import __version__
from betterthan.vocabulary import Adjustment

CITED = re.compile(r" \[@([\w:-]+(?:; @[\w:-]+)*)\]")

ADJUSTED_BY: dict[Adjustment, tuple[str, str]] = {
    "bonferroni": ("Bonferroni's method", "dunn1961"),
    "holm": ("Holm's method", "holm1979"),
    "hochberg": ("Hochberg's method", "hochberg1988"),
    "hommel": ("Hommel's method", "hommel1988"),
    "benjamini-hochberg": ("the method of Benjamini and Hochberg", "benjamini1995"),
    "benjamini-yekutieli": ("the method of Benjamini and Yekutieli", "benjamini2001"),
}
"""What a paper calls an adjustment for the number of tests, and whom it cites."""

COHEN = "cohen1988"
"""Whose effect sizes, and labels of them, are shown."""


def cited(keys: Iterable[str]) -> str:
    """The keys, to be put behind the name of a method; nothing for none.

    >>> cited(["corani2015", "nadeau2003"])
    ' [@corani2015; @nadeau2003]'
    """
    told = "; ".join(f"@{key}" for key in keys)
    return f" [{told}]" if told else ""


BY_BETTERTHAN = f"betterthan {__version__}{cited(['betterthan'])}"
"""What computed the numbers of a paper."""


def keys_in(text: str) -> tuple[str, ...]:
    """The keys that a text cites, in their order.

    >>> keys_in("Holm's method [@holm1979; @dunn1961]")
    ('holm1979', 'dunn1961')
    """
    return tuple(dict.fromkeys(key for found in CITED.findall(text) for key in keys_of(found)))


def keys_of(found: str) -> tuple[str, ...]:
    """The keys inside the brackets of one citation.

    >>> keys_of("a; @b")
    ('a', 'b')
    """
    return tuple(key.removeprefix("@") for key in found.split("; "))


def adjustment(method: Adjustment) -> str:
    """How p-values were adjusted, with its citation: `by Holm's method [@holm1979]`."""
    name, key = ADJUSTED_BY[method]
    return f"by {name}{cited([key])}"
