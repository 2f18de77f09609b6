#!/usr/bin/env python3
"""Writes behind a shared library what DuckDB wants to know of an extension before it loads it.

    describe.py cairn.duckdb_extension

Eight fields of 32 bytes, the last one first, and room for a signature, in a section as WebAssembly
has them: DuckDB looks at the last 512 bytes. The interface is that of functions of C in version
1.2.0, so every DuckDB from there on loads the file, with `allow_unsigned_extensions`.
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
