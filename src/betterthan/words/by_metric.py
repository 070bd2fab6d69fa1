"""The sentences about several metrics: what each says, and the rule that allows for how many there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.answers.by_metric import pairs_in
from betterthan.answers.comparison import Comparison
from betterthan.phrases import counted, joined, needed
from betterthan.words.citations import BY_BETTERTHAN, adjustment
from betterthan.words.claims import labels
from betterthan.words.direction import rope_in_words
from betterthan.words.verdicts import judged

if TYPE_CHECKING:
    from collections.abc import Sequence

    from betterthan.answers.by_metric import ByMetric, OfOneMetric


def title(found: ByMetric) -> str:
    """Who was compared, by how many metrics."""
    one = found.answers[0]
    who = f"{one.first} (first) and {one.second} (second)" if isinstance(one, Comparison) else _models(one)
    return f"{who} by {counted(len(found), 'metric')}"


def _models(one: OfOneMetric) -> str:
    return counted(len(one.models), "model")


def headline(found: ByMetric) -> str:
    """What each metric says, in one sentence; those that say the same are named together."""
    said: dict[str, list[str]] = {}
    for metric, answer in zip(found.metrics, found.answers, strict=True):
        said.setdefault(_in_short(answer), []).append(metric)
    told = "; by ".join(f"{joined(metrics)}: {what}" for what, metrics in said.items())
    return f"By {told}."


def _in_short(answer: OfOneMetric) -> str:
    """`a practically better`, `undecided`, `2 of 3 pairs decided for one model`."""
    verdicts = [pair.decision.verdict for pair in pairs_in(answer) if pair.decision is not None]
    if not verdicts:
        return _tests_in_short(pairs_in(answer), answer.level)
    if isinstance(answer, Comparison):
        named = dict(zip(("first", "equivalent", "second"), labels(judged(answer)), strict=True))
        return named.get(verdicts[0], "undecided")
    decided = sum(verdict in ("first", "second") for verdict in verdicts)
    equivalent = verdicts.count("equivalent")
    also = f", {equivalent} practically equivalent" if equivalent else ""
    return f"{decided} of {counted(len(verdicts), 'pair')} decided for one model{also}"


def _tests_in_short(pairs: Sequence[Comparison], level: float) -> str:
    """Classical procedures give no verdict."""
    rejected = sum(pair.p_adjusted is not None and pair.p_adjusted <= 1 - level for pair in pairs)
    if len(pairs) == 1:
        return f"the test {'rejects' if rejected else 'does not reject'}"
    return f"the test rejects for {rejected} of {counted(len(pairs), 'pair')}"


def rule(found: ByMetric) -> tuple[str, ...]:
    """How verdicts and p-values allow for the number of metrics: the one rule of the page."""
    verdicts = len(found) > 1 and any(pair.decision is not None for _, pair in found.pairs)
    return (*([_of_verdicts(found)] if verdicts else []), *_of_ropes(found), *_of_tests(found))


def _of_verdicts(found: ByMetric) -> str:
    many = counted(len(found), "metric")
    if found.needed is None or found.threshold is None:
        return f"There are {many}, each judged by its own posterior; this rule has no threshold that allows for that."
    sum_of_it = f"{needed(found.needed)} = 1 − (1 − {found.threshold:g})/{len(found)}"
    return (
        f"There are {many}, each judged by its own posterior and rope, so a claim by one of them needs the probability "
        f"{sum_of_it}{_of_pairs(found)}: wrong claims by any of them are then no more frequent together than "
        f"{found.threshold:g} allows by one."
    )


def _of_pairs(found: ByMetric) -> str:
    """Pairs that are judged alone need more again; those by a joint model do not."""
    alone = [answer for answer in found.answers if not isinstance(answer, Comparison) and not answer.by_joint]
    return ", and a pair that is judged alone more again, for the number of pairs" if alone else ""


def _of_ropes(found: ByMetric) -> tuple[str, ...]:
    """The rope, if there is one; ropes that differ stand in the table."""
    ropes = {pair.rope for _, pair in found.pairs if pair.rope is not None}
    if len(ropes) > 1 or not ropes:
        return ()
    _, pair = found.pairs[0]
    return (f"The rope of every metric is {rope_in_words(ropes.pop(), pair.first, pair.second)}.",)


def _of_tests(found: ByMetric) -> tuple[str, ...]:
    tests = sum(pair.p_value is not None for _, pair in found.pairs)
    if tests < 2:
        return ()
    what = f"The {counted(tests, 'p-value')} of all metrics" + (" and pairs" if tests > len(found) else "")
    if found.adjustment == "none":
        return (f"{what} are not adjusted for their number.",)
    return (f"{what} are adjusted together ({found.adjustment}).",)


def methods(found: ByMetric) -> str:
    """A sentence for a paper's methods section; each metric has its own besides."""
    text = f"Models were compared by {counted(len(found), 'metric')} ({joined(found.metrics)}) with {BY_BETTERTHAN}."
    if found.needed is not None and any(pair.decision is not None for _, pair in found.pairs):
        text += (
            f" Each metric was judged by its own posterior; a claim needed a probability of at least "
            f"{needed(found.needed)}, which allows for their number."
        )
    tests = sum(pair.p_value is not None for _, pair in found.pairs)
    if tests and found.adjustment != "none":
        text += f" All {counted(tests, 'p-value')} were adjusted together {adjustment(found.adjustment)}."
    return text
