"""What may be counted where two models are tested in several places."""

import numpy as np

from ..family import Family, family


def town_counts(gain: np.ndarray, chance: np.ndarray, level: float) -> Family:
    """Return what may be counted in tests of two models, besides those that the first one wins.

    Examples
    --------
    >>> family = town_counts(np.array([0.1, -0.1, 0.05]), np.array([0.01, 0.02, 0.3]), 0.05)
    >>> family.values["ahead"], family.values["small p value"]
    (2, 2)
    """
    ahead, sure, n = gain > 0, chance < level, len(gain)
    masks = {
        "ahead": ahead,
        "behind": ~ahead,
        "small p value": sure,
        "behind, small p value": ~ahead & sure,
        "large p value": ~sure,
        "ahead, large p value": ahead & ~sure,
        "behind, large p value": ~ahead & ~sure,
        "all but those won": ~(ahead & sure),
        "ahead by 0.05": gain >= 0.05,
        "ahead by 0.1": gain > 0.1,
        "ahead, p below a fifth of the level": ahead & (chance < level / 5),
        "ahead, p below half the level": ahead & (chance < level / 2),
        "ahead, p below twice the level": ahead & (chance < 2 * level),
        "ahead, p below the level over all tests": ahead & (chance < level / n),
    }
    counts = {name: int(mask.sum()) for name, mask in masks.items()}
    won = int((ahead & sure).sum())
    counts["won less lost"] = won - counts["behind, small p value"]
    counts["ahead less behind"] = counts["ahead"] - counts["behind"]
    return family("wins.tests", {**counts, "all towns": n})
