"""The doctor finds what is missing, names the cure, and never falls ill itself."""

import json
import os
import subprocess
import sys
from importlib import metadata

import pytest

from mlmetrics_edu.workbook import doctor


def by_name():
    """Run all checks; give them by name."""
    return {check.name: check for check in doctor.checks()}


def run(*words, **environment):
    """Run a command, the doctor by default, in a Python of its own."""
    command = [sys.executable, "-m", "mlmetrics_edu", *(words or ["doctor"])]
    options = {"capture_output": True, "text": True, "encoding": "utf-8"}
    return subprocess.run(command, env=os.environ | environment, **options)


def test_here_nothing_needs_mending():
    assert [str(check) for check in doctor.checks() if not check.ok] == []


def test_everything_a_lesson_needs_is_looked_at():
    asked = {"numpy", "matplotlib", "pandas", "seaborn", "jupyterlab", "ipykernel", "ipywidgets"}
    rest = {"Python", "kernel", "lessons", "folder", "drawing"}
    assert asked | rest <= set(by_name())
    assert "pytest" not in by_name()


@pytest.mark.parametrize("broken", [("numpy", "jupyter_client"), ("matplotlib", "packaging")])
def test_broken_libraries_are_reported_and_the_rest_still_checked(tmp_path, broken):
    for file in broken:
        (tmp_path / file).mkdir()
        error = rf"raise ImportError('\n\n{file} misses libx\nand so on')"
        (tmp_path / file / "__init__.py").write_text(error, encoding="utf-8")
    seen = run(PYTHONPATH=str(tmp_path))
    assert (seen.returncode, seen.stderr) == (1, "")
    lines = seen.stdout.splitlines()
    for file in broken:
        assert any(x.startswith("FIX") and f"{file} misses libx -> " in x for x in lines), file
    assert all(line.startswith(("OK  ", "FIX ")) for line in lines)
    assert lines[-1].split()[1] == "drawing"


def test_a_command_that_cannot_load_a_library_sends_to_the_doctor(tmp_path):
    (tmp_path / "numpy.py").write_text("raise ImportError('libx is missing')", encoding="utf-8")
    seen = run("trace", "--example", "cars", PYTHONPATH=str(tmp_path))
    assert (seen.returncode, seen.stdout, len(seen.stderr.splitlines())) == (2, "", 3)
    assert "libx is missing" in seen.stderr
    assert "mlmetrics-edu doctor" in seen.stderr


def test_a_missing_library_is_named_with_the_command(monkeypatch):
    def version(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(doctor.metadata, "version", version)
    check = by_name()["numpy"]
    assert (check.ok, check.detail) == (False, "not installed")
    assert check.fix == doctor.pip_install("numpy>=2.0")


def test_a_package_that_is_not_installed_itself_is_no_disaster(monkeypatch):
    monkeypatch.setattr(doctor, "DISTRIBUTION", "not-there-at-all")
    assert not by_name()["packages"].ok
    assert doctor.version() == "not installed"


def test_a_kernel_of_another_python_is_found_out(tmp_path, monkeypatch):
    spec = {"argv": ["/elsewhere/bin/python", "-m", "ipykernel"], "display_name": "Python 3"}
    place = tmp_path / "kernels" / "python3"
    place.mkdir(parents=True)
    (place / "kernel.json").write_text(json.dumps(spec), encoding="utf-8")
    monkeypatch.setenv("JUPYTER_PATH", str(tmp_path))
    check = by_name()["kernel"]
    assert (check.ok, "/elsewhere/bin/python" in check.detail) == (False, True)
    assert "-m ipykernel install" in check.fix
