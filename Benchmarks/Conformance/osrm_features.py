#!/usr/bin/env python3
"""Compares `cairn roads` with the cucumber features of OSRM.

    osrm_features.py convert OSRM-BACKEND CASES        features to small extracts and cases.jsonl
    osrm_engines.py CASES                              the answers of OSRM and Valhalla, if installed
    osrm_features.py check CASES CAIRN [--all] [--show N]

OSRM-BACKEND is a clone of https://github.com/Project-OSRM/osrm-backend. A check is a route, of which
the ways along its geometry are compared, or a direction of a way with tags, which must be usable or
not. With answers.jsonl, only the checks are counted in which OSRM 26.10 gives what its feature says and
Valhalla gives the same; with --all, or without the answers, all of them, and then a route is compared
with the names that the feature lists, in which OSRM leaves out short roads.
"""

import collections
import functools
import json
import math
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree

GROUPS = ("bicycle", "car", "foot", "guidance")
PROFILES = {"car": "car", "foot": "foot", "bicycle": "bicycle", "bike": "bicycle"}


class Unsupported(Exception):
    """A step that cannot be converted."""


# MARK: features

def rows(lines):
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]] for line in lines]


def parse(text):
    """The scenarios of a feature: (name, tags, [(step, table, drawing)]), with the background's steps."""
    lines = [line for line in text.split("\n") if not line.lstrip().startswith("#")]
    background, scenarios, steps, tags, index = [], [], None, [], 0
    while index < len(lines):
        line = lines[index].strip()
        index += 1
        if line.startswith("@"):
            tags = line.split()
        elif line.startswith("Background:"):
            steps = background
        elif line.startswith("Scenario"):
            steps = []
            outline = ["@outline"] if line.startswith("Scenario Outline") else []
            scenarios.append((line.partition(":")[2].strip(), tags + outline, steps))
            tags = []
        elif steps is not None and (step := re.match(r"(Given|When|Then|And|But)\s+(.*)", line)):
            while index < len(lines) and not lines[index].strip():
                index += 1
            table, drawing = None, None
            if index < len(lines) and lines[index].strip().startswith('"""'):
                indent = len(lines[index]) - len(lines[index].lstrip())
                index, drawing = index + 1, []
                while not lines[index].strip().startswith('"""'):
                    cut = lines[index][:indent].strip() == ""
                    drawing.append(lines[index][indent:] if cut else lines[index].lstrip())
                    index += 1
                index += 1
            else:
                first = index
                while index < len(lines) and lines[index].strip().startswith("|"):
                    index += 1
                table = rows(lines[first:index]) or None
            steps.append((step.group(2), table, drawing))
    return [(name, tags, background + steps) for name, tags, steps in scenarios]


def records(table):
    return [dict(zip(table[0], row)) for row in table[1:]]


class Map:
    """The nodes, ways and relations of a scenario."""

    def __init__(self):
        self.nodes, self.points, self.ways, self.relations = {}, {}, [], []
        self.identifiers, self.named = 0, {}
        self.grid, self.origin = 100.0, (1.0, 1.0)

    def new(self):
        self.identifiers += 1
        return self.identifiers

    def place(self, x, y):
        """The position of a point in the grid, by the lengths of a degree at the origin."""
        eccentricity = (2 - 1 / 298.257223563) / 298.257223563
        cosine = math.cos(math.radians(self.origin[1]))
        squared = 1 / (1 - eccentricity * (1 - cosine * cosine))
        scale = math.radians(1) * 6378137 * math.sqrt(squared)
        return (round(self.origin[0] + x * self.grid / (scale * cosine), 7),
                round(self.origin[1] + y * self.grid / (scale * squared * (1 - eccentricity)), 7))

    def add(self, name, position, identifier=None):
        if name in self.nodes or name in self.points:
            raise Unsupported("a node twice")
        if name.isdigit():
            self.points[name] = position
        else:
            self.nodes[name] = {"id": identifier or self.new(), "at": position, "tags": {}}

    def position(self, name):
        name = name.strip()
        if name in self.nodes:
            return self.nodes[name]["at"]
        if name in self.points:
            return self.points[name]
        raise Unsupported("an unknown node")

    def add_way(self, names, tags):
        way = {"id": self.new(), "nodes": [self.nodes[name]["id"] for name in names], "tags": tags}
        self.ways.append(way)
        return way

    def write(self, path):
        root = ElementTree.Element("osm", version="0.6")

        def tagged(element, tags):
            for key, value in tags.items():
                ElementTree.SubElement(element, "tag", k=key, v=value)
        for node in self.nodes.values():
            lon, lat = node["at"]
            tagged(ElementTree.SubElement(root, "node", id=str(node["id"]), version="1",
                                          lat=f"{lat:.7f}", lon=f"{lon:.7f}"), node["tags"])
        for way in self.ways:
            element = ElementTree.SubElement(root, "way", id=str(way["id"]), version="1")
            for node in way["nodes"]:
                ElementTree.SubElement(element, "nd", ref=str(node))
            tagged(element, way["tags"])
        for members, tags in self.relations:
            element = ElementTree.SubElement(root, "relation", id=str(self.new()), version="1")
            for kind, ref, role in members:
                ElementTree.SubElement(element, "member", type=kind, ref=str(ref), role=role)
            tagged(element, tags)
        ElementTree.ElementTree(root).write(path, encoding="unicode")


def given(value):
    return value not in ("", "(nil)")


def read_ways(area, table):
    for record in records(table):
        tags = {"highway": "primary", "name": record["nodes"]}
        tags.update((key, value) for key, value in record.items() if key not in ("nodes", "#"))
        if tags["name"] in ('""', "''"):
            tags["name"] = ""
        tags = {key: value for key, value in tags.items() if given(value)}
        for name in record["nodes"]:
            area.position(name)
            if name not in area.nodes:
                raise Unsupported("a way through a position")
        area.named[record["nodes"]] = area.add_way(record["nodes"], tags)


def read_relations(area, table):
    for row in table[1:]:
        members, tags = [], {}
        for head, value in zip(table[0], row):
            if not (match := re.match(r"(node|way|relation):?(.*)", head)):
                if value:
                    tags[head] = value
                continue
            for name in filter(None, (name.strip() for name in value.split(","))):
                if match.group(1) == "node":
                    area.position(name)
                    ref = area.nodes[name]["id"]
                else:
                    way = area.named.get(name) or area.named.get(name[::-1])
                    if way is None or match.group(1) == "relation":
                        raise Unsupported("a member that is unknown")
                    ref = way["id"]
                members.append((match.group(1), ref, match.group(2)))
        area.relations.append((members, tags))


def read_routes(area, table, options):
    for record in records(table):
        if "request" in record:
            raise Unsupported("a raw request")
        names = [record["from"], record["to"]] if record.get("from") else \
            record.get("waypoints", "").split(",")
        extra = {key for key in record if key in ("bearings", "approaches") or key.startswith("param")}
        yield {"kind": "route", "points": [area.position(name) for name in names],
               "plain": not options and not any(given(record[key]) for key in extra),
               "want": record.get("route")}


def read_tags(area, table, shortcuts):
    columns = ("forw", "backw", "bothw", "forw_rate", "backw_rate", "bothw_rate")
    if not set(table[0]) & set(columns):
        raise Unsupported("a table of tags without directions")
    for number, record in enumerate(records(table)):
        names = [letter + str(number) + "x" for letter in "abcde"]
        for x, name in enumerate(names):
            area.add(name, area.place(x + 100 * number, 0))
        tags = {"highway": "primary"}
        for key, value in record.items():
            if key.startswith("node/") and given(value):
                area.nodes[names[2]]["tags"][key[5:]] = value
            elif value == "(nil)":
                tags.pop(key, None)
            elif value and key not in columns and key != "#" and not key.startswith("node/"):
                tags[key] = value
        area.add_way(names, {**tags, "name": f"w{number}"})
        ends = [area.place(1 + 100 * number, 0), area.place(3 + 100 * number, 0)]
        for direction, points in (("forw", ends), ("backw", ends[::-1])):
            want = record.get(direction, record.get("bothw"))
            if want is None:
                want = record.get(direction + "_rate", record.get("bothw_rate"))
            if want is not None:
                yield {"kind": "tags", "points": points, "way": f"w{number}", "plain": True,
                       "direction": direction, "want": shortcuts.get(want, want),
                       "tags": {**tags, **{"node/" + key: value for key, value
                                           in area.nodes[names[2]]["tags"].items()}}}


def read_scenario(steps):
    """The map, the profile and the checks of a scenario."""
    area, profile, options, checks, shortcuts = Map(), None, {}, [], {}
    for step, table, drawing in steps:
        if match := re.match(r'the profile "(.*)"$', step):
            profile = PROFILES.get(match.group(1))
        elif match := re.match(r"a grid size of ([\d.]+) meters", step):
            area.grid = float(match.group(1))
        elif match := re.match(r"the origin (-?[\d.]+),(-?[\d.]+)", step):
            area.origin = (float(match.group(1)), float(match.group(2)))
        elif step == "the node map":
            for y, line in enumerate(drawing):
                for x, name in enumerate(line):
                    if re.match("[a-z0-9]", name):
                        area.add(name, area.place(x / 2, -y))
        elif step == "the node locations":
            for record in records(table):
                area.add(record["node"], (float(record["lon"]), float(record["lat"])),
                         int(record["id"]) if record.get("id") else None)
        elif step == "the nodes":
            for record in records(table):
                area.position(record["node"])
                node = area.nodes[record["node"]]
                if "id" in record:
                    node["id"] = int(record["id"])
                node["tags"].update((key, value) for key, value in record.items()
                                    if key not in ("node", "id") and given(value))
        elif step.startswith("the ways"):
            read_ways(area, table)
        elif step == "the relations":
            read_relations(area, table)
        elif step == "the query options":
            options.update(table)
        elif step == "the shortcuts":
            shortcuts = {record["key"]: record["value"] for record in records(table)}
        elif step == "I route I should get":
            relevant = set(options) - {"overview", "geometries", "steps", "annotations"}
            checks += read_routes(area, table, relevant)
        elif step == "routability should be":
            checks += read_tags(area, table, shortcuts)
        elif not re.match("the (data load|partition) extra|data is loaded", step):
            raise Unsupported(re.sub(r'".*"|\d+', "…", step)[:40])
    if profile is None or not checks:
        raise Unsupported("no profile or no check")
    return area, profile, checks


def convert(backend, folder):
    cases, left_out, total = [], collections.Counter(), 0
    for group in GROUPS:
        os.makedirs(f"{folder}/{group}", exist_ok=True)
        for file in sorted(os.listdir(f"{backend}/features/{group}")):
            with open(f"{backend}/features/{group}/{file}", encoding="utf-8") as source:
                scenarios = parse(source.read())
            for number, (name, tags, steps) in enumerate(scenarios, 1):
                total += 1
                try:
                    if set(tags) & {"@todo", "@outline", "@stress"}:
                        raise Unsupported("not run by OSRM")
                    area, profile, checks = read_scenario(steps)
                except Unsupported as reason:
                    left_out[str(reason)] += 1
                    continue
                case = f"{group}/{file[:-8]}/{number}"
                path = f"{group}/{file[:-8]}_{number:02}.osm"
                area.write(f"{folder}/{path}")
                cases += [{"id": f"{case}#{index}", "file": path, "profile": profile,
                           "scenario": name, **check} for index, check in enumerate(checks, 1)]
    with open(f"{folder}/cases.jsonl", "w", encoding="utf-8") as out:
        out.writelines(json.dumps(case, ensure_ascii=False) + "\n" for case in cases)
    print(f"{total} scenarios, {len(cases)} checks; left out:", dict(left_out.most_common()))


# MARK: geometry

METERS = 111194.93


@functools.lru_cache(maxsize=4)
def segments(path):
    """The segments of an extract with the names of their ways."""
    root = ElementTree.parse(path).getroot()
    places = {node.get("id"): (float(node.get("lon")), float(node.get("lat")))
              for node in root.iter("node")}
    found = []
    for way in root.iter("way"):
        tags = {tag.get("k"): tag.get("v") for tag in way.findall("tag")}
        refs = [places[nd.get("ref")] for nd in way.findall("nd")]
        found += [(a, b, tags.get("name", tags.get("ref", ""))) for a, b in zip(refs, refs[1:])]
    return found


def meters(point, start, end):
    """The distance between a point and a segment."""
    scale = math.cos(math.radians(point[1]))
    ax, ay = (start[0] - point[0]) * scale, start[1] - point[1]
    dx, dy = (end[0] - start[0]) * scale, end[1] - start[1]
    square = dx * dx + dy * dy
    part = 0 if square == 0 else max(0, min(1, -(ax * dx + ay * dy) / square))
    return math.hypot(ax + part * dx, ay + part * dy) * METERS


def ways_along(path, line):
    """The names of the ways along a line; a set per stretch, since ways may overlap."""
    found = []
    for start, end in zip(line, line[1:]):
        length = meters(start, end, end)
        if length < 0.2:
            continue
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        near = max(0.6, length * 0.002)
        names = {name for a, b, name in segments(path)
                 if all(meters(point, a, b) <= near for point in (start, middle, end))}
        names = names or {name for a, b, name in segments(path) if meters(middle, a, b) <= near}
        if found and found[-1] & names:
            found[-1] &= names
        else:
            found.append(names or {"?"})
    return found


def same(first, second):
    return len(first) == len(second) and all(a & b for a, b in zip(first, second))


# MARK: checks

def read_lines(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def expected(case, answers, everything):
    """Whether a route exists, and its ways as sets or its names as a list; None if undecided."""
    found = bool((case["want"] or "").strip())
    if answers is None or everything:
        if case["want"] is None or case["want"].startswith("/"):
            return None
        return found, None, case["want"]
    answer = answers.get(case["id"])
    if answer is None or not answer["both"]:
        return None
    return found, [set(names) for names in answer.get("ways", [])], None


def judge(path, case, answer, want):
    found, ways, names = want
    line = answer.get("geometry", [])
    if case["kind"] == "tags":
        usable = answer["found"] and any(case["way"] in names for names in ways_along(path, line))
        return None if bool(usable) == found else f"usable {bool(usable)}"
    if answer["found"] != found:
        return "a route" if answer["found"] else "no route"
    if not found:
        return None
    if ways is not None:
        got = ways_along(path, line)
        return None if same(got, ways) else "via " + ",".join("|".join(sorted(n)) for n in got)
    unique = [name for name, before in zip(names.split(","), [None] + names.split(","))
              if name != before]
    got = [step["name"] for step in answer["steps"]]
    got = [name for name, before in zip(got, [None] + got) if name != before]
    return None if got == unique else "names " + ",".join(got)


def check(folder, cairn, everything, shown):
    answers = None
    if os.path.exists(f"{folder}/answers.jsonl"):
        answers = {answer["id"]: answer for answer in read_lines(f"{folder}/answers.jsonl")}
    by_file = collections.defaultdict(list)
    for case in read_lines(f"{folder}/cases.jsonl"):
        want = expected(case, answers, everything)
        if case["plain"] and want is not None:
            by_file[case["file"], case["profile"]].append((case, want))
    right, wrong = collections.Counter(), []
    for (file, profile), cases in by_file.items():
        path = f"{folder}/{file}"
        requests = "".join(json.dumps({"id": case["id"], "points": case["points"],
                                       "snap": 4000 if case["kind"] == "route" else 500}) + "\n"
                           for case, _ in cases)
        run = subprocess.run([cairn, "roads", "route", path, "--by", profile, "--format", "ndjson"],
                             input=requests, capture_output=True, text=True, check=False)
        given_answers = {answer["id"]: answer for answer in map(json.loads, run.stdout.splitlines())}
        for case, want in cases:
            answer = given_answers.get(case["id"])
            reason = judge(path, case, answer, want) if answer else f"no answer: {run.stderr[:80]}"
            right[case["kind"], reason is None] += 1
            if reason:
                wrong.append((case["id"], case.get("tags") or case["scenario"],
                              case.get("direction", ""), "want", want[1] or want[2] or want[0],
                              "found", reason))
    for kind in ("route", "tags"):
        count = right[kind, True] + right[kind, False]
        print(f"{kind}: {right[kind, True]} of {count} as expected "
              f"({100 * right[kind, True] / max(count, 1):.2f} %)")
    for line in wrong[:shown]:
        print("  ", *line)


def main():
    arguments = sys.argv[1:]
    if len(arguments) >= 3 and arguments[0] == "convert":
        convert(arguments[1], arguments[2])
    elif len(arguments) >= 3 and arguments[0] == "check":
        shown = int(arguments[arguments.index("--show") + 1]) if "--show" in arguments else 20
        check(arguments[1], arguments[2], "--all" in arguments, shown)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
