"""Reads the borders of country-coder and assigns codes.

Its polygons contain land and territorial waters, and around groups of islands the sea between
them. A ring is a list of points of the grid of 1e-4 degrees, as in `country_boundaries.py`.
"""

import collections
import json
import pathlib

from planar import doubled_area

FILE = pathlib.Path(__file__).resolve().parent / "country-coder" / "borders.json"
# Features that follow another source's land instead of a code, by their Wikidata number.
NAMED = {"Q7835": "Crimea", "Q23681": "Northern Cyprus"}
# Features that are left out: Bir Tawil belongs to no country, and Antarctica is subject to a treaty.
LEFT_OUT = {"Q620634", "Q51"}
# Codes that ISO 3166-1 only reserves, with their countries.
RESERVED = {"FX": "FR", "IC": "ES", "CP": "FR", "AC": "SH", "TA": "SH", "DG": "IO", "CQ": "GG"}
# Territories with a separate code, to which parts without a code belong.
TERRITORIES = {"SJ", "UM", "BQ", "SH", "TF", "IO", "GG"}
# The distance from 180 degrees of a ring that does not continue on the other side, and how near a
# point must be to count as being on 180 degrees, in grid units.
STANDOFF, NEAR = 100, 200


def code_of(properties):
    """The code of a feature, or the name of its disputed area."""
    if properties["wikidata"] in NAMED:
        return NAMED[properties["wikidata"]]
    code = properties.get("iso1A2")
    if code:
        return RESERVED.get(code, code)
    own = TERRITORIES & set(properties["groups"])
    assert len(own) <= 1, properties
    return own.pop() if own else properties["country"]


def read_borders(quantized, seam):
    """The rings of each feature with a polygon: [(code, ring)]."""
    rings = []
    for feature in json.loads(FILE.read_text())["features"]:
        properties, geometry = feature["properties"], feature["geometry"]
        if not geometry or properties["wikidata"] in LEFT_OUT:
            continue
        assert geometry["type"] == "MultiPolygon"
        for ring in (ring for polygon in geometry["coordinates"] for ring in polygon):
            points = [quantized(p) for p in ring[:-1]]
            points = [((seam if x > 0 else -seam) if abs(x) > seam - NEAR else x, y)
                      for x, y in points]
            rings.append((code_of(properties), points))
    return stand_off(rings, seam)


def sizes(borders):
    """Twice the areas of the countries, in square grid units."""
    found = collections.Counter()
    for code, ring in borders:
        found[code] += abs(doubled_area(ring))
    return found


def stand_off(rings, seam):
    """Rings that touch 180 degrees only if the same country continues on the other side.

    Otherwise they end just before it: no area ends at the antimeridian.
    """
    spans = {-seam: {}, seam: {}}
    for code, ring in rings:
        for a, b in zip(ring, ring[1:] + ring[:1]):
            if a[0] == b[0] and abs(a[0]) == seam:
                spans[a[0]].setdefault(code, []).append((min(a[1], b[1]), max(a[1], b[1])))
    shared = {}
    for code in spans[seam]:
        found = [(max(s, t), min(n, m)) for s, n in spans[seam][code]
                 for t, m in spans[-seam].get(code, []) if max(s, t) < min(n, m)]
        assert len(found) <= 1, code
        shared[code] = found[0] if found else ()
    moved = []
    for code, ring in rings:
        kept, points = shared.get(code, ()), []
        for a, b in zip(ring, ring[1:] + ring[:1]):
            points.append(a if a[1] in kept else inward(a, seam))
            if a[0] != b[0] or abs(a[0]) != seam:
                continue
            # The ends of the shared parts, in the ring's direction, each with its inward point.
            for y in sorted(kept, reverse=b[1] < a[1]):
                if min(a[1], b[1]) < y < max(a[1], b[1]):
                    pair = [inward((a[0], y), seam), (a[0], y)]
                    points += pair if (y == min(kept)) == (a[1] < b[1]) else pair[::-1]
        moved.append((code, points))
    return moved


def inward(p, seam):
    """Moves a point of the seam away from it; other points are unchanged."""
    return (p[0] - (STANDOFF if p[0] > 0 else -STANDOFF), p[1]) if abs(p[0]) == seam else p
