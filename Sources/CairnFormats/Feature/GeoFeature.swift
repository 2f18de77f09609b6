public import CairnGeodesy

/// A geographic feature as stored in a file: a geometry and its properties.
///
/// All readers of this module produce features and all writers take them, so that every format can
/// be converted to every other.
///
/// Each feature owns its strings and arrays. Do not keep millions of them: a ``PlaceTable``, which
/// is also faster to read, or `PackedFeatures` of `CairnFeatures` stores a list of named points in
/// less memory.
/// Geometries are not validated: rings may be open, lines may have one position or none.
///
/// ```swift
/// let summit = GeoFeature(
///   geometry: .point(.init(Coordinate(latitude: 47.421, longitude: 10.985), elevation: 2_962)),
///   properties: ["name": "Zugspitze", "country": "DE"])
/// summit.properties["name"]?.text   // "Zugspitze"
/// ```
public struct GeoFeature: Hashable, Sendable {
  /// The identifier in the source, a string or a number; nil if it has none.
  public var identifier: PropertyValue?
  /// The geometry; nil for a feature without a location.
  public var geometry: Geometry?
  /// The properties, in the order of the source.
  public var properties: Properties
  /// Members of a GeoJSON feature that RFC 7946 does not define, and its original `bbox`.
  ///
  /// Only GeoJSON can store them.
  public var foreignMembers = Properties()

  /// Creates a feature.
  ///
  /// - Parameters:
  ///   - geometry: the geometry; nil for a feature without a location.
  ///   - properties: the properties.
  ///   - identifier: the identifier in the source, a string or a number.
  ///   - foreignMembers: members of a GeoJSON feature that RFC 7946 does not define.
  public init(
    geometry: Geometry?, properties: Properties = Properties(),
    identifier: PropertyValue? = nil, foreignMembers: Properties = Properties()
  ) {
    self.geometry = geometry
    self.properties = properties
    self.identifier = identifier
    self.foreignMembers = foreignMembers
  }
}

extension GeoFeature: Identifiable {
  /// A value that distinguishes a feature from the others of its source.
  public enum ID: Hashable, Sendable {
    /// The identifier in the source.
    case identifier(PropertyValue)
    /// The whole feature, if it has no identifier.
    case content(GeoFeature)
  }

  /// The identifier in the source, or the whole feature if it has none.
  ///
  /// The ID is unique if the identifiers of the source are. It stays the same when a feature with
  /// an identifier is changed; the ID of a feature without one changes with its content, and equal
  /// features have the same ID.
  ///
  /// - Complexity: O(1). To compare or hash the ID of a feature without an identifier takes time
  ///   linear in its size.
  public var id: ID { identifier.map { .identifier($0) } ?? .content(self) }
}

extension GeoFeature {
  /// A geometry: one of the seven kinds of the simple-feature model (ISO 19125).
  ///
  /// Positions are stored as in the source: rings keep their orientation and closing position,
  /// lines across the antimeridian keep their longitudes.
  public enum Geometry: Hashable, Sendable {
    /// A single position.
    case point(Position)
    /// A set of positions.
    case multiPoint([Position])
    /// A line through positions.
    case lineString([Position])
    /// A set of lines.
    case multiLineString([[Position]])
    /// A polygon: the outer ring followed by its holes; no rings for an empty polygon.
    case polygon([[Position]])
    /// A set of polygons.
    case multiPolygon([[[Position]]])
    /// A set of geometries of any kinds.
    case collection([Geometry])
  }

  /// A position of a geometry: a coordinate with an optional elevation and measure.
  public struct Position: Hashable, Sendable {
    /// Latitude and longitude in degrees.
    public var coordinate: Coordinate
    /// ``elevation`` and ``measure``, or ``none``.
    ///
    /// Optionals would increase the size of a position from 32 to 48 bytes.
    private var elevationOrNone = none
    private var measureOrNone = none

    /// Creates a position.
    ///
    /// - Parameters:
    ///   - coordinate: latitude and longitude in degrees.
    ///   - elevation: meters above the reference level of the source; nil if unknown.
    ///   - measure: a distance along the line or another number; nil for none.
    public init(_ coordinate: Coordinate, elevation: Double? = nil, measure: Double? = nil) {
      self.coordinate = coordinate
      if let elevation { elevationOrNone = elevation }
      if let measure { measureOrNone = measure }
    }

    /// The elevation in meters above the reference level of the source; nil if unknown.
    public var elevation: Double? {
      get { elevationOrNone.bitPattern == Self.none.bitPattern ? nil : elevationOrNone }
      set { elevationOrNone = newValue ?? Self.none }
    }

    /// The measure (M) of well-known text and binary, the fourth number of a GeoJSON position: a
    /// distance along the line, a time or another quantity; nil for none.
    public var measure: Double? {
      get { measureOrNone.bitPattern == Self.none.bitPattern ? nil : measureOrNone }
      set { measureOrNone = newValue ?? Self.none }
    }

    /// A quiet NaN with a payload that no calculation produces.
    private static var none: Double { Double(bitPattern: 0x7FF8_0000_4E4F_4E45) }
  }
}

extension GeoFeature.Geometry {
  /// The GeoJSON name of this kind of geometry: `Point`, `MultiLineString`, `GeometryCollection`.
  public var name: String {
    switch self {
    case .point: "Point"
    case .multiPoint: "MultiPoint"
    case .lineString: "LineString"
    case .multiLineString: "MultiLineString"
    case .polygon: "Polygon"
    case .multiPolygon: "MultiPolygon"
    case .collection: "GeometryCollection"
    }
  }

  /// Calls a closure with each position, in order; skips an empty point.
  public func forEachPosition<E: Error>(
    _ body: (GeoFeature.Position) throws(E) -> Void
  ) throws(E) {
    switch self {
    case .point(let position): if !position.isNowhere { try body(position) }
    case .multiPoint(let positions), .lineString(let positions):
      for position in positions { try body(position) }
    case .multiLineString(let lines), .polygon(let lines):
      for line in lines { for position in line { try body(position) } }
    case .multiPolygon(let polygons):
      for rings in polygons { for ring in rings { for position in ring { try body(position) } } }
    case .collection(let members):
      for member in members { try member.forEachPosition(body) }
    }
  }

  /// Returns the first position that satisfies a predicate.
  package func firstPosition(
    where isWanted: (GeoFeature.Position) -> Bool
  ) -> GeoFeature.Position? {
    struct Found: Error { let position: GeoFeature.Position }
    do throws(Found) {
      try forEachPosition { position throws(Found) in
        if isWanted(position) { throw Found(position: position) }
      }
      return nil
    } catch {
      return error.position
    }
  }

  /// Whether any position has an elevation.
  internal var hasElevation: Bool { firstPosition { $0.elevation != nil } != nil }

  /// Whether any position has a measure.
  internal var hasMeasure: Bool {
    if case .point(let position) = self { return position.measure != nil }
    return firstPosition { $0.measure != nil } != nil
  }

  /// The number of positions that have a measure, optionally only of those without an elevation.
  internal func measureCount(withoutElevation: Bool = false) -> Int {
    guard hasMeasure else { return 0 }
    var count = 0
    forEachPosition { position in
      if position.measure != nil, !withoutElevation || position.elevation == nil { count += 1 }
    }
    return count
  }

  /// Whether all numbers of all positions are finite.
  internal var isFinite: Bool {
    firstPosition {
      !($0.coordinate.latitude.isFinite && $0.coordinate.longitude.isFinite
        && ($0.elevation ?? 0).isFinite && ($0.measure ?? 0).isFinite)
    } == nil
  }
}

extension GeoFeature.Geometry {
  /// A point without a position: `POINT EMPTY` in well-known text.
  ///
  /// Its latitude and longitude are NaN, as in well-known binary, but it is equal to every other
  /// empty point. ``forEachPosition(_:)`` skips it.
  public static var emptyPoint: GeoFeature.Geometry {
    .point(GeoFeature.Position(Coordinate(latitude: .nan, longitude: .nan)))
  }

  /// Whether the geometry is a point without a position.
  public var isEmptyPoint: Bool {
    if case .point(let position) = self { return position.isNowhere }
    return false
  }
}

extension Double {
  /// The longitude reduced to -180...180; both ends are kept.
  package var reducedLongitude: Double {
    magnitude > 180 ? remainder(dividingBy: 360) : self
  }
}

extension GeoFeature.Position: CustomStringConvertible {
  /// The coordinate, followed by the elevation and the measure if known: `47.42, 10.98 (2962.0 m)`.
  public var description: String {
    "\(coordinate)" + (elevation.map { " (\($0) m)" } ?? "") + (measure.map { " [\($0)]" } ?? "")
  }

  /// Whether latitude and longitude are both NaN.
  internal var isNowhere: Bool { coordinate.latitude.isNaN && coordinate.longitude.isNaN }

  /// Whether all numbers of two positions are equal; positions of empty points are all equal.
  public static func == (a: GeoFeature.Position, b: GeoFeature.Position) -> Bool {
    if a.isNowhere { return b.isNowhere }
    return a.coordinate == b.coordinate && a.elevation == b.elevation && a.measure == b.measure
  }

  /// Hashes the components that equality compares.
  public func hash(into hasher: inout Hasher) {
    guard !isNowhere else { return hasher.combine(0) }
    hasher.combine(coordinate)
    hasher.combine(elevation)
    hasher.combine(measure)
  }
}
