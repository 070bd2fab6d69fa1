"""Signs that a terminal's encoding lacks, written with letters that it has."""

from __future__ import annotations

IN_PLAIN_LETTERS = {
    "−": "-", "–": "-", "─": "-", "…": "~", "█": "#", "░": ".", "▒": "=", "•": "*", "°": "o", "±": "+-", "≤": "<=",
    "≥": ">=", "∞": "inf", "√": "sqrt", "→": "->", "²": "2", "₀": "0", "⁺": "+", "χ": "chi", "φ": "phi", "δ": "delta",
    "σ": "sigma", "ν": "nu", "ρ": "rho", "Δ": "Delta", "’": "'", "′": "'",
}  # fmt: skip
"""What our own words and numbers are made of; the signs of tables are as wide as before."""


def printable(text: str, encoding: str) -> str:
    """The text, with other letters only for what the encoding cannot write.

    >>> printable("−0.01 ± 1°", "latin-1"), printable("−0.01", "utf-8")
    ('-0.01 ± 1°', '−0.01')
    """
    lacking: dict[str, str | int | None] = {
        sign: plain for sign, plain in IN_PLAIN_LETTERS.items() if sign in text and not _has(encoding, sign)
    }
    return text.translate(str.maketrans(lacking))


def _has(encoding: str, sign: str) -> bool:
    try:
        sign.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
