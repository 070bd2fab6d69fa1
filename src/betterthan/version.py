"""The version, where the build and the command line find it without importing anything else."""

__version__ = "0.2.0"

SCHEMA = 2
"""Version of the JSON documents that we print."""
