"""Slides: what stands on which, in what order, and what waits for a click."""

from markupsafe import Markup

from mlmetrics_edu.workbook.handouts.handout import FULL, blocks, deck, packed, stacked
from mlmetrics_edu.workbook.handouts.lesson import Lesson, Piece, asked_for, by_part, pieces
from mlmetrics_edu.workbook.lessons import TEACHING
from tests.cases import each

(CARS,) = asked_for(["5"])


def prose(page, slide="subslide"):
    """Make a piece of text."""
    return Piece("prose", "", slide, Markup(page))


def seen(*told):
    """Say for each slide its title and what is on it, a click in brackets."""
    return [
        (s.title, " ".join(f"({html})" if later else html for html, later in s.shown))
        for stack in stacked(told)
        for s in stack
    ]


def words(many):
    """Make a paragraph."""
    return f"<p>{' '.join(['word'] * many)}</p>"


def test_a_part_begins_a_stack_and_its_heading_stays():
    made = stacked([prose("<h2>A</h2><p>a</p>", "slide"), prose("<h3>b</h3><p>c</p>")])
    made += stacked([prose("<h2>C</h2>", "slide")])
    assert [[(s.part, s.title) for s in stack] for stack in made] == [
        [("A", "A"), ("A", "b")],
        [("C", "C")],
    ]


def test_what_is_skipped_leaves_its_heading():
    assert seen(prose("<h2>A</h2>", "skip"), prose("<p>a</p>")) == [("A", "<p>a</p>")]


def test_a_cover_has_the_title_and_the_last_line():
    told = prose("<h1>T</h1><p>a</p><p>b</p><p>c</p>", "slide")
    assert seen(told) == [("T", "<p>c</p>"), ("T", "<p>a</p> <p>b</p>")]


def test_long_text_is_divided_between_paragraphs_and_items():
    assert len(seen(prose(words(FULL) + words(20)))) == 2
    assert len(seen(prose(words(FULL) + words(10)))) == 1  # for that, no slide is begun
    items = "".join(f"<li>{'word ' * 40}</li>" for _ in range(3))
    (first, second, third) = packed(blocks(f"<ol>{items}</ol>"))
    assert [part.body[0].html[:14] for part in (first, second, third)] == [
        '<ol start="1">',
        '<ol start="2">',
        '<ol start="3">',
    ]


def test_what_leads_to_a_list_stands_above_it():
    lead, items = "<p>These are:</p>", f"<ul><li>{'word ' * 40}</li></ul>"
    made = list(packed(blocks(words(50) + lead + items)))
    assert [[block.name for block in part.body] for part in made] == [["p"], ["p", "ul"]]


def guess(answer):
    """Make a question of which the answer is folded away."""
    return Piece("guess", "", "fragment", Markup("<p>q</p>"), Markup("code"), Markup(answer))


def test_an_answer_waits_for_a_click_and_what_is_large_for_the_next_slide():
    question = prose("<h2>A</h2><p>a</p>", "slide")
    assert seen(question, guess("<p>7</p>")) == [("A", "<p>a</p> <p>q</p> (<p>7</p>)")]
    assert seen(question, guess("<p>7</p><pre>x</pre>")) == [
        ("A", "<p>a</p> <p>q</p> (<p>7</p>)"),
        ("The answer", "<pre>x</pre>"),
    ]
    assert seen(question, guess("")) == [("A", "<p>a</p> <p>q</p>")]


def test_a_fold_is_a_question_with_its_answer_or_stands_with_the_guess():
    before, after = prose("<p>a</p>"), '<div class="why"><p>Why?</p><p>b</p></div>'
    assert seen(before, prose(after))[1:] == [("", "<p>Why?</p> (<p>b</p>)")]
    room = '<div class="why room"><p>Why?</p></div>'
    assert seen(before, prose(room + "<p>c</p>")) == [("", f"<p>a</p> {room}"), ("", "<p>c</p>")]


@each("shown, whole", [("<p><img></p>", False), ("<table></table>", False), ("<pre>1</pre>", True)])
def test_code_is_seen_where_it_is_the_point(shown, whole):
    told = Piece("code", "", "subslide", Markup(shown), Markup("<div>code</div>"))
    assert ("code" in seen(told)[0][1]) == whole


def test_an_exercise_is_called_by_its_title_and_its_mistakes_are_in_the_notes():
    body = Markup("<p><strong>T</strong> · <small>id</small></p><p>q</p>")
    answer = Markup("<pre>working</pre><p>Answer: 7</p>")
    told = Piece("exercise", "", "subslide", body, Markup(), answer, (("3", "half"),))
    ((slide,),) = stacked([told])
    assert (slide.title, slide.shown) == (
        "<strong>T</strong>",
        [("<p>q</p>", False), ("<p>Answer: 7</p>", True)],
    )
    assert slide.notes == ["<p>3: half</p>"]


def test_those_who_learn_get_no_notes_and_no_answers():
    student, teacher = deck(CARS, False), deck(CARS, True)
    assert 'class="notes"' not in student and "Answer: " not in student
    assert "Answer: 14" in teacher and "<p>6 min</p>" in teacher
    assert teacher.count("RevealNotes=") == 1 and "RevealNotes=" not in student


def test_the_speaker_is_told_what_to_ask_where_it_is_asked(tmp_path):
    said = "# T\n\n## Ask the room\n\n- *The best threshold?*: Who says so?\n- Wait.\n"
    (tmp_path / TEACHING).mkdir()
    (tmp_path / TEACHING / "05.md").write_text(said, encoding="utf-8")
    (tmp_path / "05.ipynb").write_text(CARS.path.read_text("utf-8"), encoding="utf-8")
    made = deck(Lesson(5, "T", tmp_path / "05.ipynb"), True)
    assert "<h1>T</h1>" not in made and "<li>Wait.</li>" in made
    after = made.partition("<h2>The best threshold?</h2>")[2]
    notes = after.partition('<aside class="notes">')[2].partition("</aside>")[0]
    assert notes == "<p><em>The best threshold?</em>: Who says so?</p>"


def test_every_cell_that_isnt_skipped_is_on_a_slide():
    told = list(pieces(CARS.notebook, True))
    whole = deck(CARS, True)
    for piece in told:
        if piece.kind == "code" and piece.slide not in ("", "skip"):
            assert piece.body in whole or piece.code in whole


@each("lesson", asked_for(["all"]))
def test_each_part_that_takes_time_has_a_stack(lesson):
    stacks = stacked(pieces(lesson.notebook, False))
    assert len(stacks) == len(by_part(lesson.notebook))
