"""Saving: whole or not at all, never over another file unasked, nothing left behind."""

import ast
import errno
import os
import stat
from pathlib import Path

import pytest

from mlmetrics_edu.core import saving
from mlmetrics_edu.core.errors import MetricError
from tests.snapshots import snapshot

POSIX = pytest.mark.skipif(os.name == "nt", reason="modes, links and owners of POSIX")
PACKAGE = Path(saving.__file__).parents[1]
WRITES = {"write_text", "write_bytes", "mkdir", "makedirs", "touch", "symlink_to", "savefig"}
MODULES = ("shutil.", "os.rename", "os.replace", "json.dump(", "pickle.dump(", "nbformat.write(")
SUSPECT = ("open", *WRITES, "copyfile", "copy", "move", "which", "rename", "replace", "dump")
# Into memory, not into a file; and what only looks where a program is.
NO_FILES = {
    "plots/picture.py: self.savefig(buffer",
    "workbook/doctor.py: Figure().add_subplot()",
    "workbook/handouts/__init__.py: shutil.which(",
}


def writes(call):
    """Tell whether a call writes into a file, or makes one."""
    name, whole = getattr(call.func, "attr", getattr(call.func, "id", "")), ast.unparse(call)
    texts = [a.value for a in [*call.args, *(k.value for k in call.keywords)] if is_text(a)]
    opens = name == "open" and any(set(t) <= set("rwaxbt+") and set(t) & set("wax+") for t in texts)
    return opens or name in WRITES or whole.startswith(MODULES)


def is_text(node):
    """Tell whether a node is a text as it stands."""
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value != ""


def strays(folder):
    """List the calls that write past the one place that may."""
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        suspect = any(f"{word}(" in text for word in SUSPECT)  # to parse all of them takes seconds
        for node in ast.walk(ast.parse(text)) if suspect else ():
            if isinstance(node, ast.Call) and writes(node) and path.name != "saving.py":
                yield f"{path.relative_to(folder).as_posix()}: {ast.unparse(node)}"


def test_nothing_is_written_elsewhere():
    assert [s for s in strays(PACKAGE) if not s.startswith(tuple(NO_FILES))] == []


def fail(monkeypatch, name, error, after=0):
    """Let a call of the system fail, after it has worked some times."""
    calls, real = [], getattr(os, name)

    def failing(*given):
        calls.append(given)
        if len(calls) > after:
            raise error
        return real(*given)

    monkeypatch.setattr(saving.os, name, failing)


FULL = OSError(errno.ENOSPC, "No space left on device")
FAILURES = [
    # what fails, how, and whether it is told in three parts
    ("fsync", FULL, True),
    ("fsync", OSError(errno.EIO, "Input/output error"), True),
    ("fsync", KeyboardInterrupt(), False),
    ("replace", PermissionError(errno.EACCES, "Permission denied"), True),
    ("replace", KeyboardInterrupt(), False),
    ("chmod", KeyboardInterrupt(), False),
]


def test_what_fails_leaves_everything_as_it_was(tmp_path, monkeypatch):
    old, new = tmp_path / "old.txt", tmp_path / "a" / "b" / "new.txt"
    old.write_text("old")
    before = snapshot(tmp_path)
    for name, error, told in FAILURES:
        for files in ({old: "new"}, {new: "new", old: "new"}, {new: b"1", new.parent / "2": "2"}):
            with monkeypatch.context() as patch:
                last = len(files) - 1 if name == "replace" and old not in files else 0
                fail(patch, name, error, last)
                if name == "chmod" and old not in files:
                    continue
                with pytest.raises(MetricError if told else KeyboardInterrupt) as raised:
                    saving.write_together(files)
            assert snapshot(tmp_path) == before, (name, error)
            if told:
                whole = str(raised.value)
                assert any(str(path) in raised.value.what for path in files), whole
                assert ".part" not in whole and error.strerror in whole and "Error" not in whole
    saving.write_together({old: "new", new: "new"})
    assert (old.read_text(), new.read_text()) == ("new", "new")


def test_what_was_replaced_before_the_last_step_failed_is_named(tmp_path, monkeypatch):
    one, _, three = files = [tmp_path / name for name in ("1.txt", "2.txt", "3.txt")]
    for path in (one, three):
        path.write_text("old")
    with monkeypatch.context() as patch:
        fail(patch, "replace", FULL, 2)
        with pytest.raises(MetricError) as refusal:
            saving.write_together(dict.fromkeys(files, "new"))
    assert f"{three} can't be written" in str(refusal.value)
    assert f"{one} is new already" in refusal.value.why
    assert sorted(snapshot(tmp_path)) == ["1.txt", "3.txt"] and three.read_text() == "old"
    saving.write_together(dict.fromkeys(files, "new"))
    assert {path.read_text() for path in files} == {"new"}


@POSIX
def test_an_old_file_keeps_its_mode_and_a_new_one_follows_the_umask(tmp_path):
    old = tmp_path / "old.csv"
    old.write_text("old")
    for mode in (0o640, 0o600, 0o444, 0o755):
        old.chmod(mode)
        saving.write(old, f"{mode}")
        assert (stat.S_IMODE(old.stat().st_mode), old.read_text()) == (mode, f"{mode}")
    usual = os.umask(0)
    try:
        for mask, mode in ((0o077, 0o600), (0o022, 0o644), (0o027, 0o640)):
            os.umask(mask)
            saving.write(tmp_path / oct(mask), "new")
            assert stat.S_IMODE((tmp_path / oct(mask)).stat().st_mode) == mode
    finally:
        os.umask(usual)


@POSIX
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() != 0, reason="root alone gives files")
def test_a_file_stays_its_owners(tmp_path):
    old = tmp_path / "old.csv"
    old.write_text("old")
    os.chown(old, 65534, 65534)
    saving.write(old, "new")
    assert (old.stat().st_uid, old.stat().st_gid) == (65534, 65534)


@POSIX
def test_a_link_stays_and_what_isnt_a_file_is_refused(tmp_path):
    real, link = tmp_path / "far" / "real.csv", tmp_path / "link.csv"
    real.parent.mkdir()
    real.write_text("old")
    link.symlink_to(Path("far", "real.csv"))
    saving.write(saving.target(link, [".csv"], force=True), "new")
    assert link.is_symlink() and real.read_text() == "new"
    (tmp_path / "nowhere.csv").symlink_to("gone.csv")
    (tmp_path / "circle.csv").symlink_to("circle.csv")
    (tmp_path / "device.csv").symlink_to("/dev/null")
    (tmp_path / "folder.csv").mkdir()
    before = snapshot(tmp_path)
    for name, why in [
        ("nowhere", "link to gone.csv, and nothing is there"),
        ("circle", "link to circle.csv"),
        ("device", "no ordinary file"),
        ("folder", "is a folder"),
    ]:
        for force in (False, True):
            with pytest.raises(MetricError, match=why):
                saving.target(tmp_path / f"{name}.csv", [".csv"], force)
        with pytest.raises(MetricError, match=why):
            saving.write(tmp_path / f"{name}.csv", "new")
    assert snapshot(tmp_path) == before and stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_the_door_refuses_before_any_work(tmp_path):
    (tmp_path / "old.csv").write_text("old")
    cases = [
        ("old.csv", [".csv"], False, "is there already"),
        ("old.csv", [], False, "is there already"),
        ("new.txt", [".csv", ".md"], True, "use one of .csv, .md"),
        ("gone/new.csv", [".csv"], True, "there is no folder"),
    ]
    for name, endings, force, why in cases:
        with pytest.raises(MetricError, match=why):
            saving.target(tmp_path / name, endings, force)
    assert saving.target(tmp_path / "old.csv", [".csv"], True) == tmp_path / "old.csv"
