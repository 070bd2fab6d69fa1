"""Options that several commands share, and what their texts mean."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import click

from betterthan.errors import ArgumentError
from betterthan.vocabulary import ADJUSTMENTS, Adjustment

if TYPE_CHECKING:
    from betterthan.results.rope import RelativeRope, RopeLike

Command = TypeVar("Command", bound=Callable[..., Any])
THRESHOLD = 0.95
"""Probability that a verdict needs, for those who gave none."""


def options(*decorators: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Several options as one decorator, in the order in which the help lists them."""
    return lambda command: reduce(lambda made, decorate: decorate(made), reversed(decorators), command)


def numbers_of(text: str, option: str) -> list[float]:
    """Numbers with commas between them."""
    return [_number(part, option) for part in text.split(",")]


def _number(text: str, option: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ArgumentError(f"`{option}` takes numbers; got `{text.strip()}`.") from None


UNITS = {"": 1, "K": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


def size_of(_context: click.Context, option: click.Parameter, text: str) -> int:
    """A number of bytes, such as 500MB or 8GB."""
    found = re.fullmatch(r"\s*(\d+(?:\.\d+)?(?:e\d+)?)\s*([KMGT]?)B?\s*", text, re.IGNORECASE)
    if found is None or float(found[1]) <= 0:
        raise ArgumentError(f"`{option.opts[0]}` takes a size, such as 500MB or 20GB; got `{text}`.")
    return int(float(found[1]) * UNITS[found[2].upper()])


SHIFTED = "betterthan.shifted"
"""Where `--shifted` is kept for the rope, which is read after it."""


def remember_shift(context: click.Context, _option: click.Parameter, given: bool) -> None:
    """`--shifted` belongs to `--rope`: together they are one argument."""
    context.meta[SHIFTED] = given


ALL = "betterthan.all"
"""Where `--all` is kept for whoever prints, whatever the command."""


def remember_all(context: click.Context, _option: click.Parameter, given: bool) -> None:
    """`--all` concerns the print alone, and no command."""
    context.meta[ALL] = given


def wants_all() -> bool:
    """Whether `--all` was given."""
    return bool(click.get_current_context().meta.get(ALL, False))


FIGURE = "betterthan.figure"
"""Where `--figure` is kept for whoever writes files, whatever the command."""


def remember_figure(context: click.Context, _option: click.Parameter, given: str | None) -> None:
    """`--figure` concerns the files alone, and no command."""
    context.meta[FIGURE] = given


def wanted_figure() -> str | None:
    """The name that `--figure` gave, if any."""
    return click.get_current_context().meta.get(FIGURE)


def rope_of(context: click.Context, _option: click.Parameter, text: str | None) -> RopeLike | RelativeRope | None:
    """A half-width, both bounds, or a share of the error; confirmed where it lies on one side of no difference."""
    return _rope_in(text, shifted=context.meta.get(SHIFTED, False))


Ropes: TypeAlias = "RopeLike | RelativeRope | Mapping[str, RopeLike | RelativeRope | None] | None"
"""What `--rope` of `compare` says: one rope, or one for each of several metrics."""
NEXT_METRIC = re.compile(r",(?=[^,]*=)")
"""The comma before the next metric, and none between two bounds."""


def ropes_of(context: click.Context, _option: click.Parameter, text: str | None) -> Ropes:
    """One rope; or that of each of several metrics, as in `acc=0.01,rmse=-0.2,0.5`."""
    shifted = context.meta.get(SHIFTED, False)
    if text is None or "=" not in text:
        return _rope_in(text, shifted=shifted)
    named = [part.rpartition("=") for part in NEXT_METRIC.split(text)]
    return {metric.strip(): _rope_in(own, shifted=shifted) for metric, _, own in named}


def _rope_in(text: str | None, *, shifted: bool) -> RopeLike | RelativeRope | None:
    if text is None and not shifted:
        return None
    from betterthan.results.rope import rope_from_text, with_shift

    return with_shift(None if text is None else rope_from_text(text), shifted)


def factors_of(_context: click.Context, _option: click.Parameter, text: str | None) -> list[float] | None:
    """Multiples of the present size."""
    return None if text is None else numbers_of(text, "--scale")


def named_options(_context: click.Context, _option: click.Parameter, given: Sequence[str]) -> dict[str, str]:
    """`--option name=value`, as often as it is given, by name."""
    found: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise ArgumentError(f"`--option` takes NAME=VALUE, as in `--option z0=0.1`; got `{text}`.")
        if name in found:
            raise ArgumentError(f"`--option {name}=…` is given twice: `{found[name]}` and `{value}`.")
        found[name] = value
    return found


def of_procedure(procedure: str | None, texts: Mapping[str, str]) -> dict[str, Any]:
    """The options of a procedure, checked against its signature."""
    if not texts:
        return {}
    if procedure is None:
        raise ArgumentError("`--option` is for an option of one procedure: name the procedure with `--procedure`.")
    from betterthan.procedures import named
    from betterthan.procedures.options import from_texts

    return from_texts(named(procedure), texts)


def with_further(asked: Mapping[str, Any], procedure: str | None, texts: Mapping[str, str]) -> dict[str, Any]:
    """What flags of their own gave, and what `--option` gave; one thing given in both ways is refused."""
    given = given_only(**asked)
    twice = next((name for name in texts if name in given), None)
    if twice is not None:
        flag = "--" + twice.replace("_", "-")
        raise ArgumentError(
            f"`{flag}` and `--option {twice}={texts[twice]}` say the same thing twice: give one of them."
        )
    return {**given, **of_procedure(procedure, texts)}


def given_only(**values: Any) -> dict[str, Any]:
    """Those that were given at all; the others keep the library's defaults."""
    return {name: value for name, value in values.items() if value is not None}


def _rope(metavar: str, read: Callable[..., Any], also: str = "") -> Callable[[Command], Command]:
    """`--rope`, read in one way or another, with its confirmation."""
    words = "Region of practical equivalence, in units of the score; 5% is relative to the second model's error."
    confirmed = "Confirm a rope that does not contain 0."
    return options(
        click.option("--rope", metavar=metavar, callback=read, help=f"{words}{also}"),
        click.option(
            "--shifted", is_flag=True, is_eager=True, expose_value=False, callback=remember_shift, help=confirmed
        ),
    )


rope = _rope("R|LOW,HIGH|P%", rope_of)
ropes = _rope("R|LOW,HIGH|P%|METRIC=R,…", ropes_of, " Of several metrics, one for each.")
judged = options(
    click.option("--procedure", metavar="NAME", help="A procedure; `betterthan procedures` lists them."),
    click.option(
        "--threshold", type=float, metavar="P", help=f"Probability that a verdict needs.  [default: {THRESHOLD}]"
    ),
)
verdict = options(rope, judged)
scale = click.option(
    "--scale", "factors", metavar="K,K,…", callback=factors_of, help="Multiples of the present size to look at."
)
level = click.option("--level", type=float, default=0.95, show_default=True, help="Coverage of the intervals.")


def adjust(default: Adjustment) -> Callable[[Command], Command]:
    """How p-values are adjusted for their number; a word that is none of these is refused where it is used."""
    words = f"Adjust p-values for their number: {', '.join(ADJUSTMENTS)}."
    return click.option("--adjust", metavar="METHOD", default=default, show_default=True, help=words)


drawing = options(
    click.option("--draws", type=int, metavar="N", help="Monte Carlo draws, for procedures that draw."),
    click.option("--rng", type=int, metavar="SEED", help="Seed, for procedures that draw."),
)
further = click.option(
    "--option", "further", multiple=True, metavar="NAME=VALUE", callback=named_options,
    help="Option of the procedure (repeatable); `betterthan explain NAME` lists them.",
)  # fmt: skip
as_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON object and nothing else.")
outputs = options(
    click.option(
        "--all", is_flag=True, expose_value=False, callback=remember_all,
        help="Print all rows and columns of long tables, not only those that matter most.",
    ),
    click.option(
        "-o", "outputs", multiple=True, metavar="PATH",
        help="Also write .html .md .tex .bib .txt .json .csv .svg .pdf .png (repeatable).",
    ),
)  # fmt: skip
figure = click.option(
    "--figure", metavar="NAME", expose_value=False, callback=remember_figure,
    help="Which figure a picture of -o shows, such as forest, if not the main one.",
)  # fmt: skip
