"""Moves lines between regions around places that are outside their region as drawn.

Natural Earth's lines between regions miss some towns by a kilometer or two, in some countries by
ten. GeoNames has the region of each town and of each postal code. Around such a place that is in
another region of its country, and near its own, land is given to its region wherever no place of
another region is nearer. The same is done around a place on a coast beyond all regions as drawn, if
its own and another region are near.
"""

import collections
import math

from border_places import KM, cell
from country_boundaries import UNITS
from postal_places import NearestPlace

# Beyond this distance from its region, in kilometers, a town is an error or its region drawn
# differently, unless a postal code near it has the same region; and so is a postal code or a
# confirmed town beyond the second distance.
FARTHEST, CONFIRMED_FARTHEST = 3, 10
# The distance beyond the line within which land is given to the town's region, in kilometers.
SURROUNDINGS = 0.7
# The sides of the squares in which lines and places are searched, in grid units.
SQUARE, PLACE_SQUARE = 500, 100
# The length of a grid unit from south to north, in kilometers.
UNIT = KM / UNITS


def segments_by_square(lines):
    """Pieces of the lines, each with the regions at its sides, by nearby squares."""
    found = collections.defaultdict(list)
    for points, beside in lines:
        for a, b in zip(points, points[1:]):
            parts = max(abs(a[0] - b[0]), abs(a[1] - b[1])) // SQUARE + 1
            squares = {((a[0] + (b[0] - a[0]) * i // parts) // SQUARE,
                        (a[1] + (b[1] - a[1]) * i // parts) // SQUARE) for i in range(parts + 1)}
            for square in squares:
                found[square].append((a, b, beside))
    return found


def kilometers(place, a, b):
    """The distance of a place (latitude, longitude) from a segment of the grid."""
    scale = math.cos(math.radians(place[0]))
    ax, ay = (a[0] / UNITS - place[1]) * scale, a[1] / UNITS - place[0]
    dx, dy = (b[0] - a[0]) / UNITS * scale, (b[1] - a[1]) / UNITS
    length = dx * dx + dy * dy
    t = min(1, max(0, -(ax * dx + ay * dy) / length)) if length else 0
    return math.hypot(ax + t * dx, ay + t * dy) * KM


def around(where, side, reach):
    """The squares of a side within a distance in kilometers of a place."""
    x, y = round(where[1] * UNITS) // side, round(where[0] * UNITS) // side
    high = math.ceil(reach / UNIT / side)
    wide = math.ceil(reach / UNIT / side / max(math.cos(math.radians(where[0])), 0.2))
    return [(x + i, y + j) for i in range(-wide, wide + 1) for j in range(-high, high + 1)]


def located(cities, postal, inside, squares):
    """The places near lines: [(place, feature or None, region of the postal code near a town)]."""
    nearest = NearestPlace(postal)
    for number, (place, feature) in enumerate(zip(cities + postal, inside)):
        if any(at in squares for at in around(place["where"], SQUARE, CONFIRMED_FARTHEST)):
            code = nearest(place["where"]) if number < len(cities) else place
            yield place, feature, code and code["country"] == place["country"] and code["region"]


def distances(where, home, country, regions, squares, farthest):
    """The distances in kilometers from a region's line, and from those of others of its country."""
    near = {piece for at in around(where, SQUARE, farthest) for piece in squares.get(at, ())}
    away = other = math.inf
    for a, b, beside in near:
        numbers = {number for number in beside if regions[number]["country"] == country}
        if numbers:
            length = kilometers(where, a, b)
            away = min(away, length if home in numbers else math.inf)
            other = min(other, length if numbers - {home} else math.inf)
    return away, other


def moved_cells(regions, lines, cities, postal, inside, report):
    """The land around places that is given to their region: [(number of the region, ring)].

    A postal code does not move a line into a region without postal codes, whose places would not
    bound the move.
    """
    region_of = {f: n for n, region in enumerate(regions) for f in region["features"]}
    homes, known = collections.defaultdict(list), {(p["country"], p["region"]) for p in postal}
    for number, region in enumerate(regions):
        if region["isNamed"]:
            homes[(region["country"], region["admin"])].append(number)
    squares, grid = segments_by_square(lines), collections.defaultdict(list)
    for place in cities + postal:
        where = place["where"]
        grid[(round(where[1] * UNITS) // PLACE_SQUARE,
              round(where[0] * UNITS) // PLACE_SQUARE)].append(place)
    cells, counts = [], collections.Counter()
    for place, feature, code in located(cities, postal, inside, squares):
        key, where = (place["country"], place["region"]), place["where"]
        home, drawn = homes.get(key, []), region_of.get(feature)
        if (len(home) != 1 or drawn == home[0]
                or drawn is not None and regions[drawn]["country"] != place["country"]):
            continue
        if (drawn is not None and "zone" not in place
                and (place["country"], regions[drawn]["admin"]) not in known):
            counts["unbounded"] += 1
            continue
        farthest = CONFIRMED_FARTHEST if code == place["region"] else FARTHEST
        away, other = distances(where, home[0], place["country"], regions, squares, farthest)
        if away > farthest:
            counts["far"] += drawn is not None and "zone" in place
            continue
        if drawn is None and other > farthest:
            continue
        reach = away + SURROUNDINGS
        others = [other["where"] for at in around(where, PLACE_SQUARE, 2 * reach)
                  for other in grid.get(at, ()) if (other["country"], other["region"]) != key]
        ring = cell(where, reach, others, corners=12)
        if len(set(ring)) > 2:
            cells.append((home[0], ring))
    report.append(
        f"lines between regions moved around {len(cells):,} places; {counts['far']} towns are "
        f"farther from their region as drawn, {counts['unbounded']} postal codes in regions "
        "without any")
    return cells
