"""Every figure, drawn from bundled or simulated scores: the page `gallery.md` and its pictures.

Each function is one entry of the page: its docstring is the caption, its body the code that is shown.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent
from typing import TYPE_CHECKING

import numpy as np
from docstrings import told
from figure_words import WORDS
from linking import linked, parameter_list, signature

import betterthan as bt
from betterthan import figures
from betterthan.data.examples import example

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PICTURES = Path(__file__).parent / "images" / "gallery"


def simulated(models: int = 2, tasks: int = 12, folds: int = 10) -> bt.Scores:
    rng = np.random.default_rng(0)
    level = rng.uniform(0.6, 0.9, (tasks, 1, 1)) + rng.normal(0, 0.02, (tasks, 1, folds))
    apart = 0.012 * np.arange(models)[:, None] + rng.normal(0, 0.015, (tasks, models, 1))
    scores = level + apart + rng.normal(0, 0.012, (tasks, models, folds))
    task, fold = np.divmod(np.arange(tasks * folds), folds)
    columns = {f"model {chr(97 + j)}": scores[:, j].ravel() for j in range(models)}
    return bt.read({"task": [f"task {j + 1}" for j in task], "fold": fold, **columns})


# One task


def posterior() -> Axes:
    """Posterior of the difference, with the rope and the three probabilities (Williams 2026, Figs. 1b, 2b, 3)."""
    found = bt.compare(simulated(), task="task 1", rope=0.01)
    return figures.posterior(found)


def posterior_of_phi() -> Axes:
    """Posterior of φ, the share of the disagreements that the first model wins (Williams 2026, Fig. 3: 1 - φ)."""
    found = bt.compare(example("code-switching"), task="tr-en")
    return figures.posterior(found)


def hdi_levels() -> Axes:
    """Intervals of every level against the rope (Benavoli 2017, Fig. 5)."""
    found = bt.compare(simulated(), task="task 1", rope=0.01)
    return figures.hdi_levels(found)


def differences() -> Axes:
    """The raw differences, with the rope (Benavoli 2017, Figs. 1-3 and 9; Williams 2026, Figs. 1a, 2a)."""
    return figures.differences(example("nbc-aode"), rope=1.0)


def qq() -> Axes:
    """Do the differences follow a normal law? Naive Bayes against AODE on 54 tasks: they do not."""
    return figures.qq(example("nbc-aode"))


def pairing() -> Axes:
    """The scores of both models on the same units."""
    table = bt.pair(simulated().select_tasks(["task 1"]))
    return figures.pairing(table)


def pairing_power() -> Axes:
    """What pairing gains: the same scores with and without it."""
    table = bt.pair(simulated().select_tasks(["task 1"]))
    return figures.pairing_power(table)


# Predictions


def roc() -> Axes:
    """ROC curves of two models on the same cases; where the dashed curve leaves the band, they differ."""
    found = bt.compare(example("mice"), first="LgR", second="SVM", metric="auroc", rope=0.01, draws=2_000)
    return figures.roc(found)


def precision_recall() -> Axes:
    """Precision over recall of the same two models."""
    found = bt.compare(example("mice"), first="LgR", second="SVM", metric="average-precision", rope=0.01, draws=2_000)
    return figures.precision_recall(found)


def reliability() -> Axes:
    """What each model told, against what came: LgR and MLP are too sure, the SVM is not sure enough."""
    return figures.reliability(example("mice").compared)


def loss_shares() -> Axes:
    """Where a difference of log losses comes from: few mice carry most of it."""
    return figures.loss_shares(bt.pair(example("mice").scores("log"), "LgR", "SVM"))


# Several tasks


def forest() -> Axes:
    """Every task, raw and after partial pooling."""
    found = bt.compare(simulated(), rope=0.01)
    return figures.forest(found)


def task_posteriors() -> Axes:
    """The posterior within each task (Benavoli 2017, Fig. 8)."""
    found = bt.compare(simulated(), rope=0.01, per_task=True)
    return figures.task_posteriors(found)


def boxplots() -> Axes:
    """The differences of each task (Corani 2017, Figs. 6 and 8)."""
    table = bt.pair(simulated())
    return figures.boxplots(table, rope=0.01)


def simplex() -> Axes:
    """Which region has the largest share? (Benavoli 2017, Figs. 11-13)"""
    found = bt.compare(example("nbc-aode"), rope=1.0)
    return figures.simplex(found)


def simplex_margins() -> Axes:
    """The same from two sides (Benavoli 2017, Fig. 13)."""
    found = bt.compare(example("nbc-aode"), rope=1.0)
    return figures.simplex_margins(found)


def shares() -> Axes:
    """The posterior of a sign test without a rope (Benavoli 2017, Fig. 10)."""
    found = bt.compare(example("nbc-aode"), rope=0.0, procedure="bayes_sign")
    return figures.shares(found)


def next_tasks() -> Axes:
    """What the next task may look like: densities drawn from the posterior (Corani 2017, Fig. 1)."""
    found = bt.compare(simulated(), rope=0.01)
    return figures.next_tasks(found)


def model_check() -> Axes:
    """Does the hierarchical model fit? Its prediction under two priors, and the tasks' means (Corani 2017, Fig. 7)."""
    rng = np.random.default_rng(4)
    apart = np.repeat(0.01 * rng.standard_t(1.2, 40), 10)  # on most tasks little, on some a lot
    table = bt.pair_arrays(
        0.7 + apart + rng.normal(0, 0.01, 400),
        0.7 + rng.normal(0, 0.01, 400),
        task=np.repeat(range(40), 10),
        folds=10,
    )
    found = bt.compare(table, rope=0.01)
    return figures.model_check(found, priors=["juarez-steel"])


def beta_samples() -> Axes:
    """Draws of (a, b) and the predictive law of φ (Williams 2026, Fig. 4)."""
    found = bt.compare(example("code-switching"), procedure="bayes_hierarchical_mcnemar")
    return figures.beta_samples(found)


def beta_shapes() -> Axes:
    """The same draws, a against b, with the number of those beyond the frame (Williams 2026, Fig. 4a)."""
    found = bt.compare(example("code-switching"), procedure="bayes_hierarchical_mcnemar")
    return figures.beta_shapes(found)


def per_task_decisions() -> Axes:
    """Where the classical test and the Bayesian verdict agree, task by task, and where they do not."""
    found = bt.decision_table(bt.pair(simulated()), rope=0.01)
    return figures.per_task_decisions(found)


# Several models


def effects() -> Axes:
    """The models, shrunken towards each other, with the rope of the best."""
    ranked = bt.rank(simulated(models=6), rope=0.01)
    return figures.effects(ranked)


def critical_difference() -> Axes:
    """Critical-difference diagram (Demšar 2006): average ranks, joined where Nemenyi's test does not separate them."""
    ranked = bt.rank(simulated(models=6), rope=0.01)
    return figures.critical_difference(ranked)


def tiers() -> Axes:
    """The same with tie groups of the joint model: joined where no verdict separates the models."""
    ranked = bt.rank(simulated(models=6), rope=0.01)
    return figures.critical_difference(ranked, groups="tiers")


def model_effects() -> Axes:
    """What a classical test of all models says: here which of them may be the best (Hansen, Lunde and Nason 2011)."""
    found = bt.compare(simulated(models=6), procedure="model_confidence_set")
    return figures.model_effects(found)


def better_matrix() -> Axes:
    """Who is practically better than whom?"""
    ranked = bt.rank(simulated(models=6), rope=0.01)
    return figures.better_matrix(ranked)


def simplex_grid() -> Axes:
    """For every pair, which region has the largest share among tasks? (Benavoli 2017, Fig. 12)"""
    found = bt.compare(simulated(models=4), pairs="all", rope=0.01, procedure="bayes_signed_rank")
    return figures.simplex_grid(found)


def rank_distribution() -> Axes:
    """How probable is each place?"""
    ranked = bt.rank(simulated(models=6), rope=0.01)
    return figures.rank_distribution(ranked)


def best() -> Axes:
    """Which model is the best?"""
    ranked = bt.rank(simulated(models=6), rope=0.01)
    return figures.best(ranked)


def estimate() -> Axes:
    """One model's mean on several tasks, beside a published number."""
    found = bt.estimate(simulated(), "model a", against=0.72, against_sd=0.02)
    return figures.estimate(found)


def model_means() -> Axes:
    """Means with within-subject intervals (Loftus & Masson, in Williams 2026, sec. 8)."""
    found = bt.model_means(simulated(models=6))
    return figures.model_means(found)


def seeds() -> Axes:
    """All seeds of every model, with box and interval of the mean."""
    rng = np.random.default_rng(1)
    columns = {name: rng.normal(mean, 0.01, 8) for name, mean in (("small", 0.80), ("base", 0.81), ("large", 0.83))}
    table = bt.seed_table(bt.read({"seed": range(8), **columns}), baseline="small")
    return figures.seeds(table)


# What if


def sensitivity() -> Axes:
    """What would another rope or prior have said?"""
    found = bt.compare(simulated(), rope=0.01)
    varied = bt.sensitivity(found)
    return figures.sensitivity(varied)


def scaling() -> Axes:
    """What would more cases have said, if they were like these?"""
    rng = np.random.default_rng(2)
    table = bt.pair_arrays(rng.normal(0.02, 0.1, 60), rng.normal(0.0, 0.1, 60), models=("a", "b"))
    found = bt.scaling(bt.compare(table, rope=0.01))
    return figures.scaling(found)


def plan() -> Axes:
    """How many more cases would decide, at the pilot's estimate and over all that the pilot leaves open?"""
    rng = np.random.default_rng(2)
    found = bt.plan(rng.normal(0.04, 0.1, 60), rng.normal(0.0, 0.1, 60), independent=True, rope=0.01)
    return figures.plan(found)


# Simulation studies


def validation() -> Axes:
    """What a simulation study found, beside what was published (Corani 2017, Table 2)."""
    from betterthan.simulation.studies import validate

    found = validate(["corani-table-2"], repetitions=8, workers=1)
    return figures.validation(found)


PARTS: dict[str, tuple[Callable[[], Axes], ...]] = {
    "One task": (posterior, posterior_of_phi, hdi_levels, differences, qq, pairing, pairing_power),
    "Predictions": (roc, precision_recall, reliability, loss_shares),
    "Several tasks": (
        forest, task_posteriors, boxplots, simplex, simplex_margins, shares, next_tasks, model_check, beta_samples,
        beta_shapes, per_task_decisions,
    ),
    "Several models": (
        effects, critical_difference, tiers, model_effects, better_matrix, simplex_grid, rank_distribution, best,
        model_means, seeds,
    ),
    "One model": (estimate,),
    "What if": (sensitivity, scaling, plan),
    "Simulation studies": (validation,),
}  # fmt: skip
INTRODUCTION = """# Figures

This page is made by running its code (`make docs`). Each figure is a function of `bt.figures` that returns matplotlib
axes and takes `ax=`; `found.plot()` picks the one that fits. Blue is the first model, grey is equivalence, hatched
orange is the second model, everywhere. `figures.save(found, "figure.svg")` writes SVG, PDF or PNG, `figures.draw(found)`
draws the figure of an answer, `figures.svg(found)` gives it as text; on the command line it is `-o figure.svg`, with
`--figure NAME` for one that is not the main one."""
CODE = """Scores for the examples below, simulated:

```python
import numpy as np

import betterthan as bt
from betterthan import figures
from betterthan.data.examples import example


"""


def page() -> str:
    """The page, without its pictures."""
    names = [each.__name__ for entries in PARTS.values() for each in entries]
    thumbnails = "\n".join(f"[![{name}](images/gallery/{name}.svg)](#{name.replace('_', '-')})" for name in names)
    parts = [
        INTRODUCTION,
        f"```{{container}} thumbnails\n{thumbnails}\n```",
        f"{CODE}{inspect.getsource(simulated)}```",
    ]
    for title, entries in PARTS.items():
        parts += [f"## {title}", *(_entry(each) for each in entries)]
    return "\n\n".join((*parts, others())) + "\n"


def _entry(draw: Callable[[], Axes]) -> str:
    caption = inspect.cleandoc(draw.__doc__ or "")
    body = dedent(inspect.getsource(draw).split('"""\n')[1]).strip().replace("return ", "")
    name = draw.__name__
    read, beware = WORDS[name]
    words = f"**How to read it.** {read}\n\n**What not to conclude.** {beware}"
    shown = f"### {name}\n\n{caption}\n\n![{caption}](images/gallery/{name}.svg)\n\n{words}\n\n```python\n{body}\n```"
    return f"{shown}\n\n{documented(name)}" if name in figures.__all__ else shown


OTHERS = ("draw", "save", "svg", "save_axes", "svg_of", "in_theme")


def documented(name: str) -> str:
    """A function of the package: signature with linked types, and its parameters."""
    found = getattr(figures, name)
    about = told(found)
    listed = parameter_list(about.named.get("Parameters", {}), "")
    words = "\n\n".join(part for part in (linked(about.summary), linked(about.words), listed) if part)
    return f"`````{{py:function}} bt.figures.{signature(name, found)}\n\n{words}\n`````"


def others() -> str:
    """The functions that are no figures: which figure an answer has, and files."""
    parts = "\n\n".join(documented(name) for name in OTHERS)
    return (
        "## Choosing and saving\n\nA figure that does not fit an answer is refused with {py:class}`bt.ArgumentError`, "
        f"which names those that do.\n\n{parts}"
    )


def draw_all() -> None:
    """Draw every picture of the page."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for draw in (each for entries in PARTS.values() for each in entries):
        figures.save_axes(draw(), PICTURES / f"{draw.__name__}.svg")
