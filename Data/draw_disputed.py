#!/usr/bin/env python3
"""Draws the disputed areas, and the countries whose regions are divided by towns.

    python3 Data/draw_disputed.py     # writes Documentation/Pictures/disputed.svg

Only Python's standard library is needed. The map is in degrees, from 60° S to 80° N.
"""

import collections
import math

from arc_encoding import decode_arcs
from country_boundaries import SEAM, UNITS
from draw_waters import literal, rings
from region_divisions import DIVIDED
from swift_literals import ROOT

PICTURE = ROOT / "Documentation" / "Pictures" / "disputed.svg"
SOUTH, NORTH, WIDTH = -60, 80, 1000
SCALE = WIDTH / 360
HEIGHT = round((NORTH - SOUTH) * SCALE)
LAND, OLD, DISPUTED = "#dfe5e8", "#c9dcf2", "#d9534f"
# Disputed areas smaller than this, in pixels, are shown by a dot.
SMALLEST = 4


def shape(own):
    """The path of an area, without details below a pixel, and its points."""
    text, kept = [], []
    # A line that begins at the antimeridian begins a ring, which closes along it.
    own = sorted(own, key=lambda points: abs(points[0][0]) != SEAM)
    for ring in rings(own):
        points = []
        for x, y in ring:
            point = (round((x / UNITS + 180) * SCALE, 1), round((NORTH - y / UNITS) * SCALE, 1))
            if not points or math.dist(point, points[-1]) >= 0.9:
                points.append(point)
        kept += points
        if len(points) > 2:
            text.append("M" + " ".join(f"{x:g},{y:g}" for x, y in points) + "z")
    return "".join(text), kept


def main():
    areas = [None] + [line.split("\t") for line in literal("Areas").splitlines() if "\t" in line]
    sides = collections.defaultdict(list)
    for points, left, right in decode_arcs(literal("Boundaries")):
        sides[left].append(points)
        sides[right].append(points[::-1])
    layers = {LAND: [], OLD: [], DISPUTED: []}
    dots = []
    for number, area in enumerate(areas):
        if not area or area[3] != "land" or area[0] == "AQ":
            continue
        disputed = area[1] != "-"
        color = DISPUTED if disputed else OLD if area[0] in DIVIDED else LAND
        text, points = shape(sides[number])
        if text:
            layers[color].append(text)
        if disputed and points:
            xs, ys = [x for x, _ in points], [y for _, y in points]
            if max(xs) - min(xs) < SMALLEST and max(ys) - min(ys) < SMALLEST:
                dots.append((sum(xs) / len(xs), sum(ys) / len(ys)))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="system-ui,sans-serif">',
        "<title>Disputed areas and approximate regions</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>']
    for color, paths in layers.items():
        lines.append(f'<path fill="{color}" fill-rule="evenodd" stroke="#8a979e" '
                     f'stroke-width=".4" d="{"".join(paths)}"/>')
    lines += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{DISPUTED}"/>' for x, y in dots]
    for row, (color, text) in enumerate((
            (DISPUTED, "disputed"), (OLD, "some regions divided by the nearest town"))):
        y = HEIGHT - 40 + 20 * row
        lines.append(f'<rect x="420" y="{y - 10}" width="12" height="12" fill="{color}"/>'
                     f'<text x="438" y="{y}" font-size="13" fill="#22303a">{text}</text>')
    lines.append("</svg>")
    PICTURE.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{PICTURE.name}: {PICTURE.stat().st_size:,} bytes, {len(dots)} dots")


if __name__ == "__main__":
    main()
