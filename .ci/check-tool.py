#!/usr/bin/env python3
"""Runs every command of a built `cairn` as a user's shell does, and looks at how each run ends.

    .ci/check-tool.py path/to/cairn

Exit codes 0 (answered), 64 (command line), 65 (data), 66 (no input) and 74 (output), a closed
pipe that ends a command quietly, colours and progress only on a terminal that wants them. Only
Python's standard library is needed.
"""

import os
import pathlib
import pty
import subprocess
import sys
import tempfile

CAIRN = os.path.abspath(sys.argv[1])
PATIENCE = 60
GOOD = "name,lat,lon\nHotel,48.2,16.4\nGraz,47.1,15.4\nLinz,48.3,14.3\nVienna,48.1,16.2\n"
BAD = 'name,lat,lon\n"Hotel,48.2,16.4\n'


def check(holds, what):
    if not holds:
        sys.exit(f"check-tool: {what}")


def run(*words, output=subprocess.PIPE, **environment):
    done = subprocess.run(
        [CAIRN, *words], stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.PIPE,
        timeout=PATIENCE, env={**os.environ, **environment})
    return done.returncode, done.stdout or b"", done.stderr.decode()


def expect(code, *words, **more):
    found, output, errors = run(*words, **more)
    check(found == code, f"{' '.join(words)}: exit code {found}, not {code}: {errors}")
    check(code == 0 or (not output and errors.startswith("cairn")), f"{words}: {output!r} {errors}")
    return output


def commands():
    """All commands with their options, from what the tool itself tells the shell."""
    script = run("completions", "fish")[1].decode()
    found = {}
    for line in script.splitlines():
        if "__cairn_is" in line and " -l " in line:
            name = line.split('"')[1]
            found.setdefault(name, []).append(line.split(" -l ")[1].split()[0])
    return {name: options for name, options in found.items() if name}


def ends(folder):
    good, bad, none = (str(folder / name) for name in ("good.csv", "bad.csv", "none.csv"))
    pathlib.Path(good).write_text(GOOD)
    pathlib.Path(bad).write_text(BAD)
    index = str(folder / "good.cairn")
    expect(0, "index", "build", good, index)

    names = commands()
    check({"near", "within", "route", "index build", "geohash encode"} <= set(names), names)
    for name, options in names.items():
        words = name.split()
        check(expect(0, *words, "--help").startswith(f"cairn {name} - ".encode()), name)
        check("help" in options, f"{name} has no --help")
        if name != "index query":
            expect(64, *words, "--no-such-option")
            for option in set(options) & {"format", "unit", "kind", "on"}:
                if name != "country" or option != "format":
                    expect(64, *words, f"--{option}", "nonsense")
    for words in [], ["nera"], ["--nope"], ["help", "nera"], ["index"], ["geohash", "x", "y"]:
        expect(64, *words)

    # What each command makes of a file: there, not there, wrong.
    for words in (
            ["near", "Vienna", "--in", "FILE"], ["nearest", "Vienna", "--in", "FILE"],
            ["within", "--country", "AT", "--in", "FILE"], ["route", "FILE"], ["stats", "FILE"],
            ["within", "--along", "FILE", "--width", "5km"], ["route", "--days", "1", "FILE"],
            ["index", "build", "FILE", str(folder / "out.cairn")], ["map", "--in", "FILE"],
            ["convert", "FILE", "--to", "geojson"], ["country", "--append", "FILE"],
            ["geohash", "--append", "FILE"], ["near", "--append", good, "--nearest-of", "FILE"]):
        def with_file(path):
            return [path if word == "FILE" else word for word in words]

        expect(0, *with_file(good))
        expect(66, *with_file(none))
        code, _, errors = run(*with_file(bad))
        check(code == 65 and "line" in errors, f"{words}: {code} {errors}")
    for words in ["info", index], ["query", index, "near", "Vienna"]:
        expect(0, "index", *words)
        expect(65, "index", *[good if word == index else word for word in words])
        expect(66, "index", *[none if word == index else word for word in words])
    return good, index


def outputs(good, index):
    answers = (
        ["--help"], ["near", "Vienna"], ["nearest", "Vienna", "--format", "json"],
        ["within", "--country", "IT"], ["search", "springfield"], ["countries"], ["map"],
        ["country", "Vienna"], ["distance", "Vienna", "Graz"], ["bearing", "Vienna", "Graz"],
        ["destination", "Vienna", "--bearing", "N", "--distance", "1km"], ["route", good],
        ["geohash", "encode", "Vienna"], ["index", "info", index], ["completions", "bash"],
        ["stats", good], ["convert", good, "--to", "geojson"])
    for words in answers:
        if os.path.exists("/dev/full"):
            with open("/dev/full", "wb") as full:
                expect(74, *words, output=full)
        # Nobody reads: the end is quiet.
        reading, writing = os.pipe()
        os.close(reading)
        code, _, errors = run(*words, output=writing)
        os.close(writing)
        quiet = "left out" if words[0] in ("stats", "convert") else "cairn "
        check(code == 0 and quiet not in errors, f"{words} into a closed pipe: {code} {errors}")


def on_terminal(*words, **environment):
    """What a command writes to a terminal of 80 columns."""
    process, screen = pty.fork()
    if process == 0:
        os.environ.update({"TERM": "xterm", "COLUMNS": "80", **environment})
        os.execv(CAIRN, [CAIRN, *words])
    text = b""
    while True:
        try:
            piece = os.read(screen, 1 << 16)
        except OSError:
            break
        if not piece:
            break
        text += piece
    os.close(screen)
    check(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0, f"{words} on a terminal")
    return text


def styles():
    words = ["near", "Vienna", "--limit", "3"]
    check(b"\x1b[" in on_terminal(*words, NO_COLOR=""), "a terminal shows no styles")
    for name, value in ("NO_COLOR", "1"), ("TERM", "dumb"):
        check(b"\x1b" not in on_terminal(*words, **{name: value}), f"{name}={value} shows styles")
    check(b"\x1b" not in run(*words)[1], "a pipe gets styles")


with tempfile.TemporaryDirectory() as scratch:
    outputs(*ends(pathlib.Path(scratch)))
    styles()
if not os.path.exists("/dev/full"):
    print("no full disk, which takes Linux")
    sys.exit(77)
print("every command ends as it should")
