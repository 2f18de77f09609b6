"""Reads the borders of countries from an OpenStreetMap extract in the PBF format.

Three passes: the relations of countries, their ways, and the nodes of these. Only what is needed is
kept, so the memory depends on the borders and not on the extract. Standard library only.
"""

import collections
import struct
import zlib

# Ways of a relation that are part of its outline.
OUTLINE_ROLES = {"outer", "inner", ""}


def fields(data):
    """The fields of a protobuf message: (number, value), bytes for a length-delimited one."""
    at = 0
    while at < len(data):
        key, at = varint(data, at)
        kind = key & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 2:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
            if len(value) < size:
                raise ValueError("the file ends inside a message")
        elif kind in (1, 5):
            size = 8 if kind == 1 else 4
            value, at = data[at:at + size], at + size
        else:
            raise ValueError(f"protobuf wire type {kind}")
        yield key >> 3, value


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        at += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value, at
        shift += 7


def numbers(data):
    """The unsigned numbers of a packed field."""
    at, found = 0, []
    while at < len(data):
        value, at = varint(data, at)
        found.append(value)
    return found


def signed(value):
    return (value >> 1) ^ -(value & 1)


def summed(data):
    """The running sums of the signed numbers of a packed field."""
    total, found = 0, []
    for value in numbers(data):
        total += signed(value)
        found.append(total)
    return found


def blocks(path):
    """The primitive blocks of a file: (fields of the block, groups)."""
    with open(path, "rb") as file:
        while head := file.read(4):
            header = dict(fields(file.read(struct.unpack(">I", head)[0])))
            blob = dict(fields(file.read(header[3])))
            if header[1] != b"OSMData":
                continue
            if 3 not in blob and 1 not in blob:
                raise ValueError(f"{path}: a block is compressed by another method than zlib")
            data = zlib.decompress(blob[3]) if 3 in blob else blob[1]
            rest, groups, table = {}, [], []
            for number, value in fields(data):
                if number == 1:
                    table = [text for n, text in fields(value) if n == 1]
                elif number == 2:
                    groups.append(value)
                else:
                    rest[number] = value
            yield rest, groups, table


def tags_of(message, table):
    keys = numbers(message.get(2, b""))
    values = numbers(message.get(3, b""))
    return {table[k].decode("utf-8"): table[v].decode("utf-8") for k, v in zip(keys, values)}


def read_relations(path, code_of):
    """The ways of the outline of each country: {code: [way]}; `code_of` gives the code of tags."""
    found = collections.defaultdict(list)
    for _, groups, table in blocks(path):
        for group in groups:
            for number, value in fields(group):
                if number != 4:
                    continue
                message = dict(fields(value))
                code = code_of(tags_of(message, table))
                if code is None:
                    continue
                roles = [table[r].decode("utf-8") for r in numbers(message.get(8, b""))]
                found[code] += [member for member, kind, role in zip(
                    summed(message.get(9, b"")), numbers(message.get(10, b"")), roles)
                    if kind == 1 and role in OUTLINE_ROLES]
    return found


def read_ways(path, wanted):
    """The nodes of the wanted ways."""
    found = {}
    for _, groups, _ in blocks(path):
        for group in groups:
            for number, value in fields(group):
                if number == 3:
                    message = dict(fields(value))
                    if message[1] in wanted:
                        found[message[1]] = summed(message.get(8, b""))
    return found


def read_nodes(path, wanted):
    """The (longitude, latitude) of the wanted nodes, in degrees."""
    found = {}
    for rest, groups, _ in blocks(path):
        step = rest.get(17, 100)
        south, west = (signed64(rest.get(n, 0)) for n in (19, 20))

        def place(x, y, step=step, south=south, west=west):
            return (west + step * x) / 1e9, (south + step * y) / 1e9
        for group in groups:
            for number, value in fields(group):
                message = dict(fields(value)) if number in (1, 2) else {}
                if number == 2:
                    for node, y, x in zip(*(summed(message.get(n, b"")) for n in (1, 8, 9))):
                        if node in wanted:
                            found[node] = place(x, y)
                elif number == 1 and signed(message[1]) in wanted:
                    found[signed(message[1])] = place(signed(message[9]), signed(message[8]))
    return found


def signed64(value):
    return value - (1 << 64) if value >= 1 << 63 else value


def country_code(tags):
    """The ISO 3166-1 code of a relation that is the border of a country, or None."""
    if tags.get("boundary") == "administrative" and tags.get("type") in ("boundary", "multipolygon"):
        code = tags.get("ISO3166-1:alpha2") or tags.get("ISO3166-1") or ""
        if len(code) == 2 and code.isalpha() and (
                tags.get("admin_level") in ("2", "3", "4")):
            return code.upper()
    return None


def read_outlines(path):
    """The rings of each country whose outline is complete: {code: [[(longitude, latitude)]]}.

    The second result has the reason for each country that is left out.
    """
    relations = read_relations(path, country_code)
    ways = read_ways(path, {way for members in relations.values() for way in members})
    nodes = read_nodes(path, {node for refs in ways.values() for node in refs})
    outlines, left_out = {}, {}
    for code, members in sorted(relations.items()):
        missing = sum(way not in ways for way in members)
        if missing:
            left_out[code] = f"{missing} of {len(members)} ways are not in the extract"
            continue
        if any(node not in nodes for way in members for node in ways[way]):
            left_out[code] = "nodes are not in the extract"
            continue
        rings = rings_of([ways[way] for way in dict.fromkeys(members)])
        if rings is None:
            left_out[code] = "the outline is not closed"
        else:
            outlines[code] = [[nodes[node] for node in ring] for ring in rings]
    return outlines, left_out


def rings_of(ways):
    """The closed rings of ways, as lists of nodes without the repeated last one, or None."""
    rings = [way[:-1] for way in ways if len(way) > 3 and way[0] == way[-1]]
    ends, waiting = collections.defaultdict(list), {}
    for number, way in enumerate(ways):
        if way[0] != way[-1]:
            waiting[number] = way
            ends[way[0]].append(number)
            ends[way[-1]].append(number)
    if any(len(found) % 2 for found in ends.values()):
        return None
    while waiting:
        first = min(waiting)
        ring = list(waiting.pop(first))
        while ring[0] != ring[-1]:
            following = next(n for n in ends[ring[-1]] if n in waiting)
            way = waiting.pop(following)
            ring += way[1:] if way[0] == ring[-1] else way[-2::-1]
        rings.append(ring[:-1])
    return rings
