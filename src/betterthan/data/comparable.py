"""From whatever a user may give to a table that can be compared."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import combinations
from typing import TYPE_CHECKING

from betterthan.data.matching import choose_models
from betterthan.data.pairing import pair, pair_all
from betterthan.data.protocol import TABLES, Comparable, Paired
from betterthan.data.scores import Scores
from betterthan.data.summing import fits_in_memory, summarize
from betterthan.data.tables import PairedTable, TwoSamples
from betterthan.data.unpaired import share_no_seed, unpaired
from betterthan.errors import ArgumentError, NeedsNotMet, PairingError

if TYPE_CHECKING:
    from betterthan.data.facts import Facts
    from betterthan.vocabulary import Missing, Repeats


def comparable(
    data: Scores | Comparable, models: Sequence[str] = (), *, missing: Missing = "error", repeats: Repeats = "error"
) -> Comparable:
    """As `paired`, but seeds (or training sets) none of which both models share are two independent samples."""
    if isinstance(data, TwoSamples):
        _refuse_other_models(data, models)
        return data
    if isinstance(data, Scores):
        chosen = choose_models(data.models, models, data.source)
        if share_no_seed(data, *chosen):
            return unpaired(data, *chosen, missing=missing, repeats=repeats)
    return paired(data, models, missing=missing, repeats=repeats)


def paired(
    data: Scores | Paired, models: Sequence[str] = (), *, missing: Missing = "error", repeats: Repeats = "error"
) -> Paired:
    """The paired form of any input: as it is if it is paired already, summed by its engine if it is too large.

    No model need be named when there are exactly two; other options as in `pair`.
    """
    if isinstance(data, Scores):
        chosen = choose_models(data.models, models, data.source)
        if fits_in_memory(data, *chosen):
            return pair(data, *chosen, missing=missing, repeats=repeats)
        return summarize(data, *chosen, missing=missing, repeats=repeats)
    _refuse_other_models(data, models)
    return data


def any_pair(
    data: Scores | Comparable, models: Sequence[str] = (), *, missing: Missing = "error", repeats: Repeats = "error"
) -> Comparable:
    """The table of the two models that are named; of several that are not, the first two that can be compared."""
    several = isinstance(data, (Scores, PairedTable)) and len(data.models) > 2
    if models or not several or not isinstance(data, (Scores, PairedTable)):
        return comparable(data, models, missing=missing, repeats=repeats)
    if isinstance(data, Scores) and share_no_seed(data, *data.models[:2]):
        return unpaired(data, *data.models[:2], missing=missing, repeats=repeats)
    table = pair_all(data, missing=missing, repeats=repeats) if isinstance(data, Scores) else data
    for pair_of_models in combinations(table.models, 2):
        with suppress(PairingError):
            return table.two(*pair_of_models)
    raise PairingError(f"No two of the {len(table.models)} models share a unit.")


def with_own_scores(data: Scores | Comparable, asker: str) -> Scores | PairedTable:
    """The data, if they hold each model's own scores on the same units; else a message that says what they hold.

    Parameters:
        data: scores or a table.
        asker: what needs them.
    """
    if isinstance(data, (Scores, PairedTable)):
        return data
    if not isinstance(data, TABLES):
        raise ArgumentError(f"`{asker}` takes what `bt.read` or `bt.pair` gives; got {type(data).__name__}.")
    raise NeedsNotMet(
        f"`{asker}` needs the models' own scores on the same units; this table holds {_held(data.facts)} of "
        f"{' and '.join(f'`{name}`' for name in data.models)} only. Comparing the two needs no more."
    )


def _held(facts: Facts) -> str:
    if not facts.paired:
        return "two independent samples"
    return "the sums of the scores" if facts.sums_only and facts.own_scores else "the differences"


def _refuse_other_models(table: Comparable, models: Sequence[str]) -> None:
    choose_models(table.models, models, "This table")
    if models and models[0] != table.models[0]:
        raise ArgumentError(
            f"This table is already paired with `{table.models[0]}` first; pair the scores again, or read `second` as "
            f"`{table.models[0]}`."
        )
