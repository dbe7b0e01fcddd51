"""Is everything here that the lessons need? If not: the command that fixes it."""

import importlib
import io
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from pathlib import Path

from . import lessons

DISTRIBUTION = "mlmetrics-edu"
OLDEST_PYTHON = (3, 11)
IMPORTED_AS = {"scikit-learn": "sklearn"}


@dataclass(frozen=True)
class Check:
    """One thing that was looked at: what was seen, and what to type if that is not well.

    Examples
    --------
    >>> print(Check("numpy", True, "2.4.6"))
    OK   numpy        2.4.6
    >>> print(Check("numpy", False, "not installed", "pip install numpy"))
    FIX  numpy        not installed -> pip install numpy
    """

    name: str
    ok: bool
    detail: str
    fix: str = ""

    def __str__(self) -> str:
        line = f"{'OK' if self.ok else 'FIX':<4} {self.name:<12} {self.detail}"
        return line if self.ok else f"{line} -> {self.fix}"


def checks() -> list[Check]:
    """Look at everything a lesson needs; nothing that is missing or broken stops the others."""
    return [
        examine("Python", _python, "install Python 3.11 or newer, then: make lab"),
        *_packages(),
        examine("kernel", _kernel, _repair_kernel()),
        examine("lessons", _lessons, "install mlmetrics-edu again, or work in a whole checkout"),
        examine("folder", _folder, "change to a folder of your own: cd ~"),
        examine("drawing", _drawing, pip_install("--force-reinstall", "matplotlib")),
    ]


def version() -> str:
    """Tell which version of this package is installed, if any is."""
    try:
        return metadata.version(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return "not installed"


def examine(name: str, look: Callable[[], str], fix: str) -> Check:
    """Take a look, which returns what it saw or raises; either way there is a line to print."""
    try:
        return Check(name, True, look())
    except Exception as error:  # a broken library can raise anything
        return Check(name, False, _one_line(error), fix)


def _one_line(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0] if lines else type(error).__name__


def pip_install(*arguments: str) -> str:
    """Spell a pip command for this very Python, quoted for the shell it will be typed in."""
    words = [sys.executable, "-m", "pip", "install", *arguments]
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def _python() -> str:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < OLDEST_PYTHON:
        raise RuntimeError(f"{version} is too old")
    return f"{version} at {sys.executable}"


def _packages() -> list[Check]:
    try:
        return [_package(requirement) for requirement in requirements()]
    except Exception as error:  # our own metadata, or what reads it, is not there
        return [Check("packages", False, _one_line(error), pip_install("-e", ".[lab]"))]


def requirements() -> list:
    """Read what our own metadata asks for, the lab included, as `packaging` requirements."""
    from packaging.requirements import Requirement

    asked = map(Requirement, metadata.requires(DISTRIBUTION) or [])
    return [r for r in asked if r.marker is None or r.marker.evaluate({"extra": "lab"})]


def _package(requirement) -> Check:
    asked = f"{requirement.name}{requirement.specifier}"
    check = examine(requirement.name, partial(_version, requirement), pip_install(asked))
    if not check.ok:
        return check
    look = partial(_imported, requirement.name, check.detail)
    return examine(requirement.name, look, pip_install("--force-reinstall", asked))


def _version(requirement) -> str:
    try:
        version = metadata.version(requirement.name)
    except metadata.PackageNotFoundError:
        raise RuntimeError("not installed") from None
    if not requirement.specifier.contains(version, prereleases=True):
        raise RuntimeError(f"{version} is installed, {requirement.specifier} is needed")
    return version


def _imported(name: str, version: str) -> str:
    importlib.import_module(IMPORTED_AS.get(name, name.replace("-", "_")))
    return version


def _kernel() -> str:
    from jupyter_client.manager import KernelManager

    program = KernelManager(kernel_name="python3").format_kernel_cmd()[0]
    # By folder: .venv/bin/python and .venv/bin/python3 are one Python, and links to a third.
    if _folder_of(program) != _folder_of(sys.executable):
        raise RuntimeError(f"notebooks would run in another Python, {program}")
    return f"python3 runs {program}"


def _folder_of(program: str) -> str:
    return os.path.normcase(os.path.abspath(os.path.dirname(program)))


def _repair_kernel() -> str:
    where = "--sys-prefix" if sys.prefix != sys.base_prefix else "--user"
    command = [sys.executable, "-m", "ipykernel", "install", where, "--name", "python3"]
    return f"{pip_install('ipykernel')} && {shlex.join(command)}"


def _lessons() -> str:
    place = lessons.folder()
    return f"{len(lessons.notebooks(place))} in {place}"


def _folder() -> str:
    with tempfile.TemporaryFile(dir=Path.cwd()):
        return f"{Path.cwd()} can be written to"


def _drawing() -> str:
    from matplotlib.figure import Figure

    picture = io.BytesIO()
    Figure().add_subplot().figure.savefig(picture, format="png")
    return f"an empty picture takes {len(picture.getvalue())} bytes"
