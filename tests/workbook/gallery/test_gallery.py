"""The gallery: every figure is drawn, says what it shows, and is stored as its data give it."""

import ast
import json
from pathlib import Path

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu import cli
from mlmetrics_edu.plots.look import LANGUAGES, style
from mlmetrics_edu.plots.picture import alternative_text, in_few_colours
from mlmetrics_edu.workbook import gallery, lessons
from mlmetrics_edu.workbook.gallery import files
from tests.cases import EXPLORE, USUAL, each
from tests.plots.looks import assert_legible
from tests.plots.vision import confused
from tests.workbook.gallery.known import KNOWN, assert_known
from tests.workbook.gallery.shown import UNPACKED, drawn, needs_pictures

HERE = Path(__file__).resolve().parent
STORED = HERE.parents[2] / "figures"
FEW = "cars-counted"
STALE = "if it is meant: python -m mlmetrics_edu figures ID --force"


@pytest.fixture
def drawn_once(monkeypatch):
    """Compare the figures that other tests have drawn already."""
    draw = gallery.Figure.picture

    def picture(figure, *look):  # `drawn` itself asks for a look, where it hasn't been drawn yet
        return draw(figure, *look) if look else drawn(figure.id)

    monkeypatch.setattr(gallery.Figure, "picture", picture)


# All of it in one test: another might run in another process, which would draw everything anew.
@pytest.mark.parametrize("lesson", sorted({gallery.find(id).lesson for id in mm.figures()}))
def test_its_figures_say_what_they_show_and_are_stored(lesson, drawn_once):
    @each("id", [id for id in mm.figures() if gallery.find(id).lesson == lesson])
    def looked_at(id):
        picture = drawn(id)
        assert_known(id, picture.axes)
        if not UNPACKED:
            assert files.drift(STORED, [id]) == [], STALE
        index = files.index({id: alternative_text(picture)})
        row = [line for line in index.splitlines() if f"<code>{id}</code>" in line]
        assert row and {*row} <= {*_stored_index()}, "make figures"
        assert alternative_text(picture).strip()

    looked_at()


@pytest.mark.driven
@each("number, id", enumerate(mm.figures()))
def test_a_figure_is_legible_and_needs_no_colours(number, id):
    picture = drawn(id)
    assert_legible(picture.axes[0])
    assert confused(picture) == []
    # Each plot is judged in Chinese beside its own tests.
    for turn, language in enumerate(LANGUAGES[1:]):
        if EXPLORE or number % (4 * USUAL) == turn:
            assert_legible(mm.figure(id, language).axes[0])


def _stored_index():
    return (STORED / files.INDEX).read_text("utf-8").splitlines()


@each("language", LANGUAGES)
def test_a_figure_has_a_caption_in_every_language(language):
    with style(language=language):
        assert [id for id in mm.figures() if not gallery.find(id).caption.strip()] == []


@each("id", mm.figures())
def test_a_figure_has_a_source_and_numbers(id):
    found = gallery.find(id)
    assert found.source and found.status in gallery.STATUS
    assert all(isinstance(name, str) and value == value for name, value in found.numbers.items())


def test_every_figure_is_compared_with_numbers_from_elsewhere():
    tested = {id for path in HERE.glob("test_*.py") for id in _tested(path)}
    assert tested | {*KNOWN} == set(mm.figures())


def _tested(path):
    """List the ids in the ``@of(…)`` of a file of tests."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "of":
            yield from (ast.literal_eval(id) for id in node.args)


@needs_pictures
def test_every_figure_is_stored_and_nothing_else():
    names = {path.name for path in STORED.iterdir()}
    pictures = {f"{id}.{form}" for id in mm.figures() for form in ("png", "svg")}
    assert names == pictures | {files.INDEX, files.RECORD}
    assert json.loads((STORED / files.RECORD).read_text("utf-8")).keys() == {*mm.figures()}


def test_around_its_rows_the_stored_index_is_the_one_that_would_be_written(monkeypatch):
    # Each row is compared above, where the figure is drawn.
    rows = {
        line.split("<code>")[1].split("</code>")[0]: line
        for line in _stored_index()
        if "<code>" in line
    }
    assert {*rows} == {*mm.figures()}, "make figures"
    monkeypatch.setattr(files, "_cell", lambda figure, _: rows[figure.id])
    assert files.index(dict.fromkeys(mm.figures())).splitlines() == _stored_index(), "make figures"


def test_a_second_run_changes_no_file(tmp_path):
    forms = ["png", "svg", "pdf"]
    first = files.draw(tmp_path, [FEW], formats=forms)
    before = {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in first}
    files.draw(tmp_path, [FEW], formats=forms)
    assert {p: (p.stat().st_mtime_ns, p.read_bytes()) for p in first} == before


def test_files_of_somebody_else_are_not_replaced(tmp_path):
    (tmp_path / f"{FEW}.png").write_text("mine")
    with pytest.raises(mm.MetricError, match=f"{FEW}.png is already in"):
        files.draw(tmp_path, [FEW])
    assert (tmp_path / f"{FEW}.png").read_text() == "mine" and len(list(tmp_path.iterdir())) == 1
    assert files.draw(tmp_path, [FEW], force=True)


def test_pictures_are_stored_in_few_colours(tmp_path):
    files.draw(tmp_path, [FEW], formats=["png"])
    pictures = {p.name: p.read_bytes() for f in (STORED, tmp_path) for p in f.glob("*.png")}
    large = [name for name, png in pictures.items() if in_few_colours(png) is not png]
    assert large == [], "python -m mlmetrics_edu figures ID --force"


def test_a_drift_is_named(tmp_path, monkeypatch, drawn_once):
    some = {id: gallery.find(id) for id in ("cars-ranked", FEW, "zhou-2.3", "fawcett-3")}
    monkeypatch.setattr(files, "registered", lambda: some)
    record = json.loads((STORED / files.RECORD).read_text("utf-8"))
    record = {id: record[id] for id in some}
    for id in (*some,)[1:]:
        (tmp_path / f"{id}.png").touch()
    record[FEW]["numbers"]["TP at step 5"] = 3
    record["zhou-2.3"]["data"]["lines"]["mean by place"] *= 1 + 1e-6
    record["fawcett-3"]["data"]["lines"]["mean"] *= 1 + 1e-12  # as on another machine
    record["gone"] = {}
    (tmp_path / files.RECORD).write_text(json.dumps(record), "utf-8")
    assert files.drift(tmp_path) == [
        "cars-ranked: its picture isn't there",
        f"{FEW}: TP at step 5 was 3, is 2",
        "zhou-2.3: lines has changed",
        "gone: no figure has that id any more",
    ]


def test_the_mark_of_a_picture_changes_with_its_data():
    cars = mm.example("cars")
    swept = mm.sweep(cars.y_true, cars.y_score, ids=cars.ids)
    marks = [files.of_picture(mm.plots.ranking(swept, t).figure) for t in (0.45, 0.45, 0.5)]
    assert marks[0] == marks[1] != marks[2]


def test_an_unknown_figure_is_told_its_neighbours():
    with pytest.raises(mm.UnknownNameError, match="did you mean cars-counted"):
        mm.figure("cars-count")


def test_a_figure_is_registered_once():
    with pytest.raises(ValueError, match="there twice"):
        gallery.register(FEW)(print)


def test_the_command_lists_draws_and_checks(tmp_path, capsys):
    where = ["--out", str(tmp_path / "drawn")]
    assert cli.main(["figures", "--list", FEW, "--language", "zh-Hans"]) == 0
    assert capsys.readouterr().out.startswith(f"{FEW}: 沿二十张图片")
    assert cli.main(["figures", FEW, "--format", "svg", *where]) == 0
    assert "2 files are in" in capsys.readouterr().out
    assert {p.name for p in (tmp_path / "drawn").iterdir()} == {f"{FEW}.svg", files.RECORD}
    assert cli.main(["figures", "--check", FEW, "--format", "svg", *where]) == 0
    assert cli.main(["figures", "--check", "--format", "svg", *where]) == 1
    assert "cars-ranked: not drawn yet" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words", [["nobody"], ["--format", "bmp"], ["--language", "fr"], ["--check", "nobody"]]
)
def test_what_the_command_cant_do_is_said_in_three_parts(words, tmp_path, capsys):
    assert cli.main(["figures", *words, "--out", str(tmp_path)]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 3


def test_a_figure_names_a_lesson_that_shows_it():
    folder, shown = lessons.folder(), {}
    for path in [*folder.glob("[0-9][0-9]-*.ipynb"), *folder.glob("deeper/*.ipynb")]:
        text = path.read_text(encoding="utf-8")
        for id in (id for id in mm.figures() if f'figure(\\"{id}\\"' in text):
            shown.setdefault(id, set()).add(int(path.name[:2]))
    assert {id: where for id, where in shown.items() if gallery.find(id).lesson not in where} == {}
    assert len(shown) > 40
