"""Kernels forked from one process that has imported what lessons import, where a system can fork.

A lesson still starts with nothing that another one ran; only the seconds of imports are shared.
"""

import multiprocessing
import os
import sys
import time

IMPORTED = [
    "ipykernel.debugger",
    "ipykernel.ipkernel",
    "matplotlib.pyplot",
    "pandas",
    "scipy.stats",
]
LAUNCHERS = ["ipykernel.kernelapp", "matplotlib.backends.backend_agg", "IPython.core.pylabtools"]
POSSIBLE = "forkserver" in multiprocessing.get_all_start_methods()


class Fork:
    """A kernel's process, with what jupyter_client asks of a `subprocess.Popen`."""

    stdin = stdout = stderr = None

    def __init__(self, command, cwd, env, **_):
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload([__name__, *IMPORTED])
        self._process = context.Process(target=_be_kernel, args=(command, cwd, env))
        self._process.start()
        self.pid = self._process.pid
        while os.getpgid(self.pid) != self.pid:  # or who stops its group would stop ours
            time.sleep(0.001)

    def poll(self):
        return self._process.exitcode

    def wait(self):
        self._process.join()
        return self.poll()

    def send_signal(self, number):
        os.kill(self.pid, number)


def _be_kernel(command, cwd, env):
    """Run as a kernel: what stands after `-m ipykernel_launcher` are its arguments."""
    os.setsid()
    from ipykernel.kernelapp import launch_new_instance

    silent = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(silent, stream)
    os.chdir(cwd)
    os.environ |= env
    sys.argv = command[command.index("-m") + 1 :]
    launch_new_instance()
