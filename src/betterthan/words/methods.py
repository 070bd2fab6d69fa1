"""The paragraph for the methods section of a paper: what was done, assumed and found, each method with its citation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.data.units import TASKS
from betterthan.judging.rules.table import rule_named
from betterthan.phrases import counted, joined, sentence_case
from betterthan.procedures import named
from betterthan.words import verdicts
from betterthan.words.citations import BY_BETTERTHAN, COHEN, cited, keys_in
from betterthan.words.clusters import estimand
from betterthan.words.direction import as_clause, for_a_paper, sides
from betterthan.words.facts import draws, effect, estimate, estimate_name, p_of, units_in_words
from betterthan.words.numbers import number, shares, tested

if TYPE_CHECKING:
    from collections.abc import Iterator

    from betterthan.answers.comparison import Comparison
    from betterthan.answers.parts import Folding
    from betterthan.judging.verdict import Decision

NADEAU = cited(["nadeau2003"])
KNOWN_FROM = {
    "given": "as given",
    "sizes": "n_test/(n_test + n_train)",
    "folds": "one over the number of folds",
}
"""Where the correlation of folds came from."""
READ_AS = {"population": " over tasks like these", "next_task": " on one more task"}
"""How a paper would name the reading; nothing for a single difference."""


def methods(comparison: Comparison) -> tuple[str, tuple[str, ...]]:
    """A paragraph for a paper's methods section, and the keys that it cites."""
    text = " ".join(_sentences(comparison))
    return text, tuple(dict.fromkeys(("betterthan", *keys_in(text))))


def _sentences(comparison: Comparison) -> Iterator[str]:
    yield _what(comparison)
    yield from units(comparison)
    yield from prior_and_draws(comparison)
    if comparison.rope is not None:
        which = sides(comparison.rope, comparison.first, comparison.second)
        yield f"The region of practical equivalence was {for_a_paper(comparison.rope)}{which}."
    if comparison.estimate is not None:
        larger = f"larger means that {comparison.first} is better"
        yield f"Estimate ({estimate_name(comparison)}; {larger}): {estimate(comparison)}."
    if comparison.own_decision is not None:
        yield from _decided(comparison, comparison.own_decision)
    yield from _effects(comparison)
    yield from _tested(comparison)
    for beside in comparison.also:
        yield from _tested(beside, "In addition, ")


def _what(comparison: Comparison) -> str:
    chosen = named(comparison.procedure)
    unpaired = "" if comparison.paired else ", taken as two independent samples,"
    return (
        f"We compared {comparison.first} and {comparison.second} on {units_in_words(comparison)}{unpaired} with "
        f"{chosen.title}{cited(chosen.cites)}, computed by {BY_BETTERTHAN}; {as_clause(comparison.higher_is_better)}."
    )


def units(comparison: Comparison) -> Iterator[str]:
    """What the units were made of: clusters, means, folds and what they share."""
    facts = comparison.clustering
    if facts is not None:
        averaged = "were averaged within" if facts.estimand == "mean over clusters" else "came in"
        yield f"Cases {averaged} clusters ({facts.cases:,} cases in {facts.clusters:,} clusters)."
        yield f"The estimate is {estimand(facts, over_tasks=comparison.unit == TASKS.plural)}."
    elif comparison.averaged:
        yield f"The score of each unit was the mean of its {joined(comparison.averaged)}."
    yield from _folds(comparison.folding)


def _folds(made: Folding | None) -> Iterator[str]:
    for name, told in fold_facts(made):
        yield f"The {name} were those of {told}." if name == "folds" else f"The {name} was taken as {told}{NADEAU}."


def fold_facts(made: Folding | None) -> Iterator[tuple[str, str]]:
    """What the folds are those of, and how strongly they were taken to correlate; nothing for other units."""
    if made is None:
        return
    if made.folds is not None and made.folds > 1:
        yield "folds", f"{made.folds:,}-fold cross-validation, {counted(made.repeats, 'repeat')}"
    elif made.repeats > 1:
        yield "folds", f"{made.repeats:,} repeats"
    if made.test_fraction is not None and made.known_from is not None:
        yield "correlation of the folds", f"ρ = {number(made.test_fraction)} ({KNOWN_FROM[made.known_from]})"


def prior_and_draws(comparison: Comparison) -> Iterator[str]:
    """The prior, and how the numbers were computed from it."""
    posterior = comparison.posterior
    if posterior is not None and posterior.prior:
        yield f"Prior: {posterior.prior}."
    drawn = draws(comparison.result.diagnostics, None if posterior is None else posterior.seed)
    if drawn:
        yield f"The probabilities were computed with {drawn}."


def _decided(comparison: Comparison, decision: Decision) -> Iterator[str]:
    first, equivalent, second = shares(decision.probabilities)
    which = _of_outcomes(comparison, decision.reading)
    yield f"The posterior probabilities {which} were {first}, {equivalent} and {second}."
    rule = rule_named(decision.rule)
    yield f"{rule.methods(decision.threshold).removesuffix('.')}{cited(rule.cites)}."
    yield from conditions_in_words(comparison, decision)
    if comparison.joint is not None:
        yield "The verdict rested on the joint model of all models."
    yield f"Verdict: {verdicts.verdict(comparison)}"


def _of_outcomes(comparison: Comparison, reading: str) -> str:
    """What the three probabilities are those of; `winner` is about the most probable outcome, not about the models."""
    outcome = verdicts.outcomes(comparison)
    if reading == "winner" and comparison.posterior is not None:
        each = f"{outcome['first']}, {outcome['equivalent']}, or {outcome['second']}"
        return f"that, {comparison.posterior.parameter.outcome}, the most probable outcome is {each},"
    return f"of {outcome['first']}, of {outcome['equivalent']}, and of {outcome['second']}{READ_AS.get(reading, '')}"


def conditions_in_words(comparison: Comparison, decision: Decision) -> Iterator[str]:
    """What a claim had to pass besides the rule, where it rested on the procedure's own reading."""
    posterior, rope = comparison.posterior, comparison.rope
    if posterior is None or rope is None or decision.reading != posterior.rests_on:
        return
    names = {each.name for each in posterior.conditions(rope)}
    if "prior" in names:
        yield "It had to hold wherever the pseudo-observation of the prior lay."
    if "winner" in names:
        yield "Equivalence also had to be the most probable outcome on single tasks, by the same rule."


def _effects(comparison: Comparison) -> Iterator[str]:
    """The effect sizes that have an author, whose words for their magnitude are used."""
    own = [each for each in comparison.effects if each.label is not None or "Cohen" in each.name]
    found = [told for _, told in (effect(each, comparison) for each in own)]
    if found:
        yield f"Effect sizes{cited([COHEN])}: {', '.join(found)}."


def _tested(comparison: Comparison, before: str = "") -> Iterator[str]:
    test = comparison.classical_or_own
    if test is None:
        return
    sources = cited(named(test.procedure).cites) if before or test is not comparison.own_test else ""
    sided = "" if test.alternative == "two-sided" else f" (one-sided: {test.alternative} better)"
    yield f"{before}{p_of(test) if before else sentence_case(p_of(test))}{sources}{sided} gave {tested(test)}."
