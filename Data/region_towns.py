"""Moves lines between regions around towns that are outside their region as drawn.

Natural Earth's lines between regions miss some towns by a kilometer or two. GeoNames has the
region of each town. Around a town that is in another region of its country, and near its own,
land is given to its region wherever no town of another region is nearer. The same is done around a
town on a coast beyond all regions as drawn, if its own and another region are near.
"""

import collections
import math

from border_places import KM, cell
from country_boundaries import UNITS

# Beyond this distance from its region, in kilometers, a town is an error or its region drawn differently.
FARTHEST = 3
# The distance beyond the line within which land is given to the town's region, in kilometers.
SURROUNDINGS = 0.7
# The side of the squares in which lines and towns are searched, in grid units.
SQUARE = 500


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


def moved_cells(regions, lines, cities, inside, report):
    """The land around towns that is given to their region: [(number of the region, ring)]."""
    region_of = {f: n for n, region in enumerate(regions) for f in region["features"]}
    homes = collections.defaultdict(list)
    for number, region in enumerate(regions):
        if region["isNamed"]:
            homes[(region["country"], region["admin"])].append(number)
    squares, towns = segments_by_square(lines), collections.defaultdict(list)
    for city in cities:
        x, y = round(city["where"][1] * UNITS) // SQUARE, round(city["where"][0] * UNITS) // SQUARE
        towns[(x, y)].append(city)
    cells, far = [], 0
    for city, feature in zip(cities, inside):
        home, drawn = homes.get((city["country"], city["region"]), []), region_of.get(feature)
        if (len(home) != 1 or drawn == home[0]
                or drawn is not None and regions[drawn]["country"] != city["country"]):
            continue
        place = city["where"]
        x, y = round(place[1] * UNITS) // SQUARE, round(place[0] * UNITS) // SQUARE
        width = math.ceil(1 / max(math.cos(math.radians(place[0])), 0.2))
        near = [piece for i in range(-width, width + 1) for j in (-1, 0, 1)
                for piece in squares.get((x + i, y + j), ())]
        away = min((kilometers(place, a, b) for a, b, beside in near if home[0] in beside),
                   default=FARTHEST + 1)
        if away > FARTHEST:
            far += drawn is not None
            continue
        if drawn is None and not any(
                regions[number]["country"] == city["country"] and number != home[0]
                and kilometers(place, a, b) <= FARTHEST
                for a, b, beside in near for number in beside):
            continue
        others = [other["where"]
                  for i in range(-2 * width, 2 * width + 1) for j in range(-2, 3)
                  for other in towns.get((x + i, y + j), ())
                  if (other["country"], other["region"]) != (city["country"], city["region"])]
        ring = cell(place, away + SURROUNDINGS, others, corners=12)
        if len(set(ring)) > 2:
            cells.append((home[0], ring))
    report.append(f"lines between regions moved around {len(cells):,} towns; {far} towns are "
                  f"farther than {FARTHEST} km from their region as drawn")
    return cells
