"""Removes slivers, which remain where two sources draw the same line differently."""

import collections

from country_boundaries import BORDERS, CLAIMED, MENDED, UNITS
from country_areas import LAND
from planar import Groups

# Pieces of an area smaller than this, in square degrees (about 1.2 km² at the equator), are
# slivers if lines of more than one source bound them.
SLIVER = 1e-4


def clear_slivers(made, keys, report):
    """Gives slivers to the neighboring piece of the same kind with the longest common border.

    A piece is a connected part of one area. The largest piece of each area, islands,
    and pieces enclosed only by lines of country-coder (enclaves) are kept. Land goes to land and waters
    to waters, so that Natural Earth's coast does not change. Changes `keys`.
    """
    given = collections.Counter()
    for _ in range(4):  # a sliver next to a sliver is handled in the next round
        pieces = Groups(keys)
        for left, right, _ in made.borders():
            if keys[left] == keys[right]:
                pieces.join(left, right)
        members = pieces.members()
        size = {p: sum(made.face_areas[f] for f in faces) / 2 / UNITS**2
                for p, faces in members.items()}
        largest = {}
        for piece in sorted(members):
            key = keys[piece]
            if key not in largest or size[piece] > size[largest[key]]:
                largest[key] = piece
        small = {p for p in members if size[p] < SLIVER and p != largest[keys[p]]
                 and 0 not in members[p]}
        beside = collections.defaultdict(collections.Counter)
        mixed = set()
        for (a, b), labels in made.parity.items():
            left = pieces.find(made.face_left_of(a, b))
            right = pieces.find(made.face_left_of(b, a))
            if left == right:
                continue
            natural = any(layer not in (BORDERS, CLAIMED) for layer, _ in labels)
            drawn = any(layer == MENDED for layer, _ in labels)
            length = abs(a[0] - b[0]) + abs(a[1] - b[1])
            for piece, other in ((left, right), (right, left)):
                if piece not in small or drawn:
                    continue
                if natural:
                    mixed.add(piece)
                if is_land(keys[piece]) == is_land(keys[other]):
                    beside[piece][other] += length
        heirs = {}
        for piece in sorted(small & mixed):
            if beside[piece]:
                heir = min(beside[piece], key=lambda p: (p in small, -beside[piece][p], p))
                if heir not in small:
                    heirs[piece] = heir
        if not heirs:
            break
        for piece, heir in heirs.items():
            for face in members[piece]:
                keys[face] = keys[heir]
            given[is_land(keys[heir])] += 1
            given["size", is_land(keys[heir])] += size[piece]
    report.append(f"{given[True]} slivers of land and {given[False]} of sea went to a neighbor, "
                  f"{given['size', True]:.4f} and {given['size', False]:.4f} square degrees")


def is_land(key):
    return key is not None and key[0] == LAND
