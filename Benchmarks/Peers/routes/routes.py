"""The part of compare.py that measures routes, with the same places and time limits for all.

The round trips of all planners are measured again with one formula, the haversine on the mean
sphere; the length that Cairn reports must agree with it to a millimeter.
"""

import collections
import csv
import json
import math
import pathlib
import random
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
RADIUS = 6371008.8
PEERS = {"fast-tsp": "fast-tsp", "elkai": "elkai", "OR-tools": "ortools", "pyvrp": "pyvrp"}
# Numbers of places, time limits in seconds, and numbers of sets.
SETS = [(200, 0.01, 10), (500, 0.01, 10), (1000, 0.01, 10), (500, 0.1, 10), (1000, 0.1, 10),
        (2000, 0.1, 5), (5000, 0.1, 3)]
ONE_WAY = ["ranks", "partial order", "pairs"]
# Numbers of places and time limits in seconds.
CASES = [(25, 0.03), (100, 0.03), (200, 0.1), (500, 0.5), (1000, 0.1), (1000, 1), (2000, 1)]


def length(places, order):
    """The length of a round trip in meters."""
    total = 0.0
    for row, following in zip(order, order[1:] + order[:1]):
        (phi, lam), (other_phi, other_lam) = places[row], places[following]
        half = (math.sin((phi - other_phi) / 2) ** 2
                + math.cos(phi) * math.cos(other_phi) * math.sin((lam - other_lam) / 2) ** 2)
        total += 2 * RADIUS * math.asin(math.sqrt(min(1, half)))
    return total


def answer(command, seconds):
    """The JSON that a planner prints, or None if it fails or takes far too long."""
    try:
        result = subprocess.run(
            [str(word) for word in command], capture_output=True, text=True,
            timeout=60 + 20 * seconds)
        return json.loads(result.stdout) if result.returncode == 0 else None
    except (subprocess.TimeoutExpired, json.JSONDecodeError):
        return None


def environment(work):
    """A Python that has the planners."""
    python = work / "routes-venv" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", work / "routes-venv"], check=True)
        subprocess.run(
            [python, "-m", "pip", "install", "-q", "numpy", *PEERS.values()], check=True)
    return python


def versions(python):
    names = list(PEERS.values())
    code = f"import importlib.metadata as m; print(*[m.version(n) for n in {names!r}])"
    found = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True)
    return ", ".join(
        f"{name} {version}" for name, version in zip(names, found.stdout.split()))


class Planners:
    """Cairn and its peers, with tables of places in a folder."""

    def __init__(self, work, bench, cairn, options):
        self.work, self.bench, self.cairn, self.options = work, bench, cairn, options
        self.python = environment(work)

    def places(self, count, seed):
        """Writes a table of places, and returns its file and the places in radians."""
        table = self.work / "routes.csv"
        subprocess.run(
            [self.bench, "generate", "--count", str(count), "--shape", self.options.shape,
             "--queries", "1", "--seed", str(seed), "--output", table], check=True)
        with open(table, newline="") as file:
            return table, [
                (math.radians(float(row["latitude"])), math.radians(float(row["longitude"])))
                for row in csv.DictReader(file)]

    def plan(self, name, table, places, seconds):
        """The measured length of a planner's tour and the seconds of the call, or None."""
        command = ([self.cairn, "route", table, "--time-limit", f"{seconds}s", "--format", "json"]
                   if name == "Cairn" else [self.python, HERE / "solvers.py", name, table, seconds])
        result = answer(command, seconds)
        if not result or sorted(result["order"]) != list(range(len(places))):
            return None
        measured = length(places, result["order"])
        if name == "Cairn" and abs(measured - result["length_m"]) > 1e-3:
            sys.exit(f"Cairn reports {result['length_m']} m, but {measured} m was measured.")
        return measured, result["seconds"]

    def gaps(self, folder, *seconds):
        """The figures in percent of `cairn-bench routes` about the sets in a folder, by name."""
        limits = ",".join(map(str, seconds))
        lines = subprocess.run(
            [self.bench, "routes", "--instances", folder, "--seconds", limits, "--format", "jsonl"],
            check=True, capture_output=True, text=True).stdout.splitlines()
        return {line["figure"]: line["value"] for line in map(json.loads, lines)
                if line.get("unit") == "%"}


def round_trips(planners):
    """A table with one set of each size and all planners."""
    print(f"### Routes: round trips through {planners.options.shape} places\n")
    print("Excess over the best tour that any planner found, and in brackets the seconds of the "
          f"whole call. {versions(planners.python)}.\n")
    print("| places | time | Cairn | " + " | ".join(PEERS) + " |")
    print("|---:|---:|" + "---:|" * (1 + len(PEERS)))
    for count, seconds in CASES:
        table, places = planners.places(count, planners.options.seed)
        found = {name: planners.plan(name, table, places, seconds) for name in ["Cairn", *PEERS]}
        best = min(plan[0] for plan in found.values() if plan)
        cells = [f"{100 * (plan[0] / best - 1):.2f} % ({plan[1]:.2f} s)" if plan else ""
                 for plan in found.values()]
        print(f"| {count:,} | {seconds:g} s | " + " | ".join(cells) + " |", flush=True)
    print()


def several_sets(planners):
    """A table with the mean of several sets of a size."""
    print("### Routes: short limits, several sets\n")
    print("Excess over the best tour that any planner found, Cairn with twenty times the limit "
          "among them: the mean of the sets, in brackets the worst.\n")
    print("| places | sets | time | Cairn | fast-tsp |\n|---:|---:|---:|---:|---:|")
    for count, seconds, sets in SETS:
        excess = {"Cairn": [], "fast-tsp": []}
        for seed in range(1, sets + 1):
            table, places = planners.places(count, planners.options.seed + seed)
            found = {name: planners.plan(name, table, places, seconds) for name in excess}
            longer = planners.plan("Cairn", table, places, 20 * seconds)
            best = min(plan[0] for plan in [*found.values(), longer] if plan)
            for name, plan in found.items():
                if plan:
                    excess[name].append(100 * (plan[0] / best - 1))
        cells = [f"{sum(values) / len(values):.2f} % ({max(values):.2f})" if values else ""
                 for values in excess.values()]
        print(f"| {count:,} | {sets} | {seconds:g} s | " + " | ".join(cells) + " |", flush=True)
    print()


def write_table(path, costs):
    """Writes a table of costs as a file of TSPLIB."""
    with open(path, "w") as file:
        file.write(f"NAME: {path.stem}\nTYPE: ATSP\nDIMENSION: {len(costs)}\n"
                   "EDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: FULL_MATRIX\n"
                   "EDGE_WEIGHT_SECTION\n")
        file.writelines(" ".join(map(str, row)) + "\n" for row in costs)
        file.write("EOF\n")


def one_way_costs(kind, count, generator):
    """A table of costs that differ by direction.

    Ranks: one up a hidden order, 100 down. Partial order: one if both coordinates rise. Pairs: each
    pair has a cheap and an expensive direction.
    """
    rank = generator.sample(range(count), count)
    spots = [(generator.random(), generator.random()) for _ in range(count)]
    cheap = [[generator.random() < 0.5 for _ in range(count)] for _ in range(count)]

    def cost(row, column):
        if row == column:
            return 0
        if kind == "ranks":
            return 1 if rank[row] < rank[column] else 100
        if kind == "partial order":
            rises = all(mine < other for mine, other in zip(spots[row], spots[column]))
            return 1 if rises else 100
        is_cheap = cheap[min(row, column)][max(row, column)] == (row < column)
        return generator.randint(1, 10) if is_cheap else generator.randint(50, 1000)

    return [[cost(row, column) for column in range(count)] for row in range(count)]


def one_way(planners, seconds=0.1):
    """A table of costs that differ by direction, for which LKH finds the best tours."""
    print("### Routes: costs that differ by direction\n")
    print(f"Cairn with {seconds:g} s, excess over the tour of elkai (LKH) in percent: the mean of "
          "three tables, and in brackets the seconds that elkai needs.\n")
    print("| stops | " + " | ".join(ONE_WAY) + " |\n|---:|" + "---:|" * len(ONE_WAY))
    folder = planners.work / "one-way"
    (folder / "one-way").mkdir(parents=True, exist_ok=True)
    for count in (30, 60, 100, 150):
        cells = []
        for kind in ONE_WAY:
            rows, spent = [], 0
            for number in range(3):
                name = f"{kind.replace(' ', '-')}-{count}-{number}"
                costs = one_way_costs(kind, count, random.Random(name))
                path = folder / "one-way" / f"{name}.atsp"
                write_table(path, costs)
                result = answer([planners.python, HERE / "solvers.py", "elkai", path, 60], 60)
                if not result:
                    continue
                order = result["order"]
                best = sum(costs[a][b] for a, b in zip(order, order[1:] + order[:1]))
                rows.append(f"{name},ATSP,{count},{best}")
                spent += result["seconds"] / 3
            (folder / "optima.csv").write_text("\n".join(rows) + "\n")
            figures = planners.gaps(folder, seconds)
            mean = figures.get(f"mean of {len(rows)} one-way in {seconds} s")
            cells.append("" if mean is None else f"{mean:.2f} % ({spent:.2f} s)")
        print(f"| {count} | " + " | ".join(cells) + " |", flush=True)
    print()


def published(planners, limits=(0.1, 1.0, 10.0)):
    """A table of the families of published sets in the folder of `--instances`."""
    rows = collections.defaultdict(dict)
    for name, value in planners.gaps(planners.options.instances, *limits).items():
        found = re.fullmatch(r"(mean|worst) of (\d+) (\S+?)(, claimed gap)? in (\S+) s", name)
        if found:
            kind, count, family, is_claimed, seconds = found.groups()
            rows[family, float(seconds)][kind, bool(is_claimed)] = value, count
    print("### Routes: published sets\n")
    print("Excess of Cairn over the best known tours, and the claimed gap, the excess over the lower "
          "bound of the route: the mean and, in brackets, the worst and the number of sets.\n")
    print("| sets | time | excess | claimed gap |\n|---|---:|---:|---:|")
    for (family, seconds), figures in sorted(rows.items()):
        cells = [
            "{:.2f} % ({:.2f}, {})".format(
                figures["mean", kind][0], *figures["worst", kind])
            if ("mean", kind) in figures else "" for kind in (False, True)]
        print(f"| {family} | {seconds:g} s | " + " | ".join(cells) + " |", flush=True)
    print()


def part(work, bench, cairn, options):
    """Runs all planners and prints the tables."""
    planners = Planners(work, bench, cairn, options)
    round_trips(planners)
    several_sets(planners)
    one_way(planners)
    if options.instances:
        published(planners)
