"""Direction: whether higher or lower scores are better, as the user says it or as the name of the score suggests."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np

from betterthan.data.several_metrics import several_are_read
from betterthan.errors import ArgumentError, ReadingError
from betterthan.phrases import listing

LOWER_IS_BETTER = frozenset({
    "error", "errors", "err", "loss", "losses", "logloss", "mse", "rmse", "rmsle", "msle", "nrmse", "mae", "mape",
    "smape", "mase", "medae", "rmspe", "mspe", "mad", "residual", "residuals", "deviance", "pinball", "crps", "brier",
    "nll", "entropy", "crossentropy", "xent", "bpb", "bpc", "perplexity", "ppl", "ece", "eer", "wer", "cer", "ter",
    "der", "regret", "misclassification", "misclassified", "hamming", "hinge", "divergence", "kld", "distance",
    "hausdorff", "chamfer", "fid", "kid", "lpips", "bias", "violations", "latency", "time", "runtime", "walltime",
    "duration", "seconds", "cost", "costs", "energy", "toxicity", "hallucination", "hallucinations",
    "wrong", "incorrect", "failure", "failures", "mistakes",
})  # fmt: skip
"""Words in the name of a score that say that lower is better."""

TURNED = re.compile(r"^(neg|negative|negated|minus|inverted)$")
"""Words that say that a loss has been turned already, as in `neg_log_loss`."""
ONE_MINUS = re.compile(r"^(test_|val_|mean_)*(1|one)[\s_]*(-|−|minus)")
"""As in `1-error`: the share that is right."""


def checked_direction(higher_is_better: object) -> bool | None:
    """What the user says of the direction: True, False, or None for nothing.

    Parameters:
        higher_is_better: the argument of that name.
    """
    if higher_is_better is None or isinstance(higher_is_better, (bool, np.bool_)):
        return None if higher_is_better is None else bool(higher_is_better)
    raise ArgumentError(
        f"`higher_is_better` is {higher_is_better!r}. Accepted are True (higher scores are better), False (they are "
        "losses: lower is better) and None (not said)."
    )


def lower_is_better_by_name(name: str) -> bool:
    """Whether the name of a score says that lower is better.

    Parameters:
        name: name of the column, or value of the column `metric`.

    >>> [lower_is_better_by_name(name) for name in ("val_loss", "RMSE", "accuracy", "neg_log_loss", "1-error")]
    [True, True, False, False, False]
    """
    return bool(_words(name) & LOWER_IS_BETTER) and not turned_by_name(name)


def turned_by_name(name: str) -> bool:
    """Whether the name says that a loss has been turned, so that higher is better.

    Parameters:
        name: name of the column, or value of the column `metric`.
    """
    words = _words(name)
    turned = any(TURNED.match(word) for word in words) or ONE_MINUS.match(name.strip().lower())
    return bool(words & LOWER_IS_BETTER) and bool(turned)


def direction_of(names: Sequence[str], said: bool | None, source: str) -> tuple[bool, tuple[str, ...]]:
    """Whether higher scores are better, and what the reader should know about it; asks if the names say otherwise.

    Of several metrics it does not ask: there one word could not speak of all of them.

    Parameters:
        names: what the scores are called: the metric, or the columns of a wide table.
        said: what the user says; None for nothing.
        source: where the scores came from, for the message.
    """
    lower = [name for name in names if lower_is_better_by_name(name)]
    turned = [name for name in names if turned_by_name(name)]
    losses = bool(names) and len(lower) == len(names)
    if said is None and losses and several_are_read():
        return False, (f"Lower is better: `{names[0]}` has the name of a loss.",)
    if said is None and losses:
        called = f"`{names[0]}`" if len(names) == 1 else listing(names)
        raise ReadingError(
            f"{source}: the score is called {called}, of which lower is usually better, and you did not say so. "
            "Give `higher_is_better=False` if lower is better, or `higher_is_better=True` if higher is."
        )
    if said is False and turned:
        return False, (
            f"Lower was taken as better, as you said, although `{turned[0]}` sounds as if it were turned already, so "
            "that higher is better.",
        )
    return said is not False, ()


def known_direction(metric: str, higher: bool, said: bool | None) -> tuple[bool, tuple[str, ...]]:
    """The direction that a log gives, unless the user says otherwise; and what the reader should know about it.

    Parameters:
        metric: the metric.
        higher: whether larger is better, as the log says.
        said: what the user says; None for nothing.
    """
    word, other = ("higher", "lower") if higher else ("lower", "higher")
    if said is None or said == higher:
        return higher, () if higher else (f"Lower is better: the log says so of `{metric}`.",)
    return said, (f"Of `{metric}`, {other} was taken as better, as you said; the log says that {word} is.",)


def _words(name: str) -> frozenset[str]:
    """The words of a name: `val/logLoss` has val, log, loss and logloss."""
    apart = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return frozenset(re.split(r"[^a-z]+", apart.lower())) | frozenset(re.split(r"[^a-z]+", name.lower()))
