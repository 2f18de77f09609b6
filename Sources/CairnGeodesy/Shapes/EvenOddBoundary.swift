/// The boundary of the region that a self-intersecting ring encloses by the even-odd rule.
///
/// Edges are cut at their intersections with others. A piece is part of the boundary if the ring
/// contains the place on one side of it and not the one on the other.
internal struct EvenOddBoundary {
  /// The pieces of the boundary, oriented so that the inside is to their left.
  private(set) var parts: [(RingPoint, RingPoint)] = []
  /// The points at which edges are cut.
  private var cuts: [(edge: Int, parameter: Double, place: UnitVector)] = []
  /// Whether edges meet elsewhere than in the corner that they share; there are no parts otherwise.
  private(set) var isMeeting = false

  /// The search stops after this many cuts, so that a contrived ring takes no more than a few
  /// seconds.
  private static let mostCuts = 50_000

  /// Cuts a ring.
  ///
  /// Returns nil for a ring with more than 50,000 cuts, and for one whose edges are so close
  /// together that the search would take more than linear work. Has no parts if the edges do not
  /// meet.
  ///
  /// - Parameters:
  ///   - ring: distinct vertices, no two of them opposite each other.
  ///   - contains: whether a place is inside.
  init?(_ ring: [RingPoint], contains: (RingPoint) -> Bool) {
    guard ring.count > 3 else { return }
    let places = ring.map {
      Coordinate(latitude: $0.latitude, longitude: $0.longitude).unitVector
    }
    let edges = places.indices.map { Edge(places[$0], places[($0 + 1) % places.count]) }
    let tree = BoxTree(edges)
    guard cutEdges(edges, tree) else { return nil }
    guard isMeeting else { return }
    cuts.sort { ($0.edge, $0.parameter) < ($1.edge, $1.parameter) }
    var next = 0
    for (number, edge) in edges.enumerated() {
      var (from, place) = (ring[number], edge.from)
      while true {
        let isCut = next < cuts.count && cuts[next].edge == number
        let other = isCut ? cuts[next].place : edge.to
        let to = isCut ? RingPoint(other) : ring[(number + 1) % ring.count]
        let step = other - place
        let middle = place + other
        let aside = edge.normal * max(1e-7 * step.length, 4e-15)
        let isInside = (
          left: contains(RingPoint(middle / middle.length + aside)),
          right: contains(RingPoint(middle / middle.length - aside))
        )
        if isInside.left, !isInside.right { parts.append((from, to)) }
        if isInside.right, !isInside.left { parts.append((to, from)) }
        guard isCut else { break }
        (from, place) = (to, other)
        next += 1
      }
    }
  }

  private struct Edge {
    let from: UnitVector
    let to: UnitVector
    /// The normal to the left, of length 1.
    let normal: UnitVector
    let squaredLength: Double
    /// The amount by which rounding moves its ends, as a fraction of its length.
    let margin: Double

    init(_ from: UnitVector, _ to: UnitVector) {
      (self.from, self.to) = (from, to)
      let way = to - from
      squaredLength = way.dot(way)
      margin = 1e-15 / way.length
      // From the difference, so that short edges keep their digits.
      let product = from.cross(way)
      normal = product / max(product.length, .leastNormalMagnitude)
    }

    /// The signed distance of a place from the great circle, positive to the left; 0 if it is
    /// within rounding.
    func height(_ place: UnitVector) -> Double {
      let way = place - from
      let height = normal.dot(way)
      return height.magnitude <= 1e-15 + margin * way.length ? 0 : height
    }

    /// The position of a place on the great circle: 0 to 1 on the edge; nil on the far side of the
    /// Earth.
    func parameter(_ place: UnitVector) -> Double? {
      guard place.dot(from + to) > 0 else { return nil }
      return (place - from).dot(to - from) / squaredLength
    }
  }

  /// Cuts all edges at their intersections with others; false if there are too many cuts.
  private mutating func cutEdges(_ edges: [Edge], _ tree: BoxTree) -> Bool {
    tree.forEachPair { first, second in
      let apart = second - first
      let isNext = apart == 1 || apart == edges.count - 1
      cut(first, edges[first], by: edges[second], isNext: isNext)
      cut(second, edges[second], by: edges[first], isNext: isNext)
      return cuts.count <= Self.mostCuts
    }
  }

  private mutating func cut(_ number: Int, _ edge: Edge, by other: Edge, isNext: Bool) {
    let heights = (edge.height(other.from), edge.height(other.to))
    var places: [UnitVector] = []
    if heights.0 == 0 { places.append(other.from) }
    if heights.1 == 0 { places.append(other.to) }
    if heights.0 * heights.1 < 0 {
      let place = other.from * heights.1.magnitude + other.to * heights.0.magnitude
      places.append(place / place.length)
    }
    for place in places {
      guard let parameter = edge.parameter(place) else { continue }
      if parameter > edge.margin, parameter < 1 - edge.margin {
        // Both edges of an intersection are cut at the same place.
        cuts.append((number, parameter, place))
        isMeeting = true
      } else if !isNext, parameter >= -edge.margin, parameter <= 1 + edge.margin {
        isMeeting = true
      }
    }
  }

  /// A tree of bounding boxes in space over the edges in their order, four in each leaf.
  private struct BoxTree {
    private struct Box {
      var low: SIMD4<Double>
      var high: SIMD4<Double>

      func meets(_ other: Box) -> Bool {
        all(low .<= other.high) && all(other.low .<= high)
      }
    }

    /// The children of node n are 2n and 2n + 1; the leaves come after all other nodes.
    private var boxes: [Box]
    private let leafCount: Int
    private let count: Int

    private static let edgesPerLeaf = 4

    init(_ edges: [Edge]) {
      count = edges.count
      var leafCount = 1
      while leafCount * Self.edgesPerLeaf < edges.count { leafCount *= 2 }
      self.leafCount = leafCount
      // An empty box intersects nothing.
      let empty = Box(low: SIMD4(repeating: .infinity), high: SIMD4(repeating: -.infinity))
      boxes = Array(repeating: empty, count: 2 * leafCount)
      for (number, edge) in edges.enumerated() {
        let (from, to) = (
          SIMD4(edge.from.x, edge.from.y, edge.from.z, 0), SIMD4(edge.to.x, edge.to.y, edge.to.z, 0)
        )
        // The greatest distance of the arc from its chord, plus rounding.
        let rise = 1 - max(0, 1 - edge.squaredLength / 4).squareRoot() + 4e-15
        let (low, high) = (pointwiseMin(from, to), pointwiseMax(from, to))
        let leaf = leafCount + number / Self.edgesPerLeaf
        boxes[leaf].low = pointwiseMin(boxes[leaf].low, low - rise)
        boxes[leaf].high = pointwiseMax(boxes[leaf].high, high + rise)
      }
      for node in stride(from: leafCount - 1, to: 0, by: -1) {
        let (left, right) = (boxes[2 * node], boxes[2 * node + 1])
        boxes[node] = Box(
          low: pointwiseMin(left.low, right.low), high: pointwiseMax(left.high, right.high))
      }
    }

    /// Visits all pairs of edges of leaves whose boxes intersect, the lower number first, until
    /// `visit` returns false or 8,000 pairs of boxes plus four per edge have been compared.
    ///
    /// - Returns: whether all pairs were visited.
    func forEachPair(_ visit: (Int, Int) -> Bool) -> Bool {
      var waiting = [(1, 1)]
      // Parallel slanted edges have boxes that all intersect, although the edges do not.
      var left = 8_000 + 4 * count
      while let (first, second) = waiting.popLast() {
        left -= 1
        guard left > 0 else { return false }
        guard boxes[first].meets(boxes[second]) else { continue }
        if first >= leafCount {
          for edge in edges(ofLeaf: first) {
            for other in edges(ofLeaf: second) where edge < other {
              if !visit(edge, other) { return false }
            }
          }
        } else if first == second {
          waiting.append((2 * first, 2 * first))
          waiting.append((2 * first, 2 * first + 1))
          waiting.append((2 * first + 1, 2 * first + 1))
        } else {
          for left in [2 * first, 2 * first + 1] {
            waiting.append((left, 2 * second))
            waiting.append((left, 2 * second + 1))
          }
        }
      }
      return true
    }

    private func edges(ofLeaf node: Int) -> Range<Int> {
      let start = (node - leafCount) * Self.edgesPerLeaf
      return min(start, count)..<min(start + Self.edgesPerLeaf, count)
    }
  }
}

extension RingPoint {
  init(_ vector: UnitVector) {
    let place = vector.coordinate
    let isPole = abs(place.latitude) == 90
    self.init(
      longitude: isPole ? 0 : longitudeRange(place.longitude), latitude: place.latitude)
  }
}
