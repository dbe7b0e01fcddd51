"""Terms side by side in three languages."""

from collections.abc import Sequence

from . import inputs, words
from .trace import Column, Trace


def glossary(names: Sequence[str] = tuple(words.TERMS)) -> Trace:
    """List terms in English, simplified and traditional Chinese, and what they clash with.

    Parameters
    ----------
    names : sequence of str, optional
        Which terms, by their names in formulas; without them, all.

    Returns
    -------
    Trace

    Examples
    --------
    >>> glossary(["precision"]).to_frame()["简体"].item()
    '查准率 (精确率)'
    """
    terms = [words.term(name) for name in (names if inputs.several(names) else [names])]
    return Trace(
        "glossary · 术语表 · 術語表",
        (
            Column("English", [term.en for term in terms]),
            Column("简体", [term.hans for term in terms]),
            Column("繁體", [term.hant for term in terms]),
            Column("take care", [term.clash or "–" for term in terms]),
        ),
    )
