"""Replaces the lines between two countries by the official ones that run beside them.

The outline of a country as its own survey draws it is divided where the nearest border in use
changes. Each run beside the border of the same two countries encloses a strip with that border; the
strips are overlaid with the finished areas, and the land in a strip changes its country. So
coasts, disputed areas and third countries keep their lines, and the areas remain one partition.
The land around a place that an official line would move into the wrong country does not change.
"""

import collections
import math

from border_places import cell, faces_at
from country_areas import LAND
from country_boundaries import UNITS, draw_arcs
from known_places import areas_at
from planar import Groups, Partition, clean_ring, edge
from slivers import SLIVER

METERS = 111_195 / UNITS  # meters of a grid unit of latitude
# Maximum distances in meters: line to border, end to end, and start of a run elsewhere.
BESIDE, JOINT, NEAR = 15_000, 3_000, 300
# Runs shorter than this are left out, in meters: an outline touches other borders near their ends.
SHORTEST = 1_000
# The spacing of the samples of an outline in meters, and the side of the squares of the search.
SPACING, SQUARE = 200, 400
# The maximum distance of the simplified line from the official one, in grid units.
TOLERANCE = 3
# The margin in kilometers kept around a place on the wrong side of an official line.
MARGIN = 0.5
AREA, STRIP, HELD = "area", "strip", "held"


def away(p, a, b, scale):
    """The distance of a point from a segment in grid units of latitude, and where it is on it."""
    ax, ay = (a[0] - p[0]) * scale, a[1] - p[1]
    dx, dy = (b[0] - a[0]) * scale, b[1] - a[1]
    length = dx * dx + dy * dy
    t = min(1, max(0, -(ax * dx + ay * dy) / length)) if length else 0
    return math.hypot(ax + t * dx, ay + t * dy), t


def scale_at(p):
    return max(0.05, math.cos(math.radians(p[1] / UNITS)))


def distance(p, q):
    return away(p, q, q, scale_at(p))[0] * METERS


def simplified(points, tolerance=TOLERANCE):
    """A line of some of its points, from which none is farther than the tolerance."""
    kept, pending = {0, len(points) - 1}, [(0, len(points) - 1)]
    while pending:
        first, last = pending.pop()
        a, b = points[first], points[last]
        scale = scale_at(a)
        far, at = max(((away(points[i], a, b, scale)[0], -i) for i in range(first + 1, last)),
                      default=(0, 0))
        if far > tolerance:
            kept.add(-at)
            pending += [(first, -at), (-at, last)]
    return [points[i] for i in sorted(kept)]


class Borders:
    """The lines around the land of a country, for the nearest one of a point."""

    def __init__(self, code, lines):
        self.lines, self.squares = lines, collections.defaultdict(list)
        for number, (points, codes, _) in enumerate(lines):
            if code not in codes:
                continue
            for at, (a, b) in enumerate(zip(points, points[1:])):
                parts = max(abs(a[0] - b[0]), abs(a[1] - b[1])) // SQUARE + 1
                for square in {((a[0] + (b[0] - a[0]) * i // parts) // SQUARE,
                                (a[1] + (b[1] - a[1]) * i // parts) // SQUARE)
                               for i in range(parts + 1)}:
                    self.squares[square].append((number, at))

    def nearest(self, p):
        """The distance in meters, the line and the position on it; None beyond `BESIDE`."""
        scale = scale_at(p)
        x, y = int(p[0]) // SQUARE, int(p[1]) // SQUARE
        best = (BESIDE / METERS, None, 0)
        high = math.ceil(BESIDE / METERS / SQUARE) + 1
        wide = math.ceil(BESIDE / METERS / SQUARE / scale) + 1
        for i in range(-wide, wide + 1):
            for j in range(-high, high + 1):
                for number, at in self.squares.get((x + i, y + j), ()):
                    points = self.lines[number][0]
                    found, t = away(p, points[at], points[at + 1], scale)
                    if found < best[0]:
                        best = (found, number, at + t)
        return (best[0] * METERS, *best[1:]) if best[1] is not None else None


def point_between(a, b, t):
    return round(a[0] + (b[0] - a[0]) * t), round(a[1] + (b[1] - a[1]) * t)


def sampled(ring):
    """A closed ring with points in between, so that no two are farther apart than `SPACING`."""
    points = []
    for a, b in zip(ring, ring[1:] + ring[:1]):
        parts = math.ceil(distance(a, b) / SPACING)
        points += [point_between(a, b, i / parts) for i in range(parts)]
    return points


def runs_of(ring, shores, borders, is_replaced):
    """The parts of an outline that replace a line: [(number of the line, points)]."""
    points, numbers = sampled(ring), []
    for p in points:
        near = None if any(west <= p[0] <= east and south <= p[1] <= north
                           for west, south, east, north in shores) else borders.nearest(p)
        numbers.append(near[1] if near and is_replaced(near[1]) else None)
    starts = [i for i in range(len(numbers)) if numbers[i] != numbers[i - 1]]
    if not starts:
        return [(numbers[0], points + points[:1])] if numbers and numbers[0] is not None else []
    runs = []
    for first, end in zip(starts, starts[1:] + [starts[0] + len(points)]):
        if numbers[first] is not None:
            # Both runs have the point at which the nearest line changes.
            runs.append((numbers[first], [points[i % len(points)] for i in range(first, end + 1)]))
    return runs


def between(points, first, last):
    """The part of a line between two positions, a vertex's number and a share of its edge each."""
    if first > last:
        return between(points, last, first)[::-1]

    def at(position):
        number = min(int(position), len(points) - 2)
        return point_between(*points[number:number + 2], position - number)
    return [at(first), *points[math.floor(first) + 1:math.ceil(last)], at(last)]


def length(points):
    return sum(distance(a, b) for a, b in zip(points, points[1:]))


def place_on(points, p):
    """The distance in meters of a point from a line, and the position of the nearest point."""
    scale = scale_at(p)
    found, at = min((*away(p, a, b, scale)[:1], at)
                    for at, (a, b) in enumerate(zip(points, points[1:])))
    return found * METERS, at + away(p, points[at], points[at + 1], scale)[1]


def beginning(run, line):
    """The part of a run from which it replaces the line, and the position on the line there.

    A run begins at the end of the line if both are near. Otherwise the two lines are of different
    things up to where they are close, such as a shore and the middle of a lake.
    """
    first = place_on(line, run[0])[1]
    if line[0] != line[-1]:
        for end in (0, len(line) - 1):
            along = length(between(line, first, end))
            if max(along, distance(run[0], line[end])) <= JOINT:
                return run, end
    for at, p in enumerate(run):
        away_from, where = place_on(line, p)
        if away_from <= NEAR:
            return run[at:], where
    return [], 0


def strip(run, line, corners):
    """The rings that enclose the land between a run and the part of the line that it replaces."""
    if run[0] == run[-1] and line[0] == line[-1]:
        return [simplified_ring(run), line[:-1]]
    run, first = beginning(run, line)
    run, last = beginning(run[::-1], line) if run else (run, first)
    run = run[::-1]
    if first == last or length(run) < SHORTEST:
        return []
    kept = between(line, last, first)
    if line[0] == line[-1]:
        whole = line[:-1]
        other = [*between(line, last, len(whole)), *between(line, 0, first)] if first < last else [
            *between(line, last, 0), *between(line, len(whole), first)]
        kept = min(kept, other, key=lambda part: abs(length(part) - length(run)))
    run = simplified(run)
    # Runs that meet at the end of lines have one common point there.
    for end, at in ((first, 0), (last, -1)):
        if end in (0, len(line) - 1) and line[0] != line[-1]:
            corner = corners.setdefault(line[end], run[at])
            if corner != run[at]:
                run.insert(0 if at == 0 else len(run), corner)
    return [run + kept]


def simplified_ring(points):
    half = len(points) // 2
    return simplified(points[:half + 1])[:-1] + simplified(points[half:])[:-1]


def strips(areas, arcs, outlines, report):
    """The strips between official lines and borders: [(two countries, ring)].

    `outlines` are those of `read_outlines`. The first country that draws a part of a border draws
    the whole of it.
    """
    def code(number):
        return areas[number][0] if areas[number] and areas[number][3] == LAND else None

    lines = []
    for points, left, right in arcs:
        codes = frozenset((code(left), code(right)))
        if len(codes) == 2:
            usual = None not in codes and not areas[left][1] and not areas[right][1]
            lines.append((points, codes, usual))
    found, corners, drawn_by = [], {}, {}
    for own, rings, shores in outlines:
        borders = Borders(own, lines)
        kilometers = collections.Counter()

        def is_replaced(number, own=own):
            return lines[number][2] and drawn_by.get(lines[number][1], own) == own

        for ring in rings:
            for number, run in runs_of(ring, shores, borders, is_replaced):
                points, codes, _ = lines[number]
                for found_ring in strip(run, points, corners):
                    found.append((tuple(sorted(codes)), found_ring))
                    drawn_by[codes] = own
                kilometers["-".join(sorted(codes))] += length(run) / 1000
        report.append(f"official lines of {own}: " + ", ".join(
            f"{pair} {km:.0f} km" for pair, km in sorted(kilometers.items()) if km >= 1))
    return found


def held_rings(areas, arcs, found, witnesses, report):
    """The rings around the places that the strips would move into the wrong country."""
    rings, names = [], []
    for pair in sorted({pair for pair, _ in found}):
        lines = [ring + ring[:1] for other, ring in found if other == pair]
        near = [w for w in witnesses if w[2] in pair]
        within = areas_at([w[:2] for w in near], [(line, 1, 0) for line in lines])
        inside = [w for w, is_inside in zip(near, within) if is_inside]
        now = areas_at([w[:2] for w in inside], arcs)
        for place, number in zip(inside, now):
            if areas[number] and areas[number][0] == place[2]:
                p = (place[1] * UNITS, place[0] * UNITS)
                reach = min(place_on(line, p)[0] for line in lines) / 1000 + MARGIN
                others = [w[:2] for w in near if w[2] != place[2] and max(
                    abs(w[0] - place[0]), abs(w[1] - place[1])) < 0.5]
                rings.append(cell(place[:2], reach, others))
                names.append(f"{place[0]}, {place[1]} {place[2]}")
    report.append(f"{len(rings)} places keep the land around them: {'; '.join(names)}")
    return rings


def draw_official_lines(made, area_of, areas, outlines, witnesses, report):
    """The partition with official lines, and the area of each of its faces."""
    arcs = draw_arcs(made, area_of, [])
    edges = {}
    for a, b in made.parity:
        sides = [area_of[made.face_left_of(a, b)], area_of[made.face_left_of(b, a)]]
        if sides[0] != sides[1]:
            edges[edge(a, b)] = collections.Counter((AREA, side) for side in sides if side)
    found = strips(areas, arcs, outlines, report)
    rings = [((STRIP, pair), ring) for pair, ring in found]
    rings += [((HELD, number), ring) for number, ring in enumerate(
        held_rings(areas, arcs, found, witnesses, report))]
    for label, ring in rings:
        points = clean_ring(ring)
        for a, b in zip(points, points[1:] + points[:1]):
            edges.setdefault(edge(a, b), collections.Counter())[label] += 1
    drawn = Partition(edges)
    return drawn, change_sides(drawn, areas, witnesses, report)


def change_sides(made, areas, witnesses, report):
    """The area of each face, after the land in strips changed its country where places agree."""
    land = {area[0]: number for number, area in enumerate(areas)
            if area and area[3] == LAND and not area[1]}
    area_of, changed = {}, {}
    for face, label in made.labels.items():
        area_of[face] = next((number for kind, number in label if kind == AREA), 0)
        code = areas[area_of[face]] and areas[area_of[face]][0]
        others = sorted(pair[pair[0] == code] for kind, pair in label
                        if kind == STRIP and code in pair)
        is_held = any(kind == HELD for kind, _ in label)
        if others and not is_held and land[code] == area_of[face]:
            changed[face] = (area_of[face], land[others[0]])
    pieces = pieces_of(made, changed)
    places = [(face, witness[2]) for witness, face in zip(
        witnesses, faces_at([w[:2] for w in witnesses], made))]
    kept = {pieces.find(face) for face, code in places
            if face in changed and code == areas[changed[face][0]][0]}
    for face, (_, number) in changed.items():
        if pieces.find(face) not in kept:
            area_of[face] = number
    cleared = clear_pieces(made, areas, area_of, changed, places)
    report.append(f"{len(pieces.members()):,} pieces between borders and official lines; places "
                  f"keep {len(kept)} of them; {cleared} small pieces cut off")
    return area_of


def pieces_of(made, kinds):
    """The connected faces of the same kind; `kinds` has the faces to group."""
    pieces = Groups(kinds)
    for left, right, _ in made.borders():
        if left in kinds and kinds[left] == kinds.get(right):
            pieces.join(left, right)
    return pieces


def clear_pieces(made, areas, area_of, changed, places):
    """Gives small pieces of land that the change cut off to the area around them; their number.

    The largest piece of each area and pieces with a place of their country stay.
    """
    pieces = pieces_of(made, {face: number for face, number in area_of.items()
                              if number and areas[number][3] == LAND})
    beside = collections.defaultdict(collections.Counter)
    touched = set()
    for left, right, meters in made.borders():
        for face, other in ((left, right), (right, left)):
            if face in pieces.parents and other in pieces.parents:
                piece = pieces.find(face)
                if piece != pieces.find(other):
                    beside[piece][area_of[other]] += meters
                    touched |= {piece} if face in changed or other in changed else set()
    members = pieces.members()
    size = {piece: sum(made.face_areas[face] for face in members[piece]) / 2 / UNITS**2
            for piece in members}
    largest = {}
    for piece in members:
        largest[area_of[piece]] = max(largest.get(area_of[piece], piece), piece, key=size.get)
    own = {pieces.find(face) for face, code in places
           if face in pieces.parents and areas[area_of[face]][0] == code}
    small = [piece for piece in sorted(touched - own)
             if size[piece] < SLIVER and piece != largest[area_of[piece]]]
    for piece in small:
        heir = max(sorted(beside[piece]), key=lambda number: beside[piece][number])
        for face in members[piece]:
            area_of[face] = heir
    return len(small)
