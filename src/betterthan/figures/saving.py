"""Figures as files and as SVG elements: the same result gives the same bytes."""

from __future__ import annotations

import re
import warnings
from hashlib import sha256
from io import BytesIO, StringIO
from pathlib import Path
from typing import TYPE_CHECKING

from betterthan.answers.saving import save_all
from betterthan.errors import ArgumentError
from betterthan.figures.style import MISSING_LETTER, styled

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

LETTERS_LACKING = (
    "some letters of the names are in no font here and are drawn as boxes. Write .svg, which leaves them to its "
    "reader, or install a font that has them, such as Noto Sans CJK."
)


def save_axes(axes: Axes, path: str | Path) -> None:
    """Write the figure of some axes; the suffix chooses SVG, PDF or PNG.

    Parameters:
        axes: what a function of this package returned.
        path: where to.
    """
    save_all({Path(path): bytes_of(axes, path)})


def bytes_of(axes: Axes, path: str | Path) -> bytes:
    """What the file of a figure holds.

    Parameters:
        axes: what a function of this package returned.
        path: where it will be; the suffix chooses SVG, PDF or PNG.
    """
    suffix = Path(path).suffix.lower()
    undated = {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(suffix)
    out = BytesIO()
    with styled(), warnings.catch_warnings():
        if suffix != ".svg":
            warnings.filterwarnings("error", message=MISSING_LETTER)
        try:
            _figure(axes).savefig(out, format=suffix[1:], dpi=200, metadata=undated)
        except UserWarning:
            warnings.filterwarnings("ignore", message=MISSING_LETTER)
            warnings.warn(f"{path}: {LETTERS_LACKING}", stacklevel=2)
            out = BytesIO()
            _figure(axes).savefig(out, format=suffix[1:], dpi=200, metadata=undated)
    return out.getvalue() if suffix != ".svg" else _lasting(out.getvalue().decode()).encode()


def svg_of(axes: Axes) -> str:
    """The figure of some axes as an `<svg>` element.

    Parameters:
        axes: what a function of this package returned.
    """
    out = StringIO()
    with styled():
        _figure(axes).savefig(out, format="svg", metadata={"Date": None})
    text = _lasting(out.getvalue())
    return text[text.index("<svg") :]


CLIP = re.compile(r'<clipPath id="(\w+)">(.*?)</clipPath>', re.DOTALL)


def _lasting(text: str) -> str:
    """SVG whose frames are named after what is printed of them.

    Matplotlib names a frame after its numbers to the last bit, which another processor computes otherwise.
    """
    for number, (name, content) in enumerate(CLIP.findall(text)):
        text = text.replace(name, f"p{sha256(f'{number} {content}'.encode()).hexdigest()[:10]}")
    return text


def _figure(axes: Axes) -> Figure:
    """The whole figure, also of axes in a part of one."""
    part = axes.figure
    if part is None:
        raise ArgumentError("These axes were removed from their figure; draw again.")
    return part.figure
