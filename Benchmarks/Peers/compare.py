#!/usr/bin/env python3
"""Measures Cairn and its peers side by side and prints the ratios as a Markdown table.

    Benchmarks/Peers/compare.py --count 1000000 --shape cities
    Benchmarks/Peers/compare.py --size 10000000 --write Sources/CairnIndex/README.md

One run does everything: it installs missing Debian packages and scipy, builds cairn-bench and a
small driver for each peer, generates a set of places and queries, runs Cairn and the peers on it
one after the other, compares their answers query by query, and prints the table with date, machine
and versions. Cairn is built as SwiftPM builds a dependency, for the plain target; the peers with
`g++ -O3 -march=native`. The geodesy drivers, which compare the same formula in two languages, are
built with `clang++ -O2` for the plain target.

`--size` measures only the index, at another size, for figures in a separate block. A peer that
would need more memory than `--memory` allows is skipped with a note; its memory is extrapolated
from a run on a twentieth of the places.

Cairn runs before and after the peers, and the slower median is used, so that changes in the speed
of the machine do not favor it. Everything is kept in .build/peers. Only Python's standard library
is needed.
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
GEODESY_PACKAGES = ["libgeographiclib-dev"]

# The first line of the comment with the minimum and maximum of the repetitions, in ns per operation.
SPREADS = "<!-- least and most of the repetitions, in ns"


def marks(options):
    """The lines before and after the figures in the file given by `--write`."""
    name = f"figures at {options.size}" if options.size else "figures"
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


def scipy_python():
    """A Python that has scipy: this one, or one in a virtual environment."""
    environment = WORK / "venv"
    for python in (sys.executable, environment / "bin" / "python"):
        try:
            output([python, "-c", "import scipy, numpy, matplotlib"])
            return python
        except (subprocess.CalledProcessError, FileNotFoundError):
            continue
    say("installing scipy")
    run([sys.executable, "-m", "venv", environment])
    run([environment / "bin" / "python", "-m", "pip", "install", "-q", "scipy", "matplotlib"])
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


class Time(float):
    """A time in nanoseconds, with the minimum and maximum of the repetitions if known."""

    def __new__(cls, value, least=None, most=None):
        time = super().__new__(cls, value)
        time.least, time.most = least, most
        return time

    @classmethod
    def of(cls, line, options):
        least, most = line.get("minimum_ns"), line.get("maximum_ns")
        # A driver that prints only one figure has no range.
        if least is None or most is None:
            least = most = None
        return cls(line[options.figure], least, most)


def timings(options, lines):
    return {line["operation"]: Time.of(line, options) for line in lines if "operation" in line}


def combined(options, first, second):
    """Combines the times of two runs: the smaller of two minima or the larger of two medians.

    The range covers both runs.
    """
    choose = min if options.figure == "minimum_ns" else max

    def both(time, other):
        chosen = choose(time, other)
        if time.least is None or other.least is None:
            return chosen
        return Time(chosen, min(time.least, other.least), max(time.most, other.most))

    return {name: both(time, second.get(name, time)) for name, time in first.items()}


def figure(nanoseconds):
    if nanoseconds < 10:
        return f"{nanoseconds:.2f} ns"
    if nanoseconds < 10_000:
        return f"{nanoseconds:,.0f} ns"
    if nanoseconds < 10_000_000:
        return f"{nanoseconds / 1e3:,.1f} µs"
    return f"{nanoseconds / 1e6:,.0f} ms"


def digits(nanoseconds):
    return f"{nanoseconds:.0f}" if nanoseconds >= 1_000 else f"{nanoseconds:.4g}"


def table(cairn, peers):
    """A table of operations by libraries; the times of peers have their ratio to Cairn's.

    A comment after it has the minimum and maximum of the repetitions, for `charts.py`.
    """
    rows = [["operation", "Cairn", *peers, "Cairn / best"]]
    spreads = []
    for operation, time in cairn.items():
        row = [operation, figure(time)]
        for peer in peers.values():
            other = peer.get(operation)
            row.append("" if other is None else f"{figure(other)} ({other / time:.2f} ×)")
        best = min((peer[operation] for peer in peers.values() if operation in peer), default=None)
        if best is None:
            continue
        row.append(f"**{time / best:.2f}**")
        rows.append(row)
        ranges = [
            f"{name} {digits(found[operation].least)} {digits(found[operation].most)}"
            for name, found in {"Cairn": cairn, **peers}.items()
            if getattr(found.get(operation), "least", None) is not None]
        spreads.append(" | ".join([operation, *ranges]))
    if len(rows) == 1:
        return "(nothing to compare)\n"
    lines = ["| " + " | ".join(row) + " |" for row in rows]
    lines.insert(1, "|---|" + "---:|" * (len(rows[0]) - 1))
    comment = [SPREADS, *spreads, "-->"]
    return "\n".join([*lines, "", *comment]) + "\n"


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
        found.append("scipy " + output(
            [python, "-c", "import scipy; print(scipy.__version__)"]).strip())
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
    for name in ("Cairn", *INDEX_PEERS, "scipy"):
        folders[name] = WORK / "answers" / name
        shutil.rmtree(folders[name], ignore_errors=True)
        folders[name].mkdir(parents=True)

    def cairn():
        say("running Cairn")
        return lines_of(options, [
            bench, "index", "--places", set_file, "--repetitions", options.repetitions, "--format",
            "jsonl", "--answers", folders["Cairn"]])

    print(f"### Index: {options.count:,} {options.shape} places, {options.queries:,} queries\n")
    commands = {
        name: [compile_driver("g++", HERE / "index" / source, ["-O3", "-march=native"], libraries)]
        for name, (source, _, libraries) in INDEX_PEERS.items()
    }
    if python:
        commands["scipy"] = [python, HERE / "index" / "scipy_driver.py"]
    first, memory = cairn()
    peers, memories = {}, {"Cairn": memory}
    for name, command in commands.items():
        if not fits_in_memory(bench, options, name, command):
            continue
        say(f"running {name}")
        lines, memories[name] = lines_of(options, [
            *command, set_file, folders[name], options.repetitions, options.budget])
        peers[name] = timings(options, lines)
    second, _ = cairn()

    times = combined(options, timings(options, first), timings(options, second))
    text, alone = agreement(folders, times)
    print(table(times, peers))
    one, two = times.get("build"), times.get("build, threads: 2")
    if one and two:
        print(f"On two threads Cairn builds in {figure(two)}, {two / one:.2f} of the time on one.\n")
    print("Numbers in brackets are multiples of Cairn's time. In the last column, a value below 1 "
          "means that Cairn is faster than the best peer. The peers get the queries as unit vectors "
          "and reuse their buffers; Cairn is called as an app would call it: it gets degrees and "
          "returns a new array.\n")
    print(text)
    held = ", ".join(f"{name} {size:,.0f}" for name, size in memories.items())
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

    def cairn():
        say("running Cairn")
        return lines_of(options, [
            bench, "geodesy", "--places", set_file, "--repetitions", options.repetitions,
            "--format", "jsonl"])[0]

    lines = cairn()
    first = timings(options, lines)
    sums = {line["operation"]: line["checksum"] for line in lines if "operation" in line}
    peers = collections.defaultdict(dict)
    differing = []
    for source in sources:
        text = source.read_text()
        libraries = ["-lGeographicLib"] if "<GeographicLib/" in text else []
        binary = compile_driver("clang++", source, ["-O2"], libraries)
        say(f"running {source.name}")
        is_plain = "set.hpp" not in text
        found = (
            plain_lines(options, binary, set_file) if is_plain
            else lines_of(options, [binary, set_file, options.repetitions])[0])
        for line in found:
            peer, operation, total = line["peer"], line["operation"], line["checksum"]
            peers[peer][operation] = Time.of(line, options)
            mine = sums.get(operation)
            if mine is None:
                continue
            if total is None:
                differing.append(f"- {peer} returns NaN for some inputs of {operation}\n")
            elif not same_sum(operation, mine, total, options.count, 6 if is_plain else 12):
                differing.append(
                    f"- **{peer} differs** on {operation}: the sum of its results is {total!r}, "
                    f"that of Cairn's {mine!r}\n")
    times = combined(options, first, timings(options, cairn()))
    for peer in peers.values():
        for operation in [name for name in peer if name not in times]:
            del peer[operation]
    print(f"### Geodesy: pairs of {options.count:,} {options.shape} places\n")
    print(table(times, peers))
    print("".join(differing) or "The sums of all results agree.\n")


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
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument(
        "--budget", type=float, default=4,
        help="seconds that a repetition of one operation may take; beyond that, a peer is timed on "
        "the first part of the queries")
    parser.add_argument(
        "--part",
        choices=[
            "all", "index", "shapes", "geodesy", "countries", "routes", "formats", "filter",
            "everyday"],
        default="all")
    parser.add_argument(
        "--launcher", default="", help="a command to start each program with, such as 'taskset -c 1'")
    parser.add_argument(
        "--least", dest="figure", action="store_const", const="minimum_ns", default="median_ns",
        help="compare minimum times instead of medians: more stable on a busy machine")
    parser.add_argument(
        "--write", metavar="FILE",
        help="also write the figures into a Markdown file, between the lines <!-- figures --> and "
        "<!-- end of figures -->, with --size N <!-- figures at N --> and <!-- end of figures at "
        "N -->; at its end if these lines are missing")
    options = parser.parse_args()
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
    kind = "Median" if options.figure == "median_ns" else "Least"
    date = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d")
    swift = output(["swift", "--version"]).splitlines()[0].split("(")[0].strip()
    gcc = output(["g++", "--version"]).splitlines()[0].split(")")[-1].strip()
    return "; ".join([
        f"{kind} of {options.repetitions} repetitions, {date}", machine(), f"{swift}, g++ {gcc}",
        ", ".join(versions(packages, python))]) + ".\n"


def routes_alone(options):
    """Measures the route planners, which need none of the other parts."""
    sys.path.insert(0, str(HERE / "routes"))
    import routes
    WORK.mkdir(parents=True, exist_ok=True)
    bench = build_cairn()
    run(["swift", "build", "-c", "release", "--package-path", ROOT, "--product", "cairn"],
        stdout=subprocess.DEVNULL)
    routes.part(WORK, bench, bench.parent / "cairn", options)


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


def main():
    options = options_of_the_command_line()
    if options.part == "filter":
        return filter_alone(options)
    if options.part == "everyday":
        return everyday_alone(options)
    if options.part == "routes":
        return routes_alone(options)
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
    python = scipy_python() if options.part in ("all", "index") else None
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
    print(figures.getvalue(), end="")
    if options.write:
        file = pathlib.Path(options.write)
        begin, end = marks(options)
        before, _, rest = file.read_text().partition(begin)
        _, _, after = rest.partition(end)
        file.write_text(
            f"{before}{begin}\n{figures.getvalue().rstrip()}\n{end}{after or chr(10)}")
        if file.parent.joinpath("Pictures").is_dir():
            run([scipy_python(), pathlib.Path(__file__).with_name("charts.py"), file,
                 file.parent / "Pictures" / "figures.svg"])
    if alone:
        sys.exit("Cairn's answers differ from those of every peer.")


if __name__ == "__main__":
    main()
