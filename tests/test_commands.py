"""Command lines of every kind: each says what the library says, or is refused in three parts."""

import argparse
import io
import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu import cli
from mlmetrics_edu.workbook.doctor import Check
from mlmetrics_edu.workbook.score_files import Classes, by_class
from tests.cases import each
from tests.commands import refused, walked
from tests.test_files import LABELS, LONG, NAMES, RANDOM, ROWS, SCORES, rows

SWEPT = mm.sweep(LABELS, SCORES)
ANIMALS = ["cat", "dog", "bird"]
TRUTH = RANDOM.integers(0, 3, 90)
PROBABLE = (RANDOM.random((90, 3)) + 0.7 * np.eye(3)[TRUTH]).round(3)
KINDS = [ANIMALS[i] for i in TRUTH]


@pytest.fixture
def files(run):
    """Write scores of one model and of two, of three classes, and odd files."""
    texts = {
        "t.csv": ROWS,
        "lr.csv": rows(NAMES, LABELS, SCORES),
        "both.csv": rows(LABELS, SCORES, SCORES, header="label,lr,rf"),
        "three.csv": rows(KINDS, *PROBABLE.T, header="label,cat,dog,bird"),
        "p.csv": rows(KINDS, *PROBABLE.T, header="y,p_cat,p_dog,p_bird"),
        "one.csv": "label,score\n1,0.9\n1,0.8\n",
        "huge.csv": "label,score\n1,1e155\n0,2e307\n1,-3e300\n",
        "r.csv": "name\nAnn\n",
    }
    for name, text in texts.items():
        Path(name).write_text(text, encoding="utf-8")


# What is typed, and what the refusal says; LONG is a word without an end.
OF_THREE = "trace three.csv --classes cat,dog,bird"
LINES = {
    "": "usage",
    "nothing": "usage",
    "notebooks": "usage",
    "lab --port=9999": "usage",
    "trace t.csv --at x": "usage",
    "trace t.csv --nonsense": "usage",
    "trace none.csv": "none.csv isn't there",
    "trace t.csv/t.csv": "can't be used",
    "trace t.csv --example cars": "usage",
    "trace --example customers": "has no scores",
    "trace --example nothing": "'nothing'",
    "trace t.csv --at 0.5 --out u.csv": "--at and --out",
    "trace t.csv --out u.csv --all": "--out and --all",
    **{f"trace t.csv --{name} LONG": "xxx" for name in ("id", "label", "positive", "ties")},
    # classes
    "trace p.csv --classes cat,dog,bird": "--classes cat=p_cat,dog=p_dog,bird=p_bird",
    "trace three.csv --classes cat,dog": "has 'bird', too",
    "trace three.csv --classes cat": "two classes or more",
    "trace three.csv --classes cat=dog,dog": "two classes or more",
    "trace three.csv --score cat": "--positive",
    f"{OF_THREE} --positive dgo": "did you mean dog",
    **{
        f"{OF_THREE} {option}": f"beside --classes, {option.split()[0]} says"
        for option in ("--at 0.5", "--all", "--out u.csv", "--columns f1")
    },
    # pages
    "report t.csv --language LONG": "xxx",
    "report t.csv --threshold nan": "nan",
    "report t.csv --p-positive 2": "2",
    "report t.csv --out no/r.html": "there is no folder",
    "report huge.csv": "score",
    "report one.csv": "no report of 2 positives",
    "report both.csv --score lr,lr": "there twice",
    "report both.csv --score lr,rg": "did you mean 'rf'",
    "report t.csv --weight score": "count once",
    "handout LONG": "xxx",
    "handout 99": "99",
    "handout 0 --format LONG": "xxx",
    "handout 0 --for LONG": "xxx",
    "handout 0 --paper LONG": "xxx",
    "handout 0 --out no/h.html": "there is no folder",
    "handout 0 --out t.csv": "t.csv",
    "handout 0 1 --out new": "new",
    "handout 0 --format slides --paper letter": "paper",
    # questions
    "exercise nothing": "'nothing'",
    "exercise counts.screening --topic counts": "give one of the two",
    "exercise --topic nothing": "'nothing'",
    "exercise --topic counts --seed -1": "",
    "exercise --topic counts --seed x": "usage",
    "exercise --topic counts --progress t.csv": "isn't a record of practice",
    "exercise --topic counts --progress .": "",
    "assignment --topic counts --out new": "",
    "assignment --topic counts --out new --students t.csv": "",
    "assignment --topic counts --out new --students none.csv": "none.csv isn't there",
    "assignment --topic counts --out new --students .": "",
    "assignment --topic counts --out new --students r.csv --count 0": "",
    "assignment --topic counts --out new --students r.csv --count 999": "",
    "assignment --topic no --out new --students r.csv": "'no'",
    "assignment --topic counts --out . --students r.csv": "",
    "grade .": "",
    "grade t.csv": "",
    "grade nowhere": "",
}


@each("line, says", LINES.items())
def test_a_command_line_is_refused_in_words(run, files, line, says):
    assert says in refused(run, *line.replace("LONG", LONG).split())


def test_no_option_takes_what_is_no_text(run):
    commands = next(a for a in cli.parser()._actions if isinstance(a.choices, dict)).choices
    needs = {"grade": ["new"], "notebooks": ["new"], "badges": ["a/b"], "handout": ["0"]}
    needs |= {name: ["none.csv"] for name in ("trace", "report")}
    needs |= {"assignment": ["--topic=counts", "--out=new"]}
    counted = 0
    for command, parser in commands.items():
        for action in parser._actions:
            takes = isinstance(action, argparse._StoreAction | argparse._AppendAction)
            if not takes or action.type is not None or not action.option_strings:
                continue
            option = action.option_strings[0]
            words = [w for w in needs.get(command, []) if not w.startswith(option)]
            for value in ("", "a\0b", *(["\ud800"] * (action.dest not in cli.PATHS))):
                refused(run, command, *words, f"{option}={value}")
                counted += 1
    assert counted > 70
    for command in ("trace", "report", "grade", "notebooks", "exercise", "glossary", "figures"):
        assert "must not be empty" in refused(run, command, "")


def test_a_file_that_isnt_there_is_noticed_before_anything_is_loaded():
    code = (
        "import sys; from mlmetrics_edu import cli; status = cli.main(sys.argv[1:]);"
        "print(status, 'mlmetrics_edu.metrics.sweep' in sys.modules, 'matplotlib' in sys.modules)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, "report", "none.csv"], capture_output=True, text=True
    )
    assert ran.stdout.split() == ["2", "False", "False"] and ran.stderr.startswith("none.csv ")


def test_many_classes_are_judged_by_the_numbers_of_the_library(run, files):
    tables = by_class(Classes(np.array(KINDS, object), PROBABLE, tuple(ANIMALS), None))
    guess = np.array(ANIMALS)[PROBABLE.argmax(1)]
    matrix = mm.ConfusionMatrix.from_labels(KINDS, guess, ANIMALS)
    frames = {name: table.to_frame() for name, table in tables.items()}
    cells = frames["matrix"][[f"predicted {name}" for name in ANIMALS]].to_numpy()[:3]
    assert cells.tolist() == matrix.counts.tolist()
    recalls = dict(frames["classes"][["class", "recall"]].to_numpy())
    assert recalls["dog"] == matrix.one_vs_rest("dog").recall
    rest = mm.one_vs_rest(KINDS, PROBABLE, ANIMALS)
    areas = dict(frames["one against the rest"][["class", "AUC"]].to_numpy())
    assert areas["cat"] == mm.auc(rest.sweeps["cat"]) and areas["macro"] == rest.auc()
    printed = "\n\n".join(table.whole for table in tables.values()) + "\n"
    renamed = "trace p.csv --label y --classes cat=p_cat,dog=p_dog,bird=p_bird"
    assert run(*OF_THREE.split())[1] == run(*renamed.split())[1] == printed
    one, _ = walked(run, *OF_THREE.split(), "--positive", "dog")
    assert [int(row["TP"]) for row in one] == rest.sweeps["dog"].tp.tolist()
    words = "trace three.csv --score cat --positive cat --at 0.65".split()
    row = next(line for line in run(*words)[1].splitlines() if "truly not cat" in line)
    at = mm.sweep([kind == "cat" for kind in KINDS], PROBABLE[:, 0]).at(0.65)
    assert row.split()[3:] == f"TN = {at.tn} FP = {at.fp}".split()


def test_a_long_walk_is_abbreviated_and_written_whole(run, files):
    shown = run("trace", "lr.csv")[1]
    every = run("trace", "lr.csv", "--all")[1].splitlines()
    assert len(shown.splitlines()) == 45 and len(every) == 2 + len(SWEPT)
    assert "--all shows them" in shown
    assert run("trace", "lr.csv", "--out", "t.csv", "--force")[0] == 0
    written = Path("t.csv").read_text(encoding="utf-8").splitlines()
    assert written[0].startswith("step,threshold") and len(written) == 1 + len(SWEPT)


# Commands that copy lessons, open them, or look at what is installed.
def test_notebooks_copies_and_says_so(run, monkeypatch, tmp_path):
    source = tmp_path / "source"
    source.mkdir()
    (source / "01_first.ipynb").write_text("{}", encoding="utf-8")
    (source / "notes.md").write_text("notes", encoding="utf-8")
    monkeypatch.setattr(cli.lessons, "PACKAGED", source)
    status, said, complaint = run("notebooks", "mine")
    assert (status, complaint) == (0, "") and said.startswith("2 files copied to mine.")
    assert Path("mine/notes.md").read_text(encoding="utf-8") == "notes"


def test_what_goes_wrong_underneath_is_answered(run, monkeypatch, capsys):
    def fails(error):
        def copy(*given):
            raise error

        monkeypatch.setattr(cli.lessons, "copy", copy)

    fails(PermissionError(13, "Permission denied", "somewhere"))
    complaint = refused(run, "notebooks", "somewhere")
    assert complaint.startswith("somewhere can't be used\n") and "Permission denied" in complaint
    fails(KeyboardInterrupt())
    assert (cli.main(["notebooks", "somewhere"]), *capsys.readouterr()) == (130, "", "")


@each("ok, status", [(True, 0), (False, 1)])
def test_doctor_tells_by_its_exit_status(capsys, monkeypatch, ok, status):
    check = Check("numpy", ok, "as seen", "pip install numpy")
    monkeypatch.setattr(cli.doctor, "checks", lambda: [check])
    assert (cli.main(["doctor"]), *capsys.readouterr()) == (status, f"{check}\n", "")


def test_lab_hands_over_what_follows_two_dashes(run, monkeypatch):
    seen = []
    monkeypatch.setattr(cli.doctor, "start", lambda *given: seen.append(given) or 0)
    assert run("lab")[0] == run("lab", "here", "--", "--port=9999", "--", "-x")[0] == 0
    assert seen == [(None, []), ("here", ["--port=9999", "--", "-x"])]


# Homework that came back, and records, that somebody changed.
PLANS = {
    "nothing": "",
    "a list": "[]",
    "a number of many digits": "9" * 5000,
    "deep": "[" * 100_000,
    "not closed": '{"title": "x"',
    "no students": {"students": []},
    "students by name": {"students": ["Ann"]},
    "a student too many": {"students": [{"place": 1, "name": "a", "id": ""}] * 2},
    **{
        f"the place {place!r}": {"students": [{"place": place, "name": "a", "id": ""}]}
        for place in ("1", 0)
    },
    "a name of no text": {"students": [{"place": 1, "name": 5, "id": ""}]},
    "a name of half a letter": {"students": [{"place": 1, "name": "\ud800", "id": ""}]},
    "a mark": {"students": [{"place": 1, "name": "a", "id": "", "mark": 1}]},
    **{
        f"exercises {asked!r}": {"exercises": asked}
        for asked in ([], "counts.screening", ["counts.nothing"], [["counts.screening"]])
    },
    "a title of nothing": {"title": None},
    "a seed of no text": {"seed": 5},
}


@pytest.fixture
def homework(run):
    """Write homework for two, with one question each."""
    Path("r.csv").write_text("name\nAnn\nBao\n")
    words = "--topic counts --count 1 --students r.csv --out hw --seed=s"
    assert run("assignment", *words.split())[0] == 0
    return Path("hw")


def test_a_plan_that_was_changed_is_refused(run, homework):
    file = homework / "key" / "assignment.json"
    good = json.loads(file.read_text(encoding="utf-8"))
    for name, change in PLANS.items():
        changed = change if isinstance(change, str) else json.dumps(good | change)
        file.write_text(changed, encoding="utf-8")
        assert "assignment.json can't be read" in refused(run, "grade", "hw"), name
    file.write_text("\ufeff" + json.dumps(good), encoding="utf-8")
    assert run("grade", "hw")[0] == 0


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such files")
def test_no_submission_stops_a_class(run, homework, capsys):
    """Each of these once ended the marking of everybody."""
    folder = homework / "students"
    (folder / "link.ipynb").symlink_to("nowhere.ipynb")
    (folder / "circle.ipynb").symlink_to("circle.ipynb")
    (folder / "folder.ipynb").mkdir()
    (folder / "deep.ipynb").write_text("[" * 100_000)
    (folder / os.fsdecode(b"caf\xe9\x1b[2J.ipynb")).write_bytes(b"\xff\xfe")
    bao = folder / "002-Bao.ipynb"
    bao.unlink()
    bao.symlink_to("gone.ipynb")
    cell = {"cell_type": "code", "source": "answer1 = '\\d' + " + "(" * 500}
    handed = {"cells": [cell], "metadata": {"mlmetrics": {"student": 1}}}
    (folder / os.fsdecode(b" again\xff.ipynb")).write_text(json.dumps(handed))
    pipe = folder / "pipe.ipynb"
    os.mkfifo(pipe)  # nobody ever writes into it
    signal.signal(signal.SIGALRM, signal.default_int_handler)
    signal.alarm(600)  # a pipe that is waited for is a failure, not a wait
    assert cli.main(["grade", "hw"]) == 0
    signal.alarm(0)
    said = capsys.readouterr().out
    assert "1 of 2 handed in" in said and "\x1b" not in said
    marks = (homework / "marks.csv").read_text(encoding="utf-8-sig").splitlines()
    assert "not a file" in marks[2] and "handed in 2 times" in marks[1]


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


@each("name", RECORDS)
def test_a_record_that_is_none_is_refused(run, name):
    text = RECORDS[name].replace("{head}", "exercise,seed,result,mistake")
    Path("p.csv").write_text(text)
    complaint = refused(run, "exercise", "--topic", "counts", "--progress", "p.csv")
    assert "p.csv isn't a record of practice" in complaint


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


def test_a_sign_that_the_terminal_lacks_is_no_error(monkeypatch):
    code = "from mlmetrics_edu import cli; cli.ready(); print('≥')"
    command = [sys.executable, "-X", "utf8=0", "-c", code]
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    assert subprocess.run(command, capture_output=True, check=True).stdout.strip() == b"?"


def test_a_question_that_nobody_can_answer_is_asked_and_left(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    status, said, _ = run("exercise", "counts.screening")
    assert status == 0 and said.endswith("0 answered, 0 right at the first try.\n")
    typed = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\nquit\n"), encoding="utf-8")
    monkeypatch.setattr(sys, "stdin", typed)
    assert run("exercise", "counts.screening")[0] == 0


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
