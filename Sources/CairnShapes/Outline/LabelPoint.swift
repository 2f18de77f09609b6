public import CairnGeodesy

extension GeoShape {
  /// Returns the place inside that is farthest from the border, the best position for a label.
  ///
  /// ```swift
  /// if let (place, distance) = GeoShape(lake).labelPoint(tolerance: 50) {
  ///   label.draw(at: place, width: 2 * distance)
  /// }
  /// ```
  ///
  /// Unlike the centroid it is always inside, never in a hole, and well away from the border, even
  /// for polygons across 180 degrees or around a pole. It is known as the pole of inaccessibility.
  /// For a path it is the midpoint, for a point the point itself.
  ///
  /// Method: the largest inscribed circle touches the border in at least two points. The circles
  /// that touch an edge or a corner form a one-parameter family, for which another touched edge
  /// gives an upper bound of the radius; the family with the greatest bound is bisected until no
  /// bound exceeds the best circle by more than the tolerance. Between parallel edges the bound is
  /// exact, so long strips need no more steps than other shapes. The radius for one value of the
  /// parameter is found by shrinking a circle to the nearest edge, as in J. Ma, S. W. Bae and S.
  /// Choi, "3D medial axis point approximation using nearest neighbors and the normal field", The
  /// Visual Computer 28 (2012), doi:10.1007/s00371-011-0594-7.
  ///
  /// - Parameter tolerance: the maximum difference in meters to the greatest possible distance from
  ///   the border; at least a millionth of the distance found.
  /// - Returns: the place and its distance from the border in meters, infinite for the whole Earth;
  ///   nil for an empty shape, and for one so thin that no place inside is found.
  /// - Complexity: O(*n* log *n*) for *n* corners, and O(log *n* · log(*d* / *t*)) for each edge
  ///   with a distance *d* within the tolerance *t* of the greatest, such as those of combs and
  ///   between many holes. A place with *k* edges at equal distances costs O(*k*) each time it is
  ///   examined. Self-crossing rings cost as much for each crossing. Regardless of the tolerance,
  ///   the search ends after 200,000 steps plus 192 per corner and returns the best place so far:
  ///   an adversarial border, such as a polygon with many corners on one circle, may need more, and
  ///   another place may then be farther from the border by more than the tolerance.
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
  /// The place farthest from the border, on the central meridian, where the distance from the
  /// border has a single maximum.
  ///
  /// On each parallel, the distance from the sides is greatest at its midpoint. On the central
  /// meridian, the distance to a parallel bound is linear in the latitude, that to a side decreases
  /// away from the equator, and so their minimum has a single maximum.
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
    // Ternary search: each step removes a third, so 130 steps reach the resolution of a double.
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
