"""One BLAS thread around small matrices.

A fit multiplies thousands of small matrices. A BLAS that hands each of them to several threads spends more time waiting
for these than multiplying (two to four times the CPU time of one thread), and it splits sums by the number of threads,
so that the last digits of a result depend on the machine. `one_blas_thread` is entered where a fit begins: 12 µs, and
5 ms the first time in a process; entering it again within the fit is free.
"""

from __future__ import annotations

from contextlib import ContextDecorator
from functools import cache
from threading import Lock, local
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController


class _OneBlasThread(ContextDecorator):
    """A decorator of fits, or a context: BLAS uses one thread within, and as many as the user had set afterwards.

    Most libraries have one number of threads for the process. So the number to return to is read by the first Python
    thread that enters, not by one that finds another one's limit, and the last one that leaves returns to it.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._inside = 0
        self._users: Any = None
        self._here = local()

    def __enter__(self) -> None:
        depth = getattr(self._here, "depth", 0)
        if depth == 0:
            with self._lock:
                limiter = _blas().limit(limits=1)
                self._users = self._users if self._inside else limiter
                self._inside += 1
        self._here.depth = depth + 1

    def __exit__(self, *_: object) -> None:
        self._here.depth -= 1
        if self._here.depth > 0:
            return
        with self._lock:
            self._inside -= 1
            if self._inside == 0:
                self._users.restore_original_limits()


one_blas_thread = _OneBlasThread()


@cache
def _blas() -> ThreadpoolController:
    """The BLAS libraries of this process; looked for at the first fit, when numpy and scipy have loaded theirs."""
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController().select(user_api="blas")
