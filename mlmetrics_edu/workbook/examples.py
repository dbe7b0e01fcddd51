"""The examples of the lessons and of well-known textbooks, with their data and known answers.

Each is a TOML file in ``data``, typed in from its source once and checked against it by the tests.
"""

from functools import cache

from ..core.errors import UnknownNameError, did_you_mean
from ..core.settings import short
from . import example_files
from .example_types import Answer, Erratum, Example

__all__ = ["Answer", "Erratum", "Example", "example", "examples"]

# In the order in which one meets them: one table of counts, one at every threshold, many classes.
ONE_TABLE = """
    customers cancer records earthquake models f-beta
    liver-scan fob-screening sklearn-two-by-two iir-8-1 roc-space
    chicco-a1 powers garcia bekkar-1 bekkar-2
    german-credit expected-profit cost-axes kappa-three iir-kappa
"""
EVERY_THRESHOLD = """
    cars cars-unsorted learner-a learner-b sklearn-scores torchmetrics-scores
    fawcett-20 fawcett-bayes fawcett-ties han-kamber hanley-mcneil
    islr-default binormal late-positive davis-goadrich
    ks-first ks-second ks-third ks-ten decile-table
    iir-8-8-first iir-8-8-second iir-8-9 iir-table-8-1 query-first query-second
"""
MANY_CLASSES = """
    iir-two-classes sklearn-report sklearn-multiclass sklearn-matrix sklearn-kappa
    torchmetrics-three witten-frank pycm-3x3 segmentation-toy segmentation-three
"""
BEYOND = "several-labels label-ranking regression-four anscombe"
BOXES = "two-rules free-alarms lower-threshold two-of-three padilla-24 toy-cats coco-seven"
SYLLABUS = tuple(f"{ONE_TABLE} {EVERY_THRESHOLD} {MANY_CLASSES} {BOXES} {BEYOND}".split())


def examples() -> tuple[str, ...]:
    """List the names of all examples, in the order of a syllabus: counts, thresholds, classes.

    Examples
    --------
    >>> examples()[:4]
    ('customers', 'cancer', 'records', 'earthquake')
    """
    return SYLLABUS


def example(
    name: str, *, n: int | None = None, positive_rate: float | None = None, seed: int | None = None
) -> Example:
    """Return one example: its data, its source, what is known about it.

    Parameters
    ----------
    name : str
        One of :func:`examples`.
    n, positive_rate, seed : int, float, int, optional
        For ``"binormal"``, which is drawn at random: how many samples (1000), the share of
        positives (0.1), and the seed (0).

    Returns
    -------
    Example

    Raises
    ------
    UnknownNameError
        If there is none of that name.

    Examples
    --------
    >>> cars = example("cars")
    >>> cars.ids[0], cars.y_true.sum(), cars.y_score[0]
    ('car 4', np.int64(6), np.float64(0.91))
    >>> cars.answers[1].quantity, cars.answers[1].printed, cars.answers[1].exact
    ('precision', '1.000', '1')
    """
    if not isinstance(name, str) or name not in SYLLABUS:
        raise _unknown(name)
    given = {"n": n, "positive_rate": positive_rate, "seed": seed}
    settings = {key: value for key, value in given.items() if value is not None}
    return example_files.read(name, **settings) if settings else _fixed(name)


_fixed = cache(example_files.read)  # nobody can change an example, so everybody may have the same


def _unknown(name) -> UnknownNameError:
    return UnknownNameError(
        f"there is no example {short(name)}",
        did_you_mean(name, SYLLABUS, "no name comes near it"),
        f"use one of: {', '.join(SYLLABUS)}",
    )
