internal import CairnIndex

/// How the borders of areas lie to a shape.
internal struct BorderRelations {
  /// For each area whether some of its border is in the shape.
  var meets: [Bool]
  /// For each area whether some of its border is outside; not told unless asked for.
  var leaves: [Bool]
}

extension BorderIndex {
  /// Compares all borders with a shape.
  ///
  /// Nodes of the tree that lie in the shape or outside as a whole are not looked into.
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
      // What both sides are known to do needs no asking.
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
