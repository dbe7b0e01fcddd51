"""How Sphinx makes pages of what was gathered: no script or font comes from elsewhere."""

import re
from functools import partial

from docutils import nodes

import mlmetrics_edu as mm
from mlmetrics_edu.metrics.confusion import Rate
from mlmetrics_edu.workbook.handouts.lesson import mathml

project = "mlmetrics_edu"
author = "The mlmetrics_edu developers"
copyright = "The mlmetrics_edu developers: code MIT, lessons and figures CC BY 4.0"
extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.viewcode",
    "numpydoc",
    "sphinx_design",
]
html_theme = "pydata_sphinx_theme"
html_title = "mlmetrics_edu"
html_static_path = ["static"]
templates_path = ["templates"]
html_css_files = ["site.css"]
html_favicon = "static/icon.svg"
html_context = {"default_mode": "auto"}
html_show_sourcelink = False
html_copy_source = False
html_show_sphinx = False
html_sidebars = {"index": [], "gallery/index": []}
html_theme_options = {
    "logo": {"text": "mlmetrics_edu"},
    "navbar_align": "left",
    "header_links_before_dropdown": 6,
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "footer_start": ["copyright"],
    "footer_end": [],
    "secondary_sidebar_items": {"**": ["page-toc"], "index": []},
    "pygments_light_style": "a11y-high-contrast-light",
    "pygments_dark_style": "a11y-high-contrast-dark",
}
nb_execution_mode = "off"
nb_merge_streams = True
nb_mime_priority_overrides = [("html", "text/html", 0), ("html", "text/latex", 5)]
myst_enable_extensions = ["dollarmath", "colon_fence"]
myst_dmath_double_inline = True
autodoc_typehints = "none"
numpydoc_show_class_members = False
add_module_names = False
viewcode_follow_imported_members = True
html_math_renderer = "mathml"
SEARCHING = re.compile(
    r"<script src=\"[^\"]*(?:searchtools|language_data|searchindex)\.js.*?</script>"
)


def setup(app) -> None:
    """Let formulas be written as MathML, which every browser knows."""
    app.add_html_math_renderer("mathml", (inline, None), (block, None))
    app.connect("autodoc-process-docstring", displayed)
    app.connect("builder-inited", lighten)


def lighten(app) -> None:
    """Let a template leave out what only the search needs."""
    app.builder.templates.environment.filters["without_search"] = partial(SEARCHING.sub, "")


def displayed(app, what, name, value, options, lines) -> None:
    """Display the formula of a rate, in the place of its expression."""
    if isinstance(value, Rate):
        lines[:] = ["", ".. math::", "", f"   {mm.formula(name.rpartition('.')[2]).latex}", ""]


def inline(writer, node) -> None:
    """Write a formula within a sentence, and nothing of what it was made from."""
    writer.body.append(mathml(node.astext(), display=False))
    raise nodes.SkipNode


def block(writer, node) -> None:
    """Write a formula that stands by itself."""
    formula = mathml(node.astext(), display=True)
    writer.body.append(f'<div class="formula" tabindex="0">{formula}</div>')  # it may scroll
    raise nodes.SkipNode
