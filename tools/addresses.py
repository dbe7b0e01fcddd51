"""The addresses of the project, made from the one setting that names its repository."""

from hatchling.metadata.plugin.interface import MetadataHookInterface

PLACES = {
    "Source": "",
    "Issues": "/issues",
    "Changelog": "/blob/main/CHANGELOG.md",
    "Lessons": "/tree/main/notebooks",
}


class Addresses(MetadataHookInterface):
    """Write `[project.urls]` when a package is built."""

    def update(self, metadata: dict) -> None:
        """Add an address of each kind, once there is a repository."""
        if repository := self.config["repository"]:
            base = f"https://github.com/{repository}"
            metadata["urls"] = {name: base + place for name, place in PLACES.items()}
