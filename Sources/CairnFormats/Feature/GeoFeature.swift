public import CairnGeodesy

/// A thing on the map as a file holds it: a geometry and its properties.
///
/// All readers of this module give features and all writers take them, so that any format can
/// become any other.
///
/// Each feature owns its texts and arrays. Do not keep millions of them: a list of named points
/// takes less as a ``PlaceTable``, the quicker way in, or as ``PackedFeatures``. A geometry is not
/// checked: rings may be open, lines may have one position or none.
///
/// ```swift
/// let summit = GeoFeature(
///   geometry: .point(.init(Coordinate(latitude: 47.421, longitude: 10.985), elevation: 2_962)),
///   properties: ["name": "Zugspitze", "country": "DE"])
/// summit.properties["name"]?.text   // "Zugspitze"
/// ```
public struct GeoFeature: Hashable, Sendable {
  /// What the source calls it: a text or a number; nil where it has no identifier.
  public var identifier: PropertyValue?
  /// Where it is; nil for a feature without a place.
  public var geometry: Geometry?
  /// What is known about it, in the order of the source.
  public var properties: Properties
  /// Members of a GeoJSON feature that RFC 7946 does not know, and its `bbox` as it was written;
  /// formats other than GeoJSON have no place for them.
  public var foreignMembers = Properties()

  /// Makes a feature.
  ///
  /// - Parameters:
  ///   - geometry: where it is; nil for nowhere.
  ///   - properties: what is known about it.
  ///   - identifier: what the source calls it, a text or a number.
  public init(
    geometry: Geometry?, properties: Properties = Properties(),
    identifier: PropertyValue? = nil
  ) {
    self.geometry = geometry
    self.properties = properties
    self.identifier = identifier
  }
}

extension GeoFeature {
  /// The shape of a feature: the seven geometries of the simple-feature model (ISO 19125).
  ///
  /// Positions stand as the source gave them: rings keep their direction and their closing
  /// position, lines across the antimeridian keep their longitudes.
  public enum Geometry: Hashable, Sendable {
    /// One position.
    case point(Position)
    /// Any number of positions.
    case multiPoint([Position])
    /// A line through positions.
    case lineString([Position])
    /// Any number of lines.
    case multiLineString([[Position]])
    /// A ring and the rings of its holes; none for an empty polygon.
    case polygon([[Position]])
    /// Any number of polygons.
    case multiPolygon([[[Position]]])
    /// Any number of geometries of any kind.
    case collection([Geometry])
  }

  /// A place of a geometry: a coordinate and, where known, its elevation.
  public struct Position: Hashable, Sendable {
    /// Latitude and longitude in degrees.
    public var coordinate: Coordinate
    /// ``elevation`` and ``measure``, or ``none``: with a bit each for nil a position would have
    /// 48 bytes in place of 32.
    private var elevationOrNone = none
    private var measureOrNone = none

    /// Makes a position.
    ///
    /// - Parameters:
    ///   - coordinate: latitude and longitude in degrees.
    ///   - elevation: metres above the level that the source counts from; nil where unknown.
    ///   - measure: a number along the line, or whatever else the source counts; nil for none.
    public init(_ coordinate: Coordinate, elevation: Double? = nil, measure: Double? = nil) {
      self.coordinate = coordinate
      if let elevation { elevationOrNone = elevation }
      if let measure { measureOrNone = measure }
    }

    /// Metres above the level that the source counts from; nil where unknown.
    public var elevation: Double? {
      get { elevationOrNone.bitPattern == Self.none.bitPattern ? nil : elevationOrNone }
      set { elevationOrNone = newValue ?? Self.none }
    }

    /// The measure (M) of well-known text and binary, the fourth number of GeoJSON: a distance
    /// along the line, a time, whatever the source counts; nil for none.
    public var measure: Double? {
      get { measureOrNone.bitPattern == Self.none.bitPattern ? nil : measureOrNone }
      set { measureOrNone = newValue ?? Self.none }
    }

    /// A quiet NaN that no calculation gives.
    private static var none: Double { Double(bitPattern: 0x7FF8_0000_4E4F_4E45) }
  }
}

extension GeoFeature.Geometry {
  /// What GeoJSON calls this kind of geometry: `Point`, `MultiLineString`, `GeometryCollection`.
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

  /// Calls a closure with each position, in order; an empty point has none.
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

  /// The first position that a closure accepts.
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

  /// Whether a position has an elevation.
  internal var hasElevation: Bool { firstPosition { $0.elevation != nil } != nil }

  /// Whether a position has a measure.
  internal var hasMeasure: Bool {
    if case .point(let position) = self { return position.measure != nil }
    return firstPosition { $0.measure != nil } != nil
  }

  /// How many positions have a measure, or of those without an elevation how many.
  internal func measureCount(withoutElevation: Bool = false) -> Int {
    guard hasMeasure else { return 0 }
    var count = 0
    forEachPosition { position in
      if position.measure != nil, !withoutElevation || position.elevation == nil { count += 1 }
    }
    return count
  }

  /// Whether all positions are finite.
  internal var isFinite: Bool {
    firstPosition {
      !($0.coordinate.latitude.isFinite && $0.coordinate.longitude.isFinite
        && ($0.elevation ?? 0).isFinite && ($0.measure ?? 0).isFinite)
    } == nil
  }
}

extension GeoFeature.Geometry {
  /// A point without a place: `POINT EMPTY` in well-known text.
  ///
  /// Its coordinate is not a number, as in well-known binary, and yet it is equal to any other
  /// empty point. It has no position: ``forEachPosition(_:)`` skips it.
  public static var emptyPoint: GeoFeature.Geometry {
    .point(GeoFeature.Position(Coordinate(latitude: .nan, longitude: .nan)))
  }

  /// Whether it is a point without a place.
  public var isEmptyPoint: Bool {
    if case .point(let position) = self { return position.isNowhere }
    return false
  }
}

extension Double {
  /// A longitude in -180...180; both ends stay what they are.
  package var reducedLongitude: Double {
    magnitude > 180 ? remainder(dividingBy: 360) : self
  }
}

extension GeoFeature.Position: CustomStringConvertible {
  /// The coordinate, and behind it elevation and measure where there are such: `47.42,
  /// 10.98 (2962.0 m)`.
  public var description: String {
    "\(coordinate)" + (elevation.map { " (\($0) m)" } ?? "") + (measure.map { " [\($0)]" } ?? "")
  }
  /// Whether neither number of the coordinate is one.
  internal var isNowhere: Bool { coordinate.latitude.isNaN && coordinate.longitude.isNaN }

  /// Positions are equal when their numbers are; those of empty points are all equal.
  public static func == (a: GeoFeature.Position, b: GeoFeature.Position) -> Bool {
    if a.isNowhere { return b.isNowhere }
    return a.coordinate == b.coordinate && a.elevation == b.elevation && a.measure == b.measure
  }

  /// Hashes what the equality compares.
  public func hash(into hasher: inout Hasher) {
    guard !isNowhere else { return hasher.combine(0) }
    hasher.combine(coordinate)
    hasher.combine(elevation)
    hasher.combine(measure)
  }
}
