"""The table of studies, and what runs them: `betterthan validate`.

A new study is a file of its own, with a table of what it has by name, and its line here.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import chain
from multiprocessing import get_context

import numpy as np

from betterthan.answers.validation import Finding, Validation
from betterthan.errors import ArgumentError
from betterthan.phrases import unknown_name
from betterthan.simulation import calibration, classical, corani2017, corani2017_friedman, false_claims
from betterthan.simulation.setting import Drawn, Setting
from betterthan.simulation.study import Study
from betterthan.simulation.verdicts import study as verdicts

CHUNKS = 64
"""A setting's repetitions are handed out in so many parts."""

STUDIES: dict[str, Study] = {
    **corani2017.STUDIES,
    **corani2017_friedman.STUDIES,
    **classical.STUDIES,
    **calibration.STUDIES,
    **false_claims.STUDIES,
    **verdicts.STUDIES,
}
"""Every study by name."""


def validate(
    names: Sequence[str] = (),
    *,
    repetitions: int | None = None,
    workers: int | None = None,
    rng: int = 0,
    progress: Callable[[str], None] | None = None,
) -> Validation:
    """Run simulation studies, and put what they find beside what was published or is due.

    The same seed gives the same numbers, whatever the number of workers and whichever other studies are run.

    Parameters:
        names: which studies; all if there are none.
        repetitions: data sets to simulate for each setting; None takes as many as each study has for itself.
        workers: processes to run at the same time; None takes one for each processor.
        rng: seed.
        progress: is told what is being done.
    """
    chosen = tuple(dict.fromkeys(names)) or tuple(STUDIES)
    for name in chosen:
        if name not in STUDIES:
            raise ArgumentError(unknown_name("study", name, tuple(STUDIES)))
    for argument, value in (("repetitions", repetitions), ("workers", workers)):
        if value is not None and value < 1:
            raise ArgumentError(f"`{argument}` is a number of at least 1; got {value}.")
    with _pool(workers or os.cpu_count() or 1) as pool:
        found = [_findings(name, repetitions, rng, pool, progress) for name in chosen]
    notes = tuple(chain.from_iterable(STUDIES[name].notes for name in chosen))
    return Validation(rng, tuple(chain.from_iterable(found)), notes)


@contextmanager
def _pool(workers: int) -> Iterator[Executor | None]:
    """Processes, or none where one is enough. They are started anew, since a copied process may hold locks."""
    if workers == 1:
        yield None
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        yield pool


def _findings(
    name: str, repetitions: int | None, rng: int, pool: Executor | None, progress: Callable[[str], None] | None
) -> tuple[Finding, ...]:
    study, found = STUDIES[name], list[Finding]()
    for number, setting in enumerate(study.settings):
        if progress is not None:
            progress(f"{name}: {setting.words}")
        seeds = np.random.SeedSequence([rng, *name.encode(), number]).spawn(repetitions or study.repetitions)
        found += setting.findings(name, _drawn(setting, seeds, pool))
    return tuple(found)


def _drawn(setting: Setting, seeds: list[np.random.SeedSequence], pool: Executor | None) -> Iterator[Drawn]:
    repeat = partial(_once, setting.measured)
    if pool is None:
        return map(repeat, seeds)
    return pool.map(repeat, seeds, chunksize=max(1, len(seeds) // CHUNKS))


def _once(measured: Callable[[np.random.Generator], Drawn], seed: np.random.SeedSequence) -> Drawn:
    return measured(np.random.default_rng(seed))
