"""The forms that people give to one answer, and answers that mean nothing."""

from fractions import Fraction

import numpy as np

import mlmetrics_edu as mm
from mlmetrics_edu.workbook.exercises import forms, typed


def variants(form, value):
    """List ways to type a value; the library's own value is one of them."""
    way = next(OF_FORM[kind] for kind in type(form).__mro__ if kind in OF_FORM)
    written = [] if isinstance(form, typed.Coded) else [form.write(value)]  # never run
    return [value, *written, *way(form, value)]


def of_number(form, value):
    """Write a number as people do."""
    number = float(value)
    if np.isnan(number):
        return ["undefined", " NaN ", float("nan")]
    texts = [
        typed.three_digits(number),
        f"{typed.three_digits(100 * number)} %",
        f" {typed.three_digits(number)} ",
    ]
    exact = getattr(value, "fraction", None)
    fraction = [exact, f"{exact.numerator}/{exact.denominator}"] if exact is not None else []
    fullwidth = texts[0].translate(str.maketrans("0123456789.-", "０１２３４５６７８９．－"))
    return [number, float(f"{number:.4g}"), np.float64(number), *texts, *fraction, fullwidth]


def of_threshold(form, value):
    """Write a threshold with all its digits."""
    return [float(value), repr(float(value)), np.float64(value)]


def of_numbers(form, value):
    """Write several numbers."""
    numbers = [float(number) for number in value]
    return [numbers, tuple(numbers), np.array(numbers), "; ".join(map(typed.three_digits, numbers))]


def of_counts(form, value):
    """Write four counts."""
    numbers = list(form.read(value))
    cells = dict(zip(typed.CELLS, numbers, strict=True))
    upper = {cell.upper(): n for cell, n in cells.items()}
    return [numbers, np.array(numbers), cells, upper, mm.Confusion(**cells)]


def of_points(form, value):
    """Write a curve by its corners, and with more points than it needs."""
    corners = form.read(value).tolist()
    (x0, y0), (x1, y1) = corners[:2]
    middle = [(x0 + x1) / 2, (y0 + y1) / 2]
    return [corners, np.array(corners), np.array(corners).T, [corners[0], middle, *corners[1:]]]


def of_choice(form, value):
    """Choose by letter, by text, by name."""
    letter = next(label for label, text in form.listed if form.read(text) == value)
    return [letter, letter.upper(), f"({letter})", f"{letter}."]


def of_subset(form, value):
    """Choose several by letters."""
    letters = [
        a for a, name in zip(form.options.labels, form.options.texts, strict=False) if name in value
    ]
    joined = ["".join(letters), ", ".join(letters)] if letters else [{}]
    return [set(letters), letters[::-1], *joined]


def of_reasoned(form, value):
    """Choose by letter and number."""
    texts = [list(form.options.texts), list(form.reasons.texts)]
    letter, number = "abcdefgh"[texts[0].index(value[0])], texts[1].index(value[1]) + 1
    return [
        f"{letter}{number}",
        (letter, number),
        f"{letter}, {number}",
        [letter.upper(), str(number)],
    ]


def of_order(form, value):
    """Write an order as a list or as a text."""
    return [list(value), np.array(value), " > ".join(value), ", ".join(value).upper()]


def of_names(form, value):
    """Write names in any order."""
    return [set(value), sorted(value)[::-1], *([", ".join(value)] if value else [{}, "{}", []])]


def of_labels(form, value):
    """Write labels as signs, numbers, and spaced."""
    ones = form.read(value)
    signs = "".join("-+"[one] for one in ones)
    return [signs, " ".join(signs), list(ones), np.array(ones), ", ".join(map(str, ones))]


def of_built(form, value):
    """Write what was built as its inner form is written."""
    return variants(form.inner, value)


def of_written(form, value):
    """Write a formula with blanks or without, with other signs and small letters."""
    text = form.write(value)
    others = [text.replace(" ", ""), text.casefold(), f"yours = {text}", text.replace("*", "·")]
    return others[:3] if "**" in text else others


def of_coded(form, value):
    """Hand in a function under another name."""
    return [lambda *case: value(*case)]


OF_FORM = {
    typed.Number: of_number,
    typed.Threshold: of_threshold,
    typed.Numbers: of_numbers,
    typed.Counts: of_counts,
    typed.Steps: of_numbers,
    typed.Written: of_written,
    typed.Coded: of_coded,
    typed.Points: of_points,
    forms.Built: of_built,
    typed.Labels: of_labels,
    forms.Choice: of_choice,
    forms.Subset: of_subset,
    forms.Reasoned: of_reasoned,
    forms.Order: of_order,
    forms.Names: of_names,
}


def as_typed(form, value):
    """Write an answer as the source that a student would type."""
    if isinstance(form, forms.Built):
        return as_typed(form.inner, value)
    if isinstance(form, typed.Number | typed.Threshold):
        return repr(float(value))
    if isinstance(form, forms.Subset):
        return repr(form.write(value)) if value else "set()"
    if isinstance(form, forms.Choice):
        return repr(form.write(value)[0])
    return repr(form.write(value))


def unrelated(question):
    """List numbers that are far from all that the question knows; none where others are asked."""
    form = question.form
    if not isinstance(form, typed.Number):
        return []
    right = float(question.answer)
    related = [1 - right, 1 / right, -right, 100 * right] if right else [1]
    known = [right, *related, *map(float, question.misconceptions.values())]
    far = 10 * (form.tolerance or 1e-3)
    tries = [0.1234, 0.4321, 0.8765, 7.654, -0.3456, 987.6, -54321.9, 98765.4, Fraction(17, 23)]
    return [t for t in tries if all(abs(float(t) - k) > far * max(1, abs(k)) for k in known)]


class Rude:
    """An object that answers every question about itself with an error."""

    def __repr__(self):
        raise RuntimeError("no")

    __str__ = __float__ = __iter__ = __len__ = __eq__ = __index__ = __hash__ = __repr__


TEXTS = """
1/0 | 0/0/0 | 4/7/2 | nan | inf | -inf | 1e999 | 0x10 | 1_000 | ½ | 4÷7 | 4:7 | 1,5 | 1.2.3
--1 | +-1 | % | 5%% | 4/% | = | = 1 | 1 = 2 | ≈ | __import__('os').system('exit') | exec('1')
lambda: 0 | print(1) | 1; 2 | a = b | q.answer | {answer} | {0} | {c.tp} | %s%n | {{}}
${HOME} | `id` | $(id) | !ls | <b>1</b> | <script>alert(1)</script> | </td></table> | &lt;
<!-- | ]]> | <img src=x> | '; DROP TABLE answers; -- | ' | =1+1 | @SUM(A1) | +1+1 | -2+3
=HYPERLINK(1) | 🚗 | 四分之一 | ١٢ | １２３ | I don't know | ? | none | None | null | yes
no | true
all | z | zz | a-z | a1b2 | a9 | z1 | 1a | a) | (a | a or b | a/b | b, a, c, a | aaaa
abcdefghij | [(0,0)] | e | π | sqrt(2) | 2^3 | 10**10**10 | 1 2 | 1 / 2 / 3 | 1e5 | 1/3/ | /3
3/ | -. | ٤/٧ | Ⅳ | ① | [[1,2],[3 | (((( | {'a': | a>b>c | → | 1→2 | a→b→c | +-+-x | one half
1/2 or so | 0.571? | approx 0.5 | 0.5. | 4/7 (recall) | P = 4/7 | # | /* | %d
"""
HOSTILE = [text for row in TEXTS.strip().splitlines() for text in row.split(" | ")]
HOSTILE += [object(), float("inf"), float("-inf"), 10**400, -(10**400), 10**6000, 1e308, 5e-324]
HOSTILE += [complex(4, 7), b"4/7", bytearray(b"x"), print, len, int, type, Rude, Rude()]
HOSTILE += [NotImplemented, True, np.nan, np.inf, np.array(3.5), np.zeros((2, 2, 2)), np.array([])]
HOSTILE += [np.array(["x"]), np.array([object()]), np.datetime64("NaT"), np.ma.masked]
HOSTILE += [memoryview(b"ab"), range(10**9), [], {}, set(), (), [[]], [[[[1]]]], [None]]
HOSTILE += [[float("nan")] * 3, [1, "x"], {1: 2}, {"tp": "x"}, {"tp": 1, "fp": 2}, {...}]
HOSTILE += [{"a": ...}, [Rude()], (Rude(), 1), [print, len], [0] * 100000, "9" * 100000]
HOSTILE += ["a" * 100000, "(" * 5000, "-" * 5000, "a," * 50000, "/" * 999, "1e-3" * 9, '"', "\\"]
HOSTILE += ["\\x00", "\x00", "\x1b[31m", "\r\n", "\u202e", "\ud800", ("a",), ("a", "b", "c")]
HOSTILE += [("a", 99), (1, 2, 3, 4, 5), ["a"] * 50, {"a": "b"}, {"z"}, {1, 2}, [(0, 0)]]
HOSTILE += [[(0, 0), (1,)], [(0, 0), ("x", 1)], [(0, 0), (float("nan"), 1)], [1, 2]]
HOSTILE += [mm.Confusion(1, 2, 3, None), mm.Confusion(0, 0, 0, 0)]
HOSTILE += [mm.roc(mm.sweep([0, 1], [1, 2])), mm.sweep([0, 1], [1, 2]), mm.Formula("f", "TP")]
HOSTILE += [mm.Trace.of("t", {"a": [1]}), Fraction(10**90, 7), -1, -0.0, 1e-12, 2**63, 0.5j, b""]
HOSTILE += ["\t", "3 / ", "+" * 300, "10" * 300]
