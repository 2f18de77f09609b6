extension Coordinate {
  /// The place reached on the shortest line that leaves this place in a bearing.
  ///
  /// The line is a great circle or geodesic: it does not keep its bearing. One that leaves
  /// eastwards bends towards the equator; a line that stays on its parallel is a rhumb line. It
  /// may pass a pole and the antimeridian. Invalid numbers give NaN.
  ///
  /// ```swift
  /// let quito = Coordinate(latitude: 0, longitude: -78.5)
  /// quito.destination(bearing: 90, distance: 1_000_000)  // latitude 0, longitude -69.507
  /// ```
  ///
  /// - Parameters:
  ///   - bearing: degrees clockwise from north, in any turn.
  ///   - distance: in metres; negative goes backwards, more than half the circumference goes on
  ///     round the Earth.
  ///   - surface: the figure of the Earth.
  /// - Returns: a place with its longitude in -180..<180.
  public func destination(
    bearing: Double, distance: Double, on surface: Surface = .sphere
  ) -> Coordinate {
    direct(bearing: bearing, distance: distance, on: surface).coordinate
  }

  /// The place reached on the shortest line that leaves this place in a bearing, and the bearing
  /// there.
  ///
  /// See ``destination(bearing:distance:on:)``.
  ///
  /// - Parameters:
  ///   - bearing: degrees clockwise from north, in any turn.
  ///   - distance: in metres, of either sign.
  ///   - surface: the figure of the Earth.
  public func direct(
    bearing: Double, distance: Double, on surface: Surface = .sphere
  ) -> GeodesicDirect {
    switch surface.kind {
    case .sphere(let sphere):
      sphere.direct(from: self, bearing: bearing, distance: distance)
    case .ellipsoid(let ellipsoid):
      ellipsoid.direct(from: self, bearing: bearing, distance: distance)
    }
  }
}
