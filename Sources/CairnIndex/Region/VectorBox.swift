package import CairnGeodesy
internal import CairnMemory

/// A three-dimensional box around a part of the unit sphere.
///
/// Poles and the antimeridian need no special handling. Its bounds are rounded outward by more than
/// the error of a vector rounded to floats.
package struct VectorBox: Equatable, Sendable, BitwiseCopyable {
  /// The minimum of each component, infinite for an empty box.
  @usableFromInline package private(set) var least = SIMD3<Float>(repeating: .infinity)
  /// The maximum of each component, negative infinity for an empty box.
  @usableFromInline package private(set) var greatest = SIMD3<Float>(repeating: -.infinity)

  /// The empty box.
  package static let empty = VectorBox()

  private init() {}

  /// Creates a box with the given bounds.
  package init(least: SIMD3<Float>, greatest: SIMD3<Float>) {
    (self.least, self.greatest) = (least, greatest)
  }

  /// More than half a unit in the last place of a float below 1, for each of two rounded vectors.
  private static let rim = 0x1p-23

  /// Creates the box around a box of degrees.
  ///
  /// x = cos φ cos λ, y = cos φ sin λ and z = sin φ, each factor between its own bounds.
  package init(_ box: BoundingBox) {
    guard !box.isEmpty else { return }
    let (south, north) = (sineAndCosine(degrees: box.south), sineAndCosine(degrees: box.north))
    let (west, east) = (sineAndCosine(degrees: box.west), sineAndCosine(degrees: box.east))
    /// Returns the bounds of a cosine from its values at both ends and the longitudes where it is 1
    /// and -1.
    func bounds(
      _ a: Double, _ b: Double, peak: Double, trough: Double
    ) -> (least: Double, greatest: Double) {
      (
        box.containsMeridian(trough) ? -1 : min(a, b),
        box.containsMeridian(peak) ? 1 : max(a, b)
      )
    }
    let narrowest = min(south.cosine, north.cosine)
    let widest = box.south <= 0 && box.north >= 0 ? 1 : max(south.cosine, north.cosine)
    let x = bounds(west.cosine, east.cosine, peak: 0, trough: 180)
    let y = bounds(west.sine, east.sine, peak: 90, trough: -90)
    add(
      UnitVector(
        x: x.least * (x.least < 0 ? widest : narrowest),
        y: y.least * (y.least < 0 ? widest : narrowest), z: south.sine))
    add(
      UnitVector(
        x: x.greatest * (x.greatest > 0 ? widest : narrowest),
        y: y.greatest * (y.greatest > 0 ? widest : narrowest), z: north.sine))
  }

  /// Extends the box by all points within a chord of a place.
  package mutating func add(_ place: UnitVector, reach: Double = 0) {
    let reach = reach + Self.rim
    for (axis, value) in [place.x, place.y, place.z].enumerated() {
      least[axis] = min(least[axis], Float(value - reach).nextDown)
      greatest[axis] = max(greatest[axis], Float(value + reach).nextUp)
    }
  }

  /// Extends the box by another box.
  package mutating func formUnion(_ other: VectorBox) {
    formUnion(least: other.least, greatest: other.greatest)
  }

  /// Extends the box by a box with the given bounds.
  @inline(__always)
  mutating func formUnion(least other: SIMD3<Float>, greatest another: SIMD3<Float>) {
    least = least.replacing(with: other, where: other .< least)
    greatest = greatest.replacing(with: another, where: another .> greatest)
  }

  /// Returns a box that contains everything within a chord of this one.
  package func expanded(by chord: Float) -> VectorBox {
    VectorBox(
      least: least - SIMD3(repeating: chord.nextUp),
      greatest: greatest + SIMD3(repeating: chord.nextUp))
  }

  /// The center of a nonempty box.
  package var center: SIMD3<Float> { (least + greatest) * 0.5 }

  /// Whether two boxes intersect.
  package func intersects(_ other: VectorBox) -> Bool {
    for axis in 0..<3
    where least[axis] > other.greatest[axis] || greatest[axis] < other.least[axis] {
      return false
    }
    return true
  }
}

extension BoundingBox {
  /// Whether the box contains places on a meridian, except for the poles.
  fileprivate func containsMeridian(_ longitude: Double) -> Bool {
    contains(Coordinate(latitude: south + (north - south) / 2, longitude: longitude))
  }
}
