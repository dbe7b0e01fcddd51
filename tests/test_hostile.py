"""Names of other people: shown as they are wherever they appear, and nowhere obeyed."""

import csv
import html
import io
import re
from html.parser import HTMLParser
from unicodedata import category
from xml.etree import ElementTree

import numpy as np
import pytest
from matplotlib.cbook import is_math_text
from matplotlib.text import Text

import mlmetrics_edu as mm
from mlmetrics_edu import cli, plots
from mlmetrics_edu.core.errors import MetricError, lines, printable
from mlmetrics_edu.core.trace import FORMULA, Trace, in_a_cell, in_html, in_markdown
from mlmetrics_edu.plots.picture import alternative_text
from tests.cases import EXPLORE, USUAL

HOSTILE = [
    *("=1+1", "+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1"),
    *("\x1b[31mred", "nul\0", "\u202eevil", "bell\x07", "two\nlines"),
    *("$x$", r"$\frac$ and $", r"\$5", "a|b", "a&b"),
    *("[x](javascript:alert(1))", "![x](http://x)", "`code`", "*bold*", "# head"),
    *("<script>alert(1)</script>", '" onmouseover="x', "' onmouseover='x", "</title><b>"),
]
N = len(HOSTILE)
Y = [i % 2 for i in range(N)]
SCORES = np.arange(N, 0, -1) / N
SWEEP = mm.sweep(Y, SCORES, ids=HOSTILE)
TRACE = Trace.of(f"title {HOSTILE[6]} {HOSTILE[8]}", {"name": HOSTILE, HOSTILE[0]: HOSTILE})
CONTROL = {"Cc", "Cf", "Cs"}


def commands(text):
    """List the signs that a terminal would obey, or that turn a line round."""
    return [sign for sign in sorted({*text} - {"\n"}) if category(sign) in CONTROL]


class Tags(HTMLParser):
    """The tags of a page, with the names of their attributes."""

    def __init__(self, page):
        super().__init__()
        self.found = set()
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        """Note a tag."""
        self.found |= {tag, *(f"@{name}" for name, _ in attrs)}


def harmless(page):
    """Tell whether a page has no tag and no attribute of the names'."""
    active = [name for name in Tags(page).found if name in ("script", "b") or "@on" in name]
    return not active and not commands(page)


def test_each_way_of_writing_keeps_the_name():
    for name in [*HOSTILE, "\uff1d1+1", "\uff0b1", "\uff0d1", "\uff20A1"]:
        assert html.unescape(in_html(name)) == printable(name)
        assert not re.search(r"(?<!\\)[|$`*\[\]#!]|<", in_markdown(name)), name
        cell = in_a_cell(name)
        assert cell == f"{chr(39) * name.startswith(FORMULA)}{name}".replace("\r", "\n")
        assert not cell.startswith(FORMULA) and "\r" not in cell
        assert commands(printable(name)) == [] and printable(name).isprintable()
        assert lines(name).count("\n") == name.count("\n") and commands(lines(name)) == []


def matching():
    """Make boxes with hostile ids, images and categories, and detections just there."""
    names = ["=1+1", "$x$", r"$\frac$ and $", "\x1b[31mred", "\u202eevil", "a|b", "<script>"]
    one = {
        "image": ["$i$ \x1b"] * len(names),
        "category": [f"{names[k % 2 + 1]}" for k in range(7)],
    }
    one |= {"x1": range(0, 70, 10), "y1": [0] * 7, "x2": range(8, 78, 10), "y2": [8] * 7}
    return {**one, "id": names}, {**one, "id": names, "score": SCORES[:7]}


TRUTH, FOUND = matching()
MATRIX = mm.ConfusionMatrix.from_labels(HOSTILE, HOSTILE[1:] + HOSTILE[:1])
FEW = mm.ConfusionMatrix.from_labels(["$a$", "\x1b", "$a$"], ["$a$", "$a$", "\x1b"])
COUNTS = mm.Confusion.from_labels(["$a$", "\x1b", "$a$"], ["$a$", "$a$", "\x1b"], positive="\x1b")
CALLED = mm.Confusion.from_labels(Y, Y[::-1], ids=HOSTILE)
OWN = mm.Formula("$x$ \x1b[31m", "TP / (TP + 2*FN)")
WALK = mm.sweep(Y[:6], SCORES[:6], ids=["a $x$", "b \x1b", "c", "d", "$y$", "$"])
PRINTED = {
    "sweep": lambda: SWEEP,
    "step": lambda: SWEEP[5],
    "step's counts": lambda: SWEEP[5].confusion,
    "own rate": lambda: SWEEP.trace([OWN]),
    "working": lambda: OWN.work(TP=1, FN=2).working,
    "formula": lambda: OWN,
    "matrix": lambda: MATRIX,
    "matrix's report": lambda: MATRIX.report(),
    "counts": lambda: COUNTS,
    "counts' report": lambda: COUNTS.report(),
    "table": lambda: TRACE,
    "matching": lambda: mm.match(TRUTH, FOUND),
    "mAP": lambda: mm.detection_map(TRUTH, FOUND),
    "errors": lambda: mm.detection_map(TRUTH, FOUND).errors(),
    "player": lambda: mm.play(Trace.of(HOSTILE[8], {HOSTILE[6]: HOSTILE})),
    "classes": lambda: mm.explore_classes(FEW, label="\x1b"),
    "lists": lambda: mm.explore_lists(CALLED),
    "six rules": lambda: mm.explore_ap(WALK),
    "report": lambda: mm.report(Y, SCORES, ids=HOSTILE),
}


def test_what_is_printed_commands_no_terminal(undrawn):
    for name, make in PRINTED.items():
        shown = make()
        assert commands(str(shown)) == [], name
        if hasattr(shown, "_repr_html_"):
            page = shown._repr_html_()
            assert harmless(page), name
            for inside in re.findall("srcdoc='([^']*)'", page):
                assert harmless(re.sub(r"(?s)<script .*?</script>", "", html.unescape(inside))), (
                    name
                )


def test_an_error_shows_a_name_and_no_more():
    for name in HOSTILE:
        with pytest.raises(MetricError) as refusal:
            mm.example(name)
        assert commands(str(refusal.value)) == []
        assert commands(str(MetricError(name, name, name))) == []


def test_files_hold_texts_and_no_formulas():
    rows = list(csv.reader(io.StringIO(TRACE.to_csv(), newline="")))
    assert not [cell for row in rows for cell in row if cell.startswith(FORMULA)]
    assert [row[0] for row in rows[1:]] == [in_a_cell(name) for name in HOSTILE]
    walk = list(csv.reader(io.StringIO(SWEEP.trace([OWN]).to_csv(), newline="")))
    assert not [cell for row in walk for cell in row if cell.startswith(FORMULA)]
    numbers = Trace.of("t", {"n": [-1, 2], "x": np.array([-0.5, 1e-9]), "m": [None, -3.5]})
    assert numbers.to_csv() == "n,x,m\n-1,-0.5,\n2,1e-09,-3.5\n"
    bars = {re.sub(r"\\.", "", row).count("|") for row in TRACE.to_markdown().splitlines()}
    assert len(bars) == 1 and not re.search(r"(?<!\\)\[x", TRACE.to_markdown())
    assert "<" not in TRACE.to_markdown() and commands(TRACE.to_markdown()) == []
    assert harmless(TRACE.to_html()) and harmless(SWEEP.trace([OWN], marked=0.5).to_html())
    latex = TRACE.to_latex()
    assert commands(latex) == [] and not re.search(r"(?<!\\)\$", latex)


NAMES = ["$x$", r"$\frac$ and $", "\x1b[31m", "\u202eevil"]
SWEEPS = {name: WALK for name in NAMES}
NAMED = mm.Confusion.from_labels([1, 1, 0, 0], [1, 0, 1, 0], ids=NAMES)
DRAWN = {
    "roc": lambda ax: plots.roc(SWEEPS, ax, mark={NAMES[0]: 0.9}),
    "roc's points": lambda ax: plots.roc({name: COUNTS for name in NAMES}, ax),
    "pr": lambda ax: plots.pr(SWEEPS, ax),
    "det": lambda ax: plots.det(SWEEPS, ax),
    "ks": lambda ax: plots.ks(SWEEPS, ax=ax),
    "gain": lambda ax: plots.gain(SWEEPS, ax),
    "lift": lambda ax: plots.lift(SWEEPS, ax),
    "decision": lambda ax: plots.decision_curve(SWEEPS, ax),
    "against": lambda ax: plots.against_threshold(WALK, [OWN], ax=ax),
    "against two": lambda ax: plots.against_threshold(SWEEPS, ["f1", OWN], ax=ax),
    "cost curve": lambda ax: plots.cost_curve(SWEEPS, ax),
    "expected cost": lambda ax: plots.expected_cost(SWEEPS, mm.Costs(), ax=ax),
    "ranking": lambda ax: plots.ranking(WALK, ax=ax),
    "pairs": lambda ax: plots.pairs(WALK, ax),
    "confusion": lambda ax: plots.confusion(COUNTS, ax),
    "two lists": lambda ax: plots.two_lists(NAMED, ax),
    "own names": lambda ax: plots.confusion(COUNTS, ax, names=tuple(NAMES[:2])),
    "matrix": lambda ax: plots.confusion_matrix(FEW, ax),
    "per class": lambda ax: plots.per_class(FEW, [OWN, "f1"], ax=ax),
    "tree": lambda ax: plots.working_tree(OWN.work(TP=1, FN=2), ax),
    "table": lambda ax: plots.table(Trace.of("t", {n: NAMES for n in NAMES}), ax=ax),
    "boxes": lambda ax: plots.boxes(mm.match(TRUTH, FOUND), "$i$ \x1b", ax),
    "hull": lambda ax: plots.roc(SWEEPS, ax, hull=True),
    "iso cost": lambda ax: plots.iso_cost(WALK, {name: mm.Costs() for name in NAMES}, ax),
    "points": lambda ax: plots.roc(WALK, ax, mark={NAMES[0]: 0.9, NAMES[1]: 0.8}),
    "layer of bands": lambda ax: plots.band(
        {name: mm.bootstrap_band(WALK, times=5) for name in NAMES[:2]}, ax
    ),
    "bands": lambda ax: plots.roc(
        SWEEPS, ax, band=dict.fromkeys(NAMES, mm.bootstrap_band(WALK, times=20))
    ),
    "surface": lambda ax: plots.f_surface(1, ax, points=dict.fromkeys(NAMES, (0.5, 0.6))),
    "densities": lambda ax: plots.densities(WALK, ax, names=tuple(NAMES[:2])),
    "reliability": lambda ax: plots.reliability(Y, dict.fromkeys(NAMES, SCORES), ax),
    "overlap": lambda ax: plots.overlap((0, 0, 2, 2), (1, 1, 3, 3), ax, names=tuple(NAMES[:2])),
}


# Seconds: every plot is drawn with such names.
def test_a_drawn_name_is_no_formula_and_no_command():
    for number, (name, draw) in enumerate(DRAWN.items()):
        picture, ax = plots.panels()
        picture.set_layout_engine("none")  # which is slow, and changes no word
        draw(ax)
        picture.draw_without_rendering()
        for text in picture.findobj(Text):
            shown = text.get_text()
            assert not is_math_text(shown) and not commands(shown), (name, shown)
            assert r"\\$" not in shown, (name, shown)
        told = alternative_text(picture)
        assert told and r"\$" not in told and not commands(told), (name, told)
        # What a file makes of a text is the same for all plots.
        if EXPLORE or number % USUAL == 0:
            svg = picture.svg()
            assert ElementTree.fromstring(svg).tag.endswith("svg") and not commands(svg), name


def test_what_a_command_prints_commands_no_terminal(tmp_path, capsys):
    file = tmp_path / "scores.csv"
    with file.open("w", encoding="utf-8", newline="") as out:
        rows = [
            [name.replace("\0", ""), y, s] for name, y, s in zip(HOSTILE, Y, SCORES, strict=True)
        ]
        csv.writer(out).writerows([["id", "label", "score"], *rows])
    named = tmp_path / "named.csv"  # decimal commas, so that its columns are named on stderr
    rows = ["\x1b[31ma;0,5;2;1", "\x9b2J;0,5;1;0", "\x9b2J;1,5;3;1"]
    named.write_text("\n".join(["label;\x1b[31ma;\x9b2J;y", *rows]) + "\n", encoding="utf-8")
    for words in (
        ["trace", str(file), "--id", "id"],
        ["trace", str(file), "--id", "id", "--at", "0.5"],
        ["trace", str(file), "--id", "id", "--all"],
        ["trace", str(named), "--classes", "\x1b[31ma,\x9b2J"],
        ["trace", str(named), "--classes", "a\x1b,b"],
        ["trace", str(file), "--columns", "\x1bx=TP/(TP+2*FN)"],
        ["trace", str(file), "--columns", "\x1bx"],
        ["trace", str(file), "--label", "\x1b"],
        ["trace", str(tmp_path / "\x1b.csv")],
        ["glossary", "\x1b"],
        ["exercise", "\x1b"],
        ["figures", "\x1b"],
        ["trace", str(file), "--out", str(tmp_path / "\x1b.csv")],
        ["notebooks", str(tmp_path / "\x1b")],
        ["badges", "\x1b"],
    ):
        cli.main(words)
        said = capsys.readouterr()
        assert commands(said.out + said.err) == [], words
        assert said.out + said.err


def test_a_detectors_names_are_shown_and_do_nothing(tmp_path, capsys):
    names = [name.replace("\0", "") for name in HOSTILE]
    for file in ("truth", "found"):
        with (tmp_path / f"{file}.csv").open("w", encoding="utf-8", newline="") as opened:
            rows = [[name, name, 0.5, 0, 0, 9, 9] for name in names]
            csv.writer(opened).writerows(["image category score x1 y1 x2 y2".split(), *rows])
    asked = ["map", str(tmp_path / "truth.csv"), str(tmp_path / "found.csv")]
    for words in (
        [],
        ["--class", names[6]],
        ["--class", "\x1b"],
        ["--protocol", "\x1b"],
    ):
        cli.main([*asked, *words])
        said = capsys.readouterr()
        assert commands(said.out + said.err) == [] and said.out + said.err, words
    cli.main([*asked, "--out", str(tmp_path / "t.csv")])
    with (tmp_path / "t.csv").open(encoding="utf-8", newline="") as file:
        classes = {row["category"].lstrip("'") for row in csv.DictReader(file)}
    assert len(classes) == len({name.strip() for name in names})
