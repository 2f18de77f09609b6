"""The part of compare.py that measures filters appending a column to a table, with one thread.

All commands read the same file and write to the null device. Only Cairn finds countries and
geohashes; the peers append much simpler values, as a baseline for reading and writing rows.
"""

import array
import os
import statistics
import subprocess
import sys

from measured import timed

NAMES = ["Cafe Mozart", "Main Square", "St. Mary's", "Hotel Bristol", "Old Mill", "North Gate 7"]
AWK = '{ print $0 "," (NR == 1 ? "cell" : int($3) ":" int($4)) }'
DUCKDB = """
import duckdb, sys
duckdb.execute("SET threads = 1")
duckdb.execute(f\"\"\"COPY (SELECT *, latitude::INT || ':' || longitude::INT AS cell
  FROM read_csv('{sys.argv[1]}')) TO '/dev/stdout' (HEADER)\"\"\")
"""


def write_tables(work, set_file, count):
    """Writes tables with rows of about 55 bytes: plain, with quotes and CRLF, and with all digits of
    the coordinates, as pandas, Spark and Python write them."""
    tables = {
        "plain": work / "filter.csv", "quoted, CRLF": work / "filter-quoted.csv",
        "16 digits": work / "filter-digits.csv"}
    # In a child process: memory of this process would be counted for the processes that it starts.
    writer = os.fork()
    if writer:
        _, status = os.waitpid(writer, 0)
        if status:
            sys.exit("the tables cannot be written")
        return tables
    values = array.array("d")
    values.frombytes(set_file.read_bytes()[24:])
    if sys.byteorder == "big":
        values.byteswap()
    for kind, path in tables.items():
        form = {
            "plain": "{},{},{:.5f},{:.5f},cafe,{}\n",
            "quoted, CRLF": '{},"{}",{:.5f},{:.5f},"cafe",{}\r\n',
            "16 digits": "{},{},{!r},{!r},cafe,{}\n"}[kind]
        header = "id,name,latitude,longitude,category,population\n"
        with open(path, "w", newline="") as file:
            file.write(header.replace("\n", "\r\n") if "\r" in form else header)
            for row in range(count):
                file.write(form.format(
                    1_000_000 + row, NAMES[row % 6], values[2 * row], values[2 * row + 1],
                    row * 7919 % 1_000_000))
    os._exit(0)


def environment(work):
    """A Python that has DuckDB."""
    python = work / "filter-venv" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", work / "filter-venv"], check=True)
        subprocess.run([python, "-m", "pip", "install", "-q", "duckdb==2.0.0"], check=True)
    return python


def lines_of(command):
    """The number of lines that a command prints."""
    with subprocess.Popen(
            [str(word) for word in command], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL) as process:
        return sum(piece.count(b"\n") for piece in iter(lambda: process.stdout.read(1 << 16), b""))


def part(work, cairn, set_file, options):
    """Prints the table."""
    python = environment(work)
    tables = write_tables(work, set_file, options.count)
    script = work / "filter_duckdb.py"
    script.write_text(DUCKDB)
    print(f"### Filter: a column appended to {options.count:,} rows\n")
    print("| command | table | lines per second | per processor second | peak memory, MB |")
    print("|---|---|---:|---:|---:|")
    for kind, path in tables.items():
        commands = {
            "cairn geohash --append": [cairn, "geohash", "--append", path, "--precision", "7"],
            "cairn country --append": [cairn, "country", "--append", path],
            "cairn append, both": [cairn, "append", "--geohash", "7", "--country", path],
            "awk, two integers": ["awk", "-F,", AWK, path],
            "DuckDB, two integers": [python, script, path],
            "wc -l": ["wc", "-l", path],
        }
        for name, command in commands.items():
            if name.startswith("cairn") and lines_of(command) != options.count + 1:
                sys.exit(f"{name} does not print one line for each input line")
        runs = {name: [] for name in commands}
        for _ in range(max(options.repetitions, 3)):
            for name, command in commands.items():
                if result := timed(command):
                    runs[name].append(result)
        for name, results in runs.items():
            if not results:
                continue
            clock, processor, held = (statistics.median(column) for column in zip(*results))
            print(f"| {name} | {kind} | {options.count / clock / 1e6:.1f} M | "
                  f"{options.count / max(processor, 1e-3) / 1e6:.1f} M | {held:,.0f} |")
    size = tables["plain"].stat().st_size / options.count
    print(f"\nRows of {size:.0f} bytes at {options.shape} places, from a file to the null device, "
          "including the start of the process and the preparation of the countries; one thread. "
          "The peers only append two integers.\n")
