"""Names and their search keys, folded in the same way as in Swift (see build_folding.py)."""

import unicodedata

SPECIAL_LETTERS = {
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l",
    "ħ": "h", "ı": "i", "ə": "e", "ŋ": "n", "ŧ": "t", "ĸ": "k", "ɓ": "b", "ɗ": "d", "ƙ": "k",
    "ƴ": "y", "ǝ": "e", "ơ": "o", "ư": "u", "ƒ": "f", "ɨ": "i", "ɛ": "e", "ɔ": "o",
    "ƅ": "b", "ƃ": "b", "ƈ": "c", "ƌ": "d", "ƥ": "p", "ƭ": "t", "ʋ": "v", "ƶ": "z", "ȥ": "z",
    "ǥ": "g", "ɠ": "g", "ȼ": "c", "ƚ": "l", "ɍ": "r", "ɏ": "y", "ɉ": "j", "ɇ": "e", "ⱥ": "a",
    "ⱦ": "t", "ƀ": "b", "ʉ": "u", "ɋ": "q", "ẞ": "ss", "ĳ": "ij", "ŀ": "l", "ŉ": "n", "ſ": "s",
}
COMPATIBLE = {"ª": "a", "º": "o", "¹": "1", "²": "2", "³": "3"}
SILENT = set("'’‘`´ʹʺʻʼʽʾʿˈ\u00ad")
TABLE_RANGES = [(0x00C0, 0x02B0), (0x1E00, 0x1F00)]


def fold_scalar(ch):
    """The form of a scalar in a search key: '', a space, ASCII letters or digits, or None."""
    value = ord(ch)
    if value < 0x80:
        if ch == "'" or ch == "`":
            return ""
        if ch == "&":
            return " and "
        return ch.lower() if ch.isalnum() else " "
    if 0x300 <= value < 0x370 or 0x2B0 <= value < 0x300 or ch in SILENT:
        return ""
    if ch in COMPATIBLE:
        return COMPATIBLE[ch]
    if 0xA0 <= value < 0xC0 or 0x2000 <= value < 0x2070:
        return "" if unicodedata.category(ch) == "Cf" and value != 0x200B else " "
    if any(low <= value < high for low, high in TABLE_RANGES):
        out = ""
        for part in unicodedata.normalize("NFKD", ch.lower()):
            if part in SPECIAL_LETTERS:
                out += SPECIAL_LETTERS[part]
            elif part.isascii():
                out += fold_scalar(part)
            elif 0x300 <= ord(part) < 0x370:
                continue
            else:
                return None
        return out
    return None


def fold(text):
    """The search key: lower case, no accents, words one space apart; None if not Latin."""
    out = []
    for ch in text:
        folded = fold_scalar(ch)
        if folded is None:
            return None
        out.append(folded)
    return " ".join("".join(out).split())


def clean(text):
    """Normalizes a name: one space between words, composed letters, no invisible characters."""
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    if any(unicodedata.category(ch) in ("Cc", "Cf", "Co", "Cn", "Zl", "Zp") for ch in text):
        return None
    return text
