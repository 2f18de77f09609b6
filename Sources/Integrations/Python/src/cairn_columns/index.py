"""Indexes of places: nearest neighbors, counts within a radius, and joins by distance."""

from __future__ import annotations

import ctypes
import os
from typing import Any, Callable, Iterable, Iterator, NamedTuple

import numpy as np
import numpy.typing as npt

from ._columns import PIECE, POINTS, Rows, bar
from ._library import NO_ROOM, InvalidArgumentError, call
from ._points import columns

Offsets = npt.NDArray[np.int64]
Meters = npt.NDArray[np.float64]


class Nearest(NamedTuple):
    """The nearest places to each row: their rows in the index, and distances in meters."""

    offsets: Any
    meters: Any


class Pairs(NamedTuple):
    """Pairs of a row and a place of an index within a distance, and their distances in meters."""

    rows: Offsets
    offsets: Offsets
    meters: Meters


class Lists(NamedTuple):
    """The places near each row; those of row n are at `starts[n]:starts[n + 1]`."""

    starts: Offsets
    offsets: Offsets
    meters: Meters


class PlaceIndex:
    """An index of places, built from columns or opened from a file that processes share.

    >>> shops = PlaceIndex([48.20, 48.30], [16.37, 16.40])
    >>> shops.nearest(48.21, 16.36)
    Nearest(offsets=0, meters=1336.27...)
    >>> shops.count(48.21, 16.36, meters=20_000)
    2

    Results refer to places by their offset among the rows that the index was built from. Rows that
    are null or not valid keep their offsets, and are never found. Distances are meters on the mean
    sphere, equally distant places are ordered by offset, and a radius includes its edge. An index
    may be used by several threads concurrently.
    """

    @columns()
    def __init__(self, latitude: Any, longitude: Any = POINTS) -> None:
        rows = Rows(latitude=latitude, longitude=longitude)
        self._number: int | None = None
        number = ctypes.c_int64()
        call("cairn_index_build", rows.count, *rows.descriptions(0), ctypes.byref(number))
        self._number = number.value

    @classmethod
    def open(cls, path: str | os.PathLike[str]) -> PlaceIndex:
        """Opens an index file, which is memory-mapped; only the needed pages are read.

        Raises:
            IndexFileError: it cannot be read, or is damaged. A query raises it too if it reads a
                damaged page.
        """
        index = cls.__new__(cls)
        index._number = None
        number = ctypes.c_int64()
        call("cairn_index_open", os.fsencode(path), ctypes.byref(number))
        index._number = number.value
        return index

    @classmethod
    def build(
        cls, path: str | os.PathLike[str], batches: Iterable[tuple[Any, Any]], *, threads: int = 1,
    ) -> PlaceIndex:
        """Writes an index file of any number of places, which may exceed the memory, and opens it.

        >>> import tempfile
        >>> folder = tempfile.TemporaryDirectory()
        >>> batches = (([48.2, 48.3], [16.4, longitude]) for longitude in (16.5, 16.6))
        >>> len(PlaceIndex.build(folder.name + "/pings.cairn", batches))
        4

        The places are spilled to temporary files next to the index file, 36 bytes each; building
        needs at most 1.5 GB of memory besides the batches. If an error ends it, no file is left,
        and an older file of that name is not changed.

        Args:
            path: the file, which replaces an older one when it is complete.
            batches: latitudes and longitudes, such as columns of the pieces of a table; the rows of
                all batches are counted consecutively.
            threads: the maximum number of threads; the file does not depend on it.

        Raises:
            IndexFileError: a file cannot be written.
        """
        index = cls.__new__(cls)
        index._number = None
        number = ctypes.c_int64()
        call("cairn_index_create", os.fsencode(path), ctypes.byref(number))
        index._number = number.value
        try:
            for latitude, longitude in batches:
                rows = Rows(latitude=latitude, longitude=longitude)
                call("cairn_index_append", number, rows.count, *rows.descriptions(0))
            call("cairn_index_finish", number, threads)
        except BaseException:
            index.close()
            raise
        return index

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the index to a file, which replaces an older one when it is complete."""
        call("cairn_index_write", self._open, os.fsencode(path))

    def close(self) -> None:
        """Releases the memory; queries raise `ClosedIndexError` afterward."""
        number, self._number = self._number, None
        if number is not None:
            call("cairn_index_free", number)

    @property
    def _open(self) -> int:
        # No index has the number 0.
        return self._number or 0

    def __del__(self) -> None:
        if getattr(self, "_number", None) is not None:
            self.close()

    def __enter__(self) -> PlaceIndex:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> Any:
        raise TypeError("an index cannot be pickled: write it to a file, and open the file instead")

    def __len__(self) -> int:
        count = ctypes.c_int64()
        call("cairn_index_count", self._open, ctypes.byref(count))
        return count.value

    @columns()
    def nearest(
        self, latitude: Any, longitude: Any = POINTS, count: int = 1, *, within: float = np.inf,
        threads: int = 1, progress: bool | None = None,
    ) -> Nearest:
        """The places nearest to each row, nearest first.

        Args:
            latitude: degrees north of the search centers, in -90...90.
            longitude: degrees east.
            count: the number of places for each row.
            within: the maximum distance in meters.
            threads: the maximum number of threads.
            progress: whether to show a progress bar, see `country`.

        Returns:
            Columns like the first one, or for a count above 1 two-dimensional arrays. If there are
            fewer places, the offset is -1 and the distance NaN or null.
        """
        rows = Rows(latitude=latitude, longitude=longitude)
        if count < 1:
            raise InvalidArgumentError(f"count: at least 1, not {count}")
        offsets = np.empty((rows.count, count), dtype=np.int64)
        meters = np.empty((rows.count, count), dtype=np.float64)

        def piece(first: int, size: int, columns: list[Any]) -> None:
            start = 8 * count * first
            call("cairn_nearest", self._open, size, *columns, count, within,
                 offsets.ctypes.data + start, meters.ctypes.data + start, rows.bits(first))

        rows.answer(piece, threads, progress)
        if count > 1:
            return Nearest(offsets, meters)
        return Nearest(rows.numbers(offsets[:, 0]), rows.numbers(meters[:, 0]))

    @columns()
    def count(
        self, latitude: Any, longitude: Any = POINTS, meters: float = POINTS, *, threads: int = 1,
        progress: bool | None = None,
    ) -> Any:
        """The number of places within a distance of each row; 0 or null if it is not valid."""
        rows = Rows(latitude=latitude, longitude=longitude)
        counts = np.empty(rows.count, dtype=np.int64)

        def piece(first: int, size: int, columns: list[Any]) -> None:
            call("cairn_count", self._open, size, *columns, meters,
                 counts.ctypes.data + 8 * first, rows.bits(first))

        rows.answer(piece, threads, progress)
        return rows.numbers(counts)

    @columns()
    def within(
        self, latitude: Any, longitude: Any = POINTS, meters: float = POINTS, *, progress: bool | None = None
    ) -> Lists:
        """The places within a distance of each row, nearest first."""
        pairs = self.join(latitude, longitude, meters, progress=progress)
        count = Rows(latitude=latitude, longitude=longitude).count
        starts = np.searchsorted(pairs.rows, np.arange(count + 1)).astype(np.int64)
        return Lists(starts, pairs.offsets, pairs.meters)

    @columns()
    def join(
        self, latitude: Any, longitude: Any = POINTS, meters: float = POINTS, *, progress: bool | None = None
    ) -> Pairs:
        """All pairs of a row and a place within a distance, by rows, and nearest first.

        >>> shops = PlaceIndex([48.20, 48.30], [16.37, 16.40])
        >>> shops.join([48.21, 0.0], [16.36, 0.0], meters=2_000)
        Pairs(rows=array([0]), offsets=array([0]), meters=array([1336.27...]))
        """
        rows = Rows(latitude=latitude, longitude=longitude)
        with bar(rows.count, progress) as step:
            pieces = list(self._pieces(rows, meters, step))
        if not pieces:
            return _empty(0)
        return pieces[0] if len(pieces) == 1 else Pairs(*map(np.concatenate, zip(*pieces)))

    @columns()
    def join_pieces(
        self, latitude: Any, longitude: Any = POINTS, meters: float = POINTS
    ) -> Iterator[Pairs]:
        """The pairs of `join`, about a million at a time, for results that do not fit in memory.

        >>> shops = PlaceIndex([48.20, 48.30], [16.37, 16.40])
        >>> [len(pairs.rows) for pairs in shops.join_pieces([48.21], [16.36], meters=2_000)]
        [1]
        """
        return self._pieces(Rows(latitude=latitude, longitude=longitude), meters, lambda _: None)

    def _pieces(
        self, rows: Rows, meters: float, step: Callable[[int], None]
    ) -> Iterator[Pairs]:
        capacity = 1 << 20
        pairs = _empty(capacity)
        found, answered, needed = ctypes.c_int64(), ctypes.c_int64(), ctypes.c_int64()
        # Raises an error for a closed index even if there are no rows.
        call("cairn_index_count", self._open, ctypes.byref(found))
        first = 0
        while first < rows.count:
            size = min(PIECE, rows.count - first)
            status = call(
                "cairn_join", self._open, size, *rows.descriptions(first), meters, capacity,
                *(column.ctypes.data for column in pairs), ctypes.byref(found),
                ctypes.byref(answered), ctypes.byref(needed), allowed=NO_ROOM)
            if status == NO_ROOM:
                capacity = needed.value
                pairs = _empty(capacity)
                continue
            part = slice(0, found.value)
            yield Pairs(
                pairs.rows[part] + first, pairs.offsets[part].copy(), pairs.meters[part].copy())
            first += answered.value
            step(answered.value)


def _empty(count: int) -> Pairs:
    return Pairs(
        np.empty(count, np.int64), np.empty(count, np.int64), np.empty(count, np.float64))
