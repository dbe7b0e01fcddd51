"""Where these names were: it goes when nothing imports them from here."""

from .formula import Worked as Worked
from .writing import in_a_line as in_a_line
from .writing import in_numbers as in_numbers
from .writing import number_leaf as number_leaf
from .writing import plain as plain
from .writing import substituted as substituted
