"""Where these names were: it goes when nothing imports them from here."""

from .inputs import choice as choice
from .inputs import count as count
from .inputs import flag as flag
from .inputs import is_finite as is_finite
from .inputs import is_number as is_number
from .inputs import is_whole as is_whole
from .inputs import share as share
from .inputs import short as short
from .inputs import whole as whole
