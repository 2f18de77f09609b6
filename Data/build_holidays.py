#!/usr/bin/env python3
"""Derive the embedded public holidays and write them as Swift string literals.

    python3 Data/build_holidays.py            # fetch the pinned package, derive, write
    python3 Data/build_holidays.py --check    # derive, compare with what is committed

The package is downloaded into .build/holiday-sources with pip, its SHA-256 is checked, and its code runs, because
it computes the holidays. The written text is decoded again and compared with the package for every country, region
and year. The same input gives the same bytes. Data/README.md describes the result.
"""

import collections
import sys
import zlib

from holiday_rules import ALL_WEEKDAYS, DAY_COUNT, LEAP_NUMBER_OF, YEAR_OF, derive_tables
from holiday_rules import fixed, rule_days, rules_for
from holiday_source import FIRST_YEAR, LAST_YEAR, read_calendars
from packing import BASE, DIGITS, number
from swift_literals import ROOT, literals, write_or_compare

DOWNLOADS = ROOT / ".build" / "holiday-sources"
GENERATED = ROOT / "Sources" / "CairnHolidays" / "Generated"
VECTORS = ROOT / "Tests" / "CairnHolidaysTests" / "Vectors" / "holidays.csv"
BUDGET = 250_000
# Offsets are written as positive numbers.
EASTER_ZERO, TABLE_ZERO = 200, 46
# A label such as "%s (observed)" is kept if at least this number of names have it.
LABEL_USES = 4


def value(text):
    """The inverse of `number`."""
    result = 0
    for digit in text:
        result = result * BASE + DIGITS.index(digit)
    return result


def year_digit(year):
    return number(year - FIRST_YEAR, 1)


def rule_text(rule):
    (kind, first, second), mask, start, end, excluded = rule
    text = kind + {
        "F": lambda: number(first, 2),
        "W": lambda: number(first, 1) + number(second, 2),
        "T": lambda: number(first, 1) + number(second + TABLE_ZERO, 1),
    }.get(kind, lambda: number(first + EASTER_ZERO, 2))()
    if (mask, start, end, excluded) != (ALL_WEEKDAYS, FIRST_YEAR, LAST_YEAR, ()):
        text += number(mask, 2) + year_digit(start) + year_digit(end)
        text += "".join(year_digit(year) for year in excluded)
    return text


def parse_rule(text):
    kind, rest = text[0], text[1:]
    if kind == "W":
        base, rest = (kind, value(rest[0]), value(rest[1:3])), rest[3:]
    elif kind == "T":
        base, rest = (kind, value(rest[0]), value(rest[1]) - TABLE_ZERO), rest[2:]
    else:
        shift = 0 if kind == "F" else EASTER_ZERO
        base, rest = (kind, value(rest[:2]) - shift, 0), rest[2:]
    if not rest:
        return base, ALL_WEEKDAYS, FIRST_YEAR, LAST_YEAR, ()
    years = [FIRST_YEAR + value(digit) for digit in rest[2:]]
    return base, value(rest[:2]), years[0], years[1], tuple(years[2:])


def series_text(days, tables):
    """Rules separated by spaces, then the other days."""
    rules, left = rules_for(days, tables)
    parts = [rule_text(rule) for rule in rules]
    if left:
        parts.append("X" + "".join(
            year_digit(YEAR_OF[day]) + number(LEAP_NUMBER_OF[day], 2) for day in left))
    return " ".join(parts)


def parse_series(text, tables):
    days = set()
    for part in text.split(" "):
        if part[0] == "X":
            days |= {fixed(FIRST_YEAR + value(part[at]), value(part[at + 1:at + 3]))
                     for at in range(1, len(part), 3)}
        else:
            days |= set(rule_days(parse_rule(part), tables))
    return tuple(sorted(days))


def tables_text(tables):
    """For each table its first day and the differences of the others."""
    lines = []
    for days in tables:
        steps = [after - before for before, after in zip(days, days[1:])]
        lines.append(number(days[0], 3) + "".join(number(step, 2) for step in steps) + "\n")
    return "".join(lines)


def parse_tables(text):
    tables = []
    for line in text.splitlines():
        days = [value(line[:3])]
        for at in range(3, len(line), 2):
            days.append(days[-1] + value(line[at:at + 2]))
        tables.append(tuple(days))
    return tables


class Names:
    """Names as text: sorted, each without what it shares with the one before, and names that are
    another name with a label, such as "Christmas Day (observed)", as two numbers."""

    def __init__(self, names):
        names = sorted(set(names))
        known, split = set(names), {}
        for name in names:
            inner = max(
                (name[first:last] for first in range(len(name))
                 for last in range(first + 3, len(name) + 1)
                 if last - first < len(name) and name[first:last] in known),
                key=len, default=None)
            if inner:
                before, after = name.split(inner, 1)
                split[name] = (before, after), inner
        uses = collections.Counter(label for label, _ in split.values())
        self.labels = sorted(label for label, count in uses.items() if count >= LABEL_USES)
        labels = set(self.labels)
        assert len(labels) <= BASE
        plain = [name for name in names if name not in split or split[name][0] not in labels]
        self.rows = {name: row for row, name in enumerate(plain)}
        self.text, before = "", ""
        for name in plain:
            shared = 0
            while shared < min(len(name), len(before), BASE - 1) and name[shared] == before[shared]:
                shared += 1
            assert "\n" not in name and "\t" not in name, name
            self.text += number(shared, 1) + name[shared:] + "\n"
            before = name
        # A label may be put on a name that has one itself, so shorter names come first.
        self.labeled = ""
        for name in sorted(set(names) - set(plain), key=lambda name: (len(name), name)):
            label, inner = split[name]
            self.labeled += number(self.labels.index(label), 1) + number(self.rows[inner], 2)
            self.rows[name] = len(self.rows)
        self.labels_text = "".join(f"{before}\t{after}\n" for before, after in self.labels)
        assert len(self.rows) < BASE * BASE


def parse_names(text, labeled, labels):
    names, before = [], ""
    for line in text.splitlines():
        before = before[:value(line[0])] + line[1:]
        names.append(before)
    labels = [line.split("\t") for line in labels.split("\n")]
    for at in range(0, len(labeled), 3):
        first, last = labels[value(labeled[at])]
        names.append(first + names[value(labeled[at + 1:at + 3])] + last)
    return names


def entries_text(series, pair_rows, series_rows):
    return "".join(sorted(
        number(pair_rows[pair], 2) + number(series_rows[days], 2) for pair, days in series.items()))


def calendars_text(calendars, pair_rows, series_rows):
    """A line for each country, then one for each of its regions with what differs."""
    lines = []
    for code, (language, first, last, by_region) in calendars.items():
        whole = entries_text(by_region[None], pair_rows, series_rows)
        lines.append(
            f"{code}\t{language.replace('_', '-')}\t{year_digit(first)}{year_digit(last)}\t{whole}\n")
        entries = [whole[at:at + 4] for at in range(0, len(whole), 4)]
        for region in sorted(set(by_region) - {None}):
            own = entries_text(by_region[region], pair_rows, series_rows)
            own = [own[at:at + 4] for at in range(0, len(own), 4)]
            removed = "".join(
                number(row, 2) for row, entry in enumerate(entries) if entry not in own)
            added = "".join(entry for entry in own if entry not in entries)
            assert "\t" not in region
            lines.append(f"\t{region}\t{removed}\t{added}\n")
    return "".join(lines)


def parse_calendars(sections):
    """{(country, region): {(day, local name, English name)}} from the written text."""
    text = {member: text for member, _, text in sections}
    tables = parse_tables(text["tables"])
    series = [parse_series(line, tables) for line in text["series"].splitlines()]
    names = parse_names(text["names"], text["labeledNames"].strip("\n"), text["labels"])
    digits = text["namePairs"].strip("\n")
    pairs = [(names[value(digits[at:at + 2])], names[value(digits[at + 2:at + 4])])
             for at in range(0, len(digits), 4)]

    def holidays(entries):
        return {(day, *pairs[value(entry[:2])]) for entry in entries
                for day in series[value(entry[2:])]}

    found = {}
    for line in text["calendars"].splitlines():
        first, second, third, fourth = line.split("\t")
        own = [fourth[at:at + 4] for at in range(0, len(fourth), 4)]
        if first:
            country, entries = first, own
            found[country, None] = holidays(own)
        else:
            removed = {value(third[at:at + 2]) for at in range(0, len(third), 2)}
            kept = [entry for row, entry in enumerate(entries) if row not in removed]
            found[country, second] = holidays(kept + own)
    return found


def make_sections(calendars):
    lists, pairs = set(), set()
    for _, _, _, by_region in calendars.values():
        for series in by_region.values():
            pairs |= set(series)
            lists |= set(series.values())
    tables = derive_tables(lists)
    series = sorted(lists)
    names = Names(name for pair in pairs for name in pair)
    pairs = sorted(pairs)
    assert max(len(pairs), len(series)) < BASE * BASE
    pair_rows = {pair: row for row, pair in enumerate(pairs)}
    series_rows = {days: row for row, days in enumerate(series)}
    digits = "".join(number(names.rows[name], 2) for pair in pairs for name in pair)
    return [
        ("tables", "For each table of days the first day and the differences of the others.",
         tables_text(tables)),
        ("series", "For each list of days its rules, separated by spaces.",
         "".join(series_text(days, tables) + "\n" for days in series)),
        ("names", "Names in order, each after the number of characters shared with the last one.",
         names.text),
        ("labels", "Text before and after a name in other names, such as (observed).",
         names.labels_text),
        ("labeledNames", "For each further name its label and its name.", names.labeled + "\n"),
        ("namePairs", "For each holiday the rows of its local and its English name.", digits + "\n"),
        ("calendars", "Countries, each followed by its regions with what differs.",
         calendars_text(calendars, pair_rows, series_rows)),
    ]


def vectors(calendars):
    """For each calendar the number of its holidays and a checksum of their days and names."""
    lines = ["country,region,count,crc32\n"]
    for code, (_, _, _, by_region) in calendars.items():
        for region in [None, *sorted(set(by_region) - {None})]:
            rows = sorted((day, local, english) for (local, english), days
                          in by_region[region].items() for day in days)
            text = "".join(f"{day}\t{local}\t{english}\n" for day, local, english in rows)
            lines.append(f"{code},{region or ''},{len(rows)},{zlib.crc32(text.encode('utf-8'))}\n")
    return "".join(lines)


def main():
    calendars = read_calendars(DOWNLOADS)
    sections = make_sections(calendars)
    found = parse_calendars(sections)
    for code, (_, _, _, by_region) in calendars.items():
        for region, series in by_region.items():
            expected = {(day, *pair) for pair, days in series.items() for day in days}
            if found[code, region] != expected:
                sys.exit(f"{code} {region}: the decoded holidays differ from the package")
    size = sum(len(text.encode("utf-8")) for _, _, text in sections)
    for member, _, text in sections:
        print(f"{member}: {len(text.encode('utf-8'))} bytes")
    print(f"{len(calendars)} countries, {len(found) - len(calendars)} regions, {size} bytes")
    if size > BUDGET:
        sys.exit(f"more than {BUDGET} bytes")
    files = literals(GENERATED, "build_holidays.py", "HolidayData", "internal", sections)
    files[VECTORS] = vectors(calendars)
    stale = write_or_compare(files)
    sys.exit(1 if stale else 0)


if __name__ == "__main__":
    main()
