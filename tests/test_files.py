"""Tables of every kind: read as meant, to the last digit, or refused in three parts with the line.

Scores and boxes are written in all the ways in which people and programs write tables, well and
badly. What the terminal makes of a file must be what the library makes of its samples.
"""

import csv
import gzip
import io
import os
import sys
from itertools import product
from pathlib import Path

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core import table_files
from mlmetrics_edu.core.errors import InputError
from tests.cases import EXPLORE, each, seeds
from tests.commands import refused, walked
from tests.test_bad_input import parts

# What is done to a table, and whether it still says what was meant.
DELIMITERS = {",": ",", ";": ";", "\t": "tab"}
ENCODINGS = {
    "utf-8": lambda text: text.encode(),
    "one mark": lambda text: text.encode("utf-8-sig"),
    "two marks": lambda text: ("\ufeff\ufeff" + text).encode(),
    "utf-16": lambda text: text.encode("utf-16"),
    "utf-16, big end first": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "gbk": lambda text: text.encode("gbk"),
}
WELL = {
    "as it should be": lambda rows: rows,
    "a delimiter at every end": lambda rows: [[*row, ""] for row in rows],
    "an index without a name": lambda rows: [["", *rows[0]], *numbered(rows)],
    "blank lines": lambda rows: [[""], rows[0], [""] * 9, *rows[1:], [""]],
}
BADLY = {
    "a surplus cell in the first row": lambda rows: [rows[0], [*rows[1], "9"], *rows[2:]],
    "a surplus cell in front": lambda rows: [rows[0], ["9", *rows[1]], *rows[2:]],
    "a surplus cell in every row": lambda rows: [rows[0], *([*row, "9"] for row in rows[1:])],
    "an index that the header lacks": lambda rows: [rows[0], *numbered(rows)],
    "a name too few": lambda rows: [[*rows[0], ""], *([*row, "9"] for row in rows[1:])],
    "a cell missing in the last row": lambda rows: [*rows[:-1], rows[-1][:-1]],
    "a column twice": lambda rows: [[*row, row[-1]] for row in rows],
}
DRESS = [*product(DELIMITERS, (False, True), ENCODINGS, WELL | BADLY)]
DRESS = DRESS[:: 1 if EXPLORE else 3]  # of three neighbours, each has another form
SCORED = [["车", "label", "score"], ["甲", "1", "0.9"], ["乙", "0", "0.25"], ["丙", "1", "0.125"]]
WALK = {"threshold": ["inf", "0.9", "0.25", "0.125"], "admitted": ["", "甲", "乙", "丙"]}
WALK |= {"TP": [*"0112"], "FP": [*"0011"], "FN": [*"2110"], "TN": [*"1100"]}
BOXES = [
    ["image", "category", "score", "x1", "y1", "x2", "y2"],
    ["车", "狗", "0.5", "1", "2", "3.5", "4"],
    ["b", "dog", "0.25", "5", "6", "7", "8"],
]


def numbered(rows):
    return [[str(number), *row] for number, row in enumerate(rows[1:])]


def written(rows, delimiter, quoted, form):
    """Write a table; quote all cells or none."""
    sign = '"' if quoted else ""
    lines = ([f"{sign}{cell}{sign}" for cell in row] for row in (WELL | BADLY)[form](rows))
    return "\n".join(map(delimiter.join, lines)) + "\n"


def test_scores_are_read_as_meant_or_refused_with_their_line(run):
    """A decimal comma among decimal points is refused too."""
    for (delimiter, quoted, encoding, form), comma in product(DRESS, (False, True)):
        if comma and form in BADLY:
            continue
        text = written(SCORED, delimiter, quoted, form)
        text = text.replace("0.25", "0,25") if comma else text
        Path("t.csv").write_bytes(ENCODINGS[encoding](text))
        words = ["trace", "t.csv", "--id", "车", "--delimiter", DELIMITERS[delimiter]]
        words += ["--encoding", "gbk"] * (encoding == "gbk")
        if form in WELL and not comma:
            rows, _ = walked(run, *words)
            assert {name: [row[name] for row in rows] for name in WALK} == WALK, (text, rows)
        else:
            complaint = refused(run, *words)
            assert "t.csv, line " in complaint or form == "a column twice", (text, complaint)


def test_boxes_are_read_as_meant_or_refused(tmp_path):
    names = [list(column) for column in zip(*(row[:2] for row in BOXES[1:]), strict=True)]
    for delimiter, quoted, encoding, form in DRESS:
        file, text = tmp_path / "b.csv", written(BOXES, delimiter, quoted, form)
        file.write_bytes(ENCODINGS[encoding](text))
        if form in WELL and encoding != "gbk":
            found = mm.load_detections(file)
            assert found["x2"].tolist() == [3.5, 7] and found["score"].tolist() == [0.5, 0.25]
            assert [found[name].tolist() for name in ("image", "category")] == names
            file.write_bytes(ENCODINGS[encoding](text.replace("3.5", "3,5")))
        with pytest.raises(mm.InputError) as caught:
            mm.load_detections(file)
        parts(caught.value)


# Files as people have them, from other countries and programs.
RANDOM = np.random.default_rng(19)
LABELS = (RANDOM.random(300) < 0.3).astype(int)
SCORES = np.clip(RANDOM.normal(0.35 + 0.3 * LABELS, 0.2), 0, 1).round(4)
WEIGHTS = RANDOM.integers(1, 5, 300)
NAMES, CHINESE = ([f"{name} {i}" for i in range(300)] for name in ("Müller", "样本"))
COMMAS = [f"{number:.4f}".replace(".", ",") for number in SCORES]
RARE = np.r_[np.ones(10, int), np.zeros(990, int)]
PLAIN = {"y_true": LABELS, "y_score": SCORES}
GUESSED = "(--encoding names another)"


def rows(*columns, delimiter=",", header="id,label,score"):
    """Write columns as a table in text."""
    lines = [header.split(","), *zip(*columns, strict=True)]
    return "\n".join(delimiter.join(map(str, line)) for line in lines) + "\n"


# Name: what makes the bytes, what is typed, what is said, and the arguments of mm.sweep.
FILES = {
    "Excel in Germany": (
        lambda: rows(NAMES, LABELS, COMMAS, delimiter=";").encode("cp1252"),
        "--id id",
        f"read as CP1252 {GUESSED}, columns divided by ';', decimal commas in score",
        PLAIN | {"ids": NAMES},
    ),
    "Excel in China": (
        lambda: rows(CHINESE, LABELS, SCORES, header="编号,label,score").encode("gb18030"),
        "--id 编号",
        f"read as GB18030 {GUESSED}",
        PLAIN | {"ids": CHINESE},
    ),
    "Excel in Taiwan, as Unicode text": (
        lambda: rows(CHINESE, LABELS, SCORES, delimiter="\t").encode("utf-16"),
        "--id id",
        "columns divided by a tab",
        PLAIN | {"ids": CHINESE},
    ),
    "decimal commas in quotes": (
        lambda: rows(NAMES, LABELS, [f'"{text}"' for text in COMMAS]).encode(),
        "",
        "decimal commas in score",
        PLAIN,
    ),
    "tabs, packed": (
        lambda: gzip.compress(rows(NAMES, LABELS, SCORES, delimiter="\t").encode()),
        "",
        "columns divided by a tab",
        PLAIN,
    ),
    "weights": (
        lambda: rows(LABELS, SCORES, WEIGHTS, header="label,score,n").encode(),
        "--weight n",
        "",
        PLAIN | {"weights": WEIGHTS},
    ),
    "one positive in a hundred": (
        lambda: rows(RARE, range(1000), header="label,score").encode(),
        "",
        "",
        {"y_true": RARE, "y_score": range(1000)},
    ),
    "names as classes": (
        lambda: rows(["spam" if one else "ham" for one in LABELS], SCORES, header="y,p").encode(),
        "--label y --score p --positive spam",
        "",
        PLAIN,
    ),
}


@each("name", FILES)
def test_a_file_is_read_as_its_samples(run, name):
    make, words, says, samples = FILES[name]
    Path("file").write_bytes(make())
    found, notes = walked(run, "trace", "file", *words.split())
    assert notes == (f"file: {says}\n" if says else "")
    swept = mm.sweep(**samples)
    columns = {"TP": swept.tp, "FP": swept.fp, "threshold": swept.threshold}
    for column, values in (columns | {"recall": swept["recall"]}).items():
        assert [float(row[column]) for row in found] == values.tolist(), column
    if "ids" in samples:
        admitted = ["; ".join(swept.admitted(i)[0]) for i in range(len(swept))]
        assert [row["admitted"] for row in found] == admitted


def test_standard_input_is_any_of_them(run, monkeypatch):
    for name in ("tabs, packed", "Excel in Germany"):
        content = FILES[name][0]()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        found, _ = walked(run, "trace", "-")
        assert [int(row["TP"]) for row in found] == mm.sweep(LABELS, SCORES).tp.tolist(), name
    Path("file").write_bytes(FILES["Excel in Germany"][0]())
    words = ["--encoding", "cp1252", "--delimiter", ";", "--decimal", "comma"]
    _, said, notes = run("trace", "file", *words)  # said beforehand, it needn't be said aloud
    assert notes == "file: decimal commas in score\n" and run("trace", "file")[1] == said


# Content, what is typed, and how the refusal begins or what is in it.
GOOD = "id,label,score\na,1,0.9\nb,0,0.4\nc,1,0.3\n"
ROWS = "label,score\n1,0.9\n0,0.2\n"
LONG = "x" * 5000
TEXTS = [
    # no table, or rows that don't fit
    ("\n\n \n", "", "is empty"),
    ("\ufeff", "", "is empty"),
    ("id,label,score\n", "", "a header and no lines below it"),
    ('[{"label": 1}]', "", "holds JSON"),
    ("<table><tr>", "", "holds XML"),
    ("label,score\0\n", "", "not a plain text file"),
    (b"PK\x03\x04...", "", "an Excel workbook"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1", "", "an old Excel workbook"),
    (b"PAR1" + bytes(9), "", "a Parquet file"),
    (b"\x1f\x8b\x08 broken", "", "packed by gzip"),
    ("label,score\n1,0.9\n0,0,2\n", "", "line 3: '0 | 0 | 2' has 3 values"),
    ("label,score\n1\n", "", "line 2: '1' has 1 value\n"),
    ("label,score,\n1,0,9\n", "", "line 2: '9' stands in a column without a name"),
    ('label,score,note\n1,0.9,"a\nb"\n0,0.2\n', "", "line 4: '0 | 0.2' has 2 values"),
    ('label,score\n1,0.9\n0,"0.2\n1,0.3\n', "", "line 3: the table can't be read"),
    ('label,score\n1,0.9\n0,"0.2"1\n', "", "line 3: the table can't be read"),
    ("label,score\n1,0.9\n" + "\n" * 9000 + "0,x\n", "", "line 9003: score is 'x'"),
    ("\n" * 9000 + "label,score\n1,x\n", "", "line 9002: score is 'x'"),
    (",".join(f"c{i}" for i in range(30000)) + "\n1,2\n", "", "line 2: '1 | 2' has 2 values"),
    (",".join([LONG] * 200) + "\n1,2\n", "", "line 1: the header has 'xxx"),
    # encodings
    (b"\xff\xfel\0a", "", "no text"),
    (ROWS.encode("utf-16-le"), "", "name the encoding, utf-16-le"),
    (ROWS.encode("utf-16-be"), "", "utf-16-be, if it is one"),
    (b"label,score\n1,0.9\n\x81,1\n", "", "line 3: the byte 0x81"),
    (GOOD.replace("b,", "汽车,").encode("gbk"), "--encoding utf-8", "add --encoding gbk"),
    (ROWS.encode("utf-8-sig"), "--encoding gbk", "begins with the mark of UTF-8"),
    *((GOOD, f"--encoding {name}", "no encoding") for name in ("utf-99", "hex", "rot13", "idna")),
    *((GOOD, f"--encoding {name}", "no encoding") for name in ("unicode_escape", LONG, "é")),
    # delimiters and columns
    *((GOOD, f"--delimiter {sign}", "delimiter") for sign in (";;", "'\"'", "a", "0", ".", "-")),
    *((GOOD, f"--delimiter {sign}", "delimiter") for sign in ("'\n'", "'\x1b'", "comma", LONG)),
    *((GOOD.replace(",", s), "--delimiter ,", f"add --delimiter '{s}'") for s in ";|"),
    (GOOD.replace(",", "\t"), "--delimiter ,", "add --delimiter tab"),
    ("Label,my score\n1,0.9\n", "", "Then add --label 'Label'"),
    ("Label,my score\n1,0.9\n", "--label Label --score My_Score", "add --score 'my score'"),
    ("target;Predicted;weight\n", "", "Then add --label 'target' --score 'Predicted'"),
    ("标签,得分\n1,0.5\n", "", "Then add --label '标签' --score '得分'"),
    ("class;p_hat\n1;0.5\n", "", "Then add --label 'class' --score 'p_hat'"),
    ("foo,quux\n1,0.5\n", "", "name the right one: --label COLUMN"),
    (GOOD, "--id name", "has no column 'name'"),
    (f"label,{LONG}\n1,2\n", "", "its header is 'label', 'xxx"),
    # labels, names, weights
    (GOOD.replace("b,0", "b,2").replace("c,1", "c,0"), "", "--positive"),
    (GOOD.replace(",1,", ",spam,").replace(",0,", ",ham,"), "", "--positive"),
    (f"label,score\n{LONG},1\nb,1\nc,2\n", "", "labels 'xxx"),
    (GOOD.replace("b,0", "b,"), "", "line 3: label is empty"),
    (GOOD, "--positive yes", "'yes', named as positive, is not among them"),
    (GOOD.replace("b,0", "a,0"), "--id id", "ids has 'a' 2 times"),
    (GOOD.replace("id", "w").replace("a,", "-1,"), "--weight w", "line 3: w is 'b'"),
    # numbers
    ('label,score\n1,"0,9"\n0,0.2\n', "", "line 3: score is '0.2'\n  why: with decimal points"),
    ("label\tscore\n1\t93 %\n0\t0.2\n", "", "line 2: score is '93 %'\n  why: it isn't a finite"),
    ("label,score\n1," + "9" * 400 + "\n", "", "line 2: score is '999"),
    (f"label,score\n1,{LONG}\n", "", "line 2: score is 'xxx"),
    ("label,score\n1,1_0\n", "", "line 2: score is '1_0'"),
    ("label,score\n1,nan\n", "", "line 2: score is 'nan'"),
    ("label,score\n1, \n", "", "line 2: score is empty"),
    ("label;score;n\n1;0,5;1.234\n0;0,2;2\n", "--weight n", "t.csv, line 2: n is '1.234'"),
    ("label;score\n1;1.234\n0;2.500\n", "", "may be 1.234 (a decimal point) or 1234 (thousands)"),
    (GOOD, "--decimal comma", "with decimal points and commas"),
    (GOOD, "--decimal dot", "--decimal='dot'"),
    # what is asked of it
    (GOOD, "--columns pricision", "did you mean precision"),
    (GOOD, "--columns x=__import__('os')", "this formula can't be read"),
    (GOOD, "--columns =TP", "a formula needs a name"),
    (GOOD, "--out t.docx", "use one of .csv"),
    (GOOD, "--out no/such/t.md", "there is no folder"),
    (GOOD, "--out t.csv", "is there already"),
    (GOOD, "--at nan", "threshold"),
    (GOOD, "--ties random", "ties='random'"),
]


@each("content, words, says", TEXTS)
def test_what_is_no_table_or_isnt_sure_is_refused_with_its_line(run, content, words, says):
    Path("t.csv").write_bytes(content if isinstance(content, bytes) else content.encode())
    assert says in refused(run, "trace", "t.csv", *words.split(" ") * bool(words))


def test_ends_of_lines_quotes_and_signs_are_read_as_written(run):
    def walk(content, *words):
        Path("t.csv").write_bytes(content)
        status, said, complaint = run("trace", "t.csv", *words)
        assert status == 0, complaint
        return said

    plain = walk(ROWS.encode())
    for content in (
        ROWS.replace("\n", "\r\n").encode(),
        ROWS.replace("\n", "\r").encode(),
        ROWS.rstrip().encode(),
        b" label ,score\n 1 , 0.9 \n0,0.2\n",
        ROWS.encode("utf-32"),
    ):
        assert walk(content) == plain, content
    for called, sign in {"€": "€", "\\t": "\t", "tab": "\t", " ": " ", "|": "|"}.items():
        assert walk(ROWS.replace(",", sign).encode(), "--delimiter", called) == plain, called
    for encoding in ("utf-8", "UTF8", "utf_8_sig"):
        assert walk(ROWS.encode("utf-8-sig"), "--encoding", encoding) == plain
    assert 'a "b", c' in walk(b'id,label,score\n"a ""b"", c",1,0.9\n5" d,0,0.2\n', "--id", "id")
    assert "line 5" in walk(b'label,note,score\n1,"two\nlines",0.9\n\n0,,0.2\n')
    for text in ("label;score\n1;1.234\n0;0.500\n", "label,score\n1,1.234\n0,2.500\n"):
        walk(text.encode())  # another cell, or the delimiter, tells that the point is decimal
    walk(b"label;score\n1;1.234\n0;2.500\n", "--decimal", "point")
    walk(b"label;score;n\n1;0,5;1.234\n0;0,25;2\n")  # nobody asks for n


def test_a_folder_and_a_locked_file_are_refused(run, tmp_path):
    assert "is a directory" in refused(run, "trace", str(tmp_path)).lower()
    Path("t.csv").write_text(GOOD, encoding="utf-8")
    os.chmod("t.csv", 0)
    if not os.access("t.csv", os.R_OK):  # the administrator may read everything
        refused(run, "trace", "t.csv")


# Numbers, to the last digit.
def numbers_of(texts, decimal="auto"):
    """Read a column of cells."""
    cells = "".join(f'x,"{text}"\n' for text in texts)
    numbers, _ = table_files.read(f"id,score\n{cells}", "t.csv").numbers(["score"], decimal)
    return numbers["score"].tolist()


@each("seed", seeds(2000))
def test_numbers_are_read_exactly_in_whatever_way_they_are_written(seed):
    random = np.random.default_rng(seed)
    numbers = [round(float(x), int(random.integers(0, 9))) for x in random.normal(0, 2, 5)]
    plain = [repr(number) for number in numbers]
    commas = [text.replace(".", ",") for text in plain]
    assert numbers_of(plain) == numbers_of(commas, "comma") == numbers


UNSURE = {
    ("1,234",): (2, "may be 1.234 (a decimal comma) or 1234 (thousands)"),
    ("1", "12,345", "1,000"): (3, "may be 12.345 (a decimal comma) or 12345 (thousands)"),
    ("1.234,5",): (2, "some of its signs may set off thousands"),
    ("1,234.5",): (2, "some of its signs may set off thousands"),
    ("-1,234,567",): (2, "some of its signs may set off thousands"),
    ("1.234.567",): (2, "some of its signs may set off thousands"),
    ("0,5", "0.5"): (3, "points and commas in one table"),
    ("0.5", "0,5"): (2, "points and commas in one table"),
    ("0,5", "1", "1.5e-3"): (4, "points and commas in one table"),
    ("0,5,",): (2, "some of its signs may set off thousands"),
    ("0.5", "a,b"): (3, "isn't a finite number"),
    ("1e5,5",): (2, "isn't a finite number"),
    ("0.5", "1e999"): (3, "isn't a finite number"),
    ("9007199254740993",): (2, "is rounded"),
    ("1", ""): (3, "can't be counted"),
}


@each("texts, line, why", [(texts, *says) for texts, says in UNSURE.items()])
def test_what_may_be_two_numbers_or_none_is_refused_with_its_line(texts, line, why):
    with pytest.raises(InputError) as caught:
        numbers_of(texts)
    assert parts(caught.value).startswith(f"t.csv, line {line}: score is ")
    assert why in caught.value.why


def test_another_cell_tells_what_a_comma_is():
    for texts, numbers in {
        ("1,234", "0,5"): [1.234, 0.5],
        ("1,234", "2,5e-3"): [1.234, 0.0025],
        (",5", "1"): [0.5, 1.0],
    }.items():
        assert numbers_of(texts) == numbers


@each("seed", seeds(500))
def test_no_encoding_that_is_guessed_changes_a_number(seed):
    random = np.random.default_rng(seed)
    letters = np.array([*range(48, 58), *b",;.\t\n%", *range(128, 256)], np.uint8)
    content = random.choice(letters, 40).tobytes()
    if name := table_files.guessed(content):
        kept = [chr(byte) for byte in content if byte in table_files.KEPT]
        signs = {bytes([byte]) for byte in table_files.KEPT}
        assert [sign for sign in content.decode(name) if sign.encode() in signs] == kept


@each("seed", seeds(200))
def test_each_row_knows_its_line(seed):
    random = np.random.default_rng(seed)
    cells = ["1", "a b", '"x"', '"two\nlines"', '"two\r\nlines, ""q"""', ""]
    ends = ["\n", "\r\n", "\n\n", "\n,,\n"]
    text, begins = "a,b,c\n", []
    for row in range(9):
        begins.append(text.count("\n") + 1)
        text += f"{random.choice(cells)},{random.choice(cells)},{row}{random.choice(ends)}"
    table = table_files.read(text, "t")
    assert list(table.lines) == begins and table.column("c") == [str(row) for row in range(9)]
    for wrong in ("1\n", "1,2,3,4\n", '"open,1\n', '1,2,"x"y\n'):
        with pytest.raises(InputError, match=f"t, line {text.count(chr(10)) + 1}: "):
            table_files.read(text + wrong, "t")


@each("seed", seeds(100))
def test_a_walk_is_written_with_every_name_and_number(seed):
    random = np.random.default_rng(seed)
    n = int(random.integers(1, 30))
    names = [str(name) for name in random.permutation(["a", "b,c", 'd"e', "=f", "g\nh", "8"] * 5)]
    swept = mm.sweep(
        random.integers(0, 2, n),
        random.integers(0, 9, n) / 4,
        ids=[f"{name} {i}" for i, name in enumerate(names[:n])] if seed % 2 else None,
        ties=["grouped", "in-order"][seed % 3 == 0],
    )
    table = swept.trace(["precision", "recall", "npv"])
    frame = table.to_frame()
    back = list(csv.reader(io.StringIO(table.to_csv(), newline="")))
    assert back[0] == list(frame) and len(back) == len(swept) + 1
    for row, cells in enumerate(back[1:]):
        joined = "; ".join(map(str, swept.admitted(row)[0]))
        assert cells[2] == (f"'{joined}" if joined.startswith("=") else joined)
        number = float(cells[9] or "nan")
        assert number == frame["recall"][row] or np.isnan([number, frame["recall"][row]]).all()
