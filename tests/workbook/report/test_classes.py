"""A report on many classes: its numbers are the library's, and every class is named."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics as sk

import mlmetrics_edu as mm
from mlmetrics_edu.core.errors import InputError, MetricError
from mlmetrics_edu.workbook.report import report
from tests.cases import each
from tests.workbook.report.pages import Page, numbers_alone, off_the_rule
from tests.workbook.report.test_page import HOSTILE

assert numbers_alone  # a fixture, found by its name
NAMES = ["cat", "dog", "bird"]


def drawn(n=500):
    """Draw classes, and probabilities that favour the true one."""
    rng = np.random.default_rng(5)
    truth = rng.choice(3, n, p=[0.6, 0.3, 0.1])
    odds = np.exp(rng.normal(size=(n, 3)) + 1.5 * np.eye(3)[truth])
    return np.array(NAMES)[truth], odds / odds.sum(axis=1, keepdims=True)


Y, P = drawn()
GUESS = np.array(NAMES)[P.argmax(axis=1)]


@pytest.fixture(scope="module")
def made(numbers_alone):
    """Report on three classes."""
    return report(Y, P, classes=NAMES)


def column(table, name):
    """Take a column of a table by its name, by the first column."""
    frame = table.to_frame()
    return dict(zip(frame.iloc[:, 0], frame[name], strict=True))


def test_counts_and_rates_are_those_of_scikit_learn(made):
    counts = made.tables["counts"].to_frame().iloc[:, 1:-1].to_numpy()
    assert counts.tolist() == sk.confusion_matrix(Y, GUESS, labels=NAMES).tolist()
    assert made.confusion == mm.ConfusionMatrix.from_labels(Y, GUESS, NAMES)
    told = sk.classification_report(Y, GUESS, output_dict=True)
    for name, key in (("precision", "precision"), ("recall", "recall"), ("F1", "f1-score")):
        ours = column(made.tables["by_class"], name)
        for row in (*NAMES, "macro average", "weighted average"):
            assert ours[row] == pytest.approx(told[row.replace("average", "avg")][key])
        assert ours["micro average"] == pytest.approx(sk.accuracy_score(Y, GUESS))
    value = column(made.tables["confusions"], "value")
    assert list(value.values()) == pytest.approx(
        [
            sk.accuracy_score(Y, GUESS),
            sk.balanced_accuracy_score(Y, GUESS),
            sk.cohen_kappa_score(Y, GUESS),
            sk.matthews_corrcoef(Y, GUESS),
        ]
    )


def test_areas_are_those_of_scikit_learn(made):
    area = column(made.tables["by_class"], "AUC")
    for k, name in enumerate(NAMES):
        assert area[name] == pytest.approx(sk.roc_auc_score(name == Y, P[:, k]))
        low, _ = mm.auc_interval(mm.sweep(name == Y, P[:, k]))
        assert column(made.tables["by_class"], "low")[name] == low
    order = np.argsort(NAMES)
    of_all = {"y_true": Y, "y_score": P[:, order], "labels": sorted(NAMES)}
    assert area["macro average"] == pytest.approx(sk.roc_auc_score(**of_all, multi_class="ovr"))
    value = column(made.tables["one_vs_rest"], "value")
    ovo = sk.roc_auc_score(**of_all, multi_class="ovo")
    assert value["Hand–Till AUC"] == pytest.approx(ovo)
    chances = column(made.tables["chances"], "value")
    assert chances["logarithmic loss"] == pytest.approx(
        sk.log_loss(Y, P[:, order], labels=sorted(NAMES))
    )
    assert chances["Brier score (BS)"] == float(mm.brier(Y, P, labels=NAMES))


def test_the_summary_says_what_it_is_worth_and_what_is_taken_for_what(made):
    share, accuracy = (Y == "cat").mean(), (Y == GUESS).mean()
    assert made.summary.startswith(
        f"500 samples of 3 classes. Calling all of them “cat” is right for {100 * share:.1f} %"
    )
    assert f"is the right one for {100 * accuracy:.1f} % (accuracy" in made.summary
    wrong = made.confusion.counts - np.diag(made.confusion.counts.diagonal())
    assert f"The most frequent mistake: {wrong.max()} of" in made.summary
    assert str(made) == f"report: 500 samples, 3 classes · accuracy {accuracy:.3f}"
    assert made.threshold is None and made.sweep.classes == tuple(NAMES)


def test_the_most_confident_mistakes_come_first(made):
    listed = made.tables["mistakes"].to_frame()
    wrong = P.max(axis=1)[Y != GUESS]
    assert listed["its score"].tolist() == sorted(wrong, reverse=True)[:10]
    for _, row in listed.iterrows():
        k = int(row["sample"])
        assert row["truth"] == Y[k] != row["taken for"] == GUESS[k]
        assert row["score of the truth"] == P[k, NAMES.index(Y[k])]


def test_the_highest_score_is_calibrated(made):
    frame = made.tables["bins"].to_frame()
    assert frame["samples"].sum() == 500
    total = (frame["samples"] * frame["share right"]).sum() / 500
    assert total == pytest.approx((Y == GUESS).mean())
    scores = report(Y, 10 * P, classes=NAMES)
    assert "chances" not in scores.tables and "there is nothing to calibrate" in scores.html


def test_columns_that_are_called_as_the_labels_are_classes(made):
    frame = pd.DataFrame(P, columns=NAMES)
    for scores in (frame, {name: P[:, k] for k, name in enumerate(NAMES)}):
        assert report(Y, scores).confusion == made.confusion
    renamed = report(Y, P, classes={"cat": "Katze", "dog": "Hund", "bird": "Vogel"})
    assert renamed.confusion.labels == ("Katze", "Hund", "Vogel")


def test_one_class_can_be_judged_against_the_rest():
    for how in ({"y_score": P, "classes": NAMES}, {"y_score": pd.DataFrame(P, columns=NAMES)}):
        made = report(Y, **how, positive="dog", costs=mm.Costs(fp=1, fn=3))
        same = mm.sweep(Y == "dog", P[:, 1])
        assert np.array_equal(made.sweep.tp, same.tp) and made.threshold is not None
        assert "which means “dog”" in made.summary


def test_classes_without_samples_or_never_predicted_are_named():
    few = report(Y, np.column_stack([P, 0 * P[:, 0]]), classes=[*NAMES, "fish"])
    page = Page(few.html)
    assert "Classes without a sample here: fish" in page.text("li")
    assert "Classes that are never predicted: fish" in page.text("li")
    assert "has no curve" in page.text() and "one_vs_rest" not in few.tables
    cells = few.tables["by_class"].to_frame().set_index("class")
    assert np.isnan(cells.loc["fish", "recall"])
    assert "Classes with fewer than 30 samples" not in page.text("li")
    small = report(Y[:100], P[:100], classes=NAMES)
    assert "Classes with fewer than 30 samples" in Page(small.html).text("li")


def test_ties_at_the_top_are_counted():
    made = report(list("abc"), [[1, 1, 0], [0, 1, 0], [0, 0, 1]], classes=list("abc"))
    assert "belongs to several classes: 1." in Page(made.html).text()
    assert made.confusion.accuracy == 1 and "All samples are right" in made.html


def test_all_digits_follow_the_rule_that_the_page_states(made):
    assert "rates 3 decimals" in Page(made.html).text()
    assert off_the_rule(made) == []


@each("language", ["en", "zh-Hans", "zh-Hant"])
def test_it_speaks_three_languages(language):
    page = Page(report(Y, P, classes=NAMES, language=language).html)
    headings = [text for where, text in page.texts if where[-1] == "h2"]
    assert len(headings) == 7 and page.all("html")[0]["lang"] == language
    if language != "en":
        assert not re.search(r"[A-Za-z]{4}", " ".join(headings))


def test_names_of_classes_are_never_taken_for_code():
    names = [name[:300] for name in HOSTILE if name.isprintable()]
    rng = np.random.default_rng(0)
    labels = [names[k % len(names)] for k in range(40)]
    page = Page(report(labels, rng.random((40, len(names))), classes=names).html)
    kinds = {tag for tag, _, _ in page.elements}
    assert not kinds & {"script", "img", "iframe", "b", "link"} and page.unclosed == []
    assert "<script>alert(1)</script>" in page.text()


@each(
    "change, says",
    [
        ({"threshold": 0.5}, "threshold=0.5 for many classes"),
        ({"threshold": "recall ≥ 0.5"}, "threshold='recall ≥ 0.5' for many classes"),
        ({"costs": mm.Costs(fp=1, fn=5)}, "for many classes"),
        ({"p_positive": 0.5}, "p_positive=0.5 for many classes"),
        ({"classes": ["cat", "dog"]}, "3 columns"),
        ({"classes": ["cat", "dog", "cow"]}, "'bird'"),
        ({"positive": "cow"}, "positive='cow'"),
        ({"classes": None}, "3 columns without names"),
        ({"y_true": ["cat"] * 500}, "all samples are of one class"),
        ({"ids": ["a"]}, "ids"),
        ({"language": "fr"}, "language='fr'"),
    ],
)
def test_what_makes_no_sense_is_refused_in_three_parts(change, says):
    with pytest.raises(MetricError) as caught:
        report(**{"y_true": Y, "y_score": P, "classes": NAMES, **change})
    assert says in caught.value.what and caught.value.why and caught.value.fix


def test_labels_of_several_classes_a_sample_are_refused():
    with pytest.raises(InputError, match="several labels"):
        report(np.ones((4, 3), int), np.ones((4, 3)), classes=NAMES)


def test_of_two_classes_the_plain_one_is_judged_as_in_a_sweep():
    rng = np.random.default_rng(0)
    y, p = rng.integers(0, 2, 60), rng.random(60)
    both = np.column_stack([1 - p, p])
    alone, named = mm.report(y, p), mm.report(y, both, classes={0: "ham", 1: "spam"})
    assert mm.report(y, both, classes=[0, 1]).summary == alone.summary
    assert named.confusion.tp == alone.confusion.tp and named.threshold == alone.threshold
    assert named.confusion.names == ("ham", "spam")
    words = np.array(["ham", "spam"])[y]
    assert "2 classes" in str(mm.report(words, both, classes=["ham", "spam"]))
