/// Takes what a GeoJSON object holds, in the order in which it stands.
internal protocol GeoJSONSink {
  /// Reads the geometry of a feature at the cursor, an object.
  mutating func readGeometry(_ cursor: inout JSONCursor) throws(JSONFault)
  /// Reads the properties of a feature at the cursor, an object.
  mutating func readProperties(_ cursor: inout JSONCursor) throws(JSONFault)
  /// Reads the identifier of a feature at the cursor, a text or a number.
  mutating func readIdentifier(_ cursor: inout JSONCursor) throws(JSONFault)
}

extension JSONCursor {
  /// Reads a feature, or outside of collections a geometry, whose members stand in any order.
  ///
  /// Only the type must be there; a feature may lack the others or have null for them, and others
  /// than those of RFC 7946 are counted. An identifier that is neither a text nor a number is
  /// left out as well.
  @inline(__always)
  internal mutating func feature(
    isInCollection: Bool, into sink: inout some GeoJSONSink
  ) throws(JSONFault) {
    let start = position
    guard try peek() == UInt8(ascii: "{") else {
      throw JSONFault(.content(isInCollection ? .feature : .geoJSON), at: start)
    }
    var type = GeoJSONWord.other
    var typePlace = start
    var strangers = 0
    try members { cursor, name throws(JSONFault) in
      let byte = try cursor.peek()
      switch cursor.word(name) {
      case .type:
        typePlace = cursor.position
        guard byte == UInt8(ascii: "\"") else {
          throw JSONFault(.content(isInCollection ? .feature : .geoJSON), at: typePlace)
        }
        type = cursor.word(try cursor.string())
      case .geometry:
        if byte == UInt8(ascii: "{") {
          try sink.readGeometry(&cursor)
        } else if byte == UInt8(ascii: "n") {
          try cursor.skip(literal: "null")
        } else {
          throw JSONFault(.content(.geometry), at: cursor.position)
        }
      case .properties:
        if byte == UInt8(ascii: "{") {
          try sink.readProperties(&cursor)
        } else if byte == UInt8(ascii: "n") {
          try cursor.skip(literal: "null")
        } else {
          throw JSONFault(.content(.properties), at: cursor.position)
        }
      case .id:
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
          try sink.readIdentifier(&cursor)
        default: try cursor.skipValue()
        }
      case .crs: try cursor.referenceSystem()
      case .bbox: try cursor.skipValue()
      default:
        strangers &+= 1
        try cursor.skipValue()
      }
    }
    if type == .feature {
      if strangers > 0 { passedOver.addForeign(strangers) }
      return
    }
    if isInCollection { throw JSONFault(.content(.feature), at: typePlace) }
    if type == .featureCollection { throw JSONFault(.collection, at: start) }
    guard type.isGeometry else { throw JSONFault(.content(.geoJSON), at: typePlace) }
    let end = position
    position = start
    try sink.readGeometry(&self)
    position = end
  }
}

/// Makes a feature.
internal struct FeatureSink: GeoJSONSink {
  internal var feature = GeoFeature(geometry: nil)

  internal mutating func readGeometry(_ cursor: inout JSONCursor) throws(JSONFault) {
    feature.geometry = try cursor.geometry()
  }

  internal mutating func readProperties(_ cursor: inout JSONCursor) throws(JSONFault) {
    feature.properties = try cursor.object()
  }

  internal mutating func readIdentifier(_ cursor: inout JSONCursor) throws(JSONFault) {
    feature.identifier = try cursor.value()
  }
}
