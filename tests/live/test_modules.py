"""What runs in a page: no second arithmetic, no markup out of texts, nothing fetched."""

import re
from pathlib import Path

import pytest

from mlmetrics_edu.core import trace
from mlmetrics_edu.live import instrument
from mlmetrics_edu.plots.look import LANGUAGES
from mlmetrics_edu.plots.say import phrases
from tests.cases import each

LIVE = Path(instrument.__file__).parent
SCRIPTS = {path.name: path.read_text("utf-8") for path in sorted(LIVE.glob("*.js"))}
SHARED = {"numbers.js", "shared.js", "host.js"}
NAMES = (
    *("TP", "FP", "FN", "TN", "tp", "fp", "fn", "tn", "precision", "recall", "fpr", "tpr", "fnr"),
    *("specificity", "accuracy", "beta", "cost", "costs", "iou", "auc", "prevalence"),
)
# A name of the field beside a sign of arithmetic: there a metric would be written a second time.
SECOND = re.compile(
    rf"\b(?:{'|'.join(NAMES)})(?:\[\w+\])?\s*(?:[-+*/%]|\*\*)(?!=>|/)\s*\w"
    rf"|\w\s*(?:[-+*/%]|\*\*)\s*(?:\w+\.)*(?:{'|'.join(NAMES)})\b"
)
COMMENTS_AND_TEXTS = re.compile(r"//.*|\"[^\"\n]*\"|'[^'\n]*'|`[^`]*`|/(?:[^/\n\\ ]|\\.)+/[gimsu]*")
FORBIDDEN = (
    *("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function"),
    *("fetch(", "XMLHttpRequest", "import(", "WebSocket", "localStorage", "setInterval"),
)


def code(text):
    """Leave out comments and texts."""
    return COMMENTS_AND_TEXTS.sub('""', text)


@each("name", SCRIPTS)
def test_no_module_computes_with_what_has_a_formula(name):
    found = [line for line in code(SCRIPTS[name]).splitlines() if SECOND.search(line)]
    assert found == []


@each(
    "line", ["const p = tp / (tp + fp);", "x = 1 - recall", "a = m.TP[row] + 1", "y = 2*now.beta"]
)
def test_a_second_arithmetic_would_be_seen(line):
    assert SECOND.search(code(line))


@each("name", SCRIPTS)
def test_no_module_makes_markup_of_texts_or_fetches(name):
    assert [word for word in FORBIDDEN if word in SCRIPTS[name]] == []


@each("name", [name for name in SCRIPTS if name not in SHARED])
def test_an_instrument_is_one_module(name):
    text = instrument.module(name.removesuffix(".js"))
    assert text.count("export default") == 1
    assert not re.search(r"(?m)^import ", text)
    top = re.findall(r"(?m)^(?:const|let|function|class) (\w+)", text)
    assert len(top) == len({*top}), "two of one name"


def test_every_phrase_is_used_and_stands_in_three_languages():
    texts = "\n".join(path.read_text("utf-8") for path in LIVE.glob("*.[jp][sy]"))
    used = {*re.findall(r"\w+", texts), *re.findall(r"[\w-]+", texts)}
    for key, said in phrases("mlmetrics_edu.live").items():
        assert set(said) == set(LANGUAGES), key
        # A key may be put together: `boxes.${kind}`.
        assert used.issuperset(key.split(".")), f"{key} is never said"
        places = {language: set(re.findall(r"\{\w+\}", text)) for language, text in said.items()}
        assert len({*map(frozenset, places.values())}) == 1, key


def test_no_text_ends_the_script_around_it():
    hostile = "</script><!--<script>\u2028"
    written = trace.in_a_script({"a": hostile})
    assert "<" not in written and "\u2028" not in written
    with pytest.raises(ValueError):
        trace.in_a_script({"a": float("nan")})


@each("sheet", sorted(LIVE.glob("*.css")))
def test_a_style_of_its_own_touches_no_other_instrument(sheet):
    text = re.sub(r"(?s)/\*.*?\*/", "", sheet.read_text("utf-8"))
    heads = re.findall(r"(?m)(?:^|[{}])\s*([^{}@]+?)\s*\{", text)
    own = r"\.mm-(live|body)" if sheet.stem == "style" else rf"\.mm-live\.{sheet.stem}\b"
    assert heads and [one for one in heads if not re.match(own, one)] == []
