"""Every procedure by name: `bt.procedures.bayes_t(table)`.

Each is one line of `__init__.pyi`, by family and name; its module is loaded when it is first used.
"""

from betterthan.lazy import attach

__getattr__, __dir__ = attach(__name__, __file__)
