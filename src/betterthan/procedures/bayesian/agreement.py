"""How large a difference is left open by units on which two models never differ, or always by the same?

Model: the differences that were seen are all c (0 if the models agree). A share τ of the units is not like that, and
the n units seen are all of the other kind, so that with a uniform prior τ | n ~ Beta(1, n + 1). On a unit of that kind
the difference departs from c by R at most, how far two scores can be apart, and nothing says to which side.

    Δ = c ± τR, half to each side          P(|Δ - c| <= r) = 1 - (1 - r/R)^(n + 1)

A standard deviation of 0 would make every other posterior certain, after two units as after a thousand; this one never
is. R is the range of the scores that was declared (`range=`); else 1 for scores between 0 and 1, 100 for percent, or
the range of the scores seen, which is said to be assumed. n counts the cases, clusters, seeds or training sets, of
several tasks together; of folds the distinct cases that one repeat tests, or the folds of one repeat if the size of
their test sets is not known; of two crossed factors those that are tested on, else the fewer of the two; of cases in
clusters of which each case counts alike, the clusters of equal size that would weigh as these do, n²/Σ n_c².

When not to use it: differences that vary (use `bayes_t`, or what `bt.question` recommends); 0/1 scores of one task,
where `bayes_mcnemar` needs no special case.

References: ours; the posterior of a share of which nothing was seen is that of Bayes (1763) and Laplace.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from betterthan.data.moments import moments
from betterthan.data.protocol import Paired
from betterthan.data.ranges import GIVE, reach_of
from betterthan.data.units import CLUSTERED_CASES, CLUSTERS, CROSSED, FOLDS, INDEPENDENT
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.phrases import counted
from betterthan.procedures.facts import AtSize, Grown, Growth
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import named, procedure
from betterthan.procedures.shared.checked import Differences, Number, Units
from betterthan.procedures.shared.same_differences import agreement_law, seen_units
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.difference import DifferencePosterior, Parameter
from betterthan.results.kinds import PairResult
from betterthan.results.laws.agreement import Agreement

PRIOR = "uniform on the share of units that are not like those seen; these depart by the whole range, to either side"
ON_THIS_TASK = Parameter()
ON_THESE_TASKS = Parameter("mean difference on these tasks", where="on these tasks")
ONLY_MORE_CASES = "more repeats test the same cases again, which says nothing new; more test cases would"


def _no_reach(table: Paired) -> str | None:
    """What is lacking if nothing says how far two scores can be apart."""
    if reach_of(table) is not None:
        return None
    known = "the scores are all the same" if table.facts.own_scores and table.extent() else "only differences are known"
    return f"to know how far two scores can be apart, and here {known}: {GIVE}."


def _at_size(table: Paired, result: PairResult) -> AtSize:
    """The same difference on k times the units."""
    figures, (mean, _, n) = result.diagnostics.figures, table.moments()

    def at(k: float) -> Grown:
        found = from_summary(mean=mean, n=max(2, round(k * figures["units"])), reach=figures["range"])
        sums: dict[str, Any] = {"mean": mean, "sd": 0.0, "n": max(2, round(k * n))}
        return Grown(found, partial(named("paired_t").from_summary, **sums))

    return at


def _notes(table: Paired) -> tuple[str, ...]:
    """What was seen on how many units, and what was taken for the range."""
    seen, reach = _all_alike(table), reach_of(table)
    if reach is None:
        return ()
    mean, (_, counted_once), facts = seen.moments().mean, seen_units(seen), seen.facts
    same = "have the same score" if mean == 0 else f"differ by exactly {abs(mean):.6g}"
    differ, where, others = "differ" if mean == 0 else "depart from that", f"on all {facts.counted}", facts.unit.listed
    if facts.clusters is not None:  # their single cases may differ
        where, others = f"on average in each of {counted(facts.clusters, 'cluster')}", CLUSTERS.plural
    assumed = f"assumed, {reach.source}: {GIVE} if that is not so" if reach.assumed else reach.source
    return (
        f"The two models {same} {where}{counted_once}. Other {others} may {differ}, "
        f"by up to {reach.width:g} ({assumed}), and these do not say how many do.",
    )


@procedure(
    title="the posterior of what full agreement leaves open",
    needs=Needs(
        units=2,
        tasks="any",
        independent=(*INDEPENDENT, FOLDS, *CROSSED, CLUSTERED_CASES),
        differences="same",
        further=_no_reach,
    ),
    cites=("bayes1763",),
    counterpart="paired_t",
    counterparts=("correlated_t", "quasi_f", "clustered_t"),
    takes_all_units=True,
    growth=Growth(_at_size, stuck=lambda table: ONLY_MORE_CASES if table.facts.unit == FOLDS else None),
    notes=_notes,
)
def bayes_agreement(table: Paired, *, test_fraction: float | None = None) -> DifferencePosterior:
    """Posterior of the mean difference where it is the same on every unit, as a rule 0.

    Parameters:
        table: paired scores of two models that differ by the same on all units.
        test_fraction: n_test/(n_test + n_train) of folds whose number in one repeat is not known; None takes what the
            table says.

    >>> posterior = bayes_agreement.from_summary(mean=0.0, n=298, reach=1.0)
    >>> round(posterior.probabilities(0.01).equivalent, 4)                              # 1 - 0.99^299
    0.9505
    """
    law = agreement_law(_all_alike(table), test_fraction)
    if law is None:
        raise NeedsNotMet(f"`bayes_agreement` needs {_no_reach(table)}")
    return _posterior(law, ON_THESE_TASKS if table.facts.tasks > 1 else ON_THIS_TASK)


def from_differences(differences: Differences, *, reach: Number) -> DifferencePosterior:
    """From differences first - second, one per unit, all the same; `reach` is how far two scores can be apart."""
    mean, sd, n = moments(differences)
    if sd > 0:
        raise NeedsNotMet("`bayes_agreement` needs the same difference on all units; these vary. Use `bayes_t`.")
    return from_summary(mean=mean, n=n, reach=reach)


def from_summary(*, mean: Number, n: Units, reach: Number) -> DifferencePosterior:
    """From the difference on every unit (0 if the models agree), the number of units, and how far two scores can be
    apart.
    """
    if reach <= 0:
        raise ArgumentError(f"`reach` is how far two scores can be apart, above 0; got {reach:g}.")
    if abs(mean) > reach:
        raise ArgumentError(
            f"A difference of {mean:g} is more than `reach={reach:g}`, how far two scores can be apart."
        )
    return _posterior(Agreement(float(mean), float(reach), int(n)))


def _posterior(law: Agreement, parameter: Parameter = ON_THIS_TASK) -> DifferencePosterior:
    figures = {"units": float(law.n), "range": law.reach}
    return DifferencePosterior(
        law, "bayes_agreement", parameter, PRIOR, spread=0.0, diagnostics=Diagnostics("closed form", figures=figures)
    )


def _all_alike(table: Paired) -> Paired:
    """The units; where these vary and the means of the tasks do not, the tasks."""
    return table if table.alike else table.by_task()
