"""`mlmetrics-edu report`: from a file to a page, and what it says when that can't be."""

import shlex

import pytest

from mlmetrics_edu import cli
from mlmetrics_edu.core.words import terms
from mlmetrics_edu.plots import say
from mlmetrics_edu.plots.look import LANGUAGES
from mlmetrics_edu.workbook import report as room
from tests.cases import each
from tests.plots.test_look import places
from tests.workbook.report.pages import Page

ROWS = "label,score\n1,0.9\n0,0.8\n1,0.4\n0,0.1\n"


@pytest.fixture
def answer(capsys, tmp_path, monkeypatch, undrawn):
    """Run the command in a folder of its own; give its exit status and what it said."""
    monkeypatch.chdir(tmp_path)

    def run(text, *words, name="scores.csv"):
        if text is not None:
            (tmp_path / name).write_text(text, encoding="utf-8")
        source = () if text is None else (f"./{name}",)
        status = cli.main(["report", *source, *words])
        return status, *capsys.readouterr()

    return run


def test_a_file_becomes_a_page(answer, tmp_path):
    status, said, complaint = answer(ROWS, "--cost-fp", "1", "--cost-fn", "5")
    assert (status, complaint) == (0, "")
    assert said.startswith("report: 4 samples, 2 positive · threshold 0.4: TP 2, FP 1, FN 0, TN 1")
    page = Page((tmp_path / "report.html").read_text(encoding="utf-8"))
    assert page.text("h1") == "How good are the scores in scores.csv?"
    assert str(tmp_path) not in (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "line 3" in page.text("table")


def test_the_line_it_shows_makes_the_same_page_again(answer, tmp_path, capsys):
    name = "$(rm) 'my' \"scores\" <b>.csv"
    text = ROWS.replace("label", "it is").replace("1,", "good,").replace("\n0,", "\nbad,")
    words = ["--label", "it is", "--positive", "good", "--cost-fn", "2.5", "--p-positive", "0.1"]
    words += ["--language", "zh-Hans", "--out", "a b.html"]
    words += ["--where", "recall >= 0.5", "--where=fpr ≤ 100 %"]
    assert answer(text, *words, name=name)[0] == 0
    first = (tmp_path / "a b.html").read_bytes()
    line = [t for where, t in Page(first.decode("utf-8")).texts if where[-1] == "pre"][-1]
    assert cli.main([*shlex.split(line)[1:], "--force"]) == 0
    assert (tmp_path / "a b.html").read_bytes() == first
    assert shlex.split(line)[:3] == ["mlmetrics-edu", "report", name]


MODELS = "label,lr,rf\n1,0.9,0.8\n0,0.8,0.1\n1,0.4,0.5\n0,0.1,0.6\n"
CLASSES = "label,cat,dog,bird\ncat,.7,.2,.1\ndog,.5,.3,.2\nbird,.2,.2,.6\ncat,.4,.5,.1\n"


OF_CLASSES = ["--classes", "cat,dog,bird"]
WRITTEN = [
    (MODELS, ["--score", "lr,rf"], "4 samples, 2 positive, 2 models · AUC lr 0.750, rf 0.750"),
    (MODELS, ["--score", "rf"], "4 samples, 2 positive · threshold 0.5: TP 2, FP 1, FN 0, TN 1"),
    (CLASSES, OF_CLASSES, "4 samples, 3 classes · accuracy 0.500"),
    (CLASSES, [*OF_CLASSES, "--positive=cat"], "4 samples, 2 positive"),
    (None, ["--example", "cars"], "20 samples"),
]


# A second: two reports with their pictures are made.
@each("text, words, says", WRITTEN)
def test_models_and_classes_become_pages_and_again_the_same(answer, tmp_path, text, words, says):
    status, said, complaint = answer(text, *words, "--force")
    assert (status, complaint) == (0, "") and f"report: {says}" in said
    first = (tmp_path / "report.html").read_bytes()
    line = [t for where, t in Page(first.decode("utf-8")).texts if where[-1] == "pre"][-1]
    assert cli.main([*shlex.split(line)[1:], "--force"]) == 0
    assert (tmp_path / "report.html").read_bytes() == first


WRONG = [
    (MODELS, [], "no column 'score'"),
    (MODELS, ["--score", "lr,svm"], "no column 'svm'"),
    (MODELS, ["--score", "lr,rf", "--weight", "w"], "--weight w"),
    (CLASSES, [*OF_CLASSES, "--score", "cat"], "--classes and --score"),
    (CLASSES, ["--classes", "cat,dog"], "'bird'"),
    (CLASSES, [*OF_CLASSES, "--threshold", "0.5"], "threshold=0.5 for many"),
    (CLASSES, [*OF_CLASSES, "--cost-fn", "5"], "costs=Costs(fp=1, fn=5"),
    (CLASSES, [*OF_CLASSES, "--positive", "cow"], "positive='cow'"),
    (None, ["--example", "customers"], ""),
    (ROWS.replace("0.8", "nan"), [], "line 3: score is 'nan'"),
    (ROWS.replace("\n0,", "\n2,"), [], "has the labels"),
    ("label,score\n1,0.5\n1,0.4\n", [], "no report of 2 positives and no negative"),
    (ROWS, ["--positive", "yes"], "has the labels"),
    (ROWS, ["--p-positive", "1"], "p_positive=1"),
    (ROWS, ["--cost-fn", "-1"], "FN costs"),
    (ROWS, ["--cost-fn", "nan"], "the cost fn=nan"),
    (ROWS, ["--where", "recall"], "where='recall'"),
    (ROWS, ["--where", "recall > 1"], "no threshold has recall > 1"),
    (ROWS, ["--where", "recall > 0.1", "--threshold", "1"], "threshold=1.0, and where="),
    (ROWS, ["--language", "fr"], "language='fr'"),
    (ROWS, ["--out", "report.pdf"], "report.pdf"),
    (ROWS, ["--out", "no/such.html"], "no folder"),
]


@each("text, words, says", WRONG)
def test_what_is_wrong_is_said_in_three_parts(answer, tmp_path, text, words, says):
    status, said, complaint = answer(text, *words)
    assert (status, said, len(complaint.splitlines())) == (2, "", 3)
    assert says in complaint and list(tmp_path.glob("*.html")) == []


def test_every_phrase_is_said_in_three_languages_with_the_same_places():
    phrases = say.phrases(room.__name__)
    assert len(phrases) > 100
    for key, phrase in phrases.items():
        assert list(phrase) == list(LANGUAGES), key
        assert all(phrase.values()), key
        assert len({places(text) for text in phrase.values()}) == 1, key


def test_no_phrase_hides_a_term_or_one_of_the_pictures():
    ours = say.phrases(room.__name__).keys()
    assert not ours & (say.phrases().keys() | terms().keys())
