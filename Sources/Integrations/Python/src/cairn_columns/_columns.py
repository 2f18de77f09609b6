"""Converts columns of numpy, pyarrow, pandas and polars for the library, and results back.

Doubles are read in place: an array with any stride, an Arrow array with its nulls, a series over
either. Anything else is copied into doubles first.
"""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, Callable, Sequence

import numpy as np
import numpy.typing as npt

from ._library import Description, InvalidArgumentError

# The number of rows processed between updates of the progress bar; a multiple of eight, so that the
# validity bits of a piece are whole bytes.
PIECE = 1 << 17

Array = npt.NDArray[Any]


class _Points:
    """The default of a longitude whose place is given by a column of points."""

    def __repr__(self) -> str:
        return "POINTS"


POINTS: Any = _Points()


def _module(value: object) -> str:
    return type(value).__module__.partition(".")[0]


class Column:
    """A column of doubles that the library can read, with the object that owns its memory."""

    def __init__(self, value: Any, name: str) -> None:
        self.rows: int | None = None
        self.validity = self.offset = 0
        self.keep: Any = None
        if value is POINTS:
            raise InvalidArgumentError(
                f"{name}: missing; give it, or a column of points in place of both columns")
        if isinstance(value, (int, float, np.number)) and not isinstance(value, bool):
            self.numpy(np.array([value], dtype=np.float64), name)
            self.rows, self.stride = None, 0
        elif value is None:
            self.numpy(np.array([np.nan]), name)
            self.rows, self.stride = None, 0
        else:
            self._read(value, name)

    def _read(self, value: Any, name: str) -> None:
        module = _module(value)
        try:
            if module == "pyarrow":
                self._arrow(value, name)
            elif module == "pandas":
                array = getattr(value, "array", value)
                if type(array).__name__ in ("ArrowExtensionArray", "ArrowStringArray"):
                    self._arrow(array.__arrow_array__(), name)
                else:
                    self.numpy(value.to_numpy(dtype=np.float64, na_value=np.nan), name)
            elif module == "polars":
                self.numpy(value.cast(_polars().Float64).to_numpy(), name)
            elif isinstance(value, np.ma.MaskedArray):
                self.numpy(np.ma.filled(value.astype(np.float64), np.nan), name)
            else:
                self.numpy(value, name)
        except (TypeError, ValueError) as error:
            if isinstance(error, InvalidArgumentError):
                raise
            raise InvalidArgumentError(
                f"{name}: {type(value).__name__} is not a column of numbers: {error}") from error

    def numpy(self, value: Any, name: str) -> None:
        array = np.asarray(value, dtype=np.float64)
        if array.ndim != 1:
            raise InvalidArgumentError(f"{name}: a column has one dimension, not {array.ndim}")
        self.keep, self.rows = array, len(array)
        self.values, self.stride = array.ctypes.data, array.strides[0] if len(array) else 8

    def _arrow(self, value: Any, name: str) -> None:
        import pyarrow as pa

        if isinstance(value, pa.ChunkedArray):
            value = value.chunk(0) if value.num_chunks == 1 else value.combine_chunks()
            if isinstance(value, pa.ChunkedArray):  # of no chunks, in older versions
                value = pa.array([], pa.float64())
        if value.type != pa.float64():
            value = value.cast(pa.float64())
        bits, data = value.buffers()
        self.keep, self.rows, self.stride = value, len(value), 8
        self.values = data.address + 8 * value.offset if data else 0
        if value.null_count and bits:
            self.validity, self.offset = bits.address, value.offset

    def description(self, first: int) -> Description:
        """The memory layout of the rows from `first` on."""
        return Description(
            self.values + first * self.stride, self.stride, self.validity,
            self.offset + first * (self.stride != 0))


class Rows:
    """The columns of a call, and the type of its result columns."""

    def __init__(self, **columns: Any) -> None:
        self.given = columns
        self.columns = [Column(value, name) for name, value in columns.items()]
        lengths = {
            name: column.rows for name, column in zip(columns, self.columns)
            if column.rows is not None}
        if len(set(lengths.values())) > 1:
            said = ", ".join(f"{name} has {rows}" for name, rows in lengths.items())
            raise InvalidArgumentError(f"columns must have the same number of rows: {said}")
        self.is_scalar = not lengths
        self.count: int = next(iter(lengths.values()), 1)
        self.like = next((columns[name] for name in lengths), None)
        self.kind = _module(self.like) if lengths else "scalar"
        if self.kind not in ("pandas", "pyarrow", "polars", "scalar"):
            self.kind = "numpy"
        if self.kind == "pandas":
            for name in lengths:
                index = getattr(columns[name], "index", None)
                known = getattr(self.like, "index", None)
                if (index is not None and known is not None and index is not known
                        and _module(index) == "pandas" and not index.equals(known)):
                    raise InvalidArgumentError(f"{name}: its index is not that of the first series")
        self.validity = np.zeros((self.count + 7) // 8, dtype=np.uint8)

    def bits(self, first: int) -> int:
        """The address of the validity bits of the rows from `first` on."""
        return int(self.validity.ctypes.data + first // 8)

    def descriptions(self, first: int) -> list[Description]:
        return [column.description(first) for column in self.columns]

    def answer(
        self, body: Callable[[int, int, list[Description]], None], threads: int,
        progress: bool | None,
    ) -> None:
        """Calls `body` for pieces of the rows: the first row, the number of rows, the columns."""
        if threads < 1:
            raise InvalidArgumentError(f"threads: at least 1, not {threads}")
        pieces = [(first, min(PIECE, self.count - first)) for first in range(0, self.count, PIECE)]

        def piece(place: tuple[int, int]) -> int:
            body(place[0], place[1], self.descriptions(place[0]))
            return place[1]

        if len(pieces) < 2:
            for place in pieces or [(0, 0)]:
                piece(place)
            return
        with bar(self.count, progress) as step:
            if threads == 1:
                for place in pieces:
                    step(piece(place))
            else:
                with ThreadPoolExecutor(threads) as pool:
                    for done in pool.map(piece, pieces):
                        step(done)

    # Conversion of results.

    @property
    def is_valid(self) -> npt.NDArray[np.bool_]:
        """Whether each row has valid numbers."""
        return np.unpackbits(self.validity, count=self.count, bitorder="little").astype(bool)

    def arrow(self, type_: Any, buffers: Sequence[Any]) -> Any:
        import pyarrow as pa

        return pa.Array.from_buffers(
            type_, self.count, [pa.py_buffer(self.validity), *map(pa.py_buffer, buffers)])

    def series(self, values: Any) -> Any:
        """A pandas series with the index of the first column."""
        import pandas as pd

        return pd.Series(values, index=getattr(self.like, "index", None), copy=False)

    def numbers(self, values: Array) -> Any:
        """A column of numbers; null or NaN if a row is not valid."""
        if self.kind == "scalar":
            return values[0].item() if self.is_valid[0] else None
        if self.kind == "pyarrow":
            import pyarrow as pa

            return self.arrow(pa.from_numpy_dtype(values.dtype), [values])
        if self.kind == "pandas":
            return self.series(values)
        if self.kind == "polars":
            pl = _polars()
            series = pl.Series(values)
            if values.dtype == np.float64:
                return series.fill_nan(None)
            valid = self.is_valid
            return series if valid.all() else series.set(pl.Series(~valid), None)
        return values

    def texts(self, numbers: npt.NDArray[np.int16], table: "Texts") -> Any:
        """A column of the names of numbers, as categories if the library has them."""
        if self.kind == "scalar":
            return table.unique[table.places[numbers[0]]] if self.is_valid[0] else None
        if self.kind == "numpy":
            return table.array[numbers]
        places = table.places[numbers]
        if self.kind == "pyarrow":
            import pyarrow as pa

            return pa.DictionaryArray.from_arrays(
                self.arrow(pa.int16(), [places]), table.dictionary)
        valid = self.is_valid
        if self.kind == "pandas":
            import pandas as pd

            places[~valid] = -1
            return self.series(pd.Categorical.from_codes(places, categories=table.unique))
        pl = _polars()
        rows = pl.Series(places.astype(np.uint32))
        if not valid.all():
            rows = rows.set(pl.Series(~valid), None)
        return pl.Series(table.unique, dtype=pl.Enum(table.unique)).gather(rows)

    def letters(self, letters: npt.NDArray[np.uint8], width: int) -> Any:
        """A column of texts, all of the same width, given as concatenated letters."""
        if self.kind == "scalar":
            return letters.tobytes().decode() if self.is_valid[0] else None
        if self.kind == "numpy":
            return letters.view(f"S{width}").astype(f"U{width}")
        try:
            import pyarrow as pa
        except ImportError:
            texts = letters.view(f"S{width}").astype(f"U{width}")
            if self.kind == "pandas":
                return self.series(texts.astype(object))
            return _polars().Series(texts.tolist())
        large = letters.size >= 1 << 31
        ends = np.arange(0, letters.size + 1, width, dtype=np.int64 if large else np.int32)
        array = self.arrow(pa.large_string() if large else pa.string(), [ends, letters])
        if self.kind == "pyarrow":
            return array
        if self.kind == "polars":
            return _polars().from_arrow(array)
        import pandas as pd

        if int(pd.__version__.split(".")[0]) >= 3:
            return self.series(pd.array(array, "str"))
        # Without the index of the series, which would be aligned with that of the rows.
        return self.series(array.to_pandas().to_numpy())


class Texts:
    """The names of a kind, and the position of each number's name among the unique names."""

    def __init__(self, texts: list[str]) -> None:
        # The number -1 of places in no area indexes the last element, the empty text.
        every = [*texts, ""]
        self.unique = list(dict.fromkeys(every))
        known = {text: place for place, text in enumerate(self.unique)}
        self.places = np.array([known[text] for text in every], dtype=np.int16)
        self.array: Array = np.array(every)

    @cached_property
    def dictionary(self) -> Any:
        """The unique names as an Arrow array."""
        import pyarrow as pa

        return pa.array(self.unique, pa.string())


def bar(total: int, progress: bool | None) -> Any:
    """A progress bar after two seconds; by default only on a terminal. Needs tqdm."""
    if progress is not False:
        try:
            from tqdm import tqdm
        except ImportError:
            return _Silent()
        return _Bar(tqdm(
            total=total, delay=2, unit=" rows", unit_scale=True, file=sys.stderr,
            disable=None if progress is None else False))
    return _Silent()


class _Bar:
    def __init__(self, bar: Any) -> None:
        self.bar = bar

    def __enter__(self) -> Any:
        return self.bar.update

    def __exit__(self, *_: object) -> None:
        self.bar.close()


class _Silent:
    def __enter__(self) -> Callable[[int], None]:
        return lambda _: None

    def __exit__(self, *_: object) -> None:
        pass


def _polars() -> Any:
    import polars

    return polars
