#!/usr/bin/env python3
"""Draws the places of OurAirports whose region differs, with an older revision and with the present.

    python3 Benchmarks/Accuracy/draw_disagreements.py REVISION    # such as HEAD~3

Writes Documentation/Pictures/disagreements.svg: the older map above the present one, each with a dot
at every place that `iso_regions.py` counts as wrong. The number of dots is in each title.
"""

import subprocess
import sys

from iso_regions import BOUNDARIES, REGIONS, ROOT, compare, literal

from arc_encoding import decode_arcs  # noqa: E402
from country_boundaries import UNITS  # noqa: E402
from region_sources import read_countries  # noqa: E402

PICTURE = ROOT / "Documentation" / "Pictures" / "disagreements.svg"
SOUTH, NORTH, WIDTH, TITLE = -58, 78, 1000, 24
SCALE = WIDTH / 360
HEIGHT = round((NORTH - SOUTH) * SCALE) + TITLE


def at(path, revision):
    """The text of a generated file, of a revision or as it is."""
    if revision is None:
        return literal(path)
    raw = subprocess.run(["git", "show", f"{revision}:{path.relative_to(ROOT)}"], cwd=ROOT,
                         check=True, capture_output=True).stdout.decode("utf-8")
    return raw.split('#"""\n')[1].split('\n"""#')[0]


def project(x, y):
    return f"{(x + 180) * SCALE:.1f} {(NORTH - y) * SCALE + TITLE:.1f}"


def coasts(arcs, codes):
    """The lines of countries as one path, without details below a pixel."""
    text = []
    for points, left, right in arcs:
        if codes[left] == codes[right]:
            continue
        line = []
        for x, y in points:
            if SOUTH < y / UNITS < NORTH:
                point = project(x / UNITS, y / UNITS)
                if not line or max(abs(float(a) - float(b)) for a, b in zip(
                        point.split(), line[-1].split())) >= 1.5:
                    line.append(point)
        if len(line) > 1:
            text.append("M" + " ".join(line))
    return "".join(text)


def drawn(revision, title):
    """The dots of a revision, and the title with their number."""
    regions = [None] + [line.split("\t") for line in at(REGIONS, revision).splitlines()]
    dots, count = [], 0
    for row, _, _, kind in compare(regions, decode_arcs(at(BOUNDARIES, revision), 12)):
        y = float(row["latitude_deg"])
        if kind == "wrong":
            count += 1
            if SOUTH < y < NORTH:
                dots.append("M" + project(float(row["longitude_deg"]), y) + "h0")
    return f"{title}: {count:,}", "".join(dots)


def main():
    codes, arcs = read_countries()
    lines = coasts(arcs, codes)
    parts = []
    for number, (revision, title) in enumerate([(sys.argv[1], "Before"), (None, "Now")]):
        label, dots = drawn(revision, f"{title}: places of OurAirports in another region")
        parts.append(
            f'<g transform="translate(0 {number * HEIGHT})"><text x="8" y="17">{label}</text>'
            f'<path class="line" d="{lines}"/><path class="dot" d="{dots}"/></g>')
    PICTURE.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {2 * HEIGHT}">'
        '<style>text{font:14px sans-serif}.line{fill:none;stroke:#9aa7ad;stroke-width:.4}'
        '.dot{stroke:#d9534f;stroke-width:3;stroke-linecap:round}</style>'
        f'<rect width="{WIDTH}" height="{2 * HEIGHT}" fill="#fff"/>' + "".join(parts)
        + "</svg>\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
