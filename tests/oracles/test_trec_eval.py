"""Ranked lists, equal to what trec_eval itself prints (its version 9, through pytrec_eval)."""

import numpy as np
import pytest
import pytrec_eval

import mlmetrics_edu as mm
from tests.cases import each, seeds

MEASURES = {"map", "ndcg", "ndcg_cut", "P", "recall", "Rprec", "recip_rank"}
LEVELS = {"iprec_at_recall", "11pt_avg"}


def draw(seed):
    """Draw the grades of a list, and those of documents that were never returned."""
    rng = np.random.default_rng(seed)
    found = rng.integers(0, 4, rng.integers(1, 15))
    unseen = rng.integers(1, 4, rng.integers(0, 4))
    return found, unseen


def theirs(found, unseen) -> dict[str, float]:
    grades = {f"returned {i:02}": grade for i, grade in enumerate(found.tolist())}
    grades |= {f"unseen {i}": grade for i, grade in enumerate(unseen.tolist())}
    run = {f"returned {i:02}": float(100 - i) for i in range(len(found))}
    evaluator = pytrec_eval.RelevanceEvaluator({"q": grades}, MEASURES | LEVELS)
    return evaluator.evaluate({"q": run})["q"]


@each("seed", seeds(2_000, 50))
def test_as_trec_eval(seed):
    found, unseen = draw(seed)
    relevant, judged = found > 0, [*found, *unseen]
    of_all = {"n_relevant": np.count_nonzero(judged)}
    if not of_all["n_relevant"]:
        return
    ours = {
        "map": mm.retrieval_average_precision(relevant, **of_all),
        "ndcg": mm.ndcg(found, judged=judged),
        "ndcg_cut_5": mm.ndcg(found, 5, judged=judged),
        "P_5": mm.precision_at(relevant, 5),
        "recall_5": mm.recall_at(relevant, 5, **of_all),
        "Rprec": mm.r_precision(relevant, **of_all),
        "recip_rank": mm.reciprocal_rank(relevant),
    }
    printed = theirs(found, unseen)
    assert {name: float(value) for name, value in ours.items()} == pytest.approx(
        {name: printed[name] for name in ours}, abs=1e-12
    )
