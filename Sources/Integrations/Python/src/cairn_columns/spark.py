"""Tags and joins places of Spark data frames, within the tasks and through Arrow.

    tagged = tag(pings, latitude="lat", longitude="lon", geohash=7)
    near = join_within(pings, shops, meters=200.0, latitude="lat", longitude="lon")

The package must be available wherever a task runs: installed, or packed with `venv-pack` and shipped
with `spark.archives`. Rows keep their columns, and each result depends only on its row, so it does
not matter how a frame is partitioned or whether tasks are rerun.
"""

from __future__ import annotations

import math
from typing import Any, Iterator, Literal

import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql import types as sql

from ._cells import join_by_cells
from ._frames import (
    Batches, doubles, mapped, pairs_of, plain, schema_of, ship_index, ship_table, shipped_index,
    shipped_table)
from ._library import InvalidArgumentError

Strategy = Literal["auto", "broadcast", "cells"]

# A driver collects and indexes this many places in a few seconds, in less than a gigabyte.
_FEW_ROWS = 2_000_000


def tag(
    frame: DataFrame, latitude: str = "lat", longitude: str = "lon", *,
    country: bool | str = True, region: bool | str = False, time_zone: bool | str = False,
    geohash: int | None = 7, nearest: DataFrame | None = None, land_only: bool = False,
) -> DataFrame:
    """Appends the country, region, time zone, geohash or nearest place to each row.

    Args:
        frame: rows with places.
        latitude: the column with degrees north, of any numeric type.
        longitude: the column with degrees east.
        country: whether to append the country's two-letter code, or the name of that column.
        region: the same for the region's code.
        time_zone: the same for the time zone.
        geohash: the number of letters of the column `geohash` to append; None to append none.
        nearest: places, with columns of the same names; the nearest is appended as `nearest_row`,
            its row in the order in which the driver collects them, and `nearest_meters`. They must
            fit into the driver's memory.
        land_only: whether a place at sea is in no country.

    Returns:
        The frame with these columns after its own. They are null if a row is null or not a valid
        place; the country of a place in no country is an empty text.
    """
    import cairn_columns as cairn

    added: list[tuple[str, sql.DataType]] = []
    # Tasks return numbers, for which Spark looks up the names: it reads numbers from Arrow faster.
    tags: list[tuple[str, list[str]]] = []
    texts: dict[int, Any] = {}
    for kind, wanted in (("country", country), ("region", region), ("time_zone", time_zone)):
        if wanted:
            name = wanted if isinstance(wanted, str) else kind
            known = getattr(cairn, kind)(pa.array([0.0]), pa.array([0.0])).dictionary.to_pylist()
            tags.append((kind, known))
            texts[len(frame.columns) + len(added)] = F.split(F.lit("\n".join(known)), "\n")
            added.append((name, sql.ShortType()))
    if geohash is not None:
        if not 1 <= geohash <= 12:
            raise InvalidArgumentError(f"geohash: 1 to 12 letters, not {geohash}")
        added.append(("geohash", sql.StringType()))
    shipped = None
    if nearest is not None:
        shipped = ship_index(nearest, plain(nearest).toArrow(), latitude, longitude)
        added += [("nearest_row", sql.LongType()), ("nearest_meters", sql.DoubleType())]
    schema = schema_of(frame, added, (latitude, longitude))
    columns_at = [(frame.columns.index(name), name) for name in (latitude, longitude)]

    def answer(batches: Batches) -> Iterator[list[pa.Array]]:
        import cairn_columns as cairn

        checked: set[str] = set()
        for batch in batches:
            latitudes, longitudes = (
                doubles(batch.column(place), name) for place, name in columns_at)
            columns: list[Any] = []
            for kind, known in tags:
                options = {"land_only": land_only} if kind == "country" else {}
                found = getattr(cairn, kind)(latitudes, longitudes, **options)
                if kind not in checked and found.dictionary.to_pylist() != known:
                    raise RuntimeError(
                        f"{kind}: cairn_columns on this machine, {cairn.__file__}, has other "
                        "names than on the driver; all machines need the same version")
                checked.add(kind)
                columns.append(found.indices)
            if geohash is not None:
                columns.append(cairn.geohash(latitudes, longitudes, geohash))
            if shipped is not None:
                columns += shipped_index(shipped).nearest(latitudes, longitudes)
            yield [*batch.columns, *columns]

    tagged = plain(mapped(plain(frame), answer, schema))
    return tagged.select(*(
        F.get(texts[place], F.col(name).cast("int")) if place in texts else F.col(name)
        for place, name in enumerate(tagged.columns))).toDF(*schema.names)


def join_within(
    left: DataFrame, right: DataFrame, meters: float, latitude: str = "lat",
    longitude: str = "lon", *, right_latitude: str | None = None,
    right_longitude: str | None = None, prefix: str = "right_", strategy: Strategy = "auto",
    rows_per_task: int = 500_000,
) -> DataFrame:
    """Joins each row of a frame with all rows of another within a distance.

    Args:
        left: rows with places, any number of them.
        right: the rows to join them with, any number of them.
        meters: the maximum distance in meters, which is included.
        latitude: the column of `left` with degrees north.
        longitude: the column of `left` with degrees east.
        right_latitude: the column of `right` with degrees north; by default the same name.
        right_longitude: the column of `right` with degrees east; by default the same name.
        prefix: a prefix for the names of the columns of `right`.
        strategy: `"broadcast"` collects `right` on the driver, indexes it once, and ships a
            file that all tasks of a machine map. `"cells"` groups the rows of both sides by cells of
            the geohash grid, so that neither side has to fit into the memory of one machine; cells
            with many rows are split among tasks. `"auto"` counts `right`, then `left`; it
            broadcasts the first side of at most two million rows, and uses cells if both are larger.
        rows_per_task: the approximate number of rows of a side in a task, for cells. Use fewer if
            rows are long or tasks have little memory: a task holds its rows of `right`.

    Returns:
        A row for each pair: the columns of `left`, those of `right`, and `meters`, the distance
        on the mean sphere in meters. Rows without a valid place have no pair. All strategies return
        the same rows, in unspecified order.

    The frames are evaluated before this function returns, to collect or count them, and again for
    the result; persist a frame that is expensive to compute.
    """
    if not isinstance(meters, (int, float)) or math.isnan(meters):
        raise InvalidArgumentError(f"meters: a number, not {meters!r}")
    if strategy not in ("auto", "broadcast", "cells"):
        raise InvalidArgumentError(
            f"strategy: 'auto', 'broadcast' or 'cells', not {strategy!r}")
    if rows_per_task < 1:
        raise InvalidArgumentError(f"rows_per_task: at least 1, not {rows_per_task}")
    at = (latitude, longitude)
    right_at = (right_latitude or latitude, right_longitude or longitude)
    schema_of(right, [], right_at)
    added = [(prefix + field.name, field.dataType) for field in right.schema.fields]
    schema = schema_of(left, [*added, ("meters", sql.DoubleType())], at)
    if strategy == "broadcast" or strategy == "auto" and _is_small(right):
        return _broadcast(left, at, right, right_at, meters, schema, swapped=False)
    if strategy == "auto" and _is_small(left):
        # A distance is symmetric, to the last bit.
        return _broadcast(right, right_at, left, at, meters, schema, swapped=True)
    return join_by_cells(left, at, right, right_at, float(meters), schema, rows_per_task)


def _is_small(frame: DataFrame) -> bool:
    count: int = frame.limit(_FEW_ROWS + 1).count()
    return count <= _FEW_ROWS


def _broadcast(
    frame: DataFrame, at: tuple[str, str], small: DataFrame, small_at: tuple[str, str],
    meters: float, schema: sql.StructType, swapped: bool,
) -> DataFrame:
    """Joins a frame with a small one; `swapped` puts the columns of the small one first."""
    table = plain(small).toArrow()
    shipped, rows = ship_index(small, table, *small_at), ship_table(small, table)
    places = [(frame.columns.index(name), name) for name in at]

    def answer(batches: Batches) -> Iterator[list[pa.Array]]:
        index, known = shipped_index(shipped), shipped_table(rows)
        for batch in batches:
            latitudes, longitudes = (doubles(batch.column(place), name) for place, name in places)
            pairs = pairs_of(index, latitudes, longitudes, meters, batch.columns, known)
            for own, other, far in pairs:
                first, last = (other, own) if swapped else (own, other)
                yield [*first, *last, far]

    return mapped(plain(frame), answer, schema)
