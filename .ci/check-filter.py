#!/usr/bin/env python3
"""Uses a built `cairn` as a filter through real pipes.

    .ci/check-filter.py path/to/cairn

Writes a line and waits for its answer, closes pipes early, and checks the output, exit code and
messages of each kind of ending. Only Python's standard library is needed.
"""

import os
import pathlib
import select
import subprocess
import sys
import tempfile

CAIRN = os.path.abspath(sys.argv[1])
PATIENCE = 20


def check(holds, what):
    if not holds:
        sys.exit(f"check-filter: {what}")


def run(*words, given=b""):
    done = subprocess.run([CAIRN, *words], input=given, capture_output=True, timeout=PATIENCE)
    return done.returncode, done.stdout, done.stderr.decode()


def line_by_line():
    """A line is answered immediately, however it is split into writes."""
    with subprocess.Popen(
            [CAIRN, "geohash", "--append", "--precision", "5"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0) as process:
        def ask(line, *answers):
            for byte in line[:3]:
                process.stdin.write(bytes([byte]))
            process.stdin.write(line[3:])
            for answer in answers:
                found = b""
                while not found.endswith(b"\n"):
                    ready, _, _ = select.select([process.stdout], [], [], PATIENCE)
                    check(ready, f"no answer to {line!r} within {PATIENCE} s")
                    found += process.stdout.read(1)
                check(found == answer, f"{found!r} is the answer to {line!r}, not {answer!r}")

        ask(b"name,lat,lon\n", b"name,lat,lon,geohash\n")
        ask(b"Paris,48.85826,2.2945\n", b"Paris,48.85826,2.2945,u09tu\n")
        ask(b"\n", b"\n")
        ask(b'"two\nlines",0,0\r\n', b'"two\n', b'lines",0,0,s0000\r\n')
        ask(b"bad,x,0\na,1,2\n", b"bad,x,0,\n", b"a,1,2,s01mt\n")
        process.stdin.close()
        check(process.wait(PATIENCE) == 0, "the command fails at the end of its input")


def closed_pipe():
    """`| head -1` ends the command without a message."""
    table = b"lat,lon\n" + b"48.85826,2.2945\n" * 500_000
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "table.csv")
        path.write_bytes(table)
        with open(path, "rb") as file:
            process = subprocess.Popen(
                [CAIRN, "country", "--append"], stdin=file, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE)
            process.stdout.readline()
            process.stdout.close()
            complaints = process.stderr.read().decode()
            process.stderr.close()
            check(process.wait(PATIENCE) == 0, "the command fails if its output is closed")
            check(complaints.count("\n") <= 1, f"a closed pipe causes messages: {complaints}")


def exit_codes():
    """The exit code gives the kind of failure, and the message gives the position."""
    table = b"lat,lon\n1,2\nx,2\n3,4\n"
    check(run("geohash", "--append", "--precision", "3", given=table)
          == (0, b"lat,lon,geohash\n1,2,s01\nx,2,\n3,4,s0d\n",
              "cairn geohash: latitude is column 1 (lat), longitude column 2 (lon)\n"
              "cairn geohash: 1 of 3 rows has no valid coordinate\n"
              "cairn geohash:   line 3, field 1 (lat): \"x\" is not a number\n"), "a bad row")
    code, output, complaint = run(
        "geohash", "--append", "--precision", "3", "--on-error", "fail", given=table)
    check(code == 65 and output == b"lat,lon,geohash\n1,2,s01\n", "--on-error fail")
    check('line 3, field 1 (lat): "x" is not a number' in complaint, complaint)
    code, output, _ = run(
        "geohash", "--append", "--precision", "3", "--on-error", "skip", given=table)
    check((code, output) == (0, b"lat,lon,geohash\n1,2,s01\n3,4,s0d\n"), "--on-error skip")
    for words, given, expected in [
            (["country", "--append", "--on-error", "sometimes"], b"", 64),
            (["country", "--append", "--no-header"], b"a,b\n", 65),
            (["country", "--append", "--no-header"], b"", 0),
            (["country", "--append", "a.csv", "b.csv"], b"", 64),
            (["country", "--append"], b"name,place\na,b\n", 65),
            (["country", "--append"], b'lat,lon\n"1,2\n', 65),
            (["country", "--append", "--lat", "north"], b"lat,lon\n", 64),
            (["country", "--append", "--lat", "north", "--lon", "lon"], b"lat,lon\n", 65),
            (["country", "--append", "there/is/no/such/file.csv"], b"", 66),
            (["near", "--append", "--nearest-of", "no/such/file.csv"], b"", 66),
            (["country", "--append"], b"", 0)]:
        code, output, complaint = run(*words, given=given)
        check(code == expected, f"{words} ends with {code}, not {expected}")
        check(code == 0 or complaint.count("\n") in (1, 2), f"{words}: {complaint}")
    if os.path.exists("/dev/full"):
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                [CAIRN, "country", "--append"], input=table, stdout=full,
                stderr=subprocess.PIPE, timeout=PATIENCE)
        check(done.returncode == 74, f"a full disk ends with {done.returncode}, not 74")


def several_columns():
    """Several answers in one run equal those of the separate commands."""
    with tempfile.TemporaryDirectory() as folder:
        stores = pathlib.Path(folder, "stores.csv")
        stores.write_text('name,lat,lon\n"North, old",60,10\nSouth,-60,10\n')
        table = (b"a,lat,lon,lat2,lon2\r\n1,48.85826000000001,2.2945,0,0\r2,x,2,0,0\n\n"
                 b'"3\n",-33.1,151.5,0,0')
        columns = [
            (["country", "--append"], ["--country"]),
            (["geohash", "--append", "--precision", "6"], ["--geohash", "6"]),
            (["near", "--append", "--nearest-of", str(stores)], ["--nearest-of", str(stores)]),
            (["country", "--append", "--country-by", "land"],
             ["--country", "--country-by", "land"]),
            (["distance", "--append", "--to-lat", "lat2", "--to-lon", "lon2"],
             ["--distance", "--to-lat", "lat2", "--to-lon", "lon2"])]
        for one, words in columns:
            both = run(*one, "--lat", "lat", "--lon", "lon", given=table)
            said = both[2].replace(f"cairn {one[0]}:", "cairn append:")
            check(run("append", *words, "--lat", "lat", "--lon", "lon", given=table)
                  == (both[0], both[1], said), f"append {words} is not {one}")
        code, output, _ = run(
            "append", "--country", "--geohash", "6", "--nearest-of", str(stores), given=(
                b"lat,lon\n48.85826,2.2945\nx,0\n"))
        check((code, output) == (0, b"lat,lon,country,geohash,nearest,distance_m\n"
                                 b'48.85826,2.2945,FR,u09tun,"North, old",1333294.621\n'
                                 b"x,0,,,,\n"), f"several columns: {output}")
    for words in [[], ["--within", "5km", "--geohash", "3"], ["--geohash", "13"],
                  ["--distance"], ["--country", "--to-lat", "a", "--to-lon", "b"],
                  ["--country", "--within", "1km", "--country-by", "column"]]:
        code, output, complaint = run("append", *words, given=b"lat,lon\n1,2\n")
        check((code, output, complaint.count("\n")) == (64, b"", 1), f"append {words}: {complaint}")


def bounded_memory():
    """A long table takes no more memory than a short one."""
    if sys.platform != "linux":
        return
    most = []
    for rows in (100_000, 2_000_000):
        process = subprocess.Popen(
            [CAIRN, "geohash", "--append"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        process.stdin.write(b"lat,lon\n")
        for _ in range(rows // 10_000):
            process.stdin.write(b"48.85826,2.2945\n" * 10_000)
        process.stdin.close()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        check(process.returncode == 0, "a long table fails")
        most.append(usage.ru_maxrss)
    check(most[1] < most[0] + 4096, f"memory grows with the table: {most} KB")


line_by_line()
closed_pipe()
exit_codes()
several_columns()
bounded_memory()
if not os.path.exists("/dev/full") or sys.platform != "linux":
    print("a full disk and the memory of long tables, which need Linux")
    sys.exit(77)
print("filter: answers, endings and exit codes are correct")
