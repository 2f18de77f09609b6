"""Times a file reader, in the same way for all peers."""

import json
import resource
import time


def measure(read, total, repetitions):
    """Reads several times and prints the seconds, places, checksum and memory of the process."""
    times = []
    found = None
    for _ in range(repetitions):
        found = None
        start = time.perf_counter()
        found = read()
        times.append(time.perf_counter() - start)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000
    count, checksum = total(found)
    times.sort()
    print(json.dumps({"seconds": times[len(times) // 2], "least": times[0], "count": count,
                      "sum": checksum, "memory": memory}))
