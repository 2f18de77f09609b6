extension Coordinate {
  /// The length of the rhumb line to another place, in meters.
  ///
  /// The line of constant bearing, longer than the shortest line except along a meridian or the
  /// equator. It takes the shorter way around. 0 for equal places; NaN if a latitude is outside
  /// -90...90 or a number is not finite. Accurate to 5 nm on the sphere and 15 nm on the ellipsoid.
  ///
  /// ```swift
  /// let plymouth = Coordinate(latitude: 50.3714, longitude: -4.1422)
  /// let boston = Coordinate(latitude: 42.3601, longitude: -71.0589)
  /// plymouth.rhumbDistance(to: boston, on: .wgs84)
  /// ```
  public func rhumbDistance(to other: Coordinate, on surface: Surface = .sphere) -> Double {
    switch surface.kind {
    case .sphere(let sphere):
      SphericalRhumb(from: self, to: other)?.length(radius: sphere.radius) ?? .nan
    case .ellipsoid(let ellipsoid):
      EllipsoidalRhumb(ellipsoid.constants).course(from: self, to: other)?.length ?? .nan
    }
  }

  /// The constant bearing of the rhumb line to another place, in degrees in 0..<360.
  ///
  /// The line takes the shorter way around; between opposite meridians it runs east. 0 for equal
  /// places, 0 or 180 to and from a pole; NaN if a latitude is outside -90...90 or a number is not
  /// finite.
  public func rhumbBearing(to other: Coordinate, on surface: Surface = .sphere) -> Double {
    switch surface.kind {
    case .sphere(let sphere): sphere.rhumbInverse(from: self, to: other).bearing
    case .ellipsoid(let ellipsoid): ellipsoid.rhumbInverse(from: self, to: other).bearing
    }
  }

  /// The place at a distance along the line of constant bearing, with a longitude in -180..<180.
  ///
  /// A rhumb line ends at a pole: a distance beyond gives the pole itself, with the longitude of
  /// the start. From a pole it runs along the stored longitude, whatever the bearing. NaN if the
  /// latitude is outside -90...90 or a number is not finite.
  ///
  /// - Parameters:
  ///   - bearing: degrees clockwise from north, any finite number; 90 keeps the latitude.
  ///   - distance: in meters; negative is backward.
  ///   - surface: the sphere or an ellipsoid.
  /// - Returns: the end of the line.
  public func rhumbDestination(
    bearing: Double, distance: Double, on surface: Surface = .sphere
  ) -> Coordinate {
    switch surface.kind {
    case .sphere(let sphere):
      sphere.rhumbDirect(from: self, bearing: bearing, distance: distance)
    case .ellipsoid(let ellipsoid):
      ellipsoid.rhumbDirect(from: self, bearing: bearing, distance: distance)
    }
  }

  /// The place halfway along the rhumb line to another place, with a longitude in -180..<180.
  ///
  /// To or from a pole it is on the meridian of the other place. If the places are equal, it is
  /// that place. NaN if a latitude is outside -90...90 or a number is not finite.
  public func rhumbMidpoint(to other: Coordinate, on surface: Surface = .sphere) -> Coordinate {
    switch surface.kind {
    case .sphere(let sphere): sphere.rhumbMidpoint(from: self, to: other)
    case .ellipsoid(let ellipsoid): ellipsoid.rhumbMidpoint(from: self, to: other)
    }
  }
}

extension Ellipsoid {
  /// The length in meters and the bearing of the rhumb line between two places.
  ///
  /// The line of constant bearing takes the shorter way around; between opposite meridians it runs
  /// east. Equal places have a distance and a bearing of 0. A line to or from a pole is a meridian,
  /// with a bearing of 0 or 180. NaN if a latitude is outside -90...90 or a number is not finite.
  /// The distance is accurate to 15 nm, the bearing to 1e-12 degrees.
  ///
  /// ```swift
  /// let plymouth = Coordinate(latitude: 50.3714, longitude: -4.1422)
  /// let boston = Coordinate(latitude: 42.3601, longitude: -71.0589)
  /// Ellipsoid.wgs84.rhumbInverse(from: plymouth, to: boston).bearing
  /// ```
  ///
  /// Source: Karney (2024), doi:10.1007/s11200-024-0709-z.
  public func rhumbInverse(from a: Coordinate, to b: Coordinate) -> RhumbInverse {
    EllipsoidalRhumb(constants).inverse(from: a, to: b)
  }

  /// The place at the end of a rhumb line, with a longitude in -180..<180.
  ///
  /// A rhumb line ends at a pole, which it circles endlessly within a finite length: a distance
  /// beyond gives the pole itself, with the longitude of the start. NaN if the latitude is outside
  /// -90...90 or a number is not finite. Accurate to about 15 nm on 45,000 km.
  ///
  /// - Parameters:
  ///   - start: from a pole the line runs along the stored longitude, whatever the bearing.
  ///   - bearing: degrees clockwise from north, any finite number; 90 and 270 follow the parallel.
  ///   - distance: in meters; negative is backward, and a parallel may be circled many times.
  /// - Returns: the end of the line.
  public func rhumbDirect(
    from start: Coordinate, bearing: Double, distance: Double
  ) -> Coordinate {
    EllipsoidalRhumb(constants).direct(from: start, bearing: bearing, distance: distance)
  }

  /// The place halfway along the rhumb line between two places, with a longitude in -180..<180.
  ///
  /// To or from a pole it is on the meridian of the other place; between the poles, on that of the
  /// first. If the places are equal, it is that place. NaN if a latitude is outside -90...90 or a
  /// number is not finite. Accurate to about 15 nm.
  public func rhumbMidpoint(from a: Coordinate, to b: Coordinate) -> Coordinate {
    EllipsoidalRhumb(constants).midpoint(from: a, to: b)
  }
}

extension Sphere {
  /// The length in meters and the bearing of the rhumb line between two places.
  ///
  /// Equivalent to ``Ellipsoid/rhumbInverse(from:to:)`` with a flattening of 0, even at the poles
  /// and for equal places. The distance is accurate to 5 nm on the Earth, the bearing to 1e-12
  /// degrees.
  public func rhumbInverse(from a: Coordinate, to b: Coordinate) -> RhumbInverse {
    guard radius > 0, let line = SphericalRhumb(from: a, to: b) else {
      return RhumbInverse(distance: .nan, bearing: .nan)
    }
    return RhumbInverse(distance: line.length(radius: radius), bearing: line.bearing)
  }

  /// The place at the end of a rhumb line, with a longitude in -180..<180.
  ///
  /// See ``Ellipsoid/rhumbDirect(from:bearing:distance:)`` for ranges and poles.
  public func rhumbDirect(
    from start: Coordinate, bearing: Double, distance: Double
  ) -> Coordinate {
    guard
      abs(start.latitude) <= 90, start.longitude.isFinite, bearing.isFinite, distance.isFinite,
      radius > 0
    else { return .nowhere }
    let heading = AngleVector(degrees: withinHalfTurn(bearing))
    return SphericalRhumb(heading: heading, length: distance, radius: radius).place(from: start)
  }

  /// The place halfway along the rhumb line between two places, with a longitude in -180..<180.
  ///
  /// See ``Ellipsoid/rhumbMidpoint(from:to:)`` for poles and equal places. Accurate to about 10 nm
  /// on the Earth.
  public func rhumbMidpoint(from a: Coordinate, to b: Coordinate) -> Coordinate {
    // From a pole the line is determined by the meridian on which it reaches the other place.
    if abs(a.latitude) == 90 && abs(b.latitude) < 90 { return rhumbMidpoint(from: b, to: a) }
    guard radius > 0, let line = SphericalRhumb(from: a, to: b) else { return .nowhere }
    return line.place(from: a, fraction: 0.5)
  }
}
