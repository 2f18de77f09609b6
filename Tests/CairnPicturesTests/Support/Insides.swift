import CairnGeodesy

@testable import CairnPictures

/// Naive point-in-ring tests.
enum Insides {
  /// Whether a place is inside of an odd number of rings that are straight in degrees.
  static func holds(_ rings: [[Coordinate]], _ place: Coordinate) -> Bool {
    var isInside = false
    for ring in rings {
      for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1))
      where (start.latitude > place.latitude) != (end.latitude > place.latitude) {
        let share = (place.latitude - start.latitude) / (end.latitude - start.latitude)
        if place.longitude < start.longitude + share * (end.longitude - start.longitude) {
          isInside.toggle()
        }
      }
    }
    return isInside
  }

  /// The winding number of rings around a point, for the nonzero fill rule.
  static func winding(_ rings: [[PlanePoint]], _ point: PlanePoint) -> Int {
    var winding = 0
    for ring in rings {
      for (start, end) in zip(ring, ring.dropFirst() + ring.prefix(1))
      where (start.y > point.y) != (end.y > point.y) {
        let share = (point.y - start.y) / (end.y - start.y)
        if point.x < start.x + share * (end.x - start.x) { winding += end.y > start.y ? 1 : -1 }
      }
    }
    return winding
  }

  /// The distance from a point to the nearest of some lines.
  static func distance(_ lines: [[PlanePoint]], _ point: PlanePoint, areClosed: Bool) -> Double {
    var least = Double.infinity
    for line in lines {
      for (start, end) in zip(line, line.dropFirst() + (areClosed ? line.prefix(1) : [])) {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let square = dx * dx + dy * dy
        let along = (point.x - start.x) * dx + (point.y - start.y) * dy
        let share = square > 0 ? min(max(along / square, 0), 1) : 0
        least = min(least, start.interpolated(to: end, fraction: share).distance(to: point))
      }
    }
    return least
  }
}
