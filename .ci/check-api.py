#!/usr/bin/env python3
"""Lists the public API in Documentation/API.md, and checks that changes of it have a changelog line.

    .ci/check-api.py                 compares the list with the modules of the debug build
    .ci/check-api.py --write         writes the list
    .ci/check-api.py --base REV      compares with the list of REV; by default with that of the newest
                                     tag `v…`, and before the first tag with the oldest list in git
    .ci/check-api.py --no-build      uses the modules as they were last built
    .ci/check-api.py --self-test     tests the rules of the changelog on small lists

The list is made from the symbol graphs of the toolchain, which takes seconds once the modules are
built. A declaration that was removed or changed must be named in the section `Unreleased` of
CHANGELOG.md, between backquotes; for a new member the name of its type is enough. Names that begin
with an underscore are not public API. Only Python's standard library is needed.
"""

import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "Documentation" / "API.md"
# Conformances that the compiler infers for nearly every type.
INFERRED = {"Copyable", "Escapable", "SendableMetatype", "BitwiseCopyable"}
HEAD = """# Public API

Every public declaration of the libraries, written by `.ci/check-api.py --write`. Names that begin with an
underscore are not listed: they are not public API (see *Public API* in `CONTRIBUTING.md`). Declarations
for Apple's platforms only, such as those of `CairnMapKit`, are missing, because the list is made on
Linux. CI fails if a declaration was removed, changed or added and `CHANGELOG.md` does not name it.
"""


def run(*words):
    done = subprocess.run([str(word) for word in words], cwd=ROOT, text=True, capture_output=True)
    if done.returncode:
        sys.exit(f"api: {' '.join(map(str, words))}: {done.stderr or done.stdout}")
    return done.stdout


def libraries():
    package = json.loads(run("swift", "package", "dump-package"))
    names = [product["name"] for product in package["products"] if "library" in product["type"]]
    return sorted(names)


def graphs(name, bin_path, target):
    """The symbol graphs of a module: its own, and one for each module that it extends."""
    with tempfile.TemporaryDirectory() as folder:
        run("swift-symbolgraph-extract", "-module-name", name, "-I", f"{bin_path}/Modules",
            "-target", target, "-output-dir", folder, "-minimum-access-level", "public",
            "-skip-inherited-docs", "-skip-synthesized-members")
        return [json.loads(path.read_text()) for path in sorted(pathlib.Path(folder).glob("*.json"))]


def constraints(entry):
    """The where clause of an extension or a conformance, without what is always true."""
    signs = {"conformance": ":", "superclass": ":", "sameType": " =="}
    found = [f"{each['lhs']}{signs[each['kind']]} {each['rhs']}" for each in entry
             if each["rhs"] not in INFERRED]
    return f" where {', '.join(sorted(set(found)))}" if found else ""


def declarations(found):
    """Pairs of a path, such as `Coordinate.distance(to:)`, and a declaration of one line."""
    names, lines = {}, set()
    for graph in found:
        for symbol in graph["symbols"]:
            path = ".".join(symbol["pathComponents"])
            if any(part.startswith("_") for part in symbol["pathComponents"]):
                continue
            names[symbol["identifier"]["precise"]] = path
            text = "".join(part["spelling"] for part in symbol["declarationFragments"])
            text = re.sub(r"\s+", " ", text).replace(" : ", ": ")
            if any(each.get("isUnconditionallyDeprecated") for each in symbol.get("availability", [])):
                text = "@available(*, deprecated) " + text
            extension = symbol.get("swiftExtension", {}).get("constraints", [])
            lines.add((path, text + (f"  //{constraints(extension)}" if constraints(extension) else "")))
    for graph in found:
        for relation in graph["relationships"]:
            if relation["kind"] != "conformsTo" or relation["source"] not in names:
                continue
            target = names.get(relation["target"]) or relation.get("targetFallback", "")
            target = target.removeprefix("Swift.")
            if target and target not in INFERRED and not target.split(".")[-1].startswith("_"):
                path = names[relation["source"]]
                last = path.split(".")[-1]
                where = constraints(relation.get("swiftConstraints", []))
                lines.add((path, f"extension {last}: {target}{where}"))
    return lines


def order(pair):
    """Sorts a type before its members, and conformances after the type."""
    path, text = pair
    parts = re.sub(r"\(.*", "", path).split(".")
    return parts, text.startswith("extension "), path, text


def text_of(modules):
    """The list as Markdown; `modules` maps names to pairs of paths and declarations."""
    count = sum(len(lines) for lines in modules.values())
    parts = [HEAD, f"\n{count:,} declarations and conformances in {len(modules)} modules.\n"]
    for name, lines in modules.items():
        parts.append(f"\n## {name}\n\n")
        if not lines:
            parts.append("This module declares nothing on Linux.\n")
            continue
        # Not marked as Swift: it is not a program, and `.ci/examples.py` runs those.
        parts.append("```api\n")
        for path, text in joined(sorted(lines, key=order)):
            parts.append(f"{path} | {text}\n")
        parts.append("```\n")
    return "".join(parts)


def joined(lines):
    """The same pairs with the conformances of a type under the same conditions in one."""
    groups = {}
    for path, text in lines:
        head, colon, rest = text.partition(": ")
        is_conformance = text.startswith("extension ")
        protocol, where, condition = rest.partition(" where ")
        key = (path, head, where + condition) if is_conformance else (path, text, None)
        groups.setdefault(key, []).append(protocol)
    for (path, head, condition), protocols in groups.items():
        if condition is None:
            yield path, head
        else:
            yield path, f"{head}: {', '.join(protocols)}{condition}"


def split(declaration):
    """The declarations that `joined` wrote in one line."""
    if not declaration.startswith("extension "):
        return [declaration]
    head, _, rest = declaration.partition(": ")
    protocols, where, condition = rest.partition(" where ")
    return [f"{head}: {each}{where}{condition}" for each in protocols.split(", ")]


def parse(text):
    """The triples of module, path and declaration of a list."""
    found, module = set(), None
    for line in text.splitlines():
        if line.startswith("## "):
            module = line.removeprefix("## ")
        elif module and " | " in line:
            path, declaration = line.split(" | ", 1)
            found |= {(module, path, each) for each in split(declaration)}
    return found


def unreleased(changelog):
    """The names between backquotes in the section of the next version."""
    sections = re.split(r"^## ", changelog, flags=re.MULTILINE)
    section = next((each for each in sections if each.startswith("Unreleased")), "")
    return set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]+)`", section))))


def unmentioned(before, after, changelog):
    """Describes the changed declarations that the changelog does not name."""
    named, problems = unreleased(changelog), []
    # A signature that moved to another module is still the same to a program with both imports.
    for word, changed, other in [("removed", before - after, after), ("added", after - before, before)]:
        for module, path, declaration in sorted(changed):
            parts = [re.sub(r"\(.*", "", part) for part in re.sub(r"\(.*", "", path).split(".")]
            enough = set(parts[-1:]) if word == "removed" else set(parts)
            if parts[-1] in ("init", "subscript") or declaration.startswith("extension "):
                enough = set(parts)
            if not enough & named:
                problems.append(f"{word} in {module} and not named in CHANGELOG.md: {path} | {declaration}")
    return problems


def base_revision():
    tags = run("git", "tag", "--list", "v*", "--sort=-v:refname", "--merged", "HEAD").split()
    if tags:
        return tags[0]
    first = run("git", "log", "--diff-filter=A", "--format=%H", "--", "Documentation/API.md").split()
    return first[-1] if first else None


def list_of(revision):
    done = subprocess.run(["git", "show", f"{revision}:Documentation/API.md"], cwd=ROOT, text=True,
                          capture_output=True)
    return parse(done.stdout) if done.returncode == 0 else None


def self_test():
    old = {("M", "A", "struct A"), ("M", "A.b", "var b: Int { get }"), ("M", "A.init(_:)", "init(_ x: Int)")}
    cases = [
        (old, old, "", 0),
        (old, old - {("M", "A.b", "var b: Int { get }")}, "", 1),
        (old, old - {("M", "A.b", "var b: Int { get }")}, "`A.b` is removed", 0),
        (old, old - {("M", "A.b", "var b: Int { get }")}, "b is removed from `A`", 1),
        (old, old - {("M", "A.init(_:)", "init(_ x: Int)")}, "the initializer of `A`", 0),
        (old, old | {("M", "A.c", "var c: Int { get }")}, "`A` has c", 0),
        (old, old | {("M", "C", "struct C")}, "`A` is faster", 1),
        (old, old | {("M", "C", "struct C")}, "`C` is new", 0),
        (old, old | {("M", "A", "extension A: Hashable")}, "", 1),
        (old, old | {("M", "A", "extension A: Hashable")}, "`A` is `Hashable`", 0),
    ]
    for number, (before, after, line, expected) in enumerate(cases):
        changelog = f"# Changelog\n\n## Unreleased\n\n- {line}\n\n## 0.9\n\n- `A.b`, `C`, `A.c`\n"
        found = unmentioned(before, after, changelog)
        if len(found) != expected:
            sys.exit(f"api: self-test {number} failed: {found}")
    old |= {("M", "A", f"extension A: {each}") for each in ("Equatable", "P<Int>", "Error where B: C")}
    listed = text_of({"M": {(path, text) for _, path, text in old}})
    if parse(listed) != old:
        sys.exit("api: the list is not read as it was written")
    print("api: self-test passed")


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--no-build", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--base")
    return parser.parse_args()


def main():
    options = arguments()
    if options.self_test:
        return self_test()
    if not options.no_build:
        run("swift", "build")
    bin_path = run("swift", "build", "--show-bin-path").strip()
    target = json.loads(run("swiftc", "-print-target-info"))["target"]["unversionedTriple"]
    text = text_of({name: declarations(graphs(name, bin_path, target)) for name in libraries()})
    if options.write:
        LIST.write_text(text)
    elif not LIST.exists() or LIST.read_text() != text:
        changes = sorted(parse(text) ^ parse(LIST.read_text() if LIST.exists() else ""))
        shown = "".join(f"\n  {module}: {path} | {each}" for module, path, each in changes[:20])
        sys.exit(f"api: {len(changes)} differences from Documentation/API.md; run .ci/check-api.py "
                 f"--write{shown}")
    revision = options.base or base_revision()
    before = list_of(revision) if revision else None
    if before is None:
        print(f"api: no earlier list to compare with; {len(parse(text)):,} entries")
        return
    problems = unmentioned(before, parse(text), (ROOT / "CHANGELOG.md").read_text())
    if problems:
        sys.exit("\n".join(f"api: {problem}" for problem in problems))
    print(f"api: {len(parse(text)):,} entries; all changes since {revision[:12]} are in CHANGELOG.md")


main()
