#!/usr/bin/env python3
"""Measures the lines that the tests cover, by module, and names the functions that no test calls.

    .ci/coverage.py                     all modules; a build of its own of many minutes
    .ci/coverage.py Inflate Grids       only these modules, each by its own tests
    .ci/coverage.py --minimum 90        fails if a module has fewer covered lines, in percent
    .ci/coverage.py --write             writes the rows of the modules into Documentation/Coverage.md

The tests run in debug with the counters of llvm-cov, in a copy of the package in `.build/coverage`, so the
usual build is not replaced. With module names the copy has only them, their tests and what they
depend on. A table goes to the standard output; `.build/coverage/functions.txt` lists the functions that were
not called. Generated sources are left out. Only Python's standard library is needed.
"""

import argparse
import datetime
import json
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / ".build" / "coverage"
PACKAGE = WORK / "package"
DOCUMENT = ROOT / "Documentation" / "Coverage.md"
# The table of a document, and how many functions of a module it names.
HEAD = "| module | lines | covered | files with most uncovered lines | tests | date |\n|---|---:|---:|---|---|---|\n"
NAMED = 8


def copy(modules):
    """Copies the sources, reduced to the tests of the modules."""
    PACKAGE.mkdir(parents=True, exist_ok=True)
    for name in ("Sources", "Tests", "Benchmarks"):
        shutil.rmtree(PACKAGE / name, ignore_errors=True)
        # Times are kept, so that only changed files are compiled again.
        shutil.copytree(ROOT / name, PACKAGE / name, symlinks=True)
    # Some tests read them.
    for name in ("Documentation", "NOTICE"):
        if not (PACKAGE / name).is_symlink():
            (PACKAGE / name).symlink_to(ROOT / name)
    manifest = (ROOT / "Package.swift").read_text()
    if modules:
        wanted = ", ".join(f'"{module}Tests"' for module in modules)
        manifest += (ROOT / ".ci" / "reduce.swift").read_text().replace("WANTED", wanted)
    target = PACKAGE / "Package.swift"
    if not target.exists() or target.read_text() != manifest:
        target.write_text(manifest)


def test():
    words = ["swift", "test", "--package-path", PACKAGE, "--scratch-path", WORK / "build",
             "--enable-code-coverage"]
    done = subprocess.run([str(word) for word in words], stdout=sys.stderr)
    if done.returncode:
        sys.exit("coverage: the tests fail")
    shown = subprocess.run(
        [str(word) for word in [*words, "--show-codecov-path"]], capture_output=True, text=True, check=True)
    return json.loads(pathlib.Path(shown.stdout.strip()).read_text())["data"][0]


def module_of(path):
    match = re.search(r"/Sources/(Cairn\w*)/", path)
    return match.group(1) if match and "/Generated/" not in path else None


def summary(export, modules):
    """The covered and all lines of each module, and its files with most uncovered lines."""
    found = {}
    for file in export["files"]:
        module = module_of(file["filename"])
        if module and (not modules or module in modules):
            lines = file["summary"]["lines"]
            name = file["filename"].split(f"/Sources/{module}/")[1]
            found.setdefault(module, []).append((lines["count"] - lines["covered"], lines["count"], name))
    return found


def uncalled(export, modules):
    """The functions without a call, by module, with their names in Swift."""
    names = {}
    for function in export["functions"]:
        module = module_of(function["filenames"][0]) if function["filenames"] else None
        if module and (not modules or module in modules):
            key = (module, function["name"].split(":")[-1])
            names[key] = names.get(key, 0) + function["count"]
    missing = sorted(key for key, count in names.items() if not count)
    text = "\n".join(name for _, name in missing)
    shown = subprocess.run(
        ["swift", "demangle", "--compact", "--simplified"], input=text, capture_output=True, text=True)
    readable = shown.stdout.splitlines() if shown.returncode == 0 else text.splitlines()
    # The compiler makes separate functions for arguments of operators such as `??` and of assertions.
    return [(module, name) for (module, _), name in zip(missing, readable)
            if not name.startswith("implicit closure")]


def document(rows, uncalled, tests):
    """Replaces the rows of the measured modules, and their lists of functions."""
    text = DOCUMENT.read_text()
    before, _, rest = text.partition(HEAD)
    table, _, lists = rest.partition("\n\n")
    date = datetime.date.today().isoformat()
    lines = {line.split("`")[1]: line for line in table.splitlines()}
    for module, row in rows.items():
        lines[module] = f"{row} {tests} | {date} |"
    heading, _, items = lists.partition("\n- ")
    found = {item.split("`")[1]: "- " + item for item in items.strip().split("\n- ") if "`" in item}
    for module in rows:
        names = [name for other, name in uncalled if other == module
                 and "closure #" not in name and not name.startswith("variable init")]
        found.pop(module, None)
        if names:
            more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
            shown = ", ".join(f"`{name}`" for name in names[:NAMED])
            found[module] = f"- `{module}`: {shown}{more}"
    table = "\n".join(lines[module] for module in sorted(lines))
    items = "\n".join(found[module] for module in sorted(found))
    DOCUMENT.write_text(f"{before}{HEAD}{table}\n\n{heading.strip()}\n\n{items}\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("modules", nargs="*")
    parser.add_argument("--minimum", type=float, default=0)
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    modules = ["Cairn" + name.removeprefix("Cairn") for name in options.modules]
    for module in modules:
        if not (ROOT / "Sources" / module).is_dir():
            sys.exit(f"coverage: there is no module {module}")
    copy(modules)
    export = test()
    low, rows = [], {}
    print("| module | lines | covered | files with most uncovered lines |\n|---|---:|---:|---|")
    for module, files in sorted(summary(export, modules).items()):
        missing, count = sum(file[0] for file in files), sum(file[1] for file in files)
        share = 100 * (count - missing) / count if count else 100
        worst = [f"{name} {lines}" for lines, _, name in sorted(files, reverse=True)[:3] if lines]
        rows[module] = f"| `{module}` | {count:,} | {share:.1f} % | {', '.join(worst)} |"
        print(rows[module])
        if share < options.minimum:
            low.append(f"{module} has {share:.1f} %")
    functions = uncalled(export, modules)
    (WORK / "functions.txt").write_text("".join(f"{module}\t{name}\n" for module, name in functions))
    print(f"\n{len(functions)} functions without a call are listed in .build/coverage/functions.txt")
    if options.write:
        document(rows, functions, "its own" if modules else "all")
    if low:
        sys.exit(f"coverage: below {options.minimum:g} %: {'; '.join(low)}")


main()
