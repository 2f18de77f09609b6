"""Groups Natural Earth's features into regions and names them.

Natural Earth draws states in some countries and second-level districts in others.
GeoNames, whose cities the library embeds, has one first level for each country. Features whose
cities agree on a region of GeoNames belong to it, and so do features that have the name of the region
of most of their cities. A feature whose cities disagree, because the country has new divisions, is
kept unchanged.
"""

import bisect
import collections

from country_boundaries import UNITS
from folding import clean, fold
from known_places import areas_at
from region_codes import give_standard_codes

# A feature belongs to the region of at least this fraction of its cities.
MAJORITY = 0.75
# An island belongs to the region of at least this fraction of the places on it.
AGREEMENT = 0.9
# Features whose label is across a border.
LABELED = {"CIV-3459": "CI"}
# Words for the kind of a region, which do not identify it.
KINDS_OF_REGION = set("county department district division governorate province region state".split())
# Countries with many islands of which Natural Earth draws only one or two as regions.
UNDIVIDED = {"MH"}
# Names of features that are not regions.
NOT_REGIONS = {"Neutral Zone", "Siachen Glacier", "UNDOF"}


def features_at(points, features):
    """The number of the feature that contains each point (latitude, longitude), or None.

    The rings are the arcs of `areas_at`; a point in two features is undecided.
    """
    arcs = [(ring + ring[:1], number + 1, 0)
            for number, feature in enumerate(features) for ring in feature["rings"]]
    found = areas_at(points, arcs)
    return [number - 1 if 0 < number <= len(features) else None for number in found]


def find_countries(features, codes, arcs, subdivisions, report):
    """Give each feature its country: by its code of ISO 3166-2, else by its label point.

    Natural Earth's country is used only if it has a single feature for the country.
    """
    points = [(f["latitude"] or 0, f["longitude"] or 0) for f in features]
    single = collections.Counter(f["iso_a2"] for f in features)
    others = []
    for feature, area in zip(features, areas_at(points, arcs)):
        path, said = subdivisions.path(feature["iso_3166_2"]), feature["iso_a2"] or ""
        country = path[-1][:2].upper() if path else LABELED.get(feature["adm1_code"], codes[area])
        if len(said) == 2 and said.isalpha() and (not country or single[said] == 1 and not path):
            country = said
        feature["country"] = country
        if said.isalpha() and country != said:
            others.append(f"{feature['name']} {country} for {said}")
    report.append(f"{len(others)} features in another country than Natural Earth says: "
                  + ", ".join(sorted(others)))


def group(features, cities, postal, names, subdivisions, report):
    """The regions: [(country, name, code or "", features)] in the order of country and name.

    Also returns the feature of each city and then of each postal code, or None.
    """
    inside = features_at([place["where"] for place in cities + postal], features)
    votes = collections.defaultdict(collections.Counter)
    for city, number in zip(cities, inside):
        if number is not None and city["country"] == features[number]["country"]:
            votes[number][city["region"]] += 1
    return_islands(features, cities, postal, inside, votes, report)
    keys = {}
    for number, feature in enumerate(features):
        counts = votes[number]
        if counts:
            best = min(counts, key=lambda r: (-counts[r], r))
            share = counts[best] / sum(counts.values())
            named = names.get((feature["country"], best))
            if share >= MAJORITY or share > 0.5 and named and has_name(feature, named[2]):
                keys[number] = ("geonames", best)
    adopt_empty(features, keys, votes, subdivisions)
    members, dropped = collections.defaultdict(list), []
    for number, feature in enumerate(features):
        if number in keys:
            members[(feature["country"], keys[number])].append(number)
        elif feature["country"] and feature["name"] and feature["name"] not in NOT_REGIONS:
            members[(feature["country"], ("own", feature["adm1_code"]))].append(number)
        else:
            dropped.append(feature["name"] or feature["adm1_code"])
    per_country = collections.Counter(country for country, _ in members)
    regions, unlike = [], collections.defaultdict(list)
    for (country, key), numbers in sorted(members.items()):
        if per_country[country] < 2 or country in UNDIVIDED:
            continue
        own = [features[n]["name_en"] or features[n]["name"] or "" for n in numbers]
        named = names.get((country, key[1])) if key[0] == "geonames" else None
        regions.append({"country": country, "name": named[2] if named else clean(own[0]),
                        "features": numbers, "isNamed": bool(named),
                        "admin": key[1] if named else None})
        if named and len(numbers) == 1 and fold(named[2]) != fold(clean(own[0])):
            unlike[country].append(f"{named[2]} ({own[0]})")
    give_codes(regions, features, subdivisions)
    give_standard_codes(regions, report)
    regions.sort(key=lambda r: (r["country"], fold(r["name"]), r["features"]))
    report.append(f"{len(features):,} features make {len(regions):,} regions of "
                  f"{len({r['country'] for r in regions})} countries; left out: "
                  + ", ".join(sorted(dropped)))
    report.append(f"{sum(r['isNamed'] for r in regions):,} regions named as GeoNames does, "
                  f"{sum(bool(r['code']) for r in regions):,} with a code of ISO 3166-2; "
                  f"{sum(map(len, unlike.values())):,} names differ from Natural Earth's")
    return regions, inside


def has_name(feature, name):
    """Whether one of a feature's names is the name of a region, except for words like "County"."""
    def words(text):
        return set(fold(clean(text or "") or "").split()) - KINDS_OF_REGION
    return words(name) in (words(feature["name"]), words(feature["name_en"]))


def return_islands(features, cities, postal, inside, votes, report):
    """Gives islands of a feature to the region of the places on them.

    Natural Earth has Fernando de Noronha in Rio Grande do Norte, and Kikai in Okinawa. An island is
    a ring that meets no other and is not the largest of its feature. All towns of GeoNames on it
    must agree, and nearly all postal codes. Changes `features`, `inside` and `votes`; `inside` has
    the features of the cities and then of the postal codes.
    """
    main = {}
    for number, counts in sorted(votes.items()):
        code = min(counts, key=lambda r, c=counts: (-c[r], r))
        country = features[number]["country"]
        held = main.get((country, code))
        if held is None or votes[held][code] < counts[code]:
            main[(country, code)] = number
    homes, places = set(main.values()), cities + postal
    own = {number: code for (_, code), number in main.items()}
    found = collections.defaultdict(list)
    for place, number in enumerate(inside):
        if number in homes and places[place]["country"] == features[number]["country"]:
            found[number].append(place)
    meetings = collections.Counter(
        point for feature in features for ring in feature["rings"] for point in set(ring))
    moved = []
    for number, near in sorted(found.items()):
        rings = features[number]["rings"]
        largest = max(rings, key=extent)
        others = [p for p in near if places[p]["region"] != own[number]]
        for ring in [r for r in rings if r is not largest]:
            if not places_on(ring, others, places) or any(meetings[point] > 1 for point in ring):
                continue
            within = places_on(ring, near, places)
            home = main.get((features[number]["country"], region_of_all(within, places, len(cities))))
            if home in (None, number):
                continue
            rings.remove(ring)
            features[home]["rings"].append(ring)
            for place in within:
                inside[place] = home
                if place < len(cities):
                    votes[number][places[place]["region"]] -= 1
                    votes[home][places[place]["region"]] += 1
            moved.append(f"{len(within)} places from {features[number]['name']} to "
                         f"{features[home]['name']}")
    report.append("islands of another region: " + ", ".join(moved))


def places_on(ring, numbers, places):
    """The places of a list inside a ring."""
    west, east = min(p[0] for p in ring), max(p[0] for p in ring)
    south, north = min(p[1] for p in ring), max(p[1] for p in ring)
    near = [n for n in numbers if west <= places[n]["where"][1] * UNITS <= east
            and south <= places[n]["where"][0] * UNITS <= north]
    found = areas_at([places[n]["where"] for n in near], [(ring + ring[:1], 1, 0)])
    return [n for n, is_inside in zip(near, found) if is_inside]


def region_of_all(within, places, city_count):
    """The region of all cities and nearly all postal codes among places; None if they disagree."""
    counts = collections.Counter(places[n]["region"] for n in within)
    best = min(counts, key=lambda region: (-counts[region], region))
    cities = {places[n]["region"] for n in within if n < city_count}
    return best if counts[best] >= AGREEMENT * len(within) and cities <= {best} else None


def extent(ring):
    """Half the perimeter of the box around a ring."""
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    return max(xs) - min(xs) + max(ys) - min(ys)


def adopt_empty(features, keys, votes, subdivisions):
    """Gives features without cities the region of others in the same upper division."""
    upper = collections.defaultdict(set)
    for number, feature in enumerate(features):
        for above in uppers(feature, subdivisions):
            upper[above].add(keys.get(number) if votes[number] else None)
    for number, feature in enumerate(features):
        if votes[number] or number in keys:
            continue
        for above in uppers(feature, subdivisions):
            found = upper[above] - {None}
            if len(found) == 1 and len(upper[above]) <= 2:
                keys[number] = found.pop()
                break


def uppers(feature, subdivisions):
    """The names of divisions between a feature and its country: by ISO 3166-2 and Natural Earth."""
    path = subdivisions.path(feature["iso_3166_2"])
    if len(path) > 1:
        yield feature["country"], path[-1]
    if path:
        yield feature["country"], "code", path[0]
    if feature["region"]:
        yield feature["country"], "named", feature["region"]


def give_codes(regions, features, subdivisions):
    """Gives a region the outermost ISO 3166-2 code all of whose features it has, or one by name."""
    paths = [subdivisions.path(feature["iso_3166_2"]) for feature in features]
    holders = collections.defaultdict(set)
    for number, region in enumerate(regions):
        for feature in region["features"]:
            for code in paths[feature]:
                holders[code].add(number)
    for region in regions:
        known = [paths[n] for n in region["features"]
                 if paths[n] and paths[n][-1].startswith(region["country"].lower())]
        codes = [code for code in reversed(known[0] if known else [])
                 if all(code in path for path in known) and len(holders[code]) == 1]
        region["code"] = subdivisions.iso(codes[0]) if codes else ""
        if codes and not region["isNamed"] and codes[0] in subdivisions.names:
            region["name"] = clean(subdivisions.names[codes[0]])
    taken = {region["code"] for region in regions}
    free = collections.defaultdict(list)
    for code in sorted(c for codes in subdivisions.first_level.values() for c in codes):
        if code in subdivisions.names and subdivisions.iso(code) not in taken:
            free[(code[:2].upper(), fold(clean(subdivisions.names[code])))].append(code)
    wanted = collections.defaultdict(list)
    for region in regions:
        if not region["code"]:
            wanted[(region["country"], fold(region["name"]))].append(region)
    for key, found in sorted(wanted.items()):
        if len(found) == 1 and len(free[key]) == 1:
            found[0]["code"] = subdivisions.iso(free[key][0])
