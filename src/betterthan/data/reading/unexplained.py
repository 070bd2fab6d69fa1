"""What is said of a source where nothing explains why the engine cannot read it."""

from __future__ import annotations

import re

from betterthan.data.engines.engine import EngineError
from betterthan.errors import ReadingError


def unexplained(source: str, error: EngineError) -> ReadingError:
    """The last resort: the first line of what the engine said, without the name of its error.

    Parameters:
        source: where the table came from.
        error: what the engine raised.
    """
    said = re.sub(r"^[\w ]+ Error: ", "", str(error).splitlines()[0]).rstrip(" .")
    return ReadingError(
        f"{source} cannot be read: {said}. Check that it is complete, and of the type that its name says."
    )
