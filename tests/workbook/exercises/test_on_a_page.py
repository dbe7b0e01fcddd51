"""Exercises on a page: it tells what Python would, in the same words, and hears no one else."""

import json
import re
from functools import cache
from itertools import permutations, product
from pathlib import Path

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.workbook.exercises import Exercise, forms, on_a_page, task, typed
from mlmetrics_edu.workbook.exercises.question import Question
from mlmetrics_edu.workbook.handouts.lesson import EXERCISE
from tests.browsing import browser, expect, needs_chromium  # noqa: F401
from tests.cases import EXPLORE, USUAL, each
from tests.live.pages import complaints
from tools.site.questions import CHECKED, answered

ROOT = Path(__file__).resolve().parents[3]
SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"
HOSTILE = '</script><script>window.hurt = 1</script><img src=x onerror="window.hurt = 1">'
LESSONS = sorted((ROOT / "notebooks").rglob("*.ipynb"))
TOO_MANY = {"fbeta.build-kit", "lists.heron"}  # of 20 names, and of 36


@cache
def question(id, seed=None):
    """Ask once for all tests."""
    return mm.exercise(id, seed)


def kind(q):
    """Tell the form of an answer, that of what is built too."""
    return getattr(q.form, "inner", q.form)


CHOSEN = forms.Selected | forms.Names | forms.Order | typed.Labels
IDS = [id for id in mm.exercises() if id not in TOO_MANY]


def chosen():
    """List the exercises of which a page holds all answers."""
    return [id for id in IDS if isinstance(kind(question(id)), CHOSEN)]


def here():
    """List the exercises that a page can ask: a number it judges itself."""
    numbers = [id for id in IDS if type(question(id).form) is typed.Number]
    return {*chosen(), *numbers}


def stored(q):
    """Read the verdicts on a page: whether right, and the words, by what is chosen."""
    (data,) = re.findall(r'(?s)<script type="application/json">(.*?)</script>', on_a_page.part(q))
    held = json.loads(data)
    return {
        signs: (correct, "".join(held["sentences"][part] for part in parts))
        for correct, parts, answers in held["verdicts"]
        for signs in answers.split(" ")
    }


def subsets(signs):
    """List what can be ticked."""
    return ["".join(one) for one in product(*(("", sign) for sign in signs))]


def as_typed(q):
    """Write each answer to a question as somebody would who reads how it is asked for."""
    form = kind(q)
    if isinstance(form, forms.Choice):
        return {letter: letter for letter, _ in form.listed} | {"": ...}
    if isinstance(form, forms.Subset):
        return {signs: {*signs} for signs in subsets([a for a, _ in form.listed])}
    if isinstance(form, forms.Reasoned):
        pairs = product(*(["", *(a for a, _ in o.listed)] for o in (form.options, form.reasons)))
        return {a + b: f"{a}{b}" if a and b else (a or ..., b or ...) for a, b in pairs}
    if isinstance(form, typed.Labels):
        ticked = subsets(SIGNS[: form.count])
        return {t: "".join("01"[s in t] for s in SIGNS[: form.count]) for t in ticked}
    named = dict(zip(SIGNS, form.items, strict=False))
    if isinstance(form, forms.Order):
        rows = map("".join, permutations(SIGNS[: len(form.items)]))
        return {row: " → ".join(named[sign] for sign in row) for row in rows}
    return {t: ", ".join(named[s] for s in t) or "{}" for t in subsets(SIGNS[: len(form.items)])}


# Seconds: every exercise is written as a page, and each of its mistakes judged twice.
@each("id, seed", [*product(chosen(), (None, 1))][:: 1 if EXPLORE else 3])
def test_a_page_says_of_each_answer_what_python_says(id, seed):
    q = question(id, seed)
    said = stored(q)
    verdicts = {signs: q.check(answer) for signs, answer in as_typed(q).items()}
    assert said == {signs: (v.correct, v.message) for signs, v in verdicts.items()}
    right = [signs for signs, (correct, _) in said.items() if correct]
    assert right and (len(right) == 1 or isinstance(q.form, forms.Built))


def test_what_can_neither_be_chosen_nor_read_as_a_number_takes_python():
    for id in {*mm.exercises()} - here():
        q = question(id)
        assert not on_a_page.answerable(q) and on_a_page.verdicts(q) == {}
    page = question("roc.draw").to_html()
    assert "<form" not in page and "This one takes Python" in page
    assert page.count('<details class="hint">') == 3 and '<details class="solution">' in page


def test_most_of_the_bank_is_answered_on_a_page():
    assert len(here()) > 0.8 * len(mm.exercises())
    kinds = {"choose", "order", "erratum"}
    assert {id for id in mm.exercises() if question(id).exercise.kind in kinds} <= here()


def test_a_page_is_written_like_any_file(tmp_path):
    q = question("counts.two-alarms")
    assert q.to_html(tmp_path / "q.html") is None
    assert (tmp_path / "q.html").read_text(encoding="utf-8") == q.to_html()
    with pytest.raises(mm.MetricError, match="is there already"):
        q.to_html(tmp_path / "q.html")


@each("path", LESSONS)
def test_each_exercise_of_a_lesson_is_found(path):
    cells = [c for c in json.loads(path.read_bytes())["cells"] if c["cell_type"] == "code"]
    sources = ["".join(cell["source"]).strip() for cell in cells]
    asked = [EXERCISE.search(source) for source in sources if "mm.exercise(" in source]
    checked = [CHECKED.search(source) for source in sources if ".check(answer" in source]
    assert [found[1] for found in asked] == [found[1] for found in checked]


@each("path", LESSONS[:: 1 if EXPLORE else 2 * USUAL])
def test_each_exercise_of_a_lesson_is_a_form_or_says_that_it_takes_python(path):
    lesson = json.loads(path.read_text(encoding="utf-8"))
    before = json.dumps(lesson)
    page = answered(lesson, "../lite/x.html")
    assert json.dumps(lesson) == before
    sources = "\n".join("".join(cell["source"]) for cell in lesson["cells"])
    shown = json.dumps([cell.get("outputs", []) for cell in page["cells"]])
    ids = re.findall(r'mm\.exercise\("([^"]+)"(?:, seed=\d)?\)\n', sources)
    forms_of = [id for id in ids if id in here()]
    found = re.findall(r'<form class=\\"exercise\\" data-exercise=\\"([^\\]+)', shown)
    assert [id for id in found if not id.endswith(".smaller")] == forms_of
    assert shown.count("This one takes Python") == len(ids) - len(forms_of)
    assert shown.count('querySelectorAll(\\"form.exercise\\")') == bool(ids)
    assert len(page["cells"]) == len(lesson["cells"]) - len(forms_of) + bool(ids)


def harmful():
    """Ask a question whose author means harm."""
    spoken = dict.fromkeys(("title", "question", "solution"), HOSTILE)
    spoken |= {"level": 1, "kind": "choose", "hints": [HOSTILE] * 3, "mistakes": {"a": HOSTILE}}
    prose = spoken | {"options": {"a": HOSTILE, "b": "harmless"}}
    return Question(Exercise("counts.which", lambda rng: task("b", {"a": "a"}), prose), None)


@pytest.fixture
def opened(browser, tmp_path):  # noqa: F811
    """Open pages from files; afterwards nothing was asked for outside, nothing went wrong."""
    asked, said, contexts = [], [], []

    def opened(page, **how):
        contexts.append(browser.new_context(offline=True, **how))
        tab = contexts[-1].new_page()
        tab.on("request", lambda request: asked.append(request.url))
        tab.on("console", lambda message: said.append(message.text))
        tab.on("pageerror", lambda error: said.append(str(error)))
        file = tmp_path / f"page{len(contexts)}.html"
        file.write_text(page, encoding="utf-8")
        tab.goto(file.as_uri())
        return tab

    yield opened
    for context in contexts:
        context.close()
    assert asked and [url for url in asked if not re.match("file:|data:", url)] == []
    assert said == []


def check(tab, expected):
    """Press the button; the verdict is the one that is expected."""
    tab.get_by_role("button", name="Check").click()
    expect(tab.get_by_role("status").last).to_have_text(expected)


def arranged(tab):
    """Read the order in which items stand."""
    return tab.locator("li > span").all_text_contents()


@needs_chromium
@each(
    "id, way, places, answer",
    [
        ("walk.which-way", "mouse", [1], "b"),
        ("walk.which-way", "keys", [0], "a"),
        ("walk.errata", "mouse", [0, 2], {"a", "c"}),
        ("walk.errata", "keys", [], "{}"),
        ("counts.two-alarms", "keys", [1, 3], "b1"),
        ("counts.two-alarms", "mouse", [0, 4], "a2"),
        ("counts.two-alarms", "mouse", [0], ...),
        ("boxes.suppressed", "keys", [0, 2], "a, c"),
        ("pr.quarrel", "mouse", [0, 9], "1000000001"),
    ],
)
def test_what_is_ticked_is_judged(opened, id, way, places, answer):
    q = question(id)
    tab = opened(q.to_html())
    button = tab.get_by_role("button", name="Check")
    for place in places:
        if way == "mouse":
            tab.locator("label").nth(place).click()
        else:
            tab.locator("label input").nth(place).focus()
            tab.keyboard.press("Space")
    if way == "mouse":
        button.click()
    else:
        button.focus()
        tab.keyboard.press("Enter")
    expected, said = q.check(answer), tab.get_by_role("status")
    expect(said).to_have_text(str(expected))
    mark = {True: "right", False: "wrong", None: ""}[expected.correct]
    assert (said.get_attribute("class") or "") == mark


@needs_chromium
def test_a_number_is_typed_and_judged(opened):
    q = question("pr.precision-at-5")
    tab = opened(q.to_html())
    for text in ("4/7", "0.571", "57,1 %", "0.57", "3/7", "0.429", "2/3", "no idea", "1,234", ""):
        tab.get_by_label("Your answer").first.fill(text)
        tab.keyboard.press("Enter")
        expect(tab.get_by_role("status").first).to_have_text(str(q.check(text)))
    tab.get_by_text(q.smaller.exercise.title, exact=True).click()
    tab.get_by_label("Your answer").last.fill("7")
    tab.keyboard.press("Enter")
    expect(tab.get_by_role("status").last).to_have_text(str(q.smaller.check("7")))


@needs_chromium
@pytest.mark.parametrize("way", ["mouse", "keys", "dragging"])
def test_an_order_is_moved_and_judged(opened, way):
    q = question("auc.line-up")
    tab = opened(q.to_html())
    check(tab, str(q.check(" → ".join(arranged(tab)))))
    for place, item in enumerate(q.answer):
        row = tab.locator("li").filter(has_text=re.compile(f"^{item}↑↓$"))
        if way == "dragging" and arranged(tab)[place] != item:
            row.drag_to(tab.locator("li").nth(place), target_position={"x": 20, "y": 2})
            # It is told where an item stands once the drag is over.
            expect(tab.locator(".moved")).to_have_text(f"{item}: place {place + 1} of 5")
        while arranged(tab)[place] != item:
            assert way != "dragging"
            if way == "keys":
                row.get_by_role("button").first.focus()
                tab.keyboard.press("ArrowUp")
            else:
                row.get_by_role("button", name="up").click()
            spot = arranged(tab).index(item) + 1
            expect(tab.locator(".moved")).to_have_text(f"{item}: place {spot} of 5")
            assert tab.evaluate("document.activeElement.closest('li').innerText").startswith(item)
    assert "Right." in str(q.check(q.answer))
    check(tab, str(q.check(q.answer)))
    tab.get_by_role("button", name="down").first.click()
    expect(tab.get_by_role("status").last).to_have_text("")  # no changed answer is called right


@needs_chromium
def test_hints_come_one_after_another_and_the_solution_on_request(opened):
    q = question("walk.which-way")
    tab = opened(q.to_html())
    for number, hint in enumerate(q.hints, 1):
        expect(tab.locator("details.hint:visible")).to_have_count(number)
        tab.get_by_text(f"Hint {number} of 3").click()
        expect(tab.get_by_text(hint)).to_be_visible()
    answer = tab.get_by_text(f"Answer: {q.solution().last}")
    expect(answer).to_be_hidden()
    tab.get_by_text("Solution", exact=True).click()
    expect(answer).to_be_visible()


@needs_chromium
@each("id", ["walk.which-way", "auc.line-up", "roc.backwards", "walk.one-bar"])
def test_everybody_can_use_it_on_a_telephone_in_the_dark_and_on_paper(opened, id):
    for how in ({}, {"color_scheme": "dark"}):
        tab = opened(question(id).to_html(), viewport={"width": 360, "height": 700}, **how)
        tab.get_by_role("button", name="Check").click()
        for closed in tab.locator("details").all():
            closed.locator("> summary").click()
        assert complaints(tab) == []
        assert tab.evaluate("document.documentElement.scrollWidth") <= 360
        light = tab.evaluate("matchMedia('(prefers-color-scheme: light)').matches")
        ground = tab.evaluate("getComputedStyle(document.documentElement).colorScheme")
        assert light == (how == {}) and ground in ("normal", "light dark")
    tab.emulate_media(media="print")
    expect(tab.get_by_role("button")).to_have_count(0)
    expect(tab.locator("label, li").first).to_be_visible()


@needs_chromium
def test_an_author_who_means_harm_does_none(opened):
    q = harmful()
    tab = opened(q.to_html())
    tab.locator("label").first.click()
    check(tab, f"Not yet. {HOSTILE}")
    assert tab.evaluate("window.hurt") is None and tab.locator("img").count() == 0
    assert tab.locator("label").first.text_content().strip() == f"a) {HOSTILE}"


@needs_chromium
def test_without_javascript_a_page_says_so(browser, tmp_path):  # noqa: F811
    tab = browser.new_page(java_script_enabled=False)
    (tmp_path / "q.html").write_text(question("walk.which-way").to_html(), encoding="utf-8")
    tab.goto((tmp_path / "q.html").as_uri())
    expect(tab.locator("noscript p")).to_be_visible()
    expect(tab.locator("details.hint:visible")).to_have_count(3)
    tab.close()
