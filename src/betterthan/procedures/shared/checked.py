"""Checked: what the rungs of procedures may be given, named by the types in their signatures.

A table was checked when it was read; a rung is where numbers come in that nobody has looked at. Its signature says what
they are (`differences: Differences, sd: Spread`), and the registration sees to it that they are.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from math import isfinite
from numbers import Integral, Real
from typing import Annotated, Any, NamedTuple, TypeAlias, get_args, get_type_hints

import numpy as np

from betterthan.arrays import Array, IntArray
from betterthan.data.factors import factor
from betterthan.data.given_numbers import MOST, as_numbers
from betterthan.data.moments import Cells, Moments, moments
from betterthan.data.rounding import LARGEST, refuse_lost_among
from betterthan.data.summaries import NO_SPREAD
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.results.interval import check_level


class Asked(NamedTuple):
    """An argument of a rung, for the messages.

    Parameters:
        procedure: name of the procedure.
        name: name of the argument.
        units: how many units the procedure needs.
    """

    procedure: str
    name: str
    units: int


@dataclass(frozen=True)
class Accepts:
    """What an argument may be.

    Parameters:
        taken: what was given as the rung computes with it; refuses what it cannot be.
        shown: its type as users are told it.
    """

    taken: Callable[[Any, Asked], Any]
    shown: str


def accepted(rung: Callable[..., Any]) -> dict[str, Accepts]:
    """By argument, what a rung may be given, for those arguments whose types say it.

    Parameters:
        rung: a function of a procedure's ladder.
    """
    hints = get_type_hints(inspect.unwrap(rung), include_extras=True)
    found = {name: [each for each in get_args(hint) if isinstance(each, Accepts)] for name, hint in hints.items()}
    return {name: each[0] for name, each in found.items() if each}


def refuse_together(taken: Mapping[str, Any], *, posterior: bool) -> None:
    """Refuse arguments that are right one by one, but not together.

    Parameters:
        taken: the arguments, each of them checked.
        posterior: whether the rung gives a posterior.
    """
    if set(Cells._fields) <= set(taken):
        _refuse_total(Cells(*(taken[name] for name in Cells._fields)))
    samples = [value for value in taken.values() if isinstance(value, Moments)]
    if posterior and samples and not any(sample.sd for sample in samples):
        raise ArgumentError(f"Both samples: {NO_SPREAD}")
    lengths = {name: len(taken[name]) for name in ("n", "mean", "ss") if np.ndim(taken.get(name, 0)) == 1}
    if len(set(lengths.values())) > 1:
        told = ", ".join(f"{count} of `{name}`" for name, count in lengths.items())
        raise ArgumentError(f"Every task has one number of each kind; got {told}.")


def refuse_without_doubt(procedure: str, needed: str, taken: Mapping[str, Any]) -> None:
    """Refuse differences without any spread where a posterior of them would leave no doubt at all.

    Parameters:
        procedure: name of the procedure.
        needed: what it needs of them, as in `Needs.differences`.
        taken: the arguments of a rung, each of them checked.
    """
    values = taken.get("differences")
    if needed in ("any", "same") or values is None or np.ndim(values) == 0:
        return
    found = moments(np.asarray(values)[np.isfinite(values)].ravel())
    if found.sd == 0 and (needed == "varying" or found.mean == 0):
        raise NeedsNotMet(
            f"`{procedure}` needs differences that vary; all {found.n:,} are {found.mean:g}, which would leave no "
            "doubt. Use `bayes_agreement.from_differences`, which says how large a difference such units leave open."
        )


def _differences(given: Any, asked: Asked) -> Array:
    return _units(as_numbers(given, asked.name, truth_values=False), asked)


def _sample(given: Any, asked: Asked) -> Array:
    return _units(as_numbers(given, asked.name), asked)


def _units(values: Array, asked: Asked) -> Array:
    """One finite number per unit, and enough of them."""
    if values.ndim != 1:
        raise ArgumentError(f"`{asked.name}` is one row of numbers, one per unit; got shape {values.shape}.")
    _refuse_infinite(values, asked)
    if len(values) < asked.units:
        raise NeedsNotMet(f"`{asked.procedure}` needs at least {asked.units} units; `{asked.name}` has {len(values)}.")
    return values


def _clusters(given: Any, asked: Asked) -> IntArray:
    """One label per case, numbered from 0; a case that has none belongs to no cluster, and is refused."""
    if isinstance(given, (str, bytes, Mapping, Set)) or np.ndim(_as_objects(given)) != 1:
        raise ArgumentError(f"`{asked.name}` is one label per case, the name of its cluster; got {given!r:.80}.")
    labels = list(_as_objects(given))
    missing = [place for place, label in enumerate(labels) if label is None or str(label) == "nan"]
    if missing:
        raise ArgumentError(f"`{asked.name}` is one label per case; got none at index {missing[0]}.")
    return factor(labels).codes


def _as_objects(given: Any) -> Any:
    """An array of whatever was given, without looking for numbers in it; what is no sequence is itself."""
    return np.asarray(given, dtype=object) if hasattr(given, "__len__") else given


def _grid(given: Any, asked: Asked) -> Array:
    """Rows x columns of differences; the rung says how many."""
    values = as_numbers(given, asked.name, truth_values=False)
    _refuse_infinite(values[np.isfinite(values)], asked)
    return values


def _table(given: Any, asked: Asked) -> Array:
    """Scores of several models; the rung says of which shape, and whether there may be gaps, which are NaN."""
    values = as_numbers(given, asked.name)
    _refuse_infinite(values[np.isfinite(values)], asked)
    if values.ndim >= 2 and values.size and not np.isinf(values).any():
        refuse_lost_among(values.reshape(-1, values.shape[-1]))
    return values


def _refuse_infinite(values: Array, asked: Asked) -> None:
    odd = np.argwhere(~(np.abs(values) <= LARGEST))
    if len(odd):
        at = ", ".join(str(place) for place in odd[0])
        raise ArgumentError(
            f"`{asked.name}` must be finite numbers, none beyond {LARGEST:g}; "
            f"got {values[tuple(odd[0])]:g} (index {at})."
        )


def _real(given: Any, asked: Asked) -> float:
    if not isinstance(given, (Real, np.number)) or isinstance(given, (bool, np.bool_, np.complexfloating)):
        raise ArgumentError(f"`{asked.name}` is a number; got {given!r}.")
    return float(given)


def _number(given: Any, asked: Asked) -> float:
    found = _real(given, asked)
    if not abs(found) <= LARGEST:
        raise ArgumentError(f"`{asked.name}` must be a finite number, not beyond {LARGEST:g}; got {found:g}.")
    return found


def _spread(given: Any, asked: Asked) -> float:
    found = _number(given, asked)
    if found < 0:
        raise ArgumentError(f"`{asked.name}` must be at least 0; got {found:g}.")
    return found


def _positive(given: Any, asked: Asked) -> float:
    found = _spread(given, asked)
    if found == 0 and asked.name != "sd":
        raise ArgumentError(f"`{asked.name}` is 0, which would leave no doubt at all: give the scores, or one above 0.")
    if found == 0:
        raise ArgumentError(NO_SPREAD)
    return found


def _count(given: Any, asked: Asked) -> int:
    if isinstance(given, (bool, np.bool_)) or not isinstance(given, (Real, np.number)):
        raise ArgumentError(f"`{asked.name}` is a whole number; got {given!r}.")
    if not isinstance(given, Integral) and not (isfinite(float(given)) and float(given) == round(float(given))):
        raise ArgumentError(f"`{asked.name}` is a whole number; got {given!r}.")
    found = int(given)  # type: ignore[arg-type]
    if found < 0:
        raise ArgumentError(f"Counts must be at least 0; got {asked.name} = {found:,}.")
    if found > MOST:
        raise ArgumentError(f"Counts must be at most {MOST:,}; got {asked.name} = {found:,}.")
    return found


def _number_of_units(given: Any, asked: Asked) -> int:
    found = _count(given, asked)
    if found < asked.units:
        raise ArgumentError(f"`{asked.procedure}` needs at least {asked.units} units; got {asked.name} = {found}.")
    return found


def _fraction(given: Any, asked: Asked) -> float:
    found = _real(given, asked)
    if not 0 <= found < 1:
        raise ArgumentError(
            f"`{asked.name}` is n_test/(n_test + n_train), at least 0 and below 1 (0.1 for 10 folds); got {found:g}."
        )
    return found


def _level(given: Any, asked: Asked) -> float:
    found = _number(given, asked)
    check_level(found)
    return found


def _draws(given: Any, asked: Asked) -> int:
    found = _count(given, asked) if not isinstance(given, float) else 0
    if found < 1:
        raise ArgumentError(f"`{asked.name}` must be at least 1; got {given!r}.")
    return found


def _seed(given: Any, asked: Asked) -> int | np.random.Generator | None:
    return given if given is None or isinstance(given, np.random.Generator) else _plain_seed(given, asked)


def _plain_seed(given: Any, asked: Asked) -> int:
    if not isinstance(given, Integral) or isinstance(given, bool) or given < 0:
        raise ArgumentError(f"`{asked.name}` is a seed, a whole number of at least 0; got {given!r}.")
    return int(given)


def _moments(given: Any, asked: Asked) -> Moments:
    """Mean, sd and number; the sd may be 0, as long as another sample has some."""
    try:
        mean, sd, n = given
        return Moments(_number(mean, asked), _spread(sd, asked), _number_of_units(n, asked))
    except (TypeError, ValueError):
        raise ArgumentError(
            f"The {asked.name} sample needs a finite mean, sd >= 0 and n >= {asked.units}, as in (0.8, 0.05, 10); "
            f"got {given!r}."
        ) from None


def _moments_by_task(given: Any, asked: Asked) -> dict[str, Moments]:
    return {task: _moments(each, asked._replace(name=f"{asked.name}[{task!r}]")) for task, each in _items(given, asked)}


def _cells_by_task(given: Any, asked: Asked) -> dict[str, Cells]:
    found = {}
    for task, counts in _items(given, asked):
        inside = asked._replace(name=f"{asked.name}[{task!r}]")
        if isinstance(counts, str) or not hasattr(counts, "__len__") or len(counts) != 4:
            raise ArgumentError(f"`{inside.name}` is four counts, n00, n01, n10 and n11; got {counts!r}.")
        found[task] = Cells(*(_count(count, inside) for count in counts))
        _refuse_total(found[task])
    return found


def _refuse_total(cells: Cells) -> None:
    """The counts of no unit at all, or of more than can be counted."""
    if not 0 < cells.n <= MOST:
        got = ", ".join(f"{count:,}" for count in cells)
        raise ArgumentError(f"Counts must be at least 0 and not all 0, together at most {MOST:,}; got {got}.")


def _items(given: Any, asked: Asked) -> Sequence[tuple[Any, Any]]:
    if not isinstance(given, Mapping):
        raise ArgumentError(
            f"`{asked.name}` holds what is known of each task, by its name; got {type(given).__name__}."
        )
    return list(given.items())


def _probabilities(given: Any, asked: Asked) -> Array:
    values = as_numbers(given, asked.name, truth_values=False)
    if values.ndim != 1 or not ((values >= 0) & (values <= 1)).all():
        raise ArgumentError(f"`{asked.name}` is one row of probabilities, each between 0 and 1; got {given!r}.")
    return values


def _numbers_of_tasks(given: Any, asked: Asked) -> Array:
    values = as_numbers(given, asked.name, truth_values=False)
    if values.ndim != 1:
        raise ArgumentError(f"`{asked.name}` is one row of numbers, one per task; got shape {values.shape}.")
    _refuse_infinite(values, asked)
    return values


def _squares_of_tasks(given: Any, asked: Asked) -> Array:
    values = _numbers_of_tasks(given, asked)
    if not (values > 0).all():
        raise ArgumentError(f"`{asked.name}` are sums of squares above 0, one per task; got {values.min():g}.")
    return values


def _counts_of_tasks(given: Any, asked: Asked) -> IntArray:
    values = _numbers_of_tasks(given, asked)
    return np.array([_count(float(value), asked) for value in values], dtype=np.int64)


Differences: TypeAlias = Annotated[Array, Accepts(_differences, "Array")]
"""Differences first - second, one per unit."""
ClusterLabels: TypeAlias = Annotated[IntArray, Accepts(_clusters, "Sequence[object]")]
"""The cluster of each case: any label in, numbers from 0 out."""
Grid: TypeAlias = Annotated[Array, Accepts(_grid, "Array")]
"""Differences first - second, rows x columns."""
SampleScores: TypeAlias = Annotated[Array, Accepts(_sample, "Array")]
"""The scores of one model, of two that share no units."""
ScoreArray: TypeAlias = Annotated[Array, Accepts(_table, "Array")]
"""The scores of several models, models last."""
Number: TypeAlias = Annotated[float, Accepts(_number, "float")]
"""A finite number."""
Spread: TypeAlias = Annotated[float, Accepts(_spread, "float")]
"""A standard deviation, a sum of squares, a number of tasks: at least 0."""
PositiveSpread: TypeAlias = Annotated[float, Accepts(_positive, "float")]
"""A standard deviation that a posterior is made of: above 0."""
Units: TypeAlias = Annotated[int, Accepts(_number_of_units, "int")]
"""A number of units, as many as the procedure needs."""
Count: TypeAlias = Annotated[int, Accepts(_count, "int")]
"""A whole number of at least 0."""
Fraction: TypeAlias = Annotated[float, Accepts(_fraction, "float")]
"""The share of the data that a fold is tested on."""
Level: TypeAlias = Annotated[float, Accepts(_level, "float")]
"""The coverage of an interval."""
Draws: TypeAlias = Annotated[int, Accepts(_draws, "int")]
"""How often something is drawn."""
Seed: TypeAlias = Annotated[int | np.random.Generator | None, Accepts(_seed, "int | np.random.Generator | None")]
"""Where the draws begin."""
PlainSeed: TypeAlias = Annotated[int, Accepts(_plain_seed, "int")]
"""The same, where it is kept with the result."""
Sample: TypeAlias = Annotated[Moments | Sequence[float], Accepts(_moments, "Sequence[float]")]
"""Mean, standard deviation (n - 1) and number of one model's scores."""
MomentsByTask: TypeAlias = Annotated[
    Mapping[str, Sequence[float]], Accepts(_moments_by_task, "Mapping[str, tuple[float, float, int]]")
]
"""Mean, standard deviation (n - 1) and number of the differences of each task, by its name."""
CellsByTask: TypeAlias = Annotated[Mapping[str, Sequence[int]], Accepts(_cells_by_task, "Mapping[str, Sequence[int]]")]
"""The counts n00, n01, n10 and n11 of each task, by its name."""
Chances: TypeAlias = Annotated[Array, Accepts(_probabilities, "Array")]
"""Probabilities."""
TaskNumbers: TypeAlias = Annotated[Sequence[float] | Array, Accepts(_numbers_of_tasks, "Sequence[float]")]
"""A number for each task."""
TaskSquares: TypeAlias = Annotated[Sequence[float] | Array, Accepts(_squares_of_tasks, "Sequence[float]")]
"""A sum of squares for each task."""
TaskCounts: TypeAlias = Annotated[Sequence[int] | IntArray, Accepts(_counts_of_tasks, "Sequence[int]")]
"""A count for each task."""
