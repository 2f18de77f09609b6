"""Names of regions in other languages: those of CLDR 41, the last release that has them.

A name belongs to a code, and codes change. The entry of a region is the one whose English name is that
of the region, under its code or under a former one; a code alone is not enough.
"""

import collections
import re
import unicodedata
import xml.etree.ElementTree as ElementTree

from region_codes import RENUMBERED, Codes, core

COUNTRIES = "./usr/share/unicode/cldr/common/main/{}.xml"
SUBDIVISIONS = "./usr/share/unicode/cldr/common/subdivisions/{}.xml"
TRANSFORM = "./usr/share/unicode/cldr/common/transforms/Simplified-Traditional.xml"
# Countries that gave new codes to regions that remained: the names are at the former codes.
NEW_CODES = {"EE", "FR", "GT", "IN", "IR", "KZ", "MA", "MK", "NO", "ZA"}
# Former codes by hand, where names differ or a city and its region share one.
FORMER = {"EE-45": "ee44", "EE-50": "ee49", "EE-52": "ee51", "EE-60": "ee59", "EE-64": "ee65",
          "EE-68": "ee67", "EE-71": "ee70", "EE-81": "ee82", "EE-87": "ee86", "IR-04": "ir02",
          "KZ-11": "kzakm", "KZ-15": "kzakt", "KZ-19": "kzalm", "KZ-27": "kzzap", "KZ-31": "kzzha",
          "KZ-35": "kzkar", "KZ-39": "kzkus", "KZ-43": "kzkzy", "KZ-47": "kzman", "KZ-75": "kzala"}
# Regions whose names are among those of countries.
TERRITORIES = {"ES-CN": "IC", "FR-CP": "CP", "SH-TA": "TA"}
# Regions with a comma in their name; elsewhere the country or another form follows it.
WITH_COMMA = {"AR-V", "CO-DC", "CO-SAP", "US-DC"}
GLOSS = re.compile(r"\s*[(（].*$")
COMMA = re.compile(r"\s*[,،].*$")
# Notes, the mark of a deprecated code, and invisible marks; joiners are part of the spelling.
MARKS = str.maketrans("", "", "¹²³†\u200b\u200e\u200f\u00ad")


def read_names(archive, language):
    """The names of a language as CLDR has them, by code: {"at7": "Tirol", …}."""
    root = ElementTree.parse(archive.extractfile(SUBDIVISIONS.format(language))).getroot()
    names = {element.get("type"): element.text
             for element in root.iterfind("localeDisplayNames/subdivisions/subdivision")}
    root = ElementTree.parse(archive.extractfile(COUNTRIES.format(language))).getroot()
    return names | {
        element.get("type"): element.text
        for element in root.iterfind("localeDisplayNames/territories/territory")
        if element.get("type") in TERRITORIES.values() and element.get("alt") is None}


def tidy(name, code):
    """A name without notes, glosses and the country, with single spaces."""
    name = GLOSS.sub("", name.translate(MARKS))
    if code not in WITH_COMMA:
        name = COMMA.sub("", name)
    return " ".join(unicodedata.normalize("NFC", name).split()).strip(' "')


def entries(regions, english, report):
    """The entry of CLDR 41 for each region, as offset -> code in CLDR's form."""
    codes, found, unknown = Codes(), {}, []
    forms = collections.defaultdict(list)
    for entry, name in sorted(english.items()):
        forms[entry[:2].upper(), core(name.translate(MARKS))].append(entry)
    for offset, (country, code, name) in enumerate(regions):
        if code == "-":
            continue
        entry, wanted = code.replace("-", "").lower(), core(name)
        there = core(english.get(entry, "").translate(MARKS))
        now = core(codes.names.get(code) or name)
        known = {wanted} if country in RENUMBERED else {wanted, now}
        if code in FORMER | TERRITORIES:
            found[offset] = (FORMER | TERRITORIES)[code]
        elif country in NEW_CODES and there not in known:
            former = {other for form in known for other in forms[country, form]
                      if country in RENUMBERED or iso(other) not in codes.first_level}
            if len(former) == 1:
                found[offset] = former.pop()
        if offset not in found and there in known:
            found[offset] = entry
        if offset not in found:
            unknown.append(code)
    report.append(f"{len(unknown)} codes that CLDR 41 does not have: {' '.join(unknown)}")
    return found


def iso(entry):
    return f"{entry[:2]}-{entry[2:]}".upper()


class Chinese:
    """Converts names between simplified and traditional characters by the rules of CLDR."""

    def __init__(self, archive):
        text = archive.extractfile(TRANSFORM).read().decode("utf-8")
        rules = re.findall(r"^([^\W\d]+)\s*([←↔→])\s*([^\W\d]+)\s*;", text, re.MULTILINE)
        self.simple = self.ordered((new, old) for old, kind, new in rules if kind in "←↔")
        self.full = self.ordered((old, new) for old, kind, new in rules if kind in "↔→")

    @staticmethod
    def ordered(pairs):
        """The rules by their first character, in the order of the file."""
        rules = collections.defaultdict(list)
        for pattern, result in pairs:
            rules[pattern[0]].append((pattern, result))
        return rules

    @staticmethod
    def convert(name, rules):
        done, at = "", 0
        while at < len(name):
            pattern, result = next(
                ((p, r) for p, r in rules.get(name[at], ()) if name.startswith(p, at)),
                (name[at], name[at]))
            done += result
            at += len(pattern)
        return done

    def both(self, name):
        """The simplified and the traditional form of a name, which is one of them."""
        simple = self.convert(name, self.simple)
        return (simple, name) if simple != name else (name, self.convert(name, self.full))


def translations(regions, archive, languages, report):
    """For each region its names by language; without languages in which none is known.

    Names may equal the region's name. English is left out, because it is the region's name.
    """
    chinese = Chinese(archive)
    found = [{} for _ in regions]
    tables = {language: read_names(archive, language) for language in languages
              if language not in ("en", "zh-Hant")}
    # A new code of an old region has a name in English only.
    english = {entry: name for entry, name in read_names(archive, "en").items()
               if any(entry in names for names in tables.values())}
    where = entries(regions, english, report)
    for language, names in tables.items():
        for offset, entry in where.items():
            name = tidy(names.get(entry, ""), regions[offset][1])
            if not name:
                continue
            if language == "zh":
                found[offset]["zh"], found[offset]["zh-Hant"] = chinese.both(name)
            else:
                found[offset][language] = name
    return found
