"""Bayesian procedures, a file each."""
