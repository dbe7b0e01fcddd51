"""Texts of other people, written so that they show what they are, and do nothing."""

from __future__ import annotations

import html
import json
import re
from typing import Any
from unicodedata import category

SPACE = "Zs"  # such as the narrow one in 10 000: Python calls no space but " " printable
# What a spreadsheet takes for the beginning of a formula, in the wide letters of Chinese too.
FORMULA = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")


def printable(text: str) -> str:
    """Replace what would break a line of text, or command the terminal that shows it.

    Examples
    --------
    >>> printable("a\\x1b[31mb\\n")
    'a\ufffd[31mb\ufffd'
    """
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() or category(letter) == SPACE else "\N{REPLACEMENT CHARACTER}"
        for letter in text
    )


def lines(text: str) -> str:
    """Make each line of a text printable; the ends of lines are meant.

    Examples
    --------
    >>> lines("a\\x07\\nb")
    'a\ufffd\\nb'
    """
    return "\n".join(map(printable, text.split("\n")))


def in_html(text: str) -> str:
    """Write a line so that HTML shows it as it is.

    Examples
    --------
    >>> in_html('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    return html.escape(printable(text))


def in_a_script(value: Any) -> str:
    """Write data as JSON so that no text in it ends the script around it.

    Examples
    --------
    >>> in_a_script({"name": "</script>"})
    '{"name":"\\\\u003c/script>"}'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def in_markdown(text: str) -> str:
    """Write a text so that Markdown and HTML show it as it is.

    Examples
    --------
    >>> print(in_markdown("<b>*x*</b> [a](b) $1$"))
    &lt;b&gt;\\*x\\*&lt;/b&gt; \\[a\\](b) \\$1\\$
    """
    plain = html.escape(lines(text), quote=False)
    return re.sub(r"([\\`*_\[\]$#|~!])", r"\\\1", plain)


def in_a_cell(text: str) -> str:
    """Write a text so that no spreadsheet takes it for a formula.

    Examples
    --------
    >>> in_a_cell("=1+1"), in_a_cell("Ann")
    ("'=1+1", 'Ann')
    """
    # A spreadsheet begins a row at a lone carriage return too, unless it is quoted; writers of CSV
    # quote the end of line that they know.
    one_end = text.replace("\r\n", "\n").replace("\r", "\n")
    return f"'{one_end}" if text.startswith(FORMULA) else one_end
