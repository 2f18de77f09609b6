#!/usr/bin/env python3
"""Compares travel times with those of OSRM on the pairs of `road_times.py`.

    Benchmarks/Conformance/road_osrm.py OSRM_BASE PAIRS.npz TOLERANCE [SECONDS]

OSRM_BASE is a data set that `osrm-customize` has written (PyPI `osrm-bindings`, Python 3.12 or
later). PAIRS.npz is a file of `road_times.py`. A time is near if it differs by at most TOLERANCE (a fraction, such as 0.015) of it,
plus SECONDS (0).
"""

import sys

import numpy
import osrm


def main():
    base, path, tolerance = sys.argv[1], sys.argv[2], float(sys.argv[3])
    seconds = float(sys.argv[4]) if len(sys.argv) > 4 else 0
    data = numpy.load(path)
    places, times = data["ll"].round(7), data["ms"] / 1000
    ends = int(data["ends"])
    starts = places[::ends, :2]
    engine = osrm.OSRM(storage_config=base, algorithm="MLD", use_shared_memory=False)
    found = []
    for start in starts:
        points = [tuple(start[::-1])] + [tuple(end[::-1]) for end in places[:ends, 2:]]
        answer = engine.Table(osrm.TableParameters(
            coordinates=points, sources=[0], destinations=list(range(1, ends + 1))))
        found += [numpy.nan if t is None else t for t in answer["durations"][0]]
    found = numpy.array(found, float)
    used = numpy.isfinite(found) & (times > 0)
    near = numpy.abs(found - times)[used] <= tolerance * times[used] + seconds
    print(f"{base} {path}: {near.sum()} of {used.sum()} ({100 * near.mean():.2f} %) are near, "
          f"median ratio {numpy.median(times[used] / numpy.maximum(found[used], 0.1)):.3f}")


if __name__ == "__main__":
    main()
