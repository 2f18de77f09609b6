public import CairnGeodesy

extension GeoShape {
  /// Whether the shape has no points; see ``GeoShape`` for the definition.
  public var isEmpty: Bool { PreparedShape(self).isEmpty }

  /// Returns the distance in meters from a place to the shape, 0 inside.
  ///
  /// For a place outside a box or a polygon, it is the distance to the border, including holes; for
  /// a circle, the distance from the center minus the radius; for a line, the distance to its
  /// nearest edge. It is accurate to 10 nm.
  ///
  /// - Parameter place: any place.
  /// - Returns: meters on the mean sphere; NaN for an empty shape, and if the place is not
  ///   ``Coordinate/isValid``.
  /// - Complexity: O(*n*) for *n* corners of the shape, which is prepared each time, with a factor
  ///   of log *n* for several parts or holes.
  public func distance(to place: Coordinate) -> Double {
    PreparedShape(self).distance(to: place)
  }

  /// Returns the distance in meters from a place, inside or outside, to the nearest point of the
  /// border.
  ///
  /// The border of a polygon consists of all its rings, that of a circle is its circumference, and
  /// that of a line the line itself.
  ///
  /// - Parameter place: any place.
  /// - Returns: meters on the mean sphere; infinite for a shape without a border, the whole Earth;
  ///   NaN for an empty shape or an invalid place.
  /// - Complexity: O(*n*) for *n* corners of the shape.
  public func distance(toBorderFrom place: Coordinate) -> Double {
    PreparedShape(self).distance(toBorderFrom: place)
  }

  /// Returns the point of the shape nearest to a place; the place itself if it is inside.
  ///
  /// - Parameter place: any place.
  /// - Returns: a point at the distance ``distance(to:)-(Coordinate)``; nil for an empty shape or
  ///   an invalid place. The choice among equally near points is unspecified.
  /// - Complexity: O(*n*) for *n* corners of the shape.
  public func nearestPoint(to place: Coordinate) -> Coordinate? {
    PreparedShape(self).nearestPoint(to: place)
  }

  /// Returns the point of the border nearest to a place, inside or outside.
  ///
  /// - Parameter place: any place.
  /// - Returns: a point; nil without a border or a defined distance. For the center of a circle it
  ///   is the point due north.
  /// - Complexity: O(*n*) for *n* corners of the shape.
  public func nearestPoint(ofBorderTo place: Coordinate) -> Coordinate? {
    PreparedShape(self).nearestPoint(ofBorderTo: place)
  }

  /// Returns the distance in meters between the nearest points of two shapes, 0 if they touch.
  ///
  /// It is symmetric to a few nanometers; below a micrometer it is 0.
  ///
  /// - Parameter other: the other shape.
  /// - Returns: meters on the mean sphere; NaN if one of the shapes is empty.
  /// - Complexity: O((*m* + *n*) log (*m* + *n*)) for *m* and *n* edges in any number of parts and
  ///   holes, plus *k* for each part in the boxes of *k* polygons of the other shape; O(*mn*) if
  ///   all edges are equally near, for example around a common center.
  public func distance(to other: some GeoShaped) -> Double {
    PreparedShape(self).distance(to: PreparedShape(other.shape))
  }

  /// Returns the points of two shapes that are nearest to each other; a common point if they touch.
  ///
  /// ```swift
  /// if let (exit, entrance) = park.nearestPoints(to: station) {
  ///   print(exit.distance(to: entrance))
  /// }
  /// ```
  ///
  /// - Parameter other: the other shape.
  /// - Returns: a point of this shape and one of the other, at the distance
  ///   ``distance(to:)-(GeoShaped)``; nil if one of the shapes is empty. The choice among equally
  ///   near points is unspecified.
  /// - Complexity: that of the distance.
  public func nearestPoints(
    to other: some GeoShaped
  ) -> (own: Coordinate, other: Coordinate)? {
    PreparedShape(self).nearestPoints(to: PreparedShape(other.shape))
  }

  /// Whether two shapes have a common point, borders included, that is, whether their distance is
  /// 0.
  ///
  /// - Parameter other: the other shape.
  /// - Returns: false if one of the shapes is empty.
  /// - Complexity: that of the distance, or less if they are far apart.
  public func intersects(_ other: some GeoShaped) -> Bool {
    PreparedShape(self).intersects(PreparedShape(other.shape))
  }
}
