#!/usr/bin/env python3
"""Compares `cairn hours` with the tests of opening_hours.js.

    git clone https://github.com/opening-hours/opening_hours.js
    python3 Benchmarks/Conformance/opening_hours_js.py opening_hours.js          # the figures
    python3 Benchmarks/Conformance/opening_hours_js.py opening_hours.js --list   # each difference

Build `cairn` first; node is needed to evaluate the test file, which is under the LGPL and is read from the
checkout, never copied. Of each value of `addTest` the open and the unknown intervals of the test's period are
compared to the minute (to three minutes with the sun), by the letter of the specification (`--letter`) or by the
default, whichever is equal. Every value that is not read or differs is counted under the first reason of REASONS
that fits; a value without a reason is an error of this library or an open question, and the script fails.
"""

import argparse
import collections
import concurrent.futures
import datetime
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Evaluates the test file with a recorder in place of its library.
RECORDER = r"""
const vm = require('vm'), fs = require('fs');
let source = fs.readFileSync(process.argv[2], 'utf8').replace(/^#!.*/, '');
const any = new Proxy(function () {}, {
  get: (t, k) => k === Symbol.toPrimitive ? () => '' : k === 'parse' ? () => ({locale: 'en'})
    : k === 'sync' ? () => [] : any,
  apply: () => any, construct: () => any });
const calls = [];
const recorder = new Proxy({}, {
  get: (o, k) => (...a) => { if (k === 'addTest') calls.push(a); }, set: () => true });
source = source.replace('const test = new opening_hours_test();', 'const test = recorder;')
  .replace(/nominatim_by_loc\.(\w+)/g, "({place: '$1'})");
const quiet = () => {};
vm.runInNewContext(source, {
  require: m => m === 'node:util' ? {styleText: (a, b) => b} : any, recorder, Date, Math, JSON,
  process: {argv: [], env: {}, exit: quiet, on: quiet, stdout: {write: quiet}},
  console: {log: quiet, info: quiet, warn: quiet, error: quiet}, module: {}, exports: {}});
fs.writeFileSync(process.argv[3], JSON.stringify(calls));
"""
# Why a value is not read or differs: (whether it is about values that are read or not, or both, a pattern of the
# value or of the name of its test, the reason).
UNREAD, DIFFERENT, BOTH = {"unread"}, {"different"}, {"unread", "different"}
REASONS = [
    (BOTH, "Points in time", "points in time and repeating times are not opening hours"),
    (DIFFERENT, r"SH|[Ss]chool|Schul", "school holidays are the caller's; there those of a state in Germany"),
    (DIFFERENT, r"public holidays|Public holidays|\bPH\b",
     "public holidays of the Python package holidays, which has other or newer laws"),
    (DIFFERENT, "without coordinates|constant times",
     "without a place the sun is unknown; there it rises at 06:00 every day"),
    (DIFFERENT, "^(sunrise|dawn)-0", "times of the sun differ by minutes near a fixed time"),
    (DIFFERENT, r"easter", "a range that ends relative to Easter includes its last day"),
    (DIFFERENT, "[Cc]omment|Maybe", "a comment after times does not make them unknown"),
    (UNREAD, r"[°³⁰₀]", "raised and lowered digits, degrees as zeros"),
    (UNREAD, r"/\d", "steps of days and years, which are rare"),
    (UNREAD, r"^\d{4}-\d{4}$|^22-2$|\d{4}-\d{4}$",
     "ambiguous: years or times, or hours of a 12-hour clock"),
    (UNREAD, r"PH -1 day|day (after|before)|^SHWe$|work day|nur Sonn",
     "days relative to a holiday in words, or holidays that may be both or either"),
    (UNREAD, "=|_|Öffnungszeit|^yes$|opening_hours", "the key or a sign of programs in the value"),
    (UNREAD, "languages with Unicode", "languages without names here (Arabic, Georgian, Thai)"),
    (UNREAD, r"[,]$|Off 14|Jan 09|^2012 00|^00:00-24:00 2012|open week|2013,2015|day in month",
     "incomplete or unusual order: parts that may belong to another rule"),
    (DIFFERENT, "open end|Open end",
     "an open end after the sun counts from the sun's time of that day, and does not hide certain times"),
    (DIFFERENT, r"^Mo, ?Tu, ?We, ?Th, ?Fr, ?Su 11",
     "nights are whole, or all of them end at midnight with --letter"),
    (DIFFERENT, "Jan 23,25|Jan Su|Calculations based on month range",
     "open: dates relative to weekdays and over the year's end, not yet examined"),
    (UNREAD, r"We,Fr: PH|Ferien|schoolholiday|24\.-25|Maybe open|24x7", "rare spellings"),
    (UNREAD, r"^7|days|^all|\b7\b", "days without hours, which is not the same as day and night"),
]


def recorded(checkout):
    with tempfile.TemporaryDirectory() as folder:
        script, result = pathlib.Path(folder, "record.js"), pathlib.Path(folder, "calls.json")
        script.write_text(RECORDER)
        subprocess.run(["node", script, checkout / "test" / "test.js", result], check=True)
        return json.loads(result.read_text())


def is_moment(text):
    return isinstance(text, str) and len(re.findall(r"\d+", text)) >= 3


def moment(text):
    numbers = [int(part) for part in re.findall(r"\d+", text)]
    # As in JavaScript, the day after the last of a month is the first of the next.
    day = datetime.datetime(*numbers[:2], 1) + datetime.timedelta(days=numbers[2] - 1)
    return day + datetime.timedelta(hours=numbers[3] if len(numbers) > 3 else 0,
                                    minutes=numbers[4] if len(numbers) > 4 else 0)


def merged(intervals):
    """Intervals of the same state that touch, as one."""
    result = []
    for start, end, state in sorted(intervals):
        if result and result[-1][2] == state and result[-1][1] >= start:
            result[-1][1] = max(result[-1][1], end)
        elif start < end:
            result.append([start, end, state])
    return result


def places(checkout):
    """{name: (latitude, longitude, country and region)} of the places of the tests."""
    found = {}
    for path in (checkout / "src" / "holidays" / "nominatim_cache").glob("*.yaml"):
        text = path.read_text()
        latitude, longitude = (re.search(rf"\b{key}:\s*['\"]?(-?[\d.]+)", text)
                               for key in ("lat", "lon"))
        found[path.stem] = (
            f"{latitude[1]},{longitude[1]}" if latitude and longitude else None,
            path.stem.upper().replace("_", "-"))
    return found


def answer(tool, value, start, days, place, letter):
    command = [tool, "hours", "--at", start.strftime("%Y-%m-%dT%H:%M"), "--days", str(days),
               "--format", "json"]
    coordinate, code = place or (None, None)
    if coordinate:
        command += ["--place", coordinate, "--utc-offset", "2" if 3 < start.month < 11 else "1"]
    if code:
        command += ["--country", code]
    if letter:
        command.append("--letter")
    run = subprocess.run(command + ["--", value], capture_output=True, text=True)
    if run.returncode:
        return None, run.stderr.strip()
    return [(moment(part["from"]), moment(part["to"]), part["state"])
            for part in json.loads(run.stdout)["intervals"] if part["state"] != "closed"], ""


def is_near(a, b, seconds):
    return len(a) == len(b) and all(
        x[2] == y[2] and abs((x[0] - y[0]).total_seconds()) <= seconds
        and abs((x[1] - y[1]).total_seconds()) <= seconds for x, y in zip(a, b))


def compare(tool, name, value, start, end, expected, place):
    days = min(max(1, (end - start).days + 1), 3660)
    end = min(end, start + datetime.timedelta(days=days))
    wanted = merged((max(start, moment(part[0])), min(end, moment(part[1])),
                     "unknown" if len(part) > 2 and part[2] is True else "open") for part in expected)
    seconds = 180 if re.search("sun|dawn|dusk|daylight", value) else 0
    for letter in (True, False):
        found, error = answer(tool, value, start, days, place, letter)
        if found is None:
            return "unread", name, value, error
        found = merged((max(start, a), min(end, b), state) for a, b, state in found)
        if is_near(found, wanted, seconds):
            return "equal", name, value, ""
    first = next((x for x in found if x not in wanted), None), next(
        (x for x in wanted if x not in found), None)
    return "different", name, value, " / ".join(
        f"{x[0]:%Y-%m-%d %H:%M} to {x[1]:%Y-%m-%d %H:%M} {x[2]}" if x else "-" for x in first)


def reason(kind, name, value):
    for kinds, pattern, words in REASONS:
        if kind in kinds and (re.search(pattern, value) or re.search(pattern, name)):
            return words
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("checkout", type=pathlib.Path)
    parser.add_argument("--tool", default=ROOT / ".build" / "debug" / "cairn")
    parser.add_argument("--list", action="store_true", help="print each difference")
    options = parser.parse_args()
    known, jobs, seen = places(options.checkout), [], set()
    for call in recorded(options.checkout):
        name, values, start, end, expected = call[:5]
        mode = call[8] if len(call) > 8 and isinstance(call[8], dict) else {}
        place = known.get(mode.get("place"))
        for value in values if isinstance(values, list) else [values]:
            value = value[0] if isinstance(value, list) else value
            if (value, str(start)) in seen or not isinstance(expected, list) \
                    or not all(is_moment(text) for text in (start, end)) \
                    or not all(is_moment(text) for part in expected for text in part[:2]):
                continue
            seen.add((value, str(start)))
            jobs.append((options.tool, name, value, moment(start), moment(end), expected, place))
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        results = list(pool.map(lambda job: compare(*job), jobs))
    counts = collections.Counter(kind for kind, *_ in results)
    print(f"{len(results)} values, {len(results) - counts['unread']} read, {counts['equal']} equal")
    reasons, without = collections.Counter(), 0
    for kind, name, value, detail in results:
        if kind == "equal":
            continue
        words = reason(kind, name, value)
        reasons[kind, words or "without a reason"] += 1
        without += words is None
        if options.list:
            print(f"{kind}\t{name}\t{value}\t{words or 'without a reason'}\t{detail}")
    for (kind, words), count in sorted(reasons.items(), key=lambda item: (item[0][0], -item[1])):
        print(f"| {kind} | {count} | {words} |")
    sys.exit(1 if without else 0)


if __name__ == "__main__":
    main()
