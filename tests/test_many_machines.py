"""The page for data on many machines: its code runs, and gives what the page says."""

import re
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

import mlmetrics_edu as mm

PAGE = Path(__file__).resolve().parents[1] / "tools" / "site" / "pages" / "many-machines.md"
DASK, SPARK = (
    re.findall(r"^```python\n(.*?)^```", part, re.M | re.S)
    for part in PAGE.read_text(encoding="utf-8").split("\n## Spark\n")
)


@pytest.mark.driven
def test_the_blocks_for_dask_run(capsys):
    pytest.importorskip("distributed")
    told = {}
    for block in DASK:
        exec(compile(block, PAGE.name, "exec"), told)
    whole = mm.sweep(told["table"]["label"], told["table"]["score"])
    assert capsys.readouterr().out == f"{whole.drop_samples()}\n{told['result']}\n"
    assert told["s"].fp.tobytes() == whole.fp.tobytes()


class Frame:
    """A Spark DataFrame, as far as the page asks for one: partitions, each of some batches."""

    def __init__(self, partitions):
        self.partitions = partitions

    def mapInPandas(self, function, schema):
        assert schema == "counts binary"
        return Frame([function(iter(batches)) for batches in self.partitions])

    def toLocalIterator(self):
        for batches in self.partitions:
            for batch in batches:
                yield from batch.to_dict("records")


def rows():
    rng = np.random.default_rng(0)
    return pd.DataFrame({"label": rng.integers(0, 2, 900), "score": rng.integers(0, 99, 900) / 7})


def test_the_functions_for_spark_add_up_to_the_whole():
    """Where Spark isn't installed, a stand-in has partitions, batches, and emptiness."""
    told, table = {}, rows()
    exec(compile(SPARK[0], PAGE.name, "exec"), told)
    parts = [[table[:100], table[:0], table[100:350]], [], [table[:0]], [table[350:]]]
    _equal(told["sweep_of"](Frame(parts)), table)


def test_the_functions_for_spark_run_on_spark(tmp_path, monkeypatch):
    pytest.importorskip("pyspark")
    monkeypatch.setenv("PYSPARK_PYTHON", sys.executable)
    table = rows()
    table.to_parquet(tmp_path / "scores")
    told = {}
    for block in SPARK:
        block = block.replace('"scores"', repr(str(tmp_path / "scores")))
        exec(compile(block, PAGE.name, "exec"), told)
    _equal(told["s"], table)
    few = told["spark"].createDataFrame(table[:3]).repartition(8)
    _equal(told["sweep_of"](few), table[:3])
    told["spark"].stop()


def _equal(ours, table):
    whole = mm.sweep(table["label"], table["score"])
    for name in ("threshold", "tp", "fp"):
        assert getattr(ours, name).tobytes() == getattr(whole, name).tobytes()
