"""Runs a route planner from PyPI on the places of a table, or elkai on a table of costs.

Called as `solvers.py SOLVER TABLE SECONDS`; a table of costs is a file of TSPLIB (.atsp). Prints a JSON object with the order of the rows and the
seconds of the whole call, including the table of distances but not imports. Distances are
haversines on the mean sphere, rounded to meters if a solver needs integers.
"""

import csv
import json
import math
import sys
import time

import numpy

RADIUS = 6371008.8


def distances(places):
    phi, lam = numpy.radians(places[:, 0]), numpy.radians(places[:, 1])
    half = numpy.sin((phi[:, None] - phi) / 2) ** 2
    half += numpy.cos(phi)[:, None] * numpy.cos(phi) * numpy.sin((lam[:, None] - lam) / 2) ** 2
    return 2 * RADIUS * numpy.arcsin(numpy.sqrt(numpy.minimum(half, 1)))


def whole(places):
    return numpy.rint(distances(places)).astype(numpy.int64)


def fast_tsp(places, seconds):
    import fast_tsp as solver
    # fast-tsp uses distances of 16 bits.
    table = distances(places)
    table *= 65535 / max(table.max(), 1)
    return solver.find_tour(
        numpy.rint(table).astype(numpy.int64).tolist(), duration_seconds=seconds)


def elkai(places, seconds):
    return lkh(whole(places).tolist())


def lkh(costs):
    import elkai as solver
    return solver.DistanceMatrix(costs).solve_tsp()[:-1]


def ortools(places, seconds):
    from ortools.constraint_solver import pywrapcp, routing_enums_pb2
    table = whole(places).tolist()
    manager = pywrapcp.RoutingIndexManager(len(table), 1, 0)
    model = pywrapcp.RoutingModel(manager)
    transit = model.RegisterTransitMatrix(table)
    model.SetArcCostEvaluatorOfAllVehicles(transit)
    parameters = pywrapcp.DefaultRoutingSearchParameters()
    parameters.first_solution_strategy = (
        routing_enums_pb2.FirstSolutionStrategy.PATH_CHEAPEST_ARC)
    parameters.local_search_metaheuristic = (
        routing_enums_pb2.LocalSearchMetaheuristic.GUIDED_LOCAL_SEARCH)
    parameters.time_limit.FromNanoseconds(int(seconds * 1e9))
    solution = model.SolveWithParameters(parameters)
    order, index = [], model.Start(0)
    while not model.IsEnd(index):
        order.append(manager.IndexToNode(index))
        index = solution.Value(model.NextVar(index))
    return order


def pyvrp(places, seconds):
    from pyvrp import Client, Depot, Location, ProblemData, VehicleType, solve
    from pyvrp.stop import MaxRuntime
    table = whole(places)
    data = ProblemData(
        [Location(0, 0) for _ in table], [Client(row) for row in range(1, len(table))], [Depot(0)],
        [VehicleType()], [table], [numpy.zeros_like(table)])
    best = solve(data, stop=MaxRuntime(seconds), display=False).best
    # Client n is in row n + 1.
    return [0, *(visit.idx + 1 for visit in best.routes()[0].schedule() if visit.is_client())]


SOLVERS = {"fast-tsp": fast_tsp, "elkai": elkai, "OR-tools": ortools, "pyvrp": pyvrp}


def read_costs(path):
    with open(path) as file:
        words = file.read().split("EDGE_WEIGHT_SECTION")[1].split("EOF")[0].split()
    count = math.isqrt(len(words))
    return [[int(word) for word in words[row * count:(row + 1) * count]] for row in range(count)]


def read_places(path):
    with open(path, newline="") as file:
        rows = list(csv.DictReader(file))
    return numpy.array([(float(row["latitude"]), float(row["longitude"])) for row in rows])


def main():
    name, path, seconds = sys.argv[1], sys.argv[2], float(sys.argv[3])
    if path.endswith(".atsp"):
        given, first = read_costs(path), [[0, 1, 2], [1, 0, 1], [2, 1, 0]]
        solver = lambda costs, _: lkh(costs)
    else:
        given = read_places(path)
        first, solver = given[:8], SOLVERS[name]
    # A warm-up on a few places, so that imports and first calls are not measured.
    solver(first, 0.05)
    start = time.perf_counter()
    order = solver(given, seconds)
    print(json.dumps({"order": [int(row) for row in order],
                      "seconds": time.perf_counter() - start}))


main()
