/// A point of the unit sphere in three dimensions: what a coordinate becomes inside an index.
///
/// `x` points to latitude 0, longitude 0; `y` to longitude 90; `z` to the north pole. Poles and
/// the antimeridian are points like any other here.
public struct UnitVector: Hashable, Sendable, BitwiseCopyable {
  /// Towards latitude 0, longitude 0.
  public var x: Double
  /// Towards latitude 0, longitude 90.
  public var y: Double
  /// Towards the north pole.
  public var z: Double

  /// Makes a vector from its components, without normalising it.
  @inlinable
  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  /// The square of the straight line through the sphere to another point, in 0...4.
  ///
  /// It grows with the distance, so it orders and prunes without trigonometry.
  @inlinable
  public func squaredChord(to other: UnitVector) -> Double {
    let dx = x - other.x
    let dy = y - other.y
    let dz = z - other.z
    return dx * dx + dy * dy + dz * dz
  }
}
