"""Is everything here that the lessons need? Then JupyterLab is opened on the first of them."""

from __future__ import annotations

import importlib
import importlib.util
import io
import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from pathlib import Path
from urllib.parse import quote

from ..core.errors import MetricError, lines
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


CONFIG = Path(__file__).parent / "jupyter"
OPTIONS = {
    # No news, no update check, no list of extensions: a lesson needs no outside request.
    "--LabApp.news_url": "",
    "--LabApp.check_for_updates_class": "jupyterlab.NeverCheckForUpdate",
    "--LabApp.extension_manager": "readonly",
    # The address, and not how the server came up.
    "--log-level": "WARN",
    # One Ctrl-C ends it, without a question.
    "--ServerApp.answer_yes": "True",
}


def start(directory: str | Path | None = None, extra: Sequence[str] = ()) -> int:
    """Start JupyterLab on the first lesson, and stay until it ends.

    Parameters
    ----------
    directory : str or pathlib.Path, optional
        The workbook to open; see `lessons.workbook`.
    extra : sequence of str
        Options for JupyterLab itself; they win over ours.

    Returns
    -------
    int
        JupyterLab's exit status.
    """
    _require_jupyterlab()
    place = lessons.workbook(directory)
    print(*map(lines, _notes(place)), sep="\n", flush=True)
    return _run(command(place, extra))


def command(place: Path, extra: Sequence[str] = ()) -> list[str]:
    """Spell out the command that opens a workbook's first lesson in JupyterLab."""
    first = lessons.notebooks(place)[0].as_posix()
    options = OPTIONS | {
        "--ServerApp.root_dir": str(place.resolve()),
        "--LabApp.default_url": f"/lab/tree/{quote(first)}",
    }
    given = {option.split("=")[0] for option in extra}
    ours = [f"{name}={value}" for name, value in options.items() if name not in given]
    return [sys.executable, "-m", "jupyterlab", *ours, *_flags(), *extra]


def _flags() -> list[str]:
    root = ["--allow-root"] if is_root() else []
    return root if has_screen() else [*root, "--no-browser"]


def _notes(place: Path) -> list[str]:
    notes = [f"Opening the workbook in {place}. To end: Ctrl-C."]
    if is_root():
        notes.append("You are root, which Jupyter allows only when told: --allow-root is added.")
    if not has_screen():
        notes.append("There is no screen here: open the address below in a browser.")
    return notes


def is_root() -> bool:
    """Tell whether this is the administrator, under whom Jupyter won't start by itself."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def has_screen() -> bool:
    """Tell whether a browser opened from here would be seen by the person who typed."""
    if any(os.environ.get(name) for name in ("CI", "SSH_CONNECTION", "SSH_TTY")):
        return False
    if sys.platform.startswith("linux"):
        return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    return True


def _require_jupyterlab() -> None:
    if importlib.util.find_spec("jupyterlab") is None:
        raise MetricError(
            "JupyterLab is not installed",
            f"the lessons are notebooks, and {sys.executable} has nothing to open them with",
            pip_install("jupyterlab", "ipykernel", "ipywidgets"),
        )


def _config_path() -> str:
    """Add our folder, which holds the one setting that isn't an option: no pop-up about news."""
    theirs = os.environ.get("JUPYTER_CONFIG_PATH")
    return os.pathsep.join([str(CONFIG), *([theirs] if theirs else [])])


def _run(arguments: list[str]) -> int:
    environment = {**os.environ, "JUPYTER_CONFIG_PATH": _config_path()}
    if os.name != "nt":
        # To become Jupyter, rather than to watch it: then no signal is lost between the two.
        os.execve(arguments[0], arguments, environment)
    process = subprocess.Popen(arguments, env=environment)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue  # Jupyter heard the same Ctrl-C, and needs a moment to end its kernels
