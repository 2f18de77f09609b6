#!/usr/bin/env python3
"""Tests `.ci/examples.py`: correct examples must pass, and wrong ones must fail.

    .ci/check-examples.py

Only Python's standard library is needed.
"""

import pathlib
import subprocess
import sys
import tempfile

CHECKER = pathlib.Path(__file__).resolve().with_name("examples.py")

RIGHT = [
    "$ printf 'a\\nb\\n'\na\nb",
    "$ true",
    "$ true\n$ echo a\na\n$ echo b\nb",
    "$ seq 9\n1\n...\n9",
    "$ seq 3\n...",
    "$ echo a; echo b >&2\na\nb",
    "$ false\n[exit code 1]",
    "$ echo no >&2; exit 64\nno\n[exit code 64]",
    "$ seq 3; exit 2\n1\n...\n[exit code 2]",
    "$ (echo a; exit 3) | cat\na\n[exit code 3]",
]

# Wrong blocks, and a part of the output that each must cause.
WRONG = [
    ("$ false", "exit code 1"),
    ("$ true\n[exit code 1]", "exit code 1"),
    ("$ exit 2\n[exit code 1]", "exit code 2"),
    ("$ echo a; exit 65\na", "exit code 65"),
    ("$ echo complaint >&2", "+complaint"),
    ("$ echo a >&2; exit 1\n[exit code 1]", "+a"),
    ("$ exit 4 | cat", "exit code 4"),
    ("$ echo a\nb", "+a"),
    ("$ echo a\na\nb", "-b"),
    ("$ printf 'a\\nb\\n'\na", "+b"),
    ("$ seq 9\n1\n...\n8", "+9"),
    ("$ kill -TERM $$", "exit code -15"),
    ("a\n$ echo a\na", "no command before"),
    ("a", "no command before"),
    ("", "no command in the block"),
    ("$ no-such-program-anywhere 2>/dev/null", "exit code 127"),
]


def run(folder, text, *words):
    path = pathlib.Path(folder, "example.md")
    path.write_text(text)
    done = subprocess.run(
        [CHECKER, *words, path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout, path.read_text()


def check(holds, what):
    if not holds:
        sys.exit(f"check-examples: {what}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        for block in RIGHT:
            code, output, _ = run(folder, f"Text.\n\n```console\n{block}\n```\n")
            check(code == 0, f"a correct block fails:\n{block}\n{output}")
        everything = "\n".join(f"```console\n{block}\n```\n" for block in RIGHT)
        code, output, _ = run(folder, everything)
        check(code == 0 and ", 0 failed" in output, f"a file of correct blocks fails: {output}")
        for block, hint in WRONG:
            # A correct block must not hide a wrong one.
            text = f"```console\n$ true\n```\n\n```console\n{block}\n```\n"
            code, output, _ = run(folder, text)
            check(code == 1 and hint in output, f"a wrong block passes:\n{block}\n{output}")
        for text, hint in [
                ("```console\n$ true\n", "not closed"), ("Text.\n", "0 passed"),
                ("```sh\nfalse\n```\n", "0 passed")]:
            code, output, _ = run(folder, text)
            check(code == 1 and hint in output, f"this is not an example: {text!r}: {output}")
        code, _, text = run(
            folder, "```console\n$ echo b; exit 64\na\n$ true\nc\n```\nText.\n", "--update")
        check(code == 0 and text == (
            "```console\n$ echo b; exit 64\nb\n[exit code 64]\n$ true\n```\nText.\n"),
            f"--update writes {text!r}")
    print(f"examples: {len(RIGHT)} correct blocks pass and {len(WRONG)} wrong blocks fail")


main()
