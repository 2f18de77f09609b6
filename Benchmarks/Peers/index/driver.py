"""Shared by the index drivers in Python; does what `driver.hpp` does for those in C++.

A driver is called as `driver.py SET ANSWERS REPETITIONS BUDGET`.
"""

import json
import sys
import time

import numpy


def boxes(centers, side):
    """The boxes of each center, as `boxes_around` in `driver.hpp` makes them.

    Each is west, south, east, north; a box across the antimeridian is two of them.
    """
    made = []
    for latitude, longitude in centers.tolist():
        south, north = max(-90.0, latitude - side / 2), min(90.0, latitude + side / 2)
        west, east = longitude - side / 2, longitude + side / 2
        if west < -180:
            spans = [(west + 360, 180.0), (-180.0, east)]
        elif east > 180:
            spans = [(west, 180.0), (-180.0, east - 360)]
        else:
            spans = [(west, east)]
        made.append([(left, south, right, north) for left, right in spans])
    return made


class Driver:
    """The places and queries of a set in degrees, and the clock."""

    def __init__(self, name):
        self.name = name
        path, self.answers = sys.argv[1:3]
        self.repetitions, self.budget = int(sys.argv[3]), float(sys.argv[4])
        with open(path, "rb") as file:
            if file.read(8) != b"CAIRNSET":
                sys.exit(f"{path} is not a set of places")
            counts = numpy.fromfile(file, "<u8", 2)
            self.places = numpy.fromfile(file, "<f8", 2 * int(counts[0])).reshape(-1, 2)
            self.queries = numpy.fromfile(file, "<f8", 2 * int(counts[1])).reshape(-1, 2)

    def report(self, operation, times, calls):
        times = sorted(seconds / calls * 1e9 for seconds in times)
        print(json.dumps({
            "peer": self.name, "operation": operation, "median_ns": times[len(times) // 2],
            "minimum_ns": times[0], "maximum_ns": times[-1], "calls": calls}), flush=True)

    def build(self, make):
        """Times the build of an index, and returns the last one."""
        times = []
        for _ in range(self.repetitions):
            start = time.perf_counter()
            made = make()
            times.append(time.perf_counter() - start)
        self.report("build", times, 1)
        return made

    def measure(self, operation, queries, ask):
        """Times `ask(queries)`, which returns the hits and the sums of all of them.

        Only the first part of the queries is used if all would take longer than the budget.
        """
        sample = max(1, len(queries) // 50)
        start = time.perf_counter()
        ask(queries[:sample])
        estimate = (time.perf_counter() - start) / sample * len(queries)
        count = len(queries)
        if estimate > self.budget:
            count = max(sample, int(count * self.budget / estimate))
        times = []
        for _ in range(self.repetitions):
            start = time.perf_counter()
            hits, sums = ask(queries[:count])
            times.append(time.perf_counter() - start)
        self.report(operation, times, count)
        found = numpy.stack([numpy.asarray(hits, "<f8"), numpy.asarray(sums, "<f8")], axis=1)
        found.tofile(f"{self.answers}/{operation.replace(' ', '-')}.f64")
