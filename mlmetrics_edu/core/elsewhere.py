"""Names of other libraries, and what to write for them here: all stand in elsewhere.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from .errors import InputError, no_attribute, short

# How what has these names is asked for a rate.
RATE_OF = {
    "mm": ("mm.Confusion.from_labels(y_true, y_pred).{}",),
    "c": ("c.{}",),
    "s": ('s["{}"]', "s.at(0.5).{}"),
    "m": ('m.average("{}")', 'm["{}"]'),
    "curve": ('curve.sweep["{}"]',),
}
OWNERS = {
    "mm": "mlmetrics_edu",
    "c": "a Confusion",
    "s": "a Sweep",
    "m": "a ConfusionMatrix",
    "curve": "a Curve",
}


@cache
def table(name: str) -> dict[str, Any]:
    """Read one of the tables."""
    text = files(__package__).joinpath("elsewhere.toml").read_text("utf-8")
    return tomllib.loads(text).get(name, {})


def argument(theirs: str, ours: Iterable[str]) -> str | None:
    """Find which of our arguments is meant by one of another library.

    Examples
    --------
    >>> argument("sample_weight", ["positive", "weights"]), argument("lw", ["weights"])
    ('weights', None)
    """
    return next((one for one in ours if theirs in table("arguments").get(one, "").split()), None)


def written(owner: str, name: str, rates: Iterable[str] = ()) -> list[str]:
    """List what to write for a name of elsewhere; ``rates`` are the names of ours.

    Examples
    --------
    >>> written("mm", "roc_auc_score"), written("c", "gmean", ["g_mean"])
    (['mm.auc(mm.sweep(y_true, y_score))'], ['c.g_mean'])
    >>> written("s", "TPR", ["tpr"])
    ['s["tpr"]', 's.at(0.5).tpr']
    """
    meant = next((ours for ours, theirs in table("rates").items() if name in theirs.split()), name)
    rate = {one.casefold(): one for one in rates}.get(meant.casefold())
    direct = [ours for ours, theirs in table(owner).items() if name in theirs.split()]
    return ([] if rate is None else [one.format(rate) for one in RATE_OF[owner]]) + direct


def not_there(owner: str, name: str, names: Iterable[str], rates: Iterable[str]) -> AttributeError:
    """Return the error for a name that one of ours doesn't have, but another library may."""
    public = [one for one in names if not one.startswith("_")]
    return no_attribute(OWNERS[owner], name, public, written(owner, name, rates))


def refuse_keywords(plot: str, ours: Collection[str], given: Mapping[str, Any]) -> None:
    """Refuse a keyword of another library's plot, and say what is written here.

    Examples
    --------
    >>> refuse_keywords("roc", ["positive"], {"lw": 2})
    >>> refuse_keywords("roc", ["positive"], {"pos_label": 1})
    Traceback (most recent call last):
    mlmetrics_edu.core.errors.InputError: pos_label=1
      why: other libraries call it that
      do:  write positive=…
    """
    reasons = {key: row for keys, row in table("keywords").items() for key in keys.split()}
    for key in given.keys() - {*ours}:
        what = f"{key}={short(given[key])}"
        if meant := argument(key, ours):
            raise InputError(what, "other libraries call it that", f"write {meant}=…")
        if key in reasons:
            why, fix = reasons[key]
            raise InputError(what, why, fix.format(plot=plot))
