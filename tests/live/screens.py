"""What a screen must show of each instrument: the library's numbers, wherever it stands."""

import re
from fractions import Fraction
from itertools import chain, pairwise

import numpy as np

import mlmetrics_edu as mm
from mlmetrics_edu.core import words
from mlmetrics_edu.core.words import in_a_line
from mlmetrics_edu.detection.boxes import UNION
from mlmetrics_edu.metrics.average_precision import RULES, recall_levels
from mlmetrics_edu.metrics.costs import expected_cost, iso_performance_slope, probability_cost
from mlmetrics_edu.metrics.populations import STANDARD
from mlmetrics_edu.metrics.sweep import written
from mlmetrics_edu.metrics.ties import tied_groups
from tests.live.pages import numbers

FOUR = ("TP", "FP", "FN", "TN")


def texts(page, which):
    """Read the texts of all elements of a kind."""
    return page.locator(which).all_text_contents()


def lines(counts, metrics):
    """Write rates as the library does."""
    return [in_a_line(counts.rate(metric, "nan")) for metric in metrics]


def of_explorer(page, x):
    counts = x.confusion
    shown = {cell: int(page.locator(f".cell.{cell} b").inner_text()) for cell in counts.counts}
    assert shown == counts.counts
    assert numbers(page) == lines(counts, x._formulas)


# Average precision

READ_AP = """() => {
    const texts = (which) => [...document.querySelectorAll(which)].map((one) => one.textContent);
    const rows = [...document.querySelectorAll(".rules tr")];
    return {
        chips: texts(".chip span"), signs: texts(".chip b"), names: texts(".six b"),
        values: texts(".six output"), broken: texts(".six small:last-child"),
        tools: texts(".six small:first-of-type"),
        chosen: texts(".six[aria-pressed=true] b"), total: texts(".verdict"),
        table: rows.slice(1).map((row) => [...row.cells].map((one) => one.textContent)),
        points: document.querySelectorAll("circle.point").length,
        path: document.querySelector(".part").getAttribute("d"),
    };
}"""


def of_ap(page, x):
    shown, s, state = page.evaluate(READ_AP), x.sweep, x.state
    assert shown["chips"] == [str(x._ids[k]) for k in state["order"]]
    assert shown["signs"] == ["+" if state["labels"][k] else "−" for k in state["order"]]
    assert shown["names"] == [*RULES] and shown["chosen"] == [x.rule]
    assert shown["tools"] == [f"{rule.text} · {rule.tools}" for rule in RULES.values()]
    if not s.positives:
        assert shown["values"] == ["undefined"] * 6 and shown["table"] == []
        return
    values = [mm.average_precision(s, rule) for rule in RULES]
    assert shown["values"] == [words.both(value, 4) for value in values]
    assert shown["total"][0].endswith(f" {words.both(x.average_precision, 4)}")
    grouped = mm.sweep(s.samples.positive, s.samples.score, positives=int(s.positives))
    wanted = [""] * 6
    if len(tied_groups(grouped)):
        ends = [mm.tie_range(grouped, rule=rule) for rule in RULES]
        wanted = [
            f"ties broken: worst {words.both(low, 4)}, best {words.both(high, 4)}"
            for low, _, high in ends
        ]
    assert shown["broken"] == wanted
    assert [tuple(row) for row in shown["table"]] == working_of_ap(s, x.rule)
    assert shown["points"] == len(s) - 1
    many = RULES[x.rule].levels or int((np.diff(s.tp) > 0).sum())
    assert shown["path"].count("M") == many


def working_of_ap(s, rule):
    """Lay the working of the library out as the screen does."""
    worked = mm.average_precision(s, rule)
    columns = {one.name: one for one in worked.steps.columns}
    cells = {n: [one.cell(k) for k in range(len(worked.steps))] for n, one in columns.items()}
    if not RULES[rule].levels:
        rows = [int(step) for step in cells["step"]]
        who = [listing(n for n, p in zip(*s.admitted(k), strict=True) if p) for k in rows]
        shown = ("TP", "FP", "width", "height", "area", "so far")
        return [*zip(who, *(cells[name] for name in shown), strict=True)]
    first = [float(text.partition(" … ")[0]) for text in cells["recall ≥"]]
    levels, heights = recall_levels(RULES[rule].levels), worked.terms["height"]
    starts = [int(np.argmin(abs(levels - one))) for one in first]
    table = []
    for k, (start, end) in enumerate(pairwise([*starts, len(levels)])):
        row = next((i for i in range(1, len(s)) if s["recall"][i] >= levels[start]), None)
        assert (row is None) == (cells["reached at"][k] == "never")
        place = ("never", "–")
        if row is not None:
            place = listing(s.admitted(row)[0]), f"{s.tp[row]}/{int(s.positives)}"
        many = [str(end - start)] if len(levels) > 20 else []
        so_far = words.both(sum(heights[:end]) / len(levels))
        highest = cells["highest precision from there"][k]
        table.append((cells["recall ≥"][k], *many, *place, highest, so_far))
    return table


def listing(names):
    return words.listing([*names], limit=3)


def of_bells(page, b):
    of_z = STANDARD.text.replace("mean", "μ{0}").replace("sd", "σ{0}").replace("threshold", "t")
    area = b.rates["auc"]
    wanted = [f"AUC = Φ(z) ≈ {words.decimal(area)}, {in_a_line(area.terms['z'])}"]
    for name, sign, one in (
        ("recall", "₊", b.population.positive),
        ("FPR", "₋", b.population.negative),
    ):
        z = in_a_line(STANDARD.work(mean=one.mean, sd=one.sd, threshold=b.threshold))
        z = z.replace(STANDARD.text, of_z.format(sign))
        wanted.append(f"{name} = Φ(z) ≈ {words.decimal(b.rates[name.lower()])}, {z}")
    sample, shown = mm.sweep(*b.sample), numbers(page)
    rates = lines(sample.at(b.threshold), ("recall", "fpr", "precision"))
    if 0 < b.sample[0].sum() < b.n:
        pairs = in_a_line(mm.auc(sample, method="pairs"))
    else:
        pairs = shown[4]
        assert "undefined" in pairs
    assert shown == [*wanted, in_a_line(b.rates["precision"]), pairs, *rates]


def of_beta(page, x):
    shown = [
        (one.locator("b").text_content(), one.locator("span").first.text_content())
        for one in page.locator(".order li").all()
    ]
    assert shown == [(name, in_a_line(x.values[name])) for name in x.order]
    for name, counts in x._models.items():
        assert in_a_line(x.values[name]) == in_a_line(counts.f(x.beta))


def of_boxes(page, x):
    value = mm.iou(x.a, x.b, x.convention)
    shared, *areas = value.terms.values()
    steps = (*shared.inner, shared, *areas, UNION.work(**value.terms), value)
    assert numbers(page) == [in_a_line(one) for one in steps]
    verdicts = [f"≥ {t:g} ✓ hit" if value >= t else f"≥ {t:g} ✗ miss" for t in x.thresholds]
    assert texts(page, ".verdicts li") == verdicts
    typed = page.locator("input[type=number]").evaluate_all("all => all.map(e => Number(e.value))")
    assert typed == [*x.a, *x.b]


# Several classes, and masks

RATES = ("precision", "recall", "f1")
AVERAGES = ("macro", "weighted", "micro")
POLICIES = ("nan", "skip", 0, 1)
ABSENT = ("skip", "zero", "one")
ROLE = {(True, True): "TP", (False, True): "FP", (True, False): "FN", (False, False): "TN"}
READ_CLASSES = """() => {
    const texts = (which) => [...document.querySelectorAll(which)].map((one) => one.textContent);
    const rows = [...document.querySelectorAll(".rules tr")].slice(1);
    const pressed = [...document.querySelectorAll(".all button[aria-pressed=true]")];
    return {
        cells: [...document.querySelectorAll(".all input")].map((one) => Number(one.value)),
        roles: texts(".all .cell b"),
        chosen: pressed.map((one) => one.textContent),
        selects: [...document.querySelectorAll("select")].map((one) => one.selectedIndex),
        four: texts(".cell span"), sums: texts(".sums li"), rates: texts(".rates li"),
        means: texts(".means li"), pooled: texts(".pools li"),
        rows: rows.map((row) => [...row.cells].map((one) => one.textContent)),
        lit: rows.map((row) => row.classList.contains("lit")),
    };
}"""
READ_MASKS = """() => {
    const texts = (which) => [...document.querySelectorAll(which)].map((one) => one.textContent);
    const rows = [...document.querySelectorAll(".rules tr")].slice(1);
    return {
        masks: [...document.querySelectorAll(".mask")].map((one) => (
            [...one.querySelectorAll(".px")].map((px) => [px.classList[1], px.textContent]))),
        counts: texts(".counts td span").map(Number),
        roles: [...document.querySelectorAll(".counts td[class]")].map((one) => one.classList[0]),
        legend: texts(".legend li"), one: texts(".one li"), means: texts(".means li"),
        rows: rows.map((row) => [...row.cells].map((one) => one.textContent)),
        chosen: texts("button[aria-pressed=true]"),
        policy: document.querySelector("select").selectedIndex,
    };
}"""


def same_average(line, average, name=""):
    """Tell whether a line of the screen is the average of the library, and how it came about."""
    wanted = in_a_line(average)
    if not name and (average.reason or average.formula):
        return line == wanted
    symbol = (
        average.formula.symbol
        if average.formula
        else wanted.partition(" = " if " = " in wanted else " ≈ ")[0]
    )
    found = re.fullmatch(rf"{name}{re.escape(symbol)} = (.*?)( [=≈] .*)?", line)
    ending = wanted.rpartition(" ≈ " if " ≈ " in wanted else " = ")[2]
    summed = re.sub(r"\d+", r"Fraction(\g<0>)", found[1].replace("·", "*"))
    is_exact = "." not in found[1] and average.fraction is not None
    same = not is_exact or eval(summed, {"Fraction": Fraction}) == average.fraction
    return same and line.endswith(ending)


def of_classes(page, x):
    shown, m, one = page.evaluate(READ_CLASSES), x.matrix, x.confusion
    chosen = m.labels.index(x.label)
    assert shown["cells"] == m.counts.ravel().tolist()
    assert shown["roles"] == [
        ROLE[i == chosen, j == chosen] for i in range(m.k) for j in range(m.k)
    ]
    assert shown["chosen"] == [x.label] * 2
    assert shown["selects"] == [chosen, POLICIES.index(x.undefined)]
    assert shown["four"] == [f"{cell}{one.counts[cell]}" for cell in ("TN", "FP", "FN", "TP")]
    for line, cell in zip(shown["sums"], FOUR, strict=True):
        assert re.match(rf"{cell} = (.* = )?{one.counts[cell]} · ", line), line
    assert shown["rates"] == lines(one, RATES)
    averages = [[m.average(rate, how, undefined=x.undefined) for rate in RATES] for how in AVERAGES]
    for line, average in zip(shown["means"], chain(*averages), strict=True):
        assert same_average(line, average), (line, in_a_line(average))
    pooled = [str(m.parts().pooled[cell]) for cell in FOUR[:3]]
    assert [line.rpartition(" = ")[2] for line in shown["pooled"]] == pooled
    columns = [[*map(written, m.parts().work(mm.formula(rate)))] for rate in RATES]
    support = [str(int(row.sum())) for row in m.counts]
    wanted = [[*row] for row in zip(m.labels, *columns, support, strict=True)]
    wanted += [
        [f"{how} average", *map(written, row), str(m.total)]
        for how, row in zip(AVERAGES, averages, strict=True)
    ]
    assert shown["rows"] == wanted
    assert shown["lit"] == [i == chosen for i in range(m.k)] + [False] * 3


def of_masks(page, x):
    shown, m, one = page.evaluate(READ_MASKS), x.matrix, x.confusion
    labels = list(m.labels)
    # Counted a second time, by the library's own function for masks.
    masks = [np.vectorize(labels.index)(side) for side in (x.truth, x.predicted)]
    assert mm.segmentation_matrix(*masks, len(labels)).counts.tolist() == m.counts.tolist()
    for side, places in zip(shown["masks"], masks, strict=False):
        assert [look for look, _ in side] == [f"k{k}" for k in places.ravel()]
    label = labels.index(x.label)
    roles = [ROLE[t == label, p == label] for t, p in zip(*map(np.ravel, masks), strict=True)]
    assert shown["masks"][2] == [[cell, cell.replace("TN", "")] for cell in roles]
    assert shown["counts"] == m.counts.ravel().tolist()
    assert shown["roles"] == [ROLE[t == label, p == label] for t in range(m.k) for p in range(m.k)]
    heads = [f"{cell}{one.counts[cell]} · " for cell in ("TP", "FP", "FN")]
    assert all(map(str.startswith, shown["legend"], heads))
    values = x.numbers
    assert shown["one"] == [in_a_line(values[name]) for name in ("iou", "dice")]
    names = ("mean pixel accuracy", "mean IoU", "frequency-weighted IoU", "mean Dice")
    assert shown["means"][0] == f"pixel accuracy: {in_a_line(values['pixel_accuracy'])}"
    for line, name, worked in zip(shown["means"][1:], names, [*values.values()][3:], strict=True):
        assert same_average(line, worked, f"{name}: "), (line, in_a_line(worked))
    per_class = [mm.class_iou(m), mm.class_dice(m), {k: m.one_vs_rest(k).recall for k in labels}]
    for row, name in zip(shown["rows"], labels, strict=True):
        for text, rates in zip(row[1:], per_class, strict=True):
            worked = rates[name]
            assert text == "undefined: 0/0" if worked.reason else text.endswith(f"{worked:.3f}")
    assert (shown["chosen"], shown["policy"]) == ([str(x.label)], ABSENT.index(x.absent))


# Costs, a line, lists, boxes on images


def segment(page, look, which=0):
    """Read where a line of the picture begins and ends, in the units of its axes."""
    line = page.locator(f"line.{look}").nth(which)
    x, y, u, v = (float(line.get_attribute(name)) for name in ("x1", "y1", "x2", "y2"))
    shares = (x - 46) / 260, (220 - y) / 208, (u - 46) / 260, (220 - v) / 208
    return [1.04 * share - 0.02 for share in shares]


def close(one, other):
    np.testing.assert_allclose(one, other, atol=1e-3, rtol=1e-3)


def of_costs(page, x):
    costs, p = x.costs, x.p_positive
    place, curve = probability_cost(p, costs), mm.cost_curve(x.sweep)
    table = x.sweep.confusion(curve.ruling(float(place)))
    normalised = expected_cost(table, costs, p_positive=p, normalised=True)
    rows = place, expected_cost(table, costs, p_positive=p), normalised
    assert numbers(page)[:4] == [in_a_line(one) for one in (*rows, iso_performance_slope(costs, p))]
    said = " · ".join(f"{cell} {table.counts[cell]}" for cell in FOUR)
    assert page.get_by_text(said, exact=True).count() == 1
    close(segment(page, "cut"), [0, float(table.fpr), 1, float(table.fnr)])
    slope, fpr = float(iso_performance_slope(costs, p)), float(table.fpr)
    ends = [float(table.tpr) + slope * (u - fpr) for u in (0, 1)]
    iso = [0, ends[0], 1, ends[1]] if slope == slope else [fpr, 0, fpr, 1]
    close(segment(page, "cut", 1), iso)
    if x.row is None:  # a point off the curve is a line, too
        close(segment(page, "other"), [0, x.fpr, 1, 1 - x.tpr])
        return
    pinned = x.sweep.confusion(int(x._rows[x.row]))
    close(segment(page, "other"), [0, float(pinned.fpr), 1, float(pinned.fnr)])
    cost = in_a_line(expected_cost(pinned, costs, p_positive=p, normalised=True))
    assert numbers(page)[4] == f"any classifier: {cost}"


METRICS = (mm.mean_bias_error, mm.mae, mm.medae, mm.mse, mm.rmse, mm.r2, mm.max_error)


def of_line(page, x):
    assert numbers(page)[:7] == [in_a_line(value) for value in x.metrics.values()]
    if all(round(value, 9) == value for value in x.predicted):  # in short decimals
        given = x.y, x.predicted
        assert numbers(page)[:7] == [in_a_line(metric(*given)) for metric in METRICS]
    if x.rule == "least-squares":
        fit = mm.least_squares(x.x, x.y)
        assert x.line == (fit.intercept.fraction, fit.slope.fraction)
    handles = page.locator("[role=slider]").evaluate_all(
        "all => all.map((e) => [e.getAttribute('aria-label'), Number(e.ariaValueNow)])"
    )
    assert [y for name, y in handles if name.startswith("point")] == [*x.y]


def of_lists(page, x):
    counts = x.confusion
    for cell, who in counts.samples.items():
        assert texts(page, f".at-{cell} .chip span") == [*who]
        assert texts(page, f".at-{cell} .chip b") == [cell] * len(who)
        assert texts(page, f".at-{cell} .head")[0].startswith(f"{cell} {len(who)}")
        assert texts(page, f"div.cell.{cell} b") == [str(len(who))]
    assert numbers(page) == lines(counts, ("precision", "recall", "accuracy"))


def crowded(images=("street", "market", "park"), size=20):
    """Draw objects of three classes, and detections close to them, some of the wrong class."""
    rng, n = np.random.default_rng(1), 14
    left, top, wide, high = rng.integers([[0], [0], [15], [15]], [[80], [60], [40], [40]], (4, n))
    truth = {"image": rng.choice(images, n), "category": rng.choice(["cat", "dog", "bird"], n)}
    truth |= {"x1": left, "y1": top, "x2": left + wide, "y2": top + high}
    k, by = rng.integers(0, n, size), rng.integers(-6, 7, (4, size))
    moved = {name: truth[name][k] + by[i] for i, name in enumerate(("x1", "y1", "x2", "y2"))}
    moved |= {"image": truth["image"][k], "score": rng.integers(1, 12, size) / 12}
    moved["category"] = np.where(rng.random(size) < 0.8, truth["category"][k], "cat")
    truth["difficult"] = rng.random(n) < 0.15
    return truth, moved


def of_map(page, x):
    counts, ap = x.confusion, x.average_precision
    cells = " · ".join(f"{cell} {counts.counts[cell]}" for cell in ("TP", "FP", "FN"))
    assert page.get_by_text(cells, exact=True).count() == 1
    assert numbers(page) == lines(counts, ("precision", "recall"))
    shown = "undefined" if ap != ap else f"{ap:.3f}"
    assert texts(page, ".verdict") == [f"AP of {x.category} = {shown}"]
    every = [x.result.ap(category, x.iou) for category in x.result.categories]
    table = ["undefined" if one != one else f"{one:.3f}" for one in every]
    assert texts(page, ".rules td:last-child") == table
    assert story(page) == expected_story(x)


def expected_story(x):
    """Say what became of each box of the image, from the library's own matching."""
    matching, signs = x.matching, {"hit": "✓"}
    objects = [one for one in matching.objects if one.image == x.image]
    detections = [one for one in matching.detections if one.image == x.image]
    words = {f"object {one.id}": one.outcome.partition(":")[0] for one in objects}
    for one in detections:
        ignored = one.outcome.startswith(("ignored", "beyond"))
        word = "ignored" if ignored else one.outcome
        words[f"detection {one.id}"] = word, signs.get(word, "–" if ignored else "✗"), one.why
    return words


def story(page):
    """Read the same off a page; what is below the score has no say."""
    words = {}
    for row in page.locator(".story li").all():
        text, look = row.text_content(), row.get_attribute("data-look")
        if text.startswith("object "):
            words[f"object {text.split()[1].rstrip(':')}"] = text.partition(": ")[2].split(" (")[0]
        elif look != "hidden":
            sign, _, _, name = text.split()[:4]
            outcome, why = text.partition(", ")[2].split(": ", 1)
            words[f"detection {name.rstrip(',')}"] = outcome, sign, why
    return words


def of_means(page, x):
    means = mm.explore_means(x.precision, x.recall).means
    assert numbers(page) == [in_a_line(mean) for mean in means.values()]
    x2 = page.locator("line.bar").evaluate_all("all => all.map(e => e.x2.baseVal.value)")
    left = page.locator("line.bar").first.evaluate("e => e.x1.baseVal.value")
    rates = [x.precision, x.recall, *map(float, means.values())]
    width = (
        max((end - left) / rate for end, rate in zip(x2, rates[::-1], strict=True) if rate)
        if any(rates)
        else 0
    )
    np.testing.assert_allclose(
        [end - left for end in x2], [width * rate for rate in rates[::-1]], atol=0.1
    )


def of_resolution(page, x):
    shown = [line for which in ("memory", "heads", "sums") for line in texts(page, f".{which} li")]
    assert shown == [one for one in str(x).splitlines()[1:] if not one.startswith("shards: ")]


def of_player(page, x):
    step = x.step
    assert texts(page, ".slider output") == [f"{step + 1} / {len(x)}"]
    assert texts(page, ".sentence") == [x.captions[step]]
    assert texts(page, "tr.marked td") == [column.cell(step) for column in x.table.columns]
    (table,) = [one for one in x.content["panels"] if "counts" in one]
    for cell, column in table["counts"].items():
        assert texts(page, f".cell.{cell} b") == [column[step]]
    assert numbers(page) == table["lines"][step]


SCREENS = {
    "explore": of_explorer,
    "explore_ap": of_ap,
    "explore_bells": of_bells,
    "explore_beta": of_beta,
    "explore_boxes": of_boxes,
    "explore_classes": of_classes,
    "explore_costs": of_costs,
    "explore_line": of_line,
    "explore_lists": of_lists,
    "explore_map": of_map,
    "explore_masks": of_masks,
    "explore_means": of_means,
    "explore_resolution": of_resolution,
    "play": of_player,
}
