"""Claims of states to other states' land, as an overlay: rings, and the country in each view.

Most rings follow a line of Natural Earth's "Breakaway, Disputed Areas" (boundary lines, 1:10
million), which the package qgis-common contains unchanged, and are closed through the claimant's own
land or the sea, where an overlay has no effect: only the part that belongs to the holder counts.
"""

import pathlib
import sqlite3
import struct

GEOPACKAGE = "./usr/share/qgis/resources/data/world_map.gpkg"

# Name of the dispute: lines of the source in order, corners that close the ring in degrees
# (longitude, latitude), the holder, the country in the usual view, {view: code}.
CLAIMS = {
    "Arunachal Pradesh": (
        [20], [(97.5, 27.743), (98, 27.7), (98, 30), (91, 30), (91, 27.3), (91.8, 27.05)],
        "IN", "IN", {"CN": "CN"}),
    "Aksai Chin": (
        [21], [(77.8, 35.3), (77.8, 34.5), (78.3, 33.2)], "CN", "CN", {"IN": "IN"}),
    "Shaksgam Valley": ([15], [(77.5, 35.2), (75.8, 35.8)], "CN", "CN", {"IN": "IN"}),
    "Azad Kashmir and Gilgit-Baltistan": (
        [16, 27, 26, 28], [(74.9, 32.7), (78.5, 34), (78.5, 37.5), (74.9, 37.5)],
        "PK", "PK", {"IN": "IN"}),
    "Jammu, Kashmir and Ladakh": (
        [24, 23], [(78.7, 32.45), (80.5, 32.3), (80.5, 36.5), (73, 36.5), (73, 32.2), (75.1, 32.2)],
        "IN", "IN", {"PK": "PK"}),
    "Southern Kuril Islands": (
        [1], [(149.4, 43), (145, 43), (145, 46.3), (148.9, 46.3)], "RU", "RU", {"JP": "JP"}),
    # Waters that belong to the land of a dispute of the same name.
    "Western Sahara west of the berm": (
        [], [(-18.5, 27.6667), (-18.5, 20.5), (-13.05, 20.5), (-8.7, 27.6667)], "MA", "EH", None),
    "Paracel Islands": (
        [], [(111, 15.5), (113.2, 15.5), (113.2, 17.4), (111, 17.4)], "CN", "CN", None),
    "Liancourt Rocks": (
        [], [(131.5, 36.9), (132.3, 36.9), (132.3, 37.6), (131.5, 37.6)], "KR", "KR", None),
}


def read_lines(archive, folder):
    """The lines of the GeoPackage by number, each as pieces of (longitude, latitude)."""
    path = pathlib.Path(folder) / "world_map.gpkg"
    path.write_bytes(archive.extractfile(GEOPACKAGE).read())
    database = sqlite3.connect(path)
    lines = {}
    for number, blob in database.execute("SELECT fid, geom FROM disputed_borders"):
        at = 8 + 8 * (0, 4, 6, 6, 8)[blob[3] >> 1 & 7]  # after the header and its envelope
        kind, count = struct.unpack_from("<II", blob, at + 1)
        assert blob[at] == 1 and kind == 5, number
        at, pieces = at + 9, []
        for _ in range(count):
            points = struct.unpack_from("<I", blob, at + 5)[0]
            flat = struct.unpack_from(f"<{2 * points}d", blob, at + 9)
            pieces.append(list(zip(flat[::2], flat[1::2])))
            at += 9 + 16 * points
        lines[number] = pieces
    database.close()
    path.unlink()
    return lines


def chained(pieces):
    """Joins the pieces of a line; its ends are those that no other piece shares."""
    pieces = [p for p in pieces if p[0] != p[-1]]
    ends = [p for piece in pieces for p in (piece[0], piece[-1])]
    start = next(p for p in ends if ends.count(p) == 1)
    points = [start]
    while pieces:
        piece = next(p for p in pieces if points[-1] in (p[0], p[-1]))
        pieces.remove(piece)
        points += piece[1:] if piece[0] == points[-1] else piece[-2::-1]
    return points


def claim_rings(lines, quantized):
    """The ring of each claim on the grid: [(name, ring)]."""
    rings = []
    for name, (numbers, corners, _, _, _) in CLAIMS.items():
        line, pieces = [], []
        for number in numbers:
            pieces += [[quantized(p) for p in piece] for piece in lines[number]]
        corners = [quantized(p) for p in corners]
        if pieces:
            line = chained(pieces)
            first, last = (abs(corners[0][0] - p[0]) + abs(corners[0][1] - p[1])
                           for p in (line[0], line[-1]))
            if first < last:
                line.reverse()
        rings.append((name, line + corners))
    return rings
