"""What is published, wheel and source archive: all that is needed, and small."""

import tomllib
import zlib
from pathlib import Path

from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder

from tests.cases import each

ROOT = Path(__file__).resolve().parents[1]
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LESSONS = [
    path.relative_to(ROOT).as_posix()
    for path in sorted(ROOT.joinpath("notebooks").rglob("*.ipynb"))
    if ".ipynb_checkpoints" not in path.parts
]
NOTES = [  # the teacher's, one for each numbered lesson
    f"notebooks/teaching/{Path(lesson).stem}.md" for lesson in LESSONS if lesson.count("/") == 1
]


def held(builder):
    """Say where each file would lie in an archive, and from where it comes."""
    files = builder(str(ROOT)).recurse_included_files()
    return {file.distribution_path: Path(file.path) for file in files}


# Seconds: two archives are packed.
@each("builder, most", [(SdistBuilder, 7_400_000), (WheelBuilder, 8_000_000)])
def test_an_archive_stays_small(builder, most, tmp_path):
    (archive,) = builder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    sizes = {name: len(zlib.compress(path.read_bytes())) for name, path in held(builder).items()}
    heavy = sorted(sizes, key=sizes.get, reverse=True)[:5]
    size = Path(archive).stat().st_size
    assert size <= most, f"{size}; the heaviest are {[(n, sizes[n]) for n in heavy]}"


def test_a_wheel_carries_the_package_with_the_lessons_and_the_teachers_notes():
    files = {*held(WheelBuilder)}
    assert {f"mlmetrics_edu/{part}" for part in LESSONS + NOTES} <= files
    assert {"mlmetrics_edu/cli.py", "mlmetrics_edu/py.typed"} <= files
    assert {name.split("/")[0] for name in files} == {"mlmetrics_edu"}


def test_a_source_archive_carries_all_that_builds_and_tests_it_but_the_drawn_pictures():
    files = {*held(SdistBuilder)}
    hook = SETTINGS["tool"]["hatch"]["metadata"]["hooks"]["custom"]["path"]
    assert {*LESSONS, *NOTES, "pyproject.toml", hook} <= files
    assert {*SETTINGS["project"]["license-files"], "constraints.txt", ".ci/run"} <= files
    assert {"Makefile", "tests/test_archives.py"} <= files
    figures = {name for name in files if name.startswith("figures/")}
    assert figures == {f"figures/{n}" for n in ("README.md", "figures.json", "cars-ranked.png")}
    assert not [name for name in files if "checkpoints" in name or name.startswith(".venv")]
