#!/usr/bin/env python3
"""Compares the names of regions in other languages with those of Debian's iso-codes.

    Benchmarks/Accuracy/region_names.py            # the share of equal names for each language
    Benchmarks/Accuracy/region_names.py --list 20  # with 20 differences of each

The catalogs of iso-codes (LGPL) are downloaded with apt-get and read as an archive; they are not a
source of the embedded data. They name a region by the name in the standard, which is found by its code.
Only names that are translated there are compared: without accents, words for a kind of region, marks
and spaces, which both sources write or leave out inconsistently. Names whose first four letters are
equal are counted, too: sources transcribe differently. Standard library only.
"""

import argparse
import gettext
import hashlib
import io
import json
import pathlib
import re
import subprocess
import sys
import unicodedata

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "Data"))
from build_region_names import read_regions  # noqa: E402
from cldr import LANGUAGES  # noqa: E402
from packing import DIGITS  # noqa: E402
from pinned import open_debian_package  # noqa: E402
from region_codes import core  # noqa: E402

DOWNLOADS = ROOT / ".build" / "accuracy"
VERSION, FILE = "4.15.0-1", "iso-codes_4.15.0-1_all.deb"
SHA256 = "b1beb869303229c38288d4ddacfd582c91f594759b5767c9cecebd87f16ff70e"
NAMES = ROOT / "Sources/CairnRegionNames/Generated/RegionNameData+Names.swift"
CATALOG = "./usr/share/locale/{}/LC_MESSAGES/iso_3166-2.mo"
LOCALES = {"zh": "zh_CN", "zh-Hant": "zh_TW"}
# Words for a kind of region in the languages of the table, besides those of English.
KINDS = set(
    "provinz bezirk region regio kreis distrikt departement kanton gouvernement gespanschaft oblast "
    "provincia provincie provins provinsi prowincja departamento departamentu dipartimento distrito "
    "distretto comte comitat condado contea comune comunidad województwo wojewodztwo powiat okrug "
    "governatorato governorato governorado gobernacion gouvernorat obwod oblasti lan ili tinh quan hat "
    "megye tartomany munizip municipio municipi gmina rejon raion rayonu kommun koulu etat stato estado "
    "eyaleti valiligi область провинция провинциясы край район округ уезд республика республіка "
    "провінція повіт округу регион регіон".split())


def catalog(archive, language):
    try:
        file = archive.extractfile(CATALOG.format(LOCALES.get(language, language)))
    except KeyError:
        return {}
    return {key: name for key, name in gettext.GNUTranslations(io.BytesIO(file.read()))._catalog.items()
            if isinstance(key, str) and key and key != name}


def embedded():
    """The names by row and language."""
    digits = dict(zip(DIGITS, LANGUAGES))
    text = NAMES.read_text(encoding="utf-8").split('#"""\n')[1].split('\n"""#')[0]
    found = {}
    for line in text.splitlines():
        row, *cells = line.split("\t")
        for cell in cells:
            tags, name = cell.split(" ", 1)
            for tag in tags:
                found[int(row), digits[tag]] = name
    return found


def plain(name):
    """A name without accents, marks, glosses and words for a kind of region."""
    name = unicodedata.normalize("NFKD", re.sub(r"[(（,،].*$", "", name).lower())
    words = re.sub(r"[^\w\s]", " ", "".join(ch for ch in name if unicodedata.category(ch) != "Mn"))
    return "".join(word for word in core(" ".join(words.split()) or "-").split()
                   if word not in KINDS) if words.isascii() else "".join(
        word for word in words.split() if word not in KINDS)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--list", type=int, default=0)
    shown = parser.parse_args().list
    DOWNLOADS.mkdir(parents=True, exist_ok=True)
    path = DOWNLOADS / FILE
    if not path.exists():
        subprocess.run(["apt-get", "download", "--quiet", f"iso-codes={VERSION}"], cwd=DOWNLOADS,
                       check=True)
    data = path.read_bytes()
    if hashlib.sha256(data).hexdigest() != SHA256:
        sys.exit(f"{FILE}: another checksum")
    archive = open_debian_package(data)
    standard = {row["code"]: row["name"] for row in json.load(
        archive.extractfile("./usr/share/iso-codes/json/iso_3166-2.json"))["3166-2"]}
    regions, names = read_regions(), embedded()
    print("| language | names | compared | equal | alike |\n|---|---:|---:|---:|---:|")
    for language in LANGUAGES:
        known = catalog(archive, language)
        compared, equal, alike, others = 0, 0, 0, []
        for row, (_, code, own) in enumerate(regions):
            there, here = known.get(standard.get(code)), names.get((row, language))
            if not there or not here:
                continue
            here = own if here == "=" else here
            a, b = plain(here), plain(there)
            compared += 1
            equal += a == b
            alike += a[:4] == b[:4] or a in b or b in a
            if not (a[:4] == b[:4] or a in b or b in a):
                others.append(f"{code} {here} / {there}")
        count = sum(tag == language for _, tag in names)
        if count:
            rates = (f"{equal / compared:.1%} | {alike / compared:.1%}" if compared else "| ")
            print(f"| {language} | {count:,} | {compared:,} | {rates} |".replace("%", " %"))
        for other in others[::max(1, len(others) // shown)][:shown] if shown else ():
            print(f"    {other}")


main()
