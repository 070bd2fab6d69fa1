"""When exactly one of two classifiers is right, which one will it be on the next task?

Model: on task i the first model wins a share φ_i of the disagreements; the φ_i come from a beta law over tasks, whose
parameters have the usual diffuse prior.

    n10_i ~ Binomial(n01_i + n10_i, φ_i),   φ_i ~ Beta(a, b),   p(a, b) ∝ (a + b)^(-5/2),   first better where φ > 1/2

The posterior of (a, b) is integrated on a grid. Readings: `population` (the mean of φ over tasks), `next_task` (the
predictive for one more task; what Williams 2026 prints), `winner` (which region is the most probable one there). The
paper's φ is the second's share: its mean of 0.521 is 0.479 here.

When not to use it: real-valued scores (use `bayes_hierarchical_t`); a rope in accuracy points (the same, from the
counts); no task on which both models win a disagreement: the posterior is improper (use `bayes_poisson_binomial`).

References: Gelman et al. (2013), sec. 5.3; Williams (2026), sec. 5.5 and 6.2.
"""

from __future__ import annotations

from math import sqrt

from betterthan.data.protocol import Paired
from betterthan.procedures.bayesian.mcnemar import PHI
from betterthan.procedures.needs import Needs
from betterthan.procedures.registry import procedure
from betterthan.procedures.shared.checked import CellsByTask
from betterthan.results.diagnostics import Diagnostics
from betterthan.results.hierarchical import HierarchicalPosterior, integrated_beta

PRIOR = "diffuse: p(a, b) ∝ (a + b)^(−5/2)"


def _further_needs(table: Paired) -> str | None:
    """A task on which each model wins a disagreement: without one the posterior is improper."""
    cells = (table.select_tasks([task]).cells() for task in table.tasks)
    if any(each.n01 and each.n10 for each in cells):
        return None
    return (
        "a task on which each model is right where the other is wrong; this table has none, so that nothing bounds how "
        "tasks differ. Use `bayes_poisson_binomial` or `bayes_sign`."
    )


@procedure(
    title="the Bayesian hierarchical McNemar test",
    needs=Needs(
        units=2,
        tasks="several",
        least_tasks=2,
        instead={
            "a second task": "For one task use `bayes_mcnemar`.",
            "0/1 scores": "For those use `bayes_hierarchical_t`.",
        },
        binary=True,
        differences="some",
        further=_further_needs,
    ),
    cites=("gelman2013", "williams2026"),
    counterpart="wilcoxon",
    cost="quadrature",
    rope_scale="phi",
)
def bayes_hierarchical_mcnemar(table: Paired) -> HierarchicalPosterior:
    """Posterior of φ over tasks, on the next task, and on every task.

    Parameters:
        table: paired 0/1 scores of two models on several tasks, or their counts.

    >>> from betterthan.data.examples import example
    >>> posterior = bayes_hierarchical_mcnemar(example("code-switching"))          # Williams (2026) sec. 6.2
    >>> half = 0.1 * posterior.spread
    >>> [round(p, 2) for p in posterior.reading((0.5 - half, 0.5 + half), "next_task")]
    [0.05, 0.74, 0.21]
    """
    return from_cells({task: table.select_tasks([task]).cells() for task in table.tasks})


def from_cells(cells: CellsByTask) -> HierarchicalPosterior:
    """From the counts n00, n01, n10 and n11 of each task, by its name."""
    inputs = {"n01": [int(row[1]) for row in cells.values()], "n10": [int(row[2]) for row in cells.values()]}
    model = integrated_beta(inputs)
    return HierarchicalPosterior(
        procedure="bayes_hierarchical_mcnemar",
        parameter=PHI,
        prior=PRIOR,
        rests_on="population",
        tasks=tuple(cells),
        inputs=inputs,
        spread=sqrt(model.mean * (1 - model.mean)),
        diagnostics=Diagnostics("quadrature", model.error),
        model=model,
    )
