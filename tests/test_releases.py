"""What is published says the same of itself everywhere: its version, its README, how to cite it."""

import datetime
import re
import shutil
import subprocess
from importlib import metadata
from pathlib import Path

import pytest
import yaml
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager
from packaging.version import Version
from readme_renderer import markdown

import mlmetrics_edu as mm

ROOT = Path(__file__).resolve().parents[1]
BUILD = [".gitattributes", ".git_archival.txt", "pyproject.toml", "tools/addresses.py", "README.md"]
README = (ROOT / "README.md").read_text(encoding="utf-8")
CHANGES = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
AT = re.compile(r'(?:href|src)="(?!#)([^"]*)"')


@pytest.fixture
def copied(tmp_path):
    """Copy what a build reads, without git's memory."""
    here = tmp_path / "copy"
    for name in BUILD:
        (here / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, here / name)
    return here


@pytest.fixture
def clone(copied):
    """Let git know the copy."""
    if not shutil.which("git"):
        pytest.skip("there is no git here")
    git(copied, "init", "--quiet")
    commit(copied)
    return copied


def git(here, *words):
    """Have git do something, as nobody in particular."""
    who = ["-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "commit.gpgsign=false"]
    return subprocess.run(["git", *who, *words], cwd=here, check=True, capture_output=True).stdout


def commit(here):
    """Commit whatever is there."""
    git(here, "add", "--all")
    git(here, "commit", "--quiet", "--allow-empty", "--message", "m")


def built(here):
    """Work out the metadata that a package built there has."""
    return ProjectMetadata(str(here), PluginManager())


def test_a_tag_is_the_version_and_what_follows_comes_before_the_next(clone):
    assert Version("0") < Version(built(clone).version) < Version("0.1.0")
    git(clone, "tag", "v0.1.0")
    assert built(clone).version == "0.1.0"
    commit(clone)
    assert Version("0.1.0") < Version(built(clone).version) < Version("0.1.1")
    (clone / "README.md").write_text("changed", encoding="utf-8")
    assert "+" not in built(clone).version


def test_on_pypi_every_link_and_the_picture_lead_to_the_repository(clone):
    settings = (clone / "pyproject.toml").read_text(encoding="utf-8")
    named = settings.replace('repository = ""', 'repository = "ann/book"')
    (clone / "pyproject.toml").write_text(named, encoding="utf-8")
    git(clone, "commit", "--quiet", "--all", "--message", "m")
    git(clone, "tag", "v0.1.0")
    core = built(clone).core
    places = [*shown(core)]
    assert len(places) == len(re.findall(r"\]\(", README)) > 20
    assert all(place.startswith("https://") for place in places)
    lesson = "notebooks/05-twenty-cars-twenty-thresholds.ipynb"
    assert f"https://github.com/ann/book/blob/v0.1.0/{lesson}" in places
    assert "https://github.com/ann/book/tree/v0.1.0/notebooks/exercises/" in places
    picture = "https://raw.githubusercontent.com/ann/book/v0.1.0/figures/cars-ranked.png"
    assert f'src="{picture}"' in markdown.render(core.readme)
    assert core.urls["Source"] == "https://github.com/ann/book"
    commit(clone)
    assert f"https://github.com/ann/book/blob/main/{lesson}" in shown(built(clone).core)


def test_without_a_repository_no_address_is_invented(clone):
    core = built(clone).core
    assert core.urls == {}
    assert all(place.startswith("https://") for place in shown(core))
    assert "<img" not in markdown.render(core.readme)
    for code in re.findall(r"^```.*?^```", README, re.MULTILINE | re.DOTALL):
        assert code in core.readme
    for words in re.findall(r"(?<!!)\[([^]]+)\]\(", README):
        assert words in core.readme


def shown(core):
    """List where the links and pictures of a package's page lead, as PyPI renders it."""
    assert core.readme_content_type == "text/markdown"
    return AT.findall(markdown.render(core.readme))


def test_what_is_installed_tells_its_version_and_no_file_states_it_again():
    assert mm.__version__ == metadata.version("mlmetrics-edu")
    assert "version" not in cited()


def test_the_citation_is_in_its_format():
    entry = cited()
    assert entry["cff-version"] == "1.2.0" and entry["type"] == "software"
    assert entry["authors"] == [{"name": "The mlmetrics_edu developers"}]
    licences = metadata.metadata("mlmetrics-edu")["License-Expression"].split(" AND ")
    assert {*entry["license"]} <= {*licences}
    known = {"message", "title", "abstract", "keywords", "url", "repository-code"}
    assert {"message", "title"} <= entry.keys()
    assert entry.keys() <= known | {"cff-version", "type", "authors", "license"}


def cited():
    """Read how the project is cited."""
    return yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))


def test_the_changelog_is_kept_as_keep_a_changelog_asks():
    first, *released = re.findall(r"^## (.*)", CHANGES, re.MULTILINE)
    assert first == "[Unreleased]"
    entries = [re.fullmatch(r"\[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)", line) for line in released]
    assert all(entries), released
    versions = [Version(entry[1]) for entry in entries]
    assert versions == sorted(versions, reverse=True)
    assert all(datetime.date.fromisoformat(entry[2]) for entry in entries)
    kinds = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert {*re.findall(r"^### (.*)", CHANGES, re.MULTILINE)} <= kinds
    here = Version(mm.__version__)
    assert here.is_devrelease or here in versions, f"write down what is new in {here}"
