"""Names of countries by CLDR, the Common Locale Data Repository of Unicode.

Babel contains a recent release as pickles without the alternative forms, Debian an older one as
XML with them. The standard forms are taken from the first, the short and other forms from
the second.
"""

import collections
import io
import pickle
import re
import xml.etree.ElementTree as ElementTree

LANGUAGES = ("ar bn de el en es fa fr he hi hu id it ja ko nl pl pt ru sv tr uk ur vi zh "
             "zh-Hant").split()
# Canada's English writes "and" and "Saint" where that of the United States has "&" and "St.".
ENGLISH = "en_CA"
# Countries whose standard form is not in common use ("Hong Kong SAR China").
SHORT_FORMS = {"HK", "MO", "PS"}
# Standard forms of one language with a gloss, whose other form is plain.
OTHER_FORMS = {("CD", "ja"), ("CG", "ja")}
# Standard forms with a former name in parentheses, which is used only for searches.
GLOSSED = {"MM"}
GLOSS = re.compile(r" ?\(.*\)$")
# The French abbreviation of the United States, which stands for the European Union elsewhere.
MISLEADING = {"É.-U."}


class PlainUnpickler(pickle.Unpickler):
    """Reads dictionaries, lists and text; an object becomes an empty one, and no code runs."""

    IGNORED = {("babel.plural", "PluralRule"), ("babel.dates", "DateTimePattern"),
               ("babel.numbers", "NumberPattern")}

    class Empty:
        def __setstate__(self, state):
            pass

    def find_class(self, module, name):
        if (module, name) not in self.IGNORED:
            raise pickle.UnpicklingError(f"{module}.{name} is not expected in a table")
        return self.Empty


def read_babel(archive, file):
    return PlainUnpickler(io.BytesIO(archive.read(f"babel/{file}.dat"))).load()


def read_names(babel, debian):
    """(names, others): the name and the other forms for each code and language."""
    names, others = collections.defaultdict(dict), collections.defaultdict(dict)
    for language in LANGUAGES:
        locale = language.replace("-", "_")
        standard = read_babel(babel, f"locale-data/{locale}")["territories"]
        if language == "en":
            canadian = read_babel(babel, f"locale-data/{ENGLISH}")["territories"]
            spelled = standard | canadian
        else:
            spelled = standard
        alternatives = read_alternatives(debian, locale)
        for code, name in spelled.items():
            short = alternatives[code].get("short")
            if code in SHORT_FORMS:
                name = short
            elif (code, language) in OTHER_FORMS:
                name = alternatives[code]["variant"]
            elif code in GLOSSED:
                name = GLOSS.sub("", name)
            names[code][language] = name
            forms = [standard[code], spelled[code], *alternatives[code].values()]
            others[code][language] = [
                form for form in forms if form and form != name and form not in MISLEADING]
    return names, others


def read_alternatives(debian, locale):
    """The non-standard forms of each code, by kind."""
    path = f"./usr/share/unicode/cldr/common/main/{locale}.xml"
    found = collections.defaultdict(dict)
    root = ElementTree.parse(debian.extractfile(path)).getroot()
    for element in root.iterfind("localeDisplayNames/territories/territory[@alt]"):
        found[element.get("type")][element.get("alt")] = element.text.replace("\u200b", "")
    return found


def currency_names(babel):
    """The English names of currencies by their codes."""
    return read_babel(babel, "locale-data/en")["currency_names"]


def official_languages(babel):
    """The languages of each code that are official in the whole country."""
    known = read_babel(babel, "global")["territory_languages"]
    return {code: sorted(language.split("_")[0] for language, facts in languages.items()
                         if facts["official_status"] == "official")
            for code, languages in known.items()}
