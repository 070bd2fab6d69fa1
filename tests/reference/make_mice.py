"""Finds the settings of the example `mice` for the moments that Williams (2026), sec. 6.1, prints.

`python make_mice.py` prints them, for `src/betterthan/data/examples/mice.py`; needs SciPy and betterthan. What was
chosen by hand, so that the median, the likeness of the SVM's classes and the robust probabilities come near the printed
ones: the seed of the test part, the mice that hide, and the shares of variance.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from scipy.optimize import brentq, root
from scipy.special import expit, log_expit, logit

from betterthan.data.examples.mice import DECIMALS, PARTS, Part, Seconds, Settings, log_odds, seconds_of

LGR = ((-2.69, 1.50), (-0.07, 0.14))
"""Mean and sd of the log scores of LgR, in class 0 and class 1."""
MEAN, T, D = 0.34, 7.06, 0.0659
"""Of LgR less SVM the mean and t, of LgR less MLP Cohen's d; one value per mouse."""
START = Settings(middle=(2.5, 3.5), spread=(1.5, 1.5), svm=(-0.1, 0.2), noise=(0.14, 0.8))


def found(part: Part, start: Settings = START) -> Settings:
    seconds = seconds_of(part)
    settings = with_lgr(with_lgr(start, seconds, 0), seconds, 1)
    return with_mlp(with_svm(settings, seconds), seconds)


def log_score(seconds: Seconds, odds: np.ndarray) -> np.ndarray:
    return log_expit(np.where(seconds.observable == 1, odds, -odds))


def rounded(odds: np.ndarray) -> np.ndarray:
    return logit(expit(odds).round(DECIMALS))


def by_mouse(seconds: Seconds, settings: Settings, second: str, keep=np.copy) -> np.ndarray:
    odds = {model: keep(each) for model, each in log_odds(seconds, settings).items()}
    apart = log_score(seconds, odds["LgR"]) - log_score(seconds, odds[second])
    return np.bincount(seconds.mouse, apart) / np.bincount(seconds.mouse)


def with_lgr(settings: Settings, seconds: Seconds, class_: int) -> Settings:
    def changed(x) -> Settings:
        middle, spread = list(settings.middle), list(settings.spread)
        middle[class_], spread[class_] = x
        return replace(settings, middle=tuple(middle), spread=tuple(spread))

    def misses(x) -> list[float]:
        scores = log_score(seconds, log_odds(seconds, changed(x))["LgR"])[seconds.observable == class_]
        return [scores.mean() - LGR[class_][0], scores.std(ddof=1) - LGR[class_][1]]

    return changed(solved(misses, [settings.middle[class_], settings.spread[class_]]))


def with_svm(settings: Settings, seconds: Seconds) -> Settings:
    def misses(x) -> list[float]:
        apart = by_mouse(seconds, replace(settings, svm=tuple(x)), "SVM")
        return [apart.mean() - MEAN, apart.mean() / apart.std(ddof=1) * np.sqrt(len(apart)) - T]

    return replace(settings, svm=tuple(solved(misses, settings.svm)))


def with_mlp(settings: Settings, seconds: Seconds) -> Settings:
    def changed(noise: float) -> Settings:
        return replace(settings, noise=(settings.noise[0], noise))

    def misses(noise: float) -> float:
        apart = by_mouse(seconds, changed(noise), "MLP", rounded)  # so small a d feels the last decimal
        return apart.mean() / apart.std(ddof=1) - D

    return changed(brentq(misses, 0.5, 1.2, xtol=1e-14))


def solved(misses, start) -> tuple[float, ...]:
    answer = root(misses, start, tol=1e-13)
    if np.abs(misses(answer.x)).max() > 1e-9:
        raise ArithmeticError(answer.message)
    return tuple(map(float, answer.x))


if __name__ == "__main__":
    print(found(PARTS[1]))
