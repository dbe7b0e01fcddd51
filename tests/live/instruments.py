"""One of each instrument, as the tests look at all of them alike."""

import mlmetrics_edu as mm

# How each is made, what moves it on the keyboard, and what Python then reads of it.
MADE = {
    "explore": ("mm.explore('cars')", "input[type=range]", "({x}.threshold, {x}.confusion.counts)"),
    "explore_ap": (
        "mm.explore_ap(mm.sweep([1, 0, 1, 0], [4, 3, 3, 1], ids=list('abcd')))",
        ".chip",
        "({x}.sweep.tp.tolist(), {x}.rule, float({x}.average_precision))",
    ),
    "explore_bells": ("mm.explore_bells(1.5, 1, 0.3)", "input[type=range]", "str({x})"),
    "explore_beta": (
        "mm.explore_beta({'a': mm.Confusion(30, 2, 20, 50), 'b': mm.Confusion(45, 20, 5, 32)})",
        "input[type=range]",
        "({x}.beta, {x}.order)",
    ),
    "explore_boxes": (
        "mm.explore_boxes((20, 30, 120, 100), (60, 45, 150, 120))",
        "rect.box.a",
        "({x}.a, {x}.b, float({x}.iou))",
    ),
    "explore_classes": (
        "mm.explore_classes(mm.ConfusionMatrix([[8, 1, 1], [0, 3, 1], [1, 0, 1]], list('vck')))",
        ".cell input",
        "({x}.matrix.counts.tolist(), {x}.label, {x}.confusion.counts)",
    ),
    "explore_costs": (
        "mm.explore_costs(mm.sweep([1, 0, 1, 0], [4, 3, 2, 1]), mm.Costs(fp=1, fn=5))",
        "input[type=range]",
        "(str({x}.costs), float({x}.p_positive), {x}.threshold)",
    ),
    "explore_line": (
        "mm.explore_line([1, 2, 3, 4], [2, 3, 5, 4])",
        "circle.point",
        "({x}.y, {x}.line, float({x}.metrics['mae']))",
    ),
    "explore_lists": (
        "mm.explore_lists([1, 0, 1, 0], [1, 1, 0, 0], ids=list('abcd'))",
        ".chip",
        "(sorted({x}.called), {x}.confusion.samples)",
    ),
    "explore_map": (
        "mm.explore_map(mm.example('padilla-24'))",
        "input[type=range]",
        "({x}.score, {x}.iou, float({x}.average_precision))",
    ),
    "explore_masks": (
        "mm.explore_masks([[0, 0, 1], [0, 1, 1]], [[0, 1, 1], [0, 0, 1]])",
        "[role=gridcell]",
        "({x}.predicted.tolist(), {x}.label, {x}.matrix.counts.tolist())",
    ),
    "explore_means": (
        "mm.explore_means(0.5, 0.5)",
        "input[type=range]",
        "({x}.precision, {x}.recall, float({x}.means['harmonic']))",
    ),
    "explore_resolution": (
        "mm.explore_resolution([1, 0, 1, 1, 0], [0.9, 0.7, 0.6, 0.2, 0.1], resolution=8)",
        "input[type=range]",
        "({x}.resolution, {x}.ranges, {x}.shards, {x}.seed, float({x}.mean))",
    ),
    "play": ("mm.play(mm.sweep([1, 0, 1, 0], [4, 3, 2, 1]))", "input[type=range]", "{x}.step"),
}


def made(name):
    """Make an instrument."""
    return eval(MADE[name][0], {"mm": mm})
