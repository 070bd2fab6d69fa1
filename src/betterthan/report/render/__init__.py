"""Renderers: from a report to text. Each is a pure function: no clock, no random names."""
