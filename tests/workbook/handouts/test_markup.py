"""Formulas: every one in the lessons can be set without a script."""

import json
import re
from pathlib import Path

import pytest

from mlmetrics_edu.core.errors import FormulaError
from mlmetrics_edu.workbook.handouts.lesson import mathml

FOLDER = Path(__file__).resolve().parents[3] / "notebooks"
NOTEBOOKS = [p for p in sorted(FOLDER.rglob("*.ipynb")) if ".ipynb_checkpoints" not in p.parts]


def formulas(notebook):
    """List the formulas of a notebook, in its text and among what it shows."""
    pytest.importorskip("nbconvert")
    from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

    found = []

    class Noting(IPythonRenderer):
        """What notes each formula as it is met."""

        def block_math(self, body):
            found.append((body, True))
            return ""

        def inline_math(self, body):
            found.append((body, False))
            return ""

        def latex_environment(self, name, body):
            found.append((rf"\begin{{{name}}}{body}\end{{{name}}}", True))
            return ""

    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            MarkdownWithMath(Noting(escape=False))("".join(cell["source"]))
        shown = ["".join(o.get("data", {}).get("text/latex", "")) for o in cell.get("outputs", [])]
        found += [(latex.strip("$"), True) for latex in shown if latex]
    return found


def test_every_formula_of_the_notebooks_can_be_set():
    seen = 0
    for path in NOTEBOOKS:
        for latex, display in formulas(json.loads(path.read_text(encoding="utf-8"))):
            seen += 1
            page = mathml(latex, display)
            assert re.fullmatch(r"(?s)<math[ >].*</math>", page), (path.name, latex)
            assert 'display="block"' in page if display else "display=" not in page
            assert "<merror" not in page and "$" not in page, (path.name, latex)
            assert "\\" not in latex.replace(r"\\", "") or "\\" not in page, (path.name, latex)
    assert seen > 200


def test_the_distance_between_lines_is_not_printed():
    for space in ("[4pt]", " [4pt]", "[0.5em]"):
        lines = rf"\begin{{aligned}}a &= 1 \\{space} &= 2\end{{aligned}}"
        assert mathml(lines, True) == mathml(lines.replace(space, ""), True)
    bracket = mathml(r"\begin{matrix}a \\ [b]\end{matrix}", True)
    assert "b" in bracket and "[" in bracket  # a bracket that is meant stays


def test_what_is_no_formula_is_refused_where_it_breaks():
    with pytest.raises(FormulaError, match=r"at its sign 5: Unknown command"):
        mathml(r"a + \fracc{1}{2}", False)
