"""What stands in a folder, to tell that nothing in it has changed."""

import os
import stat


def snapshot(folder):
    """Tell of each file below a folder its bytes (or where it leads) and its mode."""
    return {
        path.relative_to(folder).as_posix(): (_content(path), stat.S_IMODE(path.lstat().st_mode))
        for path in sorted(folder.rglob("*"))
    }


def _content(path):
    if path.is_symlink():
        return os.readlink(path)
    return path.read_bytes() if path.is_file() else None
