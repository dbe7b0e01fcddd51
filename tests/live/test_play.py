"""The step player: what is played, what each step says and shows, and how it plays in a browser."""

import itertools
import json
import re

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.trace import Trace
from mlmetrics_edu.core.words import in_a_line
from mlmetrics_edu.plots.look import LANGUAGES
from mlmetrics_edu.plots.picture import alternative_text
from tests.browsing import browser, needs_chromium
from tests.cases import each
from tests.live.pages import open_page, stop

assert browser and open_page  # fixtures, found by their names
CARS = mm.example("cars")
GROUPED, HAND = (
    mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids, ties=ties) for ties in ("grouped", "in-order")
)
WEIGHTED = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2], weights=[0.5, 2, 1, 1.5])
RNG = np.random.default_rng(0)
MANY = mm.sweep(y := RNG.random(20_000) < 0.2, RNG.normal(y, 1.0))
TRUTH = {
    **{"x1": [0, 40, 200], "y1": [0, 0, 30], "x2": [100, 140, 260], "y2": [100, 100, 90]},
    "id": ["A", "B", "$C$"],
}
FOUND = {
    **{"x1": [15, 0, 205, 150], "y1": [0, 0, 60, 5], "x2": [120, 100, 262, 180]},
    **{"y2": [100, 100, 120, 40], "score": [0.8, 0.9, 0.6, 0.5], "id": [2, 1, 3, 4]},
}
# Whatever has pictures of its own, and the panel that moves.
PLAYED = {
    "ranking": lambda **how: mm.play(GROUPED, **how),
    "roc": lambda **how: mm.play(GROUPED, "roc", **how),
    "pairs": lambda **how: mm.play(mm.auc(GROUPED, "pairs"), **how),
    "match": lambda **how: mm.play(mm.match(TRUTH, FOUND), **how),
}


def steps(n=3, title="Steps"):
    """Play a table of circles that grow."""
    return mm.play(Trace.of(title, {"radius": [5 + k for k in range(n)]}))


def panel(player, kind="marks"):
    """Return the plane of a player, its counts, or its samples in a row."""
    (found,) = [one for one in player.content["panels"] if kind in one]
    return found


def seen(player, step, *looks):
    """List the marks that are seen in a step, of all looks or of some."""
    return [
        mark
        for mark in panel(player)["marks"]
        if mark["from"] <= step <= mark.get("until", np.inf)
        and (not looks or mark["look"] in looks)
    ]


def near(one, other):
    np.testing.assert_allclose(np.ravel(np.array(one, float)), np.ravel(other), rtol=1e-7)


def area(points):
    """Measure the closed shapes of a path; where it breaks, the next one begins."""
    path = np.array(points, float)
    ends = [-1, *np.flatnonzero(np.isnan(path[0])), path.shape[1]]
    shapes = [path[:, a + 1 : b] for a, b in itertools.pairwise(ends)]
    return sum(abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2 for x, y in shapes)


# What it is


def test_it_shows_its_text_and_its_length():
    assert str(steps()) == "Steps\n1. radius: 5\n2. radius: 6\n3. radius: 7"
    shown = steps()
    shown.step = np.int64(2)
    assert repr(shown) == str(shown) and len(shown) == 3 and type(shown.step) is int


def test_a_table_goes_row_by_row_and_a_long_one_is_thinned():
    long = mm.play(Trace.of("squares", {"n": range(200), "n²": [n * n for n in range(200)]}))
    assert len(long) == 60 and long.title == "squares (60 of 200 steps are shown)"
    assert long.captions[-1] == "n: 199; n²: 39601"
    for what in (GROUPED.trace(), mm.auc(GROUPED, "area").steps, mm.det(GROUPED).trace()):
        shown = mm.play(what)
        assert shown.title == what.heading and len(shown) == len(what)
        for k, caption in enumerate(shown.captions):
            assert caption == "; ".join(f"{c.name}: {c.cell(k)}" for c in what.columns)
    assert mm.play(mm.auc(GROUPED, "pairs")).captions[0] == (
        "car 4 (score 0.91): 14 pairs won, 0 lost. Won so far: 14 of 84."
    )


@each("along", ["ranking", "roc"])
def test_what_is_drawn_of_a_sweep_is_drawn_of_its_table(along):
    metrics = {"ranking": ("precision", "recall"), "roc": ("recall", "fpr")}[along]
    plain, shown = mm.play(GROUPED.trace(metrics)), mm.play(GROUPED, along)
    drawn = [
        [mark for mark in panel(one)["marks"] if mark["kind"] != "word"] for one in (plain, shown)
    ]
    assert drawn[0] == drawn[1] and panel(plain, "counts") == panel(shown, "counts")


@each("name", ["roc", "match"])
def test_a_step_is_drawn_where_nothing_moves(name):
    shown = PLAYED[name]()
    shown.step = 2
    assert shown.captions[2] in alternative_text(shown.picture())
    assert "NaN" not in json.dumps(shown.content)


@each("name", PLAYED)
@each("language", LANGUAGES)
def test_every_walk_speaks_every_language(name, language):
    shown = PLAYED[name](language=language)
    for said in (shown.title, *shown.captions):
        assert bool(re.search("[\u4e00-\u9fff]", said)) is (language != "en")


@each(
    "call, told",
    [
        (lambda: mm.play([[1, 2]]), "what can be played has steps: a sweep, an AUC by pairs"),
        (lambda: mm.play(GROUPED, along="up"), "along='up'"),
        (lambda: mm.play(mm.roc(GROUPED), along="roc"), "only a sweep can be walked in several"),
        (lambda: mm.play(GROUPED, image=1), "only detections that were matched lie in images"),
        (lambda: mm.play(Trace.of("t", {"n": []})), "a walk through 0 rows"),
        (lambda: mm.play(mm.sweep([0, 0], [0.4, 0.2])), "no walk down the ranking of 2 negatives"),
        (lambda: mm.play(mm.match(TRUTH, {k: v[:0] for k, v in FOUND.items()})), "0 detections"),
    ],
)
def test_what_can_t_be_played_is_told(call, told):
    with pytest.raises(mm.MetricError, match=re.escape(told)):
        call()


# Down a sweep


@each(
    "player, k, said",
    [
        (
            mm.play(HAND, "roc"),
            5,
            "car 6, score 0.45, is a negative: a false alarm, so one step right. "
            "TP 2, FP 3, FN 4, TN 11; TPR = 2/6 = 0.333, FPR = 3/14 = 0.214.",
        ),
        (
            mm.play(GROUPED),
            6,
            "car 9, score 0.38, is a positive: TP grows by 1. P = 3/6 = 0.500, R = 3/6 = 0.500.",
        ),
        (mm.play(GROUPED), 10, "0.12, so they come in together: TP grows by 1, FP by 1."),
        (mm.play(GROUPED, "roc"), 10, "car 7, car 15 share the score 0.12"),
        (mm.play(WEIGHTED, "roc"), 2, "TP 0.5, FP 2, FN 1, TN 1.5"),
        (mm.play(WEIGHTED), 2, "FP grows by 2."),
    ],
)
def test_a_step_down_a_ranking_is_told(player, k, said):
    assert said in player.captions[k]


@each("sweep", [GROUPED, HAND])
@each("along, x, y", [("ranking", "recall", "precision"), ("roc", "fpr", "recall")])
def test_each_step_shows_the_counts_and_the_curve_so_far(sweep, along, x, y):
    shown = mm.play(sweep, along)
    table = panel(shown, "counts")
    rates = {"ranking": ("precision", "recall"), "roc": ("recall", "fpr")}[along]
    for k, step in enumerate(sweep):
        counts = {cell: str(n) for cell, n in step.confusion.counts.items()}
        assert {cell: texts[k] for cell, texts in table["counts"].items()} == counts
        assert table["lines"][k] == [in_a_line(step.confusion.rate(r, "nan")) for r in rates]
        pieces = [mark["points"] for mark in seen(shown, k, "curve")]
        ends = [[x_[-1], y_[-1]] for x_, y_ in pieces]
        near(ends, np.column_stack([sweep[x], sweep[y]])[1 : k + 1])
        points = [mark["points"] for mark in seen(shown, k, "here")]
        near(points, [sweep[x][k], sweep[y][k]] if np.isfinite(sweep[y][k]) else [])
        names = [mark["label"] for mark in seen(shown, k) if mark["kind"] == "word"]
        assert names == [", ".join(map(str, step.admitted))] * bool(k)


@each("along, said", [("ranking", "TP grows by"), ("roc", "TPR = ")])
def test_a_long_walk_is_thinned_and_says_so(along, said):
    shown = mm.play(MANY, along)
    assert len(shown) == 60 and f"60 of {len(MANY)} steps" in shown.title
    assert "339 more are let in" in shown.captions[1] and said in shown.captions[-1]
    assert len(shown.to_html()) < 300_000


def test_counts_without_samples_walk_too():
    counted = mm.Sweep.from_counts([3, 2, 1], tp=[5, 8, 9], fp=[0, 1, 6])
    said = mm.play(counted, "roc").captions[2]
    assert said.startswith("Down to the score 2, 4 more are let in: 3 up, 1 right.")
    one_sided = mm.sweep([1, 0], [0.4, 0.2], negatives="unknown")
    assert panel(mm.play(one_sided), "counts")["counts"]["TN"] == ["?"] * 3


# Through pairs, and through detections


@each("sweep, won", [(HAND, None), (GROUPED, 61.5), (WEIGHTED, None), (MANY, None)])
def test_the_pairs_seen_so_far_are_those_won_so_far_and_in_the_end_the_auc(sweep, won):
    whole = mm.auc(sweep, "pairs")
    shown = mm.play(whole)
    every = sweep.positives * sweep.negatives
    for k, caption in enumerate(shown.captions):
        so_far = float(caption.partition("so far: ")[2].partition(" of ")[0].replace(",", ""))
        parts = seen(shown, k, "fill before")
        measured = sum(area(part["points"]) for part in parts)
        assert measured == pytest.approx(so_far / every, abs=1e-3)
        (new,) = seen(shown, k, "fill new")
        assert new["points"] == parts[-1]["points"]
    assert so_far / every == pytest.approx(float(whole), rel=1e-5)  # six figures of a long sum
    assert won is None or so_far == won


def test_a_walk_through_pairs_says_what_a_tie_counts_and_has_a_row_for_nobody_who_wins():
    said = str(mm.play(mm.auc(GROUPED, "pairs")))
    assert "7 pairs won, 6 lost, 1 tied, which counts half. Won so far: 57.5 of 84" in said
    lost = mm.auc(mm.sweep([0, 1], [0.9, 0.5]), "pairs")
    assert mm.play(lost).captions == ("1 (score 0.5): 0 pairs won, 1 lost. Won so far: 0 of 1.",)


@each("rule", ["coco", "voc"])
def test_one_detection_after_another_the_surest_first(rule):
    matching = mm.match(TRUTH, FOUND, rule=rule)
    shown = mm.play(matching)
    for k, caption in enumerate(shown.captions):
        one = next(d for d in matching.detections if d.id == k + 1)
        assert caption == f"Detection {one.id}, score {one.score}, {one.outcome}: {one.why}."
        (now,) = seen(shown, k, "box now")
        near(now["points"], [one.box[::2], one.box[1::2]])
        good = [d for d in matching.detections if d.id <= k + 1 and d.outcome == "hit"]
        looks = {"good": len(good), "bad": k + 1 - len(good), "waiting": 3 - k, "object": 3}
        assert {look: len(seen(shown, k, f"box {look}")) for look in looks} == looks
    tags = {mark["label"] for mark in panel(shown)["marks"] if mark["kind"] == "word"}
    assert len(shown) == 4 and tags == {"A", "B", "$C$", "1", "2", "3", "4"}
    assert panel(shown)["y"]["from"] > panel(shown)["y"]["to"]  # downwards, as in images


def test_of_several_images_one_is_named():
    images = ({**table, "image": list("aabb")[: len(table["id"])]} for table in (TRUTH, FOUND))
    matching = mm.match(*images)
    shown = mm.play(matching, image="b")
    assert len(shown) == 2 and "in image b" in shown.title
    for wrong, told in (({}, "there are 2 images"), ({"image": "z"}, "image='z'")):
        with pytest.raises(mm.MetricError, match=told):
            mm.play(matching, **wrong)


# In a browser


def place(page):
    return page.locator(".slider output").inner_text()


@needs_chromium
def test_keys_go_where_the_focus_is(open_page):
    page = open_page(steps(5))
    page.keyboard.press("ArrowRight")
    assert place(page) == "1 / 5"  # nothing has the focus yet
    for where, key, k in (
        (".mm-live", "ArrowUp", 2),
        ("input[type=range]", "ArrowRight", 3),
        (".control.forward", "Space", 4),
        (".rows", "ArrowRight", 4),  # it scrolls the table
    ):
        page.locator(where).focus()
        page.keyboard.press(key)
        assert place(page) == f"{k} / 5", where
    page.locator("select").focus()
    page.keyboard.press("ArrowDown")
    assert (page.locator("select").input_value(), place(page)) == ("2", "4 / 5")


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
def test_where_less_motion_is_wished_it_plays_slowly_and_never_by_itself(open_page):
    page = open_page(steps(), reduced_motion="reduce")
    stop(page)
    page.clock.run_for(60_000)
    assert (page.locator("select").input_value(), place(page)) == ("0.5", "1 / 3")


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
