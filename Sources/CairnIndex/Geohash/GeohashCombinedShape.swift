internal import CairnGeodesy

/// The relation of cells to a combination of regions.
///
/// A part that is decided for a cell is not tested again for smaller cells: a part disjoint from a
/// cell is dropped from a union, and a part that contains it from an intersection.
internal struct GeohashCombinedShape: GeohashShape {
  private let shapes: [any GeohashShape]
  private let steps: Steps
  let bounds: BoundingBox?

  /// The steps that are undecided in a cell, applied to an initial result of all or nothing of it.
  struct Steps {
    var startsWhole = false
    var list: [Step] = []

    /// Replaces the result so far by all or nothing of the cell.
    mutating func restart(whole: Bool) {
      startsWhole = whole
      list.removeAll(keepingCapacity: true)
    }
  }

  /// A step with a part that crosses the cell, or a complement.
  enum Step {
    case part(CombinedRegion.Operation, number: Int, parts: GeohashParts)
    /// The part of the cell outside the region so far.
    case complement
  }

  /// Returns nil if the region is empty.
  init?(_ region: CombinedRegion) {
    var shapes: [any GeohashShape] = []
    var steps = Steps()
    for step in region.orderedSteps {
      guard let shape = step.part.shape else {
        // The part is empty.
        if step.operation == .intersection || step.operation == .reversedDifference {
          steps.restart(whole: false)
        }
        continue
      }
      steps.list.append(.part(step.operation, number: shapes.count, parts: .all))
      shapes.append(shape)
    }
    if steps.list.isEmpty { return nil }
    self.shapes = shapes
    self.steps = steps
    bounds = region.boundingBox
  }

  func relation(of cell: GeohashCell, _ parts: inout GeohashParts) -> RegionRelation {
    combined(&parts) { $0.relation(of: cell, &$1) }
  }

  func relation(of edges: GeohashEdges, _ parts: inout GeohashParts) -> RegionRelation {
    combined(&parts) { $0.relation(of: edges, &$1) }
  }

  private func combined(
    _ parts: inout GeohashParts, _ judge: (any GeohashShape, inout GeohashParts) -> RegionRelation
  ) -> RegionRelation {
    var steps = steps
    if case .steps(let undecided) = parts { steps = undecided }
    var left = Steps()
    left.startsWhole = steps.startsWhole
    for step in steps.list {
      // Without steps, the region so far contains all or nothing of the cell.
      let isNone = left.list.isEmpty && !left.startsWhole
      let isAll = left.list.isEmpty && left.startsWhole
      guard case .part(let operation, let number, var inner) = step else {
        if left.list.isEmpty { left.startsWhole.toggle() } else { left.list.append(.complement) }
        continue
      }
      switch operation {
      case .union where isAll: continue
      case .intersection where isNone, .difference where isNone: continue
      case .union, .intersection, .difference, .reversedDifference: break
      }
      switch (operation, judge(shapes[number], &inner)) {
      case (.union, .inside): left.restart(whole: true)
      case (.intersection, .outside), (.difference, .inside), (.reversedDifference, .outside):
        left.restart(whole: false)
      case (.union, .outside), (.intersection, .inside), (.difference, .outside): continue
      case (.reversedDifference, .inside):
        if left.list.isEmpty { left.startsWhole.toggle() } else { left.list.append(.complement) }
      case (.reversedDifference, .crossing) where isAll: left.restart(whole: false)
      case (_, .crossing):
        left.list.append(.part(operation, number: number, parts: inner))
      }
    }
    parts = .steps(left)
    guard left.list.isEmpty else { return .crossing }
    return left.startsWhole ? .inside : .outside
  }
}
