#!/usr/bin/env python3
"""Assembles the page: page.py MODULE.wasm CITIES.txt FOLDER PAGE.html

The page is one self-contained file with its style, script, module and cities, the last two as gzip
in base64.
"""

import base64
import gzip
import sys
from pathlib import Path

LIMIT = 3_000_000


def packed(data):
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode()


def columns(rows):
    """The table column by column, which compresses better than rows; the largest city first.

    Three decimals of a degree are a hundred meters.
    """
    cities = sorted((row.split("\t") for row in rows), key=lambda city: -int(city[3]))
    names, latitudes, longitudes, inhabitants = zip(*cities)
    degrees = [[f"{float(word):.3f}" for word in column] for column in (latitudes, longitudes)]
    return "\n".join("\n".join(column) for column in (names, *degrees, inhabitants))


def main(module, cities, folder, page):
    folder = Path(folder)
    text = (folder / "page.html").read_text()
    table = columns(Path(cities).read_text().splitlines())
    for name, part in (
        ("style", (folder / "page.css").read_text()),
        ("script", (folder / "page.js").read_text()),
        ("table", packed(table.encode())),
        ("module", packed(Path(module).read_bytes())),
    ):
        text = text.replace("{" + name + "}", part, 1)
    if len(text.encode()) >= LIMIT:
        sys.exit(f"The page has {len(text.encode()):,} bytes; the limit is {LIMIT:,}.")
    Path(page).write_text(text)


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main(*sys.argv[1:])
