"""Replication: the numbers that papers print, computed again."""
