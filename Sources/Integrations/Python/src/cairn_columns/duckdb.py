"""SQL functions for DuckDB, which passes columns through Arrow.

>>> import duckdb, cairn_columns.duckdb
>>> connection = duckdb.connect()
>>> cairn_columns.duckdb.register(connection)
>>> connection.execute("SELECT cairn_country(48.2, 16.37)").fetchall()
[('AT',)]

| function | returns |
|---|---|
| `cairn_country(lat, lon)`, `cairn_region`, `cairn_time_zone` | a text; empty if there is none |
| `cairn_geohash(lat, lon, precision)` | a text of 1 to 12 letters |
| `cairn_geohash_integer(lat, lon, bits)` | a `UBIGINT` |
| `cairn_distance(lat, lon, lat2, lon2)`, `cairn_distance_wgs84` | meters |
| `cairn_bearing(lat, lon, lat2, lon2)` | degrees clockwise from north |

The result is NULL if a row is null or not a valid place.
"""

from __future__ import annotations

from typing import Any, Callable

import duckdb
import pyarrow.compute as pc

from . import places
from ._library import InvalidArgumentError


# DuckDB inspects the number of parameters of each function, and reads dictionary columns as text.
def _pair(function: Callable[..., Any]) -> Callable[..., Any]:
    def answer(latitude: Any, longitude: Any) -> Any:
        return function(latitude, longitude)

    return answer


def _with_number(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    def answer(latitude: Any, longitude: Any, number: Any) -> Any:
        numbers = pc.unique(number).to_pylist()
        if len(numbers) > 1 or None in numbers:
            raise InvalidArgumentError(f"{name}: one number for all rows, not {numbers[:5]}")
        return function(latitude, longitude, *numbers)

    return answer


def _pairs(function: Callable[..., Any], **options: str) -> Callable[..., Any]:
    def answer(latitude: Any, longitude: Any, end_latitude: Any, end_longitude: Any) -> Any:
        return function(latitude, longitude, end_latitude, end_longitude, **options)

    return answer


def register(connection: duckdb.DuckDBPyConnection) -> None:
    """Registers the functions with a connection."""
    pair, pairs = ["DOUBLE"] * 2, ["DOUBLE"] * 4
    functions: list[tuple[str, Callable[..., Any], list[str], str]] = [
        ("cairn_country", _pair(places.country), pair, "VARCHAR"),
        ("cairn_region", _pair(places.region), pair, "VARCHAR"),
        ("cairn_time_zone", _pair(places.time_zone), pair, "VARCHAR"),
        ("cairn_geohash", _with_number(places.geohash, "precision"), [*pair, "INTEGER"], "VARCHAR"),
        ("cairn_geohash_integer", _with_number(places.geohash_integer, "bits"),
         [*pair, "INTEGER"], "UBIGINT"),
        ("cairn_distance", _pairs(places.distance), pairs, "DOUBLE"),
        ("cairn_distance_wgs84", _pairs(places.distance, surface="wgs84"), pairs, "DOUBLE"),
        ("cairn_bearing", _pairs(places.bearing), pairs, "DOUBLE"),
    ]
    # The types of these parameters differ between versions.
    create: Any = connection.create_function
    for name, function, parameters, result in functions:
        create(
            name, function, parameters, result, type="arrow", null_handling="special")
