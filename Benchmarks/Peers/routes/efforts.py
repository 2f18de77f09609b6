#!/usr/bin/env python3
"""Measures what each RouteEffort costs and writes the table into the documentation.

Called as `efforts.py [BENCH]`, after `swift build -c release --product cairn-bench`. The processor
times that `cairn-bench routes` prints go into the comment of RouteEffort and into
Documentation/Figures.md, rounded to two digits. Run it on an idle machine.
"""

import datetime
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
COMMENT = ROOT / "Sources/CairnRoutes/Budget/RouteLimit.swift"
FIGURES = ROOT / "Documentation/Figures.md"
BEGIN, END = "<!-- efforts -->", "<!-- end of efforts -->"
COLUMNS = [(kind, effort) for kind in ("route", "schedule") for effort in ("quick", "normal")]


def measured(bench):
    """The milliseconds of each operation, and the machine."""
    times, machine = {}, ""
    for effort in ("quick", "normal"):
        output = subprocess.run(
            [bench, "routes", "--count", "100", "--filter", f"{effort}, ", "--format", "jsonl"],
            capture_output=True, text=True, check=True).stdout
        for line in output.splitlines():
            row = json.loads(line)
            machine = row.get("processor", machine)
            match = re.fullmatch(r"(\w+), (\w+), (\d+) stops", row.get("figure", ""))
            if match:
                times[match[1], match[2], int(match[3])] = row["value"]
    return times, machine


def text(milliseconds):
    """A time with two digits: 4.2 ms, 45 ms, 0.36 s, 10 s."""
    number = float(f"{milliseconds:.2g}")
    return f"{number:g} ms" if number < 100 else f"{number / 1000:g} s"


def table(times):
    yield "| stops | " + " | ".join(f"{kind}, {effort}" for kind, effort in COLUMNS) + " |"
    yield "|---:|" + "---:|" * len(COLUMNS)
    for count in sorted({count for _, _, count in times}):
        cells = [text(times[kind, effort, count]) for kind, effort in COLUMNS]
        yield f"| {count:,} | " + " | ".join(cells) + " |"


def main():
    bench = sys.argv[1] if len(sys.argv) > 1 else str(ROOT / ".build/release/cairn-bench")
    times, machine = measured(bench)
    lines = list(table(times))
    print(*lines, sep="\n")
    source = COMMENT.read_text()
    new = "".join(f"/// {line}\n" for line in lines)
    source, number = re.subn(r"/// \| stops \|.*\n(/// \|.*\n)+", lambda _: new, source)
    if number != 1:
        sys.exit(f"{COMMENT}: expected one table that begins with | stops |")
    figures = FIGURES.read_text()
    before, begin, rest = figures.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        sys.exit(f"{FIGURES}: expected the lines {BEGIN} and {END}")
    today = datetime.date.today().isoformat()
    note = (
        "Processor time of a plan, the mean of three sets: routes between places in clusters with\n"
        "their bounds, and schedules with opening hours on several days (`efforts.py`;\n"
        f"{today}{', ' + machine if machine else ''}).")
    COMMENT.write_text(source)
    FIGURES.write_text(f"{before}{BEGIN}\n{note}\n\n" + "\n".join(lines) + f"\n{END}{after}")


main()
