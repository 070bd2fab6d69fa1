"""The sentences about pairs of several models: what was decided, and what that rests on."""

from __future__ import annotations

from math import isinf
from typing import TYPE_CHECKING

from betterthan.judging.rules.rule import USUAL_THRESHOLD
from betterthan.judging.rules.table import rule_named
from betterthan.phrases import counted, joined, needed, sentence_case
from betterthan.procedures import named
from betterthan.words.citations import BY_BETTERTHAN, adjustment, cited, keys_in
from betterthan.words.clusters import estimand_of_pairs
from betterthan.words.direction import as_clause, for_a_paper, rope_in_words
from betterthan.words.facts import estimate, estimate_name, reading_words
from betterthan.words.methods import conditions_in_words, prior_and_draws
from betterthan.words.numbers import share_of
from betterthan.words.rankings import MOST_NAMED, listed, ranking_verdict
from betterthan.words.templates import fill

if TYPE_CHECKING:
    from collections.abc import Sequence

    from betterthan.answers.comparison import Comparison
    from betterthan.answers.comparisons import Comparisons
    from betterthan.answers.ranked import Ranked
    from betterthan.results.condition import ConditionName
    from betterthan.vocabulary import Verdict

MOST_ESTIMATES = 20
"""A paragraph gives this many estimates at most."""
PAIRS_COUNTED = (
    "Pairs: {pairs}, of which {decided} decided for one model, {equivalent} practically equivalent, "
    "{undecided} undecided."
)
"""How many of the pairs have which verdict; a page fills it in again as the rope is moved."""


def one_verdict(found: Comparisons) -> bool:
    """Whether headline and tiers of the ranking say what the verdicts on the pairs say: same model, rule and rope."""
    ranked = found.ranked
    if ranked is None:
        return False
    ours = ranked.rope
    return all(
        pair.decision is not None
        and (pair.decision.rests_on, pair.decision.rule) == ("joint", "threshold")
        and (pair.rope is None or pair.rope.scale != ours.scale or pair.rope.bounds == ours.bounds)
        for pair in found.comparisons
    )


def headline(found: Comparisons) -> str:
    """Who is better than whom: by the ranking, where the verdicts rest on it; else by the verdicts on the pairs."""
    if found.ranked is not None and one_verdict(found):
        return ranking_verdict(found.ranked)
    behind: dict[str, list[str]] = {}
    decided = [(pair, pair.decision.verdict) for pair in found.comparisons if pair.decision is not None]
    for pair, verdict in decided:
        if verdict in ("first", "second"):
            better, worse = (pair.first, pair.second) if verdict == "first" else (pair.second, pair.first)
            behind.setdefault(better, []).append(worse)
    if not decided:
        return f"{named(found.procedure).title.capitalize()} gives no verdicts; its p-values are in the table of pairs."
    if not behind:
        return f"No model is decidedly better than another ({counted(len(decided), 'pair')})."
    practically = "practically " if any(pair.rope is None or pair.rope.width for pair, _ in decided) else ""
    better = f"{practically}better than"
    where = _most_probable(decided[0][0])
    one, many = ("being", "being") if where else ("is", "are")
    shown = [f"{model} {one} {better} {listed(worse)}" for model, worse in list(behind.items())[:MOST_NAMED]]
    more = len(behind) - len(shown)
    rest = f"; {more} more models {many} better than some other" if more > 0 else ""
    return f"{where}{'; '.join(shown)}{rest}{'' if where else _rule_of(decided[0][0])}."


def _most_probable(pair: Comparison) -> str:
    """How claims begin that rest on `winner`, which says what is most probable, and not that a model is better."""
    decision, posterior = pair.decision, pair.posterior
    if decision is None or posterior is None or decision.reading != "winner":
        return ""
    where = sentence_case(posterior.parameter.outcome)
    needed = (
        "" if decision.threshold is None else f" (each pair with a probability of {decision.threshold:.4g} or more)"
    )
    return f"{where}, the most probable outcome{needed} is "


def _rule_of(pair: Comparison) -> str:
    """By which rule, or with which probability."""
    decision = pair.decision
    if decision is None or decision.rule != "threshold":
        return "" if decision is None else f" (rule `{decision.rule}`: {rule_named(decision.rule).told})"
    return f" (probability at least {needed(decision.threshold or 0.0)} each)"


def pairs_in_short(found: Comparisons) -> tuple[str, ...]:
    """How many of the pairs are decided, what that rests on, and what the three probabilities are those of."""
    verdicts = [pair.decision.verdict for pair in found.comparisons if pair.decision is not None]
    rejected = sum(pair.p_adjusted is not None and pair.p_adjusted <= 1 - found.level for pair in found.comparisons)
    after = "without adjustment" if found.adjustment == "none" else f"after adjustment ({found.adjustment})"
    tests = tuple(
        f"At the {100 * (1 - found.level):.3g}% level {which} for {rejected} of {counted(len(found), 'pair')} {after}"
        f"{_without_spread(found)}."
        for which in _tests_of(found)
    )
    if not verdicts:
        return tests
    decided = sum(verdict in ("first", "second") for verdict in verdicts)
    equivalent, undecided = verdicts.count("equivalent"), verdicts.count("undecided")
    counts = fill(PAIRS_COUNTED, pairs=len(verdicts), decided=decided, equivalent=equivalent, undecided=undecided)
    one = next(pair for pair in found.comparisons if pair.own_decision is not None)
    reading = one.own_decision.reading if one.own_decision else ""
    which = "each pair alone" if one.joint is not None else "the three probabilities"
    about = (
        f"{sentence_case(which)} ({reading}): the probabilities that {reading_words(reading, one)}."
        f"{_rope_of_pairs(found)}"
    )
    return (counts, *_held_back(found), *basis_in_words(found), *tests, about, *estimand_of_pairs(found))


def _tests_of(found: Comparisons) -> tuple[str, ...]:
    """`mcnemar` rejects, the test of the pairs; nothing where they have none."""
    tests = (pair.classical_or_own for pair in found.comparisons)
    names = tuple(dict.fromkeys(f"`{test.procedure}`" for test in tests if test is not None))
    return (f"{joined(names)} {'rejects' if len(names) == 1 else 'reject'}",) if names else ()


WHY_HELD_BACK: dict[ConditionName, str] = {
    "winner": "inside the rope on average, but single tasks need not be so",
    "agreement": "the same scores throughout, but on too few units",
    "prior": "it depends on the prior",
}
"""Why a pair is undecided although the rule is met, in few words."""


def _held_back(found: Comparisons) -> tuple[str, ...]:
    """The pairs that look decided by their probabilities, and why they are not."""
    held = [
        f"{pair.first} – {pair.second} ({share_of(p.largest, p)}: {WHY_HELD_BACK[by]})"
        for pair in found.comparisons
        if pair.decision is not None and (by := pair.decision.held_back_by) and (p := pair.decision.probabilities)
    ]
    if not held:
        return ()
    rest = f" and {len(held) - MOST_NAMED} more" if len(held) > MOST_NAMED else ""
    return (f"Undecided although a probability is high enough: {'; '.join(held[:MOST_NAMED])}{rest}.",)


def _without_spread(found: Comparisons) -> str:
    """Of how many pairs the test rejects by definition, which is no certainty."""
    same = sum(
        isinf(pair.classical_or_own.statistic) for pair in found.comparisons if pair.classical_or_own is not None
    )
    return f"; {same} of these because all differences are the same, which makes p 0 by definition" if same else ""


def pairs_by_name(pairs: Sequence[Comparison]) -> str:
    """`a – b, a – c and 3 more pairs`."""
    names = [f"{pair.first} – {pair.second}" for pair in pairs]
    rest = [counted(len(names) - MOST_NAMED, "more pair")] if len(names) > MOST_NAMED else []
    return joined([*names[:MOST_NAMED], *rest])


def basis_in_words(found: Comparisons) -> tuple[str, ...]:
    """What the verdicts on the pairs rest on, and where each pair alone would have decided otherwise."""
    one = next((pair for pair in found.comparisons if pair.decision is not None), None)
    if one is None or one.decision is None or len(found.models) == 2:
        return ()
    if found.ranked is not None and one.decision.rests_on == "joint":
        joint = (
            f"The verdicts rest on `{found.ranked.procedure}`, one model of all {len(found.models)} models, and not on "
            "each pair alone, which finds differences by chance when there are many pairs"
        )
        return (f"{joint}{_own_scale(found.ranked)}.", _decided_alone(found))
    return (f"{_why_alone(found, one)} each pair is judged by its own scores{_needs(found, one)}",)


def _own_scale(ranked: Ranked) -> str:
    """The joint model of ranks has a rope of its own."""
    return "" if ranked.rope.scale == "score" else f". Its rope is {ranked.rope.in_words()}"


def _why_alone(found: Comparisons, one: Comparison) -> str:
    asked = one.given
    if asked is not None and asked.procedure is not None:
        return f"You asked for `{asked.procedure}`:"
    if asked is not None and asked.reading is not None:
        return f"You asked for the reading `{asked.reading}`:"
    if one.metric is not None:
        return "No model of all models pools a metric of the whole test set:"
    if found.ranked is not None:
        return "Your rope is not on a scale that the joint model takes:"
    return "No joint model of all models fits these scores:"


def _needs(found: Comparisons, one: Comparison) -> str:
    decision = one.decision
    if decision is None or decision.threshold is None:
        return ", without allowing for their number."
    given = USUAL_THRESHOLD if one.given is None or one.given.threshold is None else one.given.threshold
    metrics = _metrics(found)
    claims = round((1 - given) / (1 - decision.threshold))
    if claims == 1:
        return f" and needs the probability {needed(decision.threshold)}."
    number = counted(claims // metrics, "pair") + (f" and {metrics} metrics" if metrics > 1 else "")
    return (
        f" and, since there are {number}, needs the probability {needed(decision.threshold)} = 1 − (1 − {given:g})"
        f"/{claims}."
    )


def _metrics(found: Comparisons) -> int:
    """By how many metrics the models were compared together."""
    given = found.comparisons[0].given
    return 1 if given is None else given.metrics


def _decided_alone(found: Comparisons) -> str:
    """Where each pair alone would have been decided otherwise."""
    told = [(pair, pair.alone.verdict) for pair in found.comparisons if pair.alone is not None]
    more = [
        _would_say(pair, alone)
        for pair, alone in told
        if pair.decision and alone not in (pair.decision.verdict, "undecided")
    ]
    less = sum(
        alone == "undecided" and pair.decision is not None and pair.decision.verdict != alone for pair, alone in told
    )
    beside = "Each pair alone is shown as probabilities without a verdict"
    also = f" {counted(less, 'pair')} would have stayed undecided." if less else ""
    also += _held_back_alone(found)
    if not more:
        return f"{beside}; alone, no other pair would have been decided.{also}"
    rest = f" and {len(more) - MOST_NAMED} more" if len(more) > MOST_NAMED else ""
    return f"{beside}; alone, {len(more)} more would have been decided: {'; '.join(more[:MOST_NAMED])}{rest}.{also}"


def _held_back_alone(found: Comparisons) -> str:
    """Pairs whose own probability passes, and which would stay undecided all the same."""
    held: dict[ConditionName, list[str]] = {}
    for pair in found.comparisons:
        why = None if pair.alone is None else pair.alone.held_back_by
        if why is not None:
            held.setdefault(why, []).append(f"{pair.first} – {pair.second}")
    return "".join(
        f" {joined(names[:MOST_NAMED])}{f' and {len(names) - MOST_NAMED} more' if len(names) > MOST_NAMED else ''} "
        f"would have stayed undecided although the probability suffices: {WHY_HELD_BACK[why]}."
        for why, names in held.items()
    )


def _would_say(pair: Comparison, alone: Verdict) -> str:
    practically = "practically " if pair.rope is None or pair.rope.width else ""
    if alone == "equivalent":
        return f"{pair.first} and {pair.second} {practically}equivalent"
    better, worse = (pair.first, pair.second) if alone == "first" else (pair.second, pair.first)
    return f"{better} {practically}better than {worse}"


def _rope_of_pairs(found: Comparisons) -> str:
    """Which rope the pairs have, and where from; a table lists ropes that differ."""
    ropes = {part.rope for part in found.comparisons if part.rope is not None}
    if len(ropes) == 1:
        return f" The rope of every pair is {rope_in_words(ropes.pop(), 'first', 'second')}."
    return " Each pair has a rope of its own, listed in the table." if ropes else ""


def pairs_methods(found: Comparisons) -> tuple[str, tuple[str, ...]]:
    """A sentence for a paper's methods section, and the keys that it cites."""
    which = {"all": "all pairs", "best": "the best mean against the rest"}
    pairs = which.get(found.pairs, f"{found.pairs} against the rest")
    first = found.comparisons[0]
    text = (
        f"We compared {pairs} of {len(found.models)} models with {_procedures(found)}, computed by {BY_BETTERTHAN}; "
        f"{as_clause(found.higher_is_better)}."
    )
    text += _priors(found) + _ropes(found) + _read(first) + _judged_by(found)
    text += f" {_estimates(found)} Verdict: {headline(found)}"
    if first.classical_or_own is not None:
        classical = named(first.classical_or_own.procedure)
        adjusted = "were not adjusted"
        if found.adjustment != "none":
            many = f"{len(found)} pairs" + (f" by each of {_metrics(found)} metrics" if _metrics(found) > 1 else "")
            adjusted = f"were adjusted for {many} {adjustment(found.adjustment)}"
        text += f" p-values of {classical.title}{cited(classical.cites)} {adjusted}."
    return text, tuple(dict.fromkeys(("betterthan", *keys_in(text))))


def _procedures(found: Comparisons) -> str:
    """What a paper would call the procedures, and which pairs the rarer ones compared."""
    titles = {name: f"{named(name).title}{cited(named(name).cites)}" for name in found.by_procedure}
    (most, _), *others = found.by_procedure.items()
    return joined([titles[most], *(f"for {pairs_by_name(pairs)} {titles[name]}" for name, pairs in others)])


def _priors(found: Comparisons) -> str:
    """The prior of the pairs and their draws; of each procedure, where there are several."""
    several = len(found.by_procedure) > 1
    told = [
        f" {f'{sentence_case(named(name).title)}: ' if several else ''}{sentence}"
        for name, pairs in found.by_procedure.items()
        for sentence in prior_and_draws(pairs[0])
    ]
    return "".join(told)


def _read(first: Comparison) -> str:
    """How the posterior of a pair was read, and what a claim had to pass, for a paper."""
    decision = first.own_decision
    if decision is None or decision.reading == "difference":
        return ""
    also = "".join(f" {told}" for told in conditions_in_words(first, decision)) if first.joint is None else ""
    reading = decision.reading
    return f" Of each pair, the probabilities were those that {reading_words(reading, first)} (`{reading}`).{also}"


def _estimates(found: Comparisons) -> str:
    """The estimate of every pair with its interval; of many pairs, those that are clearest."""
    shown = found.clearest[:MOST_ESTIMATES]
    told = [f"{pair.first} – {pair.second} {estimate(pair)}" for pair in shown if pair.estimate is not None]
    rest = len(found) - len(shown)
    more = f"; the other {rest} are in the table" if rest else ""
    return f"Estimates ({estimate_name(shown[0])}, first – second): {'; '.join(told)}{more}."


def _judged_by(found: Comparisons) -> str:
    """What the verdicts on the pairs rested on, for a paper."""
    decision = found.comparisons[0].decision
    if decision is None or len(found.models) == 2:
        return ""
    if decision.rests_on == "joint" and found.ranked is not None:
        joint = named(found.ranked.procedure)
        return (
            f" Verdicts on pairs rested on {joint.title}{cited(joint.cites)}, not on each pair alone; a claim needed a "
            f"probability of {needed(found.ranked.threshold)}."
        )
    if decision.threshold is None:
        return ""
    return f" A claim about a pair needed a probability of {needed(decision.threshold)}, which allows for all pairs."


def _ropes(found: Comparisons) -> str:
    """The region of practical equivalence, if it is the same for all pairs."""
    ropes = {part.rope for part in found.comparisons if part.rope is not None}
    if len(ropes) == 1:
        return f" The region of practical equivalence was {for_a_paper(ropes.pop())}."
    return " Each pair had a region of practical equivalence of its own." if ropes else ""
