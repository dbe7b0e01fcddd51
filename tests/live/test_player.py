"""The step player: what can be played, what a page says, and how it plays in a browser."""

import re

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.trace import Trace
from mlmetrics_edu.live.curve_walks import roc_walk
from mlmetrics_edu.live.density_walks import density_walk
from mlmetrics_edu.plots.look import LANGUAGES, style
from mlmetrics_edu.plots.picture import alternative_text
from tests.browsing import browser, needs_chromium
from tests.cases import each
from tests.live.pages import open_page, stop
from tests.live.test_curve_walks import GROUPED, HAND, cars, panels

assert browser and open_page  # fixtures, found by their names


def steps(n=3, title="Steps"):
    """Play a table of circles that grow."""
    return mm.play(Trace.of(title, {"radius": [5 + k for k in range(n)]}))


# What it is


def test_it_shows_its_text_and_its_length():
    assert str(steps()) == "Steps\n1. radius: 5\n2. radius: 6\n3. radius: 7"
    assert repr(steps()) == str(steps()) and len(steps()) == 3


def test_its_step_is_read_and_set_and_what_a_page_sends_is_checked():
    shown = steps(4)
    assert shown.step == 0
    shown.step = np.int64(3)
    assert (shown.step, type(shown.step)) == (3, int)
    for wrong in (4, -1, 1.0, True, "1", None, float("nan")):
        with pytest.raises(mm.InputError, match=r"the steps 0 to 3"):
            shown.step = wrong
        shown._moved({"step": wrong})
        assert shown.step == 3
    shown._moved({})
    shown._moved({"step": 2, "other": 1})
    assert shown._state == {"step": 2}


def test_a_table_goes_row_by_row_and_a_long_one_is_thinned():
    long = mm.play(Trace.of("squares", {"n": range(200), "n²": [n * n for n in range(200)]}))
    assert len(long) == 60 and long.title == "squares (60 of 200 steps are shown)"
    assert long.captions[-1] == "n: 199; n²: 39601"
    trace = GROUPED.trace()
    shown = mm.play(trace)
    assert shown.title == trace.heading and len(shown) == len(trace)
    for k, caption in enumerate(shown.captions):
        assert caption == "; ".join(f"{c.name}: {c.cell(k)}" for c in trace.columns)
    auc = mm.auc(GROUPED, "pairs")
    assert mm.play(auc).captions == mm.play(auc.steps).captions
    assert len(mm.play(mm.det(GROUPED))) == len(GROUPED)


def test_a_row_is_drawn_where_nothing_moves():
    shown = mm.play(GROUPED.trace())
    shown.step = 16
    words = alternative_text(shown.picture())
    assert shown.captions[16] in words


@each(
    "call, told",
    [
        (lambda: mm.play(5), "what can be played has steps"),
        (lambda: mm.play([[1, 2]]), "a sweep, a curve, an average precision"),
        (lambda: mm.play(GROUPED, along="up"), "along='up'"),
        (
            lambda: mm.play(mm.roc(GROUPED), along="pr"),
            "only a sweep can be walked in several ways",
        ),
        (lambda: mm.play(GROUPED, image=1), "only detections that were matched lie in images"),
        (lambda: mm.play(Trace.of("t", {"n": []})), "a walk through 0 rows"),
        (lambda: mm.play(mm.nms([], [])), "a walk through 0 boxes"),
        (lambda: mm.play(GROUPED, language="fr"), "language"),
        (lambda: mm.play(GROUPED, "roc", "img"), "got 3 arguments without a name"),
    ],
)
def test_what_can_t_be_played_is_told(call, told):
    with pytest.raises(mm.MetricError, match=re.escape(told)):
        call()


def test_texts_are_text_wherever_they_stand():
    nasty = "</script><i onclick='x'>&amp;\"$title\x1b[2J"
    shown = mm.play(Trace.of(nasty, {nasty: [nasty]}))
    for page in (shown.to_html(), shown._repr_html_()):
        assert page.count("</script>") == 2 and "\x1b" not in page
        assert "<i onclick" not in re.sub(r"(?s)<script.*?</script>", "", page)
    assert "\x1b" not in str(shown)


@each("language", LANGUAGES)
def test_the_buttons_speak_the_language_that_was_in_force(language):
    with style(language=language):
        shown = steps()
    page = shown.to_html()
    assert f'<html lang="{language}">' in page
    forward = {"en": "one step forward", "zh-Hans": "前进一步", "zh-Hant": "前進一步"}
    assert forward[language] in page


def test_a_file_holds_what_the_text_is(tmp_path):
    assert steps().to_html(tmp_path / "page.html") is None
    assert (tmp_path / "page.html").read_text("utf-8") == steps().to_html()


def test_a_widget_and_python_follow_each_other():
    shown = steps(4)
    carrier = shown._widget
    shown.step = 2
    assert carrier.state == {"step": 2}
    carrier.state = {"step": 3}
    assert shown.step == 3
    assert carrier.content["sentences"] == list(shown.captions)


# In a browser


def place(page):
    return page.locator(".slider output").inner_text()


def marked(page):
    return page.locator("tr.marked td").all_text_contents()


def label(button):
    return {"forward": "step forward", "back": "step back"}.get(button, f"to the {button} step")


@needs_chromium
def test_row_sentence_and_picture_go_together(open_page):
    shown = cars(roc_walk)
    page = open_page(shown)
    for k, caption in enumerate(shown.captions):
        assert place(page) == f"{k + 1} / 21"
        assert page.locator(".sentence").inner_text() == caption
        assert marked(page) == [column.cell(k) for column in shown.table.columns]
        counts = GROUPED.at(0).counts.keys()
        on_screen = {cell: page.locator(f".cell.{cell} b").inner_text() for cell in counts}
        assert on_screen == {cell: texts[k] for cell, texts in panels(shown)[1]["counts"].items()}
        assert page.locator(".workings li").all_text_contents() == panels(shown)[1]["lines"][k]
        pieces = page.locator("path.curve:not(.unseen)").count()
        assert (pieces, page.locator("circle.here:not(.unseen)").count()) == (k, 1)
        assert page.locator("tbody tr:not(.folded)").count() == 9
        page.locator(".mm-live").press("ArrowRight")


@needs_chromium
def test_buttons_and_slider(open_page):
    shown = cars(roc_walk)
    page = open_page(shown)
    for button, k in (("forward", 2), ("forward", 3), ("back", 2), ("last", 21), ("first", 1)):
        page.get_by_role("button", name=re.compile(label(button))).click()
        assert place(page) == f"{k} / 21"
        assert page.locator(".sentence").inner_text() == shown.captions[k - 1]
    page.locator("input[type=range]").fill("7")
    assert page.locator(".sentence").inner_text() == shown.captions[6]
    assert page.locator("input[type=range]").get_attribute("aria-valuetext") == "7 / 21"
    assert page.locator(".control.first").get_attribute("aria-disabled") == "false"
    assert page.locator(".sentence").get_attribute("aria-live") == "polite"
    assert page.locator("tr[aria-current=step]").count() == 1
    page.locator("summary").click()
    assert page.locator("details li").all_text_contents() == list(shown.captions)
    # It is written whenever it rests, which on a busy machine it may have done before.
    page.wait_for_function("() => decodeURIComponent(location.hash.slice(1)) === '{\"step\":6}'")


@needs_chromium
def test_a_link_holds_the_step_and_one_made_by_hand_does_no_harm(open_page):
    for held, k in (('{"step":3}', 4), ('{"step":99}', 5), ('{"step":1.5}', 1), ("{", 1)):
        assert place(open_page(steps(5), hash="#" + held)) == f"{k} / 5"


@needs_chromium
def test_keys_go_where_the_focus_is(open_page):
    page = open_page(steps(5))
    page.keyboard.press("ArrowRight")
    assert place(page) == "1 / 5"  # nothing has the focus yet
    page.locator(".mm-live").focus()
    for key, k in (("ArrowRight", 2), ("ArrowUp", 3), ("ArrowLeft", 2), ("End", 5), ("Home", 1)):
        page.keyboard.press(key)
        assert place(page) == f"{k} / 5"
    page.locator("input[type=range]").focus()
    page.keyboard.press("ArrowRight")
    assert place(page) == "2 / 5"
    page.locator(".control.forward").focus()
    page.keyboard.press("Space")
    assert place(page) == "3 / 5"
    page.locator(".sentence").click()
    page.keyboard.press("Space")
    assert page.locator(".control.play").get_attribute("aria-label") == "pause"
    page.locator("select").focus()
    page.keyboard.press("ArrowDown")
    assert (page.locator("select").input_value(), place(page)) == ("2", "3 / 5")
    page.locator(".rows").focus()
    page.keyboard.press("ArrowRight")  # scrolls the table, where it is wider than the page
    assert place(page) == "3 / 5"


@needs_chromium
def test_it_plays_to_the_end_and_again(open_page):
    page = open_page(steps(4))
    stop(page)
    button = page.locator(".control.play")
    button.click()
    assert button.get_attribute("aria-label") == "pause"
    page.clock.run_for(1700)
    assert place(page) == "2 / 4"
    page.locator("select").select_option("4")
    page.clock.run_for(900)
    assert place(page) == "4 / 4"
    assert button.get_attribute("aria-label") == "play"
    button.click()
    assert place(page) == "1 / 4"
    page.clock.run_for(500)
    button.click()
    page.clock.run_for(9000)
    assert place(page) == "2 / 4"


@needs_chromium
def test_it_never_plays_by_itself_and_slowly_where_less_motion_is_wished(open_page):
    page = open_page(steps(), reduced_motion="reduce")
    stop(page)
    assert page.locator("select").input_value() == "0.5"
    page.clock.run_for(60_000)
    assert place(page) == "1 / 3"
    assert open_page(steps()).locator("select").input_value() == "1"


@needs_chromium
def test_without_scripts_a_picture_and_all_words_are_there(browser, tmp_path):
    shown = steps()
    shown.step = 1
    shown.to_html(tmp_path / "page.html")
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto((tmp_path / "page.html").as_uri())
    assert shown.captions[1] in page.locator("img").get_attribute("alt")
    assert page.locator("details li").all_text_contents() == list(shown.captions)
    context.close()


@needs_chromium
def test_several_on_a_page_don_t_disturb_each_other(open_page):
    parts = [steps(3, "one")._repr_html_(), steps(4, "it's")._repr_html_()]
    page = open_page(f"<!DOCTYPE html><h3 class=mm-live>A</h3>{''.join(parts)}")
    one, two = page.frame_locator("iframe >> nth=0"), page.frame_locator("iframe >> nth=1")
    one.locator(".control.forward").click()
    assert one.locator(".slider output").inner_text() == "2 / 3"
    assert two.locator(".slider output").inner_text() == "1 / 4"
    assert two.locator("h3").inner_text() == "it's"
    assert page.locator("body > div > img, body > div > div").count() == 0  # stills have gone


@needs_chromium
@each("width", [360, 1280])
@each(
    "make",
    [
        lambda: cars(density_walk),
        lambda: mm.play(HAND),
        lambda: mm.play(mm.average_precision(GROUPED)),
    ],
)
def test_nothing_overflows_and_the_controls_stay_under_the_finger(open_page, make, width):
    page = open_page(make(), viewport={"width": width, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = page.locator(".plane svg").first.bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= width
    top = page.locator(".controls").bounding_box()["y"]
    below = page.locator(".walk").bounding_box()["y"]
    for k in (2, 4, 6):
        page.locator("input[type=range]").fill(str(k))
        assert page.locator(".controls").bounding_box()["y"] == top
        assert page.locator(".walk").bounding_box()["y"] == below


@needs_chromium
def test_markup_in_names_is_text_on_the_screen(open_page):
    nasty = "<b onclick='x'>&amp;</b>"
    page = open_page(mm.play(mm.sweep([1, 0], [0.8, 0.3], ids=[nasty, "b"])))
    page.get_by_role("button", name="one step forward").click()
    assert page.locator(".chip").first.inner_text().startswith(nasty)
    assert page.locator("text.name:not(.unseen)").text_content() == nasty
    assert page.locator(".sentence").inner_text().startswith(f"{nasty}, score 0.8")
    assert page.locator("[onclick]").count() == 0


@needs_chromium
def test_each_sample_has_its_outcome_on_the_screen(open_page):
    page = open_page(mm.play(GROUPED))
    for step in GROUPED:
        names = page.locator(".chip").evaluate_all("all => all.map((one) => one.firstChild.data)")
        signs = page.locator(".chip b").all_text_contents()
        cells = step.confusion.samples
        assert dict(zip(names, signs, strict=True)) == {
            str(name): cell for cell, inside in cells.items() for name in inside
        }
        lit = page.locator(".chip.lit").evaluate_all("all => all.map((one) => one.firstChild.data)")
        assert lit == [str(name) for name in step.admitted]
        page.locator(".mm-live").press("ArrowRight")
