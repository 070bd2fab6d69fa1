"""The example `mice`: is a mouse observable in this second of video? Three models say how probable it is. Simulated.

Williams (2026, sec. 6.1) compares logistic regression (LgR) with an SVM and an MLP on recordings of Camilleri et al.
(2024): 20,343 seconds, 7% of them not observable, of 176 mice in snippets of video, each of which is a mouse here, and
one value. The recordings are not printed, but moments of them are, and these numbers have the same ones:

- log scores of LgR, second by second: mean -2.69 (sd 1.50) in class 0, not observable, and -0.07 (0.14) in class 1;
  those of the SVM are alike in both classes (here -0.602 and -0.599).
- mean log score of a mouse, LgR less SVM: mean .34, median .51, t = 7.06 with 175 degrees of freedom.
- the same, LgR less MLP: Cohen's d .0659, with tails so light that a robust t says much the same.

A second has the log-odds middle + spread·(√b·mouse + √(1-b)·drift), where `mouse` is one normal number for a mouse and
`drift` a normal autoregression; middle, spread and b depend on the class. The drift of the MLP is in part its own. The
log-odds of the SVM are much too near to 0, whence its losses: it tells the classes apart no worse than LgR (AUROC .79
and .71). Middles, spreads and noise are what `tests/reference/make_mice.py` finds for the moments above.

The held-out part has the size of the paper's 40 snippets of validation: a calibration or a threshold is fitted there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from scipy.special import expit, ndtri

from betterthan.arrays import Array, IntArray

LONGEST = 120
"""Seconds of a snippet."""
THROUGHOUT = 100
"""Seconds of a mouse that is hidden from the first to the last."""
CARRIED = 0.9
"""Correlation of a second with the next."""
DECIMALS = 6
"""Of the probabilities, so that no processor or library can move them."""


@dataclass(frozen=True)
class Part:
    """Some mice.

    Parameters:
        held_out: whether they are there for a calibration or a threshold, and not compared.
        mice: how many.
        seconds: how many in all.
        hidden: for how many seconds each mouse that hides at all is hidden, from the first on.
        seed: of the random bits.
    """

    held_out: bool
    mice: int
    seconds: int
    hidden: tuple[int, ...]
    seed: int


@dataclass(frozen=True)
class Settings:
    """What makes the log-odds of the models; of two numbers the first is for class 0.

    Parameters:
        middle: of LgR and MLP.
        spread: of LgR and MLP.
        svm: middle of the SVM.
        noise: how much of the drift of the MLP is its own.
        shared: how much of the drift of LgR the MLP has.
        between: share of the variance that is between mice, LgR and MLP.
        svm_spread: of the SVM, in both classes.
        svm_between: share of the variance that is between mice, SVM.
    """

    middle: tuple[float, float]
    spread: tuple[float, float]
    svm: tuple[float, float]
    noise: tuple[float, float]
    shared: tuple[float, float] = (0.99, 0.6)
    between: tuple[float, float] = (0.2, 0.05)
    svm_spread: float = 0.4
    svm_between: float = 0.5


PARTS = (
    Part(True, 117, 13_562, (*[THROUGHOUT] * 5, *range(10, 91, 10)), seed=1),
    Part(False, 176, 20_343, (*[THROUGHOUT] * 7, *range(10, 101, 10), THROUGHOUT), seed=222),
)


SETTINGS = Settings(
    middle=(2.4782966789, 3.7991555478),
    spread=(1.7900577951, 1.6625742713),
    svm=(-0.2390168355, 0.2423795350),
    noise=(0.14, 0.8489824580),
)


def columns() -> dict[str, list[str] | IntArray | Array]:
    """The table: case, mouse, held_out, class (1: observable), and by model how probable it is that this is so.

    >>> table = columns()
    >>> list(table), len(table["case"])
    (['case', 'mouse', 'held_out', 'class', 'LgR', 'SVM', 'MLP'], 33905)
    """
    parts, first = [seconds_of(part) for part in PARTS], np.cumsum([1, *(part.mice for part in PARTS)])
    odds = [log_odds(part, SETTINGS) for part in parts]
    mouse = np.concatenate([part.mouse + start for part, start in zip(parts, first[:-1], strict=True)])
    place = np.arange(len(mouse)) - np.flatnonzero(np.diff(mouse, prepend=0))[mouse - 1] + 1
    return {
        "case": [f"m{number:03}-{second:03}" for number, second in zip(mouse, place, strict=True)],
        "mouse": [f"m{number:03}" for number in mouse],
        "held_out": np.repeat([int(part.held_out) for part in PARTS], [part.seconds for part in PARTS]),
        "class": np.concatenate([part.observable for part in parts]),
        **{model: np.concatenate([expit(each[model]) for each in odds]).round(DECIMALS) for model in odds[0]},
    }


def csv_text() -> str:
    """The table as CSV text."""
    table = columns()
    probabilities = {name: [f"{p:.{DECIMALS}f}" for p in values] for name, values in list(table.items())[4:]}
    rows = zip(*{**table, **probabilities}.values(), strict=True)
    return "".join(",".join(map(str, row)) + "\n" for row in [tuple(table), *rows])


class Seconds(NamedTuple):
    """The seconds of a part.

    Parameters:
        mouse: number of the mouse.
        observable: the class, 0 or 1.
        between: normal numbers that belong to the mouse, for LgR (with MLP) and SVM.
        within: normal numbers that drift from second to second, for LgR, SVM and MLP.
    """

    mouse: IntArray
    observable: IntArray
    between: Array
    within: Array


def seconds_of(part: Part) -> Seconds:
    """The mice, their classes, and the numbers that models are made of."""
    order = np.arange(part.mice) * 61 % part.mice  # those that hide are listed first, but are no neighbours
    hidden = np.append(part.hidden, np.zeros(part.mice - len(part.hidden), dtype=np.int64))[order]
    lengths, second = _lengths(hidden, part.seconds), np.arange(LONGEST)
    mouse, there = np.repeat(np.arange(part.mice), lengths), second < lengths[:, None]
    observable = (second >= hidden[:, None])[there].astype(np.int64)
    normal = _normal(part.seed, (5, part.mice, LONGEST))
    between, within = normal[3:, mouse, 0], _drifting(normal[:3])[:, there]
    return Seconds(mouse, observable, _standard(between, observable), _standard(within, observable))


def log_odds(seconds: Seconds, settings: Settings) -> dict[str, Array]:
    """Log-odds that a mouse is observable, by model."""
    middle, spread, svm, noise, shared, between = (
        np.array(each)[seconds.observable]
        for each in (settings.middle, settings.spread, settings.svm, settings.noise, settings.shared, settings.between)
    )
    mouse, svm_mouse = seconds.between
    drift, svm_drift, mlp_drift = seconds.within
    return {
        "LgR": middle + spread * _mixed(between, mouse, drift),
        "SVM": svm + settings.svm_spread * _mixed(settings.svm_between, svm_mouse, svm_drift),
        "MLP": middle + spread * _mixed(between, mouse, shared * drift + noise * mlp_drift),
    }


def _mixed(between: Array | float, mouse: Array, second: Array) -> Array:
    return np.asarray(np.sqrt(between) * mouse + np.sqrt(1 - between) * second)


def _standard(rows: Array, class_: IntArray) -> Array:
    """With mean 0 and sd 1 in each class: the few mice that hide must not be luckier in one part than in the other."""
    standard = rows.copy()
    for each in (0, 1):
        chosen = rows[:, class_ == each]
        standard[:, class_ == each] = (chosen - chosen.mean(axis=1)[:, None]) / chosen.std(axis=1)[:, None]
    return standard


def _lengths(hidden: IntArray, seconds: int) -> IntArray:
    """How many seconds each mouse has: what those that are hidden throughout leave, in equal shares."""
    others = hidden < THROUGHOUT
    rest, count = seconds - THROUGHOUT * int((~others).sum()), int(others.sum())
    lengths = np.full(len(hidden), THROUGHOUT)
    lengths[others] = rest // count + (np.arange(count) < rest % count)
    return lengths


def _drifting(normal: Array) -> Array:
    """Each second is 0.9 of the one before and something new, with variance 1."""
    drifting = normal.copy()
    for now in range(1, drifting.shape[-1]):
        drifting[..., now] = CARRIED * drifting[..., now - 1] + np.sqrt(1 - CARRIED**2) * normal[..., now]
    return drifting


def _normal(seed: int, shape: tuple[int, ...]) -> Array:
    """From the bits of a generator, which NumPy keeps as they are; how it makes normal numbers of them may change."""
    bits = np.random.PCG64(seed).random_raw(int(np.prod(shape)))
    return np.asarray(ndtri(((bits >> np.uint64(11)) + 0.5) * 2.0**-53).reshape(shape))
