"""The country, region, time zone and geohash of places; and lines between two places."""

from __future__ import annotations

import ctypes
from functools import lru_cache
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from ._columns import PIECE, POINTS, Rows, Texts
from ._library import NO_ROOM, InvalidArgumentError, call, names
from ._points import columns

Surface = Literal["sphere", "wgs84"]


class Cover(NamedTuple):
    """The cells that circles touch: the row of each circle, and the cell as a number."""

    rows: npt.NDArray[np.int64]
    cells: npt.NDArray[np.uint64]


@lru_cache(maxsize=None)
def _texts(kind: int) -> Texts:
    return Texts(names(kind))


def _categories(kind: int) -> Any:
    import polars as pl

    return pl.Enum(_texts(kind).unique)


def _polars(name: str) -> Any:
    import polars as pl

    return getattr(pl, name)


def _areas(
    function: str, kind: int, latitude: Any, longitude: Any, threads: int, progress: bool | None,
    *options: int,
) -> Any:
    rows = Rows(latitude=latitude, longitude=longitude)
    numbers = np.empty(rows.count, dtype=np.int16)

    def piece(first: int, count: int, columns: list[Any]) -> None:
        call(function, count, *columns, *options, numbers.ctypes.data + 2 * first, rows.bits(first))

    rows.answer(piece, threads, progress)
    return rows.texts(numbers, _texts(kind))


@columns(result=lambda given: _categories(_country_kind(given["names"], given["sovereign"])))
def country(
    latitude: Any, longitude: Any = POINTS, *, land_only: bool = False, names: bool = False,
    sovereign: bool = False, threads: int = 1, progress: bool | None = None,
) -> Any:
    """The country of each place, as its two-letter code in ISO 3166-1.

    >>> country(48.2082, 16.3738)
    'AT'
    >>> country(np.array([35.68, 0.0]), np.array([139.69, -30.0]))
    array(['JP', ''], dtype='<U2')
    >>> country(64.18, -51.72), country(64.18, -51.72, sovereign=True)
    ('GL', 'DK')

    Args:
        latitude: degrees north, in -90...90; or a column of points, which has both.
        longitude: degrees east; any finite number.
        land_only: whether a place at sea is in no country, however near the coast; otherwise it is
            in the country whose waters it is in.
        names: whether to return English names instead of codes.
        sovereign: whether to return the code of the state that a territory belongs to; an empty
            text for Antarctica and Western Sahara. Names are not available for it.
        threads: the maximum number of threads.
        progress: whether to show a progress bar after two seconds, with tqdm; by default only on a
            terminal.

    Returns:
        A column like the first one: texts in numpy, a dictionary array in pyarrow, categories in
        pandas and polars, an expression for expressions of polars. A place in no country has an empty text; a row that is null or not valid
        is null, or an empty text in numpy.
    """
    return _areas(
        "cairn_country", _country_kind(names, sovereign), latitude, longitude, threads, progress,
        1 if land_only else 0)


def _country_kind(names: bool, sovereign: bool) -> int:
    if names and sovereign:
        raise InvalidArgumentError("names and sovereign cannot be combined: states have only codes")
    return 5 if sovereign else 1 if names else 0


@columns(result=lambda given: _categories(3 if given["names"] else 2))
def region(
    latitude: Any, longitude: Any = POINTS, *, names: bool = False, threads: int = 1,
    progress: bool | None = None,
) -> Any:
    """The state or province of each place, as its code in ISO 3166-2; see `country`.

    >>> region(47.2627, 11.3945), region(47.2627, 11.3945, names=True)
    ('AT-7', 'Tyrol')

    The text is empty for a place in no region, and for a region without a code, such as some new
    ones.
    """
    return _areas(
        "cairn_region", 3 if names else 2, latitude, longitude, threads, progress)


@columns(result=lambda _: _categories(4))
def time_zone(
    latitude: Any, longitude: Any = POINTS, *, threads: int = 1, progress: bool | None = None
) -> Any:
    """The time zone of each place, as its name in the IANA database; see `country`.

    >>> time_zone(48.2082, 16.3738)
    'Europe/Vienna'

    >>> time_zone(-90.0, 0.0)
    'Antarctica/McMurdo'

    The text is empty on the high seas, and in Antarctica except within 100 km of some stations.
    """
    return _areas("cairn_time_zone", 4, latitude, longitude, threads, progress)


@columns(result=lambda _: _polars("String"))
def geohash(
    latitude: Any, longitude: Any = POINTS, precision: int = 7, *, threads: int = 1,
    progress: bool | None = None,
) -> Any:
    """The geohash of each place, of 1 to 12 letters; null if a row is null or not valid.

    >>> geohash(48.85826, 2.2945)
    'u09tunq'

    In numpy the text is empty instead of null.
    """
    if not 1 <= precision <= 12:
        raise InvalidArgumentError(f"precision: a geohash has 1 to 12 letters, not {precision}")
    rows = Rows(latitude=latitude, longitude=longitude)
    letters = np.empty(rows.count * precision, dtype=np.uint8)

    def piece(first: int, count: int, columns: list[Any]) -> None:
        call("cairn_geohash", count, *columns, precision,
             letters.ctypes.data + precision * first, rows.bits(first))

    rows.answer(piece, threads, progress)
    return rows.letters(letters, precision)


@columns(result=lambda _: _polars("UInt64"))
def geohash_integer(
    latitude: Any, longitude: Any = POINTS, bits: int = 64, *, threads: int = 1,
    progress: bool | None = None,
) -> Any:
    """The cell of the geohash grid of each place, as an unsigned number of the given bits.

    Five bits correspond to a letter: numbers of 35 bits are geohashes of 7 letters.

    >>> hex(geohash_integer(48.85826, 2.2945, 35))
    '0x6809cea96'

    The result is null if a row is null or not valid, or 0 in numpy and pandas.
    """
    rows = Rows(latitude=latitude, longitude=longitude)
    cells = np.empty(rows.count, dtype=np.uint64)

    def piece(first: int, count: int, columns: list[Any]) -> None:
        call("cairn_geohash_integer", count, *columns, bits, cells.ctypes.data + 8 * first,
             rows.bits(first))

    rows.answer(piece, threads, progress)
    return rows.numbers(cells)


@columns()
def geohash_cover(
    latitude: Any, longitude: Any = POINTS, meters: float = POINTS, precision: int = POINTS, *,
    maximum_cells: int = 10_000_000,
) -> Cover:
    """The geohash cells of a precision that a circle around each place touches.

    >>> geohash_cover([48.85826, 0.0], [2.2945, 180.0], 10_000.0, 3)
    Cover(rows=array([0, 1, 1, 1, 1]),
          cells=array([26633,  2730,  8192, 24575, 30037], dtype=uint64))

    Every place within the radius is in one of them; `geohash_integer` returns its number, with five
    bits for each letter. So joining two tables on equal cells finds each pair within the radius
    exactly once, even across 180 degrees and at the poles, where a circle may touch many cells.
    Choose cells larger than the circles. Rows that are null or not valid have no cells.

    Args:
        latitude: degrees north of the centers, in -90...90; or a column of points.
        longitude: degrees east; any finite number.
        meters: the radius of the circles, which includes its edge.
        precision: the number of letters of a cell, in 1...12.
        maximum_cells: the maximum number of cells of a circle.

    Raises:
        InvalidArgumentError: a circle touches more cells than the maximum.
    """
    if not 1 <= precision <= 12:
        raise InvalidArgumentError(f"precision: a geohash has 1 to 12 letters, not {precision}")
    rows = Rows(latitude=latitude, longitude=longitude)
    capacity = max(1, min(max(1024, min(2 * rows.count, 1 << 20)), maximum_cells))
    numbers, cells = np.empty(capacity, np.int64), np.empty(capacity, np.uint64)
    found, answered, needed = ctypes.c_int64(), ctypes.c_int64(), ctypes.c_int64()
    pieces = [Cover(numbers[:0], cells[:0])]
    first = 0
    while first < rows.count:
        status = call(
            "cairn_geohash_cover", min(PIECE, rows.count - first), *rows.descriptions(first),
            meters, precision, capacity, numbers.ctypes.data, cells.ctypes.data,
            ctypes.byref(found), ctypes.byref(answered), ctypes.byref(needed), allowed=NO_ROOM)
        if status == NO_ROOM:
            if capacity >= maximum_cells:
                raise InvalidArgumentError(
                    f"meters: the circle of row {first} touches more than {maximum_cells:,} cells of "
                    f"{precision} letters; use fewer letters, or raise maximum_cells")
            capacity = min(needed.value, maximum_cells)
            numbers, cells = np.empty(capacity, np.int64), np.empty(capacity, np.uint64)
            continue
        part = slice(0, found.value)
        pieces.append(Cover(numbers[part] + first, cells[part].copy()))
        first += answered.value
    return Cover(*map(np.concatenate, zip(*pieces)))


def _surface(surface: str) -> int:
    try:
        return {"sphere": 0, "wgs84": 1}[surface]
    except KeyError:
        raise InvalidArgumentError(f"surface: 'sphere' or 'wgs84', not {surface!r}") from None


def _pairs(
    function: str, latitude: Any, longitude: Any, end_latitude: Any, end_longitude: Any,
    surface: str, threads: int, progress: bool | None,
) -> Any:
    rows = Rows(
        latitude=latitude, longitude=longitude, end_latitude=end_latitude,
        end_longitude=end_longitude)
    results = np.empty(rows.count, dtype=np.float64)
    number = _surface(surface)

    def piece(first: int, count: int, columns: list[Any]) -> None:
        call(function, count, *columns, number, results.ctypes.data + 8 * first, rows.bits(first))

    rows.answer(piece, threads, progress)
    return rows.numbers(results)


@columns(4, result=lambda _: _polars("Float64"))
def distance(
    latitude: Any, longitude: Any, end_latitude: Any = POINTS, end_longitude: Any = POINTS, *,
    surface: Surface = "sphere", threads: int = 1, progress: bool | None = None,
) -> Any:
    """The length of the shortest line between two places of each row, in meters.

    >>> round(distance(48.8566, 2.3522, 35.6812, 139.7671, surface="wgs84"))
    9739529

    Any column may be a single number for all rows. `surface` is the mean sphere, or the ellipsoid
    WGS 84 with an accuracy of some nanometers. The result is NaN or null if a place is null or not
    valid.
    """
    return _pairs(
        "cairn_distance", latitude, longitude, end_latitude, end_longitude, surface, threads,
        progress)


@columns(4, result=lambda _: _polars("Float64"))
def bearing(
    latitude: Any, longitude: Any, end_latitude: Any = POINTS, end_longitude: Any = POINTS, *,
    surface: Surface = "sphere", threads: int = 1, progress: bool | None = None,
) -> Any:
    """The initial bearing of the shortest line between two places of each row.

    >>> round(bearing(51.5074, -0.1278, 40.7128, -74.006), 1)
    288.3

    It is in degrees clockwise from north, in 0..<360, and 0 for equal places. See `distance`.
    """
    return _pairs(
        "cairn_bearing", latitude, longitude, end_latitude, end_longitude, surface, threads,
        progress)


def _ends(_: Any) -> Any:
    import polars as pl

    return pl.Struct({"latitude": pl.Float64, "longitude": pl.Float64})


@columns(4, result=_ends)
def destination(
    latitude: Any, longitude: Any, bearing: Any, distance: Any = POINTS, *, surface: Surface = "sphere",
    threads: int = 1, progress: bool | None = None,
) -> tuple[Any, Any]:
    """The latitudes and longitudes at which lines end, given their starts, bearings and lengths.

    Expressions of polars have one result, a struct with the fields `latitude` and `longitude`.

    >>> destination(0.0, -78.5, 90.0, 1_000_000.0)
    (0.0, -69.506...)

    Args:
        latitude: degrees north of the start of each line.
        longitude: degrees east.
        bearing: its initial direction, in degrees clockwise from north.
        distance: its length in meters; a negative one leads in the opposite direction.
        surface: the figure of the Earth, see `distance`.
        threads: the maximum number of threads.
        progress: whether to show a progress bar, see `country`.
    """
    rows = Rows(latitude=latitude, longitude=longitude, bearing=bearing, distance=distance)
    latitudes = np.empty(rows.count, dtype=np.float64)
    longitudes = np.empty(rows.count, dtype=np.float64)
    number = _surface(surface)

    def piece(first: int, count: int, columns: list[Any]) -> None:
        call("cairn_destination", count, *columns, number, latitudes.ctypes.data + 8 * first,
             longitudes.ctypes.data + 8 * first, rows.bits(first))

    rows.answer(piece, threads, progress)
    return rows.numbers(latitudes), rows.numbers(longitudes)


@columns()
def route(
    latitude: Any, longitude: Any = POINTS, *, round_trip: bool = True, start: int | None = None,
    end: int | None = None,
) -> tuple[np.ndarray[Any, np.dtype[np.int64]], float]:
    """A short order in which to visit all rows, and its length in meters on the mean sphere.

    >>> order, meters = route([48.21, 48.20, 48.22], [16.36, 16.36, 16.36], start=0)

    Args:
        latitude: degrees north; every row must have a valid place.
        longitude: degrees east.
        round_trip: whether the route returns to its start.
        start: the row to begin at; by default any.
        end: the row to end at, if it is not a round trip; by default any.
    """
    rows = Rows(latitude=latitude, longitude=longitude)
    order = np.empty(rows.count, dtype=np.int64)
    meters = ctypes.c_double()
    call("cairn_route", rows.count, *rows.descriptions(0), 1 if round_trip else 0,
         -1 if start is None else start, -1 if end is None else end, order.ctypes.data,
         ctypes.byref(meters))
    return order, meters.value


@columns(result=lambda _: _polars("Boolean"))
def is_valid(latitude: Any, longitude: Any = POINTS) -> Any:
    """Whether each row has a valid place: finite numbers, with a latitude in -90...90."""
    rows = Rows(latitude=latitude, longitude=longitude)
    zeros = np.empty(rows.count, dtype=np.uint64)

    def piece(first: int, count: int, columns: list[Any]) -> None:
        call("cairn_geohash_integer", count, *columns, 64, zeros.ctypes.data + 8 * first,
             rows.bits(first))

    rows.answer(piece, 1, False)
    valid = rows.is_valid
    if rows.kind == "scalar":
        return bool(valid[0])
    if rows.kind == "pyarrow":
        import pyarrow as pa

        return pa.array(valid)
    if rows.kind == "pandas":
        return rows.series(valid)
    if rows.kind == "polars":
        import polars as pl

        return pl.Series(valid)
    return valid
