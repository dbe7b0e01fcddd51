"""The addresses of the project, made from the one setting that names its repository."""

import re
from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface

PLACES = {
    "Source": "",
    "Issues": "/issues",
    "Changelog": "/blob/main/CHANGELOG.md",
    "Lessons": "/tree/main/notebooks",
}
RELATIVE = re.compile(r"(?P<picture>!?)\[(?P<text>[^]]*)\]\((?!https?:)(?P<place>[^)]+)\)")


class Addresses(MetadataHookInterface):
    """Write `[project.urls]`, and a README that can be read anywhere, when a package is built."""

    def update(self, metadata: dict) -> None:
        """Add an address of each kind, once there is a repository."""
        repository = self.config["repository"]
        readme = Path(self.root, "README.md").read_text(encoding="utf-8")
        text = readable_anywhere(readme, repository, metadata["version"])
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        if repository:
            base = f"https://github.com/{repository}"
            metadata["urls"] = {name: base + place for name, place in PLACES.items()}


def readable_anywhere(readme: str, repository: str, version: str) -> str:
    """Lead relative links and pictures to GitHub; without a repository, keep their words alone."""
    # A page on PyPI stays as it is, so it leads to what was released with it.
    tag = "main" if "dev" in version else f"v{version}"

    def replaced(link: re.Match) -> str:
        mark, text, place = link.groups()
        if not repository:
            return "" if mark else text
        if mark:
            base = f"https://raw.githubusercontent.com/{repository}/{tag}"
        else:
            kind = "tree" if place.endswith("/") else "blob"
            base = f"https://github.com/{repository}/{kind}/{tag}"
        return f"{mark}[{text}]({base}/{place})"

    return RELATIVE.sub(replaced, readme)
