"""Makes the first inputs of a fuzz target from the readable files in `Seeds/<Name>`."""

import os
import pathlib
import re
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent


def write(name, folder, program):
    """Fills a folder with the first inputs of a target; returns their number."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    source = HERE / "Seeds" / name
    endings = read_endings(source / "ENDINGS") if source.is_dir() else {}
    for path in sorted(source.glob("*.*")):
        if path.suffix == ".hex":
            (folder / path.stem).write_bytes(decoded(path))
            continue
        # The last line break of a text file is not part of the input.
        text = path.read_bytes().removesuffix(b"\n")
        if path.suffix[1:] not in endings:
            raise SystemExit(f"fuzz: {source / 'ENDINGS'} has no entry for {path.name}")
        for number, ending in enumerate(endings[path.suffix[1:]]):
            (folder / f"{path.name}-{number}").write_bytes(text + ending)
    # Inputs that are not text are created by the target.
    if "CAIRN_FUZZ_SEEDS" in (HERE / f"{name}Fuzzer.swift").read_text():
        subprocess.run(
            [program], env={**os.environ, "CAIRN_FUZZ_SEEDS": str(folder)}, check=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=60)
    return len(list(folder.iterdir()))


def read_endings(path):
    """For each kind of file, the byte sequences to append, one input each."""
    found = {}
    for line in path.read_text().splitlines():
        words = line.partition("#")[0].split()
        if words:
            found[words[0]] = [bytes.fromhex(word) for word in words[1:]]
    return found


def decoded(path):
    """The bytes of a file of hexadecimal digits, with remarks after `#`."""
    digits = re.sub(r"#.*", "", path.read_text())
    return bytes.fromhex("".join(digits.split()))
