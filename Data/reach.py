"""The extent of waters: a mask of the squares of the map near land.

country-coder draws one polygon around a country and its islands, hundreds of kilometers out to sea
if they are far apart. Waters are kept in the squares around land as drawn by Natural Earth: at
least 55 km from every coast, about 110 km at most.
"""

import math

# The side of a square in grid units (a quarter of a degree), and the number of squares from one with
# a coast that count as near, from south to north.
SIDE, NEAR = 2_500, 2


def squares_with_coast(rings, seam):
    """The squares, as (row, column), that edges of rings cross or pass closely."""
    found = set()
    columns = 2 * seam // SIDE
    for ring in rings:
        for a, b in zip(ring, ring[1:] + ring[:1]):
            # Points less than a square apart.
            parts = max(abs(a[0] - b[0]), abs(a[1] - b[1])) // SIDE + 1
            for part in range(parts):
                x = a[0] + (b[0] - a[0]) * part // parts
                y = a[1] + (b[1] - a[1]) * part // parts
                found.add((y // SIDE, (x + seam) // SIDE % columns))
    return found


def squares_near(coast, seam):
    """The squares and those around them, at equal distances in all directions."""
    columns = 2 * seam // SIDE
    near = set()
    for row, column in coast:
        for other in range(row - NEAR, row + NEAR + 1):
            latitude = min(abs(other), abs(other + 1)) * SIDE / 10_000
            width = columns // 2
            if latitude < 89:
                width = min(width, math.ceil(NEAR / math.cos(math.radians(latitude))))
            near.update((other, (column + step) % columns) for step in range(-width, width + 1))
    # No area ends at the antimeridian: both squares at it are near, or none.
    for row, column in [square for square in near if square[1] in (0, columns - 1)]:
        near.add((row, columns - 1 - column))
    return near


def near_land(rings, seam, pole):
    """Rectangles that together cover the squares near land, as rings."""
    near = squares_near(squares_with_coast(rings, seam), seam)
    rows = {}
    for row, column in near:
        if -pole <= row * SIDE < pole:
            rows.setdefault(row, []).append(column)
    rectangles = []
    for row, columns in sorted(rows.items()):
        columns.sort()
        first = 0
        for index, column in enumerate(columns):
            if index + 1 < len(columns) and columns[index + 1] == column + 1:
                continue
            west, east = columns[first] * SIDE - seam, (column + 1) * SIDE - seam
            south, north = row * SIDE, (row + 1) * SIDE
            rectangles.append([(west, south), (east, south), (east, north), (west, north)])
            first = index + 1
    return rectangles
