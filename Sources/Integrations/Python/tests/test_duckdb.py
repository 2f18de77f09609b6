"""The SQL functions, over Parquet and with nulls: those registered by Python, and those of the
extension in the file named by CAIRN_DUCKDB_EXTENSION."""

import os

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from test_places import CODES, HASHES, SOUTH, WEST, places

import cairn_columns as cairn

duckdb = pytest.importorskip("duckdb")


@pytest.fixture(params=["python", "extension"])
def connection(request):
    import cairn_columns.duckdb

    if request.param == "extension":
        path = os.environ.get("CAIRN_DUCKDB_EXTENSION")
        if not path:
            pytest.skip("CAIRN_DUCKDB_EXTENSION is not set")
        made = duckdb.connect(config={"threads": 2, "allow_unsigned_extensions": "true"})
        made.execute(f"LOAD '{path}'")
    else:
        made = duckdb.connect(config={"threads": 2})
        cairn_columns.duckdb.register(made)
    return made


@pytest.fixture
def kind(request):
    return request.node.callspec.params["connection"]


def test_answers_and_nulls(connection):
    table = pa.table({
        "row": range(6), "lat": pa.array([*SOUTH[:3], None, 95.0, 0.0]), "lon": WEST})
    connection.register("places", table)
    rows = connection.execute(
        "SELECT cairn_country(lat, lon), cairn_geohash(lat, lon, 7), "
        "cairn_distance(lat, lon, 48.2082, 16.3738) FROM places ORDER BY row").fetchall()
    assert [row[0] for row in rows] == CODES
    assert [row[1] for row in rows] == HASHES
    assert rows[0][2] == 0 and rows[3][2] is None and rows[4][2] is None


def test_parquet(connection, tmp_path):
    a, b = places(200_000, 21)
    path = tmp_path / "places.parquet"
    pq.write_table(pa.table({"lat": a, "lon": b}), path)
    found = dict(connection.execute(
        f"SELECT cairn_country(lat, lon) AS code, count(*) FROM '{path}' GROUP BY code").fetchall())
    codes, counts = np.unique(cairn.country(a, b), return_counts=True)
    assert found == dict(zip(codes.tolist(), counts.tolist()))
    meters = connection.execute(
        f"SELECT sum(cairn_distance(lat, lon, 0, 0)), sum(cairn_distance_wgs84(lat, lon, 0, 0)), "
        f"sum(cairn_bearing(lat, lon, 0, 0)), sum(cairn_geohash_integer(lat, lon, 20)) "
        f"FROM '{path}'").fetchone()
    assert meters[0] == pytest.approx(np.sum(cairn.distance(a, b, 0, 0)))
    assert meters[1] == pytest.approx(np.sum(cairn.distance(a, b, 0, 0, surface="wgs84")))
    assert meters[2] == pytest.approx(np.sum(cairn.bearing(a, b, 0, 0)))
    assert meters[3] == int(np.sum(cairn.geohash_integer(a, b, 20)))


def test_rows_equal_those_of_the_library(connection):
    a, b = places(30_000, 22)
    random = np.random.default_rng(23)
    missing = random.random(30_000) < 0.1
    a[random.random(30_000) < 0.1] = 91
    south = pa.array(a, mask=missing)
    connection.register("places", pa.table({"row": range(len(a)), "lat": south, "lon": b}))
    found = connection.sql(
        "SELECT cairn_country(lat, lon) AS c, cairn_geohash(lat, lon, 9) AS g, "
        "cairn_geohash_integer(lat, lon, 61) AS n, cairn_distance(lat, lon, lon / 2, lat) AS d, "
        "cairn_distance_wgs84(lat, lon, lon / 2, lat) AS e, cairn_bearing(lat, lon, lon / 2, lat) "
        "AS f FROM places ORDER BY row").to_arrow_table()
    west, half = pa.array(b), pa.array(b / 2)
    for name, known in {
        "c": cairn.country(south, west).cast(pa.string()), "g": cairn.geohash(south, west, 9),
        "n": cairn.geohash_integer(south, west, 61),
        "d": cairn.distance(south, west, half, south),
        "e": cairn.distance(south, west, half, south, surface="wgs84"),
        "f": cairn.bearing(south, west, half, south),
    }.items():
        assert found[name].to_pylist() == known.to_pylist(), name


def test_errors(connection, kind):
    with pytest.raises(Exception, match="precision"):
        connection.execute("SELECT cairn_geohash(1.0, 2.0, 13)").fetchall()
    if kind == "python":
        with pytest.raises(Exception, match="one number for all rows"):
            connection.execute(
                "SELECT cairn_geohash(1.0, 2.0, n::INTEGER) FROM range(1, 3) t(n)").fetchall()


def test_numbers_that_differ_from_row_to_row(connection, kind):
    if kind == "python":
        pytest.skip("DuckDB's functions of Python take one number")
    rows = connection.execute(
        "SELECT n, lat, cairn_geohash(lat, 16.4, n), cairn_geohash_integer(lat, 16.4, n) FROM ("
        "SELECT CASE WHEN n % 5 = 0 THEN NULL ELSE n % 12 + 1 END::INTEGER AS n, "
        "CASE WHEN n % 7 = 0 THEN 91 ELSE 48.2 END AS lat FROM range(0, 5000) t(n))").fetchall()
    letters, cell = cairn.geohash(48.2, 16.4, 12), cairn.geohash_integer(48.2, 16.4, 64)
    assert len(rows) == 5000
    for number, latitude, *found in rows:
        answered = number is not None and latitude < 90
        assert found == ([letters[:number], cell >> 64 - number] if answered else [None, None])
