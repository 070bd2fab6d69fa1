"""Heads of Inspect logs: which task, which model, what else tells two logs apart, and which log was run again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from betterthan.errors import ReadingError
from betterthan.phrases import counted, cut, listing

ASPECTS = ("solver", "task_args", "model_args", "model_generate_config", "tags")
"""What may differ between logs of one model and task, in the order in which it tells them apart."""
SHOWN = 40
"""Letters of a value within the name of a model."""


@dataclass(frozen=True)
class Head:
    """What the head of a log says.

    Parameters:
        task: the name of the task.
        model: the name of the model; None if there is none.
        task_id: the same in a log and in those of its retries.
        created: when it was made; later ones sort behind.
        status: `success`, or why there is no more; `started` where the log was never finished.
        completed: how many samples were completed; None if it does not say.
        aspects: what else the model or the task was given, as text by name.
    """

    task: str
    model: str | None
    task_id: str = ""
    created: str = ""
    status: str = "success"
    completed: int | None = None
    aspects: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


def head_of(text: str, called: str) -> Head:
    """The head of a log.

    Parameters:
        text: a header as JSON: with `eval`, and `status`, `plan` and `results` if the log is finished.
        called: what a message calls the log.
    """
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ReadingError(f"{called}: its header is not valid JSON ({error}). Copy the log again.") from None
    about = whole.get("eval") if isinstance(whole, dict) else None
    if not isinstance(about, dict) or not isinstance(about.get("task"), str):
        raise ReadingError(f"{called} has no `eval.task` in its header, so it is not known what was evaluated.")
    results = _mapping(whole.get("results"))
    completed = results.get("completed_samples")
    return Head(
        about["task"],
        about["model"] if isinstance(about.get("model"), str) else None,
        str(about.get("task_id") or ""),
        str(about.get("created") or ""),
        str(whole.get("status") or "started"),
        completed if isinstance(completed, int) else None,
        _aspects(about, _mapping(whole.get("plan"))),
    )


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _aspects(about: Mapping[str, Any], plan: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    steps = [step for step in plan.get("steps") or () if isinstance(step, dict)]
    named = about.get("solver") or "+".join(str(step.get("solver")) for step in steps)
    solver = {"solver": named, **_mapping(about.get("solver_args"))}
    for step in steps:
        solver |= {f"{step.get('solver')}.{name}": value for name, value in _mapping(step.get("params")).items()}
    tags = about.get("tags")
    found = {name: _mapping(about.get(name)) for name in ASPECTS[1:-1]}
    found |= {"solver": solver, "tags": {"tags": "+".join(map(str, tags))} if isinstance(tags, list) and tags else {}}
    return {name: {key: _text(value) for key, value in found[name].items()} for name in ASPECTS}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, sort_keys=True)


def without_retries(heads: Mapping[int, Head]) -> tuple[dict[int, Head], list[str]]:
    """Of a log and its retries the last that succeeded, else the last; and what was left out.

    Parameters:
        heads: by the numbers of the files.
    """
    last: dict[object, int] = {}
    for number, head in heads.items():
        key = (head.task_id, head.model, head.task) if head.task_id else number
        rank = (head.status == "success", head.created)
        if key not in last or rank > (heads[last[key]].status == "success", heads[last[key]].created):
            last[key] = number
    kept = {number: head for number, head in heads.items() if number in last.values()}
    left = len(heads) - len(kept)
    return kept, [
        f"{counted(left, 'log')} left out: run again, and the last run that succeeded counts."
    ] if left else []


def with_task_args(heads: Mapping[int, Head]) -> dict[int, Head]:
    """Heads whose tasks say with what arguments they were run, where every model was run with the same several ones.

    Parameters:
        heads: by the numbers of the files.
    """
    tasks = dict.fromkeys(head.task for head in heads.values())
    named: dict[int, Head] = dict(heads)
    for task in tasks:
        own = {number: head for number, head in heads.items() if head.task == task}
        by_model: dict[str | None, list[str]] = {}
        for head in own.values():
            by_model.setdefault(head.model, []).append(_text(dict(head.aspects.get("task_args", {}))))
        sets = [sorted(each) for each in by_model.values()]
        if len(sets) < 2 or len(sets[0]) < 2 or len(set(sets[0])) < len(sets[0]) or any(s != sets[0] for s in sets):
            continue
        labels = _labels(own, ("task_args",))
        named |= {number: replace(head, task=f"{task} ({labels[number]})") for number, head in own.items()}
    return named


def told_apart_by_head(heads: Mapping[int, Head]) -> tuple[dict[int, str | None], list[str]]:
    """The name of the model of each log; several logs of one model and task are told apart by how they were run.

    Parameters:
        heads: by the numbers of the files.
    """
    names: dict[int, str | None] = {number: head.model for number, head in heads.items()}
    notes = []
    models = dict.fromkeys(head.model for head in heads.values() if head.model is not None)
    for model in models:
        own = {number: head for number, head in heads.items() if head.model == model}
        tasks = [head.task for head in own.values()]
        if len(set(tasks)) == len(tasks):
            continue
        aspect = next(
            (name for name in ASPECTS if len({_text(dict(head.aspects.get(name, {}))) for head in own.values()}) > 1),
            None,
        )
        if aspect is None:
            continue  # by their folders, as any logs
        labels = _labels(own, (aspect,))
        names |= {number: f"{model} ({label})" for number, label in labels.items()}
        told = listing(dict.fromkeys(labels.values()))
        notes.append(f"Several logs are of `{model}`: told apart by what differs in `{aspect}`: {told}.")
    return names, notes


def _labels(heads: Mapping[int, Head], aspects: Sequence[str]) -> dict[int, str]:
    """Of each head, the values of these aspects that are not the same in all."""
    given = {
        number: {key: value for name in aspects for key, value in head.aspects.get(name, {}).items()}
        for number, head in heads.items()
    }
    keys = list(dict.fromkeys(key for each in given.values() for key in each))
    differing = [key for key in keys if len({each.get(key) for each in given.values()}) > 1]
    return {
        number: ", ".join(
            cut(each[key], SHOWN) if key in ASPECTS else f"{key}={cut(each[key], SHOWN)}"
            for key in differing
            if key in each
        )
        or "default"
        for number, each in given.items()
    }
