"""The city that is meant by a name that several places have: the one known in most languages.

The most people are not enough: Bethlehem in South Africa has three times as many as that in the West
Bank, and Hanover in Maryland more than a hundredth of those of Hannover. GeoNames has the name of
a famous city in more languages (`libgeonames-common`).
"""

import collections
import math

from folding import clean, fold

# A city is meant if it has a name in twice as many languages as any namesake, in this many more, and in
# these more for each tenfold of people of the largest namesake. The catalogs may have one of two
# entries of a city, and copy names between towns of a country, so there the difference must be greater.
TWICE, MORE, MORE_AT_HOME, MORE_FOR_TENFOLD = 2, 5, 10, 8
# The number of languages of a city with another main name, and of one whose namesake is a district.
FEWEST_OF_OTHERS, FEWEST_BEFORE_DISTRICTS = 15, 10
# The share of the people of the largest namesake that it must have in its own country, and abroad.
SHARE_AT_HOME, SHARE_ABROAD = 1 / 5, 1 / 25
# A city with a name in this many languages is meant rather than a region with at most this many times
# as many people as weight.
LANGUAGES_BEFORE_REGIONS, REGION_FACTOR = 30, 2


def needed(best, largest, others, key):
    """The number of languages that a city needs to precede its largest namesake."""
    is_home = best["country"] == largest["country"] and best is not largest
    if best["population"] < largest["population"] * (SHARE_AT_HOME if is_home else SHARE_ABROAD):
        return math.inf
    tenfold = math.log10(max(1, largest["population"] / max(1, best["population"])))
    return max(TWICE * others + (MORE_AT_HOME if is_home else MORE) + MORE_FOR_TENFOLD * tenfold,
               FEWEST_OF_OTHERS if best["key"] != key else 0,
               FEWEST_BEFORE_DISTRICTS if largest["city"] else 0)


def famous_names(cities, destinations, meanings, catalogs):
    """The names that mean a city before more populous places: (key, name, city).

    A name is the main one of a city or its English one. Names in `meanings` are left out, and those
    of destinations that precede the cities.
    """
    languages = collections.Counter(
        number for language, names in catalogs.items() if language != "en" for number in names)
    named = collections.defaultdict(dict)
    for index, city in enumerate(cities):
        named[city["key"]][index] = city["name"]
        english = clean(catalogs["en"].get(city["id"], "")) or ""
        key = fold(english)
        if key:
            named[key].setdefault(index, english)
    heaviest = collections.defaultdict(int)
    regions = set()
    for row in destinations:
        heaviest[row["key"]] = max(heaviest[row["key"]], row["weight"])
        if row["kind"] == "region" and row["weight"] == heaviest[row["key"]]:
            regions.add(row["key"])
    known = {key for key, _, _ in meanings}
    for key, names in sorted(named.items()):
        if key in known:
            continue
        ranked = sorted(names, key=lambda i: (-languages[cities[i]["id"]], i))
        best, count = cities[ranked[0]], languages[cities[ranked[0]]["id"]]
        largest = max((cities[i] for i in names), key=lambda c: c["population"])
        others = max((languages[cities[i]["id"]] for i in ranked[1:]), default=0)
        if count < needed(best, largest, others, key):
            continue
        weight = heaviest[key]
        if weight > best["population"]:
            if key not in regions or count < LANGUAGES_BEFORE_REGIONS \
                    or weight > REGION_FACTOR * best["population"]:
                continue
        elif best is largest and best["key"] == key:
            continue
        elif len(names) == 1:
            # An English name that no other city has precedes anyway.
            continue
        yield key, names[ranked[0]], best
