#!/usr/bin/env python3
"""Generates the vectors: `transverse_mercator.csv`, `polar_stereographic.csv` and `mgrs.csv`.

    Tests/CairnGridsTests/Vectors/make.py        needs mpmath, and GeoConvert of GeographicLib

The projections are evaluated with 70 digits and without series: the transverse Mercator projection
is the meridian distance, an elliptic integral, continued to the complex isometric latitude; the
polar one is a closed formula. MGRS references are those of GeographicLib's GeoConvert.
"""

import csv
import math
import pathlib
import random
import subprocess

from mpmath import mp, mpf, mpc, atanh, sin, cos, sqrt, ellipe, exp, radians, degrees

mp.dps = 70
HERE = pathlib.Path(__file__).resolve().parent
A, F = mpf(6378137), 1 / mpf("298.257223563")
E2 = F * (2 - F)
E = sqrt(E2)


def isometric(phi):
    return atanh(sin(phi)) - E * atanh(E * sin(phi))


def meridian(phi):
    """Meters along the meridian from the equator to a complex latitude."""
    return A * (ellipe(phi, E2) - E2 * sin(phi) * cos(phi) / sqrt(1 - E2 * sin(phi) ** 2))


def transverse(latitude, longitude):
    """Easting and northing in meters, convergence in degrees, scale; central scale 1."""
    phi, lam = radians(mpf(latitude)), radians(mpf(longitude))
    target = mpc(isometric(phi), lam)
    # The complex latitude with this isometric latitude, starting from that on the sphere.
    z = mp.asin(mp.tanh(target))
    for _ in range(60):
        s = sin(z)
        step = (isometric(z) - target) * cos(z) * (1 - E2 * s * s) / (1 - E2)
        z -= step
        if abs(step) < mpf(10) ** -45:
            break
    else:
        raise ValueError((latitude, longitude))
    w = meridian(z)
    # dw/dq = N cos z for the complex latitude z; its angle is the convergence.
    slope = A * cos(z) / sqrt(1 - E2 * sin(z) ** 2)
    radius = A * cos(phi) / sqrt(1 - E2 * sin(phi) ** 2)
    return w.imag, w.real, -degrees(mp.arg(slope)), abs(slope) / radius


def polar(latitude, longitude):
    """Easting and northing in the north polar stereographic projection, of scale 1 at the pole."""
    phi, lam = radians(mpf(latitude)), radians(mpf(longitude))
    rho = 2 * A * exp(-isometric(phi)) / sqrt((1 + E) ** (1 + E) * (1 - E) ** (1 - E))
    return rho * sin(lam), -rho * cos(lam)


def text(value):
    return mp.nstr(value, 25) if abs(value) > mpf(10) ** -30 else "0"


def main():
    random.seed(16)
    rows = []
    for group, count, width in (("utm", 250, 3.5), ("wide", 150, 35)):
        for _ in range(count):
            rows.append((group, math.degrees(math.asin(random.uniform(-0.9999, 0.9999))),
                         random.uniform(-width, width)))
    for latitude in (0.0, 1e-9, -1e-9, 8.0, 56.0, 64.0, 72.0, 84.0, -80.0, 89.0, -89.9, 89.999999):
        for longitude in (0.0, 1e-9, -3.0, 3.0, 6.0, -9.0):
            rows.append(("edge", latitude, longitude))
    with open(HERE / "transverse_mercator.csv", "w") as file:
        file.write("class,latitude,longitude,easting,northing,convergence,scale\n")
        for group, latitude, longitude in rows:
            values = ",".join(text(value) for value in transverse(latitude, longitude))
            file.write(f"{group},{latitude!r},{longitude!r},{values}\n")
    with open(HERE / "polar_stereographic.csv", "w") as file:
        file.write("latitude,longitude,easting,northing\n")
        places = [(random.uniform(59, 90), random.uniform(-180, 180)) for _ in range(80)]
        places += [(latitude, longitude) for latitude in (84.0, 89.9999999, 60.0)
                   for longitude in (0.0, 90.0, 180.0, -90.0, 45.0, -135.0)]
        for latitude, longitude in places:
            values = ",".join(text(value) for value in polar(latitude, longitude))
            file.write(f"{latitude!r},{longitude!r},{values}\n")

    places = [(math.degrees(math.asin(random.uniform(-1, 1))), random.uniform(-180, 180))
              for _ in range(500)]
    places += [(random.uniform(55, 84), random.uniform(-1, 43)) for _ in range(150)]
    places += [(random.uniform(83, 90), random.uniform(-180, 180)) for _ in range(80)]
    places += [(random.uniform(-90, -79), random.uniform(-180, 180)) for _ in range(80)]
    # Next to the borders of bands and zones by 1e-6 degrees, which exceeds any rounding.
    for latitude in (-80, -72, -8, 8, 32, 56, 64, 72, 84):
        for longitude in (-180, -174, 0, 3, 6, 9, 12, 21, 33, 42, 174):
            for north in (-1e-6, 1e-6):
                places.append((latitude + north, longitude + 1e-6))
                west = longitude - 1e-6 if longitude > -180 else 179.999999
                places.append((latitude + north, west))
    # GeoConvert reads the e of an exponent as east.
    lines = "".join(f"{latitude:.20f} {longitude:.20f}\n" for latitude, longitude in places)

    def convert(*words):
        return subprocess.run(
            ["GeoConvert", *words], input=lines, capture_output=True, text=True,
            check=True).stdout.splitlines()

    columns = [convert("-m", "-p", str(digits)) for digits in (-5, 0, 6)]
    grid = convert("-u", "-p", "9")
    with open(HERE / "mgrs.csv", "w") as file:
        file.write("latitude,longitude,grid,p0,p5,p11\n")
        for number, (latitude, longitude) in enumerate(places):
            row = [column[number] for column in columns]
            file.write(f"{latitude!r},{longitude!r},{grid[number]},{','.join(row)}\n")


if __name__ == "__main__":
    main()
