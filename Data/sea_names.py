"""The names of seas on a grid of degrees, for maps."""

import math
import re

from arc_encoding import Bits
from water_sources import read_features

FILE = "ne_10m_geography_marine_polys.json"
# Kinds of features that are no sea.
OTHER_KINDS = {"reef", "river", "generic"}
# The least important seas are smaller than a degree.
LAST_RANK = 7
# Lines per degree on which the area of a sea in a cell is measured.
LINES = 4
# The usual English names of those that the source has in another language, abbreviated or with lost
# letters; "" is no name.
NAMES = {
    "B. Inutil": "Inútil Bay", "Bahía Blanca": "Bahía Blanca", "Bahía de Campeche": "Bay of Campeche",
    "Baia de Maputo": "Maputo Bay", "Baía de Marajó": "Marajó Bay",
    "Baía de São Marcos": "São Marcos Bay", "Bo Hai": "Bohai Sea", "Bransfield Str.": "Bransfield Strait",
    "Cumberland Sd.": "Cumberland Sound", "Eskimo Lakes": "", "Garabogaz Bay": "Garabogazköl",
    "Golfe du Lion": "Gulf of Lion", "Golfo Corcovado": "Gulf of Corcovado",
    "Golfo San Jorge": "San Jorge Gulf", "Golfo San Mat’as": "San Matías Gulf",
    "Golfo de California": "Gulf of California", "Golfo de Guayaquil": "Gulf of Guayaquil",
    "Golfo de Panamá": "Gulf of Panama", "Golfo de Penas": "Gulf of Penas",
    "Golfo de Tehuantepec": "Gulf of Tehuantepec", "Golfo de Urabá": "Gulf of Urabá",
    "Gulf of Khambhät": "Gulf of Khambhat", "Gulf of Olen‘k": "Gulf of Olenyok",
    "Estrecho de Magellanes": "Strait of Magellan", "Inner Sea": "Seto Inland Sea", "Inner Seas": "",
    "Kaliningrad": "Curonian Lagoon", "Kangertittivaq": "Scoresby Sound",
    "Lago de Maracaibo": "Lake Maracaibo", "Mecklenburger Bucht": "Bay of Mecklenburg",
    "Prince ALbert Sound": "Prince Albert Sound", "Selat Bali": "Bali Strait",
    "Selat Dampier": "Dampier Strait", "Stettiner Haff": "Szczecin Lagoon",
    "The North Western Passages": "Northwest Passages", "Waddenzee": "Wadden Sea",
}


def name_of(row):
    raw = row["name"] or ""
    if row["featurecla"] in OTHER_KINDS or row["scalerank"] > LAST_RANK:
        return ""
    name = NAMES.get(raw, " ".join(raw.split()))
    return name.title() if name.isupper() else name


def covered(polygons):
    """{(column, row): number of sample points}: cells of a degree with points in polygons."""
    found = {}
    for rings in polygons:
        edges = [(a, b) for ring in rings for a, b in zip(ring, ring[1:])]
        low = min(y for (_, y), _ in edges)
        high = max(y for (_, y), _ in edges)
        for line in range(math.floor(low * LINES), math.ceil(high * LINES)):
            y = (line + 0.5) / LINES
            crossings = sorted(ax + (y - ay) / (by - ay) * (bx - ax)
                               for (ax, ay), (bx, by) in edges if (ay > y) != (by > y))
            for west, east in zip(crossings[::2], crossings[1::2]):
                for sample in range(math.ceil(west * LINES - 0.5), math.floor(east * LINES + 0.5)):
                    cell = (sample // LINES + 180) % 360, line // LINES + 90
                    found[cell] = found.get(cell, 0) + 1
    return found


def sea_cells(data):
    """(names, cells): the seas as (rank, name), and the number of the largest one in each cell."""
    seas, best = {}, {}
    for row, polygons in read_features(data):
        name = name_of(row)
        if not name:
            continue
        rank = int(row["scalerank"])
        # Ocean and sea rings of the same name are parts of one.
        seas[name] = min(rank, seas.get(name, rank))
        for cell, count in covered(polygons).items():
            if count > best.get(cell, (0, ""))[0]:
                best[cell] = count, name
    shown = {name for _, name in best.values()}
    names = sorted((rank, name) for name, rank in seas.items() if name in shown)
    numbers = {name: at for at, (_, name) in enumerate(names)}
    return names, {cell: numbers[name] for cell, (_, name) in best.items()}


def encode_seas(data, report):
    """(bits, names): the runs of cells of each row from south to north, and a line for each sea.

    A run is the number of a sea in eight bits and its length. Cells without a sea belong to the
    sea before them: maps look for the sea of a point only if it is not on land.
    """
    names, cells = sea_cells(data)
    assert len(names) < 256
    bits, count = Bits(), 0
    for row in range(180):
        runs = []
        for column in range(360):
            sea = cells.get((column, row))
            if sea is None and runs:
                sea = runs[-1][0]
            elif sea is None:
                continue
            if runs and runs[-1][0] == sea:
                runs[-1][1] = column + 1
            else:
                runs.append([sea, column + 1])
        bits.put_number(len(runs))
        at = 0
        for number, (sea, end) in enumerate(runs):
            end = 360 if number == len(runs) - 1 else end
            bits.put(sea, 8)
            bits.put_number(end - at)
            at = end
        count += len(runs)
    report.append(f"seas: {len(names)} names, {count} runs")
    return bits.lines(), "".join(f"{rank}\t{name}\n" for rank, name in names)
