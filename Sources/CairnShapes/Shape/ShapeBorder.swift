internal import CairnGeodesy
internal import CairnIndex
internal import CairnMemory

/// The lines of a shape, open or closed, with one tree of all their edges.
struct ShapeBorder: Sendable {
  /// The vertices of each line or ring, as given; empty if a line has no vertex or an invalid one.
  private let drawn: [[Coordinate]]
  /// Whether the lines are closed, with or without the first vertex repeated at the end.
  private let areRings: Bool
  /// The tree, built by the first query that needs it; nil without lines.
  private let builtTree: Once<PathTree?>?

  /// An empty border.
  static let none = ShapeBorder([])

  /// Creates a border of lines; it is empty if a line has no vertex or an invalid one.
  init(_ lines: [[Coordinate]]) {
    let isDefined = lines.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0.isValid } }
    self.init(isDefined ? lines : [], areRings: false)
  }

  /// Creates a border of nonempty rings with valid vertices.
  init(rings: [[Coordinate]]) {
    self.init(rings, areRings: true)
  }

  private init(_ drawn: [[Coordinate]], areRings: Bool) {
    self.drawn = drawn
    self.areRings = areRings
    builtTree = drawn.isEmpty ? nil : Once()
  }

  /// Whether there are no lines.
  var isEmpty: Bool { drawn.isEmpty }

  /// The first vertex of each line.
  var firstPlaces: some Sequence<Coordinate> { drawn.lazy.map { $0[0] } }

  /// The vertices of each line; the first vertex of a ring is repeated at its end.
  ///
  /// - Complexity: O(*n*) for *n* vertices, which may be copied.
  var lines: [[Coordinate]] {
    drawn.map { line in
      let isOpen = areRings && line[line.count - 1] != line[0]
      return Self.withoutHalfTurns(isOpen ? line + [line[0]] : line, isRing: areRings)
    }
  }

  /// The tree of all edges, numbered line by line; nil without lines.
  ///
  /// Only distances and pairs of shapes need it: a query for the shapes that contain a place does
  /// not build it.
  ///
  /// - Complexity: O(*n* log *n*) for *n* edges the first time, O(1) after that.
  var tree: PathTree? { builtTree?({ PathTree(lines: lines) }) }

  /// All edges in order; a single vertex counts as an edge to itself.
  var edges: some Sequence<ShapeEdge> {
    lines.lazy.flatMap { line in
      (0..<max(line.count - 1, 1)).lazy.map {
        ShapeEdge(line[$0], line[min($0 + 1, line.count - 1)])
      }
    }
  }

  /// Returns the line with an additional vertex in the middle of each edge that is nearly half a
  /// turn long, so that every edge has a direction.
  ///
  /// From pole to pole, a ring runs along the longitude stored with the first vertex, as in a
  /// polygon.
  private static func withoutHalfTurns(_ line: [Coordinate], isRing: Bool) -> [Coordinate] {
    let longest = 3.5  // a squared chord, about 139 degrees
    var result: [Coordinate]?
    for (number, (start, end)) in zip(line, line.dropFirst()).enumerated() {
      // The angle is at most the sum of the differences, so most edges need no vectors.
      let degrees =
        (start.latitude - end.latitude).magnitude + (start.longitude - end.longitude).magnitude
      guard degrees > 135, start.unitVector.squaredChord(to: end.unitVector) > longest else {
        continue
      }
      let isPolar = start.latitude.magnitude == 90 && end.latitude == -start.latitude
      let middle =
        isRing && isPolar
        ? Coordinate(latitude: 0, longitude: start.longitude)
        : start.interpolated(to: end, fraction: 0.5)
      var vertices = result ?? line
      vertices.insert(middle, at: number + 1 + vertices.count - line.count)
      result = vertices
    }
    return result ?? line
  }
}

/// A great-circle arc of less than half a turn.
struct ShapeEdge {
  let start: Coordinate
  let end: Coordinate
  let from: UnitVector
  let to: UnitVector

  init(_ start: Coordinate, _ end: Coordinate) {
    self.start = start
    self.end = end
    from = start.unitVector
    to = end.unitVector
  }

  /// A ball that contains the arc: its center and its radius as a chord.
  var ball: (center: UnitVector, radius: Double) {
    let center = (from + to).unit ?? from
    return (center, center.squaredChord(to: from).squareRoot() + 1e-9)
  }

  /// Returns the distance in meters between the nearest points of two arcs, 0 if they cross.
  func distance(to other: ShapeEdge) -> Double {
    if crosses(other) { return 0 }
    return min(
      min(
        start.distance(toSegmentFrom: other.start, to: other.end),
        end.distance(toSegmentFrom: other.start, to: other.end)),
      min(
        other.start.distance(toSegmentFrom: start, to: end),
        other.end.distance(toSegmentFrom: start, to: end)))
  }

  /// Returns the nearest points of two arcs, the same point if they cross.
  func nearestPoints(to other: ShapeEdge) -> (own: Coordinate, other: Coordinate)? {
    if crosses(other) {
      // ``side(of:)`` is linear in the place; normals of short arcs would be too inaccurate.
      let (first, second) = (side(of: other.from), side(of: other.to))
      let place = other.from * (second / (second - first)) + other.to * (first / (first - second))
      return (place.coordinate, place.coordinate)
    }
    let (path, otherPath) = (GeoPath([start, end]), GeoPath([other.start, other.end]))
    let ways =
      [start, end].compactMap { own in
        otherPath.nearestPoint(to: own).map { (own, $0.coordinate, $0.distance) }
      }
      + [other.start, other.end].compactMap { another in
        path.nearestPoint(to: another).map { ($0.coordinate, another, $0.distance) }
      }
    return ways.min { $0.2 < $1.2 }.map { ($0.0, $0.1) }
  }

  /// Whether two arcs cross at an interior point of both.
  ///
  /// If an end is within nanometers of the other arc, the result may be either; the distance of
  /// that end is then tiny anyway.
  private func crosses(_ other: ShapeEdge) -> Bool {
    // Around a crossing, the four ends have a consistent orientation.
    let first = side(of: other.from)
    let second = side(of: other.to)
    guard first * second < 0 else { return false }
    let third = other.side(of: from)
    let fourth = other.side(of: to)
    return third * fourth < 0 && first * third < 0
  }

  /// Returns a positive number for a place to the left of the great circle of the arc, 0 on it.
  ///
  /// Computed with differences from the place, so that short arcs nearby keep their precision.
  private func side(of place: UnitVector) -> Double {
    (from - place).cross(to - place).dot(place)
  }
}

extension UnitVector {
  /// The normalized vector; nil for a vector near zero.
  var unit: UnitVector? {
    let size = dot(self).magnitude.squareRoot()
    return size > 1e-12 ? self * (1 / size) : nil
  }
}

/// Converts meters along the mean sphere to a chord of the unit sphere, at most 2.
func chord(ofMeters meters: Double) -> Double {
  2 * sine(min(meters / (2 * Sphere.mean.radius), .pi / 2))
}
