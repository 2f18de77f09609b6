"""Finds short rules for lists of days: fixed dates, weekdays from a date on, days from Easter, and days from a
table such as the lunar new years. Each rule has weekdays, a range of years and years in which it does not apply, so
a list is described exactly."""

import collections
import datetime

from holiday_source import DAY_ZERO, FIRST_YEAR, LAST_YEAR

YEARS = range(FIRST_YEAR, LAST_YEAR + 1)
DAY_COUNT = datetime.date(LAST_YEAR + 1, 1, 1).toordinal() - DAY_ZERO
# The days of a leap year as (month, day), and their numbers.
LEAP_DAYS = [
    (date.month, date.day)
    for date in (datetime.date(2000, 1, 1) + datetime.timedelta(day) for day in range(366))]
LEAP_NUMBERS = {date: number for number, date in enumerate(LEAP_DAYS)}
ALL_WEEKDAYS = 127
# The worth of a day of a rule, and the costs of an exception, a rule and a mask, in characters.
DAY_WORTH, EXCEPTION_COST, RULE_COST, MASK_COST = 3, 1.2, 6, 2
# The farthest day from Easter and from a day of a table.
EASTER_REACH, TABLE_REACH = 120, 12
# Tables are derived until one saves fewer characters than this.
LEAST_SAVING = 40
# The differences of a table's days are written with two digits.
LONGEST_STEP = 92 * 92 - 1


def number(date):
    return date.toordinal() - DAY_ZERO


def easter(year, isOrthodox):
    """The day of Easter by the calculation of Meeus, in the Gregorian calendar."""
    if isOrthodox:
        a, b, c = year % 4, year % 7, year % 19
        d = (19 * c + 15) % 30
        e = (2 * a + 4 * b - d + 34) % 7
        month, day = divmod(d + e + 114, 31)
        return number(datetime.date(year, month, day + 1)) + 13
    a, (b, c) = year % 19, divmod(year, 100)
    (d, e), g = divmod(b, 4), (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    (i, k) = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    n = (a + 11 * h + 22 * m) // 451
    month, day = divmod(h + m - 7 * n + 114, 31)
    return number(datetime.date(year, month, day + 1))


EASTERS = {kind: {year: easter(year, kind == "O") for year in YEARS} for kind in "EO"}
NEW_YEARS = {year: number(datetime.date(year, 1, 1)) for year in YEARS}
YEAR_OF, LEAP_NUMBER_OF = [], []
for day in range(DAY_COUNT):
    date = datetime.date.fromordinal(day + DAY_ZERO)
    YEAR_OF.append(date.year)
    LEAP_NUMBER_OF.append(LEAP_NUMBERS[date.month, date.day])


def weekday(day):
    """0 is Monday; 2000-01-01 was a Saturday."""
    return (day + 5) % 7


def fixed(year, leap_number):
    """The day of a date in a year; None for February 29 in other years."""
    month, day = LEAP_DAYS[leap_number]
    if (month, day) == (2, 29) and (year % 4 or (year % 100 == 0 and year % 400)):
        return None
    return number(datetime.date(year, month, day))


def days_of(base, tables):
    """All days of a base within the years, in order."""
    kind, first, second = base
    if kind == "F":
        days = [fixed(year, first) for year in YEARS]
    elif kind == "W":
        starts = [(year, fixed(year, second)) for year in YEARS]
        # Without February 29 the range begins on March 1.
        starts = [fixed(year, second + 1) if day is None else day for year, day in starts]
        days = [day + (first - weekday(day)) % 7 for day in starts]
    elif kind == "T":
        days = [day + second for day in tables[first]]
    else:
        days = [EASTERS[kind][year] + first for year in YEARS]
    return [day for day in days if day is not None and 0 <= day < DAY_COUNT]


def candidates(days):
    """The bases other than tables that have some of the days."""
    found = [("F", leap_number, 0) for leap_number in sorted({LEAP_NUMBER_OF[day] for day in days})]
    for kind in "EO":
        offsets = collections.Counter(day - EASTERS[kind][YEAR_OF[day]] for day in days)
        found += [(kind, offset, 0) for offset, count in sorted(offsets.items())
                  if count >= 3 and abs(offset) <= EASTER_REACH]
    by_weekday = collections.defaultdict(set)
    for day in days:
        by_weekday[weekday(day)].add(LEAP_NUMBER_OF[day])
    for name, numbers in sorted(by_weekday.items()):
        if len(numbers) < 3:
            continue
        starts = set(numbers) | {first - 6 for first in numbers if first >= 6}
        for first in numbers:
            starts |= {LEAP_NUMBERS[LEAP_DAYS[first][0], day] for day in (1, 8, 15, 22)}
        starts |= {first - 1 for first in starts if first}
        found += [("W", name, first) for first in sorted(starts)]
    return found


def table_candidates(days, tables):
    found = []
    for table, members in enumerate(tables):
        members = set(members)
        offsets = collections.Counter(
            offset for day in days for offset in range(-TABLE_REACH, TABLE_REACH + 1)
            if day - offset in members)
        found += [("T", table, offset) for offset, count in sorted(offsets.items()) if count >= 3]
    return found


def best_part(days, left, wanted):
    """The consecutive days whose rule saves most: (saving, days)."""
    best, sum, start = (0, []), 0, 0
    for at, day in enumerate(days):
        if sum <= 0:
            sum, start = 0, at
        sum += DAY_WORTH if day in left else 0 if day in wanted else -EXCEPTION_COST
        if sum > best[0]:
            best = (sum, days[start:at + 1])
    return best


def best_rule(bases, left, wanted):
    """The rule that saves most, as (saving, base, weekdays, days)."""
    best = None
    for base, days in bases:
        hits = [day for day in days if day in left]
        if len(hits) < 2:
            continue
        used = sum(1 << name for name in {weekday(day) for day in hits})
        masks = [ALL_WEEKDAYS] if base[0] == "W" or used == ALL_WEEKDAYS else [ALL_WEEKDAYS, used]
        for mask in masks:
            saving, part = best_part(
                [day for day in days if mask >> weekday(day) & 1], left, wanted)
            saving -= RULE_COST + (base[0] in "TW") + (MASK_COST if mask != ALL_WEEKDAYS else 0)
            if best is None or saving > best[0]:
                best = (saving, base, mask, part)
    return best


def rules_for(wanted, tables, bases=None):
    """(rules, remaining days); a rule is (base, weekdays, first year, last year, excluded years)."""
    wanted, left, rules = set(wanted), set(wanted), []
    if bases is None:
        bases = candidates(sorted(wanted)) + table_candidates(sorted(wanted), tables)
    bases = [(base, days_of(base, tables)) for base in bases]
    while left:
        best = best_rule(bases, left, wanted)
        if best is None or best[0] <= 0:
            break
        _, base, mask, part = best
        excluded = sorted({YEAR_OF[day] for day in part if day not in wanted})
        first, last = YEAR_OF[part[0]], YEAR_OF[part[-1]]
        # A rule applies to whole years, so a day of the table beyond the part may exclude its year.
        for day in dict(bases)[base]:
            if first <= YEAR_OF[day] <= last and mask >> weekday(day) & 1 and day not in wanted:
                excluded.append(YEAR_OF[day])
        excluded = sorted(set(excluded))
        covered = {day for day in part if YEAR_OF[day] not in excluded} & left
        if not covered:
            break
        rules.append((base, mask, first, last, tuple(excluded)))
        left -= covered
    return rules, sorted(left)


def derive_tables(lists):
    """The tables of days that describe most of what the other rules leave, most useful first."""
    left = {days: rules_for(days, [])[1] for days in sorted(lists)}
    tables = []
    while True:
        left = {days: rest for days, rest in left.items() if len(rest) >= 6}
        inverse = collections.defaultdict(list)
        for days, rest in left.items():
            for day in rest:
                inverse[day].append(days)
        best = (0, None)
        for days in sorted(left, key=lambda days: (-len(left[days]), days))[:60]:
            if max(after - before for before, after in zip(days, days[1:])) > LONGEST_STEP:
                continue
            matches = collections.Counter(
                (other, offset) for day in left[days] for offset in range(-3, 4)
                for other in inverse.get(day + offset, ()))
            most = {}
            for (other, _), count in matches.items():
                most[other] = max(most.get(other, 0), count)
            saving = sum(count - 4 for count in most.values() if count > 4)
            if saving > best[0]:
                best = (saving, days)
        if best[0] < LEAST_SAVING:
            return tables
        tables.append(best[1])
        for days, rest in left.items():
            bases = [("T", len(tables) - 1, base[2]) for base in table_candidates(rest, [best[1]])]
            if bases:
                found = rules_for(days, tables, bases)[0]
                covered = {day for rule in found for day in rule_days(rule, tables)}
                left[days] = [day for day in rest if day not in covered]


def rule_days(rule, tables):
    """The days of a rule."""
    base, mask, first, last, excluded = rule
    return [day for day in days_of(base, tables)
            if first <= YEAR_OF[day] <= last and mask >> weekday(day) & 1
            and YEAR_OF[day] not in excluded]
