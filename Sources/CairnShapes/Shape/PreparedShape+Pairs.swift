internal import CairnGeodesy
internal import CairnIndex

// How two shapes lie to one another. A circle is as far away as its centre, less its radius. For
// all others: one has a place of the other, or else the nearest points are on their borders.

extension PreparedShape {
  /// Metres between the nearest points of two shapes, 0 where they touch; NaN for an empty one.
  func distance(to other: PreparedShape) -> Double {
    distance(to: other, within: .infinity)
  }

  /// Whether two shapes have a point in common.
  func intersects(_ other: PreparedShape) -> Bool {
    bounds.intersects(other.bounds) && box.intersects(other.box)
      && distance(to: other, within: 0) <= 0
  }

  /// The distance, or any number beyond the limit where it is greater.
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
      // Between parallels the nearest points are on one meridian, and some are so at a corner.
      return min(
        box.corners.map(other.distance(to:)).min() ?? .infinity,
        otherBox.corners.map { distance(to: $0) }.min() ?? .infinity)
    default:
      if holdsPart(of: other) || other.holdsPart(of: self) { return 0 }
      var nearest = NearestEdges(limit: limit)
      nearest.search(from: self, to: other)
      if case .box(let box) = kind { nearest.search(parallelsOf: box, self, to: other) }
      if case .box(let box) = other.kind { nearest.search(parallelsOf: box, other, to: self) }
      return nearest.distance
    }
  }

  /// Whether a place of one of another shape's parts is inside: no part is then outside without an
  /// edge that crosses the border.
  private func holdsPart(of other: PreparedShape) -> Bool { heldPlace(of: other) != nil }

  private func heldPlace(of other: PreparedShape) -> Coordinate? {
    if case .line = kind { return nil }
    if case .box(let box) = other.kind, let corner = box.corners.first(where: contains) {
      return corner
    }
    return other.border.lines.lazy.map { $0[0] }.first(where: contains)
  }

  /// Points of two shapes that are as far apart as the shapes are, the same where they touch or
  /// overlap; nil for an empty one.
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
        // A common box has its corner on a bound of each.
        let place = box.crossings(otherBox).first { contains($0) && other.contains($0) }
        return place.map { ($0, $0) }
      }
      let ways =
        box.corners.map { ($0, other.nearestPoint(to: $0) ?? $0) }
        + otherBox.corners.map { (nearestPoint(to: $0) ?? $0, $0) }
      return ways.min { $0.0.distance(to: $0.1) < $1.0.distance(to: $1.1) }
    default:
      if let place = heldPlace(of: other) ?? other.heldPlace(of: self) { return (place, place) }
      var nearest = NearestEdges(limit: .infinity)
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

/// A search for the least distance between the edges of two shapes.
private struct NearestEdges {
  /// Metres, the limit at first.
  private(set) var distance: Double
  /// The same as a chord; negative when nothing can be nearer.
  private var reach: Double
  /// Where the distance is.
  private(set) var pair: Pair?

  enum Pair {
    case edges(ShapeEdge, ShapeEdge)
    /// A place on one of the shapes.
    case place(Coordinate)
  }

  init(limit: Double) {
    distance = limit.nextUp
    reach = chord(ofMetres: limit)
  }

  private mutating func add(_ metres: Double, _ pair: @autoclosure () -> Pair) {
    guard metres < distance else { return }
    distance = metres
    self.pair = pair()
    reach = metres > 0 ? chord(ofMetres: metres) : -1
  }

  /// All edges of one shape against those of the other that are near.
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

  /// The parallels of a box against all edges of a shape.
  ///
  /// The shortest way from an arc to a parallel runs along a meridian, so that it begins at an end
  /// of the arc, where the arc runs from west to east, or where it meets the parallel; or it ends
  /// in a corner, which is an end of a side.
  mutating func search(
    parallelsOf box: BoundingBox, _ prepared: PreparedShape, to other: PreparedShape
  ) {
    let sines = [box.south, box.north].map { sineAndCosine(degrees: $0).sine }
    for edge in other.border.edges where reach >= 0 {
      let ball = edge.ball
      guard
        chord(ofMetres: prepared.distance(to: ball.center.coordinate)) - ball.radius <= reach + 1e-9
      else { continue }
      for place in [edge.start, edge.end] + edge.places(withHeights: sines) {
        add(prepared.distance(to: place), .place(place))
      }
    }
  }
}

extension ShapeEdge {
  /// The places of the arc at which it runs from west to east, and those with a sine of the
  /// latitude.
  fileprivate func places(withHeights sines: [Double]) -> [Coordinate] {
    guard let normal = from.cross(to).unit else { return [] }
    let axis = UnitVector(x: 0, y: 0, z: 1)
    // The highest point of the great circle, and the point a quarter turn on, on the equator.
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
  /// Where bounds of this box may cross those of another.
  fileprivate func crossings(_ other: BoundingBox) -> [Coordinate] {
    [max(south, other.south), min(north, other.north)].flatMap { latitude in
      [west, other.west, east, other.east].map {
        Coordinate(latitude: latitude, longitude: $0)
      }
    }
  }

  /// The four corners; of a box all around two places of each bound.
  fileprivate var corners: [Coordinate] {
    [south, north].flatMap { latitude in
      [west, east].map { Coordinate(latitude: latitude, longitude: $0) }
    }
  }
}
