/// The answer to the inverse problem: how far, and in which direction, from one place to another.
public struct GeodesicInverse: Hashable, Sendable, BitwiseCopyable {
  /// The length of the shortest line, in metres; never negative.
  public var distance: Double
  /// The bearing of the line at its start, in degrees clockwise from north, in 0..<360.
  public var initialBearing: Double
  /// The bearing of the line at its end, in the direction of travel, in degrees in 0..<360.
  public var finalBearing: Double

  /// Makes an answer from its parts.
  ///
  /// - Parameters:
  ///   - distance: in metres.
  ///   - initialBearing: degrees clockwise from north, at the start.
  ///   - finalBearing: degrees clockwise from north, at the end, in the direction of travel.
  @inlinable
  public init(distance: Double, initialBearing: Double, finalBearing: Double) {
    self.distance = distance
    self.initialBearing = initialBearing
    self.finalBearing = finalBearing
  }
}

/// The answer to the direct problem: where a line ends, and in which direction it arrives there.
public struct GeodesicDirect: Hashable, Sendable, BitwiseCopyable {
  /// The place at the end of the line; its longitude lies in -180..<180.
  public var coordinate: Coordinate
  /// The bearing of the line at its end, in the direction of travel, in degrees in 0..<360.
  public var finalBearing: Double

  /// Makes an answer from its parts.
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

/// The answer to the inverse problem of a rhumb line: how far, and in which constant direction.
public struct RhumbInverse: Hashable, Sendable, BitwiseCopyable {
  /// The length of the line in metres; never negative.
  public var distance: Double
  /// The bearing, the same all along the line, in degrees clockwise from north, in 0..<360.
  public var bearing: Double

  /// Makes an answer from its parts.
  ///
  /// - Parameters:
  ///   - distance: in metres.
  ///   - bearing: degrees clockwise from north.
  @inlinable
  public init(distance: Double, bearing: Double) {
    self.distance = distance
    self.bearing = bearing
  }
}
