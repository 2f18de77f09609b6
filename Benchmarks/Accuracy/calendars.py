"""Reads the calendars of `cairn route --format ics` with the PyPI package `icalendar`.

    pip install icalendar
    python3 Benchmarks/Accuracy/calendars.py .build/release/cairn

Places have names of all kinds. Every event must have the name, place and times of the plan's JSON,
and be read without an error.
"""

import csv
import datetime
import io
import json
import random
import subprocess
import sys

from icalendar import Calendar


def run(cairn, table, *options):
    command = [cairn, "route", "-", *options]
    done = subprocess.run(command, input=table.encode(), capture_output=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}: {done.stderr.decode()}")
    return done.stdout


def main(cairn):
    random.seed(7)
    alphabet = ["a", "é", "Ł", "🏰", "\\", ";", ",", ":", "\"", " ", "ß", "漢", "n", "\\n"]
    names = ["Museum; late, \\ and \"quoted\"", "x" * 300, "🏰" * 90, "a,b;c\\n"]
    names += ["".join(random.choices(alphabet, k=random.randrange(1, 120))).strip() or "-"
              for _ in range(60)]
    events = 0
    for first in range(0, len(names), 8):
        part = names[first:first + 8]
        buffer = io.StringIO()
        writer = csv.writer(buffer)
        writer.writerow(["name", "lat", "lon"])
        for name in part:
            writer.writerow([
                name, round(random.uniform(48.1, 48.3), 5), round(random.uniform(16.2, 16.5), 5)])
        options = ["--days", "3", "--date", "2026-03-28", "--visit", "45min", "--hours",
                   "09:00-20:00", "--effort", "quick"]
        plan = json.loads(run(cairn, buffer.getvalue(), *options, "--format", "json"))
        text = run(cairn, buffer.getvalue(), *options, "--format", "ics")
        for line in text.split(b"\r\n"):
            assert len(line) <= 75 and b"\n" not in line, line
            line.decode()
        calendar = Calendar.from_ical(text)
        found = sorted(calendar.walk("VEVENT"), key=lambda event: event["DTSTART"].dt)
        expected = [
            (day["date"], visit) for day in plan["days"] for visit in day["visits"]]
        assert len(found) == len(expected), (len(found), len(expected))
        assert len({str(event["UID"]) for event in found}) == len(found)
        rows = list(csv.reader(io.StringIO(buffer.getvalue())))[1:]
        for event, (date, visit) in zip(found, expected):
            assert not event.errors, event.errors
            name, latitude, longitude = rows[visit["row"]]
            assert str(event["SUMMARY"]) == name, (str(event["SUMMARY"]), name)
            place = event["GEO"]
            assert abs(place.latitude - float(latitude)) < 1e-9, place
            assert abs(place.longitude - float(longitude)) < 1e-9, place
            for key, member in (("DTSTART", "start"), ("DTEND", "departure")):
                clock = [int(word) for word in visit[member].split(":")] + [0]
                wanted = datetime.datetime.fromisoformat(date) + datetime.timedelta(
                    hours=clock[0], minutes=clock[1], seconds=clock[2])
                assert event[key].dt == wanted, (key, event[key].dt, wanted)
            assert event["DTSTAMP"].dt.tzinfo is not None
            events += 1
    print(f"{events} events agree with the plan")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else ".build/release/cairn")
