#!/usr/bin/env python3
"""Checks that the limits in SECURITY.md are those of the code.

    .ci/check-limits.py

SECURITY.md must also name each environment variable that the code reads, and each program that it
starts. Each row of LIMITS names a constant, its value in the code, and the row of SECURITY.md with its text.
The script fails if the constant has another value or the row has another text. Only Python's standard
library is needed.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
FORMATS = "Sources/CairnFormats"
LIMITS = [
    (f"{FORMATS}/CSV/CSVReader.swift", "defaultRecordLimit", "1 << 28", "a record of CSV", "256 MiB"),
    (f"{FORMATS}/GeoJSON/GeoJSONSequenceReader.swift", "recordLimit", "1 << 28", "a feature of GeoJSON", "256 MiB"),
    (f"{FORMATS}/Append/TableAppender+Options.swift", "recordLimit", "1 << 28", "filters", "256 MiB"),
    ("Sources/CairnCommand/Input/LineReader.swift", "lineLimit", "1 << 24", "filters", "16 MiB"),
    (f"{FORMATS}/XML/XMLReader.swift", "tokenLimit", "1 << 27", "attribute of XML", "128 MiB"),
    (f"{FORMATS}/XML/XMLReader.swift", "attributeLimit", "256", "attribute of XML", "256 attributes"),
    (f"{FORMATS}/XML/XMLNames.swift", "limit", "512", "attribute of XML", "512 bytes a name"),
    (f"{FORMATS}/JSON/JSONCursor.swift", "depthLimit", "128", "nesting of JSON", "128"),
    (f"{FORMATS}/XML/XMLReader.swift", "depthLimit", "256", "nesting of JSON", "256"),
    (f"{FORMATS}/GPX/GPXElement.swift", "columnLimit", "100", "points of a GPX track", "100;"),
    (f"{FORMATS}/XML/XMLTree.swift", "memberLimit", "1000", "points of a GPX track", "1,000"),
    (f"{FORMATS}/KML/KMLStyles.swift", "limit", "100_000", "shared styles", "100,000"),
    (f"{FORMATS}/KML/KMLReader.swift", "typeLimit", "10_000", "shared styles", "10,000"),
    ("Sources/CairnOSM/PBF/PBFBlobs.swift", "headerLimit", "64 << 10", "a block of `.osm.pbf`", "64 KiB"),
    ("Sources/CairnOSM/PBF/PBFBlobs.swift", "limit", "32 << 20", "a block of `.osm.pbf`", "32 MiB"),
    ("Sources/CairnOSM/PBF/PBFBlockDecoder.swift", "columnLimit", "1 << 22", "in a column of a block", "2²²"),
    ("Sources/CairnOSM/PBF/PBFHeader.swift", "featureLimit", "256", "in a column of a block", "256"),
    ("Sources/CairnOSM/PBF/ProtobufCursor.swift", "groupLimit", "64", "in a column of a block", "64"),
    ("Sources/CairnRoads/Network/RoadFileLayout.swift", "profileLimit", "12", "a road network", "12 profiles"),
    ("Sources/CairnRoads/Network/RoadFileLayout.swift", "sectionLimit", "1 << 10", "a road network", "1,024 sections"),
    ("Sources/CairnRoads/Build/TurnTable.swift", "pathLimit", "1000", "turn restriction", "1,000"),
    ("Sources/CairnRoads/Build/TurnTable.swift", "lengthLimit", "100", "turn restriction", "; 100"),
    ("Sources/CairnCommand/Input/EdgeTolerance.swift", "vertexLimit", "10_000_000.0", "straight edges", "10,000,000"),
    ("Sources/CairnBook/Words/WordParts.swift", "greatestCount", "64", "different words", "64"),
    ("Sources/CairnRoads/Match/MatchModel.swift", "candidateLimit", "128", "a point of a track", "128"),
    ("Sources/CairnRoads/Search/PrivateSearch.swift", "wideLimit", "4096", "private roads", "4,096"),
    ("Sources/CairnCommand/Commands/RouteRoads.swift", "limit", "5_000", "--roads", "5,000"),
    ("Sources/CairnCommand/Commands/StatsCounts.swift", "categoryLimit", "100_000", "cairn stats", "100,000"),
    ("Sources/CairnHours/Text/OpeningHoursParser.swift", "byteLimit", "10_000", "opening hours", "10,000 bytes"),
    ("Sources/CairnGeodesy/Coordinate/CoordinateLinkReader.swift", "limit", "8192", "a link to a map", "8,192"),
    ("Sources/CairnGeodesy/Shapes/EvenOddBoundary.swift", "mostCuts", "50_000", "cross themselves", "50,000"),
    ("Sources/CairnRoutes/Costs/CostMatrix.swift", "maximumCount", "10_000", "`CostMatrix`", "10,000"),
    ("Sources/CairnRoutes/Costs/CostMatrix.swift", "maximumCost", "1e100", "`CostMatrix`", "1e100"),
    ("Sources/CairnRoutes/Schedule/Model/DayBreaks.swift", "maximumCount", "4", "breaks of a day", "4"),
    ("Sources/CairnColumns/RouteColumns.swift", "greatestStopCount", "1_000_000", "C interface", "1,000,000"),
    ("Sources/CairnCommand/Table/ParquetRun.swift", "seconds", "3600", "of a statement of DuckDB", "3,600 seconds"),
    ("Sources/CairnCommand/Commands/MapRenderer.swift", "seconds", "300", "runtime of the renderer", "300 seconds;"),
    ("Sources/CairnCountries/Atlas/CountryAtlas+File.swift", "maximumVertexCount", "4_000_000", "vertices of an atlas", "4,000,000"),
    ("Sources/CairnCommand/Photos/Photos.swift", "depthLimit", "64", "photos:", "64;"),
    ("Sources/CairnCommand/Photos/PhotoBytes.swift", "limit", "10_000", "photos:", "10,000"),
    ("Sources/CairnCommand/Commands/Near.swift", "limits", "1...100_000", "`cairn near`", "100,000"),
]


def main():
    rows = [line for line in (ROOT / "SECURITY.md").read_text().splitlines() if line.startswith("|")]
    problems = []
    for path, name, value, start, text in LIMITS:
        source = (ROOT / path).read_text() if (ROOT / path).exists() else ""
        found = re.findall(rf"\b(?:let|var) {name}(?:: \w+)? = (.+?)(?:  *//.*)?$", source, re.MULTILINE)
        if value not in [each.strip() for each in found]:
            problems.append(f"{path}: {name} is {found or 'missing'}, and not {value}")
        if not any(start in row and text in row for row in rows):
            problems.append(f"SECURITY.md has no row about {start} with {text}")
    security = (ROOT / "SECURITY.md").read_text()
    for path in sorted((ROOT / "Sources").rglob("*")):
        if path.suffix not in (".swift", ".py") or {"Generated", "tests"} & set(path.parts):
            continue
        source = path.read_text()
        names = re.findall(r'\b(?:environment\(|environ\.get\(|environ\[|getenv\()"(\w+)"', source)
        names += re.findall(r'\b(?:path\(of: |ChildProcess\.run\(\s*)"([\w./-]+)"', source)
        if path.name == "ChildProcess.swift":
            names += re.findall(r'"([A-Z_]{4,})"', source)
        problems += [f"SECURITY.md does not name `{name}` of {path.name}" for name in sorted(set(names))
                     if f"`{name}`" not in security]
    if problems:
        sys.exit("\n".join(f"limits: {each}" for each in problems))
    print(f"limits: {len(LIMITS)} constants have the values of SECURITY.md, which names all programs and variables")


main()
