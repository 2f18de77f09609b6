#!/usr/bin/env python3
"""Writes CASES/answers.jsonl: whether OSRM and Valhalla agree with each check of osrm_features.py.

    osrm_engines.py CASES

Needs Python 3.12, osrm-bindings 26.10, pyvalhalla 3.9 and osmium. Because building a graph is slow, all
maps of a profile are moved apart into one extract.
"""

import itertools
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

import osmium
import osrm
import valhalla

from osrm_features import read_lines, same, ways_along

COSTINGS = {"car": "auto", "foot": "pedestrian", "bicycle": "bicycle"}


def gather(folder, cases, profile, path):
    """Writes the maps of a profile side by side; returns the shift of each map."""
    writer = osmium.SimpleWriter(path, overwrite=True)
    shifts, elements, numbers = {}, [], itertools.count(1)
    lon, lat = -179.0, 0.0
    for file in dict.fromkeys(case["file"] for case in cases if case["profile"] == profile):
        root = ElementTree.parse(f"{folder}/{file}").getroot()
        nodes = [(node, float(node.get("lon")), float(node.get("lat"))) for node in root.iter("node")]
        west, east = min(x for _, x, _ in nodes), max(x for _, x, _ in nodes)
        if east - west > 30:
            continue
        if lon + east - west > 178:
            lon, lat = -179.0, lat + 0.6
        shift = (lon - west, lat)
        shifts[file] = shift
        lon += east - west + 0.3
        known = {}

        def number(kind, ref, known=known):
            if (kind, ref) not in known:
                known[kind, ref] = next(numbers)
            return known[kind, ref]

        def tags(element):
            return {tag.get("k"): tag.get("v") for tag in element.findall("tag")}
        for node, x, y in nodes:
            elements.append((0, osmium.osm.mutable.Node(
                id=number("node", node.get("id")), version=1, tags=tags(node),
                location=(x + shift[0], y + shift[1]))))
        for way in root.iter("way"):
            elements.append((1, osmium.osm.mutable.Way(
                id=number("way", way.get("id")), version=1, tags=tags(way),
                nodes=[number("node", nd.get("ref")) for nd in way.findall("nd")])))
        for relation in root.iter("relation"):
            members = [(member.get("type")[0], number(member.get("type"), member.get("ref")),
                        member.get("role") or "") for member in relation.findall("member")]
            elements.append((2, osmium.osm.mutable.Relation(
                id=next(numbers), version=1, tags=tags(relation), members=members)))
    for kind, add in enumerate((writer.add_node, writer.add_way, writer.add_relation)):
        for element_kind, element in elements:
            if element_kind == kind:
                add(element)
    writer.close()
    return shifts


def build(folder, profile):
    """Builds the graphs of both engines."""
    package = os.path.dirname(osrm.__file__)
    extract = f"{folder}/{profile}.osm.pbf"
    base = f"{folder}/{profile}.osrm"
    for command in (["osrm-extract", "-p", f"{package}/share/profiles/{profile}.lua", extract],
                    ["osrm-partition", base], ["osrm-customize", base]):
        subprocess.run([f"{package}/bin/{command[0]}", *command[1:]], check=True,
                       stdout=subprocess.DEVNULL)
    # The wrappers of Valhalla look for each other.
    binaries = os.path.dirname(sys.executable)
    paths = {**os.environ, "PATH": binaries + os.pathsep + os.environ.get("PATH", "")}
    config = json.loads(subprocess.run(
        [f"{binaries}/valhalla_build_config", "--mjolnir-tile-dir", f"{folder}/{profile}-tiles"],
        check=True, capture_output=True, text=True, env=paths).stdout)
    config["mjolnir"].pop("tile_extract", None)
    config["mjolnir"].pop("traffic_extract", None)
    with open(f"{folder}/{profile}.json", "w", encoding="utf-8") as out:
        json.dump(config, out)
    subprocess.run([f"{binaries}/valhalla_build_tiles", "-c", f"{folder}/{profile}.json", extract],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=paths)
    return osrm.OSRM(storage_config=base, algorithm="MLD", use_shared_memory=False), \
        valhalla.Actor(config)


def plain(value):
    if isinstance(value, osrm.Object):
        return {key: plain(value[key]) for key in value}
    return [plain(item) for item in value] if isinstance(value, osrm.Array) else value


def osrm_route(engine, points, radius):
    """The line and the names of the steps; None without a route."""
    try:
        answer = plain(engine.Route(osrm.RouteParameters(
            coordinates=points, steps=True, geometries="geojson", overview="full",
            radiuses=[radius] * len(points), generate_hints=False)))
    except RuntimeError:
        return None
    route = answer["routes"][0]
    steps = [step.get("name", "") for leg in route["legs"] for step in leg["steps"]]
    return route["geometry"]["coordinates"], steps


def decoded(text):
    """The points of a polyline with six decimals."""
    values, value, shift = [0, 0], 0, 0
    for character in text:
        part = ord(character) - 63
        value |= (part & 31) << shift
        shift += 5
        if part < 32:
            values.append(values[-2] + (~(value >> 1) if value & 1 else value >> 1))
            value, shift = 0, 0
    return [[lon / 1e6, lat / 1e6] for lat, lon in zip(values[2::2], values[3::2])]


def valhalla_route(engine, points, radius, costing):
    request = {"costing": costing, "locations": [
        {"lon": lon, "lat": lat, "search_cutoff": radius, "minimum_reachability": 0,
         "node_snap_tolerance": 0, "radius": 0} for lon, lat in points]}
    try:
        answer = engine.route(request)
    except Exception:  # pylint: disable=broad-except
        return None
    answer = json.loads(answer) if isinstance(answer, str) else answer
    return [point for leg in answer["trip"]["legs"] for point in decoded(leg["shape"])]


def compare(folder, case, shift, engines):
    """Whether both engines give the expected result of the feature, and the ways of the route."""
    radius = 4000.0 if case["kind"] == "route" else 500.0
    points = [(lon + shift[0], lat + shift[1]) for lon, lat in case["points"]]
    first = osrm_route(engines[0], points, radius)
    second = valhalla_route(engines[1], points, radius, COSTINGS[case["profile"]])

    def ways(line):
        return ways_along(f"{folder}/{case['file']}",
                          [(lon - shift[0], lat - shift[1]) for lon, lat in line])
    if case["kind"] == "tags":
        want = bool((case["want"] or "").strip())
        uses = [bool(line) and any(case["way"] in names for names in ways(line))
                for line in (first and first[0], second)]
        return {"both": uses == [want, want]}
    want = case["want"]
    if want is None or want.strip() != (",".join(first[1]) if first else ""):
        return {"both": False}
    if first is None or second is None:
        return {"both": first is None and second is None}
    names = ways(first[0])
    return {"both": same(names, ways(second)), "ways": [sorted(way) for way in names]}


def main():
    folder = os.path.abspath(sys.argv[1])
    cases = [case for case in read_lines(f"{folder}/cases.jsonl") if case["plain"]]
    with open(f"{folder}/answers.jsonl", "w", encoding="utf-8") as out:
        for profile in COSTINGS:
            shifts = gather(folder, cases, profile, f"{folder}/{profile}.osm.pbf")
            engines = build(folder, profile)
            for case in cases:
                if case["profile"] == profile and case["file"] in shifts:
                    answer = compare(folder, case, shifts[case["file"]], engines)
                    out.write(json.dumps({"id": case["id"], **answer}) + "\n")


if __name__ == "__main__":
    main()
