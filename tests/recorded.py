"""What everything public says, recorded, so that a change of the inside changes none of it.

    python -m tests.recorded      # after a change that is meant: look at the difference in git

Each call of `tests/test_given.py`, with and without each argument, and some of the bad ones.
"""

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

from tests.test_bad_input import bad_calls
from tests.test_given import CALLS, KEPT, TABLE, outcome

STORED = Path(__file__).with_name("recorded.json")
DIGITS = 9  # more may hang on the order of a sum
NOISE = 1e-14  # what is smaller is what a sum left over
HEAD = 12  # letters that are stored, to see what changed
KINDS = 3  # of bad values for each argument


def answers() -> Iterator[tuple[str, object]]:
    """Make calls, good and bad: yield the name of each, and what it says."""
    for call, (_, given) in CALLS.items():
        yield f"{call.__qualname__}()", TABLE.answer(call)
        for name in given:
            yield f"{call.__qualname__}({name})", TABLE.answer(call, name)
    for name, call, given in bad_calls(CALLS, KINDS):
        yield name, outcome(call, given)


def said() -> dict[str, list[str]]:
    """Make all calls, and give a mark and the beginning of what each says."""
    found = {}
    for name, answered in answers():
        text = _settled(str(answered))
        mark = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
        found[name] = [mark, text[:HEAD].encode("ascii", "backslashreplace").decode()]
    return found


def _settled(text: str) -> str:
    """Keep what is the same everywhere: some digits of each number, and no address or folder."""
    text = re.sub(r" at 0x\w+", "", text.replace(KEPT.name, "KEPT"))
    return re.sub(r"\d+\.\d+(?:e[-+]?\d+)?|\d+e[-+]\d+", _shorter, text)


def _shorter(number: re.Match) -> str:
    value = float(number[0])
    return f"{value:.{DIGITS}g}" if value > NOISE else "0"


if __name__ == "__main__":
    lines = ",\n".join(f"{json.dumps(k)}: {json.dumps(v)}" for k, v in said().items())
    STORED.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8")
