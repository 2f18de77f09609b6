internal import CairnGeodesy

/// A shape that borders are compared with: a box, a cap or polygons.
///
/// The search passes on which parts of the shape may be near, so that of a polygon with many edges
/// only the near ones are compared.
internal protocol BorderShape {
  /// The parts of the shape's own boundary that may be near a place.
  associatedtype Near

  /// All of the shape's boundary.
  var everything: Near { get }
  /// Metres that a country may lie outside of the shape and still count as inside.
  var slack: Double { get }
  /// Places of the shape, at least one of each piece that no border runs through.
  var innerPlaces: [Coordinate] { get }
  /// Places outside or on the rim, at least one of each piece outside that no border runs through.
  var outerPlaces: [Coordinate] { get }

  /// The relation of a box of borders, and which of `near` is near to it; `crossing` where in
  /// doubt.
  func relation(to box: BorderBox, near: Near) -> (RegionRelation, Near)
  /// The relation of a line. Without `asksLeaving` it need not be known whether it leaves.
  func relation(to line: BorderLine, near: Near, asksLeaving: Bool) -> LineRelation
}

/// The relation of a line to a shape.
internal struct LineRelation {
  /// Whether a point of it is in the shape.
  var meets = false
  /// Whether a point of it is outside.
  var leaves = false
}

/// A box of longitudes and latitudes in degrees that does not cross the antimeridian.
internal struct BorderBox {
  let west: Double
  let east: Double
  let south: Double
  let north: Double

  /// The box of a child of a node.
  init(_ node: BorderIndex.Node, child: Int) {
    let degrees = 180 / Double.pi
    let longitude = Double(node.longitude[child]) * degrees
    let latitude = Double(node.latitude[child]) * degrees
    let halfWidth = Double(node.halfWidth[child]) * degrees
    let halfHeight = Double(node.halfHeight[child]) * degrees
    west = longitude - halfWidth
    east = longitude + halfWidth
    south = latitude - halfHeight
    north = latitude + halfHeight
  }

  /// The middle of the box.
  var center: Coordinate {
    Coordinate(latitude: min(max((south + north) / 2, -90), 90), longitude: (west + east) / 2)
  }

  /// Metres from the middle within which the whole box lies: along its parallel and meridian.
  var reach: Double {
    let cosine = sineAndCosine(degrees: center.latitude).cosine
    return ((north - south) / 2 + (east - west) / 2 * cosine) * metresPerDegree + 1
  }
}

/// Metres along a great circle of the mean sphere.
internal let metresPerDegree = Sphere.mean.radius * .pi / 180

/// A line of a border, straight in degrees, in units.
internal struct BorderLine {
  let x0: Int32
  let y0: Int32
  let x1: Int32
  let y1: Int32

  /// The place at a fraction of the line.
  func place(_ fraction: Double) -> Coordinate {
    let x = Double(x0) + Double(x1 - x0) * fraction
    let y = Double(y0) + Double(y1 - y0) * fraction
    return Coordinate(
      latitude: y / BoundaryArcs.unitsPerDegree, longitude: x / BoundaryArcs.unitsPerDegree)
  }

  /// An upper bound of the length in metres.
  var length: Double {
    let nearest = (y0 < 0) != (y1 < 0) ? 0 : min(abs(y0), abs(y1))
    let cosine = sineAndCosine(degrees: Double(nearest) / BoundaryArcs.unitsPerDegree).cosine
    let units = Double(abs(y1 - y0)) + Double(abs(x1 - x0)) * cosine
    return units / BoundaryArcs.unitsPerDegree * metresPerDegree * (1 + 0x1p-40)
  }

  /// An upper bound of the curvature of the line, and of its change of speed, per metre.
  var bend: Double {
    let steepest = Double(max(abs(y0), abs(y1))) / BoundaryArcs.unitsPerDegree
    let (sine, cosine) = sineAndCosine(degrees: min(steepest, 90))
    return x0 == x1 ? 0 : 4 * sine / max(cosine, 1e-9) / Sphere.mean.radius
  }
}

/// The relation of the borders of each area to a shape.
internal struct BorderRelations {
  /// For each area whether some of its border is in the shape.
  var meets: [Bool]
  /// For each area whether some of its border is outside; only where asked for.
  var leaves: [Bool]
}

extension BorderIndex {
  /// Compares all borders with a shape.
  ///
  /// Early exit at nodes of the tree that are in the shape or outside as a whole.
  func relations(to shape: some BorderShape, asksLeaving: Bool) -> BorderRelations {
    let none = [Bool](repeating: false, count: max(arcs.areaCount, 1))
    var result = BorderRelations(meets: none, leaves: none)
    guard let top = levels.last else { return result }
    descend(
      to: top, level: levels.count - 1, shape, near: shape.everything, asksLeaving: asksLeaving,
      &result)
    return result
  }

  private func descend<Shape: BorderShape>(
    to number: Int, level: Int, _ shape: Shape, near: Shape.Near, asksLeaving: Bool,
    _ result: inout BorderRelations
  ) {
    let node = nodes[number]
    let firstChild = (number - levels[level]) * 8
    for lane in 0..<node.count {
      let (relation, near) = shape.relation(to: BorderBox(node, child: lane), near: near)
      let child = firstChild + lane
      switch relation {
      case .inside:
        for piece in pieces(ofChild: child, level: level) {
          mark(piece.arc, LineRelation(meets: true, leaves: false), &result)
        }
      case .outside:
        guard asksLeaving else { continue }
        for piece in pieces(ofChild: child, level: level) {
          mark(piece.arc, LineRelation(meets: false, leaves: true), &result)
        }
      case .crossing where level > 0:
        descend(
          to: levels[level - 1] + child, level: level - 1, shape, near: near,
          asksLeaving: asksLeaving, &result)
      case .crossing:
        compare(pieces[child], with: shape, near: near, asksLeaving: asksLeaving, &result)
      }
    }
  }

  /// The pieces below a child of a node.
  private func pieces(ofChild child: Int, level: Int) -> ArraySlice<Piece> {
    let start = child << (3 * level)
    return pieces[start..<min((child + 1) << (3 * level), pieces.count)]
  }

  private func compare<Shape: BorderShape>(
    _ piece: Piece, with shape: Shape, near: Shape.Near, asksLeaving: Bool,
    _ result: inout BorderRelations
  ) {
    for vertex in Int(piece.first)..<Int(piece.first + piece.count) {
      let sides = [Int(arcs.left[Int(piece.arc)]), Int(arcs.right[Int(piece.arc)])]
      // Early exit once everything is known of both sides.
      if sides.allSatisfy({ result.meets[$0] && (result.leaves[$0] || !asksLeaving) }) { return }
      let line = BorderLine(
        x0: arcs.x[vertex], y0: arcs.y[vertex], x1: arcs.x[vertex + 1], y1: arcs.y[vertex + 1])
      mark(piece.arc, shape.relation(to: line, near: near, asksLeaving: asksLeaving), &result)
    }
  }

  private func mark(_ arc: Int32, _ relation: LineRelation, _ result: inout BorderRelations) {
    for side in [Int(arcs.left[Int(arc)]), Int(arcs.right[Int(arc)])] {
      if relation.meets { result.meets[side] = true }
      if relation.leaves { result.leaves[side] = true }
    }
  }
}
