from __future__ import annotations

import numpy as np
import pytest
from scipy.special import ndtri

from betterthan.data.moments import Cells
from betterthan.data.pairing import pair_arrays
from betterthan.data.summaries import PairedSummary
from betterthan.errors import ArgumentError, NeedsNotMet
from betterthan.procedures import mcnemar

VARIANTS = ("auto", "exact", "mid-p", "corrected", "uncorrected")


def test_needs() -> None:
    with pytest.raises(NeedsNotMet, match="0/1 scores; this table has real-valued ones"):
        mcnemar(pair_arrays([0.5, 1.0], [0.4, 0.0]))
    with pytest.raises(NeedsNotMet, match="at least 2 units; this table has 1"):
        mcnemar(pair_arrays([1.0], [0.0]))


def test_table_summary_and_cells_agree() -> None:
    rng = np.random.default_rng(0)
    first, second = rng.integers(0, 2, 90).astype(float), rng.integers(0, 2, 90).astype(float)
    table = pair_arrays(first, second)
    cells = table.cells()
    assert mcnemar(table) == mcnemar.from_cells(**cells._asdict())
    assert mcnemar(table) == mcnemar(PairedSummary.from_cells({"": Cells(*cells)}))


@pytest.mark.parametrize("alternative", ["two-sided", "first", "second"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_without_discordant_cases_p_is_1(variant, alternative) -> None:
    test = mcnemar.from_cells(n00=3, n01=0, n10=0, n11=97, variant=variant, alternative=alternative)
    assert (test.p_value, test.estimate, test.statistic) == (1.0, 0.0, 0.0)
    z = ndtri(0.975 if alternative == "two-sided" else 0.95)
    wilson = z**2 / (100 + z**2)  # the score interval of 0 of 100
    expected = {"two-sided": (-wilson, wilson), "first": (-wilson, 1), "second": (-1, wilson)}[alternative]
    np.testing.assert_allclose(test.interval[:2], expected, rtol=1e-9)


def test_auto_is_exact_below_25_discordant_cases() -> None:
    assert mcnemar.from_cells(n00=0, n01=10, n10=14, n11=0).diagnostics.computed == "exact binomial law"
    assert mcnemar.from_cells(n00=0, n01=10, n10=15, n11=0).statistic_name == "χ²"


@pytest.mark.parametrize(("n01", "n10"), [(20, 20), (20, 21), (21, 20)])
def test_correction_never_passes_0(n01: int, n10: int) -> None:
    test = mcnemar.from_cells(n00=0, n01=n01, n10=n10, n11=0)
    assert (test.statistic, test.p_value) == (0.0, 1.0)


@pytest.mark.parametrize("variant", VARIANTS)
def test_swapping_the_models(variant) -> None:
    test = mcnemar.from_cells(n00=9, n01=12, n10=30, n11=60, variant=variant, alternative="first")
    swapped = mcnemar.from_cells(n00=9, n01=30, n10=12, n11=60, variant=variant, alternative="second")
    assert test.p_value == swapped.p_value < 0.02
    assert test.estimate == -swapped.estimate > 0
    assert test.interval == swapped.interval._replace(low=-swapped.interval.high, high=-swapped.interval.low)


@pytest.mark.parametrize("n10", range(30, 60, 3))
def test_interval_excludes_0_exactly_when_the_uncorrected_test_rejects(n10: int) -> None:
    test = mcnemar.from_cells(n00=10, n01=30, n10=n10, n11=100, variant="uncorrected")
    assert (test.interval.low > 0) == (test.p_value < 0.05)


def test_interval_covers() -> None:
    rng = np.random.default_rng(7)
    shares = np.array([0.1, 0.05, 0.15, 0.7])
    drawn = rng.multinomial(60, shares, 1000)
    intervals = [
        mcnemar.from_cells(**dict(zip(("n00", "n01", "n10", "n11"), map(int, row), strict=True))).interval
        for row in drawn
    ]
    assert np.mean([low <= 0.1 <= high for low, high, *_ in intervals]) == pytest.approx(0.95, abs=0.03)


def test_a_billion_cases() -> None:
    test = mcnemar.from_cells(n00=10**8, n01=10**8, n10=10**8 + 50_000, n11=10**9)
    assert test.p_value == pytest.approx(0.0004, abs=0.0001)
    assert 0 < test.interval.low < test.estimate < test.interval.high
    many = mcnemar.from_cells(n00=0, n01=10**6, n10=10**6 + 3000, n11=10**7, variant="mid-p")
    assert 0 < many.p_value < mcnemar.from_cells(n00=0, n01=10**6, n10=10**6 + 3000, n11=10**7, variant="exact").p_value


def test_bad_arguments() -> None:
    with pytest.raises(ArgumentError, match="Counts must be at least 0 and not all 0"):
        mcnemar.from_cells(n00=0, n01=0, n10=0, n11=0)
    with pytest.raises(
        ArgumentError, match="`variant` is one of auto, corrected, uncorrected, exact, mid-p; got 'chi2'"
    ):
        mcnemar.from_cells(n00=0, n01=1, n10=0, n11=0, variant="chi2")
