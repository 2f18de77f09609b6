#!/usr/bin/env python3
"""Runs the queries of `cairn-bench book` with SQLite: FTS5 for words, R*Tree for locations.

    cairn-bench generate --count 100k --output SET
    cairn-bench book --places SET
    fts.py SET

The operations have the names of the suite, and the same generator makes the same words for each
place of the set. SQLite is the version included in Python, in memory, with its fastest settings. It
does not find misspellings. It orders prefix matches by bm25, not by distance, so the distance is
computed for each match: by chords between unit vectors stored in the table, which is faster than
any function of latitudes. Slow queries are run less often.
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
    """SplitMix64, the generator of the benchmark."""

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


def vector(latitude, longitude):
    latitude, longitude = math.radians(latitude), math.radians(longitude)
    return (math.cos(latitude) * math.cos(longitude), math.cos(latitude) * math.sin(longitude),
            math.sin(latitude))


def chord(radius):
    """The squared chord of a distance in meters."""
    return (2 * math.sin(radius / 2 / 6371008.8)) ** 2


def build(spots):
    base = sqlite3.connect(":memory:", isolation_level=None)
    base.executescript("""
        create table spot (id integer primary key, latitude real, longitude real, name text,
                           notes text, kind text, visited int, rating real,
                           x real, y real, z real);
        create virtual table words using fts5 (
            name, notes, content='spot', content_rowid='id', prefix='1 2 3 4 5 6',
            tokenize='unicode61 remove_diacritics 2');
        create virtual table boxes using rtree (id, south, north, west, east);
        create index kinds on spot (kind, visited, rating);
        create index ratings on spot (rating);
        begin;
        """)
    base.executemany("insert into spot values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                     (row + vector(row[1], row[2]) for row in spots))
    base.executemany("insert into words (rowid, name, notes) values (?, ?, ?)",
                     ((row[0], row[3], row[4]) for row in spots))
    base.executemany("insert into boxes values (?, ?, ?, ?, ?)",
                     ((row[0], row[1], row[1], row[2], row[2]) for row in spots))
    base.execute("commit")
    return base


def box(latitude, longitude, radius):
    """A box around a place, in degrees. It finds nothing across 180°, which favors SQLite."""
    north = math.degrees(radius / 6371008.8)
    east = north / max(0.01, math.cos(math.radians(latitude)))
    return (latitude - north, latitude + north, longitude - east, longitude + east)


AWAY = "(x - ?) * (x - ?) + (y - ?) * (y - ?) + (z - ?) * (z - ?)"
WITHIN = f"""
    select spot.id, {AWAY} away
    from words join boxes on boxes.id = words.rowid join spot on spot.id = words.rowid
    where words match ? and south >= ? and north <= ? and west >= ? and east <= ? and away <= ?
    order by away limit 20"""
NEAR = f"""
    select spot.id, {AWAY} away
    from words join spot on spot.id = words.rowid
    where words match ? order by away limit 20"""
KIND_NEAR = f"""
    select spot.id, {AWAY} away
    from words join spot on spot.id = words.rowid
    where words match ? and kind = ? and visited = 0 order by away limit 20"""
BOXED = """
    select spot.id from boxes join spot on spot.id = boxes.id
    where south >= ? and north <= ? and west >= ? and east <= ? and kind = ? and visited = 0
    order by rating desc limit 20"""
BEST = "select id from spot order by rating desc limit 20"
GROUPED = "select kind, count(*), sum(visited), avg(rating) from spot group by kind"
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

    def ask(query, values, rows=asked):
        return lambda: sum(len(base.execute(query, values(row)).fetchall()) for row in rows)

    def typed(row):
        return f'"{row[5][:3]}"* "{row[3][:4]}"*'

    def place(row):
        return [value for value in vector(row[1], row[2]) for _ in range(2)]

    for kilometers in (5, 50, 500):
        radius = kilometers * 1e3
        measure(f"words within {kilometers} km", len(asked), ask(WITHIN, lambda row: (
            *place(row), typed(row), *box(row[1], row[2], radius), chord(radius))))
    measure("words near", len(asked), ask(NEAR, lambda row: (*place(row), typed(row))))
    names = ("one letter", "two letters", "three letters", "four letters", "five letters",
             "six letters")
    for letters, name in enumerate(names, 1):
        few = asked[:20] if letters < 3 else asked
        measure("words near, " + name, len(few), ask(
            NEAR, lambda row: (*place(row), f'"{row[3][:letters]}"*'), few))
    few = asked[:26]
    measure("words near, any letter", len(few), ask(
        NEAR, lambda row: (*place(row), f'"{chr(97 + row[0] % 26)}"*'), few))
    measure("words, category, flag, near", len(asked), ask(
        KIND_NEAR, lambda row: (*place(row), f'"{row[3][:4]}"*', row[5])))
    measure("category and flag in a box by rating", len(asked), ask(
        BOXED, lambda row: (row[1] - 1, row[1] + 1, row[2] - 1, row[2] + 1, row[5])))
    measure("category and flag by rating", len(asked), ask(RATED, lambda row: (row[5],)))
    measure("all by rating", len(asked), ask(BEST, lambda row: ()))
    measure("statistics by kind", 20, ask(GROUPED, lambda row: (), asked[:20]))
    changed = [spots[draw.randrange(len(spots))] for _ in range(5_000)]

    def change(assignment):
        def body():
            base.execute("begin")
            for row in changed:
                base.execute(f"update spot set {assignment} where id = ?", (row[0],))
            base.execute("commit")
            return len(changed)
        return body

    def move():
        base.execute("begin")
        for row in changed:
            number, latitude, longitude = row[0], row[1], row[2] * 0.999
            base.execute(
                "update spot set longitude = ?, x = ?, y = ?, z = ? where id = ?",
                (longitude, *vector(latitude, longitude), number))
            base.execute(
                "update boxes set west = ?, east = ? where id = ?", (longitude, longitude, number))
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
    measure("change a flag", len(changed), change("visited = 1 - visited"))
    measure("change a rating", len(changed), change("rating = 5 - rating"))
    measure("move", len(changed), move)
    measure("change a name", len(changed), rename)


if __name__ == "__main__":
    main()
