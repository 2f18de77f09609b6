"""Results compared with independent libraries, for every kind of column."""

import math
import os
import threading

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from geographiclib.geodesic import Geodesic

import cairn_columns as cairn

RADIUS = 6_371_008.8  # the mean of the semiaxes of WGS 84, (2 a + b) / 3, to a decimeter


def places(count, seed):
    """Places all over the sphere, with a special one in every eighth row."""
    random = np.random.default_rng(seed)
    latitude = np.degrees(np.arcsin(random.uniform(-1, 1, count)))
    longitude = random.uniform(-180, 180, count)
    odd = np.array([0.0, -0.0, 90, -90, 180, -180, 540, 45, -45, 1e-300])
    rows = np.arange(0, count, 8)
    latitude[rows] = random.choice(odd[[0, 1, 2, 3, 7, 8, 9]], len(rows))
    longitude[rows] = random.choice(odd, len(rows))
    return latitude, longitude


def haversine(a, b, c, d):
    a, b, c, d = map(np.radians, (a, b, c, d))
    h = np.sin((c - a) / 2) ** 2 + np.cos(a) * np.cos(c) * np.sin((d - b) / 2) ** 2
    return 2 * RADIUS * np.arcsin(np.sqrt(np.minimum(h, 1)))


def test_sphere_against_numpy():
    a, b = places(20_000, 1)
    c, d = places(20_000, 2)
    expected = haversine(a, b, c, d)
    found = cairn.distance(a, b, c, d)
    # The simple formula loses digits near the antipode.
    plain = expected < 1.9e7
    assert np.allclose(found[plain], expected[plain], rtol=1e-9, atol=1e-6)
    assert np.all(found <= math.pi * RADIUS * (1 + 1e-15))


def test_ellipsoid_against_geographiclib():
    a, b = places(2_000, 3)
    c, d = places(2_000, 4)
    lines = [Geodesic.WGS84.Inverse(*row) for row in zip(a, b, c, d)]
    found = cairn.distance(a, b, c, d, surface="wgs84")
    assert np.max(np.abs(found - [line["s12"] for line in lines])) < 1e-6
    bearings = cairn.bearing(a, b, c, d, surface="wgs84")
    apart = np.array([1e-3 < line["s12"] < 19.9e6 for line in lines]) & (np.abs(a) < 90)
    turn = (bearings - [line["azi1"] for line in lines] + 180) % 360 - 180
    assert np.max(np.abs(turn[apart])) < 1e-8
    ends = [Geodesic.WGS84.Direct(row[0], row[1], row[2], row[3]) for row in zip(a, b, d, 1e5 * c)]
    south, west = cairn.destination(a, b, d, 1e5 * c, surface="wgs84")
    assert np.max(np.abs(south - [end["lat2"] for end in ends])) < 1e-9
    there = cairn.distance(
        south, west, np.array([end["lat2"] for end in ends]), np.array([end["lon2"] for end in ends]))
    assert np.max(there) < 1e-5


LETTERS = "0123456789bcdefghjkmnpqrstuvwxyz"


def geohash(latitude, longitude, precision):
    """The textbook algorithm by bisection, in exact fractions."""
    from fractions import Fraction

    south, north, west, east = map(Fraction, (-90, 90, -180, 180))
    latitude, longitude = Fraction(latitude), Fraction(longitude)
    if abs(longitude) > 180:
        longitude = (longitude + 180) % 360 - 180
    bits = 0
    for step in range(5 * precision):
        if step % 2 == 0:
            middle = (west + east) / 2
            upper = longitude >= middle
            west, east = (middle, east) if upper else (west, middle)
        else:
            middle = (south + north) / 2
            upper = latitude >= middle
            south, north = (middle, north) if upper else (south, middle)
        bits = 2 * bits + upper
    return "".join(LETTERS[bits >> 5 * place & 31] for place in reversed(range(precision)))


@pytest.mark.parametrize("precision", [1, 5, 7, 12])
def test_geohash_against_bisection(precision):
    a, b = places(700, 5)
    expected = [geohash(*row, precision) for row in zip(a, b)]
    assert cairn.geohash(a, b, precision).tolist() == expected
    numbers = [int("".join(f"{LETTERS.index(letter):05b}" for letter in text), 2) for text in expected]
    assert cairn.geohash_integer(a, b, 5 * precision).tolist() == numbers


CITIES = [
    (48.2082, 16.3738, "AT", "AT-9", "Europe/Vienna"),
    (35.6895, 139.6917, "JP", "JP-13", "Asia/Tokyo"),
    (40.7128, -74.0060, "US", "US-NY", "America/New_York"),
    (-33.8688, 151.2093, "AU", "AU-NSW", "Australia/Sydney"),
    (-54.8019, -68.3030, "AR", "AR-V", "America/Argentina/Ushuaia"),
    (0.0, -30.0, "", "", ""),
]


def test_known_places():
    south, west, countries, regions, zones = (np.array(column) for column in zip(*CITIES))
    assert cairn.country(south, west).tolist() == countries.tolist()
    assert cairn.region(south, west).tolist() == regions.tolist()
    assert cairn.time_zone(south, west).tolist() == zones.tolist()
    assert cairn.country(south, west, names=True).tolist()[:2] == ["Austria", "Japan"]
    pier = (51.5165, 0.7223)
    assert cairn.country(*pier) == "GB" and cairn.country(*pier, land_only=True) == ""


ROWS = [*CITIES[:3], (np.nan, 3.0, "", "", ""), (95.0, 3.0, "", "", ""), CITIES[5]]
SOUTH, WEST = (np.array([row[column] for row in ROWS]) for column in (0, 1))
VALID = [True, True, True, False, False, True]
CODES = ["AT", "JP", "US", None, None, ""]
HASHES = [geohash(s, w, 7) if v else None for s, w, v in zip(SOUTH, WEST, VALID)]


def kinds():
    whole = pa.array([1.0, *SOUTH, 2.0]), pa.array([7.0, 8.0, 9.0, *WEST])
    sliced = whole[0].slice(1, 6), whole[1].slice(3)
    nulls = pa.array([*SOUTH[:3], None, 95.0, 0.0]), pa.array([*WEST[:5], WEST[5]])
    table = np.array([SOUTH, WEST]).T
    index = pd.Index(list("abcdef"))
    return {
        "numpy": (SOUTH, WEST),
        "numpy, strided": (table[:, 0], table[:, 1]),
        "numpy, reversed": (SOUTH[::-1].copy()[::-1], WEST[::-1].copy()[::-1]),
        "numpy, masked": (np.ma.masked_invalid(SOUTH), WEST),
        "list": (SOUTH.tolist(), WEST.tolist()),
        "pyarrow": (pa.array(SOUTH), pa.array(WEST)),
        "pyarrow, sliced": sliced,
        "pyarrow, nulls": nulls,
        "pyarrow, nulls sliced": tuple(
            pa.concat_arrays([pa.array([None] * 11, pa.float64()), column]).slice(11)
            for column in nulls),
        "pyarrow, chunked": (
            pa.chunked_array([SOUTH[:2], SOUTH[2:]]), pa.chunked_array([WEST[:5], WEST[5:]])),
        "pandas": (pd.Series(SOUTH, index=index), pd.Series(WEST, index=index)),
        "pandas, nullable": (
            pd.Series([*SOUTH[:3], None, 95.0, 0.0], dtype="Float64"), pd.Series(WEST)),
        "pandas, arrow": (
            pd.Series(nulls[0], dtype=pd.ArrowDtype(pa.float64())), pd.Series(WEST)),
        "polars": (pl.Series(SOUTH), pl.Series(WEST)),
        "polars, nulls": (pl.Series([*SOUTH[:3], None, 95.0, 0.0]), pl.Series(WEST)),
    }


def values(column):
    """A column as a list with None for nulls and NaN."""
    if isinstance(column, (pa.Array, pl.Series)):
        found = column.to_pylist() if isinstance(column, pa.Array) else column.to_list()
    else:
        found = list(column)
    return [None if value is None or value != value else value for value in found]


@pytest.mark.parametrize("kind", kinds())
def test_kinds(kind):
    south, west = kinds()[kind]
    expected_type = {
        "numpy": np.ndarray, "list": np.ndarray, "pyarrow": pa.Array, "pandas": pd.Series,
        "polars": pl.Series}[kind.partition(",")[0]]
    is_numpy = expected_type is np.ndarray

    found = cairn.country(south, west)
    assert isinstance(found, expected_type)
    assert values(found) == [code or "" if is_numpy else code for code in CODES]
    found = cairn.geohash(south, west)
    assert isinstance(found, expected_type)
    assert values(found) == [text or "" if is_numpy else text for text in HASHES]
    found = cairn.distance(south, west, 48.2082, 16.3738)
    assert isinstance(found, expected_type)
    assert [value is not None for value in values(found)] == VALID and values(found)[0] == 0
    assert values(cairn.is_valid(south, west)) == VALID
    cells = values(cairn.geohash_integer(south, west, 35))
    assert [bool(cell) for cell in cells] == VALID
    index = cairn.PlaceIndex(south, west)
    assert len(index) == 4
    nearest = index.nearest(south, west)
    assert isinstance(nearest.offsets, expected_type)
    assert [row for row, valid in zip(values(nearest.offsets), VALID) if valid] == [0, 1, 2, 5]
    assert [count or 0 for count in values(index.count(south, west, 1.0))] == [1, 1, 1, 0, 0, 1]
    if expected_type is pd.Series:
        assert found.index.equals(south.index)


def test_scalars():
    assert cairn.country(48.2, 16.37) == "AT" and cairn.country(0, -30) == ""
    assert cairn.country(99.0, 0.0) is None and cairn.country(None, 0.0) is None
    assert cairn.geohash(48.85826, 2.2945) == "u09tunq" and cairn.geohash(np.nan, 0) is None
    assert cairn.distance(1, 2, 1, 2) == 0 and cairn.distance(91, 2, 1, 2) is None
    assert cairn.is_valid(90, 540) is True and cairn.is_valid(90.1, 0) is False


def test_no_copy_is_made_of_doubles():
    from cairn_columns._columns import Column

    table = np.zeros((5, 2))
    column = Column(table[:, 1], "x")
    assert column.values == table.ctypes.data + 8 and column.stride == 16
    array = pa.array([1.0, None, 3.0]).slice(1)
    column = Column(array, "x")
    assert column.values == array.buffers()[1].address + 8 and column.offset == 1
    assert column.validity == array.buffers()[0].address
    series = pd.Series(np.zeros(4))
    assert Column(series, "x").values == series.to_numpy().ctypes.data
    series = pl.Series([1.0, 2.0])
    assert Column(series, "x").values == series.to_numpy().ctypes.data


def test_other_types_are_converted():
    whole = np.array([48, 35], dtype=np.int8), np.array([16, 139], dtype=np.float32)
    assert cairn.country(*whole).tolist() == ["AT", cairn.country(35.0, 139.0)]
    assert cairn.country(pa.array([48], pa.int16()), pa.array([16], pa.float32())).to_pylist() == ["AT"]
    assert cairn.country(np.array([48.2], dtype=">f8"), np.array([16.37])).tolist() == ["AT"]


@pytest.mark.parametrize("count", [0, 1, 7, 8, 9, 131_071, 131_072, 131_073, 300_000])
def test_pieces_and_threads(count):
    a, b = places(count, 6)
    a[5::7] = np.nan
    whole = cairn.country(pa.array(a), pa.array(b), threads=3).to_pylist()
    assert len(whole) == count
    assert [code is not None for code in whole] == [not np.isnan(value) for value in a]
    rows = np.arange(0, count, 1_013)
    assert [whole[row] for row in rows] == [cairn.country(a[row], b[row]) for row in rows]
    assert cairn.geohash(a, b, 5).tolist() == cairn.geohash(a, b, 5, threads=4).tolist()


def test_errors():
    with pytest.raises(cairn.InvalidArgumentError, match="latitude has 2, longitude has 3"):
        cairn.country([1, 2], [1, 2, 3])
    with pytest.raises(cairn.InvalidArgumentError, match="longitude: .*not a column of numbers"):
        cairn.country([1.0], ["east"])
    with pytest.raises(cairn.InvalidArgumentError, match="one dimension, not 2"):
        cairn.country(np.zeros((2, 2)), np.zeros(2))
    with pytest.raises(cairn.InvalidArgumentError, match="precision"):
        cairn.geohash([1.0], [1.0], 13)
    with pytest.raises(cairn.InvalidArgumentError, match="bits"):
        cairn.geohash_integer([1.0], [1.0], 65)
    with pytest.raises(cairn.InvalidArgumentError, match="surface"):
        cairn.distance(1, 2, 3, 4, surface="flat")
    with pytest.raises(cairn.InvalidArgumentError, match="threads"):
        cairn.country([1.0], [1.0], threads=0)
    with pytest.raises(cairn.InvalidArgumentError, match="its index is not"):
        cairn.country(pd.Series([1.0], index=["a"]), pd.Series([1.0], index=["b"]))
    with pytest.raises(cairn.InvalidArgumentError, match="stop 1"):
        cairn.route([1.0, np.nan], [1.0, 2.0])


def test_route():
    south, west = np.array([0.0, 5, 1, 3]), np.zeros(4)
    order, meters = cairn.route(south, west, round_trip=False, start=0)
    assert order.tolist() == [0, 2, 3, 1]
    assert meters == pytest.approx(math.radians(5) * RADIUS)


def test_progress_bar(capfd):
    a, b = places(300_000, 7)
    cairn.country(a, b, progress=True)
    cairn.country(a, b, progress=False)
    # The bar appears after two seconds, and this takes less.
    assert capfd.readouterr().out == ""


def test_forks_while_threads_look_up():
    a, b = places(4_000, 8)
    expected = cairn.country(a, b).tolist()
    done = threading.Event()

    def work():
        random = 100
        while not done.is_set():
            random += 1
            cairn.region(*places(2_000, random))
            cairn.PlaceIndex(a[:50], b[:50]).close()

    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    try:
        for round in range(25):
            child = os.fork()
            if child == 0:
                right = False
                try:
                    c, d = places(2_000, round)
                    right = (cairn.country(a, b).tolist() == expected
                             and len(cairn.region(c, d)) == 2_000
                             and len(cairn.PlaceIndex(a, b)) == 4_000)
                finally:
                    os._exit(0 if right else 1)
            for _ in range(600):
                ended, status = os.waitpid(child, os.WNOHANG)
                if ended:
                    break
                done.wait(0.05)
            else:
                os.kill(child, 9)
                os.waitpid(child, 0)
                pytest.fail("a child hangs")
            assert status == 0
    finally:
        done.set()
        for worker in workers:
            worker.join()


def test_two_copies_in_one_process(tmp_path):
    import ctypes
    import pathlib
    import shutil

    from cairn_columns import _library

    path = pathlib.Path(_library._library._name)
    other = tmp_path / "another.so"
    shutil.copy(path, other)
    library = ctypes.CDLL(str(other))
    index = ctypes.c_int64()
    column = (ctypes.c_double * 1)(48.2)
    description = _library.Description(ctypes.addressof(column), 8, 0, 0)
    for expected in (1, 2):
        assert library.cairn_index_build(
            ctypes.c_int64(1), ctypes.byref(description), ctypes.byref(description),
            ctypes.byref(index)) == 0
        # The copy numbers its own indexes, independently of those of this package.
        assert index.value == expected
    number = (ctypes.c_int16 * 1)()
    library.cairn_country(
        ctypes.c_int64(1), ctypes.byref(description), ctypes.byref(description), 0, number, None)
    assert _library.names(0)[number[0]] == cairn.country(48.2, 48.2)


def test_covers_are_limited():
    # The limit is one of each circle, however many rows there are.
    count = len(cairn.geohash_cover([10.0], [10.0], 100_000.0, 5).cells)
    found = cairn.geohash_cover([10.0] * 9, [10.0] * 9, 100_000.0, 5, maximum_cells=count)
    assert len(found.cells) == 9 * count
    for limit in (count - 1, 1, 0):
        with pytest.raises(cairn.InvalidArgumentError, match="row 1 touches more than"):
            cairn.geohash_cover([np.nan, 10.0], [10.0, 10.0], 100_000.0, 5, maximum_cells=limit)
    with pytest.raises(cairn.InvalidArgumentError, match="10,000,000 cells"):
        cairn.geohash_cover([0.0], [0.0], 1e7, 8)


def test_invalid_combinations_are_argument_errors():
    with pytest.raises(cairn.InvalidArgumentError, match="names and sovereign"):
        cairn.country(48.2, 16.4, names=True, sovereign=True)
