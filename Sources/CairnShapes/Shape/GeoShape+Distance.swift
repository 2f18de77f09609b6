public import CairnGeodesy

extension GeoShape {
  /// Whether the shape has no point; see ``GeoShape`` for which have none.
  public var isEmpty: Bool { PreparedShape(self).isEmpty }

  /// The distance in metres from a place to the shape, 0 inside.
  ///
  /// To a box and a polygon it is the distance to the border, with holes, for a place outside; to a
  /// circle what is left beyond its radius; to a line that to its nearest edge. Right to 10 nm.
  ///
  /// - Parameter place: any place.
  /// - Returns: metres on the mean sphere; NaN for an empty shape, and when the place is not
  ///   ``Coordinate/isValid``.
  /// - Complexity: O(*n*) in the corners of the shape, which are prepared each time, with a factor
  ///   of log *n* for several parts or holes.
  public func distance(to place: Coordinate) -> Double {
    PreparedShape(self).distance(to: place)
  }

  /// The distance in metres from a place, inside or outside, to the nearest point of the border.
  ///
  /// The border of a polygon are all its rings, that of a circle its rim, that of a line the line.
  ///
  /// - Parameter place: any place.
  /// - Returns: metres on the mean sphere; infinite where there is no border, since the shape is
  ///   the whole Earth, and NaN for an empty shape and an invalid place.
  /// - Complexity: O(*n*) in the corners of the shape.
  public func distance(toBorderFrom place: Coordinate) -> Double {
    PreparedShape(self).distance(toBorderFrom: place)
  }

  /// The point of the shape that is nearest to a place: the place itself where it is inside.
  ///
  /// - Parameter place: any place.
  /// - Returns: a point that is as far away as ``distance(to:)-(Coordinate)`` says; nil for an
  ///   empty shape and an invalid place. Of equally near points any.
  /// - Complexity: O(*n*) in the corners of the shape.
  public func nearestPoint(to place: Coordinate) -> Coordinate? {
    PreparedShape(self).nearestPoint(to: place)
  }

  /// The point of the border that is nearest to a place inside or outside.
  ///
  /// - Parameter place: any place.
  /// - Returns: a point; nil where there is no border or no distance. From the centre of a circle
  ///   it is the point due north.
  /// - Complexity: O(*n*) in the corners of the shape.
  public func nearestPoint(ofBorderTo place: Coordinate) -> Coordinate? {
    PreparedShape(self).nearestPoint(ofBorderTo: place)
  }

  /// The distance in metres between the nearest points of two shapes, 0 where they touch.
  ///
  /// The same both ways to some nanometres; below a micrometre it is 0.
  ///
  /// - Parameter other: what has a shape.
  /// - Returns: metres on the mean sphere; NaN when one of the two is empty.
  /// - Complexity: O((*m* + *n*) log (*m* + *n*)) for *m* and *n* edges in any number of parts and
  ///   holes, plus *k* for each part that lies in the boxes of *k* polygons of the other shape;
  ///   O(*mn*) where all edges are as near, as those of a circle and a place around its centre.
  public func distance(to other: some GeoShaped) -> Double {
    PreparedShape(self).distance(to: PreparedShape(other.shape))
  }

  /// The points of two shapes that are nearest to one another: a common point where they touch.
  ///
  /// ```swift
  /// if let (exit, entrance) = park.nearestPoints(to: station) { print(exit.distance(to: entrance)) }
  /// ```
  ///
  /// - Parameter other: what has a shape.
  /// - Returns: a point of this shape and one of the other, as far apart as
  ///   ``distance(to:)-(GeoShaped)`` says; nil when one of the two is empty. Of equally near ones
  ///   any.
  /// - Complexity: as of the distance.
  public func nearestPoints(
    to other: some GeoShaped
  ) -> (own: Coordinate, other: Coordinate)? {
    PreparedShape(self).nearestPoints(to: PreparedShape(other.shape))
  }

  /// Whether two shapes have a point in common, a border included: their distance is 0.
  ///
  /// - Parameter other: what has a shape.
  /// - Returns: false when one of the two is empty.
  /// - Complexity: as of the distance, and less where they are far apart.
  public func intersects(_ other: some GeoShaped) -> Bool {
    PreparedShape(self).intersects(PreparedShape(other.shape))
  }
}
