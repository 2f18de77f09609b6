"""Converts the rings of the sources to arcs between areas, on a grid of 1e-4 degrees.

The rings of all sources and those drawn by hand form one partition of the plane, cracks between
countries are closed, and the edges between different areas are chained into arcs. In between,
`country_areas.py` determines the area of each face, and `slivers.py` removes small pieces.
"""

import collections
import math

from country_facts import (
    ENCLAVES, ISLAND, ISLANDS, ISLET, ISLETS, TERRITORIAL, WATERS_AROUND)
from natural_earth import part_of
from planar import Groups, Partition, chains, clean_ring, edge
from reach import near_land

UNITS = 10_000  # grid units per degree
SEAM = 180 * UNITS
POLE = 90 * UNITS
# Points on the two sides of the antimeridian that are this close are the same point.
SEAM_TOLERANCE = 20
# The layers besides 0 and 1, the two views of Natural Earth: rings drawn by hand, the borders of
# country-coder, claims of states, the extent of waters, and places where the border is moved.
MENDED, BORDERS, CLAIMED, REACH, MOVED = 2, 3, 4, 5, 6
# Land that no country has and that is smaller than this, in square degrees, is a crack between
# two countries; the one larger hole is the Caspian Sea.
CRACK = 0.01


def quantized(point):
    """Converts a point in degrees to grid units."""
    return (round(point[0] * UNITS), round(point[1] * UNITS))


def seam_moves(layers, report):
    """The moves of points on one side of the antimeridian that make both sides equal.

    The source cuts land at 180 degrees, and the two halves differ by some meters at the cut.
    """
    sides = {-SEAM: set(), SEAM: set()}
    for features in layers:
        for _, rings in features:
            for ring in rings:
                for x, y in map(quantized, ring):
                    if abs(x) == SEAM:
                        sides[x].add(y)
    moves = {}
    for y in sorted(sides[-SEAM]):
        near = min(sides[SEAM], key=lambda other: (abs(other - y), other))
        if y != near and abs(y - near) <= SEAM_TOLERANCE:
            middle = (y + near) // 2
            moves[(-SEAM, y)] = (-SEAM, middle)
            moves[(SEAM, near)] = (SEAM, middle)
    report.append(f"{len(moves)} points on the antimeridian moved to their counterparts")
    return moves


def disc(latitude, longitude, size, corners=16):
    """A regular polygon of a given area in square kilometers."""
    radius = math.sqrt(size / (corners / 2 * math.sin(2 * math.pi / corners)))
    north = radius / 111.195  # kilometers per degree of the mean sphere
    east = north / math.cos(math.radians(latitude))
    turns = [2 * math.pi * i / corners for i in range(corners)]
    return [quantized((longitude + east * math.cos(t), latitude + north * math.sin(t)))
            for t in turns]


def partition(layers, borders, claims, moved, report):
    """The partition of the plane by all sources.

    `layers` are the features of Natural Earth's two views; `borders`, `claims` and `moved` are
    rings on the grid, each with its code, name or number.
    """
    moves = seam_moves(layers, report)
    edges = {}

    def add(label, points):
        for a, b in zip(points, points[1:] + points[:1]):
            edges.setdefault(edge(a, b), collections.Counter())[label] += 1

    land = []
    for layer, features in enumerate(layers):
        for values, rings in features:
            for ring in rings:
                points = [quantized(p) for p in ring]
                land.append(clean_ring([moves.get(p, p) for p in points]))
                add((layer, part_of(values["ADM0_A3"], ring)), land[-1])
    for code, latitude, longitude, size in ENCLAVES.values():
        add((MENDED, code), disc(latitude, longitude, size))
    for size, islands in ((ISLAND, ISLANDS), (ISLET, ISLETS)):
        for code, _, latitude, longitude in islands:
            land.append(disc(latitude, longitude, size, corners=8))
            add((MENDED, code), land[-1])
    for code, _, latitude, longitude in WATERS_AROUND:
        add((BORDERS, code), disc(latitude, longitude, TERRITORIAL))
    for rectangle in near_land(land, SEAM, POLE):
        add((REACH, ""), rectangle)
    for layer, named in ((BORDERS, borders), (CLAIMED, claims), (MOVED, moved)):
        for name, ring in named:
            add((layer, name), clean_ring(ring))
    report.append(f"{len(ENCLAVES)} enclaves and {len(ISLANDS) + len(ISLETS)} islands drawn as polygons")
    report.append(f"{len(edges):,} edges")
    made = Partition(edges)
    report.append(f"{made.splits} edges split where others met them, in {made.rounds} rounds; "
                  f"{len(made.face_areas):,} faces")
    return made


def mend_cracks(made, report):
    """Gives each crack between countries to the neighbor with the longest common border.

    A crack is a hole in Natural Earth's land, even if other lines cross it. Returns the
    label of every face.
    """
    labels = dict(made.labels)

    def land(face):
        return frozenset(label for label in made.labels[face] if label[0] < BORDERS)

    holes = Groups(made.face_areas)
    borders = collections.defaultdict(collections.Counter)
    for left, right, length in made.borders():
        if not land(left) and not land(right):
            holes.join(left, right)
    for left, right, length in made.borders():
        for face, other in ((left, right), (right, left)):
            if not land(face) and land(other):
                borders[holes.find(face)][land(other)] += length
    for hole, faces in sorted(holes.members().items()):
        size = sum(made.face_areas[face] for face in faces) / 2 / UNITS**2
        if 0 in faces or not borders[hole] or size >= CRACK:
            continue
        heir = min(borders[hole], key=lambda label: (-borders[hole][label], sorted(label)))
        for face in faces:
            labels[face] = made.labels[face] | heir
        x, y = made.loops[hole - 1][0]
        report.append(f"crack of {size:.9f} square degrees near "
                      f"{y / UNITS}, {x / UNITS} goes to {sorted(heir)}")
    return labels


def draw_arcs(made, area_of, report):
    """The arcs between areas, without the cuts of the source along 180 degrees and the pole."""
    borders = {}
    for a, b in made.parity:
        left = area_of[made.face_left_of(a, b)]
        right = area_of[made.face_left_of(b, a)]
        cut = a[0] == b[0] and abs(a[0]) == SEAM or a[1] == b[1] == -POLE
        if left != right and not cut:
            borders[(a, b)] = (left, right)
    arcs = [(straightened(points), left, right) for points, left, right in chains(borders)]
    arcs.sort(key=lambda arc: (min(arc[0]), arc[0]))
    before, after = len(borders) + len(arcs), sum(len(points) for points, _, _ in arcs)
    report.append(f"{len(arcs):,} arcs with {after:,} vertices, {before - after:,} on a straight "
                  "line between their neighbors left out")
    return arcs


def check_seam(arcs):
    """Fails unless lines that end on one side of the antimeridian continue on the other."""
    ends = collections.Counter()
    for points, left, right in arcs:
        assert all(abs(x) <= SEAM and abs(y) <= POLE for x, y in points)
        for (x, y), areas in ((points[0], (left, right)), (points[-1], (right, left))):
            if abs(x) == SEAM:
                # Leaving to the west of 180 or arriving from the east is the same direction.
                ends[(y, areas if x > 0 else areas[::-1])] += 1 if x > 0 else -1
        assert all(abs(x) < SEAM for x, _ in points[1:-1])
    assert not any(ends.values()), ends


def straightened(points):
    """An arc without the vertices that are exactly on the line between their neighbors."""
    kept = points[:1]
    for p, q in zip(points[1:-1], points[2:]):
        a = kept[-1]
        u, v = (p[0] - a[0], p[1] - a[1]), (q[0] - p[0], q[1] - p[1])
        if u[0] * v[1] != u[1] * v[0] or u[0] * v[0] + u[1] * v[1] < 0:
            kept.append(p)
    return kept + points[-1:]
