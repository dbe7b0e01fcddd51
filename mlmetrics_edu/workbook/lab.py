"""JupyterLab, opened on the first lesson: nothing asked, nothing fetched from outside."""

import importlib.util
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from ..core.errors import MetricError
from ..core.escaping import lines
from . import doctor, lessons

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
    notes = [*_notes(place), *_offers(lessons.newer(place))]
    print(*map(lines, notes), sep="\n", flush=True)
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


def _offers(newer: list[Path]) -> list[str]:
    """Say which lessons have changed since they were copied, and how to get them."""
    if not newer:
        return []
    named = ", ".join(name.as_posix() for name in newer)
    return [
        f"There are newer versions of {named}. Yours stay as they are. To get a newer one, "
        "rename yours and start again."
    ]


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
            doctor.pip_install("jupyterlab", "ipykernel", "ipywidgets"),
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
