#!/usr/bin/env python3
"""Causes every message in the manual page of a built `cairn`, with the command line next to it.

    .ci/check-messages.py path/to/cairn

The section DIAGNOSTICS of `cairn help --man` has each message with a command line that causes it, by
exit code. Each line is run in a folder of small files whose names describe their errors; the
message must be printed literally, with the exit code of the section. Also, no message of the
sources may be missing from the page. Only Python's standard library is needed.
"""

import concurrent.futures
import gzip
import os
import pathlib
import re
import subprocess
import sys
import tempfile

CAIRN = pathlib.Path(sys.argv[1]).resolve()
SOURCES = pathlib.Path(__file__).resolve().parent.parent / "Sources" / "CairnCommand"
# In seconds, for one command of a debug build while other steps run.
PATIENCE = 300

AREA = ('{"type":"Feature","properties":{"name":"Area"},"geometry":{"type":"Polygon",'
        '"coordinates":[[[14,47],[17,47],[17,49],[14,47]]]}}')
POINT = '{"type":"Feature","properties":{"%s":1},"geometry":{"type":"Point","coordinates":[1,2]}}\n'
LINE = '{"type":"LineString","coordinates":[[1,2],[3,4]]}'
FILES = {
    "places.csv": "name,lat,lon\nVienna,48.2,16.4\nGraz,47.1,15.4\nVienna,48.3,14.3\n",
    "town.osm": "<osm version='0.6'><node id='1' lat='47.1' lon='9.5'/>"
                "<node id='2' lat='47.2' lon='9.5'/><way id='3'><nd ref='1'/><nd ref='2'/>"
                "<tag k='highway' v='residential'/></way></osm>",
    "odd-profile.json": '{"base": "foot", "wings": 2}',
    "20-places.csv": "name,lat,lon\n" + "".join(f"{i},{i},{i * i % 17}\n" for i in range(20)),
    "far-apart.csv": "name,lat,lon\nVienna,48.2,16.4\nTokyo,35.7,139.7\nLima,-12,-77\n",
    "odd-hours.csv": "name,lat,lon,hours\nVienna,48.2,16.4,9am-5\n",
    "holidays.csv": "name,lat,lon,hours\nVienna,48.2,16.4,09:00-17:00; PH off\n",
    "sun.csv": "name,lat,lon,hours\nVienna,48.2,16.4,sunrise-sunset\nRiga,57,24,09:00-dusk\n",
    "seasons.csv": "name,lat,lon,hours\nVienna,48.2,16.4,Apr-Oct 09:00-17:00\n",
    "empty.csv": "",
    "unclosed-quote.csv": 'name,lat,lon\n"Vienna,48.2,16.4\n',
    "no-columns.csv": "name,breadth,length\nVienna,48.2,16.4\n",
    "no-header.csv": "48.2,16.4\n47.1,15.4\n",
    "no-numbers.csv": "Vienna,Austria\n",
    "from-and-to.csv": "name,from_lat,from_lon,to_lat,to_lon\nVienna,48.2,16.4,1,2\n",
    "american.csv": "time,lat,lon\n05/03/2026,48.2,16.4\n",
    "old-workbook.csv": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504),
    "bad-rows.csv": "name,lat,lon\nVienna,abc,16.4\n",
    "one-bad-row.csv": "name,lat,lon\nVienna,48.2,16.4\nNowhere,abc,16.4\n",
    "long-row.csv": "name,lat,lon\nVienna,48.2,16.4,more\n",
    "windows-1252.csv": "name,lat,lon\nZ\u00fcrich,47.4,8.5\n".encode("cp1252"),
    "damaged.csv.gz": b"\x1f\x8b\x08\0\0\0\0\0\0\x03no deflate",
    "cut.csv.gz": gzip.compress(b"name,lat,lon\nVienna,48.2,16.4\n", mtime=0)[:-4],
    "area.geojson": AREA,
    "ends-early.geojson": AREA[:80],
    "wide-areas.geojsonl": '{"type":"Polygon","coordinates":[[[-60,50],[60,50],[60,40],[-60,40],'
                           '[-60,50]]]}\n' * 15_000,
    "second-ends-early.gpx": "<gpx><wpt lat='48' lon='16'/><wpt lat='47",
    "two-corners.geojson": AREA.replace("[17,49]", "[14,47]"),
    "two-lines.geojson": '{"type":"GeometryCollection","geometries":[%s,%s]}' % (LINE, LINE),
    "new-property.geojsonl": POINT % "a" * 10_000 + POINT % "b",
    "point-and-area.geojsonl": POINT % "a" + AREA + "\n",
    "latitude.geojson": POINT % "Latitude",
    "point.wkt": "POINT (16 48)\n",
    "beyond-the-pole.wkt": "LINESTRING (16 48, 16 95)\n",
    "overlay.kml": "<kml><Document><GroundOverlay/><Placemark><Point><coordinates>1,2</coordinates>"
                   "</Point></Placemark></Document></kml>",
    "empty.wkt": "POLYGON EMPTY\n",
    "walk.gpx": "<gpx><wpt lat='47.1' lon='9.5'/><trk><trkseg><trkpt lat='47.1' lon='9.5'><time>noon"
                "</time></trkpt><trkpt lat='47.1' lon='9.5001'/></trkseg></trk></gpx>",
    "collection.wkt": "GEOMETRYCOLLECTION (POINT (16 48), LINESTRING (16 48, 17 48))\n",
    "damaged.jpg": b"\xff\xd8\xff\xe1\0\x20Exif",
    "beach.jpg": b"\xff\xd8\xff\xda\0\2\0\xff\xd9",
    # A latitude and a longitude without their references.
    "no-hemisphere.tif": b"II*\0\x08\0\0\0\1\0\x25\x88\4\0\1\0\0\0\x1a\0\0\0\0\0\0\0"
                         b"\2\0\2\0\5\0\1\0\0\0\x38\0\0\0\4\0\5\0\1\0\0\0\x40\0\0\0"
                         b"\0\0\0\0\x30\0\0\0\1\0\0\0\x10\0\0\0\1\0\0\0",
    "places.parquet": b"PAR1\0\1\2\3PAR1",
    "cafes.osm": "<osm><node id='1' lat='48.2' lon='16.4'><tag k='amenity' v='cafe'/></node>"
                 "<node id='2' lat='48.2' lon='16.3'><tag k='amenity' v='library'/>"
                 "<tag k='opening_hours' v='Mo-Fr 09:00-17:00; PH off'/></node>"
                 "<way id='3'><nd ref='9'/><tag k='amenity' v='cafe'/></way></osm>",
    "lake.osm": "<osm><node id='1' lat='47.1' lon='9.5'/><node id='2' lat='47.2' lon='9.6'/>"
                "<way id='3'><nd ref='1'/><nd ref='2'/><nd ref='9'/><nd ref='1'/>"
                "<tag k='natural' v='water'/></way></osm>",
}
ESCAPES = {"\\-": "-", "\\(aq": "'", "\\(ga": "`", "\\(ti": "~", "\\(ha": "^", "\\(dq": '"',
           "\\&": "", "\\e": "\\"}
# Messages that are not in the page, because they need a terminal, a failing machine or too much data
# for a test, or because readers reject the input earlier.
UNPROVOKED = [
    "an index file cannot be written to a terminal", "the standard input cannot be read",
    "cannot be replaced by a new file (", "to write into the existing file, let the shell redirect",
    "too many places", "has too many places", "is longer than 16 MB",
    "has a point beyond the poles", "has no geohash", "--nearest-of needs a file",
    "cannot be shown in a terminal; name a file with --out", "cannot draw the map",
    "a KMZ file cannot hold more than",
    "DuckDB cannot read or write the file", "has records of an unknown kind",
    "this system has no time zone data",
]


def check(holds, what):
    if not holds:
        sys.exit(f"check-messages: {what}")


def plain(text):
    return re.sub(r"\\(\(..|.)", lambda match: ESCAPES[match.group(0)], text)


def diagnostics():
    """The exit codes, messages and command lines of the manual page."""
    page = subprocess.run([CAIRN, "help", "--man"], capture_output=True, text=True, check=True)
    section = page.stdout.split("\n.SH DIAGNOSTICS\n")[1].split("\n.SH ")[0]
    code, found, lines = None, [], section.splitlines()
    for number, line in enumerate(lines):
        if line.startswith(".SS "):
            code = int(re.search(r"\d+", line).group())
        elif line == ".TP":
            message = plain(lines[number + 1].removeprefix('.B "')[:-1])
            found.append((code, message, plain(lines[number + 2])))
    return found


def make_files(folder):
    for name, content in FILES.items():
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    for source, index in (("places.csv", "places.cairn"), ("area.geojson", "area.cairn")):
        subprocess.run([CAIRN, "index", "build", source, index], cwd=folder, check=True,
                       capture_output=True)
    whole = (folder / "places.cairn").read_bytes()
    (folder / "damaged.cairn").write_bytes(whole[:5000] + b"!!!!" + whole[5004:])
    (folder / "ends-early.cairn").write_bytes(whole[:9000])
    (folder / "newer.cairn").write_bytes(whole[:8] + b"\x7f" + whole[9:])
    subprocess.run([CAIRN, "roads", "build", "town.osm", "--out", "town.roads"], cwd=folder,
                   check=True, capture_output=True)
    (folder / "foot.json").write_text('{"base": "foot"}')
    (folder / "bin").mkdir()
    (folder / "empty.album").mkdir()
    (folder / "bin" / "cairn").symlink_to(CAIRN)


def provoke(folder, code, message, line):
    """Describes the problem with an entry of the page; None if it is correct."""
    if "/dev/full" in line and not os.path.exists("/dev/full"):
        return None
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line], cwd=folder, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=PATIENCE,
        env={**os.environ, "PATH": f"{folder / 'bin'}:{os.environ['PATH']}"})
    said = [re.sub(r"^cairn[a-z ]*: ", "", line) for line in done.stderr.splitlines()]
    if done.returncode != code or message not in said:
        return f"{line}\n  expected {code}: {message}\n  found    {done.returncode}: {said}"
    return None


def literals(text):
    """The constant parts of the string literals in Swift source, up to the closing bracket."""
    parts, depth, position = [], 0, 0
    while position < len(text):
        character = text[position]
        if character == '"':
            part = ""
            position += 1
            while text[position] != '"':
                if text.startswith("\\(", position):
                    parts.append(part)
                    part, inner = "", 1
                    position += 2
                    while inner:
                        inner += {"(": 1, ")": -1}.get(text[position], 0)
                        position += 1
                    continue
                if text[position] == "\\":
                    position += 1
                part += text[position]
                position += 1
            parts.append(part)
        depth += {"(": 1, ")": -1}.get(character, 0)
        if depth < 0:
            break
        position += 1
    return parts


def messages_of_sources():
    """The constant parts of all messages in the sources, with their files."""
    calls = re.compile(
        r"\.usage\(|\bFailure\(|\breport\.write\(|warnings\.append\(|\btell\(|[ .]failure\("
        r"|\bmessage \+?=")
    for file in sorted(SOURCES.rglob("*.swift")):
        text = re.sub(r"^\s*//.*$", "", file.read_text(), flags=re.MULTILINE)
        for call in calls.finditer(text):
            for part in literals(text[call.end():].split("\n    }")[0]):
                part = part.strip(" `;:,")
                if len(part) > 7 and " " in part and not part.startswith("cairn"):
                    yield file.name, part


def main():
    found = diagnostics()
    check(len(found) > 100, f"only {len(found)} messages")
    check(len({entry[1:] for entry in found}) == len(found), "duplicate entry")
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        make_files(folder)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            wrong = [
                problem for problem in pool.map(lambda entry: provoke(folder, *entry), found)
                if problem]
    check(not wrong, "\n".join(["these messages differ from the manual page:", *wrong]))
    shown = "\n".join(entry[1] for entry in found)
    missing = [entry for entry in messages_of_sources() if entry[1] not in shown]
    excused = [
        other for other in UNPROVOKED if any(part.startswith(other) for _, part in missing)]
    check(excused == UNPROVOKED, f"unnecessary exceptions: {set(UNPROVOKED) - set(excused)}")
    missing = [
        f"{file}: {part}" for file, part in missing if not part.startswith(tuple(UNPROVOKED))]
    check(not missing, "\n".join(["the manual page lacks messages:", *missing]))
    print(f"the {len(found)} messages of the manual page match the tool")


if __name__ == "__main__":
    main()
