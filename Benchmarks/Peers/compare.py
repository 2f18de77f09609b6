#!/usr/bin/env python3
"""Measures Cairn and its peers side by side and prints the ratios as a Markdown table.

    Benchmarks/Peers/compare.py --count 1000000 --shape cities
    Benchmarks/Peers/compare.py --size 10000000 --write Sources/CairnIndex/README.md

One run does everything: it installs missing Debian packages and those of PyPI, builds cairn-bench and a
small driver for each peer, generates a set of places and queries, runs Cairn and the peers on it
in turn, compares their answers query by query, and prints the table with date, machine
and versions. Cairn is built as SwiftPM builds a dependency, for the plain target; the peers with
`g++ -O3 -march=native`. The geodesy drivers, which compare the same formula in two languages, are
built with `clang++ -O2` for the plain target.

`--size` measures only the index, at another size, for figures in a separate block. A peer that
would need more memory than `--memory` allows is skipped with a note; its memory is extrapolated
from a run on a twentieth of the places.

Cairn and its peers run in turn, round by round, and a ratio compares times of the same round
(`paired.py`), so that changes in the speed of the machine favor none of them. Everything is kept in
.build/peers. Only Python's standard library is needed.
"""

import argparse
import array
import collections
import contextlib
import datetime
import io
import json
import math
import os
import pathlib
import platform
import shutil
import subprocess
import sys

import paired

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WORK = ROOT / ".build" / "peers"

# By name: source, Debian packages, and compiler arguments after the path of the source.
INDEX_PEERS = {
    "Boost.Geometry": ("boost.cpp", ["libboost-dev"], []),
    "nanoflann": ("nanoflann.cpp", ["libnanoflann-dev"], []),
    "S2": ("s2.cpp", ["libs2-dev"], ["-ls2"]),
    "GEOS": ("geos.cpp", ["libgeos-dev"], ["-lgeos_c"]),
}
# By name: the driver. All get their library from PyPI. H3 is not among them: it has cells, which
# `Benchmarks/Columns/measure.py` compares, and no search over points.
PYTHON_PEERS = {
    "scipy": "scipy_driver.py", "geo-index": "geoindex_driver.py", "DuckDB": "duckdb_driver.py"}
# DuckDB loads only extensions of the same version.
PYTHON_PACKAGES = ["scipy", "geoindex-rs", "duckdb==1.4.4", "duckdb-ext-spatial"]
GEODESY_PACKAGES = ["libgeographiclib-dev"]

# The number of measurements of each operation within a round.
WITHIN_A_ROUND = 3


def marks(options):
    """The lines before and after the figures in the file given by `--write`."""
    name = f"figures at {options.size}" if options.size else "figures"
    name += " of roads" if options.part == "roads" else ""
    return f"<!-- {name} -->", f"<!-- end of {name} -->"


def say(text):
    print(text, file=sys.stderr, flush=True)


def run(command, **options):
    return subprocess.run([str(word) for word in command], check=True, **options)


def output(command):
    return subprocess.run(
        [str(word) for word in command], check=True, capture_output=True, text=True).stdout


def install(packages):
    """Installs the Debian packages that are missing."""
    missing = [
        name for name in packages
        if subprocess.run(["dpkg", "-s", name], capture_output=True).returncode != 0
    ]
    if not missing:
        return
    say(f"installing {' '.join(missing)}")
    become = [] if os.geteuid() == 0 else ["sudo"]
    quiet = {"stdout": subprocess.DEVNULL}
    run([*become, "apt-get", "update", "-qq"], **quiet)
    run([*become, "apt-get", "install", "-y", "-qq", *missing], **quiet)


def peers_python():
    """A Python with the peers of PyPI and matplotlib: this one, or one in a virtual environment."""
    environment = WORK / "venv"
    for python in (sys.executable, environment / "bin" / "python"):
        try:
            output([python, "-c", "import scipy, numpy, matplotlib, geoindex_rs, duckdb_ext"])
            return python
        except (subprocess.CalledProcessError, FileNotFoundError):
            continue
    say(f"installing {' '.join(PYTHON_PACKAGES)}")
    run([sys.executable, "-m", "venv", environment])
    run([
        environment / "bin" / "python", "-m", "pip", "install", "-q", "matplotlib",
        *PYTHON_PACKAGES])
    return environment / "bin" / "python"


def compile_driver(compiler, source, flags, libraries):
    binary = WORK / "bin" / f"{source.parent.name}-{source.stem}"
    newest = max(path.stat().st_mtime for path in [HERE / "set.hpp", *source.parent.iterdir()])
    if not binary.exists() or binary.stat().st_mtime < newest:
        say(f"building {source.name}")
        command = [compiler, *flags, "-std=c++17", "-o", binary, source, *libraries]
        result = subprocess.run(
            [str(word) for word in command], capture_output=True, text=True)
        if result.returncode != 0:
            sys.exit(result.stderr)
    return binary


def lines_of(options, command):
    """Runs a program, and returns its JSON lines and its peak memory in MB."""
    process = subprocess.Popen(
        [*options.launcher.split(), *map(str, command)], stdout=subprocess.PIPE, text=True)
    text = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        say(f"{command[0]} failed with {process.returncode}")
        return [], 0
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")], (
        usage.ru_maxrss / 1024)


def answers(folder, operation):
    path = folder / (operation.replace(" ", "-") + ".f64")
    if not path.exists():
        return None
    values = array.array("d")
    values.frombytes(path.read_bytes())
    if sys.byteorder == "big":
        values.byteswap()
    return list(zip(values[0::2], values[1::2]))


def agreement(folders, operations):
    """Compares each peer's answers with Cairn's, query by query.

    The numbers of hits must be equal; a sum of distances may differ by a micrometer per hit plus
    1e-9 of itself. Returns lines of Markdown, and whether Cairn differs from every peer in some
    operation.
    """
    lines = []
    compared = collections.Counter()
    alone = False
    for operation in operations:
        mine = answers(folders["Cairn"], operation)
        if mine is None:
            continue
        agreeing = disagreeing = 0
        for peer, folder in folders.items():
            theirs = None if peer == "Cairn" else answers(folder, operation)
            if not theirs:
                continue
            differing, most_hits, most_meters = 0, 0.0, 0.0
            for (hits, total), (other_hits, other_total) in zip(mine, theirs):
                gap = abs(total - other_total)
                is_far = not gap <= 1e-6 * max(hits, 1) + 1e-9 * abs(total)
                if hits != other_hits or is_far:
                    differing += 1
                    most_hits = max(most_hits, abs(hits - other_hits))
                    if hits == other_hits:
                        most_meters = max(most_meters, gap)
            compared[peer] += len(theirs)
            if differing:
                disagreeing += 1
                lines.append(
                    f"- **{peer} differs** on {operation}: {differing} of {len(theirs)} queries, "
                    f"by at most {most_hits:.0f} hits; by at most {most_meters:.3g} m in the sum of "
                    "distances if the hits are equal")
            else:
                agreeing += 1
        alone = alone or disagreeing > 0 and agreeing == 0
    counted = ", ".join(f"{peer} {count:,}" for peer, count in compared.items())
    lines.insert(0, f"Answers compared with Cairn's, query by query: {counted}.")
    if len(lines) == 1:
        lines.append("All agree on hits and distances.")
    return "\n".join(lines) + "\n", alone


def versions(packages, python):
    found = []
    for name in packages:
        text = output(["dpkg-query", "-W", "-f", "${Version}", name])
        found.append(f"{name} {text.split('-')[0].split('+')[0]}")
    if python:
        for name in (package.split("=")[0] for package in PYTHON_PACKAGES):
            found.append(f"{name} " + output([
                python, "-c",
                f"import importlib.metadata as found; print(found.version('{name}'))"]).strip())
    return found


def machine():
    model = platform.processor() or platform.machine()
    try:
        for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    return f"{model}, {os.cpu_count()} cores, {platform.system()} {platform.machine()}"


def generate(bench, options, count, queries, set_file):
    run([
        bench, "generate", "--count", count, "--shape", options.shape, "--queries", queries,
        "--seed", options.seed, "--output", set_file])


def fits_in_memory(bench, options, name, command):
    """Whether a peer would stay within the memory limit."""
    share = 20
    if options.count < 100_000 * share:
        return True
    sample = WORK / "sample.set"
    generate(bench, options, options.count // share, 1, sample)
    folder = WORK / "answers" / "sample"
    folder.mkdir(parents=True, exist_ok=True)
    _, megabytes = lines_of(options, [*command, sample, folder, 1, 0.1])
    gigabytes = share * megabytes / 1024
    if gigabytes <= options.memory:
        return True
    print(f"{name} was skipped: it would need about {gigabytes:.0f} GB of memory.\n")
    return False


def index_part(bench, options, python):
    set_file = WORK / "places.set"
    say(f"generating {options.count} {options.shape} places")
    generate(bench, options, options.count, options.queries, set_file)
    folders = {}
    for name in (paired.CAIRN, *INDEX_PEERS, *PYTHON_PEERS):
        folders[name] = WORK / "answers" / name
        shutil.rmtree(folders[name], ignore_errors=True)
        folders[name].mkdir(parents=True)

    print(f"### Index: {options.count:,} {options.shape} places, {options.queries:,} queries\n")
    commands = {
        name: [compile_driver("g++", HERE / "index" / source, ["-O3", "-march=native"], libraries)]
        for name, (source, _, libraries) in INDEX_PEERS.items()
    }
    if python:
        for name, script in PYTHON_PEERS.items():
            commands[name] = [python, HERE / "index" / script]
    commands = {
        name: command for name, command in commands.items()
        if fits_in_memory(bench, options, name, command)}
    programs = {paired.CAIRN: lambda: lines_of(options, [
        bench, "index", "--places", set_file, "--repetitions", WITHIN_A_ROUND, "--format",
        "jsonl", "--answers", folders["Cairn"]])}
    for name, command in commands.items():
        programs[name] = lambda name=name, command=command: lines_of(options, [
            *command, set_file, folders[name], WITHIN_A_ROUND, options.budget])
    runs = paired.rounds(options, programs)
    times = paired.times(options, runs[paired.CAIRN])
    peers = {name: paired.times(options, runs[name]) for name in commands}

    text, alone = agreement(folders, times)
    print(paired.table(times, peers))
    threads = paired.pairs(times.get("build", []), times.get("build, threads: 2", []))
    if threads:
        ratios = [two / one for one, two in threads]
        print(f"On two threads Cairn builds in {paired.median(ratios):.2f} of the time on one "
              f"({paired.range_of(ratios)}).\n")
    print("Numbers in brackets are multiples of Cairn's time in the same round: the median and the "
          "range. In the last column, a value below 1 means that Cairn is faster than the best peer. "
          "The peers get the queries as unit vectors and reuse their buffers; Cairn is called as an "
          "app would call it: it gets degrees and returns a new array. geo-index and "
          "DuckDB have plain boxes in degrees and are called through Python, so their times of boxes "
          "include the call; a query of DuckDB is one of SQL. Edges of GEOS are straight in degrees, "
          "those of the others great circles.\n")
    print(text)
    held = ", ".join(
        f"{name} {max(memory for _, memory in found):,.0f}" for name, found in runs.items())
    print(f"Peak memory of the processes, MB: {held}.\n")
    return alone


def same_sum(operation, mine, theirs, count, digits):
    """Whether sums agree to the given number of digits.

    The sign is ignored, because it depends on the orientation of a ring. If results contain
    bearings, multiples of 360 are ignored too: -90 equals 270.
    """
    gap = min(abs(mine - theirs), abs(mine + theirs))
    if any(word in operation for word in ("inverse", "direct", "position", "bearing")):
        gap = abs(math.remainder(mine - theirs, 360))
    return gap <= max(10.0 ** -digits * abs(mine), 1e-9 * count)


# The operation names of drivers that read text, and the corresponding names of cairn-bench.
PLAIN_NAMES = {
    "consecutive": "sphere distance",
    "one to many": "sphere distances, one to many",
}


def plain_lines(options, binary, set_file):
    """Runs a driver that reads `latitude longitude` lines and prints `name<TAB>ns<TAB>sum`."""
    values = array.array("d")
    values.frombytes(set_file.read_bytes()[24:])
    text_file = set_file.with_suffix(".txt")
    with open(text_file, "w") as file:
        for latitude, longitude in zip(values[0:-2:2], values[1:-2:2]):
            file.write(f"{latitude!r} {longitude!r}\n")
    for line in output([*options.launcher.split(), binary, text_file]).splitlines():
        name, time, total = line.split("\t")
        yield {
            "peer": f"{binary.name.split('-', 1)[1]} in C++", "operation": PLAIN_NAMES[name],
            options.figure: float(time.split()[0]), "checksum": float(total.split()[1])}


def geodesy_part(bench, options):
    sources = sorted((HERE / "geodesy").glob("*.cpp"))
    set_file = WORK / "geodesy.set"
    generate(bench, options, options.count, 1, set_file)

    def peer_lines(binary, is_plain):
        if is_plain:
            return list(plain_lines(options, binary, set_file)), 0
        return lines_of(options, [binary, set_file, WITHIN_A_ROUND])

    programs = {paired.CAIRN: lambda: lines_of(options, [
        bench, "geodesy", "--places", set_file, "--repetitions", WITHIN_A_ROUND, "--format",
        "jsonl"])}
    plain = set()
    for source in sources:
        text = source.read_text()
        libraries = ["-lGeographicLib"] if "<GeographicLib/" in text else []
        binary = compile_driver("clang++", source, ["-O2"], libraries)
        if "set.hpp" not in text:
            plain.add(source.stem)
        programs[source.stem] = lambda binary=binary, is_plain=source.stem in plain: peer_lines(
            binary, is_plain)
    runs = paired.rounds(options, programs)
    times = paired.times(options, runs[paired.CAIRN])
    sums = {
        line["operation"]: line["checksum"] for line in runs[paired.CAIRN][0][0]
        if "operation" in line}
    peers = {}
    differing = []
    for driver, found in runs.items():
        if driver == paired.CAIRN:
            continue
        for peer in dict.fromkeys(line["peer"] for lines, _ in found for line in lines):
            mine = [([line for line in lines if line["peer"] == peer], 0) for lines, _ in found]
            peers[peer] = {
                name: values for name, values in paired.times(options, mine).items()
                if name in times}
            differing += different_sums(
                mine[0][0], sums, options.count, 6 if driver in plain else 12)
    print(f"### Geodesy: pairs of {options.count:,} {options.shape} places\n")
    print(paired.table(times, peers))
    print("".join(differing) or "The sums of all results agree.\n")


def different_sums(lines, sums, count, digits):
    """Describes the operations of a peer whose sums of results differ from Cairn's."""
    for line in lines:
        peer, operation, total = line["peer"], line["operation"], line["checksum"]
        mine = sums.get(operation)
        if mine is None:
            continue
        if total is None:
            yield f"- {peer} returns NaN for some inputs of {operation}\n"
        elif not same_sum(operation, mine, total, count, digits):
            yield (
                f"- **{peer} differs** on {operation}: the sum of its results is {total!r}, "
                f"that of Cairn's {mine!r}\n")


def options_of_the_command_line():
    parser = argparse.ArgumentParser(
        description="Measures Cairn and its peers side by side and prints a Markdown table.")
    parser.add_argument("--count", type=int, default=1_000_000, help="number of places")
    parser.add_argument(
        "--size", type=int,
        help="measure only the index, at this size; --write then uses a separate block")
    parser.add_argument(
        "--memory", type=float, default=20, help="memory limit of a peer, in GB")
    parser.add_argument("--shape", choices=["cities", "uniform", "adversarial"], default="cities")
    parser.add_argument("--queries", type=int, default=10_000, help="number of queries")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--repetitions", type=int, default=5,
        help="number of rounds; in each, every program runs once, in turn")
    parser.add_argument(
        "--budget", type=float, default=4,
        help="seconds that a repetition of one operation may take; beyond that, a peer is timed on "
        "the first part of the queries")
    parser.add_argument(
        "--part",
        choices=[
            "all", "index", "shapes", "geodesy", "countries", "routes", "formats", "filter",
            "everyday", "roads"],
        default="all")
    parser.add_argument("--extract", help="an extract of OpenStreetMap, for --part roads")
    parser.add_argument(
        "--instances", metavar="DIR", type=pathlib.Path,
        help="published sets of cities, for --part routes, as for `cairn-bench routes`")
    parser.add_argument(
        "--tiles", type=int, default=1, help="with N, --part roads also measures N x N copies")
    parser.add_argument(
        "--launcher", default="", help="a command to start each program with, such as 'taskset -c 1'")
    parser.add_argument(
        "--least", dest="figure", action="store_const", const="minimum_ns", default="median_ns",
        help="use the minimum of the times within a round instead of the median: more stable on a "
        "busy machine")
    parser.add_argument(
        "--write", metavar="FILE",
        help="also write the figures into a Markdown file, between the lines <!-- figures --> and "
        "<!-- end of figures -->, with --size N <!-- figures at N --> and <!-- end of figures at "
        "N -->, with --part roads <!-- figures of roads -->; at its end if these lines are missing")
    options = parser.parse_args()
    options.say = say
    if options.size:
        options.count, options.part = options.size, "index"
    return options


def build_cairn():
    say("building cairn-bench")
    build = ["swift", "build", "-c", "release", "--package-path", ROOT]
    run([*build, "--product", "cairn-bench"], stdout=subprocess.DEVNULL)
    return pathlib.Path(output([*build, "--show-bin-path"]).strip()) / "cairn-bench"


def circumstances(options, packages, python):
    """The date, machine and versions of the measurement."""
    kind = "median" if options.figure == "median_ns" else "least"
    date = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")
    swift = output(["swift", "--version"]).splitlines()[0].split("(")[0].strip()
    gcc = output(["g++", "--version"]).splitlines()[0].split(")")[-1].strip()
    return "; ".join([
        f"Median of {options.repetitions} rounds, in each the {kind} of {WITHIN_A_ROUND} "
        f"measurements, {date}", machine(), f"{swift}, g++ {gcc}",
        ", ".join(versions(packages, python) or options.packages)]) + ".\n"


def routes_alone(options):
    """Measures the route planners, which need none of the other parts."""
    sys.path.insert(0, str(HERE / "routes"))
    import routes
    WORK.mkdir(parents=True, exist_ok=True)
    bench = build_cairn()
    run(["swift", "build", "-c", "release", "--package-path", ROOT, "--product", "cairn"],
        stdout=subprocess.DEVNULL)
    routes.part(WORK, bench, bench.parent / "cairn", options)


def roads_alone(options):
    """Measures roads, with engines that need none of the other parts."""
    sys.path.insert(0, str(HERE / "roads"))
    import roads
    if not options.extract:
        sys.exit("--part roads needs --extract FILE, an extract of OpenStreetMap (.osm.pbf)")
    WORK.mkdir(parents=True, exist_ok=True)
    bench = build_cairn()
    options.packages = roads.PACKAGES
    figures = io.StringIO()
    with contextlib.redirect_stdout(figures):
        print(circumstances(options, [], None))
        roads.part(WORK, bench, options)
    publish(options, figures.getvalue())


def formats_alone(options):
    """Measures the file readers."""
    sys.path.insert(0, str(HERE / "formats"))
    import geojson
    import questions
    import rows
    WORK.mkdir(parents=True, exist_ok=True)
    bench = build_cairn()
    python = geojson.environment(WORK)
    rows.part(WORK, bench, python, options)
    geojson.part(WORK, bench, options)
    run(["swift", "build", "-c", "release", "--package-path", ROOT, "--product", "cairn"],
        stdout=subprocess.DEVNULL)
    set_file = WORK / "questions.set"
    generate(bench, options, options.count, 1, set_file)
    questions.part(WORK, bench.parent / "cairn", set_file, python, options)


def everyday_alone(options):
    """Measures the first answers of the command and its conversions."""
    sys.path.insert(0, str(HERE / "formats"))
    import everyday
    import geojson
    WORK.mkdir(parents=True, exist_ok=True)
    build = ["swift", "build", "-c", "release", "--package-path", ROOT, "--product", "cairn"]
    run(build, stdout=subprocess.DEVNULL)
    path = pathlib.Path(output([*build, "--show-bin-path"]).strip()) / "cairn"
    everyday.part(path, geojson.environment(WORK), options)


def filter_alone(options):
    """Measures the command as a filter, which needs none of the other parts."""
    sys.path.insert(0, str(HERE / "filter"))
    import filter as part_of_filter
    WORK.mkdir(parents=True, exist_ok=True)
    bench = build_cairn()
    run(["swift", "build", "-c", "release", "--package-path", ROOT, "--product", "cairn"],
        stdout=subprocess.DEVNULL)
    set_file = WORK / "filter.set"
    generate(bench, options, options.count, 1, set_file)
    part_of_filter.part(WORK, bench.parent / "cairn", set_file, options)


def publish(options, text):
    """Prints the figures, and writes them into the file of `--write`."""
    print(text, end="")
    if not options.write:
        return
    file = pathlib.Path(options.write)
    begin, end = marks(options)
    before, _, rest = file.read_text().partition(begin)
    _, _, after = rest.partition(end)
    file.write_text(f"{before}{begin}\n{text.rstrip()}\n{end}{after or chr(10)}")
    if options.part != "roads" and file.parent.joinpath("Pictures").is_dir():
        run([peers_python(), pathlib.Path(__file__).with_name("charts.py"), file,
             file.parent / "Pictures" / "figures.svg"])


def main():
    options = options_of_the_command_line()
    if options.part == "filter":
        return filter_alone(options)
    if options.part == "everyday":
        return everyday_alone(options)
    if options.part == "routes":
        return routes_alone(options)
    if options.part == "roads":
        return roads_alone(options)
    if options.part == "formats":
        return formats_alone(options)
    for name in ("countries", "shapes"):
        sys.path.insert(0, str(HERE / name))
    import countries
    import shapes
    packages = []
    if options.part in ("all", "index"):
        packages += [name for _, names, _ in INDEX_PEERS.values() for name in names]
    if options.part in ("all", "geodesy"):
        packages += GEODESY_PACKAGES
    if options.part in ("all", "countries"):
        packages += [name for name in countries.PACKAGES if name not in packages]
    if options.part in ("all", "shapes"):
        packages += [name for name in shapes.PACKAGES if name not in packages]
    (WORK / "bin").mkdir(parents=True, exist_ok=True)
    install(["g++", *packages])
    python = peers_python() if options.part in ("all", "index") else None
    bench = build_cairn()

    figures = io.StringIO()
    alone = False
    with contextlib.redirect_stdout(figures):
        print(circumstances(options, packages, python))
        if options.part in ("all", "index"):
            alone = index_part(bench, options, python)
        if options.part in ("all", "shapes"):
            shapes.part(WORK, bench, options)
        if options.part in ("all", "geodesy"):
            geodesy_part(bench, options)
        if options.part in ("all", "countries"):
            countries.part(WORK, bench, options)
    publish(options, figures.getvalue())
    if alone:
        sys.exit("Cairn's answers differ from those of every peer.")


if __name__ == "__main__":
    main()
