"""Corrects the names and codes of regions by hand, and joins regions that become equal.

A region may have the name of another one, if Natural Earth's name and the towns of GeoNames
disagree, or a country has fewer regions than they draw. `region_corrections.csv` names the right
region at a place, with the code as made (`was`) and a reason in each row. Regions of a country that
then have the same code and name are one region. The build fails if two codes of a country are
equal, if two regions without a code have the same name, or if a row corrects nothing.
"""

import collections
import csv
import pathlib
import sys

from country_boundaries import straightened
from folding import fold
from known_places import areas_at
from planar import chains
from region_codes import Codes

TABLE = pathlib.Path(__file__).resolve().parent / "region_corrections.csv"


def correct_regions(regions, arcs, report):
    """Returns the corrected regions, sorted, and their arcs.

    `regions` has (country, code or "-", name) of the areas from 1.
    """
    with open(TABLE, encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    found = areas_at([(float(row["latitude"]), float(row["longitude"])) for row in table], arcs)
    known, made = Codes(), [tuple(region) for region in regions]
    for row, area in zip(table, found):
        region = regions[area - 1] if area else ("", "", "")
        given = (row["country"], row["code"], row["name"])
        if (region[0], region[1]) != (row["country"], row["was"]) or tuple(region) == given:
            sys.exit(f"{row['country']} {row['name']}: {' '.join(region)} at its place")
        if row["code"] not in known.names and row["code"] != "-":
            sys.exit(f"{row['code']}: no such code")
        made[area - 1] = given
    order = sorted(set(made), key=lambda row: (row[0], fold(row[2]), made.index(row)))
    counts = collections.Counter(
        (row[0], row[1] if row[1] != "-" else fold(row[2])) for row in order)
    if twice := [key for key, count in counts.items() if count > 1]:
        sys.exit(f"regions listed twice: {twice}")
    numbers = [0] + [order.index(row) + 1 for row in made]
    borders = {}
    for points, left, right in arcs:
        if numbers[left] != numbers[right]:
            for way in zip(points, points[1:]):
                borders[way] = (numbers[left], numbers[right])
    drawn = [(straightened(points), left, right) for points, left, right in chains(borders)]
    drawn.sort(key=lambda arc: (min(arc[0]), arc[0]))
    report.append(
        f"{len(table)} regions corrected by hand; {len(made)} regions become {len(order)}")
    return [list(row) for row in order], drawn
