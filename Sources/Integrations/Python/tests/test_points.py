"""Columns of points of geopandas, shapely and GeoArrow, and expressions of polars."""

import geoarrow.pyarrow as ga
import geopandas
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
import shapely

import cairn_columns as cairn

LATITUDES = [48.2082, 35.6895, -18.1416, 0.0, 90.0]
LONGITUDES = [16.3738, 139.6917, 178.4419, -30.0, -180.0]
POINTS = [shapely.Point(*place) for place in zip(LONGITUDES, LATITUDES)]


def arrow(points):
    return ga.as_geoarrow(ga.array(shapely.to_wkb(points)))


def same(found, expected):
    """Whether a column has the values of plain columns, null for NaN and empty for no country."""
    def plain(value):
        value = value.to_pylist() if hasattr(value, "to_pylist") else list(value)
        return [None if x is None or x != x else x for x in value]

    return plain(found) == plain(expected)


def shapes():
    interleaved = ga.with_coord_type(arrow(POINTS), ga.CoordType.INTERLEAVED)
    separated = ga.with_coord_type(arrow(POINTS), ga.CoordType.SEPARATED)
    return {
        "list": POINTS, "tuple": tuple(POINTS), "array": np.array(POINTS, dtype=object),
        "series": pd.Series(POINTS, dtype=object), "geoseries": geopandas.GeoSeries(POINTS),
        "frame": geopandas.GeoDataFrame(geometry=POINTS, crs=4326),
        "geometry array": geopandas.GeoSeries(POINTS).values,
        "interleaved": interleaved, "separated": separated,
        "chunked": pa.chunked_array([separated.slice(0, 2), separated.slice(2)]),
        "storage": separated.storage, "sliced": arrow([POINTS[0], *POINTS]).slice(1),
        "polars": pl.DataFrame({"x": LONGITUDES, "y": LATITUDES}).to_struct("point"),
    }


@pytest.mark.parametrize("name", shapes())
def test_points_are_latitudes_and_longitudes(name):
    points = shapes()[name]
    a, b = np.array(LATITUDES), np.array(LONGITUDES)
    assert same(cairn.country(points), cairn.country(a, b))
    assert same(cairn.region(points, names=True), cairn.region(a, b, names=True))
    assert same(cairn.time_zone(points), cairn.time_zone(a, b))
    assert same(cairn.geohash(points, 5), cairn.geohash(a, b, 5))
    assert same(cairn.geohash_integer(latitude=points, bits=35), cairn.geohash_integer(a, b, 35))
    assert same(cairn.distance(points, 48.0, 16.0), cairn.distance(a, b, 48.0, 16.0))
    assert same(cairn.distance(48.0, 16.0, points), cairn.distance(48.0, 16.0, a, b))
    assert same(cairn.bearing(points, points), np.zeros(5))
    assert same(cairn.destination(points, 90.0, 1e5)[1], cairn.destination(a, b, 90.0, 1e5)[1])
    assert cairn.route(points, start=0)[0].tolist() == cairn.route(a, b, start=0)[0].tolist()
    assert np.all(np.asarray(cairn.is_valid(points)))
    assert cairn.geohash_cover(points, 1e4, 3).cells.tolist() == (
        cairn.geohash_cover(a, b, 1e4, 3).cells.tolist())


def test_results_are_like_the_points():
    series = geopandas.GeoSeries(POINTS, index=list("abcde"), crs=4326)
    assert cairn.country(series).index.tolist() == list("abcde")
    frame = geopandas.GeoDataFrame({"n": range(5)}, geometry=POINTS)
    frame["country"] = cairn.country(frame)
    assert frame.country[0] == "AT"
    assert isinstance(cairn.distance(arrow(POINTS), 0.0, 0.0), pa.Array)
    assert cairn.country(POINTS[0]) == "AT"
    assert cairn.distance(POINTS[0], POINTS[0]) == 0


def test_indexes_of_points():
    series = geopandas.GeoSeries(POINTS, index=list("abcde"))
    index = cairn.PlaceIndex(series)
    plain = cairn.PlaceIndex(LATITUDES, LONGITUDES)
    assert index.nearest(series).offsets.tolist() == [0, 1, 2, 3, 4]
    assert index.nearest(series).meters.index.tolist() == list("abcde")
    found, expected = index.nearest(POINTS, 2), plain.nearest(LATITUDES, LONGITUDES, 2)
    assert np.array_equal(found.offsets, expected.offsets)
    assert index.count(POINTS, 2e7).tolist() == plain.count(LATITUDES, LONGITUDES, 2e7).tolist()
    assert index.count(POINTS[0], meters=1.0) == 1
    for name in ("join", "within"):
        found = getattr(index, name)(arrow(POINTS), 1e7)
        expected = getattr(plain, name)(LATITUDES, LONGITUDES, 1e7)
        assert all(map(np.array_equal, found, expected))
    pieces = list(index.join_pieces(POINTS, meters=1e7))
    assert sum(len(piece.rows) for piece in pieces) == len(plain.join(LATITUDES, LONGITUDES, 1e7).rows)


def test_missing_and_empty_points_are_null():
    points = [POINTS[0], None, shapely.Point()]
    assert cairn.country(geopandas.GeoSeries(points)).isna().tolist() == [False, True, True]
    assert cairn.country(arrow(points)).to_pylist() == ["AT", None, None]
    assert cairn.is_valid(points).tolist() == [True, False, False]
    assert cairn.country(shapely.Point()) is None
    assert len(cairn.country(geopandas.GeoSeries([]))) == 0


def test_other_geometries_and_reference_systems_are_errors():
    line = shapely.LineString([(0, 0), (1, 1)])
    for column in ([POINTS[0], line], geopandas.GeoSeries([POINTS[0], line])):
        with pytest.raises(cairn.InvalidArgumentError, match="row 1 is a LineString, not a Point"):
            cairn.country(column)
    projected = geopandas.GeoSeries(POINTS[:1], crs=4326).to_crs(3857)
    with pytest.raises(cairn.InvalidArgumentError, match=r"\.to_crs\(4326\)"):
        cairn.country(projected)
    with pytest.raises(cairn.InvalidArgumentError, match="convert them to degrees"):
        cairn.country(ga.with_crs(arrow(POINTS), projected.crs))
    assert cairn.country(ga.with_crs(arrow(POINTS), ga.OGC_CRS84))[0].as_py() == "AT"
    with pytest.raises(cairn.InvalidArgumentError, match="geoarrow.wkt"):
        cairn.country(ga.as_wkt(["POINT (0 0)"]))
    with pytest.raises(cairn.InvalidArgumentError, match="precision: missing"):
        cairn.geohash_cover(POINTS, meters=1e4)
    with pytest.raises(cairn.InvalidArgumentError, match="meters: missing"):
        cairn.PlaceIndex(POINTS).count(POINTS)
    with pytest.raises(cairn.InvalidArgumentError, match="longitude: missing"):
        cairn.country([48.2])
    with pytest.raises(cairn.InvalidArgumentError, match="end_longitude: missing"):
        cairn.distance(POINTS, 48.2)


def test_expressions():
    frame = pl.DataFrame({"lat": [*LATITUDES, None], "lon": [*LONGITUDES, 0.0]})
    at = pl.col("lat"), pl.col("lon")
    calls = {
        "country": lambda *c: cairn.country(*c), "name": lambda *c: cairn.country(*c, names=True),
        "region": lambda *c: cairn.region(*c), "zone": lambda *c: cairn.time_zone(*c),
        "geohash": lambda *c: cairn.geohash(*c, 7), "cell": lambda *c: cairn.geohash_integer(*c, 35),
        "meters": lambda *c: cairn.distance(*c, 48.0, 16.0, surface="wgs84"),
        "bearing": lambda *c: cairn.bearing(48.0, 16.0, *c), "valid": lambda *c: cairn.is_valid(*c),
    }
    expected = frame.with_columns(**{n: call(frame["lat"], frame["lon"]) for n, call in calls.items()})
    lazy = frame.lazy().with_columns(**{n: call(*at) for n, call in calls.items()})
    assert lazy.collect_schema() == expected.schema
    assert lazy.collect().equals(expected)
    assert lazy.collect(engine="streaming").equals(expected)
    ends = frame.select(end=cairn.destination(*at, 90.0, 1e5))["end"]
    assert ends.struct.field("longitude").equals(
        cairn.destination(frame["lat"], frame["lon"], 90.0, 1e5)[1].alias("longitude"))
    counts = frame.group_by(cairn.country(*at).alias("code")).len()
    assert counts.filter(pl.col("code") == "AT")["len"].item() == 1
    with pytest.raises(cairn.InvalidArgumentError, match="next to an expression"):
        cairn.distance(*at, frame["lat"], frame["lon"])
    with pytest.raises(cairn.InvalidArgumentError, match="does not take expressions"):
        cairn.route(*at)
