"""Held-out cases in words: how many there are, where they came from, and what speaks against them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from betterthan.arrays import BoolArray
from betterthan.data.hints import hint
from betterthan.phrases import counted

if TYPE_CHECKING:
    from betterthan.data.predictions import Predictions


def held_out_notes(predictions: Predictions) -> tuple[str, ...]:
    """How many cases are held out, where they came from, and what speaks against them.

    Parameters:
        predictions: truth and outputs, some of which may be held out.
    """
    if predictions.held_out is None:
        return ()
    held = int(predictions.held_out.sum())
    of = f"{counted(held, 'case')} of {len(predictions):,}{came(predictions)}"
    shared = _shared_clusters(predictions, predictions.held_out)
    return (f"{of} {'is' if held == 1 else 'are'} held out and not compared.", *shared)


def came(predictions: Predictions) -> str:
    """By what, or from where, cases are held out, in brackets.

    Parameters:
        predictions: truth and outputs.
    """
    return f" ({predictions.held_from})" if predictions.held_from else ""


def _shared_clusters(predictions: Predictions, held: BoolArray) -> tuple[str, ...]:
    """Clusters with cases on both sides: what is fitted on one side has seen their like."""
    cluster = predictions.factors.get("cluster")
    if cluster is None:
        return ()
    both = len(np.intersect1d(cluster.codes[held], cluster.codes[~held]))
    if not both:
        return ()
    have = "1 cluster has" if both == 1 else f"{both:,} clusters have"
    return (
        hint(
            f"{have} cases both among those compared and among those held out, so what is fitted on the latter has "
            "seen the former in part: hold out whole clusters."
        ),
    )
