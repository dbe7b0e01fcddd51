"""Labels and scores from files larger than memory: exact, judged over the whole, well refused."""

import gzip
import random
import struct
import sys
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

import mlmetrics_edu as mm
from mlmetrics_edu.core.progress import watched
from mlmetrics_edu.metrics.chunks import Chunks
from tests.cases import each

PLAIN = "label,score\n1,0.9\n0,0.7\n1,0.4\n"


@pytest.fixture
def write(tmp_path):
    """Give what writes a text, bytes or the columns of a Parquet file, and returns its path."""

    def written(content=None, name="scores.csv", **columns):
        path = tmp_path / name
        if columns:
            parquet.write_table(pa.table(columns), path)
        else:
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return written


def whole(path, *columns, **how):
    """Read a file chunk by chunk, and put the chunks together."""
    parts = zip(*mm.chunks(path, *columns, **how), strict=True)
    return [np.concatenate(part).tolist() for part in parts]


def refused(path, *columns, **how):
    """Return the error for a file, all three parts of it."""
    with pytest.raises(mm.MetricError) as caught:
        list(mm.chunks(path, *columns, **how))
    assert caught.value.what and caught.value.why and caught.value.fix
    return str(caught.value)


@each(
    "content",
    [
        PLAIN.encode(),
        PLAIN.replace(",", "\t").encode(),
        PLAIN.replace("\n", "\r\n").encode("utf-8-sig"),
        PLAIN.encode("utf-16"),
        gzip.compress(PLAIN.encode()),
        PLAIN.replace(",", ";").replace(".", ",").encode(),
        PLAIN.replace("\n", "\n\n").encode(),
        b"\n\n" + PLAIN.replace("\n", ",\n").encode(),
        PLAIN.replace(",", ", ").replace("0.9", "+.9e0").encode(),
        b'label,score\n"1","0.9"\n"0","0.7"\n"1","0.4"',
        b"label,score\n1,90%\n0,70%\n1,40%\n",
        b"label,score\ntrue,.9\nFalse,.7\n1.0,.4\n",
        b'of,label,score,"a\nb"\nx,1,0.9,"\n,"\ny,-1,0.7,\nz,+1,0.4,\n',
    ],
)
@each("rows", [1, 2, 100])
def test_a_text_is_read_however_it_is_written(write, content, rows):
    path = write(content)
    assert whole(path, rows=rows) == [[True, False, True], [0.9, 0.7, 0.4]]
    assert max(len(truth) for truth, _ in mm.chunks(path, rows=rows)) == min(rows, 3)


def texts_of_numbers(count):
    """Write random numbers in decimals: short, long, tiny, huge, and halfway between two floats."""
    draw = random.Random(24)
    for _ in range(count):
        number = struct.unpack("d", draw.randbytes(8))[0]
        yield repr(number) if abs(number) < 1e15 else repr(draw.random())
        yield "0." + "".join(draw.choices("0123456789", k=draw.randint(1, 40)))
        yield f"{draw.randint(0, 10**14)}.{draw.randint(0, 10**30)}e{draw.randint(-340, 0)}"
        low = draw.random()
        middle = (Decimal(low) + Decimal(float(np.nextafter(low, 1)))) / 2
        yield format(middle, "f") + draw.choice(["", "0", "1"])


def test_a_score_in_a_text_is_the_float_that_python_makes_of_it(write):
    texts = list(texts_of_numbers(5000))
    path = write("label,score\n" + "".join(f"{i % 2},{text}\n" for i, text in enumerate(texts)))
    _, score = whole(path)
    assert np.array_equal(np.array(score).view(np.int64), np.array([*map(float, texts)]).view(int))


@each(
    "kind, values",
    [
        (pa.float64(), [0.1, 0.2, 0.3]),
        (pa.float32(), [0.1, 0.2, 0.3]),
        (pa.float16(), np.float16([0.1, 0.2, 0.3])),
        (pa.int64(), [2**53, -(2**53), 0]),
        (pa.uint8(), [1, 2, 255]),
        (pa.bool_(), [True, False, True]),
        (pa.string(), ["0.1", "1e-3", " 7 "]),
        (pa.large_string(), ["0.1", "1e-3", "7"]),
        (pa.decimal128(38, 30), [Decimal("0.1"), Decimal(1) / 3, Decimal("1e-30")]),
        (pa.dictionary(pa.int8(), pa.float64()), [0.1, 0.2, 0.1]),
    ],
)
def test_scores_of_every_kind_are_the_same_numbers_as_floats(write, kind, values):
    scores = pa.array(values, kind) if pa.types.is_float16(kind) else pa.array(list(values), kind)
    stored = scores.to_pylist()
    path = write(name="t.parquet", label=[1, 0, 1], score=scores)
    assert whole(path, rows=2) == [[True, False, True], [float(value) for value in stored]]


@each(
    "labels, positive, truth, names",
    [
        ([1, 0, 1], None, [True, False, True], ("negative", "positive")),
        ([1, -1, 1], None, [True, False, True], ("negative", "positive")),
        ([1.0, 0.0, 1.0], None, [True, False, True], ("negative", "positive")),
        ([True, False, True], None, [True, False, True], ("negative", "positive")),
        ([1, 0, 1], 0, [False, True, False], ("negative", "positive")),
        ([7, 2, 7], 7, [True, False, True], ("2", "7")),
        (["ham", "spam", "ham"], "spam", [False, True, False], ("ham", "spam")),
        (pa.array(["a", "b", "a"]).dictionary_encode(), "a", [True, False, True], ("b", "a")),
        (pa.array([Decimal(1), Decimal(0), Decimal(1)]), None, [True, False, True], None),
    ],
)
def test_labels_of_every_kind_say_which_samples_are_positive(write, labels, positive, truth, names):
    given = mm.chunks(
        write(name="t.parquet", label=labels, score=[0.9, 0.7, 0.4]), positive=positive, rows=1
    )
    assert [label for part, _ in given for label in part.tolist()] == truth
    assert names is None or given.names == names


def test_a_category_that_no_row_has_is_no_class(write):
    labels = pa.DictionaryArray.from_arrays(pa.array([0, 2, 0]), pa.array(["a", "b", "c"]))
    path = write(name="t.parquet", label=labels, score=[0.9, 0.7, 0.4])
    assert whole(path, positive="a")[0] == [True, False, True]


def test_a_category_may_be_missing(write):
    labels = pa.DictionaryArray.from_arrays(pa.array([0, None], pa.uint64()), pa.array(["a"]))
    path = write(name="t.parquet", label=labels, score=[0.9, 0.7])
    assert "row 2: label is empty" in refused(path, positive="a", rows=1)


def test_scores_may_be_negative_weights_may_not(write):
    path = write("label,score\n1,0.5\n0,-0.5\n")
    assert whole(path)[1] == [0.5, -0.5]
    assert "row 2: score is -0.5" in refused(path, weights="score")


def test_a_group_without_rows_is_passed_over(write, tmp_path):
    table = pa.table({"label": ["1", "0"], "score": ["0.5", "0.25"]})
    with parquet.ParquetWriter(tmp_path / "t.parquet", table.schema) as file:
        for part in (table[:0], table, table[:0]):
            file.write_table(part)
    assert whole(tmp_path / "t.parquet")[1] == [0.5, 0.25]


def test_one_class_against_the_rest_is_only_for_those_who_ask(write):
    path = write("label,score\na,0.9\nb,0.7\nc,0.4\n")
    given = Chunks(path, positive="a", rest=True)
    assert [truth.tolist() for truth, _ in given] == [[True, False, False]]
    assert given.names == ("not a", "a")


def test_weights_come_as_a_third_column_and_stay_whole(write):
    path = write(name="t.parquet", label=[1, 0], score=[0.9, 0.4], w=[2, 3])
    ((_, _, weights),) = mm.chunks(path, weights="w")
    assert weights.dtype == np.int64 and weights.tolist() == [2, 3]
    assert whole(write("label,score,w\n1,0.9,2.5\n"), weights="w")[2] == [2.5]


@each(
    "content, said",
    [
        ("label,score\n1,0.9\n0,\n", "row 2: score is empty"),
        ("label,score\n1,0.9\n0,nan\n", "row 2: score is 'nan'"),
        ("label,score\n1,0.9\n0,1e999\n", "row 2: score is '1e999'"),
        ("label,score\n1,0.9\n0,high\n0,high\n", "row 2: score is 'high'"),
        ("label,score\n1,9007199254740993\n", "row 1: score is '9007199254740993'"),
        ("label,score\n1,0.5\n0,10%\n", "row 2: score is '10%'"),
        ("label;score\n1;0.5\n0;0,1\n", "row 1: score is '0.5', beside row 2 '0,1'"),
        ("label,score\n1,0.9\n,0.4\n", "row 2: label is empty"),
        ("label,score\n1,0.9\n  ,0.4\n", "row 2: label is empty"),
        ("label,score\n1,0.9\n0,0.7,3\n", "row 2: '0,0.7,3' has 3 values"),
        ("label,score\n1,0.9\n0\n", "row 2: '0' has 1 value"),
        ("label,score,\n1,0,9\n", "row 1: '9' stands in a column without a name"),
        ("label,score\n1,0.9\n-1,0.7\n0,0.4\n", "row 3: label is '0', after '1', '-1'"),
        ("label,score\n0,0.9\n-1,0.7\n", "row 2: label is '-1', after '0'"),
        ("label,score\n1,0.9\nspam,0.7\n", "name it: positive='spam'"),
        ("label,score\n0.25,0.9\n", "row 1: label is '0.25'"),
        ("label,score", "has columns, and no row"),
        ("label,score\n", "has columns, and no row"),
        ("", "is empty"),
        ("target,p\n1,1\n", "has no column 'label': its header is 'target', 'p'"),
        ("label,Score\n1,1\n", "did you mean Score?"),
        ("label,score,score\n1,1,1\n", "has 2 columns 'score'"),
        ("label,score\n\xff,1\n".encode("latin-1"), "line 2: the byte 0xff"),
        (gzip.compress(PLAIN.encode())[:-9], "packed by gzip, and is damaged"),
        (b"PK\x03\x04", "a zip archive"),
        (b"PAR1 and so on", "is a Parquet file, and can't be read"),
        ('{"label": 1}', "holds JSON"),
    ],
)
@each("rows", [1, 100])
def test_what_is_wrong_with_a_text_is_told_with_its_row(write, content, said, rows):
    message = refused(write(content), rows=rows)
    assert said in message and "scores.csv" in message


@each(
    "columns, how, said",
    [
        ({"score": [0.5, None]}, {}, "row 2: score is empty"),
        ({"score": [0.5, float("nan")]}, {}, "row 2: score is nan"),
        ({"score": [1, 2**53 + 1]}, {}, "row 2: score is 9007199254740993"),
        ({"score": pa.array([1, 2**63], pa.uint64())}, {}, "row 2: score is 9223372036854775808"),
        ({"score": ["0.5", "x"]}, {}, "row 2: score is 'x'"),
        ({"score": [[1], [2]]}, {}, "score is a column of the type list"),
        ({"label": [1, None]}, {}, "row 2: label is empty"),
        ({"label": [1.0, float("nan")]}, {}, "row 2: label is nan"),
        ({"label": [[1], [2]]}, {}, "label is a column of the type list"),
        ({"label": [1, 2]}, {}, "row 2: label is '2', after '1'"),
        ({"label": ["a", "b"]}, {"positive": "c"}, "with 'c' as the positive class"),
        ({"label": ["a", "a"]}, {"positive": "c"}, "positive='c' is not among the labels"),
        ({"weight": [1.0, -2.0]}, {"weights": "weight"}, "row 2: weight is -2.0"),
        ({"weight": [1.0, float("inf")]}, {"weights": "weight"}, "row 2: weight is inf"),
        ({"label": pa.array([], pa.int8()), "score": pa.array([], pa.int8())}, {}, "no row"),
    ],
)
@each("rows", [1, 100])
def test_what_is_wrong_with_a_parquet_file_is_told_with_its_row(write, columns, how, said, rows):
    columns = {"label": [1, 0], "score": [0.9, 0.4], **columns}
    message = refused(write(name="t.parquet", **columns), rows=rows, **how)
    assert said in message and "t.parquet" in message


def test_labels_are_judged_by_the_whole_file_and_not_by_a_chunk(write):
    one_class_each = write("label,score\n1,0.9\n1,0.8\n0,0.7\n0,0.4\n")
    assert [truth.tolist() for truth, _ in mm.chunks(one_class_each, rows=2)] == [
        [True, True],
        [False, False],
    ]
    two_ways = write("label,score\n1,0.9\n0,0.8\n1,0.7\n-1,0.4\n")
    assert "row 4: label is '-1', after '1', '0'" in refused(two_ways, rows=2)


@each("where", [0.3, 0.6, 0.95])
def test_a_damaged_file_is_told_as_such(write, where):
    rows = 20_000
    columns = {"label": [1, 0] * rows, "score": np.random.default_rng(1).random(2 * rows)}
    path = write(name="t.parquet", **columns)
    content = bytearray(path.read_bytes())
    start = int(len(content) * where)
    content[start : start + 64] = b"\xff" * 64
    try:
        found = whole(write(bytes(content), "t.parquet"))
    except mm.InputError as error:
        assert "t.parquet" in error.what
    else:  # the damage hit numbers alone, which Parquet doesn't notice
        assert len(found[0]) == 2 * rows


def test_a_packed_file_that_breaks_off_is_told_as_such(write):
    text = "label,score\n" + "".join(f"{i % 2},{i / 7}\n" for i in range(400_000))
    packed = gzip.compress(text.encode())
    assert "scores.csv.gz" in refused(write(packed[: len(packed) // 2], "scores.csv.gz"))


def test_a_file_that_vanishes_or_grows_is_told_as_such(write):
    path = write(PLAIN)
    given = mm.chunks(path, rows=1)
    path.unlink()
    with pytest.raises(mm.InputError, match=r"scores\.csv can't be read"):
        list(given)
    for harm, said in ((path.unlink, "can't be read"), (lambda: path.write_text("label"), "chang")):
        path.write_text(PLAIN)
        steps = iter(mm.chunks(path, rows=1))
        next(steps)
        harm()
        with pytest.raises(mm.InputError, match=said):
            list(steps)


def test_a_folder_or_nothing_is_no_file(tmp_path):
    assert "can't be read" in refused(tmp_path)
    assert "No such file" in refused(tmp_path / "none.csv")
    assert "source=3" in refused(3) and "source=" in refused("a\0b")


def test_without_pyarrow_it_is_told_what_to_type(write, monkeypatch):
    path = write(PLAIN)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "pip install 'mlmetrics-edu[parquet]'" in refused(path)


def test_it_can_be_gone_through_twice_and_knows_how_far_it_is(write):
    text = "label,score\n" + "".join(f"{i % 2},{i / 7}\n" for i in range(10))
    for path, size in (
        (write(text), len(text)),
        (write(name="t.parquet", label=[1, 0] * 5, score=[*range(10)]), 10),
    ):
        given = mm.chunks(path, rows=2)
        for _ in range(2):
            far = [given.done for _ in given]
            assert len(far) == 5 and far == sorted(far) and far[-1] == given.size == size


def test_a_bar_measures_a_file_by_its_size(write, capsys):
    path = write(name="t.parquet", label=[1, 0] * 5, score=[*range(10)])
    assert len(list(watched(mm.chunks(path, rows=3), "chunk", True))) == 4
    assert "/10.0" in capsys.readouterr().err


def test_only_the_columns_that_are_wanted_are_read(write):
    wide = {f"c{i}": np.random.default_rng(i).random(1000) for i in range(9)}
    path = write(name="t.parquet", label=[1, 0] * 500, score=wide["c1"], **wide)
    content = bytearray(path.read_bytes())
    start = parquet.ParquetFile(path).metadata.row_group(0).column(5).dictionary_page_offset
    content[start : start + 200] = b"\xff" * 200  # in a column that nobody asks for
    assert whole(write(bytes(content), "t.parquet"))[1] == wide["c1"].tolist()


@each("name", ["scores.csv", "scores.csv.gz", "scores.parquet"])
def test_a_sweep_of_a_file_is_that_of_its_columns(write, name):
    truth, score = (
        random.Random(1).choices(["ham", "spam"], k=999),
        [i % 70 / 7 for i in range(999)],
    )
    text = "label,score\n" + "".join(f"{y},{s}\n" for y, s in zip(truth, score, strict=True))
    content = {"content": gzip.compress(text.encode()) if name.endswith("gz") else text}
    path = write(name=name, **({"label": truth, "score": score} if "parq" in name else content))
    whole_sweep = mm.sweep(truth, score, positive="spam").drop_samples()
    for swept in (
        mm.sweep(path, positive="spam"),
        mm.sweep(str(path), positive="spam"),
        mm.sweep(mm.chunks(path, positive="spam", rows=100), progress=True),
    ):
        assert str(swept) == str(whole_sweep) and swept.names == ("ham", "spam")
        assert swept.samples is None


def test_weights_of_a_file_count(write):
    path = write("label,score,w\n1,0.9,2\n0,0.5,3\n1,0.5,0.5\n")
    swept = mm.sweep(mm.chunks(path, weights="w", rows=1))
    assert str(swept) == str(
        mm.sweep([1, 0, 1], [0.9, 0.5, 0.5], weights=[2, 3, 0.5]).drop_samples()
    )
