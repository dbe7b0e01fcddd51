"""What a class hands in for the exercises of lesson 2."""

import re
from fractions import Fraction

import numpy as np

from mlmetrics_edu.plots.picture import alternative_text
from tests.oracles.exercises.questions import (
    RIGHT,
    cell_shares,
    counted,
    percent,
    rates,
    shares,
    some,
    typical,
)
from tests.oracles.exercises.test_tradeoff_and_fbeta import columns, f_beta, numbers

NEAR = (
    "recall, accuracy, false discovery rate, false positive rate, specificity, F1, "
    "share of positives, share of predicted positives"
)


def precision(name, truth, called):
    """The precision of those who are called, by a name, if anybody is."""
    found = rates(*counted(truth, called))
    return {name: found["precision"]} if "precision" in found else {}


def next_row(score, line):
    """The line moved down by one row."""
    return max(score[score < line], default=line)


@typical("tradeoff.read-it-off")
def read_it_off(q):
    """Another line, another part of the row, another rate."""
    truth = np.array(re.findall("[+−](?=[,.])", alternative_text(q.pictures[0]))) == "+"
    score = np.array(q.data[0].removeprefix("scores: ").split(", "), float)
    line = float(re.search(r"at least ([\d.]+)", q.text)[1])
    tp, fp, fn, _ = cells = counted(truth, score >= line)
    found = rates(*cells)
    return (
        some(found, f"{NEAR}, negative predictive value")
        | precision("> for >=", truth, score > line)
        | precision("one row too far", truth, score >= next_row(score, line))
        | precision("precision at a line of one half", truth, score >= 0.5)
        | precision("those below the line", truth, score < line)
        | some(cell_shares(*cells), "TP over all rows")
        | shares({"TP over FP": (tp, fp), "all positives per true positive": (tp + fn, tp)})
        | {"number of true positives": tp}
        | percent(found["precision"])
    )


@typical("tradeoff.new-version")
def new_version(q):
    """The old list, points or line moved otherwise, another rate of the new list."""
    truth, points = columns(q.data[0], "the truth", "risk points")
    line, by = numbers(q, r"least (\d+) risk points.* gets (\d+) points")
    bad, now, before = truth == "bad", points + by >= line, points >= line
    tp, *_ = cells = counted(bad, now)
    found, old = rates(*cells), rates(*counted(bad, before))
    return (
        some(found, NEAR)
        | precision("before the update", bad, before)
        | precision("points taken off", bad, points - by >= line)
        | precision("line lowered as well", bad, points + 2 * by >= line)
        | precision("> for >=", bad, points + by > line)
        | precision("only those who are new on the list", bad, now & ~before)
        | some(cell_shares(*cells), "TP over all rows")
        | {"recall before the update": old["recall"]}
        | {"change of the precision": found["precision"] - old["precision"]}
        | {"number of true positives": tp}
        | percent(found["precision"])
    )


@typical("tradeoff.aids-test")
def aids_test(q):
    """Differences forgotten or turned over, averages for differences, rates for counts."""
    ill, people, hits, few, more_hits, many = map(int, re.findall(r"\d+", q.text))
    alarms, finds, healthy = many - few, more_hits - hits, people - ill
    more = Fraction(many, more_hits) - Fraction(few, hits)
    return {
        RIGHT: Fraction(alarms, finds),
        "false alarms more": alarms,
        "more found": finds,
        "false alarms more minus more found": alarms - finds,
        **shares(
            {
                "turned over": (finds, alarms),
                "all false alarms of the bold one per find": (many, finds),
                "false alarms more per hit of the bold one": (alarms, more_hits),
                "false alarms more per infected person": (alarms, ill),
                "false alarms more per miss of the careful one": (alarms, ill - hits),
                "false alarms per hit of the bold one": (many, more_hits),
                "false alarms per hit of the careful one": (few, hits),
                "ratio of the false alarms": (many, few),
                "β² of one F": (more, Fraction(ill, hits) - Fraction(ill, more_hits)),
                "all alarms more per find": (alarms + finds, finds),
                "sums in place of differences": (many + few, more_hits + hits),
                "misses added, not subtracted": (alarms, 2 * ill - hits - more_hits),
                "rates in place of counts": (Fraction(alarms, healthy), Fraction(finds, ill)),
            }
        ),
        "difference of the false alarms per hit": more,
        "F1 of the bold one": f_beta([more_hits, many, ill - more_hits, healthy - many], 1),
    }


@typical("tradeoff.credit-points")
def credit_points(q):
    """The old line, points read the other way, other shares of the same lists."""
    low, high = numbers(q, r"threshold from (\d+) to (\d+)")
    points, truth = columns(q.data[0], "credit points", "the truth")
    good, refused = truth == "good", points <= high
    everybody, good_refused = len(points), int((good & refused).sum())

    def share(part, whole):
        return int((part & whole).sum()), int(whole.sum())

    lists = {
        "before the line rose": share(points <= low, good),
        "< for <=": share(points < high, good),
        "one row too far": share(points <= min(points[points > high], default=high), good),
        "share of the good customers that is accepted": share(~refused, good),
        "read as risk points": share(points >= high, good),
        "read as risk points, before the line rose": share(points >= low, good),
        "share of good customers among the refused": share(good, refused),
        "share of good customers among the accepted": share(good, ~refused),
        "share of the bad customers that is refused": share(refused, ~good),
        "newly refused good customers": share(refused & (points > low), good),
    }
    return shares(
        lists
        | {
            "good refused over everybody": (good_refused, everybody),
            "good refused over good accepted": (good_refused, int((good & ~refused).sum())),
            "good refused over the bad ones": (good_refused, int((~good).sum())),
            "share of everybody that is refused": (int(refused.sum()), everybody),
            "share of good customers": (int(good.sum()), everybody),
            "accuracy": (int((good != refused).sum()), everybody),
        }
    ) | {
        "number of good customers refused": good_refused,
        **percent(Fraction(good_refused, int(good.sum()))),
    }
