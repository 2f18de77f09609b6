"""Columns of points, and expressions of polars, as arguments in place of latitudes and longitudes.

A column of points represents both columns: a GeoSeries of geopandas, points of shapely, alone or in
an array, a list or a series, or an array of GeoArrow. Their x is the longitude and their y the
latitude, whatever their reference system specifies about the order of its axes.
"""

from __future__ import annotations

import functools
import inspect
import json
from typing import Any, Callable, TypeVar, cast

import numpy as np

from ._columns import POINTS, _module
from ._library import InvalidArgumentError

Function = TypeVar("Function", bound=Callable[..., Any])

# The parameters that a column of points replaces.
_PAIRS = {"latitude": "longitude", "end_latitude": "end_longitude"}


def columns(
    count: int = 2, result: Callable[[dict[str, Any]], Any] | None = None,
) -> Callable[[Function], Function]:
    """Lets a function take columns of points, and expressions of polars.

    Args:
        count: the number of leading parameters that are columns, without `self`.
        result: the data type of a result of polars, given the arguments by name; without it,
            expressions are not accepted.
    """
    def decorate(function: Function) -> Function:
        signature = inspect.signature(function)
        names = [name for name in signature.parameters if name != "self"][:count]
        needed = [
            name for name, parameter in signature.parameters.items()
            if parameter.default is POINTS and name not in names]

        @functools.wraps(function)
        def answer(*positional: Any, **named: Any) -> Any:
            given = [part for value in positional for part in _split(value)]
            for name, other in _PAIRS.items():
                if name in named and other not in named and other in names:
                    parts = _split(named[name])
                    if len(parts) == 2:
                        named[name], named[other] = parts
            for name in needed:
                # It has a default only because a column of points comes before it.
                if name not in signature.bind(*given, **named).arguments:
                    raise InvalidArgumentError(f"{name}: missing")
            if any(map(_is_expression, [*given, *named.values()])):
                bound = signature.bind(*given, **named)
                bound.apply_defaults()
                return _expression(function, dict(bound.arguments), names, result)
            return function(*given, **named)

        return cast(Function, answer)

    return decorate


def _is_expression(value: Any) -> bool:
    return _module(value) == "polars" and type(value).__name__ == "Expr"


def _expression(
    function: Callable[..., Any], arguments: dict[str, Any], names: list[str],
    result: Callable[[dict[str, Any]], Any] | None,
) -> Any:
    """The expression that calls a function for each batch of rows."""
    import polars as pl

    if result is None:
        raise InvalidArgumentError(
            f"{function.__name__} does not take expressions of polars: give it series")
    expressions = {name: arguments[name] for name in names if _is_expression(arguments[name])}
    for name in set(arguments) - set(expressions):
        value = arguments[name]
        if _is_expression(value):
            raise InvalidArgumentError(f"{name}: a value for all rows is needed, not an expression")
        if name in names and not isinstance(value, (int, float, np.number)):
            raise InvalidArgumentError(
                f"{name}: next to an expression, a column is an expression or a number, not a "
                f"{type(value).__name__}")

    def answer(batch: Any) -> Any:
        found = function(**{**arguments, **dict(zip(expressions, batch))})
        if isinstance(found, tuple):
            return pl.DataFrame(dict(zip(("latitude", "longitude"), found))).to_struct()
        return found

    return pl.map_batches(
        list(expressions.values()), answer, return_dtype=result(arguments), is_elementwise=True)


def _split(value: Any) -> tuple[Any, ...]:
    """The latitudes and longitudes of a column of points; any other value alone."""
    module = _module(value)
    if module == "geopandas":
        return _geopandas(value)
    if module == "shapely":
        return tuple(column.item() for column in _coordinates([value]))
    if module in ("pandas", "numpy", "builtins"):
        return _objects(value)
    if module == "polars" and type(value).__name__ == "Series" and _has_xy(value.dtype):
        return value.struct.field("y"), value.struct.field("x")
    if module == "pyarrow" or hasattr(value, "__arrow_c_array__") and module != "polars":
        return _arrow(value)
    return (value,)


def _geopandas(value: Any) -> tuple[Any, ...]:
    series = getattr(value, "geometry", value)
    crs = getattr(series, "crs", None)
    if crs is not None and not crs.is_geographic:
        raise InvalidArgumentError(
            f"the points are in {crs.name}: convert them to degrees with .to_crs(4326)")
    return _coordinates(np.asarray(series, dtype=object), getattr(series, "index", None), True)


def _objects(value: Any) -> tuple[Any, ...]:
    """The coordinates of points of shapely in a series, an array, a list or a tuple."""
    is_array = isinstance(value, np.ndarray) and value.dtype == object
    is_series = _module(value) == "pandas" and getattr(value, "dtype", None) == object
    if not (is_array or is_series or isinstance(value, (list, tuple))):
        return (value,)
    first = next((element for element in value if element is not None), None)
    if _module(first) != "shapely":
        return (value,)
    return _coordinates(value, value.index if is_series else None, is_series)


def _coordinates(values: Any, index: Any = None, is_series: bool = False) -> tuple[Any, ...]:
    """The latitudes and longitudes of points of shapely; NaN for one that is missing or empty."""
    import shapely

    points = np.empty(len(values), dtype=object)
    points[:] = list(values)
    kinds = shapely.get_type_id(points)
    for row in np.flatnonzero((kinds != 0) & (kinds != -1))[:1]:
        raise InvalidArgumentError(
            f"row {row} is a {points[row].geom_type}, not a Point: give points, such as those of "
            ".representative_point()")
    points[shapely.is_empty(points)] = None
    columns = shapely.get_y(points), shapely.get_x(points)
    if not is_series:
        return columns
    import pandas as pd

    return tuple(pd.Series(column, index=index) for column in columns)


def _has_xy(dtype: Any) -> bool:
    return {"x", "y"} <= {field.name for field in getattr(dtype, "fields", [])}


def _arrow(value: Any) -> tuple[Any, ...]:
    import pyarrow as pa
    import pyarrow.compute as pc

    if not isinstance(value, (pa.Array, pa.ChunkedArray)):
        # Libraries other than pyarrow exchange arrays by the C interface.
        value = pa.array(value)
    kind = value.type
    if isinstance(kind, pa.BaseExtensionType) and kind.extension_name.startswith("geoarrow."):
        _check_arrow(kind)
        chunks = value.chunks if isinstance(value, pa.ChunkedArray) else [value]
        value = pa.chunked_array([chunk.storage for chunk in chunks], kind.storage_type)
        kind = value.type
    if pa.types.is_struct(kind) and {"x", "y"} <= {field.name for field in kind}:
        return pc.struct_field(value, "y"), pc.struct_field(value, "x")
    if pa.types.is_fixed_size_list(kind) and pa.types.is_floating(kind.value_type):
        return pc.list_element(value, 1), pc.list_element(value, 0)
    return (value,)


def _check_arrow(kind: Any) -> None:
    """Raises an error for an extension type that is not a point in degrees."""
    name = kind.extension_name
    if name != "geoarrow.point":
        raise InvalidArgumentError(
            f"the column is {name}: give one of geoarrow.point, such as "
            "geoarrow.pyarrow.as_geoarrow makes of other encodings")
    text = kind.__arrow_ext_serialize__()
    crs = json.loads(text or b"{}").get("crs")
    if crs is None or isinstance(crs, str) and crs.upper() in ("EPSG:4326", "OGC:CRS84"):
        return
    kind = crs.get("type", "") if isinstance(crs, dict) else ""
    if kind in ("GeographicCRS", "GeodeticCRS"):
        return
    said = crs.get("name", kind) if isinstance(crs, dict) else crs
    raise InvalidArgumentError(f"the points are in {said}: convert them to degrees, OGC:CRS84")
