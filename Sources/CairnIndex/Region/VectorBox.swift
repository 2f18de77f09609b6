package import CairnGeodesy
internal import CairnMemory

/// A box in three dimensions around a part of the unit sphere.
///
/// Poles and the antimeridian are no special case of it. Its bounds are rounded outwards by more
/// than a vector that is rounded to floats can be off.
package struct VectorBox: Equatable, Sendable, BitwiseCopyable {
  /// The least of each component, infinite in an empty box.
  @usableFromInline package private(set) var least = SIMD3<Float>(repeating: .infinity)
  /// The greatest of each component, negative infinity in an empty box.
  @usableFromInline package private(set) var greatest = SIMD3<Float>(repeating: -.infinity)

  /// A box without a point.
  package static let empty = VectorBox()

  private init() {}

  /// A box with these bounds.
  package init(least: SIMD3<Float>, greatest: SIMD3<Float>) {
    (self.least, self.greatest) = (least, greatest)
  }

  /// More than half a unit in the last place of a float below 1, for each of two rounded vectors.
  private static let rim = 0x1p-23

  /// The box around a box of degrees.
  ///
  /// x = cos φ cos λ, y = cos φ sin λ and z = sin φ, each factor between its own bounds.
  package init(_ box: BoundingBox) {
    guard !box.isEmpty else { return }
    let (south, north) = (sineAndCosine(degrees: box.south), sineAndCosine(degrees: box.north))
    let (west, east) = (sineAndCosine(degrees: box.west), sineAndCosine(degrees: box.east))
    /// The bounds of a cosine from its values at both sides, and where it is 1 and -1.
    func bounds(
      _ a: Double, _ b: Double, peak: Double, trough: Double
    ) -> (least: Double, greatest: Double) {
      (
        box.holdsMeridian(trough) ? -1 : min(a, b),
        box.holdsMeridian(peak) ? 1 : max(a, b)
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

  /// Takes in all places within a chord of one.
  package mutating func add(_ place: UnitVector, reach: Double = 0) {
    let reach = reach + Self.rim
    for (axis, value) in [place.x, place.y, place.z].enumerated() {
      least[axis] = min(least[axis], Float(value - reach).nextDown)
      greatest[axis] = max(greatest[axis], Float(value + reach).nextUp)
    }
  }

  /// Takes in another box.
  package mutating func formUnion(_ other: VectorBox) {
    formUnion(least: other.least, greatest: other.greatest)
  }

  /// Takes in a box with these bounds.
  @inline(__always)
  mutating func formUnion(least other: SIMD3<Float>, greatest another: SIMD3<Float>) {
    least = least.replacing(with: other, where: other .< least)
    greatest = greatest.replacing(with: another, where: another .> greatest)
  }

  /// A box with all that is within a chord of this one.
  package func expanded(by chord: Float) -> VectorBox {
    VectorBox(
      least: least - SIMD3(repeating: chord.nextUp),
      greatest: greatest + SIMD3(repeating: chord.nextUp))
  }

  /// The middle, for a box that is not empty.
  package var center: SIMD3<Float> { (least + greatest) * 0.5 }

  /// Whether two boxes have a point in common.
  package func intersects(_ other: VectorBox) -> Bool {
    for axis in 0..<3
    where least[axis] > other.greatest[axis] || greatest[axis] < other.least[axis] {
      return false
    }
    return true
  }
}

extension BoundingBox {
  /// Whether the box has places on a meridian, poles aside.
  fileprivate func holdsMeridian(_ longitude: Double) -> Bool {
    contains(Coordinate(latitude: south + (north - south) / 2, longitude: longitude))
  }
}
