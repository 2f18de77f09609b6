#!/usr/bin/env python3
"""Writes lines of a millimeter to a hundred meters on WGS 84, computed to thirty digits.

    python3 -m pip install mpmath
    python3 Benchmarks/Accuracy/short_geodesics.py 96 2017   # the rows of wgs84_inverse_short_hp.csv

The ends are exactly the doubles in the row. The geodesic is the curve in space whose acceleration
is normal to the surface, x'' = -(x'·Dx') / |Dx|² Dx with D = diag(a⁻², a⁻², b⁻²). It is computed as
a power series in the length, which is regular at the poles and uses none of Cairn's formulas. The
distance between its end and the second place is added to the direction at the first, until it is
below 10⁻⁵⁰ m.
"""

import math
import random
import sys

from mpmath import mp, mpf

mp.dps = 60
A = mpf(6_378_137)
F = 1 / mpf("298.257223563")
E2 = F * (2 - F)
D = [1 / A ** 2, 1 / A ** 2, 1 / (A * (1 - F)) ** 2]
# A hundred meters are 2e-5 radii, whose power of this order is below 10⁻⁶⁰.
TERMS = 14


def place(latitude, longitude):
    """A place in space, with its directions east, north and up."""
    phi, lam = mpf(latitude) * mp.pi / 180, mpf(longitude) * mp.pi / 180
    (s, c), (sl, cl) = (mp.sin(phi), mp.cos(phi)), (mp.sin(lam), mp.cos(lam))
    n = A / mp.sqrt(1 - E2 * s * s)
    return ([n * c * cl, n * c * sl, n * (1 - E2) * s],
            ([-sl, cl, mpf(0)], [-s * cl, -s * sl, c], [c * cl, c * sl, s]))


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def convolution(a, b, k):
    return sum(a[i] * b[k - i] for i in range(k + 1))


def walk(start, way):
    """The end and the final velocity of a geodesic after one unit of time."""
    x, v = [[c] for c in start], [[c] for c in way]
    turn, squares, norms = [], [], []
    for k in range(TERMS - 1):
        squares.append(sum(D[i] * convolution(v[i], v[i], k) for i in range(3)))
        norms.append(sum(D[i] ** 2 * convolution(x[i], x[i], k) for i in range(3)))
        turn.append((squares[k] - sum(turn[i] * norms[k - i] for i in range(k))) / norms[0])
        bends = [-D[i] * convolution(turn, x[i], k) / (k + 1) for i in range(3)]
        for i in range(3):
            x[i].append(v[i][k] / (k + 1))
            v[i].append(bends[i])
    return [sum(c) for c in x], [sum(c) for c in v]


def inverse(latitude1, longitude1, latitude2, longitude2):
    start, (east, north, up) = place(latitude1, longitude1)
    end, (east2, north2, _) = place(latitude2, longitude2)
    way, rest = [mpf(0)] * 3, [b - a for a, b in zip(start, end)]
    while mp.sqrt(dot(rest, rest)) > mpf(10) ** -50:
        rise = dot(rest, up)
        way = [a + b - rise * c for a, b, c in zip(way, rest, up)]
        there, way2 = walk(start, way)
        rest = [a - b for a, b in zip(end, there)]
    return (mp.sqrt(dot(way, way)), mp.degrees(mp.atan2(dot(way, east), dot(way, north))) % 360,
            mp.degrees(mp.atan2(dot(way2, east2), dot(way2, north2))) % 360)


def ends(kind, r):
    """Two places: anywhere, near a pole, 180°, the equator or zero, or along an axis."""
    length, bearing = 10 ** r.uniform(-3, 2), r.uniform(0, 2 * math.pi)
    latitude, longitude = r.uniform(-90, 90), r.uniform(-180, 180)
    if kind == "pole":
        latitude = math.copysign(90 - 10 ** r.uniform(-8, 0), r.uniform(-1, 1))
    elif kind == "antimeridian":
        longitude = math.copysign(180 - 10 ** r.uniform(-9, -3), r.uniform(-1, 1))
    elif kind in ("equator", "zero"):
        latitude = r.uniform(-1, 1) * 10 ** r.uniform(-9, -3)
        if kind == "zero":
            longitude = r.uniform(-1, 1) * 10 ** r.uniform(-9, -3)
    elif kind == "axis":
        bearing = r.randrange(4) * math.pi / 2 + r.uniform(-1, 1) * 10 ** r.uniform(-12, -2)
    x, y = length * math.sin(bearing) / 6_378_137, length * math.cos(bearing) / 6_378_137
    side = math.copysign(1, latitude)
    colatitude = math.radians(90 - abs(latitude))
    to_pole = colatitude - side * y
    # Near the pole, which a line may cross, a plane map is used.
    near = kind == "pole" and colatitude < 1e-3
    there = latitude + math.degrees(y)
    if near:
        there = side * (90 - math.degrees(math.hypot(to_pole, x)))
    turn = math.atan2(x, to_pole) if near else x / math.cos(math.radians(latitude))
    return latitude, longitude, there, (longitude + math.degrees(turn) + 180) % 360 - 180


def main():
    r = random.Random(int(sys.argv[2]))
    print("class,lat1,lon1,lat2,lon2,s12_m,azi1_deg,azi2_deg")
    kinds = ["anywhere", "pole", "antimeridian", "equator", "zero", "axis"]
    for number in range(int(sys.argv[1])):
        kind = kinds[number % len(kinds)]
        row = ends(kind, r)
        while abs(row[2]) > 90:
            row = ends(kind, r)
        print(kind, *map(repr, row), *(mp.nstr(x, 30) for x in inverse(*row)), sep=",")


if __name__ == "__main__":
    main()
