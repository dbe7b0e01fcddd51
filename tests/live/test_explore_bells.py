"""Two populations to drag: what is on the screen is what the library and SciPy say."""

import json
import random

import numpy as np
import pytest
from scipy.stats import norm

import mlmetrics_edu as mm
from mlmetrics_edu.core import digits
from mlmetrics_edu.core.writing import in_a_line
from mlmetrics_edu.live.instrument import module
from mlmetrics_edu.metrics.populations import STANDARD
from tests.browsing import browser, needs_chromium
from tests.live.pages import SET, numbers, open_page

assert browser and open_page  # fixtures, found by their names
LABELS = {
    "mean_positive": "positives: mean μ₊",
    "sd_positive": "positives: sd σ₊",
    "mean_negative": "negatives: mean μ₋",
    "sd_negative": "negatives: sd σ₋",
    **{name: name for name in ("prevalence", "threshold")},
    "n": "samples",
}


def put(page, **values):
    """Move sliders; read the workings then."""
    return page.evaluate(SET, {LABELS[name]: value for name, value in values.items()})


def expected(b):
    """Write what the library says of how it stands."""
    z = STANDARD.text.replace("mean", "μ{0}").replace("sd", "σ{0}").replace("threshold", "t")
    lines = [
        f"AUC = Φ(z) ≈ {digits.decimal(b.rates['auc'])}, {in_a_line(b.rates['auc'].terms['z'])}"
    ]
    for name, sign, one in (
        ("recall", "₊", b.population.positive),
        ("FPR", "₋", b.population.negative),
    ):
        worked = in_a_line(STANDARD.work(mean=one.mean, sd=one.sd, threshold=b.threshold))
        worked = worked.replace(STANDARD.text, z.format(sign))
        lines.append(f"{name} = Φ(z) ≈ {digits.decimal(b.rates[name.lower()])}, {worked}")
    sample = mm.sweep(*b.sample)
    there = sample.at(b.threshold)
    rates = [in_a_line(there.rate(name, "nan")) for name in ("recall", "fpr", "precision")]
    pairs = in_a_line(mm.auc(sample, method="pairs")) if 0 < b.sample[0].sum() < b.n else None
    return [*lines, in_a_line(b.rates["precision"]), pairs, *rates]


def settings(stops, seed):
    one = {"mean_positive": 1.04, "mean_negative": 1, "sd_positive": 0.5, "sd_negative": 0.5}
    yield {**one, "prevalence": 0.5, "threshold": 1, "n": 100}  # some scores are equal
    draw = random.Random(seed)
    for _ in range(stops):
        yield {
            **{
                f"mean_{side}": draw.randrange(-200, 300) / 100 for side in ("positive", "negative")
            },
            **{f"sd_{side}": draw.randrange(50, 250) / 100 for side in ("positive", "negative")},
            "prevalence": draw.randrange(1, 100) / 100,
            "threshold": draw.randrange(-300, 400) / 100,
            "n": draw.randrange(10, 101),
        }


@needs_chromium
def test_every_setting_has_the_librarys_numbers(open_page):
    b = mm.explore_bells(1, 1, 0.3)
    page = open_page(b)
    for values in settings(200, seed=0):
        shown = put(page, **values)
        b.follow({**b.state, **values})
        wanted = expected(b)
        if wanted[4] is None:
            assert "undefined" in shown[4]
            wanted[4] = shown[4]
        assert shown == wanted


@needs_chromium
def test_the_table_of_phi_is_right_between_its_entries(open_page):
    phi = json.dumps(mm.explore_bells().content["phi"])
    z = np.linspace(-36.9, 9, 1777)
    look = f"""const log = tabled({{ ...{phi}, below: -Infinity }});
    document.body.dataset.phi = {z.tolist()}.map((z) => Math.exp(log(z))).join()"""
    script = f"{module('explore_bells')}\n{look}".replace("export default { render };", "")
    page = open_page(f"<div class='mm-live'>.</div><script type='module'>{script}</script>")
    found = np.array(page.evaluate("document.body.dataset.phi").split(","), float)
    np.testing.assert_allclose(found, norm.cdf(z), rtol=1e-8)


@needs_chromium
def test_drags_keys_and_another_sample(open_page):
    b = mm.explore_bells(1, 1, 0.3)
    page = open_page(b, viewport={"width": 1280, "height": 900})

    def value(name):
        text = page.locator(f"label:has(input[aria-label='{LABELS[name]}']) output").inner_text()
        return float(text.replace("−", "-"))

    def pull(thing, by):
        box = page.locator(thing).bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + by, y, steps=3)
        page.mouse.up()

    pull("circle.knob.positive >> nth=0", 40)
    assert value("mean_positive") > 1.5
    pull("circle.knob.negative >> nth=1", 25)
    assert value("sd_negative") > 1.2 and value("mean_negative") == 0
    before = value("threshold")
    page.locator(f"input[aria-label='{LABELS['threshold']}']").press("ArrowRight")
    assert value("threshold") == pytest.approx(before + 0.01)
    moved = {name: value(name) for name in LABELS}
    page.get_by_role("button", name="draw another sample").click()
    b.follow({**b.state, **moved, "n": int(moved["n"]), "seed": 1})
    assert numbers(page) == expected(b)


def test_it_is_moved_from_python():
    b = mm.explore_bells(mu=(80, 50), sigma=(10, 18), prevalence=0.1)
    assert b.population == mm.binormal(80, 50, 10, 18)
    b.mean_positive, b.mean_negative, b.sd_positive, b.sd_negative = 70, 60, 12, 12
    b.threshold, b.prevalence, b.n, b.seed = 66, 0.25, 40, 0
    y, score = b.sample
    assert y.sum() == 10 and len(score) == 40
    assert b.rates["recall"] == pytest.approx(norm.sf(66, 70, 12))
    precision = (
        0.25 * norm.sf(66, 70, 12) / (0.25 * norm.sf(66, 70, 12) + 0.75 * norm.sf(66, 60, 12))
    )
    assert b.rates["precision"] == pytest.approx(precision)
