#!/usr/bin/env python3
"""Derive the embedded lakes and rivers and write them as a Swift string literal.

    python3 Data/build_waters.py            # fetch the pinned package, derive, write
    python3 Data/build_waters.py --check    # derive, compare with what is committed

The countries' boundaries are read from the output of `build_countries.py`. The package is
downloaded into .build/water-sources with apt-get, its SHA-256 is checked, and it is read as an
archive. The same input gives the same bytes. Takes a minute. Data/README.md describes the result.
"""

import collections
import math
import sys
import zlib

from arc_encoding import BLOCK, Bits, zigzag
from pinned import fetch
from sea_names import encode_seas
from swift_literals import ROOT, literals, write_or_compare
from water_shapes import lake_on_grid, on_grid, simplified, split_at_ends
from water_sources import PACKAGE, Countries, read_waters, ring_area

DOWNLOADS = ROOT / ".build" / "water-sources"
GENERATED = ROOT / "Sources" / "CairnWaterData" / "Generated"
BUDGET, NAME_BUDGET, SEA_BUDGET = 250_000, 30_000, 20_000

# A line deviates by about a pixel if its country fills a map of 1,000 pixels: this many
# meters for each kilometer of the side of a square as large as the country, within bounds.
SHARE, FINEST, COARSEST = 1.15, 300, 1800
# The grid: thousandths of a degree, doubled while it stays below half of the tolerance.
UNITS = 1000
# Larger lakes are drawn first: the smallest area of each class, in square kilometers.
LAKE_CLASSES = (10_000, 2_500, 600, 150, 40, 10, 0)
# Rivers of the last ranks are kept in countries up to these areas, in square kilometers.
RANK_LIMITS = {8: 2.5e6, 9: 8e5, 10: 8e5}
# The approximate number of vertices in a block of pieces that are decoded together.
BLOCK_SIZE = 400


def tolerance_for(points, countries):
    """The tolerance for a shape in meters, and the area of the smallest country that contains it."""
    found = {countries.code(point) for point in points[::max(1, len(points) // 8)]} - {None}
    size = min((countries.areas[code] for code in found), default=1e6)
    return min(max(SHARE * math.sqrt(size), FINEST), COARSEST), size


def doublings(tolerance):
    """The number of doublings of the grid for a tolerance in meters."""
    return max(0, int(math.log2(tolerance / 2 / (111_195 / UNITS))))


def make_lakes(lakes, countries, names, report):
    """{(class, doublings): pieces}; a piece is a list of closed rings on the grid.

    `names` receives the name of each piece by its first ring.
    """
    found, count, lost = collections.defaultdict(list), 0, 0
    wet, crossing = [], []
    for name, rings in lakes:
        dry = sum(countries.code(point) is not None for point in rings[0][::8])
        if dry * 4 < len(rings[0][::8]):
            wet.append(name or "unnamed")
            continue
        tolerance, _ = tolerance_for(rings[0], countries)
        for grid in range(doublings(tolerance), -1, -1):
            step = 2 ** grid / UNITS
            square = (step * 111.195) ** 2 * math.cos(math.radians(rings[0][0][1]))
            # A shape smaller than two tolerances would not be recognizable.
            pieces = lake_on_grid(rings, tolerance, step, 4 * (tolerance / 1000) ** 2 / square)
            if pieces is not None:
                break
        if pieces is None:
            crossing.append(name or "unnamed")
        if not pieces:
            lost += 1
            continue
        size = ring_area(rings[0])
        rank = next(at for at, least in enumerate(LAKE_CLASSES) if size >= least)
        found[rank, grid].append(pieces)
        names[rank, grid, tuple(pieces[0])] = name
        count += 1
    report.append(f"lakes: {count}, too small {lost - len(crossing)}, in the sea already: "
                  f"{', '.join(wet)}, with shores that cross: {', '.join(crossing) or 'none'}")
    return found


def make_rivers(rivers, countries, names, report):
    """{(rank, doublings): pieces}; a piece is a list of one line on the grid."""
    found, count, lost = collections.defaultdict(list), 0, 0
    for (name, rank, is_middle, line), parts in zip(
            rivers, split_at_ends([line for *_, line in rivers])):
        tolerance, size = tolerance_for(line, countries)
        if size > RANK_LIMITS.get(rank, math.inf):
            lost += 1
            continue
        grid = doublings(tolerance)
        # A centerline in a lake is almost always hidden by the lake.
        tolerance *= 2 if is_middle else 1
        kept = [line[0]]
        for part in parts:
            kept += simplified(part, tolerance)[1:]
        piece = on_grid(kept, 2 ** grid / UNITS)
        if len(piece) > 1:
            found[rank, grid].append([piece])
            # A river has no name in a lake, which has its own name.
            names[rank, grid, tuple(piece)] = "" if is_middle else name
            count += 1
    report.append(f"rivers: {count} lines, left out {lost}")
    return found


def bounds(pieces):
    points = [point for lines in pieces for line in lines for point in line]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


def divided(pieces):
    """The pieces in blocks of neighbors: halved recursively along the longer side."""
    if len(pieces) < 2 or sum(len(line) for lines in pieces for line in lines) <= BLOCK_SIZE:
        return [pieces]
    west, south, east, north = bounds(pieces)
    axis = 0 if east - west > north - south else 1
    order = sorted(pieces, key=lambda p: (bounds([p])[axis] + bounds([p])[axis + 2], p))
    half = len(order) // 2
    return divided(order[:half]) + divided(order[half:])


def encode_block(pieces, is_closed):
    """The bits of a block: each line's head, its first vertex relative to the previous, its steps."""
    bits, at = Bits(), (0, 0)
    bits.put_number(len(pieces))
    for lines in pieces:
        if is_closed:
            bits.put_number(len(lines))
        for points in lines:
            steps = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(points, points[1:])]
            steps = steps[:-1] if is_closed else steps
            bits.put_number(len(steps))
            bits.put_number(zigzag(points[0][0] - at[0]))
            bits.put_number(zigzag(points[0][1] - at[1]))
            at, before, errors = points[0], (0, 0), []
            # A step is predicted to be half of the previous one.
            for step in steps:
                errors.append([zigzag(s - (b + 1 >> 1)) for s, b in zip(step, before)])
                before = step
            for start in range(0, len(errors), BLOCK):
                block = errors[start:start + BLOCK]
                widths = [max(e[axis] for e in block).bit_length() for axis in (0, 1)]
                assert max(widths) < 16
                for width in widths:
                    bits.put(width, 4)
                for error in block:
                    bits.put(error[0], widths[0])
                    bits.put(error[1], widths[1])
    return bits


def encode(kinds, names, report):
    """The text: the number of blocks, the head of each, then their concatenated bits.

    `kinds` has, for lakes and for rivers, {(rank, doublings): pieces}. The second text has a line
    for each block: the names of its shapes, separated by tabs; `=` is the name before.
    """
    heads, bodies, lines_of_names, crc, count = [], [], [], 0, 0
    for kind, found in enumerate(kinds):
        before = sum(body.length for body in bodies)
        for (rank, grid), pieces in sorted(found.items()):
            for block in divided(sorted(pieces)):
                box = [edge * 2 ** grid / UNITS for edge in bounds(block)]
                box = [math.floor(box[0]), math.floor(box[1]), math.ceil(box[2]), math.ceil(box[3])]
                body = encode_block(block, is_closed=kind == 0)
                heads.append((kind, rank, grid, box, body.length))
                bodies.append(body)
                called = [names[kind][rank, grid, tuple(lines[0])] for lines in block]
                lines_of_names.append("\t".join(
                    "=" if at > 0 and name and name == called[at - 1] else name
                    for at, name in enumerate(called)))
                for lines in block:
                    for line in lines:
                        corners = line[:-1] if kind == 0 else line
                        count += len(corners)
                        text = " ".join(f"{x * 2 ** grid},{y * 2 ** grid}" for x, y in corners)
                        crc = zlib.crc32(f"{kind} {rank} {text}\n".encode(), crc)
        report.append(f"{('lakes', 'rivers')[kind]}: "
                      f"{(sum(body.length for body in bodies) - before) // 6:,} characters")
    text = Bits()
    text.put_number(len(heads))
    for kind, rank, grid, (west, south, east, north), length in heads:
        text.put(kind, 1)
        text.put(rank, 4)
        text.put(grid, 3)
        text.put(west + 180, 9)
        text.put(south + 90, 8)
        text.put(east + 180, 9)
        text.put(north + 90, 8)
        text.put_number(length)
    for body in bodies:
        text.append(body)
    report.append(f"blocks: {len(heads)}, vertices: {count:,}")
    report.append(f"shapes with a name: {sum(1 for found in names for name in found.values() if name)}")
    return text.lines(), "\n".join(lines_of_names) + "\n", crc, count


def main():
    report = []
    archive = fetch([PACKAGE], DOWNLOADS)[PACKAGE]
    lakes, rivers = read_waters(archive)
    countries = Countries()
    seas, sea_names = encode_seas(report)
    names = ({}, {})
    text, name_text, crc, count = encode(
        (make_lakes(lakes, countries, names[0], report),
         make_rivers(rivers, countries, names[1], report)), names, report)
    sections = [
        ("names", "The names of the lakes and rivers of each block, a line for each.", name_text),
        ("waters", "Lakes and rivers as bits, six per character.", text),
        ("seaNames", "The rank and the name of each sea, a line for each.", sea_names),
        ("seas", "The runs of the seas in each degree of latitude as bits, six per character.", seas),
    ]
    files = literals(GENERATED, "build_waters.py", "WaterData", "package", sections)
    files[GENERATED / "WaterData+Checksum.swift"] = (
        "// Generated by Data/build_waters.py; do not edit.\n\n"
        "extension WaterData {\n"
        "  /// The number of vertices, with open rings.\n"
        f"  package static var vertexCount: Int {{ {count} }}\n\n"
        "  /// The CRC-32 of the decoded shapes as text, a line for each ring or river:\n"
        "  /// `kind rank x,y x,y …` in thousandths of a degree.\n"
        f"  package static var checksum: UInt32 {{ 0x{crc:08X} }}\n\n"
        "  /// The smallest area of the lakes of each class, in square kilometers.\n"
        "  package static var lakeClasses: [Int] { "
        f"[{', '.join(map(str, LAKE_CLASSES))}] }}\n"
        "}\n")
    size = len(text)
    stale = write_or_compare(files)
    for line in report:
        print(line)
    print(f"waters {size:,} bytes, names {len(name_text.encode()):,} bytes")
    print(f"seas {len(seas):,} bytes, names {len(sea_names.encode()):,} bytes")
    assert len(seas) <= SEA_BUDGET
    assert size <= BUDGET and len(name_text) <= NAME_BUDGET, size
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
