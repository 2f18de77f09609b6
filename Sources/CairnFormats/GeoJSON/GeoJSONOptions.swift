internal import CairnGeodesy

/// How features are written as GeoJSON.
///
/// ```swift
/// var options = GeoJSONOptions()
/// options.fractionDigits = 6
/// options.writesBoundingBoxes = true
/// var writer = GeoJSONWriter(options)
/// ```
public struct GeoJSONOptions: Hashable, Sendable {
  /// How many digits may follow the point of a longitude and a latitude, 0 to 15.
  ///
  /// Nil takes as many as it needs to read the same bits. Six digits are 11 centimetres.
  public var fractionDigits: Int?
  /// Whether each feature, and at its end the collection, says its box.
  public var writesBoundingBoxes = false
  /// Whether lines and polygons across 180 degrees are cut there, as RFC 7946 wants it.
  public var cutsAtAntimeridian = true

  /// The default: all digits, no boxes, cut at 180 degrees.
  public init() {}
}

extension JSONWriter {
  /// Writes a feature as a GeoJSON object.
  ///
  /// - Returns: the feature's box where the options want one.
  /// - Throws: ``FormatError`` for what GeoJSON cannot hold, before anything is written.
  internal mutating func feature(
    _ feature: GeoFeature, _ options: GeoJSONOptions
  ) throws(FormatError) -> BoundingBox? {
    try feature.geometry?.checkForGeoJSON()
    let geometry = feature.geometry?.cutAtAntimeridian(options.cutsAtAntimeridian)
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
    endObject()
    return box
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
      // What RFC 7946 (3.1) takes for no geometry.
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

  private mutating func position(_ position: GeoFeature.Position, _ options: GeoJSONOptions) {
    beginArray()
    coordinate(position.coordinate.longitude, options)
    coordinate(position.coordinate.latitude, options)
    if let elevation = position.elevation { value(elevation) }
    endArray()
  }

  /// Writes degrees with no more digits than wanted, without zeros at the end.
  private mutating func coordinate(_ degrees: Double, _ options: GeoJSONOptions) {
    guard let digits = options.fractionDigits else { return value(degrees) }
    let scale = DecimalNumber.exactPowers[min(max(digits, 0), 15)]
    value((degrees * scale).rounded() / scale)
  }
}

extension GeoFeature.Geometry {
  /// Checks that GeoJSON can hold all positions, and that lines and rings have enough of them.
  internal func checkForGeoJSON() throws(FormatError) {
    try forEachPosition { position throws(FormatError) in
      let coordinate = position.coordinate
      guard coordinate.isValid, position.elevation?.isFinite ?? true else {
        throw FormatError(
          .notRepresentable("the position \(coordinate.longitude), \(coordinate.latitude)"),
          line: 0)
      }
    }
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
