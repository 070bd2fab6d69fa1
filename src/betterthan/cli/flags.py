"""The library speaks of arguments, the command line of flags: its messages, translated."""

from __future__ import annotations

import json
import re
import shlex

from betterthan.data.units import ROLES

SAID_OTHERWISE = {
    "higher_is_better=False": "--lower-is-better",
    "higher_is_better=True": "--higher-is-better",
    "bt.unpaired": "--unpaired",
    "betterthan.data.limits.SPOOL_LIMIT": "--spool-limit",
}
"""What is no argument of the same name."""
ARGUMENT = re.compile(
    r"`(?:(?P<said>bt\.unpaired|betterthan\.data\.limits\.SPOOL_LIMIT|higher_is_better=(?:True|False))|(?P<name>[a-z]\w*)=(?P<value>[^`]*))`"
)
"""An argument as messages write it: `missing="drop"`, `rope=(-1, 2)`, `case="NAME"`, `first=`."""


def in_flags(message: str) -> str:
    """A message of the library as the command line says it.

    >>> in_flags('Drop them with `missing="drop"`, or name the column with `case="NAME"`; `per_task=True` shows each.')
    'Drop them with `--missing drop`, or name the column with `--column case=NAME`; `--per-task` shows each.'
    >>> in_flags('Name the models with `models=["gpt 4", "llama"]`.')
    "Name the models with `--models 'gpt 4,llama'`."
    """
    return ARGUMENT.sub(lambda found: f"`{_flag(found)}`", message)


def _is_metric(name: str) -> bool:
    """Whether this is a metric of a whole test set, and not the name of a column."""
    from betterthan.numerics.metrics.table import METRICS

    return name in METRICS


def _flag(found: re.Match[str]) -> str:
    if found["said"]:
        return SAID_OTHERWISE[found["said"]]
    name, value = found["name"], _listed(found["value"]) or found["value"].strip("\"'()").replace(", ", ",")
    if name == "cost" and value.startswith("{"):
        return "--cost TRUTH,SAID=COST"
    if name == "metric" and (value == "NAME" or _is_metric(value)):
        return f"--metric {value}"
    if name == "task" and not value:  # the task to look at; with a value, the column that names it
        return "--task T"
    if name in ("score", "metric", "human", "truth", "prediction", *ROLES):
        return f"--column {name}={value or 'NAME'}"
    flag = "--" + name.replace("_", "-")
    return flag if value in ("", "True") else f"{flag} {value}"


def _listed(value: str) -> str | None:
    """A list of names as `--models` takes it: commas between them, quotation marks where a shell needs them."""
    if not value.startswith("["):
        return None
    try:
        names = json.loads(value)
    except ValueError:
        return None
    return shlex.quote(",".join(f'"{name}"' if "," in name else name for name in names))
