"""scipy's cKDTree over points of the unit sphere, all queries in one call.

Called as `scipy_driver.py SET ANSWERS REPETITIONS BUDGET`, like the other drivers. It has no
sorted radius query and no box query.
"""

import json
import sys
import time

import numpy
from scipy.spatial import cKDTree

RADIUS = 6371008.8


def vectors(degrees):
    phi, lam = numpy.radians(degrees[:, 0]), numpy.radians(degrees[:, 1])
    return numpy.stack(
        [numpy.cos(phi) * numpy.cos(lam), numpy.cos(phi) * numpy.sin(lam), numpy.sin(phi)], axis=1)


def main():
    path, answers, repetitions, budget = (
        sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]))
    with open(path, "rb") as file:
        if file.read(8) != b"CAIRNSET":
            sys.exit(f"{path} is no place set")
        counts = numpy.fromfile(file, "<u8", 2)
        places = vectors(numpy.fromfile(file, "<f8", 2 * int(counts[0])).reshape(-1, 2))
        queries = vectors(numpy.fromfile(file, "<f8", 2 * int(counts[1])).reshape(-1, 2))

    def report(operation, times, calls):
        times = sorted(seconds / calls * 1e9 for seconds in times)
        print(json.dumps({
            "peer": "scipy", "operation": operation, "median_ns": times[len(times) // 2],
            "minimum_ns": times[0], "maximum_ns": times[-1], "calls": calls}), flush=True)

    def measure(operation, ask):
        sample = max(1, len(queries) // 50)
        start = time.perf_counter()
        ask(queries[:sample])
        estimate = (time.perf_counter() - start) / sample * len(queries)
        count = len(queries)
        if estimate > budget:
            count = max(sample, int(count * budget / estimate))
        times = []
        for _ in range(repetitions):
            start = time.perf_counter()
            hits, sums = ask(queries[:count])
            times.append(time.perf_counter() - start)
        report(operation, times, count)
        found = numpy.stack([numpy.asarray(hits, "<f8"), numpy.asarray(sums, "<f8")], axis=1)
        found.tofile(f"{answers}/{operation.replace(' ', '-')}.f64")

    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        tree = cKDTree(places)
        times.append(time.perf_counter() - start)
    report("build", times, 1)

    for km in (1, 10, 100, 1000):
        chord = 2 * numpy.sin(min(km * 1e3 / RADIUS, numpy.pi) / 2)

        def count(centers):
            hits = tree.query_ball_point(centers, chord, return_length=True, workers=1)
            return hits, numpy.zeros(len(centers))

        measure(f"count {km} km", count)

    for k in (1, 10, 100):

        def nearest(centers):
            chords, _ = tree.query(centers, k=[*range(1, k + 1)], workers=1)
            meters = 2 * RADIUS * numpy.arcsin(numpy.minimum(1, chords / 2))
            return numpy.isfinite(chords).sum(axis=1), meters.sum(axis=1)

        measure(f"nearest {k}", nearest)


main()
