"""The functions of SQL, over Parquet and with nulls."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from test_places import CODES, HASHES, SOUTH, WEST, places

import cairn_columns as cairn

duckdb = pytest.importorskip("duckdb")


@pytest.fixture
def connection():
    import cairn_columns.duckdb

    made = duckdb.connect(config={"threads": 2})
    cairn_columns.duckdb.register(made)
    return made


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
    metres = connection.execute(
        f"SELECT sum(cairn_distance(lat, lon, 0, 0)), sum(cairn_distance_wgs84(lat, lon, 0, 0)), "
        f"sum(cairn_bearing(lat, lon, 0, 0)), sum(cairn_geohash_integer(lat, lon, 20)) "
        f"FROM '{path}'").fetchone()
    assert metres[0] == pytest.approx(np.sum(cairn.distance(a, b, 0, 0)))
    assert metres[1] == pytest.approx(np.sum(cairn.distance(a, b, 0, 0, surface="wgs84")))
    assert metres[2] == pytest.approx(np.sum(cairn.bearing(a, b, 0, 0)))
    assert metres[3] == int(np.sum(cairn.geohash_integer(a, b, 20)))


def test_what_is_wrong_is_said(connection):
    with pytest.raises(Exception, match="precision"):
        connection.execute("SELECT cairn_geohash(1.0, 2.0, 13)").fetchall()
    with pytest.raises(Exception, match="one number for all rows"):
        connection.execute("SELECT cairn_geohash(1.0, 2.0, n::INTEGER) FROM range(1, 3) t(n)").fetchall()
