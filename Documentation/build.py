#!/usr/bin/env python3
"""Builds the reference of all modules and the articles as one static site.

    Documentation/build.py [OUTPUT]         OUTPUT is .build/documentation by default
    python3 -m http.server --directory .build/documentation

Runs the toolchain's `docc` on the comments of the public symbols and on the catalogs
`Sources/*/*.docc`, which show programs of `Snippets`. The articles are plain Markdown, readable
anywhere, and become pages of the module `Cairn`. Warnings are errors. The package is built first, in
debug. The site loads nothing from the network. Only Python's standard library is needed.
"""

import concurrent.futures
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORK = ROOT / ".build" / "documentation.work"
ARTICLES = ROOT / "Documentation"
SYMBOL = re.compile(r"``(\w+)((?:/[^`]*)?)``")
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)#\s]+)(#[^)\s]*)?\)")
KINDS = re.compile(r"^```(\w+)( fragment)?$", re.MULTILINE)


def run(*words, **options):
    return subprocess.run([str(word) for word in words], cwd=ROOT, text=True, **options)


def modules():
    """The library modules with their dependencies, in an order with dependencies first."""
    package = json.loads(run(
        "swift", "package", "dump-package", check=True, stdout=subprocess.PIPE).stdout)
    libraries = {
        product["name"] for product in package["products"] if "library" in product["type"]}
    below = {
        target["name"]: [name for entry in target["dependencies"] for name in entry["byName"][:1]]
        for target in package["targets"]}
    ordered = []

    def visit(name):
        for other in below[name]:
            visit(other)
        if name in libraries and name not in ordered:
            ordered.append(name)

    for name in sorted(libraries):
        visit(name)
    return [(name, [other for other in ordered if other in reach(name, below)])
            for name in ordered]


def reach(name, below):
    found = set(below[name])
    for other in below[name]:
        found |= reach(other, below)
    return found


@functools.cache
def build_folder():
    return run("swift", "build", "--show-bin-path", check=True,
               stdout=subprocess.PIPE).stdout.strip()


@functools.cache
def target():
    return json.loads(run(
        "swiftc", "-print-target-info", check=True, stdout=subprocess.PIPE).stdout)["target"]


def extract_symbols(name):
    folder = WORK / "symbols" / name
    folder.mkdir(parents=True)
    run("swift-symbolgraph-extract", "-module-name", name, "-I", build_folder() + "/Modules",
        "-target", target()["unversionedTriple"], "-output-dir", folder,
        "-minimum-access-level", "public", "-skip-inherited-docs",
        "-emit-extension-block-symbols", check=True)


def extract_snippets(folder):
    """Writes the programs of `Snippets`, described by their first lines, as a symbol graph."""
    symbols = []
    for file in sorted((ROOT / "Snippets").glob("*.swift")):
        lines = file.read_text().splitlines()
        told = [line.removeprefix("//!").strip() for line in lines if line.startswith("//!")]
        symbols.append({
            "accessLevel": "public",
            "identifier": {
                "interfaceLanguage": "swift", "precise": f"$snippet__Cairn.{file.stem}"},
            "kind": {"displayName": "Snippet", "identifier": "snippet"},
            "names": {"title": file.stem},
            "pathComponents": ["Snippets", file.stem],
            "docComment": {"lines": [{"text": line} for line in told]},
            "snippet": {"language": "swift", "lines": lines[len(told) + 1:]},
        })
    (folder / "Cairn-snippets.symbols.json").write_text(json.dumps({
        "metadata": {
            "formatVersion": {"major": 0, "minor": 1, "patch": 0}, "generator": "build.py"},
        "module": {"name": "Cairn", "platform": {}, "isVirtual": True},
        "symbols": symbols, "relationships": [],
    }))


def paths(folder, name):
    """The top-level names that a module declares, and the symbol paths of its extensions."""
    own, extended = set(), set()
    for file in folder.glob("*.json"):
        symbols = json.loads(file.read_text())["symbols"]
        into = extended if "@" in file.name else own
        into |= {"/".join(symbol["pathComponents"]) for symbol in symbols}
    return {path.split("/")[0] for path in own}, extended


def name_modules_in_links(name, below):
    """Prefixes links to symbols of other modules with the module, which the comments omit."""
    tops, extended = paths(WORK / "symbols" / name, name)
    owner = {}
    for other in below:
        for top in paths(WORK / "symbols" / other, other)[0]:
            owner[top] = other

    def link(match):
        first, rest = match.groups()
        if first in below:
            return f"``/{first}{rest}``"
        if first in tops or first not in owner:
            return match.group(0)
        return f"``/{owner[first]}/{first}{rest}``"

    for file in (WORK / "symbols" / name).glob("*.json"):
        graph = json.loads(file.read_text())
        for symbol in graph["symbols"]:
            for line in symbol.get("docComment", {}).get("lines", []):
                line["text"] = SYMBOL.sub(link, line["text"])
        file.write_text(json.dumps(graph))


def article_for_docc(text, names):
    """Converts the links of plain Markdown to the form of DocC."""
    def link(match):
        mark, label, path, _ = match.groups()
        stem = pathlib.Path(path).stem
        if mark:
            return f"![{label}]({pathlib.Path(path).name})"
        if path.endswith(".md") and stem in names:
            return f"<doc:{stem}>"
        return match.group(0) if "://" in path else f"`{path.removeprefix('../')}`"
    return KINDS.sub(r"```\1", LINK.sub(link, text))


def make_catalog(name):
    """Copies the module's catalog; that of `Cairn` also gets the articles and pictures."""
    catalog = WORK / "catalogs" / f"{name}.docc"
    own = ROOT / "Sources" / name / f"{name}.docc"
    if own.exists():
        shutil.copytree(own, catalog)
    else:
        catalog.mkdir(parents=True)
    if name == "Cairn":
        papers = sorted([*ARTICLES.glob("*.md"), *(ARTICLES / "Articles").glob("*.md")])
        names = {paper.stem for paper in papers}
        for paper in papers:
            (catalog / paper.name).write_text(article_for_docc(paper.read_text(), names))
        for picture in (ARTICLES / "Pictures").iterdir():
            shutil.copy(picture, catalog)
    return catalog


def convert(name, below):
    symbols = WORK / "symbols" / name
    name_modules_in_links(name, below)
    extract_snippets(symbols)
    archive = WORK / "archives" / f"{name}.doccarchive"
    words = [
        "docc", "convert", make_catalog(name), "--additional-symbol-graph-dir", symbols,
        "--output-dir", archive, "--fallback-display-name", name,
        "--fallback-bundle-identifier", name, "--fallback-default-module-kind", "Module",
        "--enable-experimental-external-link-support",
    ]
    for other in below:
        words += ["--dependency", WORK / "archives" / f"{other}.doccarchive"]
    done = run(*words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    is_clean = done.returncode == 0 and "warning: " not in done.stdout
    if not is_clean:
        print(done.stdout)
    return archive, is_clean


def main():
    output = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / ".build" / "documentation"
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.rmtree(output, ignore_errors=True)
    (WORK / "archives").mkdir(parents=True)
    if run("swift", "build").returncode:
        sys.exit("documentation: the package does not build")
    found = modules()
    build_folder(), target()
    # The work is done by processes of the toolchain, which the threads wait for.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(extract_symbols, [name for name, _ in found]))
        converted = {}

        def convert_after_dependencies(name, below):
            for other in below:
                converted[other].result()
            return convert(name, below)

        # In the order of `found` no thread waits for a module that has not begun.
        for name, below in found:
            converted[name] = pool.submit(convert_after_dependencies, name, below)
        results = {name: future.result() for name, future in converted.items()}
    archives = [archive for archive, _ in results.values()]
    failed = [name for name, (_, is_clean) in results.items() if not is_clean]
    if failed:
        sys.exit(f"documentation: warnings in {', '.join(failed)}")
    run("docc", "merge", *archives, "--output-path", output,
        "--synthesized-landing-page-name", "Cairn", check=True)
    print(f"documentation: {len(archives)} modules, no warning")


main()
