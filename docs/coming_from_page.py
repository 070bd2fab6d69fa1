"""The page for those who come from other programs: their figures, stored in peers.json, and ours, run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

PEERS = Path(__file__).parent / "peers.json"

TEXT = """# Coming from …

The same data through the program that you know and through `betterthan`: the same figures where both compute the
same, and what differs and why. The figures of baycomp, autorank, pingouin and evalstats were computed on {date} by
`docs/peers.py` and are stored; scipy and statsmodels are run with this page. scmamp is an R package that was not run:
its figures are those of a published example.

## baycomp

baycomp (version {baycomp[version]}) is the ancestor of the three probabilities; its words are *left*, *rope*,
*right*.

| | baycomp | here |
|---|---|---|
| `two_on_single(rbf, linear, rope=0.01, runs=10)`, 100 folds | {single} | `compare(rbf, linear, folds=10, rope=0.01)` |
| `SignedRankTest.probs(nbc − aode, 0, rope=1)`, 54 data sets | {signed_rank} | reading `winner` |

```python
import betterthan as bt

folds = bt.compare(bt.examples.example("cross-validation"), first="rbf", second="linear", rope=0.01)
print("folds:            ", *(f"{{p:.3f}}" for p in folds.probabilities))
tasks = bt.compare(bt.examples.example("nbc-aode"), rope=1.0)
print("54 tasks, winner: ", *(f"{{p:.3f}}" for p in tasks.readings["winner"]))
print("54 tasks, verdict:", *(f"{{p:.3f}}" for p in tasks.probabilities), tasks.decision.verdict)
```

What differs: over tasks baycomp prints the share of posterior draws in which an outcome is the most probable (our
reading `winner`); the verdict here rests on `population`, which is not the same ([why](../explanation/readings.md)).
`runs` is the number of repeats there, `folds=` the number of folds here. Left is that the first argument is better,
as *first* is here. The last digits of the signed ranks are drawn.

## autorank

autorank (version {autorank[version]}) looks at the data, chooses a test, and draws the critical-difference diagram.
Five classifiers on 54 data sets: {autorank[omnibus]}, p = {autorank_p}; {autorank[posthoc]}, critical difference
{autorank_cd}; mean ranks {autorank_ranks}.

```python
from betterthan.data.examples.uci54 import task_means

scores = bt.read(task_means())
found = bt.compare(scores, procedure="nemenyi")
print(f"friedman: p = {{found.p_value:.6f}}")
print(f"critical difference: {{found.test.diagnostics.figures['critical difference']:.4f}}")
print("mean ranks:", ", ".join(f"{{each.name}} {{each.estimate:.3f}}" for each in found.test.effects))
```

What differs: on a data set two means of `j48` and `j48gr` are equal but for the sixteenth digit, in which sums of 100
numbers are off. That is a tie here and a difference there; hence the last digits of p and of these two mean ranks.
autorank chooses the test by looking at the same data (normality, variances), and takes Friedman and Nemenyi here.
`betterthan` chooses by the design and shows the checks with it; its verdicts rest on one joint model with a rope:
`bt.rank(scores, rope=0.01)`. Nemenyi's answer for a pair depends on which other models are in the table;
`pairwise_wilcoxon`'s does not.

## scmamp

scmamp (R; not run here) has `friedmanTest`, `imanDavenportTest`, `nemenyiTest` and `plotCD`. A published example
(techutils.in, 2018-03-07) ranks nine classifiers on two data sets: Iman and Davenport F = 2.75, p = 0.08697; critical
difference 10.834.

```python
import numpy as np

ranks = np.array([[1, 8, 6, 4, 7, 2, 5, 3, 9], [1, 6, 3, 9, 7, 2, 8, 4, 5]])
figures = bt.procedures.friedman.from_scores(-ranks).diagnostics.figures
print(f"F = {{figures['F']:.2f}}, p = {{figures['p-value of F']:.5f}}")
nemenyi = bt.procedures.nemenyi.from_scores(-ranks).diagnostics.figures
print(f"critical difference: {{nemenyi['critical difference']:.3f}}")
```

What differs: the critical difference. scmamp's figure comes out with the studentised range at 9 degrees of freedom,
ours with infinitely many, as in Demšar's tables (2006); with many data sets that is no matter, with two it is.
`plotCD` is `found.plot()`, or `-o diagram.svg`.

## scipy.stats

```python
from scipy import stats

rbf, linear = bt.pair(bt.examples.example("cross-validation"), "rbf", "linear").scores.T
theirs = stats.ttest_rel(rbf, linear)
ours = bt.procedures.paired_t.from_differences(rbf - linear)
print(f"paired t, scipy: t = {{theirs.statistic:.3f}}, p = {{theirs.pvalue:.4f}}")
print(f"paired t, here:  t = {{ours.statistic:.3f}}, p = {{ours.p_value:.4f}}")

z = bt.examples.example("nbc-aode").differences()
theirs = stats.wilcoxon(z, correction=True, method="approx")
ours = bt.procedures.wilcoxon.from_differences(z)
print(f"wilcoxon, scipy: W = {{theirs.statistic:g}}, p = {{theirs.pvalue:.3g}}")
print(f"wilcoxon, here:  W = {{ours.statistic:g}}, p = {{ours.p_value:.3g}}")
```

What differs: nothing, as long as you ask for the same test. But `bt.compare` refuses to run `ttest_rel` on folds: it
wants to know what the rows are, and then takes the corrected test ([why](../explanation/t-test.md)). Wilcoxon drops
zeros, as scipy's default does, takes the exact law up to 50 differences even with ties, and the normal law with a
continuity correction above. There is no function here for samples of two groups of people, correlation or regression.

## statsmodels

```python
import statsmodels.api as sm
from statsmodels.stats.contingency_tables import mcnemar

theirs = mcnemar([[589, 198], [159, 54]], exact=False, correction=True)
ours = bt.procedures.mcnemar.from_cells(n00=54, n01=159, n10=198, n11=589)
print(f"mcnemar, statsmodels: {{theirs.statistic:.3f}}, p = {{theirs.pvalue:.4f}}")
print(f"mcnemar, here:        {{ours.statistic:.3f}}, p = {{ours.p_value:.4f}}")

table = bt.pair(bt.examples.example("passages"), "bell", "ada", repeats="mean", weight="cases")
d, passage = table.differences(), table.clusters
grouped = {{"groups": passage, "use_correction": True}}
fit = sm.OLS(d, np.ones(len(d))).fit(cov_type="cluster", cov_kwds=grouped, use_t=True)
ours = bt.procedures.clustered_t.from_differences(d, clusters=passage)
print(f"clustered: statsmodels t = {{fit.tvalues[0]:.3f}}; here t = {{ours.statistic:.3f}}")
```

What differs: `multipletests` is `--adjust` here, with the same methods. A mixed model with several factors (prompt,
temperature, model) is statsmodels' or R's; here there are two crossed factors at most (seeds and cases:
`bayes_crossed`).

## pingouin

pingouin (version {pingouin[version]}): `ttest(rbf, linear, paired=True)` over the 100 folds gives t = {pingouin_t}, p
= {pingouin_p}; `wilcoxon` of the 54 differences W = {pingouin[w]:g}, p = {pingouin_pw}. Both are the figures of the
block on scipy above.

What differs: pingouin also prints a Bayes factor (BF10), which compares "no difference at all" with a prior for the
size of a difference; there is none here. The question here is whether the difference exceeds *your* rope. Its
`pairwise_tests` are `bt.compare` of several models, with p-values adjusted by `--adjust`.

## evalstats

evalstats (version {evalstats[version]}) compares models and prompts on the same questions. Its `compare` of `ada` and
`bell` (140 questions, two runs each, averaged) gives for `bell` less `ada` {evalstats_estimate}, 95% interval
{evalstats_low} to {evalstats_high}, and Wilcoxon's p = {evalstats_p}: "significant".

```python
import csv

rows = list(csv.DictReader(bt.examples.csv_text("passages").splitlines()))
table = {{name: [row[name] for row in rows] for name in ("id", "epoch", "passage")}}
table |= {{model: [int(row[model]) for row in rows] for model in ("ada", "bell")}}
asked = dict(first="bell", second="ada", rope=0.02, repeats="mean")
for cluster in (None, "passage"):
    found = bt.compare(bt.read(table, cluster=cluster), **asked)
    low, high, p = found.interval.low, found.interval.high, found.classical.p_value
    print(f"{{found.n_units}} {{found.unit}}: {{low:.3f}} to {{high:.3f}}, p {{p:.3f}}", found.verdict)
```

What differs: questions as units give nearly the same figures (its interval and test are others than ours, hence the
last digits). But the questions belong to passages: with `cluster="passage"` nothing is left of the difference, and
indeed there is none, since the data are simulated from two equal models. evalstats was called with questions as its
items, as its documentation shows; whether its other arguments can express passages was not tried. It also corrects
the scores of LLM judges by human labels; here a column of such labels does that (`--column human=NAME`).
"""


def page() -> str:
    """The whole page, without the output of its blocks."""
    found: dict[str, Any] = json.loads(PEERS.read_text(encoding="utf-8"))
    baycomp, autorank, pingouin, evalstats = (found[name] for name in ("baycomp", "autorank", "pingouin", "evalstats"))
    by_rank = sorted(autorank["ranks"].items(), key=lambda item: item[1])
    ranks = ", ".join(f"{name} {rank:.3f}" for name, rank in by_rank)
    return TEXT.format(
        **found,
        single=three(baycomp["two_on_single"]),
        signed_rank=three(baycomp["signed_rank"]),
        autorank_p=f"{autorank['p']:.6f}",
        autorank_cd=f"{autorank['cd']:.4f}",
        autorank_ranks=ranks,
        pingouin_t=f"{pingouin['t']:.3f}",
        pingouin_p=f"{pingouin['p']:.4f}",
        pingouin_pw=f"{pingouin['p_wilcoxon']:.3g}",
        evalstats_estimate=f"{-evalstats['diff']:.3f}",
        evalstats_low=f"{-evalstats['ci_high']:.3f}",
        evalstats_high=f"{-evalstats['ci_low']:.3f}",
        evalstats_p=f"{evalstats['p_value']:.3f}",
    )


def three(probabilities: list[float]) -> str:
    return " ".join(f"{p:.3f}" for p in probabilities)
