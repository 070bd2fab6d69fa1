"""Ties: which numbers count as equal, and how many equal ones are too many."""

from __future__ import annotations

TIED_SHARE = 0.30
"""If one value makes up more of the differences than this, a robust location collapses onto it."""

ROUNDING = 1e-12
"""Differences below this fraction of the largest score are rounding noise, not differences."""
