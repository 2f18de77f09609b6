"""Reads the public holidays of the Python package holidays, with their names in two languages."""

import collections
import datetime
import sys
import warnings

from pinned import fetch

PACKAGES = ("holidays", "python-dateutil", "six")
FIRST_YEAR, LAST_YEAR = 2000, 2050
DAY_ZERO = datetime.date(FIRST_YEAR, 1, 1).toordinal()
ENGLISH = "en_US"


def unpack(folder):
    """Unpacks the pinned packages and returns the module; the code of these packages runs."""
    for name, archive in fetch(PACKAGES, folder).items():
        target = folder / name
        if not target.exists():
            archive.extractall(target)
        sys.path.insert(0, str(target))
    import holidays
    return holidays


def names_by_day(entity, region, language):
    """{day: names} of the years that the package covers; a day counts from 2000-01-01."""
    with warnings.catch_warnings():
        # The package warns about years that it does not cover.
        warnings.simplefilter("ignore")
        days = entity(subdiv=region, years=range(FIRST_YEAR, LAST_YEAR + 1), language=language)
    # An observed day may be outside the years; it belongs to a year that is not covered.
    return {date.toordinal() - DAY_ZERO: days.get_list(date) for date in days
            if FIRST_YEAR <= date.year <= LAST_YEAR}


def english_names(local, english, known):
    """{local name: English name}: names of one day have no order, so they are matched by exclusion."""
    options, alone = {}, collections.defaultdict(collections.Counter)
    for day, names in local.items():
        for name in names:
            if len(names) == 1:
                alone[name][english[day][0]] += 1
            options[name] = options.get(name, set(english[day])) & set(english[day])
    changed = True
    while changed:
        changed = False
        for names in local.values():
            settled = {next(iter(options[name])) for name in names if len(options[name]) == 1}
            for name in names:
                if len(options[name]) > 1:
                    left = options[name] - settled
                    # Names that always share their day are distinguished by the other regions.
                    both = left & {known.get(name)} or left
                    if both and both != options[name]:
                        options[name] = both
                        changed = True
    # Of a name that is translated in two ways the usual translation is used.
    return {
        name: sorted(found)[0] if found
        else max(sorted(alone[name]), key=alone[name].get, default=name)
        for name, found in options.items()}


def read_calendars(folder):
    """The calendars by country: {code: (language, first year, last year, {region: series})}, where
    the region of the whole country is None and series is {(local name, English name): days}."""
    package = unpack(folder)
    calendars = {}
    for code, regions in sorted(package.list_supported_countries(include_aliases=False).items()):
        entity = getattr(package, code)
        sample = entity()
        language = sample.default_language
        isTranslated = language != ENGLISH and ENGLISH in sample.supported_languages
        by_region, known = {}, catalog(sample) if isTranslated else {}
        for region in [None, *sorted(regions)]:
            local = names_by_day(entity, region, language)
            pairs = {}
            if isTranslated:
                pairs = english_names(local, names_by_day(entity, region, ENGLISH), known)
            series = collections.defaultdict(list)
            for day, names in sorted(local.items()):
                for name in names:
                    series[name, pairs.get(name, name)].append(day)
            by_region[region] = {pair: tuple(days) for pair, days in series.items()}
        calendars[code] = (
            language or "en", max(FIRST_YEAR, sample.start_year), min(LAST_YEAR, sample.end_year),
            by_region)
    return calendars


def catalog(sample):
    """{local name: English name} of the translations that the package has for a country."""
    import gettext
    import pathlib
    import holidays
    folder = pathlib.Path(holidays.__file__).with_name("locale")
    found = gettext.translation(sample._entity_code, folder, [ENGLISH], fallback=True)
    words = getattr(found, "_catalog", {})
    names = {key: value for key, value in words.items() if key and isinstance(key, str)}
    for label, translated in [item for item in names.items() if item[0].count("%s") == 1]:
        for key, value in list(names.items()):
            if "%s" not in key and translated.count("%s") == 1:
                names.setdefault(label.replace("%s", key), translated.replace("%s", value))
    return names
