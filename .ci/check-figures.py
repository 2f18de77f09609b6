#!/usr/bin/env python3
"""Checks that figures in prose are taken from tables, not invented.

    .ci/check-figures.py              the documents that quote measurements
    .ci/check-figures.py --self-test  tests that a wrong figure is found

A figure is a number with a unit of time, memory, length or ratio. In the DOCUMENTS, each must occur as
a number in one of the SOURCES, which scripts write or which describe a committed experiment, or in the
output of a program on the same page. The row of the source and the sentence must have at least two
words or numbers in common, since many numbers occur somewhere by chance. Only Python's standard library
is needed.
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
COMMON = set("""after and are before each for from has have instead into less more not one other others per same take takes
    than that the this time times two was were which with""".split())


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


def words(text):
    """The beginnings of the words, without those that any sentence has, and the numbers."""
    return {word.lower()[:5] for word in re.findall(r"[A-Za-z]{3,}", text)
            if word.lower() not in COMMON} | numbers(text)


def contexts(text):
    """For each number of a source, the words beside it: its row, header and heading, or its paragraph."""
    found, heading, header = {}, "", ""
    lines = text.splitlines()
    for index, line in enumerate(lines):
        if line.startswith("#"):
            heading = line
        if line.startswith("|"):
            header = header or line
            beside = f"{line} {header} {heading}"
        else:
            header = ""
            beside = " ".join([heading, *lines[max(0, index - 2):index + 6]])
        for number in numbers(line):
            found.setdefault(number, []).append(words(beside))
    return found


def missing(text, known):
    """The figures of a document that no source has beside similar words, with their lines."""
    prose, blocks = split(text)
    shown = numbers(blocks)
    lines, heading, header = dict(prose), "", ""
    problems = []
    for number, line in prose:
        if line.startswith("#"):
            heading = line
        header = (header or line) if line.startswith("|") else ""
        near = [number] if line.startswith("|") else range(number - 1, number + 2)
        beside = words(" ".join([heading, header, *(lines.get(each, "") for each in near)]))
        for found in FIGURE.finditer(line):
            for each in filter(None, found.groups()):
                figure = each.replace(",", "")
                if figure not in shown and not any(
                        len((beside & row) - {figure}) > 1 for row in known.get(figure, [])):
                    problems.append((number, found.group(0)))
                    break
    return problems


def self_test():
    known = contexts("# Index\n| count | 279 ns | 2,347 ns (8.41 ×) |\n\n0.56 % of counts within 10 km")
    cases = [
        ("an index counts in 279 ns, not 2347 ns", 0), ("an index counts in 280 ns", 1),
        ("8.41 × as long, counts within 10 km of an index", 0), ("8.5 times as long, count, index", 1),
        ("1.1 to 8.41 times, count, index", 1), ("`12 ms` of code", 0), ("by 0.57 %, count, index", 1),
        ("```text\n77 m\n```\nthat is 77 m", 0), ("in 2026 and 3 modules", 0),
        ("a road takes 279 ns", 1), ("# An index\n\ncounts take 279 ns", 0),
    ]
    for text, expected in cases:
        if len(missing(text, known)) != expected:
            sys.exit(f"figures: the self-test of {text!r} failed: {missing(text, known)}")
    print("figures: self-test passed")


def main():
    if "--self-test" in sys.argv:
        return self_test()
    known = {}
    for name in SOURCES:
        for figure, rows in contexts((ROOT / name).read_text()).items():
            known.setdefault(figure, []).extend(rows)
    problems = [f"{name}:{number}: {figure} is in no table about the same" for name in DOCUMENTS
                for number, figure in missing((ROOT / name).read_text(), known)]
    if problems:
        sys.exit("\n".join(f"figures: {each}" for each in problems))
    print(f"figures: all figures of {len(DOCUMENTS)} documents are in the tables")


main()
