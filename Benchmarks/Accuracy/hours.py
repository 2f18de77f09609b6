#!/usr/bin/env python3
"""Measures how many opening hours of OpenStreetMap are read, and compares them with another library.

    python3 Benchmarks/Accuracy/hours.py VALUES…             # files of distinct values, one per line
    python3 Benchmarks/Accuracy/hours.py VALUES… --half 0    # one half of them, by checksum
    python3 Benchmarks/Accuracy/hours.py VALUES… --list 20   # with 20 differences
    python3 Benchmarks/Accuracy/hours.py --extract FILE.osm.pbf… > VALUES

The values are read by `cairn hours` (build it first) and by opening-hours-py (MIT or Apache 2.0),
installed into .build/accuracy. The states of every half hour of a year are compared, at a place
in Finland with the public holidays of opening-hours-py. --extract reads the distinct values of
`opening_hours` from extracts of OpenStreetMap with pyosmium. Such lists are under the ODbL: they are
used for this measurement only and are not part of the library.

Three shares are printed: of values that are read, of half hours that are equal, and of values that
are equal in every half hour. Nights follow `HoursContext.Nights.endAtMidnight`, as in
opening-hours-py; the default, `belongToTheirDay`, is also compared. Intended differences are
classified ("there" is opening-hours-py):

- words: a comment instead of times is unknown here and open there;
- fallback: the rule after || applies whenever nothing else is open; there only on days without any
  other rule;
- PH Mo: holidays that are Mondays here (as specified), holidays or Mondays there;
- list: `Mo-We, Fr 10:00-12:00` and `08:00 - 12:00 , 13:00 - 15:00` are lists here; there the first
  part is a separate rule for the whole day, and the second one applies to every day;
- night: differs only with `belongToTheirDay`;
- sun: `sunrise-07:00` is empty on days on which the sun rises later; there it lasts until the next
  day. A span that ends with the next day's sunrise does so here; there it ends with that of the same
  day. Times of the sun there are whole minutes with an error of up to two (here 7 s, compared with
  an ephemeris);
- years: in `2026 Aug 3,Aug 5` the year applies to both dates here, there to the first;
- open end: `17:00+` and `14:00-17:00+` are unknown after the last time here, open until midnight there;
- steps: steps and points in time are rejected here and ignored there.

Measured on 2026-11-23 on two cores of a shared virtual machine, Linux x86-64, debug build, with
opening-hours-py 2.1.4: Sources/CairnHours/README.md has the figures.
"""

import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import re
import subprocess
import sys
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOWNLOADS = ROOT / ".build" / "accuracy"
ORACLE, EXTRACTOR = "opening-hours-py==2.1.4", "osmium==4.3.2"
WANTED_READ, WANTED_SAME = 97.0, 99.5
YEAR = 2026
PLACE, COUNTRY, OFFSET = (60.17, 24.94), "FI", 2
START = datetime.datetime(YEAR, 1, 1)
DAYS = 365


DAY = "(?:Mo|Tu|We|Th|Fr|Sa|Su|PH|SH)"
DAY_LIST = re.compile(f"{DAY} ?, +{DAY}")


def install(package, folder):
    tools = DOWNLOADS / folder
    if not tools.exists():
        subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--target", str(tools),
                        package], check=True)
    sys.path.insert(0, str(tools))


def extract(files):
    """Prints the distinct values of opening_hours in extracts."""
    install(EXTRACTOR, "osmium")
    import osmium
    values = set()

    class Handler(osmium.SimpleHandler):
        def read(self, thing):
            if value := thing.tags.get("opening_hours"):
                values.add(value.replace("\n", " "))
        node = way = relation = read

    for name in files:
        Handler().apply_file(name)
    print("\n".join(sorted(values)))


def half_hours(intervals):
    """The state of each half hour of the year, from tuples (begin, end, state) with datetimes."""
    states = [None] * (48 * DAYS)
    for begin, end, state in intervals:
        first = -((START - begin) // datetime.timedelta(minutes=30))
        last = -((START - end) // datetime.timedelta(minutes=30))
        for index in range(max(first, 0), min(last, len(states))):
            states[index] = state
    return states


def ours(cairn, value, holidays, letter):
    words = [str(cairn), "hours", "--at", f"{YEAR}-01-01", "--days", str(DAYS), "--format", "json",
             "--holidays", ",".join(holidays), "--place", f"{PLACE[0]},{PLACE[1]}",
             "--utc-offset", str(OFFSET)] + ["--letter"] * letter + ["--", value]
    run = subprocess.run(words, capture_output=True, text=True)
    if run.returncode:
        return None, run.stderr.strip()
    parse = datetime.datetime.fromisoformat
    return half_hours((parse(i["from"]), parse(i["to"]), i["state"])
                      for i in json.loads(run.stdout)["intervals"]), None


def theirs(value, zone):
    from opening_hours import OpeningHours
    try:
        # With auto_timezone=False it would ignore the coordinate.
        hours = OpeningHours(value, timezone=zone, country=COUNTRY, coords=PLACE)
    except BaseException as error:  # a Rust panic is not an Exception
        return None, str(error).splitlines()[0]
    begin, end = START.replace(tzinfo=zone), START.replace(tzinfo=zone) + datetime.timedelta(DAYS)
    found = []
    for first, last, state, _ in hours.intervals(begin, end):
        if first >= end:
            break
        last = min(last or end, end)
        found.append((first.replace(tzinfo=None), last.replace(tzinfo=None),
                      str(state).split(".")[-1].lower()))
    return half_hours(found), None


def kind(value, count):
    """The intended difference that a value may have; None if it has none."""
    if re.search(r"/\d", value.replace("24/7", "")) and "week" not in value:
        return "steps"
    if "||" in value:
        return "fallback"
    plain = re.sub(r'"[^"]*"', '"x"', value)
    if re.search(r"[\d)]\+(?! ?\d+ day)", plain):
        return "open end"
    if re.search(r'(^|[;,:]|[a-z\d])\s*"', plain) and not re.fullmatch(
            r'([^"]|(\d:\d\d[^\s;,"]*|off|closed) *(open )?"x")*', plain):
        return "words"
    if re.search(r"[PS]H ([-+]\d days? )?(Mo|Tu|We|Th|Fr|Sa|Su)", value):
        return "PH Mo"
    if re.search(r"\d\d ,|\d{1,2} ?- \d", value) or DAY_LIST.search(value):
        return "list"
    if re.search(r"(sunrise|sunset|dawn|dusk)\)?-\d|^[^;]*\d-\(?(sunrise|dawn)", value):
        return "sun"
    if count < 100 and re.search("sunrise|sunset|dawn|dusk", value):
        return "sun"
    if re.search(r"20\d\d [A-Z][^;]*,[A-Z]", value):
        return "years"
    return None


def share(part, whole):
    return 100 * part / whole if whole else 100.0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("values", nargs="+", help="files of values, or extracts with --extract")
    parser.add_argument("--extract", action="store_true")
    parser.add_argument("--half", type=int, choices=(0, 1), help="one half of the values")
    parser.add_argument("--list", type=int, default=0, help="number of differences to print")
    parser.add_argument("--cairn", type=pathlib.Path, default=ROOT / ".build" / "debug" / "cairn")
    options = parser.parse_args()
    if options.extract:
        extract(options.values)
        return 0
    install(ORACLE, "opening-hours")
    import zoneinfo
    from opening_hours import OpeningHours
    values = sorted({line.strip() for name in options.values
                     for line in pathlib.Path(name).read_text("utf-8").splitlines()
                     if line.strip() and not line.startswith("#")})
    if options.half is not None:
        values = [v for v in values if zlib.crc32(v.encode()) % 2 == options.half]
    # A zone without daylight saving time, so that every day has 48 half hours.
    zone = zoneinfo.ZoneInfo(f"Etc/GMT-{OFFSET}")
    holidays = OpeningHours("PH", timezone=zone, country=COUNTRY, coords=PLACE)
    begin = START.replace(tzinfo=zone) - datetime.timedelta(31)
    end = begin + datetime.timedelta(DAYS + 62)
    dates = []
    for first, last, state, _ in holidays.intervals(begin, end):
        if str(state).endswith("OPEN") or str(state).lower().endswith("open"):
            day = first
            while day < min(last or end, end):
                dates.append(day.date().isoformat())
                day += datetime.timedelta(1)

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        letters = list(pool.map(lambda v: ours(options.cairn, v, dates, True), values))
        means = list(pool.map(lambda v: ours(options.cairn, v, dates, False), values))
    unread = [(v, error) for v, (_, error) in zip(values, letters) if error]
    print(f"{len(values):,} values: {share(len(values) - len(unread), len(values)):.2f} % read "
          f"(target {WANTED_READ})")
    oracles = [theirs(value, zone) for value in values]
    print(f"opening-hours-py reads {share(sum(e is None for _, e in oracles), len(values)):.2f} %")
    missed = share(len(values) - len(unread), len(values)) < WANTED_READ
    for title, answers in (("by the letter", letters), ("as people mean it", means)):
        both = [(v, a[0], o[0], l[0]) for v, a, o, l in zip(values, answers, oracles, letters)
                if a[0] and o[0]]
        differing = [(v, sum(x != y for x, y in zip(a, o)),
                      "night" if l == o else None, a, o) for v, a, o, l in both if a != o]
        differing = [(v, n, why or kind(v, n), a, o) for v, n, why, a, o in differing]
        slips = [d for d in differing if not d[2]]
        whole = 48 * DAYS * len(both)
        print(f"{title}: {share(whole - sum(d[1] for d in differing), whole):.3f} % of half hours "
              f"the same, {share(len(both) - len(differing), len(both)):.2f} % of {len(both):,} "
              f"values in all; without intended differences "
              f"{share(whole - sum(d[1] for d in slips), whole):.3f} and "
              f"{share(len(both) - len(slips), len(both)):.2f} %")
        if answers is letters:
            missed |= share(len(both) - len(slips), len(both)) < WANTED_SAME
        for value, count, why, mine, other in sorted(
                differing, key=lambda d: (d[2] or "", -d[1]))[:options.list]:
            at = next(i for i, (x, y) in enumerate(zip(mine, other)) if x != y)
            time = START + datetime.timedelta(minutes=30 * at)
            print(f"    {value}: {count} half hours, {why or 'NOT INTENDED'}; "
                  f"{time:%a %Y-%m-%d %H:%M} {mine[at]} here, {other[at]} there")
    for value, error in unread[:max(options.list, 5)]:
        print(f"  not read: {error.removeprefix('cairn hours: ')}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
