"""Chinese stands where Chinese is promised: the tables of words hold English names, and no more."""

import json
import re
from itertools import product
from pathlib import Path
from string import Formatter

import pytest
from matplotlib.text import Text

import mlmetrics_edu as mm
from mlmetrics_edu.core.words import terms
from mlmetrics_edu.plots import say
from mlmetrics_edu.plots.look import LANGUAGES, bold, style
from mlmetrics_edu.workbook import report
from tests.cases import each

ROOT = Path(__file__).resolve().parents[1]
HAN = r"[\u4e00-\u9fff]"
# People, tools, their options, and symbols, which Chinese writes as they are.
NAMES = {
    *("Bennett", "Braun-Blanquet", "Brier", "Clopper-Pearson", "Cram", "Davis", "Davis-Goadrich"),
    *("DeLong", "Dice", "Elkan", "Friedman", "Goadrich", "Hanley-McNeil", "Jaccard", "Kappa"),
    *("McNemar", "Gorodkin", "Hand", "Till", "Hand-Till", "Vickers-Elkin", "nat", "pandas", "qcut"),
    *("Scott", "Wald", "Wilson", "Yule", "BCa", "G-mean", "IoU", "SciPy", "TorchMetrics", "basic"),
    *("caret", "cost", "kappa", "logit", "mAP", "pROC", "predict", "prop", "scikit-learn"),
    *("statsmodels", "test"),
}
NO_WORDS = r"\{[^}]*\}|<[^>]*>|\$[^$]*\$|`[^`]*`|--[a-z-]+|\[[^]]*\]\([^)]*\)"


def phrases():
    """List what each table says in Chinese, with where it stands and what it is in English."""
    for package in (None, report.__name__):
        for key, phrase in (say.phrases(package) if package else say.phrases()).items():
            yield from (
                (key, phrase["en"], phrase[language]) for language in ("zh-Hans", "zh-Hant")
            )
    for key, term in terms().items():
        yield from ((key, term.en, text) for text in (term.hans, term.hant))
    for name in mm.examples():
        yield name, mm.example(name).title, mm.example(name).title_zh
    for path in sorted((ROOT / "notebooks").rglob("*.ipynb")):
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            yield from ((path.stem, row[0], text) for row, text in columns("".join(cell["source"])))


def columns(markdown):
    """List the cells below 简体 and 繁體 in the tables of a text, each with its row."""
    chinese = []
    for line in markdown.splitlines():
        row = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.lstrip().startswith("|"):
            chinese = []
        elif "简体" in row or "繁體" in row:
            chinese = [k for k, cell in enumerate(row) if cell in ("简体", "繁體")]
        elif not set(line) <= set("|-: "):
            yield from ((row, row[k]) for k in chinese)


def english(text):
    """List the words of a text that are English: no name, no abbreviation, no symbol."""
    found = re.findall(r"[A-Za-z][A-Za-z'-]{2,}", re.sub(NO_WORDS, " ", text))
    return [word for word in found if not word.isupper() and word not in NAMES]


COMPOSED = r"(macro|micro|weighted|samples)_(average_precision|auc)"  # names made of two


def test_each_term_is_one_that_a_lesson_a_picture_or_a_formula_uses():
    tables = {ROOT / "mlmetrics_edu" / "core" / f"{name}.toml" for name in ("words", "elsewhere")}
    used = set()
    for folder, end in (("mlmetrics_edu", "py"), ("mlmetrics_edu", "toml"), ("notebooks", "ipynb")):
        for path in {*(ROOT / folder).rglob(f"*.{end}")} - tables:
            used |= {*re.findall(r"\w+", path.read_text(encoding="utf-8"))}
    assert {name for name in terms().keys() - used if not re.fullmatch(COMPOSED, name)} == set()


def test_no_english_stands_in_a_chinese_column():
    said = [*phrases()]
    assert len(said) > 1500
    assert {(where, text): words for where, _, text in said if (words := english(text))} == {}


def test_what_is_words_in_english_is_words_in_chinese():
    for where, in_english, in_chinese in phrases():
        if english(in_english):
            assert re.search(f"{HAN}|^β$", in_chinese), (where, in_chinese)


@pytest.mark.parametrize("wrong", ["the recall 查全率", "recall", "F1 score"])
def test_the_law_bites(wrong):
    assert english(wrong)
    assert english("F1 度量 (AUC)，{name}，`recall`") == []
    assert [*columns("| word | 简体 |\n|---|---|\n| a | recall |")] == [(["a", "recall"], "recall")]


# 繁體 is written as in Taiwan; it is no mainland text in other letters. What is said there instead.
# Terms of Zhou's book stay, as in 简体: 查準率, 查全率, 精度, 正例, 反例.
MAINLAND = {
    **{"數據": "資料", "概率": "機率", "程序": "程式", "信息": "資訊", "默認": "預設"},
    **{"方差": "變異數", "算法": "演算法", "檢測": "偵測"},
    **{"圖像": "影像", "視頻": "影片", "質量": "品質", "置信": "信賴", "檢驗": "檢定"},
    **{"坐標": "座標", "自助法": "拔靴法", "軟件": "軟體", "網絡": "網路", "用戶": "使用者"},
    **{"水平": "水準", "噪聲": "雜訊", "性能": "效能", "評價": "評估", "占": "佔"},
    **{"精確率": "查準率", "召回率": "查全率", "準確率": "精度", "屏幕": "螢幕", "裏": "裡"},
}
OTHER_NAMES = re.compile(r"[(（][^)）]*[)）]")  # of a term, in brackets


@each("package", ["mlmetrics_edu.plots", report.__name__])
def test_pictures_and_reports_keep_to_one_register_in_traditional_letters(package):
    phrases = say.phrases(package)
    said = {key: phrase["zh-Hant"] for key, phrase in phrases.items() if "zh-Hant" in phrase}
    assert len(said) > 200
    found = {
        key: [f"{word}: {instead}" for word, instead in MAINLAND.items() if word in plain]
        for key, text in said.items()
        if (plain := OTHER_NAMES.sub("", text))
    }
    assert {key: words for key, words in found.items() if words} == {}


@each("package", ["mlmetrics_edu.plots", report.__name__])
def test_latin_letters_and_numbers_stand_apart_from_chinese_ones(package):
    beside = rf"{HAN}[A-Za-z0-9]|[A-Za-z0-9]{HAN}"
    for key, phrase in say.phrases(package).items():
        names = {
            name for text in phrase.values() for _, name, *_ in Formatter().parse(text) if name
        }
        for language, what in product([one for one in LANGUAGES[1:] if one in phrase], ("F1", "7")):
            text = say.written(key, language, package, **dict.fromkeys(names, what))
            assert not re.search(beside, re.sub(r"<[^>]*>|`[^`]*`", "", text)), (key, text)
            chinese = say.written(key, language, package, **dict.fromkeys(names, "查全"))
            assert "\0" not in chinese, key


def test_chinese_is_never_asked_for_in_bold():
    for language in LANGUAGES:
        with style(language=language):
            assert bold() == ({"weight": "bold"} if language == "en" else {})
    picture = mm.figure("moving-boundary", "zh-Hant")
    weights = {text.get_fontweight() for text in picture.findobj(Text) if text.get_text()}
    assert weights <= {"normal", 400}
