"""Saving files: whole or not at all, never over another one unasked, together what belongs so."""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from stat import S_IMODE

from .errors import MetricError

FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
SHOWN = 40  # letters of a name that can't be one
DENIED = (errno.EACCES, errno.EPERM, errno.EROFS)


def target(name, endings: Iterable[str] = (), force: bool = False) -> Path:
    """Check, before any work, that a file (of these endings, if any) may be written there."""
    path = path_of(name)
    endings = tuple(endings)
    if endings and path.suffix.lower() not in endings:
        raise MetricError(
            f"writing to {name}", "the ending says how to write", f"use one of {', '.join(endings)}"
        )
    refuse_another(path, force)
    if not path.parent.is_dir():
        raise MetricError(
            f"writing to {name}",
            f"there is no folder {path.parent}",
            "make it first, or choose another",
        )
    return path


def path_of(name) -> Path:
    """Take the name of a file as a path; refuse what can't be one.

    Examples
    --------
    >>> path_of("a.csv").name
    'a.csv'
    """
    try:
        usable = isinstance(os.fspath(name), str) and b"\0" not in os.fsencode(name)
    except (TypeError, UnicodeEncodeError):
        usable = False
    if not usable or not os.fspath(name):
        given = repr(name[:SHOWN]) if isinstance(name, str) else f"of type {type(name).__name__}"
        raise MetricError(
            f"the name of the file is {given}",
            "a file is named by a text or a pathlib.Path",
            'give one, such as "results.csv"',
        )
    return Path(name)


def refuse_another(path: Path, force: bool = False) -> None:
    """Refuse to write over a file that nobody has given up, and over what is no file."""
    with _named(path, "nothing was changed"):
        taken = place(path).exists()
    if taken and not force:
        raise MetricError(
            f"{path} is there already",
            "it would be lost",
            "add --force (in Python: force=True), or choose another name",
        )


def place(path: Path) -> Path:
    """Find where a file really lies: behind a link, which stays; refuse what isn't a file."""
    real = Path(os.path.realpath(path)) if path.is_symlink() else path
    if path.is_symlink() and not real.exists():
        raise MetricError(
            f"{path} is a link to {os.readlink(path)}, and nothing is there",
            "whether the link or the place it names is meant can't be told",
            "remove the link, make the file that it names, or choose another name",
        )
    if real.exists() and not real.is_file():
        raise MetricError(
            f"{path} is {'a folder' if real.is_dir() else 'no ordinary file'}",
            "a file would have to take its place",
            "choose another name",
        )
    return real


def write(path: Path, content: str | bytes) -> None:
    """Write a whole file or none: what was there before stays until the new one is complete.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     write(Path(folder, "a.txt"), "new")
    ...     [(file.name, file.read_text()) for file in Path(folder).iterdir()]
    [('a.txt', 'new')]
    """
    write_together({path: content})


def deliver(make: Callable[[], str], path, force: bool) -> str | None:
    """Hand a text over, or write it to a file; whether that may be is asked before the work."""
    if path is None:
        return make()
    write(target(path, force=force), make())
    return None


def write_together(files: Mapping[Path, str | bytes]) -> None:
    """Write files that belong together, and the folders they need: all of them, or none.

    Each is written beside its place, and only when all are complete do they take their places.
    Should that last step fail halfway, files that are new go again, and the error names those that
    were replaced.
    """
    contents = {path: _as_bytes(path, content) for path, content in files.items()}
    with ExitStack() as undo:
        staged = [(path, _stage(path, content, undo)) for path, content in contents.items()]
        replaced: list[Path] = []
        for path, new in staged:
            _put(path, new, replaced, undo)
        undo.pop_all()


def _as_bytes(path: Path, content: str | bytes) -> bytes:
    try:
        return content.encode("utf-8") if isinstance(content, str) else content
    except UnicodeEncodeError as error:
        raise MetricError(
            f"{path} isn't written: {content[error.start : error.end]!r} would stand in it",
            "that is half a sign, which no file in UTF-8 can hold",
            "look for the text that it comes from, such as a name read in a wrong encoding",
        ) from None


def _stage(path: Path, content: bytes, undo: ExitStack) -> Path:
    """Write the new file beside its place, and remember how to leave nothing of it behind."""
    with _named(path, "nothing was changed"):
        real = place(path)
        _make_folders(real.parent, undo)
        new = real.with_name(f".{secrets.token_hex(8)}.part")
        undo.callback(new.unlink, missing_ok=True)
        old = real.stat() if real.exists() else None
        # A new file gets the mode that the umask leaves; one that was private is so from the start.
        mode = S_IMODE(old.st_mode) if old else 0o666
        with open(new, "xb", opener=partial(os.open, mode=mode)) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if old:
            _keep_owner_and_mode(old, new)
        return new


def _make_folders(folder: Path, undo: ExitStack) -> None:
    missing = [above for above in (folder, *folder.parents) if not above.exists()]
    for above in reversed(missing):
        undo.callback(_remove_if_empty, above)
        above.mkdir(exist_ok=True)


def _remove_if_empty(folder: Path) -> None:
    with suppress(OSError):
        folder.rmdir()


def _keep_owner_and_mode(old: os.stat_result, new: Path) -> None:
    if hasattr(os, "chown"):
        with suppress(OSError):  # only root may give a file to somebody
            os.chown(new, old.st_uid, old.st_gid)
    os.chmod(new, S_IMODE(old.st_mode))


def _put(path: Path, new: Path, replaced: list[Path], undo: ExitStack) -> None:
    """Let the new file take its place."""
    already = ", ".join(map(str, replaced))
    with _named(path, f"{already} is new already" if already else "nothing was changed"):
        real = place(path)
        replaces = real.exists()
        if not replaces:
            undo.callback(real.unlink, missing_ok=True)
        os.replace(new, real)
    if replaces:
        replaced.append(path)


@contextmanager
def _named(path: Path, state: str) -> Iterator[None]:
    """Let an error of the system name the file that was to be written, not the one beside it."""
    try:
        yield
    except OSError as error:
        raise MetricError(
            f"{path} can't be written",
            f"the system says: {error.strerror or error}; {state}",
            _advice(error),
        ) from None


def _advice(error: OSError) -> str:
    if error.errno in FULL:
        return "make room on that disk, or choose another, and do it again"
    if error.errno in DENIED:
        return "close it where it is open, or choose a folder in which you may write"
    return "check the name and the disk, and do it again"
