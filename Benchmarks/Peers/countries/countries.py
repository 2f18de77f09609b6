"""The part of compare.py that measures countries, with the same boundaries and points for all.

cairn-bench writes its embedded boundaries, the points and its answers. The drivers build an index
of the same boundaries and look up the same points. Every answer is compared.
"""

import array
import math
import pathlib
import shutil
import sys

import compare
import paired

HERE = pathlib.Path(__file__).resolve().parent
# By name: source, Debian packages, libraries.
PEERS = {
    "S2": ("s2.cpp", ["libs2-dev"], ["-ls2"]),
    "GEOS": ("geos.cpp", ["libgeos-dev"], ["-lgeos_c"]),
}
PACKAGES = [name for _, names, _ in PEERS.values() for name in names]
LOOK_UPS = "country, "
# Tolerance of distances in meters: S2's edges are subdivided until they are within it.
TOLERANCE = 1


def answers(folder, operation):
    """The countries and distances (in meters) of the answers, or None."""
    path = folder / (operation.replace(" ", "-") + ".f64")
    if not path.exists():
        return None
    values = array.array("d")
    values.frombytes(path.read_bytes())
    if sys.byteorder == "big":
        values.byteswap()
    return values[0::2], values[1::2]


def look_up_differences(mine, theirs):
    """Describes how a peer's countries differ from Cairn's; None if they are equal.

    The distances in Cairn's answers are those to the nearest border.
    """
    gaps = [
        gap for country, other, gap in zip(mine[0], theirs[0], mine[1]) if country != other]
    if not gaps:
        return None
    where = "over a kilometer" if math.isinf(max(gaps)) else f"at most {max(gaps):.2g} m"
    return f"another country for {len(gaps):,} of {len(theirs[0]):,} points, {where} from a border"


def distance_differences(mine, theirs):
    """Describes how a peer's nearest countries differ from Cairn's; None if they are equal."""
    others = once = 0
    most = 0.0
    for country, distance, other, other_distance in zip(*mine, *theirs):
        if math.isinf(distance) != math.isinf(other_distance):
            once += 1
            continue
        gap = 0 if distance == other_distance else abs(distance - other_distance)
        most = max(most, gap)
        others += country != other
    if not (others or once or most > TOLERANCE):
        return None
    return (
        f"another country at the same distance for {others:,} of {len(theirs[0]):,} points; only one "
        f"of the two finds a country for {once:,}; distances differ by at most {most:.2g} m")


def agreement(folders, operations):
    """Compares each peer's answers with Cairn's, point by point, in lines of Markdown."""
    lines = []
    compared = dict.fromkeys(PEERS, 0)
    for operation in operations:
        mine = answers(folders["Cairn"], operation)
        compare_answers = (
            look_up_differences if operation.startswith(LOOK_UPS) else distance_differences)
        for peer in PEERS:
            theirs = answers(folders[peer], operation)
            if not mine or not theirs:
                continue
            compared[peer] += len(theirs[0])
            found = compare_answers(mine, theirs)
            if found:
                lines.append(f"- {peer} on {operation}: {found}\n")
    counted = ", ".join(f"{peer} {count:,}" for peer, count in compared.items())
    agreed = "others agree" if lines else "agree"
    if lines:
        lines.append("\n")
    return (
        f"Answers compared with Cairn's, point by point: {counted}.\n\n{''.join(lines)}"
        f"All {agreed}: the same countries, and distances within {TOLERANCE} m.\n")


def part(work, bench, options):
    """Runs Cairn and the peers in turn, and prints the table."""
    folders = {}
    for name in (paired.CAIRN, *PEERS):
        folders[name] = work / "countries" / name
        shutil.rmtree(folders[name], ignore_errors=True)
        folders[name].mkdir(parents=True)

    programs = {paired.CAIRN: lambda: compare.lines_of(options, [
        bench, "countries", "--count", 1, "--queries", options.queries, "--seed", options.seed,
        "--repetitions", compare.WITHIN_A_ROUND, "--format", "jsonl", "--answers",
        folders["Cairn"]])}
    for name, (source, _, libraries) in PEERS.items():
        binary = compare.compile_driver("g++", HERE / source, ["-O3", "-march=native"], libraries)
        programs[name] = lambda name=name, binary=binary: compare.lines_of(options, [
            binary, folders["Cairn"], folders[name], compare.WITHIN_A_ROUND, options.budget / 4])
    runs = paired.rounds(options, programs)
    times = paired.times(options, runs[paired.CAIRN])
    notes = {
        line["figure"]: line["value"] for line in runs[paired.CAIRN][0][0] if "figure" in line}
    peers = {name: paired.times(options, runs[name]) for name in PEERS}
    said = {
        name: {key: value for line in runs[name][0][0] for key, value in line.items()}
        for name in PEERS}

    print(f"### Countries: {100 * options.queries:,} points of each kind\n")
    print(paired.table(times, peers))
    print("The points are anywhere, around cities, or within a kilometer of a border; the rows about "
          "the nearest country use points of the first two kinds that are in no country. S2 gets "
          "the points as S2 points, GEOS and Cairn as degrees. GEOS has no distance on the sphere; "
          "it gets finished polygons and prepares lookups only, while Cairn prepares lookups and "
          "distances from the embedded text. Edges of S2 are great circles, so its boundaries are "
          "subdivided until they are within a meter of straight lines in degrees "
          f"({said['S2'].get('vertices', 0):,} vertices, those of borders twice).\n")
    print(agreement(folders, times))
    held = "".join(
        f", {name} {values['megabytes']:.1f}" for name, values in said.items()
        if "megabytes" in values)
    print(f"Memory, MB: Cairn {notes.get('memory after it', math.nan):.1f} resident for lookups, "
          f"{notes.get('memory with distances', math.nan):.1f} with distances{held} on the heap. "
          "Cairn's first answer in a process took "
          f"{notes.get('first answer, once', math.nan):.0f} ms.\n")
