"""Helpers for Spark tasks: batches, schemas, and files shipped to each machine."""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
import uuid
from typing import Any, Callable, Iterable, Iterator

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyspark import SparkFiles, cloudpickle
from pyspark.sql import DataFrame
from pyspark.sql import types as sql

from ._library import InvalidArgumentError
from .index import PlaceIndex

Batches = Iterator[pa.RecordBatch]

# The number of pairs that a task returns at a time.
_PIECE = 1 << 16

# The open files of a worker process, by name.
_open: dict[str, Any] = {}


def task(function: Callable[[Batches], Batches]) -> Callable[[Batches], Batches]:
    """A function of batches that raises a helpful error if a machine lacks the package."""
    # A nested pickle: the outer one must be readable on a machine without this package.
    dumps: Any = cloudpickle.dumps
    data = dumps(function)

    def run(batches: Any) -> Any:
        try:
            import cairn_columns._frames  # noqa: F401
        except ImportError as error:
            import platform
            import sys

            raise ImportError(
                f"on the machine {platform.node()!r}, {sys.executable} cannot import "
                f"cairn_columns: {error}. Install cairn-columns there, or ship an environment that "
                "has it with spark.archives") from error
        import pickle

        yield from pickle.loads(data)(batches)

    return run


def schema_of(
    frame: DataFrame, added: Iterable[tuple[str, sql.DataType]], needed: Iterable[str]
) -> sql.StructType:
    """The schema with the added columns; checks that `needed` exist once, and `added` do not."""
    schema = sql.StructType(list(frame.schema.fields))
    for name in needed:
        if schema.names.count(name) != 1:
            raise InvalidArgumentError(
                f"{schema.names.count(name)} columns are named {name!r}; the columns are "
                f"{', '.join(map(repr, schema.names))}")
    for name, kind in added:
        if name in schema.names:
            raise InvalidArgumentError(f"there is a column {name!r} already; rename one of the two")
        schema = sql.StructType([*schema.fields, sql.StructField(name, kind)])
    return schema


def plain(frame: DataFrame) -> DataFrame:
    """A frame with columns named by position; other names may have dots, backticks, or repeat."""
    return frame.toDF(*(f"c{place}" for place in range(len(frame.columns))))


def mapped(
    frame: DataFrame, function: Callable[[Batches], Iterator[list[pa.Array]]],
    schema: sql.StructType,
) -> DataFrame:
    """A frame of the columns that a function computes from batches, with any names."""
    names = [f"c{place}" for place in range(len(schema.fields))]

    def answer(batches: Batches) -> Batches:
        for columns in function(batches):
            yield pa.RecordBatch.from_arrays(columns, names=names)

    fields = [
        sql.StructField(name, field.dataType, field.nullable)
        for name, field in zip(names, schema.fields)]
    return frame.mapInArrow(task(answer), sql.StructType(fields)).toDF(*schema.names)


def doubles(column: pa.Array, name: str) -> pa.Array:
    """A column of numbers as doubles; raises for text, which Spark would turn into nulls."""
    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        raise InvalidArgumentError(f"the column {name!r} is text; cast it to double")
    return column.cast(pa.float64())


def pairs_of(
    index: PlaceIndex, latitude: pa.Array, longitude: pa.Array, meters: float,
    rows: list[pa.Array], known: list[pa.Array],
) -> Iterator[tuple[list[pa.Array], list[pa.Array], pa.Array]]:
    """The columns of all pairs of rows with rows of an index, in pieces that fit in memory."""
    for pairs in index.join_pieces(latitude, longitude, meters):
        for first in range(0, len(pairs.rows), _PIECE):
            part = slice(first, first + _PIECE)
            left, right = pa.array(pairs.rows[part]), pa.array(pairs.offsets[part])
            yield (
                [column.take(left) for column in rows], [column.take(right) for column in known],
                pa.array(pairs.meters[part]))


def _ship(frame: DataFrame, suffix: str, write: Callable[[str], None]) -> str:
    """Writes a file and ships it to each machine; returns its name there."""
    name = f"cairn-{uuid.uuid4().hex}{suffix}"
    # It is kept until the driver ends, because machines that join later fetch it too.
    folder = tempfile.mkdtemp(prefix="cairn-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    path = os.path.join(folder, name)
    write(path)
    frame.sparkSession.sparkContext.addFile(path)
    return name


def ship_index(frame: DataFrame, table: pa.Table, latitude: str, longitude: str) -> str:
    """Ships an index of a table that was collected from a frame; returns its file name."""
    schema_of(frame, [], (latitude, longitude))
    places = (frame.columns.index(name) for name in (latitude, longitude))
    columns = (
        doubles(table.column(place), name) for place, name in zip(places, (latitude, longitude)))
    with PlaceIndex(*columns) as index:
        return _ship(frame, ".cairn", index.write)


def ship_table(frame: DataFrame, table: pa.Table) -> str:
    """Ships a table; returns its file name."""
    def write(path: str) -> None:
        with pa.OSFile(path, "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
            writer.write_table(table.combine_chunks())

    return _ship(frame, ".arrow", write)


def ship_numbers(frame: DataFrame, numbers: npt.NDArray[np.int64]) -> str:
    """Ships numbers; returns their file name."""
    return _ship(frame, ".npy", lambda path: np.save(path, numbers))


def shipped_numbers(name: str) -> npt.NDArray[np.int64]:
    """Shipped numbers, loaded once in each worker process."""
    if name not in _open:
        _open[name] = np.load(SparkFiles.get(name))
    numbers: npt.NDArray[np.int64] = _open[name]
    return numbers


def shipped_index(name: str) -> PlaceIndex:
    """A shipped index, mapped once in each worker process."""
    if name not in _open:
        _open[name] = PlaceIndex.open(SparkFiles.get(name))
    index: PlaceIndex = _open[name]
    return index


def shipped_table(name: str) -> list[pa.Array]:
    """The columns of a shipped table, memory-mapped once in each worker process."""
    if name not in _open:
        table = pa.ipc.open_file(pa.memory_map(SparkFiles.get(name))).read_all()
        _open[name] = [
            column.chunk(0) if column.num_chunks else pa.array([], column.type)
            for column in table.columns]
    columns: list[pa.Array] = _open[name]
    return columns
