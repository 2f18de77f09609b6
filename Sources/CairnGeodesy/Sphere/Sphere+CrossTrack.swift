extension Sphere {
  /// The distance of a place from the infinite great circle through two others, in meters.
  ///
  /// Positive to the right of the direction from the first to the second, negative to the left, at
  /// most a quarter of the circumference. For the distance to the segment between the two see
  /// ``distance(from:toSegmentFrom:to:)``. Accurate to 5 nm on the Earth.
  ///
  /// Two equal or antipodal places do not determine a great circle; the meridian of the first is
  /// used, northward. Returns NaN for a latitude outside -90...90 or a number that is not finite.
  ///
  /// - Parameters:
  ///   - place: the place whose distance is measured.
  ///   - start: a place on the line.
  ///   - end: another place, which determines the direction of the line.
  /// - Returns: meters, positive to the right.
  public func crossTrackDistance(
    of place: Coordinate, fromLineThrough start: Coordinate, and end: Coordinate
  ) -> Double {
    radius * SphericalTrack(from: start, to: end, place: place).crossAngle
  }

  /// The signed distance along the great circle through two others at which a place projects onto
  /// it, in meters.
  ///
  /// Measured from the first place to the point of the line that is nearest to the place, positive
  /// in the direction of the second, within half the circumference either way. Accurate to 5 nm on
  /// the Earth, except for places a quarter turn off the line, which have no nearest point; at the
  /// pole of the line itself the result is 0.
  ///
  /// Two equal or antipodal places do not determine a great circle; the meridian of the first is
  /// used, northward. Returns NaN for a latitude outside -90...90 or a number that is not finite.
  ///
  /// - Parameters:
  ///   - place: the place whose position is measured.
  ///   - start: the place on the line from which to measure.
  ///   - end: another place, which determines the direction of the line.
  /// - Returns: meters, negative behind the first place.
  public func alongTrackDistance(
    of place: Coordinate, onLineThrough start: Coordinate, and end: Coordinate
  ) -> Double {
    radius * SphericalTrack(from: start, to: end, place: place).alongAngle
  }

  /// The distance of a place from the segment of a great circle between two others, in meters.
  ///
  /// The distance to the nearest point between the ends, or to the nearer end; never more than the
  /// distance to either end. Accurate to 5 nm on the Earth. Equal ends count as a single point;
  /// between antipodal ends the line that starts northward is used. Returns NaN for a latitude
  /// outside -90...90 or a number that is not finite.
  ///
  /// - Parameters:
  ///   - place: the place whose distance is measured.
  ///   - start: one end.
  ///   - end: the other end.
  /// - Returns: meters, never negative.
  public func distance(
    from place: Coordinate, toSegmentFrom start: Coordinate, to end: Coordinate
  ) -> Double {
    let track = SphericalTrack(from: start, to: end, place: place)
    let toStart = distance(from: place, to: start)
    let toEnd = distance(from: place, to: end)
    let toEnds = toStart < toEnd ? toStart : toEnd
    guard track.isBeside else {
      // A NaN must not be lost in the comparison.
      return toStart.isNaN ? toStart : toEnds
    }
    return min(radius * track.crossAngle.magnitude, toEnds)
  }

  /// The point between two places, on their great circle, that is nearest to another place.
  ///
  /// Returns one of the ends, exactly as stored, if no point between them is nearer. Accurate to 5
  /// nm on the Earth, except for places about a quarter turn off the line, from which all its
  /// points are equally far. Equal ends count as a single point; between antipodal ends the line
  /// that starts northward is used. Returns NaN for a latitude outside -90...90 or a number that is
  /// not finite.
  ///
  /// - Parameters:
  ///   - place: the query place.
  ///   - start: one end.
  ///   - end: the other end.
  /// - Returns: the nearest point; an end is returned as stored.
  public func nearestPoint(
    to place: Coordinate, onSegmentFrom start: Coordinate, to end: Coordinate
  ) -> Coordinate {
    let track = SphericalTrack(from: start, to: end, place: place)
    let toStart = distance(from: place, to: start)
    let toEnd = distance(from: place, to: end)
    if toStart.isNaN || toEnd.isNaN { return .nowhere }
    if track.isBeside, radius * track.crossAngle.magnitude < min(toStart, toEnd) {
      return track.nearestPoint
    }
    return toStart <= toEnd ? start : end
  }
}

/// A place relative to a great circle.
private struct SphericalTrack {
  let start: SphericalObserver
  /// The direction of the line at its start.
  let direction: (north: Double, east: Double)
  /// The angle between the ends.
  let length: Double
  /// The place in the frame of the line: up at the start, forward, and to the right.
  let radial: Double
  let forward: Double
  let right: Double

  init(from start: Coordinate, to end: Coordinate, place: Coordinate) {
    self.start = SphericalObserver(start)
    let line = SphericalOffset(from: self.start, to: end)
    let offset = SphericalOffset(from: self.start, to: place)
    direction = line.direction
    length = polarAngle(radiansOfX: line.radial, y: line.sine)
    radial = offset.radial
    forward = offset.north * direction.north + offset.east * direction.east
    right = offset.east * direction.north - offset.north * direction.east
  }

  var crossAngle: Double {
    polarAngle(radiansOfX: hypotenuse(radial, forward), y: right) + 0
  }

  var alongAngle: Double {
    polarAngle(radiansOfX: radial, y: forward) + 0
  }

  /// Whether the nearest point of the line is between the ends.
  var isBeside: Bool {
    let along = alongAngle
    return along >= 0 && along <= length
  }

  var nearestPoint: Coordinate {
    start.place(
      at: SphericalOffset(
        radial: radial, north: forward * direction.north, east: forward * direction.east))
  }
}
