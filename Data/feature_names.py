"""Names of natural features, historic regions and sights in other languages.

`feature_names.csv` was written by hand from general knowledge: names that differ from the English one
in about ten languages and in the scripts of some of them.
"""

import csv

from folding import clean
from swift_literals import ROOT

NAMES = ROOT / "Data" / "feature_names.csv"
# Countries and towns have their names from other sources.
KINDS = ("landmark", "island", "region")


def add_feature_names(rows):
    """Adds the names to the rows of destinations with that main name in the country."""
    by_name = {(row["name"], row["country"]): row for row in rows if row["kind"] in KINDS}
    with open(NAMES, encoding="utf-8", newline="") as file:
        for line in csv.DictReader(file):
            row = by_name.get((line["name"], line["country"]))
            if not row:
                raise SystemExit(f"feature_names.csv: no {line['name']}, {line['country']}")
            row["names"] += [clean(name) for name in line["other names"].split("|")]
