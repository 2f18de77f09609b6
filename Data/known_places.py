"""Places whose country is known, in one of the views. Every build looks up all of them."""

import bisect
import csv
import pathlib
import sys

from country_boundaries import UNITS

# The tests of the library look up the same places.
FILE = (pathlib.Path(__file__).resolve().parent.parent
        / "Tests" / "CairnCountriesTests" / "Vectors" / "known_places.csv")


def read_places():
    """The rows of the table; an empty view is the usual one, the country `-` is none."""
    with open(FILE, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def areas_at(points, arcs):
    """The areas of points in degrees (latitude, longitude), by counting crossings to the north."""
    order = sorted(range(len(points)), key=lambda i: points[i][1])
    xs = [points[i][1] * UNITS for i in order]
    found = [0] * len(points)
    for vertices, left, right in arcs:
        low = bisect.bisect_left(xs, min(p[0] for p in vertices))
        if low == len(xs) or xs[low] > max(p[0] for p in vertices):
            continue
        for a, b in zip(vertices, vertices[1:]):
            low, high = min(a[0], b[0]), max(a[0], b[0])
            for at in range(bisect.bisect_left(xs, low), bisect.bisect_left(xs, high)):
                y = a[1] + (b[1] - a[1]) * (xs[at] - a[0]) / (b[0] - a[0])
                if y > points[order[at]][0] * UNITS:
                    found[order[at]] ^= left ^ right
    return found


def check_known_places(areas, arcs, report):
    """Fails if the country of a known place is wrong."""
    places, wrong = read_places(), 0
    points = [(float(p["latitude"]), float(p["longitude"])) for p in places]
    for place, number in zip(places, areas_at(points, arcs)):
        code, name, views, kind = areas[number] or ("-", "", {}, "")
        said = views.get(place["view"], code) or "-"
        if said != place["country"]:
            wrong += 1
            print(f"{place['name']} is {said}, not {place['country']}, in the view "
                  f"{place['view'] or 'that is usual'}; area {number} {code} {name} {kind}")
    if wrong:
        sys.exit(f"{wrong} of {len(places)} known places are wrong")
    report.append(f"{len(places)} known places are correct")
