"""Every number that can be computed again, beside what was printed: `betterthan replicate`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from betterthan.answers.replication import Outcome, Replicated, Replication
from betterthan.simulation.replication import benavoli, corani, williams
from betterthan.simulation.replication.classifiers import FiveClassifiers, bundled, read_from
from betterthan.simulation.replication.place import Place
from betterthan.simulation.replication.printed import Printed, printed

SOURCES = {
    "benavoli2017": ("Benavoli 2017", benavoli.PLACES),
    "corani2017": ("Corani 2017", corani.PLACES),
    "williams2026": ("Williams 2026", williams.PLACES),
    "statsmodels": ("statsmodels", williams.DOCUMENTED),
}
"""Every source, what it is called, and its places."""

MISPRINTS = (
    "Words of the papers that their own numbers contradict. Benavoli 2017: sec. 4.3.1 has ρ = n_test/n_train "
    "for n_test/(n_test + n_train); sec. 5 has p-values divided by the number of tests, which are multiplied by it. "
    "Corani 2017: Table 1 swaps the names of the first two laws; sec. 4.7 calls MSE_MLE much lower, which is "
    "the larger of the two; sec. 4.9 calls odds of 8.7 strong evidence, which is positive by its Table 3; the appendix "
    "has n/(1 + (n − 1)ρ) for 1/(1'Σ⁻¹1), of which it is the inverse."
)
RAW = "The accuracies of Table 1 of Benavoli 2017 need the scores themselves: name their file with `data=`."


def replicate(data: str | Path | None = None, *, progress: Callable[[str], None] | None = None) -> Replication:
    """Compute the numbers of the papers that this package follows again, and put ours beside theirs.

    Parameters:
        data: file with the accuracies behind Benavoli et al. (2017) and Corani et al. (2017); None takes the sums that
            are part of the package, which all tables but one need.
        progress: is told what is being done.
    """
    classifiers = bundled() if data is None else read_from(data)
    figures = tuple(_figures(classifiers, progress))
    notes = (*((RAW,) if classifiers.scores is None else ()), MISPRINTS)
    return Replication("bundled" if data is None else str(data), figures, notes)


def _figures(data: FiveClassifiers, progress: Callable[[str], None] | None) -> Iterator[Replicated]:
    for source, (name, places) in SOURCES.items():
        for place, how in places.items():
            if how.raw and data.scores is None:
                continue
            if progress is not None:
                progress(f"{name}, {place}")
            ours = {(of, quantity): float(value) for of, quantity, value in how.ours(data)}
            for each in printed():
                if (each.source, each.place) == (source, place):
                    yield _replicated(each, name, how, ours[each.of, each.quantity])


def _replicated(each: Printed, source: str, how: Place, ours: float) -> Replicated:
    outcome = _outcome(each, ours)
    return Replicated(
        source=source,
        place=each.place,
        setting=how.setting,
        stated=how.stated,
        of=each.of,
        quantity=each.quantity,
        theirs=each.theirs,
        ours=ours,
        difference=ours - each.value,
        within=each.within,
        outcome=outcome,
        reason=each.known if outcome == "known difference" else "",
    )


def _outcome(each: Printed, ours: float) -> Outcome:
    if each.agrees(ours):
        return "ok"
    return "known difference" if each.is_known(ours) else "off"
