"""From a file's bytes to its text, whatever wrote it; what is no text is told as such."""

import codecs
import gzip
import io
import re
import tomllib
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from . import encodings
from .errors import InputError
from .inputs import short

USUAL = "utf-8-sig"
AUTO = "auto"
MARKS = {  # UTF-32 first: its mark begins with that of UTF-16
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
MARK = "\ufeff"
PACKED = b"\x1f\x8b"
DAMAGED = (OSError, EOFError, zlib.error)
BINARY = {
    b"PK\x03\x04": "a zip archive, such as an Excel workbook (.xlsx)",
    b"\xd0\xcf\x11\xe0": "an old Excel workbook (.xls)",
    b"PAR1": "a Parquet file",
    b"%PDF": "a PDF",
    b"\x89PNG": "a picture",
    b"\x93NUMPY": "a NumPy array (.npy)",
    b"\x80\x04": "a pickle",
    b"\x80\x05": "a pickle",
}
JSON = re.compile(r'\s*(\{\s*["}]|\[\s*[\[{\]])')
XML = re.compile(r"\s*<[?!a-zA-Z]")
# Python calls these encodings too, but no file is written in them.
NO_ENCODINGS = ("idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape")
LOOK = 4096  # so many bytes tell UTF-16 from something else
LINES = 100  # of a file tell what kind of text it is


def unpacked(content: bytes, name: str) -> bytes:
    """Unpack what gzip has packed; everything else stays as it is.

    Raises
    ------
    InputError
        If it is damaged.
    """
    if not content.startswith(PACKED):
        return content
    try:
        return gzip.decompress(content)
    except DAMAGED as error:
        raise damaged(name, error) from None


def damaged(name: str, error: Exception) -> InputError:
    """Return the error for what gzip can't unpack."""
    return InputError(
        f"{name} can't be read",
        f"it was packed by gzip, and is damaged: {str(error)[:60].lower()}",
        "write or download the file again, completely",
    )


def toml(path: Path, wanted: str) -> dict:
    """Read a TOML file.

    Parameters
    ----------
    path : pathlib.Path
    wanted : str
        What it should hold, for the error.

    Raises
    ------
    InputError
        If it can't be read, or is something else.
    """
    try:
        return tomllib.loads(decoded(path.read_bytes(), str(path), "save it as UTF-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{path} can't be read", why, f"it is TOML: {wanted}") from None


def decoded(content: bytes, name: str, advice: str, encoding: str = USUAL) -> str:
    """Read bytes as text. The mark at the beginning of a file decides, where there is one.

    Parameters
    ----------
    content : bytes
    name : str
        What to call the file in an error.
    advice : str
        How to say that it is written in something else.
    encoding : str
        How it is written, if it has no mark.

    Raises
    ------
    InputError
        If it is something else, with the line; or if there is no such encoding.

    Examples
    --------
    >>> decoded("score".encode("utf-16"), "a.csv", "save it as UTF-8")
    'score'
    """
    return _decoded(content, name, advice, _written_in(content, name, encoding)).lstrip(MARK)


def _decoded(content: bytes, name: str, advice: str, written: str) -> str:
    try:
        text = content.decode(written)
    except UnicodeDecodeError as error:
        raise _no_text(content, name, written, error.start, advice) from None
    except LookupError:  # a codec that makes no text, such as hex
        raise _unknown(written) from None
    if "\0" in text:
        raise _binary(content, name)
    return text


@dataclass(frozen=True)
class Text:
    """A text that is decoded line by line: only its bytes are in memory as a whole.

    Attributes
    ----------
    content : bytes
        The text.
    encoding : str
        How it is written.
    guessed : bool
        Whether that was told by its bytes alone, and isn't what is expected.
    """

    content: bytes
    encoding: str
    guessed: bool = False

    def lines(self) -> Iterator[str]:
        """Give the lines with their ends, the first one without marks."""
        lines = iter(io.TextIOWrapper(io.BytesIO(self.content), self.encoding, newline=""))
        return chain([next(lines, "").lstrip(MARK)], lines)

    @property
    def beginning(self) -> str:
        """The first lines that hold something: they tell what kind of text it is."""
        first = "".join(line for line, _ in zip(self.lines(), range(LINES), strict=False))
        return first[:LOOK] if first.strip() else "".join(self.lines()).lstrip()[:LOOK]


def opened(content: bytes, name: str, advice: str, encoding: str = AUTO) -> Text:
    """Find out how bytes are written, and make sure that all of them are text.

    Parameters
    ----------
    content, name, advice
        As for :func:`decoded`.
    encoding : str
        How it is written; ``"auto"``: the mark tells it, or the bytes themselves.

    Raises
    ------
    InputError
        If it is something else, with the line; or if there is no such encoding.

    Examples
    --------
    >>> text = opened("得分\\n0.9".encode("gbk"), "a.csv", "save it as UTF-8")
    >>> text.encoding, list(text.lines())
    ('gb18030', ['得分\\n', '0.9'])
    """
    written = _written_in(content, name, USUAL if encoding == AUTO else encoding)
    plain = encoding == AUTO and written == _known(USUAL)
    if plain and b"\0" not in content:
        found = encodings.guessed(content)
        if found:
            return Text(content, found, found != "utf-8")
    _decoded(content, name, advice, written)
    return Text(content, written)


def unmarked(text: str, name: str) -> str:
    """Take what somebody else has decoded, without the marks at its beginning.

    Raises
    ------
    InputError
        If it holds what no text does.

    Examples
    --------
    >>> unmarked("\ufeffscore", "a.csv")
    'score'
    """
    if "\0" in text:
        raise InputError(f"{name} is not a plain text file", "it has bytes 0", "save it as CSV")
    return text.lstrip(MARK)


def _written_in(content: bytes, name: str, encoding: str) -> str:
    """Tell the encoding: by the mark, or as it was named; the two must not contradict."""
    kind = next((kind for mark, kind in BINARY.items() if content.startswith(mark)), None)
    if kind:
        raise InputError(f"{name} is {kind}", "only text is read here", "save the table as CSV")
    asked = _known(encoding)
    marked = next((kind for mark, kind in MARKS.items() if content.startswith(mark)), None)
    if marked and asked != _known(USUAL) and not asked.startswith(marked):
        raise InputError(
            f"{name} begins with the mark of {marked.upper()}, but was said to be in {asked}",
            "read as something else, its text would change",
            "leave the encoding out: the mark tells it",
        )
    return marked or asked


def _known(encoding: str) -> str:
    try:
        name = codecs.lookup(encoding).name
    except (LookupError, ValueError):
        raise _unknown(encoding) from None
    if name in NO_ENCODINGS:
        raise _unknown(encoding)
    return name


def _unknown(encoding: str) -> InputError:
    return InputError(
        f"the encoding {short(encoding)}",
        "no encoding has that name",
        "name another, such as utf-8, gbk or latin-1",
    )


def _no_text(content: bytes, name: str, encoding: str, start: int, advice: str) -> InputError:
    line = content.count(b"\n", 0, start) + 1
    return InputError(
        f"{name}, line {line}: the byte 0x{content[start]:02x} is no text",
        f"the file isn't written in {encoding.removesuffix('-sig').upper()}, so it can't be read",
        advice,
    )


def _binary(content: bytes, name: str) -> InputError:
    """Say why there are zeros; every second byte is one in UTF-16 of Western texts."""
    zeros = [content[first:LOOK:2].count(0) for first in (0, 1)]
    wide = max(zeros) > LOOK // 8 or max(zeros) * 4 > len(content)
    ending = "be" if zeros[0] > zeros[1] else "le"
    return InputError(
        f"{name} is not a plain text file",
        f"it looks like UTF-16-{ending.upper()} without its mark" if wide else "it has bytes 0",
        f"name the encoding utf-16-{ending}, or save it as UTF-8" if wide else "save it as CSV",
    )


def other_kind(text: str) -> str | None:
    """Name the kind of a text that is no table: JSON or XML; None where it may be one.

    Examples
    --------
    >>> other_kind('{"images": []}'), other_kind("<html>"), other_kind("label,score")
    ('JSON', 'XML', None)
    """
    return "JSON" if JSON.match(text) else "XML" if XML.match(text) else None
