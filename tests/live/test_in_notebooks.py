"""Instruments in notebooks that are stored and compared: strict nbval stays green."""

import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from mlmetrics_edu.workbook import lessons
from tests.notebooks import laws, rerun

ROOT = Path(__file__).resolve().parents[2]
CODE = "import mlmetrics_edu as mm", "mm.explore('cars')"


@pytest.mark.driven
def test_a_stored_notebook_with_an_instrument_is_what_a_fresh_run_gives(tmp_path):
    path = tmp_path / "live.ipynb"
    written = [lessons.code(f"c{k}", code) for k, code in enumerate(CODE)]
    path.write_text(lessons.notebook(written), encoding="utf-8")
    assert rerun.rerun(path)
    (shown,) = nbformat.read(path, 4).cells[1].outputs
    assert set(shown.data) == {"text/html", "text/plain"}
    assert shown.data["text/plain"].startswith("20 samples, 6 positive · score ≥ 0.24")
    said = laws.shown_text(shown)
    assert "car 20" in said and "export default" not in said
    assert [what for what, found in laws.FOREIGN.items() if re.search(found, said)] == []
    command = [sys.executable, "-m", "pytest", "-o", "addopts=", "--nbval", "-q"]
    settings = ["-p", "tests.notebooks.kernels", "--rootdir", str(tmp_path)]
    settings += ["--nbval-sanitize-with", str(ROOT / "tests/notebooks/sanitize.cfg"), str(path)]
    done = subprocess.run([*command, *settings], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0 and "2 passed" in done.stdout, done.stdout
