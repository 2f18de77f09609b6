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
