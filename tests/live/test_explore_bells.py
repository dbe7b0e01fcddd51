"""Two populations to drag: what is on the screen is what the library and SciPy say."""

import json

import numpy as np
from scipy.stats import norm

import mlmetrics_edu as mm
from mlmetrics_edu.live.instrument import module
from tests.browsing import browser, needs_chromium
from tests.live.pages import open_page

assert browser and open_page  # fixtures, found by their names


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
