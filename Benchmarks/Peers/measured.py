"""Measures the time and memory of a program, in the same way for Cairn's command and its peers."""

import os
import subprocess
import time


def timed(command):
    """Wall-clock seconds, processor seconds and peak memory in MB of a command; None if it fails.

    Its output is discarded.
    """
    start = time.perf_counter()
    process = subprocess.Popen(
        [str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        return None
    return seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024
