"""A simulation study: settings that belong together, and what there is to say of them."""

from __future__ import annotations

from dataclasses import dataclass

from betterthan.simulation.setting import Setting

PUBLISHED = 500
"""Repetitions of most studies that were published."""


@dataclass(frozen=True)
class Study:
    """A simulation study.

    Parameters:
        title: what it shows, and where it was published.
        settings: what is simulated.
        notes: how it is set up, and what does not come out.
        repetitions: data sets of each setting, where the user does not say how many.
    """

    title: str
    settings: tuple[Setting, ...]
    notes: tuple[str, ...] = ()
    repetitions: int = PUBLISHED
