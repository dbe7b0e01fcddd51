"""The picture of a class's mistakes shows every count, in order, in three languages."""

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.plots import class_mistakes
from mlmetrics_edu.plots.picture import alternative_text
from tests.cases import each

FIRST = {("right", ""): 5, ("mistake", "recall"): 2, ("mistake", "accuracy"): 3, ("blank", ""): 1}
SECOND = {("other", ""): 4}
CLASS = {"1 · Screening": FIRST, "2 · Letters": SECOND}


def test_bars_are_the_counts_in_order():
    ax = class_mistakes(CLASS)
    assert [bar.get_width() for bar in ax.patches] == [5, 3, 2, 1, 0, 4]
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names == [
        "",
        "right",
        "accuracy",
        "recall",
        "not attempted",
        "",
        "right",
        "another answer",
    ]
    assert [t.get_text() for t in ax.texts if t.get_text() in CLASS] == list(CLASS)


def test_it_says_all_it_shows():
    told = alternative_text(class_mistakes(CLASS))
    assert "1 · Screening: right 5, accuracy 3, recall 2, not attempted 1." in told
    assert "2 · Letters: right 0, another answer 4." in told


@each("language, right", [("zh-Hans", "答对"), ("zh-Hant", "答對")])
def test_it_speaks_chinese(language, right):
    ax = class_mistakes(CLASS, language=language)
    assert ax.get_yticklabels()[1].get_text() == right
    assert f"{right} 5" in alternative_text(ax)


def test_it_draws_where_it_is_told():
    _, axes = mm.plots.panels(1, 2)
    assert class_mistakes(CLASS, axes[1]) is axes[1]


def test_what_it_cannot_draw_is_refused():
    with pytest.raises(mm.InputError, match="no question"):
        class_mistakes({})
    with pytest.raises(mm.InputError, match="wrong"):
        class_mistakes({"1": {("wrong", ""): 1}})
    long = class_mistakes({"1": {("mistake", "x" * 99): 1}})
    assert len(long.get_yticklabels()[2].get_text()) < 50
