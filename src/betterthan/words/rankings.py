"""The sentences about several models at once; those about two are in the other files."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.phrases import counted, probability
from betterthan.procedures import named
from betterthan.version import __version__
from betterthan.words.direction import as_clause, for_a_paper, rope_in_words
from betterthan.words.facts import reading_words
from betterthan.words.numbers import number, p_value
from betterthan.words.templates import fill

if TYPE_CHECKING:
    from betterthan.answers.comparisons import Comparisons
    from betterthan.answers.ranked import Ranked, RankedModel
    from betterthan.results.null_test import NullTest

MOST_NAMED = 6
"""A sentence names this many models at most and counts the rest."""
PAIRS_COUNTED = (
    "Pairs: {pairs}, of which {decided} decided for one model, {equivalent} practically equivalent, "
    "{undecided} undecided."
)
"""How many of the pairs have which verdict; a page fills it in again as the rope is moved."""


def ranking_title(ranked: Ranked) -> str:
    """What was ranked: `5 models on 54 tasks`."""
    return f"{len(ranked.models)} models on {ranked.n_units:,} {ranked.unit}"


def ranking_verdict(ranked: Ranked) -> str:
    """Who is best, or who cannot be told apart from the best."""
    top, rest = ranked.models[0], ranked.models[1:]
    tied = [model for model, share in zip(rest, ranked.better[0][1:], strict=True) if share < ranked.threshold]
    if not tied:
        others = f"each of the other {len(rest)} models" if len(rest) > 1 else rest[0].name
        each = " each" if len(rest) > 1 else ""
        return (
            f"{top.name} is practically better than {others} (probability at least {ranked.threshold:g}{each})"
            f"{_lowest(ranked)}."
        )
    behind = len(rest) - len(tied)
    separated = f" {top.name} is practically better than {_the_others(behind)}." if behind else ""
    shown, left = ranked.models[:MOST_NAMED], ranked.models[MOST_NAMED:]
    chances = ", ".join(f"{model.name} {probability(model.best)}" for model in shown)
    chances += f", the other {len(left)} {probability(sum(model.best for model in left))}" if left else ""
    return (
        f"No single winner: {top.name} has {_best_estimate(ranked)} but is not decidedly better than {_names(tied)}."
        f"{separated} Probability of being the best: {chances}."
    )


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


def pairs_in_short(found: Comparisons) -> tuple[str, ...]:
    """How many of the pairs are decided, and what their three probabilities are the probabilities of."""
    verdicts = [pair.decision.verdict for pair in found.comparisons if pair.decision is not None]
    rejected = sum(pair.p_adjusted is not None and pair.p_adjusted <= 1 - found.level for pair in found.comparisons)
    after = "without adjustment" if found.adjustment == "none" else f"after adjustment ({found.adjustment})"
    tests = (
        f"At the {100 * (1 - found.level):.3g}% level the test rejects for {rejected} of {counted(len(found), 'pair')} "
        f"{after}."
    )
    if not verdicts:
        return (tests,)
    decided = sum(verdict in ("first", "second") for verdict in verdicts)
    equivalent, undecided = verdicts.count("equivalent"), verdicts.count("undecided")
    counts = fill(PAIRS_COUNTED, pairs=len(verdicts), decided=decided, equivalent=equivalent, undecided=undecided)
    one = next(pair for pair in found.comparisons if pair.decision is not None)
    reading = one.decision.reading if one.decision else ""
    about = f"The three probabilities ({reading}) are those that {reading_words(reading, one)}.{_rope_of_pairs(found)}"
    return (counts, tests, about)


def _rope_of_pairs(found: Comparisons) -> str:
    """Which rope the pairs have, and where from; a table lists ropes that differ."""
    ropes = {part.rope for part in found.comparisons if part.rope is not None}
    if len(ropes) == 1:
        return f" The rope of every pair is {rope_in_words(ropes.pop(), 'first', 'second')}."
    return " Each pair has a rope of its own, listed in the table." if ropes else ""


def ranking_methods(ranked: Ranked) -> tuple[str, tuple[str, ...]]:
    """A sentence for a paper's methods section, and the keys that it cites."""
    chosen = named(ranked.procedure)
    text = (
        f"We ranked {len(ranked.models)} models on {ranked.n_units:,} {ranked.unit} with {chosen.title}, computed by "
        f"betterthan {__version__} ({ranked.result.prior}); {as_clause(ranked.higher_is_better)}. The region of "
        f"practical equivalence was {for_a_paper(ranked.rope)}; two models counted as separated "
        f"where one was practically better with a probability of at least {ranked.threshold:g}."
    )
    cites = ["betterthan", *chosen.cites]
    for test in ranked.tests:
        cites += named(test.procedure).cites
    if ranked.tests:
        text += f" In addition, {'; '.join(_tested(test) for test in ranked.tests)}."
    return text, tuple(dict.fromkeys(cites))


def pairs_methods(found: Comparisons) -> tuple[str, tuple[str, ...]]:
    """The same for the pairs."""
    chosen = named(found.procedure)
    which = {"all": "all pairs", "best": "the best mean against the rest"}
    pairs = which.get(found.pairs, f"{found.pairs} against the rest")
    first = found.comparisons[0]
    text = (
        f"We compared {pairs} of {len(found.models)} models with {chosen.title}, computed by betterthan {__version__}; "
        f"{as_clause(found.higher_is_better)}."
    )
    cites = ["betterthan", *chosen.cites]
    text += _ropes(found)
    if first.classical_or_own is not None:
        classical = named(first.classical_or_own.procedure)
        adjusted = f"were adjusted for {len(found)} pairs ({found.adjustment})"
        adjusted = "were not adjusted" if found.adjustment == "none" else adjusted
        text += f" p-values of {classical.title} {adjusted}."
        cites += classical.cites
    return text, tuple(dict.fromkeys(cites))


def _ropes(found: Comparisons) -> str:
    """The region of practical equivalence, if it is the same for all pairs."""
    ropes = {part.rope for part in found.comparisons if part.rope is not None}
    if len(ropes) == 1:
        return f" The region of practical equivalence was {for_a_paper(ropes.pop())}."
    return " Each pair had a region of practical equivalence of its own." if ropes else ""


def _names(models: list[RankedModel]) -> str:
    """The names as alternatives: `a, b or c`."""
    rest = len(models) - MOST_NAMED
    shown = [model.name for model in models[:MOST_NAMED]] + ([f"{rest} more"] if rest > 0 else [])
    return " or ".join([", ".join(shown[:-1]), shown[-1]]) if len(shown) > 1 else shown[0]


def _the_others(count: int) -> str:
    return "the other one" if count == 1 else f"the other {count}"


def _tested(test: NullTest) -> str:
    distance = test.diagnostics.figures.get("critical difference")
    if distance is None:
        return f"{named(test.procedure).title} gave {p_value(test.p_value)}"
    level = 100 * (1 - test.diagnostics.figures["level"])
    return (
        f"average ranks that differ by {number(distance)} or more differ significantly at the {level:.3g}% level by "
        f"{named(test.procedure).title}"
    )
