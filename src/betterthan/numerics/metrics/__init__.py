"""Metrics of a whole test set, a file for each family."""
