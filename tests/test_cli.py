"""The command line: what it says, where, and with which exit status; never a traceback."""

import subprocess
import sys

import pytest

from mlmetrics_edu import cli
from mlmetrics_edu.workbook.doctor import Check


@pytest.fixture
def answer(capsys):
    """Run a command here; give its exit status and what it said on stdout and stderr."""

    def run(*words):
        status = cli.main(list(words))
        return status, *capsys.readouterr()

    return run


@pytest.fixture
def workbook(tmp_path, monkeypatch):
    """Put a workbook of two files where the lessons are looked for."""
    place = tmp_path / "source"
    place.mkdir()
    (place / "01_first.ipynb").write_text("{}", encoding="utf-8")
    (place / "notes.md").write_text("notes", encoding="utf-8")
    monkeypatch.setattr(cli.lessons, "PACKAGED", place)
    return place


def test_notebooks_copies_and_says_so(answer, workbook, tmp_path):
    status, said, complaint = answer("notebooks", str(tmp_path / "mine"))
    assert (status, complaint) == (0, "")
    assert said.startswith(f"2 files copied to {tmp_path / 'mine'}.")
    assert (tmp_path / "mine" / "notes.md").read_text(encoding="utf-8") == "notes"


def test_an_error_of_the_system_has_three_parts_too(answer, monkeypatch):
    def deny(target, force):
        raise PermissionError(13, "Permission denied", target)

    monkeypatch.setattr(cli.lessons, "copy", deny)
    status, _, complaint = answer("notebooks", "somewhere")
    assert (status, len(complaint.splitlines())) == (2, 3)
    assert complaint.startswith("somewhere can't be used\n")
    assert "Permission denied" in complaint


def test_ctrl_c_is_quiet(answer, monkeypatch):
    def interrupt(target, force):
        raise KeyboardInterrupt

    monkeypatch.setattr(cli.lessons, "copy", interrupt)
    assert answer("notebooks", "somewhere") == (130, "", "")


@pytest.mark.parametrize(("ok", "status"), [(True, 0), (False, 1)])
def test_doctor_tells_by_its_exit_status(answer, monkeypatch, ok, status):
    check = Check("numpy", ok, "as seen", "pip install numpy")
    monkeypatch.setattr(cli.doctor, "checks", lambda: [check])
    assert answer("doctor") == (status, f"{check}\n", "")


def test_lab_hands_over_what_follows_two_dashes(answer, monkeypatch):
    seen = []
    monkeypatch.setattr(cli.doctor, "start", lambda *given: seen.append(given) or 0)
    assert answer("lab")[0] == 0
    assert answer("lab", "here", "--", "--port=9999", "--", "-x")[0] == 0
    assert seen == [(None, []), ("here", ["--port=9999", "--", "-x"])]


@pytest.mark.parametrize("words", [[], ["nonsense"], ["notebooks"], ["lab", "--port=9999"]])
def test_a_wrong_command_shows_the_usage(words, capsys):
    with pytest.raises(SystemExit) as stop:
        cli.main(words)
    assert stop.value.code == 2
    assert capsys.readouterr().err.startswith("usage: mlmetrics-edu")


def test_a_sign_that_the_terminal_lacks_is_no_error(monkeypatch):
    code = "from mlmetrics_edu import cli; cli.ready(); print('≥')"
    command = [sys.executable, "-X", "utf8=0", "-c", code]
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    assert subprocess.run(command, capture_output=True, check=True).stdout.strip() == b"?"


def test_one_of_three_classes_is_compared_with_the_rest(tmp_path, capsys):
    file = tmp_path / "irises.csv"
    file.write_text("label,score\nsetosa,0.9\nvirginica,0.4\nsetosa,0.6\nversicolor,0.7\n")
    assert cli.main(["trace", str(file)]) == 2
    assert "--positive" in capsys.readouterr().err
    assert cli.main(["trace", str(file), "--positive", "setosa", "--at", "0.65"]) == 0
    row = next(line for line in capsys.readouterr().out.splitlines() if "truly not setosa" in line)
    assert row.split()[3:] == ["TN", "=", "1", "FP", "=", "1"]
