extension Coordinate {
  /// The place halfway along the shortest line to another place.
  ///
  /// Of the equally short lines to an antipodal place the one with the initial bearing of
  /// ``inverse(to:on:)`` is taken. Invalid places give NaN.
  public func midpoint(to other: Coordinate, on surface: Surface = .sphere) -> Coordinate {
    interpolated(to: other, fraction: 0.5, on: surface)
  }

  /// The place a fraction of the way along the shortest line to another place.
  ///
  /// Fractions 0 and 1 give the two places exactly as they are stored; a fraction outside 0...1
  /// follows the line beyond them. Of the equally short lines to an antipodal place the one with
  /// the initial bearing of ``inverse(to:on:)`` is taken. Invalid numbers give NaN.
  ///
  /// ```swift
  /// let lisbon = Coordinate(latitude: 38.7223, longitude: -9.1393)
  /// let tokyo = Coordinate(latitude: 35.6812, longitude: 139.7671)
  /// lisbon.interpolated(to: tokyo, fraction: 0.5)  // far north, over Siberia
  /// ```
  ///
  /// - Parameters:
  ///   - other: the place at fraction 1.
  ///   - fraction: the part of the distance.
  ///   - surface: the figure of the Earth.
  /// - Returns: a place with its longitude in -180..<180, but for the ends.
  public func interpolated(
    to other: Coordinate, fraction: Double, on surface: Surface = .sphere
  ) -> Coordinate {
    switch surface.kind {
    case .sphere(let sphere):
      sphere.interpolated(from: self, to: other, fraction: fraction)
    case .ellipsoid(let ellipsoid):
      ellipsoid.interpolated(from: self, to: other, fraction: fraction)
    }
  }
}
