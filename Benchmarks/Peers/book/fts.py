#!/usr/bin/env python3
"""The questions of `cairn-bench book` asked of SQLite: FTS5 for the words, R*Tree for the place.

    cairn-bench generate --count 100k --output SET
    cairn-bench book --places SET
    fts.py SET

The names are those of the suite: the same generator makes the same made-up words for each place of
the set. SQLite is the one that Python brings, in memory, with the settings that are quickest there.
It has no misspellings, and its answers to prefixes are ordered by bm25 and not by distance unless
that is computed for each match, as it is here.
"""

import math
import random
import sqlite3
import struct
import sys
import time

KINDS = ["Café", "Museum", "Beach", "Summit", "Market", "Temple", "Park", "Hotel", "Bridge",
         "Castle"]
SYLLABLES = ("ba be bi bo da de do fa ga go ka ki ko la le li lo ma me mi na no pa ra re ri ro sa so "
             "ta to va").split()
MASK = (1 << 64) - 1


class Generator:
    """SplitMix64, as the benchmark has it."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB & MASK
        return z ^ (z >> 31)


def word(bits):
    def part(shift):
        return SYLLABLES[(bits >> shift & 31) * (bits >> (shift + 20) & 31) // 31]
    return part(0) + part(5) + part(10)


def spot(number, latitude, longitude):
    generator = Generator(number)
    bits = generator.next()
    kind = KINDS[(bits >> 60) % len(KINDS)]
    name = word(generator.next()) + " " + kind + " " + word(generator.next())
    notes = "by the " + word(generator.next()) + " road"
    return (number, latitude, longitude, name, notes, kind, bits & 1, (bits >> 1 & 63) / 12.6)


def read(file):
    with open(file, "rb") as stream:
        data = stream.read()
    if data[:8] != b"CAIRNSET":
        sys.exit("fts.py: not a set of cairn-bench generate")
    count, _ = struct.unpack_from("<QQ", data, 8)
    return [spot(number, *struct.unpack_from("<dd", data, 24 + 16 * number))
            for number in range(count)]


def distance(a, b, c, d):
    a, b, c, d = map(math.radians, (a, b, c, d))
    h = math.sin((c - a) / 2) ** 2 + math.cos(a) * math.cos(c) * math.sin((d - b) / 2) ** 2
    return 2 * 6371008.8 * math.asin(min(1, math.sqrt(h)))


def build(spots):
    base = sqlite3.connect(":memory:", isolation_level=None)
    base.create_function("distance", 4, distance, deterministic=True)
    base.executescript("""
        create table spot (id integer primary key, latitude real, longitude real, name text,
                           notes text, kind text, visited int, rating real);
        create virtual table words using fts5 (
            name, notes, content='spot', content_rowid='id', prefix='3 4',
            tokenize='unicode61 remove_diacritics 2');
        create virtual table boxes using rtree (id, south, north, west, east);
        create index kinds on spot (kind, visited, rating);
        begin;
        """)
    base.executemany("insert into spot values (?, ?, ?, ?, ?, ?, ?, ?)", spots)
    base.executemany("insert into words (rowid, name, notes) values (?, ?, ?)",
                     ((row[0], row[3], row[4]) for row in spots))
    base.executemany("insert into boxes values (?, ?, ?, ?, ?)",
                     ((row[0], row[1], row[1], row[2], row[2]) for row in spots))
    base.execute("commit")
    return base


def box(latitude, longitude, radius):
    """The degrees around a place; across 180 degrees nothing is found, which favours SQLite."""
    north = math.degrees(radius / 6371008.8)
    east = north / max(0.01, math.cos(math.radians(latitude)))
    return (latitude - north, latitude + north, longitude - east, longitude + east)


WITHIN = """
    select spot.id, distance(?, ?, latitude, longitude) away
    from words join boxes on boxes.id = words.rowid join spot on spot.id = words.rowid
    where words match ? and south >= ? and north <= ? and west >= ? and east <= ? and away <= ?
    order by rank, away limit 20"""
NEAR = """
    select spot.id, distance(?, ?, latitude, longitude) away
    from words join spot on spot.id = words.rowid
    where words match ? order by away limit 20"""
RATED = """
    select id from spot where kind = ? and visited = 0 order by rating desc limit 20"""


def measure(name, calls, body):
    times = []
    for _ in range(5):
        start = time.perf_counter()
        hits = body()
        times.append((time.perf_counter() - start) / calls * 1e6)
    print(f"{name:44} {sorted(times)[2]:12.1f} us, least {min(times):10.1f}, {hits} hits")


def main():
    spots = read(sys.argv[1])
    start = time.perf_counter()
    base = build(spots)
    print(f"SQLite {sqlite3.sqlite_version}, {len(spots)} places, "
          f"built in {(time.perf_counter() - start) * 1e3:.0f} ms")
    draw = random.Random(1)
    asked = [spots[draw.randrange(len(spots))] for _ in range(500)]

    def ask(query, values):
        return lambda: sum(len(base.execute(query, values(row)).fetchall()) for row in asked)

    def typed(row):
        return f'"{row[5][:3]}"* "{row[3][:4]}"*'

    for kilometres in (5, 50, 500):
        radius = kilometres * 1e3
        measure(f"words within {kilometres} km", len(asked), ask(WITHIN, lambda row: (
            row[1], row[2], typed(row), *box(row[1], row[2], radius), radius)))
    measure("words near", len(asked), ask(NEAR, lambda row: (row[1], row[2], typed(row))))
    measure("words near, four letters", len(asked), ask(
        NEAR, lambda row: (row[1], row[2], f'"{row[3][:4]}"*')))
    measure("category and flag by rating", len(asked), ask(RATED, lambda row: (row[5],)))
    changed = [spots[draw.randrange(len(spots))] for _ in range(5_000)]

    def change():
        base.execute("begin")
        for row in changed:
            base.execute("update spot set visited = 1 - visited where id = ?", (row[0],))
        base.execute("commit")
        return len(changed)

    def rename():
        base.execute("begin")
        for row in changed:
            number, _, _, name, notes, *_ = row
            base.execute("insert into words (words, rowid, name, notes) values ('delete', ?, ?, ?)",
                         (number, name, notes))
            base.execute("insert into words (rowid, name, notes) values (?, ?, ?)",
                         (number, name, notes))
            base.execute("update spot set name = ? where id = ?", (name, number))
        base.execute("commit")
        return len(changed)
    measure("change a flag", len(changed), change)
    measure("change a name", len(changed), rename)


if __name__ == "__main__":
    main()
