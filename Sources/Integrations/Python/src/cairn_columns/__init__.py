"""Countries, time zones, geohashes, distances and proximity searches for columns of places.

>>> import cairn_columns as cairn, numpy as np
>>> cairn.country(np.array([48.2, 35.7]), np.array([16.4, 139.7]))
array(['AT', 'JP'], dtype='<U2')

Columns are arrays of numpy or pyarrow, series of pandas or polars, lists, or single numbers; results
have the type of the first column. Degrees north are in -90...90; degrees east are any finite number.
"""

from importlib.metadata import PackageNotFoundError, version

from ._library import CairnError, ClosedIndexError, IndexFileError, InvalidArgumentError
from .index import Lists, Nearest, Pairs, PlaceIndex
from .places import (
    Cover, bearing, country, destination, distance, geohash, geohash_cover, geohash_integer,
    is_valid, region, route, time_zone)

try:
    __version__ = version("cairn-columns")
except PackageNotFoundError:
    # Imported from a folder without being installed.
    __version__ = "0"

__all__ = [
    "CairnError", "ClosedIndexError", "Cover", "IndexFileError", "InvalidArgumentError", "Lists",
    "Nearest", "Pairs", "PlaceIndex", "bearing", "country", "destination", "distance", "geohash",
    "geohash_cover", "geohash_integer", "is_valid", "region", "route", "time_zone"]
