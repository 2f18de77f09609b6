"""The areas: what each face of the partition belongs to, in the usual view and in others."""

from country_boundaries import MENDED
from natural_earth import code_of

# The columns of Natural Earth's points of view, by the country whose view it is.
VIEWS = {code: code for code in (
    "US FR RU ES CN TW IN NP PK DE GB BR IL PS SA EG MA PT AR JP VN TR ID PL GR IT NL SE BD UA"
).split()} | {"KR": "KO"}

# Areas on which the two sources differ: (feature of the first, feature of the second) ->
# (name, code in the usual view, code in the second source's view, {view: code} beside its
# columns). What is beside the columns is the well-known claim of a party itself.
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
    ("", "BRA"): ("Brazilian Island", "BR", "BR", {}),
    ("IND", "KAS"): ("Siachen glacier", "IN", "IN", {}),
    ("", "CHN"): ("Paracel Islands", "CN", "CN", {"VN": "VN", "TW": "TW"}),
    ("", "KOR"): ("Liancourt Rocks", "KR", "KR", {"JP": "JP"}),
    ("", "GRL"): ("Hans Island", "GL", "GL", {}),
    ("COL", "BJN"): ("Bajo Nuevo Bank", "CO", "CO", {}),
    ("COL", "SER"): ("Serranilla Bank", "CO", "CO", {}),
}
# States that some view has and ISO 3166-1 has not.
BREAKAWAY = {"CYN", "SOL"}
# Features that both sources have and that some view gives to another country.
CLAIMED = {
    "SAH": "Western Sahara east of the berm", "KOS": "Kosovo", "TWN": "Taiwan",
    "FLK": "Falkland Islands", "PGA": "Spratly Islands", "SCR": "Scarborough Reef",
    "BRT": "Bir Tawil", "BRI": "Brazilian Island near Uruguay",
}


def views_of(feature, rows):
    """What other views than the usual one say of a feature: {view: code or None}."""
    views = {}
    usual = code_of(feature, rows)
    by_alpha3 = {row["ADM0_A3"]: name for name, row in rows.items()}
    for view, column in VIEWS.items():
        said = str(rows[feature].get(f"ADM0_A3_{column}", feature))
        if said == "-99" or said == feature and feature not in BREAKAWAY:
            continue
        # A state that only this view has, or an area that is nobody's, has no code.
        code = code_of(said, rows) if said in by_alpha3 and said != feature else None
        if code != usual:
            views[view] = code
    return views


def name_areas(labels, rows):
    """The areas and the area of every face.

    An area is (code, disputed name or "", {view: code}); 0 is no land. All of a country that is
    not disputed is one area.
    """
    keys = {}
    for face, label in labels.items():
        first = sorted(name for layer, name in label if layer == 0)
        second = sorted(name for layer, name in label if layer == 1)
        assert len(first) <= 1 and len(second) <= 1, label
        first, second = "".join(first), "".join(second)
        mended = sorted(code for layer, code in label if layer == MENDED)
        if mended:
            keys[face] = (mended[0], "")
        elif not first and not second:
            keys[face] = None
        elif first == second and first not in CLAIMED:
            keys[face] = (code_of(first, rows), "")
        elif first == second:
            keys[face] = (code_of(first, rows), CLAIMED[first], first, second)
        elif (first, second) == ("KAZ", "KAB"):
            keys[face] = ("KZ", "")
        else:
            name, usual, _, _ = DISPUTED[(first, second)]
            keys[face] = (usual, name, first, second)
    areas = [None]
    for key in sorted({k for k in keys.values() if k}, key=lambda k: (k[0] or "~", k[1])):
        code, name, views = key[0], key[1], {}
        if name:
            first, second = key[2:]
            # Western Sahara's row speaks for both of its areas, a breakaway's for itself.
            speaking = first if first == second or first == "SAH" else second
            if rows[speaking]["ISO_A2_EH"] not in ("RU", "IL", "CN", "KR"):
                views = views_of(speaking, rows)
            if first != second:
                _, _, drawn, claims = DISPUTED[(first, second)]
                if drawn != code:
                    views["*"] = drawn
                views |= claims
        areas.append((code, name, {v: c for v, c in sorted(views.items()) if c != code}, key))
    number = {None: 0} | {area[3]: i for i, area in enumerate(areas) if area}
    return [area and area[:3] for area in areas], {f: number[k] for f, k in keys.items()}
