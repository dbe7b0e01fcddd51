"""Sums over Dask's partitions are the counts of the whole."""

import itertools

import dask
import numpy as np
import pandas as pd
import pytest
from dask import array, dataframe

import mlmetrics_edu as mm
from tests.cases import each

SIZE = 200
SCHEDULERS = ("threads", "synchronous")


def samples(seed):
    """Make labels, scores with many ties, and weights: whole, computed, or none."""
    rng = np.random.default_rng(seed)
    weights = [rng.integers(0, 9, SIZE), rng.random(SIZE), None]
    y_score = (rng.integers(0, 40, SIZE) - 9) / 7
    return rng.integers(0, 2, SIZE), y_score, weights[seed % len(weights)]


def cut(column, seed):
    """Cut a column at random into partitions, some of which may be empty."""
    if column is None:
        return None
    rng = np.random.default_rng(seed)
    ends = np.sort(rng.integers(0, len(column) + 1, rng.integers(0, 9)))
    sizes = tuple(np.diff(ends, prepend=0, append=len(column)).tolist())
    return array.from_array(column, chunks=(sizes,))


def in_frames(seed, **columns):
    """Put columns into one Dask DataFrame, whose partitions don't know their lengths."""
    frame = pd.DataFrame(columns)
    ends = [0, *np.sort(np.random.default_rng(seed).integers(0, len(frame) + 1, 6)), len(frame)]
    parts = [dask.delayed(frame.iloc[start:end]) for start, end in itertools.pairwise(ends)]
    return dataframe.from_delayed(parts, meta=frame.iloc[:0], verify_meta=False)


def same(ours, whole):
    """Compare two sweeps: whole numbers are equal, sums of weights but for their last digits."""
    for name in ("threshold", "tp", "fp", "fn", "tn"):
        mine, theirs = getattr(ours, name), getattr(whole, name)
        assert mine.dtype == theirs.dtype and not mine.flags.writeable
        np.testing.assert_allclose(
            mine, theirs, rtol=1e-13 if mine.dtype == float else 0, atol=1e-13
        )
    assert ours.positives == pytest.approx(whole.positives)
    assert (ours.ties, ours.names, ours.samples) == (whole.ties, whole.names, None)


@each("seed", range(4))
def test_a_sweep_of_random_partitions_is_that_of_the_whole(seed):
    y_true, y_score, weights = samples(seed)
    whole = mm.sweep(y_true, y_score, weights=weights)
    parts = [cut(column, seed + i) for i, column in enumerate((y_true, y_score, weights))]
    with dask.config.set(scheduler=SCHEDULERS[seed % 2]):
        same(mm.sweep(parts[0], parts[1], weights=parts[2]), whole)


@pytest.fixture(autouse=True)
def at_once():
    """Work in this very thread, where nothing else is said."""
    with dask.config.set(scheduler="synchronous"):
        yield


@each("seed", range(2))
def test_columns_of_a_frame_may_have_unknown_lengths_empty_partitions_and_words(seed):
    y_true, y_score, _ = samples(seed)
    words = np.where(y_true, "spam", "ham")
    frame = in_frames(seed, word=words, sign=2 * y_true - 1, s=y_score)
    same(
        mm.sweep(frame["word"], frame["s"], positive="spam"),
        mm.sweep(words, y_score, positive="spam"),
    )
    same(mm.sweep(frame["sign"], frame["s"]), mm.sweep(y_true, y_score))
    same(mm.sweep(frame["sign"].to_dask_array(), frame["s"]), mm.sweep(y_true, y_score))


def test_a_column_in_memory_is_cut_like_the_others_and_unscored_positives_count():
    y_true, y_score, weights = samples(1)
    ours = mm.sweep(cut(y_true, 3), list(y_score), weights=weights)
    same(ours, mm.sweep(y_true, y_score, weights=weights))
    how = {"positives": 500, "negatives": 600}
    same(mm.sweep(cut(y_true, 1), cut(y_score, 2), **how), mm.sweep(y_true, y_score, **how))


TRUTH, SCORE, _ = samples(0)
T, S = (array.from_array(column, chunks=50) for column in (TRUTH, SCORE))
FRAME = in_frames(1, t=TRUTH, s=SCORE, word=np.where(TRUTH, "spam", "ham"))
LATER = array.from_array(np.where(np.arange(SIZE) == 77, np.nan, SCORE), chunks=50)


@each(
    "call, says",
    [
        (lambda: mm.sweep(T, LATER), "partition 1: y_score[27] is nan"),
        (lambda: mm.sweep(FRAME["word"], FRAME["s"]), "name it: positive="),
        (lambda: mm.sweep(T, S, ids=range(SIZE)), "only counts leave a partition"),
        (lambda: mm.sweep(T, S, ties="in-order"), "only counts leave a partition"),
        (lambda: mm.sweep(T, S[:-1]), "y_true has 200, y_score has 199"),
        (lambda: mm.sweep(T, S, weights=T * 0), "no partition holds a sample"),
        (lambda: mm.sweep(T[:0], S[:0]), "no partition holds a sample"),
        (lambda: mm.sweep(T, S, weights=T - 1), "a weight says how many"),
        (lambda: mm.sweep(FRAME["t"], S), "7 and 4 partitions"),
        (
            lambda: mm.sweep(FRAME["t"], FRAME["s"][FRAME["t"] > 0]),
            "needs its value in every column",
        ),
    ],
)
def test_what_cannot_be_counted_is_told_why(call, says):
    with pytest.raises(mm.InputError) as caught:
        call()
    assert says in str(caught.value)
