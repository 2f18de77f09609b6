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
