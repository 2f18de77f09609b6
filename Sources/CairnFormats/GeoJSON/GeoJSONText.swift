internal import CairnMemory

/// A geometry in a single text, such as a field of a table: a GeoJSON geometry, or a feature of
/// which only the geometry is used.
internal enum GeoJSONText {
  /// Whether a text begins like a JSON object.
  static func recognizes(_ text: String) -> Bool {
    text.utf8.first { !$0.isBlank } == UInt8(ascii: "{")
  }

  /// Parses a text.
  ///
  /// - Parameters:
  ///   - text: a geometry or a feature.
  ///   - leftOut: counts the members that are not used.
  /// - Returns: nil if it has no geometry.
  /// - Throws: an error without a position for a text that is neither.
  static func geometry(
    _ text: String, _ leftOut: inout LeftOut
  ) throws(FormatError) -> GeoFeature.Geometry? {
    let bytes = Array(text.utf8)
    let result: Result<(GeoFeature, LeftOut), FormatError> = bytes.withUnsafeSpan { span in
      var cursor = JSONCursor(span, at: 0)
      do throws(JSONFault) {
        cursor.skipSpace()
        var sink = FeatureSink()
        try cursor.feature(isInCollection: false, into: &sink)
        cursor.skipSpace()
        if cursor.position < span.count { throw JSONFault(.syntax(.end), at: cursor.position) }
        return .success((sink.feature, cursor.leftOut))
      } catch {
        return .failure(FormatError(error.reason(in: span, within: "a geometry"), line: 0))
      }
    }
    let (feature, passed) = try result.get()
    leftOut.add(passed)
    leftOut.add(.foreignMember, feature.properties.members.count)
    leftOut.addMembers(feature.foreignMembers)
    return feature.geometry
  }
}
