extension Coordinate {
  /// The bearing in which the shortest line leaves this place for another.
  ///
  /// The bearing changes along the line; the one on arrival is
  /// ``finalBearing(to:on:)``. At a pole it counts from the stored longitude. Equal places give
  /// 0, as do antipodal ones on the sphere; invalid ones give NaN. Right to 1e-12 degrees on the
  /// sphere.
  ///
  /// ```swift
  /// let london = Coordinate(latitude: 51.5074, longitude: -0.1278)
  /// let newYork = Coordinate(latitude: 40.7128, longitude: -74.006)
  /// london.initialBearing(to: newYork)  // 288.3, west-north-west
  /// london.finalBearing(to: newYork)    // 231.3, south-west
  /// ```
  ///
  /// - Returns: degrees clockwise from north, in 0..<360.
  public func initialBearing(to other: Coordinate, on surface: Surface = .sphere) -> Double {
    switch surface.kind {
    case .sphere(let sphere): sphere.initialBearing(from: self, to: other)
    case .ellipsoid(let ellipsoid): ellipsoid.inverse(from: self, to: other).initialBearing
    }
  }

  /// The bearing in which the shortest line from this place arrives at another, in the direction
  /// of travel.
  ///
  /// At a pole it counts from the stored longitude of the other place. Equal places give 0,
  /// antipodal ones on the sphere 180; invalid ones give NaN. Right to 1e-12 degrees on the
  /// sphere.
  ///
  /// - Returns: degrees clockwise from north, in 0..<360.
  public func finalBearing(to other: Coordinate, on surface: Surface = .sphere) -> Double {
    switch surface.kind {
    case .sphere(let sphere): sphere.finalBearing(from: self, to: other)
    case .ellipsoid(let ellipsoid): ellipsoid.inverse(from: self, to: other).finalBearing
    }
  }
}
