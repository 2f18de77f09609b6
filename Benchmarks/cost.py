#!/usr/bin/env python3
"""Measures what each library product costs: to build, and in the size of a program.

    Benchmarks/cost.py
    Benchmarks/cost.py --write Documentation/Figures.md

Builds a separate package that depends on this one in release, as SwiftPM builds a dependency. It is
a clean build, module by module, to measure the processor time of each (user and system time of all
processes, minus that of a build without changes). The time of a product is the sum of its own
module and the modules that it depends on. Then links a program for each product that makes one call
to it, and reports its stripped size, with the Swift runtime as a shared library. The last row is a
program without any of our modules.

Times are processor seconds, which depend on the machine and its load: compare times of one run.
Everything is kept in .build/cost. Needs only Python's standard library, the toolchain and strip.
"""

import argparse
import datetime
import json
import os
import pathlib
import platform
import resource
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / ".build" / "cost"
BEGIN, END = "<!-- costs -->", "<!-- end of costs -->"

VIENNA = "Coordinate(latitude: 48.21, longitude: 16.37)"
BERLIN = "Coordinate(latitude: 52.52, longitude: 13.4)"
SQUARE = (
    r'{\"type\":\"Feature\",\"properties\":{\"name\":\"a\"},\"geometry\":{\"type\":\"Polygon\",'
    r'\"coordinates\":[[[0,0],[1,0],[1,1],[0,0]]]}}')

# One call for each product: its description and its code.
QUESTIONS = {
    "Cairn": ("a distance", f"print({VIENNA}.distance(to: {BERLIN}))"),
    "CairnGeodesy": ("a distance", f"print({VIENNA}.distance(to: {BERLIN}))"),
    "CairnIndex": (
        "the nearest place",
        f"let places = [{VIENNA}, {BERLIN}]\n"
        "let index = try PlaceIndex(places, coordinate: \\.self)\n"
        "print(index.nearest(to: places[0], count: 1).count)"),
    "CairnGrids": (
        "a grid square",
        'print(try GridReference(parsing: "33UXP0500444996").coordinate.latitude)'),
    "CairnShapes": (
        "a zone",
        f"let zones = ShapeIndex([Cap(center: {VIENNA}, radius: 1_000)])\n"
        f"print(zones.count(containing: {VIENNA}))"),
    "CairnCountries": (
        "a country", f"print(CountryAtlas.world.country(at: {VIENNA})?.alpha2 ?? \"\")"),
    "CairnCountrySearch": (
        "the places of a country",
        f"let places = [{VIENNA}, {BERLIN}]\n"
        "let index = try PlaceIndex(places, coordinate: \\.self)\n"
        "print(index.count(in: .austria))"),
    "CairnCountryFacts": ("a name", 'print(Country("jp")?.name ?? "")'),
    "CairnRegions": (
        "a region", f"print(AdministrativeAtlas.world.area(at: {VIENNA})?.name ?? \"\")"),
    "CairnTimeZones": (
        "a time zone", f"print(TimeZoneAtlas.world.timeZone(at: {VIENNA}) ?? \"\")"),
    "CairnRoutes": (
        "a route",
        f"let places = [{VIENNA}, {BERLIN}]\n"
        "print(try RoutePlanner().plan(places, coordinate: \\.self).length)"),
    "CairnHours": (
        "whether it is open",
        'print(try OpeningHours("Mo-Fr 08:00-18:00").isOpen(at: CivilTime("2026-11-23T12:00")!))'),
    "CairnHolidays": (
        "the holidays of a year", 'print(try PublicHolidays(country: "AT").holidays(in: 2026).count)'),
    "CairnFormats": (
        "a table", 'print(try PlaceTable(csv: Array("lat,lon\\n1,2\\n".utf8)).coordinates.count)'),
    "CairnInflate": (
        "a file", 'print(Decompressor.compression(of: Array("abcd".utf8)))'),
    "CairnFeatures": (
        "regions of GeoJSON", f'print(try TerritoryAtlas(geoJSON: Array("{SQUARE}".utf8)).ids.count)'),
    "CairnPictures": ("a map", 'print(MapPicture(title: "Map").svg().count)'),
    "CairnPlaces": (
        "a city by name", 'print(try Gazetteer.embedded.place(named: "Vienna").coordinate)'),
    "CairnTowns": (
        "a town by name", 'print(try Gazetteer.withTowns.place(named: "Vernazza").coordinate)'),
    "CairnNames": (
        "the Japanese name of a city",
        'print(try Gazetteer.withNames.place(named: "Vienna").name(in: "ja") ?? "")'),
    "CairnRegionNames": (
        "the Japanese name of a region",
        'print(AdministrativeArea(code: "AT-7")?.name(in: "ja") ?? "")'),
    "CairnOSM": ("a category", 'print(OSMCategory("cafe")?.patterns.count ?? 0)'),
    "CairnRoads": ("a profile", "print(RoadProfile.foot.speeds.count)"),
    "CairnBook": (
        "a place of the app by name",
        f"let places = [(\"Vienna\", {VIENNA}), (\"Berlin\", {BERLIN})]\n"
        "let book = try PlaceBook(places, id: \\.0, coordinate: \\.1, fields: [.words(\\.0)])\n"
        "print(book.places(.init(words: \"berl\", limit: 1)).count)"),
    "CairnBookFiles": (
        "places of the app as GPX",
        f"let book = try PlaceBook([{VIENNA}], id: \\.self, coordinate: \\.self, fields: [])\n"
        "print(try book.encoded(as: .gpx) { .init(geometry: .point(.init($0))) }.bytes.count)"),
    "CairnFoundation": (
        "a distance with its unit", f"print({VIENNA}.measuredDistance(to: {BERLIN}))"),
}
# Additional imports of the code, since a product does not re-export its dependencies.
BESIDE = {
    "CairnIndex": ["CairnGeodesy"], "CairnShapes": ["CairnGeodesy"],
    "CairnCountries": ["CairnGeodesy"],
    "CairnGrids": ["CairnGeodesy"], "CairnBook": ["CairnGeodesy"],
    "CairnBookFiles": ["CairnBook", "CairnFormats", "CairnGeodesy"],
    "CairnRegions": ["CairnGeodesy"], "CairnRegionNames": ["CairnRegions"], "CairnTimeZones": ["CairnGeodesy"],
    "CairnRoutes": ["CairnGeodesy"], "CairnFormats": ["CairnGeodesy"],
    "CairnFeatures": ["CairnCountries"],
    "CairnCountrySearch": ["CairnCountryFacts", "CairnGeodesy", "CairnIndex"],
    "CairnPlaces": ["CairnGeodesy", "CairnIndex"],
    "CairnTowns": ["CairnGeodesy", "CairnIndex", "CairnPlaces"],
    "CairnNames": ["CairnGeodesy", "CairnIndex", "CairnPlaces"],
    "CairnFoundation": ["CairnGeodesy", "Foundation"],
}
# MapKit exists only on Apple's platforms, and CairnColumns is for other languages.
WITHOUT_QUESTION = {"CairnColumns", "CairnMapKit"}


def say(text):
    print(text, file=sys.stderr, flush=True)


def output(command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def manifest():
    return json.loads(output(["swift", "package", "--package-path", str(ROOT), "dump-package"]))


def dependencies(package):
    """The direct dependencies of each target within this package."""
    return {
        target["name"]: [
            found[0] for entry in target["dependencies"]
            for found in [entry.get("byName") or entry.get("target")] if found]
        for target in package["targets"]}


def closure(name, below):
    """A module and all its dependencies, dependencies first."""
    found = []
    for other in below.get(name, []):
        found += [module for module in closure(other, below) if module not in found]
    return found + [name]


def write_client(products):
    """Writes a package with a program for each product, and one that uses none."""
    shutil.rmtree(WORK, ignore_errors=True)
    targets = []
    for product in products + [None]:
        name = program(product)
        folder = WORK / "Sources" / name
        folder.mkdir(parents=True)
        modules = [product] + BESIDE.get(product, []) if product else []
        code = QUESTIONS[product][1] if product else "print(1)"
        (folder / "main.swift").write_text(
            "".join(f"import {module}\n" for module in sorted(modules)) + code + "\n")
        needed = [module for module in modules if module != "Foundation"]
        listed = ", ".join(f'.product(name: "{module}", package: "cairn")' for module in needed)
        targets.append(f'    .executableTarget(name: "{name}", dependencies: [{listed}]),\n')
    (WORK / "Package.swift").write_text(
        "// swift-tools-version: 6.2\nimport PackageDescription\n\nlet package = Package(\n"
        '  name: "Cost",\n  platforms: [.macOS(.v15)],\n'
        f'  dependencies: [.package(name: "cairn", path: {json.dumps(str(ROOT))})],\n'
        "  targets: [\n" + "".join(targets) + "  ])\n")


def program(product):
    return f"Ask{product}" if product else "AskNothing"


def build(*what):
    """Builds, and returns the processor time in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ended = subprocess.run(
        ["swift", "build", "--package-path", str(WORK), "-c", "release", *what],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if ended.returncode != 0:
        sys.exit(f"cost: swift build {' '.join(what)}\n{ended.stdout[-4000:]}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def stripped_size(product):
    folder = output(
        ["swift", "build", "--package-path", str(WORK), "-c", "release", "--show-bin-path"])
    copy = WORK / "stripped"
    shutil.copy(pathlib.Path(folder.strip()) / program(product), copy)
    subprocess.run(["strip", str(copy)], check=True)
    size = copy.stat().st_size
    copy.unlink()
    return size


def machine():
    name = platform.processor()
    try:
        for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                name = line.split(":", 1)[1].strip()
                break
    except OSError:
        pass
    swift = output(["swift", "--version"]).splitlines()[0].split("(")[0].strip()
    return (f"{datetime.date.today()}; {name}, {os.cpu_count()} cores, {platform.system()} "
            f"{platform.machine()}; {swift}.")


def megabytes(size):
    return f"{size / 1e6:.2f} MB"


def measure(products):
    below = dependencies(manifest())
    write_client(products)
    modules = []
    for product in products:
        modules += [module for module in closure(product, below) if module not in modules]
    say("planning")
    # Reads the manifests and fills the caches that all builds share; compiles none of our modules.
    build("--target", program(None))
    idle = build("--target", program(None))
    own = {}
    for module in modules:
        own[module] = max(0, build("--target", module) - idle)
        say(f"{module}: {own[module]:.1f} s")
    say("programs")
    build()
    rows = []
    for product in products:
        seconds = sum(own[module] for module in closure(product, below))
        rows.append((product, QUESTIONS[product][0], own[product], seconds, stripped_size(product)))
    return rows, stripped_size(None)


def table(rows, empty):
    lines = [
        machine(), "",
        "| product | its module alone | clean build | the program computes | program size |",
        "|---|---:|---:|---|---:|"]
    lines += [
        f"| `{product}` | {own:.0f} s | {seconds:.0f} s | {question} | {megabytes(size)} |"
        for product, question, own, seconds, size in rows]
    return "\n".join(lines + [f"| none | | | nothing | {megabytes(empty)} |"])


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "products", nargs="*", metavar="PRODUCT", help="the products to measure; all by default")
    parser.add_argument(
        "--write", metavar="FILE",
        help=f"also write the table into a Markdown file, between the lines {BEGIN} and {END}")
    options = parser.parse_args()
    there = [product["name"] for product in manifest()["products"] if "library" in product["type"]]
    # Without this check a product without an entry would be skipped silently.
    if set(there) - WITHOUT_QUESTION != set(QUESTIONS):
        sys.exit(f"cost: QUESTIONS must have each of {', '.join(sorted(there))}")
    if options.write and options.products:
        parser.error("--write needs all products")
    if unknown := set(options.products) - set(QUESTIONS):
        parser.error(f"no question for {', '.join(sorted(unknown))}")
    text = table(*measure(options.products or list(QUESTIONS)))
    print(text)
    if options.write:
        file = pathlib.Path(options.write)
        before, begin, rest = file.read_text().partition(BEGIN)
        _, end, after = rest.partition(END)
        if not begin or not end:
            sys.exit(f"cost: {file} has no lines {BEGIN} and {END}")
        file.write_text(f"{before}{BEGIN}\n{text}\n{END}{after}")


if __name__ == "__main__":
    main()
