"""Distances on the mean sphere."""

import math


def meters(a, b):
    """The great-circle distance of two (latitude, longitude) pairs."""
    (la, lo), (lb, lp) = a, b
    la, lo, lb, lp = map(math.radians, (la, lo, lb, lp))
    h = math.sin((lb - la) / 2) ** 2 + math.cos(la) * math.cos(lb) * math.sin((lp - lo) / 2) ** 2
    return 2 * 6_371_008.8 * math.asin(min(1, math.sqrt(h)))
