extension Ellipsoid {
  /// Where a geodesic ends that starts at a place with a bearing, and its bearing there.
  ///
  /// - Parameters:
  ///   - start: where the line begins; at a pole the bearing counts from its stored longitude.
  ///   - bearing: degrees clockwise from north, any turn.
  ///   - distance: in metres; negative goes backwards, more than half the circumference goes on.
  /// - Returns: the end, exact to some 5 nm in each turn round the Earth, with a longitude in
  ///   -180..<180, and the bearing there in 0..<360. All numbers are NaN when the latitude is
  ///   outside -90...90 or a number is not finite.
  ///
  /// ```swift
  /// let jfk = Coordinate(latitude: 40.6413, longitude: -73.7781)
  /// Ellipsoid.wgs84.direct(from: jfk, bearing: 51.4, distance: 5_000_000).coordinate
  /// ```
  ///
  /// Source: Karney (2013), doi:10.1007/s00190-012-0578-z.
  public func direct(
    from start: Coordinate, bearing: Double, distance: Double
  ) -> GeodesicDirect {
    guard
      distance.isFinite,
      let line = EllipsoidLine(constants, from: start, bearing: bearing)
    else {
      return GeodesicDirect(
        coordinate: Coordinate(latitude: .nan, longitude: .nan), finalBearing: .nan)
    }
    let position = line.position(at: distance)
    return GeodesicDirect(
      coordinate: line.coordinate(of: position), finalBearing: position.heading.bearing)
  }
}
