"""Reads `zone.tab` of the time zone database: the zones of each country and their principal places."""

import collections


def angle(text, digits):
    """Degrees from ±DDMM, ±DDDMM or the same with seconds."""
    sign, text = -1 if text[0] == "-" else 1, text[1:]
    rest = text[digits:].ljust(4, "0")
    return sign * (int(text[:digits]) + int(rest[:2]) / 60 + int(rest[2:]) / 3_600)


def read_zone_tab(archives):
    """The zones of each country, and the location of the principal place of each zone."""
    zones, places = collections.defaultdict(list), {}
    for line in archives["tzdata"].read("tzdata/zoneinfo/zone.tab").decode("utf-8").splitlines():
        if line.startswith("#"):
            continue
        country, where, zone = line.split("\t")[:3]
        split = max(where.rfind("+"), where.rfind("-"))
        zones[country].append(zone)
        places[zone] = angle(where[:split], 2), angle(where[split:], 3)
    return zones, places
