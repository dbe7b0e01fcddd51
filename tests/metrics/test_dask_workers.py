"""The same sums on worker processes of their own, one of which dies."""

import os
import signal
from pathlib import Path

import dask
import numpy as np
import pytest
from dask import array

import mlmetrics_edu as mm

PATIENT = {"distributed.comm.timeouts.connect": "120s", "distributed.comm.timeouts.tcp": "120s"}
CHUNK = 50
ALONE = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": None}


@pytest.fixture(scope="module")
def client():
    """Start two worker processes."""
    from distributed import Client, LocalCluster  # not above: it takes seconds

    with dask.config.set(PATIENT), LocalCluster(**ALONE) as cluster, Client(cluster) as client:
        yield client


def columns():
    """Make labels, scores with ties, and weights that only part of them are typed."""
    rng = np.random.default_rng(0)
    weights = np.append(rng.integers(1, 30, 250) / 10, rng.random(250))
    return rng.integers(0, 2, 500), rng.integers(0, 90, 500) / 7, weights


def in_partitions(column):
    return array.from_array(column, chunks=CHUNK)


def dies_once(block, mark):
    """Kill this process, the first time that one of them comes here."""
    try:
        Path(mark).touch(exist_ok=False)
    except FileExistsError:
        return block
    os.kill(os.getpid(), signal.SIGKILL)


def test_two_worker_processes_give_the_sums_of_the_whole(client):
    y_true, y_score, weights = columns()
    whole = mm.sweep(y_true, y_score, weights=weights)
    table = mm.ConfusionMatrix.from_labels(y_true, y_true[::-1], weights=weights)
    cut = [in_partitions(column) for column in (y_true, y_score, weights, y_true[::-1])]
    ours = mm.sweep(*cut[:2], weights=cut[2])
    assert [column.tobytes() for column in (ours.threshold, ours.tp, ours.fp)] == [
        column.tobytes() for column in (whole.threshold, whole.tp, whole.fp)
    ]
    assert not any(c.flags.writeable for c in (ours.threshold, ours.tp, ours.fp))
    assert mm.average_precision(ours) == mm.average_precision(whole)
    assert mm.ConfusionMatrix.from_labels(cut[0], cut[3], weights=cut[2]) == table
    with pytest.raises(mm.InputError, match=r"partition 7 \(of 0 to 9\): y_score\[3\] is nan"):
        mm.sweep(cut[0], in_partitions(np.where(np.arange(500) == 353, np.nan, y_score)))


def test_a_worker_that_dies_midway_changes_nothing(client, tmp_path):
    y_true, y_score, weights = columns()
    mark = tmp_path / "one has died"
    cut = [in_partitions(column) for column in (y_true, y_score, weights)]
    fatal = cut[1].map_blocks(dies_once, str(mark), meta=y_score[:0])
    ours, whole = (
        mm.sweep(cut[0], fatal, weights=cut[2]),
        mm.sweep(y_true, y_score, weights=weights),
    )
    assert mark.exists()
    assert (ours.tp.tobytes(), ours.fp.tobytes()) == (whole.tp.tobytes(), whole.fp.tobytes())
