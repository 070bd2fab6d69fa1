"""The sentences about several models at once; those about two are in the other files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.phrases import beside, needed, probability
from betterthan.procedures import named
from betterthan.words.citations import BY_BETTERTHAN, cited, keys_in
from betterthan.words.columns import digits_of
from betterthan.words.direction import as_clause, for_a_paper
from betterthan.words.facts import draws, p_of
from betterthan.words.numbers import number, tested

if TYPE_CHECKING:
    from betterthan.answers.ranked import Ranked, RankedModel
    from betterthan.results.null_test import NullTest

MOST_NAMED = 6
"""A sentence names this many models at most and counts the rest."""


def ranking_title(ranked: Ranked) -> str:
    """What was ranked: `5 models on 54 tasks`."""
    return f"{len(ranked.models)} models on {ranked.n_units:,} {ranked.unit}"


def ranking_verdict(ranked: Ranked) -> str:
    """Who is best, and whether practically so; or who cannot be told apart from the best."""
    top, rest, than = ranked.models[0], ranked.models[1:], _better_than(ranked)
    tied = [model for model, share in zip(rest, ranked.better[0][1:], strict=True) if share < ranked.threshold]
    if not tied:
        others = f"each of the other {len(rest)} models" if len(rest) > 1 else rest[0].name
        each = " each" if len(rest) > 1 else ""
        return (
            f"{top.name} is {than} {others} (probability at least {needed(ranked.threshold)}{each}){_lowest(ranked)}."
        )
    behind = [model.name for model in rest if model not in tied]
    needs = f" (probability at least {ranked.threshold:.6g}{' each' if len(behind) > 1 else ''})"
    separated = f" {top.name} is {than} {listed(behind)}{needs}." if behind else ""
    if top.best >= ranked.threshold:
        return f"{_best_but_not_by_much(ranked, tied)}{separated}"
    shown, left = ranked.models[:MOST_NAMED], ranked.models[MOST_NAMED:]
    chances = ", ".join(f"{model.name} {probability(model.best)}" for model in shown)
    chances += f", the other {len(left)} {probability(sum(model.best for model in left))}" if left else ""
    return (
        f"No single winner: {top.name} has {_best_estimate(ranked)} but is not decidedly better than {_names(tied)}."
        f"{separated} Probability of being the best: {chances}."
    )


def _better_than(ranked: Ranked) -> str:
    """Without a rope nothing is practically better."""
    return "practically better than" if ranked.rope.width else "better than"


def _best_but_not_by_much(ranked: Ranked, tied: list[RankedModel]) -> str:
    """Being the best and being practically better are two things; this says how both can be."""
    top, near = ranked.models[0], tied[0]
    lead, rope = top.effect - near.effect, ranked.rope.high
    digits = digits_of([model.effect for model in ranked.models], [model.interval for model in ranked.models])
    unit = " in log-odds" if ranked.rope.scale == "log-odds" else ""
    best = (
        f"{top.name} is the best of the {len(ranked.models)} models (probability {probability(top.best)}), "
        f"by {_shrunken(ranked)}{digits.of(lead)} over {near.name}{unit}"
    )
    shares = [ranked.better[0][ranked.models.index(model)] for model in tied]
    if lead < rope:
        known = "not" if max(shares) <= 1 - ranked.threshold else "not shown to be"
        return f"{best}, less than the rope of {number(rope)}: it is {known} practically better than {_names(tied)}."
    return (
        f"{best}, more than the rope of {number(rope)}, but not decidedly: that it is practically better than "
        f"{near.name} has the probability {beside(shares[0], ranked.threshold)}; a claim needs "
        f"{needed(ranked.threshold)}."
    )


def _shrunken(ranked: Ranked) -> str:
    """The lead is that of the effects, which the joint model may have drawn towards each other."""
    return "" if ranked.result.unshrunken() is None else "a shrunken "


def _best_estimate(ranked: Ranked) -> str:
    """What the model at the top has: of losses, where that is so, the lowest mean."""
    if ranked.higher_is_better:
        return "the highest estimate"
    return "the lowest mean (lower is better)" if _has_lowest_mean(ranked) else "the best estimate (lower is better)"


def _lowest(ranked: Ranked) -> str:
    """Why the best of losses is the one with the lowest mean."""
    if ranked.higher_is_better:
        return ""
    return ": it has the lowest mean, and lower is better" if _has_lowest_mean(ranked) else "; lower is better"


def _has_lowest_mean(ranked: Ranked) -> bool:
    means = [model.mean for model in ranked.models if model.mean is not None]
    return bool(means) and ranked.models[0].mean == min(means)


def ranking_methods(ranked: Ranked) -> tuple[str, tuple[str, ...]]:
    """A sentence for a paper's methods section, and the keys that it cites."""
    chosen = named(ranked.procedure)
    drawn = draws(ranked.result.diagnostics, ranked.result.seed)
    text = (
        f"We ranked {len(ranked.models)} models on {ranked.n_units:,} {ranked.unit} with {chosen.title}"
        f"{cited(chosen.cites)}, computed by {BY_BETTERTHAN} ({ranked.result.prior}{f'; {drawn}' if drawn else ''}); "
        f"{as_clause(ranked.higher_is_better)}. The region of practical equivalence was {for_a_paper(ranked.rope)}; "
        "two models counted as separated where one was practically better with a probability of at least "
        f"{needed(ranked.threshold)}."
    )
    if ranked.tests:
        text += f" In addition, {'; '.join(_tested(test) for test in ranked.tests)}."
    return text, tuple(dict.fromkeys(("betterthan", *keys_in(text))))


def _names(models: list[RankedModel]) -> str:
    """The names as alternatives: `a, b or c`."""
    return listed([model.name for model in models], "or")


def listed(names: list[str], word: str = "and") -> str:
    """`a, b and c`, or `a, b, … and 3 more`."""
    rest = len(names) - MOST_NAMED
    shown = names[:MOST_NAMED] + ([f"{rest} more"] if rest > 0 else [])
    return f" {word} ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else shown[0]


def _tested(test: NullTest) -> str:
    chosen, distance = named(test.procedure), test.diagnostics.figures.get("critical difference")
    if distance is None:
        return f"{p_of(test)}{cited(named(test.procedure).cites)} gave {tested(test)}"
    level = 100 * (1 - test.diagnostics.figures["level"])
    return (
        f"average ranks that differ by {number(distance)} or more differ significantly at the {level:.3g}% level by "
        f"{chosen.title}{cited(chosen.cites)}"
    )
