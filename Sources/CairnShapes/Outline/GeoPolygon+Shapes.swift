public import CairnGeodesy

extension GeoPolygon {
  /// Creates a polygon that approximates a cap, with corners on its circle.
  ///
  /// Returns nil for a cap that is empty, a single place, or the whole Earth.
  ///
  /// ```swift
  /// GeoPolygon(Cap(center: oslo, radius: 50_000), tolerance: 100)?.outer.count     // 50
  /// ```
  ///
  /// - Parameters:
  ///   - cap: a circle of any size.
  ///   - tolerance: the maximum distance of an edge from the circle in meters; a value that is very
  ///     small or not positive results in the maximum of 10,000 corners.
  public init?(_ cap: Cap, tolerance: Double) {
    let half = Sphere.mean.radius * .pi
    guard !cap.isEmpty, cap.radius > 0, cap.radius < half else { return nil }
    // Edges run between the circle and a smaller one; a cap larger than a hemisphere is treated as
    // its complement.
    let radius = min(cap.radius, half - cap.radius) / Sphere.mean.radius
    let depth = tolerance > 0 ? tolerance / Sphere.mean.radius : 0
    let nearest = max(radius - depth, 0)
    let (outer, inner) = (sineAndCosine(radians: radius), sineAndCosine(radians: nearest))
    // An edge spans twice the angle whose cosine is tan a / tan r.
    let cosine = min(inner.sine * outer.cosine / max(inner.cosine * outer.sine, 1e-300), 1)
    let angle = polarAngle(radiansOfX: cosine, y: (1 - cosine * cosine).squareRoot())
    let corners = min(max((.pi / max(angle, 1e-9)).rounded(.up), 8), 10_000)
    let ring = stride(from: 0, to: corners, by: 1).map { corner in
      cap.center.destination(bearing: -360 * corner / corners, distance: cap.radius)
    }
    self.init(ring, interior: .leftOfRing)
  }

  /// Creates a polygon that approximates a box, with southern and northern edges along the
  /// parallels.
  ///
  /// Returns nil for a box that is empty or has no width or height.
  ///
  /// ```swift
  /// GeoPolygon(Geohash("u4xez")!.boundingBox, tolerance: 10)
  /// ```
  ///
  /// - Parameters:
  ///   - box: a box of any size.
  ///   - tolerance: the maximum distance of an edge from a parallel in meters.
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
      // An edge from pole to pole has no direction, so add a vertex.
      ring.insert(Coordinate(latitude: 0, longitude: east), at: 2)
      ring.append(Coordinate(latitude: 0, longitude: box.west))
    }
    self.init(straightInDegrees: ring, tolerance: tolerance)
  }
}
