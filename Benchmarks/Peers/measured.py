"""What a program takes: the same measure for Cairn's command and for its peers."""

import os
import subprocess
import time


def timed(command):
    """Seconds by the clock and of the processor, and the most megabytes held; None if it fails.

    What is written is passed over.
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
