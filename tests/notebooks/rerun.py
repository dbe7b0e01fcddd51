"""Run every lesson from top to bottom and store what it shows: `make notebooks`.

The stored form depends on the lesson alone, not on who ran it, when, or where. The notebooks of
exercises are written anew before the run where their questions have changed; the pages beside the
lessons, glossary and conventions, after it. With --no-run, lessons get that form as they stand.
"""

import re
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from base64 import b64decode, b64encode
from pathlib import Path

import nbformat
import oxipng
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError

from mlmetrics_edu.core import saving
from mlmetrics_edu.plots.picture import in_few_colours
from mlmetrics_edu.workbook import reference
from mlmetrics_edu.workbook.lessons import PYTHON
from tests.notebooks.claims import checks

LESSONS = Path(__file__).resolve().parents[2] / "notebooks"
KEPT = {"tags", "jupyter", "slideshow", "editable", "deletable"}
PNG, HTML = "image/png", "text/html"
SHOWN = "<img alt=", '<div class="instrument"><img alt='
INSIDE = re.compile(r"(?<=data:image/png;base64,)[\w+/=]{500,}")  # a page, as a picture's PNG
EFFORT = 2  # of six: more takes ten times as long, and saves a twentieth
WIDGET = "application/vnd.jupyter.widget-view+json"


def main() -> int:
    """Run all lessons, or those named; say which stopped, and where."""
    asked = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    asked.add_argument("lessons", nargs="*", type=Path, help="all where none is named")
    instead = asked.add_mutually_exclusive_group()
    instead.add_argument("--no-run", action="store_true", help="store lessons as they stand")
    instead.add_argument("--pages", action="store_true", help="run only what is named")
    options = asked.parse_args()
    if options.no_run:
        for path in options.lessons or stored():
            store(nbformat.read(path, as_version=4), path)
        return 0
    reference.write_sheets(LESSONS)
    lessons = options.lessons if options.lessons or options.pages else stored()
    stopped = [path for path in lessons if not rerun(path)]
    reference.write(LESSONS)
    print(f"{len(lessons) - len(stopped)} of {len(lessons)} lessons ran to their end")
    return 1 if stopped else 0


def stored() -> list[Path]:
    """List all notebooks, but for what an editor keeps of them."""
    found = sorted(LESSONS.rglob("*.ipynb"))
    return [path for path in found if ".ipynb_checkpoints" not in path.parts]


def rerun(path: Path) -> bool:
    """Run one lesson and store it; a lesson that stops with an error is left as it was."""
    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        kernel_name="python3",
        timeout=None,
        record_timing=False,
        store_widget_state=False,
        resources={"metadata": {"path": str(path.parent)}},
    )
    wrong = held_to(client, notebook)
    try:
        client.execute()
    except CellExecutionError as error:
        print(f"{path.name} stopped: {error}", file=sys.stderr)
        return False
    store(notebook, path)
    print(f"{path.name} ran", *wrong, sep="\n")
    return not wrong


def held_to(client: NotebookClient, notebook: nbformat.NotebookNode) -> list[str]:
    """Let what the prose claims be run with its cell; return the list that failures will go to."""
    code = [i for i, cell in enumerate(notebook.cells) if cell.cell_type == "code"]
    asked, wrong = {code[n]: checked for n, checked in checks(notebook).items()}, []

    async def compare(cell, cell_index, execute_reply):
        for claim in asked.get(cell_index, "").splitlines():
            reply = await client.kc.execute(claim, silent=True, store_history=False, reply=True)
            if reply["content"]["status"] == "error":
                wrong.append(f"  {reply['content']['ename']}: {reply['content']['evalue']}")

    client.on_cell_executed = compare
    return wrong


def store(notebook: nbformat.NotebookNode, path: Path) -> None:
    """Write a notebook in the one form that a run always gives."""
    notebook.metadata = nbformat.from_dict(PYTHON)
    notebook.nbformat_minor = 5
    for cell in notebook.cells:
        cell.metadata = {key: cell.metadata[key] for key in KEPT & set(cell.metadata)}
        for output in cell.get("outputs", []):
            settle(output)
        if "outputs" in cell:
            cell.outputs = joined(cell.outputs)
    saving.write(path, nbformat.writes(nbformat.from_dict(notebook)) + "\n")


def joined(outputs: list) -> list:
    """Put together what was printed in one go: where it is cut depends on how busy a machine is."""
    kept: list = []
    for output in outputs:
        streams = kept and output.output_type == kept[-1].output_type == "stream"
        if streams and output.name == kept[-1].name:
            kept[-1].text += output.text
        else:
            kept.append(output)
    return kept


def settle(output: nbformat.NotebookNode) -> None:
    """Drop what the next run, or another machine, would give otherwise; make pictures small."""
    if output.output_type == "error":
        # The traceback names files of this machine; nbval doesn't compare it.
        output.traceback = [f"{output.ename}: {output.evalue}"]
    data = output.get("data", {})
    # Without its state, which is not stored, a view is an empty box.
    data.pop(WIDGET, None)
    if data.get(HTML, "").startswith(SHOWN):  # the same picture, with its alternative text
        data.pop(PNG, None)
        output.metadata.pop(PNG, None)
    if PNG in data:
        data[PNG] = smallest(data[PNG])
    if HTML in data:
        data[HTML] = INSIDE.sub(lambda png: smallest(png[0]), data[HTML])


def smallest(png: str) -> str:
    """Store a picture in as little room as there is: it stays for good, and is written once."""
    picture = in_few_colours(b64decode(png))
    return b64encode(oxipng.optimize_from_memory(picture, level=EFFORT)).decode("ascii")


if __name__ == "__main__":
    sys.exit(main())
