"""Numbers, names and lists as text, for messages and sentences."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from math import floor, isfinite, log10

HIDING = re.compile(
    r"[\x00-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb"
    r"\ufffe\uffff\U000e0000-\U000e007f]"
)
"""Control characters, line ends, what turns the direction of reading, what has no width, and what no text may hold.
The two joiners (U+200C, U+200D) stay: words of some languages and emoji are made with them."""
MINUS = "\N{MINUS SIGN}"
"""The sign of negative numbers in what people read; JSON and CSV have a hyphen."""
LARGEST = 1e9
"""Numbers from here on are written with an exponent."""
LONGEST_NAME = 200
"""Letters of one name in a message: enough to know it again; an id may be a whole document."""
LONGEST_MESSAGE = 6000
"""Letters of a message: the longest of ours, which list columns, have some 3,000."""
PARTS = re.compile(rf"`[^`]*`|(?<!\w)'[^']*'(?!\w)|\S{{{LONGEST_NAME},}}")
"""What may be a name within a sentence: between quotation marks, or without a space."""


def visible(text: str) -> str:
    r"""Text in which nothing hides: what would move the cursor or turn the line round is shown as an escape.

    Parameters:
        text: the name of a model or task, or a line with such names in it.

    >>> print(visible("a\nb \x1b[31m \u202e"))
    a\nb \x1b[31m \u202e
    """
    return HIDING.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


def cut(text: str, limit: int = LONGEST_NAME) -> str:
    """Text of at most so many letters; what is missing is an ellipsis.

    Parameters:
        text: any text.
        limit: how many letters there may be.

    >>> cut("a long name", 7)
    'a long…'
    """
    return text if len(text) <= limit else text[: limit - 1] + "…"


def readable(message: str) -> str:
    """A message in which no name hides anything or takes all the room.

    Parameters:
        message: a sentence or two, with names as they were given.

    >>> readable("There is no model `" + 1000 * "x" + "`.") == "There is no model `" + 198 * "x" + "…`."
    True
    """
    return cut(shown(message), LONGEST_MESSAGE)


def shown(sentence: str) -> str:
    """A text of any length in which no name hides anything, and none is longer than a name in a message.

    Parameters:
        sentence: a text with names as they were given.
    """
    return visible(PARTS.sub(_cut_within_marks, sentence))


def _cut_within_marks(found: re.Match[str]) -> str:
    """A part of a sentence, cut if it is long; the quotation mark at its end stays."""
    last = found[0][-1] if found[0][0] in "`'" else ""
    return cut(found[0].removesuffix(last), LONGEST_NAME) + last


def listing(names: Iterable[object], *, limit: int = 6) -> str:
    """`a`, `b`, `c` and 4 more: a bounded list for a message.

    Parameters:
        names: what to list.
        limit: how many to name.
    """
    quoted = [f"`{name}`" for name in names]
    rest = len(quoted) - limit
    return ", ".join(quoted[:limit]) + (f" and {rest} more" if rest > 0 else "")


def counted(count: int, singular: str, plural: str | None = None) -> str:
    """`1 task`, `1,234 tasks`: a number with its noun.

    Parameters:
        count: the number.
        singular: the noun for one.
        plural: the noun for many, if it is not just an s longer.
    """
    return f"{count:,} {singular if count == 1 else plural or singular + 's'}"


def joined(words: Sequence[str]) -> str:
    """`cases, clusters and seeds`: words as a sentence lists them.

    Parameters:
        words: at least one.

    >>> joined(["cases", "clusters", "seeds"])
    'cases, clusters and seeds'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def unknown_name(kind: str, name: str, known: Sequence[str], *, of: str | None = None) -> str:
    """The message for a name that is not there, with the nearest one that is.

    Parameters:
        kind: what was named, as in `model`.
        name: the name that was given.
        known: the names that exist.
        of: what lacks it, as in `bayes_t`, if it is not the whole world.
    """
    near = get_close_matches(name, known, n=1, cutoff=0.5)
    hint = f" Did you mean `{near[0]}`?" if near else ""
    lacking = f"There is no {kind}" if of is None else f"`{of}` has no {kind}"
    return f"{lacking} `{name}`.{hint} Known: {listing(known, limit=30)}."


def sentence_case(text: str) -> str:
    """The text with a capital first letter; the rest, such as names, as it is."""
    return text[:1].upper() + text[1:]


def is_number(text: str) -> bool:
    """Whether a text is a number; `nan` and `inf` are.

    Parameters:
        text: any text.

    >>> is_number("-1e3"), is_number("gpt-4")
    (True, False)
    """
    try:
        float(text)
    except ValueError:
        return False
    return True


def number(x: float, digits: int = 4) -> str:
    """Four significant digits, as a person would write them: true minus signs, commas between thousands.

    Parameters:
        x: the number.
        digits: how many significant digits, if not four; whole numbers keep all of theirs.

    >>> number(0.0123456), number(1234567.0), number(0.1), number(-0.25), number(2.75e-8, 2)
    ('0.01235', '1,234,567', '0.1', '−0.25', '2.8e−08')
    """
    if not isfinite(x):
        return _not_finite(x)
    return decimal(x, 0) if 10**digits <= abs(x) < LARGEST else with_minus(f"{x + 0.0:.{digits}g}")


def decimal(x: float, places: int) -> str:
    """So many decimals, with commas between thousands; zero has no sign.

    Parameters:
        x: the number.
        places: how many decimals.

    >>> decimal(-0.01449, 3), decimal(12345.6, 1), decimal(-0.0001, 2)
    ('−0.014', '12,345.6', '0.00')
    """
    if not isfinite(x):
        return _not_finite(x)
    text = f"{x:,.{places}f}"
    return with_minus(text) if text.strip("-0.") else text.removeprefix("-")


def with_minus(text: str) -> str:
    """A number with true signs, before it and before its exponent.

    Parameters:
        text: the number, and nothing else.
    """
    return text.replace("-", MINUS)


def _not_finite(x: float) -> str:
    return "∞" if x > 0 else f"{MINUS}∞" if x < 0 else "undefined"


def probability(p: float) -> str:
    """Three decimals, and never a 0 or 1: what no draw showed, or what underflowed, is improbable, not impossible.

    Parameters:
        p: the probability.

    >>> probability(0.0143), probability(0.0), probability(0.9995)
    ('0.014', '<0.001', '>0.999')
    """
    if p < 0.0005:
        return "<0.001"
    return ">0.999" if p >= 0.9995 else f"{p:.3f}"


def whole_percents(shares: Sequence[float]) -> list[int]:
    """Shares of a whole in percent that sum to 100: what is left over goes to the largest remainders.

    Parameters:
        shares: they sum to 1.

    >>> whole_percents([0.6041, 0.0546, 0.3413])
    [60, 6, 34]
    """
    exact = [100 * share for share in shares]
    down = [floor(each) for each in exact]
    most_first = sorted(range(len(exact)), key=lambda i: down[i] - exact[i])
    more = set(most_first[: 100 - sum(down)])
    return [each + (i in more) for i, each in enumerate(down)]


def beside(p: float, threshold: float) -> str:
    """A probability beside the threshold of a claim: with as many more digits as show on which side of it it lies.

    Parameters:
        p: the probability.
        threshold: what a claim needs.

    >>> beside(0.94972, 0.95), beside(0.949998, 0.95), beside(0.95, 0.95), beside(0.4, 0.95)
    ('0.9497', '0.949998', '0.950', '0.400')
    """
    texts = (probability(p), *(f"{p:.{places}f}" for places in range(4, 17)))
    return next((text for text in texts if (float(text.strip("<>")) >= threshold) == (p >= threshold)), texts[0])


def needed(threshold: float) -> str:
    """The probability that a claim needs: as it was given, or four decimals of what many pairs make of it.

    Parameters:
        threshold: the probability, below 1.

    >>> needed(0.95), needed(1 - 0.05 / 3), needed(1 - 0.05 / 2), needed(1 - 0.05 / 1225)
    ('0.95', '0.9833', '0.975', '0.999959')
    """
    given = f"{threshold:g}"
    places = max(4, 1 - floor(log10(1 - threshold)))  # two digits of what is left to 1
    return given if float(given) == threshold else f"{threshold:.{places}f}".rstrip("0")
