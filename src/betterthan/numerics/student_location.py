"""The posterior of the location of a Student-t sample, integrated without random numbers.

Model: d_j ~ Student-t(ν, Δ, σ), j = 1 … n; flat on Δ; 1/σ on [s/1000, 1000 s], s = 1.4826 times the median absolute
deviation of the d_j (their standard deviation if that is 0), which no outlier moves; ν ~ Gamma(shape 2, rate 0.1)
truncated to ν ≥ 1. The data are first centred on their median and divided by s.

With ω = σ √ν the data enter through one function of two variables, which does not know ν:

    misfit(Δ, ω) = Σ_j log(1 + (d_j - Δ)² / ω²)
    posterior(Δ, log ω, log ν) ∝ ω^-n · ν² e^(-ν/10) · [Γ((ν+1)/2) / Γ(ν/2)]^n · exp(-(ν+1)/2 · misfit(Δ, ω))

    · ν, innermost. The logarithm of the integrand is concave in ν, so it lives on one interval. Its ends are found per
      column (value of ω), cut where σ = ω/√ν would leave its range, and the integral is Clenshaw–Curtis in log ν.
      Taking ν inside and ω outside is what tames near-normal data, where σ is known, ν is not, and the posterior is a
      thin oblique ridge: across the ridge lies ν given ω, along it lies ω, and both integrands are plain bumps.
    · ω. In log ω the misfit is analytic in a strip of half-width π/2 whatever the data, so one Clenshaw–Curtis rule on
      the range that carries the mass converges geometrically, in two pieces if the greatest σ lies within it, where ν
      begins to be cut from below: few values with a far outlier reach so far.
    · Δ, outermost. Panels with Chebyshev nodes are halved until the distribution function is smooth in each, and are
      added outwards, each three times as far, until the tails are covered: power tails, several modes and spikes near
      ties are met by the same rule.

Large samples: the posterior of a few hundred evenly spaced order statistics is wider than that of all data and lies
around it; it says where to look. There the misfit, analytic in Δ up to a distance ω and in log ω up to π/2, is
tabulated once at a few hundred Chebyshev points, and the data are not visited again.

Every other node of a Clenshaw–Curtis rule is again such a rule. The stated error is the largest change of the
distribution function when all three rules are halved, so it is generous: the full rules are far closer to the truth.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

import numpy as np

from betterthan.arrays import Array, BoolArray, IntArray
from betterthan.errors import ArgumentError, NotConverged
from betterthan.numerics.clenshaw_curtis import PanelRule, Rule, between, clenshaw_curtis, panel_rule
from betterthan.numerics.student_misfit import BLOCK, Misfit, tabulated
from betterthan.numerics.student_nu import LOG_SIGMA_RANGE, NEGLIGIBLE, nu_nodes
from betterthan.numerics.threads import one_blas_thread

# Accuracy; on a thousand samples of all kinds the distribution function was right to 1e-5, mean and sd to 1e-4 sd
WANTED_ERROR = 1e-4  # refine above
LARGEST_ERROR = 1e-3  # raise above
NORMAL_MAD = 1.4826  # turns the median absolute deviation of a normal law into its standard deviation
FURTHEST = 1e12  # spreads; there ν is at its bound, and a number still tells the least σ apart
PANEL_DEFECT = 4e-6  # of the cubics of the half rule; those of the whole rule are 16 times closer
SCOUT_DEFECT = 1e-3
VARIANCE_DEFECT = 1e-3  # the same of the variance, as a share of it; the whole rule is far closer
MISSING_TAIL = 1e-8
MISSING_VARIANCE = 3e-4  # as a share of the variance
NEGLIGIBLE_VARIANCE = 12.0
STEPS_PER_WIDTH = 8  # nodes in log ω per width of its bulk …
STEPS_PER_UNIT = 6  # … and per unit, for few data

# Work
START_PANELS = 12
ROUNDS = 80  # of halving: from the widest panel to below the least σ takes 30
SCOUT_SIZE = 256
SCOUT_THINNING = 64  # scouts are at most eight times as uncertain as those who follow


@dataclass(frozen=True)
class StudentLocation:
    """The marginal posterior of the location, tabulated, with posterior means of the other parameters.

    Attributes:
        grid: increasing values of the location.
        log_density: logarithm of the normalised density at them.
        cdf: distribution function at them, from 0 to 1 but for some 1e-8 in the tails.
        mean: posterior mean of the location.
        sd: its posterior standard deviation.
        sigma_mean: posterior mean of the scale.
        nu_mean: posterior mean of the degrees of freedom.
        error: estimated absolute error of the probability of any region.
    """

    grid: Array
    log_density: Array
    cdf: Array
    mean: float
    sd: float
    sigma_mean: float
    nu_mean: float
    error: float


@one_blas_thread
def student_location(values: Array, *, resolution: int = 1) -> StudentLocation:
    """Posterior of the location of a Student-t sample with unknown scale and degrees of freedom.

    Parameters:
        values: at least three finite numbers, not all equal.
        resolution: multiplies the number of nodes in each of the three dimensions.
    """
    sample, centre, scale = _standardised(np.asarray(values, dtype=np.float64))
    edges = _scouted_edges(sample)
    for refinement in (1, 2, 4):
        surface = _surface(_misfit(sample, edges), edges, resolution, refinement)
        panels = _adapted(surface, edges, PANEL_DEFECT)
        found = _restored(_tabulated(panels, surface.panel_rule), centre, scale)
        if found.error <= WANTED_ERROR:
            break
        edges = _live_edges(panels, surface.panel_rule)
    if found.error > LARGEST_ERROR:
        raise NotConverged(
            f"The posterior of the location of {len(sample)} values was integrated with an estimated error of "
            f"{found.error:.1g}; at most {LARGEST_ERROR:g} is accepted. Raise `resolution` above {resolution}.",
            error=found.error,
            partial=found,
        )
    return found


def _standardised(values: Array) -> tuple[Array, float, float]:
    """Sorted values in units of their robust spread from their median; that median and spread."""
    if values.ndim != 1 or len(values) < 3 or not np.isfinite(values).all():
        raise ArgumentError(f"A Student-t location needs at least 3 finite numbers; shape {values.shape} was given.")
    centre = float(np.median(values))
    offsets = np.sort(values - centre)
    reach = float(np.abs(offsets).max())
    if reach == 0:
        raise ArgumentError("A Student-t location needs numbers that differ; all are equal.")
    offsets = offsets / reach  # squares of the raw offsets could overflow or vanish
    spread = NORMAL_MAD * float(np.median(np.abs(offsets))) or float(offsets.std(ddof=1))
    return np.clip(offsets / spread, -FURTHEST, FURTHEST), centre, reach * spread


def _restored(found: StudentLocation, centre: float, scale: float) -> StudentLocation:
    """From units of the robust spread back to those of the data."""
    return replace(
        found,
        grid=centre + scale * found.grid,
        log_density=found.log_density - np.log(scale),
        mean=centre + scale * found.mean,
        sd=scale * found.sd,
        sigma_mean=scale * found.sigma_mean,
    )


# ω


def _misfit(sample: Array, edges: Array) -> Misfit:
    """The misfit of a sample, tabulated if the sample is large and the region of interest is compact."""
    summed = Misfit(sample)
    if len(sample) <= SCOUT_SIZE:
        return summed
    low, high, _ = _column_span(summed, _places(edges, 2), passes=1)
    return tabulated(summed, (edges[0], low), (edges[-1], high))


def _column_span(misfit: Misfit, location: Array, passes: int = 6) -> tuple[float, float, float]:
    """The range of log ω that carries mass at any of the locations, closed in upon in steps, and the width of its bulk.

    A column is wide in Δ in proportion to ω, so its share of the mass grows like ω and that of the variance like ω³.
    """
    low, high = misfit.low[1], misfit.high[1]
    for _ in range(passes):
        lattice = np.linspace(low, high, 41)
        height = _log_profile(misfit, location, lattice) + lattice
        height -= height.max()
        beyond = 2 * (lattice - lattice[height.argmax()])
        live = np.flatnonzero((height >= -NEGLIGIBLE) | (height + beyond >= -NEGLIGIBLE_VARIANCE))
        before, width = high - low, float(np.exp(height).sum() * (lattice[1] - lattice[0]))
        low, high = float(lattice[max(live[0] - 1, 0)]), float(lattice[min(live[-1] + 1, 40)])
        if high - low > before / 2:
            break
    return low, high, width


def _log_profile(misfit: Misfit, location: Array, log_omega: Array) -> Array:
    """Largest log posterior in each column."""
    values = misfit.at(location, log_omega)[:, None, :]
    nu, height = nu_nodes(len(misfit.sample), values, log_omega, clenshaw_curtis(12))
    return np.asarray((height - (nu + 1) / 2 * values[:, 0, :, None]).max(axis=(0, 2)))


# Δ


@dataclass(frozen=True)
class _Surface:
    """What is integrated: the misfit, and the three rules; that of log ω has the columns for its nodes."""

    misfit: Misfit
    omega_rule: Rule
    nu_rule: Rule
    panel_rule: PanelRule

    @property
    def log_omega(self) -> Array:
        return self.omega_rule.nodes


def _surface(misfit: Misfit, edges: Array, resolution: int = 1, refinement: int = 1) -> _Surface:
    low, high, width = _column_span(misfit, _places(edges, 8 if misfit.table.size else 2))  # a look-up costs little
    finer = resolution * refinement
    # Beyond the greatest σ not even ν = 1 is allowed, and what is left falls like a power of the furthest outlier.
    edges_of_omega = [low, LOG_SIGMA_RANGE[1], high] if low < LOG_SIGMA_RANGE[1] < high else [low, high]
    wanted = np.diff(edges_of_omega) * max(STEPS_PER_WIDTH / width, STEPS_PER_UNIT)
    omega_rule = between(edges_of_omega, [finer * 4 * round(max(32.0, steps) / 4) for steps in wanted])
    return _Surface(misfit, omega_rule, clenshaw_curtis(finer * 32), panel_rule(resolution * 16))


def _places(edges: Array, per_panel: int) -> Array:
    """The edges and evenly spaced points between them."""
    return np.interp(np.arange(per_panel * (len(edges) - 1) + 1) / per_panel, np.arange(len(edges)), edges)


@dataclass(frozen=True)
class _Panels:
    """Intervals of the location, one row each, with the marginal posterior at their nodes.

    Attributes:
        left, right: their ends.
        log_mass: unnormalised log density, panels x nodes.
        half_log_mass: the same with every other node in ω and ν.
        nu, sigma: means of ν and σ given the location.
        outside: density at the ends of the range of log ω, relative to the whole.
    """

    left: Array
    right: Array
    log_mass: Array
    half_log_mass: Array
    nu: Array
    sigma: Array
    outside: Array

    def chosen(self, which: BoolArray | IntArray) -> _Panels:
        return _Panels(*(getattr(self, f.name)[which] for f in fields(self)))

    def with_more(self, more: _Panels) -> _Panels:
        together = _Panels(*(np.concatenate([getattr(self, f.name), getattr(more, f.name)]) for f in fields(self)))
        return together.chosen(np.argsort(together.left))


def _measured(surface: _Surface, left: Array, right: Array) -> _Panels:
    """Panels with the marginal posterior at their nodes, a few panels at a time."""
    location = _locations(left, right, surface.panel_rule)
    misfit = surface.misfit.at(location.ravel(), surface.log_omega).reshape(*location.shape, -1)
    stride = max(1, 4 * BLOCK // (misfit[0].size * len(surface.nu_rule.nodes)))
    parts = [_marginals(surface, misfit[k : k + stride]) for k in range(0, len(misfit), stride)]
    return _Panels(left, right, *(np.concatenate(part) for part in zip(*parts, strict=True)))


def _locations(left: Array, right: Array, rule: PanelRule) -> Array:
    return np.asarray(left[:, None] + (right - left)[:, None] / 2 * (1 + rule.nodes))


def _marginals(surface: _Surface, misfit: Array) -> tuple[Array, Array, Array, Array, Array]:
    """What `_Panels` holds from `log_mass` on, for misfits panels x nodes x columns."""
    nu, height = nu_nodes(len(surface.misfit.sample), misfit, surface.log_omega, surface.nu_rule)
    integrand = ((nu + 1) / -2)[:, :, None, :] * misfit.transpose(0, 2, 1)[..., None]
    integrand += height[:, :, None, :]
    peak = integrand.max(axis=(1, 3))
    integrand -= peak[:, None, :, None]
    np.exp(np.maximum(integrand, -3 * NEGLIGIBLE, out=integrand), out=integrand)  # exp is slow where it underflows
    full, half = np.broadcast_arrays(surface.nu_rule.weights, nu)[0], surface.nu_rule.half_weights
    by_column = integrand @ np.stack([full, np.broadcast_to(half, nu.shape), full * nu, full / np.sqrt(nu)], axis=-1)
    by_column[..., 3] *= np.exp(surface.log_omega)[:, None]  # σ = ω/√ν
    mass, _, nus, sigmas = np.einsum("pcdk,c->kpd", by_column, surface.omega_rule.weights)
    half_mass = np.einsum("pcd,c->pd", by_column[..., 1], surface.omega_rule.half_weights)
    outside = (by_column[:, 0, :, 0] + by_column[:, -1, :, 0]) / mass
    return peak + np.log(mass), peak + np.log(half_mass), nus / mass, sigmas / mass, outside


def _adapted(surface: _Surface, edges: Array, tolerance: float) -> _Panels:
    """Panels halved until the distribution function is smooth in each, and added outwards until the tails end."""
    rule = surface.panel_rule
    panels = _measured(surface, edges[:-1], edges[1:])
    for _ in range(ROUNDS):
        density, half_width = _normalised(panels, rule)
        defect = half_width * np.abs(density @ rule.defect.T).max(axis=1)
        rough = (defect > tolerance) | (defect * _leverage(panels, density, rule) > VARIANCE_DEFECT)
        left, right, middle = panels.left[rough], panels.right[rough], (panels.left + panels.right)[rough] / 2
        outer = _outward(panels, density, rule)
        wanted = np.concatenate([np.stack([left, middle], 1), np.stack([middle, right], 1), outer])
        if not wanted.size:
            break
        panels = panels.chosen(~rough).with_more(_measured(surface, *wanted.T))
    return panels


def _normalised(panels: _Panels, rule: PanelRule) -> tuple[Array, Array]:
    """Density at the nodes of each panel, and half the width of each panel."""
    half_width = (panels.right - panels.left) / 2
    density = np.exp(panels.log_mass - panels.log_mass.max())
    return density / (half_width @ density @ rule.weights), half_width


def _moments(panels: _Panels, density: Array, rule: PanelRule) -> tuple[float, float]:
    location = _locations(panels.left, panels.right, rule)
    share = density * rule.weights * (panels.right - panels.left)[:, None] / 2
    mean = float((share * location).sum())
    return mean, float((share * (location - mean) ** 2).sum())


def _leverage(panels: _Panels, density: Array, rule: PanelRule) -> Array:
    """What a panel's mass counts for in the variance, relative to it: with three values a spike of 1e-12 about a far
    outlier makes up much of the variance.
    """
    mean, variance = _moments(panels, density, rule)
    return np.asarray(np.maximum((panels.left - mean) ** 2, (panels.right - mean) ** 2) / variance)


def _outward(panels: _Panels, density: Array, rule: PanelRule) -> Array:
    """The panels to add at the ends, (left, right) in rows: none where tail mass and tail variance are negligible.

    Beyond a point at distance r of the mean a power tail holds about density · r, and r² times that of the variance.
    """
    mean, variance = _moments(panels, density, rule)
    added = []
    for edge, height, width, side in (
        (panels.left[0], density[0, 0], panels.right[0] - panels.left[0], -1),
        (panels.right[-1], density[-1, -1], panels.right[-1] - panels.left[-1], 1),
    ):
        reach = abs(edge - mean)
        if height * reach > MISSING_TAIL or height * reach**3 > MISSING_VARIANCE * variance:
            added.append(sorted([edge, edge + side * 2 * max(reach, width)]))
    return np.array(added).reshape(-1, 2)


def _start_edges(sample: Array) -> Array:
    """Panels between order statistics, and a narrow one at each end; no detail is finer than the least σ.

    Towards outliers each panel reaches three times as far, as in the tails: halving would take long.
    """
    least = np.exp(LOG_SIGMA_RANGE[0])
    chosen = sample[np.linspace(0, len(sample) - 1, START_PANELS + 1).round().astype(int)]
    far = 3.0 ** np.arange(1, 1 + np.log(FURTHEST) / np.log(3))
    chosen = np.sort(np.concatenate([chosen, -far[-far > sample[0]], far[far < sample[-1]]]))
    edges = chosen[np.append(True, np.diff(chosen) > least / 10)]
    return np.concatenate([[edges[0] - least], edges, [edges[-1] + least]])


def _scouted_edges(sample: Array) -> Array:
    """Where to look: found on ever larger sets of evenly spaced order statistics."""
    n = len(sample)
    if n <= SCOUT_SIZE:
        return _start_edges(sample)
    size = max(SCOUT_SIZE, n // SCOUT_THINNING)
    scouts = sample[(2 * np.arange(size) + 1) * n // (2 * size)]
    edges = _scouted_edges(scouts)
    surface = _surface(_misfit(scouts, edges), edges)
    return _live_edges(_adapted(surface, edges, SCOUT_DEFECT), surface.panel_rule)


def _live_edges(panels: _Panels, rule: PanelRule) -> Array:
    """The ends of the panels that hold mass."""
    density, half_width = _normalised(panels, rule)
    live = half_width * (density @ rule.weights) > MISSING_TAIL
    return np.union1d(panels.left[live], panels.right[live])


def _cdf(log_mass: Array, half_width: Array, cumulative: Array) -> Array:
    """Distribution function at the nodes of each panel."""
    within = half_width[:, None] * (np.exp(log_mass - log_mass.max()) @ cumulative.T)
    ends = within[:, -1].cumsum()
    return np.asarray((within + (ends - within[:, -1])[:, None]) / ends[-1])


def _tabulated(panels: _Panels, rule: PanelRule) -> StudentLocation:
    density, half_width = _normalised(panels, rule)
    mean, variance = _moments(panels, density, rule)
    share = density * rule.weights * half_width[:, None]
    cdf = _cdf(panels.log_mass, half_width, rule.cumulative)
    half_cdf = _cdf(panels.half_log_mass[:, ::2], half_width, rule.half_cumulative)
    log_density = panels.log_mass - panels.log_mass.max() + np.log(density.max())
    grid = _locations(panels.left, panels.right, rule)
    kept = (cdf[:, -1:] > MISSING_TAIL / 10) & (cdf[:, :1] < 1 - MISSING_TAIL / 10) & (np.arange(len(rule.nodes)) > 0)
    kept[kept[:, -1].argmax(), 0] = True  # neighbours share a node
    return StudentLocation(
        grid=grid[kept],
        log_density=log_density[kept],
        cdf=np.maximum.accumulate(np.clip(cdf[kept], 0.0, 1.0)),  # rounding and the rule's error may ripple
        mean=mean,
        sd=float(np.sqrt(variance)),
        sigma_mean=float((share * panels.sigma).sum()),
        nu_mean=float((share * panels.nu).sum()),
        error=float(np.abs(cdf[:, ::2] - half_cdf).max() + (share * panels.outside).sum()),
    )
