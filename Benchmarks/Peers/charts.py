#!/usr/bin/env python3
"""Draws the tables written by `compare.py` as one chart.

    Benchmarks/Peers/charts.py [Documentation/Figures.md [Documentation/Pictures/figures.svg]]

The chart has a row for each operation and a mark for each library at its time as a multiple of
Cairn's, on a logarithmic scale: marks right of the line at 1 are slower than Cairn, marks left of it
faster. A bar through a mark shows the range of the multiples in the rounds of a run. The picture has a transparent background and grays that are
readable on white and on black. Needs matplotlib, which `compare.py` installs with scipy.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
GRAY = "#7d8590"
COLORS = {
    "Boost.Geometry": "#d97706", "nanoflann": "#0891b2", "S2": "#7c3aed", "GEOS": "#16a34a",
    "scipy": "#db2777", "GeographicLib": "#2563eb", "haversine in C++": "#a16207", "geo-index": "#dc2626",
}
MULTIPLE = re.compile(r"\(([\d.]+) ×, ([\d.]+)–([\d.]+)\)")


def tables(text):
    """The tables as pairs of a title and rows.

    A row is the operation, Cairn's time, and by library the multiple with its minimum and maximum.
    """
    found = []
    title = header = None
    for line in text.splitlines():
        if line.startswith("### "):
            title, header = line[4:].split(":")[0], None
        elif line.startswith("| operation |"):
            header = [cell.strip() for cell in line.strip("|").split("|")]
            found.append((title, []))
        elif header and line.startswith("| ") and not line.startswith("|---"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            multiples = {}
            for name, cell in zip(header[2:-1], cells[2:-1]):
                match = MULTIPLE.search(cell)
                if match:
                    multiples[name] = tuple(map(float, match.groups()))
            if multiples:
                found[-1][1].append((cells[0], cells[1], multiples))
        elif not line.startswith("|"):
            header = None
    return [table for table in found if table[1]]


def draw(source, target):
    import matplotlib

    matplotlib.use("svg")
    # Keeps text as text, and makes the output deterministic.
    matplotlib.rcParams.update({
        "svg.fonttype": "none", "svg.hashsalt": "cairn", "font.family": "sans-serif",
        "font.size": 9, "text.color": GRAY, "axes.labelcolor": GRAY, "xtick.color": GRAY,
        "ytick.color": GRAY, "axes.edgecolor": GRAY,
    })
    import matplotlib.pyplot as plot

    found = tables(pathlib.Path(source).read_text())
    heights = [len(rows) for _, rows in found]
    figure, all_axes = plot.subplots(
        len(found), 1, sharex=True, figsize=(8, 0.21 * sum(heights) + 0.55 * len(found) + 0.4),
        gridspec_kw={"height_ratios": heights, "hspace": 0.16}, squeeze=False)
    used = {}
    for axes, (title, rows) in zip(all_axes[:, 0], found):
        for height, (_, _, multiples) in enumerate(reversed(rows)):
            medians = [multiple for multiple, _, _ in multiples.values()]
            best = min(medians)
            axes.plot([1, max(medians)], [height] * 2, color=GRAY, lw=0.5, alpha=0.5)
            for name, (multiple, least, most) in multiples.items():
                axes.plot(
                    (least, most), [height] * 2, "|-", color=COLORS.get(name, GRAY), lw=1, ms=7)
                used[name] = axes.plot(
                    multiple, height, "o", color=COLORS.get(name, GRAY),
                    ms=6 if multiple == best else 4.5)[0]
        axes.axvline(1, color=GRAY, lw=1.5)
        axes.set_xscale("log")
        axes.set_yticks(range(len(rows)), [f"{name}   {time}" for name, time, *_ in reversed(rows)])
        axes.set_ylim(-0.7, len(rows) - 0.3)
        axes.set_title(title, loc="left", fontsize=10, color=GRAY)
        axes.tick_params(length=0, axis="y")
        axes.patch.set_alpha(0)
        for side in ("top", "right", "left"):
            axes.spines[side].set_visible(False)
    bottom = all_axes[-1, 0]
    bottom.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
    bottom.set_xlabel("time as a multiple of Cairn's; Cairn's time is at the left")
    figure.legend(
        used.values(), used.keys(), ncols=4, frameon=False, loc="upper center",
        bbox_to_anchor=(0.5, 1), handletextpad=0.1)
    figure.subplots_adjust(left=0.38, right=0.98, top=0.93, bottom=0.06)
    figure.savefig(target, format="svg", transparent=True, metadata={"Date": None})
    text = pathlib.Path(target).read_text()
    pathlib.Path(target).write_text(re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE))


if __name__ == "__main__":
    words = sys.argv[1:]
    draw(words[0] if words else ROOT / "Documentation" / "Figures.md",
         words[1] if len(words) > 1 else ROOT / "Documentation" / "Pictures" / "figures.svg")
