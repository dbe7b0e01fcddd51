"""The terminal on files as people have them: from other countries, programs, and of other shapes.

Each holds the same samples, or some like them; what the terminal makes of it, in JSON, must be what
the library makes of the samples themselves, to the last digit.
"""

import csv
import gzip
import io
import json
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu import cli
from mlmetrics_edu.core import table_files
from mlmetrics_edu.core.errors import InputError
from mlmetrics_edu.core.trace import Trace
from mlmetrics_edu.workbook.comparison import compared
from tests.cases import each, seeds
from tests.test_bad_input import parts

RANDOM = np.random.default_rng(19)
LABELS = (RANDOM.random(300) < 0.3).astype(int)
SCORES = np.clip(RANDOM.normal(0.35 + 0.3 * LABELS, 0.2), 0, 1).round(4)
WEIGHTS = RANDOM.integers(1, 5, 300)
NAMES = [f"Müller {i}" for i in range(300)]
CHINESE = [f"样本{i}" for i in range(300)]


def rows(*columns, delimiter=",", header="id,label,score"):
    """Write columns as a table in text."""
    head = header.replace(",", delimiter)
    lines = (delimiter.join(map(str, row)) for row in zip(*columns, strict=True))
    return "\n".join([head, *lines]) + "\n"


def with_commas(numbers):
    return [f"{number:.4f}".replace(".", ",") for number in numbers]


def per_cent(numbers, sign=" %"):
    return [f"{100 * number:.2f}{sign}" for number in numbers]


def parquet(**columns):
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    file = io.BytesIO()
    parquet.write_table(pyarrow.table(columns), file)
    return file.getvalue()


RARE = np.zeros(1000, int)
RARE[:10] = 1
# Name: what makes the bytes, what is typed, what is said, and the arguments of mm.sweep.
PLAIN = {"y_true": LABELS, "y_score": SCORES}
FILES = {
    "Excel in Germany": (
        lambda: rows(NAMES, LABELS, with_commas(SCORES), delimiter=";").encode("cp1252"),
        ["--id", "id"],
        "read as CP1252 (--encoding names another), columns divided by ';', "
        "decimal commas in score",
        PLAIN | {"ids": NAMES},
    ),
    "Excel in China": (
        lambda: rows(CHINESE, LABELS, SCORES, header="编号,label,score").encode("gb18030"),
        ["--id", "编号"],
        "read as GB18030 (--encoding names another)",
        PLAIN | {"ids": CHINESE},
    ),
    "Excel in Taiwan, as Unicode text": (
        lambda: rows(CHINESE, LABELS, SCORES, delimiter="\t").encode("utf-16"),
        ["--id", "id"],
        "columns divided by a tab",
        PLAIN | {"ids": CHINESE},
    ),
    "decimal commas in quotes": (
        lambda: rows(NAMES, LABELS, [f'"{text}"' for text in with_commas(SCORES)]).encode(),
        [],
        "decimal commas in score",
        PLAIN,
    ),
    "tabs and per cent": (
        lambda: rows(NAMES, LABELS, per_cent(SCORES), delimiter="\t").encode(),
        [],
        "columns divided by a tab, per cent in score",
        PLAIN,
    ),
    "per cent with commas": (
        lambda: rows(
            NAMES, LABELS, [t.replace(".", ",") for t in per_cent(SCORES, "%")], delimiter=";"
        ).encode(),
        [],
        "columns divided by ';', decimal commas in score, per cent in score",
        PLAIN,
    ),
    "gzip": (lambda: gzip.compress(rows(NAMES, LABELS, SCORES).encode()), [], "", PLAIN),
    "Parquet": (
        lambda: parquet(id=NAMES, label=LABELS.astype(bool), score=SCORES, more=NAMES),
        ["--id", "id"],
        "",
        PLAIN | {"ids": NAMES},
    ),
    "weights": (
        lambda: rows(LABELS, SCORES, WEIGHTS, header="label,score,n").encode(),
        ["--weight", "n"],
        "",
        PLAIN | {"weights": WEIGHTS},
    ),
    "one positive in a hundred": (
        lambda: rows(RARE, range(1000), header="label,score").encode(),
        [],
        "",
        {"y_true": RARE, "y_score": range(1000)},
    ),
    "names as classes": (
        lambda: rows(["spam" if one else "ham" for one in LABELS], SCORES, header="y,p").encode(),
        ["--label", "y", "--score", "p", "--positive", "spam"],
        "",
        PLAIN,
    ),
}


@pytest.fixture
def say(capsys, tmp_path, monkeypatch):
    """Run a command in a folder of its own; give its status, its words, and its complaint."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        try:
            status = cli.main(list(words))
        except SystemExit as usage:
            status = usage.code
        return status, *capsys.readouterr()

    return run


@pytest.fixture
def told(say):
    """Run a command with --json; give what it says, and what it notes."""

    def run(*words):
        status, said, notes = say(*words, "--json")
        assert status == 0, notes
        return json.loads(said), notes.strip()

    return run


def refused(answer):
    """Check that a command was refused in three parts; give them."""
    status, said, complaint = answer
    *notes, what, why, fix = complaint.splitlines()
    assert (status, said, why[:7], fix[:7]) == (2, "", "  why: ", "  do:  "), answer
    assert all("columns divided by" in note for note in notes), answer
    return "\n".join([what, why, fix, ""])


@each("name", FILES)
def test_a_file_is_read_as_its_samples(told, name):
    make, words, says, samples = FILES[name]
    Path("file").write_bytes(make())
    found, notes = told("trace", "file", *words)
    assert notes == (f"file: {says}" if says else "")
    swept = mm.sweep(**samples)
    for column, values in {"TP": swept.tp, "FP": swept.fp, "recall": swept["recall"]}.items():
        assert [row[column] for row in found["rows"]] == values.tolist(), column
    assert [row["threshold"] for row in found["rows"]][1:] == swept.threshold[1:].tolist()
    if "ids" in samples:
        admitted = [list(swept.admitted(i)[0]) for i in range(len(swept))]
        assert [row["admitted"] for row in found["rows"]] == admitted


def test_what_is_said_aloud_can_be_said_beforehand(say):
    Path("file").write_bytes(FILES["Excel in Germany"][0]())
    words = ["--encoding", "cp1252", "--delimiter", ";", "--decimal", "comma"]
    status, said, notes = say("trace", "file", *words)
    assert (status, notes) == (0, "file: decimal commas in score\n")
    assert say("trace", "file")[1] == said


def test_standard_input_is_any_of_them(told, monkeypatch):
    for name in ("gzip", "Parquet", "Excel in Germany"):
        content = FILES[name][0]()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
        found, _ = told("trace", "-")
        assert [row["TP"] for row in found["rows"]] == mm.sweep(LABELS, SCORES).tp.tolist(), name


def test_a_name_that_nobody_gave_is_guessed_and_not_chosen(say):
    for header, meant in {
        "y_true,prob": "--label 'y_true' --score 'prob'",
        "Target,Prediction": "--label 'Target' --score 'Prediction'",
        "class;p_hat": "--label 'class' --score 'p_hat'",
        "标签,得分": "--label '标签' --score '得分'",
        "label,y_score": "--score 'y_score'",
        "ground_truth,score": "--label 'ground_truth'",
    }.items():
        sign = ";" if ";" in header else ","
        Path("t.csv").write_text(f"{header}\n1{sign}0.5\n", encoding="utf-8")
        assert f"Then add {meant}\n" in refused(say("trace", "t.csv")), header
    Path("t.csv").write_text("foo,quux\n1,0.5\n")
    assert "name the right one: --label COLUMN" in refused(say("trace", "t.csv"))


@each("seed", seeds(2000))
def test_numbers_are_read_exactly_in_whatever_way_they_are_written(seed):
    random = np.random.default_rng(seed)
    numbers = [round(float(x), int(random.integers(0, 9))) for x in random.normal(0, 2, 5)]
    plain = [repr(number) for number in numbers]
    ways = {
        "point": plain,
        "comma": [text.replace(".", ",") for text in plain],
        "per cent": [f"{text}%" for text in plain],
        "both": [f" {text.replace('.', ',')} % " for text in plain],
    }
    for way, texts in ways.items():
        sign = "comma" if way in ("comma", "both") else "auto"
        share = Fraction(1, 100) if way in ("per cent", "both") else 1
        exactly = [float(Fraction(text) * share) for text in plain]
        assert numbers_of(texts, sign).tolist() == exactly, (way, texts)


UNSURE = {
    ("1,234",): (2, "may be 1.234 (a decimal comma) or 1234 (thousands)"),
    ("1", "12,345", "1,000"): (3, "may be 12.345 (a decimal comma) or 12345 (thousands)"),
    ("1,234%", "2,000%"): (2, "may be 1.234 (a decimal comma) or 1234 (thousands)"),
    ("1.234,5",): (2, "some of its signs may set off thousands"),
    ("1,234.5",): (2, "some of its signs may set off thousands"),
    ("-1,234,567",): (2, "some of its signs may set off thousands"),
    ("1.234.567",): (2, "some of its signs may set off thousands"),
    ("0,5", "0.5"): (3, "points and commas in one table"),
    ("0.5", "0,5"): (2, "points and commas in one table"),
    ("0,5", "1", "1.5e-3"): (4, "points and commas in one table"),
    ("0.5", "5 %"): (3, "some cells have the sign of per cent"),
    ("5%%",): (2, "the sign of per cent"),
    ("0,5,",): (2, "some of its signs may set off thousands"),
    ("0.5", "a,b"): (3, "isn't a finite number"),
    ("1e5,5",): (2, "isn't a finite number"),
    ("0.5", "1e999"): (3, "isn't a finite number"),
    ("9007199254740993",): (2, "is rounded"),
    ("1", ""): (3, "can't be counted"),
    ("1_0%",): (2, "isn't a finite number"),
}


@each("texts, line, why", [(texts, *told) for texts, told in UNSURE.items()])
def test_what_may_be_two_numbers_or_none_is_refused_with_its_line(texts, line, why):
    with pytest.raises(InputError) as caught:
        numbers_of(texts)
    parts(caught.value)
    assert caught.value.what.startswith(f"t.csv, line {line}: score is ")
    assert why in caught.value.why


def numbers_of(texts, decimal="auto"):
    """Read a column of cells."""
    cells = "".join(f'x,"{text}"\n' for text in texts)
    numbers, _ = table_files.read(f"id,score\n{cells}", "t.csv").numbers(["score"], decimal)
    return numbers["score"]


def test_a_point_may_be_one_of_thousands_where_commas_are_decimal(say):
    Path("t.csv").write_text("label;score;n\n1;0,5;1.234\n0;0,25;2\n")
    told = refused(say("trace", "t.csv", "--weight", "n"))
    assert told.startswith("t.csv, line 2: n is '1.234'\n  why: with decimal points and commas")
    assert say("trace", "t.csv")[0] == 0
    Path("t.csv").write_text("label;score\n1;1.234\n0;2.500\n")
    told = refused(say("trace", "t.csv"))
    assert "may be 1.234 (a decimal point) or 1234 (thousands)" in told
    assert say("trace", "t.csv", "--decimal", "point")[0] == 0
    for text in ("label;score\n1;1.234\n0;0.500\n", "label,score\n1,1.234\n0,2.500\n"):
        Path("t.csv").write_text(text)
        assert say("trace", "t.csv")[0] == 0, text


def test_another_cell_tells_what_a_comma_is():
    for texts, numbers in {
        ("1,234", "0,5"): [1.234, 0.5],
        ("0,875", "1,000"): [0.875, 1.0],
        ("1,234", "2,5e-3"): [1.234, 0.0025],
        (",5", "1"): [0.5, 1.0],
    }.items():
        assert numbers_of(texts).tolist() == numbers


@each("seed", seeds(500))
def test_no_encoding_that_is_guessed_changes_a_number(seed):
    random = np.random.default_rng(seed)
    letters = np.array([*range(48, 58), *b",;.\t\n%", *range(128, 256)], np.uint8)
    content = random.choice(letters, 40).tobytes()
    name = table_files.guessed(content)
    if name:
        kept = [chr(byte) for byte in content if byte in table_files.KEPT]
        assert [letter for letter in content.decode(name) if letter.encode() in KEPT] == kept


KEPT = {bytes([byte]) for byte in table_files.KEPT}


@each("seed", seeds(200))
def test_each_row_knows_its_line(seed):
    random = np.random.default_rng(seed)
    cells = ["1", "a b", '"x"', '"two\nlines"', '"two\r\nlines, ""q"""', ""]
    ends = ["\n", "\r\n", "\n\n", "\n,\n"]
    text, begins = "a,b,c\n", []
    for row in range(9):
        begins.append(text.count("\n") + 1)
        text += f"{random.choice(cells)},{random.choice(cells)},{row}{random.choice(ends)}"
    table = table_files.read(text.replace("\n,\n", "\n,,\n"), "t")
    assert list(table.lines) == begins and table.column("c") == [str(row) for row in range(9)]
    for wrong in ("1\n", "1,2,3,4\n", '"open,1\n', '1,2,"x"y\n'):
        line = text.count("\n") + 1
        with pytest.raises(InputError, match=f"t, line {line}: "):
            table_files.read(text.replace("\n,\n", "\n,,\n") + wrong, "t")


@pytest.fixture
def models():
    """Write two models in two files, in two orders, and both in one."""
    lr, rf = SCORES, np.clip(SCORES + 0.3 * (LABELS - 0.5), 0, 1).round(3)
    order = RANDOM.permutation(300)
    Path("lr.csv").write_text(rows(NAMES, LABELS, lr), encoding="utf-8")
    turned = (np.array(column)[order] for column in (NAMES, LABELS, with_commas(rf)))
    Path("rf.csv").write_text(rows(*turned, delimiter=";"), encoding="utf-8")
    Path("both.csv").write_text(rows(NAMES, LABELS, lr, rf, header="id,label,lr,rf"), "utf-8")
    return mm.sweep(LABELS, lr), mm.sweep(LABELS, rf)


def test_two_models_are_compared_by_the_numbers_of_the_library(told, models):
    one_file, _ = told("compare", "both.csv", "--score", "lr,rf")
    two_files, notes = told("compare", "lr.csv", "rf.csv", "--id", "id")
    assert one_file == two_files
    assert notes == "rf.csv: columns divided by ';', decimal commas in score"
    a, b = one_file["models"]["rows"]
    test = mm.auc_test(*models)
    assert (a["AUC"], b["AUC"]) == tuple(map(float, map(mm.auc, models)))
    assert (a["95 % from"], a["to"]) == tuple(mm.auc_interval(models[0]))
    assert (b["AP"], b["KS"]) == (mm.average_precision(models[1]), mm.ks_statistic(models[1]))
    assert a["best F1 exact"] == str(mm.best_threshold(models[0], "f1").value.fraction)
    (pair,) = one_file["pairs"]["rows"]
    assert (pair["AUC a − AUC b"], pair["p"]) == (test.difference, test.p_value)
    assert (pair["95 % from"], pair["to"]) == tuple(test.interval())
    for row, model in zip(one_file["counts"]["rows"], models, strict=True):
        at = model.at(row["at threshold"])
        assert [row[name] for name in ("TP", "FP", "FN", "TN")] == [at.tp, at.fp, at.fn, at.tn]


@each("seed", seeds(100))
def test_errors_are_compared_at_each_models_best_threshold(seed):
    rng = np.random.default_rng(seed)
    y = np.r_[0, 1, rng.integers(0, 2, 40)]
    scores = {name: rng.integers(0, 9, 42) + 4 * y for name in "ab"}
    tables = compared(y, scores)
    best = tables["counts"].to_frame()["at threshold"]
    right = [(score >= at) == y for score, at in zip(scores.values(), best, strict=True)]
    wanted = mm.mcnemar(mm.ConfusionMatrix.from_labels(*right, labels=[False, True]), "exact")
    assert float(tables["pairs"].to_frame()["McNemar p"][0]) == float(wanted)


def test_a_comparison_writes_its_page_beside_the_tables(say, models):
    words = ["compare", "both.csv", "--score", "lr,rf"]
    status, said, _ = say(*words, "--out", "page.html", "--language", "zh-Hans")
    page = Path("page.html").read_text(encoding="utf-8")
    assert status == 0 and said.endswith("written to page.html\n") and 'lang="zh-Hans"' in page
    assert said.startswith(say(*words)[1])
    assert "is there already" in refused(say(*words, "--out", "page.html"))
    assert "without --out" in refused(say(*words, "--title", "t"))
    assert "use one of .html" in refused(say(*words, "--out", "page.csv"))
    told = refused(say(*words, "--weight", "lr", "--out", "other.html"))
    assert "count once" in told and not Path("other.html").exists()
    status, said, notes = say(*words, "--out", "page.html", "--force", "--json")
    assert status == 0 and json.loads(said) and notes == "written to page.html\n"


def test_models_that_dont_belong_together_are_refused_in_words(say, models):
    assert "another label in rf than in lr" in refused(say("compare", "lr.csv", "rf.csv"))
    Path("short.csv").write_text(rows(NAMES[:9], LABELS[:9], SCORES[:9]), encoding="utf-8")
    assert "300 and 9 lines" in refused(say("compare", "lr.csv", "short.csv"))
    by_id = refused(say("compare", "lr.csv", "short.csv", "--id", "id"))
    assert "only lr has 'Müller 10'" in by_id
    Path("twice.csv").write_text(rows(["a", "a"], [1, 0], [1, 2]))
    assert "the id 'a' 2 times" in refused(say("compare", "lr.csv", "twice.csv", "--id", "id"))
    assert "one model only" in refused(say("compare", "lr.csv"))
    assert "named twice" in refused(say("compare", "lr.csv", "rf.csv", "lr.csv"))
    assert "there twice" in refused(say("compare", "both.csv", "--score", "lr,lr"))
    assert "did you mean 'rf'" in refused(say("compare", "both.csv", "--score", "lr,rg"))
    three = refused(say("compare", "lr.csv", "rf.csv", "--score", "a,b,c"))
    assert "2 files and 3 columns" in three
    Path("one.csv").write_text("label,a,b\n1,1,2\n1,3,4\n")
    assert "no comparison of 2 positives" in refused(say("compare", "one.csv", "--score", "a,b"))


def test_models_are_called_as_their_files(told, models):
    Path("more").mkdir()
    Path("more/lr.csv").write_bytes(Path("lr.csv").read_bytes())
    found, _ = told("compare", "lr.csv", "more/lr.csv")
    assert [row["model"] for row in found["models"]["rows"]] == ["lr.csv", "more/lr.csv"]


@pytest.fixture
def animals():
    """Write scores of three classes; give the truth and the scores."""
    classes = ["cat", "dog", "bird"]
    truth = RANDOM.integers(0, 3, 90)
    score = (RANDOM.random((90, 3)) + 0.7 * np.eye(3)[truth]).round(3)
    names = [classes[i] for i in truth]
    Path("three.csv").write_text(rows(names, *score.T, header="label,cat,dog,bird"))
    Path("p.csv").write_text(rows(names, *score.T, header="y,p_cat,p_dog,p_bird"))
    return names, score


def test_many_classes_are_judged_by_the_numbers_of_the_library(told, animals):
    names, score = animals
    classes = ["cat", "dog", "bird"]
    found, _ = told("trace", "three.csv", "--classes", "cat,dog,bird")
    matrix = mm.ConfusionMatrix.from_labels(names, np.array(classes)[score.argmax(1)], classes)
    cells = [[row[f"predicted {c}"] for c in classes] for row in found["matrix"]["rows"][:3]]
    assert cells == matrix.counts.tolist()
    report = {row["class"]: row for row in found["classes"]["rows"]}
    assert report["dog"]["recall"] == matrix.one_vs_rest("dog").recall
    rest = mm.one_vs_rest(names, score, classes)
    areas = {row["class"]: row["AUC"] for row in found["one against the rest"]["rows"]}
    assert areas["cat"] == mm.auc(rest.sweeps["cat"]) and areas["macro"] == rest.auc()
    renamed = "cat=p_cat,dog=p_dog,bird=p_bird"
    again, _ = told("trace", "p.csv", "--label", "y", "--classes", renamed)
    assert again == found
    one, _ = told("trace", "three.csv", "--classes", "cat,dog,bird", "--positive", "dog")
    assert [row["TP"] for row in one["rows"]] == rest.sweeps["dog"].tp.tolist()


def test_classes_that_are_not_there_are_named(say, animals):
    told = refused(say("trace", "p.csv", "--classes", "cat,dog,bird"))
    assert "Then add --label 'y' --classes cat=p_cat,dog=p_dog,bird=p_bird" in told
    assert "has 'bird', too" in refused(say("trace", "three.csv", "--classes", "cat,dog"))
    words = ["trace", "three.csv", "--classes", "cat,dog,bird"]
    assert "did you mean dog" in refused(say(*words, "--positive", "dgo"))
    assert "two classes or more" in refused(say("trace", "three.csv", "--classes", "cat"))
    assert "two classes or more" in refused(say("trace", "three.csv", "--classes", "cat=dog,dog"))
    for option in (["--at", "0.5"], ["--all"], ["--out", "t.csv"], ["--columns", "f1"]):
        assert f"beside --classes, {option[0]} says" in refused(say(*words, *option))


def test_options_that_say_nothing_are_refused(say, models):
    for words in (
        ["trace", "lr.csv", "--json", "--all"],
        ["trace", "lr.csv", "--json", "--out", "t.csv"],
        ["trace", "lr.csv", "--at", "0.5", "--out", "t.csv"],
        ["trace", "lr.csv", "--out", "t.csv", "--all"],
        ["exercise", "--json"],
        ["figures", "--json"],
    ):
        refused(say(*words))


def test_every_table_of_the_terminal_is_valid_json(told, models):
    for words in (
        ["trace", "lr.csv"],
        ["trace", "lr.csv", "--at", "0.5"],
        ["trace", "--example", "cars"],
        ["compare", "both.csv", "--score", "lr,rf"],
        ["exercise", "--list"],
        ["figures", "--list"],
        ["glossary", "recall"],
        ["conventions", "ties"],
        ["doctor"],
    ):
        found, _ = told(*words)
        for table in [found] if "rows" in found else found.values():
            assert table.keys() == {"title", "conventions", "rows"} and table["rows"], words


def test_what_is_undefined_is_null_and_says_why():
    found = json.loads(mm.sweep([1, 0], [0.9, 0.1]).trace().to_json())
    first, second, _ = found["rows"]
    assert first["precision"] is None and "nothing was predicted" in first["precision because"]
    assert first["threshold"] is None and first["threshold because"] == "+∞"
    assert second["recall exact"] == "1" and second["admitted"] == [0]
    twice = Trace.of("t", {"a": [1.5, float("-inf")], "b": [None, (1, "x")]})
    assert json.loads(twice.to_json())["rows"][1] == {
        "a": None,
        "a because": "−∞",
        "b": [1, "x"],
    }


def test_a_long_walk_is_abbreviated_unless_all_is_asked_for(say, models):
    rows_shown = len(say("trace", "lr.csv")[1].splitlines())
    every = say("trace", "lr.csv", "--all")[1].splitlines()
    assert rows_shown == 45 and len(every) == 2 + len(models[0])
    assert "--all shows them" in say("trace", "lr.csv")[1]


def test_a_file_that_isnt_there_is_noticed_before_anything_is_loaded():
    code = (
        "import sys; from mlmetrics_edu import cli; status = cli.main(sys.argv[1:]);"
        "print(status, 'mlmetrics_edu.metrics.sweep' in sys.modules, 'matplotlib' in sys.modules)"
    )
    for words in (
        ["trace", "none.csv"],
        ["report", "none.csv"],
        ["compare", "none.csv", "nor.csv"],
        ["assignment", "--topic", "counts", "--out", "new", "--students", "none.csv"],
    ):
        ran = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True)
        assert ran.stdout.split() == ["2", "False", "False"], (words, ran)
        assert ran.stderr.startswith("none.csv ")


def test_without_its_reader_a_parquet_file_says_what_to_type(say, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    Path("t.parquet").write_bytes(b"PAR1 and so on")
    assert "pip install 'mlmetrics-edu[parquet]'" in refused(say("trace", "t.parquet"))


def test_what_parquet_lacks_is_told_by_its_row(say):
    Path("t").write_bytes(parquet(label=[1, 0, None], score=[0.5, 0.25, 0.1]))
    assert refused(say("trace", "t")).startswith("t, row 3: label is empty")
    Path("t").write_bytes(parquet(label=[1, 0], score=[0.5, None]))
    assert refused(say("trace", "t")).startswith("t, row 2: score is empty")
    Path("t").write_bytes(parquet(truth=[1, 0], p=[0.5, 0.2]))
    assert "Then add --label 'truth' --score 'p'" in refused(say("trace", "t"))


@each("seed", seeds(100))
def test_a_walk_is_written_with_every_name_and_number(seed):
    random = np.random.default_rng(seed)
    n = int(random.integers(1, 30))
    names = [str(name) for name in random.permutation(["a", "b,c", 'd"e', "=f", "g\nh", "8"] * 5)]
    swept = mm.sweep(
        random.integers(0, 2, n),
        random.integers(0, 9, n) / 4,
        ids=[f"{name} {i}" for i, name in enumerate(names[:n])] if seed % 2 else None,
        ties=["grouped", "in-order"][seed % 3 == 0],
    )
    table = swept.trace(["precision", "recall", "npv"])
    frame = table.to_frame()
    back = list(csv.reader(io.StringIO(table.to_csv(), newline="")))
    assert back[0] == list(frame) and len(back) == len(swept) + 1
    found = json.loads(table.to_json())["rows"]
    for row, (cells, values) in enumerate(zip(back[1:], found, strict=True)):
        admitted, labels = swept.admitted(row)
        assert values["admitted"] == list(admitted) and values["label"] == list(labels)
        joined = "; ".join(map(str, admitted))
        assert cells[2] == (f"'{joined}" if joined.startswith("=") else joined)
        number = float(cells[9] or "nan")
        assert number == frame["recall"][row] or np.isnan([number, frame["recall"][row]]).all()
