"""Where the posterior of (δ0, σ0, ν) is: rough sums over few nodes, closing in on it.

Each round fits centre, width and base of the coordinates (see `hierarchical_surface`) to the narrowest slices of the
posterior that matter, and moves the ends of the grid to where it becomes negligible. Unimodality is not assumed, but a
spike at small σ0 needs more than half of the tasks, so there is at most one, and the coordinates are centred on it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from betterthan.arrays import Array
from betterthan.numerics.hierarchical_surface import Axis, Grid, Surface
from betterthan.numerics.student_mixtures import TINY

NEGLIGIBLE = 12.0  # a density e^-12 of its peak
SIGNIFICANT = 3e-4  # slices of the posterior with less than this share of the largest do not set the step
SCOUT_COUNTS = (23, 15, 11)
SCOUT_TASKS = (100, 900)
ROUNDS = 12
STEPS = (0.27, 0.3, 0.2)  # largest steps in y, t, τ
STEPS_PER_SD = (1.2, 0.85)  # steps in t and τ per standard deviation of their narrowest conditional posterior
WIDTH_PER_SD = 2.0
LEAST_COUNT, GREATEST_COUNT = 17, 161


def _first_grid(surface: Surface) -> Grid:
    """All of the prior, logarithmically."""
    tasks = surface.tasks
    order = np.argsort(tasks.mean)
    heap = np.cumsum(1 / tasks.scale[order])
    low, high = surface.delta0
    centre = float(np.clip(tasks.mean[order][np.searchsorted(heap, heap[-1] / 2)], low, high))
    width = 1 / float(np.sqrt((1 / tasks.scale**2).sum()))
    y, t, tau = SCOUT_COUNTS
    return Grid(
        centre,
        width,
        width,
        Axis(float(np.arcsinh((low - centre) / width)), float(np.arcsinh((high - centre) / width)), y),
        Axis(0.0, float(np.arcsinh(surface.sigma0 / width)), t),
        Axis(surface.prior.least_tau, surface.prior.greatest_tau, tau),
        tilted=True,
    )


@dataclass(frozen=True)
class View:
    """What a rough sum says: where to look, with which steps, and whether that is final."""

    grid: Grid
    steps: tuple[float, float, float]
    resolved: bool
    moved: bool

    def final(self, resolution: float) -> Grid:
        axes = (self.grid.y, self.grid.t, self.grid.tau)
        y, t, tau = (_with_step(axis, step / resolution) for axis, step in zip(axes, self.steps, strict=True))
        return replace(self.grid, y=y, t=t, tau=tau)


def _with_step(axis: Axis, step: float) -> Axis:
    cells = 2 * int(np.ceil((axis.high - axis.low) / (2 * step)))
    return replace(axis, count=int(np.clip(cells + 1, LEAST_COUNT, GREATEST_COUNT)))


def _viewed(surface: Surface, grid: Grid, logs: Array) -> View:
    """Centre, width and base fitted to the posterior, ends moved to where it becomes negligible."""
    logs = logs + np.log(np.maximum(surface.tau_weights(grid.tau), TINY) / grid.tau.step)
    masses = np.exp(logs - logs.max())
    delta0, psi = grid.delta0, grid.base * np.sinh(grid.t.nodes)
    centre, sd0, fine0 = _narrowest(delta0, masses.reshape(len(delta0), -1))
    width = WIDTH_PER_SD * sd0
    heap = np.cumsum(masses.sum(axis=(0, 2)))
    median = psi[max(int(np.searchsorted(heap, heap[-1] / 2)), 1)]
    base = min(median / 2, _departure(psi, delta0, masses.sum(axis=2) / np.cosh(grid.t.nodes)))
    t = np.arcsinh(psi / base)
    _, sd1, fine1 = _narrowest(t, np.moveaxis(masses, 1, 0).reshape(len(t), -1))
    _, sd2, fine2 = _narrowest(grid.tau.nodes, np.moveaxis(masses, 2, 0).reshape(grid.tau.count, -1))
    # Tails count with the squares of δ0 and σ0, so that variances are right.
    far0 = 2 * np.log(np.maximum(np.abs(delta0 - centre) / (3 * width), 1.0))
    far1 = 2 * np.log(np.maximum(psi / (2 * median), 1.0))
    y0, open0 = _live(np.arcsinh((delta0 - centre) / width), logs.max(axis=(1, 2)) + far0)
    t0, open1 = _live(t, logs.max(axis=(0, 2)) + far1)
    tau0, open2 = _live(grid.tau.nodes, logs.max(axis=(0, 1)))
    limits = [np.arcsinh((end - centre) / width) for end in surface.delta0]
    fitted = Grid(
        centre,
        width,
        base,
        _between(y0, limits[0], limits[1], SCOUT_COUNTS[0]),
        _between(t0, 0.0, np.arcsinh(surface.sigma0 / base), SCOUT_COUNTS[1]),
        _between(tau0, surface.prior.least_tau, surface.prior.greatest_tau, SCOUT_COUNTS[2]),
        tilted=grid.tilted and t0[1] < np.arcsinh(surface.sigma0 / base),
    )
    moved = _beyond(fitted.y, y0, open0) or _beyond(fitted.t, t0, open1) or _beyond(fitted.tau, tau0, open2)
    steps = (STEPS[0], min(STEPS[1], STEPS_PER_SD[0] * sd1), min(STEPS[2], STEPS_PER_SD[1] * sd2))
    return View(fitted, steps, fine0 and fine1 and fine2, moved)


def _departure(psi: Array, delta0: Array, masses: Array) -> float:
    """The least ψ that matters where density or width of the posterior are no longer what they are at ψ = 0.

    Parameters:
        psi: nodes of ψ = base sinh t.
        delta0: nodes of δ0.
        masses: posterior density, δ0 x ψ.
    """
    density = np.maximum(masses.sum(axis=0), TINY)
    shares = masses / density
    mean = delta0 @ shares
    sd = np.sqrt(((delta0[:, None] - mean) ** 2 * shares).sum(axis=0)) + TINY
    matters = psi * density >= SIGNIFICANT * (psi * density).max()
    departed = np.maximum(np.abs(np.log(density / density[0])), np.abs(np.log(sd / sd[0]))) > 0.4
    return float(psi[int(np.argmax(matters & departed & (psi > 0)))] or psi[-1])


def _narrowest(values: Array, masses: Array) -> tuple[float, float, bool]:
    """Mean and standard deviation of the narrowest significant column; whether the nodes are close enough to tell."""
    total = masses.sum(axis=0)
    masses = masses[:, total >= SIGNIFICANT * total.max()]
    masses = masses / masses.sum(axis=0)
    mean = values @ masses
    sd = np.sqrt(((values[:, None] - mean) ** 2 * masses).sum(axis=0))
    spacing = np.interp(mean, values, np.gradient(values))
    resolved = np.maximum(sd, 0.45 * spacing)
    best = int(resolved.argmin())
    return float(mean[best]), float(resolved[best]), bool((sd >= 0.6 * spacing).all())


def _live(nodes: Array, profile: Array) -> tuple[tuple[float, float], tuple[bool, bool]]:
    """Ends of the part of an axis that matters, a node added on each side, and whether they lie beyond the nodes."""
    live = np.flatnonzero(profile >= profile.max() - NEGLIGIBLE)
    first, last = int(live[0]), int(live[-1])
    more = (nodes[-1] - nodes[0]) / 2
    low = nodes[first - 1] if first > 0 else nodes[0] - more
    high = nodes[last + 1] if last < len(nodes) - 1 else nodes[-1] + more
    return (float(low), float(high)), (first == 0, last == len(nodes) - 1)


def _between(ends: tuple[float, float], least: float, greatest: float, count: int) -> Axis:
    return Axis(float(max(ends[0], least)), float(min(ends[1], greatest)), count)


def _beyond(axis: Axis, ends: tuple[float, float], opened: tuple[bool, bool]) -> bool:
    """Whether an open end was moved outwards, not stopped by a limit."""
    return (opened[0] and axis.low == ends[0]) or (opened[1] and axis.high == ends[1])


def scouted(surface: Surface) -> View:
    """Rough sums until the posterior is framed, first over a few tasks, then over more.

    The posterior of fewer evenly spaced tasks is wider than that of all and lies around it: it says where to look.

    Parameters:
        surface: the log posterior.
    """
    sizes = [size for size in SCOUT_TASKS if 2 * size < len(surface.tasks)]
    some = [surface.thinned(size) for size in sizes] + [surface]
    grid = _first_grid(some[0])
    for each in some:
        for _ in range(ROUNDS):
            view = _viewed(each, grid, each.log_posterior(grid))
            shrunk = min(new / old for new, old in zip(view.grid.spans, grid.spans, strict=True))
            grid = view.grid
            if not view.moved and (view.resolved or shrunk > 0.75):
                break
    return view
