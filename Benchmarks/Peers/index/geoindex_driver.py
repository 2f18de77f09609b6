"""The packed Hilbert R-tree of the Rust crate geo-index, through its Python package geoindex-rs.

It is an index of the plane, so only boxes are comparable; a box across the antimeridian is two boxes.
Each box is one call from Python, which is part of its time.
"""

import numpy
from geoindex_rs import rtree

from driver import Driver


def boxes(centers, side):
    """The boxes of each center, as `boxes_around` in `driver.hpp` makes them."""
    made = []
    for latitude, longitude in centers.tolist():
        south, north = max(-90.0, latitude - side / 2), min(90.0, latitude + side / 2)
        west, east = longitude - side / 2, longitude + side / 2
        if west < -180:
            spans = [(west + 360, 180.0), (-180.0, east)]
        elif east > 180:
            spans = [(west, 180.0), (-180.0, east - 360)]
        else:
            spans = [(west, east)]
        made.append([(left, south, right, north) for left, right in spans])
    return made


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
