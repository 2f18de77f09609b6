/// The solution of the inverse problem: the distance and the bearings from one place to another.
public struct GeodesicInverse: Hashable, Sendable, BitwiseCopyable {
  /// The length of the shortest line, in meters; never negative.
  public var distance: Double
  /// The bearing of the line at its start, in degrees clockwise from north, in 0..<360.
  public var initialBearing: Double
  /// The bearing of the line at its end, in the direction of travel, in degrees in 0..<360.
  public var finalBearing: Double

  /// Creates a solution from its parts.
  ///
  /// - Parameters:
  ///   - distance: in meters.
  ///   - initialBearing: degrees clockwise from north, at the start.
  ///   - finalBearing: degrees clockwise from north, at the end, in the direction of travel.
  @inlinable
  public init(distance: Double, initialBearing: Double, finalBearing: Double) {
    self.distance = distance
    self.initialBearing = initialBearing
    self.finalBearing = finalBearing
  }
}

/// The solution of the direct problem: the end of a line and its bearing there.
public struct GeodesicDirect: Hashable, Sendable, BitwiseCopyable {
  /// The place at the end of the line; its longitude is in -180..<180.
  public var coordinate: Coordinate
  /// The bearing of the line at its end, in the direction of travel, in degrees in 0..<360.
  public var finalBearing: Double

  /// Creates a solution from its parts.
  ///
  /// - Parameters:
  ///   - coordinate: the place at the end of the line.
  ///   - finalBearing: degrees clockwise from north, at the end, in the direction of travel.
  @inlinable
  public init(coordinate: Coordinate, finalBearing: Double) {
    self.coordinate = coordinate
    self.finalBearing = finalBearing
  }
}

/// The solution of the inverse problem for a rhumb line: its length and its constant bearing.
public struct RhumbInverse: Hashable, Sendable, BitwiseCopyable {
  /// The length of the line in meters; never negative.
  public var distance: Double
  /// The constant bearing of the line, in degrees clockwise from north, in 0..<360.
  public var bearing: Double

  /// Creates a solution from its parts.
  ///
  /// - Parameters:
  ///   - distance: in meters.
  ///   - bearing: degrees clockwise from north.
  @inlinable
  public init(distance: Double, bearing: Double) {
    self.distance = distance
    self.bearing = bearing
  }
}
