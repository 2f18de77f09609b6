"""Joins two large Spark frames by distance, by cells of the geohash grid.

A row of the first side belongs to the cell that contains it, a row of the second side to all cells
that its circle touches. Cells are combined into groups, and a task has all rows of a group: it
indexes the rows of the second side, and searches the index for each row of the first. A row of the
first side is in one group and a row of the second at most once in each, so each pair is found exactly
once, by the library's distance. Cells only decide which rows are compared, so they may be much larger
than the radius; most circles then touch a single cell.

A cell with more rows than a task should hold gets groups of its own, arranged in a grid: a row of the
first side is in all groups of one grid row, a row of the second side in all groups of one grid
column, so any two of them share exactly one group. The grid row or column is chosen by a hash of all
columns, so that a rerun task makes the same choice.
"""

from __future__ import annotations

from typing import Any, Iterator, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as fn
from pyspark.sql import types as sql

from ._frames import (
    Batches, doubles, mapped, pairs_of, plain, ship_numbers, shipped_numbers, task)
from .index import PlaceIndex
from .places import geohash_cover, geohash_integer

Integers = npt.NDArray[np.int64]

# The number of candidate pairs above which a cell is split even if it has few rows.
_CANDIDATES = 10_000_000
# The number of circles covered at a time: at a pole each may touch thousands of cells.
_ROWS_AT_A_TIME = 512
# The maximum number of cells with rows of both sides that are shipped, so that tasks can skip all
# other rows.
_MEETING = 2_000_000
# The pseudo-cell that counts rows, each once.
_ROWS = -1
# The pseudo-cell for too many cells with rows of both sides.
_TOO_MANY = -2
# The number of counts of cells that a task keeps before it adds them up.
_COUNTS = 1 << 20


class Plan(NamedTuple):
    """The assignment of the rows of cells to groups."""

    meters: float
    precision: int
    # The number of groups shared by cells without their own groups.
    common: int
    # Cells with their own groups, ascending: their first group, rows and columns of the grid.
    cells: Integers
    first: Integers
    rows: Integers
    columns: Integers
    # The file with the cells that have rows of both sides; empty if they are too many to ship.
    meeting: str = ""

    @property
    def groups(self) -> int:
        return self.common + int((self.rows * self.columns).sum())


def precision_for(meters: float) -> int:
    """The precision of the smallest cells that are at least four times as high as the radius."""
    return max(
        [1, *(letters for letters in range(1, 7)
              if 180 / 2 ** (5 * letters // 2) * 111_195 >= 4 * meters)])


def join_by_cells(
    left: DataFrame, at: tuple[str, str], right: DataFrame, right_at: tuple[str, str],
    meters: float, schema: sql.StructType, rows_per_task: int,
) -> DataFrame:
    """Joins two frames; `schema` has the columns of both, and `meters`."""
    precision = precision_for(meters)
    sides = [
        _Side(left, at, False, meters, precision),
        _Side(right, right_at, True, meters, precision)]
    plan = _plan(sides, meters, precision, rows_per_task)
    left_rows, right_rows = (side.grouped(plan) for side in sides)
    kinds = [side.struct for side in sides]
    # A single sort key of the group and the side, which Spark sorts by radix sort.
    order = fn.col("cairn_group").cast("long") * 2
    both = left_rows.select(
        "cairn_group", (order + 1).alias("cairn_order"), fn.struct(*sides[0].names).alias("left"),
        fn.lit(None).cast(kinds[1]).alias("right")
    ).unionAll(right_rows.select(
        "cairn_group", order.alias("cairn_order"), fn.lit(None).cast(kinds[0]).alias("left"),
        fn.struct(*sides[1].names).alias("right")))
    if hasattr(both, "repartitionById"):
        placed = both.repartitionById(plan.groups, fn.col("cairn_group"))
    else:
        placed = both.repartition(plan.groups, "cairn_group")
    places, right_places = (side.places for side in sides)

    def answer(batches: Batches) -> Iterator[list[pa.Array]]:
        for columns, index, known in _meetings(batches, right_places):
            latitudes, longitudes = (doubles(columns[place], "") for place in places)
            for first, last, far in pairs_of(index, latitudes, longitudes, meters, columns, known):
                yield [*first, *last, far]

    sorted_ = placed.sortWithinPartitions("cairn_order").select("cairn_order", "left", "right")
    return mapped(sorted_, answer, schema)


class _Side:
    """One of the two frames, with its columns named by position."""

    def __init__(
        self, frame: DataFrame, at: tuple[str, str], is_covered: bool, meters: float,
        precision: int,
    ) -> None:
        self.at = at
        self.places = [frame.columns.index(name) for name in at]
        self.frame = plain(frame)
        self.names = self.frame.columns
        self.struct = sql.StructType(self.frame.schema.fields)
        self.is_covered = is_covered
        self.meters, self.precision = meters, precision

    def counts(self) -> DataFrame:
        """Partial counts of the rows in each cell, and of all rows, which must be added up."""
        at, is_covered, meters, precision = self.at, self.is_covered, self.meters, self.precision

        def answer(batches: Batches) -> Batches:
            def pieces() -> Iterator[Integers]:
                for batch in batches:
                    for rows, cells in _cells_of(
                            batch.columns, at, is_covered, meters, precision):
                        yield cells
                        yield np.full(len(np.unique(rows)), _ROWS)

            for cells, counts in _added_up(pieces()):
                none = np.zeros(len(cells), np.int64)
                yield pa.RecordBatch.from_arrays(
                    [pa.array(cells), pa.array(none if is_covered else counts),
                     pa.array(counts if is_covered else none)], names=["cell", "left", "right"])

        latitude, longitude = (fn.col(self.names[place]) for place in self.places)
        return self.frame.select(latitude.alias("latitude"), longitude.alias("longitude")).mapInArrow(
            task(answer), "cell LONG, left LONG, right LONG")

    def grouped(self, plan: Plan) -> DataFrame:
        """The rows with a column `cairn_group`, once for each group that they are in."""
        frame, at, places, is_covered = self.frame, self.at, self.places, self.is_covered
        if len(plan.cells):
            # Hash all columns except maps and variants, which Spark cannot hash.
            hashed = [
                field.name for field in self.struct.fields
                if not any(word in field.dataType.simpleString() for word in ("map<", "variant"))]
            frame = frame.withColumn("cairn_salt", fn.xxhash64(*hashed))
        count = len(self.names)
        schema = sql.StructType(
            [*self.struct.fields, sql.StructField("cairn_group", sql.IntegerType())])

        def answer(batches: Batches) -> Batches:
            for batch in batches:
                coordinates = [batch.column(place) for place in places]
                salts = np.zeros(batch.num_rows, np.int64)
                if len(plan.cells):
                    salts = batch.column(count).to_numpy() & 0x7FFF_FFFF
                for rows, cells in _cells_of(
                        coordinates, at, is_covered, plan.meters, plan.precision):
                    if plan.meeting:
                        meets = _are_in(cells, shipped_numbers(plan.meeting))
                        rows, cells = rows[meets], cells[meets]
                    rows, groups = _groups_of(rows, cells, salts, plan, is_covered)
                    taken = pa.array(rows)
                    yield pa.RecordBatch.from_arrays(
                        [*(column.take(taken) for column in batch.columns[:count]),
                         pa.array(groups.astype(np.int32))], names=schema.names)

        return frame.mapInArrow(task(answer), schema)


def _cells_of(
    columns: list[pa.Array], names: tuple[str, str], is_covered: bool, meters: float,
    precision: int,
) -> Iterator[tuple[Integers, Integers]]:
    """Rows with the cells that contain them, or with those that a circle around each touches."""
    latitudes, longitudes = (doubles(column, name) for column, name in zip(columns, names))
    if not is_covered:
        cells = geohash_integer(latitudes, longitudes, 5 * precision)
        rows = np.flatnonzero(cells.is_valid().to_numpy(zero_copy_only=False))
        yield rows, cells.fill_null(0).to_numpy()[rows].astype(np.int64)
        return
    for first in range(0, len(latitudes), _ROWS_AT_A_TIME):
        part = slice(first, first + _ROWS_AT_A_TIME)
        cover = geohash_cover(latitudes[part], longitudes[part], meters, precision)
        yield cover.rows + first, cover.cells.astype(np.int64)


def _are_in(cells: Integers, known: Integers) -> npt.NDArray[np.bool_]:
    """Whether each cell is in an ascending list."""
    if not len(known):
        return np.zeros(len(cells), np.bool_)
    found: npt.NDArray[np.bool_] = known[
        np.minimum(np.searchsorted(known, cells), len(known) - 1)] == cells
    return found


def _added_up(pieces: Iterator[Integers]) -> Iterator[tuple[Integers, Integers]]:
    """Cells and their counts, aggregated in chunks; a cell may be yielded several times."""
    kept: list[tuple[Integers, Integers]] = []
    size = 0

    def total() -> tuple[Integers, Integers]:
        cells = np.concatenate([cells for cells, _ in kept])
        unique, places = np.unique(cells, return_inverse=True)
        counts = np.zeros(len(unique), np.int64)
        np.add.at(counts, places, np.concatenate([counts for _, counts in kept]))
        return unique, counts

    for piece in pieces:
        kept.append(np.unique(piece, return_counts=True))
        size += len(kept[-1][0])
        if size >= _COUNTS:
            kept = [total()]
            size = len(kept[0][0])
            if size >= _COUNTS // 2:
                yield kept[0]
                kept, size = [], 0
    if kept:
        yield total()


def _plan(sides: list[_Side], meters: float, precision: int, most: int) -> Plan:
    """Counts the rows of all cells, and assigns groups of their own to cells with many rows."""
    context = sides[0].frame.sparkSession.sparkContext
    cores = context.defaultParallelism
    limit = -(-2 * _MEETING // cores)

    def is_hot(left: Integers, right: Integers) -> npt.NDArray[np.bool_]:
        hot: npt.NDArray[np.bool_] = (
            (left > most) | (right > most) | (left.astype(float) * right > _CANDIDATES))
        return hot

    def answer(batches: Batches) -> Batches:
        # All counts of a cell are in one task, which adds them up.
        columns = [[batch.column(place).to_numpy() for place in range(3)] for batch in batches]
        if not columns:
            return
        cells, *counts = (np.concatenate(column) for column in zip(*columns))
        unique, places = np.unique(cells, return_inverse=True)
        left, right = np.zeros((2, len(unique)), np.int64)
        np.add.at(left, places, counts[0])
        np.add.at(right, places, counts[1])
        # Cells with rows of one side only have no pairs, however many rows they have.
        met = (left > 0) & (right > 0) & (unique != _ROWS)
        kept = (met if met.sum() <= limit else met & is_hot(left, right)) | (unique == _ROWS)
        rows = [array[kept] for array in (unique, left, right)]
        if met.sum() > limit:
            rows = [np.append(array, _TOO_MANY) for array in rows]
        yield pa.RecordBatch.from_arrays(
            list(map(pa.array, rows)), names=["cell", "left", "right"])

    counts = sides[0].counts().unionAll(sides[1].counts())
    # One task for each core: these are few numbers, and each task has an overhead.
    table = counts.repartition(cores, "cell").mapInArrow(task(answer), counts.schema).toArrow()
    cells, left, right = (table[name].to_numpy() for name in ("cell", "left", "right"))
    met = cells >= 0
    is_known = not np.any(cells == _TOO_MANY) and met.sum() <= _MEETING
    meeting = ship_numbers(sides[0].frame, np.sort(cells[met])) if is_known else ""
    hot = np.stack([cells, left, right], axis=1)[met & is_hot(left, right)]
    hot = hot[np.argsort(hot[:, 0])]
    common = int(max(
        left[met if is_known else cells == _ROWS].sum(), right[cells == _ROWS].sum()))
    groups = max(-(-common // most), min(2 * cores, -(-common // 20_000)), 1)
    # Each grid row holds a copy of the second side's rows, so the number of grid rows is limited.
    columns = -(-hot[:, 2] // most)
    wanted = hot[:, 1].astype(float) * hot[:, 2] / columns / _CANDIDATES
    for_pairs = np.minimum(np.ceil(wanted), hot[:, 1] // hot[:, 2]).astype(np.int64)
    rows = np.maximum(np.maximum(-(-hot[:, 1] // most), for_pairs), 1)
    first = (groups + np.cumsum(rows * columns) - rows * columns).astype(np.int64)
    return Plan(meters, precision, groups, hot[:, 0], first, rows, columns, meeting)


def _groups_of(
    rows: Integers, cells: Integers, salts: Integers, plan: Plan, is_covered: bool
) -> tuple[Integers, Integers]:
    """Rows and their groups, each combination once."""
    # Multiplying by an odd number mixes the bits, so that neighboring cells get different groups.
    stirred = cells.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    groups = ((stirred >> np.uint64(33)) % np.uint64(plan.common)).astype(np.int64)
    if not len(plan.cells):
        found = rows * plan.common + groups
    else:
        place = np.minimum(np.searchsorted(plan.cells, cells), len(plan.cells) - 1)
        is_hot = plan.cells[place] == cells
        found = (rows * plan.groups + groups)[~is_hot]
        place, hot_rows = place[is_hot], rows[is_hot]
        width, height = plan.columns[place], plan.rows[place]
        salt = salts[hot_rows]
        copies = height if is_covered else width
        each = np.repeat(np.arange(len(place)), copies)
        copy = np.arange(len(each)) - np.repeat(np.cumsum(copies) - copies, copies)
        inside = (
            copy * width[each] + salt[each] % width[each] if is_covered
            else salt[each] % height[each] * width[each] + copy)
        found = np.concatenate(
            [found, hot_rows[each] * plan.groups + plan.first[place][each] + inside])
    # Several cells of a circle may be in one group.
    found = np.unique(found) if is_covered else found
    return found // plan.groups, found % plan.groups


def _meetings(
    batches: Batches, places: list[int]
) -> Iterator[tuple[list[pa.Array], PlaceIndex, list[pa.Array]]]:
    """Rows of the first side with an index of the second side of their group, and its columns.

    Batches are sorted by group, and within a group the second side comes first.
    """
    group = -1
    parts: list[pa.Array] = []
    index: PlaceIndex | None = None
    known: list[pa.Array] = []
    for batch in batches:
        order = batch.column(0).to_numpy()
        edges = np.flatnonzero(np.diff(order)) + 1
        for first, end in zip([0, *edges], [*edges, batch.num_rows]):
            if end == first:
                continue
            if order[first] // 2 != group:
                group, parts, index = int(order[first]) // 2, [], None
            if order[first] % 2 == 0:
                parts.append(batch.column(2).slice(first, end - first))
                continue
            if not parts and index is None:
                continue
            if index is None:
                known = pa.concat_arrays(parts).flatten()
                parts = []
                index = PlaceIndex(*(doubles(known[place], "") for place in places))
            yield batch.column(1).slice(first, end - first).flatten(), index, known
