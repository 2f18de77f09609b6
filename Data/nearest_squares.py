"""Squares of the map, each with the label of the nearest point: a coarse Voronoi diagram.

Areas that Natural Earth does not cover (waters, the strip between its borders and ours) go to the
nearest region of the country, and areas between cities of two time zones to the zone of the
nearest city. Lines of equal distance are drawn along squares, which are finer near the points.
"""

import bisect
import collections
import math

from country_boundaries import SEAM, UNITS
from planar import edge
from reach import SIDE

# The sides of squares in grid units, each a divisor of the previous one: 28 km to 1.4 km.
SIDES = (SIDE, 1_250, 625, 125)
# A square whose corners differ is divided if its side is greater than this fraction of the distance to
# the nearest point.
SHARE = 1 / 8
# The sides of the buckets for searching points; few points use larger ones.
BUCKET, LARGE_BUCKET = 625, 10_000


class NearestLabel:
    """Finds the label of the nearest of many points; longitudes are scaled by the latitude."""

    def __init__(self, labeled, bucket=BUCKET):
        self.bucket, self.columns = bucket, 2 * SEAM // bucket
        self.buckets = collections.defaultdict(list)
        for (x, y), label in sorted(labeled):
            self.buckets[((x + SEAM) // bucket % self.columns, y // bucket)].append((x, y, label))
        self.labels = {key: {p[2] for p in points} for key, points in self.buckets.items()}

    def around(self, x, y, side):
        """A search among the points that may be nearest to some place in a square."""
        scale = max(math.cos(math.radians((abs(y + side / 2) + side / 2) / UNITS)), 0.02)
        column, row = (x + SEAM) // self.bucket, y // self.bucket
        width = -(-side // self.bucket)
        seen, reach, most = [], 0, None
        while most is None or reach <= most:
            # The buckets within `reach` of the square, on a map on which they are square.
            low, high = row - reach, row + width - 1 + reach
            beside = min(math.ceil(reach / scale), self.columns // 2)
            inner = min(math.ceil((reach - 1) / scale), self.columns // 2) if reach else -1
            for other in range(low, high + 1):
                full = other in (low, high) or not reach
                for at in range(column - beside, column + width + beside):
                    if not full and column - inner <= at < column + width + inner:
                        continue
                    key = (at % self.columns, other)
                    if key in self.buckets:
                        seen.append(key)
                        if most is None:
                            most = reach + 2 * width + 2
            reach += 1
            if reach > self.columns:
                break
        labels = set().union(*(self.labels[key] for key in seen))
        points = []
        if len(labels) > 1 and self.bucket != SIDE:
            points = within_reach(
                [p for key in set(seen) for p in self.buckets[key]], x, y, side, scale)
            labels = {label for _, _, label in points}
        return LocalSearch(points, min(labels) if len(labels) == 1 else None, scale)

    def __call__(self, x, y):
        """The label of the point nearest to a place."""
        return self.around(x, y, 1)(x, y)[1]


def within_reach(points, x, y, side, scale):
    """The points that may be nearest to some place in a square."""
    x, y = x + side / 2, y + side / 2
    away = []
    for px, py, _ in points:
        dx = abs(px - x)
        away.append(math.hypot(min(dx, 2 * SEAM - dx) * scale, py - y))
    most = min(away) + 1.5 * side + 2
    return sorted(p for p, distance in zip(points, away) if distance <= most)


class LocalSearch:
    """A search among few points; `label` is their common label, if they have one."""

    def __init__(self, points, label, scale):
        self.points, self.label, self.scale, self.cache = points, label, scale, {}

    @property
    def is_uniform(self):
        return self.label is not None

    def __call__(self, x, y):
        """(distance in units of latitude, label)"""
        if self.is_uniform:
            return 0, self.label
        found = self.cache.get((x, y))
        if found is None:
            scale, best, label = self.scale * self.scale, math.inf, None
            for px, py, name in self.points:
                dx = abs(px - x)
                if dx > SEAM:
                    dx = 2 * SEAM - dx
                distance = dx * dx * scale + (py - y) * (py - y)
                if distance < best:
                    best, label = distance, name
            found = self.cache[(x, y)] = (math.sqrt(best), label)
        return found


def coarse(nearest):
    """The same points in large buckets, which reveal sooner that there is only one label."""
    return NearestLabel([((x, y), label) for points in nearest.buckets.values()
                         for x, y, label in points], SIDE)


def leaves(squares, nearest):
    """The squares (x, y, side, label) into which the largest squares (row, column) are divided.

    Those at the antimeridian are mirrored, so that lines continue on the other side.
    """
    found, sooner = [], coarse(nearest) if nearest.bucket < SIDE else nearest
    for row, column in sorted(squares):
        start = (column * SIDE - SEAM, row * SIDE)
        local = sooner.around(*start, SIDE)
        if not local.is_uniform and sooner is not nearest:
            local = nearest.around(*start, SIDE)
        if local.is_uniform:
            found.append((*start, SIDE, local.label))
            continue
        waiting = [(*start, 0)]
        while waiting:
            x, y, level = waiting.pop()
            side = SIDES[level]
            middle = local(x + side // 2, y + side // 2)
            corners = {local(x + i * side, y + j * side)[1] for i in (0, 1) for j in (0, 1)}
            # At most once around the Earth: the seam is at the same place on both sides.
            at_seam = x == -SEAM or x + side == SEAM
            if at_seam:
                corners.add(local(SEAM, y + side // 2)[1])
            if (corners == {middle[1]} or level + 1 == len(SIDES)
                    or side <= middle[0] * SHARE and not at_seam):
                label = local(SEAM, y + side // 2)[1] if at_seam else middle[1]
                found.append((x, y, side, label))
                continue
            smaller = SIDES[level + 1]
            for i in range(0, side, smaller):
                for j in range(0, side, smaller):
                    waiting.append((x + i, y + j, level + 1))
    return found


def outlines(found, make_label):
    """The edges between squares of different labels: {edge: {labels at its sides}}."""
    along_x, along_y = collections.defaultdict(set), collections.defaultdict(set)
    for x, y, side, _ in found:
        for cx in (x, x + side):
            for cy in (y, y + side):
                along_x[cy].add(cx)
                along_y[cx].add(cy)
    sorted_x = {y: sorted(xs) for y, xs in along_x.items()}
    sorted_y = {x: sorted(ys) for x, ys in along_y.items()}
    odd = collections.defaultdict(set)

    def add(line, low, high, label, point):
        places = line[bisect.bisect_left(line, low):bisect.bisect_right(line, high)]
        for a, b in zip(places, places[1:]):
            odd[(point(a), point(b))] ^= {label}

    for x, y, side, label in found:
        for cx in (x, x + side):
            add(sorted_y[cx], y, y + side, label, lambda v, cx=cx: (cx, v))
        for cy in (y, y + side):
            add(sorted_x[cy], x, x + side, label, lambda v, cy=cy: (v, cy))
    return joined({e: frozenset(map(make_label, labels)) for e, labels in odd.items() if labels})


def joined(edges):
    """Merges collinear edges with the same labels."""
    result, lines = {}, collections.defaultdict(list)
    for (a, b), labels in edges.items():
        axis = 0 if a[0] == b[0] else 1
        lines[(axis, a[axis])].append((a, b, labels))
    for line in lines.values():
        line.sort(key=lambda e: e[:2])
        start, end, labels = line[0]
        for a, b, other in line[1:] + [(None, None, None)]:
            if a == end and other == labels:
                end = b
                continue
            result[edge(start, end)] = labels
            start, end, labels = a, b, other
    return result
