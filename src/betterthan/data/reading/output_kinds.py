"""Kinds of outputs: whether models said labels, probabilities, scores or values, by the truth and by what they said.

    truth                               what the models said         kind
    several labels                      a number for each            multilabel
    classes                             a number for each of them    probabilities if they sum to 1, else score
                                        classes of the truth         labels
    two classes, texts or 0 and 1       numbers from 0 to 1          probabilities
                                        other numbers                score
    other whole numbers                 numbers that are not whole   values
    numbers that are not whole          numbers                      values
    texts, if the user says so          texts                        texts

What fits none of these is asked about.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from betterthan.data.reading.truth import MOST_CLASSES
from betterthan.data.reading.unclear import with_examples
from betterthan.errors import ArgumentError, ReadingError
from betterthan.phrases import listing

if TYPE_CHECKING:
    from betterthan.data.reading.outputs import Looked, Outputs
    from betterthan.data.reading.seen import Seen
    from betterthan.vocabulary import OutputKind


def kind_of(looked: Looked, outputs: Outputs, seen: Seen) -> OutputKind:
    """What the outputs are, where the user does not say; several columns for each model may still be no probabilities.

    Parameters:
        looked: the table.
        outputs: the columns.
        seen: what all of these are like, taken together.
    """
    truth = looked.truth
    if truth.labels:
        return "multilabel"
    _refuse_many_texts(looked)
    if not outputs.single:
        return "probabilities"
    if not looked.classes:
        return "values"
    if seen.all_known or not seen.numeric or (seen.mixed and seen.whole):
        return "labels"
    if not truth.numeric or truth.binary:
        return _of_two_classes(looked, outputs, seen)
    if seen.whole:
        raise _classes_or_values(looked, outputs)
    return "values"


def _refuse_many_texts(looked: Looked) -> None:
    if not looked.classes and not looked.truth.numeric:
        raise ReadingError(
            f"{looked.raw.source}: column `{looked.truth.name}`, the truth, holds more than {MOST_CLASSES:,} different "
            "texts, which are hardly classes. Score texts yourself, and compare the scores: one number for each model "
            'and case; or, for a function of all truths and outputs, such as BLEU, say `kind="texts"`.'
        )


def _of_two_classes(looked: Looked, outputs: Outputs, seen: Seen) -> OutputKind:
    if len(looked.classes) > 2:
        raise ReadingError(
            f"{looked.raw.source}: {_shown(looked, outputs)}. One number does not say which of {len(looked.classes)} "
            f"classes is meant ({listing(looked.classes)}): give the class, or a column for each model and class, such "
            f"as `{next(iter(outputs.columns)) or 'MODEL'}:{looked.classes[0]}`."
        )
    if seen.whole:
        raise ReadingError(
            f"{looked.raw.source}: {_shown(looked, outputs)}. These whole numbers are no classes of "
            f"`{looked.truth.name}` ({listing(looked.classes)}). If they are the probability of a class, or a score "
            'for it, say so with `kind="probabilities"` or `kind="score"`; else write classes as the truth has them.'
        )
    return "probabilities" if seen.within_one else "score"


def _classes_or_values(looked: Looked, outputs: Outputs) -> ReadingError:
    return ReadingError(
        f"{looked.raw.source}: {_shown(looked, outputs)}. Truth and outputs are whole numbers, and some outputs are "
        f'never true (true are {listing(looked.classes)}). If they are amounts, say so with `kind="values"`; if they '
        'are classes, name all of them with `classes=["NAME", "NAME"]`.'
    )


def _shown(looked: Looked, outputs: Outputs) -> str:
    columns = [column for each in outputs.columns.values() for column in each]
    return with_examples(looked.engine, looked.raw, [looked.truth.columns[0], *columns], {})


def checked_kind(kind: OutputKind, looked: Looked, outputs: Outputs) -> OutputKind:
    """The kind that the user says, if it fits the columns; whether it fits their values is looked at later.

    Parameters:
        kind: what the user says.
        looked: the table.
        outputs: the columns.
    """
    wrong = unfit(kind, looked, outputs)
    if wrong is not None:
        raise ArgumentError(f'`kind="{kind}"` does not fit {looked.raw.source}: {wrong}.')
    if kind not in ("values", "texts") and not looked.truth.labels:
        _refuse_many_texts(looked)
    return kind


def unfit(kind: OutputKind, looked: Looked, outputs: Outputs) -> str | None:
    """Why outputs cannot be of a kind, by their columns; None if they can.

    Parameters:
        kind: the kind.
        looked: the table.
        outputs: the columns.
    """
    labels, single = bool(looked.truth.labels), outputs.single
    if labels and kind != "multilabel":
        return "the truth has several labels for each case"
    if kind == "multilabel":
        return None if labels else 'several labels are given as several columns, `truth=["NAME", "NAME"]`'
    if kind in ("labels", "values", "texts"):
        texts = kind == "values" and not looked.truth.numeric
        return "the truth holds texts" if texts else None if single else "there is a column for each class"
    few = single and len(looked.classes) > 2
    return f"one number does not say which of {len(looked.classes)} classes is meant" if few else None
