"""The initials of cities, and which of their other names are in use.

A whole other name precedes names that begin with it only if it is in use: in one of some languages
or in `initials.csv`. GeoNames' names without a language include "Okay" for Les Cayes and "Kan" for
Ganzhou.
"""

import csv

from folding import clean, fold
from swift_literals import ROOT

INITIALS = ROOT / "Data" / "initials.csv"
# The official languages of Europe and America in Latin letters with five million speakers, as far
# as libgeonames-common has them.
LANGUAGES = ("cs", "da", "de", "en", "es", "fi", "fr", "hu", "it", "nl", "pl", "pt", "ro", "sv")


def read_initials(cities):
    """The initials and short names of cities: (key, name, row of the city)."""
    rows = {}
    for index, city in sorted(enumerate(cities), key=lambda c: c[1]["population"]):
        for name in [city["name"], *city["alternates"]]:
            rows.setdefault((fold(clean(name) or ""), city["country"]), []).append(index)
    with open(INITIALS, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            # The largest city with the name.
            city = rows[fold(row["name"]), row["country"]][-1]
            yield fold(row["initials"]), row["initials"], city


def with_initials(alternates, cities, airport_codes):
    """The other names of cities and the initials, sorted, without codes of airports."""
    names = {(key, index): name for key, name, index in alternates}
    for key, name, index in read_initials(cities):
        if name.upper() in airport_codes:
            raise SystemExit(f"initials.csv: {name} is the code of an airport")
        names.setdefault((key, index), name)
    return sorted(((key, name, index) for (key, index), name in names.items()),
                  key=lambda n: (n[0], n[2]))


def names_in_use(cities, catalogs):
    """The names in use: (key, row of the city)."""
    return {(key, index) for key, _, index in read_initials(cities)} | {
        (fold(clean(name)), index) for index, city in enumerate(cities)
        for name in (catalogs[language].get(city["id"], "") for language in LANGUAGES)
        # "Áquila" is L'Aquila without its article.
        if clean(name) and not (set("'’") & set(city["name"])
                                and city["key"].endswith(fold(clean(name)) or "?"))}
