public import CairnGeodesy
internal import CairnMemory

/// A lookup of the numbered regions that contain a place: a ``TerritoryAtlas`` without identifiers.
@usableFromInline
internal final class RegionLocator: Sendable {
  private let grid: BoundaryGrid
  private let sets: RegionSets

  init(grid: BoundaryGrid, sets: RegionSets) {
    self.grid = grid
    self.sets = sets
  }

  /// The first region that contains a place, or `nil` if none exists.
  @usableFromInline
  func first(at coordinate: Coordinate) -> Int? {
    if let cell = grid.frame.roughCellWithin(of: coordinate) {
      let entry = grid.words.cell(cell)
      if entry & BoundaryGrid.Entry.isReference == 0 { return number(sets.first(of: entry)) }
    }
    return number(firstNearBoundary(at: coordinate))
  }

  @inline(__always)
  private func number(_ region: UInt16) -> Int? {
    region == RegionSets.none ? nil : Int(region)
  }

  @inline(never)
  private func firstNearBoundary(at coordinate: Coordinate) -> UInt16 {
    guard let point = GridPoint(coordinate) else { return RegionSets.none }
    switch grid.place(of: point) {
    case nil: return RegionSets.none
    case .state(let state): return sets.first(of: state)
    case .leaf(let leaf):
      var first = sets.first(of: leaf.block[leaf.start])
      grid.forEachChapter(of: leaf, at: point) { chapter, held in
        // The chapters are in the order of the regions.
        if held != 0 {
          first = min(first, leaf.block.region(held.trailingZeroBitCount, of: chapter))
        }
        return held == 0 && leaf.block.region(0, of: chapter) < first
      }
      return first
    }
  }

  /// All regions that contain a place, in order.
  @usableFromInline
  func all(at coordinate: Coordinate) -> [Int] {
    guard let point = GridPoint(coordinate) else { return [] }
    switch grid.place(of: point) {
    case nil: return []
    case .state(let state): return sets.regions(of: state).map(Int.init)
    case .leaf(let leaf):
      var own: [UInt16] = []
      grid.forEachChapter(of: leaf, at: point) { chapter, held in
        var rest = held
        while rest != 0 {
          own.append(leaf.block.region(rest.trailingZeroBitCount, of: chapter))
          rest &= rest - 1
        }
        return true
      }
      return sets.regions(of: leaf.block[leaf.start], and: own).map(Int.init)
    }
  }
}

extension BoundaryGrid {
  /// The first word of a chapter of a leaf; see ``RegionLeafWriter``.
  enum Chapter {
    /// The bits with the number of regions.
    static let countMask: UInt32 = 31
    /// Set in the last chapter of a leaf.
    static let isLast: UInt32 = 1 << 5
    /// The upper bits are the regions that contain the corner of the leaf.
    static let insideShift: UInt32 = 16
  }

  /// Calls `body` with each chapter of a leaf, and those of its regions that contain a point, until
  /// it returns false.
  @inline(__always)
  fileprivate func forEachChapter(
    of leaf: LeafPoint, at point: GridPoint, _ body: (_ chapter: Int, _ held: UInt16) -> Bool
  ) {
    var chapter = leaf.start &+ 1
    while true {
      let header = leaf.block[chapter]
      let count = Int(header & Chapter.countMask)
      var held = UInt16(truncatingIfNeeded: header >> Chapter.insideShift)
      var group = leaf.block.group(chapter &+ 1 &+ (count &+ 1) &>> 1)
      while true {
        if toggles(group, of: leaf, at: point) { held ^= group.toggle }
        if group.isLast { break }
        group = leaf.block.group(group.end)
      }
      if !body(chapter, held) || header & Chapter.isLast != 0 { return }
      chapter = group.end
    }
  }
}

extension WordBlock {
  /// A region of a chapter.
  @inline(__always)
  fileprivate func region(_ index: Int, of chapter: Int) -> UInt16 {
    let pair = self[chapter &+ 1 &+ index &>> 1]
    return UInt16(truncatingIfNeeded: index & 1 == 0 ? pair : pair >> 16)
  }
}
