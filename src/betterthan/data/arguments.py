"""Arguments: what a user gave a public function, as that function takes it, where the meaning is clear; else a message.

`threshold="0.9"`, `draws=1e3`, `first=1` of integer columns and a procedure itself instead of its name mean what they
say.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from functools import wraps
from numbers import Integral, Real
from typing import Any, ParamSpec, TypeVar

import numpy as np

from betterthan.errors import ArgumentError
from betterthan.numerics.given import given_count, given_number, shown
from betterthan.phrases import unknown_name

P = ParamSpec("P")
Found = TypeVar("Found")


def _name(argument: str, value: Any) -> str:
    """A name; the columns of a frame may be called by numbers."""
    if isinstance(value, (str, Real)) and not isinstance(value, (bool, np.bool_)):
        return str(value)
    raise ArgumentError(f"`{argument}=` takes a name; got {shown(value)}.")


def _baseline(argument: str, value: Any) -> Any:
    """The name of a model; or a run, in whatever it is read from."""
    return _name(argument, value) if isinstance(value, (str, Real, np.bool_)) else value


def _metric(argument: str, value: Any) -> Any:
    """A name; or a metric itself, or a function that computes it."""
    return value if callable(value) or hasattr(value, "over") else _name(argument, value)


def _held_out(argument: str, value: Any) -> Any:
    """A share or the name of a column; or the cases themselves, in whatever predictions are read from."""
    named = isinstance(value, (str, Real, bool, np.bool_))
    return _name(argument, value) if named else value


def _names(argument: str, value: Any) -> Any:
    if isinstance(value, (Sequence, np.ndarray)) and not isinstance(value, str):
        return [_name(argument, each) for each in value]
    return _name(argument, value)


def _procedure(argument: str, value: Any) -> str:
    """The name of a procedure, or the procedure itself."""
    name = value if isinstance(value, str) else getattr(value, "name", None) if callable(value) else None
    if not isinstance(name, str):
        raise ArgumentError(
            f"`{argument}=` takes the name of a procedure, which `bt.procedures.names()` lists, or the procedure "
            f"itself; got {shown(value)}."
        )
    return name


def _rng(argument: str, value: Any) -> Any:
    if isinstance(value, np.random.Generator):
        return value
    if isinstance(value, (Integral, float)) and not isinstance(value, bool):
        return given_count(argument, value, least=0)
    raise ArgumentError(f"`{argument}=` takes a seed (a whole number) or a NumPy generator; got {shown(value)}.")


def _truth(argument: str, value: Any) -> bool:
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise ArgumentError(f"`{argument}=` is True or False; got {shown(value)}.")


TAKEN: Mapping[str, Callable[[str, Any], Any]] = {
    **dict.fromkeys(("threshold", "level", "test_fraction", "worst_loss"), given_number),
    **dict.fromkeys(("first", "second", "pairs", "by", "baseline_model"), _name),
    "baseline": _baseline,
    **dict.fromkeys(
        ("model", "score", "case", "cluster", "repeat", "fold", "seed", "train_set", "judge", "human"), _name
    ),
    **dict.fromkeys(("task", "truth", "prediction"), _names),
    "draws": lambda name, value: given_count(name, value, least=1),
    "rng": _rng,
    "procedure": _procedure,
    "metric": _metric,
    "held_out": _held_out,
    "flips": lambda name, value: given_count(name, value, least=0),
    **dict.fromkeys(("per_task", "sequential", "self_check"), _truth),
}
"""By the name of an argument, how it is taken. It means the same wherever it occurs; None is always left as it is."""

LEVEL = "`level=`, the coverage of the intervals (0.95 where alpha is 0.05)"
READ = "`bt.read`, which takes it as `{name}=`, and give its answer to `{asker}`"
PREDICTED = "`bt.predictions`, which takes it as `{name}=`; what it gives can be compared by a loss"
SCORED = "`predictions.scores(…)`, which takes it, and give its answer to `{asker}`"
INSTEAD: Mapping[str, str] = {
    **dict.fromkeys(("alpha", "confidence", "confidence_level", "conf_level", "ci", "hdi_prob"), LEVEL),
    **dict.fromkeys(("random_state", "seed", "random_seed"), "`rng=`"),
    **dict.fromkeys(("n_samples", "samples", "num_samples", "n_draws", "n_resamples", "n_bootstrap"), "`draws=`"),
    **dict.fromkeys(("test", "method"), "`procedure=`"),
    **dict.fromkeys(("margin", "epsilon", "equivalence_margin"), "`rope=`"),
    **dict.fromkeys(("correction", "p_adjust", "adjustment"), "`adjust=`"),
    **dict.fromkeys(("lower_is_better", "greater_is_better", "maximize"), "`higher_is_better=`"),
    **dict.fromkeys(("n_splits", "n_folds", "kfold"), "`folds=`"),
    **dict.fromkeys(("baseline", "reference", "control"), "`pairs=`"),
    **dict.fromkeys(("paired", "unpaired"), "`bt.unpaired`, which makes two independent samples of scores"),
    **dict.fromkeys(
        (
            "model",
            "score",
            "case",
            "cluster",
            "repeat",
            "fold",
            "train_set",
            "judge",
            "metric",
            "models",
            "ignore",
            "na",
            "human",
        ),
        READ,
    ),
    **dict.fromkeys(("prediction", "positive", "classes", "kind", "held_out", "truth"), PREDICTED),
    **dict.fromkeys(("loss", "cost"), SCORED),
    **dict.fromkeys(("y_true", "y", "target", "label"), "`truth=`"),
    **dict.fromkeys(("folds", "cv", "independent", "n_train", "n_test", "higher_is_better", "range", "weight"), READ),
}
"""What other libraries and other functions call it, and what it is called here."""


def plain_arguments(
    function: Callable[P, Found], options_of: Callable[[str], Sequence[str]] = lambda procedure: ()
) -> Callable[P, Found]:
    """The function, given arguments as it takes them; a keyword that it does not know is answered with what to use.

    Parameters:
        function: a public function.
        options_of: the names of the options of a procedure, by its name.
    """
    signature = inspect.signature(function)
    names = [name for name, each in signature.parameters.items() if each.kind is not each.VAR_KEYWORD]
    further = [name for name, each in signature.parameters.items() if each.kind is each.VAR_KEYWORD]

    @wraps(function)
    def checked(*args: P.args, **kwargs: P.kwargs) -> Found:
        for name in kwargs:
            if name not in (*names, *_options(kwargs.get("procedure"), options_of)):
                _refuse_unknown(function.__name__, name, names, further=bool(further))
        given = dict(zip(names, args, strict=False))
        positional = [_taken(name, value) for name, value in given.items()] + list(args[len(given) :])
        plain: dict[str, Any] = {name: _taken(name, value) for name, value in kwargs.items()}
        return function(*positional, **plain)

    return checked


def _options(procedure: Any, options_of: Callable[[str], Sequence[str]]) -> Sequence[str]:
    return () if procedure is None else options_of(_procedure("procedure", procedure))


def _taken(name: str, value: Any) -> Any:
    return TAKEN[name](name, value) if name in TAKEN and value is not None else value


def _refuse_unknown(asker: str, name: str, names: Sequence[str], *, further: bool) -> None:
    """A keyword that is none of the function's own; `further` ones may be options of a procedure."""
    if name in INSTEAD:
        instead = INSTEAD[name].format(name=name, asker=asker)
        raise ArgumentError(f"`{asker}` has no argument `{name}=`: use {instead}.")
    near = get_close_matches(name, names, n=1, cutoff=MISSPELT)
    if near or not further:
        raise ArgumentError(unknown_name("argument", name, names, of=asker))


MISSPELT = 0.8
"""So alike are a name and what was meant by it; options of procedures are less like the arguments of any function."""
