"""The grammar of well-known text, and conversion of its coordinates to degrees, for `run.py`."""

import math
import re

NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
GEOMETRY = (r"(?:MULTI)?(?:POINT|LINESTRING|POLYGON)|GEOMETRYCOLLECTION|LINEARRING|TRIANGLE|TIN"
            r"|POLYHEDRALSURFACE")
CURVES = "NURBSCURVE", "CIRCULARSTRING", "COMPOUNDCURVE", "CURVEPOLYGON", "MULTICURVE", "MULTISURFACE"


def scaled(text):
    """Divides all numbers by a power of ten, so that planar coordinates become degrees."""
    numbers = [abs(float(number)) for number in re.findall(NUMBER, text)]
    power = max(0, math.ceil(math.log10(max(numbers + [1]) / 80)))
    return re.sub(NUMBER, lambda match: repr(float(match[0]) / 10**power), text)


def numbers(text):
    return [float(number) for number in re.findall(NUMBER, text)]


def whole(text, at):
    """The geometry that begins at an offset, to the end of its parentheses; None if incomplete."""
    depth = 0
    for end in range(at, min(len(text), at + 100_000)):
        depth += {"(": 1, ")": -1}.get(text[end], 0)
        if depth == 0 and (text[end] == ")" or re.match(r"EMPTY\b", text[end:end + 6], re.I)):
            return text[at:end + 1] if text[end] == ")" else text[at:end + 5]
        if depth < 0 or text[end] in "'<;":
            return None
    return None


def is_grammatical(text):
    """Whether a text conforms to ISO 19125 (7.2.2), with the common forms of points."""
    rest = re.findall(r"[A-Za-z]+|[(),]|[^\s(),]+", text)

    def take(wanted):
        return rest and rest[0].upper() in wanted and rest.pop(0).upper()

    def listed(element):
        if take(("EMPTY",)):
            return True
        if not take("("):
            return False
        while True:
            if not element():
                return False
            if not take(","):
                return bool(take(")"))

    def position():
        count = 0
        while rest and re.fullmatch(NUMBER, rest[0]):
            rest.pop(0)
            count += 1
        return count in (counts if counts else (2, 3, 4))

    def point():
        if take(("EMPTY",)):
            return True
        if rest[:1] == ["("]:
            rest.pop(0)
            return position() and bool(take(")"))
        return position()

    def line():
        return listed(position)

    def geometry():
        nonlocal counts
        word = rest and re.fullmatch(rf"({GEOMETRY})(ZM|Z|M)?", rest.pop(0), re.I)
        if not word:
            return False
        mark = word[2] or take(("Z", "M", "ZM")) or ""
        counts = {"": (), "Z": (3,), "M": (3,), "ZM": (4,)}[mark.upper()]
        name = word[1].upper()
        if name == "POINT":
            return bool(take(("EMPTY",))) or bool(take("(") and position() and take(")"))
        inner = {"LINESTRING": position, "LINEARRING": position, "MULTIPOINT": point,
                 "GEOMETRYCOLLECTION": geometry, "POLYGON": line, "TRIANGLE": line,
                 "MULTILINESTRING": line}
        return listed(inner.get(name, lambda: listed(line)))

    counts = ()
    return geometry() and not rest
