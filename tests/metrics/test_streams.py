"""Streams: chunks add up to the whole, bit for bit; rounded scores stay within their bounds."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import ks_2samp
from sklearn.metrics import average_precision_score, roc_auc_score

import mlmetrics_edu as mm
from mlmetrics_edu.metrics import rounded_scores, streams

SCORES = st.one_of(
    st.sampled_from([-2.0, -0.25, 0.0, 0.1, 0.3, 0.5, 0.7, 0.7000001, 0.9, 3.0]),
    st.floats(-1e300, 1e300),
)
SAMPLES = st.lists(
    st.tuples(st.booleans(), SCORES, st.sampled_from([0, 1, 2, 0.1, 0.25, 1 / 3])),
    min_size=1,
    max_size=40,
)


def columns(sweep):
    return (
        *(getattr(sweep, name).tolist() for name in ("threshold", "tp", "fp", "fn", "tn")),
        *(sweep.tp.dtype, sweep.positives, sweep.negatives, sweep.resolution, sweep.names),
    )


def dealt(seed, n, *parts):
    """Deal samples into chunks of any size, some of them empty."""
    random = np.random.default_rng(seed)
    cuts = np.sort(random.integers(0, n + 1, random.integers(0, 6)))
    order = random.permutation(n)
    return [tuple(part[rows] for part in parts) for rows in np.split(order, cuts)]


def floored(score, bits):
    """Round down by fractions, not by the bits of a float."""
    if not score:
        return 0.0
    mantissa, exponent = math.frexp(score)
    return float(
        max(
            Fraction(math.floor(mantissa * 2**bits), 2**bits) * Fraction(2) ** exponent,
            -Fraction(np.finfo(float).max),
        )
    )


@given(SAMPLES, st.integers(0, 2**32), st.sampled_from([None, 53, 12, 3, 1]), st.booleans())
def test_chunks_give_the_sweep_of_the_whole(samples, seed, bits, weighted):
    truth, score, weights = map(np.array, zip(*samples, strict=True))
    if not weights.any():
        weights = weights + 1
    parts = (truth, score, weights) if weighted else (truth, score)
    rounded = score if bits is None else np.array([floored(one, bits) for one in score.tolist()])
    whole = mm.sweep(truth, rounded, weights=weights if weighted else None).drop_samples()
    summed = mm.sweep(dealt(seed, len(truth), *parts), resolution=bits)
    assert columns(summed)[:8] == columns(whole)[:8]
    assert summed.resolution == (None if bits == 53 else bits)
    at_once = mm.sweep(*parts[:2], weights=weights if weighted else None, resolution=bits)
    assert columns(at_once)[:8] == columns(whole)[:8]


@pytest.mark.parametrize("other", [1 / 3, 0.2, 2])
def test_weights_are_read_as_all_of_them_ask_for(other):
    """0.1 is a tenth among typed weights, and the float that it is beside one third."""
    samples = [(0, -2.0, 0.1), (0, -2.0, other), (1, 3.0, 0.1), (1, -2.0, 0.7)]
    whole = mm.sweep(*zip(*(s[:2] for s in samples), strict=True), weights=[s[2] for s in samples])
    parts = [([y], [x], [w]) for y, x, w in samples]
    assert columns(mm.sweep(parts)) == columns(whole)
    walks = [mm.sweep(y, x, weights=w).drop_samples() for y, x, w in parts]
    assert columns(walks[0].plus(*walks[1:])) == columns(whole)
    assert columns(((walks[0] + walks[2]) + walks[3]) + walks[1]) == columns(whole)


@given(SAMPLES, st.integers(0, 2**32), st.integers(1, 12))
def test_what_fits_hangs_on_no_order(samples, seed, most):
    """However they are dealt, as many bits are kept as leave few enough thresholds."""
    truth, score, _ = map(np.array, zip(*samples, strict=True))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streams, "ROWS", max(most, 8))
        one, other = (mm.sweep(dealt(s, len(truth), truth, score)) for s in (seed, seed + 1))
        assert columns(one) == columns(other)
        few = [
            b for b in range(1, 54) if len({floored(x, b) for x in score.tolist()}) <= streams.ROWS
        ]
        if few:  # to one bit rounded there may still be more than a test allows
            assert (one.resolution or 53) == max(few)


def truth_and_scores(case):
    random = np.random.default_rng(case)
    n = int(random.integers(4, 400))
    truth = random.random(n) < random.uniform(0.1, 0.9)
    truth[:2] = True, False
    score = random.normal(truth * random.uniform(0, 2), 1)
    score = [score, 1 / (1 + np.exp(-score)), score.round(1), np.exp(score)][case % 4]
    return truth, score


@pytest.mark.parametrize("case", range(100))
def test_the_bounds_hold(case):
    truth, score = truth_and_scores(case)
    theirs = {
        "auc": roc_auc_score(truth, score),
        "average_precision": average_precision_score(truth, score),
        "ks": ks_2samp(score[truth], score[~truth]).statistic,
    }
    wide = []
    for bits in (1, 2, 4, 8, 20):
        rounded = mm.sweep(truth, score, resolution=bits)
        for measure, value in theirs.items():
            low, high = mm.resolution_range(rounded, measure)
            assert 0 <= low <= value <= high <= 1, (bits, measure)
        wide.append(np.subtract(*mm.resolution_range(rounded)[::-1]))
    assert wide == sorted(wide, reverse=True) and wide[0] > 0.01
    assert case % 4 == 2 or wide[-1] < 0.01  # of one decimal true ties stay open, too


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=5))
def test_no_bound_can_be_narrower(bins):
    """Between two thresholds, scores may be such that AUC and KS are as high or low as that."""
    (p, n) = (sum(side) for side in zip(*bins, strict=True))
    if not p or not n:
        return
    truth = np.concatenate([[1] * a + [0] * b for a, b in bins]).astype(int)
    step = np.concatenate([[k] * (a + b) for k, (a, b) in enumerate(bins, 1)])
    rounded = mm.sweep(truth, 2.0**-step, resolution=1)
    best, worst = (mm.sweep(truth, 2.0**-step * (1 + wins / 2)) for wins in (truth, 1 - truth))
    assert mm.resolution_range(rounded) == pytest.approx((mm.auc(worst), mm.auc(best)))
    highest = max(float(mm.ks_statistic(s)) for s in (best, worst))
    assert mm.resolution_range(rounded, "ks")[1] == pytest.approx(highest)
    assert mm.resolution_range(rounded, "average_precision")[1] == pytest.approx(
        mm.average_precision(best)
    )
    one_by_one = mm.retied(worst, "negatives-first")
    low = mm.resolution_range(rounded, "average_precision")[0]
    assert low <= float(mm.average_precision(one_by_one)) + 1e-12
    if all(a <= 2 for a, _ in bins):  # then the chord is the curve
        assert low == pytest.approx(mm.average_precision(one_by_one))


def test_a_number_says_what_rounding_leaves_open():
    truth, score = truth_and_scores(1)
    rounded, exactly = mm.sweep(truth, score, resolution=3), mm.sweep(truth, score)
    assert "resolution" not in mm.auc(exactly).conventions
    low, high = mm.resolution_range(rounded)
    said = mm.auc(rounded).conventions["resolution"]
    assert said.startswith("scores rounded down to 3 significant bits; the scores themselves give")
    shown = [float(word) for word in said.split()[-3::2]]
    assert shown[0] <= low <= mm.auc(exactly) <= high <= shown[1] and shown[1] - shown[0] < 0.2
    half = mm.auc(mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.6, 0.2], resolution=1))
    assert half.conventions["resolution"].endswith("give 0.500000 to 1.000000")
    for number in (mm.average_precision(rounded), mm.ks_statistic(rounded)):
        assert "the scores themselves give" in number.conventions["resolution"]
    for number in (mm.gini(rounded), mm.average_precision(rounded, "coco")):
        assert number.conventions["resolution"] == "scores rounded down to 3 significant bits"
    assert "rounded down to 3 significant bits" in str(rounded)
    assert mm.resolution_range(exactly) == (mm.auc(exactly), mm.auc(exactly))


def test_sums_are_as_coarse_as_their_coarsest_part():
    truth, score = truth_and_scores(5)
    half = len(truth) // 2
    parts = (truth[:half], score[:half]), (truth[half:], score[half:])
    fine, coarse = (mm.sweep(*p, resolution=b) for p, b in zip(parts, (9, 4), strict=True))
    assert columns(fine + coarse) == columns(mm.sweep(truth, score, resolution=4))
    assert columns(mm.sweep(*parts[0]) + coarse) == columns(fine + coarse)


def test_long_columns_in_a_file_are_streamed(tmp_path, monkeypatch):
    truth, score = truth_and_scores(3)
    files = []
    for name, column in (("truth", truth), ("score", score), ("weights", score - score.min() + 1)):
        np.save(tmp_path / f"{name}.npy", column)
        files.append(np.load(tmp_path / f"{name}.npy", mmap_mode="r"))
    assert mm.sweep(*files[:2]).samples is not None  # they fit
    monkeypatch.setattr(streams, "ROWS", len(truth) // 2)
    streamed = mm.sweep(*files[:2], weights=files[2], resolution=53)
    whole = mm.sweep(truth, score, weights=files[2].tolist()).drop_samples()
    assert streamed.samples is None and columns(streamed) == columns(whole)


@pytest.mark.parametrize("mode", ["r", "r+", "c"])
def test_what_was_written_over_a_file_in_memory_stays(tmp_path, monkeypatch, mode):
    truth, score = truth_and_scores(3)
    np.save(tmp_path / "score.npy", score)
    held = np.load(tmp_path / "score.npy", mmap_mode=mode)
    if mode != "r":
        held[:] = score = -score
    monkeypatch.setattr(streams, "ROWS", len(truth) // 5)
    whole = columns(mm.sweep(truth, score).drop_samples())
    for _ in range(2):  # the memory of what was read is let go, and nothing else
        assert columns(mm.sweep(truth, held, resolution=53)) == whole


def test_words_for_classes_and_how_many_there_are_in_all():
    chunks = [(["bad", "bad"], [0.9, 0.8]), (["good", "bad"], [0.7, 0.1])]
    s = mm.sweep(iter(chunks), positive="bad", positives=5, negatives="unknown", undefined=0)
    assert s.names == ("good", "bad") and s.positives == 5 and s.negatives is None
    assert s.undefined == 0 and s[0].confusion.precision == 0
    three = [(["a", "b"], np.eye(2)), (["a"], [[0.3, 0.7]])]
    s = mm.sweep(three, classes=["a", "b"], positive="a")
    assert s.tp.tolist() == [0, 1, 2, 2] and s.names == ("b", "a")


WRONG = {
    "chunk 2 (from sample 2 on): y_score[0] is nan": lambda: mm.sweep(
        [([1, 0], [0.5, 0.2]), ([1], [np.nan])]
    ),
    "chunk 2 (from sample 2 on) has the label 0, and chunk 1 (from sample 0 on) has -1": (
        lambda: mm.sweep([([1, -1], [0.5, 0.2]), ([1, 0], [0.5, 0.1])])
    ),
    "chunk 1 (from sample 0 on): y_true has 1": lambda: mm.sweep([([1], [0.5, 0.2])]),
    "chunk 1 is 1": lambda: mm.sweep([1, 0]),
    "no chunk holds a sample": lambda: mm.sweep([]),
    "y_true=5, and no y_score": lambda: mm.sweep(5),
    "ids=": lambda: mm.sweep([([1], [0.5])], ids=["a"]),
    "ties='in-order'": lambda: mm.sweep([1, 0], [0.5, 0.2], ties="in-order", resolution=5),
    "weights=": lambda: mm.sweep([([1], [0.5])], weights=[1]),
    "resolution=54": lambda: mm.sweep([1, 0], [0.5, 0.2], resolution=54),
    "resolution=0": lambda: mm.sweep([1, 0], [0.5, 0.2], resolution=0),
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_said(text):
    with pytest.raises(mm.InputError) as error:
        WRONG[text]()
    assert text in str(error.value)


def test_chunks_of_many_classes_hold_any_of_them():
    rng = np.random.default_rng(0)
    y_true, table = np.array(["a", "b", "c"])[rng.integers(0, 3, 60)], rng.random((60, 3))
    how = {"classes": np.array(["a", "b", "c"]), "positive": "b"}
    ours = mm.sweep([(y_true[i : i + 7], table[i : i + 7]) for i in range(0, 60, 7)], **how)
    whole = mm.sweep(y_true, table, **how)
    assert (ours.tp.tolist(), ours.fp.tolist()) == (whole.tp.tolist(), whole.fp.tolist())
    assert ours.names == whole.names


def test_any_error_of_a_generator_is_its_own():
    def broken():
        yield [1, 0], [0.5, 0.2]
        raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        mm.sweep(broken())


def test_the_finest_resolution_that_fits():
    score = np.unique(np.random.default_rng(0).normal(size=2000))[::-1]
    for most in (5000, 2000, 1999, 300, 40):
        bits = rounded_scores.finest(score, most)
        distinct = [len(np.unique(rounded_scores.rounded(score, b))) for b in range(1, 54)]
        assert distinct[bits - 1] <= most and (bits == 53 or distinct[bits] > most)
