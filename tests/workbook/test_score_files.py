"""Files counted chunk by chunk by a command: the same numbers as of samples, and said so."""

import gzip
import json
import re
import signal
import subprocess
import sys
from functools import partial

import numpy as np
import pyarrow as pa
import pytest
from pyarrow import parquet

import mlmetrics_edu as mm
from mlmetrics_edu import cli
from mlmetrics_edu.workbook import score_files
from tests.cases import each

RANDOM = np.random.default_rng(24)
TRUTH = RANDOM.random(400) < 0.3
SCORE = (RANDOM.beta(2 + TRUTH, 3) * 200).round() / 200
WHOLE = mm.sweep(TRUTH, SCORE)
TEXT = "label,score\n" + "".join(f"{int(y)},{s}\n" for y, s in zip(TRUTH, SCORE, strict=True))
SAID = "is counted chunk by chunk: its counts are kept, its samples not"


@pytest.fixture
def answer(capsys, tmp_path, monkeypatch):
    """Run a command beside some files; give its exit status, and what it said on both streams."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.csv").write_text(TEXT, encoding="utf-8")
    (tmp_path / "s.csv.gz").write_bytes(gzip.compress(TEXT.encode()))
    named = TEXT.replace("\n1,", "\nspam,").replace("\n0,", "\nham,")
    (tmp_path / "named.csv").write_text(named, encoding="utf-8")
    parquet.write_table(pa.table({"label": TRUTH, "score": SCORE}), "s.parquet")

    def run(*words):
        status = cli.main(list(words))
        return status, *capsys.readouterr()

    return run


def counts(printed):
    """Take the columns of counts out of a trace in JSON."""
    rows = json.loads(printed)["rows"]
    return [[row[name] for name in ("TP", "FP", "FN", "TN")] for row in rows]


@each("file, more", [("s.csv", ()), ("s.csv.gz", ()), ("s.parquet", ())])
def test_a_trace_of_chunks_has_the_counts_of_the_samples(answer, file, more):
    status, printed, said = answer("trace", file, "--resolution", "53", "--json", *more)
    assert (status, said) == (0, f"{file} {SAID}\n")
    assert counts(printed) == counts(answer("trace", file, "--json")[1])


def test_classes_are_named_and_one_is_compared_with_the_rest(answer):
    printed = answer("trace", "named.csv", "--resolution", "53", "--positive", "spam", "--json")[1]
    assert counts(printed) == counts(answer("trace", "s.csv", "--json")[1])
    assert (
        "truly ham"
        in answer(
            *("trace", "named.csv", "--resolution", "53", "--positive", "spam", "--at", "0.5")
        )[1]
    )


def test_a_large_file_is_counted_in_chunks_unasked_and_its_trace_is_short(answer, monkeypatch):
    monkeypatch.setattr(score_files, "LARGE", len(TEXT) - 1)
    status, printed, said = answer("trace", "s.csv")
    assert status == 0 and said == f"s.csv has 0 MB, and {SAID}\n"
    assert "admitted" not in printed and "rows hidden" in printed
    assert len(printed.splitlines()) < 50 < len(WHOLE)


@each("file, size", [("s.csv.gz", 4), ("s.parquet", 4), ("s.csv", 1)])
def test_what_is_packed_holds_more_than_its_size(answer, monkeypatch, tmp_path, file, size):
    limit = (tmp_path / file).stat().st_size * size
    monkeypatch.setattr(score_files, "LARGE", limit - 1)
    assert SAID in answer("trace", file)[2]
    monkeypatch.setattr(score_files, "LARGE", limit)
    assert answer("trace", file)[2] == ""


@each("words", [("--ties", "in-order"), ("--id", "score", "--score", "label")])
def test_what_takes_samples_reads_a_large_file_as_a_whole(answer, monkeypatch, words):
    monkeypatch.setattr(score_files, "LARGE", 10)
    assert SAID not in answer("trace", "s.csv", *words)[2]


def test_without_pyarrow_a_large_file_is_read_as_a_whole(answer, monkeypatch):
    monkeypatch.setattr(score_files, "LARGE", 10)
    monkeypatch.setattr(score_files, "find_spec", lambda name: None)
    assert answer("trace", "s.csv")[::2] == (0, "")


@each(
    "words, said",
    [
        (["trace", "s.csv", "--resolution", "53", "--id", "label"], "--resolution and --id"),
        (["trace", "s.csv", "--resolution", "9", "--ties", "in-order"], "--resolution and --ties"),
        (["trace", "--example", "cars", "--resolution", "9"], "--example and --resolution"),
        (["trace", "s.csv", "--resolution", "54"], "resolution=54"),
        (["trace", "-", "--resolution", "9"], "--resolution 9 for standard input"),
        (["trace", "s.csv", "--resolution", "9", "--score", "Score"], "--score 'score'"),
        (["trace", "named.csv", "--resolution", "9"], "--positive"),
        (
            ["report", "s.csv", "--resolution", "9", "--classes", "a,b"],
            "--resolution and --classes",
        ),
        (["report", "s.csv", "--resolution", "9", "--score", "a,b"], "no column 'a,b'"),
    ],
)
def test_what_makes_no_sense_is_refused(answer, words, said):
    status, printed, complaint = answer(*words)
    assert (status, printed) == (2, "") and said in complaint
    assert len(complaint.replace(f"{words[1]} {SAID}\n", "").splitlines()) == 3


def page(answer, *words):
    """Write a report, and give the page and the line that sums it up."""
    status, printed, _ = answer("report", "s.csv", *words, "--out", "page.html", "--force")
    assert status == 0
    with open("page.html", encoding="utf-8") as file:
        return file.read(), printed


def test_a_report_of_chunks_has_the_numbers_of_the_samples_and_says_what_it_lacks(answer):
    whole, of_whole = page(answer, "--cost-fn", "5")
    counted, of_counted = page(answer, "--cost-fn", "5", "--resolution", "53")
    assert of_counted == of_whole
    numbers = re.compile(r"<summary title.*?</summary>")
    assert numbers.findall(counted) == numbers.findall(whole)
    for table in ("bins", "thresholds", "deciles", "decisions"):
        found = [
            text.split(f'id="table-{table}"')[1].split("</table>")[0] for text in (whole, counted)
        ]
        assert found[0] == found[1]
    assert ('<g id="calibration-' in whole, '<g id="calibration-' in counted) == (True, False)
    assert "its samples were not kept" in counted and "--resolution=53" in counted
    assert 'id="table-mistakes"' in whole and 'id="table-mistakes"' not in counted
    assert 'id="histogram-' in whole and 'id="histogram-' not in counted


@each("bits, words", [(2, ()), (4, ("--cost-fn", "9")), (6, ("--threshold", "0.31"))])
def test_counts_on_a_page_of_rounded_scores_are_those_of_the_scores(answer, undrawn, bits, words):
    written, line = page(answer, "--resolution", str(bits), *words)
    threshold, tp, fp = re.search(r"threshold ([\d.]+): TP (\d+), FP (\d+)", line).groups()
    called = float(threshold) <= SCORE
    assert (int(tp), int(fp)) == (np.sum(called & TRUTH), np.sum(called & ~TRUTH))
    low, high = re.search(r"lies between ([\d.]+) and ([\d.]+)\.", written).groups()
    assert float(low) <= float(mm.auc(WHOLE)) <= float(high)


@each("at", ["0.31", "0.5", "0.8", "-1"])
def test_counts_at_a_threshold_of_rounded_scores_name_the_one_that_is_sure(answer, at):
    printed = answer("trace", "s.csv", "--resolution", "3", "--at", at)[1]
    sure, _, fp, _, tp = map(float, re.findall(r"(?:≥|T[PN] =|F[PN] =) ([\d.]+)", printed)[:5])
    called = sure <= SCORE
    assert sure >= float(at)
    assert (tp, fp) == (np.sum(called & TRUTH), np.sum(called & ~TRUTH))
    json_says = answer("trace", "s.csv", "--resolution", "3", "--at", at, "--json")[1]
    assert f"threshold {sure}" in json_says


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal there")
@each("words", [("trace", "--out", "made.csv"), ("report", "--out", "made.html")])
def test_ctrl_c_in_the_middle_leaves_nothing_and_says_nothing(tmp_path, words):
    (tmp_path / "long.csv").write_bytes(b"label,score\n" + b"1,0.75\n0,0.25\n" * 3_000_000)
    command, *more = words
    ran = subprocess.Popen(
        [*(sys.executable, "-m", "mlmetrics_edu", command, "long.csv", "--resolution", "9"), *more],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),
    )
    assert SAID in ran.stderr.readline()  # now it counts
    ran.send_signal(signal.SIGINT)
    said = ran.communicate(timeout=60)
    assert (ran.returncode, said) == (130, ("", ""))
    assert [path.name for path in tmp_path.iterdir()] == ["long.csv"]
