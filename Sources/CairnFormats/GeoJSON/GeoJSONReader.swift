/// Reads GeoJSON (RFC 7946) from bytes, in pieces of any size, feature by feature.
///
/// The input is a feature collection, a feature or a geometry. Members stand in any order; those
/// that RFC 7946 does not know are checked and counted in ``leftOut``, and a `crs` must name
/// WGS 84. A collection is read as it comes: only the
/// feature in progress is kept.
///
/// ```swift
/// var reader = GeoJSONReader()
/// reader.append(bytes)
/// reader.finish()
/// while let feature = try reader.next() { print(feature.properties["name"]?.text ?? "") }
/// ```
///
/// ## What it takes
/// - Numbers are the nearest double, whole ones an `Int` where they fit; one beyond the range of a
///   double, such as `1e400`, is an error of its feature.
/// - Positions stand as they are written. A latitude beyond 90 degrees or a longitude beyond 540
///   degrees is an error. A third number is the elevation; further ones mean nothing.
/// - A ring need not be closed, and may run either way. A line needs two positions, a ring four.
/// - Null, or a point without coordinates, is no geometry.
/// - A member that stands twice counts as it stands last.
/// - Arrays and objects may be nested 128 deep.
///
/// ## Errors
/// What is JSON but no feature is an error of that feature, named by line, byte and reason, and the
/// next call goes on behind it; so are text that is no UTF-8 and values that are too deep. What is
/// no JSON ends the input.
public struct GeoJSONReader: FeatureReader {
  private var document = GeoJSONDocument()

  /// Makes a reader without input.
  public init() {}

  /// What was left out so far though nothing is wrong with it: members that RFC 7946 does not know
  /// and numbers behind an elevation.
  public var leftOut: LeftOut { document.leftOut }

  /// Makes a reader over a whole input.
  public init(_ bytes: [UInt8]) {
    append(bytes)
    finish()
  }

  /// How many bytes of an unfinished feature are kept before it is an error: 256 MB unless told.
  public var featureLimit: Int {
    get { document.input.limit }
    set { document.input.limit = newValue }
  }

  /// Adds the next piece of the input.
  ///
  /// - Complexity: O(the piece + the feature in progress).
  public mutating func append(_ piece: [UInt8]) { document.input.append(piece) }

  /// Says that no more input comes.
  public mutating func finish() { document.input.finish() }

  /// The next feature, or nil when the input so far holds no further whole one.
  ///
  /// - Throws: ``FormatError`` that names line and byte.
  /// - Complexity: O(the feature's bytes), however they are cut into pieces.
  public mutating func next() throws(FormatError) -> GeoFeature? {
    try document.next { cursor, isInCollection throws(JSONFault) in
      var sink = FeatureSink()
      try cursor.feature(isInCollection: isInCollection, into: &sink)
      return sink.feature
    }
  }
}
