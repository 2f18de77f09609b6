public import CairnGeodesy

extension GeoPolygon {
  /// A polygon in the place of a cap, with corners on its circle.
  ///
  /// Nil for a cap that is empty, a single place, or the whole Earth.
  ///
  /// ```swift
  /// GeoPolygon(Cap(center: oslo, radius: 50_000), tolerance: 100)?.outer.count     // 50
  /// ```
  ///
  /// - Parameters:
  ///   - cap: a circle of any size.
  ///   - tolerance: how far from the circle an edge may run, in metres; one that is not positive, or
  ///     very small, gives 10,000 corners, the most there are.
  public init?(_ cap: Cap, tolerance: Double) {
    let half = Sphere.mean.radius * .pi
    guard !cap.isEmpty, cap.radius > 0, cap.radius < half else { return nil }
    // Edges run between the circle and a smaller one, that of the opposite side for a large cap.
    let radius = min(cap.radius, half - cap.radius) / Sphere.mean.radius
    let depth = tolerance > 0 ? tolerance / Sphere.mean.radius : 0
    let nearest = max(radius - depth, 0)
    let (outer, inner) = (sineAndCosine(radians: radius), sineAndCosine(radians: nearest))
    // From corner to corner an edge turns by twice the angle with cosine tan a / tan r.
    let cosine = min(inner.sine * outer.cosine / max(inner.cosine * outer.sine, 1e-300), 1)
    let angle = polarAngle(radiansOfX: cosine, y: (1 - cosine * cosine).squareRoot())
    let corners = min(max((.pi / max(angle, 1e-9)).rounded(.up), 8), 10_000)
    let ring = stride(from: 0, to: corners, by: 1).map { corner in
      cap.center.destination(bearing: -360 * corner / corners, distance: cap.radius)
    }
    self.init(ring, interior: .leftOfRing)
  }

  /// A polygon in the place of a box, whose southern and northern edges follow the parallels.
  ///
  /// Nil for an empty box and one without width or height.
  ///
  /// ```swift
  /// GeoPolygon(Geohash("u4xez")!.boundingBox, tolerance: 10)
  /// ```
  ///
  /// - Parameters:
  ///   - box: a box of any size.
  ///   - tolerance: how far from a parallel an edge may run, in metres.
  public init?(_ box: BoundingBox, tolerance: Double) {
    let span = box.longitudeSpan
    guard !box.isEmpty, box.south < box.north, span > 0 else { return nil }
    let east = box.west + span
    var ring = [
      Coordinate(latitude: box.south, longitude: box.west),
      Coordinate(latitude: box.south, longitude: east),
      Coordinate(latitude: box.north, longitude: east),
      Coordinate(latitude: box.north, longitude: box.west),
    ]
    if box.south == -90, box.north == 90 {
      // From pole to pole there is no direction.
      ring.insert(Coordinate(latitude: 0, longitude: east), at: 2)
      ring.append(Coordinate(latitude: 0, longitude: box.west))
    }
    self.init(straightInDegrees: ring, tolerance: tolerance)
  }
}
