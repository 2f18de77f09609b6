"""Joins by cells, compared with a loop over all pairs; covers, compared by distances to cells."""

import hashlib
import sys

import numpy as np
import pyarrow as pa
import pytest
from conftest import frame
from test_places import places

import cairn_columns as cairn

pytest.importorskip("pyspark")


def loop(a, b, c, d, meters):
    """All pairs, by the distance between every two rows."""
    found = {}
    for row in range(len(a)):
        far = cairn.distance(np.full(len(c), a[row]), np.full(len(c), b[row]), c, d)
        for offset in np.flatnonzero(far <= meters):
            found[row, int(offset)] = float(far[offset])
    return found


def seams(count, seed, spread=0.05):
    """Places concentrated at the poles, at 180 degrees, at edges of cells, and in a city."""
    random = np.random.default_rng(seed)
    towns = np.array([
        [90, 0], [-90, 77], [89.999, 180], [0, 180], [-17, -180], [0, 0], [45, 90], [48.2, 16.37],
        [-45, -45], [67.5, 540]])
    town = towns[random.integers(0, len(towns), count)]
    latitude = np.clip(town[:, 0] + random.normal(0, spread, count), -90, 90)
    longitude = town[:, 1] + random.normal(0, spread, count)
    exact = random.random(count) < 0.1
    latitude[exact], longitude[exact] = town[exact].T
    longitude[::11] += 360
    return latitude, longitude


@pytest.mark.parametrize("meters, precision", [
    (0.0, 6), (500.0, 6), (500.0, 5), (4_000.0, 4), (90_000.0, 3), (3e6, 1), (np.inf, 1)])
def test_a_cover_contains_every_place_within(meters, precision):
    a, b = np.concatenate([seams(500, 1), places(300, 2)], axis=1)
    c, d = np.concatenate([seams(60, 3), places(20, 4)], axis=1)
    a[3], d[5] = np.nan, np.inf
    cover = cairn.geohash_cover(c, d, meters, precision)
    assert np.all(np.diff(cover.rows) >= 0)
    cells = cairn.geohash_integer(a, b, 5 * precision)
    touched = set(zip(cover.rows.tolist(), cover.cells.tolist()))
    assert len(touched) == len(cover.rows)
    for row, offset in loop(a, b, c, d, meters):
        assert (offset, int(cells[row])) in touched
    assert not any(row == 5 for row, _ in touched)


def test_a_cover_is_minimal():
    # A kilometer around the center of a cell of five letters, and around one of its corners.
    assert cairn.geohash_cover([0.02], [0.02], 1_000.0, 5).cells.tolist() == [
        cairn.geohash_integer(0.02, 0.02, 25)]
    assert len(cairn.geohash_cover([0.0], [0.0], 1_000.0, 5).cells) == 4
    assert len(cairn.geohash_cover([0.0], [180.0], 1_000.0, 5).cells) == 4
    # All cells around a pole: a row and a half.
    assert len(cairn.geohash_cover([90.0], [3.0], 5_000.0, 5).cells) in (8192, 16384)
    for meters in (-1.0, -np.inf):
        assert len(cairn.geohash_cover([0.0], [0.0], meters, 5).cells) == 0
    assert len(cairn.geohash_cover([], [], 5.0, 5).cells) == 0
    with pytest.raises(cairn.InvalidArgumentError, match="radius"):
        cairn.geohash_cover([0.0], [0.0], np.nan, 5)
    with pytest.raises(cairn.InvalidArgumentError, match="precision"):
        cairn.geohash_cover([0.0], [0.0], 5.0, 13)


@pytest.mark.parametrize("hot", [False, True])
def test_rows_meet_once(hot):
    """Each row meets every row whose circle touches its cell in exactly one group."""
    from cairn_columns import _cells

    random = np.random.default_rng(5)
    none = np.zeros(0, np.int64)
    plan = _cells.Plan(1.0, 6, 3, none, none, none, none)
    if hot:
        plan = _cells.Plan(
            1.0, 6, 3, np.array([4, 7]), np.array([3, 9]), np.array([2, 3]), np.array([3, 1]))
        assert plan.groups == 12
    ping_cells = random.integers(0, 10, 200)
    rows, groups = _cells._groups_of(
        np.arange(200), ping_cells, random.integers(0, 1 << 31, 200), plan, False)
    stores = [random.choice(10, random.integers(0, 5), replace=False) for _ in range(60)]
    store_rows = np.repeat(np.arange(60), [len(cells) for cells in stores])
    store_rows, store_groups = _cells._groups_of(
        store_rows, np.concatenate(stores), random.integers(0, 1 << 31, 60), plan, True)
    assert groups.max() < plan.groups and store_groups.max() < plan.groups
    met = {}
    for row, group in zip(rows, groups):
        for offset in store_rows[store_groups == group]:
            met[row, offset] = met.get((row, offset), 0) + 1
    assert set(met.values()) == {1}
    for row in range(200):
        for offset in range(60):
            assert ping_cells[row] not in stores[offset] or (row, offset) in met


def joined(found, left="row", right="right_row"):
    rows = found.select(left, right, "meters").toArrow()
    pairs = list(zip(rows[left].to_pylist(), rows[right].to_pylist()))
    assert len(set(pairs)) == len(pairs), "a pair comes twice"
    return dict(zip(pairs, rows["meters"].to_pylist()))


def digest(pairs):
    return hashlib.sha256(repr(sorted(pairs.items())).encode()).hexdigest()


@pytest.mark.parametrize("meters, rows_per_task", [
    (0.0, 500_000), (800.0, 300), (6_000.0, 200), (400_000.0, 500_000)])
def test_cells_find_the_pairs_of_a_loop(spark, monkeypatch, meters, rows_per_task):
    from cairn_columns import _cells
    from cairn_columns.spark import join_within

    if meters == 6_000.0:
        # Too many cells to ship the list of those with rows of both sides.
        monkeypatch.setattr(_cells, "_MEETING", 3)

    a, b = seams(2_500, 6)
    c, d = seams(400, 7)
    a[17], b[18], c[5] = np.nan, np.inf, 91.0
    expected = loop(a, b, c, d, meters)
    assert len(expected) > 50
    pings = frame(spark, row=range(2_500), lat=a, lon=b).repartition(3)
    stores = frame(spark, row=range(400), lat=c, lon=d).repartition(2)
    found = joined(join_within(
        pings, stores, meters, strategy="cells", rows_per_task=rows_per_task))
    assert found == expected
    assert digest(joined(join_within(pings, stores, meters))) == digest(expected)


def test_either_side_may_be_shipped(spark, monkeypatch):
    import cairn_columns.spark as ours

    a, b = seams(700, 8)
    c, d = seams(90, 9)
    few = frame(spark, row=range(90), lat=c, lon=d)
    many = frame(spark, row=range(700), lat=a, lon=b)
    monkeypatch.setattr(ours, "_FEW_ROWS", 90)
    calls = []
    whole = ours.join_by_cells
    monkeypatch.setattr(
        ours, "join_by_cells", lambda *words: calls.append(1) or whole(*words))
    for pings, stores, places_of in [(many, few, (a, b, c, d)), (few, many, (c, d, a, b))]:
        found = ours.join_within(pings, stores, 5_000.0)
        assert found.columns == ["row", "lat", "lon", "right_row", "right_lat", "right_lon",
                                 "meters"]
        assert joined(found) == loop(*places_of, 5_000.0)
        row = found.first()
        assert row["meters"] == cairn.distance(
            row["lat"], row["lon"], row["right_lat"], row["right_lon"])
    assert not calls
    assert joined(ours.join_within(many, many, 500.0)) == loop(a, b, a, b, 500.0)
    assert calls


def test_a_hot_cell(spark):
    """20,000 rows and 300 in one cell of any size: with all possible pairs, and with few."""
    from cairn_columns import _cells
    from cairn_columns.spark import join_within

    random = np.random.default_rng(10)
    a, b = 48.2 + random.normal(0, 1e-3, 20_000), 16.37 + random.normal(0, 1e-3, 20_000)
    a[:5_000], b[:5_000] = 48.2, 16.37
    c, d = 48.2 + random.normal(0, 1e-3, 300), 16.37 + random.normal(0, 1e-3, 300)
    c[:50], d[:50] = 48.2, 16.37
    pings = frame(spark, row=range(20_000), lat=a, lon=b)
    stores = frame(spark, row=range(300), lat=c, lon=d)
    for meters in (5.0, 100.0):
        found = join_within(
            pings, stores, meters, strategy="cells", rows_per_task=1_000).selectExpr(
            "count(*)", "count(DISTINCT row, right_row)", "sum(meters)").first()
        pairs = cairn.PlaceIndex(c, d).join(a, b, meters)
        assert found[0] == found[1] == len(pairs.rows)
        assert found[2] == pytest.approx(pairs.meters.sum())
    # The cell is split, and no group has much more than its share.
    sides = [
        _cells._Side(side, ("lat", "lon"), covered, 5.0, 6)
        for side, covered in ((pings, False), (stores, True))]
    plan = _cells._plan(sides, 5.0, 6, 1_000)
    assert len(plan.cells) >= 1 and plan.rows.max() >= 5
    groups = sides[0].grouped(plan).groupBy("cairn_group").count().toArrow()
    assert 15_000 < sum(groups["count"].to_pylist()) <= 20_000
    assert max(groups["count"].to_pylist()) < 2_500


def test_an_empty_side(spark):
    from cairn_columns.spark import join_within

    some = frame(spark, row=range(9), lat=np.zeros(9), lon=np.zeros(9))
    nulls = frame(spark, row=range(3), lat=pa.array([None, 1.0, 95.0]),
                  lon=pa.array([1.0, None, 0.0]))
    empty = some.where("row < 0")
    for strategy, sides in [
        ("auto", [(some, empty), (empty, some)]),
        ("cells", [(some, empty), (empty, some), (empty, empty), (some, nulls), (nulls, some)]),
    ]:
        for pings, stores in sides:
            assert join_within(pings, stores, 1e9, strategy=strategy).count() == 0
    assert join_within(some, some, 0, strategy="cells").count() == 81


def test_any_columns(spark):
    """Names with dots and backticks or that repeat, and columns and coordinates of any type."""
    from cairn_columns.spark import join_within

    pings = spark.sql("""
        SELECT id AS `a.b``c d`, CAST(id % 5 AS FLOAT) AS `gps.lat`, CAST(id % 7 AS INT) AS lon,
          IF(id % 3 = 0, NULL, array(id, NULL)) AS list, map('k', id) AS map,
          named_struct('x.y', id, 'z', 'Zoë') AS struct, CAST('1.5' AS DECIMAL(9, 2)) AS money,
          TIMESTAMP '2026-11-24 01:02:03' AS time, X'00FF' AS bytes, id AS twice, id + 1 AS twice
        FROM range(200)""")
    stores = spark.sql("""
        SELECT CAST(id AS DECIMAL(9, 3)) AS `north ``\u00e9`, CAST(id AS SMALLINT) AS east,
          IF(id = 2, NULL, 'a' || id) AS `a.b``c d`, id AS id FROM range(5)""")
    every = []
    for strategy, rows in (("broadcast", 1), ("cells", 500_000), ("cells", 50)):
        found = join_within(
            pings, stores, 150_000, "gps.lat", right_latitude="north `\u00e9",
            right_longitude="east", prefix="s.", strategy=strategy, rows_per_task=rows)
        assert found.columns[:2] == ["a.b`c d", "gps.lat"]
        assert found.columns[-4:] == ["s.east", "s.a.b`c d", "s.id", "meters"]
        every.append(sorted(repr(tuple(row)) for row in found.collect()))
    assert len(every[0]) > 100 and every[0] == every[1] == every[2]


def test_errors(spark):
    from cairn_columns.spark import join_within

    rows = frame(spark, lat=[1.0], lon=[2.0])
    for words, message in [
        ({"meters": float("nan")}, "meters"), ({"meters": "5"}, "meters"),
        ({"meters": 5, "strategy": "fast"}, "strategy"),
        ({"meters": 5, "rows_per_task": 0}, "rows_per_task"),
        ({"meters": 5, "prefix": ""}, "'lat' already"),
        ({"meters": 5, "right_latitude": "y"}, "0 columns are named 'y'"),
    ]:
        with pytest.raises(cairn.InvalidArgumentError, match=message):
            join_within(rows, rows, **words)
    text = frame(spark, lat=["1"], lon=[2.0])
    for strategy in ("broadcast", "cells"):
        with pytest.raises(Exception, match="'lat' is text; cast it"):
            join_within(text, rows, 5.0, strategy=strategy).collect()
        with pytest.raises(Exception, match="'lat' is text; cast it"):
            join_within(rows, text, 5.0, strategy=strategy).collect()


def test_a_machine_without_the_package(spark, monkeypatch):
    """The error names the machine without the package, and the remedy."""
    from cairn_columns import _frames

    def hide(batches):
        # Simulates a worker process without the package.
        import sys as system

        class Hidden:
            def find_spec(self, name, path=None, target=None):
                if name.partition(".")[0] == "cairn_columns":
                    raise ModuleNotFoundError(f"No module named {name!r}")

        for name in [name for name in system.modules if name.startswith("cairn_columns")]:
            del system.modules[name]
        system.meta_path.insert(0, Hidden())
        try:
            yield from guarded(batches)
        finally:
            del system.meta_path[0]

    guarded = _frames.task(lambda batches: batches)
    rows = frame(spark, lat=[1.0], lon=[2.0])
    with pytest.raises(Exception, match="cannot import cairn_columns.*No module named"):
        rows.mapInArrow(hide, rows.schema).collect()
    assert "cairn_columns" in sys.modules
