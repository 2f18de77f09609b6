#!/usr/bin/env python3
"""Compares CONTRIBUTING.md and .spi.yml with the package.

    .ci/check-layout.py

The tables of CONTRIBUTING.md must have a row for each module of the manifest, below its
dependencies, and for each check, fuzz target, data script and folder of tests and benchmarks; paths
that it names must exist; .spi.yml must document each library, and Benchmarks/cost.py must measure
each or list it as not measured. The hosted jobs must run all tasks of `.ci/nightly`, and the article
about errors must name each public error type. Lines of comments in Swift files have at most 100 characters, apart
from tables and from text without spaces such as addresses; `swift format` does not check comments.
Only Python's standard library is needed.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text()
problems = []


def compare(what, said, there):
    """Reports names that are missing on either side, or named twice."""
    problems.extend(f"{what}: {name} is not listed" for name in sorted(set(there) - set(said)))
    problems.extend(f"{what}: {name} does not exist" for name in sorted(set(said) - set(there)))
    problems.extend(
        f"{what}: {name} is listed twice" for name in sorted(set(said)) if said.count(name) > 1)


def column(title):
    """The names in the first column of the tables whose first header is `title`, in order."""
    found = re.findall(rf"^\| {title} \|.*\n\|[-|]+\|\n((?:\|.*\n)+)", TEXT, re.MULTILINE)
    if not found:
        sys.exit(f"check-layout: CONTRIBUTING.md has no table with the header {title}")
    return [name for rows in found for row in rows.splitlines()
            for name in re.findall(r"`([^`]+)`", row.split("|")[1])]


def manifest():
    return json.loads(subprocess.run(
        ["swift", "package", "dump-package"], cwd=ROOT, check=True, capture_output=True).stdout)


def check_modules(package):
    targets = {target["name"]: [
        name for dependency in target["dependencies"] for name in dependency["byName"][:1]]
        for target in package["targets"] if target["type"] != "test"}
    named = column("module")
    compare("module", named, targets)
    for number, name in enumerate(named):
        for below in targets.get(name, []):
            if below not in named[:number]:
                problems.append(f"module: {name} is above {below}, on which it depends")
    libraries = []
    for product in package["products"]:
        if "library" in product["type"]:
            libraries.append(product["name"])
        elif f"`{product['name']}`" not in TEXT:
            problems.append(f"product: {product['name']} is not listed")
    documented = re.findall(r"^ +- (Cairn\w*)$", (ROOT / ".spi.yml").read_text(), re.MULTILINE)
    compare(".spi.yml", documented, libraries)
    said = re.search(
        r"All but ((?:`\w+`(?:, )?)+), the modules of data and the last four are library\s+products", TEXT)
    data = [name for name in named if name.endswith("Data")]
    private = re.findall(r"\w+", said.group(1)) + data + named[-4:] if said else []
    cost = (ROOT / "Benchmarks" / "cost.py").read_text()
    without = re.search(r"WITHOUT_QUESTION = {(.*?)}", cost, re.DOTALL)
    compare(
        "question of Benchmarks/cost.py",
        re.findall(r'^    "(Cairn\w*)": \(', cost, re.MULTILINE)
        + re.findall(r"\w+", without.group(1) if without else ""), libraries)
    compare("library", [name for name in named if name not in private], libraries)


def tracked(pattern):
    """The files that git tracks or would track, without those made by a build or a tool."""
    return subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", pattern], cwd=ROOT,
        check=True, capture_output=True, text=True).stdout.splitlines()


def check_files():
    compare(
        "script", column("script"),
        [path for path in tracked(".ci") if path.count("/") == 1]
        + [path.split("/")[1] for path in tracked("Data") if path.endswith(".py")])
    compare(
        "fuzz target", column("target"),
        {pathlib.Path(path).name.removesuffix("Fuzzer.swift")
         for path in tracked("Tests/Fuzz") if path.endswith("Fuzzer.swift")})
    folders = {
        name for path in tracked(".") if "/" in path
        for name in [path.split("/")[0], "/".join(path.split("/")[:2])]}
    kept = {name for name in folders if re.fullmatch(r"\.ci|[A-Z]\w+", name)} - {"Benchmarks"}
    kept |= {name for name in folders if re.fullmatch(r"(Tests|Benchmarks)/\w+", name)
             and not name.endswith("Tests") and (ROOT / name).is_dir()} - {"Benchmarks/CairnBench", "Tests/TestSupport"}
    compare("folder", column("folder"), kept)
    for path in re.findall(r"`((?:\.ci|Sources|Tests|Benchmarks|Data)/[\w./+-]+)[^`*]*`", TEXT):
        if not (ROOT / path).exists():
            problems.append(f"path: {path} does not exist")


def check_tasks():
    tasks = subprocess.run(
        [ROOT / ".ci" / "nightly", "--list"], check=True, capture_output=True, text=True).stdout.split()
    hosted = re.search(r"^ *task: \[(.*)\]$", (ROOT / ".github/workflows/ci.yml").read_text(), re.MULTILINE)
    compare("task of ci.yml", hosted.group(1).split(", ") if hosted else [], tasks)


def check_errors():
    types = {
        name for path in tracked("Sources/*.swift") if (ROOT / path).exists()
        for name in re.findall(
            r"^ *public (?:enum|struct) (\w+Error)\b", (ROOT / path).read_text(), re.MULTILINE)}
    article = (ROOT / "Documentation" / "Articles" / "Errors.md").read_text()
    named = re.findall(r"^\|[^|]*\| `(\w+Error)` \|$", article, re.MULTILINE)
    compare("error type of Errors.md", named, types)


def check_comments():
    for path in tracked("*.swift"):
        if "/Generated/" in path or not (ROOT / path).exists():
            continue
        for number, line in enumerate((ROOT / path).read_text().splitlines(), 1):
            if len(line) <= 100 or not (comment := re.match(r" *(?!//+ *\|)//(.*)", line)):
                continue
            if max(map(len, comment[1].split())) <= 60:
                problems.append(f"comment: {path}:{number} has {len(line)} characters")


def main():
    check_modules(manifest())
    check_files()
    check_tasks()
    check_errors()
    check_comments()
    if problems:
        sys.exit("\n".join(f"check-layout: {problem}" for problem in problems))
    print("layout: CONTRIBUTING.md, .spi.yml, ci.yml and Errors.md are complete, and comments fit into 100 columns")


main()
