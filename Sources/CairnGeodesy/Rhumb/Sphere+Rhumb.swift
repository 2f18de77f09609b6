extension Sphere {
  /// The length in metres and the bearing of the rhumb line between two places.
  ///
  /// The line of constant bearing takes the shorter way round; between opposite meridians it
  /// runs east. Equal places have a distance and a bearing of 0. A line to or from a pole is a
  /// meridian, with a bearing of 0 or 180. NaN when a latitude is outside -90...90 or a number
  /// is not finite. The distance is right to 5 nm on the Earth, the bearing to 1e-12 degrees.
  ///
  /// Source: Karney (2024), doi:10.1007/s11200-024-0709-z, with a flattening of 0.
  public func rhumbInverse(from a: Coordinate, to b: Coordinate) -> RhumbInverse {
    RhumbFigure(self).inverse(from: a, to: b)
  }

  /// The place at the end of a rhumb line, with a longitude in -180..<180.
  ///
  /// - Parameters:
  ///   - start: from a pole the line runs along the stored longitude, whatever the bearing.
  ///   - bearing: degrees clockwise from north, any turn; 90 and 270 follow the parallel.
  ///   - distance: in metres; negative goes backwards, and a parallel may be circled often.
  ///
  /// A rhumb line ends at a pole, which it circles without end in a finite length: a distance
  /// beyond gives the pole itself, with the longitude of the start. NaN when the latitude is
  /// outside -90...90 or a number is not finite.
  public func rhumbDirect(
    from start: Coordinate, bearing: Double, distance: Double
  ) -> Coordinate {
    RhumbFigure(self).direct(from: start, bearing: bearing, distance: distance)
  }

  /// The place halfway along the rhumb line between two places, its longitude in -180..<180.
  ///
  /// To or from a pole it lies on the meridian of the other place; between the poles, on that of
  /// the first. Equal places give that place. NaN when a latitude is outside -90...90 or a number
  /// is not finite. Right to some 10 nm on the Earth.
  public func rhumbMidpoint(from a: Coordinate, to b: Coordinate) -> Coordinate {
    RhumbFigure(self).midpoint(from: a, to: b)
  }
}
