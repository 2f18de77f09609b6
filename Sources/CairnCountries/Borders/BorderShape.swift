internal import CairnGeodesy

/// A shape that borders are compared with: a box, a cap or polygons.
///
/// The search passes down the parts of the shape that may be near, so that for a polygon with many
/// edges only the near ones are compared.
internal protocol BorderShape {
  /// The parts of the shape's own boundary that may be near a place.
  associatedtype Near

  /// All of the shape's boundary.
  var everything: Near { get }
  /// Meters by which a country may extend beyond the shape and still count as inside.
  var slack: Double { get }
  /// Places in the shape, at least one in each connected part of it that no border passes through.
  var innerPlaces: [Coordinate] { get }
  /// Places outside or on the edge, at least one in each connected part of the outside that no
  /// border passes through.
  var outerPlaces: [Coordinate] { get }

  /// The relation of the shape to a box of borders, and those of `near` that are near the box;
  /// `crossing` if undecided.
  func relation(to box: BorderBox, near: Near) -> (RegionRelation, Near)
  /// The relation of the shape to a line. Without `asksLeaving`, whether it leaves need not be
  /// determined.
  func relation(to line: BorderLine, near: Near, asksLeaving: Bool) -> LineRelation
}

/// The relation of a line to a shape.
internal struct LineRelation {
  /// Whether at least one of its points is in the shape.
  var meets = false
  /// Whether at least one of its points is outside.
  var leaves = false
}

/// A box of longitudes and latitudes in degrees that does not cross the antimeridian.
internal struct BorderBox {
  let west: Double
  let east: Double
  let south: Double
  let north: Double

  /// Creates the box of a child of a node.
  init(_ node: BorderTree.Node, child: Int) {
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

  /// The center of the box.
  var center: Coordinate {
    Coordinate(latitude: min(max((south + north) / 2, -90), 90), longitude: (west + east) / 2)
  }

  /// The greatest distance in meters of a point of the box from its center, along parallel and
  /// meridian.
  var reach: Double {
    let cosine = sineAndCosine(degrees: center.latitude).cosine
    return ((north - south) / 2 + (east - west) / 2 * cosine) * metersPerDegree + 1
  }
}

/// The length in meters of a degree of a great circle of the mean sphere.
internal let metersPerDegree = Sphere.mean.radius * .pi / 180

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

  /// An upper bound of the length in meters.
  var length: Double {
    let nearest = (y0 < 0) != (y1 < 0) ? 0 : min(abs(y0), abs(y1))
    let cosine = sineAndCosine(degrees: Double(nearest) / BoundaryArcs.unitsPerDegree).cosine
    let units = Double(abs(y1 - y0)) + Double(abs(x1 - x0)) * cosine
    return units / BoundaryArcs.unitsPerDegree * metersPerDegree * (1 + 0x1p-40)
  }

  /// An upper bound of the curvature of the line, and of its change of speed, per meter.
  var bend: Double {
    let steepest = Double(max(abs(y0), abs(y1))) / BoundaryArcs.unitsPerDegree
    let (sine, cosine) = sineAndCosine(degrees: min(steepest, 90))
    return x0 == x1 ? 0 : 4 * sine / max(cosine, 1e-9) / Sphere.mean.radius
  }
}

/// The relation of the borders of each area to a shape.
internal struct BorderRelations {
  /// For each area whether part of its border is in the shape.
  var meets: [Bool]
  /// For each area whether part of its border is outside; only if requested.
  var leaves: [Bool]
}

extension BorderTree {
  /// Compares all borders with a shape.
  ///
  /// Stops descending at nodes of the tree that are entirely in the shape or entirely outside.
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
      // Early exit once both sides are fully known.
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
