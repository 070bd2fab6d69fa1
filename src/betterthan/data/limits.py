"""Bounds: how much is taken before it is asked whether that is meant, each with its reason; their one home."""

from __future__ import annotations

from contextvars import ContextVar

MOST_MODEL_COLUMNS = 200
"""Numeric columns taken as models unasked: a wider table holds features or embeddings. 2,000 of them took 11 GB."""

MOST_PAIRS = 2_000
"""Pairs compared at once: all pairs of 63 models. Each takes some 10 ms to seconds, and a row that somebody reads."""

MOST_DRAWS = 10_000_000
"""Monte Carlo draws: the error of a probability is then below 0.0002; three probabilities of each take 240 MB."""

ENDLESS = 10**15
"""More than this is not told in digits."""

BYTES_OF_DRAW = 24
"""Memory of one draw: three probabilities."""

SPOOL_LIMIT: ContextVar[int] = ContextVar("spool_limit", default=8 * 10**9)
"""Bytes taken from a pipe, which may never end; they are kept on disk, in the directory for temporary files."""

LOOKED_AT = 1 << 16
"""Bytes at the beginning of a file or pipe that show what it is."""

BOMB = 64 * 2**20
"""Bytes that a compressed file may unpack to without being looked at more closely."""

MOST_SHRUNK = 200
"""How many times smaller compression may make the first of these bytes: tables of scores shrink 3 to 50 times."""

LONGEST_JSON = 32 * 2**20
"""Bytes of one record in a log: a line, or an object in an array. Whole conversations take kilobytes to megabytes."""
