#!/usr/bin/env python3
"""Writes exact travel times of many pairs for `roads.py`, with one search per start.

    Benchmarks/Conformance/road_times.py ORACLE EXTRACT PROFILE OUT.npz [--starts N] [--ends N]
        [--local] [--rules]

ORACLE is a folder with `osmgraph.py` and `turnoracle.py`, which read the segments of an extract
(PROFILE is car, bike or foot) and list its forbidden sequences of segments. States are the segments
just driven; a search from each start gives the times to all ends, which are nodes of the largest
connected part.

With --local, roads that only local traffic may use (private, delivery, destination) are used in one
run at the start and in one at the end of a route. Only if there is no such route, these runs may
also contain public roads outside the largest public part. A start or end at a junction with public
roads is on these. Without --local, `destination` is as public as in ORACLE. With --rules, tags are
read by `road_rules.py`, the rules of the article "Roads", instead of those of ORACLE. numpy, scipy
and osmium are needed.
"""

import argparse
import random
import sys

import numpy
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components, dijkstra

import road_rules

LOCAL = {"private", "delivery", "destination"}


class Roads:
    """The segments of an extract and the turns between them."""

    def __init__(self, oracle, extract, profile, local):
        graph_module, turn_module = oracle
        no, yes = set(graph_module.NO), set(graph_module.YES)
        plain = graph_module.load(extract, profile)
        giant = graph_module.giant(plain)
        self.candidates = [int(plain.osm[node]) for node in giant]
        graph = plain
        if local:
            graph_module.NO, graph_module.YES = no | LOCAL, yes - LOCAL
            public = graph_module.load(extract, profile)
            graph_module.NO, graph_module.YES = no - LOCAL, yes | LOCAL
            graph = graph_module.load(extract, profile)
            graph_module.NO, graph_module.YES = no, yes
        self.graph = graph
        self.count = len(graph.tail)
        self.tail, self.head = graph.tail.tolist(), graph.head.tolist()
        self.weight = graph.w.tolist()
        self.private = numpy.zeros(self.count, bool)
        self.gate = numpy.zeros(graph.n, bool)
        if local:
            def names(other):
                ids = other.osm
                return zip(ids[other.tail].tolist(), ids[other.head].tolist(), other.way.tolist())
            known = set(names(public))
            self.private = numpy.array([name not in known for name in names(graph)])
            closed = {int(public.osm[node]) for node in numpy.flatnonzero(public.bl)}
            self.gate = numpy.array([int(i) in closed for i in graph.osm]) & ~graph.bl
        self.usable = ~(graph.bl[graph.tail] | graph.bl[graph.head])
        self.open = (self.usable & ~self.private
                     & ~(self.gate[graph.tail] | self.gate[graph.head]))
        self.main = self.main_part()
        self.expand(turn_module.forbidden(graph, profile))

    def main_part(self):
        """Whether each segment connects nodes of the largest public part."""
        graph, used = self.graph, self.open
        matrix = csr_matrix((numpy.ones(used.sum()), (graph.tail[used], graph.head[used])),
                            shape=(graph.n, graph.n))
        _, labels = connected_components(matrix, directed=True, connection="strong")
        largest = labels == numpy.argmax(numpy.bincount(labels))
        return used & largest[graph.tail] & largest[graph.head]

    def expand(self, forbidden):
        """The turns as arrays: state before, state after, segment driven."""
        tail, head, way = self.tail, self.head, self.graph.way.tolist()
        self.leaving, self.arriving, neighbors = {}, {}, {}
        for arc in range(self.count):
            if self.usable[arc]:
                self.leaving.setdefault(tail[arc], []).append(arc)
            if self.open[arc]:
                neighbors.setdefault(tail[arc], set()).add(head[arc])
                neighbors.setdefault(head[arc], set()).add(tail[arc])
        prefixes = {s[:n] for s in forbidden for n in range(2, len(s))}
        self.states = [(arc,) for arc in range(self.count)]
        numbers = {state: number for number, state in enumerate(self.states)}
        for prefix in sorted(prefixes, key=lambda p: (len(p), p)):
            numbers[prefix] = len(self.states)
            self.states.append(prefix)
        special = {arc for sequence in forbidden for arc in sequence}
        rows, columns = [], []
        for number, state in enumerate(self.states):
            last = state[-1]
            if not self.usable[last]:
                continue
            node = head[last]
            self.arriving.setdefault(node, []).append(number)
            for arc in self.leaving.get(node, []):
                if (head[arc] == tail[last] and way[arc] == way[last]
                        and len(neighbors.get(node, ())) > 1):
                    continue
                after = arc
                if last in special or len(state) > 1:
                    path = state + (arc,)
                    if any(path[k:] in forbidden for k in range(len(path))):
                        continue
                    after = next(numbers[path[k:]] for k in range(len(path))
                                 if path[k:] in numbers)
                rows.append(number)
                columns.append(after)
        self.rows, self.columns = numpy.array(rows, int), numpy.array(columns, int)
        self.last = numpy.array([state[-1] for state in self.states], int)

    def ends(self, node, arcs, own=None, other=()):
        """The segments at a node on which a route may begin or end.

        With `own`, a run of a route on these segments: it may also begin or end with a private road
        if the node is a gate, or if one of the public segments `other` is among them.
        """
        def edge(arc):
            ends = sorted((self.tail[arc], self.head[arc]))
            return int(self.graph.way[arc]), *ends
        public = {edge(arc) for arc in self.at(node) if not self.private[arc]}
        if own is not None and (self.gate[node] or any(
                own[arc] and edge(arc) in public for arc in other)):
            return list(arcs)
        return [arc for arc in arcs if not public or edge(arc) in public]

    def at(self, node):
        return [a for a in self.leaving.get(node, [])] + [
            int(self.last[s]) for s in self.arriving.get(node, [])]

    def times(self, starts, ends, local, enclosed):
        """A row of milliseconds per start; -1 without a route."""
        own = self.private | (enclosed & ~self.main)
        layers = 3 if local else 1
        count = len(self.states)
        rows, columns, arcs = self.rows, self.columns, self.last[self.columns]
        parts = [(rows, columns, arcs)]
        if local:
            before = self.last[rows]
            gate, next_gate = self.gate[self.graph.head[before]], self.gate[self.graph.head[arcs]]
            def layer(source, target, mask):
                return rows[mask] + source * count, columns[mask] + target * count, arcs[mask]
            public = ~self.private[arcs] & ~gate
            enters = own[arcs] | gate | next_gate
            parts = [
                layer(0, 0, own[arcs] | gate), layer(0, 1, public & ~own[arcs]),
                layer(1, 1, public), layer(1, 2, enters),
                layer(2, 2, enters & (own[before] | gate)),
            ]
        rows, columns, arcs = (numpy.concatenate([p[i] for p in parts]) for i in range(3))
        weights = self.graph.w[arcs].astype(float)
        first_rows, first_columns, first_weights = [], [], []
        head_gate = self.gate[self.graph.head]
        for index, node in enumerate(starts):
            leaving = self.leaving.get(node, [])
            states = self.arriving.get(node, []) if local else []
            entries = [int(self.last[s]) for s in states]
            # A position at a junction is also at the end of each public road there.
            for state in states:
                arc = int(self.last[state])
                if arc not in self.ends(node, entries):
                    continue
                for shift in range(2):
                    if shift == 1 or own[arc] or self.gate[node]:
                        first_rows.append(layers * count + index)
                        first_columns.append(state + shift * count)
                        first_weights.append(0)
            for shift in range(2 if local else 1):
                for arc in self.ends(node, leaving, own if local and shift == 0 else None, entries):
                    if local and shift == 0 and not (
                            own[arc] or head_gate[arc] or self.gate[node]):
                        continue
                    first_rows.append(layers * count + index)
                    first_columns.append(arc + shift * count)
                    first_weights.append(self.weight[arc])
        size = layers * count + len(starts)
        matrix = csr_matrix(
            (numpy.r_[weights, first_weights],
             (numpy.r_[rows, first_rows].astype(int), numpy.r_[columns, first_columns].astype(int))),
            shape=(size, size))
        result = []
        goals = [self.goals(node, own, count, layers) for node in ends]
        for index, node in enumerate(starts):
            found = dijkstra(matrix, indices=layers * count + index)
            row = [0 if node == end else found[goal].min(initial=numpy.inf)
                   for end, goal in zip(ends, goals)]
            result.append([int(t) if numpy.isfinite(t) else -1 for t in row])
        return numpy.array(result)

    def goals(self, node, own, count, layers):
        states = self.arriving.get(node, [])
        allowed = set(self.ends(
            node, [int(self.last[s]) for s in states], own, self.leaving.get(node, [])))
        # The run at the end arrives on a public road, if there is one.
        return numpy.array([s + layer * count for s in states for layer in range(layers)
                            if layer < 2 or int(self.last[s]) in allowed], int)


def main():
    parser = argparse.ArgumentParser()
    for name in ("oracle", "extract", "profile", "out"):
        parser.add_argument(name)
    parser.add_argument("--starts", type=int, default=100)
    parser.add_argument("--ends", type=int, default=100)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--local", action="store_true")
    parser.add_argument("--rules", action="store_true")
    given = parser.parse_args()
    sys.path.insert(0, given.oracle)
    import osmgraph
    if given.rules:
        road_rules.use(osmgraph)
    import turnoracle
    roads = Roads((osmgraph, turnoracle), given.extract, given.profile, given.local)
    generator = random.Random(given.seed)
    numbers = {int(osm): index for index, osm in enumerate(roads.graph.osm)}
    starts, ends = ([numbers[generator.choice(roads.candidates)] for _ in range(count)]
                    for count in (given.starts, given.ends))
    times = roads.times(starts, ends, given.local, False)
    missing = int((times < 0).sum())
    if given.local and missing:
        wider = roads.times(starts, ends, True, True)
        times = numpy.where(times < 0, wider, times)
    graph = roads.graph
    places = numpy.array([[graph.lat[a], graph.lon[a], graph.lat[b], graph.lon[b]]
                          for a in starts for b in ends])
    numpy.savez_compressed(given.out, ll=places, ms=times.ravel(), ends=given.ends)
    print(f"{given.out}: {times.size} times, {missing} without a plain route, "
          f"{int((times < 0).sum())} without any")


if __name__ == "__main__":
    main()
