#!/usr/bin/env python3
"""Measures how well `cairn search` finds what people type, on the embedded places.

    swift build -c release --product cairn
    python3 Benchmarks/Accuracy/names.py

- Beginnings of 3, 4 and 5 letters of the 1,000 largest cities: whether the first place is the city,
  and whether it is among the first five. No order can have more cities first than there are
  different beginnings; this maximum is printed, too.
- One typing error in the names of large cities and of landmarks and islands.
- One error in the first letter, and one in another letter, of names of smaller cities.
- Words after elided articles, countries and regions after a name without a comma.
- The names of `typed_names.csv`, written by hand: cities and regions in other languages, regions as
  qualifiers, Arabic articles, initials, and abbreviated titles.
- The texts of `travelers.csv`, written by hand: regions in local and other languages, including
  with the
  kind of region, and places with postal codes and other codes; by `cairn search` and `cairn where`.

Half of the cities, destinations and names, chosen by a fixed seed, are for tuning (`--tuning`),
the other half for the figures. Standard library only.
"""

import argparse
import collections
import concurrent.futures
import csv
import io
import pathlib
import random
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Data"))
from folding import fold  # noqa: E402
from packing import destination, town, town_city, town_people  # noqa: E402

TYPED = pathlib.Path(__file__).with_name("typed_names.csv")
TRAVELERS = pathlib.Path(__file__).with_name("travelers.csv")
TABLES = ROOT / "Sources" / "CairnPlaceData" / "Generated"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
ELISIONS = {
    "aquila": "L'Aquila", "azur": "Provence-Alpes-Côte d'Azur", "isere": "Val-d'Isère",
    "orsay": "Orsay", "hospitalet": "L'Hospitalet de Llobregat", "olonne": "Les Sables-d'Olonne",
    "alene": "Coeur d'Alene", "alacant": "Sant Joan d'Alacant", "hay les": "L'Haÿ-les-Roses",
    "assomption": "L'Assomption",
}
QUALIFIED = {
    "paris france": "FR", "los angeles ca": "US", "barcelona spain": "ES", "bondi australia": "AU",
    "bethlehem palestine": "PS", "london ontario": "CA", "texas paris": "US", "san jose cr": "CR",
    "valencia venezuela": "VE", "cordoba argentina": "AR", "birmingham uk": "GB",
    "birmingham alabama": "US", "melbourne florida usa": "US", "tripoli lebanon": "LB",
    "granada nicaragua": "NI", "cambridge massachusetts": "US", "perth scotland": "GB",
}


def table(name):
    """The rows of a committed table."""
    text = (TABLES / f"PlaceData+{name}.swift").read_text("utf-8")
    body = text.split('#"""\n', 1)[1].rsplit('\n"""#', 1)[0]
    return [line.split("\t") for line in body.split("\n") if line]


def places():
    """The cities that are not districts, largest first, and the islands and landmarks, each by name
    and country."""
    regions = table("Regions")
    cities, sights = [], []
    for name, digits in table("Cities"):
        if town_city(digits) is None:
            cities.append((-town_people(digits), len(cities), name, regions[town(digits)[1]][0]))
    for name, digits in table("Destinations"):
        kind, _, region, _, _ = destination(digits)
        if kind in ("island", "landmark") and len(fold(name)) > 4:
            sights.append((name, regions[region][0]))
    return [city[2:] for city in sorted(cities)], sights


def command(text):
    """The names and countries of the first five places that the command finds."""
    run = subprocess.run(
        [ROOT / ".build" / "release" / "cairn", "search", text, "--limit", "5", "--format", "csv"],
        capture_output=True, text=True, check=True)
    return [(row["name"], row["country"]) for row in csv.DictReader(io.StringIO(run.stdout))]


def whereabouts(text):
    """The name and the country of the place that `cairn where` finds, and whether it is a region or
    a city in none."""
    run = subprocess.run(
        [ROOT / ".build" / "release" / "cairn", "where", text], capture_output=True, text=True,
        check=False)
    parts = run.stdout.split("\n")[0].rpartition(" (")[0].split(", ")
    return parts[0], parts[-1], len(parts) == 2


def print_travelers(answers, pool, half):
    """Prints how many texts of travelers are found."""
    with open(TRAVELERS, encoding="utf-8", newline="") as file:
        travelers = list(csv.DictReader(file))
    for kind in ("region", "postal", "code"):
        rows = halves([row for row in travelers if row["kind"] == kind], 39)[half]
        wanted = [(row["name"], row["country"]) for row in rows]
        found = answers([row["typed"] for row in rows])
        first = sum(f[:1] == [w] for f, w in zip(found, wanted))
        five = sum(w in f for f, w in zip(found, wanted))
        places = list(pool.map(whereabouts, [row["typed"] for row in rows]))
        where = sum(p[:2] == w and (p[2] or kind != "region") for p, w in zip(places, wanted))
        print(f"travelers, {kind}: {first} of {len(rows)} first, {five} in the first five; "
              f"{where} by where")


def halves(rows, seed):
    """Two halves of shuffled rows."""
    rows = list(rows)
    random.Random(seed).shuffle(rows)
    return rows[:len(rows) // 2], rows[len(rows) // 2:]


def with_error(name, source):
    """A name with one letter missing, doubled, replaced or exchanged, not the first one."""
    while True:
        place = source.randrange(1, len(name))
        other = {
            0: name[:place] + name[place + 1:],
            1: name[:place] + name[place] + name[place:],
            2: name[:place] + source.choice(LETTERS) + name[place + 1:],
            3: name[:place - 1] + name[place] + name[place - 1] + name[place + 1:],
        }[source.randrange(4)]
        if other != name:
            return other


def with_first_error(name, source):
    """A name whose first letter is missing, doubled, replaced or exchanged with the second."""
    while True:
        other = {
            0: name[1:], 1: name[0] + name, 2: source.choice(LETTERS) + name[1:],
            3: name[1] + name[0] + name[2:],
        }[source.randrange(4)]
        if other != name:
            return other


def main(ask=command):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--tuning", action="store_true", help="use the half for tuning")
    half = 0 if parser.parse_args().tuning else 1
    cities, sights = places()
    large = cities[:1000]
    sample = halves(large, 35)[half]
    sights = halves(sights, 36)[half][:249]
    # The next smaller cities.
    smaller = halves([row for row in cities[1000:3000] if len(fold(row[0])) > 4], 38)[half][:500]
    with concurrent.futures.ThreadPoolExecutor() as pool:
        def answers(texts):
            return list(pool.map(ask, texts))

        for length in (3, 4, 5):
            beginnings = [fold(row[0])[:length] for row in sample]
            found = answers(beginnings)
            first = sum(bool(f) and f[0][0] == row[0] for f, row in zip(found, sample))
            five = sum(row in f for f, row in zip(found, sample))
            begins = sum(bool(f) and fold(f[0][0]).startswith(b) for f, b in zip(found, beginnings))
            groups = collections.Counter(fold(row[0])[:length] for row in large)
            most = sum(1 / groups[b] for b in beginnings)
            print(f"{length} letters: {first} of {len(sample)} first (at most about {most:.0f}), "
                  f"{five} in the first five; {begins} first names begin with the letters")
        for title, rows, error in (
                ("one error, cities", sample[:200], with_error),
                ("one error, sights", sights, with_error),
                ("error in the first letter, smaller cities", smaller, with_first_error),
                ("error in another letter, smaller cities", smaller, with_error)):
            source = random.Random(37)
            found = answers([error(fold(row[0]), source) for row in rows])
            first = sum(bool(f) and fold(f[0][0]) == fold(row[0]) for f, row in zip(found, rows))
            five = sum(fold(row[0]) in [fold(n) for n, _ in f] for f, row in zip(found, rows))
            print(f"{title}: {first} of {len(rows)} first, {five} in the first five")
        with open(TYPED, encoding="utf-8", newline="") as file:
            typed = list(csv.DictReader(file))
        for kind in sorted({row["kind"] for row in typed}):
            rows = halves([row for row in typed if row["kind"] == kind], 35)[half]
            found = [[(fold(n), c) for n, c in f] for f in answers([row["typed"] for row in rows])]
            wanted = [(fold(row["name"]), row["country"]) for row in rows]
            first = sum(f[:1] == [w] for f, w in zip(found, wanted))
            five = sum(w in f for f, w in zip(found, wanted))
            print(f"typed as {kind}: {first} of {len(rows)} first, {five} in the first five")
        print_travelers(answers, pool, half)
        found = answers(ELISIONS)
        right = sum(name in [n for n, _ in f] for f, name in zip(found, ELISIONS.values()))
        print(f"elided articles: {right} of {len(ELISIONS)} in the first five")
        found = answers(QUALIFIED)
        right = sum(bool(f) and f[0][1] == code for f, code in zip(found, QUALIFIED.values()))
        print(f"country or region without a comma: {right} of {len(QUALIFIED)} first")


if __name__ == "__main__":
    main()
