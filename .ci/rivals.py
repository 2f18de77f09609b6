#!/usr/bin/env python3
"""Runs the programs of other libraries in Markdown files and compares their output.

    .ci/rivals.py                 the documents that compare Cairn with other libraries
    .ci/rivals.py FILE…           other documents
    .ci/rivals.py --update        writes the actual output into the files

A ```python block, a ```cpp block with a function `main` and a ```redis block are programs; a ```text
block directly after one is its output. Python gets the packages of PACKAGES in an environment of its
own, C++ the Debian packages named in LIBRARIES, and Redis a server without persistence on a socket in
`.build`. Programs whose library is missing are skipped: the exit status is then 77.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import examples  # noqa: E402

ROOT = examples.ROOT
ENVIRONMENT = ROOT / ".build" / "ci" / "rivals"
DOCUMENTS = ["Documentation/Compare.md", "Documentation/Articles/DifferentAnswers.md"]
PACKAGES = [
    "geographiclib==2.1", "pyproj==3.7.2", "shapely==2.2.0", "scipy==1.17.1", "pygeohash==3.5.1",
    "h3==4.5.0", "duckdb==2.0.1", "fast-tsp==0.2.2",
    "opening-hours-py==2.1.4", "numpy==2.4.6",
]
# The text of an include, the header that must exist, and the libraries to link.
LIBRARIES = [
    ("<s2/", "s2/s2point_index.h", ["-ls2"]),
    ("<boost/geometry", "boost/geometry.hpp", []),
    ("<geos_c.h>", "geos_c.h", ["-lgeos_c"]),
    ("<GeographicLib/", "GeographicLib/Geodesic.hpp", ["-lGeographicLib"]),
]


class Missing(Exception):
    """A library or a tool that is not installed."""


def run(words, **options):
    return subprocess.run(
        [str(word) for word in words], cwd=ROOT, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, timeout=examples.PATIENCE, **options)


def python():
    """The interpreter of the environment, which is made once for each list of packages."""
    stamp, wanted = ENVIRONMENT / "packages.txt", "\n".join(PACKAGES)
    if not stamp.exists() or stamp.read_text() != wanted:
        shutil.rmtree(ENVIRONMENT, ignore_errors=True)
        made = subprocess.run([sys.executable, "-m", "venv", ENVIRONMENT])
        pip = made.returncode or subprocess.run(
            [ENVIRONMENT / "bin" / "pip", "-q", "install", *PACKAGES]).returncode
        if pip:
            raise Missing("packages of Python")
        stamp.write_text(wanted)
    return ENVIRONMENT / "bin" / "python"


def run_python(text):
    return run([python(), "-c", text])


def run_cpp(text):
    links = []
    for sign, header, libraries in LIBRARIES:
        if sign in text:
            if not pathlib.Path("/usr/include", header).exists():
                raise Missing(header)
            links += libraries
    if not shutil.which("g++"):
        raise Missing("g++")
    with tempfile.TemporaryDirectory() as folder:
        source, binary = pathlib.Path(folder, "main.cpp"), pathlib.Path(folder, "main")
        source.write_text(text)
        built = run(["g++", "-std=c++17", "-O1", "-w", source, "-o", binary, *links])
        return built if built.returncode else run([binary])


def run_redis(text):
    if not shutil.which("redis-server"):
        raise Missing("redis-server")
    with tempfile.TemporaryDirectory() as folder:
        socket = os.path.join(folder, "socket")
        server = subprocess.Popen(
            ["redis-server", "--port", "0", "--unixsocket", socket, "--save", "", "--dir", folder],
            stdout=subprocess.DEVNULL)
        try:
            for _ in range(100):
                if os.path.exists(socket):
                    break
                time.sleep(0.05)
            return run(["redis-cli", "-s", socket], input=text)
        finally:
            server.terminate()
            server.wait()


RUNNERS = {"python": run_python, "cpp": run_cpp, "redis": run_redis}


def check(block, following):
    """Runs a block and compares its output; returns None if it cannot run."""
    try:
        done = RUNNERS[block.kind](block.text)
    except Missing as missing:
        print(f"skipped {block.place}: {missing} is not installed")
        return None
    except subprocess.TimeoutExpired:
        print(f"FAILED  {block.place}: no end after {examples.PATIENCE} s")
        return False
    printed = [line.rstrip() for line in done.stdout.rstrip().splitlines()]
    if done.returncode:
        printed.append(f"[exit code {done.returncode}]")
    following.printed = printed
    return examples.compare(block.place, following.lines, printed)


def main():
    files = [word for word in sys.argv[1:] if not word.startswith("-")] or DOCUMENTS
    os.chdir(ROOT)
    found = [block for file in files for block in examples.blocks(file)]
    results = []
    for block, following in zip(found, found[1:]):
        is_program = block.kind in ("python", "redis") or (
            block.kind == "cpp" and "int main" in block.text)
        if is_program and following.kind == "text" and following.follows:
            results.append(check(block, following))
    if "--update" in sys.argv:
        for file in files:
            examples.update(file, found)
        return
    failed, skipped = results.count(False), results.count(None)
    print(f"rivals: {len(results) - failed - skipped} passed, {failed} failed, {skipped} skipped")
    if failed or not results:
        sys.exit(1)
    if skipped:
        sys.exit(77)


if __name__ == "__main__":
    main()
