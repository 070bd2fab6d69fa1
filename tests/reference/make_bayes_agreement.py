"""Makes bayes_agreement.json: the law of c ± τR by quadrature over τ ~ Beta(1, n + 1) with SciPy, and by hand.

Run: python tests/reference/make_bayes_agreement.py
"""

from __future__ import annotations

import json
from pathlib import Path

from scipy import integrate, stats

HERE = Path(__file__).parent
SPECIFICATION = [  # of the specification, by hand: 1 - 0.99^298, 1 - 0.99^299, 1 - 0.91^3/2, 1 - 0.91^31/2
    ((0.0, 297, 1.0), 0.01, {"equivalent": 0.94996}),
    ((0.0, 298, 1.0), 0.01, {"equivalent": 0.95046}),
    ((0.1, 2, 1.0), 0.01, {"first": 0.623}),
    ((0.1, 30, 1.0), 0.01, {"first": 0.973}),
]
OTHERS = [((0.0, 2, 1.0), 0.1), ((-2.5, 40, 100.0), 1.0), ((0.02, 11, 0.5), 0.05)]


def by_quadrature(mean: float, n: int, reach: float, rope: float) -> dict[str, float]:
    """P of the three regions: τ with its density, either sign with probability 1/2."""
    density = stats.beta(1, n + 1).pdf

    def share(inside) -> float:
        edges = sorted(t for t in {abs(mean - rope) / reach, abs(mean + rope) / reach} if 0 < t < 1)
        parts = zip([0.0, *edges], [*edges, 1.0], strict=True)
        return sum(
            integrate.quad(lambda t: density(t) * sum(inside(mean + s * t * reach) for s in (-1, 1)) / 2, low, high)[0]
            for low, high in parts
        )

    return {
        "first": share(lambda x: x > rope),
        "equivalent": share(lambda x: -rope <= x <= rope),
        "second": share(lambda x: x < -rope),
    }


def case(source: str, given: tuple[float, int, float], rope: float, expect: dict[str, float], tolerance: float) -> dict:
    mean, n, reach = given
    return {
        "source": source,
        "rung": "from_summary",
        "arguments": {"mean": mean, "n": n, "reach": reach},
        "rope": [-rope, rope],
        "expect": expect,
        "tolerance": dict.fromkeys(expect, tolerance),
    }


if __name__ == "__main__":
    cases = [case("by hand, from (1 - r/R)^(n + 1)", *each, 6e-4) for each in SPECIFICATION]
    cases += [
        case("quadrature over the beta law of SciPy, both signs", given, rope, by_quadrature(*given, rope), 1e-9)
        for given, rope in OTHERS
    ]
    text = json.dumps({"procedure": "bayes_agreement", "cases": cases}, indent=1)
    (HERE / "bayes_agreement.json").write_text(text + "\n", encoding="utf-8")
