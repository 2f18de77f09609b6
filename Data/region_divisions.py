"""Divides regions of countries that have new regions since Natural Earth drew them.

Natural Earth draws 11 provinces of the Congo, which has 26 since 2015, and 8 of Kenya, which has 47
counties since 2013. GeoNames has the current region of each town. In the listed countries, a region
whose towns are in several regions, or in one that is drawn nowhere, is divided: a place belongs to
the region of the nearest of these towns. The lines are those of the Voronoi diagram of the towns, so
they are correct at towns and off by some kilometers between them.

The last step of `build_regions.py`: it changes only the lines of divided regions, not those of time
zones.
"""

import collections
import math

from country_boundaries import quantized, straightened
from folding import clean, fold
from known_places import areas_at
from planar import Partition, chains, clean_ring, edge, split_edges
from region_codes import code_after, new_code

# Countries with regions that Natural Earth does not draw, or draws with another one.
DIVIDED = set("BD BI BW BY CD CF DZ ET GH GL ID KE KH KP KR KZ LB LU MA ME MG ML MM MR NA NP OM "
              "PA PG QA SD SL TD TM TZ YE".split())
# A region has the area in which it has this share of the towns.
MAJORITY = 0.75
# A region that is drawn elsewhere takes part if it has this share of the towns of an area; one
# that is drawn nowhere, if the area has this share of its towns.
SHARE, SMALLEST = 0.25, 0.2
# Names of areas that differ from GeoNames' name of their region: country, name, region.
HOMES = {("BY", "Minsk"): "05", ("DZ", "Tipasa"): "55", ("KR", "Gwangju City"): "18",
         ("OM", "Ash Sharqiyah"): "04"}
# Features of Natural Earth that were joined with their surroundings and are regions.
FEATURES = {("BY", "City of Minsk"): "04", ("KR", "Sejong"): "22"}
# Areas that are not a separate region: country, name, the region that they are part of. Cities with
# the rights of a county are part of their counties; Natural Earth draws one of them.
JOINED = {("HU", "Szeged"): "Csongrád"}
# Words for the kind of a region, which do not identify it.
KINDS = set("county department district division governorate province region state oblast".split())
# The number of distant sites that bound the cells, and their distance in extents of the towns.
FAR_SITES, FAR = 8, 8


def divide_regions(regions, arcs, features, cities, names, report):
    """Divides regions: [(country, code, name)] from number 1, and arcs with these numbers.

    Returns the regions and arcs after the division, the regions sorted as before.
    """
    regions = [None] + [tuple(region) for region in regions]
    towns = towns_of_areas(regions, arcs, cities, names)
    homes = find_homes(regions, towns, names)
    sites = {}
    for number, found in sorted(towns.items()):
        part = takers(number, regions, towns, homes)
        own = [region for region in part if homes.get((regions[number][0], region)) == number]
        if len(part) > 1 and (not own or any(
                not is_drawn(regions[number][0], region, towns, homes) for region in part)):
            sites[number] = part
    for number in sites:
        report.append(f"divided by towns: {regions[number][0]} {regions[number][2]}: " + ", ".join(
            sorted(names[(regions[number][0], region)][2] for region in sites[number])))
    keyed = borders_after(regions, arcs, sites, extra_rings(features, regions, sites))
    return renumbered(regions, keyed, homes, names)


def towns_of_areas(regions, arcs, cities, names):
    """The towns in each area of the listed countries, by their region."""
    cities = [city for city in cities
              if city["country"] in DIVIDED and (city["country"], city["region"]) in names]
    towns = collections.defaultdict(lambda: collections.defaultdict(list))
    for city, number in zip(cities, areas_at([city["where"] for city in cities], arcs)):
        if number and regions[number][0] == city["country"]:
            towns[number][city["region"]].append(city)
    return towns


def words(text):
    """The words that identify a region."""
    return set(fold(clean(text)).split()) - KINDS


def find_homes(regions, towns, names):
    """The area of each region that is drawn: {(country, region): number}.

    An area has the region of most of its towns. One with the name of a region has that region,
    whatever its towns, unless it has towns of a region that is drawn nowhere.
    """
    homes, named = {}, {}
    for number, region in enumerate(regions[1:], 1):
        if (region[0], region[2]) in HOMES:
            homes[(region[0], HOMES[(region[0], region[2])])] = number
    by_hand = set(homes.values())
    for number, found in sorted(towns.items()):
        country, _, name = regions[number]
        best = max(sorted(found), key=lambda region: len(found[region]))
        share = len(found[best]) / sum(map(len, found.values()))
        own = min(
            (r for r in found if words(names[(country, r)][2]) == words(name)), default=None)
        if number in by_hand:
            continue
        if own:
            named[number] = own
        if share >= MAJORITY or share > 0.5 and own == best:
            other = homes.get((country, best))
            if other is None or len(towns[other][best]) < len(found[best]):
                homes[(country, best)] = number
    for number, own in sorted(named.items()):
        country = regions[number][0]
        others = set(takers(number, regions, towns, homes)) - {own}
        if (country, own) not in homes and all(
                is_drawn(country, r, towns, homes) for r in others):
            homes[(country, own)] = number
    return homes


def is_drawn(country, region, towns, homes):
    """Whether a region has an area with one of its towns."""
    home = homes.get((country, region))
    return home is not None and region in towns[home]


def takers(number, regions, towns, homes):
    """The regions that take part in the division of an area, with their towns."""
    country, found = regions[number][0], towns[number]
    count = sum(map(len, found.values()))
    part = {}
    for region, places in found.items():
        total = sum(len(other[region]) for n, other in towns.items()
                    if regions[n][0] == country and region in other)
        if (len(places) >= SHARE * count or homes.get((country, region)) == number
                or not is_drawn(country, region, towns, homes)
                and len(places) >= SMALLEST * total):
            part[region] = places
    return part


def extra_rings(features, regions, sites):
    """The rings of features that are regions: [(region, ring)]."""
    countries = {regions[number][0] for number in sites}
    return [(FEATURES[(feature["country"], feature["name"])], ring)
            for feature in features if feature["country"] in countries
            and (feature["country"], feature["name"]) in FEATURES for ring in feature["rings"]]


def borders_after(regions, arcs, sites, extra):
    """The borders after the division: {(a, b): keys at the left and right}.

    A key is the number of an area, with a region if the area is divided.
    """
    borders, touched = {}, {}
    for points, left, right in arcs:
        for a, b in zip(points, points[1:]):
            if left in sites or right in sites:
                touched[(a, b)] = (left, right)
            else:
                borders[(a, b)] = ((left, None), (right, None))
    return borders | divided(touched, sites, extra)


def divided(lines, sites, extra):
    """The borders of the divided areas; `lines` has all lines beside them with the areas there."""
    edges = collections.defaultdict(collections.Counter)
    for way in lines:
        edges[edge(*way)].update([("line", way)])
    points = {number: site_points(part) for number, part in sites.items()}
    for number, found in points.items():
        for region, ring in cells(found):
            add_ring(edges, ring, ("cell", number, region))
    for region, ring in extra:
        add_ring(edges, ring, ("ring", region))
    pieces, _, _, _ = split_edges({e: labels for e, labels in edges.items() if e[0] != e[1]})
    noded, sides = {}, {}
    for piece, labels in pieces.items():
        found = collections.Counter()
        for label, count in labels.items():
            if label[0] != "line":
                found[label] += count
                continue
            left, right = lines[label[1]]
            sides[piece] = (left, right) if along(label[1], piece) else (right, left)
            found.update(("area", n) for n in (left, right) if n in sites)
        noded[piece] = found
    made = Partition(noded)
    keys = {face: key_of(face, label, made, points) for face, label in made.labels.items()}
    borders = {}
    for a, b in made.parity:
        left, right = (keys[made.face_left_of(*way)] for way in ((a, b), (b, a)))
        if (a, b) in sides:
            # Beyond the divided areas, the area is that of the line.
            left, right = (key if key and key[0] == n else (n, None)
                           for key, n in zip((left, right), sides[(a, b)]))
        if left and right and left != right:
            borders[(a, b)] = (left, right)
    return borders


def along(way, piece):
    """Whether a piece has the direction of the line that it is part of."""
    (ax, ay), (bx, by) = way
    (px, py), (qx, qy) = piece
    return (bx - ax) * (qx - px) + (by - ay) * (qy - py) > 0


def key_of(face, label, made, points):
    """The (area, region) of a face; None outside the divided areas."""
    number = next((name[1] for name in sorted(label, key=str) if name[0] == "area"), None)
    if number is None:
        return None
    rings = sorted(name[1] for name in label if name[0] == "ring")
    found = sorted(name[2] for name in label if name[0] == "cell" and name[1] == number)
    if rings:
        return number, rings[0]
    if len(found) == 1:
        return number, found[0]
    return number, nearest(points[number], made.loops[face - 1][0])


def renumbered(regions, borders, homes, names):
    """The regions after the division, sorted by country and name, and their arcs."""
    home_of = {}
    joined = {n: regions.index(next(
        other for other in regions[1:] if (other[0], other[2]) == (
            region[0], JOINED[(region[0], region[2])])))
        for n, region in enumerate(regions[1:], 1) if (region[0], region[2]) in JOINED}
    for left, right in borders.values():
        for number, region in (left, right):
            if number:
                country = regions[number][0]
                drawn = homes.get((country, region)) if region else number
                home_of[(number, region)] = joined.get(drawn, drawn) or (country, region)
    rows, used = {}, set()
    drawn = sorted(home for home in set(home_of.values()) if isinstance(home, int))
    for home in drawn:
        country, code, name = regions[home]
        rows[home] = (country, code_after(country, name, code), name)
        used.add(rows[home][1])
    for home in sorted(set(home_of.values()) - set(drawn)):
        name = names[home][2]
        rows[home] = (home[0], new_code(home[0], name, used - {"-"}), name)
        used.add(rows[home][1])
    order = sorted(rows, key=lambda home: (
        rows[home][0], fold(rows[home][2]), home if isinstance(home, int) else len(regions)))
    numbers = {home: at + 1 for at, home in enumerate(order)}

    def number_of(key):
        return numbers[home_of[key]] if key[0] else 0
    kept = {}
    for way, (left, right) in borders.items():
        left, right = number_of(left), number_of(right)
        if left != right:
            kept[way] = (left, right)
    arcs = [(straightened(points), left, right) for points, left, right in chains(kept)]
    arcs.sort(key=lambda arc: (min(arc[0]), arc[0]))
    return [rows[home] for home in order], arcs


def add_ring(edges, ring, label):
    for a, b in zip(ring, ring[1:] + ring[:1]):
        edges[edge(a, b)].update([label])


def site_points(part):
    """The towns on the grid: [(x, y, region)], each point once."""
    found = {}
    for region, places in sorted(part.items()):
        for city in places:
            found.setdefault(quantized((city["where"][1], city["where"][0])), region)
    return [(x, y, region) for (x, y), region in sorted(found.items())]


def scale_at(points):
    """The length of a degree of longitude in degrees of latitude."""
    middle = sum(y for _, y, _ in points) / len(points)
    return math.cos(math.radians(middle / 1e4))


def nearest(points, place):
    """The region of the nearest town."""
    scale = scale_at(points)
    return min(points, key=lambda p: (
        ((p[0] - place[0]) * scale) ** 2 + (p[1] - place[1]) ** 2, p))[2]


def cells(points):
    """The Voronoi cells of towns, as (region, ring).

    Each vertex is computed from its three sites in their order, so that neighbors have the same.
    """
    scale = scale_at(points)
    places = [(x * scale, y) for x, y, _ in points]
    xs, ys = [x for x, _ in places], [y for _, y in places]
    middle = ((min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2)
    # At least two degrees, so that the cells contain the area and its waters.
    far = FAR * max(20_000, math.hypot(max(xs) - min(xs), max(ys) - min(ys)))
    places += [(middle[0] + far * math.cos(2 * math.pi * (i + 0.5) / FAR_SITES),
                middle[1] + far * math.sin(2 * math.pi * (i + 0.5) / FAR_SITES))
               for i in range(FAR_SITES)]
    for number, (_, _, region) in enumerate(points):
        corners = [center(*(places[n] for n in three)) for three in corners_of(number, places)]
        ring = clean_ring([(round(x / scale), round(y)) for x, y in corners])
        if ring:
            yield region, ring


def corners_of(number, places):
    """The sites of each corner of a cell, in order: half planes cut a large square."""
    x, y = places[number]
    size = 10 * max(math.hypot(p[0] - x, p[1] - y) for p in places)
    # A side is the site beyond it, or -1 for the square, which distant sites cut off.
    ring = [((x - size, y - size), -1), ((x + size, y - size), -1),
            ((x + size, y + size), -1), ((x - size, y + size), -1)]
    for other in sorted(range(len(places)), key=lambda n: (
            math.hypot(places[n][0] - x, places[n][1] - y), n)):
        if other == number:
            continue
        ox, oy = places[other]
        sides = [(p[0] - (x + ox) / 2) * (ox - x) + (p[1] - (y + oy) / 2) * (oy - y)
                 for p, _ in ring]
        if max(sides) <= 0:
            continue
        cut = []
        for at, ((p, beyond), s) in enumerate(zip(ring, sides)):
            q, t = ring[(at + 1) % len(ring)][0], sides[(at + 1) % len(ring)]
            if s <= 0:
                cut.append((p, beyond))
            if (s <= 0) != (t <= 0):
                share = s / (s - t)
                point = (p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share)
                # The line of the new site begins where the ring leaves its near side.
                cut.append((point, other if s <= 0 else beyond))
        ring = cut
    sites = [beyond for _, beyond in ring]
    return [tuple(sorted((number, before, after)))
            for before, after in zip(sites[-1:] + sites[:-1], sites)]


def center(a, b, c):
    """The center of the circle through three points."""
    bx, by, cx, cy = b[0] - a[0], b[1] - a[1], c[0] - a[0], c[1] - a[1]
    twice = 2 * (bx * cy - by * cx)
    return (a[0] + (cy * (bx * bx + by * by) - by * (cx * cx + cy * cy)) / twice,
            a[1] + (bx * (cx * cx + cy * cy) - cx * (bx * bx + by * by)) / twice)
