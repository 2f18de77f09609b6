"""The part of compare.py that measures routes, with the same places and time limits for all.

The round trips of all planners are measured again with one formula, the haversine on the mean
sphere; the length that Cairn reports must agree with it to a millimeter.
"""

import csv
import json
import math
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
RADIUS = 6371008.8
PEERS = {"fast-tsp": "fast-tsp", "elkai": "elkai", "OR-tools": "ortools", "pyvrp": "pyvrp"}
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


def part(work, bench, cairn, options):
    """Runs all planners and prints the table."""
    python = environment(work)
    print(f"### Routes: round trips through {options.shape} places\n")
    print("Excess over the best tour that any planner found, and in brackets the seconds of the whole "
          f"call. {versions(python)}.\n")
    print("| places | time | Cairn | " + " | ".join(PEERS) + " |")
    print("|---:|---:|" + "---:|" * (1 + len(PEERS)))
    for count, seconds in CASES:
        table = work / "routes.csv"
        subprocess.run(
            [bench, "generate", "--count", str(count), "--shape", options.shape, "--queries", "1",
             "--seed", str(options.seed), "--output", table], check=True)
        with open(table, newline="") as file:
            places = [
                (math.radians(float(row["latitude"])), math.radians(float(row["longitude"])))
                for row in csv.DictReader(file)]
        commands = {"Cairn": [cairn, "route", table, "--time-limit", f"{seconds}s", "--format",
                              "json"]}
        for name in PEERS:
            commands[name] = [python, HERE / "solvers.py", name, table, seconds]
        found = {}
        for name, command in commands.items():
            result = answer(command, seconds)
            if not result or sorted(result["order"]) != list(range(count)):
                continue
            found[name] = (length(places, result["order"]), result["seconds"])
            if name == "Cairn" and abs(found[name][0] - result["length_m"]) > 1e-3:
                sys.exit(f"Cairn reports {result['length_m']} m, but {found[name][0]} m was measured.")
        best = min(metres for metres, _ in found.values())
        cells = [
            f"{100 * (found[name][0] / best - 1):.2f} % ({found[name][1]:.2f} s)"
            if name in found else "" for name in commands]
        print(f"| {count:,} | {seconds:g} s | " + " | ".join(cells) + " |", flush=True)
    print()
