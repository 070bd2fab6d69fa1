"""The numbers that papers print, each written down once: `printed.csv`.

A number agrees if it differs by at most `within`: half a unit of its last printed digit, or what the table says where
the paper's number, or ours, was drawn. `instead` is what comes out where the paper is known to be wrong, and `known`
says why.
"""

from __future__ import annotations

import csv
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import NamedTuple

ROUNDING = 1e-9
"""Half a unit is not a binary number."""


class Printed(NamedTuple):
    """A number in a paper.

    Attributes:
        source: the paper.
        place: where it stands in the paper.
        of: what it is about, such as a pair of classifiers.
        quantity: what it is.
        theirs: as it is printed.
        within: how far ours may be away.
        instead: what comes out where it is known to be wrong; else empty.
        known: why it is known to be wrong; else empty.
    """

    source: str
    place: str
    of: str
    quantity: str
    theirs: str
    within: float
    instead: str
    known: str

    @property
    def value(self) -> float:
        return float(self.theirs)

    def agrees(self, ours: float) -> bool:
        """Whether a number of ours is the printed one."""
        return abs(ours - self.value) <= self.within * (1 + ROUNDING)

    def is_known(self, ours: float) -> bool:
        """Whether a number of ours is what comes out where the paper is known to be wrong."""
        return bool(self.known) and abs(ours - float(self.instead)) <= half_a_unit(self.instead) * (1 + ROUNDING)


@cache
def printed() -> tuple[Printed, ...]:
    """All of them, paper by paper."""
    text = (files("betterthan.simulation.replication") / "printed.csv").read_text(encoding="utf-8")
    return tuple(_printed(row) for row in csv.DictReader(text.splitlines()))


def printed_in(source: str, place: str) -> dict[tuple[str, str], float]:
    """The numbers of one place, by what they are about and what they are.

    Parameters:
        source: the paper.
        place: where in it.

    >>> printed_in("benavoli2017", "Table 8")["nbc–hnb", "p"]
    0.001
    """
    return {(each.of, each.quantity): each.value for each in printed() if (each.source, each.place) == (source, place)}


def half_a_unit(theirs: str) -> float:
    """Half a unit of the last printed digit.

    Parameters:
        theirs: a number as it is printed.

    >>> half_a_unit("0.045"), half_a_unit("3.7e-11"), half_a_unit("19")
    (0.0005, 5e-13, 0.5)
    """
    return float(Decimal(5).scaleb(int(Decimal(theirs).as_tuple().exponent) - 1))


def _printed(row: dict[str, str]) -> Printed:
    within = float(row.pop("within") or half_a_unit(row["theirs"]))
    return Printed(within=within, **row)
