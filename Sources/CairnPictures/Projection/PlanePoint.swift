/// A place on a flat map: metres from the middle of the projection, or pixels of a picture.
public struct PlanePoint: Hashable, Sendable {
  /// To the right: eastward in the middle of a projection.
  public var x: Double
  /// Upward in a projection, northward in its middle; downward in a picture.
  public var y: Double

  /// Makes a point.
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  internal var isFinite: Bool { x.isFinite && y.isFinite }

  internal func distance(to other: PlanePoint) -> Double {
    let dx = other.x - x
    let dy = other.y - y
    return (dx * dx + dy * dy).squareRoot()
  }

  /// The point at a fraction of the way to another.
  internal func interpolated(to other: PlanePoint, fraction: Double) -> PlanePoint {
    PlanePoint(x: x + (other.x - x) * fraction, y: y + (other.y - y) * fraction)
  }
}
