"""Holding out: some cases of a test set set aside, for a threshold or a calibration, and not compared."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from betterthan.data.predictions import Predictions
from betterthan.errors import ArgumentError
from betterthan.phrases import counted


def hold_out(predictions: Predictions, share: float, *, rng: int | np.random.Generator | None = None) -> Predictions:
    """The same predictions with a random part held out: whole clusters where there are any, else cases.

    Parameters:
        predictions: truth and outputs, of which none is held out yet.
        share: of the cases or clusters, above 0 and below 1.
        rng: seed or generator; None is seed 0.
    """
    if not 0 < share < 1:
        raise ArgumentError(f"`share` is above 0 and below 1, as 0.3; got {share:g}.")
    if predictions.held_out is not None:
        raise ArgumentError("Some cases are held out already; leave out one of the two.")
    cluster = predictions.factors.get("cluster")
    units = np.arange(len(predictions)) if cluster is None else cluster.codes
    names = np.unique(units)
    count = round(share * len(names))
    if not 0 < count < len(names):
        raise ArgumentError(f"{share:g} of {counted(len(names), 'unit')} leaves nothing on one of the two sides.")
    chosen = np.random.default_rng(rng or 0).permutation(names)[:count]
    what = "cases" if cluster is None else "clusters"
    note = f"{count:,} of {len(names):,} {what} were drawn at random to be held out."
    return replace(predictions, held_out=np.isin(units, chosen), notes=(*predictions.notes, note))
