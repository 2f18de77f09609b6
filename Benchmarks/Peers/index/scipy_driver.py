"""scipy's cKDTree over points of the unit sphere, all queries in one call.

It has no sorted radius query and no box query.
"""

import numpy
from scipy.spatial import cKDTree

from driver import Driver

RADIUS = 6371008.8


def vectors(degrees):
    phi, lam = numpy.radians(degrees[:, 0]), numpy.radians(degrees[:, 1])
    return numpy.stack(
        [numpy.cos(phi) * numpy.cos(lam), numpy.cos(phi) * numpy.sin(lam), numpy.sin(phi)], axis=1)


def main():
    driver = Driver("scipy")
    places, queries = vectors(driver.places), vectors(driver.queries)
    tree = driver.build(lambda: cKDTree(places))

    for km in (1, 10, 100, 1000):
        chord = 2 * numpy.sin(min(km * 1e3 / RADIUS, numpy.pi) / 2)

        def count(centers):
            hits = tree.query_ball_point(centers, chord, return_length=True, workers=1)
            return hits, numpy.zeros(len(centers))

        driver.measure(f"count {km} km", queries, count)

    for k in (1, 10, 100):

        def nearest(centers):
            chords, _ = tree.query(centers, k=[*range(1, k + 1)], workers=1)
            meters = 2 * RADIUS * numpy.arcsin(numpy.minimum(1, chords / 2))
            return numpy.isfinite(chords).sum(axis=1), meters.sum(axis=1)

        driver.measure(f"nearest {k}", queries, nearest)


main()
