"""The time zone of each region, and of the parts of regions whose cities have several zones.

A unit is a region, or a country without regions. If its cities agree, it has their zone; otherwise it
is divided: a place there has the zone of the nearest city. In addition to GeoNames' cities, the
principal places of the time zone database and some manually added places count as cities.
"""

import collections

from country_boundaries import SEAM, UNITS, quantized
from known_places import areas_at
from nearest_squares import LARGE_BUCKET, NearestLabel, leaves, outlines
from reach import SIDE, squares_near
from region_partition import ZONE, squares_along

# Places with a known zone in areas without cities: a state, the place, the zone.
# The zone of Eucla is a strip along one road; the railway north of it keeps the state's time.
PLACES = [
    ("AU", (-31.87, 127.02), "Australia/Eucla"),  # Madura
    ("AU", (-32.03, 126.09), "Australia/Eucla"),  # Cocklebiddy
    ("AU", (-31.64, 129.0), "Australia/Eucla"),  # Border Village, by its own clocks
    ("AU", (-32.46, 123.86), "Australia/Perth"),  # Balladonia
    ("AU", (-30.99, 125.33), "Australia/Perth"),  # Rawlinna
    ("AU", (-30.84, 128.11), "Australia/Perth"),  # Forrest
    ("AU", (-31.45, 130.90), "Australia/Adelaide"),  # Nullarbor
    ("CA", (47.38, -61.87), "America/Halifax"),  # Magdalen Islands
    ("UM", (16.73, -169.53), "Pacific/Honolulu"),  # Johnston Atoll
    ("UM", (5.88, -162.08), "Pacific/Midway"),  # Palmyra
    ("UM", (0.20, -176.48), "Pacific/Midway"),  # Baker and Howland
    ("UM", (-0.37, -160.00), "Pacific/Midway"),  # Jarvis
]
# If two clocks are in use, the legal one: China has one time.
OFFICIAL = {"Asia/Urumqi": "Asia/Shanghai"}
# Fewer places than this, and a smaller share of a unit's places, are an error of the source: a town
# at a border with the zone of the other side. Principal and manually added places are not errors, nor
# are places within the width of a town from one.
FEWEST, SMALLEST_SHARE = 3, 0.05
TOWN = UNITS // 20
# Regions whose zone is in the time zone database, while GeoNames has that of the mainland.
NAMED = {("ES", "Ceuta"): "Africa/Ceuta", ("ES", "Melilla"): "Africa/Ceuta"}
# Instead of a region: in the country, but in none of its regions as drawn.
ELSEWHERE = ""
# Countries without a zone: only stations, which use the time of their suppliers.
NO_ZONE = {"AQ"}


def unit_places(cities, inside, features, regions, zone_places):
    """The places of each unit (country, region or None): {unit: [(point, zone)]}.

    The second result also has the towns beyond the coast as drawn by Natural Earth, in the
    region to which GeoNames assigns them; the third has only those.
    """
    region_of = {f: n for n, region in enumerate(regions) for f in region["features"]}
    divided = {region["country"] for region in regions}
    votes = collections.defaultdict(collections.Counter)
    placed = []
    for city, feature in zip(cities, inside):
        region = region_of.get(feature)
        if region is not None and regions[region]["country"] != city["country"]:
            region = None
        placed.append((city["country"], region, city))
        if region is not None:
            votes[region][city["region"]] += 1
    main = {region: max(sorted(counts), key=lambda r, c=counts: c[r])
            for region, counts in votes.items()}
    of_code = collections.defaultdict(list)
    for region, code in main.items():
        if regions[region]["isNamed"]:
            of_code[(regions[region]["country"], code)].append(region)
    places, shore = collections.defaultdict(list), collections.defaultdict(list)
    for country, region, city in placed:
        point = quantized((city["where"][1], city["where"][0]))
        if country not in divided:
            places[(country, None)].append((point, city["zone"]))
        elif region is None:
            places[(country, ELSEWHERE)].append((point, city["zone"]))
            own = of_code[(country, city["region"])]
            if len(own) == 1:
                shore[(country, own[0])].append((point, city["zone"]))
        elif not regions[region]["isNamed"] or city["region"] == main[region]:
            places[(country, region)].append((point, city["zone"]))
    added = [place for place in zone_places if place[0] not in NO_ZONE] + PLACES
    points = [where for _, where, _ in added]
    arcs = [(ring + ring[:1], number + 1, 0) for number, feature in enumerate(features)
            for ring in feature["rings"]]
    for (country, where, zone), number in zip(added, areas_at(points, arcs)):
        region = region_of.get(number - 1)
        point = quantized((where[1], where[0]))
        if country not in divided:
            places[(country, None)].append((point, zone))
        else:
            own = region is not None and regions[region]["country"] == country
            places[(country, region if own else ELSEWHERE)].append((point, zone))
    return ({unit: credible(unit[0], found, added) for unit, found in places.items()},
            {unit: credible(unit[0], found + shore[unit], added)
             for unit, found in places.items()},
            {unit: [point for point, _ in found] for unit, found in shore.items() if found})


def credible(country, places, added):
    """The places of a unit without errors, and with the official zone.

    A country has the zones that the time zone database lists for it, if it lists any. If that
    is one, all places have it.
    """
    listed = {OFFICIAL.get(zone, zone) for code, _, zone in added if code == country}
    places = [(point, OFFICIAL.get(zone, zone)) for point, zone in places]
    if len(listed) == 1:
        return [(point, min(listed)) for point, _ in places]
    places = [place for place in places if place[1] in listed] or places
    counts = collections.Counter(zone for _, zone in places)
    sure = [(quantized((where[1], where[0])), OFFICIAL.get(zone, zone))
            for code, where, zone in added if code == country]
    sure_zones = {own for (x, y), own in places
                  if any(zone == own and max(abs(p[0] - x), abs(p[1] - y)) <= TOWN
                         for p, zone in sure)}
    return [(point, zone) for point, zone in places if zone in sure_zones
            or counts[zone] >= FEWEST or counts[zone] >= SMALLEST_SHARE * len(places)]


def zones_of_units(places, units, regions, features, report):
    """{unit: zone} of units of one zone, and {unit: search} of the others."""
    whole, mixed, by_country = {}, {}, collections.defaultdict(list)
    for (country, _), found in places.items():
        by_country[country] += found
    for unit in sorted(units, key=str):
        country, region = unit
        if country in NO_ZONE:
            continue
        found = places.get(unit, [])
        zones = {zone for _, zone in found}
        if not zones:
            near = by_country.get(country, [])
            if not near:
                report.append(f"no zone for {country}")
                continue
            feature = features[regions[region]["features"][0]] if region is not None else None
            if feature and feature["latitude"] is not None:
                point = quantized((feature["longitude"], feature["latitude"]))
            else:
                point = near[0][0]
            zones = {NearestLabel(near, LARGE_BUCKET)(*point)}
        if len(zones) == 1:
            whole[unit] = zones.pop()
        else:
            mixed[unit] = NearestLabel(found, LARGE_BUCKET)
    for number, region in enumerate(regions):
        if (region["country"], region["name"]) in NAMED:
            whole[(region["country"], number)] = NAMED[(region["country"], region["name"])]
    report.append(f"{len(whole):,} regions or countries with one time zone; divided: "
                  + ", ".join(regions[r]["name"] if r is not None else c
                              for c, r in sorted(mixed, key=str)))
    return whole, mixed


def middles_inside(places, lines):
    """The squares (row, column) whose center is inside closed lines."""
    middles = [((row + 0.5) * SIDE / UNITS, ((column + 0.5) * SIDE - SEAM) / UNITS)
               for row, column in places]
    found = areas_at(middles, [(points, 1, 0) for points in lines])
    return {place for place, is_inside in zip(places, found) if is_inside}


def rim_and_inside(own):
    """The squares (row, column) near the lines around a unit and within them."""
    rim = squares_along(own)
    rows = collections.defaultdict(list)
    for row, column in rim:
        rows[row].append(column)
    between = [(row, column) for row, columns in sorted(rows.items())
               for column in range(min(columns), max(columns) + 1)]
    squares = squares_near(rim, SEAM) | middles_inside(between, own)
    columns = 2 * SEAM // SIDE
    return {(row, column % columns) for row, column in squares if abs(row + 0.5) < 360}


def zone_edges(mixed, lines, codes, arcs):
    """The labeled edges between zones within units of several zones: {edge: labels}."""
    edges = collections.defaultdict(frozenset)
    for number, unit in enumerate(sorted(mixed, key=str)):
        country, region = unit
        if region is None:
            own = [points for points, left, right in arcs
                   if (codes[left] == country) != (codes[right] == country)]
        else:
            own = [points for points, beside in lines if region in beside]
        squares = rim_and_inside(own)
        for e, labels in outlines(leaves(squares, mixed[unit]),
                                  lambda zone, n=number: (ZONE, (n, zone))).items():
            edges[e] |= labels
    return edges


def name_zones(made, units, whole, mixed):
    """The (country, zone) of each face; None on the high sea and where no zone is known."""
    numbers = {unit: n for n, unit in enumerate(sorted(mixed, key=str))}
    zones = {}
    for face, unit in units.items():
        if unit in whole:
            zones[face] = (unit[0], whole[unit])
        elif unit in mixed:
            near = sorted(name[1] for kind, name in made.labels[face]
                          if kind == ZONE and name[0] == numbers[unit])
            zone = near[0] if near else mixed[unit](*made.loops[face - 1][0])
            zones[face] = (unit[0], zone)
        else:
            zones[face] = None
    return zones
