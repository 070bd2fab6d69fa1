"""Text for LaTeX: letters that TeX takes for commands, letters that it does not have, and where a line may break."""

from __future__ import annotations

import re
from unicodedata import normalize

from betterthan.report.render.lines import NO_BREAK, unbroken
from betterthan.report.render.marks import CODE

SPECIAL = {
    "\\": r"\textbackslash{}", "&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
    "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"$<$", ">": r"$>$", "`": r"\textasciigrave{}",
    "|": r"\textbar{}", "\n": " ", NO_BREAK: "~",
    "−": "$-$", "±": r"$\pm$", "×": r"$\times$", "·": r"$\cdot$", "≤": r"$\le$", "≥": r"$\ge$", "≈": r"$\approx$",
    "∞": r"$\infty$", "√": r"$\surd$", "∝": r"$\propto$", "→": r"$\to$", "²": r"$^2$", "⁺": r"$^+$", "₀": r"$_0$",
    "°": r"$^\circ$", "α": r"$\alpha$", "β": r"$\beta$", "γ": r"$\gamma$", "δ": r"$\delta$", "Δ": r"$\Delta$",
    "ε": r"$\varepsilon$", "η": r"$\eta$", "θ": r"$\theta$", "κ": r"$\kappa$", "λ": r"$\lambda$", "μ": r"$\mu$",
    "ν": r"$\nu$", "π": r"$\pi$", "ρ": r"$\rho$", "σ": r"$\sigma$", "Σ": r"$\Sigma$", "τ": r"$\tau$",
    "φ": r"$\varphi$", "χ": r"$\chi$", "ψ": r"$\psi$", "ω": r"$\omega$", "Ω": r"$\Omega$",
    "…": r"\ldots{}", "–": "--", "—": "---", "’": "'", "‘": r"\textquoteleft{}", "“": r"\textquotedblleft{}",
    "”": r"\textquotedblright{}", "•": r"\textbullet{}", "ß": r"\ss{}", "æ": r"\ae{}", "Æ": r"\AE{}", "œ": r"\oe{}",
    "Œ": r"\OE{}", "ø": r"\o{}", "Ø": r"\O{}", "ł": r"\l{}", "Ł": r"\L{}", "ı": r"\i{}",
}  # fmt: skip
ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u", "\u0307": ".",
    "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0327": "c",
}  # fmt: skip
"""The accents that every font of LaTeX has."""
EXPONENT = re.compile(r"(?<=\d)e\$-\$0*(\d+)")
"""Of a number of ours, as it is escaped: what is a name has a hyphen there."""
LONG = 14
"""Letters of a word that stays whole. The names of models and procedures are often longer."""
PIECES = re.compile(rf"[^-_/.:=]{{0,{LONG - 1}}}[-_/.:=]+|[^-_/.:=]{{1,{LONG}}}")
NUMBER = re.compile(r"[\d.,;:()\[\]%<>≤≥±−+e]*")


def escape(text: str) -> str:
    r"""Text in which LaTeX sees no commands, with code in its own letters, and long words that may break.

    >>> print(escape("a_b & 50%, χ²(1) = 3, p = 2.1e−07"))
    a\_b \& 50\%, $\chi^2$(1)~=~3, p~=~2.1${}\times10^{-7}$
    """
    parts = enumerate(CODE.split(unbroken(text)))  # outside, inside, outside, …
    told = "".join(f"\\texttt{{{_words(part)}}}" if place % 2 else _words(part) for place, part in parts)
    return f"{{}}{told}" if text.startswith(("[", "*")) else told  # else the option of the row break before it


def pieces_of(word: str) -> list[str]:
    """The parts of a word between which a line may break: behind the signs that join names, else where it is too long.

    >>> pieces_of("bayes_hierarchical_t"), pieces_of("short_name")
    (['bayes_', 'hierarchical_', 't'], ['short_name'])
    """
    before, kept, behind = word.partition(NO_BREAK)
    if kept:
        (*some, last), (first, *rest) = pieces_of(before), pieces_of(behind)
        return [*some, f"{last}{NO_BREAK}{first}", *rest]
    whole = len(word) <= LONG or NUMBER.fullmatch(word)
    return [word] if whole else PIECES.findall(word)


def known(letter: str) -> bool:
    """Whether LaTeX has the letter, in any of its fonts."""
    return _letter(letter) != _coded(letter)


def _words(text: str) -> str:
    return " ".join(r"\allowbreak{}".join(map(_letters, pieces_of(word))) for word in text.split(" "))


def _letters(text: str) -> str:
    apart = ("{}" if each == before and each in "-'" else "" for before, each in zip(f" {text}", text, strict=False))
    told = "".join(f"{gap}{_letter(each)}" for gap, each in zip(apart, text, strict=True))  # else -- is a dash
    return EXPONENT.sub(r"${}\\times10^{-\1}$", re.sub(r"(?<!\\)\$\$", "", told))


def _letter(letter: str) -> str:
    if letter in SPECIAL or letter.isascii():
        return SPECIAL.get(letter, letter)
    apart = normalize("NFD", letter)
    base, accent = apart[0], ACCENTS.get(apart[1:])
    return _coded(letter) if accent is None or not base.isascii() else f"\\{accent}{{{base}}}"


def _coded(letter: str) -> str:
    """What a font may not have, by its number: nothing that a user named is lost, and LaTeX stops at nothing."""
    return f"\\texttt{{U+{ord(letter):04X}}}"
