import numpy as np
import pytest
from scipy.optimize import minimize_scalar
from scipy.special import expit, log_softmax, softmax

from betterthan.errors import ArgumentError
from betterthan.numerics.calibration.temperature import temperature_scale


def drawn(seed, n, classes, temperature):
    """Logits z whose classes were drawn at a temperature."""
    rng = np.random.default_rng(seed)
    z = rng.normal(0, 3, (n, classes))
    truth = np.array([rng.choice(classes, p=row) for row in softmax(z / temperature, axis=1)])
    return z, truth


def least(z, truth, weight):
    def loss(log_t):
        return -weight @ log_softmax(z / np.exp(log_t), axis=1)[np.arange(len(z)), truth]

    return float(np.exp(minimize_scalar(loss, bounds=(-6, 6), method="bounded", options={"xatol": 1e-12}).x))


@pytest.mark.parametrize(("classes", "temperature"), [(2, 0.3), (2, 4.0), (3, 1.0), (10, 2.0), (10, 20.0)])
def test_the_temperature_has_the_least_loss(classes, temperature):
    z, truth = drawn(classes, 500, classes, temperature)
    weight = np.random.default_rng(1).uniform(0.5, 2, len(z))
    found = temperature_scale(z, truth, weight)
    assert found.temperature == pytest.approx(
        least(z, truth, weight), rel=1e-6
    )  # a flat minimum: half of SciPy's digits
    assert found.error < 1e-9
    np.testing.assert_allclose(found.probabilities(z), softmax(z / found.temperature, axis=1), rtol=1e-12)


def test_as_scikit_learn_has_it():
    calibration = pytest.importorskip("sklearn.calibration")
    if not hasattr(calibration, "_TemperatureScaling"):
        pytest.skip("scikit-learn before 1.8")
    z, truth = drawn(3, 400, 4, 2.5)
    theirs = calibration._TemperatureScaling().fit(z, truth)
    assert temperature_scale(z, truth).temperature == pytest.approx(1 / theirs.beta_, rel=1e-5)


def test_two_classes_as_log_odds():
    z, truth = drawn(4, 300, 2, 3.0)
    odds = z[:, 1] - z[:, 0]
    found = temperature_scale(odds, truth)
    assert found.temperature == pytest.approx(temperature_scale(z, truth).temperature, rel=1e-10)
    np.testing.assert_allclose(found.probabilities(odds), expit(odds / found.temperature), rtol=1e-12)


def test_a_constant_per_case_does_not_matter():
    z, truth = drawn(5, 300, 5, 2.0)
    shifted = z + np.linspace(-500, 500, 300)[:, None]
    assert temperature_scale(shifted, truth).temperature == pytest.approx(
        temperature_scale(z, truth).temperature, rel=1e-9
    )


def test_an_order_that_says_nothing_has_no_finite_temperature():
    z, truth = np.array([[2.0, 0.0], [2.0, 0.0], [0.0, 1.0]]), np.array([1, 1, 0])
    found = temperature_scale(z, truth)
    assert found.temperature == np.inf
    np.testing.assert_array_equal(found.probabilities(z), np.full((3, 2), 0.5))


@pytest.mark.parametrize("size", [1e-8, 1e8])
def test_the_size_of_the_logits_is_all_that_changes(size):
    z, truth = drawn(6, 200, 3, 1.5)
    assert temperature_scale(z * size, truth).temperature == pytest.approx(
        temperature_scale(z, truth).temperature * size, rel=1e-8
    )


@pytest.mark.parametrize(
    ("z", "truth", "message"),
    [
        ([[3.0, 1.0], [0.0, 2.0]], [0, 1], "no temperature is low enough"),
        ([[3.0, 1.0], [0.0, 2.0]], [0, 2], "0 to 1; got 0 to 2"),
        ([[3.0, -np.inf], [0.0, 2.0]], [1, 0], "probability of 0"),
        ([[3.0, 1.0]], [0, 1], "1 rows and 2 classes"),
    ],
)
def test_what_cannot_be_scaled_is_said(z, truth, message):
    with pytest.raises(ArgumentError, match=message):
        temperature_scale(np.array(z), np.array(truth))
