"""Where these names were: it goes when nothing imports them from here."""

from .inputs import column as column
from .inputs import is_empty as is_empty
from .inputs import locked as locked
from .inputs import same_length as same_length
from .inputs import several as several
from .inputs import table as table
