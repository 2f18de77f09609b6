/// The embedded boundaries of time zones: bytes as text, read by `CairnTimeZones`.
///
/// No file is opened and no memory is copied here: a `StaticString` is an address and a length in
/// the binary's constants. The tables are derived from public packages by
/// `Data/build_regions.py`; `Data/README.md` documents them, and `NOTICE` names the sources
/// and their licenses.
package enum TimeZoneData {
  /// All tables, in the order used for ``checksum``.
  package static var tables: [StaticString] { [boundaries, zones] }
}
