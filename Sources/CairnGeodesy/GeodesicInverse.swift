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
