"""The sentences of a decision about two sides: what is claimed, or what is known where nothing is.

A sentence has named places, so that page.js can put the same sentences together as a reader moves the rope.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from betterthan.judging.rules.loss import matrix_in_words
from betterthan.judging.rules.rule import USUAL_THRESHOLD, Claim
from betterthan.judging.rules.table import rule_named
from betterthan.phrases import beside, needed, sentence_case
from betterthan.vocabulary import REGIONS, Region
from betterthan.words import disagreements
from betterthan.words.numbers import number
from betterthan.words.templates import fill, literal

if TYPE_CHECKING:
    from betterthan.judging.rules.rule import LossMatrix
    from betterthan.judging.verdict import Decision
    from betterthan.results.probabilities import Probabilities
    from betterthan.results.rope import Rope

OVER = {"population": " over tasks like these", "next_task": " on one more task"}
"""Over what a claim is made, by the reading that it rests on, where it is not simply the difference."""


@dataclass(frozen=True, kw_only=True)
class Judged:
    """What was decided, about whom, and what a claim needed.

    Parameters:
        first: the first model, as it is called within a sentence.
        second: the second model, or what it is compared with.
        decision: the decision.
        rope: the region of practical equivalence; None where there is none.
        given: the threshold that the user gave; None for the usual one.
        loss_matrix: the loss matrix that the user gave; None for the usual one, or for a rule that takes none.
        null: the value of no difference.
        where: where an outcome is the most probable one, for the reading `winner`.
        limited_to: what a claim is limited to, as in "on these tasks"; empty if it is not.
        conditions: whether a claim must pass more than the rule.
        confirmed: what the condition that holds a claim back leaves of its probability; None where none does.
        second_begins: the second as it is called at the beginning of a sentence, where it is not a name.
        seen: how disagreements fell, which ends what is said of them; nothing for other scores.
    """

    first: str
    second: str
    decision: Decision
    rope: Rope | None
    given: float | None = None
    loss_matrix: LossMatrix | None = None
    null: float = 0.0
    where: str = ""
    limited_to: str = ""
    conditions: bool = False
    confirmed: float | None = None
    second_begins: str | None = None
    seen: str = ""

    @property
    def on_phi(self) -> bool:
        """Whether it is about disagreements, of which nothing is practical: only accuracy points are."""
        return self.rope is not None and self.rope.scale == "phi"

    @property
    def wide(self) -> bool:
        """Whether a rope says what is too little to matter; without one the two cannot be equivalent."""
        return self.rope is not None and self.rope.width > 0

    @property
    def over(self) -> str:
        """Over what a claim is made."""
        limited = f" {self.limited_to}" if self.limited_to else ""
        return OVER.get(self.decision.reading, limited)

    @property
    def by_a_rope(self) -> str:
        """How a rope that has a width is told: before `better` and `equivalent`, or behind a claim on disagreements."""
        return disagreements.BEYOND if self.on_phi else PRACTICALLY

    @property
    def practically(self) -> str:
        """The same for this rope; nothing where it has no width."""
        return self.by_a_rope if self.wide else ""

    @property
    def whose(self) -> str:
        """Whose threshold it is: the user's, or nobody's."""
        decided = self.decision.threshold
        return "your threshold" if decided is not None and decided == self.given else "threshold"


PRACTICALLY = "practically "
ON_AVERAGE = "the difference lies inside the rope"


def told(judged: Judged, *, outside: str = "") -> str:
    """The decision in sentences; page.js puts them together in the same way.

    Parameters:
        judged: what was decided.
        outside: on how many new tasks the two differ, which equality on average does not say.
    """
    decision, words = judged.decision, templates(judged)
    p, limit = decision.probabilities, decision.threshold or USUAL_THRESHOLD
    known = {
        "threshold": needed(limit),
        "whose": judged.whose,
        "grade": decision.evidence.grade,
        "practically": judged.practically,
        "beyond": judged.practically,
        "outside": outside,
        "confirmed": "" if judged.confirmed is None else beside(judged.confirmed, limit),
    }

    def said(name: str, share: float) -> str:
        return fill(words[name], share=beside(share, limit), **known)

    if decision.verdict != "undecided":
        return said(decision.verdict, p.of(decision.verdict))
    possible = [region for region in REGIONS if f"not {region}" in words and (judged.wide or region != "equivalent")]
    not_so = [said(f"not {region}", 1 - p.of(region)) for region in possible if p.of(region) <= 1 - limit]
    if decision.held_back_by is not None:
        return " ".join([said(f"held back by {decision.held_back_by} {p.largest}", p.of(p.largest)), *not_so])
    return " ".join([said("undecided", 0.0), *not_so, said(f"favoured {_favoured(p)}", max(p))])


def _favoured(p: Probabilities) -> str:
    """The most probable region, or those that are equally probable; of three, the two models."""
    leading = p.leading
    return "first second" if len(leading) == 3 else " ".join(leading)


def templates(judged: Judged) -> dict[str, str]:
    """The sentences of which a verdict is made, by what they say.

    They have places for `{share}`, `{threshold}`, `{whose}` (threshold), `{grade}`, `{outside}`, `{confirmed}` and
    `{practically}`, which is nothing where the rope has no width. `winner` is never the probability that a model is
    better: it is about the most probable outcome.
    """
    claims: dict[str, str] = {region: _claim(judged, region) for region in REGIONS}
    undecided = {"undecided": f"Undecided: {_why_undecided(judged)}"}
    last = {**claims, **_favours(judged), **_held_back(judged)}
    seen = f" {literal(judged.seen)}" if judged.seen else ""
    return {**undecided, **_not_so(judged), **{name: f"{said}{seen}" for name, said in last.items()}}


def outcome_templates(judged: Judged) -> dict[Region, str]:
    """What each region means, as a phrase with a place for `{practically}`."""
    a, b = literal(judged.first), literal(judged.second)
    if judged.decision.reading == "majority":
        return {
            "first": f"{a} being better on most of these tasks",
            "equivalent": "a draw, each model being better on half of these tasks",
            "second": f"{b} being better on most of these tasks",
        }
    if judged.on_phi:
        return disagreements.outcomes(a, b)
    return {
        "first": f"{a} being {{practically}}better",
        "equivalent": f"{a} and {b} being {{practically}}equivalent",
        "second": f"{b} being {{practically}}better",
    }


def outcomes(judged: Judged) -> dict[Region, str]:
    """What each region means, as a phrase."""
    return {region: fill(words, practically=judged.practically) for region, words in outcome_templates(judged).items()}


def label_templates(judged: Judged) -> tuple[str, str, str]:
    """What the three probabilities are the probabilities of, in few words, with a place for `{practically}`."""
    a, b = literal(judged.first), literal(judged.second)
    if judged.decision.reading == "majority":
        return f"{a} better on most of these tasks", "a draw", f"{b} better on most of these tasks"
    most = ": the most probable outcome" if judged.decision.reading == "winner" else ""
    if judged.on_phi:
        first, equivalent, second = disagreements.labels(a, b)
        return f"{first}{most}", f"{equivalent}{most}", f"{second}{most}"
    return f"{a} {{practically}}better{most}", f"{{practically}}equivalent{most}", f"{b} {{practically}}better{most}"


def labels(judged: Judged) -> tuple[str, str, str]:
    """The same in words."""
    first, middle, second = (fill(label, practically=judged.practically) for label in label_templates(judged))
    return first, middle, second


def _claim(judged: Judged, region: Region) -> str:
    """The template of one verdict."""
    reading, outcome = judged.decision.reading, outcome_templates(judged)[region]
    rests_on = f"probability {{share}}; {_rule_words(judged, region)}"
    if reading == "winner":
        return f"{sentence_case(judged.where)}, {outcome} is the most probable outcome, with posterior {rests_on}."
    if reading == "majority":
        return f"{sentence_case(outcome)}: {rests_on}."
    a, b = literal(judged.first), literal(judged.second)
    if judged.on_phi:
        over = f"{OVER[reading].strip()}, " if reading in OVER else ""
        claim = f"{over}{disagreements.claims(a, b)[region]}"
        return f"{claim[0].upper()}{claim[1:]} ({rests_on})."
    said = {
        "first": f"{a} is {{practically}}better than {b}",
        "equivalent": f"{a} and {b} are {{practically}}equivalent",
        "second": f"{literal(judged.second_begins or judged.second)} is {{practically}}better than {a}",
    }
    return f"{said[region]}{judged.over} ({rests_on})."


def _rule_words(judged: Judged, region: Region) -> str:
    """What a claim rests on besides its probability."""
    decision = judged.decision
    rule = rule_named(decision.rule)
    if rule.claimed is None:
        return literal(rule.told)
    null = None if judged.wide else number(judged.null)
    return rule.claimed(Claim(region, decision.threshold, "{whose} {threshold}", null, judged.loss_matrix))


def _why_undecided(judged: Judged) -> str:
    decision = judged.decision
    rule = rule_named(decision.rule)
    if rule.can_vary:  # as a page has it, whose threshold may be another one
        return "no outcome reaches the probability {threshold}."
    why = literal(rule.undecided(decision.threshold))
    if not rule.takes_loss_matrix:
        return why
    return f"{why.removesuffix('.')} with the loss matrix {matrix_in_words(judged.loss_matrix)}."


def _not_so(judged: Judged) -> dict[str, str]:
    """What an outcome that is ruled out says of the two models; `winner` rules nothing out."""
    a, b = literal(judged.first), literal(judged.second)
    reading = judged.decision.reading
    if reading == "winner":
        return {}
    if reading == "majority":
        return {
            "not first": f"{a} is not better on most of these tasks ({{share}}).",
            "not second": f"{b} is not better on most of these tasks ({{share}}).",
        }
    over, begins = judged.over, literal(judged.second_begins or judged.second)
    if judged.on_phi:
        return {name: f"{said}{over} ({{share}})." for name, said in disagreements.ruled_out(a, b).items()}
    return {
        "not first": f"{begins} is not {{practically}}worse than {a}{over} ({{share}}).",
        "not equivalent": f"The two are not {{practically}}equivalent{over} ({{share}}).",
        "not second": f"{a} is not {{practically}}worse than {b}{over} ({{share}}).",
    }


def _favours(judged: Judged) -> dict[str, str]:
    """What is said of the most probable outcome where no verdict is reached, and of two that are equally probable."""
    named = outcome_templates(judged)
    first, equivalent, second = (named[region] for region in REGIONS)
    evenly = {
        "favoured first second": "The scores favour neither model: {share} for each.",
        "favoured first equivalent": f"Equally probable: {first}, and {equivalent} ({{share}} each).",
        "favoured equivalent second": f"Equally probable: {equivalent}, and {second} ({{share}} each).",
    }
    favours = {f"favoured {region}": _favour(judged, outcome) for region, outcome in named.items()}
    if judged.conditions and judged.decision.reading == "population":
        on_average = favours["favoured equivalent"].removesuffix(".")
        favours["favoured equivalent"] = f"{on_average} on average; {_on_single_tasks(judged)}"
    return {**evenly, **favours}


def _favour(judged: Judged, outcome: str) -> str:
    if judged.decision.reading == "winner":
        return f"There is {{grade}} evidence ({{share}}) that, {judged.where}, {outcome} is the most probable outcome."
    return f"The scores favour {outcome} ({{share}}; {{grade}} evidence)."


def _on_single_tasks(judged: Judged) -> str:
    """What equality on average says nothing of."""
    better = "wins more of the disagreements" if judged.on_phi else "is better"
    return f"on {{outside}} of new tasks one of the two {better} by more than the rope."


def _held_back(judged: Judged) -> dict[str, str]:
    """What is said of a claim that passes the rule and not a condition of the posterior."""
    if not judged.conditions:
        return {}
    by_prior = {
        f"held back by prior {region}": f"Undecided: {outcome} has probability {{share}}, but the prior decides: "
        "with the pseudo-observation, a fraction of a task, against it, it falls to {confirmed}."
        for region, outcome in outcome_templates(judged).items()
    }
    inside = "the two win about equally many of the disagreements" if judged.on_phi else ON_AVERAGE
    only_on_average = (
        f"Undecided: on average over tasks like these {inside} (probability {{share}}), but single tasks need not be "
        f"so: {_on_single_tasks(judged)}"
    )
    return {**by_prior, "held back by winner equivalent": only_on_average}
