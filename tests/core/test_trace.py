"""A trace: aligned, abbreviated, escaped, and the same every time."""

import io
import sys
import unicodedata

import numpy as np
import pandas as pd

import mlmetrics_edu as mm
from mlmetrics_edu.cli import main
from mlmetrics_edu.core.trace import Column, Trace, show

NASTY = ["<b>car</b>", "a|b", "line\nbreak", "\x1b[31mred", '"q" & co', "汽车"]


def nasty():
    return mm.sweep([1, 0, 1, 0, 1, 0], [6, 5, 4, 3, 2, 1], ids=NASTY).trace()


def width(line):
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in line)


def test_some_rows_keep_their_text_and_their_mark():
    whole = mm.trace([1, 0, 1], [0.9, 0.8, 0.3], ids=["a", "b", "c"], marked=0.5)
    some = whole[1:3]
    lines = [" ".join(line.split()) for line in str(whole).splitlines()]
    assert [" ".join(line.split()) for line in str(some).splitlines()] == [*lines[:2], *lines[3:5]]
    assert some.marked == 1 and whole[3:].marked is None
    assert some.to_frame()["TP"].tolist() == [1, 1]
    assert 'title="true positives: a"' in some._repr_html_()


def test_long_traces_hide_their_middle_and_say_so():
    n = 1_000_000
    table = Trace("t", [Column("n", np.arange(n), align="right")])
    lines = str(table).splitlines()
    assert len(lines) == 1 + 1 + 20 + 1 + 20 + 1
    assert lines[-1] == "(999,960 of 1,000,000 rows hidden)"
    assert "999,960 of 1,000,000 rows hidden" in table._repr_html_()
    assert len(table.to_csv().splitlines()) == n + 1


def test_columns_line_up_even_in_chinese():
    body = str(nasty()).splitlines()[1:]
    starts = {width(line[: line.rindex(" = ")].rsplit("  ", 1)[0]) for line in body[2:]}
    assert len(starts) == 1


def test_csv_gives_values_and_can_be_read_back(tmp_path):
    text = nasty().to_csv()
    frame = pd.read_csv(io.StringIO(text))
    assert frame["admitted"].tolist()[1:] == NASTY
    np.testing.assert_allclose(frame["recall"], nasty().to_frame()["recall"])
    assert nasty().to_csv(tmp_path / "t.csv") is None
    assert (tmp_path / "t.csv").read_text(encoding="utf-8") == text


def test_columns_of_one_name_are_both_kept():
    own = mm.Formula("TP", "2*TP")
    frame = mm.trace([1, 0], [0.9, 0.1], columns=[own]).to_frame()
    assert frame["TP"].to_numpy().tolist() == [[0, 0], [1, 2], [1, 2]]


def test_a_trace_names_the_conventions_in_force():
    s = mm.trace([1, 0], [1, 0], ties="in-order")
    assert s.conventions["ties"] == "ties: in order (one row per sample)"
    assert s.conventions["prediction rule"] == "positive when score ≥ threshold"


def test_a_table_is_abbreviated_on_a_screen_and_whole_in_a_pipe(monkeypatch, capsys):
    table = Trace("t", [Column("n", range(100))])
    for screen, shown in ((False, table.whole), (True, str(table))):
        monkeypatch.setattr(sys.stdout, "isatty", lambda screen=screen: screen)
        show(table)
        assert capsys.readouterr().out == f"{shown}\n"
    assert table.whole.splitlines()[2:] == [f"{i:<2}".rstrip() for i in range(100)]
    for words in (["glossary"], ["conventions"], ["exercise", "--list"]):
        monkeypatch.setattr(sys.stdout, "isatty", lambda: False)
        assert main(words) == 0
        said = capsys.readouterr().out
        assert "hidden)" not in said and len(said.splitlines()) > 62
