"""What other programs say of the bundled examples: `python docs/peers.py` writes peers.json.

To be run in an environment of its own, which holds the programs and nothing of ours:
`pip install autorank baycomp evalstats pingouin`.
"""

from __future__ import annotations

import contextlib
import csv
import io
import json
import warnings
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any

EXAMPLES = Path(__file__).parents[1] / "src" / "betterthan" / "data" / "examples"


def main() -> None:
    """Write all figures, with versions and the date."""
    with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):  # some of them print as they go
        warnings.simplefilter("ignore")
        found = {name: {"version": version(name), **ask()} for name, ask in PEERS.items()}
    text = json.dumps({"date": date.today().isoformat(), **found}, indent=1)
    (Path(__file__).parent / "peers.json").write_text(text + "\n", encoding="utf-8")


def columns(name: str) -> dict[str, list[str]]:
    rows = list(csv.DictReader((EXAMPLES / f"{name}.csv").read_text(encoding="utf-8").splitlines()))
    return {column: [row[column] for row in rows] for column in rows[0]}


def numbers(name: str, column: str) -> Any:
    import numpy as np

    return np.array(columns(name)[column], dtype=float)


def task_means() -> Any:
    """Means of five classifiers on 54 data sets, as `betterthan.data.examples.uci54.task_means` has them."""
    import pandas as pd

    frame = pd.read_csv(EXAMPLES / "uci54-summary.csv")
    return frame[frame["second"].isna()].pivot(index="task", columns="first", values="mean")


def baycomp() -> dict[str, Any]:
    import baycomp
    import numpy as np

    rbf, linear = (numbers("cross-validation", model) for model in ("rbf", "linear"))
    difference = numbers("nbc-aode", "difference")
    single = baycomp.two_on_single(rbf, linear, rope=0.01, runs=10)
    rank = baycomp.SignedRankTest.probs(difference, np.zeros(54), rope=1.0, nsamples=200_000, random_state=0)
    sign = baycomp.SignTest.probs(difference, np.zeros(54), rope=1.0, nsamples=200_000, random_state=0)
    found = {"two_on_single": single, "signed_rank": rank, "sign": sign}
    return {name: [float(p) for p in three] for name, three in found.items()}


def autorank() -> dict[str, Any]:
    from autorank import autorank

    found = autorank(task_means(), alpha=0.05, verbose=False)
    return {
        "omnibus": found.omnibus,
        "p": float(found.pvalue),
        "posthoc": found.posthoc,
        "cd": float(found.cd),
        "ranks": {name: float(rank) for name, rank in found.rankdf["meanrank"].items()},
    }


def pingouin() -> dict[str, Any]:
    import pingouin

    rbf, linear = (numbers("cross-validation", model) for model in ("rbf", "linear"))
    t, w = pingouin.ttest(rbf, linear, paired=True), pingouin.wilcoxon(numbers("nbc-aode", "difference"))
    return {
        "t": float(t["T"].iloc[0]),
        "p": float(t["p_val"].iloc[0]),
        "w": float(w["W_val"].iloc[0]),
        "p_wilcoxon": float(w["p_val"].iloc[0]),
    }


def evalstats() -> dict[str, Any]:
    import evalstats
    import pandas as pd

    table = columns("passages")
    rows = [
        {"model": model, "prompt": "p", "item": item, "run": int(run), "score": int(score)}
        for model in ("ada", "bell")
        for item, run, score in zip(table["id"], table["epoch"], table[model], strict=True)
    ]
    found = evalstats.compare(evalstats.load_from(pd.DataFrame(rows)), factors="model")
    (pair,) = found.to_dict()["pairwise"]  # ada less bell
    return {name: float(pair[name]) for name in ("diff", "ci_low", "ci_high", "p_value")}


PEERS = {"baycomp": baycomp, "autorank": autorank, "pingouin": pingouin, "evalstats": evalstats}


if __name__ == "__main__":
    main()
