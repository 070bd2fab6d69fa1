"""Sentences with named places, such as `{share}`: filled here, and by `fill` in page.js when a reader moves the rope.

As in `str.format`, a brace that is text is written twice.
"""

from __future__ import annotations


def literal(text: str) -> str:
    """Text from outside, such as the name of a model, in which no brace opens a place.

    >>> literal("{share}")
    '{{share}}'
    """
    return text.replace("{", "{{").replace("}", "}}")


def fill(template: str, **values: object) -> str:
    """The sentence with its places filled.

    >>> fill("{first} wins (probability {share}).".replace("{first}", literal("{a}")), share="0.97")
    '{a} wins (probability 0.97).'
    """
    return template.format(**values)
