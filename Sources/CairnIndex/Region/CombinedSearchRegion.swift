internal import CairnGeodesy
internal import CairnMemory

/// The search structure of a combined region: the masks of the parts are combined step by step.
///
/// Since the masks of each part are conservative, so are their combinations: a box entirely inside
/// one part is inside the union; a box that may intersect both parts may intersect their
/// intersection; and a box entirely inside the first part and outside the second is inside their
/// difference.
struct CombinedSearchRegion: SearchRegion {
  /// The steps; the first is a union with the empty region.
  private let steps: [Step]

  struct Step {
    let operation: CombinedRegion.Operation
    let region: PreparedRegion
    /// The next relevant step if nothing, or everything, is inside so far.
    fileprivate var next = (fromNone: 0, fromAll: 0)

    init(_ operation: CombinedRegion.Operation, _ region: PreparedRegion) {
      self.operation = operation
      self.region = region
    }
  }

  init(_ steps: [Step]) {
    var steps = steps
    var next = (fromNone: steps.count, fromAll: steps.count)
    for index in steps.indices.reversed() {
      steps[index].next = next
      switch steps[index].operation {
      case .union: next.fromNone = index
      case .intersection, .difference: next.fromAll = index
      case .reversedDifference: next = (index, index)
      }
    }
    self.steps = steps
  }

  func classify(boxes: UnsafeBuffer<Float>, at start: Int, _ frame: NodeFrame) -> ChildMasks {
    combined { $0.classify(boxes: boxes, at: start, in: frame) }
  }

  func classify(points: UnsafeBuffer<Float>, at start: Int, _ frame: NodeFrame) -> ChildMasks {
    combined { $0.classify(points: points, at: start, in: frame) }
  }

  /// Combines the masks of the parts, skipping steps without effect.
  private func combined(_ classify: (PreparedRegion) -> ChildMasks) -> ChildMasks {
    var masks = ChildMasks(possible: 0, whole: 0)
    var index = 0
    while index < steps.count {
      let part = classify(steps[index].region)
      switch steps[index].operation {
      case .union:
        masks.possible |= part.possible
        masks.whole |= part.whole
      case .intersection:
        masks.possible &= part.possible
        masks.whole &= part.whole
      case .difference:
        masks.possible &= ~part.whole
        masks.whole &= ~part.possible
      case .reversedDifference:
        masks = ChildMasks(
          possible: part.possible & ~masks.whole, whole: part.whole & ~masks.possible)
      }
      index =
        masks.possible == 0
        ? steps[index].next.fromNone
        : masks.whole == 0xFFFF ? steps[index].next.fromAll : index + 1
    }
    return masks
  }

  func contains(_ coordinate: Coordinate) -> Bool {
    var isInside = false
    var index = 0
    while index < steps.count {
      let isInPart = steps[index].region.contains(coordinate)
      // Steps without effect are skipped, which simplifies the cases.
      switch steps[index].operation {
      case .union, .intersection: isInside = isInPart
      case .difference: isInside = !isInPart
      case .reversedDifference: isInside = isInPart && !isInside
      }
      index = isInside ? steps[index].next.fromAll : steps[index].next.fromNone
    }
    return isInside
  }

  func contained(
    _ lanes: UInt32, points: UnsafeBuffer<Float>, at row: Int, degrees: UnsafeBuffer<Coordinate>,
    at start: Int,
    _ frame: NodeFrame
  ) -> UInt32 {
    func inside(_ part: PreparedRegion, of lanes: UInt32) -> UInt32 {
      part.judged(lanes, points: points, at: row, degrees: degrees, at: start, frame)
    }
    var found: UInt32 = 0
    var index = 0
    while index < steps.count {
      let part = steps[index].region
      switch steps[index].operation {
      case .union: found |= inside(part, of: lanes & ~found)
      case .intersection: found &= inside(part, of: found)
      case .difference: found &= ~inside(part, of: found)
      case .reversedDifference: found = inside(part, of: lanes & ~found)
      }
      index =
        found == 0
        ? steps[index].next.fromNone : found == lanes ? steps[index].next.fromAll : index + 1
    }
    return found
  }
}

extension PreparedRegion {
  /// Classifies and tests points of a leaf, and returns those inside.
  func judged(
    _ lanes: UInt32, points: UnsafeBuffer<Float>, at row: Int, degrees: UnsafeBuffer<Coordinate>,
    at start: Int,
    _ frame: NodeFrame
  ) -> UInt32 {
    guard lanes != 0 else { return 0 }
    let masks = classify(points: points, at: row, in: frame)
    let doubtful = (masks.possible ^ masks.whole) & lanes
    let whole = masks.whole & lanes
    guard doubtful != 0 else { return whole }
    return whole
      | contained(doubtful, points: points, at: row, degrees: degrees, at: start, in: frame)
  }
}
