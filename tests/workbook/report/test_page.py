"""The page itself: nothing from outside, nobody's text taken for code, readable by everyone."""

import re
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.plots.look import LANGUAGES, contrast
from mlmetrics_edu.workbook.report import reported
from tests.cases import each
from tests.workbook.report.pages import CARS, KINDS, Page, off_the_rule, quick
from tests.workbook.report.pages import made as of_kind

HOSTILE = [
    "<script>alert(1)</script>",
    "=cmd()|' /C calc'!A0",
    "\"' onmouseover=alert(1) x='",
    "</style></svg></title></iframe>",
    "{{ 7*7 }}{% raw %}{threshold}",
    "张三" * 5000,
    "a\u202eb\x00\n\x1b[31m",
    "$x_1^2$ \\frac{1}{2}",
    "https://example.org/?q=1",
    "\ud800",
]
YES, NO = '<b onclick="x()">yes</b>', "</script><img src=http://x onerror=y>"
PRICES = "mm.Costs(fp=1, fn=5)"


@pytest.fixture(scope="module")
def made():
    """Report on samples whose names, labels and title mean harm."""
    labels = [YES if i % 3 == 0 else NO for i in range(len(HOSTILE))]
    none = dict.fromkeys(("classes", "costs", "p_positive", "threshold"))
    score, title = [0.1 * i for i in range(len(HOSTILE))], f"<script>{'x' * 100_000}"
    how = {"ids": HOSTILE, "positive": YES, "title": title, "language": "zh-Hans"}
    return reported(labels, score, **none, **how)


@pytest.fixture(scope="module")
def page(made):
    """Read that page."""
    return Page(made.html)


@pytest.fixture(scope="module")
def harmless():
    """Write a page without harm."""
    return mm.report(CARS.y_true, CARS.y_score, ids=CARS.ids, costs=eval(PRICES)).html


@pytest.fixture(scope="module")
def usual(harmless):
    """Read a page without harm."""
    return Page(harmless)


def test_nobodys_text_becomes_an_element(page):
    kinds = Counter(tag for tag, _, _ in page.elements)
    assert not {"script", "img", "iframe", "b", "link", "object", "form"} & kinds.keys()
    assert kinds["style"] >= 1 and page.unclosed == []
    assert not [name for _, attrs, _ in page.elements for name in attrs if name.startswith("on")]


def test_the_text_is_there_as_it_was_written(page):
    text = page.text()
    assert (YES in text and "<script>alert(1)</script>" in text) or "=cmd()" in text
    assert "{{ 7*7 }}" in text or "49" not in page.text("th")


def test_what_is_endless_or_invisible_is_not_shown(made, page):
    assert len(page.text("h1")) < 200 and len(page.text("title")) < 100_000
    assert not {"\u202e", "\x00", "\x1b"} & {*made.html}
    made.html.encode("utf-8")


def test_nothing_is_asked_for_from_outside(page, usual):
    for seen in (page, usual):
        for _, attrs, _ in seen.elements:
            for name in ("src", "href", "xlink:href", "action", "data", "srcset", "poster"):
                assert attrs.get(name, "#").startswith("#"), attrs
            assert not re.search(r"url\((?!#)|@import", attrs.get("style") or "")
        assert not re.search(r"url\((?!#)|@import", seen.text("style"))
        policy = next(m for m in seen.all("meta") if "http-equiv" in m)
        assert policy["content"].startswith("default-src 'none'")


def test_every_id_is_there_once_and_every_reference_leads_somewhere(usual):
    ids = [attrs["id"] for _, attrs, _ in usual.elements if "id" in attrs]
    assert [id for id, n in Counter(ids).items() if n > 1] == []
    leads = [a["xlink:href"][1:] for _, a, _ in usual.elements if "xlink:href" in a]
    leads += [
        found
        for _, attrs, _ in usual.elements
        for value in attrs.values()
        for found in re.findall(r"url\(#([^)]+)\)", value or "")
    ]
    leads += [a["aria-labelledby"] for _, a, _ in usual.elements if "aria-labelledby" in a]
    assert leads and {*leads} <= {*ids}


def test_every_picture_says_what_it_shows(usual):
    pictures = usual.all("svg")
    assert len(pictures) == 9
    for attrs in pictures:
        assert attrs["role"] == "img" and len(attrs["aria-label"]) > 20
    assert all("alt" in attrs for attrs in usual.all("img"))
    assert len(usual.all("figcaption")) == len(usual.all("figure")) == 9


def test_every_head_of_a_table_says_what_it_heads(usual):
    assert usual.all("th") and all(a.get("scope") in ("col", "row") for a in usual.all("th"))
    assert len(usual.all("caption")) == len(usual.all("table"))


def test_headings_come_in_order(usual):
    levels = [tag for tag, _, _ in usual.elements if re.fullmatch(r"h\d", tag)]
    assert levels == ["h1"] + ["h2"] * 7
    assert len(usual.all("main")) == len(usual.all("title")) - 9 == 1
    assert usual.unclosed == []


def test_every_number_can_be_opened(usual):
    summaries = [attrs for attrs in usual.all("summary") if "aria-label" in attrs]
    assert len(summaries) >= 5 + 3 + 3
    assert len(usual.all("pre")) == len(summaries) + 1  # and the line that makes it again


def test_letters_stand_out_from_their_ground(usual):
    style = usual.text("style")
    assert not re.findall(r"(?:color|background): #", style)  # all by their names, which turn
    light, dark = (dict(re.findall(r"--(\w+): (#[0-9a-f]{3,6})", part)) for part in roots(style))
    assert light.keys() == dark.keys()
    for named in (light, dark):
        grounds = [named[name] for name in ("ground", "code", "marked", "warned")]
        assert min(contrast(named[c], g) for c in ("ink", "quiet") for g in grounds) >= 4.5
        assert contrast(named["accent"], named["ground"]) >= 3
    assert "@media print" in style and "A4" in style


def roots(style):
    """Take the two lists of colours: of a light ground, and of a dark one."""
    return re.findall(r":root \{(.*?)\}", style, re.DOTALL)


def test_pictures_turn_light_and_dark_round_with_the_page(usual):
    turned = dict(re.findall(r"--x([0-9a-f]{6}): (#[0-9a-f]{6})", usual.text("style")))
    assert turned["ffffff"] == "#121212" and turned["222222"] == "#dddddd"
    styles = " ".join(attrs.get("style") or "" for _, attrs, _ in usual.elements)
    named = re.findall(r"var\(--x([0-9a-f]{6}), #([0-9a-f]{6})\)", styles)
    assert {a for a, _ in named} <= turned.keys() and all(a == b for a, b in named)
    assert not re.search(r"(?:fill|stroke): #", styles)
    letters = [turned[c] for c in ("222222", "005f94", "934100", "00664b", "5c5c5c") if c in turned]
    assert len(letters) >= 3 and min(contrast(one, "#121212") for one in letters) >= 4.5


def test_what_scrolls_can_be_reached_by_the_keyboard(usual):
    scrolling = [a for a in usual.all("div", "pre") if a.get("class", "pre") != "pictures"]
    scrolling = [a for a in scrolling if not a.get("class", "").startswith("pictures")]
    assert len(scrolling) > 10
    for attrs in scrolling:
        assert attrs["tabindex"] == "0" and attrs["role"] == "group"
        assert attrs.get("aria-label") or attrs["aria-labelledby"]


def test_the_same_samples_give_the_same_bytes(harmless):
    code = (
        "import mlmetrics_edu as mm; c = mm.example('cars'); "
        "import sys; sys.stdout.reconfigure(encoding='utf-8', newline=''); "
        f"print(mm.report(c.y_true, c.y_score, ids=c.ids, costs={PRICES}).html, end='')"
    )
    again = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert again.stdout.decode("utf-8") == harmless


def test_names_of_models_and_of_classes_are_never_taken_for_code():
    names = [name[:100] for name in HOSTILE if name.isprintable()]
    (y, scores), rng = KINDS["models"][0], np.random.default_rng(0)
    models = {name: scores["forest"] + k for k, name in enumerate(names[:5])}
    labels = [names[k % len(names)] for k in range(40)]
    classes = quick(labels, rng.random((40, len(names))), classes=names)
    for page in (Page(quick(y, models).html), Page(classes.html)):
        kinds = {tag for tag, _, _ in page.elements}
        assert not kinds & {"script", "img", "iframe", "b", "link"} and page.unclosed == []
        assert "<script>alert(1)</script>" in page.text()


@each("kind", KINDS)
def test_all_digits_follow_the_rule_that_the_page_states(kind):
    report = of_kind(kind)
    assert "rates 3 decimals" in Page(report.html).text()
    assert off_the_rule(report, scores=KINDS["models"][0][1]) == []


@each("kind, sections", [("cars", 7), ("models", 8), ("classes", 7)])
@each("language", LANGUAGES)
def test_it_speaks_three_languages(kind, sections, language):
    page = Page(of_kind(kind, language=language).html)
    headings = [text for where, text in page.texts if where[-1] == "h2"]
    assert len(headings) == sections and page.all("html")[0]["lang"] == language
    assert language == "en" or not re.search(r"[A-Za-z]{4}", " ".join(headings))
    assert ("查全率" in page.text()) == (language != "en")
    assert kind != "cars" or ("閾值" in page.text()) == (language == "zh-Hant")


def test_a_notebook_shows_it_in_a_frame():
    report = of_kind("cars")
    frame = Page(report._repr_html_())
    (attrs,) = frame.all("iframe")
    assert attrs["srcdoc"] == report.html and attrs["sandbox"] == "" and attrs["title"]
    assert len(frame.elements) == 1
    assert repr(report) == str(report) and "threshold 0.24" in str(report)
