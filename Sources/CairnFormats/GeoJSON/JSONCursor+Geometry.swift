internal import CairnGeodesy

extension JSONCursor {
  /// Reads a geometry, an object with its members in any order.
  ///
  /// - Parameter depth: the number of enclosing collections.
  /// - Returns: nil for a point without coordinates.
  /// - Throws: a fault if it is not a geometry, and for collections nested too deep.
  internal mutating func geometry(depth: Int = 0) throws(JSONFault) -> GeoFeature.Geometry? {
    let start = position
    guard depth < Self.depthLimit else { throw JSONFault(.tooDeep, at: start) }
    var type = GeoJSONWord.other
    var typePlace = start
    var coordinates: Int?
    var result: GeoFeature.Geometry?
    var geometries: [GeoFeature.Geometry]?
    try members { cursor, name throws(JSONFault) in
      switch cursor.word(name) {
      case .type:
        typePlace = cursor.position
        type = try cursor.type(.geometryType)
      case .coordinates:
        coordinates = cursor.position
        // If the type is not known yet, they are read when it is.
        if type == .other {
          try cursor.skipValue()
        } else {
          result = try cursor.coordinates(of: type)
        }
      case .geometries:
        guard try cursor.peek() == UInt8(ascii: "[") else {
          throw JSONFault(.content(.geometries), at: cursor.position)
        }
        var parts: [GeoFeature.Geometry] = []
        try cursor.elements { cursor throws(JSONFault) in
          guard try cursor.peek() == UInt8(ascii: "{") else {
            throw JSONFault(.content(.geometry), at: cursor.position)
          }
          if let part = try cursor.geometry(depth: depth + 1) { parts.append(part) }
        }
        geometries = parts
      case let word: try cursor.skipMember(word)
      }
    }
    guard type.isGeometry else { throw JSONFault(.content(.geometryType), at: typePlace) }
    if type == .geometryCollection {
      guard let geometries else { throw JSONFault(.content(.geometries), at: start) }
      return .collection(geometries)
    }
    guard let coordinates else { throw JSONFault(.content(.coordinates), at: start) }
    guard coordinates < typePlace else { return result }
    return try reading(at: coordinates) { cursor throws(JSONFault) in
      try cursor.coordinates(of: type)
    }
  }

  /// Reads the value of the member `coordinates` for a type.
  private mutating func coordinates(
    of type: GeoJSONWord
  ) throws(JSONFault) -> GeoFeature.Geometry? {
    switch type {
    case .point: return try pointPosition().map { .point($0) }
    case .multiPoint: return .multiPoint(try positions())
    case .lineString: return .lineString(try line())
    case .multiLineString:
      return .multiLineString(try array { cursor throws(JSONFault) in try cursor.line() })
    case .polygon: return .polygon(try polygon())
    case .multiPolygon:
      return .multiPolygon(try array { cursor throws(JSONFault) in try cursor.polygon() })
    default:
      // A collection has no coordinates, and an unknown type is reported elsewhere.
      try skipValue()
      return nil
    }
  }

  /// Reads the position of a point geometry without allocating.
  ///
  /// - Throws: a fault for every other geometry.
  @inline(__always)
  internal mutating func point() throws(JSONFault) -> GeoFeature.Position {
    let start = position
    var type = GeoJSONWord.other
    var typePlace = start
    var place: GeoFeature.Position?
    var coordinates: Int?
    try members { cursor, name throws(JSONFault) in
      switch cursor.word(name) {
      case .type:
        typePlace = cursor.position
        type = try cursor.type(.geometryType)
      case .coordinates where type == .point: place = try cursor.pointPosition()
      case .coordinates:
        coordinates = cursor.position
        try cursor.skipValue()
      case let word: try cursor.skipMember(word)
      }
    }
    guard type == .point else {
      throw JSONFault(.content(type.isGeometry ? .point : .geometryType), at: typePlace)
    }
    if place == nil, let coordinates {
      place = try reading(at: coordinates) { cursor throws(JSONFault) in
        try cursor.pointPosition()
      }
    }
    guard let place else { throw JSONFault(.content(.coordinates), at: start) }
    return place
  }
}

extension JSONCursor {
  /// Reads a position, or nil for an empty array, which is not a position.
  @inline(__always)
  private mutating func pointPosition() throws(JSONFault) -> GeoFeature.Position? {
    let start = position
    guard try peek() == UInt8(ascii: "[") else { throw JSONFault(.content(.position), at: start) }
    guard try opens(before: "]") else { return nil }
    return try restOfPosition(from: start)
  }

  private mutating func coordinatePosition() throws(JSONFault) -> GeoFeature.Position {
    let start = position
    guard try peek() == UInt8(ascii: "["), try opens(before: "]") else {
      throw JSONFault(.content(.position), at: start)
    }
    return try restOfPosition(from: start)
  }

  /// Reads the numbers of a position: longitude, latitude, elevation, measure; further numbers are
  /// counted.
  @inline(__always)
  private mutating func restOfPosition(
    from start: Int
  ) throws(JSONFault) -> GeoFeature.Position {
    let longitude = try coordinate()
    guard try continues(before: "]", .commaOrBracket) else {
      throw JSONFault(.content(.position), at: start)
    }
    var latitude = try coordinate()
    var elevation: Double?
    var measure: Double?
    if try continues(before: "]", .commaOrBracket) {
      elevation = try self.elevation()
      if try continues(before: "]", .commaOrBracket) {
        measure = try coordinate()
        while try continues(before: "]", .commaOrBracket) {
          _ = try coordinate()
          passedOver.addMeasure()
        }
      }
    }
    if latitude.magnitude > 90 || longitude.magnitude > 540 {
      guard latitude.magnitude <= 90 + 1e-9, longitude.magnitude <= 540 else {
        throw Self.outOfRange(latitude: latitude, longitude: longitude, at: start)
      }
      // Rounding errors of a latitude that should be a pole.
      latitude = latitude < 0 ? -90 : 90
    }
    return GeoFeature.Position(
      Coordinate(latitude: latitude, longitude: longitude), elevation: elevation,
      measure: measure)
  }

  private static func outOfRange(
    latitude: Double, longitude: Double, at place: Int
  ) -> JSONFault {
    switch FormatError.Reason(latitude: latitude, longitude: longitude) {
    case .swapped(let degrees): JSONFault(.swapped(degrees), at: place)
    case .outOfRange(let degrees): JSONFault(.outOfRange(degrees), at: place)
    default: JSONFault(.content(.position), at: place)
    }
  }

  @inline(__always)
  private mutating func coordinate() throws(JSONFault) -> Double {
    let byte = try peek()
    guard byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10 else {
      throw JSONFault(.content(.number), at: position)
    }
    return try double(try number())
  }

  /// Reads an elevation; returns nil for a value that is not a number or exceeds a double, which
  /// does not invalidate the position.
  @inline(__always)
  private mutating func elevation() throws(JSONFault) -> Double? {
    let byte = try peek()
    if byte == UInt8(ascii: "-") || byte &- UInt8(ascii: "0") < 10 {
      let number = try number()
      if let meters = try? double(number) { return meters }
    } else {
      try skipValue()
    }
    passedOver.addHeight()
    return nil
  }

  /// Reads an array of elements.
  private mutating func array<Element>(
    _ element: (inout JSONCursor) throws(JSONFault) -> Element
  ) throws(JSONFault) -> [Element] {
    guard try peek() == UInt8(ascii: "[") else { throw JSONFault(.content(.array), at: position) }
    var result: [Element] = []
    try elements { cursor throws(JSONFault) in result.append(try element(&cursor)) }
    return result
  }

  private mutating func positions() throws(JSONFault) -> [GeoFeature.Position] {
    try array { cursor throws(JSONFault) in try cursor.coordinatePosition() }
  }

  private mutating func line() throws(JSONFault) -> [GeoFeature.Position] {
    let start = position
    let line = try positions()
    if line.count == 1 { throw JSONFault(.content(.line), at: start) }
    return line
  }

  /// Reads rings; unclosed rings are kept as they are and closed by later users.
  private mutating func polygon() throws(JSONFault) -> [[GeoFeature.Position]] {
    try array { cursor throws(JSONFault) in
      let start = cursor.position
      let ring = try cursor.positions()
      let isClosed = ring.first?.coordinate == ring.last?.coordinate
      guard ring.count >= (isClosed ? 4 : 3) else { throw JSONFault(.content(.ring), at: start) }
      return ring
    }
  }
}
