"""Terms side by side in three languages."""

from collections.abc import Sequence

from . import digits, inputs, words
from .errors import UnknownNameError, did_you_mean
from .trace import Column, Trace


def glossary(names: str | Sequence[str] = tuple(words.TERMS)) -> Trace:
    """List terms in English, simplified and traditional Chinese, and what they clash with.

    Parameters
    ----------
    names : str or sequence of str, optional
        Which terms, by their names in formulas, in a text with spaces between them or as a list;
        without them, all.

    Returns
    -------
    Trace

    Raises
    ------
    UnknownNameError
        If a name is no term.

    Examples
    --------
    >>> glossary(["precision"]).to_frame()["简体"].item()
    '查准率 (精确率)'
    """
    if isinstance(names, str):
        names = names.split()
    terms = [words.term(_known(name)) for name in (names if inputs.several(names) else [names])]
    return Trace(
        "glossary · 术语表 · 術語表",
        (
            Column("English", [term.en for term in terms]),
            Column("简体", [term.hans for term in terms]),
            Column("繁體", [term.hant for term in terms]),
            Column("take care", [term.clash or "–" for term in terms]),
        ),
    )


def _known(name) -> str:
    if isinstance(name, str) and words.is_known(name):
        return name
    asked = name if isinstance(name, str) else ""
    holders = [term for term, texts in words.TERMS.items() if asked and asked in " ".join(texts)]
    nothing = f"none of {len(words.TERMS)} terms comes near it"
    raise UnknownNameError(
        f"no term is called {inputs.short(name)}",
        f"it is a word of {digits.listing(holders, 3)}"
        if holders
        else did_you_mean(asked, words.TERMS, nothing),
        "name terms as formulas do, such as recall; mm.glossary() lists all of them",
    )
