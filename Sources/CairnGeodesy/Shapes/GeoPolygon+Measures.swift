extension GeoPolygon {
  /// The area in square meters, without the holes.
  ///
  /// Edges are great circles on a sphere and geodesics on an ellipsoid. Rings around a pole or
  /// across the antimeridian need no special care. The relative error on the sphere is about 1e-15
  /// times the number of vertices or better, for a garden as well as for a continent.
  ///
  /// A ring that crosses itself counts each part by its winding number, counterclockwise positive,
  /// and the area is the magnitude of the sum. So the two halves of a figure eight are subtracted
  /// from each other, and the middle of a pentagram counts twice, unlike in ``contains(_:)`` and
  /// ``centroid``, which follow the even-odd rule.
  ///
  /// - Parameter surface: the figure of the Earth; the mean sphere by default.
  /// - Returns: 0 for a ring that encloses nothing, NaN if a coordinate is not
  ///   ``Coordinate/isValid``.
  /// - Complexity: O(*n*).
  public func area(on surface: Surface = .sphere) -> Double {
    switch surface.kind {
    case .sphere(let sphere):
      var area = Self.area(of: outerSide)
      for hole in holeSides { area -= Self.area(of: hole) }
      return (area < 0 ? 0 : area) * (sphere.radius * sphere.radius)
    case .ellipsoid(let ellipsoid):
      func area(of ring: [Coordinate], _ index: RingIndex, _ interior: Interior) -> Double {
        if index.isWhole { return ellipsoid.area }
        let signed = ellipsoid.measure(ring: ring).area
        // For a ring near half the surface, the smaller side is decided on the sphere.
        let isHalf = abs(signed) > 0.499 * ellipsoid.area
        let takesLeft =
          interior == .leftOfRing || (isHalf ? SphericalRing(ring: ring).smallerIsLeft : signed > 0)
        let area = takesLeft ? signed : -signed
        return area < 0 ? area + ellipsoid.area : area
      }
      var sum = area(of: outer, outerIndex, interior)
      for index in holes.indices {
        sum -= area(of: holes[index], holeIndexes[index], holeInteriors[index])
      }
      return sum < 0 ? 0 : sum
    }
  }

  /// A measured ring, and whether its left side is the chosen one.
  internal typealias Side = (ring: SphericalRing, takesLeft: Bool)

  internal var outerSide: Side { Self.side(of: outer, outerIndex, interior) }

  internal var holeSides: [Side] {
    holes.indices.map { Self.side(of: holes[$0], holeIndexes[$0], holeInteriors[$0]) }
  }

  private static func side(
    of ring: [Coordinate], _ index: RingIndex, _ interior: Interior
  ) -> Side {
    let measured = index.isWhole ? SphericalRing(whole: ()) : SphericalRing(ring: ring)
    return (measured, interior == .leftOfRing || measured.smallerIsLeft)
  }

  /// The area of the chosen side in steradians.
  private static func area(of side: Side) -> Double {
    if side.takesLeft { return side.ring.leftArea }
    return side.ring.signedArea > 0 ? 4 * .pi - side.ring.signedArea : -side.ring.signedArea
  }

  /// The length of all rings in meters, including the holes.
  ///
  /// - Parameter surface: the figure of the Earth; the mean sphere by default.
  /// - Returns: NaN if a coordinate is not ``Coordinate/isValid``.
  /// - Complexity: O(*n*).
  public func perimeter(on surface: Surface = .sphere) -> Double {
    var total = CompensatedSum()
    for ring in [outer] + holes {
      switch surface.kind {
      case .sphere(let sphere):
        guard var last = ring.last else { continue }
        for vertex in ring {
          total.add(sphere.distance(from: last, to: vertex))
          last = vertex
        }
      case .ellipsoid(let ellipsoid):
        total.add(ellipsoid.measure(ring: ring).perimeter)
      }
    }
    return total.value
  }

  /// The centroid of the area on the sphere, or nil if none exists.
  ///
  /// This is the direction of the mean of all points of the region as vectors, so it does not
  /// depend on where the antimeridian is. It may be outside the region. It is nil for a region
  /// without area, or with less area than the rounding of its ring, and for one that is so
  /// symmetric around the Earth's center that its mean vanishes, such as the whole sphere. It is
  /// accurate to 0.1 mm for regions up to a few kilometers and to 1e-9 degrees for any region that
  /// is not nearly symmetric.
  ///
  /// For a ring that crosses or touches itself the region is that of ``contains(_:)``, by the
  /// even-odd rule: the centroid of a bow tie with equal halves is its knot, and an area that a
  /// ring runs around twice is not enclosed. There are two exceptions: rings that are cut at more
  /// than 50,000 places, and rings of hundreds of edges most of which are close to most others, so
  /// that the search for cuts would take more than linear work. For these each part counts by its
  /// winding number, as in ``area(on:)``; for rings that do not intersect themselves that makes no
  /// difference.
  ///
  /// - Complexity: O(*n*) for *n* vertices, plus one search of the ring for each place at which it
  ///   intersects itself.
  public var centroid: Coordinate? {
    let moment = moment
    let length = moment.vector.length
    guard moment.area > moment.doubt, length > 1e-12 * moment.area else { return nil }
    return moment.vector.coordinate
  }

  /// The integral of the unit vector over the region, the region's area in steradians, and the
  /// possible effect of rounding on the area.
  internal var moment: (vector: UnitVector, area: Double, doubt: Double) {
    var vector = UnitVector(x: 0, y: 0, z: 0)
    var area = 0.0
    var doubt = 0.0
    func add(_ ring: [Coordinate], _ index: RingIndex, _ interior: Interior, _ sign: Double) {
      let side = Self.evenOddSide(of: ring, index) ?? Self.side(of: ring, index, interior)
      vector = vector + side.ring.leftMoment * (side.takesLeft ? sign : -sign)
      area += sign * Self.area(of: side)
      doubt += side.ring.doubt
    }
    add(outer, outerIndex, interior, 1)
    for index in holes.indices {
      add(holes[index], holeIndexes[index], holeInteriors[index], -1)
    }
    return (vector, area, doubt)
  }

  /// The area enclosed by a self-intersecting ring; nil for other rings.
  private static func evenOddSide(of ring: [Coordinate], _ index: RingIndex) -> Side? {
    guard !index.isDegenerate, !index.isWhole, let vertices = RingIndex.distinctVertices(of: ring),
      let border = EvenOddBoundary(
        SphericalRing.withoutHalfTurns(vertices), contains: { index.contains($0) }),
      border.isMeeting
    else { return nil }
    return (SphericalRing(border), true)
  }

  /// Whether the outer ring runs counterclockwise around the smaller of its sides, as seen from
  /// above.
  ///
  /// False for a ring without area. If the sides are two halves of the Earth, the left one counts
  /// as smaller.
  ///
  /// - Complexity: O(*n*).
  public var isCounterclockwise: Bool { SphericalRing(ring: outer).smallerIsLeft }

  /// The same region with the outer ring counterclockwise and the holes clockwise.
  ///
  /// This is the right-hand rule of RFC 7946, section 3.1.6. If the interior is the side to the
  /// left of the ring, reversing the ring would select another region, so that outer ring is
  /// unchanged.
  ///
  /// - Complexity: O(*n*).
  public func oriented() -> GeoPolygon {
    func turned(_ ring: [Coordinate], _ interior: Interior, isHole: Bool) -> [Coordinate] {
      guard interior == .smallerSide else { return ring }
      let measured = SphericalRing(ring: ring)
      let turns =
        isHole ? measured.smallerIsLeft : measured.signedArea < 0 && !measured.smallerIsLeft
      return turns ? ring.reversed() : ring
    }
    return GeoPolygon(
      (turned(outer, interior, isHole: false), interior),
      holes: zip(holes, holeInteriors).map { (turned($0, $1, isHole: true), $1) })
  }
}

extension SphericalRing {
  /// Measures a ring as given by the user; its area is NaN if a coordinate is not valid.
  init(ring: [Coordinate]) {
    if let vertices = RingIndex.distinctVertices(of: ring) {
      self.init(vertices)
    } else {
      self.init(invalid: ())
    }
  }
}
