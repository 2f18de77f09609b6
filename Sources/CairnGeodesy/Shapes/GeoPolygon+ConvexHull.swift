extension GeoPolygon {
  /// Creates the convex hull of places: the smallest region that contains all great-circle arcs
  /// between any two of them.
  ///
  /// Its ring is counterclockwise and consists of places of the input. Places on an edge of the
  /// hull are not part of the ring. Whether ``contains(_:)`` is true for them, as for the ring's
  /// vertices, follows from the border rule of the type.
  ///
  /// Nil if there is no such region: fewer than three places that are not on one great circle, or
  /// places that do not fit into an open hemisphere, for which every rule for arcs is ambiguous.
  /// Coordinates that are not ``Coordinate/isValid`` are skipped.
  ///
  /// The hemisphere is found from the point of the convex hull of the unit vectors that is nearest
  /// to the Earth's center (after E. G. Gilbert, D. W. Johnson and S. S. Keerthi, IEEE J. Robot.
  /// Autom. 4 (1988), doi:10.1109/56.2083); the hull by a monotone chain on its gnomonic projection
  /// (A. M. Andrew, Inf. Process. Lett. 9 (1979), doi:10.1016/0020-0190(79)90072-3).
  ///
  /// - Parameter coordinates: the places, in any order; interior places do not become vertices.
  /// - Complexity: O(*n* log *n*).
  public init?(convexHullOf coordinates: some Sequence<Coordinate>) {
    let places = coordinates.filter { $0.isValid }
    let vectors = places.map { $0.unitVector }
    guard let center = hemisphereCenter(of: vectors) else { return nil }
    let frame = center.frame
    let map = vectors.enumerated().map { index, vector in
      let up = vector.dot(center)
      return GnomonicPoint(
        x: vector.dot(frame.east) / up, y: vector.dot(frame.north) / up, index: index)
    }.sorted { ($0.x, $0.y, $0.index) < ($1.x, $1.y, $1.index) }

    func chain(_ points: some Sequence<GnomonicPoint>) -> [GnomonicPoint] {
      var chain: [GnomonicPoint] = []
      for point in points {
        while chain.count >= 2,
          !turnsLeft(vectors, chain[chain.count - 2], chain[chain.count - 1], point)
        {
          chain.removeLast()
        }
        chain.append(point)
      }
      return chain
    }
    let ring = (chain(map).dropLast() + chain(map.reversed()).dropLast()).map { places[$0.index] }
    guard ring.count >= 3, SphericalRing(ring: ring).signedArea > 0 else { return nil }
    self.init(ring)
  }
}

/// A place on the gnomonic projection, on which great circles are straight.
private struct GnomonicPoint {
  let x: Double
  let y: Double
  let index: Int
}

/// Whether the path over three places turns left, from the sign of their triple product.
///
/// The products are those of differences, so near places keep their digits.
private func turnsLeft(
  _ vectors: [UnitVector], _ a: GnomonicPoint, _ b: GnomonicPoint, _ c: GnomonicPoint
) -> Bool {
  let p = vectors[a.index]
  let q = vectors[b.index]
  let r = vectors[c.index]
  let first = q - p
  let second = r - q
  let volume = first.cross(second).dot(p)
  // Below twice the rounding of the vectors, the three are on one line.
  return volume > 4e-16 * (first.length + second.length)
}

extension UnitVector {
  /// East and north at a unit vector; at a pole any perpendicular pair.
  fileprivate var frame: (east: UnitVector, north: UnitVector) {
    let equatorial = hypotenuse(x, y)
    let east =
      equatorial > 0
      ? UnitVector(x: -y / equatorial, y: x / equatorial, z: 0) : UnitVector(x: 0, y: 1, z: 0)
    return (east, cross(east))
  }
}

/// The center of an open hemisphere that contains all vectors, or nil if none exists.
internal func hemisphereCenter(of vectors: [UnitVector]) -> UnitVector? {
  guard var nearest = vectors.first else { return nil }
  var simplex = [nearest]
  // Each round moves the nearest point of the hull strictly closer to the origin, and a face of the
  // hull that was left is never visited again: about a dozen rounds suffice, 200 are the limit.
  for _ in 0..<200 {
    var least = Double.infinity
    var lowest = nearest
    for vector in vectors {
      let height = vector.dot(nearest)
      if height < least {
        least = height
        lowest = vector
      }
    }
    let length = nearest.length
    // The origin is in the hull, up to the rounding of a simplex.
    if length < 1e-12 { return nil }
    if least > 0 {
      return nearest / length
    }
    simplex.append(lowest)
    (nearest, simplex) = nearestToCenter(simplex)
  }
  return nil
}

/// The point of a simplex of up to four vectors that is nearest to the origin, and its face.
private func nearestToCenter(
  _ simplex: [UnitVector]
) -> (point: UnitVector, face: [UnitVector]) {
  var best = (point: simplex[0], face: [simplex[0]])
  var least = Double.infinity
  for mask in 1..<(1 << simplex.count) {
    let face = simplex.indices.filter { mask >> $0 & 1 == 1 }.map { simplex[$0] }
    guard face.count <= 3, let point = nearestInside(face) else { continue }
    let length = point.length
    if length < least {
      least = length
      best = (point, face)
    }
  }
  if simplex.count == 4, holdsCenter(simplex) {
    return (UnitVector(x: 0, y: 0, z: 0), simplex)
  }
  return best
}

/// The foot of the perpendicular from the origin to the plane, line or point of a face, if it is
/// within the face.
private func nearestInside(_ face: [UnitVector]) -> UnitVector? {
  func mix(_ weights: [Double]) -> UnitVector? {
    guard weights.allSatisfy({ $0 >= 0 }) else { return nil }
    var sum = UnitVector(x: 0, y: 0, z: 0)
    for (weight, vector) in zip(weights, face) { sum = sum + vector * weight }
    return sum
  }
  let a = face[0]
  if face.count == 1 { return a }
  let ab = face[1] - a
  let abab = ab.dot(ab)
  if face.count == 2 {
    guard abab > 0 else { return nil }
    let t = -a.dot(ab) / abab
    return mix([1 - t, t])
  }
  let ac = face[2] - a
  let acac = ac.dot(ac)
  let abac = ab.dot(ac)
  let determinant = abab * acac - abac * abac
  guard determinant > 0 else { return nil }
  let s = (-a.dot(ab) * acac + a.dot(ac) * abac) / determinant
  let t = (-a.dot(ac) * abab + a.dot(ab) * abac) / determinant
  return mix([1 - s - t, s, t])
}

/// Whether the origin is in a tetrahedron: on the inner side of each of its faces.
private func holdsCenter(_ corners: [UnitVector]) -> Bool {
  for opposite in corners.indices {
    let face = corners.indices.filter { $0 != opposite }.map { corners[$0] }
    let volume = face[0].cross(face[1]).dot(face[2])
    let ab = face[0].cross(face[1])
    let bc = face[1].cross(face[2])
    let ca = face[2].cross(face[0])
    let side = (ab + bc + ca).dot(corners[opposite]) - volume
    // The plane is normal . p = volume; at the origin the left side minus the right is -volume.
    if -volume * side < 0 { return false }
  }
  return true
}
