extension GeoPolygon {
  /// Whether the outer ring runs counterclockwise around the smaller of its sides, as seen from
  /// above.
  ///
  /// False for a ring without area. Of two halves of the Earth the left one counts as smaller.
  ///
  /// - Complexity: O(*n*).
  public var isCounterclockwise: Bool { SphericalRing(ring: outer).smallerIsLeft }

  /// The same region with the outer ring counterclockwise and the holes clockwise.
  ///
  /// That is the right-hand rule of RFC 7946, section 3.1.6. A polygon that takes the side at
  /// the left of its ring would become another region; its outer ring stays as it is.
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
