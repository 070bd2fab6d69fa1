"""Report -> HTML: one self-contained page, or a fragment for a notebook. All user text is escaped by the templates."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from itertools import combinations, pairwise, product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from betterthan.report.blocks import Bar, Block, Live, Picture, Report, Table, Verdict
from betterthan.report.render.alignment import of_numbers
from betterthan.report.render.lines import unbroken
from betterthan.report.render.marks import CODE, signed, signed_rule, with_citations
from betterthan.vocabulary import REGIONS
from betterthan.words.numbers import shares

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jinja2 import Environment
    from markupsafe import Markup


def html(report: Report) -> str:
    """The report as one page that needs nothing else."""
    return _environment().get_template("page.html").render(report=report)


def html_fragment(report: Report) -> str:
    """The verdict, the bar and the result, for a notebook."""
    return _environment().get_template("fragment.html").render(report=report)


class Entry(NamedTuple):
    """A line of the table of contents."""

    anchor: str
    title: str


def _contents(report: Report) -> tuple[Entry, ...]:
    """What one can go to: the verdict where there is one, then every section with a title, the pictures as one."""
    top = [Entry("bt-top", "Verdict")] if any(isinstance(block, Verdict) for block in report.blocks) else []
    titled = [block for block in report.blocks if not isinstance(block, Verdict | Bar) and _is_shown(block)]
    entries = [Entry(_anchor(block), "Figures" if isinstance(block, Picture) else block.title) for block in titled]
    return tuple(dict.fromkeys([*top, *entries]))


def _is_shown(block: Block) -> bool:
    return not isinstance(block, Table) or bool(block.rows)


def _anchor(block: Block) -> str:
    """By which a link finds the block."""
    return f"bt-at-{block.key}"


Columns: TypeAlias = tuple[tuple[Picture, ...], ...]

MOST_COLUMNS = 3
"""Columns of pictures for which a wide page has room."""
MOST_DEALT = 7
"""So many pictures are dealt out in every way."""
WORTH = 0.05
"""Pictures leave their order for less white only if it is less by this share of the columns."""
WIDER = 1.25
"""How many times as wide as another a column may be."""
HEADING = 0.15
"""Height of a picture's heading, as a share of its width."""


def _picture_columns(report: Report) -> Columns:
    """The pictures in as many columns as leave the least white, and rather in more, and in their order."""
    pictures = tuple(block for block in report.blocks if isinstance(block, Picture))
    counts = range(min(MOST_COLUMNS, len(pictures)), min(len(pictures), 2) - 1, -1)
    ordered = (_parted(pictures, cuts) for k in counts for cuts in combinations(range(1, len(pictures)), k - 1))
    best = min(ordered, key=_white)
    dealt = min((columns for k in counts for columns in _dealt(pictures, k)), key=_white, default=best)
    return dealt if _white(dealt) < _white(best) - WORTH else best


def _parted(pictures: tuple[Picture, ...], cuts: tuple[int, ...]) -> Columns:
    return tuple(pictures[start:end] for start, end in pairwise((0, *cuts, len(pictures))))


def _dealt(pictures: tuple[Picture, ...], count: int) -> Iterator[Columns]:
    """Every way to deal pictures to columns, none of which is empty; pictures of a column keep their order."""
    if len(pictures) > MOST_DEALT:
        return
    for places in product(range(count), repeat=len(pictures)):
        if list(dict.fromkeys(places)) == list(range(count)):
            yield tuple(tuple(each for each, at in zip(pictures, places, strict=True) if at == k) for k in range(count))


def _white(columns: Columns) -> float:
    """The share of the columns that is white since another one is longer."""
    heights = [sum(map(_height, column)) for column in columns]
    return 1 - sum(heights) / (len(heights) * max(heights))


def _widths(columns: Columns) -> list[float]:
    """How wide the columns are, as multiples of their mean: short ones are a little wider, and so a little longer."""
    if not columns:
        return []
    heights = [sum(map(_height, column)) for column in columns]
    wanted = [max(heights) / max(height, max(heights) / WIDER) for height in heights]
    return [width * len(wanted) / sum(wanted) for width in wanted]


def _height(picture: Picture) -> float:
    """Height of a picture with its heading, as a multiple of its width."""
    found = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', picture.svg)
    return HEADING + (float(found[2]) / float(found[1]) if found else 1.0)


def _for_script(live: Live) -> Markup:
    """What page.js reads, as JSON; no text in it can end the script."""
    from markupsafe import Markup

    read = {"numbers": asdict(live.numbers), "words": asdict(live.words)}
    text = json.dumps(read, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026"))


def _prose(text: str) -> Markup:
    """A sentence in which text between backticks is code."""
    from markupsafe import Markup, escape

    plain = with_citations(text, lambda keys: f" [{', '.join(keys)}]")
    return Markup(CODE.sub(r"<code>\1</code>", str(escape(plain))))


def _numeric(block: Table) -> list[bool]:
    """Of every column, whether it holds numbers, which stand at the right."""
    return [of_numbers(cells) for cells in zip(*block.rows, strict=True)]


def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("betterthan.report"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters["shares"] = shares
    environment.filters["anchor"] = _anchor
    environment.filters["contents"] = _contents
    environment.filters["picture_columns"] = _picture_columns
    environment.filters["widths"] = _widths
    environment.filters["for_script"] = _for_script
    environment.filters["signed"] = signed
    environment.filters["signed_rule"] = signed_rule
    environment.filters["prose"] = _prose
    environment.filters["spoken"] = lambda text: CODE.sub(r"\1", text)
    environment.filters["unbroken"] = unbroken
    environment.filters["numeric"] = _numeric
    environment.filters["kind"] = lambda block: type(block).__name__
    environment.globals["regions"] = REGIONS
    return environment
