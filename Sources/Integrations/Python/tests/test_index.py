"""Proximity searches, compared with a k-d tree over unit vectors."""

import pickle

import numpy as np
import pytest
from scipy.spatial import cKDTree
from test_places import RADIUS, places

import cairn_columns as cairn


def vectors(latitude, longitude):
    latitude, longitude = np.radians(latitude), np.radians(longitude)
    return np.stack([
        np.cos(latitude) * np.cos(longitude), np.cos(latitude) * np.sin(longitude),
        np.sin(latitude)], axis=1)


def chord(meters):
    return 2 * np.sin(meters / RADIUS / 2)


@pytest.fixture(scope="module", params=["memory", "file"])
def index(request, tmp_path_factory):
    made = cairn.PlaceIndex(*places(5_000, 11))
    if request.param == "memory":
        return made
    path = tmp_path_factory.mktemp("index") / "füße.cairn"
    made.write(path)
    made.close()
    return cairn.PlaceIndex.open(path)


def test_nearest(index):
    tree = cKDTree(vectors(*places(5_000, 11)))
    a, b = places(3_000, 12)
    chords, _ = tree.query(vectors(a, b), k=5)
    found = index.nearest(a, b, count=5)
    assert found.offsets.shape == (3_000, 5)
    assert np.allclose(found.meters, 2 * RADIUS * np.arcsin(chords / 2), rtol=1e-9, atol=1e-6)
    one = index.nearest(a, b, threads=2)
    assert np.array_equal(one.offsets, found.offsets[:, 0])
    near = index.nearest(a, b, within=50_000.0)
    assert np.array_equal(near.offsets >= 0, found.meters[:, 0] <= 50_000)
    c, d = places(5_000, 11)
    rows = found.offsets[:, 0]
    assert np.array_equal(cairn.distance(a, b, c[rows], d[rows]), found.meters[:, 0])


@pytest.mark.parametrize("meters", [0.0, 30_000.0, 1_000_000.0])
def test_join(index, meters):
    tree = cKDTree(vectors(*places(5_000, 11)))
    a, b = places(3_000, 13)
    # Very close to the radius, rounding may make the results differ.
    some = tree.query_ball_point(vectors(a, b), chord(meters) * (1 - 1e-12))
    more = tree.query_ball_point(vectors(a, b), chord(meters) * (1 + 1e-12) + 1e-14)
    pairs = index.join(a, b, meters)
    lists = index.within(a, b, meters)
    counts = index.count(a, b, meters)
    assert np.array_equal(lists.offsets, pairs.offsets)
    for row in range(len(a)):
        mine = slice(lists.starts[row], lists.starts[row + 1])
        found = lists.offsets[mine].tolist()
        if meters > 0:
            assert set(some[row]) <= set(found)
        assert set(found) <= set(more[row])
        assert len(found) == len(set(found)) == counts[row]
        assert np.all(np.diff(lists.meters[mine]) >= 0) and np.all(lists.meters[mine] <= meters)
        assert np.all(pairs.rows[mine] == row)


def test_a_row_with_more_results_than_the_capacity(index):
    spot = cairn.PlaceIndex(np.full(1_200_000, 1.0), np.full(1_200_000, 2.0))
    pairs = spot.join([0.0, 1.0, 1.0], [0.0, 2.0, 2.0], 5.0)
    assert len(pairs.rows) == 2_400_000 and set(pairs.rows.tolist()) == {1, 2}
    assert np.array_equal(pairs.offsets[:1_200_000], np.arange(1_200_000))


def test_closed_indexes_and_damaged_files(tmp_path):
    index = cairn.PlaceIndex([1.0], [2.0])
    index.close()
    index.close()
    with pytest.raises(cairn.ClosedIndexError):
        index.nearest(1.0, 2.0)
    with pytest.raises(cairn.ClosedIndexError):
        index.join([], [], 5.0)
    with pytest.raises(cairn.IndexFileError, match="missing"):
        cairn.PlaceIndex.open(tmp_path / "missing")
    made = cairn.PlaceIndex(*places(3_000, 14))
    path = tmp_path / "damaged.cairn"
    made.write(path)
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(cairn.IndexFileError, match="damaged"):
        cairn.PlaceIndex.open(path).nearest(*places(3_000, 15))
    with pytest.raises(TypeError):
        pickle.dumps(made)


def test_files_built_from_batches(tmp_path):
    import pyarrow as pa

    a, b = places(50_000, 16)
    a[7] = np.nan
    pieces = np.array_split(np.arange(len(a)), 7)
    whole, parts = tmp_path / "whole.cairn", tmp_path / "parts.cairn"
    cairn.PlaceIndex(a, b).write(whole)
    built = cairn.PlaceIndex.build(parts, ((a[p], pa.array(b[p])) for p in pieces), threads=2)
    assert len(built) == 49_999 and parts.read_bytes() == whole.read_bytes()
    c, d = places(1_000, 17)
    found = cairn.PlaceIndex(a, b).nearest(c, d, count=3)
    assert np.array_equal(built.nearest(c, d, count=3).offsets, found.offsets)
    assert len(cairn.PlaceIndex.build(tmp_path / "none.cairn", [])) == 0


def test_a_failed_build_leaves_the_old_file(tmp_path):
    path = tmp_path / "places.cairn"
    cairn.PlaceIndex([1.0], [2.0]).write(path)
    old = path.read_bytes()

    def batches():
        yield [3.0], [4.0]
        raise KeyError("the source failed")

    with pytest.raises(KeyError):
        cairn.PlaceIndex.build(path, batches())
    with pytest.raises(cairn.InvalidArgumentError, match="same number of rows"):
        cairn.PlaceIndex.build(path, [([1.0, 2.0], [1.0, 2.0, 3.0])])
    with pytest.raises(cairn.InvalidArgumentError, match="threads"):
        cairn.PlaceIndex.build(path, [([1.0], [1.0])], threads=0)
    with pytest.raises(cairn.IndexFileError, match="missing"):
        cairn.PlaceIndex.build(tmp_path / "missing" / "places.cairn", [])
    assert path.read_bytes() == old and [p.name for p in tmp_path.iterdir()] == [path.name]


def test_empty_inputs():
    index = cairn.PlaceIndex([], [])
    assert len(index) == 0 and index.nearest(1.0, 2.0).offsets == -1
    assert index.join([1.0], [2.0], 1e9).rows.tolist() == []
    assert cairn.PlaceIndex([1.0], [1.0]).within([], [], 1.0).starts.tolist() == [0]
