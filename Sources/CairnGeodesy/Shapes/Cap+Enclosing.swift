extension Cap {
  /// Creates the smallest cap that contains all given places; nil if none of them is valid.
  ///
  /// ```swift
  /// let cap = Cap(enclosing: stops.map(\.coordinate))
  /// print(cap?.center, cap?.radius)      // where to zoom to, and how far
  /// ```
  ///
  /// Poles and the antimeridian need no special care, and the places may be all around the Earth:
  /// the cap is then larger than a hemisphere. `contains(_:)` is exactly true for each of the
  /// places; the radius is the smallest possible to within a few nanometers. If several caps are
  /// equally small, as for places evenly spaced around a great circle, the choice is arbitrary.
  /// Around a single place the radius is 0.
  ///
  /// For places in a hemisphere uses the incremental method of E. Welzl, "Smallest enclosing disks
  /// (balls and ellipsoids)", LNCS 555 (1991), doi:10.1007/BFb0038202. Otherwise the cap is the
  /// complement of the largest cap without places, whose rim passes through the corners of the face
  /// of the places' convex hull in space that is nearest to the Earth's center.
  ///
  /// - Parameter coordinates: the places, in any order; those that are not ``Coordinate/isValid``
  ///   are skipped.
  /// - Complexity: O(*n*) on average for places in a hemisphere, otherwise O(*n*²).
  public init?(enclosing coordinates: some Sequence<Coordinate>) {
    let places = coordinates.filter { $0.isValid }
    guard !places.isEmpty else { return nil }
    var vectors = places.map { $0.unitVector }
    let direction: UnitVector
    if hemisphereCenter(of: vectors) != nil {
      shuffle(&vectors)
      direction = smallestCircle(around: vectors).center
    } else {
      direction = centerBeyondHemisphere(of: vectors)
    }
    // A single place is returned with its exact bits.
    let isSingle = places.allSatisfy { $0 == places[0] }
    let center = isSingle ? places[0] : direction.coordinate
    var radius = 0.0
    for place in places { radius = max(radius, center.distance(to: place)) }
    self.init(center: center, radius: radius)
  }
}

/// Shuffles vectors deterministically, so that no usual order of the input is slow.
private func shuffle(_ vectors: inout [UnitVector]) {
  var state: UInt64 = 0x9E37_79B9_7F4A_7C15
  for last in stride(from: vectors.count - 1, to: 0, by: -1) {
    // Knuth's 64-bit generator; its high bits are random enough for shuffling.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    vectors.swapAt(last, Int(truncatingIfNeeded: (state >> 33) % UInt64(last + 1)))
  }
}

/// A circle on the unit sphere: its center and the squared chord to its rim.
private struct ChordCircle {
  var center: UnitVector
  var squaredRadius: Double

  /// Creates the circle with one, two or three vectors on its rim.
  init(_ rim: UnitVector...) {
    var sum = rim[0]
    if rim.count == 2 { sum = rim[0] + rim[1] }
    if rim.count == 3 {
      let (first, second) = (rim[1] - rim[0], rim[2] - rim[0])
      let normal = first.cross(second)
      let square = normal.dot(normal)
      // The center of the circle in its plane: the normal of a small circle has few digits.
      let middle =
        rim[0] + (second * first.dot(first) - first * second.dot(second)).cross(normal)
        * (0.5 / square)
      sum = middle.dot(middle) > 0.25 ? middle : normal.dot(rim[0]) < 0 ? normal * -1 : normal
      if !(square > 0) { sum = rim[0] }
    }
    let length = sum.length
    let center = length > 0 ? sum / length : rim[0]
    self.center = center
    squaredRadius = rim.reduce(0) { max($0, $1.squaredChord(to: center)) }
  }

  /// Whether a vector is inside, up to rounding.
  func holds(_ vector: UnitVector) -> Bool {
    vector.squaredChord(to: center) <= squaredRadius * (1 + 1e-13) + 1e-30
  }
}

/// The smallest circle around vectors of an open hemisphere.
private func smallestCircle(around vectors: [UnitVector]) -> ChordCircle {
  var circle = ChordCircle(vectors[0])
  for i in vectors.indices where !circle.holds(vectors[i]) {
    // A vector outside is on the rim of the circle around it and the vectors before it.
    circle = ChordCircle(vectors[i])
    for j in 0..<i where !circle.holds(vectors[j]) {
      circle = ChordCircle(vectors[i], vectors[j])
      for k in 0..<j where !circle.holds(vectors[k]) {
        circle = ChordCircle(vectors[i], vectors[j], vectors[k])
      }
    }
  }
  return circle
}

/// The center of the smallest cap around vectors that do not fit into an open hemisphere.
///
/// All are on the inner side of the plane of each face of their convex hull in space, so the cap
/// beyond that plane contains none. The largest such cap is that of the face nearest to the origin.
private func centerBeyondHemisphere(of vectors: [UnitVector]) -> UnitVector {
  var best = (height: Double.infinity, normal: UnitVector(x: 0, y: 0, z: 1))
  guard let hull = ConvexHull3D(vectors) else { return normalOfCircle(vectors) }
  for face in hull.faces where face.height < best.height {
    best = (face.height, face.normal)
  }
  return best.normal * -1
}

/// The normal of the great circle that contains all vectors.
private func normalOfCircle(_ vectors: [UnitVector]) -> UnitVector {
  var best = UnitVector(x: 0, y: 0, z: 0)
  for vector in vectors {
    let normal = vectors[0].cross(vector)
    if normal.length > best.length { best = normal }
  }
  if best.length > 1e-12 { return best / best.length }
  // Two opposite places: any direction perpendicular to them.
  let axis = vectors[0]
  let other =
    axis.z.magnitude < 0.9 ? UnitVector(x: 0, y: 0, z: 1) : UnitVector(x: 1, y: 0, z: 0)
  let normal = axis.cross(other)
  return normal / normal.length
}

/// The faces of the convex hull of vectors in three dimensions, added incrementally.
private struct ConvexHull3D {
  struct Face {
    let corners: [Int]
    /// The outward normal, of length 1.
    let normal: UnitVector
    /// The distance of the plane from the origin, negative if the origin is outside.
    let height: Double
  }

  private(set) var faces: [Face] = []
  private let vectors: [UnitVector]

  /// A vector closer to a plane than this is in it.
  private static var slack: Double { 1e-13 }

  /// Creates the hull of vectors; nil if they are in one plane.
  init?(_ vectors: [UnitVector]) {
    self.vectors = vectors
    guard let corners = Self.tetrahedron(vectors) else { return nil }
    for (a, b, c, opposite) in [(0, 1, 2, 3), (0, 3, 1, 2), (1, 3, 2, 0), (2, 3, 0, 1)] {
      guard let face = face(corners[a], corners[b], corners[c]) else { return nil }
      let isOutside = face.normal.dot(vectors[corners[opposite]]) > face.height
      let turned = isOutside ? self.face(corners[a], corners[c], corners[b]) : face
      if let turned { faces.append(turned) }
    }
    for index in vectors.indices where !corners.contains(index) { add(index) }
  }

  /// Four vectors that are not in one plane, chosen greedily to be far apart.
  private static func tetrahedron(_ vectors: [UnitVector]) -> [Int]? {
    func farthest(_ distance: (UnitVector) -> Double) -> Int? {
      let best = vectors.indices.max { distance(vectors[$0]) < distance(vectors[$1]) }
      return best.flatMap { distance(vectors[$0]) > 1e-9 ? $0 : nil }
    }
    let a = vectors[0]
    guard let second = farthest({ ($0 - a).length }) else { return nil }
    let line = vectors[second] - a
    guard let third = farthest({ line.cross($0 - a).length }) else { return nil }
    let normal = line.cross(vectors[third] - a)
    guard let fourth = farthest({ normal.dot($0 - a).magnitude }) else { return nil }
    return [0, second, third, fourth]
  }

  private func face(_ a: Int, _ b: Int, _ c: Int) -> Face? {
    let normal = (vectors[b] - vectors[a]).cross(vectors[c] - vectors[a])
    let length = normal.length
    guard length > 0 else { return nil }
    let unit = normal / length
    return Face(corners: [a, b, c], normal: unit, height: unit.dot(vectors[a]))
  }

  private mutating func add(_ index: Int) {
    let vector = vectors[index]
    let isSeen = faces.map { $0.normal.dot(vector) > $0.height + Self.slack }
    guard isSeen.contains(true) else { return }
    // The edges between visible faces and others occur in only one direction.
    var edges: [[Int]: Bool] = [:]
    for (face, isSeen) in zip(faces, isSeen) where isSeen {
      for side in 0..<3 {
        let edge = [face.corners[side], face.corners[(side + 1) % 3]]
        if edges.removeValue(forKey: [edge[1], edge[0]]) == nil { edges[edge] = true }
      }
    }
    faces = zip(faces, isSeen).filter { !$0.1 }.map { $0.0 }
    for edge in edges.keys.sorted(by: { $0[0] < $1[0] }) {
      if let face = face(edge[0], edge[1], index) { faces.append(face) }
    }
  }
}
