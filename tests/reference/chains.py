"""Figures of long chains, for the scripts that make references of an independent sampler."""

from __future__ import annotations

import arviz as az
import numpy as np


def with_error(values):
    """A mean over all chains, with its standard error."""
    values = np.asarray(values, dtype=float)
    if np.ptp(values) == 0:
        return float(values.flat[0]), 0.0
    error = az.mcse(az.convert_to_dataset({"x": values}), method="mean")["x"].values
    return float(values.mean()), float(np.ravel(error)[0])
