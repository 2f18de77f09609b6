"""The spatial extension of DuckDB, with its R-tree index over points in the plane.

It is an index of the plane, so only boxes are comparable; a box across the antimeridian is two boxes.
Each box is one SQL query, as an app would send it, whose parsing is part of its time. DuckDB plans
the R-tree only for a box that the text of the query contains.
"""

import pathlib

import duckdb
import duckdb_ext
import numpy

from driver import Driver, boxes


def connected():
    """A connection on one thread with the extension from PyPI."""
    folder = pathlib.Path(duckdb_ext.__path__[0]) / "extensions"
    [extension] = folder.glob(f"v{duckdb.__version__}/*/spatial.duckdb_extension")
    connection = duckdb.connect(config={"threads": 1})
    connection.execute(f"LOAD '{extension}'")
    return connection


def main():
    driver = Driver("DuckDB")
    connection = connected()
    latitudes, longitudes = driver.places.T.copy()
    connection.register("degrees", {"lat": latitudes, "lon": longitudes})

    def make():
        connection.execute("DROP TABLE IF EXISTS places")
        connection.execute("CREATE TABLE places AS SELECT ST_Point(lon, lat) AS place FROM degrees")
        connection.execute("CREATE INDEX by_place ON places USING RTREE (place)")

    driver.build(make)
    for side in (1, 10):

        def count(questions):
            hits = [
                sum(
                    connection.execute(
                        "SELECT count(*) FROM places WHERE ST_Intersects(place, "
                        f"ST_MakeEnvelope({west!r}, {south!r}, {east!r}, {north!r}))"
                    ).fetchone()[0]
                    for west, south, east, north in question)
                for question in questions]
            return hits, numpy.zeros(len(questions))

        driver.measure(f"box {side} deg", boxes(driver.queries, side), count)


main()
