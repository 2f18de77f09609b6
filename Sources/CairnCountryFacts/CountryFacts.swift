/// The embedded facts and names of countries: bytes as text, read by ``Country``.
///
/// No file is opened, and no memory is copied or allocated here: a `StaticString` is an address
/// and a length in the binary's constants. The tables are derived from public packages by
/// `Data/build_countries.py`; `Data/README.md` documents them, and `NOTICE` names the sources and
/// their licenses.
package enum CountryFacts {
  /// All tables, in the order used for ``checksum``.
  package static var tables: [StaticString] { [countries, names] }
}
