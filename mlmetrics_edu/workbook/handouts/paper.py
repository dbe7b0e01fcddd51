"""A lesson as one page to print, with room to write or with all answers; a browser makes a PDF."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

from markupsafe import Markup

from ...core import saving
from ...core.errors import MetricError
from ..templates import template
from . import markup
from .lesson import SHOWN, Lesson, Piece, pieces
from .minutes import by_part

PAPER = {"a4": "A4", "letter": "letter"}
# As they are called where programs are looked for, and where they lie on Windows and a Mac.
CALLED = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CALLED += ("chrome", "msedge", "microsoft-edge", "microsoft-edge-stable")
PROGRAMS = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
ON_WINDOWS = ("Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe")
ON_A_MAC = ("Google Chrome", "Chromium", "Microsoft Edge")
LONGEST = 120  # seconds
QUIET = ("--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking")


def page(lesson: Lesson, teacher: bool, paper: str = "a4") -> str:
    """Write a lesson as one page that asks for nothing from outside.

    Parameters
    ----------
    lesson : Lesson
        Which one.
    teacher : bool
        Whether answers, minutes and notes are told.
    paper : str
        ``"a4"`` or ``"letter"``.
    """
    times = by_part(lesson.notebook) if teacher else {}
    return template(__package__, "page.html").render(
        lesson=lesson,
        teacher=teacher,
        pieces=_timed(pieces(lesson.notebook, teacher), times),
        times=times,
        notes=markup.prose(lesson.notes, opened=True) if teacher else "",
        SHOWN=SHOWN,
        paper=PAPER[paper],
        style=Markup(files(__package__).joinpath("page.css").read_text("utf-8")),
        code_style=Markup(markup.CODE_STYLE),
    )


def _timed(told: Iterable[Piece], times: dict[str, int]) -> Iterator[Piece]:
    """Write the minutes of a part into its heading."""
    for piece in told:
        minutes, end = times.get(piece.part), Markup("</h2>")
        if minutes:
            beside = Markup(' <span class="minutes">{} min</span></h2>').format(minutes)
            piece = replace(piece, body=piece.body.replace(end, beside, 1))
        yield piece


def as_pdf(html: str, browser: str) -> bytes:
    """Print a page, and return the PDF.

    Parameters
    ----------
    html : str
        The page; it asks for nothing from outside.
    browser : str
        The program, from :func:`browser`.

    Raises
    ------
    MetricError
        If the browser doesn't print it.
    """
    # A browser in a snap has a /tmp of its own, and sees but the home folder.
    place = Path.home() if browser.startswith("/snap/") else None
    with tempfile.TemporaryDirectory(dir=place, ignore_cleanup_errors=True) as folder:
        page, pdf = Path(folder, "page.html"), Path(folder, "page.pdf")
        saving.write(page, html)
        # A profile of its own: a browser that is open already would take the page over.
        own = (f"--user-data-dir={Path(folder, 'profile')}", f"--print-to-pdf={pdf}")
        # Chromium refuses to run as root within its sandbox.
        root = ("--no-sandbox",) if getattr(os, "geteuid", lambda: 1)() == 0 else ()
        said = _run([browser, *QUIET, *root, *own, "--no-pdf-header-footer", page.as_uri()])
        if not pdf.is_file():
            raise _not_printed(browser, said)
        return pdf.read_bytes()


def _run(command: list[str]) -> str:
    """Run a browser, and return what it complains of."""
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    try:
        ran = subprocess.run(command, **quiet, stderr=subprocess.PIPE, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        raise _not_printed(command[0], f"it wasn't ready after {LONGEST} seconds") from None
    except OSError as error:
        raise _not_printed(command[0], f"the system says: {error.strerror or error}") from None
    return ran.stderr.decode("utf-8", "replace").strip()


def _not_printed(browser: str, why: str) -> MetricError:
    last = why.splitlines()[-1] if why else "it said nothing about it"
    help = "use --format html, open the file in any browser, and print it there"
    return MetricError(f"{browser} didn't print the page", last, help)


def browser() -> str:
    """Find a browser that prints without a window.

    Raises
    ------
    MetricError
        If there is none.
    """
    for name in _candidates():
        if found := shutil.which(name):
            return found
    raise MetricError(
        "no browser was found that makes a PDF",
        f"looked for {', '.join(CALLED)}, and for Chrome and Edge where they are installed",
        "install Chromium, Chrome or Edge; or use --format html, and print it from any browser",
    )


def _candidates() -> list[str]:
    """List what a browser may be called here."""
    if sys.platform == "darwin":
        return [*CALLED, *(f"/Applications/{n}.app/Contents/MacOS/{n}" for n in ON_A_MAC)]
    places = [os.environ[name] for name in PROGRAMS if name in os.environ]
    return [*CALLED, *(str(Path(place, end)) for place in places for end in ON_WINDOWS)]
