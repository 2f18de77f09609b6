#!/usr/bin/env python3
"""Checks that figures in prose are taken from tables, not invented.

    .ci/check-figures.py              the documents that quote measurements
    .ci/check-figures.py --self-test  tests that a wrong figure is found

A figure is a number with a unit of time, memory, length or ratio. In the DOCUMENTS, each must occur as
a number in one of the SOURCES, which scripts write or which describe a committed experiment, or in the
output of a program on the same page. Only Python's standard library is needed.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENTS = ["Documentation/Design.md", "Documentation/Compare.md"]
SOURCES = [
    "Documentation/Figures.md", "Documentation/Articles/DifferentAnswers.md", "Data/README.md",
    *(f"Sources/Cairn{name}/README.md" for name in ("Grids", "Hours", "Index", "Shapes")),
]
UNIT = r"(?:ns|µs|ms|s|seconds|minutes|nm|µm|mm|cm|m|km|kB|MB|GB|bytes|%|times|×)"
FIGURE = re.compile(rf"(?<![\w.,⁻])(\d[\d,]*(?:\.\d+)?)(?: to | and |–)?(\d[\d,]*(?:\.\d+)?)?\s?{UNIT}(?!\w)")
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def split(text):
    """The prose of a document, with each line number, and the text of its blocks."""
    prose, blocks, is_block = [], [], False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            is_block = not is_block
        elif is_block:
            blocks.append(line)
        else:
            prose.append((number, re.sub(r"`[^`]*`|\]\([^)]*\)", " ", line)))
    return prose, "\n".join(blocks)


def numbers(text):
    return {match.replace(",", "").rstrip(".") for match in NUMBER.findall(text)}


def missing(text, known):
    """The figures of a document that no source has, with their lines."""
    prose, blocks = split(text)
    known = known | numbers(blocks)
    return [(number, found.group(0)) for number, line in prose for found in FIGURE.finditer(line)
            if any(each and each.replace(",", "") not in known for each in found.groups())]


def self_test():
    known = numbers("| count | 279 ns | 2,347 ns (8.41 ×) |\n0.56 % within 10 km")
    cases = [
        ("takes 279 ns, not 2347 ns", 0), ("takes 280 ns", 1), ("8.41 × as long within 10 km", 0),
        ("8.5 times as long", 1), ("1.1 to 8.41 times", 1), ("`12 ms` of code", 0), ("by 0.57 %", 1),
        ("```text\n77 m\n```\nthat is 77 m", 0), ("in 2026 and 3 modules", 0),
    ]
    for text, expected in cases:
        if len(missing(text, known)) != expected:
            sys.exit(f"figures: the self-test of {text!r} failed: {missing(text, known)}")
    print("figures: self-test passed")


def main():
    if "--self-test" in sys.argv:
        return self_test()
    known = set().union(*(numbers((ROOT / name).read_text()) for name in SOURCES))
    problems = [f"{name}:{number}: {figure} is in no table" for name in DOCUMENTS
                for number, figure in missing((ROOT / name).read_text(), known)]
    if problems:
        sys.exit("\n".join(f"figures: {each}" for each in problems))
    print(f"figures: all figures of {len(DOCUMENTS)} documents are in the tables")


main()
