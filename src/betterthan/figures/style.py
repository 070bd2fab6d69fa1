"""One visual language for every figure: the same three colours, safe for colour-blind readers and in grey."""

from __future__ import annotations

from betterthan.results import Region

COLOURS: dict[Region, str] = {"first": "#1f5fa8", "equivalent": "#c3c9d1", "second": "#d98a00"}
INKS: dict[Region, str] = {"first": "#1f5fa8", "equivalent": "#5f6873", "second": "#9c6300"}
"""The same colours, dark enough for text on white."""
HATCHES: dict[Region, str] = {"first": "", "equivalent": "", "second": "///"}
INK = "#1b1f24"
SETTINGS = {
    "font.size": 9.0,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": INK,
    "hatch.linewidth": 0.6,
    "svg.fonttype": "none",
    "svg.hashsalt": "betterthan",
    "text.parse_math": False,
}
"""Without a hash salt the same figure would not have the same bytes; user text is never mathematics."""
