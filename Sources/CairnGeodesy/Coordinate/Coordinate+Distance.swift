extension Coordinate {
  /// The great-circle distance to another place on the mean sphere, in metres.
  ///
  /// Within 0.56 % of the distance on the ellipsoid for every pair of places, and exact for the
  /// sphere: the error is below 5 nm, for short lines below 4e-16 of the distance, and at the
  /// antipode there is none of the usual haversine's 0.2 m. The bits are the same on every
  /// platform, in both directions, and in the batch forms.
  ///
  /// Equal places are exactly 0 m apart, also where their longitudes differ by whole turns or at
  /// a pole. A latitude outside -90...90 and what is not finite give NaN.
  ///
  /// ```swift
  /// let paris = Coordinate(latitude: 48.8566, longitude: 2.3522)
  /// let tokyo = Coordinate(latitude: 35.6812, longitude: 139.7671)
  /// paris.distance(to: tokyo)  // about 9,711 km
  /// ```
  ///
  /// - Complexity: O(1).
  public func distance(to other: Coordinate) -> Double {
    Sphere.mean.distance(from: self, to: other)
  }

  /// The length of the shortest line to another place, in metres.
  ///
  /// See ``Sphere/distance(from:to:)`` and ``Ellipsoid/distance(from:to:)`` for accuracy and edge
  /// cases: equal places give 0, invalid ones NaN.
  public func distance(to other: Coordinate, on surface: Surface) -> Double {
    switch surface.kind {
    case .sphere(let sphere): sphere.distance(from: self, to: other)
    case .ellipsoid(let ellipsoid): ellipsoid.distance(from: self, to: other)
    }
  }

  /// The length and the bearings of the shortest line to another place.
  ///
  /// One call for what distance and bearings take separately. See ``Sphere/inverse(from:to:)``
  /// and ``Ellipsoid/inverse(from:to:)`` for poles, equal and antipodal places; invalid ones give
  /// NaN.
  public func inverse(to other: Coordinate, on surface: Surface = .sphere) -> GeodesicInverse {
    switch surface.kind {
    case .sphere(let sphere): sphere.inverse(from: self, to: other)
    case .ellipsoid(let ellipsoid): ellipsoid.inverse(from: self, to: other)
    }
  }
}
