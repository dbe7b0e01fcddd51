"""Kernels for nbval that are given time, and are silent about progress: a plugin of pytest."""

import os

from jupyter_client.provisioning import local_provisioner

from . import forks
from .claims import pytest_collection_modifyitems

__all__ = ["pytest_collection_modifyitems", "pytest_configure", "pytest_itemcollected"]
PATIENCE = 600  # seconds; nbval itself waits five for an output, which a busy machine may need


def pytest_configure(config):
    """Let kernels start slowly, and show no bars, which appear where a machine is slow."""
    config.option.nbval_kernel_startup_timeout = PATIENCE
    os.environ["TQDM_DISABLE"] = "1"
    os.environ["PYDEVD_DISABLE_FILE_VALIDATION"] = "1"
    if forks.POSSIBLE:
        # Before Matplotlib is imported: a kernel of its own would have set it by then.
        os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"
        local_provisioner.launch_kernel = forks.Fork


def pytest_itemcollected(item):
    """Wait longer for the outputs of a cell."""
    if hasattr(item, "output_timeout"):
        item.output_timeout = PATIENCE
