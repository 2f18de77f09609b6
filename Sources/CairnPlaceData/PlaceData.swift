/// The embedded place set as text: tables of tab-separated lines in the binary itself.
///
/// Cities of 15,000 people and more, the airports that have an IATA code, other Latin-script
/// names of the larger cities, destinations that are neither, regions and time zones. Nothing is
/// opened, copied or allocated here: a `StaticString` is an address and a length in the binary's
/// constants. Read it through `Gazetteer` of the module `CairnPlaces`, which knows the columns.
///
/// Every line ends with a newline, no cell is empty (`-` stands for none), a number in a column
/// that refers to another table is a row of that table, counted from 0:
///
/// | table | columns |
/// |---|---|
/// | ``cities`` | name, latitude, longitude, country, region row, population, time zone row, city row |
/// | ``airports`` | name, latitude, longitude, country, region row, IATA, ICAO, city, zone, uses |
/// | ``alternateNames`` | name, city row |
/// | ``destinations`` | name, latitude, longitude, country, region row, kind, weight, people, zone |
/// | ``destinationNames`` | name, destination row |
/// | ``meanings`` | name, city row: the names that mean one city before all others |
/// | ``regions`` | country, usual abbreviation (TX, NSW), name |
/// | ``timeZones`` | name in the IANA database |
///
/// Cities, airports, destinations and the names are sorted by search key (lower case, without
/// accents), the airports with scheduled service before the others, so that a name is found by bisection and nothing needs to be built when the set is
/// opened. A destination's kind is a word of `Place.Kind`, its weight the people that a city needs
/// to come before it; its people are told of the towns of GeoNames. The city row of a city is that of
/// the larger city that it is a district of. The uses of an airport are `s`, scheduled service, and
/// `m`, military.
///
/// The tables are derived from public packages by `Data/build_places.py`; `NOTICE` names the
/// sources and their licences (GeoNames, CC BY 4.0; airportsdata, MIT; OurAirports,
/// public domain; this project).
public enum PlaceData {
  /// All tables in the order in which ``checksum`` takes them.
  public static var tables: [StaticString] {
    [
      cities, airports, alternateNames, destinations, destinationNames, meanings, regions,
      timeZones,
    ]
  }
}
