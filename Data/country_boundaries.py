"""From the rings of the sources to arcs between areas, on a grid of 1e-4 degrees.

The rings of all sources and what is drawn by hand make one partition of the plane, cracks between
countries are mended, and the edges between different areas are chained into arcs. What a face
belongs to, `country_areas.py` says in between.
"""

import collections
import math

from country_facts import ENCLAVES, ISLAND, ISLANDS
from natural_earth import part_of
from planar import Partition, chains, clean_ring, edge

UNITS = 10_000  # of the grid in a degree
SEAM = 180 * UNITS
POLE = 90 * UNITS
# Points of the two sides of the antimeridian that are this close are one point.
SEAM_TOLERANCE = 20
# The layer of what is drawn by hand, beside 0 and 1, the two sources.
MENDED = 2
# Land that no country has and that is smaller than this, in square degrees, is a crack between
# two countries; the one larger hole is the Caspian Sea.
CRACK = 0.01


def quantised(point):
    """A point of the grid from one in degrees."""
    return (round(point[0] * UNITS), round(point[1] * UNITS))


def seam_moves(layers, report):
    """How to move points on one side of the antimeridian so that both sides have the same.

    The source cuts land at 180 degrees and the two halves differ by some metres at the cut.
    """
    sides = {-SEAM: set(), SEAM: set()}
    for features in layers:
        for _, rings in features:
            for ring in rings:
                for x, y in map(quantised, ring):
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
    """A regular polygon of a size in square kilometres."""
    radius = math.sqrt(size / (corners / 2 * math.sin(2 * math.pi / corners)))
    north = radius / 111.195  # kilometres in a degree of the mean sphere
    east = north / math.cos(math.radians(latitude))
    turns = [2 * math.pi * i / corners for i in range(corners)]
    return [quantised((longitude + east * math.cos(t), latitude + north * math.sin(t)))
            for t in turns]


def partition(layers, report):
    """The partition of the plane by the sources, as layers 0 and 1, and what is drawn by hand."""
    moves = seam_moves(layers, report)
    edges = {}
    for layer, features in enumerate(layers):
        for values, rings in features:
            for ring in rings:
                label = (layer, part_of(values["ADM0_A3"], ring))
                points = [quantised(p) for p in ring]
                points = clean_ring([moves.get(p, p) for p in points])
                for a, b in zip(points, points[1:] + points[:1]):
                    edges.setdefault(edge(a, b), collections.Counter())[label] += 1
    drawn = [(code, disc(latitude, longitude, size))
             for code, latitude, longitude, size in ENCLAVES.values()]
    drawn += [(code, disc(latitude, longitude, ISLAND, corners=8))
              for code, _, latitude, longitude in ISLANDS]
    for code, points in drawn:
        for a, b in zip(points, points[1:] + points[:1]):
            edges.setdefault(edge(a, b), collections.Counter())[(MENDED, code)] += 1
    report.append(f"{len(ENCLAVES)} enclaves and {len(ISLANDS)} islands drawn as polygons")
    report.append(f"{len(edges):,} edges")
    made = Partition(edges)
    report.append(f"{made.splits} edges split where others met them, in {made.rounds} rounds; "
                  f"{len(made.face_areas):,} faces")
    return made


def mend_cracks(made, report):
    """Give each crack between countries to the neighbour with the longest common border.

    Returns the label of every face.
    """
    labels = dict(made.labels)
    borders = collections.defaultdict(collections.Counter)
    for a, b in made.parity:
        left, right = made.face_left_of(a, b), made.face_left_of(b, a)
        length = abs(a[0] - b[0]) + abs(a[1] - b[1])
        borders[left][right] += length
        borders[right][left] += length
    for face, area in made.face_areas.items():
        size = area / 2 / UNITS**2
        if face and not labels[face] and size < CRACK:
            heir = min(borders[face], key=lambda f: (-borders[face][f], f))
            labels[face] = made.labels[heir]
            x, y = made.loops[face - 1][0]
            report.append(f"crack of {size:.9f} square degrees near "
                          f"{y / UNITS}, {x / UNITS} goes to {sorted(labels[face])}")
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
                  "line between their neighbours left out")
    return arcs


def straightened(points):
    """An arc without the vertices that lie exactly between their neighbours."""
    kept = points[:1]
    for p, q in zip(points[1:-1], points[2:]):
        a = kept[-1]
        u, v = (p[0] - a[0], p[1] - a[1]), (q[0] - p[0], q[1] - p[1])
        if u[0] * v[1] != u[1] * v[0] or u[0] * v[0] + u[1] * v[1] < 0:
            kept.append(p)
    return kept + points[-1:]
