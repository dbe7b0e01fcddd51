"""The walk down the ranking: golden steps, ties, addition, taking counts apart."""

import copy
import csv
import pickle

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core import words
from mlmetrics_edu.metrics import counting
from tests.cases import each

CARS = mm.example("cars")


def walk(ties="in-order", **how):
    return mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids, ties=ties, **how)


def test_the_walk_has_twenty_steps_and_a_start():
    s = walk()
    assert len(s) == 21 and s.threshold[0] == np.inf
    assert [step.admitted for step in s][1:] == [(name,) for name in CARS.ids]
    assert [step.labels for step in s][1:] == [(label,) for label in CARS.y_true]


def test_numbers_remember_the_conventions_they_were_made_under():
    assert walk("grouped")[3].confusion.f1.conventions == {
        "prediction rule": "positive when score ≥ 0.65"
    }
    # Step 8 ends within a tie: no threshold gives it, so none is claimed.
    step = pickle.loads(pickle.dumps(walk()[8]))
    assert "positive: the first 8 of the ranking, which cuts a tie" in str(step)
    assert "positive when score ≥ 0.23" in str(walk()[9])
    assert step.confusion.samples["FP"] == walk()[8].confusion.samples["FP"]
    assert "positive when score ≥ 0.5" in str(walk().at(0.5))
    undefined = walk()[0].confusion.rate("precision", undefined=0)
    assert undefined.conventions["undefined"] == "0/0 counts as 0"
    c = mm.Confusion.from_labels(["y", "n"], ["y", "y"], "y")
    assert c.precision.conventions == {"positive class": "positive: 'y'"}
    assert "positive: 'y'" in str(c.precision.steps)


def test_golden_points():
    s = walk("grouped")
    best = {m: (np.nanmax(s[m]), s.threshold[np.nanargmax(s[m])]) for m in ("f1", "f2", "f0.5")}
    assert best == {"f1": (8 / 13, 0.24), "f2": (3 / 4, 0.08), "f0.5": (5 / 7, 0.76)}
    assert s["accuracy"].max() == 0.8 and s.threshold[s["accuracy"].argmax()] == 0.76
    assert s["informedness"].max() == pytest.approx(19 / 42)
    assert walk()[6].confusion.precision == walk()[6].confusion.recall == 0.5


def test_printed_steps_are_the_published_table(worked_examples):
    with open(worked_examples / "seed05_car20_steps20.csv", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for step, row in zip(list(walk())[1:], rows, strict=True):
        c = step.confusion
        assert step.admitted == (f"car {row['id']}",)
        assert [c.tp, c.fp, c.fn, c.tn] == [int(row[k]) for k in ("tp", "fp", "fn", "tn")]
        for rate in ("precision", "recall", "fpr", "f1"):
            assert c.rate(rate) == pytest.approx(float(row[rate]), abs=1e-15)


def test_ties_differ_only_within_their_groups():
    rows = {ties: walk(ties) for ties in ("in-order", "positives-first", "negatives-first")}
    # car 7 (with a car) and car 15 (without) share the score 0.12: step 11 depends on who is first
    tp = {ties: s.tp[11] for ties, s in rows.items()}
    assert tp == {"in-order": 5, "positives-first": 5, "negatives-first": 4}
    assert rows["negatives-first"][11].admitted == ("car 15",)
    for s in rows.values():
        np.testing.assert_array_equal(s.tp[[0, 10, 12, 20]], [0, 4, 5, 6])


def test_counts_can_be_taken_apart():
    for s in (walk(), walk("grouped")):
        for step in s:
            who = step.confusion.samples
            assert {k: len(v) for k, v in who.items()} == step.confusion.counts
            assert sorted(sum(who.values(), ())) == sorted(CARS.ids)


def test_at_any_threshold():
    s = walk("grouped")
    for threshold in (2, 0.91, 0.5, 0.45, 0.12, 0.115, 0.0, -1, np.inf, -np.inf):
        guess = (CARS.y_score >= threshold).astype(int)
        assert s.at(threshold) == mm.Confusion.from_labels(CARS.y_true, guess)
        assert walk().at(threshold) == s.at(threshold)


def test_steps_slices_and_columns():
    s = walk()
    assert [step.index for step in s[1:4]] == [1, 2, 3] and s[-1].index == 20
    np.testing.assert_array_equal(s["sensitivity"], s["recall"])
    mine = mm.Formula("my score", "TP / (TP + 2*FN)")
    assert s[mine][7] == 0.5
    assert s[mm.Formula("one", "1")].tolist() == [1.0] * 21
    assert s[mm.Formula("mean", "(precision + recall) / 2")][6] == 0.5


def test_columns_can_not_be_changed_nor_follow_the_input():
    scores = CARS.y_score.copy()
    s = mm.sweep(CARS.y_true, scores)
    scores[:] = 0
    assert s[1].threshold == 0.91 and s[1].admitted == (0,)
    for column in (s.threshold, s.tp, s.fp, s.fn, s.tn):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 1


def test_whatever_holds_the_samples_they_are_read_alike_and_kept(tmp_path):
    y, scores = [1, 0, 1, 0, 0], [2, -1, 1, 1, 0]
    file = np.memmap(tmp_path / "scores", dtype=float, mode="w+", shape=5)
    file[:] = scores
    labels = [np.array(y, kind) for kind in (bool, np.int8, int, float, object)]
    columns = [np.array(scores, kind) for kind in (np.int8, int, np.float32, float, object)]
    columns += [file, np.repeat(scores, 2).astype(float)[::2], np.array(scores, ">f8")]
    same = str(mm.sweep(y, scores))
    for truth in (*labels, y):
        for column in (*columns, scores):
            given = copy.copy(truth), copy.copy(column)
            s = mm.sweep(*given)
            for one in given:
                one[:] = [0] * 5
            assert s.tp.dtype == s.fp.dtype == np.int64 and s.threshold.dtype == float
            assert str(s) == same and s[1].admitted == (0,) and s[2].labels == (1, 0)
            assert s.tp.tolist() == [0, 1, 2, 2, 2] and s.fp.tolist() == [0, 0, 1, 2, 3]


@each("ties", ["grouped", "in-order", "positives-first", "negatives-first"])
def test_parts_add_up_to_the_whole(ties):
    whole = walk(ties)
    parts = [
        mm.sweep(CARS.y_true[cut], CARS.y_score[cut], ids=CARS.ids[cut], ties=ties)
        for cut in (slice(0, 9), slice(9, 20))
    ]
    total = parts[0] + parts[1]
    np.testing.assert_array_equal(total.threshold, whole.threshold)
    np.testing.assert_array_equal(total.tp, whole.tp)
    assert total[5].admitted == whole[5].admitted
    if ties == "grouped":
        sent = [pickle.loads(pickle.dumps(part.drop_samples())) for part in parts]
        np.testing.assert_array_equal((sent[0] + sent[1]).fp, whole.fp)


def test_a_sweep_with_weights_and_one_without_add_up():
    plain, heavy = mm.sweep([1, 0], [0.9, 0.4]), mm.sweep([1, 0], [0.9, 0.1], weights=[2, 3])
    for total in (plain + heavy, heavy + plain, heavy.drop_samples() + plain):
        assert total.threshold.tolist() == [np.inf, 0.9, 0.4, 0.1]
        assert total.tp.tolist() == [0, 3, 3, 3] and total.fp.tolist() == [0, 0, 1, 4]
    with pytest.raises(mm.InputError, match="samples of a sweep are not at hand"):
        _ = walk().drop_samples() + walk().drop_samples()


def test_unknown_negatives():
    s = walk(negatives="unknown", positives=10)
    assert s["recall"][-1] == 0.6 and s[20].confusion.fn == 4
    assert "?" in str(s)
    for ask in (lambda: s["fpr"], lambda: s.tn, lambda: s["accuracy"], lambda: s[3].confusion.mcc):
        with pytest.raises(mm.MetricError, match="number of negatives is unknown"):
            ask()


def test_zero_weight_is_absence_and_negative_zero_is_zero():
    s = mm.sweep([1, 0, 1], [0.9, 0.5, 0.1], weights=[1, 0, 2])
    assert s.threshold.tolist() == [np.inf, 0.9, 0.1] and s.tp.tolist() == [0, 1, 3]
    for scores in ([0.0, -0.0, 0.5], [0.0, -0.0, 5.0]):
        s = mm.sweep([1, 0, 1], scores)
        assert len(s) == 3 and not np.signbit(s.threshold).any()


def test_published_counts_make_a_sweep():
    # Hanley & McNeil (1982), table I: ratings 5 to 1 of 51 abnormal and 58 normal images
    s = mm.Sweep.from_counts(
        [5, 4, 3, 2, 1], tp=np.cumsum([33, 11, 2, 2, 3]), fp=np.cumsum([2, 11, 6, 6, 33])
    )
    assert (s.positives, s.negatives) == (51, 58)
    assert s["recall"][1] == pytest.approx(0.647, abs=5e-4)


def test_hovering_names_who_is_in_a_cell():
    random, swept = np.random.default_rng(0), []
    for ties in ("grouped", "in-order", "positives-first", "negatives-first"):
        y, scores = random.integers(0, 2, 40), random.integers(0, 15, 40) / 15
        weights = random.integers(0, 3, 40)
        ids = [f"car {i}" for i in range(40)]
        swept += [mm.sweep(y, scores, ties=ties, ids=ids)]
        swept += [mm.sweep(y, scores, ties=ties, weights=weights)]
        swept += [mm.sweep(y, np.ones(40), ties=ties)]
    asked = [
        (column.hover(i), words.entry(column.name).en, s[i].confusion.samples[column.name])
        for s in swept
        for column in s.trace().columns
        if column.hover
        for i in range(len(s))
    ]
    assert len(asked) > 1000
    assert [told for told, _, _ in asked] == [f"{c}: {words.listing(who)}" for _, c, who in asked]
    assert 'title="true positives: car' in swept[0].trace().to_html()


def test_counting_fast_and_by_hand_is_the_same():
    random = np.random.default_rng(0)
    for n in (1, 2, 40, 3000, 70_000):
        positive = random.random(n) < 0.3
        for scores in (
            random.random(n),
            random.random(n).round(2),
            random.normal(size=n),
            random.uniform(-1, 1, n).round(2),
            random.normal(size=n).round(1) * 1e200,
            random.choice([-0.0, 0.0, 0.25, 1.0], n),
            np.full(n, 0.5),
        ):
            given = scores.copy()
            fast = counting.count_quickly(positive, scores)
            np.testing.assert_array_equal(scores, given)
            by_hand = counting.in_line(positive, scores, None, "grouped")
            for one, other in zip(fast, by_hand, strict=True):
                np.testing.assert_array_equal(one, other)
            assert not np.signbit(fast[0][fast[0] == 0]).any()


def test_a_rate_over_a_class_is_what_it_says_whatever_is_divided():
    s = mm.sweep([1, 0, 1, 0, 0], [0.9, 0.7, 0.4, 0.2, 0.1], negatives=8)
    for text in (
        *("TP / (TP + FN)", "FN / (TP + FN)", "FP / (FP + TN)", "TN / (FP + TN)"),
        *("precision / (TP + FN)", "1 / (TP + FN)", "2*TP / (FP + TN)", "(FP + TN) / (FP + TN)"),
    ):
        formula = mm.Formula("x", text)
        steps = [float(step.confusion.rate(formula)) for step in s]
        assert s[formula].tolist() == pytest.approx(steps, nan_ok=True), text
    weighted = mm.Formula("x", "TP*beta / (TP + FN)", fixed={"beta": 2})
    assert s[weighted].tolist() == (2 * s["recall"]).tolist()
    large = mm.Sweep.from_counts([2, 1], tp=[1, 3_000_000], fp=[0, 1])
    assert large[mm.Formula("x", "TP**3 / (TP + FN)")][-1] == 9e12  # its cube is no 64-bit integer
    with pytest.raises(mm.FormulaError, match="uses 'foo'"):
        s[mm.Formula("x", "foo / (TP + FN)")]


def test_minus_and_plus_one_are_labels():
    y, scores = [-1, 1, 1, -1], [0.1, 0.9, 0.4, 0.6]
    for labels in (y, np.array(y), np.array(y, float), np.array(y, np.int8)):
        s = mm.sweep(labels, scores)
        assert (s.positives, s.negatives) == (2, 2)
        assert str(s) == str(mm.sweep([0, 1, 1, 0], scores))
    assert mm.Confusion.from_labels(y, [1, 1, -1, -1]).tp == 1
    assert mm.sweep([-1, -1], [1, 2]).negatives == 2
    for odd in ([-1, 0, 1], [-1, 2], [-1, 1, 0.5]):
        with pytest.raises(mm.InputError):
            mm.sweep(odd, range(len(odd)))
    with pytest.raises(mm.InputError, match="other class is 0 in y_true, but -1 in y_pred"):
        mm.Confusion.from_labels([0, 1], [-1, 1])


def test_scores_in_the_place_of_labels_are_suspected():
    with pytest.raises(mm.InputError, match="scores in the place of labels") as caught:
        mm.sweep([0.9, 0.4, 0.2], [1, 0, 1])
    assert "mm.sweep(y_true, y_score)" in caught.value.fix
    for y, score in (([0.9, 0.4, 0.2], [3, 4, 5]), (list("abc"), [1, 0, 1]), ([0.5, 0.2], [1, 0])):
        with pytest.raises(mm.InputError) as caught:
            mm.sweep(y, score)
        assert "place of labels" not in str(caught.value)
