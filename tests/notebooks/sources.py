"""Where the examples and the slips of the sources stand: `python -m tests.notebooks.sources`."""

import json
import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import mlmetrics_edu as mm
from tests.notebooks.claims import COMMENT, ERRATUM, text

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
BANK = FOLDER.parent / "mlmetrics_edu" / "workbook" / "exercises" / "bank"
GALLERY = FOLDER.parent / "mlmetrics_edu" / "workbook" / "gallery"
NAMED = re.compile(r"""["']([a-z0-9.-]+)["']""")


def places() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Say for each example, and for each erratum, which files speak of it."""
    examples, errata = defaultdict(set), defaultdict(set)
    known = {*mm.examples()}
    for path in sorted(FOLDER.rglob("[0-9]*.ipynb")):
        where = path.relative_to(FOLDER).as_posix().removesuffix(".ipynb")
        for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
            if cell["cell_type"] == "code":
                _note(examples, known & {*NAMED.findall(text(cell))}, where)
            else:
                said = (comment.strip() for comment in COMMENT.findall(text(cell)))
                marked = [s.removeprefix(ERRATUM) for s in said if s.startswith(ERRATUM)]
                _note(errata, (one for line in marked for one in line.split()), where)
    for folder in (BANK, GALLERY):
        for path in sorted(folder.glob("*.py")):
            found = known & {*NAMED.findall(path.read_text(encoding="utf-8"))}
            _note(examples, found, f"{folder.name}/{path.stem}")
    return _sorted(examples), _sorted(errata)


def _note(places, names: Iterable[str], where: str) -> None:
    for name in names:
        places[name].add(where)


def _sorted(places) -> dict[str, list[str]]:
    return {name: sorted(where) for name, where in places.items()}


def _in_order(erratum: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", erratum)]


def main() -> None:
    """Print both lists."""
    examples, marked = places()
    for name in mm.examples():
        print(f"{name:22} {', '.join(examples.get(name, ['nowhere']))}")
    errata = {e.id: e.says for name in mm.examples() for e in mm.example(name).errata}
    for one in sorted({*errata, *marked}, key=_in_order):
        print(f"{one:6} {', '.join(marked.get(one, ['nowhere'])):40} {errata.get(one, '')}")


if __name__ == "__main__":
    main()
