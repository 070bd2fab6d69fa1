"""Options of a procedure, as text or as values: checked against the signature of the procedure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from numbers import Integral, Real
from types import NoneType, UnionType
from typing import Any, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

import numpy as np

from betterthan.errors import ArgumentError
from betterthan.phrases import unknown_name
from betterthan.procedures.registry import Procedure, named

OptionValue: TypeAlias = bool | float | str | Sequence[float] | np.random.Generator | None
"""What an option may be; each procedure says which in its signature."""

FOR_ANY = ("draws", "rng")
"""Options that any procedure may be given: those that draw nothing have no use for them."""

FILLED_IN = ("rope", "level")
"""Keywords of procedures that are filled in from what the user asks of the whole comparison."""

WORDS = {"true": True, "false": False, "yes": True, "no": False}


def from_texts(chosen: Procedure[Any, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    """The options of a procedure from their texts, as the command line has them.

    >>> from betterthan.procedures import named
    >>> from_texts(named("bayes_signed_rank"), {"z0": "split", "prior_strength": "0.5"})
    {'z0': 'split', 'prior_strength': 0.5}
    """
    for name in texts:
        if name in FILLED_IN:
            raise ArgumentError(f"`{name}` is not an option of `{chosen.name}` alone: give it as `{name}=`.")
        if name not in chosen.options:
            raise ArgumentError(unknown_name("option", name, chosen.options, of=chosen.name))
    return {name: _value(chosen, name, text.strip(), _read, f"`{text}`") for name, text in texts.items()}


def options_of(name: str) -> tuple[str, ...]:
    """The options of a procedure and of the classical test beside it, by its name."""
    chosen = named(name)
    beside = [each for each in (chosen.counterpart, *chosen.counterparts) if each is not None]
    return (*chosen.options, *(option for each in beside for option in named(each).options))


def refuse_unknown(chosen: Procedure[Any, Any], given: Mapping[str, OptionValue]) -> None:
    """Refuse options that neither the procedure nor the classical test beside it takes."""
    unknown = [name for name in given if name not in (*options_of(chosen.name), *FOR_ANY)]
    if unknown:
        takes = ", ".join(f"`{name}`" for name in chosen.options) or "no options"
        raise ArgumentError(f"`{chosen.name}` has no option `{unknown[0]}`; it takes {takes}.")


def checked_options(chosen: Procedure[Any, Any], given: Mapping[str, OptionValue]) -> dict[str, Any]:
    """Those of the values given that are options of the procedure, checked; None where it is no value is the default.

    >>> from betterthan.procedures import named
    >>> checked_options(named("wilcoxon"), {"continuity": False, "draws": 100})
    {'continuity': False}
    """
    own = {name: value for name, value in given.items() if name in chosen.options}
    meant = {name: value for name, value in own.items() if value is not None or NoneType in _kinds_of(chosen)[name]}
    return {name: _value(chosen, name, value, _fitting, repr(value)) for name, value in meant.items()}


@cache
def _kinds_of(chosen: Procedure[Any, Any]) -> dict[str, tuple[Any, ...]]:
    """By option, the types that it may have."""
    accepted = get_type_hints(chosen.function)
    return {name: _kinds(accepted[name]) for name in chosen.options}


def _value(chosen: Procedure[Any, Any], name: str, given: Any, taken: Callable[[Any, Any], Any], shown: str) -> Any:
    """What was given as the first type of the option that it can be taken for."""
    kinds = _kinds_of(chosen)[name]
    for kind in kinds:
        try:
            return taken(kind, given)
        except ValueError:
            continue
    what = " or ".join(dict.fromkeys(_in_words(kind) for kind in kinds if _in_words(kind)))
    raise ArgumentError(f"Option `{name}` of `{chosen.name}` takes {what}; got {shown}.")


def _kinds(annotation: Any) -> tuple[Any, ...]:
    """The members of a union, words before numbers: `inf` may be a word."""
    members = get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,)
    return tuple(sorted(members, key=lambda kind: 0 if _is_word(kind) else 1))


def _is_word(kind: Any) -> bool:
    origin: Any = get_origin(kind)
    return origin is Literal


def _read(kind: Any, text: str) -> Any:
    if _is_word(kind):
        return _one_of(get_args(kind), text)
    if get_origin(kind) is tuple:
        return _numbers(text, len(get_args(kind)))
    readers: dict[Any, Callable[[str], Any]] = {bool: _truth, int: int, float: float, str: str, NoneType: _nothing}
    if kind not in readers:
        raise ValueError
    return readers[kind](text)


def _fitting(kind: Any, value: Any) -> Any:
    if _is_word(kind):
        return _one_of(get_args(kind), value)
    if get_origin(kind) is tuple:
        return _as_many(value, len(get_args(kind)))
    number: dict[Any, type] = {int: Integral, float: Real}
    fits = isinstance(value, number.get(kind, kind)) and (kind is bool or not isinstance(value, bool))
    if not fits:
        raise ValueError
    return value


def _as_many(values: Any, count: int) -> tuple[Any, ...]:
    if isinstance(values, str) or not hasattr(values, "__len__") or len(values) != count:
        raise ValueError
    return tuple(values)


def _one_of(words: tuple[str, ...], text: Any) -> str:
    if not isinstance(text, str) or text not in words:
        raise ValueError
    return text


def _numbers(text: str, count: int) -> tuple[float, ...]:
    numbers = tuple(float(part) for part in text.split(","))
    if len(numbers) != count:
        raise ValueError
    return numbers


def _truth(text: str) -> bool:
    if text.lower() not in WORDS:
        raise ValueError
    return WORDS[text.lower()]


def _nothing(text: str) -> None:
    if text.lower() != "none":
        raise ValueError


def _in_words(kind: Any) -> str:
    if _is_word(kind):
        return ", ".join(f"`{word}`" for word in get_args(kind))
    if get_origin(kind) is tuple:
        return f"{len(get_args(kind))} numbers with commas between them"
    return {bool: "`true` or `false`", int: "a whole number", float: "a number", str: "a word", NoneType: "`none`"}.get(
        kind, ""
    )
