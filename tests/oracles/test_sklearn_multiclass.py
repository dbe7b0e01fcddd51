"""Five thousand small random tables of classes, equal to scikit-learn's answers."""

import warnings

import numpy as np
import sklearn
from sklearn import metrics as sk

from mlmetrics_edu.metrics.confusion_matrix import ConfusionMatrix
from tests.cases import each, seeds

CASES, USUAL = 5_000, 61  # one of so many is tried: no divisor of what turns below
QUICK = {"skip_parameter_validation": True, "assume_finite": True}  # of what is drawn here
RATES = ("precision", "recall", "f1", "f2", "f0.5")
POLICIES = {0: 0, 1: 1, "skip": np.nan}  # ours: theirs


def draw(seed):
    """Draw a case: 1 to 5 classes, some absent; labels of three types; weights or none."""
    random = np.random.default_rng(seed)
    k, n = random.integers(1, 6), random.integers(1, 25)
    names = [np.arange(5) * 3 - 2, np.array(list("edcba")), np.array([*"xyzuv"], object)][seed % 3]
    truth = names[random.integers(0, k, n)]
    wrong = random.random(n) < random.choice([0.1, 0.5, 1])
    guess = np.where(wrong, names[random.integers(0, 5, n)], truth)
    labels = names[random.permutation(5)] if seed % 4 == 0 else None  # absent classes named
    weights = random.choice([None, "whole", "real"])
    if weights == "whole":
        return truth, guess, labels, random.integers(1, 5, n)
    return truth, guess, labels, random.uniform(0.1, 3, n) if weights else None


def close(ours, theirs):
    np.testing.assert_allclose(ours, theirs, rtol=1e-10, atol=1e-12)


@each("seed", seeds(CASES, USUAL))
def test_tables_and_averages_equal_scikit_learn(seed):
    truth, guess, labels, weights = draw(seed)
    m = ConfusionMatrix.from_labels(truth, guess, labels, weights=weights)
    with warnings.catch_warnings(), sklearn.config_context(**QUICK):
        warnings.simplefilter("ignore")  # theirs; ours says why in the value itself
        case = {"y_true": truth, "y_pred": guess, "sample_weight": weights}
        COMPARED[seed % len(COMPARED)](m, case, labels, seed // len(COMPARED))


def compare_tables(m, case, labels, turn):
    close(m.counts, sk.confusion_matrix(**case, labels=labels))


def compare_averages(m, case, labels, turn):
    rate = RATES[turn % 5]
    ours, theirs = list(POLICIES.items())[turn // 5 % 3]
    how = [None, "macro", "micro", "weighted"][turn // 15 % 4]
    beta = float(rate[1:]) if rate[0] == "f" else 1.0
    found = sk.precision_recall_fscore_support(
        **case, labels=list(m.labels), average=how, beta=beta, zero_division=theirs
    )
    value = found[{"p": 0, "r": 1, "f": 2}[rate[0]]]
    if how:
        close(nothing_left(m, m.average(rate, how, undefined=ours), rate, how), value)
        return
    column = m[rate]
    close(np.where(np.isnan(column), theirs, column), value)
    close(m.per_class["TP"] + m.per_class["FN"], found[3])


def nothing_left(m, number, rate, how):
    """Return 0, as theirs does, where only classes without any true sample have a value."""
    support = m.per_class["TP"] + m.per_class["FN"]
    alone = np.isnan(m[rate][support > 0]).all() and not np.isnan(m[rate]).all()
    return 0.0 if alone and how == "weighted" and number != number else number


def compare_some_classes(m, case, labels, turn):
    """Average over some classes: then micro-F1 isn't the accuracy."""
    some = list(m.labels)[: 1 + turn % m.k]
    how = ["macro", "micro", "weighted"][turn % 3]
    theirs = sk.f1_score(**case, labels=some, average=how, zero_division=0)
    close(m.average("f1", how, undefined=0, labels=some), theirs)


def compare_balanced_accuracy(m, case, labels, turn):
    close(m.average("recall", undefined="skip"), sk.balanced_accuracy_score(**case))
    close(m.accuracy, sk.accuracy_score(**case))


def compare_kappa(m, case, labels, turn):
    if not m.kappa.reason:
        close(
            m.kappa,
            sk.cohen_kappa_score(
                case["y_true"], case["y_pred"], labels=labels, sample_weight=case["sample_weight"]
            ),
        )


def compare_mcc(m, case, labels, turn):
    if not m.mcc.reason:  # theirs is then 0, or noise where weights don't cancel
        close(m.mcc, sk.matthews_corrcoef(**case))


def compare_jaccard(m, case, labels, turn):
    how = ["macro", "micro", "weighted"][turn % 3]
    theirs = sk.jaccard_score(**case, labels=list(m.labels), average=how, zero_division=1)
    close(m.average("jaccard", how, undefined=1), theirs)


def compare_report(m, case, labels, turn):
    if turn % 8:
        return compare_averages(m, case, labels, turn // 8)
    policy, theirs = list(POLICIES.items())[turn // 8 % 3]
    found = sk.classification_report(
        **case, labels=list(m.labels), output_dict=True, zero_division=theirs
    )
    report = m.report(undefined=policy).to_frame().set_index("class")
    for row, name in (("macro", "macro avg"), ("weighted", "weighted avg")):
        rates = zip(RATES, report.loc[row].iloc[:3], strict=False)
        ours = [nothing_left(m, float(number), rate, row) for rate, number in rates]
        close([*ours, m.total], list(found[name].values()))
    for label in m.labels:
        ours = report.loc[str(label)].astype(float).fillna(theirs).tolist()
        close(ours, list(found[str(label)].values()))
    return close(report.loc["accuracy", "F1"], found.get("accuracy", m.accuracy))


COMPARED = (
    *(
        compare_tables,
        compare_averages,
        compare_tables,
        compare_some_classes,
        compare_averages,
        compare_balanced_accuracy,
    ),
    *(compare_averages, compare_kappa, compare_mcc, compare_jaccard, compare_report),
)
