"""Manual corrections and additions for build_countries.py: names, dial codes, capitals, regions.

Each is a commonly known fact that a source lacks or has in an outdated form.
"""

# The day on which the facts that change (capitals, currencies, states and members of the United
# Nations) were last compared with other sources by check_facts.py.
AS_OF = "2026-11-27"

# English names of countries for which CLDR has an unusual form.
NAMES = {
    "BL": "Saint Barthélemy", "CD": "Democratic Republic of the Congo",
    "CG": "Republic of the Congo", "PM": "Saint Pierre and Miquelon",
}

# Names of members of `Country` if the English name in camel case is clumsy or has
# changed since programs began to use it.
MEMBERS = {
    "CC": "cocosIslands", "CD": "democraticRepublicOfTheCongo", "CG": "republicOfTheCongo",
    "CI": "ivoryCoast", "CV": "caboVerde", "GW": "guineaBissau",
    "HM": "heardIslandAndMcDonaldIslands", "MF": "saintMartin", "GS": "southGeorgia",
    "TL": "timorLeste", "TR": "turkey", "UM": "usMinorOutlyingIslands", "VI": "usVirginIslands",
    "VA": "vaticanCity",
}

# Other common English names, abbreviations and parts of names.
ALIASES = {
    "AE": ["UAE", "Emirates"], "AF": ["Islamic Republic of Afghanistan"],
    "AO": ["Republic of Angola"], "BA": ["Bosnia", "Republic of Bosnia and Herzegovina"],
    "BN": ["Brunei Darussalam"], "BQ": ["Bonaire", "Sint Eustatius", "Saba"],
    "CC": ["Keeling Islands"], "CD": ["DRC", "DR Congo", "Congo-Kinshasa", "Zaire"], "CF": ["CAR"],
    "CG": ["Congo-Brazzaville", "Congo"], "CI": ["Ivory Coast", "Republic of Côte d'Ivoire"],
    "CN": ["PRC", "People's Republic of China"], "CV": ["Cape Verde"], "CZ": ["Czech Republic"],
    "EH": ["Sahrawi Republic"], "FK": ["Malvinas"], "FM": ["Federated States of Micronesia"],
    "GB": ["UK", "Great Britain", "Britain", "England", "Scotland", "Wales", "Northern Ireland"],
    "GY": ["Republic of Guyana"], "HK": ["Hong Kong Special Administrative Region of China"],
    "IE": ["Republic of Ireland", "Éire"], "IR": ["Persia"],
    "KP": ["DPRK", "Democratic People's Republic of Korea"],
    "KR": ["Korea", "Republic of Korea", "ROK"], "LK": ["Ceylon"], "MK": ["Macedonia"],
    "MM": ["Burma", "Republic of Myanmar"],
    "MO": ["Macau", "Macao Special Administrative Region of China"], "NL": ["Holland"],
    "NP": ["Federal Democratic Republic of Nepal"], "NZ": ["Aotearoa"], "PF": ["Tahiti"],
    "PG": ["PNG"], "PS": ["West Bank", "Gaza", "State of Palestine"], "RU": ["Russian Federation"],
    "RW": ["Rwandese Republic"], "SA": ["KSA"], "SH": ["Ascension", "Tristan da Cunha"],
    "SJ": ["Spitsbergen"], "SZ": ["Swaziland"], "TH": ["Siam"], "TL": ["East Timor"],
    "TR": ["Turkey", "Republic of Türkiye"], "TW": ["Formosa", "Republic of China"],
    "US": ["USA", "America", "United States of America"], "UY": ["Eastern Republic of Uruguay"],
    "VA": ["Holy See"], "VN": ["Viet Nam"], "ZA": ["RSA"],
}

# Languages of countries for which GeoNames lacks an official one, main languages first.
SPOKEN = {
    "BI": "rn,fr-BI,en", "EC": "es-EC,qu", "FJ": "en-FJ,fj,hif", "MW": "en,ny,yao,tum,swk",
}

# Dial codes that the sources lack or have in an outdated form.
DIAL_CODES = {
    "AQ": "672", "BV": "47", "DO": "1-809 1-829 1-849", "GS": "500", "HM": "672",
    "JM": "1-876 1-658", "PN": "64", "PR": "1-787 1-939", "SX": "1-721", "TF": "262", "UM": "1",
    "VA": "39", "XK": "383",
}

# Bulgaria has the euro since January 2026.
CURRENCIES = {"BG": "EUR"}

# Regions of the United Nations (M49) that the sources lack or have differently.
REGIONS = {
    "AQ": "Antarctica", "BV": "South America", "GS": "South America",
    "HM": "Australia and New Zealand", "SS": "Eastern Africa", "TF": "Eastern Africa",
    "TW": "Eastern Asia", "UM": "Micronesia", "XK": "Southern Europe",
}

# Capitals that are not found by name or have another location: name, latitude, longitude; None if
# there is none.
CAPITALS = {
    "AQ": None, "BV": None, "HM": None, "TK": None, "UM": None,
    "BQ": ("Kralendijk", 12.1500, -68.2667),
    # The point of GeoNames is beyond the border as drawn by the source.
    "GI": ("Gibraltar", 36.1400, -5.3530),
    # It was called Nur-Sultan from 2019 to 2022.
    "KZ": ("Astana", 51.1801, 71.44598),
    "PW": ("Ngerulmud", 7.5006, 134.6242),
}

# Enclaves, and islands in another country's waters, that both sources lack: code, latitude and longitude of the middle, square kilometers
# as published. Each is drawn as a regular polygon of that area, which is correct at its center and
# off by some hundred meters at its edge.
ENCLAVES = {
    "Barak": ("KG", 40.6617, 72.7650, 2.1),
    "Dahagram-Angarpota": ("BD", 26.2950, 88.9450, 22.7),
    "Sankovo-Medvezhye": ("RU", 52.4800, 31.5640, 4.5),
    "Martín García": ("AR", -34.1825, -58.2490, 1.8),
    "Pedra Branca": ("SG", 1.3304, 104.4058, 0.05),
    "Peñón de Vélez de la Gomera": ("ES", 35.1725, -4.3006, 0.03),
    "Sipadan": ("MY", 4.1150, 118.6290, 0.3),
}

# Islands that Natural Earth lacks, nearly all farther than 25 km from any land it has: code, name,
# latitude and longitude of a town or an airfield there (GeoNames, airportsdata), or of the island. Each is drawn as
# a regular polygon of ISLAND square kilometers.
ISLAND = 3
ISLANDS = [
    ("AE", "Arzanah", 24.7805, 52.5599),
    ("AE", "Das Island", 25.1462, 52.8737),
    ("AE", "Qarnayn", 24.9306, 52.8551),
    ("AE", "Sir Bu Nair", 25.2300, 54.2200),
    ("AE", "Zirku", 24.8625, 53.0771),
    ("AU", "Browse Island", -14.1117, 123.5470),
    ("AU", "Coconut Island", -10.0500, 143.0700),
    ("AU", "Darnley Island", -9.5833, 143.7670),
    ("AU", "Lizard Island", -14.6667, 145.4500),
    ("AU", "Murray Island", -9.9167, 144.0550),
    ("AU", "Rat Island", -28.7197, 113.7845),
    ("AU", "Warraber Island", -10.2083, 142.8250),
    ("AU", "Yam Island", -9.9011, 142.7760),
    ("AU", "Yorke Island", -9.7570, 143.4110),
    ("BS", "Cay Sal", 23.6964, -80.3213),
    ("BS", "Walker's Cay", 27.2667, -78.3997),
    ("CK", "Nassau", -11.5600, -165.4200),
    ("CK", "Palmerston", -18.0600, -163.1900),
    ("CK", "Suwarrow", -13.2480, -163.1080),
    ("CN", "Dongji", 30.1959, 122.6807),
    ("CN", "Shengshan", 30.7196, 122.8076),
    ("FJ", "Kaibu Island", -17.2542, -179.4890),
    ("FJ", "Mana Island", -17.6731, 177.0980),
    ("FM", "Eauripik", 6.6870, 143.0375),
    ("FM", "Elato", 7.5020, 146.1660),
    ("FM", "Ettal", 5.5840, 153.5860),
    ("FM", "Fananu", 8.5581, 151.9092),
    ("FM", "Faraulep", 8.5880, 144.5080),
    ("FM", "Ifalik", 7.2544, 144.4534),
    ("FM", "Kuttu", 5.4530, 153.4575),
    ("FM", "Lamotrek", 7.4910, 146.3050),
    ("FM", "Losap", 6.8940, 152.7400),
    ("FM", "Moch", 5.4918, 153.5400),
    ("FM", "Mokil", 6.6928, 159.7628),
    ("FM", "Murilo", 8.6924, 152.3393),
    ("FM", "Namoluk", 5.9240, 153.1520),
    ("FM", "Nema", 6.9892, 152.5738),
    ("FM", "Ngulu", 8.4500, 137.4840),
    ("FM", "Nomwin", 8.4300, 151.7480),
    ("FM", "Onou", 8.7990, 150.2915),
    ("FM", "Piis", 6.8340, 152.7010),
    ("FM", "Pingelap", 6.2059, 160.7033),
    ("FM", "Pulap", 7.6367, 149.4279),
    ("FM", "Ruo", 8.6090, 152.2455),
    ("FM", "Satawal", 7.3820, 147.0322),
    ("FM", "Sorol", 8.1435, 140.3940),
    ("FM", "Tamatam", 7.5387, 149.4143),
    ("FM", "Ulithi", 10.0199, 139.7897),
    ("ID", "Balabalagan", -2.4500, 117.9000),
    ("ID", "Kalukalukuang", -5.1700, 117.6500),
    ("ID", "Marore", 4.7300, 125.4800),
    ("ID", "Pulau Pramuka", -5.7458, 106.6139),
    ("ID", "Raas", -5.5710, 114.4141),
    ("IT", "Ponza", 40.8954, 12.9589),
    ("JM", "Pedro Cays", 17.0200, -77.8000),
    ("JP", "Tarama", 24.6685, 124.7026),
    ("KI", "Makin Island", 3.3744, 172.9920),
    ("MH", "Ailuk", 10.2197, 169.9797),
    ("MH", "Aur", 8.1499, 171.1687),
    ("MH", "Dyess", 9.3969, 167.4709),
    ("MH", "Enewetak", 11.3474, 162.3373),
    ("MH", "Lae", 8.9222, 166.2634),
    ("MH", "Likiep", 9.8251, 169.3107),
    ("MH", "Loen", 7.7601, 168.2307),
    ("MH", "Taroa", 8.7058, 171.2275),
    ("MH", "Ujae", 8.9322, 165.7642),
    ("MH", "Ujelang", 9.7700, 160.9800),
    ("MH", "Utrik", 11.2278, 169.8474),
    ("MH", "Wotho", 10.1657, 166.0102),
    ("MU", "Cargados Carajos", -16.6033, 59.6585),
    ("MY", "Pulau Redang", 5.7653, 103.0070),
    ("NC", "Tiga", -21.0961, 167.8040),
    ("NO", "Husøya", 66.5016, 12.0965),
    ("NO", "Røst", 67.5175, 12.1176),
    ("PF", "Apataki", -15.5736, -146.4150),
    ("PF", "Faaite", -16.6867, -145.3290),
    ("PF", "Hereheretue", -19.8700, -144.9700),
    ("PF", "Kaukura", -15.6633, -146.8850),
    ("PF", "Puka Puka", -14.8095, -138.8130),
    ("PF", "Rimatara", -22.6500, -152.8100),
    ("PF", "Takume", -15.8547, -142.2680),
    ("PG", "Hermit Islands", -1.5100, 145.0500),
    ("PG", "Ninigo", -1.2800, 144.2800),
    ("PG", "Nukumanu", -4.5500, 159.4300),
    ("PG", "Takuu", -4.7500, 157.0300),
    ("PH", "Agutaya", 11.1480, 120.9417),
    ("PH", "Algeciras", 11.4154, 120.8168),
    ("PH", "Taganak", 6.0733, 118.3123),
    ("PW", "Merir", 4.3200, 132.3100),
    ("PW", "Pulo Anna", 4.6600, 131.9600),
    ("QA", "Halul", 25.6700, 52.4100),
    ("SB", "Anuta", -11.6100, 169.8500),
    ("SB", "Luaniua", -5.4700, 159.7300),
    ("SB", "Pelau", -5.0600, 159.5200),
    ("SC", "Bird Island", -3.7247, 55.2053),
    ("SC", "Desroches", -5.6967, 53.6558),
    ("SC", "Farquhar", -10.1096, 51.1761),
    ("SC", "Marie-Louise", -6.1742, 53.1444),
    ("SC", "Providence", -9.2300, 51.0400),
    ("SC", "Remire Island", -5.1172, 53.3122),
    ("TH", "Koh Tao", 10.0981, 99.8381),
    ("TH", "Phi Phi Don", 7.7404, 98.7720),
    ("TK", "Nukunonu", -9.2005, -171.8480),
    ("TO", "Hihifo", -15.9544, -173.7962),
    ("TV", "Niulakita", -10.7900, 179.4700),
    ("TW", "Pratas", 20.7000, 116.7200),
    ("TW", "Qimei", 23.2131, 119.4175),
    ("US", "French Frigate Shoals", 23.8640, -166.2846),
    ("VN", "Bạch Long Vĩ", 20.1315, 107.7308),
    ("VN", "Thổ Châu", 9.3031, 103.4755),
    ("VU", "Aniwa", -19.2400, 169.6050),
    ("VU", "Futuna", -19.5164, 170.2320),
]

# Uninhabited islets and reefs, or with a crew only, that Natural Earth lacks: drawn with ISLET
# square kilometers, so that the waters around them belong to their country.
ISLET = 0.3
ISLETS = [
    ("AU", "Bougainville Reef", -15.5000, 147.1000),
    ("AU", "Cato", -23.2500, 155.5400),
    ("AU", "Coringa Islets", -16.9700, 149.9000),
    ("AU", "Elizabeth Reef", -29.9400, 159.0600),
    ("AU", "Lihou Reef", -17.1300, 151.8300),
    ("AU", "Marion Reef", -19.1000, 152.3900),
    ("AU", "Mellish Reef", -17.4100, 155.8600),
    ("AU", "Middleton Reef", -29.4500, 159.1200),
    ("AU", "Raine Island", -11.5900, 144.0400),
    ("AU", "Rowley Shoals", -17.3300, 119.3500),
    ("AU", "Sandy Islet at Scott Reef", -14.0500, 121.7700),
    ("AU", "Saumarez Reef", -21.9200, 153.5900),
    ("AU", "Willis Island", -16.2900, 149.9600),
    ("AU", "Wreck Reef", -22.1800, 155.3300),
    ("BR", "Rocas", -3.8700, -33.8000),
    ("CL", "Diego Ramírez", -56.5200, -68.7200),
    ("CO", "Serrana", 14.2900, -80.3600),
    ("FM", "Oroluk", 7.5200, 155.3000),
    ("GS", "Shag Rocks", -53.5500, -42.0200),
    ("ID", "Gunung Api", -6.6400, 126.6500),
    ("ID", "Manuk", -5.5300, 130.3000),
    ("JP", "Oki-Daito", 24.4700, 131.1900),
    ("JP", "Okinotorishima", 20.4200, 136.0800),
    ("JP", "Taisho-to", 25.9200, 124.5600),
    ("KI", "Caroline", -9.9400, -150.2100),
    ("KI", "McKean", -3.6000, -174.1200),
    ("KI", "Vostok", -10.0600, -152.3100),
    ("MH", "Bikar", 12.2500, 170.1000),
    ("MX", "Cayo Arenas", 22.1200, -91.4000),
    ("MX", "Roca Partida", 19.0000, -112.0700),
    ("NC", "Bellona Reef", -20.8800, 158.5500),
    ("NC", "Chesterfield", -19.8800, 158.3200),
    ("NC", "Huon", -18.0500, 162.9700),
    ("NC", "Surprise", -18.4800, 163.1000),
    ("NC", "Walpole", -22.6000, 168.9500),
    ("NZ", "Bounty Islands", -47.7500, 179.0300),
    ("NZ", "L'Esperance Rock", -31.3500, -178.8300),
    ("NZ", "Macauley", -30.2300, -178.4300),
    ("PF", "Anuanuraro", -20.4200, -143.5500),
    ("PF", "Maria", -21.8000, -154.7000),
    ("PF", "Mehetia", -17.8800, -148.0700),
    ("PG", "Kaniet Islands", -0.8800, 145.5700),
    ("RU", "Uedineniya", 77.5000, 82.2000),
    ("SB", "Fatutaka", -11.9300, 170.2000),
    ("SC", "St Pierre", -9.3200, 50.7200),
    ("US", "Pearl and Hermes", 27.8200, -175.8300),
    ("VN", "Hòn Hải", 9.9800, 109.0900),
]

# Islands around which country-coder has no waters: latitude and longitude. They get waters of
# TERRITORIAL square kilometers, a disc of 12 nautical miles.
TERRITORIAL = 1_550
WATERS_AROUND = [
    ("AE", "Sir Bu Nair", 25.2300, 54.2200),
    ("ID", "Balabalagan", -2.4500, 117.9000),
    ("QA", "Halul", 25.6700, 52.4100),
    ("TW", "Pratas", 20.7000, 116.7200),
]
