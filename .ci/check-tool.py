#!/usr/bin/env python3
"""Runs every command of a built `cairn` as a user's shell does, and checks how each run ends.

    .ci/check-tool.py path/to/cairn
    .ci/check-tool.py path/to/cairn --large    also with a file of a million rows, for release builds

Checks exit codes 0 (success), 64 (command line), 65 (data), 66 (no input) and 74 (output); that a
closed pipe ends a command without a message; colors and progress only on a terminal that supports
them; help within 80 columns and a valid manual page; conversion of files of other programs; the
contents of maps; output files: devices, pipes, links, modes, a full disk, signals, concurrent runs;
and with `--large` the memory use. Only Python's standard library is needed; groff or mandoc checks
the manual page.
"""

import concurrent.futures
import gzip
import io
import json
import os
import pathlib
import pty
import random
import re
import resource
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import zipfile

CAIRN = os.path.abspath(sys.argv[1])
# In seconds, for one command, even of a debug build while other steps run.
PATIENCE = 120
# A shell starts a background job with SIGINT ignored, and so would be the commands.
signal.signal(signal.SIGINT, signal.default_int_handler)
GOOD = "name,lat,lon\nHotel,48.2,16.4\nGraz,47.1,15.4\nLinz,48.3,14.3\nVienna,48.1,16.2\n"
BAD = 'name,lat,lon\n"Hotel,48.2,16.4\n'


def check(holds, what):
    if not holds:
        sys.exit(f"check-tool: {what}")


def run(*words, output=subprocess.PIPE, **environment):
    done = subprocess.run(
        [CAIRN, *words], stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.PIPE,
        timeout=PATIENCE, env={**os.environ, **environment})
    return done.returncode, done.stdout or b"", done.stderr.decode()


def expect(code, *words, **more):
    found, output, errors = run(*words, **more)
    check(found == code, f"{' '.join(words)}: exit code {found}, not {code}: {errors}")
    check(code == 0 or (not output and errors.startswith("cairn")), f"{words}: {output!r} {errors}")
    return output


def commands():
    """All commands with their options, from the tool's shell completions."""
    script = run("completions", "fish")[1].decode()
    found = {}
    for line in script.splitlines():
        if "__cairn_is" in line and " -l " in line:
            name = line.split('"')[1]
            found.setdefault(name, []).append(line.split(" -l ")[1].split()[0])
    return {name: options for name, options in found.items() if name}


def ends(folder):
    good, bad, none = (str(folder / name) for name in ("good.csv", "bad.csv", "none.csv"))
    pathlib.Path(good).write_text(GOOD)
    pathlib.Path(bad).write_text(BAD)
    index = str(folder / "good.cairn")
    expect(0, "index", "build", good, index)

    names = commands()
    check({"near", "within", "route", "index build", "geohash encode"} <= set(names), names)
    for name, options in names.items():
        words = name.split()
        check(expect(0, *words, "--help").startswith(f"cairn {name} - ".encode()), name)
        check("help" in options, f"{name} has no --help")
        if name != "index query":
            expect(64, *words, "--no-such-option")
            for option in set(options) & {"format", "unit", "kind", "on"}:
                if name != "country" or option != "format":
                    expect(64, *words, f"--{option}", "nonsense")
    for words in [], ["nera"], ["--nope"], ["help", "nera"], ["index"], ["geohash", "x", "y"]:
        expect(64, *words)

    # Each command with a valid, a missing and an invalid file.
    for words in (
            ["near", "Vienna", "--in", "FILE"], ["nearest", "Vienna", "--in", "FILE"],
            ["within", "--country", "AT", "--in", "FILE"], ["route", "FILE"], ["stats", "FILE"],
            ["within", "--along", "FILE", "--width", "5km"], ["route", "--days", "1", "FILE"],
            ["index", "build", "FILE", str(folder / "out.cairn")], ["map", "--in", "FILE"],
            ["convert", "FILE", "--to", "geojson"], ["country", "--append", "FILE"],
            ["geohash", "--append", "FILE"], ["near", "--append", good, "--nearest-of", "FILE"]):
        def with_file(path):
            return [path if word == "FILE" else word for word in words]

        expect(0, *with_file(good))
        expect(66, *with_file(none))
        code, _, errors = run(*with_file(bad))
        check(code == 65 and "line" in errors, f"{words}: {code} {errors}")
    area, areas = str(folder / "area.wkt"), str(folder / "area.cairn")
    pathlib.Path(area).write_text("POLYGON ((16 48, 17 48, 17 49, 16 49, 16 48))\n")
    expect(0, "index", "build", area, areas)
    for path in area, areas:
        for words in ["near", "Vienna"], ["nearest", "Vienna"], ["within", "Vienna", "--radius", "1m"]:
            found = expect(0, *words, "--in", path, "--format", "csv").decode()
            check(",0.000," in found, f"{words}: not inside of {path}: {found}")
    expect(0, "index", "info", areas, "--check")
    for words in ["info", index], ["query", index, "near", "Vienna"]:
        expect(0, "index", *words)
        expect(65, "index", *[good if word == index else word for word in words])
        expect(66, "index", *[none if word == index else word for word in words])
    return good, index


def outputs(good, index):
    answers = (
        ["--help"], ["near", "Vienna"], ["nearest", "Vienna", "--format", "json"],
        ["within", "--country", "IT"], ["search", "springfield"], ["countries"], ["map"],
        ["regions"], ["regions", "--format", "geojson"], ["holidays", "AT"],
        ["country", "Vienna"], ["distance", "Vienna", "Graz"], ["bearing", "Vienna", "Graz"],
        ["destination", "Vienna", "--bearing", "N", "--distance", "1km"], ["route", good],
        ["geohash", "encode", "Vienna"], ["index", "info", index], ["completions", "bash"],
        ["stats", good], ["convert", good, "--to", "geojson"])
    for words in answers:
        if os.path.exists("/dev/full"):
            with open("/dev/full", "wb") as full:
                expect(74, *words, output=full)
        # The pipe is closed: no message is printed.
        reading, writing = os.pipe()
        os.close(reading)
        code, _, errors = run(*words, output=writing)
        os.close(writing)
        quiet = "left out" if words[0] in ("stats", "convert") else "cairn "
        check(code == 0 and quiet not in errors, f"{words} into a closed pipe: {code} {errors}")


def on_terminal(*words, **environment):
    """The output of a command on a terminal of 80 columns."""
    process, screen = pty.fork()
    if process == 0:
        os.environ.update({"TERM": "xterm", "COLUMNS": "80", **environment})
        os.execv(CAIRN, [CAIRN, *words])
    text = read_all(screen)
    check(os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0, f"{words} on a terminal")
    return text


def styles():
    words = ["near", "Vienna", "--limit", "3"]
    check(b"\x1b[" in on_terminal(*words, NO_COLOR=""), "a terminal shows no styles")
    for name, value in ("NO_COLOR", "1"), ("TERM", "dumb"):
        check(b"\x1b" not in on_terminal(*words, **{name: value}), f"{name}={value} shows styles")
    check(b"\x1b" not in run(*words)[1], "a pipe gets styles")


def helps():
    """All help fits into 80 columns, and mandoc and groff accept the manual page."""
    pages = [["--help"]] + [[*name.split(), "--help"] for name in commands()]
    for words in pages:
        for line in expect(0, *words).decode().splitlines():
            check(len(line) <= 80, f"{' '.join(words)}: more than 80 columns: {line}")
    page = expect(0, "help", "--man")
    for name in commands():
        check(f'.SS "cairn {name}"'.encode() in page, f"the manual page lacks {name}")
    readers = {
        "mandoc": ["mandoc", "-T", "lint", "-W", "warning"],
        "groff": ["groff", "-man", "-Tutf8", "-ww", "-z"]}
    found = [command for name, command in readers.items() if shutil.which(name)]
    for command in found:
        done = subprocess.run(command, input=page, capture_output=True, timeout=PATIENCE)
        check(not done.stdout and not done.stderr, f"{command[0]}: {done.stdout}{done.stderr}")
    if not found:
        OTHERS.append("the manual page, which needs mandoc or groff")


def holds_at_most(limit, *words, stdin=subprocess.DEVNULL):
    """Checks the peak memory of a command, in MB."""
    words = [str(word) for word in words]
    process = subprocess.Popen(
        [CAIRN, *words], stdin=stdin, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    held = usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    check(process.returncode == 0 and held < limit, f"{words}: {held:.0f} MB of {limit}")


def asked_in_one_pass(folder):
    """Queries of a large file use little memory, however many rows match."""
    rows = 1_000_000
    table = folder / "large.csv"
    with open(table, "w") as file:
        file.write("id,name,latitude,longitude,kind,population\n")
        for start in range(0, rows, 100_000):
            file.write("".join(
                f"{row},Place {row * 7919 % rows},{row * 7 % 179_000 / 1000 - 89.5:.3f},"
                f"{row * 13 % 359_000 / 1000 - 179.5:.3f},{'town' if row % 3 else 'city'},{row}\n"
                for row in range(start, start + 100_000)))
    questions = {
        60: [
            ["within", "--box", "40,0,50,10", "--format", "csv", "--in", table],
            ["within", "--box", "-90,-180,90,180", "--count", "--in", table],
            ["within", "--country", "CH", "--format", "csv", "--in", table],
            ["near", "48.2,16.4", "--limit", "10", "--in", table],
            ["near", "48.2,16.4", "--kind", "city", "--limit", "10", "--in", table],
            ["nearest", "48.2,16.4", "--in", table],
            ["stats", table], ["convert", table, "--to", "geojsonseq"],
            ["map", "--in", table], ["map", "--in", table, "--format", "svg"],
            ["map", "--in", table, "--format", "svg", "--category", "population"],
            ["map", "--in", table, "--box", "47,8,48,9", "--format", "html"],
            ["convert", table, "--to", "gpx", "--country", "CH"]],
        150: [["index", "build", table, folder / "large.cairn"]]}
    for limit, lines in questions.items():
        for words in lines:
            holds_at_most(limit, *words)


def become(folder, name, data, *words, to="geojsonseq", code=0):
    """Converts a file, and returns the features or text and the messages."""
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    found, output, errors = run("convert", str(path), "--to", to, *words)
    check(found == code, f"convert {name}: exit code {found}, not {code}: {errors}")
    if to != "geojsonseq":
        return output.decode(), errors
    return [json.loads(line.strip(b"\x1e")) for line in output.splitlines()], errors


def points(folder, name, data):
    return [feature["geometry"]["coordinates"] for feature in become(folder, name, data)[0]]


def tables(folder):
    """Tables of other programs: angles, commas, geometries in a column, JSON objects."""
    angles = ["48° 12' 30\" N", "16°22'23\"E"], ["48,5° N", "16,5° E"], ["N48 12.5", "E16 22.4"]
    found = points(folder, "angles.csv", "name,lat,lon\n" + "".join(
        ",".join(['x'] + ['"' + text.replace('"', '""') + '"' for text in row]) + "\n"
        for row in angles))
    for (latitude, longitude), (x, y) in zip(angles, found, strict=True):
        far = expect(0, "distance", f"{latitude} {longitude}", f"{y!r},{x!r}", "--unit", "m")
        check(far.startswith(b"0"), f"{latitude} {longitude} is not {y},{x}: {far}")
    check(points(folder, "commas.csv", "name;lat;lon\nA;48,2082;16,3738\nB;-33,87;151,21\n")
          == [[16.3738, 48.2082], [151.21, -33.87]], "decimal commas")

    well_known = "id,geom\n1,SRID=4326;POINT(16 48)\n2,SRID=3857;POINT(1 2)\n"
    found, errors = become(folder, "ewkt.csv", well_known)
    check(len(found) == 1 and "SRID=3857" in errors and "ST_Transform" in errors, f"EWKT: {errors}")
    _, errors = become(folder, "other.wkt", "SRID=31287;POINT(1 2)\n", to="geojson", code=65)
    check("SRID=31287" in errors and "ogr2ogr" in errors, f"EWKT: {errors}")
    check(points(folder, "hex.csv",
                 "id,geom\n1,0101000020E610000000000000000030400000000000004840\n"
                 "2,010100000000000000000030400000000000004840\n") == [[16, 48]] * 2, "hex of WKB")

    objects = '{"name":"A","latitude":48.2,"longitude":16.4}', '{"name":"B","lat":1,"lng":2}'
    wanted = [[16.4, 48.2], [2, 1]]
    check(points(folder, "array.json", f"[{','.join(objects)}]") == wanted, "an array of objects")
    check(points(folder, "lines.jsonl", "\n".join(objects)) == wanted, "lines of objects")
    for name, start in (("a.gpkg", b"SQLite format 3\0"), ("a.shp", b"\0\0\x27\x0a"),
                        ("a.fgb", b"fgb\3fgb\0")):
        _, errors = become(folder, name, start + bytes(90), to="csv", code=65)
        check("ogr2ogr" in errors, f"{name}: the message names no program that reads it: {errors}")


TRACK = """<gpx version="1.1" creator="StravaGPX" xmlns="http://www.topografix.com/GPX/1/1"
 xmlns:tpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"
 xmlns:gpxx="http://www.garmin.com/xmlschemas/GpxExtensions/v3"><trk><name>Ride</name><extensions>
<gpxx:TrackExtension><gpxx:DisplayColor>Cyan</gpxx:DisplayColor></gpxx:TrackExtension></extensions>
<trkseg><trkpt lat="48" lon="16"><ele>3</ele><time>2024-05-01T08:00:00Z</time><extensions>
<power>210</power><tpx:TrackPointExtension><tpx:hr>120</tpx:hr></tpx:TrackPointExtension></extensions>
</trkpt><trkpt lat="48.1" lon="16.1"><ele>4</ele><time>2024-05-01T08:00:05Z</time><extensions>
<power>215</power><tpx:TrackPointExtension><tpx:hr>121</tpx:hr></tpx:TrackPointExtension></extensions>
</trkpt></trkseg></trk></gpx>"""
STYLED = """<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Style id="s"><LineStyle>
<color>7f0000ff</color><width>3</width></LineStyle><PolyStyle><color>4000ff00</color></PolyStyle></Style>
<StyleMap id="m"><Pair><key>normal</key><styleUrl>#s</styleUrl></Pair></StyleMap>
<Schema name="T" id="T"><SimpleField name="beds" type="int"/><SimpleField name="note" type="string"/>
</Schema><Placemark><name>A</name><styleUrl>#m</styleUrl><ExtendedData><Data name="owner"><value>Ann</value>
</Data><SchemaData schemaUrl="#T"><SimpleData name="beds">12</SimpleData><SimpleData name="note">07
</SimpleData></SchemaData></ExtendedData><Polygon><outerBoundaryIs><LinearRing>
<coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document>
</kml>""".replace("\n</S", "</S")


def exchanged(folder):
    """Content of GPX, KML, GeoJSON and text besides places survives a round trip through GeoJSON."""
    [ride], errors = become(folder, "ride.gpx", TRACK)
    properties = ride["properties"]
    extension = properties["extensions"]["gpxx:TrackExtension"]
    check(not errors
          and properties["coordinateProperties"] == {"power": [210, 215], "hr": [120, 121]}
          and properties["coordTimes"][1] == "2024-05-01T08:00:05Z"
          and extension["gpxx:DisplayColor"] == "Cyan", f"{ride} {errors}")
    back, errors = become(folder, "ride.geojsonl", json.dumps(ride), to="gpx")
    check(not errors and become(folder, "again.gpx", back)[0] == [ride], f"GPX and back: {back} {errors}")

    [area], errors = become(folder, "area.kml", STYLED)
    properties = {
        "name": "A", "owner": "Ann", "beds": 12, "note": "07", "stroke": "#ff0000",
        "stroke-width": 3, "stroke-opacity": 0.498, "fill": "#00ff00", "fill-opacity": 0.25}
    check(not errors and area["properties"] == properties, f"KML: {area} {errors}")
    back, errors = become(folder, "area.geojsonl", json.dumps(area), to="kml")
    check("<PolyStyle>" in back and not errors, f"simplestyle to KML: {back} {errors}")
    check(become(folder, "again.kml", back)[0] == [area], f"KML and back: {back}")

    document = {"type": "FeatureCollection", "features": [
        {"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2]}, "properties": {},
         "bbox": [1, 2, 1, 2], "mark": {"a": [1]}}], "bbox": [1, 2, 1, 2], "source": "x"}
    back, errors = become(folder, "members.geojson", json.dumps(document), to="geojson")
    check(json.loads(back) == document and not errors, f"members of GeoJSON: {back} {errors}")
    _, errors = become(folder, "members.geojson", json.dumps(document), to="kml")
    check("left out: 2 foreign members" in errors, f"members of GeoJSON in KML: {errors}")

    measured = "LINESTRING ZM (1 2 3 4, 5 6 7 8)\nPOINT M (1 2 3)\n"
    check(become(folder, "measured.wkt", measured, to="wkt") == (measured, ""), "measures of WKT")
    back, errors = become(folder, "measured.wkt", measured, to="geojson")
    check("[1,2,3,4]" in back and "left out: 1 measure" in errors, f"measures: {back} {errors}")


def compressed(folder):
    """gzip and KMZ, from files and pipes; a KMZ file is read in place."""
    document = b"<kml>" + b"<Placemark><Point><coordinates>16,48</coordinates></Point></Placemark>" * 3
    document += b"</kml>"

    def archive(*members):
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
            for name, content in members:
                file.writestr(name, content)
        return data.getvalue()

    small = archive(("a.png", b"x"), ("sub/b.kml", b"<kml/>"), ("doc.kml", document))
    for name, data in ("a.kml.gz", gzip.compress(document)), ("a.kmz", small):
        check(points(folder, name, data) == [[16, 48]] * 3, name)
        done = subprocess.run(
            [CAIRN, "convert", "-", "--from", "kml", "--to", "geojsonseq"], input=data,
            capture_output=True, timeout=PATIENCE)
        check(done.stdout.count(b"[16,48]") == 3, f"{name} through a pipe: {done.stderr}")

    # The memory of this script when it starts a process is counted for the process.
    path, noise = folder / "large.kmz", random.Random(1)
    with zipfile.ZipFile(path, "w") as file:
        with file.open("photo.jpg", "w") as photo:
            for _ in range(40):
                photo.write(noise.randbytes(1_000_000))
        file.writestr("places.kml", document)
    holds_at_most(35, "convert", path, "--to", "geojsonseq")
    with subprocess.Popen(["cat", path], stdout=subprocess.PIPE) as cat:
        holds_at_most(45, "convert", "-", "--from", "kml", "--to", "geojsonseq", stdin=cat.stdout)
    path.unlink()

    def refused(name, data, word):
        _, errors = become(folder, name, data, to="geojsonseq", code=65)
        check(word in errors and errors.count("\n") == 1, f"{name}: {errors}")

    refused("cut.kmz", small[:-30], "the input ends within")
    refused("other.kmz", archive(("a.shp", b"x")), "an archive with a KML file")
    damaged = bytearray(small)
    damaged[small.rindex(b"PK\1\2") + 16] ^= 1
    refused("sum.kmz", bytes(damaged), "checksum")
    refused("cut.csv.gz", gzip.compress(GOOD.encode())[:-9], "the input ends within")


def places():
    """`geo:` URIs and map links are accepted wherever a place is."""
    wordings = (
        ["near", "X"], ["nearest", "X"], ["within", "X", "--radius", "2km"], ["country", "X"],
        ["distance", "X", "Graz"], ["bearing", "Graz", "X"], ["where", "X"], ["map", "X"],
        ["destination", "X", "--bearing", "N", "--distance", "1km"], ["geohash", "encode", "X"],
        ["map", "--near", "X", "--radius", "5km"])
    links = (
        "geo:48.2082,16.3738", "https://www.openstreetmap.org/#map=17/48.2082/16.3738",
        "https://www.google.com/maps/@48.2082,16.3738,17z", "https://maps.apple.com/?ll=48.2082,16.3738")
    for words in wordings:
        found = {expect(0, *[place if word == "X" else word for word in words])
                 for place in ("48.2082,16.3738", *links)}
        check(len(found) == 1, f"{words}: links are other places: {found}")


def read_all(screen):
    text = b""
    while True:
        try:
            piece = os.read(screen, 1 << 16)
        except OSError:
            break
        if not piece:
            break
        text += piece
    os.close(screen)
    return text


def shows_progress(folder):
    """A long run shows progress on a terminal, and a command that reads it writes a message."""
    table = folder / "stops.csv"
    table.write_text("name,lat,lon\n" + "".join(
        f"{number},{number * 7 % 40},{number * 13 % 70}\n" for number in range(400)))
    words = ["route", str(table), "--time-limit", "3s"]
    text = on_terminal(*words)
    check(re.search(rb"\rsearching: \d+ %, \d+ s left; ", text), f"no progress: {text!r}")
    check(b"\r\x1b[K" in text.rsplit(b"searching", 1)[1], "the line of progress stays")
    check("searching" not in run(*words)[2], "progress without a terminal")
    check(b"searching" not in on_terminal(*words, TERM="dumb"), "progress on a dumb terminal")

    # A pipe that delivers one row at a time.
    row = b"A,1,2\n" * 500
    for on_screen in True, False:
        screen, errors = pty.openpty()
        with subprocess.Popen(
                [CAIRN, "convert", "--to", "geojsonseq"], stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL, stderr=errors if on_screen else subprocess.PIPE,
                env={**os.environ, "TERM": "xterm"}) as process:
            os.close(errors)
            process.stdin.write(b"name,lat,lon\n" + row * 300)
            for _ in range(16):
                time.sleep(0.1)
                process.stdin.write(row * 300)
                process.stdin.flush()
            process.stdin.close()
            messages = read_all(screen) if on_screen else process.stderr.read()
            check(process.wait(PATIENCE) == 0, "convert from a slow pipe")
        if on_screen:
            check(b"converting: " in messages and b" MB/s; " in messages,
                  f"no progress: {messages!r}")
            check(messages.rfind(b"\r\x1b[K") > messages.rfind(b"converting"),
                  "the line of progress stays")
        else:
            os.close(screen)
            check(b"converting" not in messages, "progress without a terminal")

    for words in ["stats"], ["country", "--append"], ["geohash", "encode"], ["route", "-"]:
        screen, terminal = pty.openpty()
        with subprocess.Popen(
                [CAIRN, *words], stdin=terminal, stdout=subprocess.DEVNULL, stderr=terminal,
                start_new_session=True) as process:
            os.close(terminal)
            messages = os.read(screen, 1 << 12)
            check(b"reading from the keyboard" in messages,
                  f"{words} waits for the keyboard without a message: {messages!r}")
            process.kill()
        os.close(screen)
    check("typed" not in run("stats")[2], "a keyboard message without a terminal")


# Commands that write a file, OUT.
WRITERS = {
    "map": ["map", "--world", "--format", "svg", "--out", "OUT"],
    "convert": ["convert", "GOOD", "--to", "geojson", "--out", "OUT"],
    "index build": ["index", "build", "GOOD", "OUT"],
}
# Commands that wait for standard input after creating their draft.
WAITING = {
    "convert": ["convert", "-", "OUT", "--from", "csv", "--to", "csv"],
    "index build": ["index", "build", "-", "OUT", "--from", "csv"],
}
OTHERS = []


def maps(folder):
    """The contents of a map: names by importance, degrees, units, legends, tracks, columns."""
    def texts(*words, kind="name"):
        svg = expect(0, "map", *words, "--format", "svg").decode()
        return [line.split(">")[1].split("<")[0] for line in svg.split("<text")
                if line.startswith(f' class="{kind}"')]

    japan = texts("--country", "JP")
    for name in "Tokyo Osaka Nagoya Kyoto".split():
        check(name in japan, f"map of Japan: {name} is not named: {japan}")
    swiss = texts("--country", "CH")
    check("Zürich" in swiss and "Bern" in swiss, f"map of Switzerland: {swiss}")
    near = texts("--near", "Zürich", "--radius", "50km")
    check("Zürich" in near and not any("Kreis" in name for name in near), f"map of Zürich: {near}")
    for words in (["--country", "RU"], ["--country", "FJ"], ["--world"]):
        degrees = texts(*words, kind="degree")
        check(degrees.count("180°") <= 1, f"map {words}: 180° {degrees.count('180°')} times")
    world = texts("--world", kind="country")
    for name in "Norway", "Chile", "DR Congo", "United Kingdom":
        check(name in world, f"map of the world: {name} has room and no name: {world}")
    # Not every name has room beside the circles around it.
    clusters = texts("--world", "--clusters", "--size", "1300x700")
    check("London" in clusters and "Tokyo" in clusters, f"map of clusters: {clusters}")
    miles = expect(0, "map", "--near", "Boston", "--radius", "60mi", "--format", "svg")
    check(b"within 60 mi of" in miles and b" mi<" in miles and b" km<" not in miles, "map in miles")
    table = folder / "maps.csv"
    table.write_text("name,lat,lon,kind,guests\nA,47,8,,9000\nB,47.1,8.1,other,1000\nC,47.2,8,x,10\n")
    notes = texts("--in", str(table), "--category", "kind", "--size-by", "guests", kind="note")
    check(notes.count("other") == 1, f"a legend: {notes}")
    check("5,000 guests" in notes, f"a legend of sizes: {notes}")
    track = folder / "maps.gpx"
    track.write_text(
        '<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>'
        '<trkpt lat="47.03" lon="8.45"><ele>436</ele></trkpt>'
        '<trkpt lat="47.05" lon="8.48"><ele>1797</ele></trkpt></trkseg></trk></gpx>')
    svg = expect(0, "map", "--in", str(track), "--format", "svg").decode()
    for text in ">Start<", ">End, 3.2 km<", ">436 m<", ">1,797 m<":
        check(text in svg, f"map of a track: no {text}")
    drawn(folder, texts)
    empty = folder / "none"
    empty.mkdir(exist_ok=True)
    code, _, errors = run("map", "--world", "--format", "png", PATH=str(empty))
    check(code == 66 and "install rsvg-convert" in errors, f"png without a renderer: {errors}")


def drawn(folder, texts):
    """Dark mode, waters, borders within a country, degrees at the edges, districts, sizes of dots."""
    swiss = expect(0, "map", "--country", "CH", "--format", "svg").decode()
    check("@media(prefers-color-scheme:dark)" in swiss and "var(" not in swiss, "a dark map")
    for name in "lake", "river", "inner":
        check(f'<path class="{name}"' in swiss, f"map of Switzerland: no path of the class {name}")
    world = expect(0, "map", "--world", "--format", "svg").decode()
    check('class="lake"' in world and 'class="river"' not in world and 'class="inner"' not in world,
          "map of the world: waters and borders")
    degrees = re.findall(r'class="degree"[^>]* x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]+)', swiss)
    check(degrees and all(
        (float(y) > 740 if text[-1] in "EW" else float(x) < 40) for x, y, text in degrees),
        f"degrees are not at the bottom and the side: {degrees}")
    districts = texts("--near", "Zürich", "--radius", "20km", "--kind", "district")
    check(any("Kreis" in name for name in districts), f"requested districts: {districts}")
    path = folder / "sizes.csv"
    path.write_text("name,lat,lon,guests\nA,47,8,100\nB,47.1,8.1,25\n")
    svg = expect(0, "map", "--in", str(path), "--size-by", "guests", "--format", "svg").decode()
    radii = sorted(float(r) for r in re.findall(r'<circle class="symbol k0"[^>]* r="([\d.]+)"', svg))
    check(radii == [9, 18], f"dots by a column: {radii}")
    # A million dots in one path cost some renderers gigabytes.
    path.write_text("lat,lon\n" + "".join(f"{n % 170 - 85},{n % 359 - 179}\n" for n in range(9_000)))
    svg = expect(0, "map", "--in", str(path), "--format", "svg").decode()
    longest = max(line.count("h0") for line in svg.splitlines())
    check(100 < longest <= 2_000, f"a path of {longest} dots")


def answers(folder):
    """The recorded facts of a place, and the contents of a file that an index cannot store."""
    check(b"Europe/Vienna" in expect(0, "where", "Vienna"), "where: no time zone")
    table = folder / "zones.csv"
    table.write_text("lat,lon\n48.2,16.4\n40.7,-74\n0,-30\n")
    for words in ["where", "--columns", "time_zone", "--append"], ["append", "--time-zone"]:
        rows = expect(0, *words, str(table)).decode().split("\n")
        check([row.split(",")[-1] for row in rows[:4]]
              == ["time_zone", "Europe/Vienna", "America/New_York", "Etc/GMT+2"], f"{words}: {rows}")
    check(expect(0, "where", "４８．２，１６．４") == expect(0, "where", "48.2,16.4"),
          "a place in letters of full width")
    lines = folder / "measures.geojson"
    lines.write_text(
        '{"type":"FeatureCollection","source":"x","features":[{"type":"Feature","mark":1,'
        '"properties":{},"geometry":{"type":"Point","coordinates":[16,48,1,2]}}]}')
    code, _, errors = run("index", "build", str(lines), str(folder / "measures.cairn"))
    check(code == 0 and "left out: 1 measure, 2 foreign members" in errors, f"index build: {errors}")


def words_of(words, good, out):
    return [{"GOOD": str(good), "OUT": str(out)}.get(word, word) for word in words]


def wanted(words, good, folder):
    """The output of a command, written to a new file."""
    path = folder / "wanted"
    check(run(*words_of(words, good, path))[0] == 0, f"{words}: cannot write a new file")
    data = path.read_bytes()
    path.unlink()
    return data


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def devices(name, words, good, folder, data):
    """Devices, pipes and open files are written to, not replaced."""
    # A copy of the device, so that a bug in the tool cannot damage that of the machine.
    full = folder / "full"
    try:
        os.mknod(full, 0o666 | stat.S_IFCHR, os.makedev(1, 7))
        os.close(os.open(full, os.O_WRONLY))
    except OSError:
        full.unlink(missing_ok=True)
        full = pathlib.Path("/dev/full") if os.geteuid() != 0 else None
    if full and full.exists():
        expect(74, *words_of(words, good, full))
        check(stat.S_ISCHR(full.lstat().st_mode), f"{name}: a device became a file")
        if full.parent == folder:
            full.unlink()
    else:
        OTHERS.append("no device that is full")

    pipe = folder / "pipe"
    os.mkfifo(pipe)
    with concurrent.futures.ThreadPoolExecutor() as pool:
        reading = pool.submit(pipe.read_bytes)
        expect(0, *words_of(words, good, pipe))
        check(reading.result(PATIENCE) == data, f"{name}: a pipe received something else")

        # The reader closes the pipe: no message is printed.
        def glance():
            with open(pipe, "rb", buffering=0) as file:
                return file.read(1)
        glancing = pool.submit(glance)
        code, output, errors = run(*words_of(words, good, pipe))
        glancing.result(PATIENCE)
        check(code == 0 and "cannot" not in errors, f"{name} into a closed pipe: {code} {errors}")
    check(stat.S_ISFIFO(pipe.lstat().st_mode), f"{name}: a pipe became a file")
    pipe.unlink()

    for out in "/dev/stdout", "-":
        done = subprocess.run(
            [CAIRN, *words_of(words, good, out)], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE)
        check(done.returncode == 0 and done.stdout == data, f"{name} to {out}: {done.stderr}")
    script = 'printf before; "$@"; printf behind'
    log = folder / "log"
    log.write_bytes(b"there ")
    with open(log, "ab") as file:
        subprocess.run(
            ["bash", "-c", script, "bash", CAIRN, *words_of(words, good, "/dev/stdout")],
            stdout=file, stderr=subprocess.DEVNULL, timeout=PATIENCE, check=True)
    check(log.read_bytes() == b"there before" + data + b"behind", f"{name}: a log is cut")
    log.unlink()


def links_and_modes(name, words, good, folder, data):
    (folder / "data").mkdir()
    target, link, hope = folder / "data" / "target", folder / "link", folder / "hope"
    link.symlink_to("data/target")
    hope.symlink_to("data/new")
    stranger = folder / "data" / "target.part"
    stranger.write_text("mine")
    for mode in 0o600, 0o640, 0o755:
        target.write_bytes(data[:1000] if name == "index build" else b"old")
        target.chmod(mode)
        expect(0, *words_of(words, good, link))
        check(link.is_symlink() and os.readlink(link) == "data/target", f"{name}: a link is gone")
        check(target.read_bytes() == data, f"{name}: not where the link leads")
        check(stat.S_IMODE(target.stat().st_mode) == mode, f"{name}: another mode")
    expect(0, *words_of(words, good, hope))
    check(hope.is_symlink() and (folder / "data" / "new").read_bytes() == data, f"{name}: hope")
    (folder / "round").symlink_to("round")
    expect(74, *words_of(words, good, folder / "round"))
    expect(74, *words_of(words, good, folder / "no" / "folder"))
    for umask, mode in (0o022, 0o644), (0o077, 0o600), (0o002, 0o664):
        fresh = folder / "data" / "fresh"
        done = subprocess.run(
            [CAIRN, *words_of(words, good, fresh)], stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, timeout=PATIENCE,
            preexec_fn=lambda: os.umask(umask))
        check(done.returncode == 0, f"{name}: cannot write a new file")
        check(stat.S_IMODE(fresh.stat().st_mode) == mode, f"{name}: umask {umask:o}")
        fresh.unlink()
    check(stranger.read_text() == "mine", f"{name}: a user's own .part")
    check(names(folder / "data") == ["new", "target", "target.part"], f"{name}: {names(folder)}")


def full_disk(name, words, good, folder, data):
    """A full disk and a file size limit cause exit code 74; the old file is kept."""
    old = data[:100]

    def look(what, where, **more):
        (where / "file").write_bytes(old)
        done = subprocess.run(
            [CAIRN, *words_of(words, good, where / "file")], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE, **more)
        check(done.returncode == 74 and not done.stdout, f"{name}, {what}: {done}")
        check(names(where) == ["file"], f"{name}, {what}: leaves {names(where)}")
        check((where / "file").read_bytes() == old, f"{name}, {what}: the old file is gone")

    small = folder / "small"
    small.mkdir()
    look("limit", small, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)))
    (small / "file").unlink()
    mounted = os.geteuid() == 0 and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(small)],
        stderr=subprocess.DEVNULL).returncode == 0
    if not mounted:
        OTHERS.append("no small disk")
        return
    try:
        look("full disk", small)
    finally:
        subprocess.run(["umount", str(small)], check=True)


def may_not(name, words, good, folder, data):
    """A file and a folder without write permission, as a user other than root."""
    old = data[:100]
    (folder / "file").write_bytes(old)
    user = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
    folder.chmod(0o777)
    for mode, place, hint in (0o444, 0o777, "denied"), (0o666, 0o555, "redirect"):
        (folder / "file").chmod(mode)
        folder.chmod(place)
        done = subprocess.run(
            [CAIRN, *words_of(words, good, folder / "file")], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE, **user)
        folder.chmod(0o777)
        check(done.returncode == 74 and hint in done.stderr.decode(), f"{name}, {mode:o}: {done}")
        check(names(folder) == ["file"], f"{name}: leaves {names(folder)}")
        check((folder / "file").read_bytes() == old, f"{name}: replaced a read-only file")


def waiting(name, words, folder, **more):
    """Starts a command that waits for standard input after creating its draft."""
    before = names(folder)
    process = subprocess.Popen(
        [CAIRN, *words_of(words, "", folder / "file")], stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, **more)
    # Enough input that the command reads the first part before the end.
    process.stdin.write((GOOD + GOOD[GOOD.index("\n") + 1:] * 4_000).encode())
    process.stdin.flush()
    limit = time.monotonic() + PATIENCE
    while names(folder) == before and process.poll() is None and time.monotonic() < limit:
        time.sleep(0.01)
    drafts = sorted(set(names(folder)) - set(before))
    check(len(drafts) == 1, f"{name}: no draft, {process.poll()}")
    check(stat.S_IMODE((folder / drafts[0]).stat().st_mode) == 0o600, f"{name}: a draft is open")
    return process


def signals(name, words, folder, data):
    old = data[:100]
    (folder / "file").write_bytes(old)
    for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
        process = waiting(name, words, folder)
        process.send_signal(number)
        code = process.wait(PATIENCE)
        process.stdin.close()
        process.stderr.close()
        check(code == -number, f"{name}: {number.name} ends with {code}")
        check(names(folder) == ["file"], f"{name}: {number.name} leaves {names(folder)}")
        check((folder / "file").read_bytes() == old, f"{name}: {number.name} removed the file")
    # A signal that is ignored at the start stays ignored.
    process = waiting(
        name, words, folder, preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    process.send_signal(signal.SIGHUP)
    _, errors = process.communicate(timeout=PATIENCE)
    check(process.returncode == 0, f"{name}: does not ignore SIGHUP: {errors}")
    check(names(folder) == ["file"] and (folder / "file").read_bytes() != old, f"{name}: ignored")


def into_a_command(folder):
    """Bash's process substitution `>(command)` works as an output."""
    done = subprocess.run(
        ["bash", "-c", '"$0" "${@:2}" --out >(cat >"$1"; echo done >"$1.done")', CAIRN,
         str(folder / "copy"), "map", "--world", "--format", "svg"],
        timeout=PATIENCE, stderr=subprocess.PIPE)
    check(done.returncode == 0, f"map into >(...): {done.stderr}")
    limit = time.monotonic() + PATIENCE
    while not (folder / "copy.done").exists() and time.monotonic() < limit:
        time.sleep(0.02)
    check((folder / "copy").read_bytes().endswith(b"</svg>\n"), "map into >(...) is cut")
    for path in "copy", "copy.done":
        (folder / path).unlink()


def together(folder):
    """Concurrent runs with the same output leave one complete file."""
    out = folder / "file.svg"
    titles = [f"run {number}" for number in range(6)]
    for _ in range(2):
        processes = [
            subprocess.Popen([CAIRN, "map", "--world", "--title", title, "--out", str(out)])
            for title in titles]
        check(all(process.wait(PATIENCE) == 0 for process in processes), "runs at once fail")
        text = out.read_text()
        check(text.endswith("</svg>\n") and text.count("<svg") == 1, "runs at once are mixed")
        check(sum(f">{title}<" in text for title in titles) == 1, "runs at once are mixed")
        check(names(folder) == ["file.svg"], f"concurrent runs leave {names(folder)}")


def files(folder):
    good = folder / "good.csv"
    # Enough that each output fills a pipe.
    good.write_text("name,lat,lon\n" + "".join(
        f"place {number},{number % 90},{number % 180}\n" for number in range(5_000)))
    # A user other than root must be able to enter the folders.
    folder.chmod(0o755)
    for name, words in WRITERS.items():
        data = wanted(words, good, folder)
        check(len(data) > 70_000, f"{name}: too little output for a pipe")
        for look in devices, links_and_modes, full_disk, may_not:
            place = folder / f"{name} {look.__name__}"
            place.mkdir()
            look(name, words, good, place, data)
    for name, words in WAITING.items():
        place = folder / f"{name} signals"
        place.mkdir()
        index = folder / "start.cairn"
        expect(0, "index", "build", str(good), str(index))
        signals(name, words, place, index.read_bytes())
    for look in into_a_command, together:
        place = folder / look.__name__
        place.mkdir()
        look(place)


with tempfile.TemporaryDirectory() as scratch:
    outputs(*ends(pathlib.Path(scratch)))
    styles()
    helps()
with tempfile.TemporaryDirectory() as scratch:
    if "--large" in sys.argv:
        asked_in_one_pass(pathlib.Path(scratch))
    shows_progress(pathlib.Path(scratch))
    maps(pathlib.Path(scratch))
    answers(pathlib.Path(scratch))
    places()
    for look in tables, exchanged, compressed:
        look(pathlib.Path(scratch))
with tempfile.TemporaryDirectory() as scratch:
    files(pathlib.Path(scratch))
if not os.path.exists("/dev/full"):
    OTHERS.append("no full disk, which needs Linux")
if OTHERS:
    print("not tried: " + ", ".join(sorted(set(OTHERS))))
    sys.exit(77)
print("every command ends correctly")
