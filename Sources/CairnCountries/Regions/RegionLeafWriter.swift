/// A writer of the leaves of a ``TerritoryAtlas``.
///
/// Lines shared by neighbors are stored once: a line toggles all regions that it bounds. Lines that
/// bound the same regions form a group.
///
/// ## The words of a leaf
/// The set of regions that contain the whole leaf; then chapters, of at most 16 regions each, in
/// the order of the regions. A chapter consists of a word with the number of its regions, a flag
/// for the last chapter, and the regions that contain the corner of the leaf; the regions, two per
/// word; and groups, whose toggles are the regions of the chapter as bits.
internal struct RegionLeafWriter: Sendable {
  /// The maximum number of regions of a chapter.
  static let chapterSize = 16

  /// A line of a chapter.
  private struct Line: Sendable {
    let line: GridLine
    let role: LeafBox.Role
    /// The regions of the chapter that it bounds, as bits.
    var regions: UInt16
  }

  private var regions: [UInt16] = []
  private var lines: [Line] = []
  /// The lines by a hash of their ends: a line's index, or -1.
  private var slots: [Int32] = []

  /// Writes the leaf of a part.
  ///
  /// - Parameters:
  ///   - cut: the window with the runs through the part, and the regions that contain its corner.
  ///   - cell: the number of the part in the window.
  ///   - chains: all lines.
  ///   - box: the square of the part.
  ///   - sets: receives the set of regions that contain the whole part.
  ///   - writer: receives the words.
  /// - Returns: the part's entry, a result if no line has a role.
  mutating func write(
    _ cut: SubdividedCells, cell: Int, of chains: BoundaryChains, box: LeafBox,
    sets: inout RegionSets,
    to writer: inout LeafWriter
  ) -> UInt32 {
    let start = writer.words.count
    writer.append(0)
    var holding: [UInt16] = []
    var lastChapter: Int?
    var index = cut.starts[cell]
    let end = cut.starts[cell + 1]
    while index < end {
      regions.removeAll(keepingCapacity: true)
      lines.removeAll(keepingCapacity: true)
      var inside: UInt16 = 0
      while index < end, regions.count < Self.chapterSize {
        let first = index
        let region = chains.toggles[Int(cut.runs[first].chain)]
        while index < end, chains.toggles[Int(cut.runs[index].chain)] == region { index += 1 }
        let bit: UInt16 = 1 << UInt16(truncatingIfNeeded: regions.count)
        if collect(cut.runs[first..<index], of: chains, box: box, bit: bit) {
          regions.append(region)
          if cut.isInside[first] { inside |= bit }
        } else if cut.isInside[first] {
          holding.append(region)
        }
      }
      if regions.isEmpty { continue }
      if regions.count > 1 { mergeLines() }
      let chapter = writer.words.count
      if writeChapter(inside: inside, box: box, to: &writer) {
        lastChapter = chapter
      } else {
        // All lines cancelled each other out.
        for (number, region) in regions.enumerated() where inside >> number & 1 != 0 {
          holding.append(region)
        }
      }
    }
    let state = sets.adding(holding, to: cut.sets[cell])
    guard let lastChapter else {
      writer.cut(to: start)
      return state
    }
    writer.set(start, to: state)
    writer.set(lastChapter, to: writer.words[lastChapter] | BoundaryGrid.Chapter.isLast)
    return BoundaryGrid.Entry.isReference | UInt32(truncatingIfNeeded: start)
  }

  /// Collects the lines of a region that have a role; false if none exist.
  private mutating func collect(
    _ runs: ArraySlice<GridRun>, of chains: BoundaryChains, box: LeafBox, bit: UInt16
  ) -> Bool {
    let count = lines.count
    for run in runs {
      for index in Int(run.first)..<Int(run.first + run.count) {
        let line = chains.line(index)
        let role = box.role(of: line)
        if role == .none || role == .line && line.x0 == line.x1 { continue }
        lines.append(Line(line: line, role: role, regions: bit))
      }
    }
    return lines.count > count
  }

  /// Merges lines with the same ends; two lines of the same region cancel each other out.
  private mutating func mergeLines() {
    let mask = 1 << (Int.bitWidth - (2 * lines.count - 1).leadingZeroBitCount) - 1
    slots.removeAll(keepingCapacity: true)
    slots.append(contentsOf: repeatElement(-1, count: mask + 1))
    for index in lines.indices {
      let line = lines[index].line
      var slot = line.hashOfEnds & mask
      while slots[slot] >= 0, !lines[Int(slots[slot])].line.hasEnds(of: line) {
        slot = (slot + 1) & mask
      }
      if slots[slot] < 0 {
        slots[slot] = Int32(truncatingIfNeeded: index)
      } else {
        lines[Int(slots[slot])].regions ^= lines[index].regions
        lines[index].regions = 0
      }
    }
  }

  /// Writes a chapter; returns false and writes nothing if no lines remain.
  private mutating func writeChapter(
    inside: UInt16, box: LeafBox, to writer: inout LeafWriter
  ) -> Bool {
    guard var first = lines.firstIndex(where: { $0.regions != 0 }) else { return false }
    writer.append(UInt32(inside) << 16 | UInt32(truncatingIfNeeded: regions.count))
    for index in stride(from: 0, to: regions.count, by: 2) {
      let second = index + 1 < regions.count ? regions[index + 1] : 0
      writer.append(UInt32(second) << 16 | UInt32(regions[index]))
    }
    var lastGroup = writer.words.count
    while first < lines.count {
      let toggle = lines[first].regions
      if toggle != 0 {
        writer.beginGroup()
        for index in first..<lines.count where lines[index].regions == toggle {
          writer.draw(lines[index].line, as: lines[index].role, in: box)
          lines[index].regions = 0
        }
        let group = writer.words.count
        if writer.endGroup(toggle, side: box.side) { lastGroup = group }
      }
      first += 1
    }
    writer.set(lastGroup, to: writer.words[lastGroup] | BoundaryGrid.Leaf.isLast)
    return true
  }
}

extension GridLine {
  /// Whether another line has the same ends, in either order.
  fileprivate func hasEnds(of other: GridLine) -> Bool {
    x0 == other.x0 && y0 == other.y0 && x1 == other.x1 && y1 == other.y1
      || x0 == other.x1 && y0 == other.y1 && x1 == other.x0 && y1 == other.y0
  }

  /// A hash that is equal for lines with the same ends.
  fileprivate var hashOfEnds: Int {
    // Multiples of odd numbers, whose sum does not depend on the order of the ends.
    func mix(_ x: Int64, _ y: Int64) -> UInt64 {
      var hash = UInt64(bitPattern: x) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(bitPattern: y)
      hash ^= hash >> 32
      return hash &* 0xD6E8_FEB8_6659_FD93
    }
    let sum = mix(x0, y0) &+ mix(x1, y1)
    return Int(truncatingIfNeeded: (sum ^ sum >> 29) & 0x7FFF_FFFF)
  }
}
