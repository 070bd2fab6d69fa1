"""Every Eval Ever: instance files of the common schema, and the aggregates beside them, which know the direction."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from betterthan.data.engines.engine import Engine
from betterthan.data.limits import LONGEST_JSON
from betterthan.data.reading import text
from betterthan.data.reading.sources.compiled import log_of_mapping, read_json
from betterthan.data.reading.sources.known import text_of
from betterthan.data.reading.sources.log import Asked, LogTable
from betterthan.data.reading.sources.mapping import from_toml
from betterthan.data.reading.sources.source import UNREADABLE, File
from betterthan.errors import ReadingError

NAME = "every-eval-ever"
MAPPED = from_toml(text_of(NAME), f"mappings/{NAME}.toml", NAME)
SAMPLES = "_samples"


def is_aggregate(file: File) -> bool:
    """Whether a file lies beside samples and holds their means.

    Parameters:
        file: any file.
    """
    first = file.outline.first if file.outline is not None else None
    return isinstance(first, dict) and "schema_version" in first and isinstance(first.get("evaluation_results"), list)


def read(engine: Engine, files: Sequence[File], asked: Asked) -> LogTable:
    """The scores of one metric, with the direction that the aggregates say.

    Parameters:
        engine: where the rows live.
        files: the instance files.
        asked: the metric.
    """
    table = read_json(MAPPED, engine, files, asked)
    return replace(table, higher_is_better=_direction(files, table.metric))


def _direction(files: Sequence[File], metric: str) -> bool | None:
    """Whether higher is better, by the aggregates that are there; None if none of them says."""
    said = {better for file in files if (better := _said(file, metric)) is not None}
    if len(said) > 1:
        raise ReadingError(
            f"Of `{metric}`, higher is better in some of these files and lower in others, as their aggregates say. "
            "Compare them apart."
        )
    return next(iter(said), None)


def _said(file: File, metric: str) -> bool | None:
    name = file.path.name.removesuffix(".gz").removesuffix(".jsonl").removesuffix(SAMPLES)
    path = text.there(file.path.with_name(f"{name}.json"))
    whole: object = None
    with suppress(ValueError, RecursionError, *UNREADABLE):
        whole = json.loads((path and text.at_most(path, LONGEST_JSON)) or b"null")
    results = whole.get("evaluation_results") if isinstance(whole, dict) else None
    for each in results if isinstance(results, list) else ():
        if isinstance(each, dict) and metric in (each.get("evaluation_result_id"), each.get("evaluation_name")):
            config = each.get("metric_config")
            lower = config.get("lower_is_better") if isinstance(config, dict) else None
            return None if lower is None else not lower
    return None


EVERY_EVAL_EVER = replace(log_of_mapping(MAPPED), read=read, accompanies=is_aggregate)
