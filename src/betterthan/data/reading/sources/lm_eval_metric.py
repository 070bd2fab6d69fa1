"""The metric of lm-evaluation-harness that is compared: the one that was named, or the natural one of all tasks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from betterthan.data.engines.engine import Engine
from betterthan.data.engines.sql import literal
from betterthan.errors import ArgumentError, ReadingError
from betterthan.phrases import counted, listing, unknown_name

USUAL, NORMALIZED = "acc", "acc_norm"
"""The metric that is taken unasked, where the other one does not differ from it."""


class Taken(NamedTuple):
    """The metric that is compared.

    Attributes:
        name: what it is called.
        labels: its name in each task, with the filter.
        there: all names that could be asked for.
        notes: what was left out, or assumed.
    """

    name: str
    labels: Mapping[str, str]
    there: tuple[str, ...]
    notes: tuple[str, ...]


def bare(label: str) -> str:
    """The name of a metric without its filter.

    Parameters:
        label: as in `exact_match:strict-match`.
    """
    return label.partition(":")[0]


def taken_metric(engine: Engine, asked: str | None, called: str) -> Taken:
    """The metric that was named, or the natural one of all tasks; else a message that lists them.

    Parameters:
        engine: where the rows live, in `lm_eval_values`.
        asked: the name that the user gave; None for none.
        called: what a message calls the files.
    """
    found = engine.rows("SELECT task, metric FROM lm_eval_values GROUP BY ALL ORDER BY min(file), min(record), metric")
    labels: dict[str, list[str]] = {}
    for task, label in found:
        labels.setdefault(task, []).append(label)
    there = tuple(dict.fromkeys(label for each in labels.values() for label in each))
    if asked is not None:
        return _named(_as_here(asked, there), labels, there, called)
    equal = _equal_tasks(engine)
    natural = {task: _natural(each, equal=task in equal) for task, each in labels.items()}
    names = {bare(label) if label else None for label in natural.values()}
    if None in names or len(names) > 1:
        raise ReadingError(f'{called}: {_choices(labels)}. Choose one with `metric="NAME"`.')
    taken = {task: label for task, label in natural.items() if label is not None}
    return Taken(_common(taken.values()), taken, there, _equal_note(taken, labels))


def _as_here(asked: str, there: Sequence[str]) -> str:
    """`acc,none`, as the harness writes it, is `acc`."""
    name, comma, filtered = asked.partition(",")
    if not comma or asked in there:
        return asked
    return name if filtered == "none" else f"{name}:{filtered}"


def _named(asked: str, labels: Mapping[str, Sequence[str]], there: Sequence[str], called: str) -> Taken:
    fitting = {task: [label for label in each if asked in (label, bare(label))] for task, each in labels.items()}
    fitting = {task: [asked] if asked in each else each for task, each in fitting.items()}
    several = {task: each for task, each in fitting.items() if len(each) > 1}
    if several:
        raise ReadingError(f'{called}: {_choices(several)}. Choose one with `metric="NAME"`.')
    taken = {task: each[0] for task, each in fitting.items() if each}
    if not taken:
        raise ArgumentError(unknown_name("metric", asked, there))
    lacking = [task for task in labels if task not in taken]
    notes = [f"{listing(lacking)} left out: no metric `{asked}` there."] if lacking else []
    return Taken(_common(taken.values()), taken, tuple(there), tuple(notes))


def _natural(labels: Sequence[str], *, equal: bool) -> str | None:
    """The metric that a task is compared by unasked; None if that is to be chosen."""
    if len(labels) == 1:
        return labels[0]
    usual = [label for label in labels if bare(label) == USUAL]
    normalized = any(bare(label) == NORMALIZED for label in labels)
    return usual[0] if len(usual) == 1 and (equal or not normalized) else None


def _common(labels: Iterable[str]) -> str:
    """The label if all tasks have the same; else the name without filters."""
    distinct = list(dict.fromkeys(labels))
    return distinct[0] if len(distinct) == 1 else bare(distinct[0])


def _equal_tasks(engine: Engine) -> set[str]:
    """The tasks in which the normalized accuracy is that of the answers as they are, on every line."""
    by_line = (
        f"SELECT task, min(value) FILTER (split_part(metric, ':', 1) = {literal(USUAL)}) IS DISTINCT FROM "
        f"min(value) FILTER (split_part(metric, ':', 1) = {literal(NORMALIZED)}) AS differ "
        "FROM lm_eval_values GROUP BY task, file, record"
    )
    rows = engine.rows(f"SELECT task FROM ({by_line}) GROUP BY task HAVING NOT bool_or(differ)")
    return {task for (task,) in rows}


def _equal_note(taken: Mapping[str, str], labels: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    both = [task for task in taken if any(bare(label) == NORMALIZED for label in labels[task])]
    return (f"`{USUAL}` and `{NORMALIZED}` are equal on every question.",) if both else ()


def _choices(labels: Mapping[str, Sequence[str]]) -> str:
    """What there is to choose from: tasks with the same metrics are told together."""
    groups: dict[tuple[str, ...], list[str]] = {}
    for task, each in labels.items():
        groups.setdefault(tuple(each), []).append(task)
    told = [
        f"{'task' if len(tasks) == 1 else 'tasks'} {_few(tasks)} {'has' if len(tasks) == 1 else 'have'} "
        + (f"the metric {listing(names)}" if len(names) == 1 else f"the metrics {listing(names, limit=30)}")
        for names, tasks in groups.items()
    ]
    return "; ".join(told)


def _few(tasks: Sequence[str]) -> str:
    return f"`{tasks[0]}`" + (f" and {counted(len(tasks) - 1, 'other')}" if len(tasks) > 1 else "")
