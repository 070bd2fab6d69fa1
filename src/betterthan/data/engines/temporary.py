"""The directory of this process for what does not fit in memory, or must be a file."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path


@cache
def temporary_directory() -> Path:
    """The directory; removed at exit."""
    directory = tempfile.mkdtemp(prefix="betterthan-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    return Path(directory)
