"""The part of compare.py that measures shapes, with the same polygons and queries for all.

cairn-bench makes polygons around places and writes their vertices. The drivers build an index of
the same polygons. Every answer is compared.
"""

import pathlib
import shutil

import compare
import paired

HERE = pathlib.Path(__file__).resolve().parent
# By name: source, Debian packages, libraries.
PEERS = {
    "S2": ("s2.cpp", ["libs2-dev"], ["-ls2"]),
    "GEOS": ("geos.cpp", ["libgeos-dev"], ["-lgeos_c"]),
}
PACKAGES = [name for _, names, _ in PEERS.values() for name in names]
COUNT = 100_000


def part(work, bench, options):
    """Runs Cairn and the peers in turn, and prints the table."""
    set_file = work / "shapes.set"
    compare.generate(bench, options, COUNT, options.queries, set_file)
    folders = {}
    for name in (paired.CAIRN, *PEERS):
        folders[name] = work / "shapes" / name
        shutil.rmtree(folders[name], ignore_errors=True)
        folders[name].mkdir(parents=True)

    programs = {paired.CAIRN: lambda: compare.lines_of(options, [
        bench, "shapes", "--places", set_file, "--repetitions", compare.WITHIN_A_ROUND, "--format",
        "jsonl", "--answers", folders["Cairn"]])}
    for name, (source, _, libraries) in PEERS.items():
        binary = compare.compile_driver("g++", HERE / source, ["-O3", "-march=native"], libraries)
        programs[name] = lambda name=name, binary=binary: compare.lines_of(options, [
            binary, set_file, folders[name], compare.WITHIN_A_ROUND, options.budget,
            folders["Cairn"] / "polygons.f64"])
    runs = paired.rounds(options, programs)
    times = paired.times(options, runs[paired.CAIRN])
    peers = {name: paired.times(options, runs[name]) for name in PEERS}
    text, _ = compare.agreement(folders, times)

    print(f"### Shapes: 2,000 polygons of 50 corners, {options.queries:,} queries\n")
    print(paired.table(times, peers))
    print("The polygons are one to ten kilometers in size and around cities; half of the queries are "
          "near places. S2 gets the queries as S2 points, GEOS and Cairn as degrees. GEOS has no "
          "distance on the sphere, and its edges are straight in degrees.\n")
    print(text)
