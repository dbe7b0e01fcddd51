"""What everything public says, recorded, so that a change of the inside changes none of it.

    python -m tests.recorded      # after a change that is meant: look at the difference in git

Each call of `tests/test_given.py`, with and without each argument, and some of the bad ones.
"""

import hashlib
import inspect
import json
import re
from collections.abc import Iterator
from pathlib import Path

from tests.test_bad_input import bad_calls
from tests.test_given import CALLS, KEPT, Given, outcome

STORED = Path(__file__).with_name("recorded.json")
DIGITS = 9  # more may hang on the order of a sum
NOISE = 1e-14  # what is smaller is what a sum left over
HEAD = 100  # letters that are stored, to see what changed
KINDS = 3  # of bad values for each argument


def calls() -> Iterator[tuple]:
    """List calls, good and bad: a name, what is called, and with what."""
    for call, (at_least, given) in CALLS.items():
        base = dict(inspect.signature(call).bind_partial(*at_least).arguments)
        yield f"{call.__qualname__}()", call, base
        for name, value in given.items():
            others = value.others if isinstance(value, Given) else {}
            value = value.value if isinstance(value, Given) else value
            yield f"{call.__qualname__}({name})", call, {**base, **others, name: value}
    yield from bad_calls(CALLS, KINDS)


def said() -> dict[str, list[str]]:
    """Make all calls, and give a mark and the beginning of what each says."""
    found = {}
    for name, call, given in calls():
        text = _settled(str(outcome(call, given)))
        mark = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
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
