"""Spark data frames on two worker processes."""

import numpy as np
import pyarrow as pa
import pytest
from conftest import frame
from test_places import CODES, HASHES, SOUTH, WEST, places

import cairn_columns as cairn

pytest.importorskip("pyspark")


def test_tag(spark):
    from cairn_columns.spark import tag

    rows = frame(
        spark, row=range(6), **{"GPS lat": pa.array([*SOUTH[:3], None, 95.0, 0.0])}, lon=WEST)
    found = tag(rows, "GPS lat", "lon", region="province", time_zone=True).orderBy("row").collect()
    assert [row["country"] for row in found] == CODES
    assert [row["geohash"] for row in found] == HASHES
    assert [row["province"] for row in found][:2] == ["AT-9", "JP-13"]
    assert [row["time_zone"] for row in found][3:] == [None, None, ""]


def test_many_rows_equal_those_of_one_process(spark):
    from cairn_columns.spark import tag

    a, b = places(100_000, 31)
    shops = places(500, 32)
    rows = frame(spark, row=range(100_000), lat=a, lon=b).repartition(7)
    near = frame(spark, lat=shops[0], lon=shops[1])
    found = tag(rows, geohash=5, nearest=near, land_only=True).orderBy("row").toArrow()
    assert found["country"].to_pylist() == cairn.country(a, b, land_only=True).tolist()
    assert found["geohash"].to_pylist() == cairn.geohash(a, b, 5).tolist()
    expected = cairn.PlaceIndex(*shops).nearest(a, b)
    assert np.array_equal(found["nearest_meters"].to_numpy(), expected.meters)


def test_join(spark):
    from cairn_columns.spark import join_within

    a, b = places(20_000, 33)
    a[0] = np.nan
    c, d = places(300, 34)
    pings = frame(spark, row=range(20_000), lat=a, lon=b).repartition(5)
    stores = frame(spark, name=[f"n{row}" for row in range(300)], y=c, x=d)
    found = join_within(pings, stores, 300_000.0, right_latitude="y", right_longitude="x").toArrow()
    pairs = cairn.PlaceIndex(c, d).join(a, b, 300_000.0)
    expected = sorted(zip(pairs.rows.tolist(), (f"n{row}" for row in pairs.offsets)))
    assert sorted(zip(found["row"].to_pylist(), found["right_name"].to_pylist())) == expected
    assert np.allclose(np.sort(found["meters"].to_numpy()), np.sort(pairs.meters), rtol=0, atol=0)


def test_errors(spark):
    from cairn_columns.spark import tag

    rows = frame(spark, lat=[1.0], lon=[2.0], country=["x"])
    with pytest.raises(cairn.InvalidArgumentError, match="'country' already"):
        tag(rows)
    with pytest.raises(cairn.InvalidArgumentError, match="0 columns are named 'latitude'"):
        tag(rows, latitude="latitude")
    with pytest.raises(Exception, match="is text; cast it"):
        tag(frame(spark, lat=["1"], lon=[2.0])).collect()


def test_a_worker_that_dies(spark, tmp_path):
    """A task whose worker dies is rerun, with the same results."""
    import os

    from cairn_columns.spark import tag

    mark = str(tmp_path / "died")
    a, b = places(30_000, 35)

    def die_once(batches):
        for batch in batches:
            if not os.path.exists(mark):
                open(mark, "w").close()
                os._exit(1)
            yield batch

    rows = frame(spark, row=range(30_000), lat=a, lon=b).repartition(4)
    rows = rows.mapInArrow(die_once, rows.schema)
    found = tag(rows).orderBy("row").toArrow()
    assert os.path.exists(mark)
    assert found["country"].to_pylist() == cairn.country(a, b).tolist()
