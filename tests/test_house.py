"""The house itself: who may import whom, what is pinned, and that all doors lead to `make test`."""

import ast
import json
import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from graphlib import TopologicalSorter
from importlib.util import resolve_name
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import mlmetrics_edu as mm
from mlmetrics_edu.workbook.doctor import IMPORTED_AS
from tests.cases import each
from tests.notebooks import laws
from tools import house

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "mlmetrics_edu"
ROOMS = ["by_hand", "core", "metrics", "detection", "plots", "live", "workbook", "cli"]
DOORS = {"__init__", "__main__"}  # of the package itself: they may open every room
HEAVY = {
    *("pandas", "matplotlib", "seaborn", "tabulate", "IPython", "nbformat", "ipywidgets"),
    *("jupyterlab", "jupyter_client", "jupyter_server", "tqdm", "scipy", "dask"),
    *("jinja2", "qti_package_maker", "pycocotools", "anywidget", "traitlets", "math_core"),
    "packaging",  # not heavy, but the doctor has to speak without it
}
SCREEN = 40  # lines
LONGEST = 700  # lines of a file
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def module_name(path):
    """Name the module in a file, as importers would."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


SOURCES = {module_name(path): path for path in sorted(PACKAGE.rglob("*.py"))}


@cache
def parsed(name):
    """Parse a module once for all tests, and not while tests are collected."""
    return ast.parse(SOURCES[name].read_text(encoding="utf-8"))


def imports(name, tree):
    """List the modules that a module imports, in full, and the nodes that say so."""
    package = name if (ROOT.joinpath(*name.split(".")) / "__init__.py").exists() else None
    package = package or name.rpartition(".")[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package)
            for alias in node.names:
                full = f"{base}.{alias.name}"
                yield (full if full in SOURCES else base), node


def run(name, tree):
    """List the imports that happen: what a type checker alone reads can't lead in a circle."""
    read = [
        n for n in ast.walk(tree) if isinstance(n, ast.If) and "TYPE_CHECKING" in ast.dump(n.test)
    ]
    only = {id(inner) for block in read for node in block.body for inner in ast.walk(node)}
    yield from (found for found in imports(name, tree) if id(found[1]) not in only)


def room(name):
    """Tell the room of a module of ours; the package itself has none."""
    return f"{name}.".split(".")[1]


@each("name", [name for name in SOURCES if room(name) not in {"", *DOORS}])
def test_a_room_imports_only_rooms_before_it(name):
    allowed = ROOMS[: ROOMS.index(room(name)) + 1]
    ours = [other for other, _ in imports(name, parsed(name)) if other.startswith("mlmetrics_edu")]
    assert [other for other in ours if room(other) not in allowed] == []


def test_no_import_leads_in_a_circle():
    graph = {
        name: {other for other, _ in run(name, tree)}
        for name, tree in ((name, parsed(name)) for name in SOURCES)
    }
    TopologicalSorter({name: found - {name} for name, found in graph.items()}).prepare()


@each("name", SOURCES)
def test_only_heavy_libraries_are_imported_late(name):
    late = {
        other.split(".")[0]
        for function in functions(parsed(name))
        for other, _ in imports(name, function)
    }
    # A command loads what it needs when it is asked for; the doctor's own must always load.
    assert late <= HEAVY | ({"mlmetrics_edu"} if name == "mlmetrics_edu.cli" else set())


def test_every_licence_is_there_and_named_in_the_metadata():
    found = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("LICENSE*")}
    theirs = [*PACKAGE.rglob("OFL*"), *PACKAGE.rglob("LICENSE-*")]
    found |= {path.relative_to(ROOT).as_posix() for path in theirs}
    assert found == {*PROJECT["license-files"]}
    first = [(ROOT / file).read_text("utf-8")[:400] for file in PROJECT["license-files"]]
    names = ("MIT License", "Attribution 4.0", "SIL", "MIT License")
    granted = ("free of charge, to any person", "MIT license")
    for text, name in zip(first, (*names, *granted), strict=True):
        assert name in text
    assert PROJECT["license"] == "MIT AND CC-BY-4.0 AND OFL-1.1"


def test_lessons_import_only_what_the_lab_installs():
    extras = PROJECT["optional-dependencies"]["lab"]
    names = {Requirement(asked).name for asked in [*PROJECT["dependencies"], *extras]}
    here = {IMPORTED_AS.get(name, name) for name in names} | {"mlmetrics_edu"}
    lessons = sorted((ROOT / "notebooks").rglob("*.ipynb"))
    cells = [cell for path in lessons for cell in laws.code_cells(json.loads(path.read_bytes()))]
    found = {other.split(".")[0] for cell in cells for other, _ in imports("", laws.tree(cell))}
    assert found - here - sys.stdlib_module_names == set()


def functions(tree):
    """List every function in a tree."""
    return [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]


def body_lines(function):
    """Count the lines of a function's body, without its docstring."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return body[-1].end_lineno - body[0].lineno + 1 if body else 0


def test_functions_are_small():
    lengths = {
        f"{name}.{function.name}": body_lines(function)
        for name, tree in ((name, parsed(name)) for name in SOURCES)
        for function in functions(tree)
    }
    assert {name: length for name, length in lengths.items() if length > SCREEN} == {}


def test_files_are_read_in_one_sitting():
    lengths = {name: path.read_text("utf-8").count("\n") for name, path in SOURCES.items()}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


# The house grows no more: whoever adds a line takes one away, and lowers the figure then.
MOST = {"mlmetrics_edu": {"files": 140, "code lines": 36_200}, "tests": {"code lines": 26_000}}
NAMES = {mm: 151, mm.plots: 39}


# Seconds: every file is cut into its tokens.
def test_the_house_is_no_larger_than_it_was():
    for folder, most in MOST.items():
        sources = [path.read_text("utf-8") for path in (ROOT / folder).rglob("*.py")]
        counted = {"files": len(sources), "code lines": sum(map(house.code_lines, sources))}
        assert {name: counted[name] for name in most if counted[name] > most[name]} == {}
    assert {space.__name__: len(space.__all__) for space in NAMES} == {
        space.__name__: min(len(space.__all__), most) for space, most in NAMES.items()
    }


# What a learner asks, and where it is read: in a file that its name gives away, in one screen.
QUESTIONS = {
    "How are TP and FP counted down the ranking?": "metrics/counting.py in_line",
    "How is the area under the ROC curve added up?": "metrics/auc.py _squares",
    "Which pairs make the AUC?": "metrics/auc.py _pairs",
    "What does average precision add up?": "metrics/average_precision.py terms",
    "How high is a trapezoid of AP?": "metrics/average_precision.py trapezoid",
    "Where is KS found?": "metrics/ks.py ks_statistic",
    "Where does precision equal recall?": "metrics/thresholds.py break_even",
    "Where are both error rates equal?": "metrics/thresholds.py equal_error_rate",
    "What are the corners of the ROC hull?": "metrics/curves.py corners",
    "Which threshold is best?": "metrics/ks.py best_rows",
    "What becomes of 0/0?": "core/formula.py instead",
    "How is F1 averaged over classes?": "metrics/means.py average",
    "How are samples drawn anew?": "metrics/bootstrap.py _draw",
    "How far do two boxes overlap?": "detection/boxes.py overlaps",
    "Which detection finds which object?": "detection/protocols.py assign",
    "Why is a detection a duplicate?": "detection/match.py _duplicate",
    "Which boxes does NMS suppress?": "detection/nms.py _greedy",
    "Which twelve numbers does COCO report?": "detection/protocols.py reported",
    "What does an error of one type cost?": "detection/error_types.py cost",
    "Where does Wilson's interval end?": "metrics/intervals.py _ends",
    "How are the curves of folds averaged?": "metrics/bootstrap.py fold_mean",
    "How is a CSV divided into fields?": "core/table_files.py _divided",
    "How is a name placed beside a curve?": "plots/placing.py _move",
}
# Public names, and a number that each gives: its arithmetic is at most two files away.
CARS = mm.sweep([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.6, 0.3, 0.1])
NUMBERS = {
    "auc": mm.auc(CARS),
    "average_precision": mm.average_precision(CARS),
    "break_even": mm.break_even(CARS),
    "equal_error_rate": mm.equal_error_rate(CARS),
    "ks_statistic": mm.ks_statistic(CARS),
    "Confusion": mm.Confusion(4, 3, 2, 11).mcc,
    "iou": mm.iou((0, 0, 2, 2), (1, 1, 3, 3)),
}


def test_no_name_is_that_of_three_files():
    names = [path.name for path in PACKAGE.rglob("*.py") if path.stem not in DOORS]
    assert {name for name in names if names.count(name) > 2} == set()


@each("question", QUESTIONS)
def test_a_learners_question_is_answered_in_one_screen(question):
    file, name = QUESTIONS[question].split()
    tree = parsed(module_name(PACKAGE / file))
    (function,) = [one for one in functions(tree) if one.name == name]
    assert function.end_lineno - function.lineno < SCREEN + 10


@each("name", NUMBERS)
def test_arithmetic_is_two_files_from_a_public_name_at_most(name):
    home = getattr(mm, name).__module__
    near = [home, *(other for other, _ in imports(home, parsed(home)) if other in SOURCES)]
    expression = NUMBERS[name].formula.expression
    assert any(expression in ast.unparse(parsed(module)) for module in near)


def test_importing_it_is_light():
    code = "import sys, mlmetrics_edu; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert not {"pandas", "matplotlib", "seaborn", "scipy", "IPython"} & set(loaded.stdout.split())


def pins(file):
    """Read a constraints file: its lines without comments."""
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@each("file", ["constraints.txt", "constraints-oldest.txt"])
def test_constraints_hold_versions_and_no_address(file):
    assert [pin for pin in pins(file) if not re.match(r"[\w.-]+==[\w.*+]+( ; [^/@]+)?$", pin)] == []


def test_constraints_cover_and_satisfy_what_is_asked():
    extras = PROJECT["optional-dependencies"]
    named = ("lab", "test", "site", "dask", "masks")  # the last two by "test"
    ours = [*PROJECT["dependencies"], *(line for name in named for line in extras[name])]
    asked = (r for r in map(Requirement, ours) if r.name != PROJECT["name"])
    pinned = [Requirement(pin) for pin in pins("constraints.txt")]
    for requirement in asked:
        versions = [version_of(pin) for pin in pinned if pin.name == requirement.name]
        assert versions, requirement
        assert all(map(requirement.specifier.contains, versions)), requirement


def test_the_oldest_set_is_the_oldest_that_the_metadata_admits():
    oldest = {pin.name: version_of(pin) for pin in map(Requirement, pins("constraints-oldest.txt"))}
    asked = {r.name: r.specifier for r in map(Requirement, PROJECT["dependencies"])}
    assert oldest.keys() == asked.keys()
    for name, specifier in asked.items():
        bound = str(specifier).removeprefix(">=")
        assert f"{oldest[name]}.".startswith(f"{bound}.") or bound.startswith(oldest[name]), name


def version_of(pin):
    """Take the version out of a pin; of 2.0.* that is 2.0."""
    return str(pin.specifier).removeprefix("==").removesuffix(".*")


def test_contributing_is_short_and_says_what_each_library_is_for():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 150
    rows = re.findall(r"^\| ([a-z].*?) \| ", text, re.MULTILINE)
    named = {name for row in rows for name in re.split(r", | · |: ", row)} - {"library", "extras"}
    extras = [PROJECT["optional-dependencies"][name] for name in ("masks", "dask", "lms")]
    asked = [*PROJECT["dependencies"], *(line for extra in extras for line in extra)]
    assert named == {Requirement(line).name for line in asked}


@each("file", [".ci/run", ".github/workflows/tests.yml"])
def test_every_door_leads_to_make_test(file):
    assert "make test" in (ROOT / file).read_text(encoding="utf-8")


@pytest.mark.skipif(not shutil.which("make"), reason="there is no make here")
def test_make_lists_what_it_can_do():
    shown = subprocess.run(["make", "-C", ROOT], capture_output=True, text=True, check=True).stdout
    listed = set(re.findall(r"^  (\w+) ", shown, flags=re.M))
    assert listed == {
        *("help", "lab", "test", "quick", "explore"),
        *("machines", "figures", "notebooks", "site", "drive", "bench", "clean"),
    }


def test_a_table_of_cases_names_every_row_that_fails():
    @each("a, b", [(1, 1), (1, 2), (2, 3)])
    def equal(a, b):
        assert a == b

    with pytest.raises(ExceptionGroup, match="2 of 3 cases fail") as caught:
        equal()
    notes = [error.__notes__ for error in caught.value.exceptions]
    assert notes == [["with a = 1, b = 2"], ["with a = 2, b = 3"]]


def test_a_table_in_text_is_divided_in_one_place():
    readers = re.compile(r"csv\.(reader|DictReader)|read_csv|genfromtxt|loadtxt")
    files = {path for path in PACKAGE.rglob("*.py") if readers.search(path.read_text("utf-8"))}
    assert files == {PACKAGE / "core" / "table_files.py"}


def private_names(tree):
    """List the private names of the package that a test imports, or asks a module of it for."""
    ours = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("mlmetrics_edu")
    ]
    imported = {alias.asname or alias.name for node in ours for alias in node.names}
    asked = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") in imported
    }
    return {name for name in imported | asked if re.match(r"_(?!_|repr_)", name)}


def test_no_test_imports_a_private_name():  # it knows what is public, and not how it is done
    files = {
        path.relative_to(ROOT / "tests").as_posix(): path for path in ROOT.glob("tests/**/*.py")
    }
    found = {
        name: private_names(ast.parse(path.read_text("utf-8"))) for name, path in files.items()
    }
    assert {name: private for name, private in found.items() if private} == {}
