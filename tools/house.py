"""The size of the house, and how far one walks in it: files, code, and the files of ten calls.

    python tools/house.py                 # this checkout
    python tools/house.py --files         # with the files of each walk

Code lines are counted by tokens: no docstrings, comments or blanks. A walk counts the project's
files in which code runs from a public call to its number, or to its printed working.
"""

import argparse
import ast
import contextlib
import io
import sys
import tempfile
import tokenize
from collections.abc import Callable, Iterator
from pathlib import Path

PACKAGE = Path(__file__).resolve().parents[1] / "mlmetrics_edu"
LAYOUT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


def code_lines(source: str) -> int:
    """Count the lines that hold code."""
    texts = {
        line
        for body in _bodies(ast.parse(source))
        if isinstance(first := body[0], ast.Expr)
        and isinstance(first.value, ast.Constant)
        and isinstance(first.value.value, str)
        for line in range(first.lineno, first.end_lineno + 1)
    }
    lines = {
        line
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type not in LAYOUT
        for line in range(token.start[0], token.end[0] + 1)
    }
    return len(lines - texts)


def _bodies(node: ast.AST) -> Iterator[list[ast.stmt]]:
    """List what may open with a docstring, without a look at any expression."""
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and node.body:
        yield node.body
    for part in ("body", "orelse", "finalbody", "handlers", "cases"):
        for statement in getattr(node, part, None) or ():
            yield from _bodies(statement)


def sizes(folder: Path) -> dict[str, int]:
    """Count files, lines, code, functions and names."""
    sources = [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.py"))]
    nodes = [node for source in sources for node in ast.walk(ast.parse(source))]
    functions = [n.name for n in nodes if isinstance(n, ast.FunctionDef)]
    stored = {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    classes = [n.name for n in nodes if isinstance(n, ast.ClassDef)]
    return {
        "files": len(sources),
        "lines": sum(source.count("\n") for source in sources),
        "code lines": sum(map(code_lines, sources)),
        "functions": len(functions),
        "classes": len(classes),
        "names": len({*functions, *classes, *stored}),
    }


def walks() -> Iterator[tuple[str, Callable, Callable]]:
    """List ten walks: a name, the call, and how its working is looked at."""
    import mlmetrics_edu as mm

    cars, toy = mm.example("cars"), mm.example("toy-cats")
    sweep, counts = mm.sweep(cars.y_true, cars.y_score), mm.Confusion(4, 3, 2, 11)
    classes = mm.ConfusionMatrix.from_labels([*"aabbcc"], [*"ababcb"])
    result = mm.detection_map(toy.truth, toy.detections, "coco")
    question = mm.exercise("pr.precision-at-5", seed=1)
    folder = tempfile.TemporaryDirectory()
    scores = Path(folder.name, "scores.csv")
    scores.write_text("label,score\n1,0.9\n0,0.4\n")
    yield "auc", lambda: mm.auc(sweep), lambda auc: print(auc.working, auc.steps)
    for rule in ("step", "trapezoid", "davis-goadrich", "voc2007", "voc2010", "coco"):
        yield (
            f"average_precision, {rule}",
            lambda rule=rule: mm.average_precision(sweep, rule),
            lambda ap: print(ap.working, ap.steps),
        )
    yield "ks_statistic", lambda: mm.ks_statistic(sweep), lambda ks: print(ks.working)
    yield "break_even", lambda: mm.break_even(sweep), lambda point: print(point.working)
    yield "mcc", lambda: counts.mcc, lambda mcc: print(mcc.working)
    yield "macro F1", lambda: classes.average("f1", "macro"), lambda f1: print(f1.working)
    yield "iou", lambda: mm.iou((0, 0, 2, 2), (1, 1, 3, 3)), lambda iou: print(iou.working)
    yield "match", lambda: mm.match(toy.truth, toy.detections), print
    yield (
        "COCO's summary",
        lambda: mm.detection_map(toy.truth, toy.detections, "coco").summary,
        lambda _: print(result),
    )
    yield "exercise.check", lambda: question.check(0.5), print
    yield "plots.roc", lambda: mm.plots.roc(sweep), lambda ax: None
    yield "a CSV's trace", lambda: _terminal("trace", str(scores)), lambda _: None


def _terminal(*words: str) -> int:
    from mlmetrics_edu import cli

    return cli.main(list(words))


def visited(call: Callable) -> tuple[object, set[str]]:
    """Call, and list the project's files in which a function ran."""
    files: set[str] = set()

    def look(frame, event, _):
        if event == "call" and frame.f_code.co_name != "<module>":
            files.add(frame.f_code.co_filename)

    sys.setprofile(look)
    try:
        answer = call()
    finally:
        sys.setprofile(None)
    ours = {str(Path(f).relative_to(PACKAGE)) for f in files if f.startswith(str(PACKAGE))}
    return answer, ours - {"__init__.py"}


def arithmetic(answer) -> str:
    """Name the file in which the formula of a number stands, if it has one."""
    formula = getattr(answer, "formula", None)
    if formula is None:
        return ""
    files = [path for path in sorted(PACKAGE.rglob("*.py")) if formula.expression in _text(path)]
    home = next((str(path.relative_to(PACKAGE)) for path in files), "")
    return home and f"; {formula} stands in {home}"


def _text(path: Path) -> str:
    return ast.unparse(ast.parse(path.read_text(encoding="utf-8")))


def main() -> None:
    """Print the sizes and the walks."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--files", action="store_true", help="list the files of each walk")
    sys.path.insert(0, str(PACKAGE.parent))  # the package of this checkout
    listed = parser.parse_args().files
    for folder in (PACKAGE, PACKAGE.parent / "tests"):
        counted = sizes(folder)
        print(f"{folder.name}: " + ", ".join(f"{n:,} {name}" for name, n in counted.items()))
    for name, call, look in walks():
        with contextlib.redirect_stdout(io.StringIO()):
            call()  # what is imported late is there then
            answer, computed = visited(call)
            _, shown = visited(lambda look=look, answer=answer: look(answer))
        print(
            f"{name}: {len(computed)} files to the number, {len(computed | shown)} with its working"
            f"{arithmetic(answer)}"
        )
        if listed:
            print("   ", *sorted(computed), "|", *sorted(shown - computed))


if __name__ == "__main__":
    main()
