#!/usr/bin/env python3
"""Write the later words of the names of places, so that a search finds "Aires" and "Orsay".

    python3 Data/word_starts.py            # derive from the committed tables, write
    python3 Data/word_starts.py --check    # derive, compare with what is committed

Run it after build_places.py.
"""

import math
import sys

from folding import SILENT, fold, fold_scalar
from packing import destination, number, town_people
from swift_literals import ROOT, literals, write_or_compare

# Elided words that precede an apostrophe. Other apostrophes are letters of transcriptions, after
# which a word begins in main names only: "Xi'an" but not "A-k'o-su".
ELISIONS = {
    "l", "d", "all", "dall", "dell", "nell", "sull", "un", "quell", "sant", "qu", "o", "s", "n",
}
APOSTROPHES = SILENT - {"\u00ad"} | {"`"}
WIDTH = 4
# The entries of a line of the literals.
COLUMNS = 24
# The words that share a bound of their fame, and the bounds of a line.
BLOCK, LINE = 64, 80


def starts(name, is_main):
    """The positions in a name, in characters, where a later word begins; none in other scripts."""
    word, gap = "", ""
    if fold(name) is None:
        return
    for place, letter in enumerate(name):
        folded = fold_scalar(letter)
        if letter in APOSTROPHES:
            gap = gap or "'"
        elif not folded.strip():
            gap = " " if folded else gap
        else:
            if gap == " " and word:
                yield place
            if gap == "'" and word and (word in ELISIONS or is_main) \
                    and len((fold(name[place:]) or "").split()[0]) > 1:
                yield place
            word = folded if gap else word + folded
            gap = ""


def word_starts(tables):
    """The later words of tables (text, whether its names are main names, the fame of a line), sorted
    by key, and the bounds of their fame.

    A number is the byte offset of a word in its table, times the number of tables, plus the number
    of the table.
    """
    found = []
    for table, (text, is_main, fame) in enumerate(tables):
        offset = 0
        for line in text.split("\n")[:-1]:
            name, rest = line.split("\t", 1)
            for place in starts(name, is_main):
                where = offset + len(name[:place].encode("utf-8"))
                value = fame(rest) * (10 if name[place - 1] in APOSTROPHES else 1)
                found.append((fold(name[place:]).encode("utf-8"), where * len(tables) + table, value))
            offset += len(line.encode("utf-8")) + 1
    found.sort()
    print(f"{len(found):7,} words")
    words = "\n".join(
        "".join(number(value, WIDTH) for _, value, _ in found[first:first + COLUMNS])
        for first in range(0, len(found), COLUMNS))
    digits = [number(bound(max(value for _, _, value in found[first:first + BLOCK])), 1)
              for first in range(0, len(found), BLOCK)]
    return words, "\n".join(
        "".join(digits[first:first + LINE]) for first in range(0, len(digits), LINE))


def bound(value):
    """A number whose third part is at least the binary logarithm of a value, as in FameBound.swift."""
    value = math.ceil(value)
    if value < 2:
        return 0
    exponent = value.bit_length() - 1
    power = 1 << exponent
    return 3 * exponent + (3 * (value - power) + power - 1) // power


def weight(digits):
    """The fame of a destination, for a part of its name."""
    return destination(digits)[-1] / 10


def airport_fame(_):
    return 10_000


def committed(module, member):
    """The text of a committed table."""
    path = ROOT / "Sources" / f"Cairn{module}" / "Generated" / f"{module}+{member}.swift"
    return path.read_text("utf-8").split('#"""\n', 1)[1].rsplit('\n"""#', 1)[0]


def main():
    def write(module, sections):
        folder = ROOT / "Sources" / f"Cairn{module}" / "Generated"
        return literals(folder, "word_starts.py", module, "public", sections)

    cities, destinations = (committed("PlaceData", table) for table in ("Cities", "Destinations"))
    people = [town_people(line.split("\t", 1)[1]) for line in cities.split("\n")[:-1]]
    weights = [weight(line.split("\t", 1)[1]) for line in destinations.split("\n")[:-1]]
    words, bounds = word_starts([(cities, True, town_people)])
    other_words, other_bounds = word_starts([
        (committed("PlaceData", "Airports"), True, airport_fame),
        (destinations, True, weight),
        (committed("PlaceData", "AlternateNames"), False, lambda row: people[int(row)] / 100),
        # The rows of airports follow those of the destinations.
        (committed("PlaceData", "DestinationNames"), True,
         lambda row: weights[int(row)] / 100 if int(row) < len(weights) else airport_fame(row))])
    files = write("PlaceData", [
        ("cityWords", "The later words of the names in ``cities``, sorted by search key.", words),
        ("cityWordBounds", "The bounds of the fame of blocks of ``cityWords``.", bounds),
        ("otherWords", "The later words of the names in ``airports``, ``destinations``, "
         "``alternateNames`` and ``destinationNames``.", other_words),
        ("otherWordBounds", "The bounds of the fame of blocks of ``otherWords``.", other_bounds),
    ])
    words, bounds = word_starts([(committed("TownData", "Towns"), True, town_people)])
    files.update(write("TownData", [
        ("townWords", "The later words of the names in ``towns``, sorted by search key.", words),
        ("townWordBounds", "The bounds of the fame of blocks of ``townWords``.", bounds)]))
    return 1 if write_or_compare(files) else 0


if __name__ == "__main__":
    sys.exit(main())
