"""Places of Spark's data frames, tagged and joined within the tasks by Arrow.

    tagged = tag(pings, latitude="lat", longitude="lon", geohash=7)
    near = join_within(pings, stores, metres=200.0, latitude="lat", longitude="lon")

The package must be there wherever a task runs: installed, or packed with `venv-pack` and shipped by
`spark.archives`. Rows keep their columns and an answer depends on its row alone, so it does not
matter how a frame is cut or how often a task is run again.
"""

from __future__ import annotations

import os
import tempfile
import uuid
from typing import Any, Callable, Iterable, Iterator

import pyarrow as pa
from pyspark import SparkFiles
from pyspark.sql import DataFrame
from pyspark.sql import types as sql

from ._library import InvalidArgumentError

Batches = Iterator[pa.RecordBatch]

# The indexes that a worker process has open, by their files.
_open: dict[str, Any] = {}


def tag(
    frame: DataFrame, latitude: str = "lat", longitude: str = "lon", *,
    country: bool | str = True, region: bool | str = False, time_zone: bool | str = False,
    geohash: int | None = 7, nearest: DataFrame | None = None, land_only: bool = False,
) -> DataFrame:
    """Appends to each row what its place is.

    Args:
        frame: rows with places.
        latitude: the column with degrees north, of any type of numbers.
        longitude: the column with degrees east.
        country: whether to append the country's two letters, or the name of that column.
        region: the same for the region's code.
        time_zone: the same for the time zone.
        geohash: how many letters of a column `geohash` to append; None for none.
        nearest: places, with columns of the same names, the nearest of which to append as
            `nearest_row`, counted in the order in which the driver collects them, and
            `nearest_metres`. They must fit into the driver's memory.
        land_only: whether a place at sea is in no country.

    Returns:
        The frame with these columns behind its own. Nulls and what is no valid place give null, a
        place in no country an empty text.
    """
    added: list[tuple[str, sql.DataType]] = []
    tags: list[tuple[str, str]] = []
    for kind, wanted in (("country", country), ("region", region), ("time_zone", time_zone)):
        if wanted:
            name = wanted if isinstance(wanted, str) else kind
            tags.append((kind, name))
            added.append((name, sql.StringType()))
    if geohash is not None:
        if not 1 <= geohash <= 12:
            raise InvalidArgumentError(f"geohash: 1 to 12 letters, not {geohash}")
        added.append(("geohash", sql.StringType()))
    shipped = None
    if nearest is not None:
        shipped = _ship_index(nearest, _collect(nearest), latitude, longitude)
        added += [("nearest_row", sql.LongType()), ("nearest_metres", sql.DoubleType())]
    schema = _schema(frame, added, (latitude, longitude))

    def answer(batches: Batches) -> Batches:
        cairn = _cairn()
        for batch in batches:
            south, west = (_doubles(batch, name) for name in (latitude, longitude))
            columns = []
            for kind, _ in tags:
                options = {"land_only": land_only} if kind == "country" else {}
                columns.append(getattr(cairn, kind)(south, west, **options).cast(pa.string()))
            if geohash is not None:
                columns.append(cairn.geohash(south, west, geohash))
            if shipped is not None:
                columns += _index(shipped).nearest(south, west)
            yield _batch([*batch.columns, *columns], schema)

    return frame.mapInArrow(answer, schema)


def join_within(
    pings: DataFrame, stores: DataFrame, metres: float, latitude: str = "lat",
    longitude: str = "lon", *, store_latitude: str | None = None,
    store_longitude: str | None = None, prefix: str = "store_",
) -> DataFrame:
    """Joins rows with all stores within a distance, where the stores fit into the driver's memory.

    They are collected and indexed once; the index is a file that is shipped once to each machine,
    where all tasks map the same memory.

    Args:
        pings: rows with places, any number of them.
        stores: the places to join them with, up to some ten millions.
        metres: the greatest distance, which is included.
        latitude: the column of `pings` with degrees north.
        longitude: the column of `pings` with degrees east.
        store_latitude: the column of `stores` with degrees north; of the same name when left out.
        store_longitude: the column of `stores` with degrees east.
        prefix: what stands before the names of the columns of `stores`.

    Returns:
        A row for each pair: the columns of `pings`, those of `stores`, and `metres`, the distance
        on the mean sphere. Rows without a valid place have no pair.
    """
    table = _collect(stores)
    shipped = _ship_index(stores, table, store_latitude or latitude, store_longitude or longitude)
    rows = _ship_table(stores, table)
    added = [(prefix + field.name, field.dataType) for field in stores.schema.fields]
    schema = _schema(pings, [*added, ("metres", sql.DoubleType())], (latitude, longitude))

    def answer(batches: Batches) -> Batches:
        index, known = _index(shipped), _table(rows)
        for batch in batches:
            pairs = index.join(*(_doubles(batch, name) for name in (latitude, longitude)), metres)
            # Pieces, so that a batch whose rows have many pairs each does not fill the memory.
            for first in range(0, len(pairs.rows), 1 << 16):
                part = slice(first, first + (1 << 16))
                left = batch.take(pa.array(pairs.rows[part]))
                right = known.take(pa.array(pairs.offsets[part])).combine_chunks()
                columns = [column.combine_chunks() for column in right.columns]
                yield _batch([*left.columns, *columns, pa.array(pairs.metres[part])], schema)

    return pings.mapInArrow(answer, schema)


def _cairn() -> Any:
    try:
        import cairn_columns
    except ImportError as error:
        import platform

        raise ImportError(
            f"on {platform.node()}: {error}. Install cairn-columns there, or ship it with "
            "spark.archives") from error
    return cairn_columns


def _schema(
    frame: DataFrame, added: Iterable[tuple[str, sql.DataType]], needed: Iterable[str]
) -> sql.StructType:
    schema = sql.StructType(list(frame.schema.fields))
    for name in needed:
        if schema.names.count(name) != 1:
            raise InvalidArgumentError(
                f"{schema.names.count(name)} columns are named {name!r}; there are "
                f"{', '.join(map(repr, schema.names))}")
    for name, kind in added:
        if name in schema.names:
            raise InvalidArgumentError(f"there is a column {name!r} already; rename one of the two")
        schema = sql.StructType([*schema.fields, sql.StructField(name, kind)])
    return schema


def _doubles(batch: pa.RecordBatch, name: str) -> pa.Array:
    column = batch.column(batch.schema.names.index(name))
    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        raise InvalidArgumentError(f"the column {name!r} is text; cast it to double")
    return column.cast(pa.float64())


def _batch(columns: list[pa.Array], schema: sql.StructType) -> pa.RecordBatch:
    return pa.RecordBatch.from_arrays(columns, names=schema.names)


def _collect(frame: DataFrame) -> pa.Table:
    return frame.toArrow()


def _ship(frame: DataFrame, suffix: str, write: Callable[[str], None]) -> str:
    """Makes a file that each machine gets; gives its name there."""
    name = f"cairn-{uuid.uuid4().hex}{suffix}"
    # It stays until the driver ends: machines that join later fetch it, too.
    folder = tempfile.mkdtemp(prefix="cairn-")
    path = os.path.join(folder, name)
    write(path)
    frame.sparkSession.sparkContext.addFile(path)
    return name


def _ship_index(frame: DataFrame, table: pa.Table, latitude: str, longitude: str) -> str:
    _schema(frame, [], (latitude, longitude))
    columns = (table.column(name).cast(pa.float64()) for name in (latitude, longitude))
    with _cairn().PlaceIndex(*columns) as index:
        return _ship(frame, ".cairn", index.write)


def _ship_table(frame: DataFrame, table: pa.Table) -> str:
    def write(path: str) -> None:
        with pa.OSFile(path, "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
            writer.write_table(table.combine_chunks())

    return _ship(frame, ".arrow", write)


def _index(name: str) -> Any:
    if name not in _open:
        _open[name] = _cairn().PlaceIndex.open(SparkFiles.get(name))
    return _open[name]


def _table(name: str) -> pa.Table:
    if name not in _open:
        _open[name] = pa.ipc.open_file(pa.memory_map(SparkFiles.get(name))).read_all()
    return _open[name]
