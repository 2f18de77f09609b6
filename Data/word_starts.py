#!/usr/bin/env python3
"""Write the later words of the names of places, so that a search finds "Aires" and "Orsay".

    python3 Data/word_starts.py            # derive from the committed tables, write
    python3 Data/word_starts.py --check    # derive, compare with what is committed

Run it after build_places.py.
"""

import sys

from folding import SILENT, fold, fold_scalar
from packing import number
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


def starts(name, is_main):
    """The positions in a name, in characters, where a later word begins."""
    word, gap = "", ""
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
    """The later words of tables (text, whether its names are main names), sorted by key.

    A number is the byte offset of a word in its table, times the number of tables, plus the number
    of the table.
    """
    found = []
    for table, (text, is_main) in enumerate(tables):
        offset = 0
        for line in text.split("\n")[:-1]:
            name = line.split("\t", 1)[0]
            for place in starts(name, is_main):
                where = offset + len(name[:place].encode("utf-8"))
                found.append((fold(name[place:]).encode("utf-8"), where * len(tables) + table))
            offset += len(line.encode("utf-8")) + 1
    found.sort()
    print(f"{len(found):7,} words")
    return "\n".join(
        "".join(number(value, WIDTH) for _, value in found[first:first + COLUMNS])
        for first in range(0, len(found), COLUMNS))


def committed(module, member):
    """The text of a committed table."""
    path = ROOT / "Sources" / f"Cairn{module}" / "Generated" / f"{module}+{member}.swift"
    return path.read_text("utf-8").split('#"""\n', 1)[1].rsplit('\n"""#', 1)[0]


def main():
    def write(module, sections):
        folder = ROOT / "Sources" / f"Cairn{module}" / "Generated"
        return literals(folder, "word_starts.py", module, "public", sections)

    files = write("PlaceData", [
        ("cityWords", "The later words of the names in ``cities``, sorted by search key.",
         word_starts([(committed("PlaceData", "Cities"), True)])),
        ("otherWords", "The later words of the names in ``airports``, ``destinations``, "
         "``alternateNames`` and ``destinationNames``.",
         word_starts([(committed("PlaceData", member), member != "AlternateNames") for member in (
             "Airports", "Destinations", "AlternateNames", "DestinationNames")])),
    ])
    files.update(write("TownData", [
        ("townWords", "The later words of the names in ``towns``, sorted by search key.",
         word_starts([(committed("TownData", "Towns"), True)]))]))
    return 1 if write_or_compare(files) else 0


if __name__ == "__main__":
    sys.exit(main())
