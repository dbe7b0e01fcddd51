"""Time several ways of doing one thing in turn, so that whatever slows the machine slows all."""

import statistics
import time
import tracemalloc
from collections.abc import Callable


def seconds(ways: dict[str, Callable], rounds: int, calls: int = 1) -> dict[str, float]:
    """Give the median time of a call of each way, measured in turn, round after round."""
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            start = time.perf_counter()
            for _ in range(calls):
                way()
            times[name].append((time.perf_counter() - start) / calls)
    return {name: statistics.median(measured) for name, measured in times.items()}


def peak_bytes(way: Callable) -> int:
    """Give the peak of the memory that a call takes on top of what there was."""
    way()
    tracemalloc.start()
    way()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak
