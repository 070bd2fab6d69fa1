"""Is this model really better than that one?

>>> import betterthan as bt
>>> table = bt.pair_arrays([0.9, 0.7, 0.8, 0.9], [0.8, 0.7, 0.6, 0.7])
>>> bt.compare(table, rope=0.01).decision.verdict
'first'

The names below are the public surface. Each is imported when it is first used, so that `import betterthan` and
`betterthan --help` cost next to nothing.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from betterthan.version import __version__

if TYPE_CHECKING:
    from betterthan import examples, figures, procedures, simulation
    from betterthan.compare import compare
    from betterthan.comparison import Comparison
    from betterthan.comparisons import Comparisons
    from betterthan.decision import Decision, decide
    from betterthan.decision_table import DecisionTable, decision_table
    from betterthan.errors import (
        ArgumentError,
        BetterthanError,
        NeedsNotMet,
        NotConverged,
        PairingError,
        ReadingError,
    )
    from betterthan.model_means import model_means
    from betterthan.pairing import pair, pair_arrays, summarize, unpaired, unpaired_arrays
    from betterthan.question import Question, question
    from betterthan.rank import rank
    from betterthan.reading import read
    from betterthan.rope import Rope
    from betterthan.scaling import scaling
    from betterthan.score_table import score_table
    from betterthan.scores import Scores
    from betterthan.seed_table import SeedTable, seed_table
    from betterthan.sensitivity import sensitivity
    from betterthan.summaries import PairedSummary
    from betterthan.tables import PairedTable, UnpairedTable

_HOMES = {
    "ArgumentError": "errors",
    "BetterthanError": "errors",
    "Comparison": "comparison",
    "Comparisons": "comparisons",
    "Decision": "decision",
    "DecisionTable": "decision_table",
    "NeedsNotMet": "errors",
    "NotConverged": "errors",
    "PairedSummary": "summaries",
    "PairedTable": "tables",
    "PairingError": "errors",
    "Question": "question",
    "ReadingError": "errors",
    "Rope": "rope",
    "Scores": "scores",
    "SeedTable": "seed_table",
    "UnpairedTable": "tables",
    "compare": "compare",
    "decide": "decision",
    "decision_table": "decision_table",
    "model_means": "model_means",
    "pair": "pairing",
    "pair_arrays": "pairing",
    "question": "question",
    "rank": "rank",
    "read": "reading",
    "scaling": "scaling",
    "score_table": "score_table",
    "seed_table": "seed_table",
    "sensitivity": "sensitivity",
    "summarize": "pairing",
    "unpaired": "pairing",
    "unpaired_arrays": "pairing",
}
_SUBPACKAGES = ("examples", "figures", "procedures", "simulation")

__all__ = [
    "ArgumentError",
    "BetterthanError",
    "Comparison",
    "Comparisons",
    "Decision",
    "DecisionTable",
    "NeedsNotMet",
    "NotConverged",
    "PairedSummary",
    "PairedTable",
    "PairingError",
    "Question",
    "ReadingError",
    "Rope",
    "Scores",
    "SeedTable",
    "UnpairedTable",
    "__version__",
    "compare",
    "decide",
    "decision_table",
    "examples",
    "figures",
    "model_means",
    "pair",
    "pair_arrays",
    "procedures",
    "question",
    "rank",
    "read",
    "scaling",
    "score_table",
    "seed_table",
    "sensitivity",
    "simulation",
    "summarize",
    "unpaired",
    "unpaired_arrays",
]


class _PublicNames(ModuleType):
    """This package: public names on first use. A function keeps its name although its module has the same one."""

    def __getattr__(self, name: str) -> Any:
        if name in _HOMES:
            found = getattr(import_module(f"betterthan.{_HOMES[name]}"), name)
        elif name in _SUBPACKAGES:
            found = import_module(f"betterthan.{name}")
        else:
            raise AttributeError(f"module 'betterthan' has no attribute {name!r}")
        self.__dict__[name] = found
        return found

    def __setattr__(self, name: str, value: object) -> None:
        # The import system binds `betterthan.compare`, the module, over `betterthan.compare`, the function.
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted(__all__)


sys.modules[__name__].__class__ = _PublicNames
