/// The larger set of towns as text, read only by `CairnTowns`.
///
/// All populated places of GeoNames with at least 500 people or that are the seat of an
/// administration, in tables of lines in the binary itself. No file is opened, and no memory is
/// copied or allocated here. Every line ends with a newline; a number that refers to another table
/// is a row of that table, counted from 0.
///
/// | table | columns |
/// |---|---|
/// | ``towns`` | name, a tab, then the digits of the table below |
/// | ``meanings`` | name, town row: the names that stand for one particular town |
/// | ``regions`` | country, usual abbreviation or `-`, name or `-`, row of its usual time zone |
/// | ``timeZones`` | name in the IANA database |
///
/// A digit is one of the 92 printable ASCII characters except the quote and the backslash, from
/// `!` for 0 to `~` for 91; numbers of several digits start with the most significant one.
///
/// | digits | meaning |
/// |---:|---|
/// | 1 | 1 for a city of `PlaceData.cities`, plus 2 if a time zone follows, plus 4 for a district |
/// | 4 | latitude, in 0.00001 degrees from the South Pole |
/// | 4 | longitude, in 0.00001 degrees eastward from 180° |
/// | 2 | region row |
/// | 0 or 2 | time zone row, if it is not that of the region |
/// | 0 or 3 | town row of the city of which a district is a part |
/// | 0 to 4 | population; no digits if it is unknown |
///
/// ``townWords`` contains numbers of four such digits, each the byte in ``towns`` at which a later
/// word of a name begins, sorted by the key of the name from there on.
///
/// Towns are sorted like the cities of `PlaceData`, so the cities are a subsequence of the towns.
/// Derived by `Data/build_places.py` from GeoNames (CC BY 4.0); `NOTICE` has the attribution.
public enum TownData {
  /// All tables, in the order used for ``checksum``.
  public static var tables: [StaticString] { [towns, meanings, regions, timeZones] }
}
