"""Derives the bounding box, an interior point and the neighbors of a country from its arcs.

Only land is used, not waters.
"""

import collections

from country_areas import LAND
from country_boundaries import POLE, SEAM, UNITS


def arcs_of(code, areas, arcs):
    """The arcs that bound a country's land in the usual view."""
    own = {i for i, area in enumerate(areas) if area and area[0] == code and area[3] == LAND}
    return [points for points, left, right in arcs if (left in own) != (right in own)]


def bounding_boxes(areas, arcs):
    """South, west, north, east of each country in grid units; west > east across 180 degrees."""
    boxes = {}
    for code in {area[0] for area in areas if area and area[0] and area[3] == LAND}:
        own = arcs_of(code, areas, arcs)
        spans = sorted((min(p[0] for p in points), max(p[0] for p in points)) for points in own)
        ys = [p[1] for points in own for p in points]
        # The box excludes the widest gap between the spans around the Earth.
        gap, west, east, reached = 0, -SEAM, SEAM, spans[0][1]
        for low, high in spans[1:]:
            if low - reached > gap:
                gap, west, east = low - reached, low, reached
            reached = max(reached, high)
        if spans[0][0] + 2 * SEAM - reached >= gap:
            gap, west, east = 1, spans[0][0], reached
        south = -POLE if code == "AQ" else min(ys)
        boxes[code] = (south, west, max(ys), east)
    return boxes


def middle(code, areas, arcs):
    """A point well inside the largest piece of a country: the one farthest from its coast."""
    own = arcs_of(code, areas, arcs)
    largest = max(own, key=lambda points: max(p[0] for p in points) - min(p[0] for p in points))
    xs, ys = [p[0] for p in largest], [p[1] for p in largest]
    edges = [e for points in own for e in zip(points, points[1:])]
    best = (0, 0, 0)
    for i in range(1, 30):
        for j in range(1, 30):
            x = min(xs) + (max(xs) - min(xs)) * i / 30
            y = min(ys) + (max(ys) - min(ys)) * j / 30
            inside = False
            for a, b in edges:
                if (a[1] > y) != (b[1] > y):
                    inside ^= x < a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1])
            if inside:
                away = min((x - a[0]) ** 2 + (y - a[1]) ** 2 for a, _ in edges)
                best = max(best, (away, y, x))
    return best[1] / UNITS, best[2] / UNITS


def countries_beside(areas, arcs):
    """The land neighbors of each country in the usual view."""
    beside = collections.defaultdict(set)
    for points, left, right in arcs:
        a, b = (area and area[3] == LAND and area[0] for area in (areas[left], areas[right]))
        if a and b and a != b:
            beside[a].add(b)
            beside[b].add(a)
    return beside


def compare_neighbors(found, countries, report):
    """Reports differences from the neighbors of GeoNames."""
    for country in countries:
        known = set(country["known"].split(",")) - {"", "AN", "CS"}
        ours = found[country["code"]]
        if known != ours:
            report.append(f"neighbors of {country['code']}: only by border {sorted(ours - known)}"
                          f", only in GeoNames {sorted(known - ours)}")
