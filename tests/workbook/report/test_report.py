"""The numbers of reports are the library's and scikit-learn's, and what is said of them is so."""

import re

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics as sk

import mlmetrics_edu as mm
from mlmetrics_edu.core import words
from mlmetrics_edu.core.errors import InputError, MetricError, UndefinedError
from mlmetrics_edu.workbook.report import page, sections
from mlmetrics_edu.workbook.report.case import case, choose, inside
from mlmetrics_edu.workbook.report.page import Voice, of_auc
from tests.cases import each
from tests.workbook.report.pages import (
    CARS,
    COSTS,
    DEFAULT,
    KINDS,
    NAMES,
    Page,
    column,
    made,
    quick,
)

(Y, SCORES), _ = KINDS["models"]
SWEEPS = {name: mm.sweep(Y, score) for name, score in SCORES.items()}
(CLASS, CHANCES), _ = KINDS["classes"]
GUESS = np.array(NAMES)[CHANCES.argmax(axis=1)]
RATES = {
    "precision": sk.precision_score,
    "recall": sk.recall_score,
    "specificity": lambda *y: sk.recall_score(*y, pos_label=0),
    "accuracy": sk.accuracy_score,
    "F1": sk.f1_score,
}


def test_the_numbers_of_one_model_are_those_of_scikit_learn():
    cards, y, score = made("cards"), DEFAULT.y_true, DEFAULT.y_score
    value = column(cards.tables["threshold"], "value")
    for name, rate in RATES.items():
        assert value[name] == pytest.approx(rate(y, score >= cards.threshold)), name
    assert [*column(cards.tables["ranking"], "value").values()][:2] == pytest.approx(
        [sk.roc_auc_score(y, score), sk.average_precision_score(y, score)]
    )
    brier = column(cards.tables["chances"], "value")["Brier score (BS)"]
    assert brier == pytest.approx(sk.brier_score_loss(y, score))
    text = Page(cards.html).text()
    for name, said in (("recall", r"recall ([\d.]+) %"), ("precision", r"positive, ([\d.]+) %")):
        assert f"{float(re.search(said, text)[1]) / 100:.3f}" == f"{value[name]:.3f}"


def test_what_is_written_is_what_was_computed():
    text = Page(made("cars").html).text()
    for said in (
        "20 samples, 6 positive (30.0 %).",
        "Calling nobody positive is right for 70.0 %",
        "At threshold 0.24, 4 of the 6 positives are found (recall 66.7 %)",
        "false alarms: 3. Of those called positive, 57.1 % truly are",
        "F1 = 2·TP / (2·TP + FP + FN)",
        "= 8/13",
        "0.732 of all pairs (AUC; 95 % interval 0.474 to 0.990)",
        "what a miss and a false alarm cost",
        "share: 3, with 6 samples in all. Ties that hold both classes: 1",
    ):
        assert said in text, said


def test_the_interval_of_f1_is_that_of_its_values_with_working():
    counts = mm.Confusion(4, 3, 2, 11)
    how = {"times": page.TIMES, "level": page.LEVEL, "progress": False}
    slow = mm.bootstrap(page.one_cut(counts), lambda cut: cut.at(1).f1, **how)
    assert str(page.of_f1(counts)) == str(slow)
    np.testing.assert_allclose(page.of_f1(counts).replicates, slow.replicates, rtol=1e-15)


SHARES = [  # a share, what stands beside it, and how it is written
    *((0.9931, (), "99.3 %"), (0.9796, (), "98.0 %"), (0.535, (), "53.5 %")),
    *((0.0333, (), "3.3 %"), (0.0333, (0.0329,), "3.33 %"), (0.0329, (0.0333,), "3.29 %")),
    *((0.5, (0.5,), "50.0 %"), (0.00905, (), "0.905 %"), (0.01, (), "1.0 %")),
    *((0.000331, (), "0.0331 %"), (0.99967, (), "99.97 %"), (0.9996, (), "99.96 %")),
    *((1 - 1e-12, (), "100.00000000 %"), (0, (), "0 %"), (1, (0.9999,), "100.00 %")),
    (1.0, (), "100 %"),
]


@each("share, beside, written", SHARES)
def test_shares_are_rounded_as_in_the_tables_and_told_apart(share, beside, written):
    assert Voice("en").percent(share, *beside) == written
    assert Voice("zh-Hans").percent(share, *beside) == written.replace(" ", "")


def test_the_cheapest_threshold_is_taken_and_is_as_good_as_the_score_itself():
    cards = made("cards")
    best, cost = (
        mm.best_threshold(cards.sweep, "cost", costs=COSTS),
        mm.expected_cost(cards.sweep, COSTS),
    )
    low, high = best.intervals[0]
    assert cards.confusion == best[0].confusion and low < cards.threshold <= high
    assert len(str(cards.threshold)) < len(str(high))
    value = column(cards.tables["threshold"], "value")["expected cost"]
    assert value == pytest.approx(np.min(cost))
    found = re.search(r"all thresholds from (\S+) to (\S+) cost", Page(cards.html).text())
    rows = [cards.sweep.row_at(float(end)) for end in found.groups()]
    assert rows[0] - rows[1] > 100
    assert cost[rows[1] : rows[0] + 1].max() <= 1.05 * cost.min() + 1e-12


@each("kind, reason", [("cards", "least cost"), ("cars", "highest F1")])
def test_the_threshold_in_use_stands_marked_among_others(kind, reason):
    report = made(kind)
    table, frame = report.tables["thresholds"], report.tables["thresholds"].to_frame()
    marked = frame.iloc[table.marked]
    assert 4 <= len(frame) <= 12 and frame["threshold"].is_monotonic_decreasing
    assert marked["threshold"] == report.threshold
    assert marked["what speaks for it"].startswith(f"in use, {reason}")
    assert Page(report.html).text().count("in use, ") == 1
    for _, row in frame.iterrows():
        counts = report.sweep.at(row["threshold"])
        assert [row[name] for name in counts.counts] == [*counts.counts.values()]
        for rate in ("precision", "recall"):
            assert row[rate] == pytest.approx(float(counts.rate(rate)))
        for level in re.findall(r"recall ≥ ([\d.]+)", row["what speaks for it"]):
            assert counts.recall >= float(level)


@each(
    "where, costs",
    [("recall >= 0.9", None), (["recall ≥ 90 %", "fpr ≤ 0.5"], None), ("recall ≥ 0.9", COSTS)],
)
def test_a_constraint_is_met_and_what_it_costs_is_said(where, costs):
    y, score = DEFAULT.y_true, DEFAULT.y_score
    by = {} if costs else {"by": "f1"}
    free = mm.best_threshold(mm.sweep(y, score), costs=costs, **by)
    report = quick(y, score, threshold=where, costs=costs)
    best = mm.best_threshold(report.sweep, costs=costs, where=where, **by)
    assert report.confusion == best[0].confusion and report.confusion.recall >= 0.9
    text = Page(report.html).text()
    assert f"without that condition it would be {words.within(*free.intervals[0])}" in text
    assert "threshold=" in text and "only with recall ≥ 0.9" in text


def test_tenths_and_net_benefit_are_those_of_the_library():
    cards = made("cards")
    ours, theirs = cards.tables["deciles"].to_frame(), mm.decile_table(cards.sweep).to_frame()
    same = {"cumulative gain": "gain", "lift": "lift", "share of positives": "rate"}
    assert ours[[*same]].to_numpy().tolist() == theirs[[*same.values()]].to_numpy().tolist()
    assert f"holds {100 * theirs['gain'][0]:.1f} % of the positives" in Page(cards.html).text()
    frame = cards.tables["decisions"].to_frame()
    worth = [float(mm.net_benefit(cards.sweep, p)) for p in frame["act from"]]
    assert frame["model"].tolist() == pytest.approx(worth)


def test_bins_are_equally_full_where_scores_crowd():
    cars, cards = made("cars"), made("cards")
    crowded, spread = (one.tables["bins"].to_frame()["samples"] for one in (cards, cars))
    assert crowded.max() - crowded.min() < 20 and len(crowded) == 10
    assert "because the scores crowd" not in cars.html and spread.max() > spread.min()
    assert "equally many samples (fewer" in cards.html
    # Two values would fall into one bin.
    halves = case([1, 0, 0, 0] * 20, [1, 0, 0, 0] * 20, *[None] * 5, "en")
    assert halves.strategy == "equal-width"


def test_the_most_confident_mistakes_come_first():
    cards, y, score = made("cards"), DEFAULT.y_true, DEFAULT.y_score
    called = score >= cards.threshold
    alarms = sorted(score[called & (y == 0)], reverse=True)[:3]
    misses = sorted(score[~called & (y == 1)])[:3]
    listed = cards.tables["mistakes"].to_frame()
    assert listed["score"].tolist() == [*alarms, *misses]
    assert listed["mistake"].tolist() == ["false positives"] * 3 + ["false negatives"] * 3
    assert score[listed["sample"].astype(int)].tolist() == listed["score"].tolist()


def test_an_accuracy_below_that_of_no_model_is_excused_by_costs_alone():
    for costs, excused in ((COSTS, True), (None, False)):
        asked = case(CARS.y_true, CARS.y_score, costs, None, 0.08, None, None, "en")
        said = " ".join(sections.summary(choose(asked), of_auc(asked.sweep), 0).texts)
        assert "50.0 %, does not" in said and ("and need not" in said) == excused


ENOUGH = [  # positives, negatives, different scores, and what is said of them
    *((29, 30, 59, "Positives: only 29,"), (30, 29, 59, "Negatives: only 29,")),
    *((30, 30, 60, None), (30, 30, 9, "Only 9 different scores"), (30, 30, 10, None)),
    (9, 40, 9, "Positives: only 9,"),  # of 49 samples, few scores are no wonder
]


@each("positives, negatives, scores, said", ENOUGH)
def test_a_reader_is_warned_of_too_few_and_not_of_enough(positives, negatives, scores, said):
    y = [0, 1] * min(positives, negatives)
    y += [int(positives > negatives)] * abs(positives - negatives)
    asked = case(y, np.arange(len(y)) % scores / 100, *[None] * 5, "en")
    few = [text for text in sections.warnings(choose(asked)) if "nly " in text[:16]]
    assert len(few) <= 1 and (few[0].startswith(said) if said else not few)


WARNED = [  # labels, scores, what is asked, and what is warned of
    ([1, 0], [0.5, 0.5], {}, "All samples have the same score"),
    ([1, 0, 0], [0.1, 0.5, 0.5], {}, "below 0.5"),
    ([1, 0, 0], [0.9, 0.5, 0.4], {}, "Every positive has a higher score"),
    ([0, 1, 0, 1], [0.9, 0.8, 0.4, 0.3], {"costs": mm.Costs(fp=1000, fn=1)}, "nobody is"),
    ([0, 1, 0, 1], [0.9, 0.8, 0.4, 0.3], {"costs": mm.Costs(fp=1, fn=1000)}, "everybody is"),
]


@each("y, score, how, says", WARNED)
def test_a_reader_is_warned(y, score, how, says):
    page = Page(quick(y, score, **how).html)
    assert says in page.text("li") and "Warnings in section 6" in page.text()


def test_a_threshold_that_was_given_is_compared_with_the_cheapest():
    report = quick(DEFAULT.y_true, DEFAULT.y_score, costs=COSTS, threshold=0.5)
    assert report.confusion == report.sweep.at(0.5) and report.threshold == 0.5
    text = Page(report.html).text()
    assert "The threshold 0.5 was given." in text and "is reached at threshold 0.10753" in text


def test_another_share_of_positives_moves_precision_and_the_threshold_of_the_costs():
    report = quick(DEFAULT.y_true, DEFAULT.y_score, p_positive=0.2, costs=COSTS, threshold=0.2)
    value, p = column(report.tables["threshold"], "value"), 0.2
    c = report.confusion
    expected = p * c.recall / (p * c.recall + (1 - p) * c.fpr)
    assert value["precision, if 20.0 % were positive"] == pytest.approx(float(expected))
    # At calibrated scores s, p moves the odds: where they reach 1 to 10, the costs are even.
    t, share = value["cost threshold"], DEFAULT.y_true.mean()
    odds = t / (1 - t) * (p / (1 - p)) / (share / (1 - share))
    assert odds == pytest.approx(1 / 10)


def test_scores_that_are_no_probabilities_are_not_calibrated():
    report = quick(CARS.y_true, 10 * CARS.y_score - 3, costs=COSTS)
    text = Page(report.html).text()
    assert "The scores run from −2.9 to 6.1" in text and "Brier" not in text
    assert "chances" not in report.tables and "cost threshold" not in text


def test_ties_are_counted_and_priced():
    cars = made("cars")
    value, reach = column(cars.tables["cautions"], "value"), mm.tie_range(cars.sweep)
    assert [value[f"AP, {which}"] for which in reach._fields] == [float(x) for x in reach]
    one_tie = quick([1, 0] * 20_000, [0.5] * 40_000)
    assert [*column(one_tie.tables["cautions"], "value").values()][3:] == [0.0, 0.5, 1.0]


def test_no_interval_is_shown_where_resamples_cannot_vary():
    report = quick([1, 1, 0, 0], [0.9, 0.8, 0.2, 0.1])
    assert "no interval: nothing varies in these samples" in Page(report.html).text()
    assert "1.000 … 1.000" not in report.html


@each("high", [0.24, 0.123456789, 1e-9, 123456.789, 5e-300, -0.333333333])
def test_a_short_threshold_predicts_the_same(high):
    for low in (np.nextafter(high, -np.inf), high - abs(high) / 1000, high - 1, -np.inf):
        assert low < words.within(float(low), high) <= high
        first, last = inside(float(low), high)
        assert low < first <= last <= high or low == first == -np.inf


def test_areas_of_models_and_their_difference_are_those_of_the_library():
    table = made("models").tables["ranking"]
    value, low = (column(table, name) for name in ("value", "low"))
    for name, swept in SWEEPS.items():
        assert value[f"AUC, {name}"] == float(mm.auc(swept))
        assert low[f"AUC, {name}"] == mm.auc_interval(swept).low
        assert value[f"AP, {name}"] == float(mm.average_precision(swept))
    test = mm.auc_test(*SWEEPS.values())
    assert value["AUC, logistic − forest"] == float(test.difference)
    assert low["AUC, logistic − forest"] == test.interval().low
    assert value["p of logistic − forest"] == float(test.p_value)


def test_the_summary_says_which_model_is_better_and_how_sure_that_is():
    report, test = made("models"), mm.auc_test(SWEEPS["forest"], SWEEPS["logistic"])
    better = r"AUC of forest is ([\d.]+) above that of logistic \(95 % interval (\S+) to (\S+),"
    said = [float(x) for x in re.search(better, report.summary).groups()]
    assert said == pytest.approx([test.difference, *test.interval()], abs=5e-4)
    turned = quick(Y, dict(reversed(SCORES.items())))
    assert "AUC of forest is" in turned.summary
    assert all("more than chance explains" in one.summary for one in (report, turned))
    noise = np.random.default_rng(0).normal(scale=1e-2, size=len(Y))
    close = quick(Y, {"a": SCORES["forest"], "b": SCORES["forest"] + noise})
    assert "which may be chance" in close.summary
    same = quick(Y, {"a": SCORES["forest"], "b": 2 * SCORES["forest"]})
    assert "a and b have the same AUC" in same.summary and "decide alike" in same.html


def test_each_model_has_its_own_best_threshold():
    report = made("models")
    priced = quick(Y, SCORES, costs=COSTS, threshold="recall ≥ 0.8")
    assert (
        report.threshold.keys() == report.confusion.keys() == report.sweep.keys() == SCORES.keys()
    )
    for name, swept in SWEEPS.items():
        best = mm.best_threshold(swept, "f1")
        assert report.confusion[name] == best[0].confusion == swept.at(report.threshold[name])
        recall = column(report.tables["thresholds"], "recall")[name]
        assert recall == float(best[0].confusion.recall)
        best = mm.best_threshold(swept, costs=COSTS, where="recall ≥ 0.8")
        assert priced.confusion[name] == best[0].confusion
        cost = column(priced.tables["thresholds"], "expected cost")[name]
        assert cost == pytest.approx(float(best.value))
    assert "Only thresholds with recall ≥ 0.8" in priced.html
    moved = quick(Y, SCORES, p_positive=0.05)
    told = column(moved.tables["thresholds"], "precision, if 5.0 % were positive")
    for name, c in moved.confusion.items():
        assert told[name] == pytest.approx(0.05 * c.recall / (0.05 * c.recall + 0.95 * c.fpr))


def test_a_threshold_is_one_for_all_or_one_for_each():
    assert quick(Y, SCORES, threshold=0.5).threshold == {"logistic": 0.5, "forest": 0.5}
    own = {"forest": 0.3, "logistic": 0.4}
    assert quick(Y, SCORES, threshold=own).threshold == own


def test_where_models_disagree_is_counted_and_listed():
    report = made("models")
    a, b = (SCORES[name] >= report.threshold[name] for name in SCORES)
    table = report.tables["agreement"].to_frame()
    for row, side in ((0, Y == 1), (1, Y == 0)):
        expected = [(a & b), (a & ~b), (b & ~a), (~a & ~b)]
        assert table.iloc[row, 3:].tolist() == [int((cell & side).sum()) for cell in expected]
    split = report.tables["split"].to_frame()
    rows = split["sample"].astype(int).to_numpy()
    assert len(rows) == min(20, (a != b).sum()) and (a != b)[rows].all()
    assert split["called positive by"].tolist() == [("forest", "logistic")[k] for k in a[rows] * 1]
    assert split["forest"].tolist() == SCORES["forest"][rows].tolist()
    pairs = mm.ConfusionMatrix.from_labels(a == (Y == 1), b == (Y == 1), [True, False])
    p = column(report.tables["disagree"], "value")["McNemar's p, logistic and forest"]
    assert p == float(mm.mcnemar(pairs, "exact"))


def test_models_may_be_a_data_frame_and_one_alone_is_no_comparison():
    assert quick(Y, pd.DataFrame(SCORES)).tables.keys() == made("models").tables.keys()
    alone, plain = quick(Y, {"forest": SCORES["forest"]}), quick(Y, SCORES["forest"])
    assert alone.html == plain.html
    some = quick(Y, {**SCORES, "margin": 10 * SCORES["forest"] - 5})
    assert "aren&#39;t calibrated here: margin" in some.html
    assert column(some.tables["chances"], "value").keys() == {"BS, logistic", "BS, forest"}


def test_what_warns_of_all_models_is_said_once():
    few = quick(Y[:60], {name: s[:60] for name, s in SCORES.items()} | {"flat": Y[:60] * 0})
    warned = [t for where, t in Page(few.html).texts if where[-1] == "li"]
    assert sum("Positives: only" in text for text in warned) == 1
    assert any(text.strip().startswith("flat: All samples have the same") for text in warned)


def test_the_numbers_of_classes_are_those_of_scikit_learn():
    report = made("classes")
    counts = report.tables["counts"].to_frame().iloc[:, 1:-1].to_numpy()
    assert counts.tolist() == sk.confusion_matrix(CLASS, GUESS, labels=NAMES).tolist()
    assert report.confusion == mm.ConfusionMatrix.from_labels(CLASS, GUESS, NAMES)
    told = sk.classification_report(CLASS, GUESS, output_dict=True)
    for name, key in (("precision", "precision"), ("recall", "recall"), ("F1", "f1-score")):
        ours = column(report.tables["by_class"], name)
        for row in (*NAMES, "macro average", "weighted average"):
            assert ours[row] == pytest.approx(told[row.replace("average", "avg")][key])
        assert ours["micro average"] == pytest.approx(sk.accuracy_score(CLASS, GUESS))
    wholes = sk.accuracy_score, sk.balanced_accuracy_score, sk.cohen_kappa_score
    theirs = [score(CLASS, GUESS) for score in (*wholes, sk.matthews_corrcoef)]
    assert [*column(report.tables["confusions"], "value").values()] == pytest.approx(theirs)
    area, low = (column(report.tables["by_class"], name) for name in ("AUC", "low"))
    for k, name in enumerate(NAMES):
        assert area[name] == pytest.approx(sk.roc_auc_score(name == CLASS, CHANCES[:, k]))
        assert low[name] == mm.auc_interval(mm.sweep(name == CLASS, CHANCES[:, k])).low
    score, labels = CHANCES[:, np.argsort(NAMES)], sorted(NAMES)
    multi = {way: sk.roc_auc_score(CLASS, score, labels=labels, multi_class=way) for way in WAYS}
    assert area["macro average"] == pytest.approx(multi["ovr"])
    value = column(report.tables["one_vs_rest"], "value")
    assert value["Hand–Till AUC"] == pytest.approx(multi["ovo"])
    chances = column(report.tables["chances"], "value")
    assert chances["logarithmic loss"] == pytest.approx(sk.log_loss(CLASS, score, labels=labels))
    assert chances["Brier score (BS)"] == float(mm.brier(CLASS, CHANCES, labels=NAMES))


WAYS = ("ovr", "ovo")


def test_the_summary_says_what_is_taken_for_what():
    report, share, accuracy = made("classes"), (CLASS == "cat").mean(), (CLASS == GUESS).mean()
    said = f"500 samples of 3 classes. Calling all of them “cat” is right for {100 * share:.1f} %"
    assert report.summary.startswith(said)
    assert f"is the right one for {100 * accuracy:.1f} % (accuracy" in report.summary
    wrong = report.confusion.counts - np.diag(report.confusion.counts.diagonal())
    assert f"The most frequent mistake: {wrong.max()} of" in report.summary
    assert str(report) == f"report: 500 samples, 3 classes · accuracy {accuracy:.3f}"
    assert report.threshold is None and report.sweep.classes == tuple(NAMES)


def test_mistakes_among_classes_and_calibration():
    report = made("classes")
    listed, wrong = report.tables["mistakes"].to_frame(), CHANCES.max(axis=1)[CLASS != GUESS]
    assert listed["its score"].tolist() == sorted(wrong, reverse=True)[:10]
    for _, row in listed.iterrows():
        k = int(row["sample"])
        assert row["truth"] == CLASS[k] != row["taken for"] == GUESS[k]
        assert row["score of the truth"] == CHANCES[k, NAMES.index(CLASS[k])]
    frame = report.tables["bins"].to_frame()
    total = (frame["samples"] * frame["share right"]).sum() / 500
    assert frame["samples"].sum() == 500 and total == pytest.approx((CLASS == GUESS).mean())
    scores = quick(CLASS, 10 * CHANCES, classes=NAMES)
    assert "chances" not in scores.tables and "there is nothing to calibrate" in scores.html


def test_columns_that_are_called_as_the_labels_are_classes():
    frame = pd.DataFrame(CHANCES, columns=NAMES)
    for scores in (frame, {name: CHANCES[:, k] for k, name in enumerate(NAMES)}):
        assert quick(CLASS, scores).confusion == made("classes").confusion
    german = {"cat": "Katze", "dog": "Hund", "bird": "Vogel"}
    assert quick(CLASS, CHANCES, classes=german).confusion.labels == (*german.values(),)
    dogs = quick(CLASS, frame, positive="dog", costs=mm.Costs(fp=1, fn=3))
    assert np.array_equal(dogs.sweep.tp, mm.sweep(CLASS == "dog", CHANCES[:, 1]).tp)
    assert dogs.threshold is not None and "which means “dog”" in dogs.summary


def test_classes_without_samples_or_never_predicted_are_named():
    few = quick(CLASS, np.column_stack([CHANCES, 0 * CHANCES[:, 0]]), classes=[*NAMES, "fish"])
    page = Page(few.html)
    assert "Classes without a sample here: fish" in page.text("li")
    assert "Classes that are never predicted: fish" in page.text("li")
    assert "has no curve" in page.text() and "one_vs_rest" not in few.tables
    assert np.isnan(column(few.tables["by_class"], "recall")["fish"])
    small, said = quick(CLASS[:100], CHANCES[:100], classes=NAMES), "Classes with fewer than 30"
    assert said in Page(small.html).text("li") and said not in page.text("li")
    tied = quick(list("abc"), [[1, 1, 0], [0, 1, 0], [0, 0, 1]], classes=list("abc"))
    assert "belongs to several classes: 1." in Page(tied.html).text()
    assert tied.confusion.accuracy == 1 and "All samples are right" in tied.html


def test_of_two_classes_the_plain_one_is_judged_as_in_a_sweep():
    rng = np.random.default_rng(0)
    y, p = rng.integers(0, 2, 60), rng.random(60)
    both, words = np.column_stack([1 - p, p]), np.array(["ham", "spam"])[y]
    alone, named = quick(y, p), quick(y, both, classes={0: "ham", 1: "spam"})
    assert quick(y, both, classes=[0, 1]).summary == alone.summary
    assert named.confusion.tp == alone.confusion.tp and named.threshold == alone.threshold
    assert named.confusion.names == ("ham", "spam")
    assert "2 classes" in str(quick(words, both, classes=["ham", "spam"]))


TWO, MANY = ([1, 0], [0.9, 0.2]), (CLASS, CHANCES)
REFUSED = [  # samples, what is asked, and which error says what
    (([0, 0], TWO[1]), {}, UndefinedError, ""),
    (([1, 1], TWO[1]), {}, UndefinedError, ""),
    ((["a", "b"], TWO[1]), {}, InputError, ""),
    ((TWO[0], [0.5, float("nan")]), {}, InputError, ""),
    ((TWO[0], [0.5]), {}, InputError, ""),
    (TWO, {"ids": ["a", "a"]}, InputError, ""),
    (TWO, {"costs": (1, 5)}, InputError, ""),
    (TWO, {"costs": mm.Costs(fp=-1, fn=1)}, InputError, ""),
    (TWO, {"p_positive": 0}, InputError, ""),
    (TWO, {"p_positive": 2}, InputError, ""),
    (TWO, {"threshold": float("nan")}, InputError, ""),
    (TWO, {"threshold": "0.5"}, InputError, ""),
    (TWO, {"threshold": "recall is high"}, InputError, ""),
    (TWO, {"threshold": ["recall ≥ 0.9", 0.5]}, InputError, ""),
    (TWO, {"threshold": ["recall ≥ 0.9", "recall ≤ 0.1"]}, MetricError, ""),
    (TWO, {"language": "fr"}, InputError, ""),
    ((Y, {f"m{k}": Y for k in range(7)}), {}, InputError, "7 models"),
    ((Y, {"a": Y, "b": Y[:-1]}), {}, InputError, "b: "),
    ((Y, {}), {}, InputError, "y_score={}"),
    ((Y, np.column_stack([*SCORES.values()])), {}, InputError, "2 columns without names"),
    ((Y, {"x" * 50 + "1": Y, "x" * 50 + "2": Y}), {}, InputError, "each needs a name"),
    ((Y, SCORES), {"threshold": "recall ≥ 2"}, MetricError, "no threshold has"),
    ((Y, SCORES), {"threshold": {"forest": 0.3}}, InputError, "the models are logistic, forest"),
    (MANY, {"threshold": 0.5}, InputError, "threshold=0.5 for many classes"),
    (MANY, {"threshold": "recall ≥ 0.5"}, InputError, "threshold='recall ≥ 0.5' for many classes"),
    (MANY, {"costs": COSTS}, InputError, "for many classes"),
    (MANY, {"p_positive": 0.5}, InputError, "p_positive=0.5 for many classes"),
    (MANY, {"classes": ["cat", "dog"]}, MetricError, "3 columns"),
    (MANY, {"classes": ["cat", "dog", "cow"]}, MetricError, "'bird'"),
    (MANY, {"positive": "cow"}, MetricError, "positive='cow'"),
    (MANY, {"classes": None}, InputError, "3 columns without names"),
    ((["cat"] * 500, CHANCES), {"classes": NAMES}, InputError, "all samples are of one class"),
    (MANY, {"ids": ["a"]}, MetricError, "ids"),
    (MANY, {"language": "fr"}, InputError, "language='fr'"),
    ((np.ones((4, 3), int), np.ones((4, 3))), {"classes": NAMES}, InputError, "several labels"),
]


@each("given, change, error, says", REFUSED)
def test_what_makes_no_sense_is_refused_in_three_parts(given, change, error, says):
    named = {"classes": NAMES} if given is MANY else {}
    with pytest.raises(error) as caught:
        quick(*given, **{**named, **change})
    told = caught.value
    assert says in f"{told.what} {told.why}" and told.why and told.fix
