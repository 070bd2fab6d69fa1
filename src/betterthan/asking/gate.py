"""gate: may this model be released? A rule that holds its level at every number of cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from betterthan.answers.gate import CaseLists, Gate, GateLine
from betterthan.asking.flips import flips_of
from betterthan.asking.gate_lines import by_holm, line_of, without_terms
from betterthan.asking.gate_policy import THRESHOLD, Policy, Terms, policy_of, rope_of_gate
from betterthan.asking.gate_sides import Sides, sides_of
from betterthan.asking.given import Given, Said, asked_about
from betterthan.asking.scored import Scoring
from betterthan.asking.self_check import self_checked
from betterthan.data.arguments import plain_arguments
from betterthan.data.scores import Scores
from betterthan.errors import ArgumentError
from betterthan.judging.rules.threshold import check_threshold
from betterthan.numerics.threads import one_blas_thread
from betterthan.phrases import counted, listing
from betterthan.results.rope import Rope
from betterthan.vocabulary import MISSING, REQUIREMENTS, Missing, Requirement, known

if TYPE_CHECKING:
    from betterthan.data.chosen_loss import LossLike
    from betterthan.data.protocol import Comparable
    from betterthan.results.rope import RopeLike
    from betterthan.vocabulary import Outcome

ReadSides = Callable[[str | None], Sides]
"""The two runs, by a metric if one is named."""
FAMILY_NOTE = (
    "Gates that must all pass let a worse model through no more often than one gate does; fails, and claims of "
    "`better`, are made more often the more gates there are, and {said}."
)


@plain_arguments
def gate(
    new: Given,
    baseline: Given | None = None,
    *,
    rope: RopeLike | None = None,
    require: Requirement | None = None,
    threshold: float | None = None,
    policy: str | PathLike[str] | Mapping[str, Any] | None = None,
    per_task: bool = False,
    flips: int = 5,
    sequential: bool = False,
    self_check: bool = False,
    worst_loss: float | None = None,
    range: tuple[float, float] | None = None,  # noqa: A002 (what users call it)
    higher_is_better: bool | None = None,
    missing: Missing = "error",
    model: str | None = None,
    baseline_model: str | None = None,
    task: str | list[str] | None = None,
    metric: str | None = None,
    loss: LossLike | None = None,
    truth: str | None = None,
    independent: bool = False,
    rng: int = 0,
) -> Gate:
    """May the new model be released, or is it worse than the baseline? Passes, fails, or says what would decide.

    With the true difference on the bound of the rope, a gate passes (and fails) in at most 5% of runs, at every number
    of cases, for scores with a range; the verdict of `bt.compare` does not promise that.

    Parameters:
        new: the new run: what `bt.read` takes or gave, with one model's scores; or an array of scores, case by case.
        baseline: the run that it is compared with, likewise; None only with `self_check`.
        rope: how much worse is still not worse, in units of the score: a half-width or a pair.
        require: `not-worse` (the default), `better` or `equivalent`.
        threshold: how sure one must be; None is 0.95.
        policy: a TOML file, or what it holds: other terms for single tasks or metrics, and what else must hold.
        per_task: whether every task is a gate of its own; all must pass.
        flips: how many cases to name on which the new model loses or wins most.
        sequential: whether the run is looked at again and again, and stopped at any look.
        self_check: whether `new` is compared with itself, which should find nothing.
        worst_loss: the most that one unit can lose, where that is less than the whole range.
        range: the lowest and the highest score that there can be.
        higher_is_better: False if the scores are losses.
        missing: `error` or `drop`: what to do with cases that only one run has.
        model: the model of the new run, if it has several.
        baseline_model: the model of the baseline, likewise.
        task: one or several tasks to look at.
        metric: which score, where the runs have several.
        loss: how predictions are scored, as in `bt.compare`.
        truth: of predictions, the column of what is true.
        independent: rows that nothing names are independent cases.
        rng: seed of how a run is halved for `self_check`.

    >>> answers = {"case": range(400), "score": [1] * 320 + [0] * 80}
    >>> better = {"case": range(400), "score": [1] * 322 + [0] * 78}
    >>> gate(better, answers, rope=0.02).outcome
    'pass'
    """
    terms = terms_of(rope, require, threshold, worst_loss, range, higher_is_better)
    asked = policy_of(policy if policy is None or isinstance(policy, Mapping) else str(policy))
    said = _said_of(independent, metric, loss, truth)
    chosen = [task] if isinstance(task, str) else task

    def side(data: Given, by: str | None, of: Terms) -> Scores:
        settings = replace(said(by), higher_is_better=of.higher_is_better, range=of.range)
        found = asked_about(_as_run(data), asker="gate", said=_unless_read(data, settings))
        if not isinstance(found, Scores):
            raise ArgumentError("A side of a gate is a run with the scores of one model, case by case.")
        return found.select_tasks(chosen) if chosen else found

    if self_check:
        _refuse_baseline(baseline)
        return self_checked(
            side(new, None, terms), model=model, rope=rope, threshold=threshold, worst_loss=worst_loss, rng=rng
        )
    if baseline is None:
        raise ArgumentError("A gate compares two runs: give the baseline, too; or `self_check=True`.")

    def read_sides(by: str | None) -> Sides:
        of = asked.metrics[by].over(terms) if by is not None else terms
        treated: Missing = "drop" if asked.drops else missing
        return sides_of(
            side(new, by, of), side(baseline, by, of), model=model, baseline_model=baseline_model, missing=treated
        )

    known("treatment of missing units", missing, MISSING)
    return gated(read_sides, terms, asked, per_task=per_task, flips=flips, sequential=sequential)


def terms_of(
    rope: RopeLike | None,
    require: Requirement | None,
    threshold: float | None,
    worst_loss: float | None,
    score_range: tuple[float, float] | None,
    higher_is_better: bool | None,
) -> Terms:
    """What the arguments of `gate` ask, checked; see there.

    Parameters:
        rope: as in `gate`.
        require: as in `gate`.
        threshold: as in `gate`.
        worst_loss: as in `gate`.
        score_range: `range` in `gate`.
        higher_is_better: as in `gate`.
    """
    if require is not None:
        known("requirement", require, REQUIREMENTS)
    if threshold is not None:
        check_threshold(threshold)
    made = None if rope is None else rope_of_gate(rope)
    return Terms(
        rope=made, require=require, threshold=threshold, worst_loss=worst_loss, range=score_range,
        higher_is_better=higher_is_better,
    )  # fmt: skip


def _said_of(
    independent: bool, metric: str | None, loss: LossLike | None, truth: str | None
) -> Callable[[str | None], Said]:
    def said(by: str | None) -> Said:
        return Said(independent=independent, scoring=Scoring(loss=loss, truth=truth, metric=by or metric))

    return said


def _as_run(data: Any) -> Any:
    """Scores in an array are those of the cases in their order; everything else is as it is."""
    listed = isinstance(data, (list, tuple)) and data and not any(isinstance(each, (str, PathLike)) for each in data)
    if listed or (isinstance(data, np.ndarray) and data.ndim == 1):
        return {"case": range(len(data)), "score": data}
    return data


def _unless_read(data: Any, said: Said) -> Said:
    """What was read already takes no more settings, but for those that it has anyway."""
    if isinstance(data, Scores) and said.higher_is_better == data.higher_is_better:
        said = replace(said, higher_is_better=None)
    if isinstance(data, Scores) and said.range is not None and said.range == data.score_range:
        said = replace(said, range=None)
    return said


def _refuse_baseline(baseline: Given | None) -> None:
    if baseline is not None:
        raise ArgumentError("`self_check=True` compares a run with itself: leave the baseline out.")


@one_blas_thread
def gated(read_sides: ReadSides, terms: Terms, policy: Policy, *, per_task: bool, flips: int, sequential: bool) -> Gate:
    """The gate on two runs that are still to be read.

    Parameters:
        read_sides: reads them, by a metric if the policy names several.
        terms: what the call asks for.
        policy: what the policy asks for; where both say the same thing differently, that is refused.
        per_task: whether every task is a gate of its own.
        flips: how many cases to name.
        sequential: whether looks are repeated.
    """
    both = _settled(terms, policy)
    lines: list[GateLine] = []
    notes: list[str] = []
    metrics: tuple[str | None, ...] = tuple(policy.metrics) or (None,)
    read = [(metric, read_sides(metric)) for metric in metrics]
    for metric, sides in read:
        own = policy.metrics[metric].over(both) if metric is not None else both
        made, told = _lines(sides, own, policy, metric, per_task=per_task, sequential=sequential)
        lines += made
        notes += [*sides.notes, *told]
    first = read[0][1]
    lines = list(by_holm(lines)) if policy.family == "holm" else lines
    if len(lines) > 1:
        adjusted = "are held to Holm's adjustment here" if policy.family else "are not adjusted for that here"
        notes.append(FAMILY_NOTE.format(said=adjusted))
    outcome, reason = _overall(lines)
    new, baseline = first.table.models[:2]
    return Gate(
        new, baseline, outcome, reason, tuple(lines), first.cases,
        flips_of(first.scores, (new, baseline), flips, each=True, origins=first.origins),
        family=policy.family, notes=tuple(dict.fromkeys((*_dropped(first.cases), *notes))),
    )  # fmt: skip


def _settled(terms: Terms, policy: Policy) -> Terms:
    """The terms of every gate: what the call and the policy say, which must not contradict each other."""
    for name in ("rope", "require", "threshold", "worst_loss", "range", "higher_is_better"):
        one, other = getattr(terms, name), getattr(policy.terms, name)
        if one is not None and other is not None and one != other:
            raise ArgumentError(f"The policy says `{name}` in its own way: leave `{name}=` out, or take it out there.")
    both = terms.over(policy.terms).over(Terms(require="not-worse", threshold=THRESHOLD, tier="block"))
    single = [both, *policy.tasks.values(), *policy.metrics.values()]
    for each in single:
        rope = each.rope or both.rope
        if rope is None and (each is not both or not (policy.tasks or policy.metrics)):
            raise ArgumentError(
                "A gate needs a rope: how much worse may a model be that is released? For accuracies `rope=0.01` "
                "allows one percentage point."
            )
    return both


def _lines(
    sides: Sides, terms: Terms, policy: Policy, metric: str | None, *, per_task: bool, sequential: bool
) -> tuple[list[GateLine], list[str]]:
    """The gates on one metric: what is missing first, then all scores or every task."""
    lines = _missing(sides, terms, policy, metric)
    tasks = [task for task in sides.table.tasks if task]
    unknown = [task for task in policy.tasks if task not in tasks]
    lines += [
        without_terms(
            policy.tasks[task].over(terms),
            f"the task `{task}` is not in both runs",
            outcome="fail",
            task=task,
            metric=metric,
        )
        for task in unknown
        if task not in policy.required
    ]
    if not tasks or not (per_task or policy.tasks):
        whole: list[tuple[str | None, Terms, Comparable]] = [(None, terms, sides.table)]
    else:
        whole = [
            (task, policy.tasks.get(task, Terms()).over(terms), sides.table.select_tasks([task])) for task in tasks
        ]
    made = [line_of(table, own, sequential=sequential, task=task, metric=metric) for task, own, table in whole]
    return [*lines, *(line for line, _ in made)], [note for _, told in made for note in told]


def _missing(sides: Sides, terms: Terms, policy: Policy, metric: str | None) -> list[GateLine]:
    """Gates on what is not there: required tasks, cases, scores."""
    found: list[tuple[str | None, str]] = [
        (task, f"the required task `{task}` is not in both runs")
        for task in policy.required
        if task not in sides.table.tasks
    ]
    cases = sides.cases or CaseLists(sides.table.n_units)
    total = cases.shared + cases.missing
    if policy.required and policy.most_missing is None and cases.missing and not _only_of(sides, policy):
        ids = listing(cases.missing_ids, limit=3)
        found.append((None, f"{counted(cases.missing, 'case')} missing from the new run ({ids})"))
    for limit, count, what in (
        (policy.most_missing, cases.missing, "missing from the new run"),
        (policy.most_failed, cases.failed, "without a score in the new run"),
    ):
        if limit is not None and not limit.allows(count, total):
            found.append((None, f"{counted(count, 'case')} {what}, at most {limit.in_words} allowed"))
    settled = replace(terms, rope=terms.rope or Rope(0.0, 0.0))
    return [without_terms(settled, why, outcome="fail", task=task, metric=metric) for task, why in found]


def _only_of(sides: Sides, policy: Policy) -> bool:
    """Whether cases are missing because a required task is, which has its own line."""
    return any(task not in sides.table.tasks for task in policy.required)


def _overall(lines: list[GateLine]) -> tuple[Outcome, str]:
    """Fail if a blocking gate fails, else undecided if one is, else pass; and the one line that says why."""
    blocking = [line for line in lines if line.tier == "block"]
    if len(lines) == 1 and blocking:
        return lines[0].outcome, lines[0].reason
    told = _others(lines)
    outcomes: tuple[Outcome, ...] = ("fail", "undecided")
    for outcome in outcomes:
        found = [line for line in blocking if line.outcome == outcome]
        if found:
            does = {"fail": ("fails", "fail"), "undecided": ("is undecided", "are undecided")}[outcome][len(found) > 1]
            names = listing([line.name for line in found], limit=3)
            return (
                outcome,
                f"{len(found)} of {counted(len(blocking), 'gate')} {does} ({names}): {found[0].reason}{told}",
            )
    whole = f"all {len(blocking):,} gates pass"
    if len(blocking) < 2:
        whole = f"the gate that blocks passes ({blocking[0].name})" if blocking else "no gate blocks"
    return "pass", f"{whole}{told}"


def _others(lines: list[GateLine]) -> str:
    """What the gates that do not decide say, where it is not good."""
    warned = [line for line in lines if line.tier == "warn" and line.outcome != "pass"]
    if not warned:
        return ""
    return f"; warned of {listing([f'{line.name}: {line.outcome}' for line in warned], limit=3)}"


def _dropped(cases: CaseLists | None) -> tuple[str, ...]:
    if cases is None:
        return ()
    parts = [
        (cases.missing, "in the baseline alone", cases.missing_ids),
        (cases.added, "in the new run alone", cases.added_ids),
    ]
    told = [f"{counted(count, 'case')} {where} ({listing(ids, limit=3)})" for count, where, ids in parts if count]
    failed = (f"{counted(cases.failed, 'row')} of the new run without a score.",) if cases.failed else ()
    return ((f"Left out: {' and '.join(told)}; {cases.shared:,} are in both.",) if told else ()) + failed
