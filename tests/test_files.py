"""Files and command lines of every kind: read rightly, or refused in three parts; never in between.

Scores, rosters and boxes are written in all the ways in which programs write tables, well and
badly; what is read must be what was meant, to the last digit.
"""

import argparse
import io
import json
import os
import re
import shlex
import signal
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu import cli
from tests.test_bad_input import parts

DELIMITERS = {",": ",", ";": ";", "\t": "tab"}
ENCODINGS = {
    "utf-8": lambda text: text.encode(),
    "one mark": lambda text: text.encode("utf-8-sig"),
    "two marks": lambda text: ("\ufeff\ufeff" + text).encode(),
    "utf-16": lambda text: text.encode("utf-16"),
    "utf-16, big end first": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "gbk": lambda text: text.encode("gbk"),
}
FORMS = {  # what is done to a table of rows, and whether it still says what was meant
    "as it should be": (lambda rows: rows, True),
    "a delimiter at every end": (lambda rows: [[*row, ""] for row in rows], True),
    "an index without a name": (
        lambda rows: [["", *rows[0]], *([str(i), *row] for i, row in enumerate(rows[1:]))],
        True,
    ),
    "blank lines and lines of delimiters": (
        lambda rows: [[""], rows[0], [""] * 9, *rows[1:], [""]],
        True,
    ),
    "a surplus cell in the first row": (
        lambda rows: [rows[0], [*rows[1], "9"], *rows[2:]],
        False,
    ),
    "a surplus cell in front": (lambda rows: [rows[0], ["9", *rows[1]], *rows[2:]], False),
    "a surplus cell in every row": (lambda rows: [rows[0], *([*r, "9"] for r in rows[1:])], False),
    "an index that the header lacks": (
        lambda rows: [rows[0], *([str(i), *row] for i, row in enumerate(rows[1:]))],
        False,
    ),
    "a name too few, a delimiter instead": (
        lambda rows: [[*rows[0], ""], *([*row, "9"] for row in rows[1:])],
        False,
    ),
    "a cell missing in the last row": (lambda rows: [*rows[:-1], rows[-1][:-1]], False),
    "a column twice": (lambda rows: [[*row, row[-1]] for row in rows], False),
}
DRESS = tuple(product(DELIMITERS, (False, True), ENCODINGS, FORMS))


def table(rows, delimiter, quoted, form):
    """Write a table; quote all cells or none."""
    sign = '"' if quoted else ""
    changed = FORMS[form][0](rows)
    return (
        "\n".join(delimiter.join(f"{sign}{cell}{sign}" for cell in row) for row in changed) + "\n"
    )


@pytest.fixture
def answer(capsys, tmp_path, monkeypatch):
    """Run a command in a folder of its own, which no failure may change."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        before = {path: path.lstat().st_mtime_ns for path in tmp_path.rglob("*")}
        try:
            status = cli.main(list(words))
        except SystemExit as usage:  # argparse says itself what an option is for
            status = usage.code
        said, complaint = capsys.readouterr()
        if status:
            after = {path: path.lstat().st_mtime_ns for path in tmp_path.rglob("*")}
            assert (status, said, after) == (2, "", before), (words, said, complaint)
            three = complaint.count("\n  why: ") == complaint.count("\n  do:  ") == 1
            assert three or complaint.startswith("usage: "), (words, complaint)
            assert max(map(len, complaint.splitlines())) < 1000, complaint
        else:
            assert all(map(NOTED.match, complaint.splitlines())), (words, complaint)
        return status, said or complaint

    return run


# What a file tells about itself is said, in a line on stderr.
NOTED = re.compile(
    r"\S+: (read as|columns divided by|decimal commas in|per cent in) \S[^\n]{,150}$"
)
SCORED = [["车", "label", "score"], ["甲", "1", "0.9"], ["乙", "0", "0.25"], ["丙", "1", "0.125"]]
WALK = [["+∞", "–", "–"], ["0.900", "甲", "1"], ["0.250", "乙", "0"], ["0.125", "丙", "1"]]

COUNTS = [[0, 0, 2, 1], [1, 0, 1, 1], [1, 1, 1, 0], [2, 1, 0, 0]]


def walked(said):
    """Take thresholds, ids and labels out of a trace, and its counts."""
    rows = [line.split() for line in said.splitlines()[2:]]
    return [row[1:4] for row in rows], [list(map(int, row[4:8])) for row in rows]


def test_scores_are_read_as_meant_or_refused(answer):
    """A decimal comma among them is refused too, with its line."""
    read = 0
    for (delimiter, quoted, encoding, form), comma in product(DRESS, (False, True)):
        whole = FORMS[form][1]
        if comma and not whole:
            continue
        text = table(SCORED, delimiter, quoted, form)
        text = text.replace("0.25", "0,25") if comma else text
        Path("t.csv").write_bytes(ENCODINGS[encoding](text))
        words = ["--id", "车", "--delimiter", DELIMITERS[delimiter]]
        words += ["--encoding", "gbk"] * (encoding == "gbk")
        status, said = answer("trace", "t.csv", *words)
        assert (status == 0) == (whole and not comma), (text, said)
        if status == 0:
            assert walked(said) == (WALK, COUNTS), (text, said)
            read += 1
        else:
            assert "t.csv, line " in said or form == "a column twice", (text, said)
    assert read == 3 * 2 * 6 * 4


def test_what_the_command_has_to_be_told_is_said(answer):
    told = {
        ";": "add --delimiter ';'",
        "\t": "add --delimiter tab",
        "|": "add --delimiter '|'",
    }
    for sign, advice in told.items():
        Path("t.csv").write_text(table(SCORED, sign, False, "as it should be"), encoding="utf-8")
        assert advice in answer("trace", "t.csv", "--delimiter", ",")[1]
    Path("t.csv").write_bytes(ENCODINGS["gbk"](table(SCORED, ",", False, "as it should be")))
    assert "add --encoding gbk" in answer("trace", "t.csv", "--encoding", "utf-8")[1]
    Path("t.csv").write_text("Label,my score\n1,0.9\n0,0.2\n")
    assert "add --label 'Label'" in answer("trace", "t.csv")[1]
    said = answer("trace", "t.csv", "--label", "Label", "--score", "My_Score")[1]
    assert "add --score 'my score'" in said
    assert answer("trace", "t.csv", "--label", "Label", "--score", "my score")[0] == 0


LONG = "x" * 5000
ROWS = "label,score\n1,0.9\n0,0.2\n"
TEXTS = {
    "label,score\n1,0,9\n": "line 2: '1 | 0 | 9' has 3 values",
    "label,score\n1,0.9\n0,0,2\n": "line 3: '0 | 0 | 2' has 3 values",
    "label,score\n1\n": "line 2: '1' has 1 value\n",
    "label,score,\n1,0,9\n": "line 2: '9' stands in a column without a name",
    'label,score\n1,"0,9"\n0,0.2\n': "line 3: score is '0.2'\n  why: with decimal points",
    'label,score\n1,"1,234"\n0,"2,000"\n': "may be 1.234 (a decimal comma) or 1234 (thousands)",
    "label;score\n1;1.234,5\n0;2\n": "line 2: score is '1.234,5'\n  why: some of its signs may",
    'label,score\n1,"1,234,567"\n': "line 2: score is '1,234,567'\n  why: some of its signs",
    "label\tscore\n1\t93 %\n0\t0.2\n": "line 2: score is '93 %'\n  why: some cells have the sign",
    "label,score\n1,93%%\n0,2\n": "line 2: score is '93%%'",
    "label,score\n1,%\n0,2\n": "line 2: score is '%'",
    'label,score,note\n1,0.9,"a\nb"\n0,0.2\n': "line 4: '0 | 0.2' has 2 values",
    'label,score\n1,0.9\n0,"0.2\n1,0.3\n': "line 3: the table can't be read",
    'label,score\n1,0.9\n0,"0.2"1\n': "line 3: the table can't be read",
    "label,score\n1,0.9\n" + "\n" * 9000 + "0,x\n": "line 9003: score is 'x'",
    f"label,score\n1,{LONG}\n": "line 2: score is 'xxx",
    f"label,score\n{LONG},1\nb,1\nc,2\n": "labels 'xxx",
    f"label,{LONG}\n1,2\n": "its header is 'label', 'xxx",
    f"label,score\n1,0.5,{LONG}\n": "line 2",
    "label,score\n1," + "9" * 400 + "\n": "line 2: score is '999",
    "label,score\n1,9007199254740993\n0,1\n": "rounded",
    "\n" * 9000 + "label,score\n1,x\n": "line 9002: score is 'x'",
    "label,score\n1,1_0\n": "line 2: score is '1_0'",
    "label,score\n1,nan\n": "line 2: score is 'nan'",
    "label,score\n1,0x1\n": "line 2: score is '0x1'",
    "label,score\n1,1.000,5\n": "has 3 values",
    "label,score\n1, \n": "line 2: score is empty",
    "\n\n \n": "is empty",
    "": "is empty",
    "\ufeff": "is empty",
    '{"label": [1]}': "holds JSON",
    '[{"label": 1}]': "holds JSON",
    "<table><tr>": "holds XML",
    "label,score\0\n": "not a plain text file",
    b"PK\x03\x04...": "an Excel workbook",
    b"\xd0\xcf\x11\xe0\xa1\xb1": "an old Excel workbook",
    b"PAR1" + bytes(9): "a Parquet file",
    b"\x1f\x8b\x08 broken": "packed by gzip",
    b"\xff\xfel\0a": "no text",
    ROWS.encode("utf-16-le"): "name the encoding, utf-16-le",
    ROWS.encode("utf-16-be"): "utf-16-be, if it is one",
    b"label,score\n1,0.9\n\xff,1\n": "line 3: the byte 0xff",
    b"label,score\n1,0.9\n\x81,1\n": "line 3: the byte 0x81",
    'y_true,prob\n1,"0,9"\n': "Then add --label 'y_true' --score 'prob'",
    "target;Predicted;weight\n": "Then add --label 'target' --score 'Predicted'",
    ",".join(f"c{i}" for i in range(30000)) + "\n1,2\n": "line 2: '1 | 2' has 2 values",
    ",".join([LONG] * 200) + "\n1,2\n": "line 1: the header has 'xxx",
}


def test_a_text_that_is_no_table_is_refused_with_its_line(answer):
    for text, says in TEXTS.items():
        Path("t.csv").write_bytes(text if isinstance(text, bytes) else text.encode())
        status, said = answer("trace", "t.csv")
        assert status == 2 and says in said, (text[:60], said)


def test_ends_of_lines_quotes_and_odd_cells_are_read_as_written(answer):
    plain = answer_of(answer, ROWS.encode())
    same = {
        "ends of Windows": ROWS.replace("\n", "\r\n").encode(),
        "ends of an old Mac": ROWS.replace("\n", "\r").encode(),
        "no last end": ROWS.rstrip().encode(),
        "blanks": b" label ,score\n 1 , 0.9 \n0,0.2\n",
        "packed": __import__("gzip").compress(ROWS.encode()),
        "utf-32": ROWS.encode("utf-32"),
    }
    for name, content in same.items():
        assert answer_of(answer, content) == plain, name
    Path("t.csv").write_bytes(b'id,label,score\n"a ""b"", c",1,0.9\n5" d,0,0.2\n')
    assert 'a "b", c' in answer("trace", "t.csv", "--id", "id")[1]
    Path("t.csv").write_bytes(b'label,note,score\n1,"two\nlines",0.9\n\n0,,0.2\n')
    assert walked(answer("trace", "t.csv")[1])[0] != walked(plain)[0]  # lines 2 and 5, not 2 and 3
    assert "line 5" in answer("trace", "t.csv")[1]


def answer_of(answer, content):
    Path("t.csv").write_bytes(content)
    status, said = answer("trace", "t.csv")
    assert status == 0, said
    return said


SIGNS = ["", ";;", "||", '"', "a", "0", ".", "-", "+", "\n", "\r", "\ud800", "\x1b", "comma", LONG]
GOOD_SIGNS = {"€": "€", "；": "；", "\\t": "\t", "tab": "\t", " ": " ", "|": "|", "^": "^"}
NO_ENCODINGS = ["utf-99", "hex", "rot13", "idna", "unicode_escape", "undefined", LONG, "a b", "é"]


def test_delimiters_and_encodings_that_are_and_that_are_not(answer):
    Path("t.csv").write_text(ROWS)
    for sign in SIGNS:
        status, said = answer("trace", "t.csv", "--delimiter", sign)
        assert status == 2 and "delimiter" in said.partition("\n  do:")[0], (sign, said)
    for encoding in NO_ENCODINGS:
        assert answer("trace", "t.csv", "--encoding", encoding)[0] == 2, encoding
    for called, sign in GOOD_SIGNS.items():
        Path("t.csv").write_text(ROWS.replace(",", sign), encoding="utf-8")
        assert answer("trace", "t.csv", "--delimiter", called)[0] == 0, called
    Path("t.csv").write_bytes(ROWS.encode("utf-8-sig"))
    assert "begins with the mark of UTF-8" in answer("trace", "t.csv", "--encoding", "gbk")[1]
    for encoding in ("utf-8", "UTF8", "utf_8_sig"):
        assert answer("trace", "t.csv", "--encoding", encoding)[0] == 0


def text_options():
    """List the commands with the words that each needs, and every place where a text may stand."""
    commands = next(a for a in cli.parser()._actions if isinstance(a.choices, dict)).choices
    needs = {
        "assignment": ["--topic", "counts", "--out", "new"],
        "grade": ["new"],
        "notebooks": ["new"],
        "badges": ["a/b"],
        "handout": ["0"],
    }
    needs |= {name: ["none.csv"] for name in ("trace", "report", "compare")}
    for name, parser in commands.items():
        for action in parser._actions:
            takes = isinstance(action, argparse._StoreAction | argparse._AppendAction)
            if takes and action.type is None and action.option_strings:
                yield (
                    name,
                    [w for w in needs.get(name, []) if w != action.option_strings[0]],
                    action,
                )


def test_no_option_takes_what_is_no_text(answer):
    counted = 0
    for command, words, action in text_options():
        for value in ("", "a\0b", "\ud800"):
            path = action.dest in cli.PATHS and value == "\ud800"
            if not path:
                option = action.option_strings[0]
                status, _ = answer(command, *words, f"{option}={value}")
                assert status == 2, (command, option, value)
                counted += 1
    assert counted > 70
    for words in (["trace", ""], ["report", ""], ["grade", ""], ["notebooks", ""]):
        assert "must not be empty" in answer(*words)[1]
    for words in (["exercise", ""], ["glossary", ""], ["badges", ""], ["figures", ""]):
        assert "must not be empty" in answer(*words)[1]


LINES = [
    ["trace", "t.csv", "--id", LONG],
    ["trace", "t.csv", "--label", LONG],
    ["trace", "t.csv", "--score", LONG],
    ["trace", "t.csv", "--weight", LONG],
    ["trace", "t.csv", "--positive", LONG],
    ["trace", "t.csv", "--ties", LONG],
    ["trace", "t.csv", "--at", "nan"],
    ["trace", "t.csv", "--at", "x"],
    ["trace", "t.csv", "--example", "cars"],
    ["trace", "."],
    ["trace", "t.csv/t.csv"],
    ["trace", "--example", "customers"],
    ["trace", "--example", "nothing"],
    ["report", "t.csv", "--language", LONG],
    ["report", "t.csv", "--threshold", "nan"],
    ["report", "t.csv", "--p-positive", "2"],
    ["report", "t.csv", "--out", "no/r.html"],
    ["report", "huge.csv"],
    ["report", "one.csv"],
    ["report", "one.csv", "--positive", "1"],
    ["exercise", "nothing"],
    ["handout", LONG],
    ["handout", "99"],
    ["handout", "0", "--format", LONG],
    ["handout", "0", "--for", LONG],
    ["handout", "0", "--paper", LONG],
    ["handout", "0", "--out", "no/h.html"],
    ["handout", "0", "--out", "t.csv"],
    ["handout", "0", "1", "--out", "new"],
    ["handout", "0", "--format", "slides", "--paper", "letter"],
    ["exercise", "counts.screening", "--topic", "counts"],
    ["exercise", "--topic", "nothing"],
    ["exercise", "--topic", "counts", "--seed", "-1"],
    ["exercise", "--topic", "counts", "--seed", "x"],
    ["exercise", "--topic", "counts", "--progress", "t.csv"],
    ["exercise", "--topic", "counts", "--progress", "."],
    ["assignment", "--topic", "counts", "--out", "new", "--students", "t.csv"],
    ["assignment", "--topic", "counts", "--out", "new", "--students", "none.csv"],
    ["assignment", "--topic", "counts", "--out", "new", "--students", "."],
    ["assignment", "--topic", "counts", "--out", "new", "--students", "r.csv", "--count", "0"],
    ["assignment", "--topic", "counts", "--out", "new", "--students", "r.csv", "--count", "999"],
    ["assignment", "--topic", "no", "--out", "new", "--students", "r.csv"],
    ["assignment", "--topic", "counts", "--out", ".", "--students", "r.csv"],
    ["assignment", "--topic", "counts", "--out", "new"],
    ["grade", "."],
    ["grade", "t.csv"],
    ["grade", "nowhere"],
    ["nothing"],
    [],
]


def test_command_lines_are_refused_in_words(answer):
    Path("t.csv").write_text(ROWS)
    Path("r.csv").write_text("name\nAnn\n")
    Path("huge.csv").write_text("label,score\n1,1e155\n0,2e307\n1,-3e300\n")
    Path("one.csv").write_text("label,score\n1,0.9\n1,0.8\n")
    for words in LINES:
        assert answer(*words)[0] == 2, words


BOXES = [
    ["image", "category", "score", "x1", "y1", "x2", "y2"],
    ["车", "狗", "0.5", "1", "2", "3.5", "4"],
    ["b", "dog", "0.25", "5", "6", "7", "8"],
]


NAMES = [list(column) for column in zip(*(row[:2] for row in BOXES[1:]), strict=True)]


def test_boxes_are_read_as_meant_or_refused(tmp_path):
    for delimiter, quoted, encoding, form in DRESS:
        file, text = tmp_path / "b.csv", table(BOXES, delimiter, quoted, form)
        file.write_bytes(ENCODINGS[encoding](text))
        decimals = file.with_name("c.csv")
        decimals.write_bytes(ENCODINGS[encoding](text.replace("3.5", "3,5")))
        if FORMS[form][1] and encoding != "gbk":
            found = mm.load_detections(file)
            assert found["x2"].tolist() == [3.5, 7] and found["score"].tolist() == [0.5, 0.25]
            assert [found[name].tolist() for name in ("image", "category")] == NAMES
            file = decimals
        try:
            mm.load_detections(file)
        except mm.InputError as error:
            parts(error)
        else:
            pytest.fail(f"read: {file.read_bytes()}")


def test_what_isnt_a_table_of_boxes_is_named():
    record = {"image_id": 1, "category_id": 1, "bbox": [1, 2, 3, 4], "score": 0.5}
    for text, says in {
        json.dumps([record] * 9000): "load_coco",
        json.dumps({"images": [record] * 9000}, indent=1): "load_coco",
        "<annotation>" + "<object/>" * 9000: "load_voc",
        ",".join(f"c{i}" for i in range(4000)) + "\n1,2": "line 2",
        ",".join(["c"] * 4000) + "\n1,2": "'c' twice",
        "a" + "," * 4000 + "\n1,2": "line 2",
    }.items():
        with pytest.raises(mm.InputError) as caught:
            mm.load_detections(io.StringIO(text))
        parts(caught.value)
        assert says in str(caught.value) and len(str(caught.value)) < 600


PLANS = {
    "nothing": "",
    "a list": "[]",
    "a number of many digits": "9" * 5000,
    "deep": "[" * 100_000,
    "not closed": '{"title": "x"',
    "no students": {"students": []},
    "students by name": {"students": ["Ann"]},
    "a student too many": {"students": [{"place": 1, "name": "a", "id": ""}] * 2},
    "a place in words": {"students": [{"place": "1", "name": "a", "id": ""}]},
    "a place of yes": {"students": [{"place": True, "name": "a", "id": ""}]},
    "a place below 1": {"students": [{"place": 0, "name": "a", "id": ""}]},
    "a name of no text": {"students": [{"place": 1, "name": 5, "id": ""}]},
    "a name of half a letter": {"students": [{"place": 1, "name": "\ud800", "id": ""}]},
    "no number": {"students": [{"place": 1, "name": "a"}]},
    "a mark": {"students": [{"place": 1, "name": "a", "id": "", "mark": 1}]},
    "no exercises": {"exercises": []},
    "exercises as a text": {"exercises": "counts.screening"},
    "an exercise that there isn't": {"exercises": ["counts.nothing"]},
    "an exercise that is a list": {"exercises": [["counts.screening"]]},
    "a title of nothing": {"title": None},
    "a seed of no text": {"seed": 5},
}


@pytest.fixture
def homework(answer):
    """Write homework for two, with one question each."""
    Path("r.csv").write_text("name\nAnn\nBao\n")
    words = ["--topic", "counts", "--count", "1", "--students", "r.csv", "--out", "hw", "--seed=s"]
    assert answer("assignment", *words)[0] == 0
    return Path("hw")


def test_a_plan_that_was_changed_is_refused(answer, homework):
    file = homework / "key" / "assignment.json"
    good = json.loads(file.read_text(encoding="utf-8"))
    for name, change in PLANS.items():
        told = change if isinstance(change, str) else json.dumps(good | change)
        file.write_text(told, encoding="utf-8")
        status, said = answer("grade", "hw")
        assert status == 2 and "assignment.json can't be read" in said, (name, said)
    file.write_text("\ufeff" + json.dumps(good), encoding="utf-8")
    assert answer("grade", "hw")[0] == 0


RECORDS = {
    "another header": "a,b\n",
    "a value too many": "{head}\ncounts.screening,1,right,,\n",
    "a seed of a word": "{head}\ncounts.screening,x,right,\n",
    "a seed of many digits": "{head}\ncounts.screening," + "9" * 5000 + ",right,\n",
    "a seed below 0": "{head}\ncounts.screening,-1,right,\n",
    "a result of no kind": "{head}\ncounts.screening,1,great,\n",
    "an open quote": '{head}\n"counts.screening,1,right,\n',
    "a NUL": "{head}\0\n",
}


def test_a_record_that_is_none_is_refused(answer):
    for name, text in RECORDS.items():
        Path("p.csv").write_text(text.replace("{head}", "exercise,seed,result,mistake"))
        status, said = answer("exercise", "--topic", "counts", "--progress", "p.csv")
        assert status == 2 and "p.csv isn't a record of practice" in said, (name, said)


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such files")
def test_no_submission_stops_a_class(answer, homework):
    """Each of these once ended the marking of everybody."""
    folder = homework / "students"
    (folder / "link.ipynb").symlink_to("nowhere.ipynb")
    (folder / "circle.ipynb").symlink_to("circle.ipynb")
    (folder / "folder.ipynb").mkdir()
    os.mkfifo(folder / "pipe.ipynb")  # nobody ever writes into it
    (folder / "deep.ipynb").write_text("[" * 100_000)
    (folder / os.fsdecode(b"caf\xe9\x1b[2J.ipynb")).write_bytes(b"\xff\xfe")
    bao = folder / "002-Bao.ipynb"
    bao.unlink()
    bao.symlink_to("gone.ipynb")
    cell = {"cell_type": "code", "source": "answer1 = '\\d' + " + "(" * 500}
    told = {"cells": [cell], "metadata": {"mlmetrics": {"student": 1}}}
    (folder / os.fsdecode(b" again\xff.ipynb")).write_text(json.dumps(told))
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.alarm(600)  # a pipe that is waited for is a failure, not a wait
    status, said = answer("grade", "hw")
    signal.alarm(0)
    assert status == 0 and "1 of 2 handed in" in said and "\x1b" not in said
    marks = (homework / "marks.csv").read_text(encoding="utf-8-sig").splitlines()
    assert "not a file" in marks[2] and "handed in 2 times" in marks[1]


# What only a process of its own shows: commands without a stream, or ended on their way.

STREAMS = {  # what a shell does to a command: its status, and how what it says on stderr begins
    "{} trace t.csv >&-": ([2], "standard output is closed\n"),
    "{} trace t.csv >&- 2>&-": ([2], ""),
    "{} trace - <&-": ([2], "standard input is closed\n"),
    "{} trace t.csv | true; exit ${{PIPESTATUS[0]}}": ([0, 141], ""),  # left before or after
}
ENDINGS = {"SIGTERM": 143, "SIGHUP": 129, "SIGINT": 130}


@pytest.mark.skipif(not Path("/bin/bash").exists(), reason="a shell closes the streams")
def test_a_command_without_a_stream_says_so_or_ends_quietly(tmp_path):
    (tmp_path / "t.csv").write_text(ROWS)
    shown = f"{shlex.quote(sys.executable)} -m mlmetrics_edu"
    for line, (status, says) in STREAMS.items():
        done = subprocess.run(
            ["/bin/bash", "-c", line.format(shown)], capture_output=True, text=True, cwd=tmp_path
        )
        assert done.returncode in status, line
        assert done.stderr.startswith(says) and "Traceback" not in done.stderr, (line, done.stderr)
        assert bool(done.stderr) == bool(says), (line, done.stderr)


def test_a_question_that_nobody_can_answer_is_asked_and_left(answer, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    status, said = answer("exercise", "counts.screening")
    assert status == 0 and said.endswith("0 answered, 0 right at the first try.\n")
    assert answer("trace", "-")[1].startswith("standard input is closed\n")
    typed = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\nquit\n"), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", typed)
    assert answer("exercise", "counts.screening")[0] == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to write on")
def test_a_full_disk_is_told(tmp_path):
    (tmp_path / "t.csv").write_text(ROWS)
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "mlmetrics_edu", "trace", str(tmp_path / "t.csv")]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2 and "No space left" in done.stderr
    assert done.stderr.count("\n") == 3, done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals are another matter there")
def test_a_command_that_is_ended_clears_its_things_away():
    """The signal comes while a command is at work; what it has begun is left in order."""
    code = """if True:
        import os, signal, sys
        from mlmetrics_edu import cli

        def work():
            try:
                os.kill(os.getpid(), sign)
            finally:
                print("cleared")

        sign = getattr(signal, sys.argv[1])
        ours = signal.default_int_handler if sign == signal.SIGINT else signal.SIG_DFL
        signal.signal(sign, ours)  # who runs us in the background has some ignored
        cli.doctor.checks = work
        sys.exit(cli.main(["doctor"]))"""
    for sign, status in ENDINGS.items():
        done = subprocess.run([sys.executable, "-c", code, sign], capture_output=True, text=True)
        assert (done.returncode, done.stdout, done.stderr) == (status, "cleared\n", ""), sign
