"""Deterministic integration: numbers in, numbers out. Knows no models and no tables."""
