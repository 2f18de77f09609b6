#!/usr/bin/env python3
"""Compares travel times of `cairn roads` with those of an independent program, to the millisecond.

    Benchmarks/Conformance/roads.py CAIRN EXTRACT PROFILE PAIRS.npz

PAIRS.npz has the arrays `ll` (latitude and longitude of start and end) and `ms` (milliseconds, -1
without a route), as written by an oracle that searches the segments of the extract with turn
restrictions. Every route and every cell of a matrix of the first positions must be equal. numpy is
needed.
"""

import json
import os
import subprocess
import sys
import tempfile

import numpy


def ask(cairn, command, file, profile, requests):
    lines = "".join(json.dumps(request) + "\n" for request in requests)
    run = subprocess.run([cairn, "roads", command, file, "--by", profile, "--format", "ndjson"],
                         input=lines, capture_output=True, text=True, check=True)
    return [json.loads(line) for line in run.stdout.splitlines()]


def main():
    cairn, extract, profile, path = sys.argv[1:]
    data = numpy.load(path)
    pairs = [[[row[1], row[0]], [row[3], row[2]]] for row in data["ll"].round(7).tolist()]
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "roads.roads")
        subprocess.run([cairn, "roads", "build", extract, "--out", file], check=True,
                       stdout=subprocess.DEVNULL)
        requests = [{"id": index, "points": pair, "snap": 50} for index, pair in enumerate(pairs)]
        answers = ask(cairn, "route", file, profile, requests)
        found = [round(1000 * a["duration_s"]) if a["found"] else -1 for a in answers]
        wrong = [i for i, (a, b) in enumerate(zip(found, data["ms"].tolist())) if a != b]
        starts, ends = [p[0] for p in pairs[:20]], [p[1] for p in pairs[:20]]
        matrix = ask(cairn, "matrix", file, profile,
                     [{"id": 0, "sources": starts, "targets": ends, "snap": 50}])[0]["durations_s"]
        cells = ask(cairn, "route", file, profile,
                    [{"id": 0, "points": [a, b], "snap": 50} for a in starts for b in ends])
        flat = [cell for row in matrix for cell in row]
        unequal = sum(cell != answer.get("duration_s") for cell, answer in zip(flat, cells))
    print(f"{os.path.basename(extract)} {profile}: {len(pairs) - len(wrong)} of {len(pairs)} times "
          f"are equal; {len(flat) - unequal} of {len(flat)} cells equal their routes")
    for index in wrong[:10]:
        print("  ", pairs[index], "expected", int(data["ms"][index]), "found", found[index])
    sys.exit(bool(wrong or unequal))


if __name__ == "__main__":
    main()
