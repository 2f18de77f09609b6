"""What build_countries.py corrects or adds by hand: names, dial codes, capitals, regions.

Each is a fact of common knowledge that a source lacks or has in an outdated form.
"""

# English names, where GeoNames lacks the accents or has an unusual form.
NAMES = {
    "AX": "Åland Islands", "BL": "Saint Barthélemy", "BQ": "Caribbean Netherlands",
    "CC": "Cocos (Keeling) Islands", "CW": "Curaçao", "NL": "Netherlands",
    "PN": "Pitcairn Islands", "PS": "Palestine", "RE": "Réunion", "ST": "São Tomé and Príncipe",
    "TL": "Timor-Leste", "VA": "Vatican City", "HK": "Hong Kong", "MO": "Macao",
    "GS": "South Georgia and the South Sandwich Islands",
}

# Names of the members of `Country` where the English name in camel case is clumsy.
MEMBERS = {
    "CC": "cocosIslands", "CD": "democraticRepublicOfTheCongo", "CG": "republicOfTheCongo",
    "GW": "guineaBissau", "HM": "heardIslandAndMcDonaldIslands", "MF": "saintMartin",
    "GS": "southGeorgia", "TL": "timorLeste", "UM": "usMinorOutlyingIslands",
    "VI": "usVirginIslands", "VA": "vaticanCity",
}

# Other English names, abbreviations and parts that people type.
ALIASES = {
    "AE": ["UAE", "Emirates"], "BA": ["Bosnia"], "BN": ["Brunei Darussalam"],
    "BQ": ["Bonaire", "Sint Eustatius", "Saba"], "CC": ["Keeling Islands"],
    "CD": ["DRC", "DR Congo", "Congo-Kinshasa", "Zaire"], "CF": ["CAR"],
    "CG": ["Congo-Brazzaville", "Congo"], "CI": ["Côte d'Ivoire"],
    "CN": ["PRC", "People's Republic of China"], "CV": ["Cape Verde"], "CZ": ["Czech Republic"],
    "EH": ["Sahrawi Republic"], "FK": ["Malvinas"], "FM": ["Federated States of Micronesia"],
    "GB": ["UK", "Great Britain", "Britain", "England", "Scotland", "Wales", "Northern Ireland"],
    "IR": ["Persia"], "KP": ["DPRK", "Democratic People's Republic of Korea"],
    "KR": ["Korea", "Republic of Korea", "ROK"], "LK": ["Ceylon"], "MK": ["Macedonia"],
    "MM": ["Burma"], "MO": ["Macau"], "NL": ["Holland"], "NZ": ["Aotearoa"],
    "PF": ["Tahiti"], "PG": ["PNG"], "PS": ["West Bank", "Gaza", "State of Palestine"],
    "RU": ["Russian Federation"], "SA": ["KSA"], "SH": ["Ascension", "Tristan da Cunha"],
    "SJ": ["Spitsbergen"], "SZ": ["Swaziland"], "TH": ["Siam"], "TL": ["East Timor"],
    "TR": ["Türkiye"], "TW": ["Formosa", "Republic of China"],
    "US": ["USA", "America", "United States of America"], "VA": ["Holy See"],
    "VN": ["Viet Nam"], "ZA": ["RSA"],
}

# Names in other languages of territories that Natural Earth draws with their mainland.
NATIVE_NAMES = {
    "BQ": {"nl": "Caribisch Nederland"}, "BV": {"de": "Bouvetinsel", "fr": "Île Bouvet"},
    "CC": {"de": "Kokosinseln", "fr": "Îles Cocos"},
    "CX": {"de": "Weihnachtsinsel", "fr": "Île Christmas"},
    "GF": {"de": "Französisch-Guayana", "es": "Guayana Francesa", "fr": "Guyane"},
    "GP": {"es": "Guadalupe", "fr": "Guadeloupe"}, "MQ": {"es": "Martinica", "fr": "Martinique"},
    "RE": {"es": "Reunión", "fr": "La Réunion"}, "YT": {"fr": "Mayotte"},
    "SJ": {"de": "Svalbard und Jan Mayen", "fr": "Svalbard et Jan Mayen"},
}

# Dial codes that the sources lack or have in an outdated form.
DIAL_CODES = {
    "AQ": "672", "BV": "47", "DO": "1-809 1-829 1-849", "GS": "500", "HM": "672",
    "JM": "1-876 1-658", "PN": "64", "PR": "1-787 1-939", "SX": "1-721", "TF": "262", "UM": "1",
    "VA": "39", "XK": "383",
}

# Bulgaria has the euro since January 2026.
CURRENCIES = {"BG": "EUR"}

# Regions of the United Nations (M49) that the sources lack or have otherwise.
REGIONS = {
    "AQ": "Antarctica", "BV": "South America", "GS": "South America",
    "HM": "Australia and New Zealand", "SS": "Eastern Africa", "TF": "Eastern Africa",
    "TW": "Eastern Asia", "UM": "Micronesia", "XK": "Southern Europe",
}

# Capitals that cannot be found by name: name, latitude, longitude; None where there is none.
CAPITALS = {
    "AQ": None, "BV": None, "HM": None, "TK": None, "UM": None,
    "BQ": ("Kralendijk", 12.1500, -68.2667),
    "PW": ("Ngerulmud", 7.5006, 134.6242),
}

# Enclaves that Natural Earth lacks or misplaces: code, latitude and longitude of the middle,
# square kilometres as published. Each is drawn as a regular polygon of that size, which is right
# in its middle and off by some hundred metres at its edge.
ENCLAVES = {
    # The source has a twentieth of it, 100 m off.
    "Vatican City": ("VA", 41.90278, 12.45250, 0.44),
    "Büsingen am Hochrhein": ("DE", 47.70500, 8.69194, 7.62),
    "Campione d'Italia": ("IT", 45.97083, 8.97083, 2.6),
}
