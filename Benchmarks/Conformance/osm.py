#!/usr/bin/env python3
"""Compares the elements that CairnOSM and osmium read from extracts of OpenStreetMap.

    Benchmarks/Conformance/osm.py FILE...             .osm.pbf files
    Benchmarks/Conformance/osm.py --time FILE...      the time for reading them completely

Each file is read by the package `Elements` beside this script and by pyosmium (PyPI `osmium`, which
is installed into .build/conformance/osmium), as it is and converted by pyosmium to .osm and .osm.gz.
The numbers of nodes, ways and relations, the sums of their identifiers and coordinates, and checksums
of all tags, node references and members must be the same. The exit code is 1 if they are not.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import time
import venv
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
OUT = ROOT / ".build" / "conformance"
PYTHON = OUT / "osmium" / "bin" / "python3"


def run(*words, **options):
    return subprocess.run([str(word) for word in words], check=True, **options)


def with_osmium():
    """Starts this script again with a Python that has osmium."""
    try:
        import osmium  # noqa: F401
        return
    except ImportError:
        pass
    if pathlib.Path(sys.executable).absolute() == PYTHON.absolute():
        sys.exit("osm.py: the package osmium cannot be imported")
    if not PYTHON.exists():
        venv.create(OUT / "osmium", with_pip=True)
        run(PYTHON, "-m", "pip", "-q", "install", "osmium")
    os.execv(PYTHON, [str(PYTHON), *sys.argv])


def crc(text):
    return zlib.crc32(text.encode())


def summary(name):
    """The summary that the program `osm-elements` prints, by osmium."""
    import osmium
    counts, ids = {"n": 0, "w": 0, "r": 0}, {"n": 0, "w": 0, "r": 0}
    latitude = longitude = tags = parts = 0
    for entity in osmium.FileProcessor(name):
        kind = entity.type_str()
        counts[kind] += 1
        ids[kind] += entity.id
        if kind == "n":
            latitude += entity.location.y
            longitude += entity.location.x
        elif kind == "w":
            for place, node in enumerate(entity.nodes):
                parts += crc(f"w{entity.id} {place} {node.ref}")
        else:
            for place, member in enumerate(entity.members):
                parts += crc(f"r{entity.id} {place} {member.type}{member.ref} {member.role}")
        for tag in entity.tags:
            tags += crc(f"{kind}{entity.id} {tag.k}={tag.v}")
    lines = [
        f"{word} {counts[kind]} ids {ids[kind]}"
        for kind, word in [("n", "nodes"), ("w", "ways"), ("r", "relations")]]
    return lines + [f"places {latitude} {longitude}", f"tags {tags} parts {parts}"]


def convert(source, target):
    import osmium
    target.unlink(missing_ok=True)
    writer = osmium.SimpleWriter(str(target))
    for entity in osmium.FileProcessor(str(source)):
        writer.add(entity)
    writer.close()


def build():
    """Builds the program that reads the files by CairnOSM, and returns its path."""
    package = pathlib.Path(__file__).resolve().parent / "Elements"
    words = ["swift", "build", "-c", "release", "--package-path", package,
             "--scratch-path", OUT / "elements"]
    run(*words, stdout=sys.stderr)
    folder = run(*words, "--show-bin-path", capture_output=True, text=True).stdout.strip()
    return pathlib.Path(folder) / "osm-elements"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--time", action="store_true")
    parser.add_argument("--program", type=pathlib.Path, help="a built osm-elements")
    options = parser.parse_args()
    with_osmium()
    import osmium
    program = options.program or build()
    if options.time:
        run(program, "--time", *options.files)
        for path in options.files:
            start = time.monotonic()
            count = sum(1 for _ in osmium.FileProcessor(str(path)))
            print(f"{path}: {count} elements, pyosmium: {time.monotonic() - start:.3f} seconds")
        return
    failed = 0
    folder = OUT / "osm"
    folder.mkdir(parents=True, exist_ok=True)
    for path in options.files:
        expected = summary(str(path))
        variants = [path, folder / (path.stem + ".osm"), folder / (path.stem + ".osm.gz")]
        for variant in variants[1:]:
            convert(path, variant)
        for variant in variants:
            output = run(program, variant, capture_output=True, text=True).stdout
            found = [line.removeprefix(f"{variant} ") for line in output.splitlines()]
            print(f"{variant.name}: {'the same' if found == expected else 'DIFFERENT'}: {expected[0]}")
            if found != expected:
                failed = 1
                print(*(f"  {a}   osmium: {b}" for a, b in zip(found, expected)), sep="\n")
    sys.exit(failed)


main()
