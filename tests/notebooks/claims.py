"""What a lesson's prose claims, and the code that holds it to that: a plugin of pytest, too.

Behind a sentence that quotes numbers stands an HTML comment, which no front end shows:

    The model missed **4** of them. <!-- 4 == c.fn -->

It is run in the lesson's own state, once the code cell that follows it has run (at the end of a
lesson, the last one). nbval gets it as one more cell, and `make notebooks` checks it, too. A
comment such as `<!-- erratum S2-1 -->` claims nothing: it says which slip of a source is shown.
"""

import ast
import re
from collections.abc import Iterator

from nbformat.v4 import new_code_cell
from nbval.plugin import IPyNbCell

from mlmetrics_edu.workbook.lessons import COMMENT
from mlmetrics_edu.workbook.lessons import source as text

ERRATUM = "erratum "


def claims(prose: str) -> list[str]:
    """List what is claimed, as Python writes it."""
    said = [re.sub(r"\s*\n\s*", " ", comment.strip()) for comment in COMMENT.findall(prose)]
    return [comment for comment in said if not comment.startswith(ERRATUM)]


def checks(notebook: dict) -> dict[int, str]:
    """Say what is to be run after each code cell, by its number among them."""
    waiting: dict[int, list[str]] = {}
    number, last = 0, sum(cell["cell_type"] == "code" for cell in notebook["cells"]) - 1
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
        else:
            waiting.setdefault(min(number, last), []).extend(claims(text(cell)))
    return {place: "\n".join(map(check, said)) for place, said in waiting.items() if said}


def check(claim: str) -> str:
    """Write the check of one claim."""
    return f"assert ({claim}), {f'the prose claims: {claim}'!r}"


def faults(prose: str) -> Iterator[str]:
    """Tell which claims could not fail, or are none."""
    for claim in claims(prose):
        try:
            nodes = [*ast.walk(ast.parse(claim, mode="eval"))]
        except SyntaxError as error:
            yield f"<!-- {claim} --> is no expression: {error.msg}"
            continue
        compared = any(isinstance(node, ast.Compare | ast.Call) for node in nodes)
        if not compared or not any(isinstance(node, ast.Name) for node in nodes):
            yield f"<!-- {claim} --> compares nothing that the lesson computed"


def pytest_collection_modifyitems(items: list) -> None:
    """Let nbval run what the prose claims, each after its cell."""
    ordered = []
    for item in items:
        ordered.append(item)
        if isinstance(item, IPyNbCell) and (code := checks(item.parent.nb).get(item.cell_num)):
            cell = new_code_cell(code, execution_count=0)
            options = {"skip": False, "check": True, "check_exception": False}
            name = f"Claims {item.cell_num}"
            about = {"cell_num": item.cell_num, "cell": cell, "options": options}
            ordered.append(IPyNbCell.from_parent(item.parent, name=name, **about))
            ordered[-1].output_timeout = item.output_timeout
    items[:] = ordered
