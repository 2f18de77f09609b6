"""A partition of the plane from rings on an integer grid: nodes, arcs and labeled areas.

Rings of several layers are overlaid. Edges are split where they meet, so that no
two of them cross; the edges enclose the faces. A face knows the rings that contain it (by
parity, so a hole cancels its outer ring). Faces become areas by a label; edges
between equal labels are removed, the rest is chained into arcs, each with the area on its left and its
right.

All arithmetic is on integers and exact. The standard library suffices.
"""

import collections

CELL = 512  # in grid units; edges are searched in squares of this size


def edge(a, b):
    return (a, b) if a < b else (b, a)


def clean_ring(points):
    """A closed ring without repeated vertices and without spikes; [] if nothing is left."""
    ring = []
    for p in points:
        while True:
            if ring and ring[-1] == p:
                break
            if len(ring) >= 2 and ring[-2] == p:
                ring.pop()
                continue
            ring.append(p)
            break
    while len(ring) > 1 and ring[0] == ring[-1]:
        ring.pop()
    while len(ring) > 2 and (ring[-1] == ring[1] or ring[-2] == ring[0]):
        if ring[-1] == ring[1]:
            ring = ring[1:]
        else:
            ring.pop()
        while len(ring) > 1 and ring[0] == ring[-1]:
            ring.pop()
    return ring if len(ring) > 2 else []


def doubled_area(ring):
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(ring, ring[1:] + ring[:1]))


def cells(a, b):
    """The squares of the grid that an edge crosses."""
    (ax, ay), (bx, by) = (a, b) if a[1] <= b[1] else (b, a)
    low, high = ay // CELL, by // CELL
    if low == high:
        for cx in range(min(ax, bx) // CELL, max(ax, bx) // CELL + 1):
            yield cx, low
        return
    for cy in range(low, high + 1):
        y0, y1 = max(ay, cy * CELL), min(by, (cy + 1) * CELL)
        x0 = ax + (bx - ax) * (y0 - ay) // (by - ay)
        x1 = ax + (bx - ax) * (y1 - ay) // (by - ay)
        for cx in range((min(x0, x1) - 1) // CELL, (max(x0, x1) + 1) // CELL + 1):
            yield cx, cy


def side(a, b, p):
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def within_box(a, b, p):
    return (min(a[0], b[0]) <= p[0] <= max(a[0], b[0])
            and min(a[1], b[1]) <= p[1] <= max(a[1], b[1]))


def rounded_quotient(n, d):
    if d < 0:
        n, d = -n, -d
    return (2 * n + d) // (2 * d)


def meeting(a, b, c, d):
    """The points at which the edges ab and cd must be split: pairs (edge number, point)."""
    if (max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0])
            or max(a[1], b[1]) < min(c[1], d[1]) or max(c[1], d[1]) < min(a[1], b[1])):
        return
    sc, sd = side(a, b, c), side(a, b, d)
    if (sc > 0 and sd > 0) or (sc < 0 and sd < 0):
        return
    sa, sb = side(c, d, a), side(c, d, b)
    if (sa > 0 and sb > 0) or (sa < 0 and sb < 0):
        return
    touched = False
    for number, (p, q), r, s in ((0, (a, b), c, sc), (0, (a, b), d, sd),
                                 (1, (c, d), a, sa), (1, (c, d), b, sb)):
        if s == 0 and within_box(p, q, r):
            touched = True
            if r != p and r != q:
                yield number, r
    if not touched and sc and sd and sa and sb:
        n, m = sc, sc - sd  # the crossing is c + (d - c) * n / m
        p = (c[0] + rounded_quotient((d[0] - c[0]) * n, m),
             c[1] + rounded_quotient((d[1] - c[1]) * n, m))
        if p != a and p != b:
            yield 0, p
        if p != c and p != d:
            yield 1, p


def split_edges(edges):
    """Split edges where they meet; edges: {edge: Counter of labels}. Returns the same form.

    A crossing is rounded to the grid, which can move an edge over a neighbor: rounds are
    repeated until nothing meets except at ends.
    """
    fresh = set(edges)
    grid = collections.defaultdict(set)
    for e in edges:
        for cell in cells(*e):
            grid[cell].add(e)
    rounds, crossings = 0, 0
    while fresh:
        rounds += 1
        splits = collections.defaultdict(set)
        seen = set()
        for e in sorted(fresh):
            for cell in cells(*e):
                for f in grid[cell]:
                    if f == e or (e, f) in seen or (f, e) in seen:
                        continue
                    # Edges of a chain usually share only an end.
                    for number, p in meeting(*e, *f):
                        splits[(e, f)[number]].add(p)
                        seen.add((e, f))
        crossings += len(splits)
        fresh = set()
        for e in sorted(splits):
            if e not in edges:
                continue
            labels = edges.pop(e)
            for cell in cells(*e):
                grid[cell].discard(e)
            a, b = e
            along = sorted(splits[e], key=lambda p: (
                (p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])))
            chain = [a] + along + [b]
            for p, q in zip(chain, chain[1:]):
                if p == q:
                    continue
                piece = edge(p, q)
                if piece not in edges:
                    edges[piece] = collections.Counter()
                    fresh.add(piece)
                    for cell in cells(p, q):
                        grid[cell].add(piece)
                edges[piece].update(labels)
    return edges, grid, rounds, crossings


class Partition:
    """The faces enclosed by labeled edges.

    `edges` maps an edge (two points in order) to a Counter of the labels of the rings that run
    along it. Labels that do so an even number of times cancel out.
    """

    def __init__(self, edges):
        self.edges, self.grid, self.rounds, self.splits = split_edges(edges)
        self.parity = {}
        for e, labels in self.edges.items():
            odd = frozenset(label for label, n in labels.items() if n % 2)
            if odd:
                self.parity[e] = odd
        self.trace()
        self.nest()
        self.label()

    def trace(self):
        """Make loops of half-edges with the face on their left."""
        around = collections.defaultdict(list)
        for a, b in self.parity:
            around[a].append(b)
            around[b].append(a)
        following = {}
        for p, others in around.items():
            others.sort(key=lambda q: Direction(q[0] - p[0], q[1] - p[1]))
            # Coming from q to p, the loop with its face on the left leaves by the next edge
            # clockwise from q.
            for i, q in enumerate(others):
                following[(q, p)] = (p, others[i - 1])
        self.around = around
        self.loop_of = {}
        self.loops = []
        for half in sorted(following):
            if half in self.loop_of:
                continue
            loop, h = [], half
            while h not in self.loop_of:
                self.loop_of[h] = len(self.loops)
                loop.append(h[0])
                h = following[h]
            self.loops.append(loop)

    def nest(self):
        """Give each loop its face: holes and islands are found by a ray to the north."""
        areas = [doubled_area(loop) for loop in self.loops]
        self.face_of_loop = [None] * len(self.loops)
        self.face_areas = {0: 0}
        for i, area in enumerate(areas):
            if area > 0:
                self.face_of_loop[i] = i + 1
                self.face_areas[i + 1] = area
        top = max(cy for _, cy in self.grid) + 1
        waiting = [i for i, area in enumerate(areas) if area <= 0]
        above = {}
        for i in waiting:
            # The edges at a highest vertex go down, so the edge above belongs to another loop.
            p = max(self.loops[i], key=lambda v: (v[1], v[0]))
            above[i] = self.edge_north_of(p, top)
        # The loop above may be the outer one of an island itself: follow until a face is known.
        for i in waiting:
            path, j = [], i
            while self.face_of_loop[j] is None:
                path.append(j)
                hit = above[j]
                if hit is None:
                    self.face_of_loop[j] = 0
                    break
                j = self.loop_of[hit]
            for k in path:
                self.face_of_loop[k] = self.face_of_loop[j]
        for i in waiting:
            if self.face_of_loop[i]:
                self.face_areas[self.face_of_loop[i]] += areas[i]

    def edge_north_of(self, p, top):
        """The half-edge next north of a point that has its left side to the south."""
        x, y = p
        best = None
        for cy in range(y // CELL, top + 1):
            for e in self.grid.get((x // CELL, cy), ()):
                if e not in self.parity:
                    continue
                a, b = e  # a.x <= b.x
                if not a[0] <= x < b[0]:
                    continue
                # y of the edge at x, as a fraction of positive denominator
                n, d = a[1] * (b[0] - a[0]) + (b[1] - a[1]) * (x - a[0]), b[0] - a[0]
                if n <= y * d:
                    continue
                # If edges start at the same point, the one with the lower slope is nearer.
                key = (n / d, (b[1] - a[1]) / d)
                if best is None or key < best[0]:
                    best = (key, (b, a))
            if best and best[0][0] <= (cy + 1) * CELL:
                break
        return best and best[1]

    def label(self):
        """Labels the faces from the outside inward: crossing an edge toggles its labels."""
        beside = collections.defaultdict(set)
        for a, b in self.parity:
            left = self.face_of_loop[self.loop_of[(a, b)]]
            right = self.face_of_loop[self.loop_of[(b, a)]]
            beside[left].add((right, self.parity[(a, b)]))
            beside[right].add((left, self.parity[(a, b)]))
        self.labels = {0: frozenset()}
        queue = [0]
        for face in queue:
            for other, toggled in beside[face]:
                label = self.labels[face] ^ toggled
                if other not in self.labels:
                    self.labels[other] = label
                    queue.append(other)
                else:
                    assert self.labels[other] == label, (face, other)
        assert len(self.labels) == len(self.face_areas)

    def face_left_of(self, a, b):
        return self.face_of_loop[self.loop_of[(a, b)]]

    def borders(self):
        """The faces left and right of each edge, and the length of the edge in the Manhattan metric."""
        for a, b in self.parity:
            yield (self.face_left_of(a, b), self.face_left_of(b, a),
                   abs(a[0] - b[0]) + abs(a[1] - b[1]))


class Groups:
    """Numbers in groups that can be merged; a group is identified by its smallest number."""

    def __init__(self, numbers):
        self.parents = {n: n for n in numbers}

    def find(self, n):
        while self.parents[n] != n:
            self.parents[n] = self.parents[self.parents[n]]
            n = self.parents[n]
        return n

    def join(self, a, b):
        a, b = self.find(a), self.find(b)
        self.parents[max(a, b)] = min(a, b)

    def members(self):
        groups = collections.defaultdict(list)
        for n in self.parents:
            groups[self.find(n)].append(n)
        return groups


class Direction:
    """Orders vectors counter-clockwise, exactly."""

    __slots__ = ("x", "y", "half")

    def __init__(self, x, y):
        self.x, self.y = x, y
        self.half = 0 if y > 0 or (y == 0 and x > 0) else 1

    def __lt__(self, other):
        if self.half != other.half:
            return self.half < other.half
        return self.x * other.y - self.y * other.x > 0


def chains(borders):
    """Chain directed edges {(a, b): (left, right)} into arcs [(points, left, right)].

    Every border edge is given once, in either direction. Arcs end at nodes: points where not
    exactly two edges meet, or where the areas change.
    """
    around = collections.defaultdict(list)
    sides = {}
    for (a, b), (left, right) in borders.items():
        sides[(a, b)] = (left, right)
        sides[(b, a)] = (right, left)
        around[a].append(b)
        around[b].append(a)

    def is_node(p):
        others = around[p]
        return len(others) != 2 or sides[(others[0], p)] != sides[(p, others[1])]

    arcs, used = [], set()

    def walk(a, b):
        points, areas = [a, b], sides[(a, b)]
        used.update(((a, b), (b, a)))
        while not is_node(points[-1]) and points[-1] != points[0]:
            p, q = points[-1], points[-2]
            r = around[p][0] if around[p][0] != q else around[p][1]
            used.update(((p, r), (r, p)))
            points.append(r)
        arcs.append((points, *areas))

    for p in sorted(around):
        if is_node(p):
            for q in sorted(around[p]):
                if (p, q) not in used:
                    walk(p, q)
    for p in sorted(around):
        for q in sorted(around[p]):
            if (p, q) not in used:
                walk(p, q)
    return arcs
