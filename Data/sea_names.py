"""The names of seas on a grid of degrees, for maps.

The limits are common knowledge, written for this project as boxes of whole degrees: on land they
are arbitrary. A cell belongs to the last sea of the list that has it.
"""

from arc_encoding import Bits

# The rank, the name, and boxes of whole degrees: south, west, north, east.
SEAS = """
0 North Atlantic Ocean: 0 -100 66 30
0 North Pacific Ocean: 0 -180 9 -77, 9 -180 11 -84, 11 -180 13 -86, 13 -180 15 -87,\
 15 -180 16 -91, 16 -180 19 -95, 19 -180 32 -104, 32 -180 66 -100, 0 98 66 180
0 Indian Ocean: 0 30 31 100, -60 20 0 129, -60 129 -31 147
0 South Atlantic Ocean: -60 -70 0 20
0 South Pacific Ocean: -56 -180 0 -70, -60 -180 -56 -67, -60 147 -31 180, -31 129 0 180
0 Arctic Ocean: 66 -180 90 180
0 Southern Ocean: -90 -180 -60 180
1 Mediterranean Sea: 30 -5 46 37
1 Black Sea: 40 27 47 42
1 Caspian Sea: 36 46 48 55
1 Red Sea: 12 32 30 44
1 Arabian Sea: 8 51 26 77
1 Bay of Bengal: 6 80 23 95
1 South China Sea: 0 103 23 121
1 Philippine Sea: 5 127 13 145, 13 122 25 145, 25 130 30 145
1 Sea of Japan: 35 128 38 139, 38 127 46 141, 46 135 52 142
1 Sea of Okhotsk: 44 143 51 156, 51 137 60 156, 59 143 62 163
1 Coral Sea: -26 145 -9 165
1 Tasman Sea: -46 148 -28 173
1 Caribbean Sea: 9 -83 18 -61, 11 -84 16 -83, 15 -89 18 -83, 18 -88 22 -76
1 Gulf of Mexico: 18 -98 31 -82, 21 -90 23 -85
1 Hudson Bay: 51 -95 65 -77
1 Baffin Bay: 69 -80 79 -53
1 Labrador Sea: 53 -62 61 -43
1 Beaufort Sea: 69 -156 76 -125
1 Gulf of Alaska: 54 -157 61 -132
1 Persian Gulf: 23 47 31 56
1 Ross Sea: -79 160 -72 180, -79 -180 -72 -150
1 Weddell Sea: -78 -60 -64 -20
2 North Sea: 51 1 53 9, 53 -1 58 9, 56 -3 62 6
2 Baltic Sea: 53 14 54 15, 54 10 60 23
2 Norwegian Sea: 62 -6 73 15
2 Greenland Sea: 72 -22 82 8
2 Barents Sea: 70 18 81 55, 67 32 70 60
2 Kara Sea: 69 60 81 105
2 Laptev Sea: 71 105 79 140
2 East Siberian Sea: 69 140 77 180
2 Chukchi Sea: 66 -180 73 -156, 66 175 73 180
2 Bering Sea: 53 163 66 180, 53 -180 66 -163, 55 -163 66 -157
2 Davis Strait: 61 -64 69 -50
2 Lincoln Sea: 82 -70 84 -45
2 Bay of Biscay: 43 -8 48 -1
2 Irish Sea: 52 -7 55 -3
2 Gulf of Bothnia: 60 17 66 26
2 Gulf of Guinea: 0 -4 7 10
2 Mozambique Channel: -26 33 -17 44, -17 38 -11 48
2 Gulf of Aden: 10 44 15 52, 10 43 12 44
2 Laccadive Sea: 5 73 12 78
2 Andaman Sea: 5 94 17 99
2 Gulf of Thailand: 7 100 14 105, 9 99 12 100
2 East China Sea: 25 120 33 130
2 Yellow Sea: 33 119 40 127
2 Sulu Sea: 6 118 12 123
2 Celebes Sea: 1 118 6 126
2 Java Sea: -7 106 -3 116
2 Banda Sea: -8 123 -3 132
2 Arafura Sea: -12 131 -5 141
2 Timor Sea: -14 123 -9 131
2 Gulf of Carpentaria: -18 135 -11 142
2 Great Australian Bight: -38 124 -31 137
2 Gulf of California: 29 -115 32 -112, 26 -112 29 -109, 23 -110 26 -106
2 Gulf of Saint Lawrence: 46 -66 51 -58
2 Scotia Sea: -60 -55 -53 -30
2 Drake Passage: -62 -70 -56 -58
2 Amundsen Sea: -75 -115 -70 -100
2 Bellingshausen Sea: -74 -100 -68 -70
3 Adriatic Sea: 40 17 42 20, 42 14 43 20, 43 12 46 17
3 Aegean Sea: 36 23 41 27, 36 27 39 28
3 Sea of Crete: 35 23 36 27
3 Ionian Sea: 36 16 38 22, 38 17 40 21
3 Tyrrhenian Sea: 38 9 42 16, 42 10 43 12
3 Ligurian Sea: 43 7 45 11
3 Balearic Sea: 39 0 42 4
3 Alboran Sea: 35 -5 37 -1
3 Gulf of Lion: 42 3 44 6
3 Gulf of Sidra: 30 16 33 20
3 Sea of Marmara: 40 27 41 30
3 Sea of Azov: 45 35 48 40
3 White Sea: 64 33 67 42
3 Gulf of Finland: 59 23 61 31
3 Kattegat: 56 10 58 13
3 Skagerrak: 57 8 58 10, 58 8 60 12
3 English Channel: 49 -5 51 1, 48 -4 49 -1, 50 1 51 2
3 Celtic Sea: 49 -10 52 -5
3 Denmark Strait: 64 -37 68 -22
3 James Bay: 51 -83 55 -78
3 Hudson Strait: 60 -78 65 -65
3 Foxe Basin: 65 -84 70 -73
3 Ungava Bay: 58 -70 61 -66
3 Amundsen Gulf: 69 -126 72 -117
3 Gulf of Maine: 42 -71 45 -66
3 Bay of Campeche: 18 -98 21 -91
3 Bristol Bay: 56 -163 60 -156
3 Gulf of Anadyr: 62 175 66 180
3 Shelikhov Gulf: 58 155 62 163
3 Bohai Sea: 37 117 41 122
3 Korea Strait: 33 128 36 131
3 Taiwan Strait: 23 117 26 121
3 Gulf of Tonkin: 17 105 22 110
3 Strait of Malacca: 1 100 4 104, 3 97 6 101
3 Makassar Strait: -4 116 1 119
3 Flores Sea: -8 116 -6 123
3 Savu Sea: -11 119 -8 124
3 Molucca Sea: -2 124 3 127
3 Ceram Sea: -4 126 -2 132
3 Solomon Sea: -11 148 -5 157
3 Bismarck Sea: -6 144 -2 152
3 Bass Strait: -41 143 -38 149
3 Gulf of Oman: 22 56 27 61
4 Gulf of Suez: 28 32 30 34
4 Gulf of Aqaba: 28 34 30 35
4 Strait of Hormuz: 26 56 27 57
4 Strait of Sicily: 36 11 38 13
4 Gulf of Cádiz: 36 -8 38 -6
4 Gulf of Riga: 57 22 59 25
4 Gulf of Martaban: 15 95 18 98
4 Bali Sea: -8 114 -7 117
4 Bohol Sea: 8 123 10 126
4 Seto Inland Sea: 34 132 35 135
4 Torres Strait: -11 141 -9 144
4 Gulf of Papua: -9 143 -7 147
4 Joseph Bonaparte Gulf: -16 127 -13 130
4 Spencer Gulf: -35 136 -32 138
4 Cook Strait: -42 173 -40 175
4 Norton Sound: 63 -165 65 -160
4 Cook Inlet: 59 -154 62 -149
4 Hecate Strait: 52 -132 54 -130
4 Bay of Fundy: 44 -67 46 -64
4 Chesapeake Bay: 37 -77 39 -75
4 Straits of Florida: 23 -83 25 -80
4 Gulf of Panama: 7 -80 9 -77
4 Gulf of Tehuantepec: 14 -96 17 -93
4 Río de la Plata: -36 -59 -34 -55
4 San Matías Gulf: -42 -66 -40 -63
4 San Jorge Gulf: -47 -68 -45 -65
5 Bristol Channel: 51 -5 52 -3
5 Gulf of Khambhat: 20 71 23 73
5 Gulf of Mannar: 8 77 9 80
"""


def sea_cells():
    """(names, cells): the seas as (rank, name), and the number of the sea of each cell."""
    names, cells = [], {}
    for number, line in enumerate(SEAS.strip().split("\n")):
        name, boxes = line.split(":")
        rank, name = name.split(" ", 1)
        names.append((int(rank), name))
        for box in boxes.split(","):
            south, west, north, east = map(int, box.split())
            assert -90 <= south < north <= 90 and -180 <= west < east <= 180, line
            for row in range(south + 90, north + 90):
                cells.update({(column, row): number for column in range(west + 180, east + 180)})
    return names, cells


def encode_seas(report):
    """(bits, names): the runs of cells of each row from south to north, and a line for each sea.

    A run is the number of a sea in eight bits and its length. Cells without a sea belong to the
    sea before them: maps look for the sea of a point only if it is not on land.
    """
    names, cells = sea_cells()
    assert len(names) < 256
    bits, count = Bits(), 0
    for row in range(180):
        runs = []
        for column in range(360):
            sea = cells.get((column, row))
            if sea is None and runs:
                sea = runs[-1][0]
            elif sea is None:
                continue
            if runs and runs[-1][0] == sea:
                runs[-1][1] = column + 1
            else:
                runs.append([sea, column + 1])
        bits.put_number(len(runs))
        at = 0
        for number, (sea, end) in enumerate(runs):
            end = 360 if number == len(runs) - 1 else end
            bits.put(sea, 8)
            bits.put_number(end - at)
            at = end
        count += len(runs)
    report.append(f"seas: {len(names)} names, {count} runs")
    return bits.lines(), "".join(f"{rank}\t{name}\n" for rank, name in names)
