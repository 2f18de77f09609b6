"""The second division of time zones: by counties and by law.

`zone_areas.py` divides regions with several zones by the nearest town. If a zone ends at a line that
is known more exactly, the state or province is divided again here, in a separate partition, so that
the lines between regions do not change: the states of the United States by counties, provinces
and others by places in addition to the towns, and the surroundings of stations in Antarctica get
their zone. Nothing else changes.
"""

import collections
import math

from border_places import KM
from country_boundaries import POLE, SEAM, UNITS, quantized
from nearest_squares import LARGE_BUCKET, NearestLabel, leaves, outlines
from planar import Partition, chains, edge
from region_partition import (
    LINE_TOLERANCE, NEAREST, RIM_TOLERANCE, ZONE, simplified, spaced, squares_along)
from reach import SIDE
from sphere import meters
from us_counties import NOT_BY_COUNTY, WHOLE_STATES
from zone_areas import middles_inside, rim_and_inside

COUNTY, UNIT, KEPT, STATION = "county", "unit", "kept", "station"
# In Antarctica, places within this distance of a station have its zone, in kilometers, but at most
# half the distance to a station with another zone. Casey's airfield is 65 km from it.
STATION_REACH = 100
CORNERS = 24


def in_zone(zone, places):
    """Places with the same zone."""
    return [(place, zone) for place in places]


# Stations that are not principal places of zone.tab. The South Pole is named in a comment there. The
# time zone database states the zone of Concordia and that Chile's bases have the time of Magallanes;
# Argentina's bases, permanent and temporary, are in its province of Tierra del Fuego.
STATIONS = [
    ((-90, 0), "Antarctica/McMurdo"),
    ((-75.100, 123.333), "Asia/Singapore"),  # Concordia
    *in_zone("America/Punta_Arenas", (
        (-62.200, -58.962),  # Frei, Escudero, Villa Las Estrellas
        (-62.479, -59.664),  # Prat
        (-63.321, -57.900),  # O'Higgins
        (-64.824, -62.858),  # González Videla
        (-64.876, -63.585),  # Yelcho
    )),
    *in_zone("America/Argentina/Ushuaia", (
        (-77.874, -34.628),  # Belgrano II
        (-62.238, -58.667),  # Carlini
        (-63.397, -56.997),  # Esperanza
        (-64.241, -56.626),  # Marambio
        (-60.738, -44.738),  # Orcadas
        (-68.130, -67.103),  # San Martín
        (-64.895, -62.870),  # Brown
        (-62.595, -59.919),  # Cámara
        (-62.977, -60.700),  # Decepción
        (-64.976, -60.071),  # Matienzo
        (-64.326, -62.976),  # Melchior
        (-63.478, -56.231),  # Petrel
        (-64.156, -60.954),  # Primavera
    )),
]
# A town this near to a place set by hand has the zone of that place, in grid units (1 km).
SAME_TOWN = UNITS // 100
# Regions that have a single legal zone, whatever the zones of their towns in GeoNames.
WHOLE = {
    # Law 2017: Magallanes as a whole keeps -3.
    ("CL", "Region of Magallanes"): "America/Punta_Arenas",
    # The bases keep the time of Cyprus around them.
    ("GB", "Dhekelia"): "Asia/Nicosia",
    # Only Bayan-Ölgii, Hovd and Uvs have the time of Hovd, by the comment of zone.tab.
    ("MN", "Dzabkhan"): "Asia/Ulaanbaatar",
    ("MN", "Govi-Altai Province"): "Asia/Ulaanbaatar",
}


def is_same_town(p, q):
    """Whether two points of the grid are in the same town."""
    return max(abs(p[0] - q[0]), abs(p[1] - q[1])) < SAME_TOWN


def along(meridian, away, west, east, latitudes):
    """Places on both sides of a meridian, so that it is as near to one as to the other."""
    return [((latitude, meridian + step), zone) for latitude in latitudes
            for step, zone in ((-away, west), (away, east))]


# Places in addition to the towns of a region, by its name, from the law and the comments of the time
# zone database.
PLACES = {
    # Eastern time to 85° W, central time to 102° W, mountain time beyond. The Kitikmeot's zone follows
    # from its towns; Southampton Island has no daylight saving time.
    ("CA", "Nunavut"): [
        *along(-85, 1, "America/Rankin_Inlet", "America/Iqaluit", range(67, 84)),
        *along(-102, 1, "America/Cambridge_Bay", "America/Rankin_Inlet", range(61, 67)),
        ((72.70, -77.96), "America/Iqaluit"),  # Pond Inlet
        ((76.42, -82.90), "America/Iqaluit"),  # Grise Fiord
        ((64.14, -83.17), "America/Atikokan"),  # Coral Harbour
        ((63.60, -85.00), "America/Atikokan"),
        ((65.20, -84.50), "America/Atikokan"),
        ((63.34, -90.70), "America/Rankin_Inlet"),  # Chesterfield Inlet
        ((66.52, -86.24), "America/Rankin_Inlet"),  # Naujaat
        ((65.70, -89.00), "America/Rankin_Inlet"),  # Wager Bay
        ((66.00, -93.00), "America/Rankin_Inlet"),  # the north of the Kivalliq
        ((68.53, -89.82), "America/Cambridge_Bay"),  # Kugaaruk
        ((69.54, -93.53), "America/Cambridge_Bay"),  # Taloyoak
        ((68.63, -95.88), "America/Cambridge_Bay"),  # Gjoa Haven
    ],
    # 90° W, except for Pickle Lake and its neighbor, which keep -5 all year, and for Big Trout Lake and
    # Wunnumin, which use the time of Sioux Lookout.
    ("CA", "Ontario"): [
        ((51.47, -90.19), "America/Atikokan"),  # Pickle Lake
        ((51.20, -90.21), "America/Atikokan"),  # Mishkeegogamang
        ((51.13, -91.67), "America/Winnipeg"),  # Slate Falls
        ((51.73, -91.81), "America/Winnipeg"),  # Cat Lake
        ((50.72, -90.68), "America/Winnipeg"),  # De Lesseps Lake
        ((50.23, -90.70), "America/Winnipeg"),  # Savant Lake
        ((52.96, -91.27), "America/Winnipeg"),  # Weagamow
        ((53.82, -89.87), "America/Winnipeg"),  # Big Trout Lake
        ((52.86, -89.28), "America/Winnipeg"),  # Wunnumin Lake
        ((50.30, -88.91), "America/Toronto"),  # Armstrong
        ((51.56, -87.97), "America/Toronto"),  # Fort Hope
        ((52.20, -87.93), "America/Toronto"),  # Lansdowne House
        ((52.71, -88.54), "America/Toronto"),  # Summer Beaver
        ((52.96, -87.37), "America/Toronto"),  # Webequie
        ((53.53, -88.61), "America/Toronto"),  # Kasabonika
    ],
    # -4 all year east of the Natashquan River; Anticosti uses the time west of it.
    ("CA", "Quebec"): [
        ((50.22, -62.08), "America/Toronto"),  # Aguanish
        ((50.19, -61.84), "America/Toronto"),  # Natashquan
        ((49.08, -61.75), "America/Toronto"),  # the east of Anticosti
        ((50.18, -61.27), "America/Blanc-Sablon"),  # Kegaska
        ((50.21, -60.68), "America/Blanc-Sablon"),  # La Romaine
        ((50.47, -59.61), "America/Blanc-Sablon"),  # Chevery
        ((50.69, -59.32), "America/Blanc-Sablon"),  # Tête-à-la-Baleine
        ((50.83, -58.97), "America/Blanc-Sablon"),  # La Tabatière
        ((51.23, -58.65), "America/Blanc-Sablon"),  # Saint-Augustin
        ((51.41, -57.20), "America/Blanc-Sablon"),  # Lourdes-de-Blanc-Sablon
    ],
    # The time of Newfoundland from L'Anse-au-Clair to Norman's Bay, but not beyond.
    ("CA", "Newfoundland and Labrador"): [
        ((53.46, -55.76), "America/Goose_Bay"),  # Black Tickle
        ((53.70, -57.02), "America/Goose_Bay"),  # Cartwright
        ((52.93, -55.91), "America/St_Johns"),  # Norman's Bay
    ],
    # Pacific time west of the Rocky Mountain Trench.
    ("CA", "British Columbia"): [
        ((57.43, -125.63), "America/Vancouver"),  # Fort Ware
        ((56.89, -124.96), "America/Vancouver"),  # Tsay Keh
    ],
    # The municipalities at the border that the law of 2022 lists have the time of the United States
    # (Diario Oficial de la Federación, 2022-10-28). The towns are those with a former zone in GeoNames.
    ("MX", "Chihuahua"): [
        *in_zone("America/Ciudad_Juarez", (
            (31.547, -106.280),  # San Isidro
            (31.343, -106.477),  # Samalayuca
            (31.579, -106.298),  # Loma Blanca
            (31.456, -106.201),  # El Millón
        )),
        *in_zone("America/Ojinaga", (
            (29.107, -103.906),  # Manuel Benavides
            (29.462, -105.095),  # Coyame
        )),
    ],
    ("MX", "Coahuila"): in_zone("America/Matamoros", (
        (27.790, -99.877),  # Hidalgo
        (28.309, -100.379),  # Guerrero
        (28.639, -100.557),  # Colonia Venustiano Carranza
        (28.421, -100.766),  # Nava
        (28.341, -100.851), (28.312, -100.917), (28.356, -100.946),  # Allende, Río Bravo, Los Álamos
        (28.407, -100.889),  # Morelos
        (28.493, -100.922), (28.479, -100.903),  # Zaragoza, Paso del Tío Pío
        (28.222, -100.726), (28.217, -100.717),  # Villa Unión
        (29.070, -100.679), (29.033, -100.906), (29.226, -100.826),  # Jiménez
        (29.323, -100.952), (29.40, -101.60), (29.20, -102.30),  # Acuña, and its west
        (27.315, -102.397), (29.19, -102.94),  # Ocampo, Boquillas del Carmen
        (27.031, -103.367), (27.041, -103.366),  # Laguna del Rey, Chula Vista
    )),
    ("MX", "Nuevo León"): in_zone("America/Matamoros", (
        (27.241, -100.133), (27.703, -99.760),  # Anáhuac, Colombia
    )),
    ("MX", "Tamaulipas"): in_zone("America/Matamoros", (
        (26.564, -99.226),  # Nueva Ciudad Guerrero
        (26.430, -99.152),  # Ciudad Mier
        (26.398, -99.029), (26.391, -99.079), (26.382, -98.989),  # Miguel Alemán
        (26.315, -98.833), (26.181, -98.919),  # Camargo, Comales
        (26.232, -98.596), (26.233, -98.676),  # Gustavo Díaz Ordaz, Valadeces
        (25.985, -98.090), (26.054, -97.951), (25.940, -98.128), (25.991, -97.969),  # Río Bravo
        (25.643, -97.984), (25.479, -97.984),  # the south of Río Bravo
        (25.673, -97.813),  # Valle Hermoso
    )),
    # The municipality of Bahía de Banderas has the central time of Puerto Vallarta.
    ("MX", "Nayarit"): in_zone("America/Bahia_Banderas", (
        (20.952, -105.355),  # Lo de Marcos
        (20.815, -105.193),  # San Juan de Abajo
        (20.764, -105.228),  # San José del Valle
        (20.754, -105.242),  # El Porvenir
    )),
    # Socorro and the two islands near it have the time of the Pacific. Clarión, 400 km farther west,
    # gets the same zone here, although its nearest meridian is that of Baja California.
    ("MX", "Colima"): [
        ((18.73, -110.96), "America/Mazatlan"),  # Socorro
    ],
    # Towns at the shore, especially in the southeast, determine where its zones end.
    ("US", "Alaska"): [
        ((55.13, -131.57), "America/Metlakatla"),
        ((55.34, -131.65), "America/Sitka"),  # Ketchikan
        ((52.20, -174.20), "America/Adak"),  # Atka
    ],
    # The county of Yancowinna around Broken Hill, not the northwest of the state.
    ("AU", "New South Wales"): [
        ((-31.89, 141.22), "Australia/Broken_Hill"),  # Silverton
        ((-31.09, 141.70), "Australia/Sydney"),  # Fowlers Gap
        ((-30.62, 141.96), "Australia/Sydney"),  # Packsaddle
        ((-29.43, 142.01), "Australia/Sydney"),  # Tibooburra
        ((-29.00, 141.00), "Australia/Sydney"),  # Cameron Corner
    ],
    # The time of Eucla begins east of Caiguna, but does not apply along the railway.
    ("AU", "Western Australia"): [
        ((-32.27, 125.49), "Australia/Perth"),  # Caiguna
        ((-30.95, 127.04), "Australia/Perth"),  # Loongana
    ],
    # The districts of zone.tab: Tompo and Ust-Maya have the zone of Khandyga, Oymyakon that of Ust-Nera,
    # and the six districts farther east that of Srednekolymsk. Bulun has the time of Yakutsk.
    ("RU", "Sakha"): [
        ((71.64, 128.87), "Asia/Yakutsk"),  # Tiksi
        *in_zone("Asia/Khandyga", (
            (62.653, 135.566), (62.211, 135.849), (62.79, 136.85), (62.505, 139.051),  # Tompo
            (60.416, 134.544), (60.302, 137.556), (61.14, 138.05), (59.75, 137.70),  # Ust-Maya
        )),
        *in_zone("Asia/Ust-Nera", (
            (64.570, 143.237), (63.462, 142.795), (64.181, 145.126), (63.26, 143.20),  # Oymyakon
        )),
        *in_zone("Asia/Srednekolymsk", (
            (66.455, 143.223),  # Khonuu
            (68.538, 146.185),  # Belaya Gora
            (65.735, 150.894),  # Zyryanka
            (67.456, 153.704),  # Srednekolymsk
            (68.753, 161.331),  # Chersky
            (70.618, 147.897),  # Chokurdakh
        )),
    ],
    # Creighton and Denare Beach have the time of Flin Flon, their neighbor in Manitoba.
    ("CA", "Saskatchewan"): [
        ((54.750, -101.901), "America/Winnipeg"),
        ((54.66, -102.07), "America/Winnipeg"),
        ((54.85, -102.20), "America/Regina"), ((54.55, -102.30), "America/Regina"),
        ((54.45, -101.95), "America/Regina"),
    ],
    # LeChee belongs to the Navajo Nation, which has daylight saving time and ends at the Colorado
    # River here; Page and the land beyond the river do not have it.
    ("US", "Arizona"): [
        ((36.862, -111.441), "America/Denver"),
        ((36.620, -111.640), "America/Denver"),  # Bitter Springs
        ((36.914, -111.456), "America/Phoenix"),
        ((36.866, -111.587), "America/Phoenix"),  # Lees Ferry
        ((36.740, -111.760), "America/Phoenix"),  # Vermilion Cliffs
        ((36.714, -112.214), "America/Phoenix"),  # Jacob Lake
    ],
    # Border Village alone has the time of Eucla.
    ("AU", "South Australia"): [
        ((-31.638, 129.006), "Australia/Eucla"),
        ((-31.638, 129.07), "Australia/Adelaide"), ((-31.57, 129.01), "Australia/Adelaide"),
    ],
    # Only the northwest of Greenland beyond the Melville Bay has the time of Thule.
    ("GL", "Qaasuitsup"): [
        ((74.58, -57.22), "America/Nuuk"),  # Kullorsuaq
        ((74.11, -57.06), "America/Nuuk"),  # Nuussuaq
        ((75.20, -58.50), "America/Nuuk"),
        ((76.02, -65.11), "America/Thule"),  # Savissivik
        ((77.47, -69.23), "America/Thule"),  # Qaanaaq
    ],
    # Only the district of Ittoqqortoormiit has a separate time.
    ("GL", "Sermersooq"): [
        ((65.61, -37.64), "America/Nuuk"),  # Tasiilaq
        ((65.57, -37.18), "America/Nuuk"),  # Kulusuk
        ((65.90, -36.38), "America/Nuuk"),  # Sermiligaaq
        ((68.00, -32.50), "America/Nuuk"),
        ((62.00, -49.67), "America/Nuuk"),  # Paamiut
        ((64.18, -51.73), "America/Nuuk"),
        ((69.20, -25.50), "America/Scoresbysund"),
        ((70.48, -21.97), "America/Scoresbysund"),  # Ittoqqortoormiit
    ],
    # Büsingen has the zone of Zürich around it.
    ("DE", "Baden-Wurttemberg"): [
        ((47.697, 8.690), "Europe/Busingen"),
        ((47.700, 8.735), "Europe/Berlin"), ((47.735, 8.690), "Europe/Berlin"),
    ],
    # The Gambier Islands, and the atolls in the southeast that belong to their commune.
    ("PF", "Îles Tuamotu-Gambier"): [
        ((-23.12, -134.97), "Pacific/Gambier"),  # Rikitea
        ((-21.52, -135.57), "Pacific/Gambier"),  # Marutea
        ((-18.46, -136.45), "Pacific/Tahiti"),  # Reao
        ((-20.78, -138.57), "Pacific/Tahiti"),  # Tureia
        ((-18.08, -140.95), "Pacific/Tahiti"),  # Hao
    ],
}


class Division:
    """The division of a unit: labeled edges, and the zone of a face by its labels."""

    def __init__(self, number, search):
        self.number, self.search, self.inner, self.edges = number, search, {}, []

    def add(self, found, kind, key):
        """Edges between labeled squares or areas; their labels get the kind and the key."""
        for e, labels in found.items():
            self.edges.append((e, [(kind, (*key, label)) for label in labels]))

    def zone(self, labels, point):
        own = [key[1] for kind, key in labels if kind == COUNTY and key[0] == self.number]
        near = [key[1] for kind, key in labels if kind == NEAREST and key[0] == self.number]
        part = min(own or near or [self.search(*point)])
        if part not in self.inner:
            return part
        near = [key[2] for kind, key in labels if kind == ZONE and key[:2] == (self.number, part)]
        return min(near or [self.inner[part](*point)])


def by_places(number, unit, lines, places):
    """The division of a unit by its towns and the added places."""
    division = Division(number, NearestLabel(places, LARGE_BUCKET))
    own = [points for points, beside in lines if unit[1] in beside]
    division.add(outlines(leaves(rim_and_inside(own), division.search), str), NEAREST, (number,))
    return division


def by_counties(number, unit, lines, parts, divided):
    """The division of a state by counties: parts are (zone or number of a divided one, rings)."""
    beside = collections.defaultdict(set)
    for part, rings in parts:
        for ring in rings:
            for a, b in zip(ring, ring[1:] + ring[:1]):
                beside[edge(a, b)] ^= {part}
    borders = {e: (frozenset(found),) * 2 for e, found in beside.items() if found}
    county_lines = [(points, found) for points, found, _ in chains(borders)]
    rims = [(points, min(found)) for points, found in county_lines if len(found) == 1]
    division = Division(number, NearestLabel(
        [(p, part) for points, part in rims for p in spaced(points)]))
    for points, found in county_lines:
        kept = simplified(points, LINE_TOLERANCE if len(found) == 2 else RIM_TOLERANCE)
        for a, b in zip(kept, kept[1:]):
            division.edges.append((edge(a, b), [(COUNTY, (number, part)) for part in found]))
    # Squares where the state extends beyond its counties: at their rim, and in its waters.
    own = [points for points, around in lines if unit[1] in around]
    columns = 2 * SEAM // SIDE
    rim = {(row, column % columns) for row, column in squares_along([p for p, _ in rims])}
    squares = rim_and_inside(own)
    covered = middles_inside(sorted(squares), [points for points, _ in rims])
    squares = {s for s in squares if s in rim or s not in covered}
    division.add(outlines(leaves(squares | rim, division.search), str), NEAREST, (number,))
    for part, rings in parts:
        if part in divided:
            places = [(quantized((x, y)), zone) for (y, x), zone in divided[part]]
            division.inner[part] = NearestLabel(places, LARGE_BUCKET)
            around = rim_and_inside([ring + ring[:1] for ring in rings])
            division.add(outlines(leaves(around, division.inner[part]), str), ZONE, (number, part))
    return division


def divisions(regions, lines, places, counties, county_zones, divided, mixed, report):
    """({unit: zone} of units that have one zone after all, {unit: division})."""
    whole, found = {}, {}
    numbers = {(r["country"], r["name"]): (r["country"], n) for n, r in enumerate(regions)}
    states = {r["code"][3:]: (r["country"], n) for n, r in enumerate(regions)
              if r["country"] == "US" and r["code"]}
    for name, zone in WHOLE.items():
        whole[numbers[name]] = zone
    for number, (name, added) in enumerate(sorted(PLACES.items())):
        unit = numbers[name]
        added = [(quantized((x, y)), zone) for (y, x), zone in added]
        own = [(town, zone) for town, zone in places.get(unit, [])
               if not any(is_same_town(town, place) for place, _ in added)]
        found[unit] = by_places(number, unit, lines, own + added)
    by_state = collections.defaultdict(list)
    for county in counties:
        number = county["number"]
        zone = number if number in divided else county_zones.get(number)
        if zone:
            by_state[county["state"]].append((zone, county["rings"]))
    for state, parts in sorted(by_state.items()):
        unit = states.get(state)
        zones = {zone for zone, _ in parts}
        if not unit or state in NOT_BY_COUNTY or unit not in mixed and len(zones) == 1:
            continue
        if state in WHOLE_STATES or len(zones) == 1:
            whole[unit] = WHOLE_STATES.get(state) or min(zones)
        else:
            found[unit] = by_counties(len(PLACES) + len(found), unit, lines, parts, divided)
    report.append("divided again: " + ", ".join(
        regions[n]["name"] for _, n in sorted(found)) + "; not at all: " + ", ".join(
        regions[n]["name"] for _, n in sorted(whole)))
    return whole, found


def station_edges(zone_places):
    """The labeled edges around the stations in Antarctica that have a zone."""
    stations = STATIONS + [(where, zone) for country, where, zone in zone_places if country == "AQ"]
    found = []
    for number, ((latitude, longitude), zone) in enumerate(stations):
        others = (meters((latitude, longitude), where) / 1_000
                  for where, other in stations if other != zone)
        reach = min(STATION_REACH, min(others) / 2) / KM
        if latitude == -90:
            y = quantized((0, latitude + reach))[1]
            ring = [(-SEAM, -POLE), (SEAM, -POLE), (SEAM, y), (-SEAM, y)]
        else:
            wide = reach / math.cos(math.radians(latitude))
            turns = [2 * math.pi * at / CORNERS for at in range(CORNERS)]
            ring = [quantized((longitude + wide * math.cos(turn),
                               latitude + reach * math.sin(turn))) for turn in turns]
        # The number keeps circles apart that overlap: their lines are counted by label.
        for a, b in zip(ring, ring[1:] + ring[:1]):
            found.append((edge(a, b), [(STATION, (number, zone))]))
    return found


def divide_again(made, units, zones, whole, found, stations, report):
    """The partition by time zones, and the (country, zone) of each of its faces."""
    keys = {}
    for face, unit in units.items():
        if unit in found:
            keys[face] = (UNIT, unit)
        elif unit in whole:
            keys[face] = (KEPT, (unit[0], whole[unit]))
        else:
            keys[face] = zones[face] and (KEPT, zones[face])
    edges = collections.defaultdict(collections.Counter)
    for a, b in made.parity:
        beside = {keys[made.face_left_of(a, b)], keys[made.face_left_of(b, a)]}
        if len(beside) > 1:
            edges[edge(a, b)].update(beside - {None})
    for _, division in sorted(found.items()):
        for e, labels in division.edges:
            if e[0] != e[1]:
                edges[e].update(labels)
    for e, labels in stations:
        edges[e].update(labels)
    again = Partition(edges)
    report.append(f"{again.splits:,} edges split for time zones, in {again.rounds} rounds; "
                  f"{len(again.face_areas):,} faces")
    names = {}
    for face, labels in again.labels.items():
        names[face] = None
        for kind, name in labels:
            if kind == KEPT:
                names[face] = name
            elif kind == STATION:
                names[face] = ("AQ", name[1])
            elif kind == UNIT:
                point = again.loops[face - 1][0]
                names[face] = (name[0], found[name].zone(labels, point))
    return again, names
