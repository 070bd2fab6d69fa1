"""Reading: files, standard input, data frames and dicts become `Scores`, or what is already paired."""

from betterthan.data.reading.tables import read

__all__ = ["read"]
