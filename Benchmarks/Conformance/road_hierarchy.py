#!/usr/bin/env python3
"""Compares times through the hierarchy with those of a plain search, to the millisecond.

    Benchmarks/Conformance/road_hierarchy.py CAIRN FILE PROFILE LON,LAT

`cairn roads matrix` searches a contraction hierarchy if the matrix is large, and `cairn roads reach`
is Dijkstra's algorithm on the roads. The pairs are 100 starts by 1,000 ends, junctions that are
reached from LON,LAT.
"""

import json
import random
import subprocess
import sys


def ask(cairn, command, file, profile, requests):
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    run = subprocess.run([cairn, "roads", command, file, "--by", profile, "--format", "ndjson"],
                         input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def times(answer):
    """The times of the reached junctions by position; the least, if several are at one position."""
    least = {}
    for lon, lat, seconds in answer["points"]:
        least[lon, lat] = min(least.get((lon, lat), float("inf")), seconds)
    return least


def main():
    cairn, file, profile, center = sys.argv[1:]
    center = [float(number) for number in center.split(",")]
    generator = random.Random(17)
    first = ask(cairn, "reach", file, profile, [{"id": 0, "points": [center], "seconds": 1e6}])[0]
    junctions = sorted(times(first))
    starts, ends = (generator.choices(junctions, k=count) for count in (100, 1000))
    rows = ask(cairn, "matrix", file, profile, [{"id": 0, "sources": starts, "targets": ends}])
    reached = ask(cairn, "reach", file, profile,
                  [{"id": i, "points": [start], "seconds": 1e6} for i, start in enumerate(starts)])
    count = equal = 0
    for row, answer in zip(rows[0]["durations_s"], reached):
        known = times(answer)
        for end, cell in zip(ends, row):
            if end in known:
                count += 1
                equal += cell == known[end]
    print(f"{file} {profile}: {equal} of {count} times are equal")
    sys.exit(equal != count)


if __name__ == "__main__":
    main()
