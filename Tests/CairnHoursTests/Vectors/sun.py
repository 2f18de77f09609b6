#!/usr/bin/env python3
"""Writes sun.csv: the times of the sun according to PyEphem 4.2.1 (VSOP87), which is unrelated to Cairn.

    pip install ephem==4.2.1 && python3 sun.py > sun.csv

Each row holds a latitude, a longitude, the UTC offset in seconds, a date, and dawn, sunrise, noon, sunset
and dusk in seconds from local midnight; a missing event is empty. Some locations are fixed, the others
random with seed 17: both hemispheres, polar days and nights, both sides of the date line.
"""

import datetime
import math
import random

import ephem

FIXED = [(48.2082, 16.3738, 3600), (69.65, 18.96, 3600), (78.22, 15.65, 3600), (-54.8, -68.3, -10800),
         (-33.87, 151.21, 36000), (1.87, -157.43, 50400), (-13.83, -171.77, 46800),
         (-21.2, -175.2, 46800), (51.88, -176.65, -36000), (64.84, -147.72, -32400), (-77.85, 166.67, 43200),
         (0, 0, 0), (35.68, 139.77, 32400), (40.7, -74.0, -18000), (27.7, 85.3, 20700)]
EPOCH = datetime.datetime(1970, 1, 1)


def crossing(observer, sun, horizon, noon, is_morning):
    """The time at which the center of the sun reaches an elevation, within half a day of noon."""
    def height(moment):
        observer.date = moment
        sun.compute(observer)
        return math.degrees(sun.alt) - horizon
    low, high = noon, noon - 0.5 if is_morning else noon + 0.5
    if height(low) <= 0 or height(high) >= 0:
        return None
    for _ in range(60):
        middle = (low + high) / 2
        if height(middle) > 0:
            low = middle
        else:
            high = middle
    return low


def main():
    generator = random.Random(17)
    rows = []
    for place in FIXED:
        rows += [(place, datetime.date(2026, month, 21)) for month in range(1, 13)]
    for _ in range(220):
        latitude = round(math.degrees(math.asin(generator.uniform(-1, 1))), 3)
        longitude = round(generator.uniform(-180, 180), 3)
        offset = round(longitude / 15) * 3600
        rows.append(((latitude, longitude, offset), datetime.date.fromordinal(
            datetime.date(1950, 1, 1).toordinal() + generator.randrange(36525))))
    print("latitude,longitude,offset,date,dawn,sunrise,noon,sunset,dusk")
    for (latitude, longitude, offset), day in rows:
        observer = ephem.Observer()
        observer.lat, observer.lon = str(latitude), str(longitude)
        observer.pressure, observer.elevation = 0, 0
        sun = ephem.Sun()
        midnight = ephem.Date(datetime.datetime.combine(day, datetime.time())
                              - datetime.timedelta(seconds=offset))
        observer.date = midnight
        noon = float(observer.next_transit(sun))
        times = [crossing(observer, sun, -6, noon, True), crossing(observer, sun, -0.833, noon, True),
                 noon, crossing(observer, sun, -0.833, noon, False),
                 crossing(observer, sun, -6, noon, False)]
        seconds = ["" if t is None else f"{(t - float(midnight)) * 86400:.1f}" for t in times]
        print(f"{latitude},{longitude},{offset},{day}," + ",".join(seconds))


if __name__ == "__main__":
    main()
