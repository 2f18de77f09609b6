"""Measures an engine for roads on the queries that cairn-bench has written.

    engines.py RoutingKit FOLDER REPETITIONS
    engines.py OSRM FOLDER REPETITIONS DATA
    engines.py Valhalla FOLDER REPETITIONS DATA

Prints a JSON line for each operation, as cairn-bench does. RoutingKit gets the graphs of Cairn, so its
times of paths must be equal, which is checked. OSRM and Valhalla have read the extract with their own
rules. Only one engine is loaded in a process.
"""

import json
import pathlib
import sys
import time

import numpy

PROFILES = {"foot": "pedestrian", "car": "auto"}
name, folder, repetitions = sys.argv[1], pathlib.Path(sys.argv[2]), int(sys.argv[3])
data = pathlib.Path(sys.argv[4]) if len(sys.argv) > 4 else None


def measure(operation, calls, body):
    """Times a function that performs `calls` operations, and returns its result."""
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        result = body()
        times.append((time.perf_counter() - start) / calls * 1e9)
    times.sort()
    print(json.dumps({
        "peer": name, "operation": operation, "median_ns": times[len(times) // 2],
        "minimum_ns": times[0], "calls": calls}), flush=True)
    return result


def degrees(file):
    """Positions as lists of latitude and longitude."""
    return numpy.fromfile(folder / file, "<f8").reshape(-1, 2).tolist()


def tracks(file):
    """The positions of each track; a pole ends it."""
    found = [[]]
    for position in degrees(file):
        if position[0] == 90:
            found.append([])
        else:
            found[-1].append(position)
    return [track for track in found if track]


class Graph:
    """A graph that cairn-bench has written."""

    def __init__(self, file):
        values = numpy.fromfile(folder / f"{file}-graph.u32", "<u4")
        count = self.count = int(values[0])
        first = values[1:count + 2]
        arcs = int(first[-1])
        self.tails = numpy.repeat(numpy.arange(count, dtype=numpy.uint32), numpy.diff(first))
        self.heads = values[count + 2:count + 2 + arcs].copy()
        self.weights = values[count + 2 + arcs:count + 2 + 2 * arcs].copy()
        places = values[count + 2 + 2 * arcs:].view("<f4")
        self.latitudes, self.longitudes = places[:count].copy(), places[count:].copy()
        self.pairs = numpy.fromfile(folder / f"{file}-pairs.u32", "<u4").reshape(-1, 2).tolist()


def routing_kit():
    import pyroutingkit
    tiles = json.loads((folder / "tiles.json").read_text()) if (
        folder / "tiles.json").exists() else None
    for file, title in [("foot", "foot"), ("car", "car")] + ([("tiles", tiles)] if tiles else []):
        graph = Graph(file)
        kept = {}

        def order():
            kept["index"] = pyroutingkit.CCH()
            kept["index"].build_topology(
                graph.tails, graph.heads, graph.latitudes, graph.longitudes, graph.count)

        measure(f"{title}: order", 1, order)
        index = kept["index"]
        measure(f"{title}: customize", 1, lambda: index.customize_weights(graph.weights))
        paths = measure(f"{title}: path", len(graph.pairs), lambda: [
            index.query(start, end) for start, end in graph.pairs])
        starts = numpy.array([start for start, _ in graph.pairs[:200]], numpy.uint32)
        measure(f"{title}: matrix 200 x 200", 1, lambda: index.distances_many_to_many(
            starts, starts))
        answers = folder / f"{title}:-path.f64".replace(" ", "-")
        mine = numpy.fromfile(answers, "<f8").reshape(-1, 2)
        differing = sum(
            hits and path[0] != total for path, (hits, total) in zip(paths, mine.tolist()))
        print(json.dumps({"graph": title, "paths": len(paths), "differing": int(differing)}))


def osrm_engine():
    import osrm
    for profile in PROFILES:
        engine = osrm.OSRM(
            storage_config=str(data / profile / "x.osrm"), algorithm="CH", use_shared_memory=False,
            max_locations_map_matching=100_000, max_locations_distance_table=1_000)
        positions = [(lon, lat) for lat, lon in degrees(f"{profile}-positions.f64")]
        measure(f"{profile}: snap", len(positions), lambda: [engine.Nearest(osrm.NearestParameters(
            coordinates=[position], generate_hints=False)) for position in positions])
        ends = [(lon, lat) for lat, lon in degrees(f"{profile}-trips.f64")]
        trips = list(zip(ends[0::2], ends[1::2]))

        def routes():
            for trip in trips:
                try:
                    engine.Route(osrm.RouteParameters(
                        coordinates=list(trip), overview="full", steps=True, geometries="polyline6",
                        generate_hints=False))
                except RuntimeError:
                    pass  # No route by its rules.

        measure(f"{profile}: route", len(trips), routes)
        stops = ends[0:400:2]
        measure(f"{profile}: times of 200 x 200 positions", 1, lambda: engine.Table(
            osrm.TableParameters(coordinates=stops)))
        for interval in (1, 10, 30):
            all_tracks = tracks(f"{profile}-tracks-{interval}.f64")

            def match():
                for track in all_tracks:
                    try:
                        engine.Match(osrm.MatchParameters(
                            coordinates=[(lon, lat) for lat, lon in track],
                            timestamps=[interval * number for number in range(len(track))],
                            radiuses=[10.0] * len(track), geometries="polyline6", overview="full",
                            generate_hints=False))
                    except RuntimeError:
                        pass  # No match.

            measure(f"{profile}: match every {interval} s, a point", sum(map(len, all_tracks)), match)


def valhalla_engine():
    import valhalla
    configuration = json.loads((data / "configuration.json").read_text())
    engine = valhalla.Actor(configuration)
    for profile, costing in PROFILES.items():
        def location(position):
            return {"lat": position[0], "lon": position[1]}
        positions = degrees(f"{profile}-positions.f64")
        measure(f"{profile}: snap", len(positions), lambda: [engine.locate(
            {"locations": [location(position)], "costing": costing, "verbose": False})
            for position in positions])
        ends = degrees(f"{profile}-trips.f64")
        trips = list(zip(ends[0::2], ends[1::2]))[:100]

        def routes():
            for trip in trips:
                try:
                    engine.route({"locations": list(map(location, trip)), "costing": costing})
                except RuntimeError:
                    pass  # No route by its rules.

        measure(f"{profile}: route", len(trips), routes)
        measure(f"{profile}: area 15 min", 50, lambda: [engine.isochrone({
            "locations": [location(position)], "costing": costing, "contours": [{"time": 15}],
            "polygons": True}) for position in positions[:50]])


if __name__ == "__main__":
    {"RoutingKit": routing_kit, "OSRM": osrm_engine, "Valhalla": valhalla_engine}[name]()
