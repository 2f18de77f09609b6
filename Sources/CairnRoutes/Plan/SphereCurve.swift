internal import CairnGeodesy

/// A closed space-filling curve on the sphere: places that are close on the curve are close on the
/// sphere, and mostly vice versa.
///
/// The sphere is unfolded to a square via an octahedron, and the square is filled by the
/// Sierpiński curve, which repeatedly halves right triangles. Platzman and Bartholdi, "Spacefilling
/// curves and the planar traveling salesman problem" (1989, doi:10.1145/76359.76361).
///
/// Tours along the curve are about 50 % longer than the best. For neighbors and ranges use a tree:
/// two neighboring places may be half the curve apart.
internal enum SphereCurve {
  /// The offsets of places in the order of the curve; equal keys are ordered by offset.
  ///
  /// - Complexity: O(n log n).
  internal static func order(of vectors: [UnitVector]) -> [Int] {
    vectors.enumerated().map { (key($1), $0) }.sorted(by: <).map { $0.1 }
  }

  /// The position of a place on the curve, as a 53-bit number: one bit for the half of the square,
  /// and one for each of 52 halvings of the triangle.
  internal static func key(_ vector: UnitVector) -> UInt64 {
    let point = unfolded(vector)
    var key: UInt64 = 0
    // The curve runs through a triangle from a to c; the right angle is at b.
    let isLower = point.y <= point.x
    var a = isLower ? SIMD2<Double>(-1, -1) : SIMD2(1, 1)
    var b = isLower ? SIMD2<Double>(1, -1) : SIMD2(-1, 1)
    var c = isLower ? SIMD2<Double>(1, 1) : SIMD2(-1, -1)
    if !isLower { key = 1 }
    for _ in 0..<52 {
      let middle = (a + c) / 2
      let toStart = point - a
      let toEnd = point - c
      let start = toStart * toStart
      let end = toEnd * toEnd
      key <<= 1
      if start.x + start.y <= end.x + end.y {
        c = b
      } else {
        a = b
        key |= 1
      }
      b = middle
    }
    return key
  }

  /// Maps a place to the square from -1 to 1: the northern half of the octahedron is the diamond in
  /// the middle, and the faces of the southern half are unfolded into the corners.
  private static func unfolded(_ vector: UnitVector) -> SIMD2<Double> {
    let size = vector.x.magnitude + vector.y.magnitude + vector.z.magnitude
    let x = vector.x / size
    let y = vector.y / size
    if vector.z >= 0 { return SIMD2(x, y) }
    return SIMD2(
      (1 - y.magnitude) * (x < 0 ? -1 : 1), (1 - x.magnitude) * (y < 0 ? -1 : 1))
  }
}
