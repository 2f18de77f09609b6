"""Reads lakes and rivers of Natural Earth, and looks up places in the embedded countries."""

import collections
import math
import struct

from country_boundaries import UNITS
from region_sources import literal, read_countries
from water_names import CONFLUENCES, LAKES as LAKE_NAMES, LINES, RIVERS as RIVER_NAMES
from water_names import SHORES, water_name

PACKAGE = "libmagics++-data"
FOLDER = "./usr/share/magics/10m/"
# Lakes are further records of the ocean, with separate columns.
LAKES, LAKE_KIND = "ne_10m_ocean", "featurec_2"
RIVERS, RIVER_RANK, RIVER_KIND = "ne_10m_rivers_lake_centerlines", "scalerank", "featurecla"
EARTH = 6371.0088  # kilometers


def read_table(data):
    """The rows of a dBASE table as dictionaries of text."""
    count, first, length = struct.unpack("<IHH", data[4:12])
    columns, at = [], 32
    while data[at] != 13:
        columns.append((data[at:at + 11].split(b"\0")[0].decode("ascii"), data[at + 16]))
        at += 32
    rows = []
    for row in range(count):
        at, cells = first + row * length + 1, {}
        for name, width in columns:
            cells[name] = data[at:at + width].decode("utf-8", "replace").strip()
            at += width
        rows.append(cells)
    return rows


def read_shapes(data):
    """The parts of each record of a shapefile of lines or polygons."""
    at, shapes = 100, []
    while at < len(data):
        size = 2 * struct.unpack(">2i", data[at:at + 8])[1]
        record = data[at + 8:at + 8 + size]
        at += 8 + size
        kind = struct.unpack("<i", record[:4])[0]
        assert kind in (3, 5), kind
        parts, count = struct.unpack("<2i", record[36:44])
        starts = struct.unpack(f"<{parts}i", record[44:44 + 4 * parts]) + (count,)
        numbers = struct.unpack(f"<{2 * count}d", record[44 + 4 * parts:])
        points = list(zip(numbers[::2], numbers[1::2]))
        shapes.append([points[a:b] for a, b in zip(starts, starts[1:])])
    return shapes


def read_waters(archive):
    """(lakes, rivers): the name and closed rings of each lake, outer ring first; for each river
    its name, its rank, whether it is the middle of a lake, and its line. Without a name it is ""."""
    def read(name):
        read = lambda end: archive.extractfile(f"{FOLDER}{name}.{end}").read()
        return zip(read_table(read("dbf")), read_shapes(read("shp")))

    lakes = [(SHORES.get(row["name"]) or water_name(row["name"], LAKE_NAMES), rings)
             for row, rings in read(LAKES) if row[LAKE_KIND]]
    rivers = [(name, max(int(float(row[RIVER_RANK])), 1),
               row[RIVER_KIND] == "Lake Centerline", part)
              for row, lines in read(RIVERS) for line in lines
              for name, part in named_parts(row["name"], line)]
    return lakes, rivers


def named_parts(raw, line):
    """The parts of a line with their names: two if it changes its name at a confluence."""
    for (name, x, y), (above, below) in CONFLUENCES.items():
        near = min(range(len(line)), key=lambda at: math.dist(line[at], (x, y)))
        if name == raw and 0 < near < len(line) - 1 and math.dist(line[near], (x, y)) < 0.1:
            return [(above, line[:near + 1]), (below, line[near:])]
    start = (raw, round(line[0][0], 1), round(line[0][1], 1))
    return [(LINES.get(start) or water_name(raw, RIVER_NAMES), line)]


def ring_area(ring):
    """The area of a ring on the sphere in square kilometers, with edges straight in degrees."""
    total = 0.0
    for (west, south), (east, north) in zip(ring, ring[1:] + ring[:1]):
        total += math.radians(east - west) * (
            math.sin(math.radians(south)) + math.sin(math.radians(north))) / 2
    return abs(total) * EARTH * EARTH


class Countries:
    """The embedded countries: lookup of places, and areas of countries."""

    COLUMNS = 1440  # of longitude, with the edges in each

    def __init__(self):
        self.codes, arcs = read_countries()
        kinds = [line.split("\t")[3] for line in literal("CountryData+Areas.swift").splitlines()
                 if "\t" in line]
        self.land = 1 + kinds.index("waters")
        self.edges = collections.defaultdict(list)
        areas = collections.Counter()
        for points, left, right in arcs:
            for start, end in zip(points, points[1:]):
                if start[0] == end[0]:
                    continue
                low, high = min(start, end), max(start, end)
                edge = (*low, *high, left ^ right)
                for column in range(self.column(low[0]), self.column(high[0]) + 1):
                    self.edges[column].append(edge)
                strip = math.radians((end[0] - start[0]) / UNITS) * (
                    math.sin(math.radians(start[1] / UNITS))
                    + math.sin(math.radians(end[1] / UNITS))) / 2
                areas[self.land_code(left)] -= strip
                areas[self.land_code(right)] += strip
        self.areas = {code: abs(area) * EARTH * EARTH for code, area in areas.items() if code}

    def column(self, x):
        return int((x / UNITS + 180) / 360 * self.COLUMNS) % self.COLUMNS

    def land_code(self, area):
        return self.codes[area] if 0 < area < self.land else None

    def code(self, point):
        """The country whose land contains a place; `None` on water."""
        x, y = point[0] * UNITS, point[1] * UNITS
        area = 0
        for west, first, east, last, change in self.edges[self.column(x)]:
            if west <= x < east and first + (last - first) * (x - west) / (east - west) > y:
                area ^= change
        return self.land_code(area)
