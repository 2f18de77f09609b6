extension GeoPolygon {
  /// Whether the outer ring runs counterclockwise around the smaller of its sides, as seen from
  /// above.
  ///
  /// False for a ring without area.
  ///
  /// - Complexity: O(*n*).
  public var isCounterclockwise: Bool { SphericalRing(ring: outer).signedArea > 0 }

  /// The same region with the outer ring counterclockwise and the holes clockwise.
  ///
  /// That is the right-hand rule of RFC 7946, section 3.1.6. A polygon that takes the side at
  /// the left of its ring would become another region; its outer ring stays as it is.
  ///
  /// - Complexity: O(*n*).
  public func oriented() -> GeoPolygon {
    let turnsOuter = interior == .smallerSide && SphericalRing(ring: outer).signedArea < 0
    return GeoPolygon(
      turnsOuter ? outer.reversed() : outer,
      holes: holes.map { SphericalRing(ring: $0).signedArea > 0 ? $0.reversed() : $0 },
      interior: interior)
  }
}
