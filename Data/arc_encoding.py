"""Encodes the arcs as bits in text; `README.md` of this folder describes the format."""

import struct
import zlib

BLOCK = 4  # number of steps that share their widths
AREA_BITS = 9  # bits of the area number of countries


class Bits:
    """Bits in the order in which they are read, six per character from 0 to o."""

    LINE = 128
    # Padding characters at the end: a reader checks once per arc that the longest
    # possible head, 138 bits, fits; a small last arc is shorter.
    SPARE = 26

    def __init__(self):
        self.value, self.count, self.text = 0, 0, []

    @property
    def length(self):
        """The number of bits written."""
        return 6 * len(self.text) + self.count

    def append(self, other):
        """Appends the bits of another writer."""
        for character in other.text:
            self.put(ord(character) - 0x30, 6)
        self.put(other.value, other.count)

    def put(self, value, width):
        assert 0 <= value < 1 << width or value == width == 0, (value, width)
        self.value |= value << self.count
        self.count += width
        while self.count >= 6:
            self.text.append(chr(0x30 + (self.value & 63)))
            self.value >>= 6
            self.count -= 6

    def put_number(self, value):
        """Seven bits at a time, lowest first, each with a bit that is set if more follow."""
        while value >= 128:
            self.put(value & 127 | 128, 8)
            value >>= 7
        self.put(value, 8)

    def lines(self):
        if self.count:
            self.put(0, 6 - self.count)
        text = "".join(self.text) + "0" * self.SPARE
        text += "0" * (-len(text) % self.LINE)
        return "".join(text[at:at + self.LINE] + "\n" for at in range(0, len(text), self.LINE))


class Cursor:
    """Reads the bits of a text in the order in which they were written."""

    def __init__(self, text):
        self.sixes, self.at = [ord(character) - 0x30 for character in text], 0
        self.value, self.count = 0, 0

    def take(self, width):
        while self.count < width:
            self.value |= self.sixes[self.at] << self.count
            self.at += 1
            self.count += 6
        taken = self.value & (1 << width) - 1
        self.value >>= width
        self.count -= width
        return taken

    def number(self):
        value, shift = 0, 0
        while True:
            byte = self.take(8)
            value |= (byte & 127) << shift
            if byte < 128:
                return value
            shift += 7


def unzigzag(code):
    return code >> 1 ^ -(code & 1)


def zigzag(value):
    return 2 * value if value >= 0 else -2 * value - 1


def encode_arcs(arcs, area_bits=AREA_BITS):
    """Encodes the arcs as bits; README.md of this folder describes the format."""
    bits, at = Bits(), (0, 0)
    bits.put_number(len(arcs))
    bits.put_number(sum(len(points) for points, _, _ in arcs))
    for points, left, right in arcs:
        closed = points[0] == points[-1]
        steps = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(points, points[1:])]
        stored = steps[:-1] if closed else steps
        bits.put_number(2 * len(stored) + closed)
        bits.put(left, area_bits)
        bits.put(right, area_bits)
        bits.put_number(zigzag(points[0][0] - at[0]))
        bits.put_number(zigzag(points[0][1] - at[1]))
        at = points[0]
        # A step is predicted to be three quarters of the previous one.
        errors, before = [], (0, 0)
        for step in stored:
            errors.append([zigzag(s - (3 * b + 2 >> 2)) for s, b in zip(step, before)])
            before = step
        for start in range(0, len(errors), BLOCK):
            block = errors[start:start + BLOCK]
            widths = [max(e[axis] for e in block).bit_length() for axis in (0, 1)]
            for width in widths:
                bits.put(min(width, 15), 4)
            for width in widths:
                if width >= 15:
                    bits.put(width, 5)
            for error in block:
                bits.put(error[0], widths[0])
                bits.put(error[1], widths[1])
    return bits


def decode_arcs(text, area_bits=AREA_BITS):
    """Decodes the arcs from the lines of `encode_arcs`."""
    cursor = Cursor("".join(text.split()))
    count = cursor.number()
    cursor.number()
    arcs, first = [], (0, 0)
    for _ in range(count):
        head = cursor.number()
        left, right = cursor.take(area_bits), cursor.take(area_bits)
        first = (first[0] + unzigzag(cursor.number()), first[1] + unzigzag(cursor.number()))
        points, step = [first], (0, 0)
        for start in range(0, head >> 1, BLOCK):
            widths = [cursor.take(4), cursor.take(4)]
            widths = [cursor.take(5) if width == 15 else width for width in widths]
            for _ in range(min(BLOCK, (head >> 1) - start)):
                errors = [unzigzag(cursor.take(width)) for width in widths]
                step = tuple((3 * b + 2 >> 2) + e for b, e in zip(step, errors))
                points.append((points[-1][0] + step[0], points[-1][1] + step[1]))
        if head & 1:
            points.append(first)
        arcs.append((points, left, right))
    return arcs


def geometry_checksum(arcs):
    """A checksum of the decoded arcs: areas and vertices as 32-bit integers."""
    crc = 0
    for points, left, right in arcs:
        crc = zlib.crc32(struct.pack("<3i", len(points), left, right), crc)
        crc = zlib.crc32(b"".join(struct.pack("<2i", *p) for p in points), crc)
    return crc
