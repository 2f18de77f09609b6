"""Places as dense text, a line for each: its name, a tab, and numbers in base 92.

`TownData.swift` and `PlaceData.swift` describe the digits.
"""

import collections

# The printable characters of ASCII without the quote and the backslash, in order.
DIGITS = [chr(code) for code in range(33, 127) if chr(code) not in '"\\']
BASE = len(DIGITS)
VALUES = {digit: value for value, digit in enumerate(DIGITS)}
DEGREE = 100_000
# Coordinates with three decimals take fewer digits.
COARSE_DEGREE = 1_000
# The flags in the first digit of a town.
IS_CITY, HAS_ZONE, IS_SECTION = 1, 2, 4
# The first digit of a destination: its kind, times four, plus its fame, times four, plus the flags.
KINDS = ("country", "island", "landmark", "region", "town")
OTHER_ZONE, IS_COARSE = 1, 2
# The weights that have no digits, by fame.
EXPLICIT, FAMOUS, SIGHT, LAKE = range(4)
WEIGHTS = {FAMOUS: 1_000_000, SIGHT: 50_000, LAKE: 10_000}
# The fame of a famous town that GeoNames lacks.
UNKNOWN_TOWN = SIGHT


def number(value, width=0):
    """A number in base 92, highest digit first; empty for 0 if no width is given."""
    digits = ""
    while value:
        digits = DIGITS[value % BASE] + digits
        value //= BASE
    assert not width or len(digits) <= width, value
    return digits.rjust(width, DIGITS[0])


def unpacked(digits):
    """The value of digits in base 92."""
    value = 0
    for digit in digits:
        value = value * BASE + VALUES[digit]
    return value


def usual_zones(places, region_row, zone_row):
    """The most frequent time zone of each region, by its row."""
    votes = collections.defaultdict(collections.Counter)
    for place in places:
        votes[region_row[region_of(place)]][zone_row[place["zone"]]] += 1
    return {row: min(vote, key=lambda zone: (-vote[zone], zone)) for row, vote in votes.items()}


def region_of(place):
    """The region of a place, or that of places without one in its country."""
    return place["region"] or (place["country"], "-", "-")


def packed_towns(towns, is_city, region_row, usual_zone, zone_row, city_row):
    """One line per town: name, tab, flags, latitude, longitude, region, zone if not usual, the row of
    its city if it is a section of one, people."""
    lines = []
    for town in towns:
        region = region_row[region_of(town)]
        zone = zone_row[town["zone"]]
        city = city_row(town)
        flags = (IS_CITY if is_city(town) else 0) | (HAS_ZONE if usual_zone[region] != zone else 0) \
            | (IS_SECTION if city is not None else 0)
        latitude, longitude = town["where"]
        lines.append("".join((
            town["name"], "\t", number(flags, 1),
            number(round((latitude + 90) * DEGREE), 4), number(round((longitude + 180) * DEGREE), 4),
            number(region, 2), number(zone, 2) if flags & HAS_ZONE else "",
            number(city, 3) if flags & IS_SECTION else "", number(town["population"]), "\n")))
    return "".join(lines)


def town(digits):
    """The coordinate and the rows of region and zone (None if usual) of a packed town, from the
    digits after its name."""
    zone = unpacked(digits[11:13]) if unpacked(digits[0]) & HAS_ZONE else None
    return position(digits[1:9], DEGREE), unpacked(digits[9:11]), zone


def town_city(digits):
    """The row of the city of which a packed town is a section; None for others."""
    flags = unpacked(digits[0])
    first = 13 if flags & HAS_ZONE else 11
    return unpacked(digits[first:first + 3]) if flags & IS_SECTION else None


def town_people(digits):
    """The population of a packed town."""
    flags = unpacked(digits[0])
    return unpacked(digits[11 + (2 if flags & HAS_ZONE else 0) + (3 if flags & IS_SECTION else 0):])


def position(digits, scale):
    """Latitude and longitude from their digits, with the decimals of the scale."""
    middle, decimals = len(digits) // 2, len(str(scale)) - 1
    return (round(unpacked(digits[:middle]) / scale - 90, decimals),
            round(unpacked(digits[middle:]) / scale - 180, decimals))


def packed_destinations(rows, region_row, usual_zone, zone_row):
    """One line per destination: name, tab, kind with fame and flags, latitude, longitude, region,
    zone if not usual, and the people of a town or else a weight that the fame does not give."""
    lines = []
    for row in rows:
        region, zone = region_row[region_of(row)], zone_row[row["zone"]]
        is_coarse = all(abs(value * COARSE_DEGREE - round(value * COARSE_DEGREE)) < 1e-6
                        for value in row["where"])
        scale, width = (COARSE_DEGREE, 3) if is_coarse else (DEGREE, 4)
        fame, value = fame_of(row)
        first = (KINDS.index(row["kind"]) * 4 + fame) * 4 + (IS_COARSE if is_coarse else 0) \
            + (OTHER_ZONE if usual_zone[region] != zone else 0)
        latitude, longitude = row["where"]
        lines.append("".join((
            row["name"], "\t", number(first, 1), number(round((latitude + 90) * scale), width),
            number(round((longitude + 180) * scale), width), number(region, 2),
            number(zone, 2) if usual_zone[region] != zone else "", number(value), "\n")))
    return "".join(lines)


def fame_of(row):
    """The fame of a destination and the number at the end of its line."""
    weight = row["weight"]
    if row["kind"] == "town":
        if "town" not in row:
            assert weight == WEIGHTS[FAMOUS], row
            return UNKNOWN_TOWN, 0
        people = row["population"]
        assert weight in (people, WEIGHTS[FAMOUS]), row
        return (EXPLICIT if weight == people else FAMOUS), people
    fame = next((fame for fame, known in WEIGHTS.items() if known == weight), EXPLICIT)
    return fame, 0 if fame else weight


def destination(digits):
    """The kind, the coordinate, the rows of region and zone (None if usual) and the weight of a
    packed destination, from the digits after its name."""
    first = unpacked(digits[0])
    scale, width = (COARSE_DEGREE, 3) if first & IS_COARSE else (DEGREE, 4)
    at = 1 + 2 * width + 2
    zone = unpacked(digits[at:at + 2]) if first & OTHER_ZONE else None
    value = unpacked(digits[at + (0 if zone is None else 2):])
    fame, kind = first // 4 % 4, KINDS[first // 16]
    if kind == "town" and fame:
        fame = FAMOUS
    return (kind, position(digits[1:at - 2], scale), unpacked(digits[at - 2:at]), zone,
            WEIGHTS.get(fame, value))
