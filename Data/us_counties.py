"""The counties of the United States as drawn by the Census Bureau, and the time zone of each.

The law names counties where a zone ends within a state (49 CFR part 71), so a county has the zone
of most of its towns. In the few that are divided, it is that of the nearest place.
"""

import collections
import struct

from country_boundaries import quantized
from known_places import areas_at
from planar import clean_ring, edge

FOLDER = "_plotly_geo/package_data"
# States whose zones do not end at counties: the Navajo reservation in Arizona, and the
# meridian of 169.5 degrees west in Alaska. There the towns decide.
NOT_BY_COUNTY = {"AK", "AZ"}
# Zones of whole states, by the law: Phenix City in Alabama keeps the time of Georgia without it.
WHOLE_STATES = {"AL": "America/Chicago"}
# Counties that are divided, by number, with places in addition to their towns, or instead of
# them if they give the position of a line in the law.
EAST, CENTRAL, MOUNTAIN, BOISE, PACIFIC = (
    "America/New_York", "America/Chicago", "America/Denver", "America/Boise",
    "America/Los_Angeles")
DIVIDED = {
    "12045": [],  # Gulf FL: Port St. Joe and Wewahitchka are towns
    "16049": [  # Idaho ID: the Salmon River
        ((45.4224, -116.3154), BOISE),  # Riggins
        ((45.2766, -115.9140), BOISE),  # Burgdorf
        ((45.2640, -115.6765), BOISE),  # Warren
        ((45.38, -115.20), BOISE),  # Chamberlain Basin
        ((45.29, -114.95), BOISE),  # Cold Meadows
        # West of the river from Riggins to its mouth.
        *(((y, x), BOISE) for y, x in (
            (45.49, -116.40), (45.535, -116.36), (45.64, -116.37), (45.75, -116.42),
            (45.83, -116.42), (45.80, -116.60), (45.82, -116.73))),
        *(((y, x), PACIFIC) for y, x in (
            (45.64, -116.26), (45.93, -116.40), (45.92, -116.60), (45.90, -116.74))),
        ((45.5335, -116.3068), PACIFIC),  # Lucile
        ((45.61, -114.84), PACIFIC),  # Salmon Mountain
        ((45.7616, -116.3010), PACIFIC),  # White Bird
        ((45.5546, -115.4593), PACIFIC),  # Dixie
        ((45.8266, -115.4368), PACIFIC),  # Elk City
    ],
    "31031": [  # Cherry NE: the west, with Merriman
        ((42.9197, -101.7002), MOUNTAIN),  # Merriman
        ((42.9397, -101.2488), CENTRAL),  # Cody
    ],
    "32007": [  # Elko NV: West Wendover alone
        ((40.7391, -114.0733), MOUNTAIN),
        ((40.74, -114.30), PACIFIC), ((40.90, -114.20), PACIFIC), ((40.58, -114.20), PACIFIC),
    ],
    "38085": [  # Sioux ND: State Highway 31
        ((46.1, -101.30), MOUNTAIN), ((46.1, -100.55), CENTRAL),
    ],
    "46117": [  # Stanley SD: only around Fort Pierre, which uses the time of Pierre
        ((44.30, -100.36), CENTRAL), ((44.22, -100.42), CENTRAL),
        ((44.30, -100.52), MOUNTAIN), ((44.22, -100.60), MOUNTAIN), ((44.42, -100.50), MOUNTAIN),
        ((44.50, -100.90), MOUNTAIN), ((44.30, -100.90), MOUNTAIN),
    ],
    "41045": [  # Malheur OR: the southern end, to 42.45 degrees north
        ((42.7, -118.0), BOISE), ((42.7, -117.3), BOISE),
        ((42.2, -118.0), PACIFIC), ((42.2, -117.3), PACIFIC),
    ],
}


def read_table(data):
    """The rows of a table of dBASE."""
    count, start, size = struct.unpack_from("<IHH", data, 4)
    fields, at, offset = [], 32, 1
    while data[at] != 13:
        fields.append((data[at:at + 11].split(b"\0")[0].decode("ascii"), offset, data[at + 16]))
        at, offset = at + 32, offset + data[at + 16]
    return [{name: data[start + row * size + first:][:width].decode("utf-8").strip()
             for name, first, width in fields} for row in range(count)]


def read_polygons(data):
    """The rings of each polygon of a shapefile, whose numbers are those of the rows."""
    at = 100
    while at < len(data):
        _, words = struct.unpack_from(">II", data, at)
        kind, = struct.unpack_from("<I", data, at + 8)
        assert kind == 5, kind
        parts, count = struct.unpack_from("<II", data, at + 44)
        starts = [*struct.unpack_from(f"<{parts}I", data, at + 52), count]
        flat = struct.unpack_from(f"<{2 * count}d", data, at + 52 + 4 * parts)
        points = list(zip(flat[::2], flat[1::2]))
        yield [points[a:b] for a, b in zip(starts, starts[1:])]
        at += 8 + 2 * words


def read_counties(archive):
    """The counties by number, each with its state and its rings on the grid."""
    states = {row["STATEFP"]: row["STUSPS"]
              for row in read_table(archive.read(f"{FOLDER}/cb_2016_us_state_500k.dbf"))}
    rows = read_table(archive.read(f"{FOLDER}/cb_2016_us_county_500k.dbf"))
    shapes = read_polygons(archive.read(f"{FOLDER}/cb_2016_us_county_500k.shp"))
    found = [{"number": row["GEOID"], "state": states[row["STATEFP"]],
              "rings": [r for r in (clean_ring([quantized(p) for p in ring]) for ring in rings)
                        if r]} for row, rings in zip(rows, shapes)]
    return sorted(found, key=lambda county: county["number"])


def zones_of_counties(counties, cities, listed, report):
    """The zone of each county by number; {number: its places} of those that are divided.

    It is that of most of its towns; ties go to the zone with more people. A county without
    towns has the zone with which it has the longest border.
    """
    towns = [city for city in cities if city["country"] == "US" and city["zone"] in listed]
    arcs = [(ring + ring[:1], at + 1, 0)
            for at, county in enumerate(counties) for ring in county["rings"]]
    votes = collections.defaultdict(collections.Counter)
    people = collections.defaultdict(collections.Counter)
    divided = {number: list(places) for number, places in DIVIDED.items()}
    for city, at in zip(towns, areas_at([city["where"] for city in towns], arcs)):
        if at:
            number = counties[at - 1]["number"]
            votes[number][city["zone"]] += 1
            people[number][city["zone"]] += city["population"]
            if number in divided:
                divided[number].append((city["where"], city["zone"]))
    zones = {number: max(sorted(found), key=lambda z, n=number: (votes[n][z], people[n][z]))
             for number, found in votes.items()}
    beside = collections.defaultdict(list)
    for county in counties:
        for ring in county["rings"]:
            for a, b in zip(ring, ring[1:] + ring[:1]):
                beside[edge(a, b)].append(county)
    borders = collections.defaultdict(collections.Counter)
    for (a, b), found in beside.items():
        if len(found) == 2 and found[0]["state"] == found[1]["state"]:
            length = abs(a[0] - b[0]) + abs(a[1] - b[1])
            for one, other in (found, found[::-1]):
                if one["number"] not in votes and other["number"] in votes:
                    borders[one["number"]][zones[other["number"]]] += length
    for number, lengths in sorted(borders.items()):
        zones[number] = max(sorted(lengths), key=lambda zone, n=lengths: n[zone])
    report.append(f"{len(zones):,} counties with a zone, {len(borders)} of them without towns: "
                  + ", ".join(f"{n} {zones[n]}" for n in sorted(borders)))
    return zones, divided
