"""Measuring: CPU seconds, best of several, and a peak of memory."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable


def cpu_seconds(work: Callable[[], object], repeats: int = 5) -> float:
    """Least CPU time of several runs in this process."""
    best = float("inf")
    for _ in range(repeats):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def cpu_and_wall_seconds(work: Callable[[], object], repeats: int = 3) -> tuple[float, float]:
    """Least CPU time and least wall time of several runs in this process."""
    walls = []

    def timed() -> None:
        start = time.perf_counter()
        work()
        walls.append(time.perf_counter() - start)

    return cpu_seconds(timed, repeats), min(walls)


def command_seconds(arguments: list[str], repeats: int = 7) -> float:
    """Least CPU time (user + system) of several runs of a command of this Python."""
    best = float("inf")
    for _ in range(repeats):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def measured_command(arguments: list[str]) -> tuple[float, float]:
    """Wall seconds and peak memory in MB of one run of a command of this Python."""
    script = (
        "import resource,subprocess,sys,time;s=time.perf_counter();"
        "subprocess.run([sys.executable,*sys.argv[1:]],check=True,stdout=subprocess.DEVNULL);"
        "print(time.perf_counter()-s,resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss/1024)"
    )
    out = subprocess.run([sys.executable, "-c", script, *arguments], check=True, capture_output=True, text=True).stdout
    seconds, megabytes = out.split()
    return float(seconds), float(megabytes)
