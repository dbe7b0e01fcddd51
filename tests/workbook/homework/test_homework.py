"""Homework for a class: made, handed in with every sort of answer, marked; safe with odd names."""

import csv
import html
import io
import json
import re
import tempfile
from pathlib import Path

import nbformat
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.cli import main
from mlmetrics_edu.workbook.homework import Student, chosen, marking, read_plan, read_roster
from mlmetrics_edu.workbook.homework.marking import mark, read_credit
from tests.cases import each
from tests.workbook.exercises.variants import as_typed

NAMES = ["Ann Smith", "Ann Smith", "李雷", "Zoë Ångström", "O'Brien, Pat", "../../etc/passwd"]
NAMES += ["a/b\\c", '=HYPERLINK("http://x")', "+1+1", "@SUM(A1)", "-2", "<script>alert(1)</script>"]
NAMES += ["CON", ".", "*bold* [x](y) `code` $z$", "\u202eevil", "é", "e\u0301", "a" * 300]
NAMES += ["line\nbreak", "ÀÉÎ", "-"]


def roster(folder, names=NAMES):
    """Write a roster."""
    file = folder / "roster.csv"
    with file.open("w", encoding="utf-8", newline="") as out:
        csv.writer(out).writerows([["name", "id"], *([n, 100 + i] for i, n in enumerate(names))])
    return str(file)


def made(folder, names=NAMES, *more, topic="counts"):
    """Write an assignment, and give its folder and its plan."""
    out = folder / "homework"
    words = ["assignment", "--topic", topic, "--students", roster(folder, names), "--out", str(out)]
    assert main([*words, "--seed", "s", *more]) == 0
    return out, read_plan(out)


def notebook_of(out, student):
    """Find a student's notebook."""
    return out / "students" / f"{student.file}.ipynb"


def hand_in(out, student, sources):
    """Write sources in the place of the answers, by the numbers of the questions."""
    path = notebook_of(out, student)
    told = json.loads(path.read_text(encoding="utf-8"))
    for cell in told["cells"]:
        number = cell["metadata"].get("mlmetrics", {}).get("question")
        cell["source"] = sources.get(number, cell["source"])
    path.write_text(json.dumps(told), encoding="utf-8")


def all_typed(asked, values):
    """Write an answer for each question."""
    pairs = zip(asked, values, strict=True)
    return {n: f"answer{n} = {as_typed(q.form, v)}" for n, (q, v) in enumerate(pairs, 1)}


def table(path):
    """Read a CSV file."""
    return list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8-sig"))))


@pytest.fixture(scope="module")
def odd_class(tmp_path_factory):
    """Hand out homework to students with odd names, and mark what came back: nothing."""
    folder = tmp_path_factory.mktemp("odd")
    handed_out = made(folder, NAMES, "--title", "<b>Week 1</b> | =1+1")
    assert main(["grade", str(handed_out[0])]) == 0
    return handed_out


# A second: a notebook is written for every student of a class.
def test_each_student_gets_a_notebook_of_their_own(odd_class):
    out, plan = odd_class
    assert len([*(out / "students").iterdir()]) == len(plan.students) == len(NAMES)
    seeds, texts = {str(q.seed) for q in plan.questions(plan.students[0])}, set()
    for student in plan.students:
        path = notebook_of(out, student)
        told = nbformat.read(path, as_version=4)
        nbformat.validate(told)
        whole = "".join(cell.source for cell in told.cells if cell.cell_type == "markdown")
        texts.add(whole)
        assert re.fullmatch(r"[\w-]+\.ipynb", path.name) and len(path.name.encode()) < 200
        assert "<script" not in told.cells[0].source and "<b>" not in told.cells[0].source
        assert not [seed for seed in seeds if seed in path.read_text(encoding="utf-8")]
    assert len(texts) == len(NAMES)


def test_odd_names_are_shown_as_they_are_and_do_nothing(odd_class):
    out, _ = odd_class
    page = (out / "key" / "key.html").read_text(encoding="utf-8")
    assert "<script" not in page and html.escape("<script>alert(1)</script>") in page
    for name in ("key/key.csv", "marks.csv"):
        cells = [cell for row in table(out / name) for cell in row.values()]
        assert not [cell for cell in cells if cell[:1] in tuple("=+-@")]
    places = [row["place"] for row in table(out / "marks.csv")]
    assert places == [str(place) for place in range(1, len(NAMES) + 1)]


def test_the_key_tells_what_the_marks_accept(odd_class):
    out, plan = odd_class
    questions = {s.place: plan.questions(s) for s in plan.students[:2]}
    for row in table(out / "key" / "key.csv")[: 2 * len(plan.exercises)]:
        question = questions[int(row["place"])][int(row["question"]) - 1]
        assert question.check(row["answer"].removeprefix("'")).correct is True


def test_every_answer_is_marked_and_its_mistake_named(tmp_path, capsys):
    out, plan = made(tmp_path, ["right", "wrong", "odd", "blank", "code", "gone", "broken"])
    right, wrong, odd, _, code, gone, broken = plan.students
    count = len(plan.exercises)
    asked = plan.questions(right)
    thought = "# I thought of it first\n" * 400  # and answered below
    hand_in(
        out,
        right,
        {n: f"{thought}answer{n} = {as_typed(q.form, q.answer)}" for n, q in enumerate(asked, 1)},
    )
    asked = plan.questions(wrong)
    first = [next(iter(q.misconceptions.items())) for q in asked]
    hand_in(out, wrong, all_typed(asked, [value for _, value in first]))
    hand_in(out, odd, {n: f"answer{n} = 12345.678" for n in range(1, count + 1)})
    hand_in(
        out, code, {1: "answer1 = __import__('os').system('touch hacked')", 2: "answer2 = c.f1"}
    )
    notebook_of(out, gone).unlink()
    notebook_of(out, broken).write_text("{", encoding="utf-8")
    assert main(["grade", str(out)]) == 0
    rows = {row["name"]: row for row in table(out / "marks.csv")}
    scores = {name: int(row["score"]) for name, row in rows.items()}
    assert scores == {name: count * (name == "right") for name in scores}
    for n, (q, (name, _)) in enumerate(zip(asked, first, strict=True), 1):
        assert q.exercise.called(name) in rows["wrong"][f"q{n}_mistake"].split(" or ")
    assert {rows["odd"][f"q{n}"] for n in range(1, count + 1)} == {"other", "unread"}
    assert {rows["blank"][f"q{n}"] for n in range(1, count + 1)} == {"blank"}
    assert [rows["code"][f"q{n}"] for n in (1, 2, 3)] == ["unread", "unread", "blank"]
    assert {rows["odd"][f"q{n}_typed"] for n in range(1, count + 1)} == {"12345.678"}
    assert {rows["blank"][f"q{n}_typed"] for n in range(1, count + 1)} == {""}
    assert "hacked" in rows["code"]["q1_typed"] and rows["code"]["q2_typed"] == "c.f1"
    assert rows["gone"]["q1_typed"] == ""
    assert rows["gone"]["note"] == "not handed in" and "notebook" in rows["broken"]["note"]
    assert (out / "mistakes.png").read_bytes()[:4] == b"\x89PNG"
    assert "5 of 7 handed in" in capsys.readouterr().out


CREDIT = """
["*"]
"two digits" = 0.8
"percent for a share" = 0.5

["counts.screening"]
"recall" = 0.25
"""


def test_answers_are_worth_what_the_teacher_says(tmp_path):
    out, plan = made(tmp_path, ["exact", "short", "recall", "percent"], "--count", "1")
    values = [plan.questions(student)[0] for student in plan.students]
    exact, short, recall, percent = values
    answers = [f"{float(exact.answer):.4f}", f"{float(short.answer):.2g}"]
    answers += [f"{float(recall.misconceptions['recall']):.4f}", f"{100 * percent.answer:.2f}"]
    for student, answer in zip(plan.students, answers, strict=True):
        hand_in(out, student, {1: f"answer1 = '{answer}'"})
    (tmp_path / "credit.toml").write_text(CREDIT, encoding="utf-8")
    assert main(["grade", str(out), "--credit", str(tmp_path / "credit.toml")]) == 0
    rows = table(out / "marks.csv")
    assert [(row["q1_credit"], row["score"]) for row in rows] == [
        *(("1", "1"), ("0.8", "0.8"), ("0.25", "0.25"), ("0.5", "0.5"))
    ]
    assert [row["q1"] for row in rows] == ["right", "right", "mistake", "mistake"]


@each(
    "text, why",
    [
        ("recall = 1", "a table"),
        ('["*"]\nrecall = 2', "from 0 to 1"),
        ('["*"]\nrecall = "half"', "from 0 to 1"),
        ('["*"]\nrecal = 0.5', "recall"),
        ('["counts.screen"]\nrecall = 0.5', "counts.screening"),
        ("[", "TOML"),
        (None, "No such file"),
    ],
)
def test_credits_that_are_none_are_refused(text, why):
    with tempfile.TemporaryDirectory() as place:
        out, plan = made(Path(place), ["Ann"], "--count", "1")
        hand_in(out, plan.students[0], {1: "answer1 = 0.5"})
        file = Path(place, "credit.toml")
        if text is not None:
            file.write_text(text, encoding="utf-8")
        with pytest.raises(mm.InputError, match=why):
            mark(plan, out / "students", read_credit(str(file)))


def test_each_student_gets_a_page_of_feedback(tmp_path):
    out, plan = made(tmp_path, ["Ann <b>", "Bao", "gone"], "--count", "2")
    ann, bao, gone = plan.students
    asked = plan.questions(ann)
    wrong = asked[0].misconceptions["recall"]
    hand_in(out, ann, {1: f"answer1 = '{float(wrong):.4f}'", 2: "answer2 = '<script>x</script>'"})
    notebook_of(out, gone).unlink()
    assert main(["grade", str(out)]) == 0
    files = sorted(path.name for path in (out / "feedback").iterdir())
    assert files == [f"{ann.file}.html", f"{bao.file}.html"]
    page = (out / "feedback" / files[0]).read_text(encoding="utf-8")
    shown = f"{float(wrong):.4f}", "That&#39;s recall", "0 of 2", "Ann &lt;b&gt;", "It doesn&#39;t"
    assert [said for said in shown if said not in page] == []
    assert html.escape(asked[0].text) in page and asked[0].solution().last in page
    assert "<script" not in page and str(asked[0].seed) not in page
    assert "not attempted yet" in (out / "feedback" / files[1]).read_text(encoding="utf-8")


def test_what_comes_back_under_other_names_finds_its_student(tmp_path, capsys):
    out, plan = made(tmp_path, ["Ann", "Bao"])
    back = tmp_path / "back"
    back.mkdir()
    ann, bao = map(lambda s: notebook_of(out, s), plan.students)
    (back / "final (2).ipynb").write_bytes(ann.read_bytes())
    (back / "again.ipynb").write_bytes(ann.read_bytes())
    stripped = json.loads(bao.read_text(encoding="utf-8"))
    stripped["metadata"] = {}
    (back / bao.name).write_text(json.dumps(stripped), encoding="utf-8")
    (back / "somebody.ipynb").write_text(json.dumps(stripped), encoding="utf-8")
    assert main(["grade", str(out), "--submitted", str(back)]) == 0
    notes = [row["note"] for row in table(out / "marks.csv")]
    assert notes == ["handed in 2 times, again.ipynb was marked", ""]
    assert "somebody.ipynb: belongs to nobody" in capsys.readouterr().out


@each(
    "source, found",
    [
        ("answer1 = 4/7", 4 / 7),
        ("answer1 = ...\nanswer1 = '4/7'", "4/7"),
        ("answer1 = -(1 - 1/3)", -(1 - 1 / 3)),
        ("answer1 = Fraction(4, 7)", mm.Confusion(4, 3, 2, 11).precision.fraction),
        ("answer1 = mm.Confusion(tp=1, fp=2, fn=3, tn=4)", mm.Confusion(1, 2, 3, 4)),
        ("answer1 = np.array([1, 0.5])", [1, 0.5]),
        ("answer1 = {'a', 'c'}", {"a", "c"}),
        ("x = 3\nanswer2 = 5", ...),
        ("# answer1 = 3", ...),
        ("answer1 = 57.1 %", "57.1 %"),
        ("answer1 = a", "a"),
        ("answer1 = {a, c}", {"a", "c"}),
        ("answer1 = 0.5  # I think", 0.5),
        ("q = 1\nanswer1 = b, a\n)", ("b", "a")),
    ],
)
def test_answers_are_read_as_written(source, found):
    notebook = {"cells": [{"cell_type": "code", "source": source}]}
    read = marking.answers(notebook, 1)[0]
    assert (repr(read) if isinstance(read, marking.NotRead) else read) == found


NOT_VALUES = ["__import__('os').getcwd()", "open('x')", "[].append(1)", "9**9**9**9", "1/0"]
NOT_VALUES += ["'a' * 10**9", "[0] * 10**9", "(lambda: 1)()", "[x for x in range(9)]", "f'{1}'"]
NOT_VALUES += ["q1.answer", "mm.exercise('counts.screening').answer", "Fraction(1, 0)", "{**{}}"]
NOT_VALUES += ["mm.Confusion(-1, 2, 3, 4)", "mm.Confusion('x')", "(" * 500 + ")" * 500, "{[1]: 2}"]
NOT_VALUES += ["-" * 5000 + "1", "1" + "+1" * 5000, "{[1]}", "'a' * 3", "[0] * 3", "True + 1"]
NOT_VALUES += ["a + 'b'", "-'a'", "2**3"]


@each("source", NOT_VALUES)
def test_no_answer_is_run_and_only_numbers_are_worked_out(source):
    cell = {"cell_type": "code", "source": [f"answer1 = {source}"]}
    read = marking.answers({"cells": [cell]}, 1)[0]
    assert isinstance(read, marking.NotRead | str) or read is ...
    assert len(source) > 99 or not isinstance(read, marking.NotRead) or read.source == source
    assert mm.exercise("counts.screening").check(read).correct in (False, None)


BROKEN = ["", "[]", "{}", '{"cells": 3}', "null"]
BROKEN += ['{"cells": [3, {"cell_type": "code"}], "metadata": 5}']


def test_a_broken_file_is_noted_and_the_rest_goes_on(tmp_path):
    out, plan = made(tmp_path, ["Ann", *map(str, range(len(BROKEN)))])
    for student, told in zip(plan.students[1:], BROKEN, strict=True):
        notebook_of(out, student).write_text(told, encoding="utf-8")
    first, *others = mark(plan, out / "students").marked
    assert len(first.verdicts) == len(plan.exercises)
    assert [one.score for one in others] == [0] * len(BROKEN)


def test_the_same_seed_gives_the_same_class_and_another_another(tmp_path):
    texts = []
    for name, seed in (("a", "s"), ("b", "s"), ("c", "t")):
        folder = tmp_path / name
        folder.mkdir()
        out, plan = made(folder, ["Ann"], "--seed", seed)
        texts.append(notebook_of(out, plan.students[0]).read_text(encoding="utf-8"))
    assert texts[0] == texts[1] != texts[2]


def test_questions_are_shared_out_among_topics():
    ids = chosen(["counts", "start"], 5)
    assert [id.partition(".")[0] for id in ids] == ["counts"] * 3 + ["start"] * 2
    assert len(set(ids)) == 5 and len(chosen(["counts"], 1)) == 1
    assert chosen(["counts"], len(mm.exercises("counts"))) != ()
    with pytest.raises(mm.InputError, match="ask for fewer"):
        chosen(["counts"], 100)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "first line"),
        ("a,b\n1,2\n", "where the names are"),
        ("name\n", "names nobody"),
        ("name,id\n ,1\n", "1. student has no name"),
        (b"name\n\xff\xfe\n", "can't be read"),
    ],
)
def test_a_roster_that_is_none_is_refused(tmp_path, text, why):
    file = tmp_path / "r.csv"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(mm.InputError, match=why):
        read_roster(file)


def test_a_roster_in_chinese(tmp_path):
    file = tmp_path / "r.csv"
    file.write_text("学号,姓名\n2021,李雷\n2022,韩梅梅\n", encoding="gb18030")
    assert read_roster(file, "gb18030") == [
        Student(1, "李雷", "2021"),
        Student(2, "韩梅梅", "2022"),
    ]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["assignment", "--topic", "counts", "--out", "x"], "no --students"),
        (["assignment", "--topic", "rocs", "--nbgrader", "--out", "x"], "use one of"),
        (["assignment", "--topic", "counts", "--nbgrader", "--out", "x", "--count", "0"], "count"),
        (["assignment", "--topic", "counts", "--students", "none.csv", "--out", "x"], "none.csv"),
        (["grade", "nowhere"], "that `mlmetrics-edu assignment` wrote"),
    ],
)
def test_wrong_words_are_told_why(tmp_path, capsys, monkeypatch, words, why):
    monkeypatch.chdir(tmp_path)
    assert main(words) == 2
    assert why in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
