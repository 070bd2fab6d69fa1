"""The Brier score of each model, taken apart, from what is compared to what is told."""

from __future__ import annotations

import json

import numpy as np
import pytest

import betterthan as bt

RNG = np.random.default_rng(8)
TRUTH = (RNG.random(200) < 0.4).astype(int)
GIVEN = {
    "y": TRUTH,
    "a": np.clip(0.3 * TRUTH + RNG.uniform(0.1, 0.6, 200), 0, 1),
    "b": np.round(RNG.uniform(0, 1, 200), 1),
    "held_out": [0] * 150 + [1] * 50,
}


def by_hand(p, y, places):
    """Murphy's parts, of bins that are given, by loops."""
    overall, n = y.mean(), len(y)
    reliability = resolution = 0.0
    for place in set(places):
        inside = [j for j in range(n) if places[j] == place]
        told, came = sum(p[j] for j in inside) / len(inside), sum(y[j] for j in inside) / len(inside)
        reliability += len(inside) / n * (told - came) ** 2
        resolution += len(inside) / n * (came - overall) ** 2
    return reliability, resolution, overall * (1 - overall)


def test_the_parts_are_those_of_the_cases_compared():
    metrics = pytest.importorskip("sklearn.metrics")
    found = bt.compare(bt.predictions(GIVEN), loss="log", rope=0.01)
    y = TRUTH[:150]
    for part, name in zip(found.brier, ("a", "b"), strict=True):
        p = GIVEN[name][:150]
        assert part.score == pytest.approx(metrics.brier_score_loss(y, p), abs=1e-12)
        assert part.score == pytest.approx(
            part.reliability - part.resolution + part.uncertainty + part.within, abs=1e-12
        )
        assert part.uncertainty == pytest.approx(y.mean() * (1 - y.mean()))
    places = (np.argsort(np.argsort(GIVEN["a"][:150])) * 10) // 150  # 15 distinct probabilities in each
    assert (found.brier[0].reliability, found.brier[0].resolution, found.brier[0].uncertainty) == pytest.approx(
        by_hand(GIVEN["a"][:150], y, places.tolist()), abs=1e-12
    )


def test_every_form_tells_it(tmp_path):
    found = bt.compare(bt.predictions(GIVEN), loss="brier", rope=0.01)
    document = json.loads(json.dumps(found.document()))
    assert [part["model"] for part in document["comparisons"][0]["brier"]] == ["a", "b"]
    assert bt.Comparison.from_dict(document) == found
    for name in ("r.html", "r.md", "r.txt"):
        found.report(tmp_path / name)
        told = " ".join((tmp_path / name).read_text().split())
        assert "Brier score, taken apart" in told
        assert f"{found.brier[0].reliability:.4f}" in told
        assert "resolution (how far these shares are from the overall one" in told


def test_it_is_told_of_probabilities_of_two_classes_only():
    given = bt.predictions(GIVEN)
    assert len(bt.compare(given, metric="ece", rope=0.01).brier) == 2
    assert bt.compare(given, metric="auroc", rope=0.01).brier == ()
    scores = bt.predictions({**GIVEN, "a": 5 * GIVEN["a"]})
    assert bt.compare(scores, metric="auroc", rope=0.01).brier == ()
    labels = {**GIVEN, "a": (GIVEN["a"] > 0.5).astype(int), "b": (GIVEN["b"] > 0.5).astype(int)}
    assert bt.compare(bt.predictions(labels, kind="labels"), loss="zero-one", rope=0.01).brier == ()
