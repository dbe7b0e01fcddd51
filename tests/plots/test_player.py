"""Players: a page that stands alone, and how it plays, in a real browser."""

import json
import re
from html.parser import HTMLParser

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.plots.density_walks import density_walk
from mlmetrics_edu.plots.look import LANGUAGES, style
from mlmetrics_edu.plots.player import Player
from mlmetrics_edu.plots.walks import roc_walk
from tests.browsing import browser, needs_chromium
from tests.cases import each
from tests.plots.test_walks import HAND, cars

PATIENCE = 600_000  # milliseconds until a browser counts as dead
assert browser  # a fixture, found by its name
SVG = '<svg viewBox="0 0 90 60" width="90pt" height="60pt">{}</svg>'
SQUARE = '<g id="a"><path d="M 10.123456 5 L 20 5 L 20 20 z"/></g>'


def player(n=3, title="Steps"):
    """Make a player of circles that grow."""
    circles = (f'<g id="b"><circle cx="50" cy="30" r="{5 + k}"/></g>' for k in range(n))
    frames = [SVG.format(SQUARE + circle) for circle in circles]
    return Player(frames, [f"radius {5 + k}" for k in range(n)], title)


def stored(page):
    """Read the pieces of the frames out of a page."""
    return json.loads(re.search(r'(?s)id="frames">(.*?)</script>', page)[1])


# The player


def test_it_shows_its_text_and_its_length():
    assert str(player()) == "Steps\n1. radius 5\n2. radius 6\n3. radius 7"
    assert repr(player()) == str(player()) and len(player()) == 3


def test_what_frames_have_in_common_is_stored_once():
    page = player(20).to_html()
    data = stored(page)
    assert sum("10.12" in piece for piece in data["pool"]) == 1
    whole = ["".join(data["pool"][k] for k in frame) for frame in data["frames"]]
    assert len(set(whole)) == 20 and all("10.12 5" in frame for frame in whole)
    assert "10.123456" not in page and '<g id="' not in page


class Balance(HTMLParser):
    """Checks that every tag is closed, and collects the ids."""

    EMPTY = frozenset({"meta", "input", "img", "path", "circle", "br", "use"})

    def __init__(self):
        super().__init__()
        self.open, self.ids = [], []

    def handle_starttag(self, tag, attrs):
        self.ids += [value for name, value in attrs if name == "id"]
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.ids += [value for name, value in attrs if name == "id"]

    def handle_endtag(self, tag):
        if tag not in self.EMPTY:
            assert self.open.pop() == tag


@each("make", [player, lambda: cars(roc_walk), lambda: cars(density_walk)])
def test_the_page_is_balanced_and_its_ids_are_unique(make):
    shown = make()
    for k in range(0, len(shown), 6):
        page = shown.to_html().replace(shown.frames[0], shown.frames[k], 1)
        balance = Balance()
        balance.feed(page)
        balance.close()
        assert balance.open == []
        assert len(balance.ids) == len(set(balance.ids))


def test_texts_are_escaped_wherever_they_stand():
    nasty = "</script><i onclick='x'>&amp;\"$title"
    shown = Player([SVG.format(SQUARE)], [nasty], nasty)
    for page in (shown.to_html(), shown._repr_html_()):
        assert "<i " not in page and "onclick='" not in page
        assert page.count("</script>") == 2
    assert page.count("'") == 2  # the attribute's own
    assert "&lt;i onclick=&#x27;x&#x27;&gt;&amp;amp;&quot;$title" in shown.to_html()


@each(
    "frame",
    [
        "<svg><script>alert(1)</script></svg>",
        '<svg onload="alert(1)"></svg>',
        '<svg><image href="https://example.org/x.png"/></svg>',
        "no picture",
        b"GIF89a",
        5,
    ],
)
def test_only_pictures_that_do_nothing_are_taken(frame):
    with pytest.raises(mm.InputError, match="a frame is"):
        Player([frame], ["x"], "x")


@each("frames, captions", [([], []), ([SVG.format("")], ["a", "b"])])
def test_each_frame_needs_its_caption(frames, captions):
    with pytest.raises(mm.InputError, match=r"frame\(s\) and"):
        Player(frames, captions, "x")


def test_an_unknown_language_is_refused():
    with pytest.raises(mm.InputError, match="language"):
        Player([SVG], ["x"], "x", "fr")


def test_axes_pictures_and_png_are_frames_too():
    ax = mm.plots.confusion(HAND[5].confusion)
    shown = Player([ax, ax.figure, ax.figure.svg(), ax.figure.png()], list("abcd"), "Four")
    # Matplotlib before 3.9 names clip paths by their place in memory.
    first, *others = (re.sub(r"\bp[0-9a-f]{10}\b", "path", frame) for frame in shown.frames[:3])
    assert others == [first, first]
    assert shown.frames[3].startswith('<img alt="" src="data:image/png;base64,')


@each("language", LANGUAGES)
def test_the_buttons_speak_the_language_that_was_in_force(language):
    with style(language=language):
        shown = player()
    page = shown.to_html()
    assert f'<html lang="{language}">' in page
    assert {"en": "one step forward", "zh-Hans": "前进一步", "zh-Hant": "前進一步"}[
        language
    ] in page


def test_a_file_holds_what_the_text_is(tmp_path):
    assert player().to_html(tmp_path / "page.html") is None
    assert (tmp_path / "page.html").read_text("utf-8") == player().to_html()


# In a browser


@pytest.fixture
def open_page(browser, tmp_path):
    """Open pages from files; afterwards nothing was asked for outside, and nothing went wrong."""
    asked, said, contexts = [], [], []

    def opened(page_text, **how):
        contexts.append(browser.new_context(**how))
        page = contexts[-1].new_page()
        page.set_default_timeout(PATIENCE)
        page.clock.install(time=0)  # its time goes on where a test lets it, however busy we are
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        (tmp_path / "page.html").write_text(page_text, encoding="utf-8")
        page.goto((tmp_path / "page.html").as_uri())
        page.clock.pause_at(1)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert asked and [url for url in asked if not url.startswith(("file:", "about:"))] == []
    assert said == []


def place(page):
    return page.locator("#place").inner_text()


@needs_chromium
def test_buttons_slider_and_captions(open_page):
    shown = cars(roc_walk)
    page = open_page(shown.to_html())
    said, picture = page.locator("#said"), page.locator("#picture")
    assert place(page) == "1 / 21" and said.inner_text() == shown.captions[0]
    first = picture.inner_html()
    for button, k in (("forward", 2), ("forward", 3), ("back", 2), ("last", 21), ("first", 1)):
        page.get_by_role("button", name=re.compile(label(button))).click()
        assert place(page) == f"{k} / 21" and said.inner_text() == shown.captions[k - 1]
        assert (picture.inner_html() == first) is (k == 1)
    page.locator("#slider").fill("7")
    assert said.inner_text() == shown.captions[6]
    assert page.locator("#slider").get_attribute("aria-valuetext") == "7 / 21"
    assert page.locator("#first").get_attribute("aria-disabled") == "false"
    assert page.locator("#words li").all_text_contents() == list(shown.captions)


def label(button):
    return {"forward": "step forward", "back": "step back"}.get(button, f"to the {button} step")


@needs_chromium
def test_keys_go_where_the_focus_is(open_page):
    page = open_page(player(5).to_html())
    page.keyboard.press("ArrowRight")
    assert place(page) == "1 / 5"  # nothing has the focus yet
    page.locator("#player").focus()
    for key, k in (("ArrowRight", 2), ("ArrowUp", 3), ("ArrowLeft", 2), ("End", 5), ("Home", 1)):
        page.keyboard.press(key)
        assert place(page) == f"{k} / 5"
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    assert place(page) == "2 / 5"
    page.locator("#forward").focus()
    page.keyboard.press("Space")
    assert place(page) == "3 / 5"
    page.locator("#picture").click()
    page.keyboard.press("Space")
    assert page.locator("#play").get_attribute("aria-label") == "pause"


@needs_chromium
def test_it_plays_to_the_end_and_again(open_page):
    page = open_page(player(4).to_html())
    page.locator("#play").click()
    assert page.locator("#play").get_attribute("aria-label") == "pause"
    page.clock.run_for(1700)
    assert place(page) == "2 / 4"
    page.locator("#speed").select_option("4")
    page.clock.run_for(900)
    assert place(page) == "4 / 4"
    assert page.locator("#play").get_attribute("aria-label") == "play"
    page.locator("#play").click()
    assert place(page) == "1 / 4"
    page.clock.run_for(500)
    page.locator("#play").click()
    page.clock.run_for(9000)
    assert place(page) == "2 / 4"


@needs_chromium
def test_it_never_plays_by_itself_and_slowly_where_less_motion_is_wished(open_page):
    page = open_page(player().to_html(), reduced_motion="reduce")
    assert page.locator("#speed").input_value() == "0.5"
    page.clock.run_for(60_000)
    assert place(page) == "1 / 3"
    assert open_page(player().to_html()).locator("#speed").input_value() == "1"


@needs_chromium
def test_without_scripts_the_first_step_and_all_words_are_there(open_page):
    page = open_page(player().to_html(), java_script_enabled=False)
    assert page.locator("#picture svg").is_visible()
    assert page.locator("#words li").all_text_contents() == ["radius 5", "radius 6", "radius 7"]


@needs_chromium
def test_several_on_a_page_don_t_disturb_each_other(open_page):
    parts = [player(3, "one")._repr_html_(), player(4, "it's")._repr_html_()]
    page = open_page(f"<!DOCTYPE html><style>h1 {{ color: red }}</style><h1>A</h1>{''.join(parts)}")
    one, two = page.frame_locator("iframe >> nth=0"), page.frame_locator("iframe >> nth=1")
    one.locator("#forward").click()
    assert one.locator("#place").inner_text() == "2 / 3"
    assert two.locator("#place").inner_text() == "1 / 4"
    assert two.locator("h1").inner_text() == "it's"
    assert two.locator("h1").evaluate("e => getComputedStyle(e).color") == "rgb(34, 34, 34)"
    fits = "f => Math.abs(f.clientHeight - f.contentDocument.documentElement.scrollHeight) <= 1"
    assert all(page.locator("iframe").nth(k).evaluate(fits) for k in (0, 1))


@needs_chromium
@each("width", [360, 900])
def test_nothing_overflows(open_page, width):
    page = open_page(cars(density_walk).to_html(), viewport={"width": width, "height": 700})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = page.locator("#picture svg").bounding_box()
    assert box["x"] >= 0 and 0.9 * width < box["width"] <= width
    top = page.locator(".controls").bounding_box()["y"]
    for k in (5, 9, 18):
        page.locator("#slider").fill(str(k))
        assert page.locator(".controls").bounding_box()["y"] == top  # they stay under the finger
