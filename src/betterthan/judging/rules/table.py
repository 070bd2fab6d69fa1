"""The table of decision rules: a rule is its own file and a line here, or is registered from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.errors import ArgumentError
from betterthan.judging.rules.hdi import HDI
from betterthan.judging.rules.loss import LEAST_LOSS
from betterthan.judging.rules.threshold import THRESHOLD
from betterthan.phrases import unknown_name

if TYPE_CHECKING:
    from betterthan.judging.rules.rule import Rule

RULES: dict[str, Rule] = {rule.name: rule for rule in (THRESHOLD, LEAST_LOSS, HDI)}


def register(rule: Rule) -> None:
    """Enter a rule from outside; it may not take the name of another."""
    if RULES.setdefault(rule.name, rule) is not rule:
        raise ArgumentError(f"There is a decision rule `{rule.name}` already; choose another name.")


def rule_named(name: str) -> Rule:
    """The rule with that name."""
    if name not in RULES:
        raise ArgumentError(unknown_name("decision rule", name, tuple(RULES)))
    return RULES[name]
