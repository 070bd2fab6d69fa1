"""Decoding: columns that say that the same models were asked again, not that new ones were trained."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from betterthan.data.scores import Scores

SETTINGS = ("temperature", "top_p", "top_k", "decoding", "sampling")
"""How the names of columns begin that describe how answers were drawn from a language model."""

ANSWERS = ("epoch", "sample", "attempt")
"""What repeated answers are called, where nothing else says what was repeated."""


def decoding_column(scores: Scores) -> str | None:
    """The column by which seeds (or repeats) are those of the answers, not of the training; None without one.

    Parameters:
        scores: the long table.
    """
    if {"fold", "train_set"} & {*scores.columns}:
        return None
    named = (*scores.extra, *(name for role, name in scores.called.items() if role in ("seed", "repeat")))
    settings = [name for name in named if _plain(name).startswith(SETTINGS)]
    repeated = scores.called.get("repeat", "") if "seed" not in scores.columns else ""
    answers = [repeated] if _plain(repeated) in ANSWERS else []
    return next(iter((*settings, *answers)), None)


def _plain(name: str) -> str:
    return name.strip().lower().replace("-", "_").replace(" ", "_")
