internal import CairnGeodesy

/// How cells lie to several regions put together.
///
/// What has been decided of a part is not asked again of smaller cells: a part that has none of a
/// cell is left out of a union, one that has all of it out of an intersection.
internal struct GeohashCombinedShape: GeohashShape {
  private let operation: CombinedRegion.Operation
  private let shapes: [any GeohashShape]
  let bounds: BoundingBox?

  /// A part of which a cell has something, and what of that part.
  struct Part {
    var number: Int
    var parts: Any
  }

  /// Nil when there is nothing in the region.
  init?(_ region: CombinedRegion) {
    let shapes = region.parts.map { part in part.withShape { $0 } }
    operation = region.operation
    bounds = region.boundingBox.isEmpty ? .empty : region.boundingBox
    switch operation {
    case .union: self.shapes = shapes.compactMap { $0 }
    case .intersection: self.shapes = shapes.contains { $0 == nil } ? [] : shapes.compactMap { $0 }
    case .difference:
      self.shapes = shapes.first.flatMap { $0 } == nil ? [] : shapes.compactMap { $0 }
    }
    if self.shapes.isEmpty { return nil }
  }

  var parts: [Part] { shapes.indices.map { Part(number: $0, parts: shapes[$0].parts) } }

  func relation(of cell: GeohashCell, parts: [Part]) -> (RegionRelation, [Part]) {
    combined(parts) { Self.judge($0, cell, $1) }
  }

  func relation(of edges: GeohashEdges, parts: [Part]) -> (RegionRelation, [Part]) {
    combined(parts) { Self.judge($0, edges, $1) }
  }

  private func combined(
    _ parts: [Part], _ judge: (any GeohashShape, Any) -> (RegionRelation, Any)
  ) -> (RegionRelation, [Part]) {
    var left: [Part] = []
    for part in parts {
      var (relation, touching) = judge(shapes[part.number], part.parts)
      let isTakenAway = operation == .difference && part.number > 0
      if isTakenAway, relation != .crossing { relation = relation == .inside ? .outside : .inside }
      switch (operation, relation) {
      case (.union, .inside): return (.inside, [])
      case (.union, .outside): continue
      case (.intersection, .outside), (.difference, .outside): return (.outside, [])
      case (.intersection, .inside), (.difference, .inside): continue
      case (_, .crossing): left.append(Part(number: part.number, parts: touching))
      }
    }
    if !left.isEmpty { return (.crossing, left) }
    return (operation == .union ? .outside : .inside, [])
  }

  private static func judge<Shape: GeohashShape>(
    _ shape: Shape, _ cell: GeohashCell, _ parts: Any
  ) -> (RegionRelation, Any) {
    // The parts are those that the shape itself has handed down.
    let answer = shape.relation(of: cell, parts: parts as? Shape.Parts ?? shape.parts)
    return (answer.0, answer.1)
  }

  private static func judge<Shape: GeohashShape>(
    _ shape: Shape, _ edges: GeohashEdges, _ parts: Any
  ) -> (RegionRelation, Any) {
    let answer = shape.relation(of: edges, parts: parts as? Shape.Parts ?? shape.parts)
    return (answer.0, answer.1)
  }
}
