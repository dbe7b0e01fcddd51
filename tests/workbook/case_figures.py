"""For every published case, the figures that the library can work out.

Each function takes a case's data and gives figure: value. What a case publishes beyond that has to
be on the list `LATER` of the test.
"""

from fractions import Fraction

import numpy as np

import mlmetrics_edu as mm
from mlmetrics_edu.metrics.confusion import Confusion
from mlmetrics_edu.metrics.sweep import Sweep, sweep
from tests.workbook.case_files import column, in_words
from tests.workbook.published import Either, Rates, each_class, one_against_rest, steps, walk
from tests.workbook.recompute import POOLED, turned, with_rates


def two_by_two(data):
    return Rates(Confusion(**{cell: data[cell] for cell in ("tp", "fp", "fn", "tn")}))


def cancer(data):
    return Rates(Confusion.from_table(data["matrix"]))


def models(data):
    pairs = {k: {"precision": v["P"], "recall": v["R"]} for k, v in data.items()}
    return {f"F1_{k}": with_rates(pair).f1 for k, pair in pairs.items()}


def cars(data):
    return steps(walk(data["y_true_sorted"], data["scores_sorted"]), "i#_{}", [1, 5])


def learners(data):
    found = {}
    for name in "AB":
        swept = walk(data[name])
        found |= {f"{name}_x{i}": step.confusion.fpr for i, step in enumerate(swept)}
        found |= {f"{name}_y{i}": step.confusion.recall for i, step in enumerate(swept)}
    return found


def ks_sequences(data):
    found = {}
    for i, name in ((1, "first"), (2, "second")):
        gap = walk(data[name])["informedness"].round(9)
        best = np.flatnonzero(gap == gap.max()) / (len(gap) - 1)
        found |= {f"ks{i}": gap.max(), f"ks{i}_at": best[0]}
        found |= {f"ks{i}_at_a": best[0], f"ks{i}_at_b": best[-1]}
    return found


def ks_ten(data):
    swept = walk(data["y"], data["score"])
    best = int(np.argmax(swept["informedness"]))
    ks = {"KS": swept[best].confusion.informedness, "KS_score": swept[best].threshold}
    return ks | {f"diff{i}": swept[i].confusion.informedness for i in range(len(swept))}


def deciles(_):
    name = "decile_roc_table_61797"
    tp, reached = (np.cumsum(column(name, key, int)) for key in ("positives", "n"))
    swept = Sweep.from_counts(np.arange(10, 0, -1), tp, reached - tp)
    percent = {f"tpr_{i}": 100 * step.confusion.recall for i, step in enumerate(swept)}
    return percent | {f"fpr_{i}": 100 * step.confusion.fpr for i, step in enumerate(swept)}


def fawcett(data):
    swept = walk(data["classes"], data["scores"])
    best = swept[int(np.argmax(swept["accuracy"]))]
    return {
        "best_accuracy": best.confusion.accuracy,
        "best_point_fpr": best.confusion.fpr,
        "best_point_tpr": best.confusion.recall,
        "best_threshold": best.threshold,
        "accuracy_at_0.5": swept.at(0.5).accuracy,
        "AUC": mm.auc(swept),
    }


def han_kamber(data):
    return steps(walk(data["labels"], data["scores"]), "{}#")


def davis_goadrich(data):
    (tp_a, fp_a), (tp_b, fp_b) = data["A"], data["B"]
    slope = Fraction(fp_b - fp_a, tp_b - tp_a)
    points = {tp: int(fp_a + slope * (tp - tp_a)) for tp in range(tp_a, tp_b + 1)}
    tables = {tp: Confusion(tp, fp, data["P"] - tp, data["N"] - fp) for tp, fp in points.items()}
    return Either(*(Rates(c, f"{{}}_tp{tp}") for tp, c in tables.items()))


def roc_space(data):
    tables = {name: Confusion(**counts) for name, counts in data.items()}
    negatives = {"A_fdn": turned(tables["A"]).predicted_positive_rate}
    return Either(*(Rates(c, f"{name}_{{}}") for name, c in tables.items()), negatives)


def kappas(data):
    return {f"k{i}": Confusion.from_table(data[f"m{i}"]).kappa for i in (1, 2, 3)}


def iir_tables(data):
    judges = Confusion.from_table(data["table_8_2"], "truth in rows, positive first")
    large, small = (
        Confusion.from_table(data["table_13_8"][name], "truth in columns, positive first")
        for name in ("class1", "class2")
    )
    shares = {"P(rel)": judges.rate(POOLED), "P(nonrel)": turned(judges).rate(POOLED)}
    # What the book calls kappa pools the judges first, and so is Scott's pi.
    named = {"kappa": judges.scott_pi, "microP": (large + small).precision}
    return Either(shares, named, Rates(judges))


def iir_rankings(data):
    tp, fp, relevant = data["ex81"].values()
    table = Confusion(tp, fp, relevant - tp, None)
    after = {f"Rprec{i}": walk(data[f"system{i}"])[data["n_relevant"]] for i in (1, 2)}
    precise = {name: step.confusion.precision for name, step in after.items()}
    found = {f"MAP{i}": mm.average_precision(walk(data[f"system{i}"])) for i in (1, 2)}
    return precise | found | {"P_81": table.precision, "R_81": table.recall}


def iir_unseen(data):
    relevant, documents = data["n_relevant"], data["collection"]
    swept = walk(data["ranking"], positives=relevant, negatives=documents - relevant)
    last = swept[len(data["ranking"])].confusion
    quarter = np.flatnonzero(swept["recall"] == 0.25)[0]
    highest = swept["precision"][swept["recall"] >= 1 / 3].max()
    return {
        "P@20": last.precision,
        "F1@20": last.f1,
        "P_uninterp_at_25%": swept[quarter].confusion.precision,
        "interp_P_at_33%": highest,
        "MAP_div6": mm.average_precision(walk(data["ranking"])),
    }


def profit(data):
    table = Confusion(**in_words(data["matrix"]))
    return Either({"p(n)": turned(table).prevalence}, Rates(table))


def default(_):
    scores = "islr_default_lda_scores"
    swept = sweep(column(scores, "default", int), column(scores, "lda_posterior_yes"))
    half, fifth = swept.at(0.5), swept.at(0.2)
    cells = {f"t05_{c}": n for c, n in half.counts.items()}
    cells |= {f"t02_{c}": n for c, n in fifth.counts.items()}
    cells["AUC"] = mm.auc(swept)
    return Either(cells, Rates(half, "{}_05"), Rates(fifth, "{}_02"), Rates(half))


def sklearn_small(data):
    bacc, mcc, lr = (Confusion.from_labels(*data[key], positive=1) for key in ("bacc", "mcc", "lr"))
    other = Confusion.from_labels(*data["lr"], positive=0)  # "non-cat" comes second in the alphabet
    named = {"bacc": bacc.balanced_accuracy, "mcc": mcc.mcc}
    return Either(named, {"lr+": lr.lr_plus, "lr-": lr.lr_minus}, Rates(other, "{}_cat"))


def sklearn_classes(data):
    truth, guess = data["y_true"], data["y_pred"]
    nothing = one_against_rest(truth, data["y_pred_empty"], 1, undefined=0)
    parts = [*each_class(truth, guess, "{}_class#"), *each_class(truth, guess, "{}_#")]
    return Either({"zero_division": nothing.precision}, *parts)


def sklearn_curves(data):
    swept = sweep(data["y"], data["score"])
    below = swept.at(data["det"]["thr"][0])
    thresholds = {f"thr{i}": t for i, t in enumerate(swept.threshold)}
    curve = {f"prec_desc{i - 1}": s.confusion.precision for i, s in enumerate(swept)}
    curve |= {f"rec_desc{i - 1}": s.confusion.recall for i, s in enumerate(swept)}
    det = {"det_fpr": below.fpr, "det_fnr0": below.fnr}
    several = data["multiclass"]
    of_each = [
        mm.average_precision(sweep(np.equal(several["y"], k), np.array(several["score"])[:, k]))
        for k in range(3)
    ]
    areas = {"auc": mm.auc(swept), "ap": mm.average_precision(swept)}
    areas["multiclass_ap_macro"] = sum(of_each) / 3
    return Either(thresholds, curve, det, areas, steps(swept, "{}#"))


def torchmetrics_classes(data):
    binary = sweep(data["binary"]["target"], data["binary"]["preds"]).at(0.5)
    return Either(*each_class(data["target"], data["preds"], "{}_#"), Rates(binary))


def labels_at_once(data):
    pairs = list(zip(data["jaccard"]["y_true"], data["jaccard"]["y_pred"], strict=True))
    tables = [Confusion.from_labels(truth, guess) for truth, guess in pairs]
    return {"jaccard_binary": tables[0].jaccard, "jaccard_micro": (tables[0] + tables[1]).jaccard}


def weighted_iou(data):
    truth, guess = data["basic"]
    first = one_against_rest(truth, guess, 0, weights=data["weights"])
    return {"IoU0_weighted": first.jaccard}


def slopes(data):
    found = {}
    for i, scene in enumerate(data, 1):
        costs = mm.Costs(fp=scene["c_fp"], fn=scene["c_fn"])
        found[f"slope_{i}"] = mm.iso_performance_slope(costs, scene["p_pos"])
    return found


def lowest_area(_):
    reversed_ranking = Sweep.from_counts([2, 1], [0, 1000], [1000, 1000])
    return {"min_pi_0.5": mm.average_precision(reversed_ranking, "davis-goadrich")}


def german_credit(data):
    all_bad = Confusion(tp=data["n_bad"], fp=data["n_good"], fn=0, tn=0)
    costs = mm.Costs(fp=data["cost_good_as_bad"], fn=data["cost_bad_as_good"])
    return {"default_cost": mm.expected_cost(all_bad, costs)}


def ratings(data):
    reached = [np.cumsum(data[side][::-1]) for side in ("abnormal", "normal")]
    swept = Sweep.from_counts([5, 4, 3, 2, 1], *reached)
    return {"AUC": mm.auc(swept), "SE": mm.auc_standard_error(swept, "hanley-mcneil")}


def two_queries(data):
    found = {}
    for i in (1, 2):
        query = data[f"q{i}"]
        truth = [rank in query["ranks"] for rank in range(1, max(query["ranks"]) + 1)]
        found[f"AP{i}"] = mm.average_precision(walk(truth, positives=query["n_rel"]))
    return found | {"MAP": (found["AP1"] + found["AP2"]) / 2}


LEVELS = {
    "Rand": mm.binormal(0, 0, 1),
    "ER-": mm.Population(mm.Beta(4, 1), mm.Beta(1, 1)),
    "ER+": mm.Population(mm.Beta(1, 1), mm.Beta(1, 4)),
    "Excel": mm.binormal(3, 0, 1),
}


def levels(data):
    found = {}
    for name, population in LEVELS.items():
        for short, word in (("bal", "balanced"), ("imb", "imbalanced")):
            expected = population.sweep(data["n_pos"], data["n_neg"][word])
            found[f"PRC_{short}_{name}"] = mm.average_precision(expected, "davis-goadrich")
            found[f"ROC_{name}"] = mm.auc(expected)
    return found


COMPUTED = {
    "altman_bland1994_liver_scan": two_by_two,
    "boyd2012_min_aucpr": lowest_area,
    "chicco_jurman2020_A1": two_by_two,
    "davis_goadrich2006_table": davis_goadrich,
    "decile_roc_table_61797": deciles,
    "fawcett2006_fig3": fawcett,
    "fawcett2006_fig6": fawcett,
    "fawcett2006_isoperformance": slopes,
    "german_credit_costs": german_credit,
    "han_kamber_fig8_18": han_kamber,
    "hanley_mcneil1982_ct": ratings,
    "iir_exercise_8_8_and_8_1": iir_rankings,
    "iir_exercise_8_9": iir_unseen,
    "iir_tables_8_1_8_2_13_8": iir_tables,
    "islr_default_lda": default,
    "keras_iou_examples": weighted_iou,
    "ks_step_by_step_10obs": ks_ten,
    "map_two_queries_cn": two_queries,
    "powers2007_table2_1": two_by_two,
    "provost_fawcett_expected_profit": profit,
    "pycm_bekkar2013_1": two_by_two,
    "pycm_bekkar2013_2": two_by_two,
    "pycm_garcia2009": two_by_two,
    "saito_rehmsmeier2015_levels": levels,
    "seed01_customers_990_10": two_by_two,
    "seed02_cancer_matrix": cancer,
    "seed03_f1_models_ABCD": models,
    "seed04_500_records": two_by_two,
    "seed05_car20": cars,
    "seed06_roc_learners_AB": learners,
    "seed07_ks_examples": ks_sequences,
    "sklearn_curves": sklearn_curves,
    "sklearn_misc_classification": sklearn_small,
    "sklearn_multiclass_prf": sklearn_classes,
    "sklearn_multilabel_ranking": labels_at_once,
    "torchmetrics_multiclass_small": torchmetrics_classes,
    "wikipedia_cohen_kappa": kappas,
    "wikipedia_fob_screening": two_by_two,
    "wikipedia_roc_space": roc_space,
}
