internal import CairnGeodesy

/// A closed curve that comes by every place of the sphere, and by places near to each other mostly
/// soon after one another.
///
/// The sphere is laid out as a square by way of an octahedron; the curve is Sierpiński's, which
/// halves right-angled triangles. Platzman and Bartholdi, "Spacefilling curves and the planar
/// travelling salesman problem" (1989, doi:10.1145/76359.76361).
internal enum SphereCurve {
  /// The offsets of places in the order in which the curve comes by them.
  ///
  /// - Complexity: O(n log n).
  internal static func order(of vectors: [UnitVector]) -> [Int] {
    vectors.enumerated().map { (key($1), $0) }.sorted(by: <).map { $0.1 }
  }

  /// How far along the curve a place lies.
  internal static func key(_ vector: UnitVector) -> UInt64 {
    let point = unfolded(vector)
    var key: UInt64 = 0
    // The curve runs from a to c, with the right angle at b.
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

  /// A place on the square from -1 to 1: the northern half of the octahedron is the diamond in the
  /// middle, the faces of the southern half are turned out into the corners.
  private static func unfolded(_ vector: UnitVector) -> SIMD2<Double> {
    let size = vector.x.magnitude + vector.y.magnitude + vector.z.magnitude
    let x = vector.x / size
    let y = vector.y / size
    if vector.z >= 0 { return SIMD2(x, y) }
    return SIMD2(
      (1 - y.magnitude) * (x < 0 ? -1 : 1), (1 - x.magnitude) * (y < 0 ? -1 : 1))
  }
}
