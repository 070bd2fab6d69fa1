"""What betterthan says when it cannot go on: what was given, what is accepted, what to do.

Every error that a user can cause is a `BetterthanError`; the command line prints its text and exits with code 2.
"""

from __future__ import annotations


class BetterthanError(Exception):
    """The parent of every error that bad input or bad usage can cause.

    Names of models, columns and files are whatever users gave them: what hides in one is shown, and a long one is cut.
    """

    def __init__(self, message: str = "") -> None:
        from betterthan.phrases import readable  # only where something went wrong

        super().__init__(readable(message))


class ArgumentError(BetterthanError, ValueError):
    """An argument or option does not make sense: an unknown name, a rope with low > high, conflicting options."""


class ReadingError(BetterthanError):
    """A file, frame or dict could not be read as a table of scores, or a document as a record of ours."""


class PairingError(BetterthanError):
    """The scores of the models could not be matched unit by unit."""


class NeedsNotMet(BetterthanError):
    """A procedure was asked of a table that lacks what the procedure needs."""


class NotConverged(BetterthanError):
    """A numerical integral did not reach its accuracy; carries what was reached.

    Attributes:
        error: the estimated error of the partial answer.
        partial: the partial answer, for inspection only.
    """

    def __init__(self, message: str, *, error: float, partial: object = None) -> None:
        super().__init__(message)
        self.error = error
        self.partial = partial
