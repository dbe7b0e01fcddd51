"""A report on several models: its numbers are the library's, and it says how they differ."""

import re

import numpy as np
import pandas as pd
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.errors import InputError, MetricError
from mlmetrics_edu.workbook.report import report
from tests.cases import each
from tests.workbook.report.pages import Page, numbers_alone, off_the_rule
from tests.workbook.report.test_page import HOSTILE

assert numbers_alone  # a fixture, found by its name
COSTS = mm.Costs(fp=1, fn=5)


def drawn(n=600):
    """Draw labels, and the scores of two models that share much of what they see."""
    rng = np.random.default_rng(3)
    y = (rng.random(n) < 0.2).astype(int)
    seen = rng.normal(size=n)
    a, b = (1 / (1 + np.exp(2 - d * y - seen - 0.7 * rng.normal(size=n))) for d in (1.2, 2.0))
    return y, {"logistic": a, "forest": b}


Y, SCORES = drawn()
SWEEPS = {name: mm.sweep(Y, score) for name, score in SCORES.items()}


@pytest.fixture(scope="module")
def made(numbers_alone):
    """Compare two models."""
    return report(Y, SCORES)


def column(table, name):
    """Take a column of a table by its name, by the first column."""
    frame = table.to_frame()
    return dict(zip(frame.iloc[:, 0], frame[name], strict=True))


def test_areas_and_their_difference_are_those_of_the_library(made):
    value, low = (column(made.tables["ranking"], name) for name in ("value", "low"))
    for name, swept in SWEEPS.items():
        assert value[f"AUC, {name}"] == float(mm.auc(swept))
        assert low[f"AUC, {name}"] == mm.auc_interval(swept).low
        assert value[f"AP, {name}"] == float(mm.average_precision(swept))
    test = mm.auc_test(*SWEEPS.values())
    assert value["AUC, logistic − forest"] == float(test.difference)
    assert low["AUC, logistic − forest"] == test.interval().low
    assert value["p of logistic − forest"] == float(test.p_value)


def test_the_summary_says_which_is_better_and_how_sure_that_is(made):
    test = mm.auc_test(SWEEPS["forest"], SWEEPS["logistic"])
    low, high = test.interval()
    said = re.search(
        r"AUC of forest is ([\d.]+) above that of logistic \(95 % interval (\S+) to (\S+),",
        made.summary,
    )
    assert [float(x) for x in said.groups()] == pytest.approx(
        [test.difference, low, high], abs=5e-4
    )
    assert "more than chance explains" in made.summary
    turned = report(Y, dict(reversed(SCORES.items())))
    assert "AUC of forest is" in turned.summary and "more than chance explains" in turned.summary
    noise = np.random.default_rng(0).normal(scale=1e-2, size=len(Y))
    close = report(Y, {"a": SCORES["forest"], "b": SCORES["forest"] + noise})
    assert "which may be chance" in close.summary
    same = report(Y, {"a": SCORES["forest"], "b": 2 * SCORES["forest"]})
    assert "a and b have the same AUC" in same.summary and "decide alike" in same.html


def test_each_model_has_its_own_best_threshold(made):
    assert made.threshold.keys() == made.confusion.keys() == made.sweep.keys() == SCORES.keys()
    for name, swept in SWEEPS.items():
        best = mm.best_threshold(swept, "f1")
        assert made.confusion[name] == best[0].confusion == swept.at(made.threshold[name])
        assert column(made.tables["thresholds"], "recall")[name] == float(best[0].confusion.recall)
    priced = report(Y, SCORES, costs=COSTS, threshold="recall ≥ 0.8")
    for name, swept in SWEEPS.items():
        best = mm.best_threshold(swept, costs=COSTS, where="recall ≥ 0.8")
        assert priced.confusion[name] == best[0].confusion
        cost = column(priced.tables["thresholds"], "expected cost")[name]
        assert cost == pytest.approx(float(best.value))
    assert "Only thresholds with recall ≥ 0.8" in priced.html


def test_another_share_of_positives_moves_precision():
    moved = report(Y, SCORES, p_positive=0.05)
    for name, c in moved.confusion.items():
        expected = 0.05 * c.recall / (0.05 * c.recall + 0.95 * c.fpr)
        told = column(moved.tables["thresholds"], "precision, if 5.0 % were positive")[name]
        assert told == pytest.approx(float(expected))


def test_a_threshold_is_one_for_all_or_one_for_each():
    assert report(Y, SCORES, threshold=0.5).threshold == {"logistic": 0.5, "forest": 0.5}
    own = {"forest": 0.3, "logistic": 0.4}
    assert report(Y, SCORES, threshold=own).threshold == own
    with pytest.raises(InputError, match="the models are logistic, forest"):
        report(Y, SCORES, threshold={"forest": 0.3})


def test_where_they_disagree_is_counted_and_listed(made):
    called = {name: SCORES[name] >= made.threshold[name] for name in SCORES}
    a, b = called.values()
    table = made.tables["agreement"].to_frame()
    for row, side in ((0, Y == 1), (1, Y == 0)):
        expected = [(a & b), (a & ~b), (b & ~a), (~a & ~b)]
        assert table.iloc[row, 3:].tolist() == [int((cell & side).sum()) for cell in expected]
    split = made.tables["split"].to_frame()
    assert len(split) == min(20, (a != b).sum())
    for _, row in split.iterrows():
        k = int(row["sample"])
        assert a[k] != b[k] and row["called positive by"] == ("logistic" if a[k] else "forest")
        assert row["forest"] == SCORES["forest"][k]
    pairs = mm.ConfusionMatrix.from_labels(a == (Y == 1), b == (Y == 1), [True, False])
    p = column(made.tables["disagree"], "value")["McNemar's p, logistic and forest"]
    assert p == float(mm.mcnemar(pairs, "exact"))


def test_a_data_frame_names_its_models_and_one_alone_is_no_comparison(made):
    assert report(Y, pd.DataFrame(SCORES)).tables.keys() == made.tables.keys()
    alone, plain = report(Y, {"forest": SCORES["forest"]}), report(Y, SCORES["forest"])
    assert alone.html == plain.html


def test_scores_that_are_no_probabilities_are_named_and_not_calibrated():
    made = report(Y, {**SCORES, "margin": 10 * SCORES["forest"] - 5})
    assert "aren&#39;t calibrated here: margin" in made.html
    assert column(made.tables["chances"], "value").keys() == {"BS, logistic", "BS, forest"}


def test_what_warns_of_all_is_said_once(made):
    rows = slice(0, 60)
    few = report(Y[rows], {name: s[rows] for name, s in SCORES.items()} | {"flat": Y[rows] * 0})
    warned = [t for where, t in Page(few.html).texts if where[-1] == "li"]
    assert sum("Positives: only" in text for text in warned) == 1
    assert any(text.strip().startswith("flat: All samples have the same") for text in warned)


def test_all_digits_follow_the_rule_that_the_page_states(made):
    assert "rates 3 decimals" in Page(made.html).text()
    assert off_the_rule(made, scores=SCORES) == []


@each("language", ["en", "zh-Hans", "zh-Hant"])
def test_it_speaks_three_languages(language):
    made = report(Y, SCORES, language=language, costs=COSTS, threshold="recall ≥ 0.5")
    page = Page(made.html)
    headings = [text for where, text in page.texts if where[-1] == "h2"]
    assert len(headings) == 8 and page.all("html")[0]["lang"] == language
    if language != "en":
        assert not re.search(r"[A-Za-z]{4}", " ".join(headings))


def test_names_of_models_are_never_taken_for_code():
    names = [name[:100] for name in HOSTILE if name.isprintable()][:5]
    made = report(Y, {name: SCORES["forest"] + k for k, name in enumerate(names)})
    page = Page(made.html)
    kinds = {tag for tag, _, _ in page.elements}
    assert not kinds & {"script", "img", "iframe", "b", "link"} and page.unclosed == []
    assert "<script>alert(1)</script>" in page.text()


@each(
    "scores, how, says",
    [
        ({f"m{k}": Y for k in range(7)}, {}, "7 models"),
        ({"a": Y, "b": Y[:-1]}, {}, "b: "),
        ({}, {}, "y_score={}"),
        (np.column_stack([*SCORES.values()]), {}, "2 columns without names"),
        ({"x" * 50 + "1": Y, "x" * 50 + "2": Y}, {}, "each needs a name"),
        (SCORES, {"threshold": "recall ≥ 2"}, "no threshold has"),
    ],
)
def test_what_makes_no_sense_is_refused_in_three_parts(scores, how, says):
    with pytest.raises(MetricError) as caught:
        report(Y, scores, **how)
    error = caught.value
    assert says in f"{error.what} {error.why}" and error.fix
