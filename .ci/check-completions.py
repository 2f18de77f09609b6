#!/usr/bin/env python3
"""Checks that each shell parses its completions of a built `cairn`, and tests those of zsh.

    .ci/check-completions.py path/to/cairn

The tests of the tool test the completions of bash and fish. If a shell is not installed, exits with
77 and names it in the last line. Only Python's standard library is needed.
"""

import os
import pathlib
import pty
import select
import shutil
import subprocess
import sys
import tempfile
import time

CAIRN = os.path.abspath(sys.argv[1])
PATIENCE = 60

# The typed text, words that must be offered, and words that must not.
QUESTIONS = [
    ("cairn ne", ["near"], ["distance"]),
    ("cairn ", ["near", "distance", "completions", "help"], ["--help", "bash"]),
    ("cairn --v", ["--version"], ["--help"]),
    ("cairn near --ra", ["--radius"], ["--limit"]),
    ("cairn near Sydney --format ", ["table", "csv", "json", "geojson"], ["--in"]),
    ("cairn near --format geo", ["geojson"], ["csv"]),
    ("cairn near --format=c", ["csv"], ["json"]),
    ("cairn near --country F", ["FR", "FJ", "FI"], ["DE"]),
    ("cairn near --radius ", [], ["table", "--limit", "near"]),
    ("cairn completions ", ["bash", "zsh", "fish"], ["near"]),
    ("cairn completions bash ", [], ["zsh", "near"]),
    ("cairn completions zsh --", ["--help"], ["--radius"]),
    ("cairn help ro", ["route"], ["near"]),
    ("cairn geohash ", ["encode", "decode"], ["near"]),
    ("cairn geohash encode --pre", ["--precision"], ["--radius"]),
    ("cairn route tw", ["two words.csv"], ["--days"]),
    ("cairn near --in tw", ["two words.csv"], ["near"]),
]

# Runs all completions within one widget of the line editor, since zsh completes only there, and
# writes every word that is about to be offered.
ASK = r"""
autoload -Uz compinit && compinit -u -D
%s
zstyle ':completion:*' list-prompt ''
setopt no_beep
compadd() {
  if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
    builtin compadd "$@"
    return
  fi
  typeset -a offered
  builtin compadd -A offered "$@"
  # The names of files, without the backslashes that the line needs.
  print -rl -- ${(Q)offered} >>answers
  builtin compadd "$@"
}
ask() {
  local line
  for line in "${(@f)$(<questions)}"; do
    print -r -- "? $line" >>answers
    BUFFER=${line%%|} CURSOR=$#BUFFER
    zle list-choices
  done
  print -r -- '? end' >>answers
  BUFFER=exit
  zle accept-line
}
zle -N ask
bindkey '^X' ask
PS1='ready> '
"""


def check(holds, what):
    if not holds:
        sys.exit(f"check-completions: {what}")


def script(shell):
    return subprocess.run(
        [CAIRN, "completions", shell], check=True, capture_output=True).stdout


def parses(shell, folder):
    path = folder / f"completions.{shell}"
    path.write_bytes(script(shell))
    done = subprocess.run([shell, "-n", path], capture_output=True, text=True)
    check(done.returncode == 0 and not done.stderr, f"{shell} cannot parse it: {done.stderr}")
    # The parser must also reject invalid scripts.
    path.write_bytes(script(shell) + b"\nif true\n")
    done = subprocess.run([shell, "-n", path], capture_output=True, text=True)
    check(done.returncode != 0 or done.stderr, f"{shell} -n does not parse")


def answers(folder, installation):
    """The words that zsh offers for each typed text, with the given installation."""
    home = folder / "home"
    shutil.rmtree(home, ignore_errors=True)
    (home / "functions").mkdir(parents=True)
    (home / "functions" / "_cairn").write_bytes(script("zsh"))
    (home / "completions.zsh").write_bytes(script("zsh"))
    (home / "two words.csv").write_bytes(b"name,lat,lon\n")
    # A bar preserves the space at the end of a line.
    (home / "questions").write_text("".join(f"{line}|\n" for line, _, _ in QUESTIONS))
    (home / ".zshrc").write_text(ASK % installation)
    process, screen = pty.fork()
    if process == 0:
        os.chdir(home)
        os.environ.update({
            "HOME": str(home), "ZDOTDIR": str(home), "TERM": "vt100", "COLUMNS": "200",
            "LINES": "1000"})
        os.execvp("zsh", ["zsh", "--no-global-rcs", "-i"])
    seen, has_asked, end = b"", False, time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if not select.select([screen], [], [], 1)[0]:
            continue
        try:
            piece = os.read(screen, 1 << 16)
        except OSError:
            break
        if not piece:
            break
        seen += piece
        if b"ready> " in seen and not has_asked:
            os.write(screen, b"\x18")
            has_asked = True
    else:
        os.kill(process, 9)
    os.close(screen)
    os.waitpid(process, 0)
    path = home / "answers"
    lines = path.read_text().splitlines() if path.exists() else []
    check(lines and lines[-1] == "? end", f"zsh does not finish: {seen[-2000:]!r}")
    found = {}
    for line in lines:
        if line.startswith("? "):
            found[line[2:].removesuffix("|")] = current = set()
        else:
            current.add(line)
    return found


def zsh_offers_what_fits(folder):
    for installation in (
            "source ./completions.zsh", "fpath=($PWD/functions $fpath) && compinit -u -D"):
        found = answers(folder, installation)
        for line, offers, lacks in QUESTIONS:
            words = found[line]
            check(set(offers) <= words and not words & set(lacks),
                  f"zsh ({installation}) offers for `{line}`: {sorted(words)[:20]}")


def main():
    shells = [shell for shell in ("bash", "zsh", "fish") if shutil.which(shell)]
    with tempfile.TemporaryDirectory() as name:
        for shell in shells:
            parses(shell, pathlib.Path(name))
        if "zsh" in shells:
            zsh_offers_what_fits(pathlib.Path(name))
    missing = [shell for shell in ("bash", "zsh", "fish") if shell not in shells]
    if missing:
        print(f"not installed: {', '.join(missing)}")
        sys.exit(77)
    print("completions: bash, zsh and fish parse them; zsh offers the expected words")


main()
