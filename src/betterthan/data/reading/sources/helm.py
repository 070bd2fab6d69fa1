"""HELM: run folders, each with the statistics of every instance (`per_instance_stats.json`) and what was run."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from betterthan.data.engines.engine import Engine, EngineError
from betterthan.data.engines.sql import literal
from betterthan.data.limits import LONGEST_JSON
from betterthan.data.reading import text
from betterthan.data.reading.sources.json_values import texts
from betterthan.data.reading.sources.log import Asked, Log, LogTable, chosen_metric
from betterthan.data.reading.sources.records import records_of, unreadable_records
from betterthan.data.reading.sources.source import UNREADABLE, File, unreadable
from betterthan.errors import ReadingError
from betterthan.phrases import counted, listing

TITLE = "HELM"
SPEC = "run_spec.json"
OF_RUN = {SPEC, "stats.json", "instances.json", "scenario.json", "scenario_state.json", "display_requests.json",
          "display_predictions.json", "eval_cache.json"}  # fmt: skip
"""What else lies in the folder of a run."""
MODEL = re.compile(r",?\bmodel(?:_deployment)?=[^,]*")
"""The part of a run's name that is no part of what was asked."""
BOOKKEEPING = re.compile(
    r"num_.*|inference_.*|training_.*|finish_reason_.*|batch_size|max_prob|prompt_truncated|estimated_.*|predicted_index"
)
"""Statistics that are no scores."""
KEYS = ("/instance_id", "/perturbation/name", "/train_trial_index")


class Run(NamedTuple):
    """What the folder of a run says.

    Attributes:
        scenario: the name of the run without the model.
        model: the name of the model; None if nothing says it.
    """

    scenario: str
    model: str | None


def is_stats(file: File) -> bool:
    """Whether a file holds the statistics of instances.

    Parameters:
        file: any file.
    """
    first = file.outline.first if file.outline is not None else None
    return isinstance(first, dict) and "instance_id" in first and isinstance(first.get("stats"), list)


def is_of_run(file: File) -> bool:
    """Whether a file lies beside such statistics and holds no scores of its own.

    Parameters:
        file: any file.
    """
    return file.path.name.removesuffix(".gz") in OF_RUN


def run_of(path: Path) -> Run:
    """What was run, by the specification beside the statistics, else by the name of the folder.

    Parameters:
        path: the statistics.
    """
    spec = text.there(path.parent / SPEC)
    found = {} if spec is None else _specification(spec)
    about = found if isinstance(found, dict) else {}
    name = about["name"] if isinstance(about.get("name"), str) else path.resolve().parent.name
    adapter = about.get("adapter_spec")
    model = adapter.get("model") if isinstance(adapter, dict) else None
    if not isinstance(model, str):
        said = re.search(r"\bmodel=([^,]*)", name)
        model = said[1] if said else None
    return Run(MODEL.sub("", name).strip(":,-"), model)


def _specification(path: Path) -> object:
    try:
        content = text.at_most(path, LONGEST_JSON)
        if content is None:
            raise ReadingError(f"`{path}` has more than {LONGEST_JSON >> 20} MB, as no specification of a run does.")
        return json.loads(content)
    except (ValueError, RecursionError) as error:
        raise ReadingError(f"`{path}` is not valid JSON: {error}. Copy it again.") from None
    except UNREADABLE as failure:
        raise unreadable(f"`{path}`", failure) from None


def read(engine: Engine, files: Sequence[File], asked: Asked) -> LogTable:
    """The scores of one metric of all runs.

    Parameters:
        engine: where the rows live.
        files: the statistics of the instances.
        asked: the metric.
    """
    runs = [run_of(file.path) for file in files]
    _load(engine, files, runs)
    called = files[0].called + (f" and {counted(len(files) - 1, 'other file')}" if len(files) > 1 else "")
    found = [name for (name,) in engine.rows("SELECT metric FROM helm_stats GROUP BY metric ORDER BY min(rowid)")]
    there = [name for name in found if not BOOKKEEPING.fullmatch(name)]
    metric = chosen_metric(asked.metric, there if asked.metric not in found else found, called)
    perturbed = engine.rows("SELECT count(perturbation) > 0 FROM helm_rows")[0][0]
    engine.run(
        "CREATE OR REPLACE TABLE helm AS SELECT file, record, model, task, instance AS cluster, trial AS repeat, "
        "score, concat_ws(' ', instance, '(' || perturbation || ')') AS \"case\", NULL::VARCHAR AS failure "
        "FROM helm_rows LEFT JOIN (SELECT file, record, avg(mean) AS score FROM helm_stats "
        f"WHERE metric = {literal(metric)} GROUP BY ALL) USING (file, record)"
    )
    return LogTable(
        relation="helm",
        roles=["task", "case", "repeat", *(["cluster"] if perturbed else [])],
        metric=metric,
        metrics=there,
        averaged={"repeat": "trials with other examples in the prompt"},
        notes=_splits(engine, metric),
    )


def _load(engine: Engine, files: Sequence[File], runs: Sequence[Run]) -> None:
    """An instance each in `helm_rows`, a statistic each in `helm_stats`.

    Each metric adds entries of its own for the same instance, so these are merged; what is NaN was taken out.
    """
    engine.run(
        "CREATE OR REPLACE TABLE helm_lines (file INTEGER, record BIGINT, instance VARCHAR, perturbation VARCHAR, "
        "trial VARCHAR, stats JSON)"
    )
    for number, file in enumerate(files):
        records = records_of(engine, file, "give the folders of single runs")
        try:
            engine.run(
                f"INSERT INTO helm_lines SELECT {number}, row_number() OVER (), found[1], found[2], found[3], stats "
                f"FROM (SELECT {texts(KEYS)} AS found, json_extract(json, '/stats') AS stats FROM {records})"
            )
        except EngineError as error:
            raise unreadable_records(file, error, TITLE) from None
    about = ", ".join(
        f"({number}, {literal(run.scenario)}, {'NULL::VARCHAR' if run.model is None else literal(run.model)})"
        for number, run in enumerate(runs)
    )
    same = "file, instance, perturbation, trial"
    engine.run(
        f"CREATE OR REPLACE TABLE helm_rows AS SELECT {same}, min(record) AS record, any_value(task) AS task, "
        f"any_value(model) AS model FROM helm_lines JOIN (VALUES {about}) AS runs(file, task, model) USING (file) "
        f"GROUP BY {same}"
    )
    engine.run(
        "CREATE OR REPLACE TABLE helm_stats AS SELECT file, record, concat_ws(':', stat->>'/name/name', "
        "stat->>'/name/sub_split') AS metric, stat->>'/name/split' AS split, try_cast(stat->>'/mean' AS DOUBLE) "
        f"AS mean FROM (SELECT file, min(record) OVER (PARTITION BY {same}) AS record, "
        "unnest(from_json(stats, '[\"JSON\"]')) AS stat FROM helm_lines)"
    )


def _splits(engine: Engine, metric: str) -> list[str]:
    """Splits of which the scores are taken together, if there are several."""
    rows = engine.rows(f"SELECT DISTINCT split FROM helm_stats WHERE metric = {literal(metric)} ORDER BY split")
    splits = [split for (split,) in rows if split is not None]
    return [f"Instances of several splits were taken together: {listing(splits)}."] if len(splits) > 1 else []


HELM = Log(
    name="helm",
    title=TITLE,
    files="per_instance_stats.json, beside run_spec.json",
    signature="a JSON array of objects with instance_id and stats",
    recognises=is_stats,
    read=read,
    accompanies=is_of_run,
    suffixes=(".json",),
    note=(
        "The score of an instance is the mean of its statistic; instances are paired by the name of the run without "
        "its model, their id and perturbation. Trials with other examples in the prompt are averaged. Perturbed copies "
        "of an instance are a cluster."
    ),
)
