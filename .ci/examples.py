#!/usr/bin/env python3
"""Runs every example of Markdown files and compares its output.

    .ci/examples.py README.md
    .ci/examples.py --update README.md    writes the actual output into the file instead
    .ci/examples.py Snippets/*.swift      compares with their lines `// prints …`
    .ci/examples.py --builds=FOLDER FILE  builds in FOLDER instead of `.build`
    .ci/examples.py --debug FILE          starts debug builds of `swift run -c release` commands, too

A ```swift block is a program: all of them become executables of one scratch package that depends
on this one. A ```text block directly after it is its output. In a ```console block each line
after `$ ` is a command, run by bash at the root of the repository; the lines up to the next command
are its output on a terminal, standard error included. If a command must fail, in any part of a
pipe, its last line is `[exit code 64]`; all others must succeed. A line of three dots matches any
number of lines. `swift run NAME` and `swift run -c release NAME` are built once and then started
without SwiftPM's output, and so is `swift run -q --package-path FOLDER NAME`. Other blocks, and ```swift fragment,
are not run. Before each document, the files that documents create in `.build` are removed, so that
no document depends on another. Only Python's standard library is needed.
"""

import difflib
import os
import pathlib
import re
import shlex
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCRATCH = ROOT / ".build" / "examples"
# Shared with the tests, so that modules are not built again: the compiler commands are the same.
BUILDS = ROOT / ".build"
PRINTS = re.compile(r"^ *// prints (.*)$")
FENCE = re.compile(r"^```(\w*)( fragment)?\s*$")
MADE_FILE = re.compile(r"\.build/\w[\w-]*\.\w+\b")
SWIFT_RUN = re.compile(r"\bswift run (-c release |-q --package-path \S+ |)(?!-)(\S+)")
# In seconds, for one command or program.
PATIENCE = 120

MANIFEST = """\
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "Cairn", path: "../..")],
  targets: [
{targets}  ],
  swiftLanguageModes: [.v6]
)
"""

TARGET = """\
    .executableTarget(
      name: "{name}",
      dependencies: [
        .product(name: "Cairn", package: "Cairn"),
        .product(name: "CairnBook", package: "Cairn"),
        .product(name: "CairnBookFiles", package: "Cairn"),
        .product(name: "CairnCountries", package: "Cairn"),
        .product(name: "CairnFeatures", package: "Cairn"),
        .product(name: "CairnFormats", package: "Cairn"),
        .product(name: "CairnFoundation", package: "Cairn"),
        .product(name: "CairnGrids", package: "Cairn"),
        .product(name: "CairnHolidays", package: "Cairn"),
        .product(name: "CairnOSM", package: "Cairn"),
        .product(name: "CairnPictures", package: "Cairn"),
        .product(name: "CairnPlaces", package: "Cairn"),
        .product(name: "CairnRegions", package: "Cairn"),
        .product(name: "CairnRoads", package: "Cairn"),
        .product(name: "CairnRoutes", package: "Cairn"),
        .product(name: "CairnShapes", package: "Cairn"),
        .product(name: "CairnTimeZones", package: "Cairn"),
      ],
      // Without symbols an executable has half of the size, and there are more than a hundred.
      linkerSettings: [.unsafeFlags(["-Xlinker", "-s"])]),
"""


class Block:
    """A fenced block: its file, the line number of its fence, its kind and its lines."""

    def __init__(self, file, line, kind):
        self.file, self.line, self.kind, self.lines = file, line, kind, []
        self.printed = None

    @property
    def text(self):
        return "".join(line + "\n" for line in self.lines)

    @property
    def place(self):
        return f"{self.file}:{self.line}"


def snippet(file):
    """A program with its expected output in comments, as two blocks."""
    program, printed = Block(file, 1, "swift"), Block(file, 1, "text")
    program.lines = pathlib.Path(file).read_text().splitlines()
    printed.lines = [match[1] for match in map(PRINTS.match, program.lines) if match]
    printed.follows = True
    return [program, printed]


def blocks(file):
    """The fenced blocks of a file, each with whether it directly follows the one before."""
    if file.endswith(".swift"):
        return snippet(file)
    found, current, is_adjacent = [], None, True
    for number, line in enumerate(pathlib.Path(file).read_text().splitlines(), 1):
        fence = FENCE.match(line)
        if current is None and fence:
            current = Block(file, number, "" if fence.group(2) else fence.group(1))
            current.follows = is_adjacent and bool(found)
        elif current is not None and line.rstrip() == "```":
            found.append(current)
            current, is_adjacent = None, True
        elif current is not None:
            current.lines.append(line)
        elif line.strip():
            is_adjacent = False
    if current is not None:
        sys.exit(f"{current.place}: the block is not closed")
    return found


def matches(expected, printed):
    """Whether the lines are equal; three dots match any lines."""
    if not expected:
        return not printed
    if expected[0].strip() == "...":
        return any(matches(expected[1:], printed[skip:]) for skip in range(len(printed) + 1))
    return bool(printed) and expected[0] == printed[0] and matches(expected[1:], printed[1:])


def compare(place, expected, printed):
    expected = [line.rstrip() for line in expected]
    while expected and not expected[-1]:
        expected.pop()
    if matches(expected, printed):
        print(f"passed  {place}")
        return True
    print(f"FAILED  {place}")
    for line in difflib.unified_diff(expected, printed, "expected", "printed", lineterm=""):
        print("        " + line)
    return False


def run(command, **options):
    return subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL, **options)


def shown(command):
    """The lines that a terminal shows of a command, and a line with the exit code if it failed."""
    try:
        result = run(command, stderr=subprocess.STDOUT, errors="replace", timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return [f"[no end after {PATIENCE} s]"]
    lines = [line.rstrip() for line in result.stdout.rstrip().splitlines()]
    return lines + ([f"[exit code {result.returncode}]"] if result.returncode else [])


def forget_plan():
    """Removes the build plan: packages share the build folder, but not the plan."""
    for name in ("debug.yaml", "debug/description.json"):
        (BUILDS / name).unlink(missing_ok=True)


def programs(found):
    """Builds all Swift blocks at once and compares their output."""
    swift = [
        (block, found[index + 1:index + 2]) for index, block in enumerate(found)
        if block.kind == "swift"
    ]
    if not swift:
        return []
    names = [f"Example{number}" for number in range(1, len(swift) + 1)]
    for name, (block, _) in zip(names, swift):
        folder = SCRATCH / "Sources" / name
        folder.mkdir(parents=True, exist_ok=True)
        source = folder / "main.swift"
        if not source.exists() or source.read_text() != block.text:
            source.write_text(block.text)
    (SCRATCH / "Package.swift").write_text(
        MANIFEST.format(targets="".join(TARGET.format(name=name) for name in names)))
    forget_plan()
    words = ["swift", "build", "--package-path", SCRATCH, "--scratch-path", BUILDS]
    build = run(words, stderr=subprocess.STDOUT)
    if build.returncode != 0:
        print(build.stdout)
        for name, (block, _) in zip(names, swift):
            print(f"{name} is {block.place}")
        sys.exit("The examples do not build.")
    folder = run([*words, "--show-bin-path"]).stdout.strip()
    results = []
    for name, (block, following) in zip(names, swift):
        printed = shown([os.path.join(folder, name)])
        expected = []
        if following and following[0].kind == "text" and following[0].follows:
            expected = following[0].lines
            following[0].printed = printed
        results.append(compare(block.place, expected, printed))
    return results


def built(options, name, found={}):
    """The path of a product of this package or of a package of examples."""
    if "--debug" in sys.argv:
        options = options.removeprefix("-c release ")
    if (options, name) not in found:
        words = ["swift", "build", *options.removeprefix("-q ").split(), "--product", name]
        if "--package-path" in options:
            # Its dependencies are already built there, for the programs.
            words += ["--scratch-path", BUILDS]
        if "release" not in options:
            forget_plan()
        build = run(words, stderr=subprocess.STDOUT)
        if build.returncode != 0:
            sys.exit(f"{build.stdout}\n{name} does not build.")
        folder = run([*words, "--show-bin-path"]).stdout.strip()
        found[options, name] = os.path.join(folder, name)
    return found[options, name]


def commands(block):
    """Runs the commands of a console block in order."""
    steps = []
    for line in block.lines:
        if line.startswith("$ "):
            steps.append((line[2:], []))
        elif steps:
            steps[-1][1].append(line)
        elif line.strip():
            sys.exit(f"{block.place}: there is no command before {line!r}")
    if not steps:
        sys.exit(f"{block.place}: there is no command in the block")
    results = []
    block.printed = []
    for command, expected in steps:
        actual = SWIFT_RUN.sub(lambda match: shlex.quote(built(*match.groups())), command)
        printed = shown(["bash", "-o", "pipefail", "-c", actual])
        block.printed += ["$ " + command, *printed]
        results.append(compare(f"{block.place}: {command}", expected, printed))
    return results


def forget_files(found):
    """Removes the files in `.build` that commands of any document create or read."""
    for block in found:
        if block.kind == "console":
            for name in MADE_FILE.findall(block.text):
                (ROOT / name).unlink(missing_ok=True)


def update(file, found):
    """Replaces the expected output in the file by the actual output."""
    lines = pathlib.Path(file).read_text().splitlines()
    for block in reversed([block for block in found if block.file == file]):
        if block.printed is not None and "..." not in block.lines:
            lines[block.line:block.line + len(block.lines)] = block.printed
    pathlib.Path(file).write_text("\n".join(lines) + "\n")


def main():
    global BUILDS
    for word in sys.argv[1:]:
        if word.startswith("--builds="):
            BUILDS = ROOT / word.removeprefix("--builds=")
    files = [word for word in sys.argv[1:] if not word.startswith("-")] or ["README.md"]
    os.chdir(ROOT)
    found = [block for file in files for block in blocks(file)]
    results = programs(found)
    document = None
    for block in found:
        if block.kind == "console":
            if block.file != document:
                document = block.file
                forget_files(found)
            results += commands(block)
    forget_plan()
    if "--update" in sys.argv:
        for file in files:
            if file.endswith(".md"):
                update(file, found)
        return
    failed = results.count(False)
    print(f"examples: {len(results) - failed} passed, {failed} failed")
    if failed or not results:
        sys.exit(1)


if __name__ == "__main__":
    main()
