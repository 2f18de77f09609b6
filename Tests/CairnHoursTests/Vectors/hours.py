#!/usr/bin/env python3
"""Writes hours.csv: states of random rules according to opening-hours-py 2.1.4, which is unrelated to Cairn.

    pip install opening-hours-py==2.1.4 && python3 hours.py > hours.csv

Each row holds a date, the state of every half hour of that date and the next (o, c or u), and the text.
A grammar with seed 17 makes the rules. The public holidays are 2026-01-01, -04-06, -05-01, -12-25 and
-12-26; the text contains them as dates instead of PH, since the oracle has no holiday table. sun.py covers
the sun. Rules that the two parsers read differently on purpose (Benchmarks/Accuracy/hours.py lists them)
are not generated; nights follow the specification literally.
"""

import datetime
import random
import zoneinfo

from opening_hours import OpeningHours

DAYS = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"]
MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
HOLIDAYS = "2026 Jan 1,2026 Apr 6,2026 May 1,2026 Dec 25-26"
COUNT, SEED = 400, 17


def time(random, last=24):
    return f"{random.randrange(last):02}:{random.choice(['00', '30'])}"


def times(random):
    spans = []
    for _ in range(random.choice([1, 1, 1, 2])):
        shape = random.randrange(10)
        if shape == 0:
            spans.append(f"{time(random)}+")
        elif shape == 1:
            spans.append(f"{random.randrange(18, 24)}:00-{random.randrange(24, 31)}:30")
        else:
            spans.append(f"{time(random)}-{time(random)}")
    return ",".join(spans)


def weekdays(random):
    parts = []
    for _ in range(random.choice([1, 1, 2])):
        shape = random.randrange(6)
        day = random.choice(DAYS)
        if shape == 0:
            parts.append(f"{day}[{random.choice([1, 2, 3, 4, 5, -1, -2])}]")
        elif shape == 1:
            parts.append(f"{day}[{random.choice(['1-2', '1,3', '-1'])}] "
                         f"{random.choice('+-')}{random.choice(['1 day', '2 days'])}")
        elif shape < 4:
            parts.append(f"{day}-{random.choice([d for d in DAYS if d != day])}")
        else:
            parts.append(day)
    return ",".join(parts)


def dates(random):
    shape = random.randrange(9)
    month, other = random.sample(MONTHS, 2)
    if shape == 0:
        return month
    if shape == 1:
        return f"{month}-{other}"
    if shape == 2:
        return f"{month} {random.randrange(1, 29)}-{other} {random.randrange(1, 29)}"
    if shape == 3:
        first = random.randrange(1, 20)
        return f"{month} {first}-{random.randrange(first + 1, 29)}"
    if shape == 4:
        return f"2026 {month} {random.randrange(1, 29)}"
    if shape == 5:
        return f"easter {random.choice('+-')}{random.randrange(2, 50)} days"
    if shape == 6:
        return random.choice(["2026", "2025-2026", "2027", "2026-2028/2", "2020+"])
    if shape == 7:
        return f"{month} {random.choice(DAYS)}[-1]-{other} {random.choice(DAYS)}[1]"
    first = random.randrange(1, 30)
    return f"week {first}-{random.randrange(first + 1, 54)}" + random.choice(["", "/2"])


def rule(random):
    shape = random.randrange(10)
    if shape == 0:
        return f"{HOLIDAYS} {random.choice(['off', times(random)])}"
    parts = []
    if shape < 4:
        parts.append(dates(random))
    if shape > 2:
        parts.append(weekdays(random))
    parts.append(times(random))
    state = random.randrange(12)
    if state == 0:
        parts.append("off")
    elif state == 1:
        parts[-1] = "off"
    elif state == 2:
        parts.append("unknown")
    return " ".join(parts)


def main():
    generator = random.Random(SEED)
    zone = zoneinfo.ZoneInfo("UTC")
    print("date,states,text")
    made = 0
    while made < COUNT:
        text = rule(generator)
        for _ in range(generator.choice([0, 1, 1, 2, 3])):
            text += generator.choice(["; ", "; ", ", "]) + rule(generator)
        day = datetime.datetime(2026, 1, 1, tzinfo=zone) + datetime.timedelta(generator.randrange(363))
        if generator.randrange(4) == 0:
            day = datetime.datetime(2026, *generator.choice([(1, 1), (4, 6), (5, 1), (12, 25)]), tzinfo=zone)
        try:
            hours = OpeningHours(text, timezone=zone)
        except BaseException:
            continue
        states = "".join(
            str(hours.state(day + datetime.timedelta(minutes=30 * i))[0]).split(".")[-1][0].lower()
            for i in range(96))
        print(f"{day.date()},{states},{text}")
        made += 1


if __name__ == "__main__":
    main()
