"""Checks: every assumption, looked at."""
