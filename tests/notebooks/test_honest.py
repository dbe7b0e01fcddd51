"""Every lesson was honestly run and is fit to read; and each law can tell when one is not."""

import io
import json
import re
from base64 import b64encode
from functools import cache
from itertools import pairwise
from pathlib import Path

from PIL import Image

import mlmetrics_edu as mm
from mlmetrics_edu.workbook.lessons import PYTHON
from tests.cases import each
from tests.notebooks import laws
from tests.notebooks.claims import COMMENT, ERRATUM, checks

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
LESSONS = [
    path
    for path in sorted(FOLDER.rglob("*.ipynb"))
    if not any(part.startswith(".") for part in path.relative_to(FOLDER).parts)
]


@cache
def lesson(path):
    """Read a lesson once for all laws, which leave it as it is."""
    return json.loads(path.read_text(encoding="utf-8"))


# A second: 55 notebooks are read, and some forty laws go through each.
@each("law", laws.LAWS)
@each("path", LESSONS)
def test_lesson(path, law):
    assert list(law(lesson(path))) == []


NUMBERED = [path for path in LESSONS if path.parent == FOLDER]
DEEPER = [path for path in LESSONS if path.parent.name == "deeper"]


@each("law", laws.OF_LESSONS)
@each("path", NUMBERED)
def test_a_lesson_is_an_hour_that_a_class_would_ask_for(path, law):
    assert list(law(lesson(path))) == []


PARTS = ["You will be able to", "The story", "By hand", "In code", "What goes wrong"]
PARTS += ["Exercises", "Recap", "Words"]


def prose(path):
    """Join all text cells of a lesson."""
    cells = lesson(path)["cells"]
    return "\n\n".join(laws.text(cell) for cell in cells if cell["cell_type"] == "markdown")


@each("path", NUMBERED)
def test_a_lesson_has_its_parts_in_order(path):
    heads = re.findall(r"(?m)^## (.*)$", prose(path))
    assert [part for head in heads for part in PARTS if head.startswith(part)] == PARTS


def test_lessons_are_numbered_in_teaching_order():
    assert [int(path.name[:2]) for path in NUMBERED] == list(range(19))


@each("path", LESSONS)
def test_links_lead_somewhere(path):
    for target in re.findall(r"\](?!\(http)\(([^)#]+)\)", prose(path)):
        assert (path.parent / target).exists(), target


@each("path, after", list(pairwise(NUMBERED)))
def test_a_lesson_leads_on_to_the_next(path, after):
    recap = prose(path).partition("\n## Recap")[2]
    assert f"]({after.name})" in recap


@each("path", NUMBERED[1:])
def test_a_lesson_uses_every_move(path):
    cells = lesson(path)["cells"]
    moves = [tag for cell in cells for tag in laws.tags(cell)]
    assert {move: n for move, n in LEAST.items() if moves.count(move) < n} == {}


LEAST = {"predict": 4, "by-hand": 1, "try": 1, "pitfall": 1, "exercise": 5}


@each("path", DEEPER)
def test_a_deeper_part_and_its_lesson_link_to_each_other(path):
    beside = next(other for other in NUMBERED if other.name[:2] == path.name[:2])
    assert f"](../{beside.name})" in prose(path)
    assert f"](deeper/{path.name})" in prose(beside)


def test_every_slip_of_a_source_is_shown_somewhere():
    slips = {slip.id for name in mm.examples() for slip in mm.example(name).errata}
    said = [comment.strip() for path in LESSONS for comment in COMMENT.findall(prose(path))]
    marked = [text.removeprefix(ERRATUM).split() for text in said if text.startswith(ERRATUM)]
    assert slips.difference(*marked) == {"S4-9"}  # two misspelt words


def code(source, count=1, tags=(), outputs=(), **metadata):
    """Make a code cell."""
    about = {"tags": list(tags), **metadata}
    cell = {"cell_type": "code", "source": source, "metadata": about}
    return {**cell, "execution_count": count, "outputs": list(outputs)}


def markdown(source, tags=()):
    """Make a text cell."""
    return {"cell_type": "markdown", "source": source, "metadata": {"tags": list(tags)}}


def shows(words):
    """Make an output."""
    return {"output_type": "stream", "name": "stdout", "text": words}


def notebook(*cells, **metadata):
    """Make a notebook."""
    return {"cells": list(cells), "metadata": metadata}


def with_picture(colours, alt="A table."):
    """Make the data of an output that shows a picture of one pixel, as HTML."""
    buffer = io.BytesIO()
    Image.new("RGB", (1, 1)).convert(colours).save(buffer, "PNG")
    source = f"data:image/png;base64,{b64encode(buffer.getvalue()).decode()}"
    page = [f'<img alt="{alt}" style="max-width: 100%" src="{source}">']
    return {"text/plain": ["A table."], "text/html": page}


def alone(data):
    """Take the picture out of its HTML."""
    png = data["text/html"][0].partition("base64,")[2].removesuffix('">')
    return {"text/plain": data["text/plain"], "image/png": png}


PNG = with_picture("P")
ALT = {"image/png": {"alt": "A table."}}


def displayed(data, metadata=(), kind="execute_result"):
    """Make an output of several forms."""
    return {"output_type": kind, "data": data, "metadata": dict(metadata)}


WORDS = {"text/plain": PNG["text/plain"]}
ERROR = {"output_type": "error", "ename": "E", "evalue": "no", "traceback": ["E: no"]}
HIDDEN = {"source_hidden": True}
CLAIM = "<!-- round(x, 2) == 0.57 and 4 / 7 == x < 2030 -->"
GOOD = notebook(
    markdown("# A lesson"),
    code("import math\n\ndef say(x):\n    print(x)", 1, ["setup"]),
    code("%matplotlib inline\nx = 4 / 7\nx", 2, ["predict"], [shows("0.571")]),
    markdown("It is 0.57, or 4/7, of 2,030 (F1, 2·TP, `3`, Lesson 5).\n" + CLAIM),
    code("1 / 0", 3, ["raises-exception"], [ERROR]),
    code("p, axes = mm.plots.panels()\np", 4, outputs=[displayed(PNG)]),
    code("p.title", 5, outputs=[displayed(WORDS)]),
    **PYTHON,
)
FOLD = '<details class="guess"><pre>4/7</pre></details>'
GUESS = displayed({"text/plain": ["4/7"], "text/html": [FOLD]})
OPEN = displayed({"text/plain": ["4/7"], "text/html": ["<pre>4/7</pre>"]})
LIVE = displayed({"text/html": ['<div class="instrument"><img src="data:image/png;base64,AA">']})
NEW = notebook(
    markdown("# A lesson\n\n*Lesson 3 · 5 minutes, exercises 5*"),
    code("import math\n\nimport numpy as np\n\nimport mlmetrics_edu as mm", 1),
    code("mm.explore('cars')", 2, outputs=[LIVE]),
    code("mm.guess(c.precision, mine=...)", 3, outputs=[GUESS]),
    markdown("It is 0.57. <!-- round(c.precision, 2) == 0.57 -->"),
    markdown("<details>\n4/7 <!-- c.precision == 4 / 7 -->\n</details>"),
    markdown("Or 4 of 7.\n\n<!-- (c.tp, c.tp + c.fp) == (4, 7) -->"),
    markdown("## Exercises"),
    code("q1.check(...)", 4, outputs=[shows("blank")]),
    **PYTHON,
)
for cell in NEW["cells"]:
    cell["metadata"]["slideshow"] = {"slide_type": "subslide"}
BAD_TOGETHER = [
    (laws.numbers_are_claimed, [markdown("It is 0.57.")]),
    (laws.numbers_are_claimed, [markdown("It is 0.57. <!-- c.precision == 0.58 -->")]),
    (laws.numbers_are_claimed, [markdown("It is 0.57.\n\nSo. <!-- c.p == 0.57 -->")]),
    (laws.numbers_are_claimed, [markdown("It is 7."), code("assert x == 7")]),
    (laws.claims_can_fail, [markdown("<!-- 4 == 4 -->")]),
    (laws.claims_can_fail, [markdown("<!-- c.tp = 4 -->")]),
    (laws.claims_can_fail, [markdown("<!-- c.tp -->")]),
    (laws.nothing_else_is_in_sight, [code("assert x == 1")]),
    (laws.nothing_else_is_in_sight, [code("x = 1", jupyter=HIDDEN)]),
    (laws.guesses_are_real, [code("mm.guess(c.precision, ...)", outputs=[OPEN])]),
    (
        laws.guesses_are_real,
        [
            code("mm.guess(c.precision, ...)", outputs=[GUESS]),
            markdown("So 4/7. <!-- p == 4/7 -->"),
        ],
    ),
    (laws.runs_in_a_browser, [code("from sklearn.metrics import auc")]),
    (laws.runs_in_a_browser, [code("import scipy.stats")]),
    (laws.it_is_alive, [code("mm.explore('cars')", outputs=[displayed(PNG)])]),
    (laws.it_is_on_slides, [code("x = 1", slideshow={"slide_type": "-"})]),
    (laws.it_is_on_slides, [markdown("text")]),
    (laws.it_takes_an_hour, [*NEW["cells"][:2], code("x = 1")]),
    (laws.it_takes_an_hour, [*NEW["cells"], *[code("x = 1")] * 60]),
    (laws.it_takes_an_hour, [markdown("# A lesson\n\n*Lesson 3 · 10 minutes, exercises 5*")]),
]
FUNCTION = "def f():\n" + "    pass\n" * 10
BAD = [
    (laws.executed_in_order, code("x = 1", None)),
    (laws.executed_in_order, code("x = 1", 2)),
    (laws.errors_are_announced, code("1 / 0", outputs=[ERROR])),
    (laws.errors_are_announced, code("1 / 1", tags=["raises-exception"], outputs=[shows("1.0")])),
    (laws.outputs_are_there, code("x = 1\nx")),
    (laws.outputs_are_there, code("for i in 'ab':\n    print(i)")),
    (laws.outputs_are_there, code("plt.show()")),
    (laws.pictures_are_there, code("mm.figure('roc')", outputs=[displayed(WORDS)])),
    (laws.pictures_are_there, code("mm.plots.roc(c).figure", outputs=[displayed(WORDS)])),
    (laws.pictures_are_there, code("mm.plots.roc(c)", outputs=[displayed(WORDS)])),
    (laws.pictures_are_there, code("p = mm.figure('roc')\np", outputs=[displayed(WORDS)])),
    (laws.pictures_are_there, code("p, a = mm.plots.panels()\np", outputs=[displayed(WORDS)])),
    (laws.pictures_are_there, code("q", outputs=[displayed(WORDS, ALT)])),
    (laws.pictures_are_there, code("q", outputs=[displayed(WORDS, kind="display_data")])),
    (
        laws.pictures_are_there,
        code("mm.figure('roc')", outputs=[displayed({**alone(PNG), "image/png": "AAAA"}, ALT)]),
    ),
    (
        laws.pictures_are_there,
        code("mm.figure('roc')", outputs=[displayed({**PNG, "text/html": ['<img alt="A">']})]),
    ),
    (laws.pictures_speak, code("q", outputs=[displayed(alone(PNG), ALT)])),
    (laws.pictures_speak, code("q", outputs=[displayed(with_picture("P", ""))])),
    (laws.pictures_speak, code("q", outputs=[displayed(with_picture("P", "A tree."))])),
    (laws.pictures_are_small, code("q", outputs=[displayed(with_picture("RGBA"))])),
    (laws.pictures_are_small, code("q", outputs=[displayed(alone(with_picture("RGBA")), ALT)])),
    (laws.pictures_are_small, code("q", outputs=[displayed(PNG), displayed(with_picture("RGB"))])),
    (laws.nothing_foreign, code("x", outputs=[shows("in /home/ann/lesson.py")])),
    (laws.nothing_foreign, code("x", outputs=[shows(r"in C:\Users\ann")])),
    (laws.nothing_foreign, code("x", outputs=[shows("made on 2026-05-01")])),
    (laws.nothing_foreign, code("x", outputs=[shows("at 12:30:01")])),
    (laws.nothing_foreign, code("x", outputs=[shows("https://example.org")])),
    (laws.nothing_foreign, code("x", outputs=[shows("numpy 2.4.6")])),
    (laws.nothing_foreign, code("x", outputs=[{"data": {"text/html": ["<a at 0x7fae40>"]}}])),
    (laws.tags_are_known, markdown("text", ["nonsense"])),
    (laws.one_ignored_cell_with_reason, code("x", tags=["nbval-skip"])),
    (laws.code_is_short, code("x = 1\n" * 16)),
    (laws.code_is_short, code("x = 1\n" * 5)),
    (laws.prose_is_short, markdown("word " * 121)),
    (laws.functions_are_short, code(FUNCTION)),
    (laws.stored_plainly, code("x = 1", execution={"iopub.status.busy": "now"})),
]


@each("law", laws.LAWS)
def test_a_good_notebook_passes(law):
    assert list(law(GOOD)) == []


@each("law, cell", BAD)
def test_a_law_bites(law, cell):
    assert list(law(notebook(cell)))


@each("law", (*laws.LAWS, *laws.OF_LESSONS))
def test_a_good_lesson_passes(law):
    assert list(law(NEW)) == []


@each("law, cells", BAD_TOGETHER)
def test_a_law_over_cells_bites(law, cells):
    assert list(law(notebook(*cells)))


def test_the_capstone_alone_may_train_models():
    def breaches(number, module):
        opening = markdown(f"# A lesson\n\n*Lesson {number} · 5 minutes, exercises 5*")
        return list(laws.runs_in_a_browser(notebook(opening, code(f"import {module}"))))

    assert breaches(17, "sklearn.linear_model") == breaches(17, "scipy.stats") == []
    assert breaches(16, "sklearn.linear_model") and breaches(17, "torch")


def test_claims_run_after_the_cell_that_follows_them():
    asked = notebook(
        markdown("<!-- a == 1 -->"), code("a = 1"), markdown("b <!-- b\n == 2 -->"), code("b = 2"),
        markdown("<!-- b > a -->"),
    )  # fmt: skip
    said = {place: code.count("assert") for place, code in checks(asked).items()}
    assert said == {0: 1, 1: 2}
    assert checks(asked)[0] == "assert (a == 1), 'the prose claims: a == 1'"


def test_what_looks_foreign_but_is_not_passes():
    innocent = ["TP/(TP + FP)", "4/7 = 0.571", "</td></tr>", "Fawcett 2006, 3:1", "[0.1, 1.0]"]
    innocent += ['<svg xmlns="http://www.w3.org/2000/svg"/>', "precision/recall/F1", "1/2/3"]
    assert list(laws.nothing_foreign(notebook(code("x", outputs=map(shows, innocent))))) == []


def test_laws_over_several_cells_bite():
    late = notebook(code("x = 1", 1), code("import math", 2))
    assert len(list(laws.imports_come_first(late))) == 1
    twice = notebook(*[code("# slow\nx", tags=["nbval-skip"])] * 2)
    assert len(list(laws.one_ignored_cell_with_reason(twice))) == 1
    versioned = {"language_info": {**PYTHON["language_info"], "version": "3"}}
    for extra in ({"widgets": {}}, versioned):
        assert len(list(laws.stored_plainly(notebook(**{**PYTHON, **extra})))) == 1
