public import CairnGeodesy

extension GeoShape {
  /// The place inside that is farthest from the border: where a label goes.
  ///
  /// ```swift
  /// if let (place, distance) = GeoShape(lake).labelPoint(tolerance: 50) {
  ///   label.draw(at: place, width: 2 * distance)
  /// }
  /// ```
  ///
  /// Other than the centroid it is always inside, never in a hole, and well away from the border; for
  /// polygons across 180 degrees and around a pole as for others. It is known as the pole of
  /// inaccessibility. Of a path it is the middle, of a point the point.
  ///
  /// Method: the circle sought touches the border in two points at least. The circles that touch an
  /// edge or a corner form a family with one parameter, for which another edge that a circle touches
  /// gives an upper bound of the radius; the family with the greatest bound is halved until no bound
  /// exceeds the best circle by more than the tolerance. Between parallel edges the bound is exact,
  /// so that long strips need no more steps than others. The radius for one value of the parameter is
  /// found by shrinking a circle to the nearest edge, as J. Ma, S. W. Bae and S. Choi, "3D medial
  /// axis point approximation using nearest neighbors and the normal field", The Visual Computer 28
  /// (2012), doi:10.1007/s00371-011-0594-7, do.
  ///
  /// - Parameter tolerance: how much farther from the border another place may be, in metres; less
  ///   than a millionth of what was found is not asked for.
  /// - Returns: the place and its distance from the border in metres, infinite for the whole Earth;
  ///   nil for an empty shape, and for one so thin that no place inside is found.
  /// - Complexity: O(*n* log *n*) for *n* corners, and O(log *n* · log(*d* / *t*)) for each edge at
  ///   which the distance *d* comes within the tolerance *t* of the greatest; up to O(*n*²) for combs
  ///   and for many holes, where many edges come near the greatest distance. Rings that cross
  ///   themselves cost as much for each crossing. The search ends after 200,000 steps and 192 for
  ///   each corner, whatever the tolerance is, and then the best place so far is returned: a border
  ///   made for it, such as a polygon of many corners on one circle, may need more, and another
  ///   place may then be farther from the border by more than the tolerance.
  public func labelPoint(
    tolerance: Double = 1
  ) -> (coordinate: Coordinate, distance: Double)? {
    switch self {
    case .point(let place): return place.isValid ? (place, 0) : nil
    case .path(let path):
      return path.coordinate(atDistance: path.length() / 2).map { ($0, 0) }
    case .cap(let cap):
      if cap.isEmpty { return nil }
      let isWorld = cap.radius >= Sphere.mean.radius * .pi
      return (cap.center, isWorld ? .infinity : cap.radius)
    case .box(let box): return box.labelPoint
    case .polygon, .multiPolygon:
      let prepared = PreparedShape(self)
      var search = LabelSearch(prepared, tolerance: tolerance)
      return search?.run()
    }
  }
}

extension BoundingBox {
  /// The place that is farthest from the border: on the meridian in the middle, where the distance
  /// from the border has one maximum.
  ///
  /// On each parallel the sides are farthest from its middle. There the distance to a bound is linear
  /// in the latitude, that to a side decreases from the equator on, and the lesser of functions with
  /// one maximum has one.
  fileprivate var labelPoint: (coordinate: Coordinate, distance: Double)? {
    let prepared = PreparedShape(.box(self))
    guard !isEmpty else { return nil }
    let longitude = west + longitudeSpan / 2
    func place(_ latitude: Double) -> (coordinate: Coordinate, distance: Double) {
      let place = Coordinate(latitude: latitude, longitude: longitude).normalized
      return (place, prepared.distance(toBorderFrom: place))
    }
    var (low, high) = (south, north)
    var best = place(south + (north - south) / 2)
    for latitude in [south, north, min(max(0, south), north)] {
      let other = place(latitude)
      if other.distance > best.distance { best = other }
    }
    // A third is left out each time, so that 130 steps leave less than a double can tell.
    for _ in 0..<130 where low < high {
      let (first, second) = (place(low + (high - low) / 3), place(high - (high - low) / 3))
      if first.distance < second.distance {
        low = first.coordinate.latitude
      } else {
        high = second.coordinate.latitude
      }
      for other in [first, second] where other.distance > best.distance { best = other }
    }
    return best.distance > 0 && contains(best.coordinate) ? best : nil
  }
}
