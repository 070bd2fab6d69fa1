"""Dicts that scikit-learn's `cross_validate` returns, one or one per model, as a table with a row per fold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from betterthan.errors import ReadingError

TIMES = ("fit_time", "score_time")


def cross_validated(given: Mapping[str, Any]) -> dict[str, Any] | None:
    """Such dicts as columns; None if it is something else.

    Parameters:
        given: what `cross_validate` returned, or a dict of such by model.
    """
    if all(time in given for time in TIMES) and not all(np.ndim(given[time]) == 0 for time in TIMES):
        return _columns({None: given}) if _plain(given) else None
    every = given and all(isinstance(each, Mapping) and all(time in each for time in TIMES) for each in given.values())
    return _columns(given) if every else None


def _plain(given: Mapping[str, Any]) -> bool:
    """Whether it is a dict and no frame's columns with a model: those are read as any table."""
    return "indices" in given or "estimator" in given


def _columns(results: Mapping[Any, Mapping[str, Any]]) -> dict[str, Any]:
    scores = [name for name in next(iter(results.values())) if name.startswith("test_")]
    columns: dict[str, list[Any]] = {}
    for model, result in results.items():
        lacking = [name for name in scores if name not in result]
        if lacking:
            raise ReadingError(f"The results of `{model}` have no `{lacking[0]}`: score all models in the same way.")
        own = {name: list(result[name]) for name in (*TIMES, *scores)}
        if model is not None:
            own["model"] = [str(model)] * len(own[scores[0]])
        if "indices" in result:
            own |= _splits(result["indices"])
        for name, values in own.items():
            columns.setdefault(name, []).extend(values)
    if len({len(values) for values in columns.values()}) > 1:
        raise ReadingError("Some results have `indices` and others have none: ask for them in every call, or in none.")
    _refuse_other_splits(results)
    return columns


def _splits(indices: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The repeat and the fold of each split, and its sizes: a test set that meets an earlier one begins a repeat."""
    repeat, fold, seen = 0, 0, set[int]()
    found: dict[str, list[Any]] = {"repeat": [], "fold": [], "n_train": [], "n_test": []}
    for train, test in zip(indices["train"], indices["test"], strict=True):
        now = set(np.asarray(test).tolist())
        if seen & now:
            repeat, fold, seen = repeat + 1, 0, set()
        seen |= now
        for name, value in (("repeat", repeat), ("fold", fold), ("n_train", len(train)), ("n_test", len(test))):
            found[name].append(value)
        fold += 1
    return found


def _refuse_other_splits(results: Mapping[Any, Mapping[str, Any]]) -> None:
    """Fold 3 of one call is fold 3 of the other only if both tested the same cases."""
    tested = {model: [np.sort(each) for each in result["indices"]["test"]]
              for model, result in results.items() if "indices" in result}  # fmt: skip
    first = next(iter(tested), None)
    for model, folds in tested.items():
        same = len(folds) == len(tested[first]) and all(map(np.array_equal, folds, tested[first]))
        if not same:
            raise ReadingError(
                f"`{first}` and `{model}` were not tested on the same splits, so their folds do not belong together. "
                "Give both calls the same splitter, with a whole number as `random_state`."
            )
