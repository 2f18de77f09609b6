"""The part of compare.py that measures the command in daily use: first answers, and conversions.

The table has six columns, random coordinates and names with `&` and letters beyond ASCII. Each round
runs every command once, so that a load of the machine falls on all of them. DuckDB gets one thread.

    everyday.py --cairn PATH [--python PYTHON]    prints the tables; PYTHON has the module duckdb
"""

import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile

QUESTIONS = [
    "--version", "near Vienna", "near 48.2,16.4", "country 48.2,16.4", "country Vienna",
    "where 48.2,16.4", "where Vienna", "near Viena"]
DUCKDB = (
    "import duckdb; c = duckdb.connect(); c.execute('set threads=1'); "
    "c.execute(\"copy (select * from read_csv('{table}')) to '{out}' (header, delimiter ',')\")")
CONVERSIONS = ["geojson", "csv", "gpx", "kml"]
COLUMNS = [
    "--country", "--time-zone", "--geohash 6", "--country --time-zone --geohash 6"]


def write_table(file, rows, seed):
    """Writes a table of six columns."""
    chance = random.Random(seed)
    names = ["Cafe Zentral", "Haus & Garten", "Bahnhof", "Alter Markt", "Müllerstraße 5"]
    with open(file, "w", encoding="utf-8") as table:
        table.write("id,name,latitude,longitude,category,rating\n")
        for row in range(rows):
            table.write(
                f"{row},{chance.choice(names)} {row % 977},{chance.uniform(-60, 70):.5f},"
                f"{chance.uniform(-180, 180):.5f},{chance.choice(['food', 'shop', 'rail'])},"
                f"{chance.randint(1, 50) / 10}\n")


def seconds(command):
    """The processor seconds of a process: in its own code, and with the kernel."""
    process = subprocess.Popen(
        [str(word) for word in command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{command} failed with {process.returncode}")
    return usage.ru_utime, usage.ru_utime + usage.ru_stime


def measure(commands, rounds):
    """The least seconds of each command, in code and in total."""
    times = [[] for _ in commands]
    for _ in range(rounds):
        for command, found in zip(commands, times):
            found.append(seconds(command))
    return [(min(t[0] for t in found), min(t[1] for t in found)) for found in times]


def part(cairn, python, options):
    """Measures all commands and prints two tables."""
    rounds = max(5, options.repetitions)
    answers = measure([[cairn, *question.split()] for question in QUESTIONS], 4 * rounds)
    print("| command | first answer, ms of processor time |\n|---|---:|")
    for question, (_, total) in zip(QUESTIONS, answers):
        print(f"| `cairn {question}` | {total * 1000:.0f} |")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        table = folder / "table.csv"
        write_table(table, options.count, options.seed)
        commands = [[cairn, "convert", table, folder / f"out.{to}"] for to in CONVERSIONS]
        names = [f"Cairn, CSV to {to}" for to in CONVERSIONS]
        if python:
            code = DUCKDB.format(table=table, out=folder / "duckdb.csv")
            commands.append([python, "-c", code])
            names.append("DuckDB, CSV to csv, 1 thread")
            commands.append([python, "-c", "import duckdb"])
            names.append("Python and DuckDB without a query")
        commands += [
            [cairn, "append", table, *columns.split(), "--out", folder / "appended.csv"]
            for columns in COLUMNS]
        names += [f"Cairn, append {columns}" for columns in COLUMNS]
        found = measure(commands, rounds)
    print(f"\n| {options.count:,} rows of six columns | seconds in code | with the kernel |")
    print("|---|---:|---:|")
    for name, (code, total) in zip(names, found):
        print(f"| {name} | {code:.3f} | {total:.3f} |")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--cairn", required=True, help="the command")
    parser.add_argument("--python", help="a Python with the module duckdb")
    parser.add_argument("--count", type=int, default=400_000)
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--seed", type=int, default=5)
    given = parser.parse_args()
    part(given.cairn, given.python, given)
