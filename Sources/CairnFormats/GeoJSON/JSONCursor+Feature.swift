internal import CairnMemory

/// Receives the members of a GeoJSON object in the order of the file.
internal protocol GeoJSONSink {
  /// Reads the geometry of a feature at the cursor, an object.
  mutating func readGeometry(_ cursor: inout JSONCursor) throws(JSONFault)
  /// Reads the properties of a feature at the cursor, an object.
  mutating func readProperties(_ cursor: inout JSONCursor) throws(JSONFault)
  /// Reads the identifier of a feature at the cursor, a string or a number.
  mutating func readIdentifier(_ cursor: inout JSONCursor) throws(JSONFault)
  /// Reads a member of a feature at the cursor that RFC 7946 does not define, or a `bbox`.
  ///
  /// - Returns: whether it was kept.
  mutating func readMember(
    _ name: JSONString, _ cursor: inout JSONCursor
  ) throws(JSONFault) -> Bool
  /// Discards these members, because the object is a geometry.
  mutating func dropMembers()
}

extension GeoJSONSink {
  internal mutating func readMember(
    _ name: JSONString, _ cursor: inout JSONCursor
  ) throws(JSONFault) -> Bool {
    try cursor.skipValue()
    return false
  }

  internal mutating func dropMembers() {}
}

extension JSONCursor {
  /// Reads a feature, or outside of collections a geometry, with its members in any order.
  ///
  /// Only the type is required; the other members of a feature may be absent or null. An identifier
  /// that is neither a string nor a number is omitted.
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
    var foreignCount = 0
    try members { cursor, name throws(JSONFault) in
      let word = cursor.word(name)
      switch word {
      case .type:
        typePlace = cursor.position
        type = try cursor.type(isInCollection ? .feature : .geoJSON)
      case .geometry:
        if try cursor.isObject(orNull: .geometry) { try sink.readGeometry(&cursor) }
      case .properties:
        if try cursor.isObject(orNull: .properties) { try sink.readProperties(&cursor) }
      case .id:
        switch try cursor.peek() {
        case UInt8(ascii: "\""), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
          try sink.readIdentifier(&cursor)
        default: try cursor.skipValue()
        }
      case .crs: try cursor.referenceSystem()
      case .coordinates, .geometries, .features:
        // A feature has none of these, and a geometry is read separately.
        foreignCount &+= 1
        try cursor.skipValue()
      default:
        let isKept = try sink.readMember(name, &cursor)
        if !isKept, word != .bbox { foreignCount &+= 1 }
      }
    }
    if type == .feature {
      if foreignCount > 0 { passedOver.addForeign(foreignCount) }
      return
    }
    if isInCollection { throw JSONFault(.content(.feature), at: typePlace) }
    if type == .featureCollection { throw JSONFault(.collection, at: start) }
    guard type.isGeometry else { throw JSONFault(.content(.geoJSON), at: typePlace) }
    sink.dropMembers()
    try reading(at: start) { cursor throws(JSONFault) in try sink.readGeometry(&cursor) }
  }

  /// Reads the string value of a member `type`.
  ///
  /// - Parameter wanted: a name of the expected value, for the fault if the value is not a string.
  /// - Returns: the word; ``GeoJSONWord/other`` for one that GeoJSON does not define.
  /// - Throws: a fault if the value is not a string.
  @inline(__always)
  internal mutating func type(_ wanted: JSONFault.Wanted) throws(JSONFault) -> GeoJSONWord {
    guard try peek() == UInt8(ascii: "\"") else { throw JSONFault(.content(wanted), at: position) }
    return word(try string())
  }

  /// Skips a member of a geometry that is not part of its shape; counts it if RFC 7946 does not
  /// define it.
  internal mutating func skipMember(_ word: GeoJSONWord) throws(JSONFault) {
    switch word {
    case .crs: try referenceSystem()
    case .bbox: try skipValue()
    default:
      passedOver.addForeign()
      try skipValue()
    }
  }

  /// Whether an object is next; null is skipped.
  @inline(__always)
  private mutating func isObject(orNull wanted: JSONFault.Wanted) throws(JSONFault) -> Bool {
    switch try peek() {
    case UInt8(ascii: "{"): return true
    case UInt8(ascii: "n"):
      try skip(literal: "null")
      return false
    default: throw JSONFault(.content(wanted), at: position)
    }
  }

  /// Reads a value at another position and returns to the current one.
  @inline(__always)
  internal mutating func reading<Value>(
    at place: Int, _ body: (inout JSONCursor) throws(JSONFault) -> Value
  ) throws(JSONFault) -> Value {
    let end = position
    position = place
    let value = try body(&self)
    position = end
    return value
  }
}

/// Creates a feature.
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

  internal mutating func readMember(
    _ name: JSONString, _ cursor: inout JSONCursor
  ) throws(JSONFault) -> Bool {
    let start = cursor.position
    do throws(JSONFault) {
      feature.foreignMembers[cursor.text(name)] = try cursor.value()
      return true
    } catch {
      // A number beyond the range of a double in a foreign member does not invalidate the feature.
      guard error.leavesSyntaxIntact else { throw error }
      cursor.position = start
      try cursor.skipValue()
      return false
    }
  }

  internal mutating func dropMembers() {
    feature.foreignMembers = Properties()
  }
}

/// The member names and types that GeoJSON defines.
internal enum GeoJSONWord: UInt8, Sendable {
  case other
  case type, id, bbox, crs, geometry, properties, features, coordinates, geometries
  case point, multiPoint, lineString, multiLineString, polygon, multiPolygon, geometryCollection
  case feature, featureCollection

  /// Whether it is the type of a geometry.
  internal var isGeometry: Bool {
    rawValue >= Self.point.rawValue && rawValue <= Self.geometryCollection.rawValue
  }
}

extension JSONCursor {
  /// The word that a string represents.
  @inline(__always)
  internal func word(_ string: JSONString) -> GeoJSONWord {
    let range = string.range
    if string.hasEscapes { return unescapedWord(string) }
    switch range.count {
    case 2: return bytes.holds("id", in: range) ? .id : .other
    case 3: return bytes.holds("crs", in: range) ? .crs : .other
    case 4:
      if bytes.holds("type", in: range) { return .type }
      return bytes.holds("bbox", in: range) ? .bbox : .other
    case 5: return bytes.holds("Point", in: range) ? .point : .other
    case 7:
      if bytes.holds("Feature", in: range) { return .feature }
      return bytes.holds("Polygon", in: range) ? .polygon : .other
    case 8:
      if bytes.holds("geometry", in: range) { return .geometry }
      return bytes.holds("features", in: range) ? .features : .other
    case 10:
      if bytes.holds("properties", in: range) { return .properties }
      if bytes.holds("LineString", in: range) { return .lineString }
      if bytes.holds("MultiPoint", in: range) { return .multiPoint }
      return bytes.holds("geometries", in: range) ? .geometries : .other
    case 11: return bytes.holds("coordinates", in: range) ? .coordinates : .other
    case 12: return bytes.holds("MultiPolygon", in: range) ? .multiPolygon : .other
    case 15: return bytes.holds("MultiLineString", in: range) ? .multiLineString : .other
    case 17: return bytes.holds("FeatureCollection", in: range) ? .featureCollection : .other
    case 18: return bytes.holds("GeometryCollection", in: range) ? .geometryCollection : .other
    default: return .other
    }
  }

  @inline(never)
  private func unescapedWord(_ string: JSONString) -> GeoJSONWord {
    var text: [UInt8] = []
    append(string, to: &text)
    return text.withUnsafeSpan { span in
      JSONCursor(span).word(JSONString(range: 0..<span.count, hasEscapes: false))
    }
  }
}

extension JSONCursor {
  /// Reads the value of a member `crs`.
  ///
  /// - Throws: a fault for every system whose coordinates are not degrees of WGS 84.
  @inline(never)
  internal mutating func referenceSystem() throws(JSONFault) {
    guard try peek() == UInt8(ascii: "{") else {
      // Null does not name a system.
      return try skipValue()
    }
    var place: Int?
    try members { cursor, name throws(JSONFault) in
      guard cursor.word(name) == .properties, try cursor.peek() == UInt8(ascii: "{") else {
        return try cursor.skipValue()
      }
      try cursor.members { cursor, name throws(JSONFault) in
        if ["name", "code", "href"].contains(cursor.text(name)) { place = cursor.position }
        try cursor.skipValue()
      }
    }
    guard let place else {
      // The object does not name a system.
      passedOver.addForeign()
      return
    }
    let name = JSONCursor(bytes, at: place).plainText
    switch name.map({ ReferenceSystem(name: $0) }) {
    case .worldwide: break
    case .near: passedOver.addNearSystem()
    case .other, nil: throw JSONFault(.content(.referenceSystem), at: place)
    }
  }

  /// The string or integer at the position.
  private var plainText: String? {
    var cursor = self
    switch try? cursor.value() {
    case .string(let text): return text
    case .integer(let number): return String(number)
    default: return nil
    }
  }

  /// The counts of valid content that was skipped.
  internal var leftOut: LeftOut {
    var leftOut = LeftOut()
    leftOut.add(.measure, passedOver.measureCount)
    leftOut.add(.height, Int(passedOver.heightCount))
    leftOut.add(.foreignMember, passedOver.foreignCount)
    leftOut.add(.nearSystem, passedOver.nearSystemCount)
    return leftOut
  }
}
