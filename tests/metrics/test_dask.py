"""Sums over Dask's partitions are the counts of the whole, to the last bit."""

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
    """Make labels, scores with many ties, and weights: whole, typed, computed, or of all kinds."""
    rng = np.random.default_rng(seed)
    typed, computed = rng.integers(0, 30, SIZE) / 10, rng.random(SIZE)
    weights = [
        rng.integers(0, 9, SIZE),
        typed,
        computed,
        np.where(np.arange(SIZE) < SIZE // 2, typed, computed),
        None,
    ]
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
    pairs = itertools.pairwise(ends)
    parts = [dask.delayed(frame.iloc[start:end]) for start, end in pairs]
    return dataframe.from_delayed(parts, meta=frame.iloc[:0], verify_meta=False)


def same(ours, whole):
    """Compare two sweeps bit by bit, with all that they know."""
    for name in ("threshold", "tp", "fp", "fn", "tn"):
        mine, theirs = getattr(ours, name), getattr(whole, name)
        assert mine.dtype == theirs.dtype
        assert mine.tobytes() == theirs.tobytes(), name
        assert not mine.flags.writeable
    for name in ("positives", "negatives", "ties", "names"):
        assert getattr(ours, name) == getattr(whole, name)
    assert ours.samples is None
    assert mm.average_precision(ours).fraction == mm.average_precision(whole).fraction


@each("seed", range(20))
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


@each("seed", range(4))
def test_columns_of_a_frame_may_have_unknown_lengths_empty_partitions_and_words(seed):
    y_true, y_score, _ = samples(seed)
    words = np.where(y_true, "spam", "ham")
    frame = in_frames(seed, word=words, kind=pd.Categorical(words), sign=2 * y_true - 1, s=y_score)
    whole = mm.sweep(words, y_score, positive="spam")
    for name in ("word", "kind"):
        same(mm.sweep(frame[name], frame["s"], positive="spam"), whole)
    same(mm.sweep(frame["sign"], frame["s"]), mm.sweep(y_true, y_score))
    same(mm.sweep(frame["sign"].to_dask_array(), frame["s"]), mm.sweep(y_true, y_score))


def test_partitions_of_one_class_each_know_what_both_are_called():
    frame = in_frames(1, word=["a"] * 50 + ["b"] * 50, s=np.arange(100.0))
    for positive, names in (("a", ("b", "a")), ("b", ("a", "b"))):
        swept = mm.sweep(frame["word"], frame["s"], positive=positive)
        assert (swept.names, swept.positives, swept.negatives) == (names, 50, 50)


def test_what_is_worked_out_for_two_columns_is_worked_out_once():
    seen = []

    def scored(part):
        seen.append(len(part))
        return part.assign(s=part["x"] / 10)

    frame = dataframe.from_pandas(pd.DataFrame({"t": [1, 0] * 10, "x": range(20)}), npartitions=4)
    frame = frame.map_partitions(scored, meta={"t": int, "x": int, "s": float})
    assert mm.sweep(frame["t"], frame["s"], weights=frame["x"]).positives == 90
    assert seen == [5, 5, 5, 5]


def test_a_column_in_memory_is_cut_like_the_others():
    y_true, y_score, weights = samples(1)
    ours = mm.sweep(cut(y_true, 3), list(y_score), weights=weights)
    same(ours, mm.sweep(y_true, y_score, weights=weights))


def test_positives_that_were_never_scored_are_counted():
    y_true, y_score, _ = samples(0)
    how = {"positives": 500, "negatives": 600}
    same(mm.sweep(cut(y_true, 1), cut(y_score, 2), **how), mm.sweep(y_true, y_score, **how))


def refused(call):
    """Return what an error says, which is ours and has no cause in Dask."""
    with pytest.raises(mm.InputError) as caught:
        call()
    assert type(caught.value) is mm.InputError
    assert not any("site-packages" in str(frame.path) for frame in caught.traceback)
    return str(caught.value)


TRUTH, SCORE, _ = samples(0)
T, S = (array.from_array(column, chunks=50) for column in (TRUTH, SCORE))
FRAME = in_frames(1, t=TRUTH, s=SCORE, word=np.where(TRUTH, "spam", "ham"))
BAD = np.where(np.arange(SIZE) == 77, np.nan, SCORE)
LATER = array.from_array(BAD, chunks=50)


@each(
    "call, says",
    [
        (lambda: mm.sweep(T, LATER), "partition 1 (of 0 to 3): y_score[27] is nan"),
        (lambda: mm.sweep(FRAME["word"], FRAME["s"]), "name it: positive='ham'"),
        (lambda: mm.sweep(T, S, ids=range(SIZE)), "no sample can be named afterwards"),
        (lambda: mm.sweep(T, S, ties="in-order"), "the order of its samples"),
        (lambda: mm.sweep(T, S[:-1]), "y_true has 200, y_score has 199"),
        (lambda: mm.sweep(T, S, weights=T * 0), "those of weight 0"),
        (lambda: mm.sweep(T[:0], S[:0]), "there is nothing in any partition"),
        (lambda: mm.sweep(T, S, weights=T - 1), "a weight says how many"),
        (lambda: mm.sweep(dask.delayed([1, 0]), S), "nobody knows what is in it"),
        (lambda: mm.sweep(FRAME["t"], S), "y_true in 7 partitions, y_score in 4 partitions"),
        (lambda: mm.sweep(FRAME["t"], BAD), "y_true in 7 partitions, y_score in 1 partition"),
        (lambda: mm.sweep(FRAME["t"], FRAME["s"].repartition(npartitions=2)), "in 2 partitions"),
        (
            lambda: mm.sweep(FRAME["t"], FRAME["s"][FRAME["t"] > 0]),
            "needs its value in every column",
        ),
    ],
)
def test_what_cannot_be_counted_is_told_why(call, says):
    assert says in refused(call)


def test_an_error_that_is_not_ours_comes_as_it_is():
    broken = T.map_blocks(lambda block: 1 // 0, dtype=int)
    with pytest.raises(ZeroDivisionError):
        mm.sweep(broken, S)
