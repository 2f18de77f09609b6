package import CairnGeodesy
internal import CairnMemory

/// A tree over the edges of one or more paths: balls of eight edges, and balls of eight balls.
///
/// Consecutive edges of a path are close together, so only few balls are near a place, however long
/// the path is. The balls of several paths are ordered by a tree of boxes.
package struct PathTree: Sendable {
  /// An edge or a ball; edges have the lower numbers, in path order.
  typealias Part = UInt32

  private let vertices: [Coordinate]
  /// Whether the path has a single vertex.
  private let isPlace: Bool
  let arcs: [SphereArc]
  /// The balls of edges, then the balls of these balls, and so on; the last one contains all.
  private(set) var balls: [Ball] = []

  struct Ball: Sendable {
    let center: UnitVector
    /// The radius, as a chord.
    let radius: Double
    /// The edges or smaller balls in the ball.
    let parts: Range<Part>
    /// The normal of two planes between which the edges are: that of the longest edge.
    ///
    /// The balls around long parallel edges overlap, while the planes are close together.
    var normal = UnitVector(x: 1, y: 0, z: 0)
    /// The range of the edges along the normal.
    var span = -Double.infinity...Double.infinity
  }

  private static let fanOut = 8

  /// Returns nil for a path without vertices or with an invalid vertex.
  package init?(_ path: GeoPath) {
    self.init(lines: [path.coordinates])
  }

  /// Creates the tree of several paths.
  ///
  /// An edge has the number of its first vertex in the list of all vertices.
  ///
  /// - Parameter lines: the vertices of each path. Returns nil if all are empty or a vertex is
  ///   invalid.
  /// - Complexity: O(*n*) for *n* edges of one path, O(*n* log *n*) for several.
  package init?(lines: [[Coordinate]]) {
    let lines = lines.filter { !$0.isEmpty }
    guard !lines.isEmpty, lines.allSatisfy({ $0.allSatisfy { $0.isValid } }) else { return nil }
    isPlace = lines.count == 1 && lines[0].count == 1
    // A single vertex is an edge to itself.
    let drawn = lines.map { $0.count == 1 ? $0 + $0 : $0 }
    vertices = drawn.count == 1 ? drawn[0] : drawn.reduce(into: []) { $0 += $1 }
    let places = vertices.map { $0.unitVector }
    // The arc from the end of a path to the next path is in no ball.
    arcs = zip(places, places.dropFirst()).map(SphereArc.init)
    var parts = 0..<arcs.count
    var first = 0
    for line in drawn {
      let end = first + line.count - 1
      var start = first
      while start < end {
        var next = start + 1
        while next < min(start + Self.fanOut, end), !isRepeated(next, first) { next += 1 }
        balls.append(ball(ofEdges: start..<next, places))
        start = (next..<end).first { !isRepeated($0, first) } ?? end
      }
      first = end + 1
    }
    if lines.count > 1 {
      let order = BoundsTree(
        balls.enumerated().map { number, ball in
          var box = VectorBox.empty
          box.add(ball.center, reach: ball.radius)
          return (UInt32(truncatingIfNeeded: number), box)
        })
      balls = order.tags.map { balls[Int($0)] }
    }
    while balls.count > 1, parts.upperBound < arcs.count + balls.count - 1 {
      parts = parts.upperBound..<arcs.count + balls.count
      for start in stride(from: parts.lowerBound, to: parts.upperBound, by: Self.fanOut) {
        balls.append(ball(ofBalls: start..<min(start + Self.fanOut, parts.upperBound)))
      }
    }
    addPlanes()
  }

  /// Whether an edge is the same point as the one before, as in the track of a parked vehicle: it
  /// is in no ball, since it is as near to every place as the first one.
  private func isRepeated(_ edge: Int, _ first: Int) -> Bool {
    edge > first && vertices[edge] == vertices[edge + 1] && vertices[edge] == vertices[edge - 1]
  }

  /// Sets the planes of all balls.
  private mutating func addPlanes() {
    var longest = [Int](repeating: 0, count: balls.count)
    var parents = [Int](repeating: balls.count, count: balls.count)
    var spans = [(low: Double, high: Double)](
      repeating: (.infinity, -.infinity), count: balls.count)
    // The parts of a ball come before it.
    for number in balls.indices {
      let parts = balls[number].parts
      longest[number] =
        parts.lowerBound < arcs.count
        ? Int(parts.lowerBound) : longest[Int(parts.lowerBound) - arcs.count]
      for part in parts {
        var arc = Int(part)
        if part >= arcs.count {
          parents[arc - arcs.count] = number
          arc = longest[arc - arcs.count]
        }
        if arcs[arc].length > arcs[longest[number]].length { longest[number] = arc }
      }
      balls[number].normal = arcs[longest[number]].direction
    }
    for number in balls.indices where balls[number].parts.lowerBound < arcs.count {
      var outer = number
      while outer < balls.count {
        for edge in balls[number].parts {
          let span = arcs[Int(edge)].span(along: balls[outer].normal)
          spans[outer].low = min(spans[outer].low, span.low)
          spans[outer].high = max(spans[outer].high, span.high)
        }
        outer = parents[outer]
      }
    }
    for number in balls.indices { balls[number].span = spans[number].low...spans[number].high }
  }

  /// The part that contains the whole path.
  var root: Part { Part(truncatingIfNeeded: arcs.count + balls.count - 1) }

  private func ball(ofEdges edges: Range<Int>, _ places: [UnitVector]) -> Ball {
    let places = places[edges.lowerBound...edges.upperBound]
    let center = places.direction
    var radius = 0.0
    // A cap smaller than a hemisphere holds the arcs between any two of its places.
    for place in places { radius = max(radius, center.squaredChord(to: place)) }
    let isSmall = radius < 1.9 && edges.allSatisfy { !arcs[$0].isUnknown }
    return Ball(
      center: center, radius: isSmall ? radius.squareRoot() + SphereArc.slack : 2,
      parts: Self.parts(edges))
  }

  private static func parts(_ range: Range<Int>) -> Range<Part> {
    Part(truncatingIfNeeded: range.lowerBound)..<Part(truncatingIfNeeded: range.upperBound)
  }

  private func ball(ofBalls parts: Range<Int>) -> Ball {
    let inner = balls[parts.lowerBound - arcs.count..<parts.upperBound - arcs.count]
    let center = inner.map { $0.center }.direction
    var radius = 0.0
    for ball in inner {
      radius = max(radius, center.squaredChord(to: ball.center).squareRoot() + ball.radius)
    }
    return Ball(
      center: center, radius: min(radius + SphereArc.slack, 2), parts: Self.parts(parts))
  }

  /// The ends of an edge.
  package func ends(ofEdge number: Int) -> (start: Coordinate, end: Coordinate) {
    (vertices[number], vertices[number + 1])
  }

  /// The first of the edges nearest to a place, and its distance in meters.
  ///
  /// The same as ``GeoPath/nearestPoint(to:on:)``. The distance of an invalid place is NaN.
  package func nearestEdge(to place: Coordinate) -> (edge: Int, distance: Double) {
    guard place.isValid else { return (0, .nan) }
    // Measured with the function of `GeoPath`, for the same bits.
    if isPlace { return (0, vertices[0].distance(to: place)) }
    let vector = place.unitVector
    var candidates: [(least: Double, edge: Part)] = []
    var greatest = Double.infinity
    collect(root, from: vector, &candidates, &greatest)
    var nearest = (edge: 0, distance: Double.infinity)
    for (least, edge) in candidates where least <= greatest + 2 * SphereArc.rounding {
      let edge = Int(edge)
      let distance = place.distance(toSegmentFrom: vertices[edge], to: vertices[edge + 1])
      if distance < nearest.distance || distance == nearest.distance && edge < nearest.edge {
        nearest = (edge, distance)
      }
    }
    return nearest
  }

  /// Collects the edges of a part that may be the nearest, and the least of their upper bounds.
  private func collect(
    _ part: Part, from place: UnitVector, _ candidates: inout [(least: Double, edge: Part)],
    _ greatest: inout Double
  ) {
    guard part >= arcs.count else {
      let distance = arcs[Int(part)].distance(from: place)
      guard distance.least <= greatest + 2 * SphereArc.rounding else { return }
      candidates.append((distance.least, part))
      greatest = min(greatest, distance.greatest)
      return
    }
    let ball = balls[Int(part) - arcs.count]
    // The nearest ball comes first, so that its edges exclude most of the others.
    var nearest = ball.parts.lowerBound
    if nearest >= arcs.count {
      var least = Double.infinity
      for inner in ball.parts {
        let distance = leastDistance(from: place, toBall: inner)
        if distance < least { (least, nearest) = (distance, inner) }
      }
      collect(nearest, from: place, &candidates, &greatest)
    }
    for inner in ball.parts {
      if inner >= arcs.count {
        guard inner != nearest,
          leastDistance(from: place, toBall: inner) <= greatest + 2 * SphereArc.rounding
        else { continue }
      }
      collect(inner, from: place, &candidates, &greatest)
    }
  }

  /// A lower bound of the distance from a place to the path, as a chord; negative if the path may
  /// run through the place.
  package func leastDistance(from place: UnitVector) -> Double {
    leastDistance(from: place, toBall: root)
  }

  /// Calls a closure with each pair of edges of two paths that may be close to each other, likely
  /// pairs first.
  ///
  /// Both trees are searched together: of two balls the larger one is divided, and its nearest part
  /// is searched next.
  ///
  /// - Parameters:
  ///   - other: the other path.
  ///   - reach: the greatest distance, as a chord; a negative one ends the search.
  ///   - body: called with the numbers of two edges; may reduce the reach.
  package func forEachPair(
    with other: PathTree, within reach: inout Double,
    _ body: (_ edge: Int, _ other: Int, _ reach: inout Double) -> Void
  ) {
    visit(root, other, other.root, within: &reach, body)
  }

  private func visit(
    _ part: Part, _ other: PathTree, _ otherPart: Part, within reach: inout Double,
    _ body: (_ edge: Int, _ other: Int, _ reach: inout Double) -> Void
  ) {
    let isEdge = part < arcs.count
    let isOtherEdge = otherPart < other.arcs.count
    if isEdge, isOtherEdge {
      if reach >= 0 { body(Int(part), Int(otherPart), &reach) }
      return
    }
    let dividesOwn =
      isOtherEdge
      || !isEdge
        && balls[Int(part) - arcs.count].radius
          >= other.balls[Int(otherPart) - other.arcs.count].radius
    let parts =
      dividesOwn
      ? balls[Int(part) - arcs.count].parts : other.balls[Int(otherPart) - other.arcs.count].parts
    var bounds = SIMD8<Double>(repeating: .infinity)
    for (lane, inner) in parts.enumerated() {
      bounds[lane] =
        dividesOwn
        ? leastDistance(of: inner, other, otherPart) : leastDistance(of: part, other, inner)
    }
    for _ in parts {
      var nearest = 0
      for lane in 1..<Self.fanOut where bounds[lane] < bounds[nearest] { nearest = lane }
      guard reach >= 0, bounds[nearest] <= reach + 2 * SphereArc.slack else { return }
      bounds[nearest] = .infinity
      let inner = parts.lowerBound + Part(truncatingIfNeeded: nearest)
      if dividesOwn {
        visit(inner, other, otherPart, within: &reach, body)
      } else {
        visit(part, other, inner, within: &reach, body)
      }
    }
  }

  /// A lower bound of the chord between any places of two parts; it may be negative.
  private func leastDistance(of part: Part, _ other: PathTree, _ otherPart: Part) -> Double {
    if part >= arcs.count {
      let own = balls[Int(part) - arcs.count]
      return other.leastDistance(from: own.center, toPart: otherPart) - own.radius
    }
    let (center, radius) = arcs[Int(part)].ball
    return other.leastDistance(from: center, toPart: otherPart) - radius
  }

  private func leastDistance(from place: UnitVector, toPart part: Part) -> Double {
    part < arcs.count
      ? arcs[Int(part)].distance(from: place).least : leastDistance(from: place, toBall: part)
  }

  private func leastDistance(from place: UnitVector, toBall part: Part) -> Double {
    let ball = balls[Int(part) - arcs.count]
    let height = ball.normal.dot(place)
    return max(
      ball.center.squaredChord(to: place).squareRoot() - ball.radius,
      ball.span.lowerBound - height, height - ball.span.upperBound)
  }
}

extension Collection<UnitVector> {
  /// The direction of the sum; arbitrary if the sum is zero.
  fileprivate var direction: UnitVector {
    var (x, y, z) = (0.0, 0.0, 0.0)
    for vector in self {
      x += vector.x
      y += vector.y
      z += vector.z
    }
    let size = (x * x + y * y + z * z).squareRoot()
    guard size > 1e-6 else { return UnitVector(x: 1, y: 0, z: 0) }
    return UnitVector(x: x / size, y: y / size, z: z / size)
  }
}
