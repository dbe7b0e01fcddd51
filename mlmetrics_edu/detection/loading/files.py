"""Files and folders as others wrote them: read whole, and refused in words."""

import os
from pathlib import Path

from ...core import inputs, textfile
from ...core.errors import InputError

ENCODING = 'save it as UTF-8, or read it yourself with open(…, encoding="gbk"), "latin-1" …'


def is_path(source) -> bool:
    """Tell a path from something that was read already."""
    return isinstance(source, (str, os.PathLike))


def is_folder(source) -> bool:
    """Tell a folder from everything else."""
    return is_path(source) and os.path.isdir(source)  # False, too, of what can't be a path


def content(path) -> bytes:
    """Read all bytes of a file; what gzip has packed is unpacked.

    Raises
    ------
    InputError
        If there is no such file, or it can't be read.
    """
    try:
        found = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(
            f"{path} can't be read", reason[:1].lower() + reason[1:], "check the path, and the file"
        ) from None
    return textfile.unpacked(found, str(path))


def text(path) -> str:
    """Read a text file."""
    return decoded(content(path), str(path))


def text_of(file, name: str) -> str:
    """Read the rest of an open file, be it opened as text or not."""
    try:
        found = file.read()
    except (OSError, ValueError, TypeError) as error:
        found, reason = None, str(error)
    else:
        reason = f"its read() gives a {type(found).__name__}"
    if not isinstance(found, (str, bytes)):
        raise InputError(f"{name} can't be read", reason, "open it for reading, in its encoding")
    return textfile.unmarked(found, name) if isinstance(found, str) else decoded(found, name)


def decoded(found: bytes, name: str) -> str:
    """Read bytes as UTF-8, or as their mark says.

    Raises
    ------
    InputError
        If they are something else; with the line.
    """
    return textfile.decoded(found, name, ENCODING)


def folder(source, endings: tuple[str, ...], what: str) -> list[Path]:
    """List the files of a folder that end so, in the order of their names.

    Raises
    ------
    InputError
        If it is no folder, or has no such file.
    """
    if not is_folder(source):
        raise InputError(
            f"{source if is_path(source) else inputs.short(source)} is no folder",
            f"{what} are looked for in a folder",
            "check the path",
        )
    listed = [path for path in Path(source).iterdir() if not path.name.startswith(".")]
    found = sorted((p for p in listed if p.suffix.lower() in endings), key=lambda p: p.stem)
    if not found:
        raise InputError(
            f"{source} has {len(listed)} file(s), and none ends in {' or '.join(endings)}",
            f"{what} were looked for there",
            "check the path: it should name the folder right above these files",
        )
    inputs.ids([path.stem for path in found], f"{source}, without the endings of its files,")
    return found
