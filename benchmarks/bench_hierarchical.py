"""The hierarchical correlated t-test beside baycomp (PyStan) and beside Stan on sufficient statistics; and many tasks.

Stan needs a C++ compiler. Both Stan programs are compiled before the clock starts. No draws come from a cache: PyStan
keeps those of a seed, so every run has a new one; baycomp keeps its last ones in the working directory, so it gets a
new one.
"""

from __future__ import annotations

import contextlib
import itertools
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from secrets import randbelow
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from betterthan.procedures import bayes_hierarchical_mcnemar, bayes_hierarchical_t
from betterthan.results.hierarchical import HierarchicalPosterior
from timing import cpu_seconds, measured_command

ROPE = 0.01
WINNER = "winner"  # the reading that baycomp prints
RHO = 0.1  # ten folds
CHAINS, DRAWS = 4, 1_000
CLASSIFIERS = ("nbc", "aode", "hnb", "j48", "j48gr")
UCI54 = Path(os.environ.get("BETTERTHAN_DATA", Path(__file__).parents[2] / "shared/data")) / "uci54.csv"

# The model of `bayes_hierarchical_t` with σ_i and δ_i as parameters; of the scores, only n, mean and sum of squares.
SUFFICIENT = """
data {
  int<lower=1> q;
  vector[q] n;
  vector[q] mean_;
  vector[q] ss;
  real rho;
  real<lower=0> delta0_max;
  real<lower=0> sigma0_max;
  real<lower=0> sigma_max;
}
transformed data {
  vector[q] within = ss / (1 - rho);
  vector[q] between = n ./ (1 + (n - 1) * rho);
}
parameters {
  real<lower=-delta0_max, upper=delta0_max> delta0;
  real<lower=0, upper=sigma0_max> sigma0;
  real<lower=0> g;
  real<lower=1, upper=2> alpha;
  real<lower=0.01, upper=0.1> beta;
  vector[q] delta;
  vector<lower=0, upper=sigma_max>[q] sigma;
}
model {
  g ~ gamma(alpha, beta);
  delta ~ student_t(1 + g, delta0, sigma0);
  target += -dot_product(n, log(sigma)) - 0.5 * sum((within + between .* square(mean_ - delta)) ./ square(sigma));
}
"""

MANY = """
import sys
sys.path.insert(0, sys.argv[1])
from bench_hierarchical import answered, simulated
answered(simulated(5_000, 10)).task_estimates
"""


@dataclass(frozen=True)
class Timed:
    """CPU and wall seconds; the probability of each winner and its Monte Carlo error."""

    cpu: float
    wall: float
    winner: np.ndarray
    error: np.ndarray


def main() -> None:
    print(f"load of the machine's {os.cpu_count()} cores at the start: {os.getloadavg()[0]:.1f}")
    hierarchical(simulated(54, 100))
    uci54()
    many_tasks()
    mcnemar()
    print(f"load at the end: {os.getloadavg()[0]:.1f}")


def simulated(q: int, n: int) -> np.ndarray:
    """Differences of two models, tasks x scores."""
    rng = np.random.default_rng(0)
    delta = 0.01 + 0.015 * rng.standard_t(5, (q, 1))
    sigma = 0.03 * np.exp(0.5 * rng.standard_normal((q, 1)))
    shared, own = rng.standard_normal((q, 1)), rng.standard_normal((q, n))
    return delta + sigma * (np.sqrt(RHO) * shared + np.sqrt(1 - RHO) * own)


def answered(differences: np.ndarray, **options: Any) -> HierarchicalPosterior:
    q, n = differences.shape
    posterior = bayes_hierarchical_t.from_summary(
        n=np.full(q, n), mean=differences.mean(axis=1), ss=differences.var(axis=1) * n, test_fraction=RHO, **options
    )
    posterior.reading(ROPE, WINNER)
    return posterior


# 54 tasks x 100 scores


def hierarchical(differences: np.ndarray) -> None:
    ours = our_time(differences)
    print(f"\n54 tasks x 100 scores, rope {ROPE}, prior `baycomp`, {CHAINS} chains x {DRAWS:,} draws for Stan")
    print(f"{'ours':<22}{ours.cpu:8.3f} s CPU {ours.wall:8.3f} s wall   winner {shown(ours.winner)}")
    for name, peer, target, needs in (
        ("baycomp", baycomp, 1000, {"baycomp": "baycomp", "pystan": "stan"}),
        ("Stan, n, mean and SS", sufficient_stan, 35, {"pystan": "stan"}),
    ):
        missing = [package for package, module in needs.items() if find_spec(module) is None]
        if missing:
            print(f"{name:<22}left out: {', '.join(missing)} not installed (`pip install -e '.[bench]'`)")
            continue
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):  # both leave files where they run
            other = peer(differences)
        print(
            f"{name:<22}{other.cpu:8.3f} s CPU {other.wall:8.3f} s wall   winner {shown(other.winner)}\n"
            f"{'':<22}{other.cpu / ours.cpu:8,.0f} x       {other.wall / ours.wall:8,.0f} x       (target {target})   "
            f"{agreement(ours, other)}"
        )


def our_time(differences: np.ndarray) -> Timed:
    options = {"prior": "baycomp"} | bounds(differences)
    starts = time.process_time(), time.perf_counter()
    posterior = answered(differences, **options)
    print(
        f"ours, the first call after the import: {time.process_time() - starts[0]:.3f} s CPU, "
        f"{time.perf_counter() - starts[1]:.3f} s wall; below, the best of 5 (nothing is kept between calls)"
    )
    walls = []

    def call() -> None:
        start = time.perf_counter()
        answered(differences, **options)
        walls.append(time.perf_counter() - start)

    cpu = cpu_seconds(call)
    found = posterior.reading(ROPE, WINNER)
    winner = np.array([found.first, found.equivalent, found.second])
    return Timed(cpu, min(walls), winner, np.full(3, posterior.diagnostics.error))


def bounds(differences: np.ndarray) -> dict[str, Any]:
    """Bounds of the uniform priors that baycomp takes from the data."""
    largest = float(np.abs(differences).max())
    within, among = differences.std(axis=1).mean(), differences.mean(axis=1).std()
    return {"delta0": (-largest, largest), "sigma0": float(1000 * among), "sigma": float(1000 * within)}


def baycomp(differences: np.ndarray) -> Timed:
    """Its own call; the Stan program that it brings has been compiled by a call on three small tasks."""
    from baycomp import HierarchicalTest

    small = simulated(3, 10)
    compiled(
        f"the program in baycomp {version('baycomp')}",
        lambda: HierarchicalTest(np.zeros_like(small), small, ROPE, nsamples=10, chains=1),
    )
    second = np.full(differences.shape, 0.8)
    posterior, cpu, wall = with_workers(
        lambda: HierarchicalTest(second + differences, second, ROPE, runs=10, nsamples=DRAWS, chains=CHAINS)
    )
    return Timed(cpu, wall, *winners(posterior.sample))


def sufficient_stan(differences: np.ndarray) -> Timed:
    """Already compiled, and already given its data: the draws and the probabilities, best of 3; answers of all 3."""
    import stan
    from scipy import stats

    unit = differences.std(axis=1).mean()  # Stan likes a scale near 1, and baycomp gives it one
    scaled = differences / unit
    limits = bounds(scaled)
    data = {
        "q": scaled.shape[0],
        "n": np.full(scaled.shape[0], scaled.shape[1]),
        "mean_": scaled.mean(axis=1),
        "ss": scaled.var(axis=1) * scaled.shape[1],
        "rho": RHO,
        "delta0_max": limits["delta0"][1],
        "sigma0_max": limits["sigma0"],
        "sigma_max": limits["sigma"],
    }
    model = compiled("the program on n, mean and SS", lambda: stan.build(SUFFICIENT, data=data))

    def regions() -> np.ndarray:
        seeded = replace(model, random_seed=randbelow(2**31))  # without one, every new pool of processes draws the same
        fit: Mapping[str, np.ndarray] = seeded.sample(num_chains=CHAINS, num_samples=DRAWS)
        law = stats.t(1 + fit["g"][0], fit["delta0"][0], fit["sigma0"][0])
        above, below = law.sf(ROPE / unit), law.cdf(-ROPE / unit)
        return np.column_stack([above, 1 - above - below, below])

    runs = [with_workers(regions) for _ in range(3)]
    sample = np.concatenate([run[0] for run in runs])
    return Timed(min(run[1] for run in runs), min(run[2] for run in runs), *winners(sample))


def compiled(what: str, build: Callable[[], Any]) -> Any:
    made, _, wall = with_workers(build)
    source = "taken from its cache" if wall < 5 else "compiled"
    print(f"before the clock: {what}, {source} by pystan {version('pystan')} in {wall:.0f} s")
    return made


def with_workers(work: Callable[[], Any]) -> tuple[Any, float, float]:
    """What some work with PyStan returns, and its CPU (with PyStan's processes) and wall seconds."""
    from httpstan import services_stub

    before, start = all_cpu(), time.perf_counter()
    with quiet():
        made = work()
    wall = time.perf_counter() - start
    # The pool of processes outlives the call, and the time of a process counts once it has ended: start a new pool.
    pool = services_stub.executor
    pool.shutdown(wait=True)
    services_stub.executor = type(pool)(mp_context=pool._mp_context, initializer=services_stub.init_worker)
    return made, all_cpu() - before, wall


@contextlib.contextmanager
def quiet() -> Iterator[None]:
    """Keeps what the compiler and PyStan print to themselves, unless they fail."""
    with tempfile.TemporaryFile() as said:
        kept = os.dup(1), os.dup(2)
        sys.stdout.flush()
        os.dup2(said.fileno(), 1)
        os.dup2(said.fileno(), 2)
        try:
            yield
        except BaseException:
            said.seek(0)
            os.write(kept[1], said.read())
            raise
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os.dup2(kept[0], 1)
            os.dup2(kept[1], 2)
            for copy in kept:
                os.close(copy)


def all_cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def winners(regions: np.ndarray, batches: int = 20) -> tuple[np.ndarray, np.ndarray]:
    """Shares of the draws in which each region is the most probable one; standard errors by batches of draws."""
    won = np.eye(3)[np.argmax(regions, axis=1)]
    means = won.reshape(batches, -1, 3).mean(axis=1)
    return won.mean(axis=0), means.std(axis=0, ddof=1) / np.sqrt(batches)


def agreement(ours: Timed, peer: Timed) -> str:
    apart, allowed = np.abs(ours.winner - peer.winner), 3 * peer.error + ours.error + 1 / (CHAINS * DRAWS)
    worst = int(np.argmax(apart))
    verdict = "agree" if (apart <= allowed).all() else "DIFFER"
    return f"answers {verdict}: {apart[worst]:.4f} apart, Monte Carlo error {peer.error[worst]:.4f}"


def shown(winner: np.ndarray) -> str:
    return "/".join(f"{share:.4f}" for share in winner)


# Ours alone


def uci54() -> None:
    if not UCI54.exists():
        print(f"\nten pairs of classifiers: left out, {UCI54} is not there; $BETTERTHAN_DATA may say where it is")
        return
    import betterthan as bt

    scores = bt.read(UCI54)
    pairs = list(itertools.combinations(CLASSIFIERS, 2))
    tables = [bt.pair(scores, *names) for names in pairs]
    seconds = cpu_seconds(lambda: [bayes_hierarchical_t(table).probabilities(ROPE) for table in tables], repeats=3)
    read = cpu_seconds(lambda: [bt.pair(bt.read(UCI54), *names) for names in pairs], repeats=1)
    print(
        f"\nuci54.csv, ten pairs of classifiers   {seconds:.2f} s CPU (target 2); "
        f"reading and pairing them, each from the file, {read:.2f} s"
    )


def many_tasks() -> None:
    differences = simulated(5_000, 10)
    seconds = cpu_seconds(lambda: answered(differences), repeats=1)
    with_tasks = cpu_seconds(lambda: answered(differences).task_estimates, repeats=1)
    _, base = measured_command(["-c", "from betterthan.procedures import bayes_hierarchical_t"])
    _, memory = measured_command(["-c", MANY, str(Path(__file__).parent)])
    print(
        f"5,000 tasks x 10 scores   {seconds:.1f} s CPU, with every task's estimate {with_tasks:.1f} s (target 10); "
        f"{memory:.0f} MB (target 500), of which {base:.0f} MB are Python and its libraries"
    )


def mcnemar(tasks: int = 1_000) -> None:
    rng = np.random.default_rng(0)
    disagreements = rng.integers(5, 60, tasks)
    second = rng.binomial(disagreements, rng.beta(20, 25, tasks))
    counts = zip(second.tolist(), (disagreements - second).tolist(), strict=True)
    cells = {f"task {number}": (40, n01, n10, 100) for number, (n01, n10) in enumerate(counts)}

    def probabilities() -> object:
        return bayes_hierarchical_mcnemar.from_cells(cells).probabilities((0.45, 0.55))

    print(f"hierarchical McNemar, {tasks:,} tasks   {cpu_seconds(probabilities):.2f} s CPU (target 1)")


if __name__ == "__main__":
    main()
