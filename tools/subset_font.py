"""Make the small Chinese font anew: `python tools/subset_font.py NotoSansSC-Regular.ttf`.

It holds every Chinese character that stands anywhere in the package, the lessons and the README.
The source is Noto Sans SC (SIL Open Font License), in TrueType outlines.
"""

import sys
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

ROOT = Path(__file__).resolve().parents[1]
HOME = ROOT / "mlmetrics_edu" / "plots" / "fonts"
NAME = "Mlmetrics Sans SC"  # the licence reserves the old name
SOURCES = ("mlmetrics_edu/**/*.py", "mlmetrics_edu/**/*.toml", "notebooks/**/*.ipynb", "README.md")
# What stands on a page of HTML, in the reader's own font.
UNDRAWN = {ROOT / "mlmetrics_edu/workbook/report/words.toml"}


def is_chinese(letter: str) -> bool:
    """Tell Chinese characters and their punctuation from all else."""
    return "\u2e80" <= letter <= "\u9fff" or "\uff00" <= letter <= "\uffef"


def needed() -> str:
    """List the characters that stand somewhere in the project."""
    files = [path for pattern in SOURCES for path in ROOT.glob(pattern) if path not in UNDRAWN]
    letters = set().union(*(path.read_text(encoding="utf-8") for path in files))
    return "".join(sorted(filter(is_chinese, letters)))


def main(source: str) -> None:
    """Keep these glyphs only, under a name of our own."""
    options = subset.Options(hinting=False, layout_features=[], name_IDs=["*"], notdef_outline=True)
    font = subset.load_font(source, options)
    cutter = subset.Subsetter(options)
    cutter.populate(text=needed())
    cutter.subset(font)
    for record in font["name"].names:
        if record.nameID in (1, 3, 4, 16):
            record.string = NAME
        elif record.nameID == 6:
            record.string = NAME.replace(" ", "")
    font["head"].modified = font["head"].created
    font.save(HOME / f"{NAME.replace(' ', '')}.ttf")
    lacking = set(map(ord, needed())) - TTFont(source).getBestCmap().keys()
    print(len(needed()), "characters;", "lacking:", "".join(map(chr, sorted(lacking))) or "none")


if __name__ == "__main__":
    main(*sys.argv[1:])
