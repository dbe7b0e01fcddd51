"""Who shows a picture, so that it shows once: a notebook itself, or pyplot where it is in use."""

import html
import inspect
import sys
import threading
import warnings
from base64 import b64encode
from collections.abc import Iterable
from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from ..core import calls

OURS = __package__.partition(".")[0]
INLINE = "inline"  # pyplot's backend in a notebook, which shows at a cell's end whatever is open


def bundle(png: bytes, text: str) -> tuple[dict, dict]:
    """Put a picture and its alternative text into the forms among which a notebook chooses.

    JupyterLab, and the pages made of its notebooks, give an image an alternative text only where
    it stands in HTML. What makes paper of a notebook can't read that, and takes the PNG.
    """
    said = html.escape(" ".join(text.split()))
    source = b64encode(png).decode("ascii")
    page = f'<img alt="{said}" style="max-width: 100%" src="data:image/png;base64,{source}">'
    forms = {"text/plain": text, "text/html": page, "image/png": png}
    return forms, {"image/png": {"alt": text}}


def at_a_terminal() -> bool:
    """Tell whether IPython runs where no picture can be seen."""
    interactive = sys.modules.get("IPython")
    shell = interactive and interactive.get_ipython()
    return bool(shell) and "image/png" not in shell.display_formatter.active_types


def shown_by_pyplot(figure: Figure) -> bool:
    """Tell whether pyplot shows a figure in a window, or as a widget."""
    return bool(figure.canvas.required_interactive_framework) and figure in _open()


def taken_over(figure: Figure) -> None:
    """Take a figure that a notebook shows now from what it would show at the cell's end."""
    if figure in _open() and INLINE in mpl.get_backend():
        sys.modules["matplotlib.pyplot"].close(figure)


def tell_pyplot(pictures: Iterable[Figure]) -> None:
    """Let pyplot know pictures, if whoever asked for them has it among their names.

    Its ``show()`` and ``savefig()`` then serve for a picture as for any figure. Like those, it
    stays open; before there are more than pyplot thinks good, the oldest pictures are closed.
    """
    pyplot, theirs = sys.modules.get("matplotlib.pyplot"), vars(sys.modules["__main__"])
    if pyplot is None or not any(one is pyplot for one in list(theirs.values())):
        return
    if threading.current_thread() is not threading.main_thread():  # where windows may not open
        return
    for picture in pictures:
        if picture not in _open():
            _make_room(pyplot, type(picture))
            try:
                pyplot.figure(FigureClass=lambda picture=picture, **_: picture)
            except ImportError:  # without a screen it has no windows, and says so when it is asked
                return


def asked_by_us() -> bool:
    """Tell whether the function that called the caller of this one is a part of the package."""
    frame: Any = inspect.currentframe()
    asking = frame.f_back.f_back
    while asking.f_globals.get("__name__") == calls.__name__:  # what explains calls is in between
        asking = asking.f_back
    return asking.f_globals.get("__name__", "").partition(".")[0] == OURS


def _open() -> list[Figure]:
    """List the figures that pyplot knows, the current one last."""
    helpers = sys.modules.get("matplotlib._pylab_helpers")
    return [one.canvas.figure for one in helpers.Gcf.get_all_fig_managers()] if helpers else []


def _make_room(pyplot, kind: type[Figure]) -> None:
    """Close what is too many; nobody who draws thousands in a loop has asked to keep them."""
    most, there = mpl.rcParams["figure.max_open_warning"] - 1, _open()
    ours = [figure for figure in there if isinstance(figure, kind)]
    closed = ours[: max(0, len(there) + 1 - most)] if most > 0 else []
    for old in closed:
        unseen = INLINE in mpl.get_backend() or old.canvas.required_interactive_framework
        pyplot.close(old)
        if unseen:
            warnings.warn(
                f"pyplot keeps {most} pictures open, and the oldest were closed to make room: call "
                "plt.show() sooner, or keep a picture yourself, as in ax = mm.plots.roc(s)",
                UserWarning,
                stacklevel=4,
            )
