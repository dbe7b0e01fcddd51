"""The lessons where they can be typed in: JupyterLite, whose Python runs in the reader's browser.

    python -m tools.site.lite                     # as it is published, into site/lite/
    python -m tools.site.lite --pyodide FOLDER    # with that Pyodide in it: whole without a network

What is published fetches Python, NumPy, pandas and Matplotlib from where Pyodide keeps its newest
release. This library, and what else it needs that Pyodide hasn't, comes from the site itself.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from hatchling.builders.wheel import WheelBuilder
from jupyter_server import DEFAULT_STATIC_FILES_PATH

from mlmetrics_edu.workbook import lessons

ROOT = Path(__file__).resolve().parents[2]
CONSTRAINTS = ROOT / "constraints.txt"
APPS = ("lab", "notebooks", "tree", "edit")
# What the library needs and Pyodide hasn't: pure Python, for whatever Python comes with it.
NEEDED = (
    *("seaborn", "tabulate", "wcwidth", "tqdm", "jinja2", "anywidget", "psygnal"),
    *("typing-extensions", "ipywidgets", "jupyterlab-widgets", "comm"),
)
WIDGETS = ("anywidget", "jupyterlab_widgets")  # whose wheels also hold what draws a widget
KERNEL = "share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension"
# A JupyterLite goes with one line of Pyodide: the pinned one with what is published, this one with
# a Pyodide 0.27 that is handed over. The server is what lists the lessons.
OLDER = (
    "jupyterlite-core==0.6.4",
    "jupyterlite-pyodide-kernel==0.6.1",
    "jupyter-server==2.21.1",
)
INSTALL = [
    "# Python runs in your browser here, and doesn't know this workbook yet. This fetches the\n",
    "# workbook's library from the site you are on, which takes a few seconds.\n",
    "%pip install -q mlmetrics-edu",
]


def build(site: Path, pyodide: Path | None = None) -> Path:
    """Build the lessons for JupyterLite into the folder ``lite`` of a site, and return it.

    Parameters
    ----------
    site : Path
        The folder of the whole site.
    pyodide : Path, optional
        A folder with Pyodide 0.27 and its packages, to be copied into the site. By default the
        reader's browser fetches the newest from Pyodide's own server.
    """
    python = older_jupyterlite() if pyodide else Path(sys.executable)
    with tempfile.TemporaryDirectory() as folder:
        here = Path(folder)
        copy_lessons(here / "files")
        gather_wheels(here / "wheels", pure_markupsafe=pyodide is not None)
        write_settings(here, python, offline=pyodide is not None)
        if pyodide:
            copy_files(pyodide, here / "static" / "pyodide")
        made = (site / "lite").resolve()
        run(python, "-m", "jupyterlite_core", "build", "--output-dir", made, cwd=here)
    # The notebook asks for these to show in its tab that Python is busy; JupyterLite has none.
    copy_files(Path(DEFAULT_STATIC_FILES_PATH) / "favicons", made / "static" / "favicons")
    return made


def copy_lessons(folder: Path) -> None:
    """Copy the workbook; each notebook begins by installing the library, and is else as it was."""

    def beginning(notebook: dict) -> dict:
        return {**notebook, "cells": [lessons.code("install", INSTALL), *notebook["cells"]]}

    lessons.copy(folder, change=beginning)


def gather_wheels(folder: Path, pure_markupsafe: bool) -> None:
    """Gather the library's wheel and those it needs, in the versions that are pinned."""
    build_wheel(folder)
    pure = ["--only-binary=:all:", "--implementation=py", "--abi=none", "--platform=any"]
    versions = ["--constraint", CONSTRAINTS, "--no-deps", "--dest", folder]
    run(sys.executable, "-m", "pip", "download", "--quiet", *pure, *versions, *NEEDED)
    if pure_markupsafe:  # jinja2 needs it. Without a compiler, it does without its compiled part.
        built = ["--constraint", CONSTRAINTS, "--no-deps", "--wheel-dir", folder]
        built += ["--no-binary=markupsafe", "markupsafe"]
        run(sys.executable, "-m", "pip", "wheel", "--quiet", *built, CC="false")


def build_wheel(folder: Path) -> None:
    """Build the library's wheel, with the lessons but without what they show: a third as heavy."""
    with tempfile.TemporaryDirectory() as bare:
        lessons.copy(bare, change=lessons.cleared)
        builder = WheelBuilder(str(ROOT))
        inside = {bare: "mlmetrics_edu/notebooks"}
        builder.target_config.update({"include": ["/mlmetrics_edu"], "force-include": inside})
        list(builder.build(directory=str(folder), versions=["standard"]))


def write_settings(here: Path, python: Path, offline: bool) -> None:
    """Write what JupyterLite is to build, and what the built one goes by."""
    drawn = [str(next((here / "wheels").glob(f"{name}-*.whl"))) for name in WIDGETS]
    kernel = str(python.parents[1] / KERNEL)
    taken = {"ignore_sys_prefix": True, "federated_extensions": [*drawn, kernel]}
    parts = {"apps": APPS, "contents": ["files"], "no_sourcemaps": True, **taken}
    how = {"LiteBuildConfig": parts, "PipliteAddon": {"piplite_urls": ["wheels"]}}
    (here / "jupyter_lite_config.json").write_text(json.dumps(how), encoding="utf-8")
    plugin = {"@jupyterlite/pyodide-kernel-extension:kernel": {"disablePyPIFallback": offline}}
    shown = {"appName": "mlmetrics_edu", "litePluginSettings": plugin}
    page = {"jupyter-lite-schema-version": 0, "jupyter-config-data": shown}
    (here / "jupyter-lite.json").write_text(json.dumps(page), encoding="utf-8")


def copy_files(source: Path, target: Path) -> None:
    """Copy the files of a folder, and not who may write them."""
    target.mkdir(parents=True)
    for path in source.iterdir():
        shutil.copyfile(path, target / path.name)


def older_jupyterlite() -> Path:
    """Return a Python of its own that has the older JupyterLite; made when it isn't there."""
    place = ROOT / ".venv" / "lite-offline"
    python = place / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    done = place / "installed.txt"
    if not done.exists() or done.read_text(encoding="utf-8").split() != [*OLDER]:
        venv.create(place, clear=True)
        run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", *OLDER)
        done.write_text("\n".join(OLDER), encoding="utf-8")
    return python


def run(*command, cwd: Path = ROOT, **environment: str) -> None:
    """Run a command in silence; if it fails, end with what it said."""
    done = subprocess.run(
        [str(word) for word in command],
        cwd=cwd,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        raise SystemExit(f"{done.stdout}\nthis failed: {' '.join(done.args)}")


def main() -> None:
    """Read the command line, and build."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=ROOT / "site", help="the folder of the site")
    parser.add_argument("--pyodide", type=Path, help="a folder with Pyodide 0.27, to be copied in")
    asked = parser.parse_args()
    print(build(asked.out, asked.pyodide))


if __name__ == "__main__":
    main()
