"""What a plot of scores may be handed: sweeps and curves, or labels and scores, one or several.

A plot says by a decorator that it takes them; at its door they become what it draws.
"""

import inspect
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Concatenate, NamedTuple, ParamSpec, Protocol, TypeVar, cast, overload

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from ..core import inputs
from ..core.errors import InputError
from ..metrics.one_vs_rest import OneVsRest
from ..metrics.sweep import Sweep
from ..metrics.sweep import sweep as sweep_of
from . import other_libraries
from .lines import by_line

P = ParamSpec("P")
Of = TypeVar("Of", contravariant=True)
Drawn = TypeVar("Drawn", covariant=True)
Names = list[str]
Pair = tuple[ArrayLike, ArrayLike]  # labels and scores
ADDED = {  # what each of these plots takes besides its own arguments
    "y_score": """array_like, shape (n,), or mapping of str to such, optional
        The scores, where the first argument are labels of two classes: after these or by name; of
        several models by their names.""",
    "positive": """hashable, optional
        The positive class of such labels; 1 and True need not be named.""",
    "weights": """array_like, shape (n,), optional
        How many samples each of them stands for.""",
    "name": """str or sequence of str, optional
        What to call what is drawn; several in a list are called 1, 2, … without it.""",
}
EACH = """;
        a list or a mapping by name holds one for each line, such as ``color=["red", "blue"]``."""


class OfScores(Protocol[Of, P]):
    """A plot of scores, as type checkers and editors see it."""

    __name__: str

    @overload
    def __call__(self, of: Of, *args: P.args, **how: P.kwargs) -> Axes: ...
    @overload
    def __call__(
        self,
        of: "Sequence[Of | Pair] | Mapping[str, Pair]",
        ax: Axes | None = None,
        *,
        name: str | Sequence[str] | None = None,
        **how: Any,
    ) -> Axes: ...
    @overload
    def __call__(
        self,
        y_true: ArrayLike,
        y_score: "ArrayLike | Mapping[str, ArrayLike]",
        ax: Axes | None = None,
        *,
        positive: Hashable = None,
        weights: ArrayLike | None = None,
        name: str | None = None,
        **how: Any,
    ) -> Axes: ...
    @overload
    def __call__(self, **how: Any) -> Axes: ...
    def from_predictions(
        self,
        y_true: ArrayLike,
        y_score: "ArrayLike | Mapping[str, ArrayLike]",
        ax: Axes | None = None,
        **how: Any,
    ) -> Axes:
        """Draw of labels and scores."""
        ...

    def from_estimator(
        self, model: Any, X: Any, y: ArrayLike, ax: Axes | None = None, **how: Any
    ) -> Axes:
        """Draw of a fitted model, and of samples that it hasn't seen."""
        ...


class OfFolds(OfScores[Of, P], Protocol):
    """A plot that draws the folds of a cross-validation as well."""

    def from_cv_results(
        self,
        results: Mapping[str, Any],
        X: Any,
        y: ArrayLike,
        ax: Axes | None = None,
        **how: Any,
    ) -> Axes:
        """Draw the folds of a cross-validation: their mean, and a band around it."""
        ...

    def from_folds(
        self,
        folds: "Sequence[Sweep | Pair]",
        ax: Axes | None = None,
        *,
        positive: Hashable = None,
        **how: Any,
    ) -> Axes:
        """Draw several folds or splits that have been scored already."""
        ...


class OfCurves(OfFolds[Of, P], Protocol):
    """A plot that draws many classes as well."""

    def one_vs_rest(
        self,
        y_true: "ArrayLike | OneVsRest",
        y_score: "ArrayLike | Mapping[Hashable, ArrayLike] | None" = None,
        ax: Axes | None = None,
        *,
        classes: "Sequence[Hashable] | Mapping[Hashable, str] | None" = None,
        weights: ArrayLike | None = None,
        micro: bool = True,
        macro: bool = True,
        per_class: bool = True,
        **how: Any,
    ) -> Axes:
        """Draw the curve of each of many classes against the rest, and their averages."""
        ...


class OfLayer(Protocol[Of, P, Drawn]):
    """A layer of curves, as type checkers and editors see it."""

    __name__: str

    @overload
    def __call__(self, of: Of, *args: P.args, **how: P.kwargs) -> Drawn: ...
    @overload
    def __call__(
        self,
        y_true: ArrayLike,
        y_score: ArrayLike,
        *more: Any,
        positive: Hashable = None,
        weights: ArrayLike | None = None,
        **how: Any,
    ) -> Drawn: ...


class Read(NamedTuple):
    """What a plot is called with, and what is done to the Axes afterwards."""

    args: list
    how: dict[str, Any]
    after: list[Callable[[Axes], None]]


def same(names: Names, how: Mapping) -> Names:
    """Name lines as what they are drawn of, one each."""
    return names


def of_scores(
    lines: Callable[[Names, Mapping], Names] = same,
    *,
    points: tuple[type, ...] = (),
    ways: str = "scores",
) -> Callable[[Callable[Concatenate[Of, P], Axes]], OfScores[Of, P]]:
    """Let a plot take labels and scores, lists, names, and the keywords of other libraries.

    Parameters
    ----------
    lines : callable
        Names the lines that a plot draws, from the names of what it is given.
    points : tuple of type
        What is no line but a point.
    ways : str
        Which further ways into the plot there are.
    """

    def declare(plot: Callable[Concatenate[Of, P], Axes]) -> OfScores[Of, P]:
        vars(plot)["handed"] = Scores(plot, lines, points, ways)
        return cast(OfScores[Of, P], plot)

    return declare


def of_layer(plot: Callable[Concatenate[Of, P], Drawn]) -> OfLayer[Of, P, Drawn]:
    """Let a layer of curves take labels and scores."""
    vars(plot)["handed"] = Layered(plot, same, (), "none")
    return cast(OfLayer[Of, P, Drawn], plot)


def of_chances(plot: Callable[Concatenate[Of, P], Axes]) -> OfScores[Of, P]:
    """Let a plot that takes labels and scores take several, names, and the keywords of others."""
    vars(plot)["handed"] = Chances(plot, same, (), "scores")
    return cast(OfScores[Of, P], plot)


def of_folds(
    *how: Any,
) -> Callable[[Callable[Concatenate[Of, P], Axes]], OfFolds[Of, P]]:
    """Let a plot take what :func:`of_scores` does, and the folds of a cross-validation."""

    def declare(plot: Callable[Concatenate[Of, P], Axes]) -> OfFolds[Of, P]:
        return cast(OfFolds[Of, P], of_scores(*how, ways="folds")(plot))

    return declare


def of_curves(
    **how: Any,
) -> Callable[[Callable[Concatenate[Of, P], Axes]], OfCurves[Of, P]]:
    """Let a plot take what :func:`of_folds` does, and scores of many classes."""

    def declare(plot: Callable[Concatenate[Of, P], Axes]) -> OfCurves[Of, P]:
        return cast(OfCurves[Of, P], of_scores(**how, ways="curves")(plot))

    return declare


class Scores:
    """How one plot reads what it is handed."""

    def __init__(self, plot: Callable, lines: Callable, points: tuple[type, ...], ways: str):
        self.plot, self.lines, self.points, self.ways = plot, lines, points, ways
        self.own = inspect.signature(plot).parameters
        self.first = next(iter(self.own))
        names_classes = "names" in self.own  # then there is one sweep, whose classes are named
        self.added = {
            key: text for key, text in ADDED.items() if not (names_classes and key == "name")
        }

    def read(self, args: Sequence, how: Mapping[str, Any]) -> Read:
        """Turn what is handed in into the arguments of the plot."""
        how, after = other_libraries.of_curves(self.plot.__name__, self.own, how)
        asked = {key: given for key in self.added if (given := how.pop(key, None)) is not None}
        if not args and not {self.first, "y_true"} & how.keys():
            return Read([], how, after)  # Python says what is missing
        of, *args = args if args else [how.pop("y_true" if "y_true" in how else self.first)]
        name, scores = asked.pop("name", None), asked.pop("y_score", None)
        if is_column(of) and scores is None and args and not isinstance(args[0], Axes):
            scores, *args = args
        if args and _ours(args[0]) and [*self.own][1] == "ax":
            raise InputError(
                f"a {type(of).__name__} and a {type(args[0]).__name__} were given",
                "after what is drawn comes the Axes to draw into",
                f"pass several as a list: mm.plots.{self.plot.__name__}([first, second])",
            )
        of = named(_swept(of, scores, asked, self.plot.__name__), name)
        several = of if isinstance(of, Mapping) else {"": of}
        names = [str(key) for key, one in several.items() if not isinstance(one, self.points)]
        look = {key: how.pop(key) for key in [*how] if key not in self.own}
        given = dict(zip([*self.own][1:], args, strict=False)) | how
        return Read([of, *args], how | by_line(look, self.lines(names, given)), after)

    def signature(self) -> inspect.Signature:
        """Return the signature of the plot, with what is added."""
        return signed(self.plot, self.added)

    def doc(self) -> str | None:
        """Return what the plot says of itself, with what is added."""
        return documented(self.plot.__doc__, self.added, [*self.own][-1], EACH)


class Chances(Scores):
    """How the picture of probabilities reads what it is handed: labels first, in any case."""

    def __init__(self, *declared: Any):
        super().__init__(*declared)
        self.added = {"name": self.added["name"]}

    def read(self, args: Sequence, how: Mapping[str, Any]) -> Read:
        """Turn what is handed in into the arguments of the plot."""
        how, after = other_libraries.of_curves(self.plot.__name__, self.own, how)
        name, rest = how.pop("name", None), list(args)
        y_true = rest.pop(0) if rest else how.pop(self.first, None)
        chances = rest.pop(0) if rest else how.pop("chances", None)
        if y_true is None or chances is None or isinstance(chances, Axes):
            raise InputError(
                "labels or probabilities are missing",
                "a diagram compares what was promised with what happened",
                "write mm.plots.reliability(y_true, chances)",
            )
        other_libraries.refuse_objects(y_true, self.plot.__name__)
        listed = isinstance(chances, list) and len(chances) > 0 and inputs.several(chances[0])
        chances = named(chances if listed or isinstance(chances, Mapping) else [chances], name)
        names = [*map(str, chances)] if isinstance(chances, Mapping) else [""]
        look = {key: how.pop(key) for key in [*how] if key not in self.own}
        return Read([y_true, chances, *rest], how | by_line(look, names), after)


class Layered(Scores):
    """How a layer reads what it is handed: labels and scores, or what it draws as it is."""

    def __init__(self, *declared: Any):
        super().__init__(*declared)
        self.added = {key: text for key, text in ADDED.items() if key != "name"}

    def read(self, args: Sequence, how: Mapping[str, Any]) -> Read:
        """Turn labels and scores into their sweep."""
        how = other_libraries.renamed(how, other_libraries.SCORES, self.own)
        asked = {key: given for key in self.added if (given := how.pop(key, None)) is not None}
        if not args and not {self.first, "y_true"} & how.keys():
            return Read([], how, [])  # Python says what is missing
        of, *args = args if args else [how.pop("y_true" if "y_true" in how else self.first)]
        labels = is_column(of) and len(_shape(of)) == 1
        scores = asked.pop("y_score", None)
        if labels and scores is None and args and not isinstance(args[0], Axes):
            scores, *args = args
        if labels or scores is not None or asked:
            of = _swept(of, scores, asked, self.plot.__name__)
        return Read([of, *args], how, [])

    def doc(self) -> str | None:
        """Return what the layer says of itself, with what is added."""
        return documented(self.plot.__doc__, self.added, [*self.own][-1])


HINTS = {
    "positive": Hashable,
    "name": "str | Sequence[str] | None",
    "labels": "Sequence[Hashable] | None",
}


def signed(plot: Callable, added: Mapping[str, str]) -> inspect.Signature:
    """Return the signature of a plot with further arguments, before its keywords for the artist."""
    kind = inspect.Parameter.KEYWORD_ONLY
    more = [
        inspect.Parameter(key, kind, default=None, annotation=HINTS.get(key, "ArrayLike | None"))
        for key in added
    ]
    *own, last = inspect.signature(plot).parameters.values()
    return inspect.signature(plot).replace(parameters=[*own, *more, last])


def documented(text: str | None, added: Mapping[str, str], last: str, end: str = ".") -> str | None:
    """Write further arguments into a docstring, and how the one for the artist ends."""
    if text is None:
        return None
    before, heading, rest = text.partition(f"    **{last}\n")
    first, _, after = rest.partition(".\n\n")
    more = "".join(f"    {key} : {told}\n" for key, told in added.items())
    return f"{before}{more}{heading}{first}{end}\n\n{after}"


def is_column(of) -> bool:
    """Tell labels, a value a sample, from a single thing to draw and from a list of these.

    Examples
    --------
    >>> is_column([1, 0]), is_column(([1, 0], [0.9, 0.4])), is_column({"a": [1, 0]})
    (True, False, False)
    """
    if not inputs.several(of) or not hasattr(of, "__len__") or _ours(of):
        return False
    if not isinstance(of, (list, tuple)) or not of:
        return True
    return not (_ours(of[0]) or inputs.several(of[0]) or hasattr(of[0], "predict"))


def _ours(one) -> bool:
    own = type(one).__module__.partition(".")[0] == __package__.partition(".")[0]
    return own and not isinstance(one, Axes)


def _swept(of, scores, settings: Mapping, plot: str):
    """Sweep what is labels and scores; what has been counted already stays."""
    if is_column(of):
        return _of_labels(of, scores, settings, plot)
    other_libraries.refuse_objects(of, plot)
    if scores is not None:
        raise InputError(
            f"y_score was given beside a {type(of).__name__}",
            "only labels need scores",
            f"write mm.plots.{plot}(y_true, y_score), or leave y_score out",
        )
    many = list(of.values()) if isinstance(of, Mapping) else of if _is_list(of) else [of]
    if settings and not any(map(_is_pair, many)):
        what = " and ".join(f"{key}=" for key in settings)
        raise InputError(
            f"{what} was given beside a {type(many[0]).__name__ if many else 'list'}",
            "its samples have been counted already",
            f"pass labels and scores, mm.plots.{plot}(y_true, y_score, {what}…), "
            f"or write mm.sweep(y_true, y_score, {what}…)",
        )
    made = [sweep_of(*one, **settings) if _is_pair(one) else one for one in many]
    if isinstance(of, Mapping):
        return dict(zip(of, made, strict=True))
    return made if _is_list(of) else made[0]


def _of_labels(y_true, scores, settings: Mapping, plot: str):
    if scores is None:
        raise InputError(
            "labels without scores" if len(y_true) else "an empty list",
            "a curve shows what each threshold on the scores makes of them",
            f"write mm.plots.{plot}(y_true, y_score), or pass mm.sweep(y_true, y_score)",
        )
    shape = () if isinstance(scores, Mapping) else _shape(scores)
    if len(shape) == 2 and shape[1] > 2:
        raise InputError(
            f"the scores have {shape[1]} columns",
            "a curve is of one class against the rest",
            other_libraries.many_classes(plot),
        )
    if not settings and _is_two(scores) and _is_many(y_true):
        raise InputError(
            "the first column has many values, and the second two",
            "labels come first, and their scores after them",
            f"write mm.plots.{plot}(y_true, y_score)",
        )
    if isinstance(scores, Mapping):
        return {name: sweep_of(y_true, one, **settings) for name, one in scores.items()}
    return sweep_of(y_true, scores, **settings)


def _shape(values) -> tuple[int, ...]:
    """Return the shape of an array; of what is none, as if it were a column."""
    try:
        return np.shape(values)
    except ValueError:
        return (len(values),)


def _is_two(values) -> bool:
    """Tell labels of 0 and 1 from anything else."""
    return _is_numbers(values) and bool(np.isin(values, (0, 1)).all())


def _is_many(values) -> bool:
    return _is_numbers(values) and np.asarray(values).dtype.kind == "f" and not _is_two(values)


def _is_numbers(values) -> bool:
    try:
        plain = np.asarray(values) if isinstance(values, (np.ndarray, list)) else None
    except ValueError:  # rows of several lengths
        return False
    return plain is not None and plain.ndim == 1 and plain.dtype.kind in "biuf"


def _is_pair(one) -> bool:
    pair = isinstance(one, (tuple, list)) and len(one) == 2
    return pair and all(inputs.several(part) and is_column(part) for part in one)


def _is_list(of) -> bool:
    return isinstance(of, (list, tuple)) and not _is_pair(of) and not _ours(of)


def named(of, name):
    """Give names to what is drawn, as many as there are.

    Examples
    --------
    >>> named(["a", "b"], None), named("a", "x"), named(["a", "b"], ["x", "y"])
    ({'1': 'a', '2': 'b'}, {'x': 'a'}, {'x': 'a', 'y': 'b'})
    """
    many = of if isinstance(of, list) else [of]
    if name is None:
        if len(many) > 1:
            return {str(k): one for k, one in enumerate(many, 1)}
        return many[0]
    names = list(name) if inputs.several(name) else [name]
    if isinstance(of, Mapping) or len(names) != len(many) or len({*map(str, names)}) < len(names):
        count = len(of) if isinstance(of, Mapping) else len(many)
        raise InputError(
            f"name={inputs.short(name)} for {count} to draw",
            "a mapping names them already" if isinstance(of, Mapping) else "each has its own name",
            'pass {"name": …, "other": …}, or a list and name=["name", "other"]',
        )
    return dict(zip(map(str, names), many, strict=True))
