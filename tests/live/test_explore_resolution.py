"""Scores of few bits: what is on the screen is the library's, and the ranges hold."""

import math
from fractions import Fraction

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


def drawn(seed, n=40, decimals=3, logits=False):
    """Draw labels of both classes, and scores with ties among them; of even seeds, bad ones."""
    random = np.random.default_rng(seed)
    truth = np.append([1, 0], random.integers(0, 2, n - 2))
    score = random.normal(truth * (1.2 if seed % 2 else -1.2), 1)
    return truth.tolist(), np.round(score if logits else 1 / (1 + np.exp(-score)), decimals)


def cut(score, bits):
    """Round down to so many bits by arithmetic, and not by looking at the float's own bits."""
    parts = map(math.frexp, score.tolist())
    return np.array([math.ldexp(math.floor(math.ldexp(m, bits)), e - bits) for m, e in parts])


def in_fractions(swept):
    """Return AUC, AP and KS as the library's own three functions work them out."""
    return {
        "auc": mm.auc(swept).fraction,
        "average_precision": mm.average_precision(swept).fraction,
        "ks": mm.ks_statistic(swept).fraction,
    }


CASES = [(seed, logits, bits) for seed in range(4) for logits in (False, True) for bits in BITS]


@each("seed, logits, bits", CASES)
def test_numbers_are_those_of_rounded_scores_and_no_order_within_the_bins_leaves_the_range(
    seed, logits, bits
):
    truth, score = drawn(seed, logits=logits)
    x = mm.explore_resolution(truth, score, resolution=bits)
    down = cut(score, bits)
    assert {k: v.fraction for k, v in x.numbers.items()} == in_fractions(mm.sweep(truth, down))
    assert {k: v.fraction for k, v in x.exact.items()} == in_fractions(mm.sweep(truth, score))
    for name, ends in x.ranges.items():
        if bits < 53:
            assert mm.resolution_range(x.sweep, name) == pytest.approx(tuple(map(float, ends)))
    if bits == 53:
        assert all(low == high == x.exact[name].fraction for name, (low, high) in x.ranges.items())
        return
    best, worst = (
        mm.sweep(truth, down, ties=ties) for ties in ("positives-first", "negatives-first")
    )
    assert x.ranges["auc"] == (mm.auc(worst).fraction, mm.auc(best).fraction)
    widest = max(mm.ks_statistic(one).fraction for one in (best, worst))
    assert x.ranges["ks"] == (x.numbers["ks"].fraction, widest)
    # All positives of a bin at one score above its negatives; or one by one below them.
    order = np.unique(down, return_inverse=True)[1]
    above = mm.sweep(truth, 2 * order + np.array(truth))
    low, high = x.ranges["average_precision"]
    assert high == mm.average_precision(above).fraction
    assert low <= mm.average_precision(worst).fraction
    for name, (low, high) in x.ranges.items():
        assert low <= x.exact[name].fraction <= high, name


def test_the_lowest_ap_is_reached_by_two_positives_behind_the_negatives():
    x = mm.explore_resolution([0, 1, 1, 0], [0.9, 0.8, 0.6, 0.1], resolution=1)
    assert x.ranges["average_precision"] == (Fraction(7, 12), Fraction(1))


def test_the_lines_are_worked_out():
    truth, score = [0, 1, 1, 0], [0.9, 0.8, 0.6, 0.1]
    x = mm.explore_resolution(truth, score, resolution=1, shards=1)
    level = x.content["levels"][0]
    assert level["lines"] == [
        "AUC = (won + tied / 2) / (positives·negatives) = (2 + 2 / 2) / (2·2) = 3/4 = 0.75",
        "lowest AUC = won / (positives·negatives) = 2 / (2·2) = 2/4 = 1/2 = 0.5",
        "highest AUC = (won + tied) / (positives·negatives) = (2 + 2) / (2·2) = 4/4 = 1",
        "AP = (Σ a·(T + a) / (T + a + F + b)) / positives = 2/3 = 0.667",
        "lowest AP = (Σ a·((T + 1) / (T + 1 + F + b) + (T + a) / (T + a + F + b)) / 2)"
        " / positives = 7/12 = 0.583",
        "highest AP = (Σ a·(T + a) / (T + a + F)) / positives = 1",
        "KS = |recall − FPR| = |1 − 1/2| = 1/2 = 0.5",
        "highest KS = (T + a) / positives − F / negatives = (0 + 2) / 2 − 0 / 2 = 1",
    ]
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


@each("bits", BITS[:12])
def test_there_are_never_more_thresholds_than_it_says(bits):
    truth, score = drawn(1)
    said = str(mm.explore_resolution(truth, score, resolution=bits)).splitlines()[2]
    dense = np.linspace(score.min(), score.max(), 400_001)  # of 12 bits, 2¹¹ from one half to 1
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
