"""Where these names were: it goes when nothing imports them from here."""

from .arithmetic import FEW as FEW
from .arithmetic import TYPED_DIGITS as TYPED_DIGITS
from .arithmetic import Exact as Exact
from .arithmetic import Rounded as Rounded
from .arithmetic import divide as divide
from .arithmetic import exact as exact
