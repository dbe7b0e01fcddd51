"""What an editor and a type checker see of the package, in a script as a user writes it."""

import json
import subprocess
import sys
from pathlib import Path

import jedi
import pytest

SCRIPT = Path(__file__).with_name("script.py")
START = """import mlmetrics_edu as mm
c = mm.Confusion(tp=4, fp=3, fn=2, tn=11)
m = mm.ConfusionMatrix([[5, 1], [2, 4]])
s = mm.sweep([1, 0], [0.9, 0.4])
"""
COMPLETED = {  # what is typed, and what an editor offers for it
    "c.prec": "precision",
    "c.mc": "mcc",
    "s[7].confusion.f1.wor": "working",
    "s['f1'].argm": "argmax",
    "s[1:3][0].adm": "admitted",
    "s.at(0.5).rec": "recall",
    "m.kap": "kappa",
    "m.kappa.frac": "fraction",
    "mm.swe": "sweep",
    "mm.auc(s).wor": "working",
    "mm.plots.ro": "roc",
    "mm.plots.roc(s).set_xl": "set_xlabel",
}


@pytest.mark.driven
def test_pyright_has_nothing_to_say_about_a_users_script(tmp_path):
    config = {"include": [str(SCRIPT)], "typeCheckingMode": "strict"}
    (tmp_path / "pyrightconfig.json").write_text(json.dumps(config), encoding="utf-8")
    command = [sys.executable, "-m", "basedpyright", "--outputjson", "--pythonpath", sys.executable]
    seen = subprocess.run([*command, "-p", tmp_path], capture_output=True, encoding="utf-8")
    found = json.loads(seen.stdout)
    said = [(d["range"]["start"]["line"] + 1, d["message"]) for d in found["generalDiagnostics"]]
    assert (said, found["summary"]["filesAnalyzed"]) == ([], 1)


@pytest.mark.driven
def test_an_editor_completes_what_is_begun():
    # One script for all: what an editor has understood of the package it doesn't read again.
    script = jedi.Script(START + "\n".join(COMPLETED), environment=jedi.InterpreterEnvironment())
    ends = enumerate(COMPLETED, START.count("\n") + 1)
    offered = {typed: [c.name for c in script.complete(line, len(typed))] for line, typed in ends}
    assert {typed: names for typed, names in offered.items() if COMPLETED[typed] not in names} == {}
