#!/usr/bin/env python3
"""Write the order of the names of regions in all languages, and the people of the regions' cities.

    python3 Data/region_name_order.py            # derive from the committed tables, write
    python3 Data/region_name_order.py --check    # derive, compare with what is committed

Run it after build_region_names.py and build_places.py. A name that begins with the word for its kind,
such as "Kanton Zürich", has a second entry from the next word on.
"""

import collections
import math
import re
import sys

from native_names import fold_any
from packing import number, town, town_city, town_people
from swift_literals import ROOT, literals, write_or_compare

WORDS = ROOT / "Sources" / "CairnText" / "AreaWords.swift"
FOLDER = ROOT / "Sources" / "CairnRegionNames" / "Generated"
COLUMNS, WIDTH = 24, 4
# The digits of the people of a region: a thousand times the logarithm.
PEOPLE_WIDTH = 2


def committed(module, extended, member):
    """The text of a committed table, without the last line feed."""
    path = ROOT / "Sources" / module / "Generated" / f"{extended}+{member}.swift"
    return path.read_text("utf-8").split('#"""\n', 1)[1].rsplit('\n"""#', 1)[0]


def words(table):
    """The words of a table of AreaWords.swift."""
    text = re.search(rf'static let {table} =\s*"+([^"]*)"+', WORDS.read_text("utf-8")).group(1)
    return {fold_any(word) for word in text.split()}


def starts(name, kinds, connectives):
    """The positions in a name from which on it is found: the start, and the word after its kind."""
    yield 0
    found = None
    for place in (match.end() for match in re.finditer(r"[\s'’-]+", name)):
        before = fold_any(name[:place]).split()
        if not (before and before[0] in kinds and set(before) <= kinds | connectives):
            break
        found = place
    if found and fold_any(name[found:]):
        yield found


def people_of_regions(regions):
    """The people of the cities of each region, districts of cities not counted again."""
    table = [line.split("\t") for line in committed(
        "CairnPlaceData", "PlaceData", "Regions").splitlines()]
    people = collections.Counter()
    for line in committed("CairnPlaceData", "PlaceData", "Cities").splitlines():
        digits = line.split("\t")[1]
        if town_city(digits) is None:
            row = table[town(digits)[1]]
            people[row[0], row[2]] += town_people(digits)
    return [people[country, name] for country, _, name in regions]


def packed(values, width):
    """Numbers in lines."""
    return "\n".join("".join(number(value, width) for value in values[first:first + COLUMNS])
                     for first in range(0, len(values), COLUMNS))


def main():
    kinds, connectives = words("kinds") | words("leadingKinds"), words("connectives")
    regions = [line.split("\t") for line in committed(
        "CairnRegionData", "RegionData", "Regions").splitlines()]
    found, offset = {}, 0

    def add(row, name, offset, table):
        for place in starts(name, kinds, connectives):
            where = offset + len(name[:place].encode("utf-8"))
            key = fold_any(name[place:]).encode("utf-8")
            # For equal names of a region, a whole name precedes a part, and a local name follows.
            known = found.get((key, row))
            if known is None or known[0] > bool(place):
                found[key, row] = bool(place), where * 2 + table

    for row, cells in enumerate(regions):
        start = len("\t".join(cells[:2]).encode("utf-8")) + 1
        add(row, cells[2], offset + start, 1)
        offset += len("\t".join(cells).encode("utf-8")) + 1
    offset = 0
    for line in committed("CairnRegionNames", "RegionNameData", "Names").splitlines():
        row, *cells = line.split("\t")
        at = offset + len(row) + 1
        for cell in cells:
            digits, name = cell.split(" ", 1)
            if name != "=":
                add(int(row), name, at + len(digits) + 1, 0)
            at += len(cell.encode("utf-8")) + 1
        offset += len(line.encode("utf-8")) + 1
    order = sorted((key, value) for (key, _), (_, value) in found.items() if key)
    people = [round(1000 * math.log10(max(1, count))) for count in people_of_regions(regions)]
    print(f"{len(order):,} names of {len(regions):,} regions")
    files = literals(FOLDER, "region_name_order.py", "RegionNameData", "internal", [
        ("order", "Twice the offsets of the names in ``names``, or one more than twice those in "
         "`RegionData.regions`, sorted by search key.", packed([v for _, v in order], WIDTH)),
        ("people", "A thousand times the logarithm of the people in the cities of each region.",
         packed(people, PEOPLE_WIDTH)),
    ])
    return 1 if write_or_compare(files) else 0


if __name__ == "__main__":
    sys.exit(main())
