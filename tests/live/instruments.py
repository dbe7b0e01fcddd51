"""One of each instrument, as the tests look at all of them alike."""

from typing import Any, NamedTuple

import numpy as np

import mlmetrics_edu as mm

NAN = float("nan")
CARS = mm.example("cars")
SWEEP = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids)
PADILLA = mm.example("padilla-24")
HUNT = mm.Confusion.from_labels([1, 0, 1, 0], [1, 1, 0, 0], ids=list("abcd"))
SNAKES = mm.ConfusionMatrix([[8, 1, 1], [0, 3, 1], [1, 0, 1]], list("vck"))
TWO = {"a": mm.Confusion(30, 2, 20, 50), "b": mm.Confusion(45, 20, 5, 32)}
BOXES = (20, 30, 120, 100), (60, 45, 150, 120)
MASKS = [[0, 0, 1], [0, 1, 1]], [[0, 1, 1], [0, 0, 1]]
MANY = np.random.default_rng(0).random(500)


LARGE_SET = (
    {"x1": [0], "y1": [0], "x2": [9], "y2": [9]},
    {name: [k] * 300 for name, k in {"x1": 0, "y1": 0, "x2": 9, "y2": 9, "score": 0.5}.items()},
)


class Made(NamedTuple):
    """An instrument: how it is made, moved and read, and what it refuses.

    Attributes
    ----------
    call : str
        What makes it.
    handle : str
        What moves it on the keyboard.
    read : str
        What Python then reads of it.
    moved : dict
        What a page may change, and Python takes over.
    wrong : sequence of dict
        What a page can't mean, and Python leaves.
    refused : mapping of str to str
        What is done to an instrument ``x``, or called, and what the error says.
    """

    call: str
    handle: str
    read: str
    moved: dict[str, Any]
    wrong: tuple
    refused: dict[str, str]


def changes(**values):
    """List changes of one setting each."""
    return tuple({name: one} for name, many in values.items() for one in many)


MADE = {
    "explore": Made(
        "mm.explore('cars')",
        "input[type=range]",
        "({x}.threshold, {x}.confusion.counts)",
        {"threshold": 0.1},
        changes(threshold=("x", [1]), model=(7, None, True)),
        {
            "mm.explore([1, 0])": "without scores",
            "mm.explore(SWEEP, [1, 2])": "counted already",
            "mm.explore(SWEEP, ids='ab')": "a sweep, and ids=",
            "mm.explore('iir-8-1')": "it has no scores",
            "mm.explore({})": "no models",
            "mm.explore(SWEEP, views=['roc', 'map'])": "views",
            "mm.explore(SWEEP, snaps=0.5)": "snaps=0.5",
            "mm.explore(SWEEP, snaps='recall > 2 > 1')": "recall > 2 > 1",
            "mm.explore(MANY < 0.3, MANY, views='ranking')": "a ranking of 500 samples",
            "mm.explore(mm.sweep([1], [1]), views='roc').to_html()": "no negative",
            "setattr(x, 'threshold', 'high')": "threshold=",
            "setattr(x, 'model', 'second')": "model",
        },
    ),
    "explore_ap": Made(
        "mm.explore_ap(mm.sweep([1, 0, 1, 0], [4, 3, 3, 1], ids=list('abcd')))",
        ".chip",
        "({x}.sweep.tp.tolist(), {x}.rule, float({x}.average_precision))",
        {"order": [3, 0, 1, 2], "rule": "coco"},
        changes(
            order=([0, 1, 2], [0] * 4, [0, 1, 2, True], None, "abcd"),
            labels=([1] * 4, [True] * 3, None),
            tied=([True] * 4, [0] * 3, {}),
            ties=("none", 3),
            rule=(None, [], "?"),
        ),
        {
            "mm.explore_ap([1, 0])": "mm.sweep",
            "mm.explore_ap(mm.sweep([1, 0], [2, 1], weights=[2, 1]))": "without weights",
            "mm.explore_ap(mm.Sweep.from_counts([2, 1], tp=[1, 2], fp=[0, 1]))": "unknown",
            "mm.explore_ap(mm.sweep([1, 0] * 21, range(42)))": "42 samples",
            "setattr(x, 'rule', 'voc')": "rule",
        },
    ),
    "explore_bells": Made(
        "mm.explore_bells(1.5, 1, 0.3)",
        "input[type=range]",
        "str({x})",
        {"threshold": 0.5},
        changes(
            sd_positive=(0, -4),
            mean_negative=(1e9, None),
            prevalence=(1.5, None),
            n=(2.5, True, 9e9),
            seed=(8, 7.7),
            threshold=("x", NAN),
        ),
        {
            "mm.explore_bells((1, 2, 3))": "two classes",
            "mm.explore_bells(sigma=0)": "standard deviation is positive",
            "setattr(x, 'threshold', 99)": "here it lies between",
            "setattr(x, 'n', 101)": "each sample drawn is a dot",
            "setattr(x, 'seed', -1)": "which of a few draws",
        },
    ),
    "explore_beta": Made(
        "mm.explore_beta({'a': mm.Confusion(30, 2, 20, 50), 'b': mm.Confusion(45, 20, 5, 32)})",
        "input[type=range]",
        "({x}.beta, {x}.order)",
        {"beta": 0.5},
        changes(beta=(None, "3", 0, -1, 1e9, NAN, True)),
        {
            "mm.explore_beta({'a': TWO['a']})": "an order needs two",
            "mm.explore_beta({str(k): TWO['a'] for k in range(7)})": "more than 6 lines",
            "mm.explore_beta({'a': TWO['a'], 'b': 0.5})": "F-beta needs its counts",
            "mm.explore_beta({'a': TWO['a'], 2: TWO['b']})": "a classifier has a name",
            "mm.explore_beta(TWO, beta=0)": "how many times as important",
        },
    ),
    "explore_boxes": Made(
        "mm.explore_boxes((20, 30, 120, 100), (60, 45, 150, 120))",
        "rect.box.a",
        "({x}.a, {x}.b, float({x}.iou))",
        {"a": [0, 0, 10, 10], "b": [0, 0, 10, 5]},
        changes(
            a=([0, 0, 10], [0, 0, 1, 1e9], "x", [0, 0, 0.5, 1], [9, 9, 1, 1]),
            b=([5, 5, 1, 1], [0, 0, NAN, 1], None),
            convention=("?", []),
        ),
        {
            "mm.explore_boxes([0.5, 0, 1, 1], BOXES[1])": "whole steps",
            "mm.explore_boxes([-1, 0, 1, 1], BOXES[1])": "upper left corner",
            "mm.explore_boxes([3, 0, 1, 1], BOXES[1])": "x2",
            "setattr(x, 'a', [0, 0, 999, 1])": "195 wide",
        },
    ),
    "explore_classes": Made(
        "mm.explore_classes(mm.ConfusionMatrix([[8, 1, 1], [0, 3, 1], [1, 0, 1]], list('vck')))",
        ".cell input",
        "({x}.matrix.counts.tolist(), {x}.label, {x}.confusion.counts)",
        {"label": 2, "undefined": "1"},
        changes(
            cells=([[1, 2, 3]] * 2, [[1, 2, 3.5]] * 3, [[1, 2, -3]] * 3, None, [[1]] * 3, "abc"),
            label=(3, -1, "k", True, None, 0.5),
            undefined=("raise", 0, None),
        ),
        {
            "mm.explore_classes([[1, 2], [3, 4]])": "ConfusionMatrix",
            "mm.explore_classes(mm.ConfusionMatrix([[3]]))": "1 class",
            "mm.explore_classes(mm.ConfusionMatrix([[0] * 11] * 11))": "11 classes",
            "mm.explore_classes(mm.ConfusionMatrix([[0.5, 1], [1, 1]]))": "whole number",
            "mm.explore_classes(mm.ConfusionMatrix([[10**10, 1], [1, 1]]))": "at most",
            "mm.explore_classes(SNAKES, label='adder')": "v, c, k|'v'",
            "setattr(x, 'matrix', mm.ConfusionMatrix([[1, 2], [3, 4]]))": "call mm.explore_classes",
            "setattr(x, 'label', 'adder')": "adder",
        },
    ),
    "explore_costs": Made(
        "mm.explore_costs(mm.sweep([1, 0, 1, 0], [4, 3, 2, 1]), mm.Costs(fp=1, fn=5))",
        "input[type=range]",
        "(str({x}.costs), float({x}.p_positive), {x}.threshold)",
        {"fp": 5, "fn": 1, "p": 0.1, "row": 3, "fpr": 0, "tpr": 1},
        changes(
            fp=(0, "1", -1),
            fn=(-1, 1e9),
            p=(1.1, None, 7),
            row=(99, "1", True),
            fpr=(NAN,),
            tpr=(2, "x"),
        ),
        {
            "mm.explore_costs([1, 0])": "count first",
            "mm.explore_costs(SWEEP, mm.Costs(fp=0, fn=1))": "costs",
            "mm.explore_costs(SWEEP, mm.Costs(fp=1e6, fn=1))": "only the ratio",
            "mm.explore_costs(mm.sweep([1, 1], [0.2, 0.1]))": "negative",
            "setattr(x, 'costs', mm.Costs(tp=-1))": "don't move",
            "setattr(x, 'fp', 0)": "fp=0",
            "setattr(x, 'row', 9)": "row=9",
        },
    ),
    "explore_line": Made(
        "mm.explore_line([1, 2, 3, 4], [2, 3, 5, 4])",
        "circle.point",
        "({x}.y, {x}.line, float({x}.metrics['mae']))",
        {"y": [2, 3, 4, 4], "line": ["1/2", "-7/2"], "rule": "own", "shown": "squares"},
        changes(
            y=([1, 2], [1, 2, 3, 99], [1, 2, 3, "4"], [1, 2, 3, 0.1 + 0.2], None, {"0": 1}),
            line=(["1/0", "1"], ["1e9", "1"], [1, 2], ["1"] * 3, ["1" * 500, "1"], {}),
            rule=("best", None, []),
            shown=("no",),
        ),
        {
            "mm.explore_line([1], [2])": "x has 1 value",
            "mm.explore_line(range(21), range(21))": "x has 21 value",
            "mm.explore_line([1, 2], [1, 2, 3])": "length|2 .* 3",
            "mm.explore_line([3, 3], [1, 2])": "all x are 3",
            "mm.explore_line([1, 2], [1, 0.1 + 0.2])": "y holds 0.30000000000000004",
            "mm.explore_line([1, 2e6], [1, 2])": "x holds 2000000",
            "mm.explore_line([1, 2], [1, 2], (1,))": "line=",
            "mm.explore_line([1, 2], [1, 2], (1, 2 / 3))": "line=",
            "setattr(x, 'y', [2, 3, 4, 99])": "y=99",
        },
    ),
    "explore_lists": Made(
        "mm.explore_lists(mm.Confusion.from_labels([1, 0] * 2, [1, 1, 0, 0], ids=list('abcd')))",
        ".chip",
        "(sorted({x}.called), {x}.confusion.samples)",
        {"called": [0, 3]},
        changes(called=([4], [-1], "0", [True, "1"], None, {"0": 1}, [3.5])),
        {
            "mm.explore_lists([1, 0])": "was given for counts",
            "mm.explore_lists(mm.Confusion(1, 2, 3, 4))": "which samples",
            "mm.explore_lists(mm.Confusion.from_labels([0] * 61, [0] * 61))": "61 samples",
            "mm.explore_lists(mm.Confusion.from_labels([1, 0], [1, 1], weights=[2, 1]))": "once",
            "setattr(x, 'called', {'Zoe'})": "called=",
            "setattr(x, 'called', 'a')": "called=",
        },
    ),
    "explore_map": Made(
        "mm.explore_map(mm.example('padilla-24'))",
        "input[type=range]",
        "({x}.score, {x}.iou, float({x}.average_precision))",
        {"score": None, "iou": 0.75, "protocol": "voc2010", "image": 3},
        changes(
            score=(0.123, "1", NAN),
            iou=(0.31, []),
            protocol=("x", []),
            category=(3, True),
            image=(-1, None),
        ),
        {
            "mm.explore_map([1, 2])": "given alone",
            "mm.explore_map(CARS)": "objects and detections",
            "mm.explore_map(*LARGE_SET)": "301 boxes",
            "mm.explore_map(PADILLA, iou=[0.5, 0.5])": "iou",
            "setattr(x, 'score', 'high')": "score",
            "setattr(x, 'iou', 0.33)": "judged at",
            "setattr(x, 'image', 99)": "images are",
            "setattr(x, 'category', 'cat')": "categories are",
        },
    ),
    "explore_masks": Made(
        "mm.explore_masks([[0, 0, 1], [0, 1, 1]], [[0, 1, 1], [0, 0, 1]])",
        "[role=gridcell]",
        "({x}.predicted.tolist(), {x}.label, {x}.matrix.counts.tolist())",
        {"label": 1, "absent": "one", "pixels": [[0, 0, 0], [0, 1, 1]]},
        changes(
            pixels=([[0, 1]] * 2, [[0, 1, 1.5]] * 2, [[0, 1, 2]] * 2, None, "abc", [[0] * 3]),
            label=(2, -1, "sea", True, None, 0.5),
            absent=(0, None, [], "toString"),
        ),
        {
            "mm.explore_masks(MASKS[0], [[0, 1]])": "one shape",
            "mm.explore_masks([0, 1], [0, 1])": "2-D",
            "mm.explore_masks([[0, 1], [1]], MASKS[0])": "rows of one length",
            "mm.explore_masks([[0, 1]] * 13, [[0, 1]] * 13)": "13 rows",
            "mm.explore_masks([[0] * 17], [[1] * 17])": "17 columns",
            "mm.explore_masks([[0, 0]], [[0, 0]])": "1 class",
            "mm.explore_masks([[*range(7)]], [[*range(7)]])": "7 classes",
            "mm.explore_masks(*MASKS, labels=[0, 2])": "label",
            "mm.explore_masks([['a', None]], [['a', 'b']])": "None",
            "setattr(x, 'predicted', [[0, 1]])": "one shape",
            "setattr(x, 'predicted', [[0, 1, 1], [1, 1, 2]])": "label 2",
            "setattr(x, 'absent', 'nan')": "absent",
        },
    ),
    "explore_means": Made(
        "mm.explore_means(0.5, 0.5)",
        "input[type=range]",
        "({x}.precision, {x}.recall, float({x}.means['harmonic']))",
        {"precision": 0.75, "recall": 0.25},
        changes(precision=(2, "1", None), recall=(-1, NAN)),
        {
            "mm.explore_means(1.5, 0.5)": "precision=",
            "mm.explore_means(0.5, NAN)": "recall=",
        },
    ),
    "explore_resolution": Made(
        "mm.explore_resolution([1, 0, 1, 1, 0], [0.9, 0.7, 0.6, 0.2, 0.1], resolution=8)",
        "input[type=range]",
        "({x}.resolution, {x}.ranges, {x}.shards, {x}.seed, float({x}.mean))",
        {"resolution": 5, "shards": 2, "seed": 2},
        changes(resolution=(20, True, "2"), shards=(3, 8), seed=("1", [1], 6)),
        {
            "mm.explore_resolution([0, 1] * 101, range(202))": "202 samples",
            "mm.explore_resolution([0, 1], [1, 2], resolution=13)": "resolution=13",
            "mm.explore_resolution([0, 1], [1, 2], shards=4)": "shards=4",
            "mm.explore_resolution([0, 1], [1, 2], seed=6)": "seed=6",
            "mm.explore_resolution([0, 1], [-1e300, 1])": r"as large as 1e\+300",
            "mm.explore_resolution([0, 0], [1, 2])": "no positive",
        },
    ),
    "play": Made(
        "mm.play(mm.sweep([1, 0, 1, 0], [4, 3, 2, 1]))",
        "input[type=range]",
        "{x}.step",
        {"step": 2},
        changes(step=(5, -1, 1.5, True, "1", None, NAN)),
        {"mm.play(5)": "has steps", "setattr(x, 'step', 5)": "the steps 0 to 4"},
    ),
}

# The largest that each takes, or the widest words.
LARGE = {
    "explore": "mm.explore('cars', views=VIEWS)",
    "explore_ap": "mm.explore_ap(mm.sweep(MANY[:40] < 0.4, MANY[:40].round(1)), rule='coco')",
    "explore_classes": "mm.explore_classes(mm.ConfusionMatrix([[10**6] * 10] * 10))",
    "explore_line": "mm.explore_line(range(20), MANY[:20].round(2))",
    "explore_lists": "mm.explore_lists(mm.Confusion.from_labels([1, 0] * 30, [1, 1, 0] * 20, "
    "ids=[f'an extraordinarily long name {k}' for k in range(60)]))",
    "explore_masks": "mm.explore_masks(*(MANY[:384] * 6).astype(int).reshape(2, 12, 16))",
    "explore_resolution": "mm.explore_resolution(MANY[:200] < 0.5, MANY[200:400])",
}

# Names of samples, classes, models and images that a page must not take for markup.
NASTY = ["<img src=x>", "</script><b>", '" onclick="x', "$x$", "\x1b[31m", "\u202eevil"]
NAMED = {
    "explore": "mm.explore({NASTY[0]: mm.sweep([1, 0, 1], [3, 2, 1], ids=NASTY[1:4]),"
    " 'b': mm.sweep([1, 0, 1], [1, 2, 3], ids=NASTY[1:4])})",
    "explore_ap": "mm.explore_ap(mm.sweep([1, 0] * 3, range(6), ids=NASTY))",
    "explore_beta": "mm.explore_beta(dict(zip(NASTY, TWO.values())))",
    "explore_classes": "mm.explore_classes(mm.ConfusionMatrix([[1, 2], [3, 4]], NASTY[:2]))",
    "explore_lists": "mm.explore_lists(mm.Confusion.from_labels([1, 0] * 3, [1, 1, 0] * 2,"
    " ids=NASTY))",
    "explore_map": "mm.explore_map({**{k: [0, 9] for k in ('x1', 'y1')}, 'x2': [5, 20],"
    " 'y2': [5, 20], 'id': NASTY[:2], 'category': [NASTY[2]] * 2, 'image': [NASTY[3]] * 2},"
    " {'x1': [0], 'y1': [0], 'x2': [5], 'y2': [5], 'score': [0.5], 'id': [NASTY[1]],"
    " 'category': [NASTY[2]], 'image': [NASTY[3]]}, iou=0.5)",
    "explore_masks": "mm.explore_masks([NASTY[:2]], [NASTY[1::-1]])",
    "play": "mm.play(mm.sweep([1, 0] * 3, range(6), ids=NASTY))",
}
VIEWS = ("ranking", "matrix", "pr", "roc", "ks", "working")


def made(call, **more):
    """Make an instrument of the table, or by a call, with more arguments."""
    call = MADE[call].call if call in MADE else call
    how = ", ".join(f"{name}={value!r}" for name, value in more.items())
    return done(f"{call[:-1]}, {how})" if how else call)


def done(what, **names):
    """Do what is written; the data above are known."""
    return eval(what, {**globals(), **names})
