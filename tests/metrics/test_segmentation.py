"""Segmentation: pixels counted, overlaps of classes and their means."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn.metrics import confusion_matrix, f1_score, jaccard_score

from mlmetrics_edu.core.errors import MetricError
from mlmetrics_edu.metrics.confusion_matrix import ConfusionMatrix
from mlmetrics_edu.metrics.pixel_counts import segmentation_matrix
from mlmetrics_edu.metrics.segmentation import (
    class_iou,
    frequency_weighted_iou,
    mean_dice,
    mean_iou,
    mean_iou_over_images,
    mean_pixel_accuracy,
    pixel_accuracy,
)
from tests.cases import each

TOY = ConfusionMatrix([[50, 5, 0], [10, 35, 0], [0, 0, 0]], ["sky", "sea", "car"])
T, P = np.array([[0, 0, 1], [2, 1, 255]]), np.array([[0, 1, 1], [2, 0, 2]])
MEANS = (mean_pixel_accuracy, mean_iou, mean_dice)
VOID = 255


def by_loop(true, pred, values, ignore=()):
    """Count one pixel at a time."""
    table = np.zeros((len(values),) * 2, int)
    for t, p in zip(np.ravel(true).tolist(), np.ravel(pred).tolist(), strict=True):
        if t not in ignore:
            table[values.index(t), values.index(p)] += 1
    return table


@st.composite
def pairs_of_masks(draw, classes=3, most=4):
    """Draw a few images: a pair of masks each, some pixels of the truth void."""
    found = []
    for _ in range(draw(st.integers(1, most))):
        shape = draw(st.tuples(st.integers(1, 5), st.integers(1, 5)))
        label = st.integers(0, classes - 1)
        true = draw(hnp.arrays(np.uint8, shape, elements=label | st.just(VOID)))
        found.append((true, draw(hnp.arrays(np.uint8, shape, elements=label))))
    return found


# Published and golden figures


def test_the_toy_of_the_conventions():
    found = {
        "PA": pixel_accuracy(TOY),
        "MPA": [mean_pixel_accuracy(TOY, absent) for absent in ("skip", "zero")],
        "mIoU": [mean_iou(TOY, absent) for absent in ("skip", "zero", "one")],
    }
    assert found["PA"].fraction == Fraction(85, 100)
    assert [round(x, 4) for x in found["MPA"]] == [0.8434, 0.5623]
    assert [round(x, 4) for x in found["mIoU"]] == [0.7346, 0.4897, 0.8231]
    skip, zero, one = (x.fraction for x in found["mIoU"])
    assert skip == (Fraction(50, 65) + Fraction(35, 50)) / 2
    assert zero == skip * 2 / 3 and one == zero + Fraction(1, 3)


def test_the_formulas_of_fcn_in_fractions():
    n = [[50, 2, 3], [4, 30, 6], [1, 0, 4]]
    m, k = ConfusionMatrix(n), range(3)
    true, called = [sum(row) for row in n], [sum(col) for col in zip(*n, strict=True)]
    iou = [Fraction(n[i][i], true[i] + called[i] - n[i][i]) for i in k]
    assert pixel_accuracy(m).fraction == Fraction(84, 100)
    assert mean_pixel_accuracy(m).fraction == sum(Fraction(n[i][i], true[i]) for i in k) / 3
    assert mean_iou(m).fraction == sum(iou) / 3 == Fraction(11, 18)
    assert frequency_weighted_iou(m).fraction == sum(true[i] * iou[i] for i in k) / sum(true)
    assert mean_dice(m).fraction == sum(Fraction(2 * n[i][i], true[i] + called[i]) for i in k) / 3


# Counting


@given(pairs_of_masks())
def test_any_way_to_pass_images_counts_the_same(pairs):
    expected = sum(by_loop(t, p, [0, 1, 2], [VOID]) for t, p in pairs)
    trues, preds = zip(*pairs, strict=True)
    for m in (
        segmentation_matrix(pairs, classes=3, ignore=VOID),
        segmentation_matrix(iter(pairs), None, range(3), [VOID]),
        segmentation_matrix((both for both in pairs), classes=3, ignore=VOID),
        segmentation_matrix(trues, list(preds), 3, VOID),
        segmentation_matrix(iter(trues), (p for p in preds), 3, VOID),
        sum(segmentation_matrix(t, p, 3, VOID) for t, p in pairs),
        segmentation_matrix(pairs[::-1], classes=3, ignore=VOID),
    ):
        np.testing.assert_array_equal(m.counts, expected)


@pytest.mark.parametrize(
    ("dtype", "values", "ignore"),
    [
        (np.uint8, [0, 1, 2], [255]),
        (np.uint8, [7, 0, 255, 3], []),
        (np.int8, [5, -128, 127], [-1, 0]),
        (np.int16, [0, 1, 2], [-100]),
        (np.int32, [24, 7, 33], [0, 255, 1000]),
        (np.int64, [0, 10**9, 2**52, -(2**52)], [-1]),
        (np.uint16, [0, 65535], [300, 17]),
        (np.uint64, [3, 2**50], [255]),
        (np.int64, [*range(0, 3000, 10)], [5]),
    ],
)
def test_any_values_of_any_type_against_a_loop(dtype, values, ignore):
    random = np.random.default_rng(1)
    true = random.choice(np.array([*values, *ignore], dtype), (40, 30))
    pred = random.choice(np.array(values, dtype), (40, 30))
    m = segmentation_matrix(true, pred, values, ignore or None)
    assert m.labels == tuple(values)
    np.testing.assert_array_equal(m.counts, by_loop(true, pred, values, ignore))
    for t, p in ((true.T, pred.T), (true[::2, ::-3], pred[::2, ::-3])):
        m = segmentation_matrix(t, p, values, ignore or None)
        np.testing.assert_array_equal(m.counts, by_loop(t, p, values, ignore))


@pytest.mark.parametrize("chunk", [1, 64, 10**6])
def test_chunks_do_not_matter(monkeypatch, chunk):
    true, pred = np.random.default_rng(chunk).integers(0, 5, (2, 20, 20))
    monkeypatch.setattr("mlmetrics_edu.metrics.pixel_counts.CHUNK", chunk)
    expected = confusion_matrix(true.ravel(), pred.ravel(), labels=range(5))
    np.testing.assert_array_equal(segmentation_matrix(true, pred, 5).counts, expected)


def test_nothing_is_kept_of_a_stream():
    seen = []

    def stream():
        for i in range(3):
            seen.append(i)
            yield np.full((2, 2), i), np.zeros((2, 2), int)

    assert segmentation_matrix(stream(), classes=3).counts[:, 0].tolist() == [4, 4, 4]
    assert seen == [0, 1, 2]


@pytest.mark.parametrize("strange", [VOID, 77, 200])
@pytest.mark.parametrize("values", [3, [0, 1, 1000]])
def test_what_was_predicted_where_the_truth_is_void_does_not_matter(values, strange):
    true, pred = [[0, 1, VOID]], [[0, 0, strange]]
    m = segmentation_matrix(true, pred, values, ignore=VOID)
    assert m.counts.tolist() == [[1, 0, 0], [1, 0, 0], [0, 0, 0]]


# Numbers against other libraries, and laws


@given(pairs_of_masks(most=1), st.sampled_from(["zero", "one"]))
def test_means_against_sklearn(pairs, absent):
    (true, pred) = pairs[0]
    m = segmentation_matrix(true, pred, 3, VOID)
    y = [a[true != VOID] for a in (true, pred)]
    how = {"labels": [0, 1, 2], "average": "macro", "zero_division": int(absent == "one")}
    if m.total:
        assert mean_iou(m, absent) == pytest.approx(jaccard_score(*y, **how), abs=1e-12)
        assert mean_dice(m, absent) == pytest.approx(f1_score(*y, **how), abs=1e-12)
        assert pixel_accuracy(m).fraction == Fraction(int((y[0] == y[1]).sum()), len(y[0]))
        present = [k for k in range(3) if (y[0] == k).any() or (y[1] == k).any()]
        expected = jaccard_score(*y, labels=present, average="macro")
        assert mean_iou(m) == pytest.approx(expected, abs=1e-12)
        weighted = jaccard_score(*y, average="weighted", zero_division=0)
        assert frequency_weighted_iou(m) == pytest.approx(weighted, abs=1e-12)


# What is left out


def test_a_class_that_only_one_side_has_is_not_absent():
    m = ConfusionMatrix([[3, 1, 0], [0, 0, 0], [0, 0, 0]])
    assert class_iou(m)[1].fraction == 0 and mean_iou(m).fraction == Fraction(3, 8)
    # But without a true pixel it has no accuracy.
    assert mean_pixel_accuracy(m).fraction == Fraction(3, 4)
    assert mean_pixel_accuracy(m, "one").fraction == Fraction(11, 12)
    told = frequency_weighted_iou(m).conventions["absent"]
    assert told == "classes without true pixels weigh nothing: 1, 2"


def test_without_pixels_there_is_no_number_but_a_reason():
    empty = segmentation_matrix([[255, 255]], [[0, 1]], 2, ignore=255)
    assert empty.total == 0
    for number in (pixel_accuracy, frequency_weighted_iou, *MEANS):
        assert number(empty) != number(empty) and number(empty).reason
        assert len(number(empty).steps) == 2
    assert mean_iou(empty, "one") == 1 and mean_iou(empty, "zero") == 0


# The working


def test_the_working_goes_down_to_the_cells():
    w = mean_iou(TOY)
    text = str(w.working)
    for line in ("= 191/130 / 2", "IoU of sky = TP / (TP + FP + FN)", "= 50 / (50 + 10 + 5)"):
        assert line in text
    assert "neither in the truth nor in the prediction" in text
    assert w.steps.columns[4].values[0].fraction == Fraction(10, 13)
    frame = w.steps.to_frame()
    assert frame["TP"].tolist() == [50, 35, 0] and frame["FP"].tolist() == [10, 5, 0]
    assert frame["FN"].tolist() == [5, 10, 0]
    assert str(mean_iou(TOY, "zero").steps).splitlines()[-1].split()[-4:] == [
        "0/0", "→", "0.000", "1/3",
    ]  # fmt: skip
    assert [line.split()[-1] for line in str(pixel_accuracy(TOY).steps).splitlines()[2:]] == [
        "55/100", "45/100", "–",
    ]  # fmt: skip


# Image by image


def image_mean(true, pred, classes, absent):
    """Return the mean IoU of an image, by sets of pixels."""
    places = [i for i, t in enumerate(true.ravel()) if t != VOID]
    found = []
    for k in classes:
        t, p = ({i for i in places if mask.ravel()[i] == k} for mask in (true, pred))
        if t | p:
            found.append(Fraction(len(t & p), len(t | p)))
        elif absent != "skip":
            found.append(Fraction(int(absent == "one")))
    return sum(found) / len(found) if found else None


@given(pairs_of_masks(), st.sampled_from(["skip", "zero", "one"]))
def test_image_by_image_against_sets_of_pixels(pairs, absent):
    means = [image_mean(t, p, [0, 1, 2], absent) for t, p in pairs]
    known = [mean for mean in means if mean is not None]
    ours = mean_iou_over_images(iter(pairs), 3, VOID, absent=absent)
    assert ours.steps.to_frame()["exact"].tolist() == means
    assert len(ours.steps) == len(pairs)
    if known:
        assert ours.fraction == sum(known) / len(known)
        assert ours == pytest.approx(float(ours.fraction), abs=1e-12)
    else:
        assert (
            ours != ours and "none of the classes is there" in ours.reason and ours.fraction is None
        )
    for i, mean in enumerate(means):
        assert (str(i) in ours.conventions.get("undefined", "")) == (mean is None)


def test_of_many_images_there_is_a_float_and_no_fraction():
    random = np.random.default_rng(0)
    pairs = [random.integers(0, 9, (2, 4, 4)) for _ in range(120)]
    ours = mean_iou_over_images(map(tuple, pairs), 9)
    assert ours.fraction is None
    expected = sum(float(mean_iou(segmentation_matrix(t, p, 9))) for t, p in pairs) / len(pairs)
    assert ours == pytest.approx(expected, abs=1e-12)


# Bad input

M = np.zeros((4, 5), int)


def bad(values, **changes):
    """Spoil pixels of an image."""
    mask = np.array(values)
    for value in changes.values():
        mask[2, 3] = value
    return mask


BAD = {
    "shapes": (lambda: segmentation_matrix(M, M.T, 2), r"shape \(4, 5\), and pred \(5, 4"),
    "scores": (lambda: segmentation_matrix(M, np.zeros((3, 4, 5)), 2), "argmax"),
    "floats": (lambda: segmentation_matrix(M.astype(float), M, 2), "float64(.|\n)*round"),
    "outside": (
        lambda: segmentation_matrix(M, bad(M, at=7), 2),
        r"pred\[2, 3\] is 7 \(1 such pixel",
    ),
    "negative": (lambda: segmentation_matrix(bad(M, at=-1), M, 2), r"true\[2, 3\] is -1"),
    "between": (lambda: segmentation_matrix(bad(M, at=5), M, [0, 9]), r"true\[2, 3\] is 5"),
    "third image": (
        lambda: segmentation_matrix([(M, M), (M, M), (M, bad(M, at=3))], classes=2),
        r"image 2: pred\[2, 3\] is 3",
    ),
    "void predicted": (
        lambda: segmentation_matrix(M, bad(M, at=255), 2, ignore=255),
        r"pred\[2, 3\] is 255 \(1 such.*ignored in the truth",
    ),
    "file": (lambda: segmentation_matrix("mask.png", M, 2), "read the image"),
    "no images": (lambda: segmentation_matrix([], [], 2), "no images"),
    "no pixels": (lambda: segmentation_matrix(M[:0], M[:0], 2), r"shape \(0, 5\)"),
    "ragged": (lambda: segmentation_matrix([[0, 1], [0]], M, 2), "can't be read|shape"),
    "masked": (lambda: segmentation_matrix(np.ma.masked_equal(bad(M, at=1), 1), M, 2), "ignore"),
    "objects": (lambda: segmentation_matrix(M.astype(object), M, 2), "holds"),
    "too few": (lambda: segmentation_matrix([M, M], [M], 2), "pred ends after 1"),
    "too many": (lambda: segmentation_matrix(iter([M]), [M, M], 2), "true ends after 1"),
    "one and many": (lambda: segmentation_matrix([M, M], M, 2), "one mask on both"),
    "no pair": (lambda: segmentation_matrix([(M, M, M)], classes=2), "image 0 is tuple"),
    "only the truth": (lambda: segmentation_matrix(M, classes=2), "pass both"),
    "nothing": (lambda: segmentation_matrix(None, None, 2), "NoneType"),
    "classes unsaid": (lambda: segmentation_matrix(M, M), "classes=21"),
    "no class": (lambda: segmentation_matrix(M, M, 0), "from 2 to"),
    "one class": (lambda: segmentation_matrix(M, M, 1), "background is one of them"),
    "too many classes": (lambda: segmentation_matrix(M, M, 10**9), "from 2 to"),
    "classes twice": (lambda: segmentation_matrix(M, M, [0, 1, 1]), "2 of them different"),
    "beyond floats": (lambda: segmentation_matrix(M, M, [0, 2**53]), "9007199254740992"),
    "ignore a class": (lambda: segmentation_matrix(M, M, 2, ignore=0), "labels="),
    "names too few": (lambda: segmentation_matrix(M, M, 2, names=["a"]), "1 labels for 2"),
    "array for a matrix": (lambda: mean_iou(TOY.counts), "ConfusionMatrix"),
    "absent": (lambda: mean_iou(TOY, "drop"), "'skip', 'zero' or 'one'"),
    "absent nan": (lambda: mean_iou_over_images([(M, M)], 2, absent=None), "'skip'"),
    "unknown asked for": (lambda: class_iou(TOY)["ski"], "'ski'"),
}  # fmt: skip


@each("case", BAD)
def test_bad_input_is_refused_with_reasons(case):
    attempt, said = BAD[case]
    with pytest.raises(MetricError, match=said) as caught:
        attempt()
    assert all((caught.value.what, caught.value.why, caught.value.fix))
