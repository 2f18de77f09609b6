internal import CairnMemory

/// A fault at the position of a ``JSONCursor``; small enough to be thrown in registers.
internal struct JSONFault: Error, Equatable {
  internal enum Reason: Equatable {
    /// The bytes end in the middle of a value; more may arrive.
    case ends
    /// The bytes are not valid JSON: this was expected.
    case syntax(Wanted)
    /// A string is not valid UTF-8, or contains an unpaired surrogate.
    case brokenText
    /// A number exceeds the range of a double.
    case hugeNumber
    /// More arrays and objects are nested than the cursor allows.
    case tooDeep
    /// The bytes are valid JSON, but this was expected.
    case content(Wanted)
    /// A latitude or a longitude is out of range.
    case outOfRange(Double)
    /// A latitude is out of range next to a longitude that could be a latitude.
    case swapped(Double)
    /// A feature was expected, but a whole collection was found.
    case collection
  }

  /// The items expected at a position.
  internal enum Wanted: String {
    case value = "a value"
    case name = "a name in quotes"
    case nameOrEnd = "a name in quotes or \"}\""
    case colon = "\":\""
    case commaOrBrace = "\",\" or \"}\""
    case commaOrBracket = "\",\" or \"]\""
    case digit = "a digit"
    case noLeadingZero = "a number without leading zeros"
    case literal = "true, false or null"
    case escape = "an escape"
    case escapedControl = "an escape for a control character"
    case end = "the end of the input"
    case object = "an object"
    case array = "an array"
    case number = "a number"
    case position = "a position of two or three numbers"
    case line = "a line of two or more positions"
    case ring = "a ring of four or more positions"
    case geometry = "a geometry"
    case point = "a point"
    case geometryType = "the type of a geometry"
    case coordinates = "coordinates"
    case geometries = "geometries"
    case properties = "an object of properties"
    case feature = "a feature"
    case geoJSON = "a GeoJSON object with a type"
    case collectionType = "the type FeatureCollection"
    case features = "an array of features"
    case place = "an object with latitude and longitude"
    case referenceSystem = "longitude and latitude of WGS 84, CRS84 or EPSG:4326"
  }

  internal let reason: Reason
  internal let position: Int

  @inline(__always)
  internal init(_ reason: Reason, at position: Int) {
    self.reason = reason
    self.position = position
  }

  /// Whether parsing can continue after the value.
  internal var leavesSyntaxIntact: Bool {
    switch reason {
    case .ends, .syntax: false
    default: true
    }
  }
}

extension JSONFault {
  /// The reason for the error message.
  ///
  /// - Parameters:
  ///   - bytes: the bytes read by the cursor.
  ///   - subject: the value that was being read when the input ended.
  /// - Returns: the reason, which quotes at most 40 bytes of the input.
  internal func reason(in bytes: UnsafeByteSpan, within subject: String) -> FormatError.Reason {
    switch reason {
    case .ends: .endsWithin(subject)
    case .syntax(let wanted):
      if let word = foreignWord(in: bytes) {
        .expected("\(wanted.rawValue) (JSON has no \(word); write null instead)", found: word)
      } else {
        .expected(wanted.rawValue, found: character(in: bytes))
      }
    case .content(.referenceSystem):
      .expected(
        Wanted.referenceSystem.rawValue
          + " (convert with ogr2ogr -t_srs EPSG:4326 OUT.geojson IN.geojson)",
        found: value(in: bytes))
    case .content(.geoJSON) where value(in: bytes) == "\"Topology\"":
      .expected(
        Wanted.geoJSON.rawValue + " (convert TopoJSON with ogr2ogr OUT.geojson IN.topojson)",
        found: value(in: bytes))
    case .content(let wanted): .expected(wanted.rawValue, found: value(in: bytes))
    case .brokenText: .brokenText
    case .hugeNumber: .numberTooLarge(number(in: bytes))
    case .tooDeep: .tooDeep(limit: JSONCursor.depthLimit)
    case .outOfRange(let degrees): .outOfRange(degrees)
    case .swapped(let degrees): .swapped(degrees)
    case .collection: .expected(Wanted.feature.rawValue, found: "a collection")
    }
  }

  /// A word that programs write instead of a value that JSON does not have, at the position.
  private func foreignWord(in bytes: UnsafeByteSpan) -> String? {
    var end = position
    while end < bytes.count, end < position + 10, bytes[end].isLetter { end += 1 }
    let word = bytes.text(in: position..<end)
    return ["NaN", "nan", "Infinity", "None", "undefined"].contains(word) ? word : nil
  }

  private func character(in bytes: UnsafeByteSpan) -> String {
    guard position < bytes.count else { return "the end" }
    let byte = bytes[position]
    guard byte > 0x20, byte < 0x7F else {
      let digits = String(byte, radix: 16, uppercase: true)
      return "byte 0x" + (byte < 16 ? "0" : "") + digits
    }
    return byte == UInt8(ascii: "\"") ? "a quote" : "\"\(Unicode.Scalar(byte))\""
  }

  /// Describes the value at the position.
  private func value(in bytes: UnsafeByteSpan) -> String {
    guard position < bytes.count else { return "the end" }
    switch bytes[position] {
    case UInt8(ascii: "{"): return "an object"
    case UInt8(ascii: "["): return "an array"
    case UInt8(ascii: "\""):
      var cursor = JSONCursor(bytes, at: position)
      guard let string = try? cursor.string(), string.range.count <= 40 else { return "a text" }
      return "\"\(bytes.text(in: string.range))\""
    case UInt8(ascii: "t"): return "true"
    case UInt8(ascii: "f"): return "false"
    case UInt8(ascii: "n"): return "null"
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number(in: bytes)
    default: return character(in: bytes)
    }
  }

  private func number(in bytes: UnsafeByteSpan) -> String {
    var cursor = JSONCursor(bytes, at: position)
    guard let number = try? cursor.number() else { return "a number" }
    let digits = bytes.text(in: number.range.prefix(40))
    return number.range.count > 40 ? digits + "..." : digits
  }
}
