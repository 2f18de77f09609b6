"""The part of compare.py that measures queries of a table: each is one run of the tool, which reads
the file and keeps only the data that the answer needs.

Cairn, DuckDB and awk run the same query on the same file one after the other, each with one thread,
and write to the null device. The numbers of hits of Cairn and DuckDB must be equal.
"""

import os
import pathlib
import statistics
import subprocess
import sys

HEADER = "id,name,latitude,longitude,category,population"
KINDS = ["cafe", "hotel", "museum", "shop", "school", "station"]
# South, west, north and east; a center.
BOX = 40, -10, 60, 30
CENTER = 48.2, 16.4

IN_BOX = "latitude between {} and {} and longitude between {} and {}".format(
    BOX[0], BOX[2], BOX[1], BOX[3])
DISTANCE = ("2 * asin(sqrt(sin(radians(latitude - {0}) / 2) ^ 2 + cos(radians({0})) * "
            "cos(radians(latitude)) * sin(radians(longitude - {1}) / 2) ^ 2))").format(*CENTER)
JSON = ("""'{"type":"Feature","geometry":{"type":"Point","coordinates":[' || longitude || ',' || """
        """latitude || ']},"properties":' || to_json({id: id, name: name, category: category, """
        """population: population})::varchar || '}'""")
AWK_IN_BOX = "$3 >= {} && $3 <= {} && $4 >= {} && $4 <= {}".format(
    BOX[0], BOX[2], BOX[1], BOX[3])


def questions(cairn, python, table, folder):
    """The queries, with a command of each program; None if a program does not support the query."""
    def duckdb(query):
        return [python, pathlib.Path(__file__), "duckdb", query.format(f"read_csv('{table}')")]

    box = ",".join(str(number) for number in BOX)
    center = ",".join(str(number) for number in CENTER)
    return {
        "`within --box`, counted": (
            [cairn, "within", "--box", box, "--count", "--in", table],
            duckdb(f"select count(*) from {{}} where {IN_BOX}"),
            ["awk", "-F,", f"{AWK_IN_BOX} {{ n++ }} END {{ print n }}", table]),
        "`within --box`, listed": (
            [cairn, "within", "--box", box, "--format", "csv", "--in", table],
            duckdb(f"copy (select * from {{}} where {IN_BOX}) to '/dev/stdout' (header)"),
            ["awk", "-F,", f"NR == 1 || {AWK_IN_BOX}", table]),
        "`near --limit 10`": (
            [cairn, "near", center, "--limit", "10", "--format", "csv", "--in", table],
            duckdb(f"copy (select * from {{}} order by {DISTANCE} limit 10) "
                   "to '/dev/stdout' (header)"),
            None),
        "`stats`": ([cairn, "stats", table, "--format", "csv"], duckdb("summarize from {}"), None),
        "`convert` to GeoJSONSeq": (
            [cairn, "convert", table, "--to", "geojsonseq"],
            duckdb(f"copy (select {JSON} from {{}}) to '/dev/stdout' (header false, quote '', "
                   "delimiter '\\t')"),
            None),
        "`index build`": ([cairn, "index", "build", table, folder / "questions.cairn"], None, None),
    }


def printed(command):
    return subprocess.run(
        [str(word) for word in command], check=True, capture_output=True, text=True).stdout


def write_table(path, set_file, count):
    """Writes rows of about 60 bytes, in a child process: memory of this process would be counted for
    the processes that it starts."""
    import array
    writer = os.fork()
    if writer:
        _, status = os.waitpid(writer, 0)
        if status:
            sys.exit("the table cannot be written")
        return
    values = array.array("d")
    values.frombytes(set_file.read_bytes()[24:])
    if sys.byteorder == "big":
        values.byteswap()
    with open(path, "w") as file:
        file.write(HEADER + "\n")
        for row in range(count):
            file.write(
                f"{row},Place {row * 7919 % count},{values[2 * row]:.6f},{values[2 * row + 1]:.6f},"
                f"{KINDS[row % 6]},{row * 7919 % 1_000_000}\n")
    os._exit(0)


def part(work, cairn, set_file, python, options):
    """Runs all queries and prints the table."""
    from measured import timed
    folder = work / "formats"
    folder.mkdir(exist_ok=True)
    table = folder / "questions.csv"
    write_table(table, set_file, options.count)
    asked = questions(cairn, python, table, folder)
    mine, others, _ = asked["`within --box`, counted"]
    if printed(mine).split() != printed(others).split():
        sys.exit(f"{printed(mine)} places in the box, not {printed(others)}")
    size = table.stat().st_size / 1e6
    print(f"### Queries of a table of {options.count:,} rows, {size:.0f} MB\n")
    print("| query | Cairn, s | MB | DuckDB, s | MB | awk, s | Cairn / DuckDB |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for name, commands in asked.items():
        runs = [[] for _ in commands]
        for _ in range(max(options.repetitions, 3)):
            for results, command in zip(runs, commands):
                if command:
                    results.append(timed(command) or sys.exit(f"{command} fails"))
        cells, seconds = [], []
        for number, results in enumerate(runs):
            taken = statistics.median(run[0] for run in results) if results else None
            held = statistics.median(run[2] for run in results) if results else None
            seconds.append(taken)
            cells.append("" if taken is None else f"{taken:.2f}")
            if number < 2:
                cells.append("" if held is None else f"{held:.0f}")
        ratio = "" if seconds[1] is None else f"{seconds[0] / seconds[1]:.2f}"
        print(f"| {name} | {' | '.join(cells)} | {ratio} |")
    print("\nOne thread each, `index build` four; whole processes, from a file in the system's cache "
          "to the null device. `stats` also finds the countries, DuckDB's `summarize` does not.\n")


if __name__ == "__main__":
    import duckdb
    duckdb.execute("set threads = 1")
    answer = duckdb.execute(sys.argv[2])
    for row in answer.fetchall() if not sys.argv[2].startswith("copy") else []:
        print(*row, sep=",")
