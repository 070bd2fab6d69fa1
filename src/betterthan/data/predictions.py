"""Predictions: what is true of each case, and what each model said. A loss makes `Scores` of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from betterthan.arrays import Array, BoolArray, IntArray
from betterthan.data.by_value import ByValue
from betterthan.data.factors import Factor, recoded
from betterthan.data.predictions_checked import checked
from betterthan.data.units import KEYS
from betterthan.errors import ArgumentError
from betterthan.phrases import counted, listing, unknown_name, visible
from betterthan.vocabulary import OutputKind

if TYPE_CHECKING:
    from betterthan.data.chosen_loss import Costs, LossLike
    from betterthan.data.scores import Scores

Values: TypeAlias = npt.NDArray[Any]
"""A code or a number for each case, or a row of numbers for each."""

IN_WORDS: Mapping[OutputKind, str] = {
    "labels": "labels",
    "probabilities": "probabilities",
    "score": "scores",
    "values": "values",
    "multilabel": "outputs",
    "texts": "texts",
}


@dataclass(frozen=True, eq=False, repr=False)
class Predictions(ByValue):
    """Truth and outputs of one or more models on the same cases, checked whole.

    Parameters:
        models: their names.
        truth: of each case its class, as a place in `classes`; of kind `values` a number, of kind `texts` a text;
            of kind `multilabel` 0 or 1 for each label.
        outputs: of each model, what it said of each case: of kind `labels` a place in `classes`; of kind `values` a
            number; of two classes a number for the last of them, or probabilities of both; of several classes or labels
            a row with a number for each.
        kind: what an output is: `labels`, `probabilities`, `score` (any number, larger for the positive class),
            `values`, `multilabel`, or `texts`, which only functions of the user's own take.
        classes: the classes, or of kind `multilabel` the labels; of two classes the positive one is the last. Values
            and texts have none.
        positive: which of two classes is the positive one; None if nobody says so, nor their names.
        factors: labels per case (`case`, `task`, `cluster`, `seed`, … and further columns), by role or own name.
        sizes: `n_train` and `n_test` per case, where they are known.
        weight: what each case counts; None if all count the same.
        held_out: which cases are held out, for a threshold or a calibration, and not compared; None if none is.
        held_from: by what, or from where, they are held out, in words; None if nobody says so.
        source: where the table came from, for messages.
        notes: what was dropped or assumed on reading.
        called: what the column of each role is called in the input, where it has a name there.
    """

    models: tuple[str, ...]
    truth: Values
    outputs: tuple[Values, ...]
    kind: OutputKind
    classes: tuple[str, ...] = ()
    positive: str | None = None
    factors: Mapping[str, Factor] = field(default_factory=dict)
    sizes: Mapping[str, Array] = field(default_factory=dict)
    weight: Array | None = None
    held_out: BoolArray | None = None
    held_from: str | None = None
    source: str = "the table"
    notes: tuple[str, ...] = ()
    called: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, value in checked(self).items():
            object.__setattr__(self, name, value)

    @property
    def columns(self) -> tuple[str, ...]:
        """The roles that the cases have labels for."""
        return tuple(role for role in (*KEYS, "cluster") if role in self.factors)

    @property
    def extra(self) -> tuple[str, ...]:
        """Further columns, usable for subgroups."""
        return tuple(name for name in self.factors if name not in self.columns)

    @property
    def tasks(self) -> tuple[str, ...]:
        return self.factors["task"].names if "task" in self.factors else ()

    def __len__(self) -> int:
        return len(self.truth)

    def __repr__(self) -> str:
        names = ", ".join(visible(name) for name in self.models[:6]) + (", …" if len(self.models) > 6 else "")
        of = "" if not self.classes else " of " + counted(len(self.classes), *self._parts)
        held = "" if self.held_out is None else f", {int(self.held_out.sum()):,} held out"
        return f"<Predictions of {names}: {IN_WORDS[self.kind]}{of} on {counted(len(self), 'case')}{held}>"

    @property
    def _parts(self) -> tuple[str, str]:
        return ("label", "labels") if self.kind == "multilabel" else ("class", "classes")

    def output(self, model: str) -> Values:
        """What one model said, as it is held.

        Parameters:
            model: its name.
        """
        if model not in self.models:
            raise ArgumentError(unknown_name("model", model, self.models))
        return self.outputs[self.models.index(model)]

    def probabilities(self, model: str) -> Array:
        """The probability that one model gives to each class of each case: cases x classes.

        Parameters:
            model: its name.
        """
        output = self.output(model)
        if self.kind != "probabilities":
            raise ArgumentError(f"The outputs of {self.source} are {IN_WORDS[self.kind]}, not probabilities.")
        return output if output.ndim == 2 else np.stack([1 - output, output], axis=1)

    def positive_scores(self, model: str) -> Array:
        """The number that one model gives to the last of two classes, which is the positive one if one is known.

        Parameters:
            model: its name.
        """
        output = self.output(model)
        if len(self.classes) != 2 or self.kind not in ("probabilities", "score"):
            raise ArgumentError(f"{self.source} holds {self!r}: no numbers for the positive class of two.")
        return output if output.ndim == 1 else output[:, 1]

    def labels(self, model: str) -> IntArray:
        """The class that one model says each case is of, as a place in `classes`: the most probable one.

        Of classes that are equally probable the first is taken; `ties` counts such cases.

        Parameters:
            model: its name.
        """
        return self.output(model) if self.kind == "labels" else self.probabilities(model).argmax(axis=1)

    def ties(self, model: str) -> int:
        """On how many cases two classes are the most probable ones, by one model.

        Parameters:
            model: its name.
        """
        if self.kind == "labels":
            return 0
        probabilities = self.probabilities(model)
        best = probabilities.max(axis=1, keepdims=True)
        return int(((probabilities == best).sum(axis=1) > 1).sum())

    def case(self, number: int) -> str:
        """What a message calls a case.

        Parameters:
            number: its place, from 0.
        """
        named = [role for role in ("task", *(key for key in KEYS if key != "task")) if role in self.factors]
        labels = [f"{role} {self.factors[role].names[self.factors[role].codes[number]]}" for role in named]
        return " ".join(labels) or f"row {number + 1:,}"

    def only(self, column: str, values: Sequence[str] | str) -> Predictions:
        """The cases in which a column has one of the values; of `model`, the models with these names.

        Parameters:
            column: `model`, a role such as `task`, or the name of a further column.
            values: the values to keep, each of which must be there.
        """
        wanted = (values,) if isinstance(values, str) else tuple(str(value) for value in values)
        known = self.models if column == "model" else self._factor(column).names
        for value in wanted:
            if value not in known:
                raise ArgumentError(unknown_name(column, value, known))
        if column == "model":
            outputs = tuple(self.outputs[self.models.index(name)] for name in wanted)
            return replace(self, models=wanted, outputs=outputs)
        codes = [known.index(value) for value in wanted]
        return self.chosen(np.flatnonzero(np.isin(self._factor(column).codes, codes)))

    def _factor(self, column: str) -> Factor:
        if column not in self.factors:
            raise ArgumentError(unknown_name("column", column, ("model", *self.factors)))
        return self.factors[column]

    def select_tasks(self, tasks: Sequence[str]) -> Predictions:
        """The cases of the named tasks.

        Parameters:
            tasks: names of tasks, each of which must be there.
        """
        if "task" not in self.factors:
            raise ArgumentError(f"{self.source} has no task column, so no task {listing(tasks)} can be selected.")
        return self.only("task", tasks)

    def chosen(self, numbers: IntArray) -> Predictions:
        """Some of the cases.

        Parameters:
            numbers: their places, from 0.
        """
        if not len(numbers):
            raise ArgumentError(f"No case of {self.source} is left.")
        held = None if self.held_out is None else self.held_out[numbers]
        return replace(
            self,
            truth=self.truth[numbers],
            outputs=tuple(output[numbers] for output in self.outputs),
            factors={name: recoded(labels[numbers]) for name, labels in self.factors.items()},
            sizes={name: sizes[numbers] for name, sizes in self.sizes.items()},
            weight=None if self.weight is None else self.weight[numbers],
            held_out=held if held is not None and held.any() else None,
        )

    @cached_property
    def compared(self) -> Predictions:
        """The cases that are compared: all that are not held out."""
        return self if self.held_out is None else self.chosen(np.flatnonzero(~self.held_out))

    @cached_property
    def held(self) -> Predictions:
        """The cases that are held out."""
        if self.held_out is None:
            raise ArgumentError(f'No case of {self.source} is held out: say which are, with `held_out="COLUMN"`.')
        return replace(self, held_out=None).chosen(np.flatnonzero(self.held_out))

    def scores(self, loss: LossLike, *, cost: Costs | None = None, higher_is_better: bool | None = None) -> Scores:
        """The loss of each model on each case that is compared, as scores.

        Parameters:
            loss: the name of a loss, such as `log`, `brier`, `zero-one`, `squared`, `pinball-0.9`; or a function of
                truth and output (as they are held here) that gives a number for each case.
            cost: what the loss `cost` costs: `{(truth, said): cost}`, or how many times a false alarm a missed positive
                costs.
            higher_is_better: of a function, whether it gives a score and no loss.
        """
        from betterthan.data.scoring import scores_of

        return scores_of(self, loss, cost=cost, higher_is_better=higher_is_better)
