"""The part of compare.py that measures CSV: one table with CRLF and quoted names, read by all.

cairn-bench writes the table and reads it. Each peer reads it in a separate process into columns of
names, latitudes, longitudes, countries, kinds and populations. The sum of the coordinates must equal
Cairn's.

    rows.py PEER FILE REPETITIONS    reads the file and prints a line of JSON
"""

import csv
import json
import pathlib
import subprocess
import sys

import timing

# The operations of Cairn's benchmark, and the table that each of them writes.
TABLES = {
    "CSV to columns": "formats.csv", "CSV to columns, all digits": "formats-digits.csv"}
PEERS = ["DuckDB, 1 thread", "DuckDB, 2 threads", "Python csv"]


def duckdb(file, threads):
    import duckdb
    connection = duckdb.connect()
    connection.execute(f"set threads={threads}")

    def read():
        connection.execute(f"create or replace table t as select * from read_csv('{file}')")
    return read, lambda _: connection.execute(
        "select count(*), sum(latitude + longitude) from t").fetchone()


def python_csv(file):
    def read():
        columns = [], [], [], [], [], []
        with open(file, newline="", encoding="utf-8") as lines:
            rows = csv.reader(lines)
            next(rows)
            for name, latitude, longitude, country, kind, population in rows:
                columns[0].append(name)
                columns[1].append(float(latitude))
                columns[2].append(float(longitude))
                columns[3].append(country)
                columns[4].append(kind)
                columns[5].append(int(population))
        return columns
    return read, lambda columns: (len(columns[0]), sum(columns[1]) + sum(columns[2]))


def measure(name, file, repetitions):
    """Reads the file several times and prints the seconds, places, checksum and memory."""
    read, total = python_csv(file) if name == "Python csv" else duckdb(
        file, 2 if "2 threads" in name else 1)
    timing.measure(read, total, repetitions)


def part(work, bench, python, options):
    """Measures all readers and prints the table."""
    folder = work / "formats"
    folder.mkdir(exist_ok=True)
    key = "minimum_ns" if options.figure == "minimum_ns" else "median_ns"

    def cairn():
        printed = subprocess.run(
            [bench, "formats", "--count", str(options.count), "--shape", options.shape,
             "--seed", str(options.seed), "--repetitions", str(options.repetitions),
             "--filter", "CSV to columns", "--answers", folder, "--format", "jsonl"],
            check=True, capture_output=True, text=True).stdout
        lines = [json.loads(line) for line in printed.splitlines()]
        mine = {line["operation"]: line for line in lines if "operation" in line}
        return mine, {line["figure"]: line["value"] for line in lines if "figure" in line}

    first, notes = cairn()
    found = {}
    for operation, file in TABLES.items():
        for name in PEERS:
            result = subprocess.run(
                [python, pathlib.Path(__file__), name, folder / file, str(options.repetitions)],
                capture_output=True, text=True)
            if result.returncode != 0:
                print(f"{name}: {result.stderr.strip().splitlines()[-1]}", file=sys.stderr)
                continue
            found[operation, name] = json.loads(result.stdout)
            read, total = (found[operation, name][key] for key in ("count", "sum"))
            if read != options.count or abs(total - first[operation]["checksum"]) > 1e-3:
                sys.exit(f"{name} read {read} places, sum {total}")
    second, _ = cairn()
    for operation, file in TABLES.items():
        seconds = max(first[operation][key], second[operation][key]) * options.count / 1e9
        held = notes.get("CSV and columns, most") if file == "formats.csv" else None
        rows = [("Cairn, 1 thread", seconds, held)]
        for name in PEERS:
            if result := found.get((operation, name)):
                least = result["least" if key == "minimum_ns" else "seconds"]
                rows.append((name, least, result["memory"]))
        size = (folder / file).stat().st_size / 1e6
        digits = "six decimals" if file == "formats.csv" else "all digits"
        print(f"### CSV: {options.count:,} rows, {size:.0f} MB, CRLF, quoted names, "
              f"{digits}\n")
        print("| reader | seconds | multiple of Cairn's | peak memory, MB |")
        print("|---|---:|---:|---:|")
        for name, taken, memory in rows:
            held = "" if memory is None else f"{memory:.0f}"
            print(f"| {name} | {taken:.2f} | {taken / seconds:.2f} | {held} |")
        print()
    print("- Cairn's memory includes the bytes of the file, which it reads from memory. The peers read "
          "the file from the system's cache, and the memory of their whole process is counted.")
    print("- DuckDB detects the types and creates a table; Python csv creates six lists.")
    print("- The sums of all coordinates agree.\n")


if __name__ == "__main__":
    measure(sys.argv[1], sys.argv[2], int(sys.argv[3]))
