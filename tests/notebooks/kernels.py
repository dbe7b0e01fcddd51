"""Kernels for nbval that wait for no clock and reach for no port: a plugin of pytest.

Kernels that start at once may reach for the same port, and on a busy machine an output may take
longer than the five seconds that nbval waits for it.
"""

import os
import tempfile
from pathlib import Path
from uuid import uuid4

import nbval.kernel

PATIENCE = 600  # seconds until a kernel counts as dead; nothing waits that long for a living one


def pytest_configure(config):
    """Let kernels use files where there are sockets in files, and be silent about progress."""
    config.option.nbval_kernel_startup_timeout = PATIENCE
    os.environ["TQDM_DISABLE"] = "1"  # bars appear where a machine is slow
    if os.name == "posix":
        # In a short path: the name of a socket has about a hundred letters at most.
        folder = tempfile.TemporaryDirectory(prefix="kernels-", dir="/tmp")
        config.add_cleanup(folder.cleanup)
        start = nbval.kernel.KernelManager

        def over_files(**how):
            place = Path(folder.name, f"{uuid4()}.json")
            return start(transport="ipc", connection_file=str(place), **how)

        nbval.kernel.KernelManager = over_files


def pytest_itemcollected(item):
    """Wait for the outputs of a cell as long as for anything else."""
    if hasattr(item, "output_timeout"):
        item.output_timeout = PATIENCE
