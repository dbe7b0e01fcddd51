"""Typical wrong answers on prices, cost lines and profit."""

import re
from fractions import Fraction

from mlmetrics_edu.plots.picture import alternative_text
from tests.oracles.exercises.questions import RIGHT, fractions, known, over, rows, typical


@typical("costs.bill")
def bill(q):
    """Forget the division, a price or the shares; or pay for the wrong cells."""
    tn, fp, fn, tp = (
        int(re.search(rf"\b{c} = (\d+)", str(q))[1]) for c in ("TN", "FP", "FN", "TP")
    )
    alarm, miss = fractions(q.text)
    no, yes, mistakes = tn + fp, fn + tp, fp + fn
    total, n = fp * alarm + fn * miss, tn + fp + fn + tp
    rates = fp * alarm / no + fn * miss / yes
    return known(
        {
            RIGHT: total / n,
            "total cost": total,
            "average cost of a mistake": over(total, mistakes),
            "prices swapped": (fp * miss + fn * alarm) / n,
            "error rate": Fraction(mistakes, n),
            "accuracy": Fraction(tn + tp, n),
            "false alarms alone": fp * alarm / n,
            "misses alone": fn * miss / n,
            "normalised expected cost": total / (no * alarm + yes * miss),
            "FPR and FNR times their prices": rates,
            "both classes with the same share": rates / 2,
            "each alarm paid for": ((fp + tp) * alarm + fn * miss) / n,
            "each image with a car paid for": (fp * alarm + yes * miss) / n,
            "cost per image with a car": over(total, yes),
            "cost per alarm": over(total, fp + tp),
            "right decisions paid for": (tn * alarm + tp * miss) / n,
            "price by the other label": (tp * alarm + tn * miss) / n,
            "cost of always positive": no * alarm / n,
            "cost of always negative": yes * miss / n,
        }
    )


@typical("costs.line")
def line(q):
    """Read another place, another line, or weigh the ends wrongly."""
    axes, place = q.pictures[0].axes[0], fractions(q.text)[-1]
    told = dict(t.get_text().split(" = ") for t in axes.texts if " = " in t.get_text())
    a, b, x = Fraction(told["FPR"]), Fraction(told["FNR"]), place
    weigh = lambda left, right: left + x * (right - left)  # noqa: E731
    area = next(t.get_text() for t in axes.texts if "\n" in t.get_text()).split("\n")[-1]
    lowest = min(weigh(*(Fraction(float(n)) for n in ends)) for ends in ends_of(axes))
    return {
        "FPR": a,
        "FNR": b,
        "FPR + FNR": a + b,
        "middle of the line": (a + b) / 2,
        "ends swapped": weigh(b, a),
        "recall in place of FNR": weigh(a, 1 - b),
        "specificity in place of FPR": weigh(1 - a, b),
        "lower envelope": lowest,
        "area under the envelope": float(area),
        "share of the misses alone": x * b,
        "share of the false alarms alone": (1 - x) * a,
        "rise without the left end": x * (b - a),
        "left end and all of the right": a + x * b,
        "always negative": x,
        "always positive": 1 - x,
        "complement": 1 - weigh(a, b),
        "threshold": fractions(q.text)[0],
        "percent without the sign": 100 * weigh(a, b),
    }


def ends_of(axes):
    """Return the ends of all lines of a picture, the two trivial ones too."""
    segments = [
        part for drawn in axes.collections for part in getattr(drawn, "get_segments", list)()
    ]
    return [(0, 1), (1, 0), *(part[[0, -1], 1] for part in segments)]


@typical("costs.call-from")
def call_from(q):
    """Divide by the wrong price, or turn the share round."""
    call, miss = fractions(q.text)[:2]
    return known(
        {
            "a rightful call for free": call / (call + miss),
            "odds": over(call, miss - call),
            "odds the other way": (miss - call) / call,
            "inverse": miss / call,
            "complement": 1 - call / miss,
            "price of a miss over the sum": miss / (call + miss),
            "one half": 0.5,
            "difference over the sum": (miss - call) / (miss + call),
            "price of a call": call,
            "price of a call in hundredths": call / 100,
            "price of a call forgotten": 1 / miss,
            "always call": 0,
            "never call": 1,
            "percent without the sign": 100 * call / miss,
        }
    )


@typical("costs.longer-list")
def longer_list(q):
    """Compare the lists by something else than what one earns more than the other."""
    (a1, t1, f1), (a2, t2, f2) = ([int(n) for n in row[-3:]] for row in rows(q.data[0]))
    gain, today = fractions(q.text)[:2]
    alarms, cars, false = a2 - a1, t2 - t1, f2 - f1
    earn = lambda t, f: gain * t - today * f  # noqa: E731
    right = over(gain * cars, false)
    return known(
        {
            RIGHT: right,
            "longer list earns nothing": over(gain * t2, f2),
            "shorter list earns nothing": over(gain * t1, f1),
            "over all extra alarms": over(gain * cars, alarms),
            "gain forgotten": over(cars, false),
            "inverse": over(false, gain * cars),
            "false alarms over cars": over(gain * false, cars),
            "all false alarms for the extra cars": over(gain * cars, f2),
            "all cars for the extra false alarms": over(gain * t2, false),
            "difference of today's profits": earn(t2, f2) - earn(t1, f1),
            "today's profit of the longer list": earn(t2, f2),
            "today's profit of the shorter list": earn(t1, f1),
            "rise of the price": None if right is None else right - today,
            "today's price": today,
            "gain of the extra cars": gain * cars,
            "highest profit in the picture": highest(q),
            "both lists added": over(gain * (t1 + t2), f1 + f2),
            "precision of the longer list": over(t2, a2),
            "precision of the extra alarms": over(cars, alarms),
        }
    )


def highest(q):
    """Read the highest profit off the picture."""
    told = alternative_text(q.pictures[0]).replace("−", "-")
    return float(re.search(r"highest is (-?[\d.]+\d)", told)[1])
