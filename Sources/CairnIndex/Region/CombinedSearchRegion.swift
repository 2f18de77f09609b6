internal import CairnGeodesy
internal import CairnMemory

/// Several regions put together, as a tree asks for them: the masks of the parts are combined.
///
/// What a mask says of a part is sure, so each combination of them is: a box that lies in one part
/// as a whole lies in their union, one that may have a point of each part may have one of what is
/// common to them, and one that has no point of the second part, and all of it in the first, lies
/// in their difference.
struct CombinedSearchRegion: SearchRegion {
  let operation: CombinedRegion.Operation
  /// Of a difference: what is left of the first without the others.
  let parts: [PreparedRegion]

  func classify(boxes: Slab<Float>, at start: Int, _ frame: NodeFrame) -> ChildMasks {
    combined { $0.classify(boxes: boxes, at: start, in: frame) }
  }

  func classify(points: Slab<Float>, at start: Int, _ frame: NodeFrame) -> ChildMasks {
    combined { $0.classify(points: points, at: start, in: frame) }
  }

  /// The masks of the parts as one, without those that change nothing any more.
  private func combined(_ classify: (PreparedRegion) -> ChildMasks) -> ChildMasks {
    guard let first = parts.first else { return ChildMasks(possible: 0, whole: 0) }
    var masks = classify(first)
    for part in parts.dropFirst() {
      switch operation {
      case .union:
        if masks.whole == 0xFFFF { return masks }
        let next = classify(part)
        masks.possible |= next.possible
        masks.whole |= next.whole
      case .intersection:
        if masks.possible == 0 { return masks }
        let next = classify(part)
        masks.possible &= next.possible
        masks.whole &= next.whole
      case .difference:
        if masks.possible == 0 { return masks }
        let next = classify(part)
        masks.possible &= ~next.whole
        masks.whole &= ~next.possible
      }
    }
    return masks
  }

  func contains(_ coordinate: Coordinate) -> Bool {
    switch operation {
    case .union: parts.contains { $0.contains(coordinate) }
    case .intersection: parts.allSatisfy { $0.contains(coordinate) }
    case .difference:
      parts.first?.contains(coordinate) ?? false
        && !parts.dropFirst().contains { $0.contains(coordinate) }
    }
  }

  func contained(
    _ lanes: UInt32, points: Slab<Float>, at row: Int, degrees: Slab<Coordinate>, at start: Int,
    _ frame: NodeFrame
  ) -> UInt32 {
    func inside(_ part: PreparedRegion, of lanes: UInt32) -> UInt32 {
      guard lanes != 0 else { return 0 }
      let masks = part.classify(points: points, at: row, in: frame)
      let doubtful = (masks.possible ^ masks.whole) & lanes
      let whole = masks.whole & lanes
      guard doubtful != 0 else { return whole }
      return whole
        | part.contained(
          doubtful, points: points, at: row, degrees: degrees, at: start, in: frame)
    }
    guard let first = parts.first else { return 0 }
    var found = inside(first, of: lanes)
    for part in parts.dropFirst() {
      switch operation {
      case .union: found |= inside(part, of: lanes & ~found)
      case .intersection: found &= inside(part, of: found)
      case .difference: found &= ~inside(part, of: found)
      }
    }
    return found
  }
}
