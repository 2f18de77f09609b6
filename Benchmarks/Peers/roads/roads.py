"""The part of compare.py that measures roads, with the same extract and queries for all.

cairn-bench draws positions, trips and tracks, and writes them together with the graphs of its
hierarchies. RoutingKit searches these graphs; OSRM and Valhalla read the extract with their own rules.
All engines come from PyPI, in a virtual environment with Python 3.12 or later.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

import compare
import paired

HERE = pathlib.Path(__file__).resolve().parent
PACKAGES = ["numpy", "pyroutingkit==0.2.1", "osrm-bindings==26.10.0", "pyvalhalla==3.9.1"]
PEERS = ["RoutingKit", "OSRM", "Valhalla"]


def environment(work):
    """A Python that has the engines."""
    python = work / "roads-venv" / "bin" / "python"
    if not python.exists():
        newest = next((found for found in map(shutil.which, [
            "python3.13", "python3.12", "python3.14"]) if found and subprocess.run(
                [found, "--version"], capture_output=True).returncode == 0), None)
        if sys.version_info >= (3, 12):
            newest = sys.executable
        if newest is None:
            sys.exit("the engines for roads need Python 3.12 or later")
        compare.run([newest, "-m", "venv", work / "roads-venv"])
        compare.run([python, "-m", "pip", "install", "-q", *PACKAGES])
    return python


def built(work, python, extract):
    """The folder with the data of OSRM and Valhalla, and the seconds that each step took."""
    # OSRM removes an extension such as .osm.pbf from the whole path.
    folder = work / "roads" / f"{extract.name.split('.')[0]}-{extract.stat().st_size}"
    seconds = {}
    for name, build in {"OSRM": build_osrm, "Valhalla": build_valhalla}.items():
        record = folder / f"{name}.json"
        if not record.exists():
            shutil.rmtree(folder / name, ignore_errors=True)
            taken = build(folder / name, python, extract)
            record.write_text(json.dumps(taken))
        seconds.update(json.loads(record.read_text()))
    return folder, seconds


def timed(title, command, **options):
    """Runs a command, and returns the seconds that it took."""
    compare.say(title)
    start = time.perf_counter()
    compare.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    return time.perf_counter() - start


def build_osrm(folder, python, extract):
    tools = next((python.parent.parent / "lib").glob("python3*")) / "site-packages" / "osrm"
    taken = {}
    for profile in ("foot", "car"):
        data = folder / profile
        data.mkdir(parents=True)
        (data / "x.osm.pbf").symlink_to(extract.resolve())
        lua = tools / "share" / "profiles" / f"{profile}.lua"
        steps = {"extract": ["-p", lua, data / "x.osm.pbf"], "contract": [data / "x.osrm"]}
        for step, arguments in steps.items():
            title = f"OSRM, {profile}: {step}"
            taken[title] = timed(
                title, [tools / "bin" / f"osrm-{step}", "-t", "1", *arguments])
    return taken


def build_valhalla(folder, python, extract):
    folder.mkdir(parents=True)
    configuration = json.loads(compare.output([
        python.parent / "valhalla_build_config", "--mjolnir-tile-dir", folder / "tiles",
        "--mjolnir-concurrency", "1"]))
    for key in ("tile_extract", "traffic_extract"):
        configuration["mjolnir"].pop(key, None)
    configuration["logging"] = {"type": "", "color": False}
    (folder / "configuration.json").write_text(json.dumps(configuration))
    # The script looks for its programs in the search path.
    path = f"{python.parent}{os.pathsep}{os.environ['PATH']}"
    return {"Valhalla: tiles": timed("Valhalla: tiles", [
        python.parent / "valhalla_build_tiles", "-c", folder / "configuration.json", "-j", "1",
        extract], env=dict(os.environ, PATH=path))}


def part(work, bench, options):
    """Runs Cairn and the engines in turn, and prints the table."""
    extract = pathlib.Path(options.extract)
    if not extract.is_file():
        sys.exit(f"there is no extract {extract}")
    python = environment(work)
    data, seconds = built(work, python, extract)
    answers = work / "answers" / "roads"
    shutil.rmtree(answers, ignore_errors=True)
    answers.mkdir(parents=True)
    command = [bench, "roads", "--extract", extract, "--repetitions", compare.WITHIN_A_ROUND,
               "--format", "jsonl", "--answers", answers]
    if options.tiles > 1:
        command += ["--tiles", options.tiles]
        (answers / "tiles.json").write_text(
            json.dumps(f"foot, {options.tiles} x {options.tiles} tiles"))
    programs = {paired.CAIRN: lambda: compare.lines_of(options, command)}
    for name in PEERS:
        folders = [] if name == "RoutingKit" else [data / name]
        programs[name] = lambda name=name, folders=folders: compare.lines_of(options, [
            python, HERE / "engines.py", name, answers, compare.WITHIN_A_ROUND, *folders])
    runs = paired.rounds(options, programs)
    times = paired.times(options, runs[paired.CAIRN])
    peers = {name: paired.times(options, runs[name]) for name in PEERS}

    print(f"### Roads: {extract.name}\n")
    print(paired.table(times, peers))
    print("RoutingKit has the same graphs and weights as Cairn: junctions of walkers, and for cars the "
          "turns between roads. The order includes the contraction. OSRM (contraction hierarchies) and "
          "Valhalla are called through Python, and read the extract by their own rules. A route has its "
          "geometry and its directions, and its ends are snapped.\n")
    for line in runs["RoutingKit"][0][0]:
        if "graph" in line:
            print(f"- {line['graph']}: {line['differing']} of {line['paths']} times of RoutingKit "
                  "differ from Cairn's")
    print()
    print_alone(runs[paired.CAIRN][0][0], times, peers)
    if seconds:
        steps = ", ".join(f"{step} {taken:.1f} s" for step, taken in seconds.items())
        print(f"Preparation by the engines, once: {steps}.\n")
    held = ", ".join(
        f"{name} {max(memory for _, memory in found):,.0f}" for name, found in runs.items())
    print(f"Peak memory of the processes, MB: {held}.\n")


def print_alone(lines, times, peers):
    """Prints the operations that no peer has, and the notes of cairn-bench."""
    compared = {name for found in peers.values() for name in found}
    alone = [
        f"{name} {paired.figure(paired.median(values))}" for name, values in times.items()
        if name not in compared]
    notes = [f"{line['figure']} {line['value']:,.6g} {line['unit']}".rstrip() for line in lines
             if "figure" in line]
    print(f"Cairn alone: {', '.join(alone)}. {'; '.join(notes)}.\n")
