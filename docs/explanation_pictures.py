"""The pictures of the pages of explanation: `python docs/explanation_pictures.py` draws them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes

import betterthan as bt
from betterthan import figures
from betterthan.data.examples.uci54 import uci54
from betterthan.figures.style import drawing, palette

PICTURES = Path(__file__).parent / "images" / "explanation"
ROPE = 0.01


def three_numbers() -> Axes:
    """The posterior of GNN less LLM on the Danish-English sentences."""
    return figures.posterior(bt.compare(bt.examples.example("code-switching"), task="da-en", rope=ROPE))


def readings() -> Axes:
    """The law of the average over tasks, and that of one more task, of the same comparison."""
    found = bt.compare(uci54("nbc", "j48gr"), rope=ROPE)
    x = np.linspace(-0.065, 0.065, 651)
    colours = palette()
    laws = ((found.result.population, "the average over tasks", "-"), (found.result.next_task, "one more task", "--"))
    with drawing(None, height=3.6) as axes:
        axes.axvspan(-ROPE, ROPE, color=colours.fill["equivalent"], alpha=0.5, lw=0)
        for row, (law, name, dashes) in enumerate(laws):
            axes.plot(x, [law.density(float(each)) for each in x], dashes, color=colours.ink, lw=1.6, label=name)
            shares = law.probabilities(ROPE)
            for at, share in ((-0.025, shares.second), (0.0, shares.equivalent), (0.025, shares.first)):
                axes.text(at, 1.13 - 0.08 * row, f"{share:.3f}", transform=axes.get_xaxis_transform(), ha="center")
            axes.text(-0.065, 1.13 - 0.08 * row, name, transform=axes.get_xaxis_transform(), ha="left")
        for at, words in ((-0.025, "j48gr better"), (0.0, "equivalent"), (0.025, "nbc better")):
            axes.text(at, 1.21, words, transform=axes.get_xaxis_transform(), ha="center", weight="bold")
        axes.set_xlabel("difference in accuracy: nbc less j48gr")
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
        axes.set_xlim(x[0], x[-1])
        axes.set_ylim(bottom=0)
        axes.legend(loc="upper right", frameon=False)
    return axes


DRAWN: dict[str, Callable[[], Axes]] = {"three-numbers": three_numbers, "readings": readings}


def draw_all() -> None:
    """Draw every picture."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for name, draw in DRAWN.items():
        figures.save_axes(draw(), PICTURES / f"{name}.svg")


if __name__ == "__main__":
    draw_all()
