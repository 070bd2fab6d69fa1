"""Runs of lm-evaluation-harness: which samples files belong to which results file, and which of them are the newest."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from betterthan.data.limits import LONGEST_JSON
from betterthan.data.reading import text
from betterthan.data.reading.sources.source import UNREADABLE, unreadable
from betterthan.errors import ReadingError

NAME = re.compile(r"samples_(?P<task>.+)_(?P<date>[^_]+)\.jsonl?(\.gz)?")
"""The name of a samples file, with lines even where it ends in .json; the task may have underscores, not the date."""
RESULTS = "*results*_{date}.json", "*_{date}.json", "*results*_{date}.json.gz", "*_{date}.json.gz"
"""What the results file beside it is called; the second where a name was given with `output_path=NAME.json`."""
TOLD = ("versions", "n-shot", "task_hashes")
"""What a results file says of each task, and ought to be the same in runs that are compared."""


class Results(NamedTuple):
    """What a results file says.

    Attributes:
        path: the file.
        model: the name of the model.
        higher_is_better: of each task and metric; None where the file does not know.
        samples: how many samples of each task were scored.
        told: version, number of examples in the prompt and hash of each task.
    """

    path: Path
    model: str | None
    higher_is_better: Mapping[str, Mapping[str, bool | None]]
    samples: Mapping[str, int]
    told: Mapping[str, Mapping[str, str]]


@dataclass(frozen=True)
class Run:
    """One samples file: what one run of the harness wrote of one task.

    Parameters:
        path: the file.
        task: the name of the task.
        date: when it was run, as in the names of its files; empty if the file was renamed.
        results: what the results file of the run says; None without one.
    """

    path: Path
    task: str
    date: str = ""
    results: Results | None = field(default=None, compare=False)

    @property
    def model(self) -> str | None:
        """The name of the model, if the results file says it."""
        return self.results.model if self.results else None

    @property
    def higher_is_better(self) -> Mapping[str, bool | None]:
        """The direction of each metric of this task."""
        return self.results.higher_is_better.get(self.task, {}) if self.results else {}


def runs_of(paths: Iterable[Path]) -> list[Run]:
    """The run that each samples file is of.

    Parameters:
        paths: the samples files.
    """
    found: dict[tuple[Path, str], Results | None] = {}
    return [_run(path, found) for path in paths]


def newest(runs: Sequence[Run]) -> tuple[list[Run], list[Run]]:
    """The newest run of each task and model in a folder, and the older ones.

    Parameters:
        runs: of one model or of several.
    """
    last: dict[tuple[Path, str | None, str], str] = {}
    for run in runs:
        last[_key(run)] = max(run.date, last.get(_key(run), ""))
    kept = [run for run in runs if run.date == last[_key(run)]]
    return kept, [run for run in runs if run.date != last[_key(run)]]


def _key(run: Run) -> tuple[Path, str | None, str]:
    # A file that was renamed has no date: it is a run of its own.
    return run.path.parent, run.model, run.task if run.date else str(run.path)


def _run(path: Path, found: dict[tuple[Path, str], Results | None]) -> Run:
    named = NAME.fullmatch(path.name)
    if named is None:
        return Run(path, re.sub(r"\.jsonl?(\.gz)?$", "", path.name).removeprefix("samples_"))
    beside = (path.parent, named["date"])
    if beside not in found:
        found[beside] = _results_beside(*beside)
    return Run(path, named["task"], named["date"], found[beside])


def _results_beside(folder: Path, date: str) -> Results | None:
    beside = (file for pattern in RESULTS for file in sorted(folder.glob(pattern.format(date=_unpatterned(date)))))
    found = (file for file in beside if NAME.fullmatch(file.name) is None)
    return next((results for file in found if (results := read_results(file)) is not None), None)


def _unpatterned(date: str) -> str:
    return re.sub(r"([*?[])", r"[\1]", date)


def read_results(path: Path) -> Results | None:
    """What a results file says; None if it is none.

    Parameters:
        path: a file of JSON.
    """
    try:
        content = text.at_most(path, LONGEST_JSON)
    except UNREADABLE as failure:
        raise unreadable(f"`{path}`", failure) from None
    if content is None:
        raise ReadingError(f"`{path}` has more than {LONGEST_JSON >> 20} MB, as no results file of lm-eval does.")
    try:
        whole = json.loads(content)
    except RecursionError:
        raise ReadingError(f"`{path}` is nested too deep to be a results file of lm-eval.") from None
    except ValueError as error:
        raise ReadingError(
            f"`{path}`, the results file beside the samples, is not valid JSON: {error}. Copy it again, or remove it: "
            "the samples are read without it, but it knows the model and which scores are losses."
        ) from None
    if not isinstance(whole, dict) or not isinstance(whole.get("results"), dict):
        return None
    return Results(
        path,
        _text(whole.get("model_name")),
        {task: _directions(each) for task, each in _mapping(whole.get("higher_is_better")).items()},
        {
            task: each["effective"]
            for task, each in _mapping(whole.get("n-samples")).items()
            if isinstance(each, dict) and isinstance(each.get("effective"), int)
        },
        {what: {task: str(value) for task, value in _mapping(whole.get(what)).items()} for what in TOLD},
    )


def _mapping(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _directions(value: Any) -> dict[str, bool | None]:
    return {metric: each if isinstance(each, bool) else None for metric, each in _mapping(value).items()}


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) and value else None
