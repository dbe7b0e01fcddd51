"""Where this name was: it goes when nothing imports it from here."""

from collections.abc import Iterable

from ..core import elsewhere
from .rates import NAMES


def not_there(owner: str, name: str, names: Iterable[str]) -> AttributeError:
    """Return the error for a name that one of ours doesn't have, but another library may."""
    return elsewhere.not_there(owner, name, names, NAMES)
