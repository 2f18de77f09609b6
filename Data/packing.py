"""The towns of the larger set as dense text: numbers in base 92, one line per town."""

# The printable characters of ASCII without the quote and the backslash, in order.
DIGITS = [chr(code) for code in range(33, 127) if chr(code) not in '"\\']
BASE = len(DIGITS)
DEGREE = 100_000
# The flags in the first digit of a line.
IS_CITY, HAS_ZONE, IS_SECTION = 1, 2, 4


def number(value, width=0):
    """A number in base 92, highest digit first; empty for 0 if no width is given."""
    digits = ""
    while value:
        digits = DIGITS[value % BASE] + digits
        value //= BASE
    assert not width or len(digits) <= width, value
    return digits.rjust(width, DIGITS[0])


def packed_towns(towns, is_city, region_row, usual_zone, zone_row, city_row):
    """One line per town: name, tab, flags, latitude, longitude, region, zone if not usual, the row of
    its city if it is a section of one, people."""
    lines = []
    for town in towns:
        region = region_row[town["region"] or (town["country"], "-", "-")]
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
