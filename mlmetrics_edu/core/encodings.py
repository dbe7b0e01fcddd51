"""In which encoding somebody else has written a text: told by its bytes, so that no number changes.

UTF-8 tells itself: hardly any text in another encoding is valid by its rules. Of the others, those
are tried that programs for Chinese and Western Europe write without saying so.
"""

CHINESE = ("gb18030", "big5")
WESTERN = "cp1252"
# What numbers and tables are made of stands for itself in each of these encodings, unless a decoder
# took it for the second half of a sign.
KEPT = b'0123456789+-.,;|%"\t\r\n'
OTHERS = bytes(sorted({*range(256)} - {*KEPT}))
COMMON = 0.9  # of the foreign letters of a Chinese text, so many are among the frequent ones
FILLER = b"\xff"  # no text has it: in cp1252 it would be ÿ
# The frequent letters come first in either encoding, after the punctuation.
FREQUENT = {
    "gb18030": lambda sign: sign[1] > 0xA0 and (0xB0 <= sign[0] <= 0xD7 or 0xA1 <= sign[0] <= 0xA3),
    "big5": lambda sign: 0xA4 <= sign[0] <= 0xC6 or 0xA1 <= sign[0] <= 0xA3,
}


def guessed(content: bytes) -> str | None:
    """Tell the encoding of some text without a mark; None where nothing fits.

    Examples
    --------
    >>> guessed("准确率".encode()), guessed("准确率".encode("gbk")), guessed(b"0.9\\xff")
    ('utf-8', 'gb18030', None)
    >>> guessed("準確率".encode("big5")), guessed("Größe".encode("cp1252"))
    ('big5', 'cp1252')
    """
    if content.isascii() or _decoded(content, "utf-8") is not None:
        return "utf-8"
    fits = {name: _frequent(content, name) for name in CHINESE}
    best = max(CHINESE, key=fits.__getitem__)
    if fits[best] >= COMMON:
        return best
    return WESTERN if FILLER not in content and _text(content, WESTERN) is not None else None


def _decoded(content: bytes, encoding: str) -> str | None:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError:
        return None


def _text(content: bytes, encoding: str) -> str | None:
    """Decode bytes, if that is possible and leaves every digit and every comma."""
    text = _decoded(content, encoding)
    if text is None:
        return None
    left = text.encode("ascii", "ignore").translate(None, OTHERS)
    return text if left == content.translate(None, OTHERS) else None


def _frequent(content: bytes, encoding: str) -> float:
    """Tell which share of the foreign letters is frequent in the language of an encoding."""
    text = _text(content, encoding)
    if text is None:
        return 0.0
    foreign = [letter.encode(encoding) for letter in text if letter > "\x7f"]
    return sum(len(sign) == 2 and FREQUENT[encoding](sign) for sign in foreign) / len(foreign)
