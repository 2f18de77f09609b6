internal import CairnGeodesy

/// The relation of cells to a combination of regions.
///
/// A part that is decided for a cell is not tested again for smaller cells: a part disjoint from a
/// cell is dropped from a union, and a part that contains it from an intersection.
internal struct GeohashCombinedShape: GeohashShape {
  private let shapes: [any GeohashShape]
  let parts: Parts
  let bounds: BoundingBox?

  /// The steps that are undecided in a cell, applied to an initial result of all or nothing of it.
  struct Parts {
    var startsWhole = false
    var steps: [Step] = []

    /// Replaces the result so far by all or nothing of the cell.
    mutating func restart(whole: Bool) {
      startsWhole = whole
      steps.removeAll(keepingCapacity: true)
    }
  }

  /// A step with a part that crosses the cell, or a complement.
  enum Step {
    case part(CombinedRegion.Operation, number: Int, parts: Any)
    /// The part of the cell outside the region so far.
    case complement
  }

  /// Returns nil if the region is empty.
  init?(_ region: CombinedRegion) {
    var shapes: [any GeohashShape] = []
    var parts = Parts()
    for step in region.orderedSteps {
      guard let shape = step.part.withShape({ $0 }) else {
        // The part is empty.
        if step.operation == .intersection || step.operation == .reversedDifference {
          parts.restart(whole: false)
        }
        continue
      }
      parts.steps.append(.part(step.operation, number: shapes.count, parts: shape.parts))
      shapes.append(shape)
    }
    if parts.steps.isEmpty { return nil }
    self.shapes = shapes
    self.parts = parts
    bounds = region.boundingBox
  }

  func relation(of cell: GeohashCell, parts: Parts) -> (RegionRelation, Parts) {
    combined(parts) { Self.judge($0, cell, $1) }
  }

  func relation(of edges: GeohashEdges, parts: Parts) -> (RegionRelation, Parts) {
    combined(parts) { Self.judge($0, edges, $1) }
  }

  private func combined(
    _ parts: Parts, _ judge: (any GeohashShape, Any) -> (RegionRelation, Any)
  ) -> (RegionRelation, Parts) {
    var left = Parts()
    left.startsWhole = parts.startsWhole
    for step in parts.steps {
      // Without steps, the region so far contains all or nothing of the cell.
      let isNone = left.steps.isEmpty && !left.startsWhole
      let isAll = left.steps.isEmpty && left.startsWhole
      guard case .part(let operation, let number, let inner) = step else {
        if left.steps.isEmpty { left.startsWhole.toggle() } else { left.steps.append(.complement) }
        continue
      }
      switch operation {
      case .union where isAll: continue
      case .intersection where isNone, .difference where isNone: continue
      case .union, .intersection, .difference, .reversedDifference: break
      }
      let (relation, touching) = judge(shapes[number], inner)
      switch (operation, relation) {
      case (.union, .inside): left.restart(whole: true)
      case (.intersection, .outside), (.difference, .inside), (.reversedDifference, .outside):
        left.restart(whole: false)
      case (.union, .outside), (.intersection, .inside), (.difference, .outside): continue
      case (.reversedDifference, .inside):
        if left.steps.isEmpty { left.startsWhole.toggle() } else { left.steps.append(.complement) }
      case (.reversedDifference, .crossing) where isAll: left.restart(whole: false)
      case (_, .crossing):
        left.steps.append(.part(operation, number: number, parts: touching))
      }
    }
    if !left.steps.isEmpty { return (.crossing, left) }
    return (left.startsWhole ? .inside : .outside, left)
  }

  private static func judge<Shape: GeohashShape>(
    _ shape: Shape, _ cell: GeohashCell, _ parts: Any
  ) -> (RegionRelation, Any) {
    // The cast succeeds for parts that this shape returned for an enclosing cell.
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
