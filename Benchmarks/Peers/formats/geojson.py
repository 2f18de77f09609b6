"""The part of compare.py that measures GeoJSON: one feature collection, read by all.

cairn-bench writes the collection and reads it. Each peer reads it in a separate process. The sum of
the coordinates must equal Cairn's.

    geojson.py PEER FILE REPETITIONS    reads the file and prints a line of JSON
"""

import json
import pathlib
import subprocess
import sys

import timing

# The name in the table and the module of each peer.
PEERS = {
    "DuckDB, 1 thread": "duckdb",
    "DuckDB, 2 threads": "duckdb",
    "DuckDB, one feature per line, 1 thread": "duckdb",
    "DuckDB, one feature per line, 2 threads": "duckdb",
    "orjson": "orjson",
    "Python json": "json",
}
NOTES = {
    "DuckDB": "with declared types, into a table of seven columns",
    "orjson": "into dictionaries, columns not counted",
    "Python json": "into dictionaries, columns not counted",
}
GEOMETRY = "STRUCT(type VARCHAR, coordinates DOUBLE[])"
PROPERTIES = "STRUCT(name VARCHAR, country VARCHAR, kind VARCHAR, population BIGINT, capital BOOLEAN)"


def duckdb(file, threads, by_lines):
    import duckdb
    connection = duckdb.connect()
    connection.execute(f"set threads={threads}")
    feature = f"geometry {GEOMETRY}, properties {PROPERTIES}"
    if by_lines:
        source = (f"read_json('{file}', format='newline_delimited', columns={{"
                  f"geometry: '{GEOMETRY}', properties: '{PROPERTIES}'}})")
    else:
        source = ("(select f.geometry as geometry, f.properties as properties from "
                  f"(select unnest(features) f from read_json('{file}', format='unstructured', "
                  "maximum_object_size=2000000000, "
                  f"columns={{features: 'STRUCT({feature})[]'}})))")

    def read():
        connection.execute(
            "create or replace table t as select properties.name n, properties.country c, "
            "properties.kind k, properties.population p, properties.capital o, "
            f"geometry.coordinates[1] x, geometry.coordinates[2] y from {source}")
    return read, lambda _: connection.execute("select count(*), sum(x + y) from t").fetchone()


def dictionaries(loads, file):
    def total(found):
        points = [feature["geometry"]["coordinates"] for feature in found["features"]]
        return len(points), sum(x + y for x, y in points)
    return lambda: loads(file.read_bytes()), total


def measure(name, file, repetitions):
    """Reads the file several times and prints the seconds, places, checksum and memory."""
    file = pathlib.Path(file)
    if name.startswith("DuckDB"):
        by_lines = "line" in name
        read, total = duckdb(file.with_suffix(".ndjson") if by_lines else file,
                             2 if "2 threads" in name else 1, by_lines)
    else:
        module = __import__(PEERS[name])
        read, total = dictionaries(module.loads, file)
    timing.measure(read, total, repetitions)


def environment(work):
    """A Python that has the peers."""
    python = work / "formats-venv" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", work / "formats-venv"], check=True)
    subprocess.run([python, "-m", "pip", "install", "-q", "duckdb==2.0.0", "orjson==3.13.0"], check=True)
    return python


def part(work, bench, options):
    """Measures all readers and prints the table."""
    python = environment(work)
    folder = work / "formats"
    folder.mkdir(exist_ok=True)
    printed = subprocess.run(
        [bench, "formats", "--count", str(options.count), "--shape", options.shape,
         "--seed", str(options.seed), "--repetitions", str(options.repetitions),
         "--filter", "GeoJSON to columns", "--answers", folder, "--format", "jsonl"],
        check=True, capture_output=True, text=True).stdout
    lines = [json.loads(line) for line in printed.splitlines()]
    mine = {line["operation"]: line for line in lines if "operation" in line}
    notes = {line["figure"]: line for line in lines if "figure" in line}
    file = folder / "formats.geojson"
    features = file.read_bytes().split(b"\n")[1:-2]
    file.with_suffix(".ndjson").write_bytes(
        b"".join(line.rstrip(b",") + b"\n" for line in features))
    whole = mine["GeoJSON to columns"]
    key = "minimum_ns" if options.figure == "minimum_ns" else "median_ns"
    rows = [(name, line[key] * options.count / 1e9, None) for name, line in mine.items()]
    cairn = rows[0][1]
    for name in PEERS:
        result = subprocess.run(
            [python, pathlib.Path(__file__), name, file, str(options.repetitions)],
            capture_output=True, text=True)
        if result.returncode != 0:
            print(f"{name}: {result.stderr.strip().splitlines()[-1]}", file=sys.stderr)
            continue
        found = json.loads(result.stdout)
        if found["count"] != options.count or abs(found["sum"] - whole["checksum"]) > 1e-3:
            sys.exit(f"{name} read {found['count']} places, sum {found['sum']}")
        rows.append((name, found["least" if key == "minimum_ns" else "seconds"], found["memory"]))
    print(f"### GeoJSON: {options.count:,} features of one collection, "
          f"{file.stat().st_size / 1e6:.0f} MB\n")
    print("| reader | seconds | multiple of Cairn's | peak memory, MB |")
    print("|---|---:|---:|---:|")
    for name, seconds, memory in rows:
        shown = f"Cairn, {name}" if memory is None else name
        print(f"| {shown} | {seconds:.2f} | {seconds / cairn:.2f} | "
              f"{'' if memory is None else f'{memory:.0f}'} |")
    print()
    for name, line in notes.items():
        if "columns" in name:
            print(f"- Cairn, {name}: {line['value']:.0f} MB")
    for name, note in NOTES.items():
        print(f"- {name}: {note}")
    print("- The sums of all coordinates agree.\n")


if __name__ == "__main__":
    measure(sys.argv[1], sys.argv[2], int(sys.argv[3]))
