"""Is this model really better than that one?

>>> import betterthan as bt
>>> table = bt.pair_arrays([0.9, 0.7, 0.8, 0.9], [0.8, 0.7, 0.6, 0.7])
>>> bt.compare(table, rope=0.01).decision.verdict
'first'

The public names stand in `__init__.pyi`. Each is imported when it is first used, so that `import betterthan` and
`betterthan --help` cost next to nothing.
"""

from betterthan.lazy import attach

__getattr__, __dir__ = attach(__name__, __file__)
