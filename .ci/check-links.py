#!/usr/bin/env python3
"""Checks that the relative links of all Markdown files lead to a file, and to a heading of it.

    .ci/check-links.py

Links to the web are not opened. Names of headings are those that GitHub makes. Only Python's standard
library is needed.
"""

import pathlib
import re
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"!?\[(?:[^\]\[]|\[[^\]]*\])*\]\(([^)\s]+)\)")


def prose(path):
    """The text without blocks and code, whose brackets are not links."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"`[^`\n]*`", "", text)


def headings(path, known={}):
    if path not in known:
        names, text = set(), re.sub(r"^```.*?^```$", "", path.read_text(), flags=re.MULTILINE | re.DOTALL)
        for title in re.findall(r"^#+ +(.+)$", text, re.MULTILINE):
            title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title).strip().lower()
            slug = re.sub(r"[^\w\- ]", "", title).replace(" ", "-")
            number = 1
            name = slug
            while name in names:
                name, number = f"{slug}-{number}", number + 1
            names.add(name)
        known[path] = names
    return known[path]


def problems(path):
    for target in LINK.findall(prose(path)):
        if "://" in target or target.startswith("mailto:") or target.startswith("doc:"):
            continue
        name, _, anchor = target.partition("#")
        file = (path.parent / urllib.parse.unquote(name)).resolve() if name else path
        if not file.exists():
            yield f"{target} does not exist"
        elif anchor and file.suffix == ".md" and urllib.parse.unquote(anchor) not in headings(file):
            yield f"{target}: no heading #{anchor}"


def main():
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"], cwd=ROOT, check=True,
        capture_output=True, text=True).stdout.splitlines()
    found = [f"{name}: {each}" for name in listed if (ROOT / name).exists() for each in problems(ROOT / name)]
    if found:
        sys.exit("\n".join(f"links: {each}" for each in found))
    print(f"links: all relative links of {len(listed)} files are valid")


main()
