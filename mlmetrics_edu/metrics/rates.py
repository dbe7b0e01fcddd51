"""Every rate of a two-by-two table: one line of formula each.

``TP`` and ``FN`` are the positives, found and missed; ``TN`` and ``FP`` the negatives, left alone
and falsely alarmed. A rate may use others by their names. Sources: Fawcett (2006), Powers (2011),
Zhou (2016, section 2.3), the lists of pycm and yardstick; a metric with an inventor names them.
"""

from ..core import digits, words
from ..core.calls import explained
from ..core.formula import Formula
from ..core.trace import Column, Trace

COUNTS = ("TP", "FP", "FN", "TN")
UP, DOWN = "higher", "lower"
UNIT, SIGNED, RATIO = (0.0, 1.0), (-1.0, 1.0), (0.0, float("inf"))
NO_SAMPLES = "there are no samples"
NO_POSITIVES = "there are no positives"
NO_NEGATIVES = "there are no negatives"
NONE_CALLED_POSITIVE = "nothing was predicted positive"
NONE_CALLED_NEGATIVE = "nothing was predicted negative"
NO_POSITIVES_AT_ALL = "nothing is positive, in truth or by prediction"
ONE_SIDED = "all samples stand in one row or one column of the table"


def _rate(name, expression, range, direction, undefined_when, synonyms="", source=""):
    return Formula(
        name, expression, range, direction, undefined_when, tuple(synonyms.split()), source
    )


_ALL = [
    # Of all samples
    _rate("accuracy", "(TP + TN) / (TP + FP + FN + TN)", UNIT, UP, NO_SAMPLES, "acc"),
    _rate("error_rate", "(FP + FN) / (TP + FP + FN + TN)", UNIT, DOWN, NO_SAMPLES, "err"),
    _rate("prevalence", "(TP + FN) / (TP + FP + FN + TN)", UNIT, None, NO_SAMPLES, "base_rate"),
    _rate(
        "predicted_positive_rate",
        "(TP + FP) / (TP + FP + FN + TN)",
        UNIT,
        None,
        NO_SAMPLES,
        "detection_prevalence alarm_rate",
    ),
    _rate("detection_rate", "TP / (TP + FP + FN + TN)", UNIT, UP, NO_SAMPLES),
    _rate(
        "no_information_rate",
        "max(TP + FN, TN + FP) / (TP + FP + FN + TN)",
        (0.5, 1.0),
        None,
        NO_SAMPLES,
        "nir baseline_accuracy",
    ),
    _rate("bias", "predicted_positive_rate - prevalence", SIGNED, None, NO_SAMPLES),
    # Of those predicted positive, of those predicted negative
    _rate("precision", "TP / (TP + FP)", UNIT, UP, NONE_CALLED_POSITIVE, "ppv"),
    _rate("fdr", "FP / (TP + FP)", UNIT, DOWN, NONE_CALLED_POSITIVE, "false_discovery_rate"),
    _rate("npv", "TN / (TN + FN)", UNIT, UP, NONE_CALLED_NEGATIVE, "negative_predictive_value"),
    _rate("false_omission_rate", "FN / (TN + FN)", UNIT, DOWN, NONE_CALLED_NEGATIVE, "fomr"),
    # Of the positives, of the negatives
    _rate("recall", "TP / (TP + FN)", UNIT, UP, NO_POSITIVES, "sensitivity tpr hit_rate"),
    _rate("fnr", "FN / (TP + FN)", UNIT, DOWN, NO_POSITIVES, "false_negative_rate miss_rate"),
    _rate("specificity", "TN / (TN + FP)", UNIT, UP, NO_NEGATIVES, "tnr selectivity"),
    _rate("fpr", "FP / (FP + TN)", UNIT, DOWN, NO_NEGATIVES, "false_positive_rate fall_out"),
    # Precision and recall in one number
    _rate("f1", "2*TP / (2*TP + FP + FN)", UNIT, UP, NO_POSITIVES_AT_ALL, "f_score dice"),
    _rate(
        "jaccard",
        "TP / (TP + FP + FN)",
        UNIT,
        UP,
        NO_POSITIVES_AT_ALL,
        "iou threat_score critical_success_index",
    ),
    _rate(
        "fowlkes_mallows",
        "sqrt(precision * recall)",
        UNIT,
        UP,
        NO_POSITIVES_AT_ALL,
        source="Fowlkes & Mallows (1983)",
    ),
    _rate(
        "overlap", "TP / min(TP + FP, TP + FN)", UNIT, UP, NONE_CALLED_POSITIVE + ", or nothing is"
    ),
    _rate("braun_blanquet", "TP / max(TP + FP, TP + FN)", UNIT, UP, NO_POSITIVES_AT_ALL),
    # Positives and negatives alike
    _rate("balanced_accuracy", "(recall + specificity) / 2", UNIT, UP, "", "auc_of_one_point"),
    _rate(
        "informedness",
        "recall + specificity - 1",
        SIGNED,
        UP,
        "",
        "youden_j bookmaker peirce_skill_score",
        "Youden (1950); Powers (2011)",
    ),
    _rate("markedness", "precision + npv - 1", SIGNED, UP, "", "delta_p", "Powers (2011)"),
    _rate("g_mean", "sqrt(recall * specificity)", UNIT, UP, "", "", "Kubat & Matwin (1997)"),
    _rate(
        "mcc",
        "(TP*TN - FP*FN) / sqrt((TP + FP)*(TP + FN)*(TN + FP)*(TN + FN))",
        SIGNED,
        UP,
        ONE_SIDED,
        "matthews phi",
        "Matthews (1975)",
    ),
    _rate(
        "optimized_precision",
        "accuracy - abs(specificity - recall) / (specificity + recall)",
        SIGNED,
        UP,
        "recall and specificity are both 0",
        source="Ranawana & Palade (2006)",
    ),
    _rate(
        "index_of_balanced_accuracy",
        "(1 + recall - specificity) * recall * specificity",
        UNIT,
        UP,
        "",
        "iba",
        "García, Mollineda & Sánchez (2009), with α = 1",
    ),
    # Better than chance?
    _rate(
        "chance_agreement",
        "((TP + FP)*(TP + FN) + (TN + FN)*(TN + FP)) / (TP + FP + FN + TN)**2",
        UNIT,
        None,
        NO_SAMPLES,
    ),
    _rate(
        "kappa",
        "(accuracy - chance_agreement) / (1 - chance_agreement)",
        SIGNED,
        UP,
        "truth and prediction are one and the same class throughout",
        "cohen_kappa",
        "Cohen (1960)",
    ),
    _rate(
        "pooled_agreement",
        "((2*TP + FP + FN)**2 + (2*TN + FP + FN)**2) / (2*(TP + FP + FN + TN))**2",
        (0.5, 1.0),
        None,
        NO_SAMPLES,
    ),
    _rate(
        "scott_pi",
        "(accuracy - pooled_agreement) / (1 - pooled_agreement)",
        SIGNED,
        UP,
        "truth and prediction are one and the same class throughout",
        "unbiased_kappa",
        "Scott (1955)",
    ),
    _rate("lift", "precision / prevalence", RATIO, UP, NO_POSITIVES),
    _rate("hits_by_chance", "(TP + FP)*(TP + FN) / (TP + FP + FN + TN)", RATIO, None, NO_SAMPLES),
    _rate(
        "equitable_threat_score",
        "(TP - hits_by_chance) / (TP + FP + FN - hits_by_chance)",
        (-1 / 3, 1.0),
        UP,
        "all samples are positive, or none is, in truth and by prediction",
        "gilbert_skill_score",
        "Gilbert (1884)",
    ),
    # What a result tells about one person
    _rate("lr_plus", "recall / fpr", RATIO, UP, "no negative was falsely alarmed", "plr"),
    _rate(
        "lr_minus", "fnr / specificity", RATIO, DOWN, "every negative was falsely alarmed", "nlr"
    ),
    _rate(
        "diagnostic_odds_ratio",
        "TP*TN / (FP*FN)",
        RATIO,
        UP,
        "one kind of error doesn't occur",
        "dor odds_ratio",
    ),
    _rate(
        "yule_q",
        "(TP*TN - FP*FN) / (TP*TN + FP*FN)",
        SIGNED,
        UP,
        ONE_SIDED,
        source="Yule (1900)",
    ),
    _rate(
        "yule_y",
        "(sqrt(TP*TN) - sqrt(FP*FN)) / (sqrt(TP*TN) + sqrt(FP*FN))",
        SIGNED,
        UP,
        ONE_SIDED,
        source="Yule (1912)",
    ),
    _rate(
        "prevalence_threshold",
        "sqrt(fpr) / (sqrt(recall) + sqrt(fpr))",
        UNIT,
        DOWN,
        NONE_CALLED_POSITIVE,
        source="Balayla (2020)",
    ),
]

RATES = {formula.name: formula for formula in _ALL}
SYNONYMS = {synonym: f.name for f in _ALL for synonym in f.synonyms}
NAMES = (*RATES, *SYNONYMS)


@explained
def rates() -> Trace:
    """List every rate: formula, range, which way is better, names in three languages.

    Examples
    --------
    >>> len(rates()) > 30
    True
    """
    names = [words.entry(f.name) for f in _ALL]
    better = {UP: "higher", DOWN: "lower", None: "–"}
    return Trace(
        f"{len(_ALL)} rates of a two-by-two table",
        (
            Column("name", [f.name for f in _ALL]),
            Column("formula", [f.text for f in _ALL]),
            Column("from", [f.range[0] for f in _ALL], digits.bound, "right"),
            Column("to", [f.range[1] for f in _ALL], digits.bound, "right"),
            Column("better", [better[f.direction] for f in _ALL]),
            Column("简体", [name.hans for name in names]),
            Column("繁體", [name.hant for name in names]),
            Column("also called", [", ".join(f.synonyms) for f in _ALL]),
        ),
    )
