/// The larger set of towns as text: what `CairnTowns` reads, and nothing else.
///
/// All populated places of GeoNames with 500 people and more, or that are the seat of an
/// administration, in tables of lines in the binary itself. Nothing is opened, copied or allocated
/// here. Every line ends with a newline; a number that refers to another table is a row of that
/// table, counted from 0.
///
/// | table | columns |
/// |---|---|
/// | ``towns`` | name, then behind a tab the digits of the table below |
/// | ``meanings`` | name, town row: the names that mean one town before all others |
/// | ``regions`` | country, usual abbreviation or `-`, name or `-`, row of its usual time zone |
/// | ``timeZones`` | name in the IANA database |
///
/// A digit is one of the 92 printable characters of ASCII without the quote and the backslash, from
/// `!` for 0 to `~` for 91; a number of several has the highest first.
///
/// | digits | what they say |
/// |---:|---|
/// | 1 | 1 for a city of `PlaceData.cities`, plus 2 if a time zone follows, plus 4 for a district |
/// | 4 | latitude, in 0.00001 degrees from the South Pole |
/// | 4 | longitude, in 0.00001 degrees eastwards from 180° |
/// | 2 | region row |
/// | 0 or 2 | time zone row, where it is not that of the region |
/// | 0 or 3 | town row of the city that a district is a part of |
/// | 0 to 4 | how many people live there, nothing where that is not known |
///
/// Towns are sorted as the cities of `PlaceData` are, so that these are a subsequence of them.
/// Derived by `Data/build_places.py` from GeoNames (CC BY 4.0); `NOTICE` has the attribution.
public enum TownData {
  /// All tables in the order in which ``checksum`` takes them.
  public static var tables: [StaticString] { [towns, meanings, regions, timeZones] }
}
