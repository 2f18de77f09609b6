"""Simplifies lakes and rivers: fewer vertices, on a coarse grid, without crossings."""

import collections
import math

METERS = 111_195  # meters per degree of latitude


def corner_at_most(line, first, last, tolerance):
    """The corner between two others farthest from the line between them, if beyond the tolerance."""
    (x, y), end = line[first], line[last]
    narrow = math.cos(math.radians(y)) * METERS
    dx, dy = (end[0] - x) * narrow, (end[1] - y) * METERS
    square, worst, best = dx * dx + dy * dy, tolerance * tolerance, None
    for at in range(first + 1, last):
        px, py = (line[at][0] - x) * narrow, (line[at][1] - y) * METERS
        share = min(max((px * dx + py * dy) / square, 0), 1) if square else 0
        off = (px - share * dx) ** 2 + (py - share * dy) ** 2
        if off > worst:
            worst, best = off, at
    return best


def kept_corners(line, tolerance):
    """The numbers of the corners to keep for a tolerance in meters (Douglas and Peucker).

    The first corner of a closed ring and the one farthest from it are always kept.
    """
    cuts = [0, len(line) - 1]
    if line[0] == line[-1]:
        cuts.insert(1, max(range(len(line)), key=lambda at: math.dist(line[0], line[at])))
    kept, open_parts = set(cuts), list(zip(cuts, cuts[1:]))
    while open_parts:
        first, last = open_parts.pop()
        best = corner_at_most(line, first, last, tolerance)
        if best is not None:
            kept.add(best)
            open_parts += [(first, best), (best, last)]
    return kept


def simplified(line, tolerance):
    return [line[at] for at in sorted(kept_corners(line, tolerance))]


def on_grid(line, step):
    """A line in integer steps of a grid, in degrees, without repeated corners."""
    found = []
    for x, y in line:
        point = (round(x / step), round(y / step))
        if not found or found[-1] != point:
            found.append(point)
    return found


def side(a, b, c):
    """Whether `c` is left (1) or right (-1) of the line from `a` to `b`, or on it (0)."""
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (turn > 0) - (turn < 0)


def crossings(rings, cell=16):
    """The edges of closed rings on a grid that cross another: {(ring, edge)}, by their numbers."""
    cells, found = collections.defaultdict(list), set()
    for ring, points in enumerate(rings):
        for edge, (a, b) in enumerate(zip(points, points[1:])):
            for column in range(min(a[0], b[0]) // cell, max(a[0], b[0]) // cell + 1):
                for row in range(min(a[1], b[1]) // cell, max(a[1], b[1]) // cell + 1):
                    for c, d, other in cells[column, row]:
                        if (side(a, b, c) * side(a, b, d) < 0
                                and side(c, d, a) * side(c, d, b) < 0):
                            found |= {(ring, edge), other}
                    cells[column, row].append((a, b, (ring, edge)))
    return found


def without_spikes(ring):
    """A closed ring without spikes."""
    corners = ring[:-1]
    at, steady = 0, 0
    while len(corners) > 2 and steady < len(corners):
        before, after = corners[at - 1], corners[(at + 1) % len(corners)]
        if before == after:
            # The corner and one of its two equal neighbors are removed.
            for gone in sorted({at, (at + 1) % len(corners)}, reverse=True):
                del corners[gone]
            at, steady = (at - 2) % len(corners) if corners else 0, 0
            continue
        at, steady = (at + 1) % len(corners), steady + 1
    return corners + corners[:1] if len(corners) > 2 else []


def signed_area(ring):
    """The area of a closed ring in squares of the grid, positive where it runs to the left."""
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:])) / 2


def area(ring):
    return abs(signed_area(ring))


def directed(rings):
    """Orients rings with the lake at their right, as in shapefiles."""
    return [ring if (signed_area(ring) < 0) == (number == 0) else ring[::-1]
            for number, ring in enumerate(rings)]


def ring_on_grid(ring, kept, step):
    """The corners of a ring that are kept on a grid, with their numbers in the ring."""
    points, numbers = [], []
    for at in sorted(kept):
        point = (round(ring[at][0] / step), round(ring[at][1] / step))
        if not points or points[-1] != point:
            points.append(point)
            numbers.append(at)
    return points, numbers


def lake_on_grid(rings, tolerance, step, least):
    """The rings of a lake on a grid; rings smaller than `least` squares are left out.

    While edges cross, corners between their ends are added again. Empty if the lake
    is too small, `None` if the grid is too coarse for it.
    """
    kept = [kept_corners(ring, tolerance) for ring in rings]
    while True:
        made = [ring_on_grid(ring, corners, step) for ring, corners in zip(rings, kept)]
        if area(made[0][0]) < least:
            return []
        shown = [at for at, (points, _) in enumerate(made) if area(points) >= least]
        bad = crossings([made[at][0] for at in shown])
        if not bad:
            lines = [without_spikes(made[at][0]) for at in shown]
            return directed(lines[:1] + [line for line in lines[1:] if line]) if lines[0] else []
        grown = False
        for ring, edge in bad:
            at = shown[ring]
            first, last = made[at][1][edge:edge + 2]
            best = corner_at_most(rings[at], first, last, 0)
            if best is not None and best not in kept[at]:
                kept[at].add(best)
                grown = True
        if not grown:
            return None


def split_at_ends(lines):
    """Splits each line at corners where other lines end, so that these stay connected."""
    ends = {point for line in lines for point in (line[0], line[-1])}
    for line in lines:
        cuts = [0] + [at for at in range(1, len(line) - 1) if line[at] in ends] + [len(line) - 1]
        yield [line[a:b + 1] for a, b in zip(cuts, cuts[1:])]
