"""The areas: the country of each face of the partition, in the usual view and in others.

Natural Earth determines which land there is and which is disputed; country-coder determines the
country of other land, and the waters: the part of its polygons outside of land.
"""

import collections

from claims import CLAIMS
from country_boundaries import BORDERS, CLAIMED, MENDED, REACH
from natural_earth import code_of
from planar import Groups

LAND, WATERS = "land", "waters"

# The columns of Natural Earth's points of view, by country. Left out are
# those that would be wrong: PS (East Jerusalem) and NP (Kalapani), which no source draws.
VIEWS = {code: code for code in (
    "US FR RU ES CN TW IN PK DE GB BR IL SA EG MA PT AR JP VN TR ID PL GR IT NL SE BD UA"
).split()} | {"KR": "KO"}
# Columns that contradict the state's own position: the United Kingdom recognizes Kosovo.
UNTRUE = {("KOS", "GB")}
# Positions of states that their columns lack: Brazil does not recognize Kosovo, Israel and the
# United States have recognized Western Sahara as Morocco's, Argentina claims South Georgia.
SAID = {"KOS": {"BR": "RS"}, "SAH": {"IL": "MA", "US": "MA"}, "SGS": {"AR": "AR"}}

# Areas on which Natural Earth's two views differ: (feature of the first, feature of the second)
# -> (name, code in the usual view, code in the second view, {view: code} in addition to its columns).
# The additions are the well-known claims of the parties.
DISPUTED = {
    ("UKR", "RUS"): ("Crimea", "UA", "RU", {"RU": "RU"}),
    ("CYP", "CYN"): ("Northern Cyprus", "CY", "CY", {}),
    ("CYP", "CNM"): ("Buffer zone in Cyprus", "CY", "CY", {}),
    ("SOM", "SOL"): ("Somaliland", "SO", "SO", {}),
    ("SAH", "MAR"): ("Western Sahara west of the berm", "EH", "MA", {}),
    ("", "ISR"): ("Golan Heights", "SY", "IL", {"IL": "IL", "US": "IL"}),
    ("LBN", "ISR"): ("Shebaa farms", "LB", "IL", {"IL": "IL"}),
    ("", "SDN"): ("Abyei", "SD", "SD", {}),
    ("", "SPI"): ("Southern Patagonian ice field", "AR", "AR", {}),
    ("", "BRA"): ("Rincón de Artigas", "BR", "BR", {}),
    ("IND", "KAS"): ("Siachen glacier", "IN", "IN", {}),
    ("", "CHN"): ("Paracel Islands", "CN", "CN", {"VN": "VN", "TW": "TW"}),
    ("", "KOR"): ("Liancourt Rocks", "KR", "KR", {"JP": "JP"}),
    ("", "GRL"): ("Hans Island", "GL", "GL", {}),
    # The source has the names of these two swapped.
    ("COL", "BJN"): ("Serranilla Bank", "CO", "CO", {}),
    ("COL", "SER"): ("Bajo Nuevo Bank", "CO", "CO", {}),
    # Features in both views that some state assigns to another country.
    ("SAH", "SAH"): ("Western Sahara east of the berm", "EH", "EH", {}),
    ("PGA", "PGA"): ("Spratly Islands", None, None, {}),
    ("SCR", "SCR"): ("Scarborough Reef", None, None, {}),
    ("BRT", "BRT"): ("Bir Tawil", None, None, {}),
    ("BRI", "BRI"): ("Brazilian Island", "BR", "BR", {}),
}
# Countries that are disputed as a whole, whatever their borders: code -> (name, feature).
WHOLE = {"XK": ("Kosovo", "KOS"), "TW": ("Taiwan", "TWN"), "FK": ("Falkland Islands", "FLK"),
         "GS": ("South Georgia and the South Sandwich Islands", "SGS")}
# States that exist in some view but not in ISO 3166-1.
BREAKAWAY = {"CYN", "SOL"}
# Disputed areas that country-coder has as separate features, with their usual country.
OWN_FEATURES = {"Crimea": "UA", "Northern Cyprus": "CY"}
# Pairs (Natural Earth's, country-coder's) for which Natural Earth's is kept. Near disputed areas
# country-coder's line is that of the holder, Kafia Kingi (SD) is disputed too, country-coder cuts
# off the bend of the Ubangi (CD) by a straight line of 240 km, and if only water is between
# two countries its line includes headlands of the other side.
KEPT = {("SY", "IL"), ("LB", "IL"), ("EH", "MA"), ("MA", "EH"), ("SD", "SS"), ("CD", "CF"),
        ("MY", "SG"), ("SG", "MY"), ("PG", "AU"), ("AU", "PG")}


def views_of(feature, rows):
    """The country of a feature in views other than the usual one: {view: code or None}."""
    views = {}
    usual = code_of(feature, rows)
    by_alpha3 = {row["ADM0_A3"]: name for name, row in rows.items()}
    for view, column in VIEWS.items():
        said = str(rows[feature].get(f"ADM0_A3_{column}", feature))
        if said == "-99" or said == feature and feature not in BREAKAWAY:
            continue
        # A state that exists only in this view, or an area of no country, has no code.
        code = code_of(said, rows) if said in by_alpha3 and said != feature else None
        if code != usual and (feature, view) not in UNTRUE:
            views[view] = code
    return views | SAID.get(feature, {})


def dispute_views(rows):
    """The countries of each disputed area in other views, by name."""
    found = {}
    for (first, second), (name, usual, drawn, claims) in DISPUTED.items():
        # Western Sahara's row applies to both of its areas, a breakaway's only to itself.
        speaking = first if first == second or first == "SAH" else second
        views = {}
        if rows[speaking]["ISO_A2_EH"] not in ("RU", "IL", "CN", "KR"):
            views = views_of(speaking, rows)
        if first != second and drawn != usual:
            views["*"] = drawn
        found[name] = views | claims
    for name, feature in WHOLE.values():
        found[name] = views_of(feature, rows)
    for name, (_, _, _, _, views) in CLAIMS.items():
        if views is not None:
            found[name] = views
    return found


def key_of(label, rows, sizes):
    """The area of a face: (land or waters, code, name of the dispute or ""), or None.

    `sizes` are the areas of country-coder's countries; of two that overlap the smaller one counts.
    """
    first, second = ("".join(sorted(name for layer, name in label if layer == source))
                     for source in (0, 1))
    mended = sorted(name for layer, name in label if layer == MENDED)
    owners = sorted((sizes[name], name) for layer, name in label if layer == BORDERS)
    owner = owners[0][1] if owners else None
    if mended:
        return LAND, mended[0], WHOLE.get(mended[0], ("",))[0]
    if (first, second) in DISPUTED:
        name, usual, _, _ = DISPUTED[(first, second)]
        return LAND, usual, name
    if first or second:
        assert first == second or (first, second) == ("KAZ", "KAB"), (first, second)
        kind, code = LAND, code_of(first, rows)
        if owner and owner not in OWN_FEATURES and (code, owner) not in KEPT:
            code = owner
    elif (REACH, "") not in label:
        return None
    elif owner in OWN_FEATURES:
        return WATERS, OWN_FEATURES[owner], owner
    elif owner:
        kind, code = WATERS, owner
    else:
        return None
    for name in sorted(name for layer, name in label if layer == CLAIMED):
        _, _, holder, usual, views = CLAIMS[name]
        if code == holder and (kind == WATERS or views is not None):
            return kind, usual, name
    return kind, code, WHOLE.get(code, ("",))[0]


def keep_islands_whole(made, labels, keys, rows, report):
    """Gives an island that Natural Earth does not divide to the country with most of it.

    The lines that country-coder draws through straits are coarse and cut some off. Changes `keys`.
    """
    def natural(face):
        return {code_of(name, rows) for layer, name in labels[face] if layer == 0}

    def land(face):
        return keys[face] is not None and keys[face][0] == LAND

    islands = Groups(face for face in keys if land(face))
    for left, right, _ in made.borders():
        if land(left) and land(right):
            islands.join(left, right)
    undivided = []
    for faces in islands.members().values():
        sizes = collections.Counter()
        for face in faces:
            sizes[keys[face]] += made.face_areas[face]
        codes = set().union(*(natural(face) for face in faces))
        drawn = any(layer == MENDED for face in faces for layer, _ in labels[face])
        if len(codes) > 1 or len({code for _, code, _ in sizes}) < 2 or drawn:
            continue
        key = min(sizes, key=lambda k: (-sizes[k], str(k)))
        undivided.append(f"{'/'.join(sorted(codes))} to {key[1]}")
        keys.update((face, key) for face in faces)
    report.append(f"{len(undivided)} islands cut by a line through a strait kept whole: "
                  + ", ".join(sorted(undivided)))


def number_areas(keys, rows):
    """The areas and the area of every face, from the face's keys.

    An area is (code, disputed name or "", {view: code}, land or waters); number 0 is neither.
    All undisputed land of a country is one area, and so are its waters. Land comes
    before waters.
    """
    views, areas, number = dispute_views(rows), [None], {None: 0}
    for key in sorted({k for k in keys.values() if k}, key=lambda k: (k[0], k[1] or "~", k[2])):
        kind, code, name = key
        said = {view: c for view, c in sorted(views.get(name, {}).items()) if c != code}
        number[key] = len(areas)
        areas.append((code, name, said, kind))
    return areas, {face: number[key] for face, key in keys.items()}
