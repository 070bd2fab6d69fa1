"""Judging: what may be said of these scores, and what may be claimed."""
