"""What an honest, readable lesson is, as laws over the notebook's JSON.

Each law takes the notebook and yields its breaches, in words. nbval compares what is stored with a
fresh run, but passes a notebook whose outputs were stripped; these laws don't.
"""

import ast
import base64
import html
import re
import sys
from collections.abc import Iterator
from statistics import median

from mlmetrics_edu.plots.picture import in_few_colours
from mlmetrics_edu.workbook.handouts.lesson import GUESS, read_cells, reading
from mlmetrics_edu.workbook.lessons import PYTHON, in_sight
from tests.notebooks.claims import claims, faults, text
from tests.notebooks.reading import too_much

TAGS = {
    *("predict", "by-hand", "two-routes", "try", "pitfall", "convention", "exercise"),
    *("setup", "nbval-ignore-output", "nbval-skip", "raises-exception"),
}
IGNORED = {"nbval-ignore-output", "nbval-skip"}
SPEAKERS = {"print", "display", "plt.show"}
PICTURES = {"image/png", "image/jpeg"}
IMAGE = r'<img alt="([^"]*)" [^>]*src="data:image/png;base64,([^"]*)">$'
FOREIGN = {
    "a path of a machine": r"(?<![\w/<.])/(?:[\w.+-]+/)+[\w.+-]+|\b[A-Z]:\\\w",
    "a date or a time": r"\b(?:19|20)\d\d-\d\d-\d\d\b|\b\d?\d:\d\d:\d\d\b",
    "a network address": r"https?://(?!www\.w3\.org/)|\blocalhost\b|\b\d+\.\d+\.\d+\.\d+\b",
    "an address in memory": r"\b0x[0-9a-f]{6,}",
    "a version": r"\b\d+\.\d+\.\d+\b",
}
# A number in prose: not a part of a name (F1, AP50), a factor, a year, a link, code or a formula.
NUMBER = r"(?<![\w.,/^])\d+(?:[.,]\d+)*(?:/\d+)?(?![\w^·]|[.,]\d)"
NOT_PROSE = (
    r"(?s)```.*?```|\$\$.*?\$\$",
    r"`[^`]*`|\$[^$]*\$|\[\d+\]\([^)]*\)|\]\([^)]*\)|https?://\S+",
    r"(?m)^#+ .*$|^\s*\d+\. |^\*\*\d+ ·|^\*[Ll]esson \d+ ·(?: \d+ minutes, exercises \d+)?",
    r"\b(?:19|20)\d\d\b|\bVOC \d+|\b[Ll]essons? \d+|\bLines? \d|\b(?:version|scikit-learn) \d\S*",
)
SLIDES = ("slide", "subslide", "fragment", "skip", "notes")
LIGHT = {"numpy", "pandas", "matplotlib", "mlmetrics_edu"}
TRAINING = {"sklearn", "scipy"}  # for the capstone alone, where models are trained
CAPSTONE = "*Lesson 17 ·"
STORE = "`python -m tests.notebooks.rerun --no-run` and the notebook's name puts that right"
TRIVIAL = {"0", "1", "0/0", "0/1"}
MOST_LINES, MEDIAN_LINES, FUNCTION_LINES, WORDS = 15, 4, 10, 120


def tags(cell: dict) -> set[str]:
    """Collect a cell's tags."""
    return set(cell["metadata"].get("tags", []))


def code_cells(notebook: dict) -> list[dict]:
    """List the code cells that hold anything."""
    return [c for c in notebook["cells"] if c["cell_type"] == "code" and text(c).strip()]


def tree(cell: dict) -> ast.Module:
    """Parse a code cell; lines that speak to IPython are passed over."""
    return ast.parse(re.sub(r"(?m)^(\s*)[%!].*$", r"\1pass", text(cell)))


def name(cell: dict) -> str:
    """Name a cell by its first line, as an author would look for it."""
    return f"cell {text(cell).strip().splitlines()[0]!r}"


def executed_in_order(notebook: dict) -> Iterator[str]:
    """Every code cell was executed, once, from top to bottom."""
    for number, cell in enumerate(code_cells(notebook), 1):
        if cell["execution_count"] != number:
            yield f"{name(cell)}: execution count {cell['execution_count']}, not {number}"


def errors_are_announced(notebook: dict) -> Iterator[str]:
    """An error stands only under a cell that is tagged raises-exception, and does stand there."""
    for cell in code_cells(notebook):
        raised = any(output["output_type"] == "error" for output in cell["outputs"])
        if raised != ("raises-exception" in tags(cell)):
            yield f"{name(cell)}: error {raised}, tags {sorted(tags(cell))}"


def outputs_are_there(notebook: dict) -> Iterator[str]:
    """A cell that shows something has its output stored."""
    for cell in code_cells(notebook):
        if speaks(tree(cell)) and not cell["outputs"]:
            yield f"{name(cell)}: no output stored"


def pictures_are_there(notebook: dict) -> Iterator[str]:
    """What ends in a picture has it stored; nbval compares the text that stands for it alone."""
    drawn: set[str] = set()
    for cell in code_cells(notebook):
        code, outputs = tree(cell), cell["outputs"]
        drawn |= pictures_in(code, drawn)
        ends = bool(code.body) and isinstance(code.body[-1], ast.Expr)
        asked = ends and draws(code.body[-1].value, drawn)
        if asked and not any(shows_picture(output) for output in outputs):
            yield f"{name(cell)}: no picture stored"
        if any(set(output.get("metadata", {})) - set(output.get("data", {})) for output in outputs):
            yield f"{name(cell)}: a picture was taken out, and what it shows left behind"
        if any(output["output_type"] == "display_data" and bare(output) for output in outputs):
            yield f"{name(cell)}: something was displayed, and only its text is left"


def draws(node: ast.expr, drawn: set[str]) -> bool:
    """Tell whether an expression is a picture."""
    if isinstance(node, ast.Name):
        return node.id in drawn
    if isinstance(node, ast.Attribute):
        return node.attr == "figure"
    called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
    return called == "mm.figure" or called.startswith("mm.plots.")


def pictures_in(code: ast.Module, drawn: set[str]) -> set[str]:
    """List the names that a cell gives to pictures; of a pair, the first is the picture."""
    assigned = [node for node in ast.walk(code) if isinstance(node, ast.Assign)]
    made = [node.targets[0] for node in assigned if draws(node.value, drawn)]
    first = [target.elts[0] if isinstance(target, ast.Tuple) else target for target in made]
    return {target.id for target in first if isinstance(target, ast.Name)}


def shows_picture(output: dict) -> bool:
    """Tell whether an output holds a picture that begins as a PNG does."""
    return picture(output).startswith(b"\x89PNG")


def picture(output: dict) -> bytes:
    """Return the PNG that an output holds, alone or in HTML; where it holds none, nothing."""
    data = output.get("data", {})
    page = re.match(IMAGE, "".join(data.get("text/html", "")))
    return base64.b64decode(page[2] if page else "".join(data.get("image/png", "")))


def pictures_speak(notebook: dict) -> Iterator[str]:
    """A picture has the alternative text that JupyterLab gives to a screen reader, in HTML."""
    for cell in code_cells(notebook):
        for output in filter(shows_picture, cell["outputs"]):
            data = output["data"]
            page = re.match(IMAGE, "".join(data.get("text/html", "")))
            said = " ".join("".join(data.get("text/plain", "")).split())
            if not page or not said or html.unescape(page[1]) != said:
                yield f"{name(cell)}: a picture without its text; {STORE}"


def bare(output: dict) -> bool:
    return set(output.get("data", {})) <= {"text/plain"}


def speaks(code: ast.Module) -> bool:
    """Tell whether running this code has to show something."""
    calls = {ast.unparse(node.func) for node in running(code) if isinstance(node, ast.Call)}
    ends = bool(code.body) and isinstance(code.body[-1], ast.Expr)
    return ends or bool(calls & SPEAKERS)


def running(node: ast.AST) -> Iterator[ast.AST]:
    """Walk the code that runs with its cell: what a function does, it does when it is called."""
    yield node
    if not isinstance(node, ast.FunctionDef | ast.Lambda):
        for child in ast.iter_child_nodes(node):
            yield from running(child)


def pictures_are_small(notebook: dict) -> Iterator[str]:
    """A picture is stored in few colours: a third of what was drawn, and it looks the same."""
    for cell in code_cells(notebook):
        drawn = [picture(output) for output in cell["outputs"] if shows_picture(output)]
        if any(in_few_colours(png) is not png for png in drawn):
            yield f"{name(cell)}: a picture in more colours than it needs; {STORE}"


def nothing_foreign(notebook: dict) -> Iterator[str]:
    """No output names a machine, a moment, an address or a version."""
    for cell in code_cells(notebook):
        for shown in map(shown_text, cell["outputs"]):
            for what, pattern in FOREIGN.items():
                if found := re.search(pattern, shown):
                    yield f"{name(cell)}: {what} in its output: {found.group()!r}"


def shown_text(output: dict) -> str:
    """Join all that an output says in text; what an instrument runs says nothing."""
    data = [value for kind, value in output.get("data", {}).items() if kind not in PICTURES]
    parts = [output.get("text", ""), output.get("evalue", ""), output.get("traceback", ""), *data]
    whole = "\n".join(part if isinstance(part, str) else "".join(part) for part in parts)
    return re.sub(r"(?s)base64,[\w+/=]*|<script type=\"module\">.*?</script>", "", whole)


def tags_are_known(notebook: dict) -> Iterator[str]:
    """A tag is one of the named moves."""
    for cell in notebook["cells"]:
        if unknown := tags(cell) - TAGS:
            yield f"{name(cell)}: {sorted(unknown)}"


def one_ignored_cell_with_reason(notebook: dict) -> Iterator[str]:
    """At most one cell isn't compared, and a comment in it says why."""
    ignored = [cell for cell in code_cells(notebook) if tags(cell) & IGNORED]
    if len(ignored) > 1:
        yield f"{len(ignored)} cells are ignored"
    for cell in ignored:
        if "#" not in text(cell):
            yield f"{name(cell)}: ignored without a reason"


def code_is_short(notebook: dict) -> Iterator[str]:
    """Code cells are at most a few lines."""
    lengths = [sum(map(bool, map(str.strip, text(c).splitlines()))) for c in code_cells(notebook)]
    if lengths and median(lengths) > MEDIAN_LINES:
        yield f"the median code cell has {median(lengths)} lines, over {MEDIAN_LINES}"
    for cell, length in zip(code_cells(notebook), lengths, strict=True):
        if length > MOST_LINES:
            yield f"{name(cell)}: {length} lines, over {MOST_LINES}"


def prose_is_short(notebook: dict) -> Iterator[str]:
    """Text cells are a paragraph or two; tables aren't counted."""
    for cell in notebook["cells"]:
        lines = in_sight(text(cell)).splitlines()
        prose = [line for line in lines if not line.lstrip().startswith("|")]
        words = len(" ".join(prose).split())
        if cell["cell_type"] == "markdown" and words > WORDS:
            yield f"{name(cell)}: {words} words, over {WORDS}"


def quoted(prose: str) -> list[str]:
    """Find the numbers that a text quotes."""
    prose = in_sight(prose)
    for pattern in NOT_PROSE:
        prose = re.sub(pattern, " ", prose)
    return re.findall(NUMBER, prose)


def numbers_of(code: ast.AST) -> set[str]:
    """Collect the numbers of some code."""
    return {value_of(number) for node in ast.walk(code) for number in number_texts(node)}


def number_texts(node: ast.AST) -> list[str]:
    """Write the numbers of one node: a constant's, those in a text, or a fraction."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.findall(NUMBER, node.value)
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return [f"{node.value}", f"{100 * node.value:g}"]  # 0.97 may be read as 97 %
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
        return re.findall(NUMBER, f"{ast.unparse(node.left)}/{ast.unparse(node.right)}")
    if isinstance(node, ast.Call) and ast.unparse(node.func) == "Fraction":
        return ["/".join(map(ast.unparse, node.args))]
    return []


def value_of(number: str) -> str:
    """Write a number in one way: 2,030 and 2030, 0.50 and 0.5 are the same."""
    plain = number.replace(",", "")
    return (
        f"{float(plain):g}" if re.fullmatch(r"[\d.e+-]+", plain) and plain.count(".") < 2 else plain
    )


def functions_are_short(notebook: dict) -> Iterator[str]:
    """A function defined in a lesson fits beside its explanation."""
    for cell in code_cells(notebook):
        for node in ast.walk(tree(cell)):
            if isinstance(node, ast.FunctionDef) and length(node) > FUNCTION_LINES:
                yield f"{node.name}: {length(node)} lines, over {FUNCTION_LINES}"


def length(node: ast.FunctionDef) -> int:
    """Count a function's lines, its head included."""
    return node.end_lineno - node.lineno + 1


def imports_come_first(notebook: dict) -> Iterator[str]:
    """All imports are in the first code cell."""
    for cell in code_cells(notebook)[1:]:
        if any(isinstance(node, ast.Import | ast.ImportFrom) for node in ast.walk(tree(cell))):
            yield f"{name(cell)}: an import outside the first code cell"


def stored_plainly(notebook: dict) -> Iterator[str]:
    """The file says what Jupyter would, and nothing of the machine: no version, no widget state."""
    about = notebook["metadata"]
    extra = [name for name in {*PYTHON, *about} if about.get(name) != PYTHON.get(name)]
    timed = [cell for cell in notebook["cells"] if "execution" in cell["metadata"]]
    if extra or timed:
        yield f"{sorted(extra)} and {len(timed)} timed cells; {STORE}"


def numbers_are_claimed(notebook: dict) -> Iterator[str]:
    """A number that prose quotes stands in a claim beside it, which is run."""
    for cell in notebook["cells"]:
        blocks = paragraphs(text(cell)) if cell["cell_type"] == "markdown" else []
        for block in blocks:
            bound = TRIVIAL.union(*(numbers_of(ast.parse(claim)) for claim in claims(block)))
            if loose := [n for n in quoted(block) if value_of(n) not in bound]:
                yield f"{name(cell)}: no claim beside it holds {', '.join(loose)}"


def paragraphs(prose: str) -> list[str]:
    """Cut a text at its empty lines; a claim in a paragraph of its own belongs to the one above."""
    blocks: list[str] = []
    for block in re.split(r"\n\s*\n", prose):
        if blocks and not in_sight(block).strip():
            blocks[-1] += block
        else:
            blocks.append(block)
    return blocks


def claims_can_fail(notebook: dict) -> Iterator[str]:
    """A claim compares what the prose says with what the lesson computed."""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            yield from faults(text(cell))


def nothing_else_is_in_sight(notebook: dict) -> Iterator[str]:
    """No assert, no hidden cell: what binds the prose stands in claims."""
    for cell in code_cells(notebook):
        asserts = any(isinstance(node, ast.Assert) for node in ast.walk(tree(cell)))
        if asserts or "jupyter" in cell["metadata"]:
            yield f"{name(cell)}: it isn't a part of the lesson"


def guesses_are_real(notebook: dict) -> Iterator[str]:
    """A guess is folded while it's blank, and the text below doesn't give its answer away."""
    cells = notebook["cells"]
    for cell, following in zip(cells, [*cells[1:], {"source": "", "cell_type": ""}], strict=True):
        if cell["cell_type"] != "code" or not (GUESS in text(cell) and "..." in text(cell)):
            continue
        shown = "".join(map(shown_text, cell["outputs"]))
        if '<details class="guess">' not in shown:
            yield f"{name(cell)}: its answer isn't folded away"
        answers = set(map(value_of, re.findall(NUMBER, folded(shown)))) - TRIVIAL
        told = quoted(unfolded(text(following))) if following["cell_type"] == "markdown" else []
        if told and (spoilt := [n for n in told if value_of(n) in answers]):
            yield f"{name(following)}: it gives away {', '.join(spoilt)} of the guess above"


def folded(page: str) -> str:
    """Return what lies in the folds of a page, without its markup."""
    return re.sub(r"<[^>]*>", " ", "".join(re.findall(r"(?s)<details.*?</details>", page)))


def unfolded(prose: str) -> str:
    """Take the folds out of a text."""
    return re.sub(r"(?s)<details.*?</details>", "", prose)


def runs_in_a_browser(notebook: dict) -> Iterator[str]:
    """A lesson imports what a browser's Python has: NumPy, pandas, Matplotlib, and ours."""
    light = LIGHT | (TRAINING if CAPSTONE in opening(notebook) else set())
    for cell in code_cells(notebook):
        for node in ast.walk(tree(cell)):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            roots = {name.partition(".")[0] for name in names}
            if elsewhere := sorted(roots - light - sys.stdlib_module_names):
                yield f"{name(cell)}: imports {', '.join(elsewhere)}, which belongs to deeper parts"


def it_is_alive(notebook: dict) -> Iterator[str]:
    """A lesson has an instrument at its heart."""
    shown = [shown_text(o) for cell in code_cells(notebook) for o in cell["outputs"]]
    if not any('<div class="instrument">' in page for page in shown):
        yield "nothing in it moves"


def it_takes_an_hour(notebook: dict) -> Iterator[str]:
    """A lesson is as long as a class, and says how long that is."""
    taken = reading(notebook)
    yield from too_much(taken)
    said = re.search(r"\*Lesson \d+ · (\d+) minutes, exercises (\d+)", opening(notebook))
    if not said or (int(said[1]), int(said[2])) != (taken.core, taken.exercises):
        yield f"it should say: {taken.core} minutes, exercises {taken.exercises}"


def it_is_on_slides(notebook: dict) -> Iterator[str]:
    """Every cell says what it is on slides."""
    for cell in notebook["cells"]:
        kind = cell["metadata"].get("slideshow", {}).get("slide_type")
        if kind not in SLIDES:
            mend = "JupyterLab's property inspector says it"
            yield f"{name(cell)}: {kind} on slides, not one of {', '.join(SLIDES)}; {mend}"


def opening(notebook: dict) -> str:
    """Return the text that a lesson begins with."""
    cell, _ = read_cells(notebook)[0]
    return text(cell)


LAWS = (
    executed_in_order,
    errors_are_announced,
    outputs_are_there,
    pictures_are_there,
    pictures_speak,
    pictures_are_small,
    nothing_foreign,
    tags_are_known,
    one_ignored_cell_with_reason,
    code_is_short,
    prose_is_short,
    functions_are_short,
    imports_come_first,
    stored_plainly,
    numbers_are_claimed,
    claims_can_fail,
    nothing_else_is_in_sight,
    guesses_are_real,
)
OF_LESSONS = (runs_in_a_browser, it_is_alive, it_takes_an_hour, it_is_on_slides)
