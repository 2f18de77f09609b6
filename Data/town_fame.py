"""The fame of towns abroad, by the scripts of their names in GeoNames.

A town known to travelers has names in scripts that its country does not use: of the scripts
besides Latin, six separate the towns written by hand in `destinations.csv` best from the others.
Names in a script that many towns of a country have, because it is the country's own or a
program copied them, are weak evidence: a script counts by the logarithm of its rareness among the
towns of the country. Large countries have more towns, but not as many more destinations.

Suburbs have as many names as towns that stand alone, but few people travel to them. A town is a
suburb if it is within the radius of a much larger city, in which `city_sections.py` counts the
sections of a city: among the towns written by hand, such towns are four times rarer.
"""

import collections
import csv
import math
import unicodedata

from city_sections import SECTION_SHARE, reach
from folding import clean, fold
from sphere import meters
from swift_literals import ROOT

TRAVEL_TOWNS = ROOT / "Data" / "travel_towns.csv"

# As in the names of Unicode's characters; hiragana counts as katakana.
SCRIPTS_ABROAD = ("CYRILLIC", "KATAKANA", "GREEK", "HEBREW", "HANGUL", "THAI")
# The exponent of the number of a country's towns, by which its towns are less famous.
SIZE_EXPONENT = 0.3
# The fewest people of a city that has suburbs, and their number for each person of a suburb.
CITY_WITH_SUBURBS, PEOPLE_OF_THE_CITY = 100_000, 20


def scripts(names):
    """The scripts of the names, except Latin."""
    found = set()
    for name in names:
        letter = next((ch for ch in name if ord(ch) > 0x2FF and ch.isalpha()), None)
        if letter:
            found.add(unicodedata.name(letter, "?").split()[0].replace("HIRAGANA", "KATAKANA"))
    return found - {"LATIN"}


def ranked_by_fame(towns):
    """The towns, the most famous first; of equals, those with more people and names."""
    sizes = collections.Counter(town["country"] for town in towns)
    found = {town["id"]: scripts(town["alternates"]) for town in towns}
    named = collections.Counter(
        (town["country"], script) for town in towns for script in found[town["id"]])

    def fame(town):
        country = town["country"]
        rareness = sum(math.log(sizes[country] / named[country, script])
                       for script in SCRIPTS_ABROAD if script in found[town["id"]])
        return round(rareness - SIZE_EXPONENT * math.log(sizes[country]), 9)

    return sorted(towns, key=lambda town: (
        -fame(town), -town["population"], -len(town["alternates"]), town["id"]))


def suburbs(towns):
    """The identifiers of the towns within the radius of a much larger city."""
    cells = collections.defaultdict(list)
    for city in towns:
        if city["population"] >= CITY_WITH_SUBURBS:
            radius = SECTION_SHARE * reach(city)
            latitude, longitude = city["where"]
            high = radius / 111_000
            wide = high / max(0.05, math.cos(math.radians(latitude)))
            for y in range(math.floor(latitude - high), math.floor(latitude + high) + 1):
                for x in range(math.floor(longitude - wide), math.floor(longitude + wide) + 1):
                    cells[y, (x + 180) % 360 - 180].append((city, radius))
    return {
        town["id"] for town in towns
        if any(city["population"] >= PEOPLE_OF_THE_CITY * town["population"]
               and city is not town and meters(town["where"], city["where"]) < radius
               for city, radius in cells[tuple(map(math.floor, town["where"]))])}


def read_travel_towns(ranked):
    """The towns of `travel_towns.csv` with the name under which they are known: (town, name).

    A name means the most famous town of its country, or region, with that main name, or else
    with that other name. It must mean one.
    """
    mains, others = collections.defaultdict(list), collections.defaultdict(list)
    for town in ranked:
        mains[town["country"], town["key"]].append(town)
        for key in {fold(clean(name) or "") for name in town["alternates"]}:
            others[town["country"], key].append(town)
    with open(TRAVEL_TOWNS, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            key = row["country"], fold(row["name"])
            inside = [town for named in (mains, others) for town in named[key]
                      if row["region"] in ("", town["region"] and town["region"][2])]
            if not inside:
                raise SystemExit(f"travel_towns.csv: {row['name']}, {row['country']} is unknown")
            yield inside[0], clean(row["name"])
