"""Arrays that are read backwards."""

from __future__ import annotations

import numpy as np

import betterthan as bt


def test_arrays_that_are_read_backwards_are_read():
    scores = np.array([0.9, 0.8, 0.7, 0.85])
    names = np.array(["d", "c", "b", "a"], dtype=object)[::-1]
    found = bt.read({"case": names, "a": scores[::-1], "b": scores}, models=["a", "b"])
    assert bt.pair(found, "a", "b").differences().tolist() == (scores[::-1] - scores).tolist()
