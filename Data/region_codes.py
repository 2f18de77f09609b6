"""The ISO 3166-2 code of each region, whose name must agree.

The codes and their names are those of CLDR 47 (the folder `cldr`). Natural Earth writes a code
with each feature, often an older one or a neighbor's. It is used if its name in CLDR equals that of
the region. If names are in different languages, or CLDR's are outdated, the table
`region_codes.csv` gives the code, reviewed by hand with a reason in each row. The build
fails at a code that neither a name nor the table supports.
"""

import collections
import csv
import json
import pathlib
import sys

from folding import clean, fold

HERE = pathlib.Path(__file__).resolve().parent
TABLE = HERE / "region_codes.csv"
# Generic words for a kind of region that are in only one of the sources' names.
GENERIC = set(
    "province provinces region regional county oblast krai kray okrug governorate district "
    "department departement prefecture state parish municipality city division territory "
    "autonomous republic of the raion rayon judet voivodeship canton island islands commune "
    "council special capital federal comarca emirate muhafazat oblisi oblysy administrative area "
    "zone pradesh wilaya sheng mintaqah dzongkhag atoll municipal and de la del du des da do di al "
    "el an ash ad az ar as".split())
# Codes that are newer than CLDR 47, with their names: the counties of Norway since 2024. OurAirports
# has them, too.
NEWER = {"NO-31": "Østfold", "NO-32": "Akershus", "NO-33": "Buskerud", "NO-39": "Vestfold",
         "NO-40": "Telemark", "NO-55": "Troms", "NO-56": "Finnmark"}
# Countries that have reassigned codes to other regions: CLDR has the former names.
RENUMBERED = {"IR", "MA"}


class Codes:
    """The codes of the standard, and the English names of CLDR."""

    def __init__(self):
        supplemental = json.loads((HERE / "cldr" / "subdivisionContainment.json").read_text())
        names = json.loads((HERE / "cldr" / "subdivisions-en.json").read_text())
        names = names["subdivisions"]["localeDisplayNames"]["subdivisions"]
        self.names, self.first_level = {}, set()
        for above, row in supplemental["supplemental"]["subdivisionContainment"].items():
            for code in row["_contains"]:
                iso = f"{code[:2]}-{code[2:]}".upper()
                # A raised digit after a name of CLDR refers to a note.
                self.names[iso] = names.get(code, "").rstrip("¹²³")
                if len(above) == 2:
                    self.first_level.add(iso)

    def agree(self, name, code):
        """Whether the name of a code equals that of a region, except for words such as "province".

        If several codes differ only in such words (Moscow and its oblast), the words are compared.
        """
        other = self.names.get(code)
        if not other:
            return False
        alike = [c for c, n in self.names.items() if c[:2] == code[:2] and core(n) == core(other)]
        return (fold(clean(name)) == fold(clean(other))
                or core(name) == core(other) and len(alike) == 1)


def core(name):
    """A name without words for a kind of region."""
    return " ".join(word for word in fold(clean(name)).split() if word not in GENERIC) \
        or fold(clean(name))


def code_after(country, name, code):
    """The code of a region after divisions: the given one, unless it is newer or in the table."""
    newer = {(other[:2], known): other for other, known in NEWER.items()}
    return read_table().get((country, name, f"after {code}")) or newer.get((country, name), code)


def new_code(country, name, used):
    """The code of a region made by a division, by the table or by its name; "-" if there is none.

    `used` has the codes of the other regions.
    """
    codes, table = Codes(), read_table()
    code = table.get((country, name, "after -")) or table.get((country, name, "-"))
    for form in (lambda text: fold(clean(text)), core):
        free = [c for c in sorted(codes.first_level - used) if c[:2] == country
                and codes.names[c] and form(codes.names[c]) == form(name)]
        code = code or (free[0] if len(free) == 1 else None)
    if code and code != "-" and (code in used or code not in codes.names):
        sys.exit(f"{country} {name}: {code} is given twice or does not exist")
    return code or "-"


def read_table():
    """(country, name, code as drawn or "-") -> code or "-"."""
    with open(TABLE, encoding="utf-8", newline="") as file:
        return {(row["country"], row["name"], row["drawn"]): row["code"]
                for row in csv.DictReader(file)}


def give_standard_codes(regions, report):
    """Replaces the codes of Natural Earth by those of the standard. Changes `regions`."""
    codes, table, wrong, changed = Codes(), read_table(), [], 0
    found = {}
    for number, region in enumerate(regions):
        key = (region["country"], region["name"], region["code"] or "-")
        if key in table:
            found[number] = table[key]
        elif (region["country"] not in RENUMBERED and region["code"]
              and codes.agree(region["name"], region["code"])):
            found[number] = region["code"]
    for form in (lambda name: fold(clean(name)), core):
        taken = set(found.values())
        free, wanted = collections.defaultdict(list), collections.defaultdict(list)
        for code in sorted(codes.first_level - taken):
            if codes.names[code]:
                free[(code[:2], form(codes.names[code]))].append(code)
        for number, region in enumerate(regions):
            if number not in found and region["country"] not in RENUMBERED:
                wanted[(region["country"], form(region["name"]))].append(number)
        for key, numbers in wanted.items():
            if len(numbers) == 1 and len(free[key]) == 1:
                found[numbers[0]] = free[key][0]
    for number, region in enumerate(regions):
        code = found.get(number)
        if code is None and region["code"]:
            wrong.append(f"{region['country']} {region['name']} {region['code']}: CLDR has "
                         f"\"{codes.names.get(region['code'], 'no such code')}\"")
        code = "" if code in (None, "-") else code
        if code and code not in codes.names:
            wrong.append(f"{region['country']} {region['name']} {code}: no such code")
        changed += code != region["code"]
        region["code"] = code
    counts = collections.Counter(region["code"] for region in regions if region["code"])
    wrong += [f"{code} is given to several regions" for code, n in sorted(counts.items()) if n > 1]
    if wrong:
        sys.exit("codes and names disagree; see region_codes.py:\n" + "\n".join(wrong))
    report.append(f"{changed} codes differ from Natural Earth's; "
                  f"{len(regions) - sum(counts.values())} regions have none")
