internal import CairnGeodesy
internal import CairnIndex

// Distances between two shapes. The distance of a circle is that of its center minus its radius.
// For all others, either one contains a place of the other, or the nearest points are on their
// borders.

extension PreparedShape {
  /// Returns the distance in meters between the nearest points of two shapes, 0 if they touch; NaN
  /// for an empty shape.
  func distance(to other: PreparedShape) -> Double {
    distance(to: other, within: .infinity)
  }

  /// Whether two shapes have a common point.
  func intersects(_ other: PreparedShape) -> Bool {
    bounds.intersects(other.bounds) && box.intersects(other.box)
      && distance(to: other, within: 0) <= 0
  }

  /// Returns the distance, or any number beyond the limit if it is greater than that.
  func distance(to other: PreparedShape, within limit: Double) -> Double {
    let distance = rawDistance(to: other, within: limit + Self.touch)
    return distance <= Self.touch ? 0 : distance
  }

  private func rawDistance(to other: PreparedShape, within limit: Double) -> Double {
    switch (kind, other.kind) {
    case (.empty, _), (_, .empty): return .nan
    case (_, .cap(let cap)): return max(0, distance(to: cap.center) - cap.radius)
    case (.cap(let cap), _): return max(0, other.distance(to: cap.center) - cap.radius)
    case (.box(let box), .box(let otherBox)):
      if box.intersects(otherBox) { return 0 }
      // The nearest points of two parallels are on one meridian, and one such pair is at a corner.
      return min(
        box.corners.map(other.distance(to:)).min() ?? .infinity,
        otherBox.corners.map { distance(to: $0) }.min() ?? .infinity)
    default:
      if containsPart(of: other) || other.containsPart(of: self) { return 0 }
      var nearest = NearestEdgePair(limit: limit)
      nearest.search(from: self, to: other)
      if case .box(let box) = kind { nearest.search(parallelsOf: box, self, to: other) }
      if case .box(let box) = other.kind { nearest.search(parallelsOf: box, other, to: self) }
      return nearest.distance
    }
  }

  /// Whether the first place of a part of another shape is inside.
  ///
  /// A part with its first place outside can reach the inside only with an edge that crosses the
  /// border.
  private func containsPart(of other: PreparedShape) -> Bool { commonPlace(of: other) != nil }

  private func commonPlace(of other: PreparedShape) -> Coordinate? {
    if case .line = kind { return nil }
    if case .box(let box) = other.kind, let corner = box.corners.first(where: contains) {
      return corner
    }
    return other.border.firstPlaces.first(where: contains)
  }

  /// Returns the nearest points of two shapes, the same point if they touch or overlap; nil for an
  /// empty shape.
  func nearestPoints(to other: PreparedShape) -> (own: Coordinate, other: Coordinate)? {
    switch (kind, other.kind) {
    case (.empty, _), (_, .empty): return nil
    case (_, .cap(let cap)):
      guard let own = nearestPoint(to: cap.center) else { return nil }
      let isInside = cap.center.distance(to: own) <= cap.radius + Self.touch
      return (
        own,
        isInside
          ? own
          : cap.center.destination(
            bearing: cap.center.initialBearing(to: own), distance: cap.radius)
      )
    case (.cap, _): return other.nearestPoints(to: self).map { ($0.other, $0.own) }
    case (.box(let box), .box(let otherBox)):
      if box.intersects(otherBox) {
        // The corners of the common box are on bounds of both boxes.
        let place = box.crossings(otherBox).first { contains($0) && other.contains($0) }
        return place.map { ($0, $0) }
      }
      let ways =
        box.corners.map { ($0, other.nearestPoint(to: $0) ?? $0) }
        + otherBox.corners.map { (nearestPoint(to: $0) ?? $0, $0) }
      return ways.min { $0.0.distance(to: $0.1) < $1.0.distance(to: $1.1) }
    default:
      if let place = commonPlace(of: other) ?? other.commonPlace(of: self) { return (place, place) }
      var nearest = NearestEdgePair(limit: .infinity)
      nearest.search(from: self, to: other)
      if case .box(let box) = kind { nearest.search(parallelsOf: box, self, to: other) }
      if case .box(let box) = other.kind { nearest.search(parallelsOf: box, other, to: self) }
      switch nearest.pair {
      case .edges(let edge, let another): return edge.nearestPoints(to: another)
      case .place(let place):
        return nearestPoint(to: place).flatMap { own in
          other.nearestPoint(to: place).map { (own, $0) }
        }
      case nil: return nil
      }
    }
  }
}

/// A search for the minimum distance between the edges of two shapes.
private struct NearestEdgePair {
  /// The distance in meters, initially the limit.
  private(set) var distance: Double
  /// The same as a chord; negative if nothing can be nearer.
  private var reach: Double
  /// The nearest edges, or the place with the minimum distance.
  private(set) var pair: Pair?

  enum Pair {
    case edges(ShapeEdge, ShapeEdge)
    /// A place on one of the shapes.
    case place(Coordinate)
  }

  init(limit: Double) {
    distance = limit.nextUp
    reach = chord(ofMeters: limit)
  }

  private mutating func add(_ meters: Double, _ pair: @autoclosure () -> Pair) {
    guard meters < distance else { return }
    distance = meters
    self.pair = pair()
    reach = meters > 0 ? chord(ofMeters: meters) : -1
  }

  /// Compares all edges of one shape with the near edges of the other.
  mutating func search(from shape: PreparedShape, to other: PreparedShape) {
    guard let tree = shape.border.tree, let otherTree = other.border.tree else { return }
    var reach = reach
    tree.forEachPair(with: otherTree, within: &reach) {
      let (ends, otherEnds) = (tree.ends(ofEdge: $0), otherTree.ends(ofEdge: $1))
      let (edge, another) = (
        ShapeEdge(ends.start, ends.end), ShapeEdge(otherEnds.start, otherEnds.end)
      )
      add(edge.distance(to: another), .edges(edge, another))
      $2 = self.reach
    }
  }

  /// Compares the parallels of a box with all edges of a shape.
  ///
  /// The shortest line from an arc to a parallel is along a meridian, so it starts at an end of the
  /// arc, where the arc runs due east or west, or where it intersects the parallel; or it ends in a
  /// corner, which is an end of a side.
  mutating func search(
    parallelsOf box: BoundingBox, _ prepared: PreparedShape, to other: PreparedShape
  ) {
    let sines = [box.south, box.north].map { sineAndCosine(degrees: $0).sine }
    for edge in other.border.edges where reach >= 0 {
      let ball = edge.ball
      guard
        chord(ofMeters: prepared.distance(to: ball.center.coordinate)) - ball.radius <= reach + 1e-9
      else { continue }
      for place in [edge.start, edge.end] + edge.places(withHeights: sines) {
        add(prepared.distance(to: place), .place(place))
      }
    }
  }
}

extension ShapeEdge {
  /// The points of the arc at which it runs due east or west, and those with the given sines of
  /// latitude.
  fileprivate func places(withHeights sines: [Double]) -> [Coordinate] {
    guard let normal = from.cross(to).unit else { return [] }
    let axis = UnitVector(x: 0, y: 0, z: 1)
    // The highest point of the great circle, and the point on the equator a quarter turn further.
    guard let top = (axis - normal * normal.z).unit else { return [] }
    let level = normal.cross(top)
    var places = [top, top * -1]
    for sine in sines where sine.magnitude < top.z {
      let cosine = sine / top.z
      let side = (1 - cosine * cosine).squareRoot()
      places += [top * cosine + level * side, top * cosine - level * side]
    }
    return places.filter { normal.cross(from).dot($0) >= 0 && to.cross(normal).dot($0) >= 0 }
      .map(\.coordinate)
  }
}

extension BoundingBox {
  /// The points where bounds of this box may cross those of another.
  fileprivate func crossings(_ other: BoundingBox) -> [Coordinate] {
    [max(south, other.south), min(north, other.north)].flatMap { latitude in
      [west, other.west, east, other.east].map {
        Coordinate(latitude: latitude, longitude: $0)
      }
    }
  }

  /// The four corners; for a box around the whole Earth, two points of each bound.
  fileprivate var corners: [Coordinate] {
    [south, north].flatMap { latitude in
      [west, east].map { Coordinate(latitude: latitude, longitude: $0) }
    }
  }
}
