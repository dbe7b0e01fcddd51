"""Scores of few bits: numbers, ranges and sums are the library's, on the screen and in words."""

import math

import numpy as np
import pytest

import mlmetrics_edu as mm
from tests.browsing import browser, needs_chromium
from tests.cases import each
from tests.live.pages import open_page, slide

assert browser and open_page  # fixtures, found by their names
BITS = [*range(1, 13), 53]
SHARDS = [1, 2, 4, 8]
SORTED_AWAY = [1, 1, 0, 0, 1, 0, 1, 1], [8, 7, 6, 5, 4, 3, 2, 1]  # pairs, all but one of one class


def drawn(seed, n=40):
    """Draw labels of both classes, and scores with ties among them; of even seeds, bad ones."""
    random = np.random.default_rng(seed)
    truth = np.append([1, 0], random.integers(0, 2, n - 2))
    return truth.tolist(), np.round(random.normal(truth * (1.2 if seed % 2 else -1.2), 1), 3)


def cut(score, bits):
    """Round down to so many bits by arithmetic, and not by looking at the float's own bits."""
    parts = map(math.frexp, score.tolist())
    return np.array([math.ldexp(math.floor(math.ldexp(m, bits)), e - bits) for m, e in parts])


MEASURES = {"auc": mm.auc, "average_precision": mm.average_precision, "ks": mm.ks_statistic}


@each("seed", (1, 2))
def test_numbers_and_ranges_are_those_of_rounded_scores(seed):
    truth, score = drawn(seed)
    x = mm.explore_resolution(truth, score)
    stakes = [one["from"] for one in x.content["roc"]["marks"] if one["look"] == "stake"]
    for level, bits in enumerate(BITS):
        x.resolution, swept = bits, mm.sweep(truth, cut(score, bits))
        mixed = (np.diff(swept.tp) > 0) & (np.diff(swept.fp) > 0)
        assert stakes.count(level) == mixed.sum() * (bits < 53)
        for name, measure in MEASURES.items():
            exact, (low, high) = measure(mm.sweep(truth, score)), x.ranges[name]
            assert x.numbers[name].fraction == measure(swept).fraction
            assert x.exact[name] == exact and low <= exact <= high
            assert bits == 53 or (low, high) == mm.resolution_range(swept, name)


def test_it_says_what_is_left_open():
    x = mm.explore_resolution([0, 1, 1, 0], [0.9, 0.8, 0.6, 0.1], resolution=1, shards=1)
    assert f"{x}".splitlines()[1:] == [
        "Thresholds left: 2 of 4. Their counts take 24·2 = 48 bytes; the samples take 9·4 = 36.",
        "However many samples come with scores from 0.100 to 0.900, their thresholds number at"
        " most 4: 24·4 = 96 bytes.",
        "AUC = 3/4 = 0.750, between 2/4 = 0.500 and 4/4 = 1.000 (exact: 2/4 = 0.500)",
        "AP = 0.667, between 0.583 and 1.000 (exact: 0.583)",
        "KS = 2/4 = 0.500, between 2/4 = 0.500 and 4/4 = 1.000 (exact: 2/4 = 0.500)",
        "shards: 1, in the order given",
        "mean AUC = AUC1 = 1/2 = 0.5",
        "AUC of the summed counts = 2/4 = 0.500, however the samples are dealt",
    ]


@each("bits", (1, 2, 5, 9))
def test_there_are_never_more_thresholds_than_it_says(bits):
    truth, score = drawn(1)
    score = np.round(1 / (1 + np.exp(-score)), 3)
    said = str(mm.explore_resolution(truth, score, resolution=bits)).splitlines()[2]
    dense = np.linspace(score.min(), score.max(), 40_001)  # of 9 bits, 2⁸ from one half to 1
    assert f" number at most {len(np.unique(cut(dense, bits)))}: 24·" in said


def test_around_zero_scores_of_few_bits_are_dense():
    x = mm.explore_resolution([0, 1], [-0.5, 0.5], resolution=1)
    powers = 2 * 1022 + 1  # of two down to the smallest, on both sides, and 0
    assert f"number at most {powers}: 24·{powers} = {24 * powers} b" in str(x)
    x.resolution = 53
    assert "number at most 9.21e+18: 24·9.21e+18 = 2.21e+20 bytes" in str(x)


AREAS = """() => {
    const box = (node) => node.getBBox();
    const seen = (look) => [...document.querySelectorAll(`rect.${look}`)].filter((one) =>
        !one.closest("svg").querySelector("line.sample") && !one.classList.contains("unseen"));
    const whole = box(document.querySelector("path.chance"));
    const areas = seen("stake").map(box).map(({ width, height }) => width * height);
    return areas.reduce((sum, area) => sum + area, 0) / (whole.width * whole.height);
}"""


@needs_chromium
def test_what_is_shaded_is_what_is_at_stake(open_page):
    truth, score = drawn(2)
    x = mm.explore_resolution(truth, score)
    page = open_page(x)
    for level, bits in enumerate(BITS):
        slide(page, level)
        x.resolution = bits
        low, high = x.ranges["auc"]
        assert page.evaluate(AREAS) == pytest.approx(float(high - low), abs=1e-3)


def seen(page, look):
    """Return the places of what can be seen of it, from left to right and from top to bottom."""
    return page.locator(f"{look}:not(.unseen)").evaluate_all(
        "all => all.map((one) => [one.cx.baseVal.value, one.cy.baseVal.value])"
    )


@needs_chromium
def test_each_shard_has_its_dot_but_those_of_one_class(open_page):
    x = mm.explore_resolution(*SORTED_AWAY, shards=2)
    page = open_page(x)
    slide(page, 2, 1)
    x.shards = 4
    assert [area == area for area in x.aucs] == [False, False, True, False]
    lacking = "Left out of the mean: shard 1, 2, 4, where a class is missing and there is no AUC."
    assert page.locator(".sums li").nth(1).text_content() == lacking
    assert len(seen(page, "circle.shard")) == 1 and len(seen(page, "circle.mean")) == 1
    slide(page, 1, 1)
    x.shards = 2
    shards, [mean] = seen(page, "circle.shard"), seen(page, "circle.mean")
    assert len(shards) == 2
    assert mean[0] == pytest.approx(sum(place for place, _ in shards) / 2, abs=0.05)
    assert x.mean == sum(x.aucs) / 2


def test_shards_hold_all_samples_and_their_counts_add_up():
    truth, score = drawn(3)
    x = mm.explore_resolution(truth, score)
    for seed in (None, 1, 5):
        x.shards, x.seed = 8, seed
        order = np.arange(40) if seed is None else np.random.default_rng(seed).permutation(40)
        parts = [order[k : k + 5] for k in range(0, 40, 5)]
        swept = [mm.sweep(np.array(truth)[part], score[part]) for part in parts]
        both = [0 < one.positives < 5 for one in swept]
        assert [area == area for area in x.aucs] == both
        areas = [mm.auc(one).fraction for one, whole in zip(swept, both, strict=True) if whole]
        assert x.mean.fraction == sum(areas) / len(areas)
        assert mm.auc(sum(swept[1:], swept[0])).fraction == x.exact["auc"].fraction
