"""SSIM and PSNR: closed forms, published figures, the factors, brute force, refusals."""

import json
import math
import pickle
from fractions import Fraction

import numpy as np
import pytest
from PIL import Image

from mlmetrics_edu.core.errors import MetricError
from mlmetrics_edu.metrics.ssim import ssim, ssim_map
from tests.cases import each

RAMP = 4 * np.arange(64).reshape(8, 8)
NOISE = np.random.default_rng(0).integers(0, 256, (2, 24, 31)).astype(np.uint8)
WHOLE = {"data_range": 255, "window": "global"}
CLOSED = {
    "const_100_vs_100": lambda: ssim(np.full((4, 4), 100), np.full((4, 4), 100), **WHOLE),
    "const_100_vs_150": lambda: ssim(np.full((4, 4), 100), np.full((4, 4), 150), **WHOLE),
    "const_0_vs_255": lambda: ssim(np.zeros((4, 4)), np.full((4, 4), 255), **WHOLE),
    "ramp_vs_ramp+10": lambda: ssim(RAMP, RAMP + 10, **WHOLE),
    "ramp_vs_half_contrast": lambda: ssim(RAMP, RAMP / 2, **WHOLE),
    "ramp_vs_255-ramp": lambda: ssim(RAMP, 255 - RAMP, **WHOLE),
}


def test_closed_forms(worked_examples):
    text = (worked_examples / "ssim_closed_forms.json").read_text(encoding="utf-8")
    known = json.loads(text)["computed"]
    assert CLOSED.keys() == known.keys() - {"mse_ramp+10", "psnr_ramp+10"}
    for name, work in CLOSED.items():
        assert math.isclose(work(), known[name], rel_tol=1e-13), name


def test_the_noisy_camera_image(worked_examples):
    pair = [
        np.asarray(Image.open(worked_examples / f"ssim_{name}.png"))
        for name in ("camera", "camera_noisy")
    ]
    gaussian, uniform = ssim(*pair), ssim(*pair, window="uniform", covariance="sample")
    assert f"{gaussian:.3f}" == "0.358" and math.isclose(gaussian, 0.3579642362365813, rel_tol=1e-9)
    assert math.isclose(uniform, 0.3674518327910367, rel_tol=1e-9)
    population = ssim(*pair, window="uniform")
    assert math.isclose(population, 0.36904910907699084, rel_tol=1e-9)


@each("covariance", ["population", "sample"])
@each("window", ["gaussian", "uniform"])
def test_windows_are_what_the_definition_says(window, covariance):
    width = {"sigma": 1.2} if window == "gaussian" else {}
    found = ssim_map(*NOISE, window=window, size=7, **width, covariance=covariance)
    row = np.exp(-((np.arange(7) - 3) ** 2) / 2.88) if window == "gaussian" else np.ones(7)
    weights = np.outer(row, row) / row.sum() ** 2
    factor = 49 / 48 if covariance == "sample" else 1
    assert found.ssim.shape == (18, 25)
    for i, j in ((0, 0), (3, 20), (17, 24)):
        x, y = (image[i : i + 7, j : j + 7].astype(float) for image in NOISE)
        mx, my = (weights * x).sum(), (weights * y).sum()
        vx, vy = ((weights * (a - m) ** 2).sum() * factor for a, m in ((x, mx), (y, my)))
        vxy = (weights * (x - mx) * (y - my)).sum() * factor
        c1, c2 = 2.55**2, 7.65**2
        parts = (
            (2 * mx * my + c1) / (mx**2 + my**2 + c1),
            (2 * math.sqrt(vx * vy) + c2) / (vx + vy + c2),
            (vxy + c2 / 2) / (math.sqrt(vx * vy) + c2 / 2),
        )
        maps = (found.luminance[i, j], found.contrast[i, j], found.structure[i, j])
        np.testing.assert_allclose(maps, parts, rtol=1e-11)
        assert math.isclose(found.ssim[i, j], math.prod(parts), rel_tol=1e-11)
    assert math.isclose(found.mean, found.ssim.mean(), rel_tol=1e-13)


def test_the_three_factors_and_the_exact_product():
    worked = ssim(RAMP, RAMP[::-1] // 2 + 30, **WHOLE)
    assert [w.name for w in worked.inner] == ["luminance", "contrast", "structure"]
    assert math.isclose(worked, math.prod(worked.inner), rel_tol=1e-15)
    assert float(worked.fraction) == worked
    assert worked.inner[0].terms["C1"].fraction == Fraction("2.55") ** 2
    for name in ("luminance", "contrast", "structure", "73.8918"):
        assert name in worked.working
    found = ssim_map(RAMP, RAMP[::-1] // 2 + 30, **WHOLE)
    np.testing.assert_allclose(found.ssim, [[worked]], rtol=1e-12)
    np.testing.assert_allclose(found.structure, [[worked.terms["structure"]]], rtol=1e-12)


def test_a_window_as_large_as_the_image_is_the_global_one():
    x, y = (image[:15, :15] for image in NOISE)
    for covariance in ("population", "sample"):
        whole = ssim(x, y, window="global", covariance=covariance)
        assert math.isclose(
            ssim(x, y, window="uniform", size=15, covariance=covariance), whole, rel_tol=1e-12
        )


@each("window", ["gaussian", "uniform", "global"])
def test_laws(window):
    x, y = NOISE
    assert math.isclose(ssim(x, x, window=window), 1, rel_tol=1e-14)
    assert ssim(x, y, window=window) == ssim(y, x, window=window)
    assert math.isclose(ssim(x.T, y.T, window=window), ssim(x, y, window=window), rel_tol=1e-12)
    half = {"data_range": 0.5, "window": window}
    assert math.isclose(ssim(x / 510, y / 510, **half), ssim(x, y, window=window), rel_tol=1e-9)
    assert ssim(x, 255 - x, window=window) < 0 < ssim(x, x // 2, window=window) < 1


def test_every_setting_is_named():
    said = ssim(*NOISE, sigma=1.0, border="reflect").conventions.values()
    assert list(said) == [
        "data range: 255 (by the type of the pixels)",
        "window: Gaussian, 9×9, σ = 1",
        "covariance: population (÷ N)",
        "k1 = 0.01, k2 = 0.03",
        "border: reflect",
    ]
    for image in (NOISE[0], NOISE[0] // 2 + 50):
        wrong = ssim(image, NOISE[1], data_range=1).conventions["data range"]
        assert wrong == "data range: 1 (given), but values from 0 to 255"
    assert ssim(*NOISE, data_range=255).conventions["data range"] == "data range: 255 (given)"
    assert ssim(NOISE[0] > 99, NOISE[1] > 99).conventions["data range"].startswith("data range: 1 ")


def test_steps_are_the_windows_of_the_pixels_as_they_were():
    x, y = NOISE[:, :12, :13].copy()
    worked = ssim(x, y)
    x[:] = 0
    frame = worked.steps.to_frame()
    assert frame[["row", "column"]].values.tolist()[0] == [5, 5] and len(frame) == 2 * 3
    assert math.isclose(frame["SSIM"].mean(), worked, rel_tol=1e-13)
    assert str(pickle.loads(pickle.dumps(worked)).steps) == str(worked.steps)
    assert pickle.loads(pickle.dumps(ssim(x, y, window="global"))).working


X = NOISE[0]
GREY = X / 255
BAD = {
    "different shapes": lambda: ssim(X, X[:20]),
    "NaN pixel": lambda: ssim(GREY, np.full_like(GREY, np.nan), data_range=1),
    "no range for floats": lambda: ssim(GREY, GREY),
    "two types of pixels": lambda: ssim(X, X.astype(np.uint16)),
    "range of 0": lambda: ssim(X, X, data_range=0),
    "smaller than the window": lambda: ssim(X[:10], X[:10]),
    "even window": lambda: ssim(X, X, size=8),
    "sigma of 0": lambda: ssim(X, X, sigma=0),
    "colours": lambda: ssim(np.stack([X] * 3), np.stack([X] * 3)),
    "no pixels": lambda: ssim(X[:0], X[:0]),
    "sample variance of a pixel": lambda: ssim(
        X[:1, :1], X[:1, :1], window="global", covariance="sample"
    ),
}


@each("case", BAD)
def test_bad_input_is_refused(case):
    with pytest.raises(MetricError) as refused:
        BAD[case]()
    assert all((refused.value.what, refused.value.why, refused.value.fix))
