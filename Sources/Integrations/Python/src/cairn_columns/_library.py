"""The library of C functions: loads it, declares its functions, and raises its errors."""

from __future__ import annotations

import ctypes
import os
import pathlib
from ctypes import POINTER, c_char_p, c_double, c_int32, c_int64, c_void_p
from typing import Any

INTERFACE = 1
NO_ROOM = 2


class CairnError(Exception):
    """A failed call; the message has the reason and the argument."""


class InvalidArgumentError(CairnError, ValueError):
    """An argument is invalid."""


class ClosedIndexError(CairnError, RuntimeError):
    """An index was used after it was closed."""


class IndexFileError(CairnError, OSError):
    """An index file cannot be read or written, or is damaged."""


_ERRORS = {1: InvalidArgumentError, 3: ClosedIndexError, 4: IndexFileError}


class Description(ctypes.Structure):
    """The memory layout of a column: `cairn_column` of cairn.h."""

    _fields_ = [
        ("values", c_int64), ("stride", c_int64), ("validity", c_int64), ("offset", c_int64)]


_COLUMN = POINTER(Description)
_PLACES = [c_int64, _COLUMN, _COLUMN]
_FUNCTIONS: dict[str, list[Any]] = {
    "cairn_country": [*_PLACES, c_int32, c_void_p, c_void_p],
    "cairn_region": [*_PLACES, c_void_p, c_void_p],
    "cairn_time_zone": [*_PLACES, c_void_p, c_void_p],
    "cairn_geohash": [*_PLACES, c_int32, c_void_p, c_void_p],
    "cairn_geohash_integer": [*_PLACES, c_int32, c_void_p, c_void_p],
    "cairn_geohash_cover": [
        *_PLACES, c_double, c_int32, c_int64, *[c_void_p] * 2, *[POINTER(c_int64)] * 3],
    "cairn_distance": [*_PLACES, _COLUMN, _COLUMN, c_int32, c_void_p, c_void_p],
    "cairn_bearing": [*_PLACES, _COLUMN, _COLUMN, c_int32, c_void_p, c_void_p],
    "cairn_destination": [*_PLACES, _COLUMN, _COLUMN, c_int32, c_void_p, c_void_p, c_void_p],
    "cairn_names": [c_int32, c_char_p, c_int64, POINTER(c_int64)],
    "cairn_index_build": [*_PLACES, POINTER(c_int64)],
    "cairn_index_open": [c_char_p, POINTER(c_int64)],
    "cairn_index_write": [c_int64, c_char_p],
    "cairn_index_create": [c_char_p, POINTER(c_int64)],
    "cairn_index_append": [c_int64, *_PLACES],
    "cairn_index_finish": [c_int64, c_int32],
    "cairn_index_free": [c_int64],
    "cairn_index_count": [c_int64, POINTER(c_int64)],
    "cairn_nearest": [c_int64, *_PLACES, c_int64, c_double, c_void_p, c_void_p, c_void_p],
    "cairn_count": [c_int64, *_PLACES, c_double, c_void_p, c_void_p],
    "cairn_within": [
        c_int64, *_PLACES, c_double, c_int64, *[c_void_p] * 3, *[POINTER(c_int64)] * 2, c_void_p],
    "cairn_join": [
        c_int64, *_PLACES, c_double, c_int64, *[c_void_p] * 3, *[POINTER(c_int64)] * 3],
    "cairn_route": [*_PLACES, c_int32, c_int64, c_int64, c_void_p, POINTER(c_double)],
}


def _load() -> ctypes.CDLL:
    # CAIRN_COLUMNS_LIBRARY is the path of a library that was built elsewhere.
    path = os.environ.get("CAIRN_COLUMNS_LIBRARY") or str(
        pathlib.Path(__file__).with_name("libCairnColumns.so"))
    try:
        library = ctypes.CDLL(path)
    except OSError as error:
        raise ImportError(
            f"cairn_columns: its library cannot be loaded: {error}. Wheels include it; from a "
            "checkout, build one with Sources/Integrations/Python/build-wheel") from error
    if library.cairn_interface_version() != INTERFACE:
        raise ImportError(
            f"cairn_columns: {path} has interface version {library.cairn_interface_version()}, but "
            f"{INTERFACE} is needed")
    for name, types in _FUNCTIONS.items():
        function = getattr(library, name)
        function.argtypes, function.restype = types, c_int32
    library.cairn_last_error.argtypes = [c_char_p, c_int64]
    library.cairn_last_error.restype = c_int64
    return library


_library = _load()


def call(name: str, *arguments: Any, allowed: int = 0) -> int:
    """Calls a function; raises its error, unless it returns the allowed status.

    The interpreter lock is released during the call.
    """
    status: int = getattr(_library, name)(*arguments)
    if status not in (0, allowed):
        text = ctypes.create_string_buffer(1024)
        _library.cairn_last_error(text, len(text))
        raise _ERRORS.get(status, CairnError)(text.value.decode(errors="replace"))
    return status


def names(kind: int) -> list[str]:
    """The names of all areas, by their numbers."""
    needed = c_int64()
    call("cairn_names", kind, None, 0, ctypes.byref(needed))
    text = ctypes.create_string_buffer(needed.value)
    call("cairn_names", kind, text, needed.value, None)
    return text.value.decode().split("\n")[:-1]
