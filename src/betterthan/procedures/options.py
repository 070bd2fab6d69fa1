"""Options of a procedure, given as text: checked against the signature of the procedure, and turned into values."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from betterthan.errors import ArgumentError
from betterthan.phrases import unknown_name
from betterthan.procedures.registry import Procedure

WORDS = {"true": True, "false": False, "yes": True, "no": False}


def from_texts(chosen: Procedure[Any, Any], texts: Mapping[str, str]) -> dict[str, Any]:
    """The options of a procedure from their texts, as the command line has them.

    >>> from betterthan.procedures import named
    >>> from_texts(named("bayes_signed_rank"), {"z0": "split", "prior_strength": "0.5"})
    {'z0': 'split', 'prior_strength': 0.5}
    """
    accepted = get_type_hints(chosen.function)
    return {name: _value(chosen, name, text, accepted) for name, text in texts.items()}


def _value(chosen: Procedure[Any, Any], name: str, text: str, accepted: Mapping[str, Any]) -> Any:
    if name not in chosen.options:
        raise ArgumentError(unknown_name("option", name, chosen.options, of=chosen.name))
    for kind in _kinds(accepted[name]):
        try:
            return _read(kind, text.strip())
        except ValueError:
            continue
    what = " or ".join(dict.fromkeys(_in_words(kind) for kind in _kinds(accepted[name]) if _in_words(kind)))
    raise ArgumentError(f"Option `{name}` of `{chosen.name}` takes {what}; got `{text}`.")


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


def _one_of(words: tuple[str, ...], text: str) -> str:
    if text not in words:
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
