"""Two hundred random pairs of images: SSIM, its maps and PSNR equal scikit-image's."""

import numpy as np
from skimage import metrics as sk

from mlmetrics_edu.metrics.ssim import ssim, ssim_map
from tests.cases import each

CASES, BATCHES = 60, 5
KINDS = ("uint8", "uint16", "bool", "unit", "signed", "flat in places")


def draw(seed):
    """Draw two images of one shape, and the distance from black to white."""
    random = np.random.default_rng(seed)
    shape = random.integers(11, 90, 2)
    x = random.random(shape)
    y = np.clip(x + random.normal(0, random.uniform(0, 0.5), shape), 0, 1)
    kind = KINDS[seed % len(KINDS)]
    if kind == "flat in places":
        x[: shape[0] // 2] = y[:, : shape[1] // 2] = 0.5
    if kind == "signed":
        return 100 * x - 50, 100 * y - 50, 100
    top = {"uint8": 255, "uint16": 65_535, "bool": 1}.get(kind)
    return (
        ((x * top).round().astype(kind), (y * top).round().astype(kind), top) if top else (x, y, 1)
    )


@each("batch", range(BATCHES))
def test_ssim_is_scikit_image_s(batch):
    for seed in range(batch * CASES // BATCHES, (batch + 1) * CASES // BATCHES):
        x, y, data_range = draw(seed)
        sample, gaussian = bool(seed % 2), seed // 2 % 2 == 0
        ours = {"covariance": "sample" if sample else "population"}
        theirs = {"use_sample_covariance": sample, "gaussian_weights": gaussian}
        if gaussian:
            ours["sigma"] = theirs["sigma"] = (1.5, 1.0, 0.7)[seed % 3]
        else:
            ours |= {"window": "uniform", "size": (None, 3, 5, 11)[seed % 4]}
            theirs["win_size"] = ours["size"]
        ours["data_range"] = theirs["data_range"] = data_range
        mean, full = sk.structural_similarity(x, y, full=True, **theirs)
        assert abs(ssim(x, y, **ours) - mean) < 1e-10
        found = ssim_map(x, y, border="reflect", **ours)
        np.testing.assert_allclose(found.ssim, full, rtol=0, atol=1e-10)
        assert abs(found.mean - full.mean()) < 1e-10
        np.testing.assert_allclose(
            found.luminance * found.contrast * found.structure, full, rtol=0, atol=1e-7
        )


def test_small_steps_on_a_bright_ground_are_seen_where_theirs_drown():
    x = np.random.default_rng(1).random((20, 20))
    near = ssim(x, x[::-1], data_range=1)
    far = ssim(x + 2.0**20, x[::-1] + 2.0**20, data_range=1)
    assert abs(far - near) < 0.6  # the luminance is 1 there, and nothing else changes
    factors = [ssim_map(x + c, x[::-1] + c, data_range=1) for c in (0, 2.0**20)]
    np.testing.assert_allclose(factors[0].structure, factors[1].structure, atol=1e-8)
