internal import CairnGeodesy

extension JSONWriter {
  /// Writes a feature as a GeoJSON object.
  ///
  /// - Returns: the feature's bounding box if the options include it.
  /// - Throws: ``FormatError`` for content that GeoJSON cannot represent, before anything is
  ///   written.
  internal mutating func feature(
    _ feature: GeoFeature, _ options: GeoJSONOptions
  ) throws(FormatError) -> BoundingBox? {
    if case .point(let position)? = feature.geometry, feature.identifier == nil,
      !options.writesBoundingBoxes, !options.keepsGeometries, !position.isNowhere
    {
      // Fast path for most features of most files.
      try position.checkForGeoJSON()
      beginPoint()
      self.position(position.reduced, options)
      bytes.append(contentsOf: Self.pointEnd)
      followsKey = true
      value(.object(feature.properties))
      if !feature.foreignMembers.isEmpty { members(feature.foreignMembers) }
      bytes.append(UInt8(ascii: "}"))
      return nil
    }
    try feature.geometry?.checkForGeoJSON()
    let whole = feature
    var feature = whole
    if !options.keepsGeometries, let geometry = whole.geometry {
      let cut = geometry.cutAtAntimeridian(options.cutsAtAntimeridian)
      if options.cutsAtAntimeridian, whole.hasVertexValues {
        feature.replaceGeometry(cut, vertices: geometry.verticesOfCut)
      } else {
        feature.geometry = cut
      }
    }
    let geometry = feature.geometry
    beginObject()
    member("type", "Feature")
    switch feature.identifier {
    case .string(let text)?: member("id", text)
    case .integer, .number:
      key("id")
      value(feature.identifier ?? .null)
    default: break
    }
    var box: BoundingBox?
    if options.writesBoundingBoxes, let bounds = geometry?.boundingBox, !bounds.isEmpty {
      box = bounds
      self.box(bounds, options)
    }
    key("geometry")
    if let geometry { self.geometry(geometry, options) } else { null() }
    key("properties")
    value(.object(feature.properties))
    if !feature.foreignMembers.isEmpty { members(feature.foreignMembers, withBox: box == nil) }
    endObject()
    return box
  }

  private static let reserved = [
    "type", "id", "geometry", "properties", "features", "coordinates", "geometries", "crs",
  ]

  /// The number of members whose names RFC 7946 reserves; they are not written.
  internal static func reservedCount(_ members: Properties) -> Int {
    members.isEmpty ? 0 : members.members.count { reserved.contains($0.name) }
  }

  /// Writes a record, and removes it again if it exceeds the limit of readers.
  internal mutating func writing<Value>(
    upTo limit: Int, _ body: (inout JSONWriter) throws(FormatError) -> Value
  ) throws(FormatError) -> Value {
    let start = bytes.count
    let wasEmpty = containers.last?.isEmpty ?? false
    let value = try body(&self)
    guard bytes.count - start <= limit else {
      bytes.removeSubrange(start...)
      if let last = containers.indices.last { containers[last].isEmpty = wasEmpty }
      throw FormatError(.recordTooLong(limit: limit), line: 0)
    }
    return value
  }

  /// Writes members that RFC 7946 does not define, except those with reserved names (7.1).
  internal mutating func members(_ members: Properties, withBox: Bool) {
    for (name, value) in members.members where !Self.reserved.contains(name) {
      guard name != "bbox" || withBox else { continue }
      key(name)
      self.value(value)
    }
  }

  /// Writes the member `bbox`.
  internal mutating func box(_ box: BoundingBox, _ options: GeoJSONOptions) {
    key("bbox")
    beginArray()
    for degrees in [box.west, box.south, box.east, box.north] {
      coordinate(degrees, options)
    }
    endArray()
  }

  private mutating func geometry(_ geometry: GeoFeature.Geometry, _ options: GeoJSONOptions) {
    beginObject()
    member("type", geometry.name)
    if case .collection(let members) = geometry {
      key("geometries")
      beginArray()
      for member in members { self.geometry(member, options) }
      endArray()
    } else {
      key("coordinates")
      coordinates(of: geometry, options)
    }
    endObject()
  }

  private mutating func coordinates(
    of geometry: GeoFeature.Geometry, _ options: GeoJSONOptions
  ) {
    switch geometry {
    case .point(let position):
      // RFC 7946 (3.1) allows an empty array for no position.
      if position.isNowhere {
        beginArray()
        endArray()
      } else {
        self.position(position, options)
      }
    case .multiPoint(let positions), .lineString(let positions): line(positions, options)
    case .multiLineString(let lines), .polygon(let lines): self.lines(lines, options)
    case .multiPolygon(let polygons):
      beginArray()
      for rings in polygons { lines(rings, options) }
      endArray()
    case .collection: break
    }
  }

  private mutating func lines(_ lines: [[GeoFeature.Position]], _ options: GeoJSONOptions) {
    beginArray()
    for line in lines { self.line(line, options) }
    endArray()
  }

  private mutating func line(_ positions: [GeoFeature.Position], _ options: GeoJSONOptions) {
    beginArray()
    for position in positions { self.position(position, options) }
    endArray()
  }

  internal mutating func position(_ position: GeoFeature.Position, _ options: GeoJSONOptions) {
    beginArray()
    coordinate(position.coordinate.longitude, options)
    coordinate(position.coordinate.latitude, options)
    if let elevation = position.elevation {
      value(elevation)
      if let measure = position.measure { value(measure) }
    }
    endArray()
  }

  private mutating func coordinate(_ degrees: Double, _ options: GeoJSONOptions) {
    self.degrees(degrees, fractionDigits: options.fractionDigits)
  }

  /// Writes degrees with at most the given number of digits, without trailing zeros.
  internal mutating func degrees(_ degrees: Double, fractionDigits: Int?) {
    guard let digits = fractionDigits else { return value(degrees) }
    let scale = DecimalNumber.exactPowers[min(max(digits, 0), 15)]
    value((degrees * scale).rounded() / scale)
  }
}

extension JSONWriter {
  /// The text before and after the position of a point feature.
  internal static let pointStart = Array(
    #"{"type":"Feature","geometry":{"type":"Point","coordinates":"#.utf8)
  internal static let pointEnd = Array(#"},"properties":"#.utf8)

  /// Begins a point feature; the position must follow.
  internal mutating func beginPoint() {
    separate()
    bytes.append(contentsOf: Self.pointStart)
    followsKey = true
  }

  /// Begins the properties after the position of a point; the caller appends the members as bytes.
  internal mutating func beginPointProperties() {
    bytes.append(contentsOf: Self.pointEnd)
    bytes.append(UInt8(ascii: "{"))
  }

  /// Ends the properties and the point feature.
  internal mutating func endPoint() {
    bytes.append(UInt8(ascii: "}"))
    bytes.append(UInt8(ascii: "}"))
  }

  /// Writes members of an object that was opened without the writer's state and has members
  /// already.
  private mutating func members(_ members: Properties) {
    containers.append(Container(isEmpty: false, onLines: false))
    self.members(members, withBox: true)
    containers.removeLast()
  }
}

extension GeoFeature.Position {
  /// Checks that GeoJSON can represent the position.
  @inline(__always)
  internal func checkForGeoJSON() throws(FormatError) {
    guard coordinate.isValid, elevation?.isFinite ?? true, measure?.isFinite ?? true else {
      throw FormatError(
        .notRepresentable("the position \(coordinate.longitude), \(coordinate.latitude)"), line: 0)
    }
  }
}

extension GeoFeature.Geometry {
  /// Checks that GeoJSON can represent all positions, and that lines and rings have enough of them.
  internal func checkForGeoJSON() throws(FormatError) {
    try forEachPosition { position throws(FormatError) in try position.checkForGeoJSON() }
    switch self {
    case .lineString(let line): try Self.check([line], least: 2, "line")
    case .multiLineString(let lines): try Self.check(lines, least: 2, "line")
    case .polygon(let rings): try Self.check(rings, least: 3, "ring")
    case .multiPolygon(let polygons):
      for rings in polygons { try Self.check(rings, least: 3, "ring") }
    case .collection(let members): for member in members { try member.checkForGeoJSON() }
    case .point, .multiPoint: break
    }
  }

  private static func check(
    _ lines: [[GeoFeature.Position]], least: Int, _ what: String
  ) throws(FormatError) {
    for line in lines where !line.isEmpty {
      let isClosed = least == 3 && line.count > 1 && line.first?.coordinate == line.last?.coordinate
      guard line.count >= (isClosed ? 4 : least) else {
        throw FormatError(
          .notRepresentable("a \(what) of \(line.count) position\(line.count == 1 ? "" : "s")"),
          line: 0)
      }
    }
  }
}
