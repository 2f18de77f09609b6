"""The packed Hilbert R-tree of the Rust crate geo-index, through its Python package geoindex-rs.

It is an index of the plane, so only boxes are comparable; a box across the antimeridian is two boxes.
Each box is one call from Python, which is part of its time.
"""

import numpy
from geoindex_rs import rtree

from driver import Driver, boxes


def main():
    driver = Driver("geo-index")
    latitudes = numpy.ascontiguousarray(driver.places[:, 0])
    longitudes = numpy.ascontiguousarray(driver.places[:, 1])

    def make():
        builder = rtree.RTreeBuilder(len(latitudes))
        builder.add(longitudes, latitudes, longitudes, latitudes)
        return builder.finish()

    tree = driver.build(make)
    for side in (1, 10):

        def count(questions):
            hits = [
                sum(len(rtree.search(tree, *box)) for box in question) for question in questions]
            return hits, numpy.zeros(len(questions))

        driver.measure(f"box {side} deg", boxes(driver.queries, side), count)


main()
