"""Makes clustered_t.json and bayes_clustered_t.json: a regression on a constant with clustered errors by statsmodels.

With one column, statsmodels' correction G/(G - 1) · (n - 1)/(n - 1) is C/(C - 1) exactly. Probabilities are those of
SciPy's Student-t law about the fitted constant.

Run: python tests/reference/make_clustered_t.py
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import statsmodels.api as sm
from scipy import stats

HERE = Path(__file__).parent
SOURCE = "statsmodels, OLS on a constant, cov_type='cluster', use_correction=True, use_t=True: "
BY_HAND = "by hand: differences 1, 1 | 4, m = 2, totals -2 and 2, SE² = 2 · 8/9, one degree of freedom (a Cauchy law)"
TIGHT = {"relative": 1e-12}


def drawn(seed: int, sizes: list[int], effect: float, *, binary: bool = False) -> tuple[list[float], list[int]]:
    """Differences with what a cluster shares, and the cluster of each."""
    rng = np.random.default_rng(seed)
    cluster = np.repeat(np.arange(len(sizes)), sizes)
    values = effect + rng.normal(0, 0.5, len(sizes))[cluster] + rng.normal(0, 1, len(cluster))
    kept = np.sign(np.round(values)) if binary else np.round(values, 3)
    return kept.tolist(), cluster.tolist()


DESIGNS = {
    "7 clusters of 1 to 9 cases": drawn(1, [1, 9, 3, 4, 2, 6, 5], 0.4),
    "2 clusters": drawn(2, [3, 5], 0.2),
    "12 clusters of 4 cases": drawn(3, [4] * 12, 0.3),
    "one cluster of 60 and 9 of 2": drawn(4, [60] + [2] * 9, -0.3),
    "20 clusters of one case": drawn(5, [1] * 20, 0.5),
    "differences of 0/1 scores, 15 clusters": drawn(6, [2, 5, 1, 8, 3, 3, 4, 6, 2, 2, 7, 1, 5, 4, 3], 0.2, binary=True),
}


def fitted(differences: list[float], clusters: list[int]):
    groups = {"groups": np.array(clusters), "use_correction": True}
    values = np.array(differences)
    return sm.OLS(values, np.ones(len(values))).fit(cov_type="cluster", cov_kwds=groups, use_t=True)


def classical(name: str, differences: list[float], clusters: list[int]) -> dict:
    fit = fitted(differences, clusters)
    low, high = fit.conf_int(0.05)[0]
    expect = {
        "estimate": float(fit.params[0]), "statistic": float(fit.tvalues[0]), "df": float(max(clusters)),
        "p_value": float(fit.pvalues[0]), "interval.low": float(low), "interval.high": float(high),
    }  # fmt: skip
    return case(SOURCE + name, differences, clusters, None, expect, {**dict.fromkeys(expect, TIGHT), "df": 0})


def bayesian(name: str, differences: list[float], clusters: list[int], rope: float = 0.15) -> dict:
    fit = fitted(differences, clusters)
    law = stats.t(max(clusters), fit.params[0], fit.bse[0])
    first, second = float(law.sf(rope)), float(law.cdf(-rope))
    expect = {
        "estimate": float(fit.params[0]), "law.scale": float(fit.bse[0]), "law.df": float(max(clusters)),
        "first": first, "equivalent": float(law.cdf(rope) - law.cdf(-rope)), "second": second,
    }  # fmt: skip
    exact = dict.fromkeys(("estimate", "law.scale"), TIGHT)
    shares = dict.fromkeys(("first", "equivalent", "second"), 1e-11)
    return case(
        SOURCE + name, differences, clusters, [-rope, rope], expect, {**exact, "law.df": 0, **shares}
    )  # fmt: skip


def case(source: str, differences: list[float], clusters: list[int], rope, expect: dict, tolerance: dict) -> dict:
    arguments = {"differences": differences, "clusters": clusters}
    return {
        "source": source, "rung": "from_differences", "arguments": arguments, "rope": rope, "expect": expect,
        "tolerance": tolerance,
    }  # fmt: skip


def written(procedure: str, cases: list[dict]) -> None:
    lines = ",\n".join(f"    {json.dumps(each)}" for each in cases)
    text = f'{{\n  "procedure": "{procedure}",\n  "cases": [\n{lines}\n  ]\n}}\n'
    (HERE / f"{procedure}.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    three = ([1.0, 1.0, 4.0], [0, 0, 1])
    cauchy = 0.5 + np.arctan(0.75 * (2 - 1)) / np.pi  # P(Δ > 1)
    hand = {"estimate": 2.0, "statistic": 1.5, "df": 1.0, "p_value": 1 - 2 * np.arctan(1.5) / np.pi}
    own = {"estimate": 2.0, "law.scale": 4 / 3, "first": cauchy}
    written(
        "clustered_t",
        [case(BY_HAND, *three, None, hand, dict.fromkeys(hand, 1e-12))]
        + [classical(name, *each) for name, each in DESIGNS.items()],
    )
    written(
        "bayes_clustered_t",
        [case(BY_HAND, *three, [-1.0, 1.0], own, dict.fromkeys(own, 1e-12))]
        + [bayesian(name, *each) for name, each in DESIGNS.items()],
    )
