#!/usr/bin/env python3
"""Checks that the tests and files named in Documentation/Promises.md exist.

    .ci/check-promises.py             checks the tables
    .ci/check-promises.py --self-test checks that missing tests are found

A reference between backquotes is a test, `Module/File/function`, or a path of the repository. Each row
needs at least one. Only Python's standard library is needed.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TEST = re.compile(r"(\w+)/(\w+)/(\w+)$")


def problem(reference):
    """Describes what is wrong with a reference; None if it exists."""
    if (ROOT / reference).exists():
        return None
    test = TEST.match(reference)
    if not test:
        return f"{reference} does not exist"
    module, file, function = test.groups()
    path = ROOT / "Tests" / module / f"{file}.swift"
    if not path.exists():
        return f"Tests/{module}/{file}.swift does not exist"
    # The attribute may have arguments of several lines, but no other function follows it first.
    declaration = rf"@Test\b(?:(?!\bfunc\b)[\s\S])*\bfunc {function}\b"
    return None if re.search(declaration, path.read_text()) else f"{path.name} has no test {function}"


def check(text):
    problems, rows = [], 0
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or len(cells) != 2 or cells[0] in ("promise", "---"):
            continue
        rows += 1
        references = re.findall(r"`([^`]+)`", cells[1])
        if not references:
            problems.append(f"no test for: {cells[0]}")
        problems += [each for each in map(problem, references) if each]
    return rows, problems


def self_test():
    rows = [
        ("| a | `CairnIndexTests/QueryTests/packed` |", 0), ("| a | `.ci/run` |", 0), ("| a | none |", 1),
        ("| a | `CairnIndexTests/QueryTests/missing` |", 1), ("| a | `No/File/test` |", 1),
        ("| a | `.ci/missing` |", 1), ("| promise | verified by |", 0),
    ]
    for row, expected in rows:
        if len(check(row)[1]) != expected:
            sys.exit(f"promises: the self-test of {row} failed: {check(row)}")
    print("promises: self-test passed")


def main():
    if "--self-test" in sys.argv:
        return self_test()
    rows, problems = check((ROOT / "Documentation" / "Promises.md").read_text())
    if problems or not rows:
        sys.exit("\n".join(f"promises: {each}" for each in problems) or "promises: no row")
    print(f"promises: {rows} promises, every test and file exists")


main()
