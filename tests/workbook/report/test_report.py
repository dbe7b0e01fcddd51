"""The report: its numbers, its reasons, its words; and that a page of them can be handed on."""

import re

import numpy as np
import pytest
from sklearn import metrics as sk

import mlmetrics_edu as mm
from mlmetrics_edu.core import digits
from mlmetrics_edu.core.errors import InputError, MetricError, UndefinedError
from mlmetrics_edu.plots.look import LANGUAGES
from mlmetrics_edu.workbook.report import page, report, sections
from mlmetrics_edu.workbook.report.case import case, choose, inside
from mlmetrics_edu.workbook.report.page import Voice, of_auc
from tests.cases import each
from tests.workbook.report.pages import Page, numbers_alone, off_the_rule

assert numbers_alone  # a fixture, found by its name
CARS = mm.example("cars")
DEFAULT = mm.example("islr-default")
COSTS = mm.Costs(fp=1, fn=10)


@pytest.fixture(scope="module")
def cars(numbers_alone):
    """Report on twenty cars."""
    return report(CARS.y_true, CARS.y_score, ids=CARS.ids)


@pytest.fixture(scope="module")
def default(numbers_alone):
    """Report on ten thousand credit cards, a miss costing ten times a false alarm."""
    return report(DEFAULT.y_true, DEFAULT.y_score, costs=COSTS)


def column(table, name):
    """Take a column of a table by its name, as numbers or texts by the first column."""
    frame = table.to_frame()
    return dict(zip(frame.iloc[:, 0], frame[name], strict=True))


def test_the_rates_are_those_of_scikit_learn(default):
    y, called = DEFAULT.y_true, DEFAULT.y_score >= default.threshold
    value = column(default.tables["threshold"], "value")
    assert value["precision"] == pytest.approx(sk.precision_score(y, called))
    assert value["recall"] == pytest.approx(sk.recall_score(y, called))
    assert value["specificity"] == pytest.approx(sk.recall_score(y, called, pos_label=0))
    assert value["accuracy"] == pytest.approx(sk.accuracy_score(y, called))
    assert value["F1"] == pytest.approx(sk.f1_score(y, called))


def test_the_areas_and_the_brier_score_are_those_of_scikit_learn(default):
    y, score = DEFAULT.y_true, DEFAULT.y_score
    value = column(default.tables["ranking"], "value")
    assert list(value.values())[:2] == pytest.approx(
        [sk.roc_auc_score(y, score), sk.average_precision_score(y, score)]
    )
    brier = column(default.tables["chances"], "value")["Brier score (BS)"]
    assert brier == pytest.approx(sk.brier_score_loss(y, score))


def test_what_is_written_is_what_was_computed(cars):
    text = Page(cars.html).text()
    assert "20 samples, 6 positive (30.0 %)." in text
    assert "Calling nobody positive is right for 70.0 %" in text
    assert "At threshold 0.24, 4 of the 6 positives are found (recall 66.7 %)" in text
    assert "false alarms: 3. Of those called positive, 57.1 % truly are" in text
    assert "F1 = 2·TP / (2·TP + FP + FN)" in text and "= 8/13" in text
    assert "0.732 of all pairs (AUC; 95 % interval 0.474 to 0.990)" in text


def test_the_interval_of_f1_is_that_of_its_values_with_working():
    counts = mm.Confusion(4, 3, 2, 11)
    how = {"times": page.TIMES, "level": page.LEVEL, "progress": False}
    slow = mm.bootstrap(page.one_cut(counts), lambda cut: cut.at(1).f1, **how)
    assert str(page.of_f1(counts)) == str(slow)
    np.testing.assert_allclose(page.of_f1(counts).replicates, slow.replicates, rtol=1e-15)


SHARES = [  # a share, what stands beside it, and how it is written
    (0.9931, (), "99.3 %"),
    (0.9796, (), "98.0 %"),
    (0.535, (), "53.5 %"),
    (0.0333, (), "3.3 %"),
    (0.0333, (0.0329,), "3.33 %"),
    (0.0329, (0.0333,), "3.29 %"),
    (0.5, (0.5,), "50.0 %"),
    (0.00905, (), "0.905 %"),
    (0.01, (), "1.0 %"),
    (0.000331, (), "0.0331 %"),
    (0.99967, (), "99.97 %"),
    (0.9996, (), "99.96 %"),
    (1 - 1e-12, (), "100.00000000 %"),
    (0, (), "0 %"),
    (1, (0.9999,), "100.00 %"),
    (1.0, (), "100 %"),
]


def test_shares_are_rounded_as_in_the_tables_and_told_apart():
    for share, beside, written in SHARES:
        assert Voice("en").percent(share, *beside) == written
        assert Voice("zh-Hans").percent(share, *beside) == written.replace(" ", "")


def test_text_and_table_say_the_same_number(default):
    text, value = Page(default.html).text(), column(default.tables["threshold"], "value")
    for name, said in (("recall", r"recall ([\d.]+) %"), ("precision", r"positive, ([\d.]+) %")):
        assert f"{float(re.search(said, text)[1]) / 100:.3f}" == f"{value[name]:.3f}"


def test_the_cheapest_threshold_is_taken_and_is_as_good_as_the_score_itself(default):
    best = mm.best_threshold(default.sweep, "cost", costs=COSTS)
    assert default.confusion == best[0].confusion
    low, high = best.intervals[0]
    assert low < default.threshold <= high
    assert len(str(default.threshold)) < len(str(high))
    cost = column(default.tables["threshold"], "value")["expected cost"]
    assert cost == pytest.approx(np.min(mm.expected_cost(default.sweep, COSTS)))


def test_all_thresholds_said_to_cost_nearly_the_least_do(default):
    found = re.search(r"all thresholds from (\S+) to (\S+) cost", Page(default.html).text())
    low, high = map(float, found.groups())
    cost = mm.expected_cost(default.sweep, COSTS)
    rows = range(default.sweep.row_at(high), default.sweep.row_at(low) + 1)
    assert len(rows) > 100 and cost[rows].max() <= 1.05 * cost.min() + 1e-12


def test_the_threshold_in_use_stands_marked_among_others(default, cars):
    for made, reason in ((default, "least cost"), (cars, "highest F1")):
        table, frame = made.tables["thresholds"], made.tables["thresholds"].to_frame()
        assert 4 <= len(frame) <= 12
        marked = frame.iloc[table.marked]
        assert marked["threshold"] == made.threshold
        assert marked["what speaks for it"].startswith(f"in use, {reason}")
        assert Page(made.html).text().count("in use, ") == 1
        assert frame["threshold"].is_monotonic_decreasing
        for _, row in frame.iterrows():
            counts = made.sweep.at(row["threshold"])
            assert [row[name] for name in counts.counts] == [*counts.counts.values()]
            assert row["precision"] == pytest.approx(float(counts.precision))
            assert row["recall"] == pytest.approx(float(counts.recall))
            for level in re.findall(r"recall ≥ ([\d.]+)", row["what speaks for it"]):
                assert counts.recall >= float(level)
    assert "what a miss and a false alarm cost" in Page(cars.html).text()


def test_a_constraint_is_met_and_what_it_costs_is_said():
    y, score = DEFAULT.y_true, DEFAULT.y_score
    free = mm.best_threshold(mm.sweep(y, score), "f1")
    for where in ("recall >= 0.9", ["recall ≥ 90 %", "fpr ≤ 0.5"]):
        made = report(y, score, threshold=where)
        best = mm.best_threshold(made.sweep, "f1", where=where)
        assert made.confusion == best[0].confusion and made.confusion.recall >= 0.9
        text = Page(made.html).text()
        assert f"without that condition it would be {digits.within(*free.intervals[0])}" in text
        assert "threshold=" in text and "only with recall ≥ 0.9" in text
    cheapest = report(y, score, threshold="recall ≥ 0.9", costs=COSTS)
    best = mm.best_threshold(cheapest.sweep, costs=COSTS, where="recall ≥ 0.9")
    assert cheapest.confusion == best[0].confusion


def test_tenths_and_net_benefit_are_those_of_the_library(default):
    sweep = default.sweep
    ours, theirs = (
        default.tables["deciles"].to_frame(),
        mm.decile_table(sweep).to_frame(),
    )
    for name, same in (
        ("cumulative gain", "gain"),
        ("lift", "lift"),
        ("share of positives", "rate"),
    ):
        assert ours[name].tolist() == theirs[same].tolist()
    said = Page(default.html).text()
    assert f"holds {100 * theirs['gain'][0]:.1f} % of the positives" in said
    frame = default.tables["decisions"].to_frame()
    worth = [float(mm.net_benefit(sweep, p)) for p in frame["act from"]]
    assert frame["model"].tolist() == pytest.approx(worth)


def test_bins_are_equally_full_where_scores_crowd(cars, default):
    crowded, spread = (made.tables["bins"].to_frame()["samples"] for made in (default, cars))
    assert crowded.max() - crowded.min() < 20 and len(crowded) == 10
    assert "because the scores crowd" not in cars.html and spread.max() > spread.min()
    assert "equally many samples (fewer" in default.html
    # Two values would fall into one bin.
    halves = case([1, 0, 0, 0] * 20, [1, 0, 0, 0] * 20, *[None] * 5, "en")
    assert halves.strategy == "equal-width"


def test_all_digits_follow_the_rule_that_the_page_states(default, cars):
    for made in (default, cars):
        assert "rates 3 decimals" in Page(made.html).text()
        assert off_the_rule(made) == []


def test_the_most_confident_mistakes_come_first(default):
    y, score, called = DEFAULT.y_true, DEFAULT.y_score, DEFAULT.y_score >= default.threshold
    alarms = sorted(score[called & (y == 0)], reverse=True)[:3]
    misses = sorted(score[~called & (y == 1)])[:3]
    listed = default.tables["mistakes"].to_frame()
    assert listed["score"].tolist() == [*alarms, *misses]
    assert listed["mistake"].tolist() == ["false positives"] * 3 + ["false negatives"] * 3
    assert all(
        score[int(name)] == s for name, s in zip(listed["sample"], listed["score"], strict=True)
    )


def test_an_accuracy_below_that_of_no_model_is_excused_by_costs_alone():
    for costs, excused in ((COSTS, True), (None, False)):
        asked = case(CARS.y_true, CARS.y_score, costs, None, 0.08, None, None, "en")
        said = " ".join(sections.summary(choose(asked), of_auc(asked.sweep), 0).texts)
        assert "50.0 %, does not" in said and ("and need not" in said) == excused


ENOUGH = [  # positives, negatives, different scores, and what is said of them
    (29, 30, 59, "Positives: only 29,"),
    (30, 29, 59, "Negatives: only 29,"),
    (30, 30, 60, None),
    (30, 30, 9, "Only 9 different scores"),
    (30, 30, 10, None),
    (9, 40, 9, "Positives: only 9,"),  # of 49 samples, few scores are no wonder
]


def test_a_reader_is_warned_of_too_few_and_not_of_enough():
    for positives, negatives, scores, said in ENOUGH:
        y = [0, 1] * min(positives, negatives)
        y += [int(positives > negatives)] * abs(positives - negatives)
        asked = case(y, np.arange(len(y)) % scores / 100, *[None] * 5, "en")
        few = [text for text in sections.warnings(choose(asked)) if "nly " in text[:16]]
        assert len(few) <= 1 and (few[0].startswith(said) if said else not few), (scores, few)


def test_a_threshold_that_was_given_is_compared_with_the_cheapest():
    made = report(DEFAULT.y_true, DEFAULT.y_score, costs=COSTS, threshold=0.5)
    assert made.threshold == 0.5
    assert made.confusion == mm.sweep(DEFAULT.y_true, DEFAULT.y_score).at(0.5)
    text = Page(made.html).text()
    assert "The threshold 0.5 was given." in text and "is reached at threshold 0.10753" in text


def test_another_share_of_positives_moves_precision_and_the_threshold_of_the_costs():
    how = {"costs": COSTS, "threshold": 0.2}
    made = report(DEFAULT.y_true, DEFAULT.y_score, p_positive=0.2, **how)
    value = column(made.tables["threshold"], "value")
    c, p = made.confusion, 0.2
    expected = p * c.recall / (p * c.recall + (1 - p) * c.fpr)
    assert value["precision, if 20.0 % were positive"] == pytest.approx(float(expected))
    # At calibrated scores s, p moves the odds: where they reach 1 to 10, the costs are even.
    t, share = value["cost threshold"], DEFAULT.y_true.mean()
    odds = t / (1 - t) * (p / (1 - p)) / (share / (1 - share))
    assert odds == pytest.approx(1 / 10)


def test_scores_that_are_no_probabilities_are_not_calibrated():
    made = report(CARS.y_true, 10 * CARS.y_score - 3, costs=COSTS)
    text = Page(made.html).text()
    assert "The scores run from −2.9 to 6.1" in text and "Brier" not in text
    assert "chances" not in made.tables and "cost threshold" not in text


@each(
    "y, score, says",
    [
        ([1, 0], [0.5, 0.5], "All samples have the same score"),
        ([1, 0, 0], [0.1, 0.5, 0.5], "below 0.5"),
        ([1, 0, 0], [0.9, 0.5, 0.4], "Every positive has a higher score"),
        ([1, 0] * 30, [1, 0, 0, 1] * 15, "Only 2 different scores"),
        ([1] * 3 + [0] * 40, np.linspace(1, 0, 43), "Positives: only 3,"),
        ([1] * 40 + [0] * 3, np.linspace(1, 0, 43), "Negatives: only 3,"),
    ],
)
def test_a_reader_is_warned(y, score, says):
    page = Page(report(y, score).html)
    assert says in page.text("li") and "Warnings in section 6" in page.text()


@each("costs, says", [((1000, 1), "nobody is"), ((1, 1000), "everybody is")])
def test_a_model_that_is_not_worth_using_is_called_so(costs, says):
    fp, fn = costs
    made = report([0, 1, 0, 1], [0.9, 0.8, 0.4, 0.3], costs=mm.Costs(fp=fp, fn=fn))
    assert f"At this threshold {says}" in Page(made.html).text()


def test_ties_are_counted_and_priced(cars):
    text, value = Page(cars.html).text(), column(cars.tables["cautions"], "value")
    assert "share: 3, with 6 samples in all. Ties that hold both classes: 1" in text
    reach = mm.tie_range(cars.sweep)
    assert [value[f"AP, {which}"] for which in reach._fields] == [float(x) for x in reach]


def test_one_tie_of_all_is_no_trouble():
    made = report([1, 0] * 20_000, [0.5] * 40_000)
    assert list(column(made.tables["cautions"], "value").values())[3:] == [0.0, 0.5, 1.0]


def test_no_interval_is_shown_where_resamples_cannot_vary():
    made = report([1, 1, 0, 0], [0.9, 0.8, 0.2, 0.1])
    assert "no interval: nothing varies in these samples" in Page(made.html).text()
    assert "1.000 … 1.000" not in made.html


@each("language", LANGUAGES)
def test_it_speaks_three_languages(language):
    made = report(CARS.y_true, CARS.y_score, ids=CARS.ids, costs=COSTS, language=language)
    page = Page(made.html)
    assert page.all("html")[0]["lang"] == language
    headings = [text for where, text in page.texts if where[-1] == "h2"]
    assert len(headings) == 7
    if language != "en":
        assert not re.search(r"[A-Za-z]{4}", " ".join(headings))
    assert ("查全率" in page.text()) == (language != "en")
    assert ("閾值" in page.text()) == (language == "zh-Hant")


def test_a_notebook_shows_it_in_a_frame(cars):
    frame = Page(cars._repr_html_())
    (attrs,) = frame.all("iframe")
    assert attrs["srcdoc"] == cars.html and attrs["sandbox"] == "" and attrs["title"]
    assert len(frame.elements) == 1
    assert repr(cars) == str(cars) and "threshold 0.24" in str(cars)


def test_its_tables_can_be_written_to_files(cars, tmp_path):
    for name, table in cars.tables.items():
        table.to_csv(tmp_path / f"{name}.csv")
        assert table.to_markdown() and table.to_html()


@each(
    "change, error",
    [
        ({"y_true": [0, 0]}, UndefinedError),
        ({"y_true": [1, 1]}, UndefinedError),
        ({"y_true": ["a", "b"]}, InputError),
        ({"y_score": [0.5, float("nan")]}, InputError),
        ({"y_score": [0.5]}, InputError),
        ({"ids": ["a", "a"]}, InputError),
        ({"costs": (1, 5)}, InputError),
        ({"costs": mm.Costs(fp=-1, fn=1)}, InputError),
        ({"p_positive": 0}, InputError),
        ({"p_positive": 2}, InputError),
        ({"threshold": float("nan")}, InputError),
        ({"threshold": "0.5"}, InputError),
        ({"threshold": "recall is high"}, InputError),
        ({"threshold": ["recall ≥ 0.9", 0.5]}, InputError),
        ({"threshold": ["recall ≥ 0.9", "recall ≤ 0.1"]}, MetricError),
        ({"language": "fr"}, InputError),
    ],
)
def test_what_makes_no_sense_is_refused_in_three_parts(change, error):
    given = {"y_true": [1, 0], "y_score": [0.9, 0.2], **change}
    with pytest.raises(error) as caught:
        report(**given)
    assert caught.value.what and caught.value.why and caught.value.fix


@each("high", [0.24, 0.123456789, 1e-9, 123456.789, 5e-300, -0.333333333])
def test_a_short_threshold_predicts_the_same(high):
    for low in (np.nextafter(high, -np.inf), high - abs(high) / 1000, high - 1, -np.inf):
        assert low < digits.within(float(low), high) <= high
        first, last = inside(float(low), high)
        assert low < first <= last <= high or low == first == -np.inf
