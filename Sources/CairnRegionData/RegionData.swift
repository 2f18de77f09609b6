/// The embedded boundaries of first-level regions: bytes as text, read by `CairnRegions`.
///
/// No file is opened and no memory is copied here: a `StaticString` is an address and a length in
/// the binary's constants. The tables are derived from public packages by
/// `Data/build_regions.py`; `Data/README.md` documents them, and `NOTICE` names the sources
/// and their licenses.
package enum RegionData {
  /// All tables, in the order used for ``checksum``.
  package static var tables: [StaticString] { [boundaries, regions] }
}
