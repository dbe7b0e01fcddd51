"""Keywords as users of other libraries write them: what they mean here, or what to write instead.

They are those of the displays of scikit-learn, of yellowbrick, and of seaborn's heat maps.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from matplotlib.axes import Axes

from ..core import inputs
from ..core.errors import InputError

After = list[Callable[[Axes], None]]
SCORES = {  # theirs, and ours of the same meaning
    "pos_label": "positive",
    "sample_weight": "weights",
    **dict.fromkeys(("y_pred", "y_prob", "y_proba"), "y_score"),
}
CURVES = {
    **SCORES,
    **dict.fromkeys(("names", "label", "estimator_name"), "name"),
}
NAMES = {"name", "names", "label", "estimator_name"}
CHANCE = {
    "roc": "diagonal",
    "pr": "prevalence",
    **dict.fromkeys(("gain", "lift", "decision_curve"), "references"),
}
LAYERS = {"roc": "plots.diagonal(ax", "pr": "plots.prevalence(sweep, ax"}
MODEL = "a model is asked, not trained: fit it first, then {plot}.from_estimator(model, X, y)"
ONE_VS_REST = "write {plot}(mm.one_vs_rest(y_true, y_score).sweeps), a curve for each class"
ITS_CURVES = "write {plot}.one_vs_rest(y_true, y_score, micro=True, macro=True)"
ONE_OF_MANY = (
    "write {plot}(mm.one_vs_rest(y_true, y_score).sweeps[…]); "
    'to name the curve, {plot}(…, name="model")'
)
TITLE = "write ax = {plot}(…), then ax.set_title(…)"
SIZE = "write figure, ax = mm.plots.panels(size=(6, 4)), then {plot}(…, ax=ax)"
REFUSED = {  # of curves: why there is no such keyword, and what to write
    "chance_level_kw": (
        "what guessing gives is a layer with a look of its own",
        "write ax = {plot}(…, {chance}=False), then mm.{layer}, color=…)",
    ),
    "drop_intermediate": (
        "points amid a straight line can't be seen, so the picture is the same with and without",
        "leave it out",
    ),
    **dict.fromkeys(("is_fitted", "force_model"), ("no model is trained here", MODEL)),
    **dict.fromkeys(
        (
            *("micro", "macro", "per_class", "binary", "multi_class", "average"),
            *("plot_micro", "plot_macro", "classes_to_plot"),
        ),
        ("labels here are of two classes", ONE_VS_REST),
    ),
    "classes": ("a curve is drawn of two classes", ONE_OF_MANY),
    **dict.fromkeys(("title", "xlabel", "ylabel"), ("an Axes has its words by itself", TITLE)),
    **dict.fromkeys(("figsize", "size"), ("a picture is as large as its Axes", SIZE)),
    **dict.fromkeys(
        ("palette", "colors", "hue"),
        ("each line has its colour", 'write color=["red", "blue"], or color={{"name": "red"}}'),
    ),
    "fmt": ("a line has a colour and a style by name", 'write color="red", linestyle="--"'),
    "show": ("the last line of a cell shows by itself", "leave it out"),
    "ap_score": ("an area is drawn and written down together", "write {plot}(…, area=True)"),
    "iso_f1_curves": ("lines of equal F1 are a layer", "write {plot}(…, iso_f1=True)"),
    "percent": (
        "rates are from 0 to 1 here",
        "write ax = {plot}(…), then ax.xaxis.set_major_formatter(PercentFormatter(1))",
    ),
}
RELIABILITY = {"n_bins": "bins", "pos_label": "positive", "y_pred": "chances"}
RELIABILITY |= dict.fromkeys(("y_prob", "y_score", "y_proba"), "chances")
RELIABILITY |= dict.fromkeys(("names", "label", "estimator_name"), "name")
UNEVEN = {
    "ref_line": ("the line that promises are kept on is what the picture is about", "leave it out"),
    "weights": ("a bin counts its samples", "repeat a sample that stands for several"),
    "sample_weight": ("a bin counts its samples", "repeat a sample that stands for several"),
}


def of_curves(plot: str, own: Collection[str], how: Mapping[str, Any]) -> tuple[dict, After]:
    """Read the keywords of a plot of curves; what is drawn afterwards comes with them."""
    chance = CHANCE.get(plot)
    table = RELIABILITY if plot == "reliability" else CURVES
    table = {**table, "plot_chance_level": chance} if chance else table
    refused = {**REFUSED, **UNEVEN} if plot == "reliability" else {**REFUSED}
    if plot in LAYERS:
        refused = {key: (why, _of_all(fix)) for key, (why, fix) in refused.items()}
    if "names" in own:
        refused["label"] = ("it is the classes that are named here", 'write names=("ill", "well")')
        table = {key: ours for key, ours in table.items() if ours != "name"}
    if not chance:
        nothing = ("this picture has no line of guessing", "leave it out")
        refused |= {"plot_chance_level": nothing, "chance_level_kw": nothing}
    how = {key: value for key, value in how.items() if not (key == "label" and value is None)}
    words = {"plot": f"mm.plots.{plot}", "chance": chance, "layer": LAYERS.get(plot, "")}
    _refuse(how, refused, own, words)
    how = renamed(how, table, own)
    despine = how.pop("despine", None)
    return how, [] if despine is None else [_spines(inputs.flag(despine, "despine"))]


def many_classes(plot: str) -> str:
    """Say what to write for scores of more than two classes."""
    return (ITS_CURVES if plot in LAYERS else ONE_VS_REST).format(plot=f"mm.plots.{plot}")


def _of_all(fix: str) -> str:
    return ITS_CURVES if fix == ONE_VS_REST else fix


CLASSES = {  # of many classes: theirs, and ours of the same meaning
    **dict.fromkeys(("y_pred", "y_prob", "y_proba", "y_probas"), "y_score"),
    **dict.fromkeys(("encoder", "labels", "class_names"), "classes"),
    **{"sample_weight": "weights", "plot_micro": "micro", "plot_macro": "macro"},
    "plot_chance_level": "diagonal",
}
ALL = ("every class is drawn against the rest", "leave it out")
OF_CLASSES = {  # of many classes: why there is no such keyword, and what to write
    **REFUSED,
    **dict.fromkeys(("binary", "multi_class", "positive", "pos_label"), ALL),
    "classes_to_plot": (
        "an average is of all classes",
        "write {plot}.one_vs_rest(…, per_class=False), or "
        '{plot}({{"cat": mm.one_vs_rest(y_true, y_score).sweeps["cat"]}})',
    ),
    "average": ("both averages are drawn", "choose by micro=True and macro=False"),
    **dict.fromkeys(
        NAMES, ("each class has its name", 'to change it, write classes={{0: "cat", 1: "dog"}}')
    ),
}


def of_classes(plot: str, given: Mapping[str, Any], how: Mapping[str, Any]) -> tuple[dict, After]:
    """Read the keywords of curves of many classes, each under our name, in place of ours."""
    words = {"plot": f"mm.plots.{plot}", "chance": CHANCE[plot], "layer": LAYERS[plot]}
    _refuse(how, OF_CLASSES, CLASSES, words)
    table = {key: ours for key, ours in CLASSES.items() if ours != "diagonal" or plot == "roc"}
    how = renamed(how, table, ())
    twice = next((name for name in how if given.get(name) is not None and name in ARRAYS), None)
    if twice:
        raise InputError(f"{twice}= was given twice", "both names mean the same", "pass it once")
    how = {**given, **how}
    despine = how.pop("despine", None)
    return how, [] if despine is None else [_spines(inputs.flag(despine, "despine"))]


ARRAYS = ("y_score", "classes", "weights")
TABLES = {
    "pos_label": "positive",
    "sample_weight": "weights",
    "values_format": "fmt",
    "include_values": "annot",
    "colorbar": "cbar",
    "text_kw": "annot_kws",
    "linewidth": "linewidths",
    "classes": "display_labels",
    "normalise": "normalize",
}
RATES = (
    "its cells hold counts, each with its name",
    'write mm.plots.confusion_matrix(c, values="row shares"), or {plot}(c, rates=["recall"])',
)
OF_TABLES = {  # of tables: why there is no such keyword, and what to write
    **{key: REFUSED[key] for key in ("title", "xlabel", "ylabel", "figsize", "size", "show")},
    **dict.fromkeys(("is_fitted", "force_model"), REFUSED["is_fitted"]),
    "fontsize": ("what is in a cell has a look of its own", 'write annot_kws={{"size": 14}}'),
    "robust": ("colours go from 0 to a largest value", "write vmax=100"),
}
OF_TWO = dict.fromkeys(("normalize", "normalise", "values", "percent", "totals"), RATES)
OF_MANY = {
    **dict.fromkeys(
        ("positive", "pos_label"),
        (
            "all classes have a row",
            "write mm.plots.confusion(y_true, y_pred, positive=…), or set the order of the rows "
            "by labels=[…]",
        ),
    ),
    "names": ("classes are called by labels= here", 'write labels=["ham", "spam"]'),
}
SIDES = {"true": "truth", "pred": "prediction"}


def of_tables(plot: str, own: Collection[str], how: Mapping[str, Any]) -> tuple[dict, After]:
    """Read the keywords of a plot of a table; what is done afterwards comes with them."""
    two = plot == "confusion"
    words = {"plot": f"mm.plots.{plot}"}
    _refuse(how, {**OF_TABLES, **(OF_TWO if two else OF_MANY)}, own, words)
    how = renamed(how, {**TABLES, "display_labels": "names"} if two else TABLES, own)
    how = renamed(how, {"display_labels": "names"}, own) if two else _shares(how)
    for key, value in dict(how.pop("im_kw", None) or {}).items():
        if key in how:
            raise InputError(
                f"{key}= stands in im_kw= and beside it", "they mean the same", "pass it once"
            )
        how[key] = value
    if how.get("annot") is True:  # as it is anyway
        del how["annot"]
    after = [_turned(how.pop("xticks_rotation"))] if "xticks_rotation" in how else []
    despine = how.pop("despine", None)
    return how, after + ([] if despine is None else [_spines(inputs.flag(despine, "despine"))])


def _shares(how: dict[str, Any]) -> dict[str, Any]:
    """Read by which sum cells are divided; rows are true classes, or predicted ones."""
    percent, asked = how.pop("percent", False), how.pop("normalize", None)
    asked = "true" if inputs.flag(percent, "percent") and asked is None else asked
    if asked is None or asked is False:
        return how
    if "values" in how:
        raise InputError("both values= and normalize= were given", "they mean the same", "pass one")
    if asked not in ("true", "pred", "all"):
        raise InputError(
            f"normalize={inputs.short(asked)}",
            "cells are divided by the sum of their row, of their column, or of all",
            'write values="row shares", "column shares" or "all shares"; or normalize="true", '
            '"pred" or "all"',
        )
    rows = str(how.get("orientation", "truth in rows")).startswith("truth in rows")
    side = "row" if (asked == "true") == rows else "column"
    return {**how, "values": "all shares" if asked == "all" else f"{side} shares"}


def _turned(asked) -> Callable[[Axes], None]:
    """Turn the names of the columns."""
    angles = {"vertical": 90, "horizontal": 0}
    if not inputs.is_finite(asked) and asked not in angles:
        raise InputError(
            f"xticks_rotation={inputs.short(asked)}",
            "names are turned by an angle",
            'pass degrees such as 45, or "vertical" or "horizontal"',
        )
    angle = angles[asked] if isinstance(asked, str) else asked
    return lambda ax: ax.tick_params(axis="x", rotation=angle)


def _spines(away: bool) -> Callable[[Axes], None]:
    return lambda ax: ax.spines[["top", "right"]].set_visible(not away)


def _refuse(how: Mapping, refused: Mapping, own: Collection[str], words: Mapping) -> None:
    for key in [key for key in how if key in refused and key not in own]:
        why, fix = refused[key]
        raise InputError(f"{key}={inputs.short(how[key])}", why, fix.format(**words))


def renamed(how: Mapping[str, Any], table: Mapping, own: Collection[str]) -> dict[str, Any]:
    """Call keywords as they are called here.

    Examples
    --------
    >>> renamed({"pos_label": "spam", "lw": 2}, CURVES, ())
    {'positive': 'spam', 'lw': 2}
    """
    named = {}
    for key, value in how.items():
        ours = table.get(key, key) if key not in own else key
        if ours in named or (ours != key and ours in how):
            raise InputError(
                f"both {ours}= and {key}= were given",
                "they mean the same",
                f"pass {ours}= alone",
            )
        named[ours] = value
    return named


def refuse_objects(of, plot: str) -> None:
    """Refuse what other libraries make of samples, and say which door leads here from there."""
    kind = type(of).__name__
    if hasattr(of, "predict") or hasattr(of, "fit"):
        raise InputError(
            f"a model ({kind}) was given",
            "what it says of samples is drawn, so these are needed as well",
            f"write mm.plots.{plot}.from_estimator(model, X, y), with samples it hasn't seen",
        )
    if isinstance(of, Mapping) and "test_score" in of:
        raise InputError(
            "the results of a cross-validation were given",
            "its folds have to be scored first",
            f"write mm.plots.{plot}.from_cv_results(results, X, y)",
        )
    if kind.endswith("Display"):
        raise InputError(
            f"a {kind} of scikit-learn was given",
            "it has kept points, not the samples they come from",
            f"write mm.plots.{plot}(y_true, y_score)",
        )
