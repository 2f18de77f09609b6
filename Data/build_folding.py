#!/usr/bin/env python3
"""Write the tables with which Swift folds text to search keys.

    python3 Data/build_folding.py            # derive, write
    python3 Data/build_folding.py --check    # derive, compare with what is committed

The forms are derived from the Unicode data in Python's `unicodedata`: compatibility decomposition,
full case folding, and the removal of the marks that people leave out when they search. Letters that
differ without a decomposition are listed here and in folding.py. Other versions of Unicode add
scalars; the committed tables are of the version below.
"""

import collections
import re
import sys
import unicodedata

from folding import SPECIAL_LETTERS, TABLE_RANGES, fold_scalar
from swift_literals import ROOT, write_or_compare

VERSION = "14.0.0"
FOLDER = ROOT / "Sources" / "CairnText" / "Generated"

# Combining marks that are removed: accents, vowel points and signs, nuktas, variation selectors.
MARKS = [
    (0x300, 0x36F), (0x483, 0x489), (0x591, 0x5BD), (0x5BF, 0x5BF), (0x5C1, 0x5C2), (0x5C4, 0x5C5),
    (0x5C7, 0x5C7), (0x610, 0x61A), (0x64B, 0x65F), (0x670, 0x670), (0x6D6, 0x6DC), (0x6DF, 0x6E4),
    (0x6E7, 0x6E8), (0x6EA, 0x6ED), (0x711, 0x711), (0x730, 0x74A), (0x898, 0x89F), (0x8CA, 0x8E1),
    (0x8E3, 0x8FF), (0x93C, 0x93C), (0x951, 0x954), (0x9BC, 0x9BC), (0xA3C, 0xA3C), (0xABC, 0xABC),
    (0xB3C, 0xB3C), (0xC3C, 0xC3C), (0xCBC, 0xCBC), (0x110BA, 0x110BA), (0x11173, 0x11173),
    (0x111CA, 0x111CA), (0x11236, 0x11236), (0x112E9, 0x112E9), (0x1133C, 0x1133C),
    (0x11446, 0x11446), (0x114C3, 0x114C3), (0x115C0, 0x115C0), (0x116B7, 0x116B7),
    (0x180B, 0x180F), (0x1AB0, 0x1ACE), (0x1DC0, 0x1DFF), (0x20D0, 0x20F0), (0x302A, 0x302F),
    (0xFE00, 0xFE0F), (0xFE20, 0xFE2F), (0xE0100, 0xE01EF),
]
# Apostrophes of Hebrew and Armenian, the Arabic kashida, an accent used as an apostrophe.
DROPPED = {"\u05f3", "\u055a", "\u0640", "\u00b4"}
# Signs that are not part of a name.
SPACES = {"\u2122", "\u2120", "\u200b", "\u2117"}
# Letters of the same sound and shape that keyboards and writers interchange.
LETTERS = {
    # Arabic: alef with hamza or wasla, teh marbuta, alef maksura, Persian and Urdu letters.
    "ٱ": "ا", "ٲ": "ا", "ٳ": "ا", "ة": "ه", "ى": "ي", "ک": "ك", "ڪ": "ك", "ی": "ي", "ې": "ي",
    "ہ": "ه", "ھ": "ه", "ە": "ه", "ۃ": "ه",
    # Devanagari and Bengali: candrabindu and anusvara.
    "ँ": "ं", "ঁ": "ং",
    # The old Greek letter forms without a decomposition.
    "ϗ": "και",
}
JAMO = re.compile("[\u1100-\u11ff]+")
# The numero sign is the word "no".
TEXTS = {"№": "no "}


def is_mark(value):
    return any(low <= value <= high for low, high in MARKS)


def decomposed(text):
    """The compatibility decomposition of the case-folded text."""
    last = None
    while text != last:
        last = text
        text = unicodedata.normalize("NFKD", text.casefold())
    return text


def composed_kana(text):
    """The text with kana and their voiced marks composed, and hiragana as katakana."""
    out = ""
    for letter in text:
        if letter in "\u3099\u309a" and out:
            pair = unicodedata.normalize("NFC", out[-1] + letter)
            out = out[:-1] + pair if len(pair) == 1 else out
        elif 0x3041 <= ord(letter) <= 0x3096 or letter in "\u309d\u309e":
            out += chr(ord(letter) + 0x60)
        else:
            out += letter
    return out


def is_sign(value, category):
    """Whether a scalar is a symbol that separates words: fraction slashes, postal marks, ©."""
    return category[0] == "S" and (
        0xA0 <= value < 0xC0 or 0x2000 <= value < 0x2070 or 0x3000 <= value < 0x3040)


def form(letter):
    """The form of a scalar in a search key, with spaces for separators."""
    value = ord(letter)
    if letter in TEXTS:
        return TEXTS[letter]
    if letter in DROPPED or is_mark(value):
        return ""
    if letter in SPACES:
        return " "
    if value in (0x419, 0x439):
        return "й"
    if 0xAC00 <= value < 0xD7A4:
        return letter
    # A voiced mark in both widths, composed with the kana before it.
    if value in (0x3099, 0x309A, 0x309B, 0x309C, 0xFF9E, 0xFF9F):
        return letter
    out = ""
    for part in decomposed(letter):
        category = unicodedata.category(part)
        if part in LETTERS:
            out += LETTERS[part]
        elif part in SPECIAL_LETTERS:
            out += SPECIAL_LETTERS[part]
        elif is_mark(ord(part)) or part in DROPPED:
            continue
        elif part.isascii():
            out += fold_scalar(part)
        elif is_sign(ord(part), category):
            out += " "
        elif category == "Nd":
            out += str(unicodedata.decimal(part))
        elif category == "Cf" or 0x2B0 <= ord(part) < 0x370 or part in "’‘´":
            continue
        elif category[0] == "Z" or category[0] == "P" or category == "Cc":
            out += " "
        else:
            out += part
    return composed_kana(JAMO.sub(lambda part: unicodedata.normalize("NFC", part[0]), out))


def latin_table():
    """The folding table of Latin letters as Swift: one ASCII character for each scalar."""
    pairs, lines = [], []
    for low, high in TABLE_RANGES:
        text = ""
        for value in range(low, high):
            folded = fold_scalar(chr(value))
            if folded is None:
                text += "?"
            elif len(folded) == 1:
                text += "_" if folded == " " else folded
            else:
                assert len(folded) == 2, (hex(value), folded)
                text += "*"
                pairs.append((value, folded))
        lines.append((low, high, text))
    out = (
        "// Generated by Data/build_folding.py; do not edit.\n\n"
        "/// The form of Latin letters in a search key: one character for each scalar.\n"
        "///\n"
        "/// `_` is a space, `?` a scalar that is not a Latin letter, `*` one of ``pair(_:)``.\n"
        "internal enum FoldTable {\n")
    for low, high, text in lines:
        out += f"  /// The scalars U+{low:04X} ..< U+{high:04X}.\n"
        out += f"  static let from{low:04X}: StaticString = \"\"\"\n" + wrapped(text)
        out += "    \"\"\"\n\n"
    out += "  /// The two letters of a ligature or a sharp s.\n"
    out += "  static func pair(_ scalar: UInt32) -> (UInt8, UInt8) {\n    switch scalar {\n"
    groups = collections.defaultdict(list)
    for value, folded in pairs:
        groups[folded].append(value)
    for folded, values in sorted(groups.items()):
        cases = ", ".join(f"0x{v:04X}" for v in values)
        first, second = folded
        out += f"    case {cases}: (UInt8(ascii: \"{first}\"), UInt8(ascii: \"{second}\"))\n"
    out += "    default: (UInt8(ascii: \" \"), UInt8(ascii: \" \"))\n    }\n  }\n}\n"
    return out


def wrapped(text):
    """A text as lines of a multi-line literal, joined by backslashes."""
    pieces = [text[start:start + 84] for start in range(0, len(text), 84)]
    return "".join(
        f"    {piece}" + ("\\\n" if number + 1 < len(pieces) else "\n")
        for number, piece in enumerate(pieces))


def is_in_latin_table(value):
    return any(low <= value < high for low, high in TABLE_RANGES) \
        and fold_scalar(chr(value)) is not None


def changes():
    """The scalars whose form differs from them, in order, with their forms."""
    found = []
    for value in range(0xA0, 0xE0200):
        letter = chr(value)
        if unicodedata.category(letter) in ("Cn", "Cs", "Co") or is_in_latin_table(value):
            continue
        # Modifier letters and accents are dropped without a table; musical notes have no letters.
        if 0x2B0 <= value < 0x370 or 0x1D100 <= value < 0x1D200:
            continue
        folded = form(letter)
        if folded != letter:
            found.append((value, folded))
    return found


def runs(found):
    """Runs of scalars: (first, count, kind, target), kind being one of the table's letters."""
    records, pool, offsets = [], "", {}
    index = 0
    while index < len(found):
        value, folded = found[index]
        if folded in ("", " "):
            kind, count = ("d" if folded == "" else "s"), 1
            while index + count < len(found) and found[index + count] == (value + count, folded):
                count += 1
            records.append((value, count, kind, 0))
        elif len(folded) == 1:
            best, step = 1, 1
            for step_tried in (1, 2):
                count = 1
                while index + count < len(found) and found[index + count] == (
                        value + count * step_tried, chr(ord(folded) + count * step_tried)):
                    count += 1
                if count > best:
                    best, step = count, step_tried
            count = best
            records.append((value, count, "m" if step == 1 else "e", ord(folded)))
        else:
            count = 1
            if folded not in offsets:
                offsets[folded] = len(pool.encode("utf-8"))
                pool += folded
            length = len(folded.encode("utf-8"))
            records.append((value, length, "t", offsets[folded]))
        assert count < 0x1000 and records[-1][1] < 0x1000
        index += count
    return records, pool


def script_table():
    """The folding table of all other scalars as Swift."""
    records, pool = runs(changes())
    text = "".join(f"{v:05x}{n:03x}{kind}{target:05x}" for v, n, kind, target in records)
    pages = []
    for page in range(0x31):
        first = next((i for i, r in enumerate(records) if r[0] >= page << 8), len(records))
        # A run may begin on an earlier page.
        pages.append(max(0, first - 1))
    page_text = "".join(f"{first:03x}" for first in pages)
    print(f"{len(records)} records, {len(text)} bytes, {len(pool.encode('utf-8'))} bytes of texts")
    return (
        "// swift-format-ignore-file\n"
        "// Generated by Data/build_folding.py; do not edit.\n\n"
        "/// The forms of scalars outside of ``FoldTable`` in a search key, derived from Unicode "
        f"{VERSION}.\n"
        "internal enum ScriptTable {\n"
        "  /// The number of runs.\n"
        f"  static let count = {len(records)}\n\n"
        "  /// Runs of scalars in ascending order, each of 14 characters: the first scalar in 5\n"
        "  /// hexadecimal digits, the number of scalars in 3, a letter, and a number in 5.\n"
        "  ///\n"
        "  /// The letter is `d` for dropped scalars, `s` for separators, `m` for scalars whose form is a\n"
        "  /// single one, the number being that of the first, `e` for the same of every second scalar,\n"
        "  /// and `t` for one scalar whose form is in ``texts``, the numbers being length and offset.\n"
        f"  static let runs: StaticString = \"\"\"\n{wrapped(text)}    \"\"\"\n\n"
        "  /// The forms of several scalars, in UTF-8.\n"
        f"  static let texts: StaticString = \"\"\"\n{wrapped(pool)}    \"\"\"\n\n"
        "  /// The last run that begins before each page of 256 scalars, in 3 hexadecimal digits.\n"
        f"  static let pages: StaticString = \"\"\"\n{wrapped(page_text)}    \"\"\"\n"
        "}\n")


def main():
    if unicodedata.unidata_version != VERSION:
        print(f"the tables are of Unicode {VERSION}, but this Python has "
              f"{unicodedata.unidata_version}: use Python 3.11", file=sys.stderr)
        return 2
    files = {FOLDER / "FoldTable.swift": latin_table(), FOLDER / "ScriptTable.swift": script_table()}
    return 1 if write_or_compare(files) else 0


if __name__ == "__main__":
    sys.exit(main())
