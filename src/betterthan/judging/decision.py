"""Decision: from probabilities to a verdict, by a rule that the user can see and change."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from betterthan.errors import ArgumentError
from betterthan.judging.rules.rule import Case, LossMatrix, Rule
from betterthan.judging.rules.table import rule_named
from betterthan.judging.rules.threshold import check_threshold
from betterthan.judging.verdict import Decision, Evidence
from betterthan.results.condition import Condition, ConditionName
from betterthan.results.probabilities import Probabilities, odds
from betterthan.results.protocol import Posterior
from betterthan.results.rope import RopeLike
from betterthan.vocabulary import REGIONS, Grade, RestsOn, Verdict


def decide(
    posterior: Posterior,
    rope: RopeLike,
    *,
    reading: str | None = None,
    rule: str = "threshold",
    threshold: float | None = None,
    loss_matrix: LossMatrix | None = None,
) -> Decision:
    """The verdict on a posterior.

    Parameters:
        posterior: what a procedure returned.
        rope: the region of practical equivalence.
        reading: the reading of the posterior that the verdict rests on; None takes the procedure's own, with the
            conditions that belong to it: over tasks, equivalence needs `winner`, too.
        rule: `threshold` (a region reaches the threshold), `loss` (least expected loss), `hdi` (the interval of
            highest density lies wholly inside or outside the rope), or one that was registered.
        threshold: probability that a claim needs, above 0.5; for rule `hdi` the coverage of the interval. None is 0.95;
            rule `loss` takes none.
        loss_matrix: for rule `loss`, 4 x 3: rows say first / equivalent / second / nothing, columns are the truth.

    >>> from betterthan.procedures import bayes_t
    >>> posterior = bayes_t.from_summary(mean=0.066, sd=1.0, n=2640)
    >>> decide(posterior, rope=0.1).verdict
    'equivalent'
    """
    chosen = rule_named(rule)
    check_rule_options(chosen, threshold, loss_matrix)
    needed = chosen.threshold if threshold is None or chosen.threshold is None else threshold
    looked_at = chosen.looks_at if chosen.looks_at in posterior.reading_names else None
    name = looked_at or reading or posterior.rests_on
    probabilities = posterior.reading(rope, name)
    case = Case(posterior, rope, probabilities, needed, loss_matrix)
    return judged(case, chosen, name, _conditions_of_own if name == posterior.rests_on else _no_conditions)


def judged(
    case: Case, rule: Rule, reading: str, conditions: Callable[[Case], Iterable[Condition]], rests_on: RestsOn = "pair"
) -> Decision:
    """The verdict on a case by a rule, unless a condition that the claim must also pass holds it back.

    Parameters:
        case: what is judged.
        rule: by which rule.
        reading: name of the reading that the case's probabilities are.
        conditions: what a claim must also pass; asked for only where something is claimed.
        rests_on: what the probabilities are those of.
    """
    verdict = rule.verdict(case)
    held_back = None if verdict == "undecided" else _held_back(rule, case, verdict, conditions(case))
    claimed: Verdict = verdict if held_back is None else "undecided"
    evidence = graded(case.probabilities)
    return Decision(claimed, rule.name, case.threshold, reading, case.probabilities, evidence, held_back, rests_on)


def _conditions_of_own(case: Case) -> Iterable[Condition]:
    return case.posterior.conditions(case.rope)


def _no_conditions(case: Case) -> Iterable[Condition]:
    return ()


def _held_back(rule: Rule, case: Case, verdict: Verdict, conditions: Iterable[Condition]) -> ConditionName | None:
    """The first condition that a claim does not pass."""
    for condition in conditions:
        same = rule.on_probabilities or rule.verdict
        if verdict in condition.regions and same(replace(case, probabilities=condition.probabilities)) != verdict:
            return condition.name
    return None


def check_rule_options(rule: Rule, threshold: float | None, loss_matrix: LossMatrix | None) -> None:
    """Refuse a threshold or a loss matrix that makes no sense, or that the rule would ignore."""
    if threshold is not None:
        check_threshold(threshold)
        if rule.threshold is None:
            raise ArgumentError(
                f"The rule `{rule.name}` takes no threshold; got {threshold:g}. "
                "Leave the threshold out, or use the rule `threshold`."
            )
    if loss_matrix is not None and not rule.takes_loss_matrix:
        raise ArgumentError(f"The rule `{rule.name}` takes no loss matrix. Leave it out, or use the rule `loss`.")


def graded(probabilities: Probabilities) -> Evidence:
    """The most probable region and how clearly it leads.

    >>> graded(Probabilities(0.83, 0.12, 0.05))
    Evidence(region='first', grade='positive')
    >>> graded(Probabilities(0.45, 0.1, 0.45)).region is None
    True
    """
    largest, *tied = probabilities.leading
    if tied:
        return Evidence(None, "weak")
    lead = min(odds(probabilities.of(largest), probabilities.of(other)) for other in REGIONS if other != largest)
    grade: Grade = "strong" if lead > 20 else "positive" if lead > 3 else "weak"
    return Evidence(largest, grade)
