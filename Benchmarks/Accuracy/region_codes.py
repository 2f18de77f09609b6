#!/usr/bin/env python3
"""Compares the codes of the regions with an independent list of ISO 3166-2.

    python3 Benchmarks/Accuracy/region_codes.py

The list is that of PyPI pycountry (LGPL), which is downloaded and read as an archive and is not a
source of the embedded data. A code is correct if the list contains it and its name in the list or
in CLDR equals that of the region, or if a row of Data/region_codes.csv gives a reason for it. Prints
the other codes, and the regions without a code for which the list has an unused code of the same
name.
"""

import collections
import json
import pathlib
import subprocess
import sys
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Data"))

from region_codes import NEWER, Codes, core, read_table  # noqa: E402

VERSION = "26.2.16"
DOWNLOADS = ROOT / ".build" / "accuracy"
REGIONS = ROOT / "Sources" / "CairnRegionData" / "Generated" / "RegionData+Regions.swift"


def read_list():
    """The names of the list, by code."""
    DOWNLOADS.mkdir(parents=True, exist_ok=True)
    path = DOWNLOADS / f"pycountry-{VERSION}-py3-none-any.whl"
    if not path.exists():
        subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest",
                        str(DOWNLOADS), f"pycountry=={VERSION}"], check=True)
    raw = json.loads(zipfile.ZipFile(path).read("pycountry/databases/iso3166-2.json"))
    return {row["code"]: row["name"] for row in raw["3166-2"]}


def main():
    listed, codes = read_list(), Codes()
    reviewed = {(country, name, code) for (country, name, _), code in read_table().items()}
    text = REGIONS.read_text(encoding="utf-8").split('#"""\n')[1].split('\n"""#')[0]
    regions = [line.split("\t") for line in text.splitlines() if line]
    used = {code for _, code, _ in regions}
    free = collections.defaultdict(list)
    for code, name in listed.items():
        if code not in used:
            free[(code[:2], core(name))].append(code)
    counts, left = collections.Counter(), []
    for country, code, name in regions:
        if code == "-":
            counts["without a code"] += 1
            if free[(country, core(name))] and (country, name, "-") not in reviewed:
                left.append(f"{country} {name}: {free[(country, core(name))]} unused")
        elif code in NEWER:
            counts["newer than the list"] += 1
        elif code not in listed:
            left.append(f"{country} {name}: {code} is not in the list")
        elif core(name) == core(listed[code]):
            counts["the same name in the list"] += 1
        elif (country, name, code) in reviewed:
            counts["reviewed by hand"] += 1
        elif codes.agree(name, code):
            counts["the same name in CLDR, another language in the list"] += 1
        else:
            left.append(f"{country} {name}: {code} is \"{listed[code]}\"")
    for key, count in counts.most_common():
        print(f"{count:6,}  {key}")
    print("\n".join(left) or "no disagreements")
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
