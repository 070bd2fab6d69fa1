"""The table of sources: a kind of file is its own module and a line here, or is registered from outside."""

from __future__ import annotations

from betterthan.data.reading.sources.arff import ARFF
from betterthan.data.reading.sources.compiled import log_of_mapping
from betterthan.data.reading.sources.delimited import DELIMITED
from betterthan.data.reading.sources.every_eval_ever import EVERY_EVAL_EVER
from betterthan.data.reading.sources.helm import HELM
from betterthan.data.reading.sources.human_eval import HUMAN_EVAL
from betterthan.data.reading.sources.inspect_logs import INSPECT
from betterthan.data.reading.sources.json_records import JSON
from betterthan.data.reading.sources.known import KNOWN_JSON
from betterthan.data.reading.sources.lighteval import LIGHTEVAL
from betterthan.data.reading.sources.lm_eval import LM_EVAL
from betterthan.data.reading.sources.log import Log
from betterthan.data.reading.sources.npz import RLIABLE, STABLE_BASELINES
from betterthan.data.reading.sources.parquet import PARQUET
from betterthan.data.reading.sources.promptfoo import PROMPTFOO
from betterthan.data.reading.sources.source import File, Source
from betterthan.data.reading.sources.spreadsheet import SPREADSHEET
from betterthan.data.reading.sources.swebench_results import SWEBENCH_RESULTS
from betterthan.errors import ArgumentError

SOURCES: dict[str, Source] = {source.name: source for source in (PARQUET, SPREADSHEET, ARFF, JSON, DELIMITED)}
"""In the order in which they are asked whether they recognise a file; the last one takes any text."""


CODED = (
    LM_EVAL,
    INSPECT,
    PROMPTFOO,
    HELM,
    EVERY_EVAL_EVER,
    LIGHTEVAL,
    SWEBENCH_RESULTS,
    HUMAN_EVAL,
    STABLE_BASELINES,
    RLIABLE,
)
"""What no mapping can say."""

LOGS: dict[str, Log] = {log.name: log for log in (*CODED, *map(log_of_mapping, KNOWN_JSON))}
"""The logs of programs, in the order in which they are asked whether they recognise a file."""


def register(source: Source | Log) -> None:
    """Enter a source from outside; it may not take the name of another."""
    taken = SOURCES.get(source.name) or LOGS.get(source.name)
    if taken is not None and taken is not source:
        raise ArgumentError(f"There is a source `{source.name}` already; choose another name.")
    if isinstance(source, Log):
        LOGS[source.name] = source
    else:
        SOURCES[source.name] = source


def log_of(file: File) -> Log | None:
    """The kind of log that a file is; None if it is none."""
    return next((log for log in LOGS.values() if log.recognises(file)), None)


def source_of(file: File) -> Source:
    """The kind of a file: what a kind without suffixes recognises, such as the log of a program; else what its suffix
    says; else what it looks like."""
    logs = (each for each in SOURCES.values() if not each.suffixes and each.recognises(file))
    named = (each for each in SOURCES.values() if file.suffix in each.suffixes)
    alike = (each for each in SOURCES.values() if each.recognises(file))
    return next(logs, None) or next(named, None) or next(alike, DELIMITED)
