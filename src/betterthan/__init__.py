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
    from betterthan import examples, figures, procedures
    from betterthan.compare import compare
    from betterthan.comparison import Comparison
    from betterthan.decision import Decision, decide
    from betterthan.errors import (
        ArgumentError,
        BetterthanError,
        NeedsNotMet,
        NotConverged,
        PairingError,
        ReadingError,
    )
    from betterthan.pairing import PairedTable, pair, pair_arrays, summarize
    from betterthan.question import Question, question
    from betterthan.reading import read
    from betterthan.rope import Rope
    from betterthan.scaling import scaling
    from betterthan.scores import Scores
    from betterthan.sensitivity import sensitivity
    from betterthan.summaries import PairedSummary

_HOMES = {
    "ArgumentError": "errors",
    "BetterthanError": "errors",
    "Comparison": "comparison",
    "Decision": "decision",
    "NeedsNotMet": "errors",
    "NotConverged": "errors",
    "PairedSummary": "summaries",
    "PairedTable": "pairing",
    "PairingError": "errors",
    "Question": "question",
    "ReadingError": "errors",
    "Rope": "rope",
    "Scores": "scores",
    "compare": "compare",
    "decide": "decision",
    "pair": "pairing",
    "pair_arrays": "pairing",
    "question": "question",
    "read": "reading",
    "scaling": "scaling",
    "sensitivity": "sensitivity",
    "summarize": "pairing",
}
_SUBPACKAGES = ("examples", "figures", "procedures")

__all__ = [
    "ArgumentError",
    "BetterthanError",
    "Comparison",
    "Decision",
    "NeedsNotMet",
    "NotConverged",
    "PairedSummary",
    "PairedTable",
    "PairingError",
    "Question",
    "ReadingError",
    "Rope",
    "Scores",
    "__version__",
    "compare",
    "decide",
    "examples",
    "figures",
    "pair",
    "pair_arrays",
    "procedures",
    "question",
    "read",
    "scaling",
    "sensitivity",
    "summarize",
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
