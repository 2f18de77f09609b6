#!/usr/bin/env python3
"""Draws land and waters around the Aegean, from the embedded boundaries.

    python3 Data/draw_waters.py     # writes Documentation/Pictures/waters.svg

Only Python's standard library is needed.
"""

import collections
import math

from arc_encoding import decode_arcs
from country_boundaries import UNITS
from swift_literals import ROOT

DATA = ROOT / "Sources" / "CairnCountryData" / "Generated"
PICTURE = ROOT / "Documentation" / "Pictures" / "waters.svg"
SOUTH, WEST, NORTH, EAST = 33.9, 19.2, 40.6, 31.2
WIDTH = 800
# Colors of land and waters of countries in light mode; waters of no country have the page's color.
COLORS = {
    "GR": ("#7fa8d9", "#d8e6f6"), "TR": ("#dd8f86", "#f8e0dc"), "LY": ("#a9bf7a", "#e7efd6"),
    "EG": ("#d8b365", "#f7ecd3"), "CY": ("#b08fc7", "#ebe0f2"), "BG": ("#8fbf9f", "#dcefe2"),
    "AL": ("#c9a27c", "#f2e5d8"), "MK": ("#b9b48a", "#eeeddd"), "IT": ("#89b7b3", "#dceeed")}
NAMES = [("Greece", 39.3, 21.6), ("Türkiye", 38.6, 29.3), ("Crete", 35.22, 24.9)]
HEIGHT = round(WIDTH * (NORTH - SOUTH) / ((EAST - WEST) * math.cos(math.radians(37))))


def literal(name):
    return (DATA / f"CountryData+{name}.swift").read_text("utf-8").split('#"""\n')[1].split(
        '\n"""#')[0]


def on_picture(point):
    """The position of a vertex, at most slightly outside the picture."""
    x = (point[0] / UNITS - WEST) / (EAST - WEST) * WIDTH
    y = (NORTH - point[1] / UNITS) / (NORTH - SOUTH) * HEIGHT
    return (round(max(-20, min(WIDTH + 20, x)), 1), round(max(-20, min(HEIGHT + 20, y)), 1))


def rings(own):
    """Joins arcs with an area at their left at their ends."""
    starts = collections.defaultdict(list)
    for arc in own:
        starts[arc[0]].append(arc)
    while starts:
        first, arcs = next(iter(starts.items()))
        ring, at = [], first
        while at in starts:
            arc = starts[at].pop()
            if not starts[at]:
                del starts[at]
            ring += arc[:-1]
            at = arc[-1]
        yield ring


def path(own):
    text = []
    for ring in rings(own):
        points = []
        for point in map(on_picture, ring):
            # Details that are too small to see are not drawn.
            if not points or math.dist(point, points[-1]) >= 0.8:
                points.append(point)
        if len(points) > 2 and any(0 < x < WIDTH and 0 < y < HEIGHT for x, y in points):
            text.append("M" + " ".join(f"{x:g},{y:g}" for x, y in points) + "z")
    return "".join(text)


def main():
    areas = [None] + [line.split("\t") for line in literal("Areas").splitlines() if "\t" in line]
    sides = collections.defaultdict(list)
    for points, left, right in decode_arcs(literal("Boundaries")):
        sides[left].append(points)
        sides[right].append(points[::-1])
    paths = []
    for kind, shade in (("waters", 1), ("land", 0)):
        for number, area in enumerate(areas):
            if area and area[3] == kind and area[0] in COLORS:
                shape = path(sides[number])
                if shape:
                    paths.append((kind, COLORS[area[0]][shade], shape))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="system-ui,sans-serif">',
        "<title>Land and waters around the Aegean</title>",
        "<desc>Each country's land in a strong color and its waters in a light one; white belongs "
        "to nobody.</desc>", f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>']
    for kind, color, shape in paths:
        edge = ' stroke="#5b7282" stroke-width=".6"' if kind == "land" else (
            ' stroke="#8fa7b6" stroke-width=".5"')
        lines.append(f'<path fill="{color}" fill-rule="evenodd"{edge} d="{shape}"/>')
    for name, latitude, longitude in NAMES:
        x, y = on_picture((longitude * UNITS, latitude * UNITS))
        lines.append(
            f'<text x="{x}" y="{y}" font-size="17" text-anchor="middle" fill="#22303a">{name}</text>')
    lines.append(
        f'<text x="{WIDTH - 8}" y="{HEIGHT - 8}" font-size="11" text-anchor="end" fill="#5b6b76">'
        "Natural Earth, country-coder (ISC)</text></svg>")
    PICTURE.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{PICTURE.name}: {PICTURE.stat().st_size:,} bytes, {len(paths)} areas")


if __name__ == "__main__":
    main()
