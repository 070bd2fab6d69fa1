"""One BLAS thread within a fit, and the user's own number afterwards."""

from __future__ import annotations

from threading import Barrier, Thread

import numpy as np
import pytest
from threadpoolctl import ThreadpoolController

from betterthan.numerics.threads import one_blas_thread

np.eye(2) @ np.eye(2)  # whatever numpy multiplies with is loaded now
BLAS = ThreadpoolController().select(user_api="blas")


def threads() -> list[int]:
    return [library["num_threads"] for library in BLAS.info()]


@pytest.fixture(autouse=True)
def _two_threads():
    with BLAS.limit(limits=2):
        if set(threads()) != {2}:
            pytest.skip("this BLAS cannot be told how many threads to use")
        yield


def test_one_within_and_the_users_number_afterwards():
    with one_blas_thread:
        with one_blas_thread:
            assert set(threads()) == {1}
        assert set(threads()) == {1}
    assert set(threads()) == {2}


def test_an_error_restores_the_number():
    @one_blas_thread
    def failing():
        assert set(threads()) == {1}
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        failing()
    assert set(threads()) == {2}


def test_fits_that_overlap_leave_the_users_number():
    """The second enters while the first is inside and leaves after it: it must not keep the first one's limit."""
    first_is_in, second_is_in, first_is_out = Barrier(2), Barrier(2), Barrier(2)

    def first():
        with one_blas_thread:
            first_is_in.wait()
            second_is_in.wait()
        first_is_out.wait()

    def second():
        first_is_in.wait()
        with one_blas_thread:
            second_is_in.wait()
            first_is_out.wait()

    running = [Thread(target=each) for each in (first, second)]
    for each in running:
        each.start()
    for each in running:
        each.join(timeout=60)
    assert set(threads()) == {2}
