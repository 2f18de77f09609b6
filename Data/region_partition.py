"""Combines regions and countries into one partition of the plane, and assigns each face.

The countries' borders are laid over the lines between regions, which are simplified first, and
over squares that give the nearest region. A face is in one country; it belongs to the region
of that country which covers it, or else to the nearest one.
"""

import collections
import math
import multiprocessing

from country_boundaries import POLE, SEAM, UNITS
from known_places import areas_at
from nearest_squares import NearestLabel, leaves, outlines
from planar import Groups, Partition, chains, edge
from reach import SIDE, squares_near

# The maximum deviation of a line between regions, in grid units, and of the rim of Natural Earth's
# area, which is replaced by the countries' borders and the nearest regions.
LINE_TOLERANCE, RIM_TOLERANCE = 5, 20
# The minimum spacing of the points that represent rims in nearest searches.
SPACING = 100
# Pieces of a region smaller than this, in square degrees (1.2 km²), go to a neighbor.
SLIVER = 1e-4
COUNTRY, REGION, NEAREST, ZONE, MOVED = "country", "region", "nearest", "zone", "moved"


def simplified(points, tolerance):
    """A line without vertices near the line between the remaining ones (Douglas-Peucker)."""
    kept, waiting = {0, len(points) - 1}, [(0, len(points) - 1)]
    if points[0] == points[-1]:
        far = max(range(len(points)), key=lambda i: (points[i][0] - points[0][0]) ** 2
                  + (points[i][1] - points[0][1]) ** 2)
        kept.add(far)
        waiting = [(0, far), (far, len(points) - 1)]
    while waiting:
        first, last = waiting.pop()
        (ax, ay), (bx, by) = points[first], points[last]
        scale = math.cos(math.radians((ay + by) / 2 / UNITS))
        dx, dy = (bx - ax) * scale, by - ay
        length = dx * dx + dy * dy
        worst, at = tolerance * tolerance, None
        for i in range(first + 1, last):
            px, py = (points[i][0] - ax) * scale, points[i][1] - ay
            t = min(1, max(0, (px * dx + py * dy) / length)) if length else 0
            away = (px - t * dx) ** 2 + (py - t * dy) ** 2
            if away > worst:
                worst, at = away, i
        if at is not None:
            kept.add(at)
            waiting += [(first, at), (at, last)]
    return [points[i] for i in sorted(kept)]


def country_edges(codes, arcs):
    """The borders between countries, of land and waters alike, closed along 180° and the pole."""
    edges, ends = {}, {-SEAM: [], SEAM: []}
    for points, left, right in arcs:
        beside = {(COUNTRY, codes[area]) for area in (left, right)}
        if len(beside) == 1:
            continue
        labels = frozenset(label for label in beside if label[1])
        for a, b in zip(points, points[1:]):
            edges[edge(a, b)] = edges.get(edge(a, b), frozenset()) ^ labels
        for x, y in (points[0], points[-1]):
            if abs(x) == SEAM:
                ends[x].append((y, labels))
    rim = frozenset()
    for x, found in ends.items():
        rim, above = frozenset(), POLE
        for y, labels in sorted(found, key=lambda end: -end[0]):
            if rim and y < above:
                edges[edge((x, y), (x, above))] = rim
            rim, above = rim ^ labels, y
        if rim:
            edges[edge((x, -POLE), (x, above))] = rim
    if rim:
        edges[edge((-SEAM, -POLE), (SEAM, -POLE))] = rim
    return edges


def region_chains(regions, features):
    """The lines of all regions: [(points, regions at their sides)]."""
    beside = collections.defaultdict(set)
    for number, region in enumerate(regions):
        for feature in region["features"]:
            for ring in features[feature]["rings"]:
                for a, b in zip(ring, ring[1:] + ring[:1]):
                    beside[edge(a, b)] ^= {number}
    borders = {e: (frozenset(found),) * 2 for e, found in beside.items() if found}
    return [(points, found) for points, found, _ in chains(borders)]


def squares_along(lines):
    """The largest squares (row, column) that contain the vertices of lines."""
    columns = 2 * SEAM // SIDE
    found = set()
    for line in lines:
        for a, b in zip(line, line[1:]):
            parts = max(abs(a[0] - b[0]), abs(a[1] - b[1])) // SIDE + 1
            for part in range(parts + 1):
                found.add(((a[1] + (b[1] - a[1]) * part // parts) // SIDE,
                           (a[0] + (b[0] - a[0]) * part // parts + SEAM) // SIDE % columns))
    return found


def spaced(points):
    """Points of a line at least `SPACING` apart, and on long edges points between."""
    kept = points[:1]
    for p in points[1:]:
        away = max(abs(p[0] - kept[-1][0]), abs(p[1] - kept[-1][1]))
        if away < SPACING:
            continue
        parts, q = away // (4 * SPACING) + 1, kept[-1]
        kept += [(q[0] + (p[0] - q[0]) * i // parts, q[1] + (p[1] - q[1]) * i // parts)
                 for i in range(1, parts + 1)]
    return kept


def nearest_regions(regions, lines, codes, arcs, shore):
    """The nearest-region search of each country, and the squares in which it is used.

    Those are the squares with the country's own border or with the rim of its regions, and those
    in its waters. A town outside the rims, on an island without a drawn region, represents
    its region as a point of a rim does.
    """
    points, rims = collections.defaultdict(list), collections.defaultdict(list)
    numbers = {country: n + 1 for n, country in enumerate(sorted(set(codes) - {None}))}
    covered = []
    for line, beside in lines:
        by_country = collections.defaultdict(set)
        for number in beside:
            by_country[regions[number]["country"]].add(number)
        toggle = 0
        for country, found in by_country.items():
            if len(found) == 1:
                toggle ^= numbers[country]
                rims[country].append(line)
                points[country] += [(p, min(found)) for p in spaced(line)]
        if toggle:
            covered.append((simplified(line, RIM_TOLERANCE), toggle, 0))
    kept = {country: squares_along(found) for country, found in rims.items()}
    drawn = {country: squares_near(found, SEAM) for country, found in kept.items()}
    for (country, region), towns in sorted(shore.items()):
        points[country] += [(town, region) for town in towns
                            if not drawn[country] & squares_along([[town, town]])]
    searches = {country: NearestLabel(found) for country, found in points.items()}
    near = {(row, column) for found in kept.values() for row, column in squares_near(found, SEAM)
            if -POLE <= row * SIDE < POLE}
    for line, left, right in arcs:
        if codes[left] != codes[right]:
            for country in {codes[left], codes[right]} & kept.keys():
                kept[country] |= squares_along([line])
    places = sorted(near)
    middles = [((row + 0.5) * SIDE / UNITS, ((column + 0.5) * SIDE - SEAM) / UNITS)
               for row, column in places]
    for place, area, number in zip(places, areas_at(middles, arcs), areas_at(middles, covered)):
        if codes[area] in kept and numbers[codes[area]] != number:
            kept[codes[area]].add(place)
    columns = 2 * SEAM // SIDE
    return searches, {country: {(row, column % columns) for row, column in found
                                if -POLE <= row * SIDE < POLE} for country, found in kept.items()}


# The input of the processes that search the nearest regions.
SHARED = {}


def nearest_edges(country):
    """The edges between the squares of a country's regions."""
    return outlines(leaves(SHARED["squares"][country], SHARED["searches"][country]), int)


def overlay(regions, lines, codes, arcs, shore, moved, extra, report):
    """The partition by countries, regions, nearest regions, land around towns and extra edges."""
    edges = collections.defaultdict(collections.Counter)
    for e, labels in country_edges(codes, arcs).items():
        edges[e].update(labels)
    report.append(f"{len(edges):,} edges of countries")
    searches, squares = nearest_regions(regions, lines, codes, arcs, shore)
    for points, beside in lines:
        countries = {regions[number]["country"] for number in beside}
        inner = len(beside) == 2 and len(countries) == 1
        kept = simplified(points, LINE_TOLERANCE if inner else RIM_TOLERANCE)
        for a, b in zip(kept, kept[1:]):
            edges[edge(a, b)].update((REGION, number) for number in beside)
    report.append(f"{len(edges):,} with those of regions")
    SHARED.update(squares=squares, searches=searches)
    with multiprocessing.get_context("fork").Pool() as pool:
        for found in pool.imap(nearest_edges, sorted(searches)):
            for e, labels in found.items():
                edges[e].update((NEAREST, number) for number in labels)
    report.append(f"{len(edges):,} with those of {sum(map(len, squares.values())):,} squares")
    for number, (region, ring) in enumerate(moved):
        for a, b in zip(ring, ring[1:] + ring[:1]):
            edges[edge(a, b)].update([(MOVED, (region, number))])
    for e, labels in extra.items():
        edges[e].update(labels)
    report.append(f"{len(edges):,} with those of time zones")
    edges = {e: labels for e, labels in edges.items() if e[0] != e[1]}
    made = Partition(edges)
    report.append(f"{made.splits:,} edges split where others met them, in {made.rounds} rounds; "
                  f"{len(made.face_areas):,} faces")
    return made, searches


def name_faces(made, regions, searches, report):
    """The (country, region or None) of each face; None on the high sea."""
    units, asked = {}, 0
    for face, label in made.labels.items():
        countries = sorted(name for kind, name in label if kind == COUNTRY)
        if not countries:
            units[face] = None
            continue
        country = countries[0]
        own = (sorted(name[0] for kind, name in label
                      if kind == MOVED and regions[name[0]]["country"] == country)
               or sorted(n for kind, n in label
                         if kind == REGION and regions[n]["country"] == country))
        near = sorted(n for kind, n in label
                      if kind == NEAREST and regions[n]["country"] == country)
        if not own and not near and country in searches:
            asked += 1
            near = [searches[country](*made.loops[face - 1][0])]
        units[face] = (country, (own or near or [None])[0])
    report.append(f"{asked} faces beyond the squares")
    return units


def clear_pieces(made, keys, report):
    """Gives small pieces of a key to the neighbor of the same country with the longest border.

    The largest piece of each key, and pieces that touch no other of their country, are kept.
    Changes `keys`.
    """
    given, total = 0, 0
    for _ in range(3):
        pieces = Groups(keys)
        for left, right, _ in made.borders():
            if keys[left] == keys[right]:
                pieces.join(left, right)
        members = pieces.members()
        size = {p: sum(made.face_areas[f] for f in faces) / 2 / UNITS**2
                for p, faces in members.items()}
        largest = {}
        for piece in sorted(members):
            key = keys[piece]
            if key not in largest or size[piece] > size[largest[key]]:
                largest[key] = piece
        small = {p for p in members
                 if keys[p] and size[p] < SLIVER and p != largest[keys[p]] and 0 not in members[p]}
        beside = collections.defaultdict(collections.Counter)
        for left, right, length in made.borders():
            left, right = pieces.find(left), pieces.find(right)
            for piece, other in ((left, right), (right, left)):
                if (piece in small and piece != other and keys[other]
                        and keys[other][0] == keys[piece][0]):
                    beside[piece][other] += length
        heirs = {}
        for piece in sorted(small):
            if beside[piece]:
                heir = min(beside[piece], key=lambda p: (p in small, -beside[piece][p], p))
                if heir not in small:
                    heirs[piece] = heir
        if not heirs:
            break
        for piece, heir in heirs.items():
            for face in members[piece]:
                keys[face] = keys[heir]
            given, total = given + 1, total + size[piece]
    report.append(f"{given} small pieces went to a neighbor, {total:.4f} square degrees")
