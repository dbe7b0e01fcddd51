"""Build the workbook as a site, in site/: `make site`.

What Sphinx reads is gathered first, in build/site/: the lessons as they are stored, a page for each
figure, and one for each public name. Nothing is fetched, and no lesson is run.
"""

import shutil
import sys
from argparse import ArgumentParser
from pathlib import Path

from sphinx.cmd.build import build_main

from . import gallery, lessons, lite, reference

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = ROOT / "build" / "site"


def main() -> int:
    """Build all of it; the exit status tells whether nothing was found wrong."""
    asked = ArgumentParser(prog="python -m tools.site", description=__doc__)
    asked.add_argument("--out", type=Path, default=ROOT / "site", help="the folder to build in")
    asked.add_argument("--without-lite", action="store_true", help="leave JupyterLite out")
    options = asked.parse_args()
    shutil.rmtree(BUILD, ignore_errors=True)
    gather(BUILD / "sources")
    pages = [str(BUILD / "sources"), str(BUILD / "pages")]
    status = build_main(
        [
            "-q",
            "-j",
            "auto",
            "-W",
            "--keep-going",
            "-c",
            str(HERE),
            "-d",
            str(BUILD / "read"),
            *pages,
        ]
    )
    if not (BUILD / "pages" / "index.html").exists():
        return status
    shutil.rmtree(options.out, ignore_errors=True)
    shutil.move(BUILD / "pages", options.out)
    if not options.without_lite:
        lite.build(options.out)
    return status


def gather(sources: Path) -> None:
    """Put together what Sphinx reads."""
    shutil.copytree(HERE / "pages", sources)
    lessons.write(sources / "lessons")
    gallery.write(sources / "gallery", ROOT / "figures")
    reference.write(sources / "reference")


if __name__ == "__main__":
    sys.exit(main())
