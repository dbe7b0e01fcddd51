"""The pages to look things up in say what the library does, and all of it; so do the exercises."""

import ast
import inspect
import re
from functools import partial
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu import cli, detection, metrics
from mlmetrics_edu.core import words
from mlmetrics_edu.core.errors import did_you_mean
from mlmetrics_edu.workbook import lessons, reference
from mlmetrics_edu.workbook.exercises import TOPICS
from tests.cases import each

PACKAGE = Path(mm.__file__).parent
# Names of things rather than ways to count them, and the layout of somebody's file.
NO_CONVENTIONS = {*"name repaired rate which middle form right kind ignore".split()}
NO_CONVENTIONS |= {"columns: each key"}


def chosen():
    """Find every choice by name that a function offers: its argument, and the names."""
    for path in [*PACKAGE.glob("metrics/**/*.py"), *PACKAGE.glob("detection/**/*.py")]:
        names = {}
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("choice", "choice"):
                names[ast.unparse(node.args[2]).strip("'")] = path
        yield from names.items()


def test_every_choice_by_name_is_listed():
    listed = {where.rpartition(".")[2] for c in reference.known().values() for where in c.where}
    offered = {name for name, _ in chosen()} - NO_CONVENTIONS - {"argument"}
    assert offered <= listed | {"weights"}


PLACES = [(key, where) for key, c in reference.known().items() for where in c.where]


@each("key, where", PLACES)
def test_the_default_is_one_of_the_values(key, where):
    default = reference.parameter(where).default
    values = reference.known()[key].values
    assert default in (inspect.Parameter.empty, None) or str(default) in values


SWEEP, BOX = mm.sweep([1, 0], [2, 1]), [[0, 0, 1, 1]]
MATRIX, COUNTS = mm.ConfusionMatrix([[2, 1], [0, 3]], ["a", "b"]), mm.Confusion(1, 1, 1, 1)
SCENE = mm.example("two-rules")
OF_SWEEPS = "retied tie_range pr auc auc_standard_error ks ks_statistic cost_curve".split()
CALLS = {  # enough to reach the door where the choice is looked at
    **{name: partial(getattr(mm, name), SWEEP) for name in OF_SWEEPS},
    "sweep": partial(mm.sweep, [1, 0], [2, 1]),
    "average_precision": lambda **bad: mm.average_precision(SWEEP, **{"rule": "coco", **bad}),
    "Confusion.table": COUNTS.table,
    "Confusion.letters": COUNTS.letters,
    "ConfusionMatrix.table": MATRIX.table,
    "ConfusionMatrix.average": partial(MATRIX.average, "f1"),
    "multilabel_map": partial(mm.multilabel_map, [[1, 0], [0, 1]], [[2, 1], [1, 2]]),
    "retrieval_average_precision": partial(mm.retrieval_average_precision, [1, 0]),
    "mean_iou": partial(mm.mean_iou, [[1, 0], [0, 1]]),
    "ssim": partial(mm.ssim, [[1.0]], [[1.0]], data_range=1),
    **{name: partial(getattr(mm, name), [1, 2], [1, 2]) for name in ("r2", "mape")},
    "log_loss": partial(mm.log_loss, [1, 0], [0.9, 0.1]),
    "mcnemar": partial(mm.mcnemar, MATRIX),
    "iou": partial(mm.iou, *BOX, *BOX),
    "convert_boxes": partial(mm.convert_boxes, BOX, "xyxy"),
    "iou_matrix": partial(mm.iou_matrix, BOX, BOX),
    "match": partial(mm.match, SCENE.truth, SCENE.detections),
    "detection_map": partial(mm.detection_map, SCENE.truth, SCENE.detections),
}
CHOICES = [
    (c, *where.rpartition(".")[::2]) for c in reference.known().values() for where in c.where
]


@each("convention, function, argument", [one for one in CHOICES if one[1] in CALLS])
def test_the_values_are_those_that_the_function_takes(convention, function, argument):
    with pytest.raises(mm.MetricError) as refused:
        CALLS[function](**{argument: "no such way"})
    named = {*re.findall(r"'([^']*)'", str(refused.value).partition("do:")[2])}
    values = {*convention.values}
    assert values <= named | {"in-order"} and named - {"all"} <= values | named


def test_each_convention_says_what_each_value_means():
    for convention in reference.known().values():
        assert set(convention.who) <= set(convention.values) and all(convention.values.values())
        assert convention.asks.endswith((".", "?"))


def test_every_metric_of_the_rates_is_in_the_catalogue():
    assert {f for f in mm.rates().to_frame()["name"] if f in words.terms()} <= set(
        reference.formulas()
    )


def declared(value):
    """Find the formulas of a module, a table, a row."""
    if isinstance(value, mm.Formula):
        yield value.name
    elif isinstance(value, dict | list | tuple):
        for part in value.values() if isinstance(value, dict) else value:
            yield from declared(part)


def test_no_formula_that_is_declared_is_left_out():
    rooms = (metrics, detection)
    paths = [walk_packages(room.__path__, f"{room.__name__}.") for room in rooms]
    modules = [import_module(found.name) for room in paths for found in room]
    names = {name for module in modules for name in declared(list(vars(module).values()))}
    names -= {"TP", "FP", "FN", "TN"}  # which are counted, and only sometimes worked out
    assert names & {*words.terms()} <= {*reference.formulas()}, "add it to glossary.DECLARED"


def test_a_term_belongs_to_the_first_lesson_that_lists_it():
    where = reference.taught()
    assert (where["precision"].number, where["iou"].number) == (1, 13)


@each("name", reference.PAGES)
def test_the_stored_page_is_what_the_library_says(name):
    stored = (lessons.folder() / name).read_text(encoding="utf-8")
    assert stored == reference.PAGES[name](), "python -m tests.notebooks.rerun --pages"


@each("name", reference.PAGES)
def test_links_lead_somewhere(name):
    for target in re.findall(r"\]\(([^)]+)\)", reference.PAGES[name]()):
        assert (lessons.folder() / target).exists()


def shown(capsys, *words):
    """Run a command that looks something up."""
    status = cli.main(list(words))
    return status, capsys.readouterr()


@pytest.mark.parametrize("word", ["recall", "查全率", "召回率", "hit_rate", "Sensitiv"])
def test_a_word_is_found_in_any_language(word, capsys):
    status, said = shown(capsys, "glossary", word)
    assert status == 0 and "TP / (TP + FN)" in said.out


def test_a_convention_is_found_by_a_part_of_it(capsys):
    status, said = shown(capsys, "conventions", "pycocotools")
    assert status == 0 and "in-order" in said.out and "probability-cost" not in said.out


@pytest.mark.parametrize("command", ["glossary", "conventions"])
def test_a_word_that_is_nowhere_is_refused(command, capsys):
    status, said = shown(capsys, command, "xyzzy")
    assert status == 2 and "no " in said.err and "why:" in said.err and "do:" in said.err
    assert shown(capsys, command)[0] == 0


MISSPELT = {  # what is asked for: where, how, and what is meant
    "precision": lambda: mm.glossary(["precison"]),
    "recall": lambda: mm.glossary("precision Recal"),
    "average_precision": lambda: mm.glossary(["查准"]),
    "costs": lambda: mm.exercises("cots"),
    "pr.precision-at-5": lambda: mm.exercise("pr.precison-at5"),
    "zhou-2.3": lambda: mm.figure("zhou2.3"),
    "cars": lambda: mm.example("Crs"),
    "f1": lambda: mm.Confusion(1, 1, 1, 1).rate("F_1"),
    "prevalence": lambda: reference.glossary(["prevalance"]),
    "查准率": lambda: reference.glossary(["查准律"]),
    "grouped": lambda: reference.holding(["groupd"]),
}


def test_a_misspelt_word_is_told_what_comes_near():
    for meant, ask in MISSPELT.items():
        with pytest.raises(mm.UnknownNameError) as refused:
            ask()
        assert re.search(rf"(did you mean|a word of) .*{re.escape(meant)}", str(refused.value)), (
            meant
        )
    many = [f"term_{n}" for n in range(9)]
    assert did_you_mean("term", many, "").count(" or ") == 2
    for nothing in ([""], [3], [None], ["xyzzy"]):
        with pytest.raises(mm.UnknownNameError, match=r"none of .* terms comes near it"):
            mm.glossary(nothing)


def test_a_term_is_found_by_any_of_its_names():
    for called in ("mean_iou", "mean iou", "Mean IoU", "mIoU", "平均交并比"):
        assert words.term(called).en == "mean IoU"
    assert (
        words.term("灵敏度").en == words.term("recall").en
        and words.term("AUC").hans == words.term("auc").hans
    )
    assert str(mm.glossary("mean IoU")) == str(mm.glossary(["mean_iou"]))
    with pytest.raises(mm.UnknownNameError, match="a word of recall"):
        words.term("recal")


def test_a_glossary_takes_terms_as_a_text_or_as_a_list():
    assert str(mm.glossary("recall macro_f1 f2")) == str(mm.glossary(["recall", "macro_f1", "f2"]))
    assert reference.glossary(["bookmaker"]).title == "1 term"


FOLDER = lessons.folder()


@each("topic", TOPICS)
def test_a_notebook_asks_every_question_of_its_topic(topic):
    path = FOLDER / reference.FOLDER / reference.sheet_name(topic)
    fix = f"python -m tests.notebooks.rerun {path.relative_to(FOLDER.parent)}"
    assert reference.sources(path) == [cell["source"] for cell in reference.sheet_cells(topic)], fix


def test_there_is_no_other_notebook():
    stored = {path.name for path in (FOLDER / reference.FOLDER).glob("*.ipynb")}
    assert stored == {reference.sheet_name(topic) for topic in TOPICS}


@each(
    "lesson, topic", [(lesson, topic) for topic in TOPICS for lesson in reference.lessons_of(topic)]
)
def test_a_lesson_ends_with_some_exercises_and_the_others_lie_beside_it(lesson, topic):
    whole = "\n".join(reference.sources(FOLDER / lesson.file))
    asked = re.findall(r'^q\d+ = mm\.exercise\("([^"]+)"(?:, seed=\d+)?\)$', whole, re.M)
    assert len(asked) == len({*asked}) >= 5 and {*asked} <= {*mm.exercises(topic)}
    checked = re.findall(r"^q(\d+)\.check\(answer(\d+)\)$", whole, re.M)
    assert checked == [(str(n), str(n)) for n in range(1, len(asked) + 1)]
    assert "mm.check(" not in whole


def test_two_lessons_share_the_exercises_of_the_last_topic():
    numbers = [lesson.number for lesson in reference.lessons_of("choosing")]
    assert numbers == [16, 17]
    assert "[lesson 17](../17-" in reference.sheet_cells("choosing")[0]["source"]
    for lesson in reference.lessons_of("choosing"):
        assert "](exercises/16-choosing.ipynb)" in "\n".join(
            reference.sources(FOLDER / lesson.file)
        )
    assert [reference.lessons_of(topic)[0].number for topic in TOPICS] == [*TOPICS.values()]
    places = {id: mm.exercise(id).place for id in mm.exercises("choosing")}
    assert "lesson 16" in places["choosing.lazy-man"] and "lesson 17" in places["choosing.luck"]
