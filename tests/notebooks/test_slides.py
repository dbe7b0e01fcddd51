"""What a cell is on slides where it doesn't say so itself."""

from base64 import b64encode
from io import BytesIO

from PIL import Image

from tests.notebooks.slides import filled
from tests.notebooks.test_honest import code, displayed, markdown, shows

LEAD = markdown("Here they are.")


def picture(width, height):
    """Show a picture of a size."""
    drawn = BytesIO()
    Image.new("P", (width, height)).save(drawn, "PNG")
    inside = b64encode(drawn.getvalue()).decode()
    html = f'<img alt="a" style="x" src="data:image/png;base64,{inside}">'
    return displayed({"text/plain": "a", "text/html": html})


def table(rows):
    """Show a table."""
    return displayed({"text/plain": "t", "text/html": f"<table>{'<tr></tr>' * rows}</table>"})


CELLS = [
    (markdown("# A lesson"), "slide"),
    (code("import numpy", tags=["setup"]), "skip"),
    (markdown("Some words.\n\n## By hand\n\nMore."), "slide"),
    (code("mm.guess(1)", tags=["predict"], outputs=[picture(1, 1)]), "fragment"),
    (LEAD, "subslide"),
    (code("mm.plots.roc(s)", outputs=[picture(10, 9)]), "subslide"),
    (LEAD, "subslide"),
    (code("mm.plots.ranking(s)", outputs=[picture(40, 5)]), "fragment"),
    (code("mm.plots.ranking(s)", outputs=[picture(40, 5)]), "subslide"),
    (LEAD, "subslide"),
    (code("c", outputs=[table(3)]), "fragment"),
    (markdown("word " * 50), "subslide"),
    (code("c", outputs=[table(3)]), "subslide"),
    (code("def f():\n    return 1"), "subslide"),
    (code("x = 1"), "skip"),
    (code("print(x)", outputs=[shows("1\n")]), "fragment"),
    (code("print(x)", outputs=[shows("1\n" * 9)]), "subslide"),
    (markdown("## Exercises\n\nType a number."), "skip"),
    (code('q1 = mm.exercise("a.b")\nq1', outputs=[table(9)]), "slide"),
    (code("answer1 = ...\nq1.check(answer1)", tags=["exercise"]), "skip"),
    (code('q2 = mm.exercise("a.c")\nq2', outputs=[table(9)]), "subslide"),
    (markdown("## Recap\n\n* a"), "slide"),
    (markdown("## Words · 词汇"), "skip"),
    (code("mm.glossary()", outputs=[table(9)]), "skip"),
]


def test_a_rule_says_what_each_cell_is():
    told = filled({"cells": [cell for cell, _ in CELLS]})
    wrong = {p: (told[p], kind) for p, (_, kind) in enumerate(CELLS) if told[p] != kind}
    assert wrong == {}


def test_what_is_chosen_by_hand_stays():
    chosen = code("x", slideshow={"slide_type": "notes"})
    assert filled({"cells": [chosen, code("y = 1")]}) == {1: "skip"}
