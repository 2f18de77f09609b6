"""The state that each country or territory belongs to, and its place in the United Nations.

Two sources must agree: the `country` of country-coder's features and the sovereign of Natural
Earth's. A difference needs a row in DECIDED, or the build fails.
"""

import json
import sys

from country_coder import FILE
from natural_earth import OVERSEAS

# Codes for which the sources differ, or which belong to no state: code, the state or None, reason.
DECIDED = {
    "AQ": (None, "subject to the Antarctic Treaty; no state is recognized"),
    "EH": (None, "a non-self-governing territory whose status is undetermined"),
    "PS": ("PS", "an observer state of the United Nations; Natural Earth has it under Israel"),
}
# States that are not in the United Nations.
OUTSIDE = {"TW", "XK"}
OBSERVERS = {"PS", "VA"}
MEMBERS, STATES = 193, 197


def read_states(rows, codes):
    """(state, membership) by code: the code of the state or None; "member", "observer" or None."""
    coded = {}
    for feature in json.loads(FILE.read_text())["features"]:
        properties = feature["properties"]
        if "iso1A2" in properties:
            coded[properties["iso1A2"]] = properties.get("country") or properties["iso1A2"]
    drawn, wrong, states = natural_states(rows), [], {}
    for code in codes:
        found = {coded[code], drawn.get(code, coded[code])}
        if code in DECIDED:
            states[code] = DECIDED[code][0]
        elif len(found) > 1:
            wrong.append(f"{code} belongs to {' or '.join(sorted(found))}")
        else:
            states[code] = coded[code]
    own = {code for code, state in states.items() if code == state}
    members = own - OUTSIDE - OBSERVERS
    wrong += [f"{code} belongs to {state}, which is not a state" for code, state in states.items()
              if state and state not in own]
    if len(members) != MEMBERS or len(own) != STATES:
        wrong.append(f"{len(members)} members of the United Nations and {len(own)} states")
    if wrong:
        sys.exit("sovereign states disagree; see sovereignty.py:\n" + "\n".join(wrong))
    return {code: (state, "member" if code in members else "observer" if code in OBSERVERS
                   else None) for code, state in states.items()}


def natural_states(rows):
    """The code of Natural Earth's sovereign by code."""
    heads = {}
    for row in rows.values():
        # The sovereign of a group has the group's name; its own code ends in a letter or digit.
        if row["ADMIN"] == row["SOVEREIGNT"]:
            heads[row["SOV_A3"]] = row["ISO_A2_EH"]
    found = {row["ISO_A2_EH"]: heads[row["SOV_A3"]] for row in rows.values()
             if row["ISO_A2_EH"] != "-99" and row["SOV_A3"] in heads}
    # Several features share the code of a state.
    found |= {code: code for code in heads.values() if code != "-99"}
    found |= {code: found[rows[feature]["ISO_A2_EH"]] for feature, code, *_ in OVERSEAS}
    return found
