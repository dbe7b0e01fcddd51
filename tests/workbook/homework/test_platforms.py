"""Questions for Moodle and as QTI: whole, well formed, and marked there as they are here."""

import html
import io
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.cli import main
from mlmetrics_edu.workbook.exercises import forms, typed
from mlmetrics_edu.workbook.homework import handout
from tests.cases import EXPLORE, each

# One of each form, or everything.
SOME = (
    *("counts.screening", "counts.two-alarms", "start.four-counts", "start.fewer-mistakes"),
    *("walk.paid", "roc.backwards", "roc.draw", "start.cut-off", "start.false-alarms"),
    *("start.below-the-line", "start.best-first", "auc.ten-scores", "counts.trap", "pr.read-off"),
)
IDS = mm.exercises() if EXPLORE else SOME


@pytest.fixture(scope="module")
def asked():
    """Ask some questions, on data that were drawn."""
    return [mm.exercise(id, 1) for id in IDS]


@pytest.fixture(scope="module")
def written(asked):
    """Write them for Moodle, and read the file."""
    told = handout.moodle_xml("Week 1 / A & B", [[q] for q in asked])
    return ElementTree.fromstring(told)


def text(element, path):
    """Read the text of a part."""
    return element.findtext(f"{path}/text")


def graded(one, typed):
    """Mark a number as Moodle does: the first answer that it comes near enough to."""
    for answer in one.findall("answer"):
        if abs(float(answer.findtext("text")) - typed) <= float(answer.findtext("tolerance")):
            return float(answer.get("fraction")), text(answer, "feedback")
    return 0, ""


def test_each_question_stands_in_a_category_with_all_that_moodle_asks_for(asked, written):
    categories, questions = written[::2], written[1::2]
    assert len(questions) == len(asked)
    for category, one, q in zip(categories, questions, asked, strict=True):
        assert category.get("type") == "category"
        assert text(category, "category").startswith("$course$/top/Week 1 // A & B/")
        assert q.exercise.title in text(one, "name")
        assert text(one, "questiontext")
        assert html.escape(q.solution().last) in text(one, "generalfeedback")
        assert len(one.findall("hint")) == 3
        assert text(one, "questiontext").count("@@PLUGINFILE@@") == len(q.pictures)
        assert len(one.findall("questiontext/file")) == len(q.pictures)
        kinds = {type(form) for form in (q.form,)} & {*handout.KINDS}
        assert one.get("type") == (handout.KINDS[kinds.pop()][0] if kinds else "essay")


def test_a_number_is_marked_as_here(asked, written):
    for one, q in zip(written[1::2], asked, strict=True):
        if not isinstance(q.form, typed.Number):
            continue
        assert graded(one, float(q.answer))[0] == 100, q.id
        for value in q.misconceptions.values():
            worth, said = graded(one, float(value))
            message = q.check(value).message
            assert worth == 0 and message.splitlines()[0] in said.replace("&#x27;", "'"), q.id


def test_a_threshold_is_right_wherever_it_calls_the_same_ones(asked, written):
    (one,) = (one for one, q in zip(written[1::2], asked, strict=True) if q.id == "walk.paid")
    (q,) = (q for q in asked if q.id == "walk.paid")
    steps = q.form.sweep.threshold
    for step in steps[1:]:
        assert graded(one, step)[0] == 100 * bool(q.check(step).correct)


def test_options_are_worth_a_whole_together(asked, written):
    for one, q in zip(written[1::2], asked, strict=True):
        if one.get("type") == "multichoice":
            worth = [float(answer.get("fraction")) for answer in one.findall("answer")]
            assert sum(w for w in worth if w > 0) == pytest.approx(100, abs=1e-3), q.id
            single = isinstance(q.form, forms.Choice)
            assert one.findtext("single") == str(single).lower()
            assert len(worth) == len(getattr(q.form, "items", q.form.listed)) + (not single)


def test_packages_hold_each_question_and_its_pictures(asked):
    files, left_out = handout.packages("Week 1", asked)
    fit = [q for q in asked if q.id not in left_out]
    assert files.keys() == {"1.2", "2.1"}
    assert {type(q.form) for q in fit} == {*handout.ITEMS}
    for version, content in files.items():
        packed = zipfile.ZipFile(io.BytesIO(content))
        trees = {
            n: ElementTree.fromstring(packed.read(n)) for n in packed.namelist() if ".xml" in n
        }
        named = [e.get("href") for t in trees.values() for e in t.iter() if e.get("href")]
        assert {Path(name).name for name in named} <= {Path(n).name for n in packed.namelist()}
        pictures = [name for name in packed.namelist() if name.endswith(".png")]
        assert len(pictures) == sum(len(q.pictures) for q in fit)
        items = [e for t in trees.values() for e in t.iter() if e.tag.endswith("}item")]
        items += [t for t in trees.values() if t.tag.endswith("}assessmentItem")]
        assert len(items) == len(fit), version


def test_commands_write_them_and_overwrite_nothing(tmp_path, capsys):
    words = ["assignment", "--topic", "counts", "--out", str(tmp_path), "--seed", "s"]
    words += ["--title", "Week 1", "--count", "2"]
    assert main([*words, "--moodle", "--variants", "3"]) == 0
    told = ElementTree.parse(tmp_path / "week-1.xml").getroot()
    assert [one.get("type") == "category" for one in told] == [True, False, False, False] * 2
    assert main([*words, "--qti"]) == 0
    assert "no form for them: counts.trap." in capsys.readouterr().out
    assert main([*words, "--moodle"]) == main([*words, "--qti"]) == 2


@each(
    "more, why",
    [
        (["--moodle", "--qti"], "--moodle and --qti"),
        (["--nbgrader", "--variants", "2"], "--variants 2 with --nbgrader"),
        (["--moodle", "--variants", "0"], "--variants"),
    ],
)
def test_what_does_not_go_together_is_refused(more, why):
    words = ["assignment", "--topic", "counts", "--out", "nowhere", *more]
    with pytest.MonkeyPatch.context() as patch:
        said = io.StringIO()
        patch.setattr("sys.stderr", said)
        assert main(words) == 2
    assert why in said.getvalue()
