"""Makes `model_confidence_set.json`: p-values of arch's MCS, on given bootstrap samples and on its own.

Scores and samples come from NumPy's RandomState, whose streams never change, so that they need not be stored. The
`same samples` cases hand those samples to arch in place of its own bootstrap; the `own samples` cases let arch draw
blocks, and the p-values agree up to Monte Carlo error.

arch's p-value is the share s of n samples that are as extreme as the scores, ours (1 + n s)/(1 + n). `same samples` and
`own samples` keep arch's, which the tests turn into ours; `cases` have ours already.

Needs arch, which the project does not: `python make_model_confidence_set.py`. A minute on one core.
"""

from __future__ import annotations

import json
from importlib.metadata import version
from pathlib import Path

import numpy as np
from arch.bootstrap import MCS
from confidence_set_scores import autocorrelated, independent

FILE = Path(__file__).with_name("model_confidence_set.json")
METHODS = {"range": "R", "max": "max"}
KINDS = {"stationary": "stationary", "moving": "moving block"}
SHAPES = [(15, 3, 40), (30, 4, 200), (60, 8, 500), (25, 12, 300), (200, 3, 400), (40, 20, 250)]
OWN_DRAWS = 20_000


class Given:
    """Stands in for arch's bootstrap: yields samples that were drawn before."""

    def __init__(self, samples):
        self.samples = samples

    def bootstrap(self, reps):
        assert reps == len(self.samples)
        yield from (((sample,), {}) for sample in self.samples)


def p_values(mcs, k):
    mcs.compute()
    found = np.empty(k)
    found[np.asarray(mcs.pvalues.index, dtype=int)] = mcs.pvalues["Pvalue"].to_numpy()
    return found.tolist()


def same_samples(seed, n, k, draws):
    scores, samples = independent(seed, n, k, draws)
    found = {}
    for name, method in METHODS.items():
        mcs = MCS(-scores, size=0.1, reps=draws, block_size=1, method=method, bootstrap="moving block", seed=0)
        mcs.bootstrap = Given(samples)
        found[name] = p_values(mcs, k)
    return {"seed": seed, "n": n, "k": k, "draws": draws, "p_values": found}


def own_samples(seed, n, k, block, kind):
    scores = autocorrelated(seed, n, k)
    options = {"size": 0.1, "reps": OWN_DRAWS, "block_size": block, "bootstrap": KINDS[kind], "seed": seed}
    found = {name: p_values(MCS(-scores, method=method, **options), k) for name, method in METHODS.items()}
    return {"seed": seed, "n": n, "k": k, "block": block, "blocks": kind, "draws": OWN_DRAWS, "p_values": found}


def inline(seed, n, k, draws):
    """The smallest case with its scores and samples written out."""
    scores, samples = independent(seed, n, k, draws)
    case = same_samples(seed, n, k, draws)
    return [
        {
            "source": f"arch {version('arch')}, MCS(method='{METHODS[name]}') on the same bootstrap samples, "
            "its share s of n samples as (1 + n s)/(1 + n)",
            "rung": "from_scores",
            "arguments": {"scores": scores.tolist(), "statistic": name, "indices": samples.tolist()},
            "rope": None,
            "expect": {
                f"effects.{j}.p_value": (1 + round(draws * p)) / (1 + draws)
                for j, p in enumerate(case["p_values"][name])
            },
            "tolerance": {f"effects.{j}.p_value": 1e-12 for j in range(k)},
        }
        for name in METHODS
    ]


def main():
    made = {
        "procedure": "model_confidence_set",
        "source": f"arch {version('arch')}, arch.bootstrap.MCS; made by make_model_confidence_set.py",
        "cases": inline(0, *SHAPES[0]),
        "same samples": [same_samples(seed, *shape) for seed, shape in enumerate(SHAPES)],
        "own samples": [own_samples(7, 150, 4, 5, kind) for kind in KINDS] + [own_samples(8, 80, 3, 3, "stationary")],
    }
    FILE.write_text(json.dumps(made) + "\n")


if __name__ == "__main__":
    main()
