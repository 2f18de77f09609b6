extension Coordinate {
  /// The distance of this place from the line through two others, in metres, with a sign.
  ///
  /// The line goes on beyond both places, round the Earth; for the piece between them see
  /// ``distance(toSegmentFrom:to:on:)``. Positive to the right of the direction from the first
  /// place to the second, negative to the left. Equal places do not fix a line; the meridian is
  /// taken, northwards. Invalid places give NaN.
  ///
  /// - Parameters:
  ///   - start: a place on the line.
  ///   - end: another, which gives the line its direction.
  ///   - surface: the figure of the Earth.
  public func crossTrackDistance(
    fromLineThrough start: Coordinate, and end: Coordinate, on surface: Surface = .sphere
  ) -> Double {
    switch surface.kind {
    case .sphere(let sphere):
      sphere.crossTrackDistance(of: self, fromLineThrough: start, and: end)
    case .ellipsoid(let ellipsoid):
      ellipsoid.crossTrackDistance(of: self, fromLineThrough: start, and: end)
    }
  }

  /// How far along the line through two others this place lies, in metres, with a sign.
  ///
  /// From the first place to the point of the line that is nearest to this place, negative when
  /// that lies behind the first place, within half the circumference either way. Equal places do
  /// not fix a line; the meridian is taken, northwards. Invalid places give NaN.
  ///
  /// - Parameters:
  ///   - start: the place on the line from which to measure.
  ///   - end: another, which gives the line its direction.
  ///   - surface: the figure of the Earth.
  public func alongTrackDistance(
    onLineThrough start: Coordinate, and end: Coordinate, on surface: Surface = .sphere
  ) -> Double {
    switch surface.kind {
    case .sphere(let sphere):
      sphere.alongTrackDistance(of: self, onLineThrough: start, and: end)
    case .ellipsoid(let ellipsoid):
      ellipsoid.alongTrackDistance(of: self, onLineThrough: start, and: end)
    }
  }

  /// The distance of this place from the shortest line between two others, in metres.
  ///
  /// To the nearest point between the ends, or to the nearer end; never negative. Equal ends are
  /// one place. Invalid places give NaN.
  ///
  /// ```swift
  /// let place = Coordinate(latitude: 10, longitude: 20)
  /// let west = Coordinate(latitude: 0, longitude: 0)
  /// let east = Coordinate(latitude: 0, longitude: 10)
  /// place.crossTrackDistance(fromLineThrough: west, and: east)  // -1,111,950: north is left
  /// place.distance(toSegmentFrom: west, to: east)               // 1,568,520: to the east end
  /// ```
  ///
  /// - Parameters:
  ///   - start: one end.
  ///   - end: the other end.
  ///   - surface: the figure of the Earth.
  public func distance(
    toSegmentFrom start: Coordinate, to end: Coordinate, on surface: Surface = .sphere
  ) -> Double {
    switch surface.kind {
    case .sphere(let sphere):
      sphere.distance(from: self, toSegmentFrom: start, to: end)
    case .ellipsoid(let ellipsoid):
      ellipsoid.distance(from: self, toSegmentFrom: start, to: end)
    }
  }

  /// The point of the shortest line between two places that is nearest to this place.
  ///
  /// One of the ends, exactly as it is stored, where no point between them is nearer. Invalid
  /// places give NaN.
  ///
  /// - Parameters:
  ///   - start: one end.
  ///   - end: the other end.
  ///   - surface: the figure of the Earth.
  public func nearestPoint(
    onSegmentFrom start: Coordinate, to end: Coordinate, on surface: Surface = .sphere
  ) -> Coordinate {
    switch surface.kind {
    case .sphere(let sphere):
      sphere.nearestPoint(to: self, onSegmentFrom: start, to: end)
    case .ellipsoid(let ellipsoid):
      ellipsoid.nearestPoint(to: self, onSegmentFrom: start, to: end)
    }
  }
}
