#!/usr/bin/env python3
"""Measures the errors of geodesics on WGS 84, compared with rows computed with fifty digits.

    Sources/Integrations/C/build-library .build/accuracy/library
    python3 -m pip install mpmath numpy
    python3 Benchmarks/Accuracy/geodesics.py                  # 2,000 rows of each kind
    python3 Benchmarks/Accuracy/geodesics.py --rows 100 --seed 7

A row is a place, a bearing and a length. The end of the line is computed by mpmath from the
integrals of the geodesic (C. F. F. Karney, "Algorithms for geodesics", Journal of Geodesy 87
(2013), equations 7 and 8, doi:10.1007/s00190-012-0578-z), without the series that Cairn uses. The
kinds are those of Karney's GeodTest: lines anywhere, short ones, along meridians, near the equator,
and almost to the antipode. Only shortest lines are kept.

Prints the maximum and mean error: of the end of a line; of the length between its ends; and of the
initial bearing, times the length, for lines below 1,000 km.
"""

import argparse
import os
import pathlib
import random
import sys

from mpmath import mp, mpf

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

mp.dps = 50
A = mpf(6_378_137)
F = 1 / mpf("298.257223563")
B = A * (1 - F)
# e'².
E2 = F * (2 - F) / (1 - F) ** 2


def radians(degrees):
    return mpf(degrees) * mp.pi / 180


def end(latitude, bearing, length):
    """The latitude, longitude difference and bearing at the end of a line, and its arc, in radians."""
    phi, alpha = radians(latitude), radians(bearing)
    beta = mp.atan2((1 - F) * mp.sin(phi), mp.cos(phi))
    sine0 = mp.sin(alpha) * mp.cos(beta)
    cosine0 = mp.hypot(mp.cos(alpha), mp.sin(alpha) * mp.sin(beta))
    k2 = E2 * cosine0 ** 2
    sigma1 = mp.atan2(mp.sin(beta), mp.cos(alpha) * mp.cos(beta))
    # s / b is the difference of elliptic integrals of the second kind.
    wanted = mpf(length) / B + mp.ellipe(sigma1, -k2)
    sigma2 = sigma1 + mpf(length) / B
    for _ in range(8):
        sigma2 -= (mp.ellipe(sigma2, -k2) - wanted) / mp.sqrt(1 + k2 * mp.sin(sigma2) ** 2)
    lag = mp.quad(
        lambda x: (2 - F) / (1 + (1 - F) * mp.sqrt(1 + k2 * mp.sin(x) ** 2)),
        mp.linspace(sigma1, sigma2, 3))
    beta2 = mp.atan2(
        cosine0 * mp.sin(sigma2), mp.hypot(cosine0 * mp.cos(sigma2), sine0))
    omega = angle(sine0, sigma2) - angle(sine0, sigma1)
    turn = omega - F * sine0 * lag
    phi2 = mp.atan2(mp.sin(beta2), (1 - F) * mp.cos(beta2))
    alpha2 = mp.atan2(sine0, cosine0 * mp.cos(sigma2))
    return phi2, turn, alpha2, sigma2 - sigma1


def angle(sine0, sigma):
    """The longitude on the auxiliary sphere, a continuous function of the arc."""
    turns = mp.floor((sigma + mp.pi) / (2 * mp.pi))
    return mp.atan2(sine0 * mp.sin(sigma), mp.cos(sigma)) + (
        2 * mp.pi * turns if sine0 >= 0 else -2 * mp.pi * turns)


def radii(phi):
    """The meters per radian of latitude and of longitude."""
    w = mp.sqrt(1 - F * (2 - F) * mp.sin(phi) ** 2)
    return A * (1 - F) ** 2 / w ** 3, A * mp.cos(phi) / w


KINDS = {
    "anywhere": lambda r: (r.uniform(-90, 90), r.uniform(0, 360), r.uniform(0, 20_000_000)),
    "short": lambda r: (r.uniform(-90, 90), r.uniform(0, 360), 10 ** r.uniform(-1, 5)),
    "meridians": lambda r: (
        r.uniform(-90, 90), r.choice([0, 180]) + r.uniform(-1, 1) * 10 ** r.uniform(-12, 0),
        r.uniform(0, 20_000_000)),
    "equator": lambda r: (
        r.uniform(-1, 1) * 10 ** r.uniform(-8, 0),
        r.choice([90, 270]) + r.uniform(-1, 1) * 10 ** r.uniform(-8, 0),
        r.uniform(0, 19_900_000)),
    "antipodes": lambda r: (
        r.uniform(-90, 90), r.uniform(0, 360), r.uniform(19_800_000, 20_003_000)),
}


def rows(kind, count, generator):
    """Shortest lines of a kind, with their ends."""
    found = []
    while len(found) < count:
        latitude, bearing, length = KINDS[kind](generator)
        longitude = generator.uniform(-180, 180)
        phi2, turn, alpha2, arc = end(latitude, bearing, length)
        # A line is shortest until it meets the opposite meridian.
        if abs(turn) < mp.pi and arc < mp.pi:
            found.append((latitude, longitude, bearing, length, phi2, turn, alpha2))
    return found


def half_turn(x):
    return x - 2 * mp.pi * mp.nint(x / (2 * mp.pi))


def errors(found, cairn):
    """The errors of the three results for each row, in meters."""
    import numpy
    columns = [numpy.array(column) for column in zip(*(row[:4] for row in found))]
    latitudes, longitudes, bearings, lengths = columns
    souths, wests = cairn.destination(
        latitudes, longitudes, bearings, lengths, surface="wgs84")
    ends = []
    for row in found:
        ends.append((float(mp.degrees(row[4])), float(mp.degrees(half_turn(
            radians(row[1]) + row[5])))))
    north, east = (numpy.array(column) for column in zip(*ends))
    measured = cairn.distance(latitudes, longitudes, north, east, surface="wgs84")
    headings = cairn.bearing(latitudes, longitudes, north, east, surface="wgs84")
    result = ([], [], [])
    for number, (latitude, longitude, bearing, length, phi2, turn, alpha2) in enumerate(found):
        meridional, parallel = radii(phi2)
        across = half_turn(radians(longitude) + turn - radians(float(wests[number])))
        result[0].append(float(mp.hypot(
            meridional * (radians(float(souths[number])) - phi2), parallel * across)))
        # The end is rounded: correct the length by the component of its offset along the line.
        up = meridional * (radians(float(north[number])) - phi2)
        right = parallel * half_turn(
            radians(float(east[number])) - radians(longitude) - turn)
        exact = mpf(length) + up * mp.cos(alpha2) + right * mp.sin(alpha2)
        result[1].append(float(abs(mpf(float(measured[number])) - exact)))
        if length < 1_000_000:
            off = half_turn(radians(float(headings[number])) - radians(bearing))
            aside = right * mp.cos(alpha2) - up * mp.sin(alpha2)
            result[2].append(float(abs(off * mpf(length) - aside)))
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rows", type=int, default=2000, help="rows of each kind")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--library", default=ROOT / ".build/accuracy/library",
                        help="the folder with libCairnColumns")
    options = parser.parse_args()
    os.environ.setdefault("CAIRN_COLUMNS_LIBRARY", str(
        pathlib.Path(options.library) / "libCairnColumns.so"))
    sys.path.insert(0, str(ROOT / "Sources/Integrations/Python/src"))
    import cairn_columns as cairn
    print("| lines | place, worst | mean | length, worst | mean | bearing below 1,000 km, worst |")
    print("|---|---:|---:|---:|---:|---:|")
    for number, kind in enumerate(KINDS):
        found = rows(kind, options.rows, random.Random(options.seed * 100 + number))
        place, length, bearing = errors(found, cairn)
        cells = [max(place), sum(place) / len(place), max(length), sum(length) / len(length)]
        print(f"| {kind} | " + " | ".join(f"{1e9 * cell:.2f} nm" for cell in cells)
              + (f" | {1e9 * max(bearing):.2f} nm |" if bearing else " | |"), flush=True)


if __name__ == "__main__":
    main()
