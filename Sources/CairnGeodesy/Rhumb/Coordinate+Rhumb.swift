extension Coordinate {
  /// The length of the rhumb line to another place, in metres.
  ///
  /// The line of constant bearing, longer than the shortest line except along a meridian or the
  /// equator. It takes the shorter way round. 0 for equal places; NaN when a latitude is outside
  /// -90...90 or a number is not finite. Right to 5 nm on the sphere and 15 nm on the ellipsoid.
  ///
  /// ```swift
  /// let plymouth = Coordinate(latitude: 50.3714, longitude: -4.1422)
  /// let boston = Coordinate(latitude: 42.3601, longitude: -71.0589)
  /// plymouth.rhumbDistance(to: boston, on: .wgs84)
  /// ```
  public func rhumbDistance(to other: Coordinate, on surface: Surface = .sphere) -> Double {
    surface.rhumbFigure.course(from: self, to: other)?.length ?? .nan
  }

  /// The constant bearing of the rhumb line to another place, in degrees in 0..<360.
  ///
  /// The line takes the shorter way round; between opposite meridians it runs east. 0 for equal
  /// places, 0 or 180 to and from a pole; NaN when a latitude is outside -90...90 or a number is
  /// not finite.
  public func rhumbBearing(to other: Coordinate, on surface: Surface = .sphere) -> Double {
    surface.rhumbFigure.inverse(from: self, to: other).bearing
  }

  /// The place at a distance along the line of constant bearing, with a longitude in -180..<180.
  ///
  /// - Parameters:
  ///   - bearing: degrees clockwise from north, any turn; 90 keeps the latitude.
  ///   - distance: in metres; negative goes backwards.
  ///   - surface: the sphere or an ellipsoid.
  ///
  /// A rhumb line ends at a pole: a distance beyond gives the pole itself, with the longitude of
  /// the start. From a pole it runs along the stored longitude, whatever the bearing. NaN when
  /// the latitude is outside -90...90 or a number is not finite.
  public func rhumbDestination(
    bearing: Double, distance: Double, on surface: Surface = .sphere
  ) -> Coordinate {
    surface.rhumbFigure.direct(from: self, bearing: bearing, distance: distance)
  }

  /// The place halfway along the rhumb line to another place, with a longitude in -180..<180.
  ///
  /// To or from a pole it lies on the meridian of the other place. Equal places give that place.
  /// NaN when a latitude is outside -90...90 or a number is not finite.
  public func rhumbMidpoint(to other: Coordinate, on surface: Surface = .sphere) -> Coordinate {
    surface.rhumbFigure.midpoint(from: self, to: other)
  }
}

extension Surface {
  fileprivate var rhumbFigure: RhumbFigure {
    switch kind {
    case .sphere(let sphere): RhumbFigure(sphere)
    case .ellipsoid(let ellipsoid): RhumbFigure(ellipsoid.constants)
    }
  }
}
