"""Policy: what is asked of a new model, task by task or metric by metric, as a TOML file says it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from betterthan.errors import ArgumentError, ReadingError
from betterthan.judging.rules.threshold import check_threshold
from betterthan.phrases import unknown_name
from betterthan.results.rope import RelativeRope, Rope, as_rope, rope_from_text
from betterthan.vocabulary import REQUIREMENTS, TIERS, Requirement, Tier, known

if TYPE_CHECKING:
    from collections.abc import Callable

    from betterthan.answers.gate import Family

THRESHOLD = 0.95


@dataclass(frozen=True, kw_only=True)
class Terms:
    """What is asked of a new model by one gate; None where nothing is said.

    Parameters:
        rope: the region of practical equivalence.
        require: what is asked.
        threshold: how sure one must be.
        tier: what the answer does.
        worst_loss: the most that one unit can lose.
        range: what a score can be.
        higher_is_better: False if the scores are losses.
    """

    rope: Rope | None = None
    require: Requirement | None = None
    threshold: float | None = None
    tier: Tier | None = None
    worst_loss: float | None = None
    range: tuple[float, float] | None = None
    higher_is_better: bool | None = None

    def over(self, other: Terms) -> Terms:
        """These terms, and where they say nothing the other ones.

        Parameters:
            other: the terms of everything.
        """
        said = {each.name: getattr(self, each.name) for each in fields(self)}
        return replace(other, **{name: value for name, value in said.items() if value is not None})


@dataclass(frozen=True, kw_only=True)
class Limit:
    """The most that is allowed: a number, or a share of all.

    Parameters:
        most: the number or the share.
        share: whether it is a share.
    """

    most: float
    share: bool = False

    def allows(self, count: int, total: int) -> bool:
        """Whether so many are allowed.

        Parameters:
            count: how many there are.
            total: of how many.
        """
        return count <= (self.most * total if self.share else self.most) * (1 + 1e-12)

    @property
    def in_words(self) -> str:
        """As it was given."""
        return f"{100 * self.most:g}%" if self.share else f"{self.most:g}"


@dataclass(frozen=True, kw_only=True)
class Policy:
    """Everything that is asked of a new model.

    Parameters:
        terms: for every gate that does not say otherwise.
        tasks: for single tasks, each of which is then a gate of its own.
        metrics: for single metrics, likewise.
        required: tasks that must be in both runs.
        most_missing: how many cases of the baseline the new run may lack.
        most_failed: how many rows of the new run may have no score.
        family: `holm` adjusts fails and `better` for the number of gates.
    """

    terms: Terms = field(default_factory=Terms)
    tasks: Mapping[str, Terms] = field(default_factory=dict)
    metrics: Mapping[str, Terms] = field(default_factory=dict)
    required: tuple[str, ...] = ()
    most_missing: Limit | None = None
    most_failed: Limit | None = None
    family: Family | None = None

    @property
    def drops(self) -> bool:
        """Whether it says what happens to cases that are missing, so that they are no bad input."""
        return bool(self.required) or self.most_missing is not None


NO_POLICY = Policy()


class _Wrong(Exception):
    """A value that makes no sense; the key is where it stands."""

    def __init__(self, key: tuple[str, ...], message: str) -> None:
        super().__init__(message)
        self.key = key


def policy_of(given: str | Path | Mapping[str, Any] | None) -> Policy:
    """A policy from a TOML file, or from what such a file holds.

    Parameters:
        given: the path, or a dict; None for no policy.
    """
    if given is None:
        return NO_POLICY
    if isinstance(given, Mapping):
        return _checked(given, "the policy", "")
    path = Path(given)
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ReadingError(f"Cannot read the policy `{path}`: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise ReadingError(f"The policy `{path}` is not UTF-8 text, as TOML must be.") from None
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ReadingError(f"The policy `{path}` is not TOML: {error}.") from None
    return _checked(found, f"`{path}`", text)


def _checked(found: Mapping[str, Any], source: str, text: str) -> Policy:
    try:
        return _policy(found)
    except _Wrong as wrong:
        line = line_of(text, wrong.key)
        where = source if line is None else f"{source}, line {line}"
        raise ArgumentError(f"{where}, `{'.'.join(wrong.key)}`: {wrong}") from None


def line_of(text: str, key: tuple[str, ...]) -> int | None:
    """The line of a key; of its table where the key itself is not found.

    Parameters:
        text: the file.
        key: the names of the tables that it is in, and its own.

    >>> line_of('rope = 1\\n[task.a]\\ntier = "x"', ("task", "a", "tier"))
    3
    """
    table: tuple[str, ...] = ()
    near = None
    for number, line in enumerate(text.splitlines(), start=1):
        header = re.match(r"\s*\[+([^\]]+)\]", line)
        if header:
            table = _names(header[1])
        own = re.match(r"""\s*((?:"[^"]*"|'[^']*'|[\w.-]+))\s*=""", line)
        named = (*table, *_names(own[1])) if own else table
        if named == key:
            return number
        near = number if near is None and named and named == key[: len(named)] else near
    return near


def _names(text: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in re.findall(r'"[^"]*"|\'[^\']*\'|[^.\s]+', text))


def _policy(found: Mapping[str, Any]) -> Policy:
    own: dict[str, Any] = {}
    for key in ("required", "most_missing", "most_failed", "family"):
        if key in found:
            own[key] = _value(POLICY[key], (key,), found[key])
    tables = {kind: _tables(kind, found.get(kind, {})) for kind in ("task", "metric")}
    rest = {key: value for key, value in found.items() if key not in (*own, *tables)}
    return Policy(terms=_terms(rest, ()), tasks=tables["task"], metrics=tables["metric"], **own)


def _tables(kind: str, found: Any) -> dict[str, Terms]:
    if not isinstance(found, Mapping) or not all(isinstance(each, Mapping) for each in found.values()):
        raise _Wrong((kind,), f"a table for each {kind} is expected, as in [{kind}.NAME].")
    return {name: _terms(each, (kind, name)) for name, each in found.items()}


def _terms(found: Mapping[str, Any], place: tuple[str, ...]) -> Terms:
    accepted = (*TERMS, *(() if place else (*POLICY, "task", "metric")))
    for key in found:
        if key not in TERMS:
            raise _Wrong((*place, key), unknown_name("key", key, accepted))
    return Terms(**{key: _value(TERMS[key], (*place, key), value) for key, value in found.items()})


def _value(taken: Callable[[Any], Any], key: tuple[str, ...], value: Any) -> Any:
    try:
        return taken(value)
    except ArgumentError as error:
        raise _Wrong(key, str(error)) from None
    except (TypeError, ValueError):
        raise _Wrong(key, f"`{value}` makes no sense here.") from None


def rope_of_gate(given: Any) -> Rope:
    """The rope of a gate, which is in units of the score and contains 0.

    Parameters:
        given: what was given as one.
    """
    made = rope_from_text(given) if isinstance(given, str) else given
    if isinstance(made, RelativeRope):
        raise ArgumentError(
            f"The rope of a gate is in units of the score, as `rope=0.01` is; got {100 * made.fraction:g}%, another "
            "margin for every baseline."
        )
    rope = as_rope(made)
    if rope.scale != "score" or not rope.low <= 0 <= rope.high:
        raise ArgumentError(
            f"The rope of a gate is in units of the score and contains 0, as `rope=0.01` does; got {rope.in_words()}."
        )
    return rope


def _rope(value: Any) -> Rope:
    if isinstance(value, bool):
        raise ArgumentError("a rope is a number such as 0.01, or two such as [-0.01, 0.02].")
    return rope_of_gate(tuple(value) if isinstance(value, list) else value)


def _threshold(value: Any) -> float:
    number = _number(value)
    check_threshold(number)
    return number


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ArgumentError(f"a number is expected; got `{value}`.")
    return float(value)


def _range(value: Any) -> tuple[float, float]:
    low, high = (_number(each) for each in value)
    return low, high


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise ArgumentError(f"true or false is expected; got `{value}`.")
    return value


def _required(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise ArgumentError('a list of tasks is expected, as in ["math", "code"].')
    return tuple(value)


def _limit(value: Any) -> Limit:
    share = re.fullmatch(r"\s*(\d+(?:\.\d+)?)\s*%\s*", value) if isinstance(value, str) else None
    if share and float(share[1]) <= 100:
        return Limit(most=float(share[1]) / 100, share=True)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise ArgumentError(f'a number of cases such as 5, or a share such as "2%", is expected; got `{value}`.')
    return Limit(most=value)


def _family(value: Any) -> str:
    if value != "holm":
        raise ArgumentError(f'"holm" is the only adjustment of a gate; got `{value}`. Leave it out for none.')
    return "holm"


TERMS: Mapping[str, Callable[[Any], Any]] = {
    "rope": _rope,
    "require": lambda value: known("requirement", value, REQUIREMENTS),
    "threshold": _threshold,
    "tier": lambda value: known("tier", value, TIERS),
    "worst_loss": _number,
    "range": _range,
    "higher_is_better": _flag,
}
"""The keys of one gate, and how their values are taken."""
POLICY: Mapping[str, Callable[[Any], Any]] = {
    "required": _required,
    "most_missing": _limit,
    "most_failed": _limit,
    "family": _family,
}
"""The keys of the whole policy."""
