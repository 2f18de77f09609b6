/// What a member `crs` of GeoJSON 2008 names; RFC 7946 has WGS 84 alone.
private enum ReferenceSystem {
  /// Degrees of WGS 84.
  case worldwide
  /// Degrees of a system that is WGS 84 within two metres, as those of whole continents are.
  case near
  case other

  /// The system of a name: `EPSG:4326`, `urn:ogc:def:crs:OGC:1.3:CRS84`, an address that ends so.
  init(name: String) {
    let name = name.lowercased()
    if ["wgs84", "wgs 84", "crs84"].contains(name) {
      self = .worldwide
      return
    }
    let words = name.split { ":/#".contains($0) }
    guard let last = words.last,
      words.count == 1 || words.contains(where: { $0.hasPrefix("epsg") || $0 == "ogc" })
    else {
      self = .other
      return
    }
    switch last {
    case "crs84", "crs84h", "4326", "4979": self = .worldwide
    // ETRS89, NAD83 and its Canadian form, SIRGAS 2000, NZGD2000, GDA94, GDA2020.
    case "4258", "4269", "crs83", "4617", "4674", "4167", "4283", "7844": self = .near
    default: self = .other
    }
  }
}

extension JSONCursor {
  /// Reads the value of a member `crs`.
  ///
  /// - Throws: a fault for every system but WGS 84, whose degrees the coordinates are not.
  @inline(never)
  internal mutating func referenceSystem() throws(JSONFault) {
    guard try peek() == UInt8(ascii: "{") else {
      // Null names no system.
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
      // It names none.
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

  /// The text or the number that stands here.
  private var plainText: String? {
    var cursor = self
    switch try? cursor.value() {
    case .string(let text): return text
    case .integer(let number): return String(number)
    default: return nil
    }
  }

  /// What was passed over.
  internal var leftOut: LeftOut {
    var leftOut = LeftOut()
    leftOut.add(.measure, passedOver.measureCount)
    leftOut.add(.foreignMember, passedOver.foreignCount)
    leftOut.add(.nearSystem, passedOver.nearSystemCount)
    return leftOut
  }
}
