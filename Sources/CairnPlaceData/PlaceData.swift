/// The embedded place set as text: tables of tab-separated lines in the binary itself.
///
/// Cities with at least 15,000 people, the airports with an IATA code, alternative Latin-script
/// names of the larger cities, other destinations, regions and time zones. No file is opened,
/// and no memory is copied or allocated here: a `StaticString` is an address and a length in the
/// binary's constants. Read it through `Gazetteer` of the module `CairnPlaces`, which interprets
/// the columns.
///
/// Every line ends with a newline; no cell is empty (`-` stands for no value); a number in a column
/// that refers to another table is a row of that table, counted from 0:
///
/// | table | columns |
/// |---|---|
/// | ``cities`` | name, a tab, then the digits of a town as in `TownData` |
/// | ``airports`` | name, latitude, longitude, country, region row, IATA, ICAO, city, zone, uses |
/// | ``alternateNames`` | name, city row |
/// | ``destinations`` | name, a tab, then the digits of the table below |
/// | ``destinationNames`` | name, destination row |
/// | ``meanings`` | name, city row: the names that stand for one particular city |
/// | ``regions`` | country, usual abbreviation (TX, NSW), name or `-`, row of its usual time zone |
/// | ``timeZones`` | name in the IANA database |
/// | ``nativeNames`` | name in the script of its country, city row: the 1,000 largest cities and the capitals |
///
/// The digits of destinations are those of `TownData`, in base 92:
///
/// | digits | meaning |
/// |---:|---|
/// | 1 | 1 if a time zone follows, plus 2 for coordinates of 3 digits, plus 4 × fame, plus 16 × kind |
/// | 4 or 3 | latitude from the South Pole, in 0.00001 degrees, or in 0.001 degrees for 3 digits |
/// | 4 or 3 | longitude eastward from 180°, likewise |
/// | 2 | region row |
/// | 0 or 2 | time zone row, if it is not that of the region |
/// | 0 to 4 | the population of a town; the weight of another place of fame 0 |
///
/// The kind is 0 for a country, 1 island, 2 landmark, 3 region, 4 town. The fame gives the weight:
/// 1 means 1,000,000, 2 means 50,000 and 3 means 10,000; the weight of a town of fame 0 is its
/// population. A town of fame 2 is not in GeoNames and has the weight 1,000,000.
///
/// ``cityWords`` and ``otherWords`` are not such tables: they contain numbers of four digits in
/// base 92, as in `TownData`, each the byte at which a later word of a name begins, times the
/// number of tables, plus the number of the table, in the order of their declaration. They are
/// sorted by the key of the name from that word on, and `Data/word_starts.py` derives them.
/// ``cityWordBounds`` and ``otherWordBounds`` have a digit for each block of 64 words, which bounds
/// the fame of their places.
///
/// Cities, airports, destinations and the names are sorted by search key (lowercase, without
/// accents), the airports with scheduled service before the others, so that a name is found by
/// bisection and nothing needs to be built when the set is opened. The weight of a destination is
/// the population that a city needs to precede it; only towns of GeoNames have a population. The
/// uses of an airport are `s`, scheduled service, and `m`, military.
///
/// The tables are derived from public packages by `Data/build_places.py`; `NOTICE` names the
/// sources and their licenses (GeoNames, CC BY 4.0; airportsdata, MIT; OurAirports,
/// public domain; this project).
public enum PlaceData {
  /// All tables, in the order used for ``checksum``.
  public static var tables: [StaticString] {
    [
      cities, airports, alternateNames, destinations, destinationNames, meanings, regions,
      timeZones, nativeNames,
    ]
  }
}
