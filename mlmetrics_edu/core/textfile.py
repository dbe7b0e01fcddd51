"""From a file's bytes to its text, whatever wrote it; what is no text is told as such."""

import codecs
import gzip
import re
import zlib

from .errors import InputError
from .settings import short

USUAL = "utf-8-sig"
MARKS = {  # UTF-32 first: its mark begins with that of UTF-16
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
MARK = "\ufeff"
PACKED = b"\x1f\x8b"
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
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(
            f"{name} can't be read",
            f"it was packed by gzip, and is damaged: {str(error)[:60].lower()}",
            "write or download the file again, completely",
        ) from None


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
    kind = next((kind for mark, kind in BINARY.items() if content.startswith(mark)), None)
    if kind:
        raise InputError(f"{name} is {kind}", "only text is read here", "save the table as CSV")
    written = _written_in(content, name, encoding)
    try:
        text = content.decode(written)
    except UnicodeDecodeError as error:
        raise _no_text(content, name, written, error.start, advice) from None
    except LookupError:  # a codec that makes no text, such as hex
        raise _unknown(encoding) from None
    if "\0" in text:
        raise _binary(content, name)
    return text.lstrip(MARK)


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
