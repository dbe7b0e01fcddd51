"""A typed number on a page: read and judged there as in Python, to the letter."""

import json
import math
import random
from fractions import Fraction
from importlib.resources import files

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.workbook.exercises import on_a_page, reading, typed
from tests.browsing import chromium, needs_chromium
from tests.cases import EXPLORE
from tests.workbook.exercises.variants import HOSTILE, unrelated, variants

HERE = files(on_a_page.__package__)
SCRIPT = "\n".join(
    HERE.joinpath(name).read_text("utf-8") for name in ("reading.js", "typed_numbers.js")
)
UNREAD = {
    "unread": reading.UNREAD,
    "comma": f"{reading.UNREAD} {reading.COMMA}",
    "two": f"{reading.UNREAD} {reading.TWO}",
}
READ = """([texts, says]) => texts.map(text => {
    const number = asNumber(text);
    const read = number && [String(number.value), number.digits, half(number)];
    return [read, unread(text, says)];
})"""
PIECES = [*"01234567890123456789..,,//%%=≈:- +−()e'\"[]{}$x½１，", "FPR = ", " percent", "pct"]
PIECES += [
    "\\frac{4}{7}",
    "1,234",
    "undefined",
    "n/a",
    "1e",
    "0,",
    " at 0x",
    "🚗",
    "\u3000",
    "\x1b",
]
TRIED = 50_000 if EXPLORE else 10_000
FEW = ["", " ", "...", "x", "1,234", "1 = 2", "undefined", "1e300", "-5", "0", "1", "50 %"]

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def page():
    """Open a page that holds the script, with nothing to see on it."""
    with chromium() as browser:
        tab = browser.new_page()
        tab.add_script_tag(content=SCRIPT)
        yield tab


def test_whatever_is_typed_is_read_as_in_python(page):
    rng = random.Random(0)
    texts = [text for text in HOSTILE if isinstance(text, str) and text != "\ud800"]
    texts += ["".join(rng.choices(PIECES, k=rng.randint(1, 8))) for _ in range(TRIED)]
    different = []
    for text, (read, said) in zip(texts, page.evaluate(READ, [texts, UNREAD]), strict=True):
        number = reading.as_number(text)
        known = None if number is None else [float(number), number.digits, float(number.half)]
        there = None if read is None else [float(read[0]), read[1], float(read[2])]
        unread = [reading.UNREAD.format(reading.quoted(text)), reading.doubt(text)]
        if str(known) != str(there) or said != " ".join(filter(None, unread)):
            different.append((text, known, there, said))
    assert different == []


def test_a_page_says_of_each_number_what_python_says(page):
    rng = random.Random(0)
    different = []
    for id in mm.exercises():
        q = mm.exercise(id, rng.choice([None, 1, 2]))
        if type(q.form) is not typed.Number:
            continue
        judged = json.loads(json.dumps(on_a_page.judged_by(q), allow_nan=False))
        texts = [*FEW, *attempts(q, rng)]
        said = page.evaluate(
            "([q, texts]) => texts.map(text => judgedNumber(q, text))", [judged, texts]
        )
        for text, there in zip(texts, said, strict=True):
            verdict = q.check(text)
            if [verdict.correct, verdict.message] != there:
                different.append((id, q.seed, text, verdict.message, there))
    assert different == []


def attempts(q, rng):
    """Type what is right, what some mistakes give, numbers beside these, and others."""
    texts = [way for way in variants(q.form, q.answer) if isinstance(way, str)]
    mistakes = [*q.misconceptions.values()]
    known = mistakes if EXPLORE else rng.sample(mistakes, min(4, len(mistakes)))
    for number in map(float, (q.answer, *known)):
        texts += written(number) if math.isfinite(number) else []
    return [*texts, *map(str, unrelated(q)), *(f"{rng.uniform(-1, 2):.3g}" for _ in range(5))]


def written(number):
    """Write a number in few digits and in many, with slips of the pen, and what is next to it."""
    share = Fraction(number).limit_denominator(200)
    related = [number, 1 - number, -number, 100 * number, number / 10, 10 * number]
    related += [1 / number] if number else []
    texts = [f"{one:.{digits}g}" for one in related for digits in (1, 2, 3, 4)]
    texts += [repr(number), f"{number:#.2g}", f"{100 * number:.3g} %", f"{100 * number:.2g}%"]
    texts += [f"{share}", f"{2 * share.numerator}/{2 * share.denominator} = {number:.3g}"]
    texts += [repr(math.trunc(1000 * number) / 1000), f"answer = {number:.3f}".replace(".", ",")]
    unit = 10.0 ** (math.floor(math.log10(abs(number))) if number else 0)
    for digits in (2, 3):
        texts += [f"{number + step * unit / 10**digits:.5g}" for step in (-5, -0.5, 0.5, 5)]
    return texts
