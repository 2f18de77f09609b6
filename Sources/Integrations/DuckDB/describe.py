#!/usr/bin/env python3
"""Appends to a shared library the metadata that DuckDB reads before it loads an extension.

    describe.py cairn.duckdb_extension

The metadata is eight fields of 32 bytes in reverse order, followed by space for a signature, in a
section in the format of WebAssembly; DuckDB reads the last 512 bytes. The file uses version 1.2.0 of
the C interface, so every later DuckDB loads it with `allow_unsigned_extensions`.
"""

import pathlib
import platform
import re
import sys

here = pathlib.Path(__file__).parent
version = re.search(
    'version = "(.*)"', (here / "../Python/pyproject.toml").read_text(encoding="utf-8"))[1]
machine = {"x86_64": "amd64", "aarch64": "arm64"}[platform.machine()]
fields = ["4", f"linux_{machine}", "v1.2.0", version, "C_STRUCT", "", "", ""]
with open(sys.argv[1], "ab") as file:
    file.write(b"\x00\x93\x04\x10duckdb_signature\x80\x04")
    for field in reversed(fields):
        file.write(field.encode().ljust(32, b"\0"))
    file.write(bytes(256))
