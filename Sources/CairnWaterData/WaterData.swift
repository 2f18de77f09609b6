/// The embedded lakes and rivers: bytes as text, read by `CairnPictures`.
///
/// No file is opened and no memory is copied here: a `StaticString` is an address and a length in
/// the binary's constants. The shapes are derived from a public package by
/// `Data/build_waters.py`; `Data/README.md` documents the bits, and `NOTICE` names the source.
package enum WaterData {
  /// The number of units of the finest grid per degree.
  package static var unitsPerDegree: Double { 1000 }
}
